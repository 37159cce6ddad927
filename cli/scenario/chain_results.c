// The summary of a chain, headlines and notes.

#include "scenario/chain_results.h"

#include <math.h>

#include "json.h"
#include "measure.h"
#include "scenario/chain_watch.h"
#include "scenario/result.h"

enum { VELOCITIES_MAX = 100000 };

static json_t *sensors_json(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    json_t *list = json_array();
    for (size_t i = 0; i < c->sensor_count; i++) {
        dp_chain_probe probe = dp_chain_probe_at(w->chain, c->probes.sensor[i]);
        json_t *entry = json_object();
        bool is_touched = probe.peak_force > 0.0;
        cli_put(entry, "bead", json_integer(c->sensors[i]));
        put_measure(entry, "peak_force", probe.peak_force, "N");
        put_measure(entry, "peak_time", is_touched ? probe.peak_force_time : NAN, "s");
        put_measure(entry, "peak_velocity", probe.peak_velocity, "m/s");
        push_measures(list, entry);
    }
    return list;
}

static json_t *contacts_json(const struct chain_work *w, const dp_chain_tops *top) {
    json_t *object = json_object(), *at = json_object();
    bool is_touched = top->force > 0.0;
    put_measure(object, "max_force", top->force, "N");
    put_measure(object, "max_indentation", top->indentation, "m");
    cli_put(at, "contact",
            is_touched ? json_integer(chain_contact_number(w->config, top->contact)) : json_null());
    put_measure(at, "time", is_touched ? top->time : NAN, "s");
    cli_put(object, "max_at", at);
    return object;
}

// --- pulse ---------------------------------------------------------------------------------------

static json_t *theory_json(const struct chain_pulse *p, double constant, double half_width) {
    double speed =
        constant * p->pitch * cbrt(p->stiffness) / sqrt(p->mass) * pow(p->mean_peak, 1.0 / 6.0);
    json_t *object = json_object();
    put_measure(object, "constant", constant, "1");
    put_measure(object, "speed", speed, "m/s");
    put_measure(object, "ratio", p->speed / speed, "1");
    put_measure(object, "half_width", half_width, "1");
    return object;
}

static json_t *pulse_json(const struct chain_pulse *p) {
    if (!p->is_there) return json_null();
    struct soliton soliton;
    json_t *object = json_object(), *sensors = json_array(), *width = json_object();
    json_t *theory = json_object();
    double beads = p->speed / p->pitch;
    soliton_find(&soliton);
    cli_push(sensors, json_integer(p->sensor[0]));
    cli_push(sensors, json_integer(p->sensor[1]));
    cli_put(object, "sensors", sensors);
    put_measure(object, "speed", p->speed, "m/s");
    put_measure(object, "peak_force", p->mean_peak, "N");
    put_measure(width, "time", p->width[0], "s");
    put_measure(width, "beads", beads * p->width[0], "1");
    put_measure(width, "tenth", beads * p->width[1], "1");
    put_measure(width, "hundredth", beads * p->width[2], "1");
    cli_put(object, "width", width);
    cli_put(theory, "long_wave", theory_json(p, long_wave_constant(), long_wave_half_width()));
    cli_put(theory, "exact", theory_json(p, soliton.constant, soliton.half_width));
    cli_put(object, "nesterenko", theory);
    return object;
}

// --- ends ----------------------------------------------------------------------------------------

// What is left after the last row; a glued end has no contact to look at, but little is left.
static double last_impulse(const struct chain_work *w, int side, double time, double force) {
    const struct chain_config *c = w->config;
    const dp_chain_view *view = dp_chain_look(w->chain);
    double now = c->end[side].glued ? force : view->force[side == 0 ? 0 : c->bodies];
    return 0.5 * (view->time - time) * (force + now);
}

