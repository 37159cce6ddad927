// The summary of a chain, headlines and notes.

#include "kinds/chain/results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/measure.h"
#include "base/words.h"
#include "result/result.h"
#include "scenario/validity.h"

enum { VELOCITIES_MAX = 100000 };

// --- sensors and contacts ------------------------------------------------------------------------

const struct column chain_sensor_columns[] = {
    COLUMN(struct chain_sensor, bead, "1", "number"),
    COLUMN(struct chain_sensor, peak_force, "N", "largest mean of its two contact forces"),
    COLUMN(struct chain_sensor, peak_time, "s", "of that force"),
    COLUMN(struct chain_sensor, peak_velocity, "m/s", "largest, either sign"),
    {0},
};

struct chain_sensor chain_sensor_at(const struct chain_work *w, size_t sensor) {
    dp_chain_probe probe = dp_chain_probe_at(w->chain, w->config->probes.sensor[sensor]);
    return (struct chain_sensor){w->config->sensors[sensor], probe.peak_force,
                                 probe.peak_force_time, probe.peak_velocity};
}

static json_t *sensors_json(const struct chain_work *w) {
    json_t *list = json_array();
    for (size_t i = 0; i < w->config->sensor_count; i++) {
        struct chain_sensor sensor = chain_sensor_at(w, i);
        json_t *entry = json_object();
        if (!(sensor.peak_force > 0.0)) sensor.peak_time = NAN;
        put_results(entry, chain_sensor_columns, &sensor);
        push_measures(list, entry);
    }
    return list;
}

static json_t *contacts_json(const struct chain_work *w, const dp_chain_largest *top) {
    json_t *object = json_object(), *at = json_object();
    bool is_touched = top->force > 0.0;
    put_measure(object, "max_force", top->force, "N");
    put_measure(object, "max_indentation", top->indentation, "m");
    json_put(at, "contact",
             is_touched ? json_integer(chain_contact_number(w->config, top->contact))
                        : json_null());
    put_measure(at, "time", is_touched ? top->time : NAN, "s");
    json_put(object, "max_at", at);
    return object;
}

// --- pulse ---------------------------------------------------------------------------------------

static json_t *theory_json(const struct chain_pulse *p, double constant, double half_width) {
    double speed = dp_pulse_speed(&p->beads, constant, p->mean_peak);
    json_t *object = json_object();
    put_measure(object, "constant", constant, "1");
    put_measure(object, "speed", speed, "m/s");
    put_measure(object, "ratio", p->speed / speed, "1");
    put_measure(object, "half_width", half_width, "1");
    return object;
}

static json_t *pulse_json(const struct chain_config *c, const struct chain_pulse *p) {
    if (p->reason != NULL) return json_null();
    json_t *object = json_object(), *sensors = json_array(), *width = json_object();
    json_t *theory = json_object();
    double beads = p->speed / p->beads.pitch;
    for (int i = 0; i < 2; i++)
        json_push(sensors, json_integer(chain_bead_of(c, c->pulse.body[i])));
    json_put(object, "sensors", sensors);
    put_measure(object, "speed", p->speed, "m/s");
    put_measure(object, "peak_force", p->mean_peak, "N");
    put_measure(width, "time", p->width[0], "s");
    put_measure(width, "beads", beads * p->width[0], "1");
    put_measure(width, "tenth", beads * p->width[1], "1");
    put_measure(width, "hundredth", beads * p->width[2], "1");
    json_put(object, "width", width);
    json_put(theory, "long_wave",
             theory_json(p, dp_long_wave_constant(), dp_long_wave_half_width()));
    json_put(theory, "exact", theory_json(p, p->soliton.constant, p->soliton.half_width));
    json_put(object, "nesterenko", theory);
    return object;
}

// --- uniform stretches ---------------------------------------------------------------------------

