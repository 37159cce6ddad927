// Tables and pictures of a mechanism.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/prefix.h"
#include "kinds/mechanism/mechanism.h"
#include "result/result.h"

enum { MOVING_MAX = 60, LOOSE_MAX = 60, NAME_SIZE = 48 };

// --- which channels make a row -------------------------------------------------------------------

static const struct channels *series_of(const struct mechanism_config *c) {
    return c->series.count > 0 ? &c->series : &c->watch;
}

int mechanism_channel_of(const dp_mechanism *m, const char *owner, const char *field) {
    char name[96];
    snprintf(name, sizeof name, "%.70s.%s", owner, field);
    return dp_mechanism_channel_find(m, name);
}

static void add(struct channels *channels, int channel) {
    channels->item[channels->count++] = channel;
}

// The same channels of the ideal mechanism, as far as it has them.
static bool plan_ideal(struct campaign *k, const struct channels *from, struct channels *to) {
    const struct mechanism_config *c = k->config;
    to->item = tree_alloc(&k->memory, (size_t)from->count * sizeof *to->item);
    for (int i = 0; to->item != NULL && k->has_ideal && i < from->count; i++) {
        const char *name = dp_mechanism_channel(c->model, from->item[i])->name;
        int index = dp_mechanism_channel_find(c->ideal, name);
        if (index >= 0) add(to, index);
    }
    return to->item != NULL;
}

// Time, the channels from one to before another, and what comes last; NULL: nothing.
static bool start_table(const dp_mechanism *m, const struct channels *channels, int from, int to,
                        const char *last, struct table *table) {
    const char *names[ROW_MAX + 2] = {"time"}, *units[ROW_MAX + 2] = {"s"};
    int count = 1;
    for (int i = from; i < to; i++, count++) {
        const dp_channel *channel = dp_mechanism_channel(m, channels->item[i]);
        names[count] = channel->name;
        units[count] = channel->unit;
    }
    names[count] = last;
    units[count] = "1";
    return table_init(table, last != NULL ? count + 1 : count, names, units);
}

// The last turn, or all of a run without turns.
static bool plan_frames(struct campaign *k) {
    const struct mechanism_config *c = k->config;
    k->frames_from = isnan(c->turn) || c->turn > c->until ? 0.0 : c->until - c->turn;
    k->frame_stride = (long)ceil((c->until - k->frames_from) / c->every / (FRAMES_MAX - 1));
    return start_table(c->model, &k->channels, k->pairs_at, k->orbits_at, NULL, &k->frames);
}

// Some channels of an owner.
static void add_all(struct campaign *k, const char *owner, const char *const *fields, int count) {
    for (int i = 0; i < count; i++)
        add(&k->channels, mechanism_channel_of(k->config->model, owner, fields[i]));
}

static void plan_channels(struct campaign *k) {
    static const char *const of_pair[PAIR_WIDTH] = {"ex", "ey", "contact"};
    static const char *const of_body[] = {"x", "y", "angle"};
    const struct mechanism_config *c = k->config;
    const struct channels *series = series_of(c);
    int pairs = dp_mechanism_pair_count(c->model), bodies = c->def.body_count;
    if (pairs > LOOSE_MAX) pairs = 0;
    if (bodies > MOVING_MAX) bodies = 0;
    for (int i = 0; i < series->count; i++)
        add(&k->channels, series->item[i]);
    k->pairs_at = k->channels.count;
    for (int i = 0; i < pairs; i++)
        add_all(k, dp_mechanism_pair_name(c->model, i), of_pair, PAIR_WIDTH);
    k->bodies_at = k->channels.count;
    for (int i = 0; i < bodies; i++)
        add_all(k, c->def.bodies[i].name, of_body, 3);
    k->orbits_at = k->channels.count;
    for (int i = 0; i < pairs; i++) {
        if (mechanism_is_bearing(c, i))
            add_all(k, dp_mechanism_pair_name(c->model, i), of_pair, PAIR_TOUCHES);
    }
}

bool mechanism_is_told_twice(const struct campaign *k, int channel) {
    for (int i = 0; i < k->pairs_at && channel >= k->pairs_at; i++)
        if (k->channels.item[i] == k->channels.item[channel]) return true;
    return false;
}