static json_t *wall_json(const struct chain_work *w, int side) {
    const struct chain_config *c = w->config;
    size_t rows = chain_end_rows(w, side);
    if (rows == 0) return json_null();
    double every = (double)c->record_every * c->step, impulse = 0.0, before = 0.0;
    double peak = -INFINITY, peak_time = NAN;
    for (size_t i = 0; i < rows; i++) {
        double force = chain_end_at(w, side, i).force;
        if (i > 0) impulse += 0.5 * every * (force + before);
        if (force > peak) {
            peak = force;
            peak_time = (double)i * every;
        }
        before = force;
    }
    impulse += last_impulse(w, side, (double)(rows - 1) * every, before);
    if (!c->end[side].glued) {  // every step was watched
        dp_chain_probe probe = dp_chain_probe_at(w->chain, c->probes.end[side]);
        peak = probe.peak_force;
        peak_time = probe.peak_force_time;
    }
    json_t *object = json_object();
    put_measure(object, "peak_force", peak, "N");
    put_measure(object, "peak_time", peak > 0.0 ? peak_time : NAN, "s");
    put_measure(object, "impulse", impulse, "N s");
    return object;
}

static json_t *walls_json(const struct chain_work *w) {
    json_t *object = json_object();
    cli_put(object, "left", wall_json(w, 0));
    cli_put(object, "right", wall_json(w, 1));
    return object;
}

static void raise(double *most, double value) {
    if (isfinite(value) && (isnan(*most) || fabs(value) > fabs(*most))) *most = value;
}

static json_t *bar_json(const struct chain_work *w) {
    const dp_chain_end *end = w->config->end;
    double incident = NAN, outgoing[2] = {NAN, NAN};
    if (end[0].type != DP_END_BAR && end[1].type != DP_END_BAR) return json_null();
    for (int side = 0; side < 2; side++) {
        size_t rows = end[side].type == DP_END_BAR ? chain_end_rows(w, side) : 0;
        for (size_t i = 0; i < rows; i++) {
            struct chain_end_row row = chain_end_at(w, side, i);
            if (end[side].history.count > 0) raise(&incident, row.incident);
            raise(&outgoing[side], row.outgoing);
        }
    }
    json_t *object = json_object();
    put_measure(object, "incident", incident, "m/s");
    put_measure(object, "reflected", outgoing[0], "m/s");
    put_measure(object, "transmitted", outgoing[1], "m/s");
    return object;
}

// --- the rest ------------------------------------------------------------------------------------

static json_t *equilibrium_json(const struct chain_work *w) {
    if (!w->config->settles) return json_null();
    json_t *object = json_object();
    put_measure(object, "first", w->start_force[0], "N");
    put_measure(object, "last", w->start_force[1], "N");
    return object;
}

static json_t *velocities_json(const dp_chain_view *view) {
    if (view->count > VELOCITIES_MAX) return json_null();
    json_t *list = json_array();
    for (size_t i = 0; i < view->count; i++)
        cli_push(list, cli_json_number(view->velocity[i]));
    return list;
}

