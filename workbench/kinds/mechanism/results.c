// Results of a mechanism: the summary, what is said first, and what can be trusted.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/measure.h"
#include "base/words.h"
#include "kinds/mechanism/mechanism.h"
#include "result/result.h"
#include "scenario/validity.h"

// --- statistics by name --------------------------------------------------------------------------

// A number of a history, found by where it lies.
struct figure {
    const char *name;
    size_t offset;
    const char *unit;  // NULL: that of the channel
    bool is_count;
};

#define OF_CHANNEL(name) offsetof(dp_channel_stats, name)
#define OF_PAIR(name) offsetof(dp_mechanism_contact_stats, name)
static const struct figure channel_figures[] = {
    {"max", OF_CHANNEL(max), NULL, false},
    {"min", OF_CHANNEL(min), NULL, false},
    {"rms", OF_CHANNEL(rms), NULL, false},
    {"mean", OF_CHANNEL(mean), NULL, false},
};
static const struct figure pair_figures[] = {
    {"contact_share", OF_PAIR(contact_share), "1", false},
    {"max_force", OF_PAIR(max_force), "N", false},
    {"max_indentation", OF_PAIR(max_indentation), "m", false},
    {"window_impacts", OF_PAIR(impacts), "1", true},
    {"impact_count", OF_PAIR(impacts_in_all), "1", true},
};
static const struct figure mode_figures[] = {
    {"flight", OF_PAIR(flight_share), "1", false},
    {"impact", OF_PAIR(impact_share), "1", false},
    {"following", OF_PAIR(following_share), "1", false},
};
static const struct figure dent_figures[] = {
    {"max_dent", OF_PAIR(max_dent), "m", false},
    {"slid_over_sectors", OF_PAIR(slid_over_sectors), "1", true},
};
#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static double figure_at(const void *entry, const struct figure *figure) {
    const char *at = (const char *)entry + figure->offset;
    if (figure->is_count) return (double)*(const long *)(const void *)at;
    return *(const double *)(const void *)at;
}

// `unit`: that of the channel, NULL for a pair.
static void put_figures(json_t *object, const void *entry, const struct figure *figures, int count,
                        const char *unit) {
    for (int i = 0; i < count; i++) {
        const struct figure *figure = &figures[i];
        double value = figure_at(entry, figure);
        if (figure->is_count)
            json_put(object, figure->name, json_integer((json_int_t)value));
        else
            put_measure(object, figure->name, value, figure->unit != NULL ? figure->unit : unit);
    }
}

// --- channels ------------------------------------------------------------------------------------

static json_t *channel_json(const dp_channel_stats *stats, const dp_channel *channel) {
    json_t *object = json_object();
    put_figures(object, stats, channel_figures, COUNT(channel_figures), channel->unit);
    put_measure(object, "max_time", stats->max_time, "s");
    put_measure(object, "min_time", stats->min_time, "s");
    json_put(object, "unit", json_string(channel->unit));
    return object;
}

static json_t *channels_json(const struct campaign *k) {
    const struct mechanism_config *c = k->config;
    json_t *object = json_object();
    for (int i = 0; i < c->watch.count; i++) {
        const dp_channel *channel = dp_mechanism_channel(c->model, c->watch.item[i]);
        json_put(object, channel->name, channel_json(&k->main.stats[i], channel));
    }
    return object;
}

static json_t *ideal_json(const struct campaign *k) {
    json_t *object = json_object(), *channels = json_object();
    for (int i = 0; i < k->ideal_watch.count; i++) {
        const dp_channel *channel = dp_mechanism_channel(k->config->ideal, k->ideal_watch.item[i]);
        json_put(channels, channel->name, channel_json(&k->ideal.stats[i], channel));
    }
    json_put(object, "channels", channels);
    return object;
}

// --- pairs ---------------------------------------------------------------------------------------

static json_t *first_json(const dp_mechanism_contact_stats *pair) {
    if (isnan(pair->first_time)) return json_null();
    json_t *object = json_object();
    put_measure(object, "time", pair->first_time, "s");
    put_measure(object, "approach_speed", pair->first_speed, "m/s");
    return object;
}

