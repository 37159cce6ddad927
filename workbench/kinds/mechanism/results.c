// Results of a mechanism: the summary, what is said first, and the notes.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/measure.h"
#include "base/words.h"
#include "kinds/mechanism/mechanism.h"
#include "result/result.h"
#include "scenario/validity.h"

#define PI 3.14159265358979323846
enum { IMPACTS_MAX = 10000, NOTED_MAX = 3 };

// --- statistics by name --------------------------------------------------------------------------

static const struct column channel_columns[] = {
    COLUMN(dp_channel_stats, max, NULL, "largest"),
    COLUMN(dp_channel_stats, min, NULL, "least"),
    COLUMN(dp_channel_stats, rms, NULL, "root of the mean square"),
    COLUMN(dp_channel_stats, mean, NULL, "over time"),
    {0},
};

// clang-format off
#define OF_PAIR(name, type, member, unit, doc)                                                     \
    COLUMN_OF(name, type, dp_mechanism_contact_stats, member, unit, doc)
static const struct column pair_columns[] = {
    OF_PAIR("contact_share", COLUMN_NUMBER, contact_share, "1", "of the time of the window"),
    OF_PAIR("max_force", COLUMN_NUMBER, max_force, "N", "in the window"),
    OF_PAIR("max_indentation", COLUMN_NUMBER, max_indentation, "m", "in the window"),
    OF_PAIR("window_impacts", COLUMN_COUNT, impacts, "1", "touches in the window"),
    OF_PAIR("impact_count", COLUMN_COUNT, impacts_in_all, "1", "touches in the whole run"),
    {0},
};
const struct column mechanism_mode_columns[] = {
    COLUMN_OF("joint", COLUMN_SWITCH, struct pair_modes, pair, "1", "by name"),
    OF_PAIR("flight", COLUMN_NUMBER, flight_share, "1", "share of time"),
    OF_PAIR("impact", COLUMN_NUMBER, impact_share, "1", "share of time"),
    OF_PAIR("following", COLUMN_NUMBER, following_share, "1", "share of time"),
    {0},
};
static const struct column dent_columns[] = {
    OF_PAIR("max_dent", COLUMN_NUMBER, max_dent, "m", "deepest at the end"),
    OF_PAIR("slid_over_sectors", COLUMN_COUNT, slid_over_sectors, "1", "contacts that left theirs"),
    {0},
};
// clang-format on

// What the library calls them, in the same order.
static const dp_statistic channel_statistics[] = {DP_CHANNEL_MAX, DP_CHANNEL_MIN, DP_CHANNEL_RMS,
                                                  DP_CHANNEL_MEAN};
static const dp_statistic pair_statistics[] = {DP_PAIR_CONTACT_SHARE, DP_PAIR_MAX_FORCE,
                                               DP_PAIR_MAX_INDENTATION, DP_PAIR_IMPACTS,
                                               DP_PAIR_IMPACTS_IN_ALL};
static const dp_statistic mode_statistics[] = {DP_PAIR_FLIGHT_SHARE, DP_PAIR_IMPACT_SHARE,
                                               DP_PAIR_FOLLOWING_SHARE};
static const dp_statistic dent_statistics[] = {DP_PAIR_MAX_DENT, DP_PAIR_SLID_OVER_SECTORS};

// --- channels ------------------------------------------------------------------------------------

static json_t *channel_json(const dp_channel_stats *stats, const dp_channel *channel) {
    json_t *object = json_object();
    for (const struct column *of = channel_columns; of->name != NULL; of++)
        put_measure(object, of->name, column_value(of, stats), channel->unit);
    put_measure(object, "max_time", stats->max_time, "s");
    put_measure(object, "min_time", stats->min_time, "s");
    json_put(object, "unit", json_string(channel->unit));
    return object;
}