static json_t *stretches_json(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    json_t *list = json_array();
    for (size_t i = 0; i < c->stretch_count; i++) {
        const struct chain_stretch *s = &c->stretches[i];
        struct chain_wave wave = chain_measure_stretch(w, i);
        json_t *entry = json_object();
        json_put(entry, "first_bead", json_integer(chain_bead_of(c, s->from)));
        json_put(entry, "last_bead", json_integer(chain_bead_of(c, s->to)));
        json_put(entry, "timed_from", json_integer(chain_bead_of(c, s->body[0])));
        json_put(entry, "timed_to", json_integer(chain_bead_of(c, s->body[1])));
        put_measure(entry, "speed", wave.speed, "m/s");
        put_measure(entry, "contact_force", wave.force, "N");
        put_measure(entry, "over_solitary", wave.ratio, "1");
        push_measures(list, entry);
    }
    return list;
}

// --- ends ----------------------------------------------------------------------------------------

static dp_chain_end_record end_record(const struct chain_work *w, int side) {
    const struct chain_config *c = w->config;
    const dp_chain_end *end = &c->end[side];
    const dp_chain_snapshot *view = dp_chain_state(w->chain);
    dp_chain_end_record record = {.incident = NAN, .outgoing = NAN};
    if (end->type != DP_END_BAR && !chain_has_contact(c, side)) return record;
    dp_chain_probe probe = dp_chain_probe_at(w->chain, c->probes.end[side]);
    dp_chain_def def = chain_define(c, true);
    record = dp_chain_end_read(&def, side, w->rest[side], &probe);
    if (record.rows == 0) return record;
    // after the last row; a glued end has no contact to look at, but little is left
    double now = end->glued ? record.last_force : view->force[side == 0 ? 0 : c->bodies];
    double left = view->time - (double)(record.rows - 1) * ((double)c->record_every * c->step);
    record.impulse += 0.5 * left * (record.last_force + now);
    if (!end->glued) {  // every step was watched
        record.peak_force = probe.peak_force;
        record.peak_time = probe.peak_force_time;
    }
    return record;
}

static json_t *wall_json(const dp_chain_end_record *end) {
    if (end->rows == 0) return json_null();
    json_t *object = json_object();
    put_measure(object, "peak_force", end->peak_force, "N");
    put_measure(object, "peak_time", end->peak_force > 0.0 ? end->peak_time : NAN, "s");
    put_measure(object, "impulse", end->impulse, "N s");
    return object;
}

static json_t *walls_json(const dp_chain_end_record end[2]) {
    json_t *object = json_object();
    json_put(object, "left", wall_json(&end[0]));
    json_put(object, "right", wall_json(&end[1]));
    return object;
}

static json_t *bar_json(const struct chain_config *c, const dp_chain_end_record end[2]) {
    if (c->end[0].type != DP_END_BAR && c->end[1].type != DP_END_BAR) return json_null();
    json_t *object = json_object();
    bool is_right = !(fabs(end[1].incident) <= fabs(end[0].incident)) && !isnan(end[1].incident);
    put_measure(object, "incident", end[is_right].incident, "m/s");
    put_measure(object, "reflected", end[0].outgoing, "m/s");
    put_measure(object, "transmitted", end[1].outgoing, "m/s");
    return object;
}

// --- the rest ------------------------------------------------------------------------------------

static json_t *equilibrium_json(const struct chain_work *w) {
    if (!chain_is_pressed(w)) return json_null();
    json_t *object = json_object();
    put_measure(object, "first", w->start_force[0], "N");
    put_measure(object, "last", w->start_force[1], "N");
    return object;
}

static json_t *velocities_json(const dp_chain_snapshot *view) {
    if (view->count > VELOCITIES_MAX) return json_null();
    json_t *list = json_array();
    for (size_t i = 0; i < view->count; i++)
        json_push(list, json_finite(view->velocity[i]));
    return list;
}