// The series and the places of journals; a journal that is watched is in the series.
static bool start_section(struct campaign *k) {
    static const char *const parts[] = {"start-up", "window"};
    int item[ROW_MAX];
    struct channels once = {.item = item};
    for (int i = 0; i < k->bodies_at; i++)
        if (!mechanism_is_told_twice(k, i)) item[once.count++] = k->channels.item[i];
    return start_table(k->config->model, &once, 0, once.count, "part", &k->section) &&
           table_set_words(&k->section, k->section.columns - 1, parts, 2);
}

bool mechanism_plan_rows(struct campaign *k) {
    const struct mechanism_config *c = k->config;
    const struct channels *all = &k->channels, *ideal = &k->ideal_channels;
    if (!plan_ideal(k, &c->watch, &k->ideal_watch)) return false;
    if (!k->has_rows) return true;
    k->channels.item = tree_alloc(&k->memory, ROW_MAX * sizeof *k->channels.item);
    k->touched_until = tree_alloc(&k->memory, (size_t)dp_mechanism_pair_count(c->model) *
                                                  sizeof *k->touched_until);
    if (k->channels.item == NULL || k->touched_until == NULL) return false;
    plan_channels(k);
    return start_table(c->model, all, 0, k->pairs_at, NULL, &k->rows) &&
           start_table(c->model, all, 0, k->pairs_at, NULL, &k->contact_rows) &&
           start_table(c->model, all, k->orbits_at, all->count, NULL, &k->orbit) &&
           start_section(k) && plan_ideal(k, series_of(c), &k->ideal_channels) &&
           (!k->has_ideal || start_table(c->ideal, ideal, 0, ideal->count, NULL, &k->ideal_rows)) &&
           (k->orbits_at == k->bodies_at || plan_frames(k));
}

// --- series --------------------------------------------------------------------------------------

static double at(const struct table *table, size_t row, int column) {
    return table->value[row * (size_t)table->columns + (size_t)column];
}

double mechanism_contact_rows(const struct mechanism_config *c) {
    const double many = 30000.0;
    return fmax(many, c->until / c->every);
}

// Rows of both mechanisms stand at the same times; between the last of them and `row` the ideal one
// has a straight line.
static double twin_at(const struct table *ideal, size_t row, double share, int column) {
    if (row >= ideal->rows) return NAN;
    double to = at(ideal, row, column);
    return row == 0 ? to : to - (1.0 - share) * (to - at(ideal, row - 1, column));
}

static bool start_series(struct campaign *k, struct table *series) {
    const struct table *rows = &k->rows, *ideal = &k->ideal_rows;
    const char *names[2 * ROW_MAX + 1], *units[2 * ROW_MAX + 1];
    char(*twins)[NAME_SIZE] = tree_alloc(&k->memory, (size_t)(ideal->columns + 1) * sizeof *twins);
    int all = rows->columns;
    if (twins == NULL) return false;
    for (int i = 0; i < all; i++) {
        names[i] = rows->name[i];
        units[i] = rows->unit[i];
    }
    for (int i = 1; k->has_ideal && i < ideal->columns; i++, all++) {
        snprintf(twins[i], sizeof twins[i], "%.40s_ideal", ideal->name[i]);
        names[all] = twins[i];
        units[all] = ideal->unit[i];
    }
    if (k->config->marks_regular) {
        names[all] = "regular";
        units[all++] = "1";
    }
    return table_init(series, all, names, units);
}

bool mechanism_fill_series(struct campaign *k, struct outcome *out) {
    const struct table *rows = &k->rows, *extra = &k->contact_rows, *ideal = &k->ideal_rows;
    size_t row = 0, next = 0, own = (size_t)rows->columns;
    if (!start_series(k, &out->series)) return false;
    while (row < rows->rows || next < extra->rows) {
        double value[2 * ROW_MAX + 1], share = 1.0;
        double until = row < rows->rows ? at(rows, row, 0) : INFINITY;
        double time = next < extra->rows ? at(extra, next, 0) : INFINITY;
        const struct table *from = time <= until ? extra : rows;
        memcpy(value, from->value + (from == extra ? next : row) * own, own * sizeof *value);
        if (time < until && row > 0)
            share = (time - at(rows, row - 1, 0)) / (until - at(rows, row - 1, 0));
        for (int i = 1; k->has_ideal && i < ideal->columns; i++)
            value[own + (size_t)i - 1] = twin_at(ideal, row, share, i);
        if (k->config->marks_regular) value[out->series.columns - 1] = until <= time;
        row += until <= time;
        // one row to a time, also where two contacts have theirs
        while (next < extra->rows && at(extra, next, 0) == value[0])
            next++;
        if (!table_add(&out->series, value)) return false;
    }
    return true;
}