static json_t *impacts_json(const struct impacts *impacts, int pair) {
    json_t *array = json_array();
    int count = 0;
    for (size_t i = 0; i < impacts->count && count < IMPACTS_MAX; i++) {
        const dp_mechanism_impact *impact = &impacts->item[i];
        if (impact->pair != pair) continue;
        json_t *object = json_object();
        put_measure(object, "time", impact->time, "s");
        put_measure(object, "approach_speed", impact->approach_speed, "m/s");
        put_measure(object, "max_force", impact->max_force, "N");
        put_measure(object, "max_indentation", impact->max_indentation, "m");
        put_measure(object, "duration", impact->duration, "s");
        if (!isnan(impact->restitution_asked))
            put_measure(object, "restitution_asked", impact->restitution_asked, "1");
        push_measures(array, object);
        count++;
    }
    return array;
}

static json_t *pair_json(const struct campaign *k, int pair) {
    const dp_mechanism_contact_stats *result = &k->main.pairs[pair];
    json_t *object = json_object(), *modes = json_object();
    put_figures(object, result, pair_figures, COUNT(pair_figures), NULL);
    put_figures(modes, result, mode_figures, COUNT(mode_figures), NULL);
    json_put(object, "modes", modes);
    mechanism_put_dents(k, pair, object);
    json_put(object, "first_impact", first_json(result));
    json_put(object, "impacts", impacts_json(&k->impacts, pair));
    return object;
}

// Mean and sample standard deviation over the copies.
static json_t *spread_json(const struct campaign *k, const struct figure *figure, int index,
                           bool is_pair) {
    double n = k->copy_count, mean = 0.0, square = 0.0;
    json_t *object = json_object();
    for (int pass = 0; pass < 2; pass++) {
        double sum = 0.0;
        for (int i = 0; i < k->copy_count; i++) {
            const struct history *h = &k->copies[i];
            double value =
                is_pair ? figure_at(&h->pairs[index], figure) : figure_at(&h->stats[index], figure);
            sum += pass == 0 ? value : (value - mean) * (value - mean);
        }
        if (pass == 0)
            mean = sum / n;
        else
            square = sum / (n - 1.0);
    }
    const char *unit = figure->unit;
    if (unit == NULL)
        unit = dp_mechanism_channel(k->config->model, k->config->watch.item[index])->unit;
    put_measure(object, "mean", mean, unit);
    put_measure(object, "spread", sqrt(square), unit);
    return object;
}

static void put_spreads(const struct campaign *k, json_t *object, const struct figure *figures,
                        int count, int index, bool is_pair) {
    for (int i = 0; i < count; i++)
        json_put(object, figures[i].name, spread_json(k, &figures[i], index, is_pair));
}

static json_t *pair_spread_json(const struct campaign *k, int pair) {
    json_t *object = json_object(), *modes = json_object();
    put_spreads(k, object, pair_figures, COUNT(pair_figures), pair, true);
    put_spreads(k, modes, mode_figures, COUNT(mode_figures), pair, true);
    json_put(object, "modes", modes);
    if (dp_mechanism_pair_histories(k->config->model, pair) > 0)
        put_spreads(k, object, dent_figures, COUNT(dent_figures), pair, true);
    return object;
}

// All pairs by name into `joints` and `contacts`; a guide is one joint with four corners.
static void put_pairs(const struct campaign *k, json_t *to,
                      json_t *(*entry)(const struct campaign *k, int pair)) {
    const struct mechanism_config *c = k->config;
    json_t *joints = json_object(), *contacts = json_object(), *corners = NULL;
    for (int i = 0; i < dp_mechanism_pair_count(c->model); i++) {
        struct pair_owner owner = mechanism_owner(c, i);
        const char *name = dp_mechanism_pair_name(c->model, i);
        if (owner.corner < 0) {
            json_put(owner.joint >= 0 ? joints : contacts, name, entry(k, i));
            continue;
        }
        if (owner.corner == 0) {
            char guide[64];
            json_t *object = json_object();
            snprintf(guide, sizeof guide, "%.*s", (int)strcspn(name, "."), name);
            corners = json_array();
            json_put(object, "corners", corners);
            json_put(joints, guide, object);
        }
        json_push(corners, entry(k, i));
    }
    json_put(to, "joints", joints);
    if (json_object_size(contacts) > 0)
        json_put(to, "contacts", contacts);
    else
        json_decref(contacts);
}