static json_t *balance_json(const struct chain_work *w, const dp_chain_snapshot *view) {
    json_t *object = json_object();
    put_measure(object, "initial", w->start_momentum, "kg m/s");
    put_measure(object, "impulse", view->impulse, "N s");
    put_measure(object, "final", view->momentum, "kg m/s");
    put_measure(object, "error", w->momentum_error, "1");
    return object;
}

static json_t *step_json(const struct chain_config *c) {
    json_t *object = json_object();
    put_measure(object, "used", chain_is_adaptive(c) ? NAN : c->step, "s");
    put_measure(object, "limit", c->limit, "s");
    return object;
}

static json_t *solver_json(const struct chain_work *w) {
    // of a step; one of fixed length is never rejected and stops nowhere
    static const int evaluations[] = {
        [DP_CHAIN_VERLET] = 1, [DP_CHAIN_PREDICTOR_CORRECTOR] = 2, [DP_CHAIN_RK4] = 4};
    const struct chain_config *c = w->config;
    int method = c->run.integrator;
    const dp_solve_stats *stats = &w->stats;
    struct effort effort = {chain_integrators[method], stats->steps, stats->evaluations,
                            stats->rejected, stats->events};
    if (!chain_is_adaptive(c)) {
        effort.steps = c->steps;
        effort.evaluations = c->steps * evaluations[method];
    }
    return effort_json(&effort);
}

static double pace(const struct chain_work *w) {
    bool is_adaptive = chain_is_adaptive(w->config);
    double steps = (double)((is_adaptive ? w->stats.steps : w->config->steps) - w->first);
    return w->seconds > 0.0 ? (double)w->config->bodies * steps / w->seconds : NAN;
}

// A clock gives no more digits than three.
static double rounded(double value) {
    if (!(value > 0.0) || !isfinite(value)) return value;
    double unit = pow(10.0, floor(log10(value)) - 2.0);
    return unit * round(value / unit);
}

// A light bead that is pressed between others swings many times in a run, and its phase drifts.
static void tell_drift(const struct chain_work *w) {
    const double least = 1e-3;
    const struct chain_config *c = w->config;
    size_t body = 0;
    double drift = c->start_in_equilibrium ? dp_chain_drift(w->chain, c->run.until, &body) : 0.0;
    if (!(drift > least)) return;
    bool is_rk4 = c->run.integrator == DP_CHAIN_RK4;
    add_note(w->outcome,
             "Bead %ld swings fastest between its neighbours, and a step of %.3g s lets the phase "
             "drift by %.2g rad in this run: its velocity may be off by %.2g of that swing. %s",
             chain_bead_of(c, body), c->step, drift, fmin(drift, 2.0),
             is_rk4 ? "dop853 keeps it."
                    : "Half the step makes it a quarter; rk4 and dop853 keep it.");
}

static void tell_step(const struct chain_config *c, struct outcome *out) {
    if (chain_is_adaptive(c)) return;
    if (isnan(c->run.step))
        add_fact(out,
                 "The step of %.3g s was chosen: at most a tenth of the longest stable one, %.3g "
                 "s at contact %ld.",
                 c->step, c->limit, chain_contact_number(c, c->stiffest));
    else if (c->step > 0.2 * c->limit)
        add_note(out,
                 "The step of %.3g s is above a fifth of the longest stable one, %.3g s at contact "
                 "%ld; a shorter one shows how accurate the result is.",
                 c->step, c->limit, chain_contact_number(c, c->stiffest));
}

// With `each` the damper of a contact that touches before it moves divides by the floor.
static void tell_slow_touches(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    dp_chain_slow_touches slow = dp_chain_slow(w->chain);
    if (slow.count == 0) return;
    char first[80] = "";
    if (slow.count == 1)
        snprintf(first, sizeof first, "Contact %ld", chain_contact_number(c, slow.contact));
    else
        snprintf(first, sizeof first, "%zu contacts", slow.count);
    add_note(
        w->outcome,
        "%s began to touch below approach_floor and then closed faster than it. The law takes the "
        "floor for their speed, so they are not damped as asked for. Contact %ld is the worst; it "
        "closed at %.3g m/s, %.3g times its floor. `approach: largest` corrects that.",
        first, chain_contact_number(c, slow.contact), slow.speed, slow.ratio);
}