// --- further tables ------------------------------------------------------------------------------

// Names of all pairs; NULL for want of memory.
static const char **pair_names(struct campaign *k) {
    int count = dp_mechanism_pair_count(k->config->model);
    const char **names = tree_alloc(&k->memory, (size_t)count * sizeof *names);
    for (int i = 0; i < count && names != NULL; i++)
        names[i] = dp_mechanism_pair_name(k->config->model, i);
    return names;
}

// The first column names pairs.
static bool name_pairs(struct campaign *k, struct table *table) {
    const char **names = pair_names(k);
    return names != NULL &&
           table_set_words(table, 0, names, dp_mechanism_pair_count(k->config->model));
}

// A table that the run has filled becomes one of the outcome.
static bool hand_over(struct table *table, const char *name, struct outcome *out) {
    if (table->rows == 0) return true;
    struct table *to = add_table(out, name, 0, NULL, NULL);
    if (to == NULL) return false;
    table_free(to);
    *to = *table;
    *table = (struct table){0};
    return true;
}

static bool fill_kept(struct campaign *k, const struct kept *kept, const char *name,
                      struct outcome *out) {
    const char *item = kept->item;
    if (kept->count == 0) return true;
    struct table *table = add_table_of(out, name, kept->columns);
    if (table == NULL || !name_pairs(k, table)) return false;
    for (size_t i = 0; i < kept->count; i++) {
        if (!table_add_sample(table, kept->columns, item + i * kept->size)) return false;
    }
    return true;
}

// A restitution was asked for at any touch, or it is no column.
static bool fill_impacts(struct campaign *k, struct outcome *out) {
    enum { ASKED = 8 };
    struct column columns[ASKED + 2];
    const dp_mechanism_impact *impact = k->impacts.item;
    struct kept kept = k->impacts;
    bool has_asked = false;
    for (size_t i = 0; i < kept.count && !has_asked; i++)
        has_asked = !isnan(impact[i].restitution_asked);
    memcpy(columns, kept.columns, sizeof columns);
    if (!has_asked) columns[ASKED] = (struct column){0};
    kept.columns = columns;
    return fill_kept(k, &kept, "impacts", out);
}

static bool fill_modes(struct campaign *k, struct outcome *out) {
    int count = dp_mechanism_pair_count(k->config->model);
    if (count == 0 || count > LOOSE_MAX) return true;
    struct table *table = add_table_of(out, "modes", mechanism_mode_columns);
    if (table == NULL || !name_pairs(k, table)) return false;
    for (int i = 0; i < count; i++) {
        const struct pair_modes modes = {k->main.pairs[i], i};
        if (!table_add_sample(table, mechanism_mode_columns, &modes)) return false;
    }
    return true;
}

static bool fill_timeline(struct campaign *k, struct outcome *out) {
    int count = dp_mechanism_pair_count(k->config->model);
    const char **names = pair_names(k);
    if (count == 0 || count > LOOSE_MAX) return true;
    return names != NULL && mechanism_fill_timeline(k, names, out);
}

// --- loops: force against indentation through single impacts -------------------------------------

// Rows of the series are too coarse for them.
enum { LOOPS_MAX = 6, POINTS = 60, POINTS_LEAST = 40 };
static const double rows_most = 2e6;  // rows of the run that samples them

// A point of an impact that is shown.
struct loop_point {
    int joint, impact;
    double time, indentation, force;
};

static const struct column loop_columns[] = {
    COLUMN(struct loop_point, joint, "1", "by name"),
    COLUMN(struct loop_point, impact, "1", "by joint and time"),
    COLUMN(struct loop_point, time, "s", "from the start"),
    COLUMN(struct loop_point, indentation, "m", "negative when apart"),
    COLUMN(struct loop_point, force, "N", "normal force"),
    {0},
};