static json_t *ensemble_json(const struct campaign *k) {
    const struct mechanism_config *c = k->config;
    json_t *object = json_object(), *channels = json_object();
    json_put(object, "copies", json_integer(k->copy_count));
    json_put(object, "seed", json_integer(c->run.seed));
    json_put(object, "moved", json_text(dp_mechanism_perturbed_name(c->model)));
    for (int i = 0; i < c->watch.count; i++) {
        json_t *channel = json_object();
        put_spreads(k, channel, channel_figures, COUNT(channel_figures), i, false);
        json_put(channels, dp_mechanism_channel(c->model, c->watch.item[i])->name, channel);
    }
    json_put(object, "channels", channels);
    put_pairs(k, object, pair_spread_json);
    return object;
}

// --- the summary ---------------------------------------------------------------------------------

static json_t *solver_json(const struct campaign *k) {
    static const char *const paths[] = {"auto", "explicit", "implicit"};
    const dp_solve_stats *s = &k->main.result.solver;
    const struct effort effort = {paths[k->config->run.stepper], s->steps, s->evaluations,
                                  s->rejected, s->events};
    json_t *object = effort_json(&effort);
    json_put(object, "implicit_steps", json_integer(k->main.result.implicit_steps));
    return object;
}

void mechanism_summarise(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    json_t *summary = out->summary, *window = json_object(), *redundant = json_array();
    const char *sentence;
    put_measure(window, "from", c->skip, "s");
    put_measure(window, "to", k->main.result.time, "s");
    json_put(summary, "window", window);
    json_put(summary, "channels", channels_json(k));
    put_pairs(k, summary, pair_json);
    if (k->has_ideal) json_put(summary, "ideal", ideal_json(k));
    json_put(summary, "mobility", json_integer(dp_mechanism_mobility(c->model)));
    for (int i = 0; (sentence = dp_mechanism_redundant(c->model, i)) != NULL; i++)
        json_push(redundant, json_string(sentence));
    json_put(summary, "redundant", redundant);
    put_measure(summary, "constraint_error", k->main.result.constraint_error, "1");
    put_measure(summary, "horizon", k->horizon, "s");
    json_put(summary, "horizon_reached",
             k->has_horizon ? json_boolean(isfinite(k->horizon)) : json_null());
    if (k->copy_count > 0) json_put(summary, "ensemble", ensemble_json(k));
    json_put(summary, "energy", energy_json(&k->main.result.energy));
    json_put(summary, "solver", solver_json(k));
}

// --- what is said first --------------------------------------------------------------------------

static double spread_part(const struct campaign *k, int figure, int index, const char *part) {
    json_t *both = spread_json(k, &channel_figures[figure], index, false);
    double value = json_number_value(json_object_get(both, part));
    json_decref(both);
    return value;
}

// The one of larger size, with its sign.
static double larger(double a, double b) {
    return fabs(b) > fabs(a) ? b : a;
}

// Two numbers of a channel: of the run, or where there are copies what they agree on.
static void tell_channel(const struct campaign *k, int index, struct outcome *out) {
    enum { MAX, MIN, RMS };
    const struct mechanism_config *c = k->config;
    const dp_channel *channel = dp_mechanism_channel(c->model, c->watch.item[index]);
    char name[64];
    if (k->copy_count == 0) {
        const dp_channel_stats *stats = &k->main.stats[index];
        snprintf(name, sizeof name, "%.46s, peak", channel->name);
        add_headline(out, name, larger(stats->max, stats->min), channel->unit);
        snprintf(name, sizeof name, "%.46s, rms", channel->name);
        add_headline(out, name, stats->rms, channel->unit);
        return;
    }
    double max = spread_part(k, MAX, index, "mean"), min = spread_part(k, MIN, index, "mean");
    snprintf(name, sizeof name, "%.46s, mean peak", channel->name);
    add_headline(out, name, larger(max, min), channel->unit);
    snprintf(name, sizeof name, "%.46s, mean rms", channel->name);
    add_headline(out, name, spread_part(k, RMS, index, "mean"), channel->unit);
}