static json_t *balance_json(const struct chain_work *w, const dp_chain_view *view) {
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
    static const char *const names[] = {
        [DP_CHAIN_VERLET] = "verlet",
        [DP_CHAIN_PREDICTOR_CORRECTOR] = "predictor-corrector",
        [DP_CHAIN_RK4] = "rk4",
        [DP_CHAIN_DOP853] = "dop853",
    };
    static const int evaluations[] = {
        [DP_CHAIN_VERLET] = 1, [DP_CHAIN_PREDICTOR_CORRECTOR] = 2, [DP_CHAIN_RK4] = 4};
    const struct chain_config *c = w->config;
    int method = c->run.integrator;
    // a fixed step is never rejected and stops nowhere
    struct effort effort = {.path = names[method], .steps = c->steps};
    if (chain_is_adaptive(c)) {
        effort.steps = w->stats.steps;
        effort.evaluations = w->stats.evaluations;
        effort.rejected = w->stats.rejected;
        effort.events = w->stats.events;
    } else {
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

static void tell_step(const struct chain_config *c, struct outcome *out) {
    if (chain_is_adaptive(c)) return;
    if (isnan(c->run.step))
        note(out,
             "The step of %.3g s was chosen: at most a tenth of the longest stable one, %.3g "
             "s at contact %ld.",
             c->step, c->limit, chain_contact_number(c, c->stiffest));
    else if (c->step > 0.2 * c->limit)
        note(out,
             "The step of %.3g s is above a fifth of the longest stable one, %.3g s at contact "
             "%ld; a shorter one tells how good the result is.",
             c->step, c->limit, chain_contact_number(c, c->stiffest));
}

static void tell_notes(const struct chain_work *w, const struct chain_speed *speed,
                       const struct chain_pulse *p) {
    const struct chain_config *c = w->config;
    struct outcome *out = w->outcome;
    // measured: below 1e-5 with the step chosen here
    if (w->ledger.error > 1e-3)
        note(out, "The energy balance is off by %.2g of the energy; a shorter step will mend that.",
             w->ledger.error);
    tell_step(c, out);
    if (c->chain.sensors.node == NULL && c->sensor_count > 1)
        note(out, "No sensors were named; %zu beads from %ld to %ld were watched.", c->sensor_count,
             c->sensors[0], c->sensors[c->sensor_count - 1]);
    if (c->settles)
        note(out, "The chain starts in static equilibrium, contacts carrying %.4g to %.4g N.",
             w->start_force[0], w->start_force[1]);
    if (speed->reason[0] != '\0') note(out, "No wave speed: %s.", speed->reason);
    if (!p->is_there) note(out, "No comparison with Nesterenko's theory: %s.", p->reason);
    if (c->bodies > VELOCITIES_MAX)
        note(out, "final_velocities is left out above %d bodies; the table `final` has them.",
             VELOCITIES_MAX);
    for (int i = 0; i < c->note_count; i++)
        contact_notes(c->note[i].block, &c->note[i].touch, out);
}

static void tell(const struct chain_work *w, const dp_chain_tops *top, double speed) {
    struct outcome *out = w->outcome;
    const dp_energy *e = &w->ledger;
    double lost = e->viscous + e->plastic + e->released, all = e->initial + fmax(0.0, e->input);
    headline(out, "bodies", (double)w->config->bodies, "");
    headline(out, "steps",
             (double)(chain_is_adaptive(w->config) ? w->stats.steps : w->config->steps), "");
    headline(out, "wave speed", speed, "m/s");
    headline(out, "peak force", top->force, "N");
    headline(out, "largest indentation", top->indentation, "m");
    headline(out, "energy lost", all > 0.0 ? 100.0 * lost / all : NAN, "%");
    headline(out, "momentum error", w->momentum_error, "");
    headline(out, "particle-steps per second", rounded(pace(w)), "");
}

void chain_summarise(struct chain_work *w, const struct chain_pulse *p) {
    const struct chain_config *c = w->config;
    const dp_chain_view *view = dp_chain_look(w->chain);
    dp_chain_tops top = dp_chain_top(w->chain);
    json_t *summary = w->outcome->summary;
    struct chain_speed speed = chain_wave_speed(w);
    cli_put(summary, "sensors", sensors_json(w));
    cli_put(summary, "contacts", contacts_json(w, &top));
    put_measure(summary, "wave_speed", speed.value, "m/s");
    cli_put(summary, "pulse", pulse_json(p));
    cli_put(summary, "walls", walls_json(w));
    cli_put(summary, "bar", bar_json(w));
    cli_put(summary, "equilibrium", equilibrium_json(w));
    put_measures(summary, "final_velocities", velocities_json(view), "m/s");
    put_measure(summary, "momentum", view->momentum, "kg m/s");
    cli_put(summary, "energy", energy_json(&w->ledger));
    cli_put(summary, "momentum_balance", balance_json(w, view));
    cli_put(summary, "step", step_json(c));
    cli_put(summary, "solver", solver_json(w));
    put_measure(summary, "particle_steps_per_second", pace(w), "1/s");
    cli_put(summary, "memory_bytes", json_integer((json_int_t)c->memory));
    tell(w, &top, speed.value);
    tell_notes(w, &speed, p);
}