struct sampling {
    const dp_mechanism_impact *shown[LOOPS_MAX];
    int count;
    double end;
    struct table *table;
    bool is_out_of_memory;
};

// One that has ended and lasts long enough beside the time before it.
static bool is_candidate(const dp_mechanism_impact *impact, int pair, double from) {
    if (impact->pair != pair || impact->time < from) return false;
    if (!isfinite(impact->duration) || !(impact->duration > 0.0)) return false;
    return (impact->time + impact->duration) / (impact->duration / POINTS_LEAST) <= rows_most;
}

// First and strongest impact of the pair from this time on.
static void choose_loops(const struct campaign *k, int pair, double from, struct sampling *s) {
    // slower impacts last longer, by the fifth root of the speed; those that follow the surface for
    // much longer than that are no loops
    const double longer = 4.0;
    const dp_mechanism_impact *first = NULL, *most = NULL, *item = k->impacts.item;
    double shortest = INFINITY;
    for (size_t i = 0; i < k->impacts.count; i++) {
        if (is_candidate(&item[i], pair, 0.0)) shortest = fmin(shortest, item[i].duration);
    }
    for (size_t i = 0; i < k->impacts.count; i++) {
        if (!is_candidate(&item[i], pair, from) || item[i].duration > longer * shortest) continue;
        if (first == NULL) first = &item[i];
        if (most == NULL || item[i].max_force > most->max_force) most = &item[i];
    }
    if (first == NULL || s->count + 2 > LOOPS_MAX) return;
    s->shown[s->count++] = first;
    if (most != first) s->shown[s->count++] = most;
}

static int take_point(void *user, double time, const double *values) {
    struct sampling *s = (struct sampling *)user;
    for (int i = 0; i < s->count; i++) {
        const dp_mechanism_impact *impact = s->shown[i];
        if (time < impact->time || time > impact->time + impact->duration) continue;
        const double *own = values + 2 * impact->pair;
        const struct loop_point point = {impact->pair, i, time, own[0], own[1]};
        if (!table_add_sample(s->table, loop_columns, &point)) s->is_out_of_memory = true;
    }
    return s->is_out_of_memory || time > s->end;
}

// The same run again, with rows as close as the shortest impact needs. It has the same bits as long
// as its steps are chosen alike: by the same window and the same statistics.
static bool sample(struct campaign *k, struct sampling *s) {
    static const char *const fields[] = {"indentation", "force"};
    const struct mechanism_config *c = k->config;
    int count = 2 * dp_mechanism_pair_count(c->model);
    int *channels = tree_alloc(&k->memory, (size_t)count * sizeof *channels);
    double every = INFINITY;
    struct history h;
    if (channels == NULL || !mechanism_init_history(k, &h)) return false;
    for (int i = 0; i < count; i++)
        channels[i] =
            mechanism_channel_of(c->model, dp_mechanism_pair_name(c->model, i / 2), fields[i % 2]);
    for (int i = 0; i < s->count; i++) {
        every = fmin(every, s->shown[i]->duration / POINTS);
        s->end = fmax(s->end, s->shown[i]->time + s->shown[i]->duration);
    }
    dp_mechanism_run_def run = mechanism_define(c, &h);
    run.every = fmax(every, s->end / rows_most);
    run.row_channels = channels;
    run.row_channel_count = count;
    run.row = take_point;
    run.user = s;
    h.status = dp_mechanism_run(c->model, &run, &h.result, &h.err);
    return !s->is_out_of_memory && h.status != DP_ERR_MEMORY;
}

static bool fill_loops(struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    struct sampling s = {.count = 0};
    const char *labels[LOOPS_MAX];
    char label[LOOPS_MAX][64];
    int pairs = dp_mechanism_pair_count(c->model);
    if (pairs > LOOSE_MAX) return true;
    for (int i = 0; i < pairs; i++)
        choose_loops(k, i, c->skip, &s);
    // a linkage that has settled has impacts at its start only
    for (int i = 0; i < pairs && s.count == 0; i++)
        choose_loops(k, i, 0.0, &s);
    if (s.count == 0) return true;
    for (int i = 0; i < s.count; i++) {
        const dp_mechanism_impact *impact = s.shown[i];
        snprintf(label[i], sizeof label[i], "%.30s at %.4g s%s",
                 dp_mechanism_pair_name(c->model, impact->pair), impact->time,
                 impact->time < c->skip ? ", start-up" : "");
        labels[i] = label[i];
    }
    s.table = add_table_of(out, "contact", loop_columns);
    return s.table != NULL && name_pairs(k, s.table) &&
           table_set_words(s.table, 1, labels, s.count) && sample(k, &s);
}