static const struct figure *pair_figure(const char *name) {
    int i = 0;
    while (strcmp(pair_figures[i].name, name) != 0)
        i++;
    return &pair_figures[i];
}

// A number of a pair: of the run, or where there are copies their mean.
static double pair_value(const struct campaign *k, const char *name, int pair) {
    const struct figure *figure = pair_figure(name);
    if (k->copy_count == 0) return figure_at(&k->main.pairs[pair], figure);
    json_t *both = spread_json(k, figure, pair, true);
    double value = json_number_value(json_object_get(both, "mean"));
    json_decref(both);
    return value;
}

static void tell_pair(const struct campaign *k, int pair, struct outcome *out) {
    char name[64];
    const char *own = dp_mechanism_pair_name(k->config->model, pair);
    snprintf(name, sizeof name, "%.40s in contact", own);
    add_headline(out, name, 100.0 * pair_value(k, "contact_share", pair), "%");
    snprintf(name, sizeof name, "%.40s impacts in the %s", own,
             k->config->skip > 0.0 ? "window" : "run");
    add_headline(out, name, pair_value(k, "window_impacts", pair), "");
    snprintf(name, sizeof name, "%.40s largest indentation", own);
    add_headline(out, name, pair_value(k, "max_indentation", pair), "m");
}

// Which time the numbers belong to.
static void tell_window(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    char turns[64] = "", copies[40] = "";
    double to = k->main.result.time;
    bool is_whole = !(c->skip > 0.0);
    if (!isnan(c->turn) && is_whole)
        snprintf(turns, sizeof turns, " (%.4g turn%s)", to / c->turn,
                 fabs(to / c->turn - 1.0) < 1e-9 ? "" : "s");
    else if (!isnan(c->turn))
        snprintf(turns, sizeof turns, " (turn %.4g to %.4g)", c->skip / c->turn, to / c->turn);
    if (k->copy_count > 0) snprintf(copies, sizeof copies, ", means of %d copies", k->copy_count);
    add_headline_part(out, "%s, %.4g s to %.4g s%s%s",
                      is_whole ? "The whole run" : "The window after the start-up", c->skip, to,
                      turns, copies);
}

// What the start-up is part of.
static void tell_whole(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    int pairs = dp_mechanism_pair_count(c->model), first = -1;
    char name[64];
    for (int i = 0; i < pairs; i++) {
        double time = k->main.pairs[i].first_time;
        if (!isnan(time) && (first < 0 || time < k->main.pairs[first].first_time)) first = i;
    }
    if (c->skip > 0.0 || k->copy_count > 0)
        add_headline_part(out, "The whole run, start-up included, 0 s to %.4g s",
                          k->main.result.time);
    if (first >= 0) {
        snprintf(name, sizeof name, "first impact, %.40s", dp_mechanism_pair_name(c->model, first));
        add_headline(out, name, k->main.pairs[first].first_time, "s");
    }
    for (int i = 0; i < pairs && i < 2 && c->skip > 0.0; i++) {
        snprintf(name, sizeof name, "%.40s impacts in the run",
                 dp_mechanism_pair_name(c->model, i));
        add_headline(out, name, (double)k->main.pairs[i].impacts_in_all, "");
    }
    add_headline(out, "histories agree until", k->horizon, "s");
}

static void note_horizon(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    char turns[40] = "";
    if (dp_mechanism_perturbed_name(c->model) == NULL && (c->run.has_shadow || k->copy_count > 0))
        add_note(out, "No free coordinate moves a loose pair: there is nothing to start aside, so "
                      "neither a horizon nor a spread says anything here.");
    if (!k->has_horizon) return;
    if (!isfinite(k->horizon)) {
        add_note(out,
                 "A run started 1e-10 m aside stays within 1 %% of the clearance to the end: the "
                 "histories of this run can be trusted as they are.");
        return;
    }
    if (!isnan(c->turn)) snprintf(turns, sizeof turns, " (%.3g turns)", k->horizon / c->turn);
    add_note(
        out,
        "Histories can be trusted up to %.4g s%s only: by then a run started 1e-10 m aside "
        "differs by 1 %% of the clearance. Later peaks, impacts and curves are one possible course "
        "among many.",
        k->horizon, turns);
    if (k->copy_count == 0)
        add_note(out,
                 "Statistics over a window after that have a spread that one run does not show; "
                 "run: {ensemble: 20} gives mean and spread of each.");
}