// Every contact counts, those that just touch as well; written from left to right.
static void tell_equilibrium(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    const double *force = w->start_range;
    bool falls = w->start_force[0] > w->start_force[1] && force[0] > 0.0;
    char loose[120] = "";
    if (c->chain.preload > 0.0 && force[0] == 0.0)
        snprintf(loose, sizeof loose,
                 "; the preload pushes bead 1, so contact %ld to its left carries nothing",
                 chain_contact_number(c, c->pushed));
    add_note(w->outcome,
             "The chain starts in static equilibrium, contacts carrying %.4g to %.4g N%s.",
             force[falls], force[!falls], loose);
}

static void tell_notes(const struct chain_work *w, const struct chain_wave *wave,
                       const struct chain_pulse *p) {
    const struct chain_config *c = w->config;
    struct outcome *out = w->outcome;
    // measured: below 1e-5 with the step chosen here
    if (w->ledger.error > 1e-3)
        add_note(out, "The energy balance is off by %.2g of the energy; use a shorter step.",
                 w->ledger.error);
    tell_step(c, out);
    tell_drift(w);
    tell_slow_touches(w);
    if (c->chain.sensors.node == NULL && c->sensor_count > 1)
        add_fact(out, "No sensors were named; %zu beads from %ld to %ld were watched.",
                 c->sensor_count, c->sensors[0], c->sensors[c->sensor_count - 1]);
    if (chain_is_pressed(w))
        tell_equilibrium(w);
    else if (c->start_in_equilibrium)
        add_note(out, "Nothing holds the chain against gravity: all bodies fall together, and no "
                      "contact is pressed at the start.");
    if (wave->reason[0] != '\0') add_fact(out, "No wave speed: %s.", wave->reason);
    if (p->reason != NULL) add_fact(out, "No comparison with Nesterenko's theory: %s.", p->reason);
    if (c->bodies > VELOCITIES_MAX)
        add_fact(out, "final_velocities is left out above %d bodies; the table `final` has them.",
                 VELOCITIES_MAX);
    contact_tell_remarks(&c->remarks, NULL, out);
}

// The chain says how deep the deepest contact is, not which one. So it is compared with the
// smallest ball for a note, and refused only when it is beyond the largest one, too.
bool chain_judge(struct chain_work *w) {
    const struct chain_config *c = w->config;
    dp_chain_largest top = dp_chain_maxima(w->chain);
    bool is_good = true;
    for (int i = 0; i < c->note_count; i++) {
        const struct chain_law_note *note = &c->note[i];
        struct prepared_contact touch = note->touch;
        struct body_pair *meeting = &touch.meeting;
        bool is_certain = top.indentation > note->most_solid;
        meeting->body[0].radius = is_certain ? note->least_solid : note->least_radius;
        meeting->body[1].radius = INFINITY;
        meeting->is_solid[0] = is_certain;
        meeting->is_solid[1] = false;
        const struct reach reach = {
            .touch = &touch, .indentation = top.indentation, .speed = c->closing};
        is_good = validity_tell(w->reader, &reach, w->outcome) && is_good;
    }
    if (c->has_more_notes)
        add_note(w->outcome, "Only %d of the laws in this chain were compared with their bounds.",
                 CHAIN_NOTES_MAX);
    return is_good;
}

// --- what is said first --------------------------------------------------------------------------

enum { TOLD_BODIES = 12, TOLD_SENSORS = 8, TOLD_STRETCHES = 8 };