// --- pictures ------------------------------------------------------------------------------------

// "slider.ax" as a file name.
static void write_stem(char *stem, size_t size, const char *before, const char *name) {
    snprintf(stem, size, "%s%.30s", before, name);
    for (char *c = stem; *c != '\0'; c++) {
        if (*c == '.') *c = '-';
    }
}

// Least and largest value of some columns, in the window or before it; low > high: no rows.
struct extent {
    double low, high;
};

static struct extent extent_of(const struct mechanism_config *c, const struct table *series,
                               const char *const *names, bool is_window) {
    struct extent e = {INFINITY, -INFINITY};
    for (; *names != NULL; names++) {
        int column = table_column(series, *names);
        for (size_t row = 0; row < series->rows && column >= 0; row++) {
            double value = at(series, row, column);
            if ((at(series, row, 0) >= c->skip) != is_window || !isfinite(value)) continue;
            if (value < e.low) e.low = value;
            if (value > e.high) e.high = value;
        }
    }
    return e;
}

// Would the start-up, drawn to scale, flatten what follows?
static bool is_flattening(struct extent start, struct extent window) {
    double span = window.high - window.low;
    // below that the window holds no more than rounding
    bool has_span = span > 1e-6 * fmax(fabs(start.low), fabs(start.high));
    return has_span && start.low <= start.high &&
           (start.high > window.high + 0.5 * span || start.low < window.low - 0.5 * span);
}

// The window on white, the start-up on grey, and an axis that suits the window.
static void draw_window(const struct mechanism_config *c, const char *const *y,
                        const dp_channel *channel, const struct table *series, struct plot *plot) {
    if (plot == NULL || !(c->skip > 0.0)) return;
    plot->window[0] = c->skip;
    plot->window[1] = c->until;
    struct extent window = extent_of(c, series, y, true), start = extent_of(c, series, y, false);
    size_t used = strlen(plot->caption), size = sizeof plot->caption;
    if (!is_flattening(start, window)) {
        snprintf(plot->caption + used, size - used, " On grey: the start-up before the window.");
        return;
    }
    plot_extent(plot, series, channel->name, window.low, window.high);
    char unit[32];
    double factor =
        unit_axis(fmax(fabs(start.low), fabs(start.high)), channel->unit, unit, sizeof unit);
    snprintf(plot->caption + used, size - used,
             " On grey: the start-up before the window. It goes from %.4g to %.4g %s and is cut "
             "off.",
             start.low / factor, start.high / factor, unit);
}

static void draw_channel(const struct campaign *k, int watched, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    const dp_channel *channel = dp_mechanism_channel(c->model, c->watch.item[watched]);
    const dp_channel_stats *stats = &k->main.stats[watched];
    // in the list of channels it stands below the components
    bool is_size = strcmp(channel->doc, "size of that force") == 0;
    const char *doc = is_size ? "size of the joint force" : channel->doc;
    char twin[NAME_SIZE], stem[40], title[96], caption[256], unit[32];
    double factor =
        unit_axis(fmax(fabs(stats->min), fabs(stats->max)), channel->unit, unit, sizeof unit);
    snprintf(twin, sizeof twin, "%.40s_ideal", channel->name);
    bool has_twin = table_column(&out->series, twin) >= 0;
    const char *const y[] = {channel->name, has_twin ? twin : NULL, NULL};
    write_stem(stem, sizeof stem, "", channel->name);
    // a long description stands in full in the caption, the title has its beginning
    size_t length = strlen(doc) > 50 ? strcspn(doc, ",(") : strlen(doc);
    while (length > 0 && doc[length - 1] == ' ')
        length--;
    snprintf(title, sizeof title, "%.40s: %.*s", channel->name, (int)length, doc);
    snprintf(caption, sizeof caption, "%.80s%s. Between %.5g and %.5g %s in the %s.", doc,
             has_twin ? ", with ideal joints for comparison" : "", stats->min / factor,
             stats->max / factor, unit, c->skip > 0.0 ? "window" : "run");
    if (caption[0] >= 'a' && caption[0] <= 'z') caption[0] = (char)(caption[0] - 'a' + 'A');
    const struct plot_request one = {stem, title, caption, PLOT_LINES, "time", channel->name, y};
    draw_window(c, y, channel, &out->series, add_plot(out, &one));
}