// How far a statistic of one run may be trusted: its spread over the copies.
static void note_ensemble(const struct campaign *k, struct outcome *out) {
    enum { RMS = 2 };
    const struct mechanism_config *c = k->config;
    char text[160] = "";
    if (k->copy_count == 0) return;
    for (int i = 0; i < c->watch.count && i < 4; i++) {
        char part[96];
        snprintf(part, sizeof part, "%s%.40s %.4g \xc2\xb1 %.2g", i > 0 ? ", " : "",
                 dp_mechanism_channel(c->model, c->watch.item[i])->name,
                 spread_part(k, RMS, i, "mean"), spread_part(k, RMS, i, "spread"));
        if (strlen(text) + strlen(part) < sizeof text) text_append(text, sizeof text, part);
    }
    add_note(out, "Trust statistics as mean and spread over the %d copies; rms: %s.", k->copy_count,
             text);
    // what differs by 1 % of the clearance at the horizon has yet to forget the rest
    double early = (1.5 * k->horizon - c->skip) / (c->until - c->skip);
    if (isfinite(k->horizon) && early > 0.25)
        add_note(
            out,
            "The copies have hardly parted when the window begins (%.3g s; histories agree until "
            "%.3g s): their spread is too small. Let skip be twice as long as that.",
            c->skip, k->horizon);
}

static void note_redundant(const struct campaign *k, struct outcome *out) {
    int count = dp_mechanism_redundant_count(k->config->model);
    if (count == 0) return;
    add_note(out, "%s%s. The motion does not depend on it, the forces in that joint do.",
             dp_mechanism_redundant(k->config->model, 0), count > 1 ? " (and others)" : "");
}

// Largest indentation and speed of a pair, over the whole run.
static struct reach reach_of(const struct campaign *k, int pair,
                             const struct prepared_contact *touch) {
    struct reach reach = {.touch = touch, .indentation = NAN, .speed = NAN};
    for (size_t i = 0; i < k->impacts.count; i++) {
        const dp_mechanism_impact *impact = &k->impacts.item[i];
        if (impact->pair != pair) continue;
        // fmax leaves out what is not known yet
        reach.indentation = fmax(reach.indentation, impact->max_indentation);
        reach.speed = fmax(reach.speed, impact->approach_speed);
    }
    if (k->config->touch_count > 1) reach.where = dp_mechanism_pair_name(k->config->model, pair);
    return reach;
}

bool mechanism_judge(struct reader *reader, const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    int pairs = dp_mechanism_pair_count(c->model), touch = 0, before = reader->count;
    for (int i = 0; i < pairs && touch < c->touch_count; i++) {
        const struct reach reach = reach_of(k, i, &c->touches[touch]);
        validity_tell(reader, &reach, out);
        // the four corners of a guide share a contact
        int corner = mechanism_owner(c, i).corner;
        if (corner < 0 || corner == 3) touch++;
    }
    return reader->count == before;
}

void mechanism_tell(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    int pairs = dp_mechanism_pair_count(c->model);
    tell_window(k, out);
    for (int i = 0; i < c->watch.count && i < 4; i++)
        tell_channel(k, i, out);
    for (int i = 0; i < pairs && i < 2; i++)
        tell_pair(k, i, out);
    tell_whole(k, out);
    note_horizon(k, out);
    note_ensemble(k, out);
    note_redundant(k, out);
    mechanism_note_motion(c, out);
    mechanism_note_dents(k, out);
    for (int i = 0; i < c->touch_count && i < 3; i++) {
        bool is_told = false;
        for (int j = 0; j < i; j++)
            is_told = is_told || c->touches[j].def.law.law == c->touches[i].def.law.law;
        if (!is_told) contact_notes(&c->blocks[i], &c->touches[i], out);
    }
}