static json_t *channels_json(const dp_mechanism *m, const struct channels *channels,
                             const struct history *of) {
    json_t *object = json_object();
    for (int i = 0; i < channels->count; i++) {
        const dp_channel *channel = dp_mechanism_channel(m, channels->item[i]);
        json_put(object, channel->name, channel_json(&of->stats[i], channel));
    }
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

// What was kept of a pair; its name, the first column, is known here.
static json_t *kept_json(const struct kept *kept, int pair, size_t most) {
    json_t *array = json_array();
    const char *item = kept->item;
    for (size_t i = 0; i < kept->count && json_array_size(array) < most; i++, item += kept->size) {
        if (column_value(kept->columns, item) == pair)
            push_measures(array, results_json(kept->columns + 1, item));
    }
    return array;
}

static void put_dents(const struct campaign *k, int pair, json_t *object) {
    const dp_mechanism_contact_stats *result = &k->main.pairs[pair];
    if (dp_mechanism_pair_histories(k->config->model, pair) == 0) return;
    put_measure(object, "max_dent", result->max_dent, "m");
    if (!mechanism_is_bearing(k->config, pair)) return;
    json_put(object, "dents", kept_json(&k->dents, pair, k->dents.count));
    put_measure(object, "clearance_after",
                dp_mechanism_pair_gap(k->config->model, pair) + result->max_dent, "m");
    json_put(object, "slid_over_sectors", json_integer(result->slid_over_sectors));
}

static json_t *pair_json(const struct campaign *k, int pair) {
    const dp_mechanism_contact_stats *result = &k->main.pairs[pair];
    json_t *object = results_json(pair_columns, result);
    json_put(object, "modes", results_json(mechanism_mode_columns + 1, result));
    put_dents(k, pair, object);
    json_put(object, "first_impact", first_json(result));
    json_put(object, "impacts", kept_json(&k->impacts, pair, IMPACTS_MAX));
    return object;
}

// Mean and spread of a number over the copies. `unit`: that of a channel; NULL: the column's.
static void put_spreads(const struct campaign *k, json_t *object, const struct column *columns,
                        const dp_statistic *what, int index, const char *unit) {
    for (; columns->name != NULL; columns++, what++) {
        dp_spread spread = dp_mechanism_ensemble_spread(k->ensemble, *what, index);
        json_t *both = json_object();
        put_measure(both, "mean", spread.mean, unit != NULL ? unit : columns->unit);
        put_measure(both, "spread", spread.deviation, unit != NULL ? unit : columns->unit);
        json_put(object, columns->name, both);
    }
}

static json_t *pair_spread_json(const struct campaign *k, int pair) {
    json_t *object = json_object(), *modes = json_object();
    put_spreads(k, object, pair_columns, pair_statistics, pair, NULL);
    put_spreads(k, modes, mechanism_mode_columns + 1, mode_statistics, pair, NULL);
    json_put(object, "modes", modes);
    if (dp_mechanism_pair_histories(k->config->model, pair) > 0)
        put_spreads(k, object, dent_columns, dent_statistics, pair, NULL);
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
            corners = json_array();
            json_put(joints, dp_mechanism_joint_name(c->model, owner.joint),
                     json_pack("{s:o}", "corners", corners));
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
        const dp_channel *channel = dp_mechanism_channel(c->model, c->watch.item[i]);
        json_t *spreads = json_object();
        put_spreads(k, spreads, channel_columns, channel_statistics, i, channel->unit);
        json_put(channels, channel->name, spreads);
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

static json_t *redundant_json(const dp_mechanism *m) {
    json_t *list = json_array();
    const char *sentence;
    for (int i = 0; (sentence = dp_mechanism_redundant(m, i)) != NULL; i++)
        json_push(list, json_string(sentence));
    return list;
}

// Given and derived values by name.
static json_t *start_json(const dp_mechanism *m) {
    json_t *both[] = {json_object(), json_object()};
    for (int i = 0; i < dp_mechanism_body_count(m); i++) {
        dp_body_start start = dp_mechanism_body_start(m, i);
        for (int k = 0; k < DP_START_VALUES; k++) {
            char name[96];
            snprintf(name, sizeof name, "%s.%s", dp_mechanism_body_name(m, i), dp_start_name(k));
            put_measure(both[start.is_given[k] ? 0 : 1], name, start.value[k], dp_start_unit(k));
        }
    }
    return json_pack("{s:o, s:o}", "given", both[0], "derived", both[1]);
}

// What begins as it was written, and that there is more.
static void note_start(const struct campaign *k, struct outcome *out) {
    const dp_mechanism *m = k->config->model;
    char text[160] = "";
    int listed = 0, given = 0;
    for (int i = 0; i < dp_mechanism_body_count(m); i++) {
        dp_body_start start = dp_mechanism_body_start(m, i);
        for (int value = 0; value < DP_START_VALUES; value++) {
            char part[80];
            if (!start.is_given[value]) continue;
            snprintf(part, sizeof part, "%s%.24s.%s %.6g %s", listed > 0 ? ", " : "",
                     dp_mechanism_body_name(m, i), dp_start_name(value), start.value[value],
                     dp_start_unit(value));
            if (listed == given && strlen(text) + strlen(part) < sizeof text) {
                text_append(text, sizeof text, part);
                listed++;
            }
            given++;
        }
    }
    int derived = DP_START_VALUES * dp_mechanism_body_count(m) - given;
    if (given == 0) return;
    add_fact(out,
             "The start keeps what was given: %s%s. %d other value%s of it %s derived; `start` of "
             "the summary has all, and dashpot check shows them.",
             text, listed < given ? " and others" : "", derived, derived == 1 ? "" : "s",
             derived == 1 ? "was" : "were");
}

// An angle that the drivers decide as well.
static void note_branch(const struct mechanism_config *c, struct outcome *out) {
    const double degree = 3.141592653589793 / 180.0;
    for (int i = 0; i < c->def.body_count; i++) {
        double wanted = c->plain_angles[i];
        if (isnan(wanted)) continue;
        add_note(out,
                 "%s starts at %.6g deg, not at the %.6g deg under `start`: the joints and the "
                 "drivers decide it, and the angle given only chose the branch.",
                 dp_mechanism_body_name(c->model, i),
                 dp_mechanism_body_start(c->model, i).value[2] / degree, wanted / degree);
    }
}

// --- singular positions --------------------------------------------------------------------------

static json_t *singular_json(const dp_mechanism *m, const dp_mechanism_result *result) {
    json_t *first = json_null();
    if (result->singular_count > 0)
        first = json_pack("{s:f, s:s}", "time", result->singular_time, "joint",
                          dp_mechanism_joint_name(m, result->singular_joint));
    return json_pack("{s:i, s:o}", "count", (int)result->singular_count, "first", first);
}

static void note_singular(const dp_mechanism *m, const dp_mechanism_result *result,
                          struct outcome *out) {
    if (result->singular_count == 0) return;
    add_note(out,
             "The motion passed %ld singular position%s, the first at %.6g s, where joint %s loses "
             "its hold: it goes on along the branch that the speeds belong to. Forces of ideal "
             "joints and of drivers are not determined there and may grow beyond all bounds: their "
             "largest values, means and rms mean nothing.",
             result->singular_count, result->singular_count == 1 ? "" : "s", result->singular_time,
             dp_mechanism_joint_name(m, result->singular_joint));
}

static void summarise(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    json_t *summary = out->summary, *window = json_object();
    put_measure(window, "from", c->skip, "s");
    put_measure(window, "to", k->main.result.time, "s");
    json_put(summary, "window", window);
    json_put(summary, "channels", channels_json(c->model, &c->watch, &k->main));
    put_pairs(k, summary, pair_json);
    if (k->has_ideal)
        json_put(
            summary, "ideal",
            json_pack("{s:o}", "channels", channels_json(c->ideal, &k->ideal_watch, &k->ideal)));
    json_put(summary, "start", start_json(c->model));
    json_put(summary, "mobility", json_integer(dp_mechanism_mobility(c->model)));
    json_put(summary, "redundant", redundant_json(c->model));
    put_measure(summary, "constraint_error", k->main.result.constraint_error, "1");
    json_put(summary, "singular_positions", singular_json(c->model, &k->main.result));
    mechanism_put_horizon(k, summary);
    if (k->copy_count > 0) json_put(summary, "ensemble", ensemble_json(k));
    json_put(summary, "energy", energy_json(&k->main.result.energy));
    json_put(summary, "solver", solver_json(k));
}

// --- what is said first --------------------------------------------------------------------------

// A number of the run, or where there are copies their mean.
static double value_of(const struct campaign *k, double value, dp_statistic what, int index) {
    return k->copy_count == 0 ? value : dp_mechanism_ensemble_spread(k->ensemble, what, index).mean;
}

static void tell_channel(const struct campaign *k, int index, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    const dp_channel *channel = dp_mechanism_channel(c->model, c->watch.item[index]);
    const char *what = k->copy_count > 0 ? "mean " : "";
    const dp_channel_stats *main = &k->main.stats[index];
    double max = value_of(k, main->max, DP_CHANNEL_MAX, index);
    double min = value_of(k, main->min, DP_CHANNEL_MIN, index);
    double rms = value_of(k, main->rms, DP_CHANNEL_RMS, index);
    // the one of larger size, with its sign
    double peak = fabs(min) > fabs(max) ? min : max;
    add_headline_of(out, peak, channel->unit, "%.46s, %speak", channel->name, what);
    add_headline_of(out, rms, channel->unit, "%.46s, %srms", channel->name, what);
}

static void tell_pair(const struct campaign *k, int pair, struct outcome *out) {
    const char *own = dp_mechanism_pair_name(k->config->model, pair);
    const dp_mechanism_contact_stats *main = &k->main.pairs[pair];
    double share = value_of(k, main->contact_share, DP_PAIR_CONTACT_SHARE, pair);
    double impacts = value_of(k, (double)main->impacts, DP_PAIR_IMPACTS, pair);
    double deepest = value_of(k, main->max_indentation, DP_PAIR_MAX_INDENTATION, pair);
    add_headline_of(out, 100.0 * share, "%", "%.40s in contact", own);
    add_headline_of(out, impacts, "", "%.40s impacts in the %s", own,
                    k->config->skip > 0.0 ? "window" : "run");
    add_headline_of(out, deepest, "m", "%.40s largest indentation", own);
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
    for (int i = 0; i < pairs; i++) {
        double time = k->main.pairs[i].first_time;
        if (!isnan(time) && (first < 0 || time < k->main.pairs[first].first_time)) first = i;
    }
    if (c->skip > 0.0 || k->copy_count > 0)
        add_headline_part(out, "The whole run, start-up included, 0 s to %.4g s",
                          k->main.result.time);
    if (first >= 0)
        add_headline_of(out, k->main.pairs[first].first_time, "s", "first impact, %.40s",
                        dp_mechanism_pair_name(c->model, first));
    for (int i = 0; i < pairs && i < 2 && c->skip > 0.0; i++)
        add_headline_of(out, (double)k->main.pairs[i].impacts_in_all, "",
                        "%.40s impacts in the run", dp_mechanism_pair_name(c->model, i));
    add_headline(out, "histories agree until", k->agreement.horizon, "s");
}

// Very many contacts: not all of them have rows of their own.
static void note_contact_rows(const struct campaign *k, struct outcome *out) {
    if (!isfinite(k->contact_rows_until)) return;
    add_note(
        out,
        "The series has %zu rows at onsets, peaks and ends of contacts, up to %.4g s, and none "
        "from then on: rows %.3g s apart may miss a peak there. A shorter output.every keeps "
        "more of them.",
        k->contact_rows.rows, k->contact_rows_until, k->config->every);
}

// Only the clearance lets the linkage pass.
static void note_motion(const struct mechanism_config *c, struct outcome *out) {
    const dp_mechanism_motion *m = &c->motion;
    if (isnan(m->open_from) || m->joint < 0 || !(m->open_by > 0.0)) return;
    const dp_mechanism_joint *j = &c->def.joints[m->joint];
    bool is_pin = joint_traits(j->type)->is_pin;
    double play = is_pin ? j->bearing_radius - j->journal_radius : j->gap;
    add_note(
        out,
        "With all clearances closed the linkage cannot be assembled beyond %s: joint %s has to "
        "open by %.3g mm there, of its clearance of %.3g mm. Only that clearance lets it pass.",
        m->open_where, dp_mechanism_joint_name(c->model, m->joint), 1e3 * m->open_by, 1e3 * play);
}

static void note_redundant(const struct campaign *k, struct outcome *out) {
    int count = dp_mechanism_redundant_count(k->config->model);
    if (count == 0) return;
    add_note(out, "%s%s. The motion does not depend on it, the forces in that joint do.",
             dp_mechanism_redundant(k->config->model, 0), count > 1 ? " (and others)" : "");
}

// --- dents that journals leave in their bearings -------------------------------------------------

// The deepest dent of a pair, and how many it has; NULL: none.
static const dp_mechanism_dent *deepest_dent(const struct campaign *k, int pair, int *count) {
    const dp_mechanism_dent *most = NULL, *dents = k->dents.item;
    *count = 0;
    for (size_t i = 0; i < k->dents.count; i++) {
        if (dents[i].pair != pair) continue;
        (*count)++;
        if (most == NULL || dents[i].depth > most->depth) most = &dents[i];
    }
    return most;
}

static void note_growth(const struct campaign *k, int pair, const dp_mechanism_dent *most,
                        int count, struct outcome *out) {
    double gap = dp_mechanism_pair_gap(k->config->model, pair);
    add_note(out,
             "The bearing of %s has %d dent%s. The deepest, %.3g \xc2\xb5m at %.4g deg, widens the "
             "clearance of %.4g mm by %.2g %%.",
             dp_mechanism_pair_name(k->config->model, pair), count, count == 1 ? "" : "s",
             1e6 * most->depth, 180.0 / PI * most->angle, 1e3 * gap, 100.0 * most->depth / gap);
}

static void note_slides(const struct campaign *k, int pair, struct outcome *out) {
    const dp_mechanism_contact_stats *result = &k->main.pairs[pair];
    int sectors = dp_mechanism_pair_histories(k->config->model, pair);
    if (result->slid_over_sectors == 0) return;
    add_note(
        out,
        "%ld of %ld touches of %s slid out of the sector in which they began (one of %d, %.3g deg "
        "wide). Such a touch has its dent where it began.",
        result->slid_over_sectors, result->impacts_in_all,
        dp_mechanism_pair_name(k->config->model, pair), sectors, 360.0 / sectors);
}

// A contact wider than its sector presses material that neighbouring sectors take for new.
static void note_width(const struct campaign *k, int pair, const dp_pair *surfaces,
                       struct outcome *out) {
    double width = 2.0 * sqrt(surfaces->radius * k->main.pairs[pair].max_indentation);
    double round = 2.0 * PI * surfaces->bearing_radius;
    int sectors = dp_mechanism_pair_histories(k->config->model, pair);
    if (!(width * sectors > 2.0 * round)) return;
    add_note(out,
             "The largest contact in %s is about %.3g mm wide, %.3g times a sector. Its neighbours "
             "count as new material, so the plastic work depends on `sectors`; %d would be as wide "
             "as this "
             "contact.",
             dp_mechanism_pair_name(k->config->model, pair), 1e3 * width, width * sectors / round,
             (int)fmax(1.0, round / width));
}

static void note_dents(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    int pairs = dp_mechanism_pair_count(c->model);
    for (int i = 0, noted = 0; i < pairs && noted < NOTED_MAX; i++) {
        int count;
        if (!mechanism_is_bearing(c, i)) continue;
        const dp_mechanism_dent *most = deepest_dent(k, i, &count);
        // without dents it does not matter where touches began
        if (most == NULL) continue;
        note_growth(k, i, most, count, out);
        note_slides(k, i, out);
        note_width(k, i, &c->touches[mechanism_owner(c, i).contact].def.pair, out);
        noted++;
    }
}

// --- the whole -----------------------------------------------------------------------------------

static const char *name_of_pair(const struct mechanism_config *c, int pair) {
    return c->touch_count > 1 ? dp_mechanism_pair_name(c->model, pair) : NULL;
}

// Largest indentation and speed of a pair, over the whole run, and the mass that met at that speed.
static struct reach reach_of(const struct campaign *k, int pair,
                             const struct prepared_contact *touch) {
    struct reach reach = {.touch = touch, .indentation = NAN, .speed = NAN, .mass = NAN};
    const dp_mechanism_impact *impact = k->impacts.item;
    for (size_t i = 0; i < k->impacts.count; i++, impact++) {
        if (impact->pair != pair) continue;
        // fmax leaves out what is not known yet
        reach.indentation = fmax(reach.indentation, impact->max_indentation);
        if (impact->approach_speed <= reach.speed) continue;
        reach.speed = impact->approach_speed;
        reach.mass = isfinite(impact->mass) ? impact->mass : NAN;
    }
    // what touches from the start is no impact
    reach.indentation = fmax(reach.indentation, k->main.pairs[pair].max_indentation);
    reach.where = name_of_pair(k->config, pair);
    return reach;
}

// Where the laws hold, as notes.
static bool judge(struct reader *reader, const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    int before = reader->count;
    for (int i = 0; i < dp_mechanism_pair_count(c->model); i++) {
        int contact = mechanism_owner(c, i).contact;
        struct prepared_contact touch = c->touches[contact];
        const struct reach reach = reach_of(k, i, &touch);
        // as it was prepared for that touch
        if (c->blocks[contact].mass == MASS_EFFECTIVE && reach.mass > 0.0)
            touch.def.pair.mass = reach.mass;
        validity_tell(reader, &reach, out);
    }
    return reader->count == before;
}

// Which masses a contact met whose law depends on them.
static void note_masses(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    const double same = 0.01;
    for (int i = 0; i < dp_mechanism_pair_count(c->model); i++) {
        int contact = mechanism_owner(c, i).contact;
        const dp_contact_def *def = &c->touches[contact].def;
        const dp_mechanism_impact *impact = k->impacts.item;
        double least = INFINITY, most = 0.0;
        for (size_t j = 0; j < k->impacts.count; j++, impact++) {
            if (impact->pair != i) continue;
            least = fmin(least, impact->mass);
            most = fmax(most, impact->mass);
        }
        bool is_one = most - least <= same * least;
        if (!dp_contact_uses_mass(def) || c->blocks[contact].mass != MASS_EFFECTIVE || is_one)
            continue;
        add_fact(out,
                 "The touches of %s feel masses from %.4g to %.4g kg, and %s is prepared for each "
                 "of them; what is said of its restitution is that of the fastest.",
                 dp_mechanism_pair_name(c->model, i), least, most, def->law.law->name);
    }
}

// The corners of a guide share one contact.
static void note_contacts(const struct mechanism_config *c, struct outcome *out) {
    for (int i = 0; i < dp_mechanism_pair_count(c->model); i++) {
        struct pair_owner owner = mechanism_owner(c, i);
        const char *where = owner.corner < 0 ? dp_mechanism_pair_name(c->model, i)
                                             : dp_mechanism_joint_name(c->model, owner.joint);
        if (owner.corner > 0) continue;
        contact_notes(&c->blocks[owner.contact], &c->touches[owner.contact],
                      c->touch_count > 1 ? where : NULL, out);
    }
}

// A stop that nothing strikes is often in the wrong place. Loose joints and the corners of guides
// need not all touch.
static void note_untouched(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    for (int i = 0; i < dp_mechanism_pair_count(c->model); i++) {
        if (mechanism_owner(c, i).corner >= 0 || mechanism_is_bearing(c, i)) continue;
        if (k->main.pairs[i].impacts_in_all > 0 || k->main.pairs[i].max_indentation > 0.0) continue;
        add_note(out,
                 "No touch of %.40s began in %.4g s. If it is to be struck, check its points, its "
                 "normal and the order of its bodies.",
                 dp_mechanism_pair_name(c->model, i), k->main.result.time);
    }
}

enum { CHANNELS_TOLD = 4, PAIRS_TOLD = 2 };

static void note_left_out(int channels, int pairs, struct outcome *out) {
    if (channels <= CHANNELS_TOLD && pairs <= PAIRS_TOLD) return;
    add_fact(out,
             "The headlines have %d of %d channels and %d of %d contacts; the summary (--json, or "
             "summary.json of --out) has all.",
             channels < CHANNELS_TOLD ? channels : CHANNELS_TOLD, channels,
             pairs < PAIRS_TOLD ? pairs : PAIRS_TOLD, pairs);
}

// Does the pair have the contact that a comparison varies?
static bool is_varied(const struct campaign *k, const struct node *varied, int pair) {
    const struct mechanism_config *c = k->config;
    return varied != NULL && c->contacts[mechanism_owner(c, pair).contact] == varied;
}

static bool is_of_varied(const struct campaign *k, const struct node *varied, int channel) {
    const char *name = dp_mechanism_channel(k->config->model, channel)->name;
    for (int i = 0; i < dp_mechanism_pair_count(k->config->model); i++) {
        const char *pair = dp_mechanism_pair_name(k->config->model, i);
        size_t length = strlen(pair);
        if (is_varied(k, varied, i) && strncmp(name, pair, length) == 0 && name[length] == '.')
            return true;
    }
    return false;
}

// Some channels and pairs: what differs between runs comes first.
static void tell_first(const struct reader *reader, const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    int pairs = dp_mechanism_pair_count(c->model), channels_told = 0, pairs_told = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < c->watch.count && channels_told < CHANNELS_TOLD; i++) {
            if (is_of_varied(k, reader->varied, c->watch.item[i]) != (pass == 0)) continue;
            tell_channel(k, i, out);
            channels_told++;
        }
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < pairs && pairs_told < PAIRS_TOLD; i++) {
            if (is_varied(k, reader->varied, i) != (pass == 0)) continue;
            tell_pair(k, i, out);
            pairs_told++;
        }
}

bool mechanism_tell(struct reader *reader, const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    int pairs = dp_mechanism_pair_count(c->model);
    if (!judge(reader, k, out)) return false;
    summarise(k, out);
    tell_window(k, out);
    tell_first(reader, k, out);
    tell_whole(k, out);
    note_start(k, out);
    note_branch(c, out);
    note_singular(c->model, &k->main.result, out);
    if (k->has_ideal && c->is_ideal_moved)
        add_fact(out, "The mechanism with ideal joints starts where its joints close, beside what "
                      "`start` says.");
    note_left_out(c->watch.count, pairs, out);
    note_untouched(k, out);
    mechanism_note_horizon(k, out);
    mechanism_note_ensemble(k, out);
    note_contact_rows(k, out);
    note_redundant(k, out);
    note_motion(c, out);
    mechanism_note_tables(c, out);
    note_dents(k, out);
    note_masses(k, out);
    note_contacts(c, out);
    return true;
}