// One history says nothing about a channel once copies have parted.
static void draw_copies(const struct campaign *k, int watched, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    const dp_channel *channel = dp_mechanism_channel(c->model, c->watch.item[watched]);
    const struct table *table = outcome_table(out, "ensemble");
    static const char *const ends[] = {"mean", "ideal", "min", "max"};
    char name[4][ENSEMBLE_NAME_SIZE], stem[40], title[96], caption[256];
    for (int i = 0; i < 4; i++)
        snprintf(name[i], sizeof name[i], "%.40s_%s", channel->name, ends[i]);
    bool has_twin = table_column(table, name[1]) >= 0;
    const char *const y[] = {name[0], has_twin ? name[1] : NULL, NULL};
    const char *const all[] = {name[0], name[2], name[3], has_twin ? name[1] : NULL, NULL};
    write_stem(stem, sizeof stem, "", channel->name);
    snprintf(title, sizeof title, "%.40s: mean of %d copies", channel->name, k->copy_count);
    char moment[8];
    double second = prefix_for(c->every, "s", moment, sizeof moment);
    int length = snprintf(caption, sizeof caption,
                          "Mean of the %d copies%s. Shaded: from the least to the largest of their "
                          "rows.",
                          k->copy_count, has_twin ? ", with ideal joints for comparison" : "");
    // contacts come at other times in every copy, so they have no rows in common
    if (dp_mechanism_pair_count(c->model) > 0)
        snprintf(caption + length, sizeof caption - (size_t)length,
                 " Rows are %.3g %s apart and may miss a peak; the statistics have it.",
                 c->every / second, moment);
    const struct plot_request one = {stem, title, caption, PLOT_LINES, "time", channel->name, y};
    struct plot *plot = add_plot_of(out, "ensemble", &one);
    plot_band(plot, name[2], name[3]);
    draw_window(c, all, channel, table, plot);
}

static void draw_loops(const struct campaign *k, struct outcome *out) {
    enum { TIME = 2 };
    const struct table *contact = outcome_table(out, "contact");
    bool is_early = contact != NULL && contact->rows > 0 && at(contact, 0, TIME) < k->config->skip;
    char caption[200];
    snprintf(caption, sizeof caption,
             "First and strongest impact of each joint %s. The area of a loop is the energy lost.",
             is_early ? "during the start-up: the window has none to show" : "in the window");
    const struct plot_request loops = {
        "contact-loop", "Force against indentation", caption, PLOT_LINES, "indentation", "force",
        CURVES("force")};
    struct plot *plot = add_plot_of(out, "contact", &loops);
    if (plot != NULL) plot_groups(plot, "impact", "");
}

static void draw(const struct campaign *k, struct outcome *out) {
    enum { CHANNELS_DRAWN = 8 };
    for (int i = 0; i < k->config->watch.count && i < CHANNELS_DRAWN; i++)
        if (outcome_table(out, "ensemble") != NULL)
            draw_copies(k, i, out);
        else
            draw_channel(k, i, out);
    mechanism_draw_timeline(k, out);
    mechanism_draw_places(k, out);
    draw_loops(k, out);
}

bool mechanism_show(struct campaign *k, struct outcome *out) {
    bool is_filled = mechanism_fill_series(k, out) && hand_over(&k->orbit, "orbit", out) &&
                     fill_impacts(k, out) && fill_modes(k, out) &&
                     hand_over(&k->section, "section", out) && fill_loops(k, out) &&
                     fill_kept(k, &k->dents, "dents", out) && mechanism_fill_ensemble(k, out) &&
                     fill_timeline(k, out) && mechanism_fill_places(k, out);
    if (!is_filled) return false;
    draw(k, out);
    return mechanism_animation(k, &out->animation);
}
