// When the surfaces of a pair are in free flight, in an impact, or follow each other.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/prefix.h"
#include "kinds/mechanism/mechanism.h"
#include "result/result.h"

enum mode { FLIGHT, FOLLOWING, IMPACT, MODES };
static const char *const mode_names[MODES] = {"flight", "following", "impact"};

// A stretch of one mode.
struct stretch {
    int joint, mode;
    double start, end;
};

static const struct column columns[] = {
    COLUMN(struct stretch, joint, "1", "by name"),
    COLUMN(struct stretch, start, "s", "from the start of the run"),
    COLUMN(struct stretch, end, "s", "from the start of the run"),
    COLUMN(struct stretch, mode, "1", "flight, following or impact"),
    {0},
};

static bool add(struct table *table, int joint, enum mode mode, double start, double end) {
    const struct stretch stretch = {joint, (int)mode, start, end};
    return !(start < end) || table_add_sample(table, columns, &stretch);
}

// As the statistics tell them apart.
static enum mode mode_of(const dp_mechanism_impact *touch) {
    bool is_impact =
        isfinite(touch->duration) && touch->duration < DP_IMPACT_PERIODS * touch->period;
    return is_impact ? IMPACT : FOLLOWING;
}

// Touches of a pair come one after another; between them it flies.
static bool add_pair(const struct campaign *k, int pair, double until, struct table *table) {
    const dp_mechanism_impact *touch = k->impacts.item;
    double at = k->touched_until != NULL ? k->touched_until[pair] : 0.0;
    bool is_done = add(table, pair, FOLLOWING, 0.0, at);
    for (size_t i = 0; i < k->impacts.count && is_done; i++) {
        if (touch[i].pair != pair) continue;
        double end = fmin(touch[i].time + touch[i].duration, until);
        is_done = add(table, pair, FLIGHT, at, touch[i].time) &&
                  add(table, pair, mode_of(&touch[i]), fmax(at, touch[i].time), end);
        at = fmax(at, end);
    }
    return is_done && add(table, pair, FLIGHT, at, until);
}

bool mechanism_fill_timeline(const struct campaign *k, const char *const *names,
                             struct outcome *out) {
    int count = dp_mechanism_pair_count(k->config->model);
    const struct table *series = &out->series;
    // nothing is known of touches that were not kept
    if (k->impacts.count == LISTED_MAX || series->rows == 0) return true;
    // a run may have broken off
    double until = table_at(series, series->rows - 1, 0);
    struct table *table = add_table_of(out, "timeline", columns);
    bool is_done = table != NULL && table_set_words(table, 0, names, count) &&
                   table_set_words(table, 3, mode_names, MODES);
    for (int i = 0; i < count && is_done; i++)
        is_done = add_pair(k, i, until, table);
    return is_done;
}

// "pin: flight 3.5 %, impact 1.3 %, following 95.2 %."
static void say_shares(const struct campaign *k, char *text, size_t size) {
    enum { SAID = 3 };
    int count = dp_mechanism_pair_count(k->config->model);
    size_t used = strlen(text);
    snprintf(text + used, size - used,
             "Shares of the %s: ", k->config->skip > 0.0 ? "window" : "run");
    for (int i = 0; i < count && i < SAID; i++) {
        const dp_mechanism_contact_stats *p = &k->main.pairs[i];
        used = strlen(text);
        snprintf(text + used, size - used,
                 "%s%.20s flight %.3g %%, following %.3g %%, impact %.3g %%", i > 0 ? "; " : "",
                 dp_mechanism_pair_name(k->config->model, i), 100.0 * p->flight_share,
                 100.0 * p->following_share, 100.0 * p->impact_share);
    }
    used = strlen(text);
    snprintf(text + used, size - used, "%s", count > SAID ? "; others in modes.csv." : ".");
}

void mechanism_draw_timeline(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    char unit[32], caption[384] = "A thin line is free flight, a bar is contact. ";
    say_shares(k, caption, sizeof caption);
    const struct plot_request modes = {"modes", "Contact modes", caption, PLOT_SPANS, "start",
                                       "",      CURVES("joint")};
    struct plot *plot = add_plot_of(out, "timeline", &modes);
    if (plot == NULL) return;
    snprintf(plot->z, sizeof plot->z, "end");
    snprintf(plot->group, sizeof plot->group, "mode");
    // the axis that the channels have
    plot->x_scale = 1.0 / unit_axis(c->until, "s", unit, sizeof unit);
    snprintf(plot->x_label, sizeof plot->x_label, "time [%s]", unit);
    if (!(c->skip > 0.0)) return;
    plot->window[0] = c->skip;
    plot->window[1] = c->until;
}