// Of a short chain, such as a cradle, that is what one wants to know.
static void tell_velocities(const struct chain_work *w, const dp_chain_snapshot *view) {
    const struct chain_config *c = w->config;
    if (c->bodies > TOLD_BODIES) return;
    add_headline_part(w->outcome, "Velocities at the end, after %.4g s", view->time);
    for (size_t i = 0; i < c->bodies; i++) {
        char name[40];
        snprintf(name, sizeof name, "bead %ld, final velocity", chain_bead_of(c, i));
        add_headline(w->outcome, c->has_striker && i == 0 ? "striker, final velocity" : name,
                     view->velocity[i], "m/s");
    }
}

static void tell_wave(const struct chain_work *w, const struct chain_pulse *p, double speed) {
    const struct chain_config *c = w->config;
    struct outcome *out = w->outcome;
    bool is_mean = c->stretches_in_all > 1;
    add_headline_part(out, "Wave");
    if (c->sensor_count > 1 && is_mean)
        add_headline_of(out, speed, "m/s", "mean wave speed, bead %ld to %ld", c->sensors[0],
                        c->sensors[c->sensor_count - 1]);
    else
        add_headline(out, "wave speed", speed, "m/s");
    for (size_t i = 0; i < c->stretch_count && i < TOLD_STRETCHES && is_mean; i++)
        add_headline_of(out, chain_measure_stretch(w, i).speed, "m/s",
                        "wave speed, beads %ld to %ld", chain_bead_of(c, c->stretches[i].from),
                        chain_bead_of(c, c->stretches[i].to));
    // a pulse is five beads long: between nearer sensors it is not formed yet
    const size_t least = 5;
    if (p->reason != NULL || c->pulse.to - c->pulse.from < least) return;
    add_headline(out, "speed over Nesterenko's long wave",
                 p->speed / dp_pulse_speed(&p->beads, dp_long_wave_constant(), p->mean_peak), "");
    add_headline(out, "speed over the solitary wave's",
                 p->speed / dp_pulse_speed(&p->beads, p->soliton.constant, p->mean_peak), "");
}

// Of many sensors the first and the last.
static void tell_forces(const struct chain_work *w, const dp_chain_largest *top) {
    const struct chain_config *c = w->config;
    struct outcome *out = w->outcome;
    add_headline_part(out, "Largest forces");
    for (size_t i = 0; i < c->sensor_count; i++) {
        bool is_outer = i == 0 || i + 1 == c->sensor_count;
        if (c->sensor_count > TOLD_SENSORS && !is_outer) continue;
        add_headline_of(out, chain_sensor_at(w, i).peak_force, "N", "peak force at bead %ld",
                        c->sensors[i]);
    }
    add_headline(out, "largest contact force", top->force, "N");
    add_headline(out, "largest indentation", top->indentation, "m");
}

static void tell_loss(const struct chain_work *w, const char *name, double loss) {
    if (loss != 0.0) add_headline(w->outcome, name, loss, "J");
}

// Start and work are the end, the losses and what the steps leave over. The steps make no loss: it
// is told apart, where the digits printed show it.
static void tell_energy(const struct chain_work *w) {
    const double printed = 5e-7;
    const dp_energy *e = &w->ledger;
    double lost = e->viscous + e->plastic + e->released, all = e->initial + fmax(0.0, e->input);
    double rest = e->initial + e->input - e->final - lost;
    add_headline_part(w->outcome, "Energy");
    add_headline(w->outcome, "energy at the start", e->initial, "J");
    if (e->input != 0.0) add_headline(w->outcome, "work done from outside", e->input, "J");
    add_headline(w->outcome, "energy at the end", e->final, "J");
    tell_loss(w, "lost in dampers", e->viscous);
    tell_loss(w, "lost in plastic flow", e->plastic);
    tell_loss(w, "lost at release", e->released);
    if (fabs(rest) > printed * all)
        add_headline(w->outcome, "missing, error of the step", rest, "J");
    add_headline(w->outcome, "energy lost in contacts", all > 0.0 ? 100.0 * lost / all : NAN, "%");
}

static void tell_work(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    struct outcome *out = w->outcome;
    add_headline_part(out, "The computation");
    add_headline(out, "bodies", (double)c->bodies, "");
    add_headline(out, "steps", (double)(chain_is_adaptive(c) ? w->stats.steps : c->steps), "");
    add_headline(out, "momentum error", w->momentum_error, "");
    add_headline(out, "particle-steps per second", rounded(pace(w)), "");
}

// Velocities that are told must not be taken for the last ones while more is to come.
static void note_unfinished(const struct chain_work *w, const dp_chain_snapshot *view) {
    const struct chain_config *c = w->config;
    // what is left of rounding is no force and closes no gap
    const double rounding = 1e-9;
    if (c->bodies > TOLD_BODIES) return;
    for (size_t i = 0; i <= c->bodies; i++) {
        if (!(view->force[i] > rounding * dp_chain_maxima(w->chain).force)) continue;
        add_note(
            w->outcome,
            "Contact %ld still carries %.4g N at the end: the velocities are not the final ones. "
            "A longer run tells them.",
            chain_contact_number(c, i), view->force[i]);
        return;
    }
    for (size_t i = 0; i + 1 < c->bodies; i++) {
        if (!(view->velocity[i] > view->velocity[i + 1] + rounding * c->speed)) continue;
        add_note(
            w->outcome,
            "Beads %ld and %ld still close in on each other at the end, with %.4g m/s: they will "
            "collide again.",
            chain_bead_of(c, i), chain_bead_of(c, i + 1),
            view->velocity[i] - view->velocity[i + 1]);
        return;
    }
}

static void note_stretches(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    char text[200] = "";
    for (size_t i = 0; i < c->stretch_count; i++) {
        const struct chain_stretch *s = &c->stretches[i];
        struct chain_wave wave = chain_measure_stretch(w, i);
        char part[160];
        // one that is timed as the whole chain is has its reason there
        if (wave.reason[0] == '\0' || chain_times_all(c, s)) continue;
        snprintf(part, sizeof part, "%s in beads %ld to %ld: %s", text[0] != '\0' ? ";" : "",
                 chain_bead_of(c, s->from), chain_bead_of(c, s->to), wave.reason);
        if (strlen(text) + strlen(part) < sizeof text) text_append(text, sizeof text, part);
    }
    if (text[0] != '\0') add_fact(w->outcome, "No wave speed%s.", text);
    if (c->stretches_in_all > c->stretch_count)
        add_fact(w->outcome, "The chain has %zu uniform stretches; the first %zu are timed.",
                 c->stretches_in_all, c->stretch_count);
}

void chain_summarise(struct chain_work *w, const struct chain_pulse *p) {
    const dp_chain_snapshot *view = dp_chain_state(w->chain);
    dp_chain_largest top = dp_chain_maxima(w->chain);
    struct chain_wave wave = chain_measure_wave(w);
    const dp_chain_end_record end[] = {end_record(w, 0), end_record(w, 1)};
    const struct chain_summary summary = {
        .sensors = sensors_json(w),
        .contacts = contacts_json(w, &top),
        .wave_speed = wave.speed,
        .pulse = pulse_json(w->config, p),
        .stretches = stretches_json(w),
        .walls = walls_json(end),
        .bar = bar_json(w->config, end),
        .equilibrium = equilibrium_json(w),
        .final_velocities = velocities_json(view),
        .momentum = view->momentum,
        .energy = energy_json(&w->ledger),
        .momentum_balance = balance_json(w, view),
        .step = step_json(w->config),
        .solver = solver_json(w),
        .particle_steps_per_second = pace(w),
        .memory_bytes = (long)w->config->memory,
    };
    put_results(w->outcome->summary, w->reader->kind->results, &summary);
    tell_velocities(w, view);
    tell_wave(w, p, wave.speed);
    tell_forces(w, &top);
    tell_energy(w);
    tell_work(w);
    note_unfinished(w, view);
    tell_notes(w, &wave, p);
    note_stretches(w);
}
