// The motion of an impact as a dp_system.
//
// In the variables of branch.h the motion m delta'' = m a - F reads
//     dz/ds = v,   dv/ds = p z^(p-1) (a - F/m),   dt/ds = p z^(p-1).
// The solver lands exactly on ends of sections, reversals and the peak force.

#include "impact/motion.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "impact/motion_steps.h"
#include "impact/stepping.h"
#include "kernels/touch.h"

enum { Z = DP_MOTION_Z, V = DP_MOTION_V, T = DP_MOTION_T };
enum { VISCOUS = DP_MOTION_VISCOUS, PLASTIC = DP_MOTION_PLASTIC, INPUT = DP_MOTION_INPUT };
enum { SLIDE = DP_MOTION_SLIDE, UNKNOWNS = DP_MOTION_UNKNOWNS };
enum { AT_END, AT_REVERSAL, AT_ROW, AT_CREEP, AT_SLIP };                  // targets
enum { AT_ZERO_FORCE = -1, AT_SPEED = -2, AT_GRIP = -3, FUNCTIONS = 2 };  // functions
enum { STEP_BUDGET = 20000 };
// With friction a step goes no further than one of so many parts of the depth: with a profile, and
// else, where the largest force is sought between steps. The profile may need more, see
// shorten_steps; after so many steps errors may grow.
enum { STEPS = 96, PLAIN_STEPS = 64, OPENING = 3, RETREAT = 21, PATIENCE = 2000 };
static const double SLIDE_RTOL = 1e-11;  // relative to the speed along, whatever rtol is

// What friction gets to know of the normal contact at `delta`.
static struct dp_press press_at(const struct dp_motion *m, double delta, double v) {
    const dp_contact *c = m->contact;
    struct dp_press press = {0};
    double slope;
    if (!(delta > 0.0)) return press;
    dp_response r = c->kernel->respond(c->k, m->history, delta, v);
    double force = r.spring + r.damper;
    bool is_held = force < c->floor;
    if (is_held) force = c->floor;
    press.stiffness = dp_contact_stiffness(c, m->history, delta, &slope);
    press.stiffness_rate = slope * v;
    if (!(force > 0.0)) return press;
    press.normal = force;
    double speeds_up = m->def->acceleration - force / m->def->mass;
    if (!is_held) press.normal_rate = r.dforce_ddelta * v + r.dforce_drate * speeds_up;
    return press;
}

static double beside_touch(const struct dp_motion *m) {
    return m->section.low + 1e-9 * (m->whole->max_indentation - m->section.low);
}

// A constant stiffness and its damper act from the touch on: the first stage bends the spring.
static struct dp_press press_at_touch(const struct dp_motion *m, double v) {
    double near = beside_touch(m);
    struct dp_press press = press_at(m, near, v);
    bool is_constant =
        fabs(press.stiffness_rate) * (near - m->section.low) < 1e-9 * fabs(v) * press.stiffness;
    return is_constant ? press : press_at(m, 0.0, v);
}

// The same in the section at hand: a trial state must not look beyond its end, nor beyond the
// reversal.
static struct dp_press press_on(const struct dp_motion *m, const double *y) {
    const struct dp_branch *s = &m->section;
    bool is_touch = s->loading && !(y[Z] > 0.0) && s->low == dp_branch_residual(s);
    if (is_touch) return press_at_touch(m, y[V]);
    double delta = dp_branch_delta(s, y[Z] < 0.0 ? 0.0 : y[Z]), v = y[V];
    if (delta >= s->high) delta = nextafter(s->high, 0.0);
    if (s->loading ? v <= 0.0 : v >= 0.0) v = s->loading ? 1e-280 : -1e-280;
    return press_at(m, delta, v);
}

static dp_status rates(const void *model, const double *y, double *dy) {
    const struct dp_motion *m = (const struct dp_motion *)model;
    // at the end of a step a trial stage may lie below zero
    double z = y[Z] < 0.0 ? 0.0 : y[Z];
    dp_motion_rates(m, z, y[V], dp_branch_respond(&m->section, z, y[V]), dy);
    if (!m->slides) return DP_OK;
    if (!(m->def->acceleration > 0.0)) dy[INPUT] = 0.0;
    double width = dp_branch_stretch(&m->section, z), damped;
    const struct dp_press press = press_on(m, y);
    dp_slide_rates(&m->slide, y + SLIDE, &press, dy + SLIDE, &damped);
    for (int i = SLIDE; i < UNKNOWNS; i++)
        dy[i] *= width;
    dy[VISCOUS] += width * damped;
    return DP_OK;
}

static int targets(const void *model, dp_target *out) {
    const struct dp_motion *m = (const struct dp_motion *)model;
    int count = 0;
    out[count++] = (dp_target){V, 0.0, AT_REVERSAL};
    if (isfinite(m->section.end_z)) out[count++] = (dp_target){Z, m->section.end_z, AT_END};
    if (isfinite(m->next_row)) out[count++] = (dp_target){T, m->next_row, AT_ROW};
    // under a push a strongly damped motion comes to rest without a reversal
    if (m->slides) {
        double speed[2];
        int speeds = dp_slide_targets(&m->slide, m->y + SLIDE, speed);
        for (int i = 0; i < speeds; i++)
            out[count++] = (dp_target){SLIDE + DP_SLIDE_SPEED, speed[i], AT_SLIP};
    }
    if (m->def->acceleration > 0.0) {
        double slow = (m->section.loading ? 1e-8 : -1e-8) * m->def->speed;
        out[count++] = (dp_target){V, slow, AT_CREEP};
    }
    return count;
}

static bool watches_speed(const struct dp_motion *m) {
    // nothing but a push makes the bodies close faster than at the touch
    return m->base->kernel->raise != NULL && m->def->acceleration > 0.0;
}

// Zero where the closing speed is largest, which the law keeps, and where the rate exceeds that
// speed again. The factor keeps the second event from repeating itself.
static double speed_function(const struct dp_motion *m, const double *y, double z) {
    double kept = dp_contact_speed(m->contact, m->history);
    if (!m->is_rising) return kept * (1.0 + 1e-12) - y[V];
    double force = dp_motion_applied(m, dp_branch_respond(&m->section, z, y[V]).force);
    return m->def->acceleration - force / m->def->mass;
}

// Event functions: the force where it may turn to tension, and the speed. At z = 0 both parts of
// the force vanish, so its sign is taken at a millionth of the depth.
static double function(const void *model, const double *y, int index) {
    const struct dp_motion *m = (const struct dp_motion *)model;
    double z = y[Z] < 0.0 ? 0.0 : y[Z];
    if (index >= FUNCTIONS) {
        const struct dp_press press = press_on(m, y);
        return dp_slide_function(&m->slide, y + SLIDE, &press, index - FUNCTIONS);
    }
    if (index == 1) return watches_speed(m) ? speed_function(m, y, z) : 1.0;
    if (m->section.loading || !m->watches_force) return 1.0;
    double least = 1e-6 * dp_branch_z(&m->section, m->result->max_indentation);
    return dp_branch_respond(&m->section, z < least ? least : z, y[V]).force;
}

// dF/dt, whose fall through zero is the peak. It lies in the loading part; without a dashpot it is
// the reversal, a target anyway.
static double force_rate(const void *model, const double *y) {
    const struct dp_motion *m = (const struct dp_motion *)model;
    double z = y[Z] < 0.0 ? 0.0 : y[Z];
    if (!m->section.loading) return -1.0;
    if (m->is_rising) return 1.0;  // the damper is at its bound
    // at the touch every force is zero, and at the reversal so is a damper that acts in loading
    // only: evaluate slightly away from both
    double rate = y[V] > 0.0 ? y[V] : 1e-280;
    double delta = dp_branch_delta(&m->section, z) + 1e-280;
    dp_response r = m->contact->kernel->respond(m->contact->k, m->history, delta, rate);
    r.force = r.spring + r.damper;
    double force = dp_motion_applied(m, r.force);
    if (r.dforce_drate == 0.0) return 1.0;
    return r.dforce_ddelta * rate + r.dforce_drate * (m->def->acceleration - force / m->def->mass);
}

static void note_force(struct dp_motion *m, double force) {
    if (force > m->result->max_force) m->result->max_force = force;
    if (force < 0.0) m->result->tension_seen = true;
}

// The same of the force along the surfaces.
static double slide_rate(const void *model, const double *y) {
    const struct dp_motion *m = (const struct dp_motion *)model;
    const struct dp_press press = press_on(m, y);
    return dp_slide_force_rate(&m->slide, y + SLIDE, &press);
}

static void on_slide_peak(void *model, const double *y) {
    struct dp_motion *m = (struct dp_motion *)model;
    const struct dp_press press = press_on(m, y);
    dp_slide_note(&m->slide, y + SLIDE, &press);
}

static void on_peak(void *model, const double *y) {
    struct dp_motion *m = (struct dp_motion *)model;
    if (m->slides) on_slide_peak(m, y);
    dp_motion_keep_tail(m, y);
    // in unloading the force only falls
    if (!m->section.loading && !m->contact->kernel->pulls) return;
    note_force(m, dp_branch_respond(&m->section, y[Z], y[V]).force);
}

// The force along the surfaces has kinks where pieces of a profile meet, so its errors are compared
// with more than those of the normal motion, and with still more where steps would not end.
static void scale_slide(struct dp_motion *m) {
    double *scale = m->scale + SLIDE, along = m->slide.speed_scale, wide = m->slide.allowance;
    double kinetic = 0.5 * m->slide.mass * along * along, energy = m->scale[VISCOUS];
    scale[DP_SLIDE_SPEED] = wide * along;
    scale[DP_SLIDE_WAY] = INFINITY;
    scale[DP_SLIDE_SPRING] = wide * dp_slide_bristle(&m->slide);  // springs: errors of the speed
    scale[DP_SLIDE_LOSS] = wide * (kinetic < energy ? kinetic : energy);
}

// A bound that changes its slope lets the path of the rim slip here and there: more vertices are
// needed. Where slip retreats inside the contact it leaves an envelope of bounds, of which a step
// keeps two: second order in its length.
static void shorten_steps(struct dp_motion *m) {
    double parts = m->slide.has_front ? RETREAT : m->slide.is_opening ? OPENING : 1.0;
    m->driver.def.max_step = m->longest / parts;
}

static void on_step(void *model, const double *y) {
    struct dp_motion *m = (struct dp_motion *)model;
    on_peak(m, y);
    if (!m->slides) return;
    const struct dp_press press = press_on(m, y);
    dp_slide_keep(&m->slide, y + SLIDE, &press, y[T]);
    shorten_steps(m);
    if (++m->slide.steps < PATIENCE) return;
    m->slide.steps = 0;
    m->slide.allowance *= 10.0;
    scale_slide(m);
}

static dp_impact_sample sample(const struct dp_motion *m, const double *y, double delta) {
    dp_response r = dp_contact_respond(m->contact, m->history, delta, y[V]);
    dp_impact_sample sample = {.time = y[T],
                               .indentation = delta,
                               .rate = y[V],
                               .force = r.force,
                               .kinetic = 0.5 * m->def->mass * y[V] * y[V],
                               .stored = r.stored,
                               .viscous = y[VISCOUS],
                               .plastic = y[PLASTIC],
                               .input = y[INPUT],
                               .sliding_speed = m->def->sliding_speed,
                               .slide = m->def->sliding_speed * y[T]};
    if (!m->slides) return sample;
    const struct dp_press press = press_at(m, delta, y[V]);
    const double *along = y + SLIDE;
    sample.sliding_speed = along[DP_SLIDE_SPEED];
    sample.slide = along[DP_SLIDE_WAY];
    sample.tangential_force = dp_slide_force(&m->slide, along, &press);
    sample.friction = along[DP_SLIDE_LOSS];
    sample.kinetic += 0.5 * m->slide.mass * sample.sliding_speed * sample.sliding_speed;
    sample.stored += dp_slide_stored(&m->slide, along, &press);
    return sample;
}

static void row(struct dp_motion *m, const double *y, double delta) {
    dp_impact_sample s = sample(m, y, delta);
    if (m->def->observe != NULL) m->def->observe(m->def->user, &s);
    DP_TABLE_ADD(m->def->table, s);
}

static dp_event_action at_row(struct dp_motion *m, const double *y) {
    row(m, y, dp_branch_delta(&m->section, y[Z]));
    m->next_row += m->def->every;
    return m->def->stop != NULL && m->def->stop(m->def->user) ? DP_EVENT_STOP : DP_EVENT_CONTINUE;
}

static dp_event_action reversed(struct dp_motion *m, double *y) {
    double delta = dp_branch_delta(&m->section, y[Z]);
    note_force(m, dp_branch_respond(&m->section, y[Z], 0.0).force);
    if (m->section.loading) {
        if (delta > m->result->max_indentation) {
            m->result->max_indentation = delta;
            m->result->time_of_max_indentation = y[T];
        }
        dp_contact_commit(m->contact, m->history, delta, 0.0);
    }
    // under a push the oscillation dies out around the static indentation; without a damper it
    // goes on between the same two depths, and the bodies stay together as well
    double same = 1e-6 * m->result->max_indentation;
    if (fabs(delta - m->turned_at) <= same || fabs(delta - m->turned_before) <= same) {
        m->result->at_rest = true;
        return DP_EVENT_STOP;
    }
    m->turned_before = m->turned_at;
    m->turned_at = delta;
    y[Z] = dp_branch_enter(&m->section, delta, !m->section.loading, 0);
    return DP_EVENT_RESTART;
}

// What pulls just before the surfaces part; at the end itself every force is zero.
static void note_last_force(struct dp_motion *m, double rate) {
    const dp_contact *c = m->contact;
    double inside = nextafter(m->section.low, INFINITY);
    if (!c->kernel->pulls || c->tension != DP_TENSION_ALLOW) return;
    dp_response r = c->kernel->respond(c->k, m->history, inside, rate);
    note_force(m, r.spring + r.damper);
}

static dp_event_action at_end(struct dp_motion *m, double *y) {
    note_force(m, dp_branch_respond(&m->section, y[Z], y[V]).force);
    if (!m->section.loading) {
        note_last_force(m, y[V]);
        if (m->section.end <= dp_branch_residual(&m->section)) return DP_EVENT_STOP;
        y[Z] = dp_branch_enter(&m->section, m->section.end, 0, 1);
        return DP_EVENT_RESTART;
    }
    if (m->section.end >= m->contact->limit) {
        dp_fail(m->err, DP_ERR_VALIDITY,
                "%s holds up to an indentation of %g m, which this impact passes; lower the speed",
                m->contact->law->name, m->contact->limit);
        return DP_EVENT_ABORT;
    }
    y[PLASTIC] += dp_branch_jump_loss(&m->section, m->section.end);
    y[Z] = dp_branch_enter(&m->section, m->section.end, 1, 1);
    note_force(m, dp_branch_respond(&m->section, y[Z], y[V]).force);
    return DP_EVENT_RESTART;
}

// The motion is very slow. It is at rest if push and contact force are in balance.
static dp_event_action at_creep(struct dp_motion *m, const double *y) {
    double push = m->def->mass * m->def->acceleration;
    double force = dp_motion_applied(m, dp_branch_respond(&m->section, y[Z], y[V]).force);
    if (fabs(force - push) > 1e-7 * push) return DP_EVENT_CONTINUE;
    double delta = dp_branch_delta(&m->section, y[Z]);
    if (delta > m->result->max_indentation) {
        m->result->max_indentation = delta;
        m->result->time_of_max_indentation = y[T];
    }
    dp_contact_commit(m->contact, m->history, delta, y[V]);
    m->result->at_rest = true;
    return DP_EVENT_STOP;
}

static dp_event_action at_zero_force(struct dp_motion *m, const double *y) {
    m->result->tension_seen = true;
    if (m->contact->tension == DP_TENSION_RELEASE) return DP_EVENT_STOP;
    m->slack_since = isnan(m->slack_since) ? y[T] : NAN;
    return DP_EVENT_CONTINUE;
}

// The rate begins to exceed all before it, or has just reached its maximum, which the law keeps.
static dp_event_action at_speed(struct dp_motion *m, const double *y) {
    double delta = dp_branch_delta(&m->section, y[Z]);
    m->contact->kernel->raise(m->contact->k, m->history, delta, y[V]);
    m->is_rising = !m->is_rising;
    if (!dp_contact_follows(m->contact) || m->contact->kernel->update != NULL)
        return DP_EVENT_RESTART;
    double speed = dp_contact_speed(m->contact, m->history);
    if (dp_contact_at_speed(m->contact, speed, m->def->mass, &m->own, m->err) != DP_OK)
        return DP_EVENT_ABORT;
    m->own_speed = speed;
    m->contact = m->section.contact = &m->own;
    dp_touch_begin(m->contact, m->history, speed);
    return DP_EVENT_RESTART;
}

static dp_event_action on_normal_event(struct dp_motion *m, double *y, int id) {
    switch (id) {
    case AT_END:
        return at_end(m, y);
    case AT_REVERSAL:
        return reversed(m, y);
    case AT_ROW:
        return at_row(m, y);
    case AT_CREEP:
        return at_creep(m, y);
    case AT_ZERO_FORCE:
        return at_zero_force(m, y);
    case AT_SPEED:
        // bytes from outside may hold a value of a function that nobody watches
        return watches_speed(m) ? at_speed(m, y) : DP_EVENT_CONTINUE;
    default:
        return DP_EVENT_CONTINUE;
    }
}

static dp_event_action on_event(void *model, double *y, int id) {
    struct dp_motion *m = (struct dp_motion *)model;
    memset(m->tail, 0, sizeof m->tail);
    // an event exactly at the time of a row
    if (id != AT_ROW && y[T] >= m->next_row) at_row(m, y);
    if (!m->slides) return on_normal_event(m, y, id);
    const struct dp_press press = press_on(m, y);
    dp_slide_keep(&m->slide, y + SLIDE, &press, y[T]);
    if (id == AT_SLIP || id <= AT_GRIP) {
        dp_slide_changes(&m->slide, y + SLIDE, &press, id == AT_SLIP ? -1 : AT_GRIP - id);
        return DP_EVENT_RESTART;
    }
    dp_event_action action = on_normal_event(m, y, id);
    const struct dp_press now = press_on(m, y);
    if (action == DP_EVENT_RESTART) dp_slide_settle(&m->slide, y + SLIDE, &press, &now);
    return action;
}

// A push keeps the bodies swinging until they rest.
static long step_budget(const dp_impact_def *def) {
    if (def->acceleration > 0.0) return 100L * STEP_BUDGET;
    return def->friction != NULL ? 10L * STEP_BUDGET : STEP_BUDGET;
}

// The speed that errors are measured by: that of the touch, or, where it is more, the one that the
// push alone would give on the way to where the spring holds it. Next to that a slow touch is
// small, and errors that are small beside the touch cannot be kept below rounding.
static double scale_speed(const struct dp_motion *m) {
    enum { DOUBLINGS = 200 };
    const dp_impact_def *def = m->def;
    double way = def->speed * def->speed / def->acceleration,
           weight = def->mass * def->acceleration;
    if (!(def->acceleration > 0.0)) return def->speed;
    for (int i = 0; i < DOUBLINGS; i++, way *= 2.0) {
        double spring =
            m->contact->kernel->respond(m->contact->k, m->history, m->section.low + way, 0.0)
                .spring;
        // a law that does not reach so deep ends the search, too
        if (!(spring < weight)) return i == 0 ? def->speed : sqrt(way * def->acceleration);
    }
    return def->speed;
}

static void begin_driver(struct dp_motion *m, bool rows) {
    const dp_impact_def *def = m->def;
    double speed = scale_speed(m), energy = 0.5 * def->mass * speed * speed;
    const double scale[] = {0.0, speed, INFINITY, energy, energy, energy};
    memcpy(m->scale, scale, sizeof scale);
    if (m->slides) scale_slide(m);
    dp_system system = {
        .count = m->slides                 ? UNKNOWNS
                 : def->acceleration > 0.0 ? SLIDE
                                           : INPUT,
        .scale = m->scale,
        .model = m,
        .rates = rates,
        .targets = targets,
        .function_count = m->slides          ? FUNCTIONS + DP_SLIDE_FUNCTIONS
                          : watches_speed(m) ? FUNCTIONS
                                             : m->watches_force,
        .function = function,
        .on_event = on_event,
        .on_step = on_step,
        .first_step = dp_motion_first_step,
    };
    dp_solve_def solve = {.rtol = def->rtol, .max_steps = step_budget(def)};
    // every row ends a step and may cost a few shortened steps before it
    if (rows) solve.max_steps += (long)fmin(8.0 * m->result->separation_time / def->every, 1e9);
    m->arc.h = 0.0;
    m->has_arcs = !m->slides;
    if (m->slides) {
        int parts = m->slide.kind == DP_SLIDE_BY_PROFILE ? STEPS : PLAIN_STEPS;
        m->longest = dp_branch_z(&m->section, m->whole->max_indentation) / (parts * speed);
        solve.max_step = m->longest;
    }
    dp_driver_begin(&m->driver, &system, &solve, m->y, T);
    if (m->slides) {
        dp_driver_watch(&m->driver, force_rate, on_peak);
        dp_driver_watch_too(&m->driver, slide_rate, on_slide_peak);
        return;
    }
    dp_motion_use_arcs(m);
    dp_driver_watch(&m->driver, force_rate, on_peak);
}

// Put the motion at the touch; rows are handed out only when `rows` is set.
static void start(struct dp_motion *m, bool rows) {
    const dp_contact *contact = m->base;
    const dp_impact_def *def = m->def;
    m->watches_force = contact->kernel->pulls && contact->tension != DP_TENSION_ALLOW;
    m->contact = contact;
    m->own_speed = NAN;
    m->section = (struct dp_branch){.contact = contact, .history = m->history};
    dp_contact_reset(m->history);
    if (def->history != NULL) memcpy(m->history, def->history, sizeof m->history);
    dp_touch_begin(contact, m->history, def->speed);
    m->next_row = rows ? def->every : INFINITY;
    m->turned_at = m->turned_before = -INFINITY;
    m->slack_since = NAN;
    memset(m->y, 0, sizeof m->y);
    memset(m->tail, 0, sizeof m->tail);
    memset(m->ends, 0, sizeof m->ends);
    m->y[V] = def->speed;
    m->y[Z] = dp_branch_enter(&m->section, dp_branch_residual(&m->section), 1, 1);
    // a dashpot that does not vanish with the indentation pushes from the first instant
    dp_response touch = contact->kernel->respond(contact->k, m->history,
                                                 nextafter(m->section.low, INFINITY), def->speed);
    note_force(m, touch.spring + touch.damper);
    m->is_rising = watches_speed(m) && dp_motion_applied(m, touch.spring + touch.damper) <
                                           def->mass * def->acceleration;
    if (m->slides) {
        const struct dp_press press = press_at(m, beside_touch(m), def->speed);
        dp_slide_begin(&m->slide, def->friction, def->sliding_mass, def->sliding_speed, &press);
        m->slide.allowance = SLIDE_RTOL / def->rtol;
        m->y[SLIDE + DP_SLIDE_SPEED] = def->sliding_speed;
    }
    if (rows) row(m, m->y, m->section.low);
    begin_driver(m, rows);
}

// Reasons that the solver cannot know.
static void explain(const struct dp_motion *m, dp_status status) {
    long tried = m->driver.stats.steps + m->driver.stats.rejected;
    bool is_slow = fabs(m->y[V]) < 0.1 * m->def->speed;
    if (status == DP_ERR_NUMERIC && m->def->acceleration == 0.0 && is_slow)
        dp_fail(m->err, status,
                "the bodies do not separate within %ld steps: so strong a damper makes them creep",
                tried);
    else if (status == DP_ERR_NUMERIC && tried >= step_budget(m->def))
        dp_fail(
            m->err, status,
            "the bodies neither part nor come to rest within %ld steps; they touched at %.3g m/s, "
            "where a law that divides by that speed damps so much that they creep: an "
            "approach_floor above it ends that",
            tried, m->def->speed);
}

static void count_slide(const struct dp_motion *m, const double *y, dp_energy *energy) {
    const double *along = y + SLIDE, before = m->def->sliding_speed;
    const struct dp_press press = press_on(m, y);
    double after = along[DP_SLIDE_SPEED], mass = m->slide.mass;
    double held = dp_slide_stored(&m->slide, along, &press);
    energy->initial += 0.5 * mass * before * before;
    energy->final += 0.5 * mass * after * after + held;
    energy->stored += held;
    energy->friction = along[DP_SLIDE_LOSS];
}

static void close_ledger(const struct dp_motion *m, const double *y, dp_impact *result) {
    double delta = dp_branch_delta(&m->section, y[Z]), mass = m->def->mass;
    double held = dp_contact_respond(m->contact, m->history, delta, y[V]).stored;
    bool released = m->contact->tension == DP_TENSION_RELEASE && !result->at_rest;
    result->energy = (dp_energy){
        .initial = 0.5 * mass * m->def->speed * m->def->speed,
        .stored = released ? 0.0 : held,
        .final = 0.5 * mass * y[V] * y[V] + (released ? 0.0 : held),
        .viscous = y[VISCOUS],
        .plastic = y[PLASTIC],
        .released = released ? held : 0.0,
        .input = y[INPUT],
    };
    if (m->slides) count_slide(m, y, &result->energy);
    // a push gives while the bodies approach and takes back while they part
    double gross = result->energy.initial + mass * m->def->acceleration * result->max_indentation;
    dp_energy_close_over(&result->energy, gross);
}

// Rows cut the steps, so they come from a second pass: asking for output never changes a result.
// It has a motion of its own: the state in which the first pass ended is what a save must hold.
static dp_status hand_out_rows(const struct dp_motion *m) {
    dp_impact scratch = {.max_indentation = m->result->max_indentation,
                         .separation_time = m->result->separation_time};
    bool is_wanted = m->def->observe != NULL || m->def->table != NULL;
    if (!is_wanted || !(m->def->every > 0.0)) return DP_OK;
    dp_status status = dp_check_every("every", m->def->every, m->result->separation_time, m->err);
    if (status != DP_OK) return status;
    struct dp_motion pass = {.base = m->base,
                             .def = m->def,
                             .result = &scratch,
                             .whole = m->whole,
                             .slides = m->slides,
                             .err = m->err};
    start(&pass, true);
    status = dp_driver_advance(&pass.driver, INFINITY, pass.err);
    explain(&pass, status);
    if (status == DP_OK) row(&pass, pass.y, dp_branch_delta(&pass.section, pass.y[Z]));
    return status;
}

// After a failure: record its time and hand out the rows up to it. The error stays that of the
// first pass.
static dp_status break_off(struct dp_motion *m, dp_status status, double time) {
    dp_error again, *said = m->err;
    explain(m, status);
    m->result->separation_time = time;
    m->err = &again;
    if (time > 0.0 && isfinite(time)) hand_out_rows(m);
    m->err = said;
    return status;
}

// What friction adds to the normal impact, and the ledger of both.
static void conclude_slide(struct dp_motion *m) {
    dp_impact *whole = m->whole;
    whole->sliding_speed = m->y[SLIDE + DP_SLIDE_SPEED];
    whole->tangential_impulse = m->slide.mass * (m->def->sliding_speed - whole->sliding_speed);
    whole->max_tangential_force = m->slide.max_force;
    whole->energy = m->course.energy;
    whole->steps = m->course.steps;
    whole->rejected = m->course.rejected;
    whole->evaluations = m->course.evaluations;
    whole->events = m->course.events;
}

// The motion has ended: fill in the result.
static void conclude(struct dp_motion *m) {
    dp_impact *result = m->result;
    const double *y = m->y;
    const dp_solve_stats *stats = &m->driver.stats;
    result->path = DP_PATH_INTEGRATED;
    result->separation_speed = result->at_rest ? 0.0 : -y[V];
    result->restitution = result->separation_speed / m->def->speed;
    result->separation_time = y[T];
    result->duration = isnan(m->slack_since) ? y[T] : m->slack_since;
    result->separation_indentation = dp_branch_delta(&m->section, y[Z]);
    result->residual_indentation = dp_branch_residual(&m->section);
    memcpy(result->history, m->history, sizeof m->history);
    result->steps = stats->steps;
    result->rejected = stats->rejected;
    result->evaluations = stats->evaluations;
    result->events = stats->events;
    close_ledger(m, y, result);
    m->seen = sample(m, y, result->separation_indentation);
    m->is_over = true;
    result->sliding_speed = m->def->sliding_speed;
    if (m->slides) conclude_slide(m);
}

// The normal motion does not feel friction: it has the bits of an impact without it.
static dp_status run_normal(const dp_contact *contact, const dp_impact_def *def, dp_impact *result,
                            dp_error *err) {
    struct dp_motion normal;
    dp_impact_def plain = *def;
    plain.friction = NULL;
    plain.observe = NULL;
    plain.table = NULL;
    dp_status status = dp_motion_begin(&normal, contact, &plain, result, err);
    return status == DP_OK ? dp_motion_advance(&normal, INFINITY, err) : status;
}

dp_status dp_motion_begin(struct dp_motion *m, const dp_contact *contact, const dp_impact_def *def,
                          dp_impact *result, dp_error *err) {
    memset(result, 0, sizeof *result);
    dp_status status = dp_impact_check(contact, def, err);
    if (status != DP_OK) return status;
    m->base = contact;
    m->def = def;
    m->result = result;
    m->err = err;
    m->is_over = false;
    if (dp_contact_follows(contact)) {
        status = dp_contact_at_speed(contact, def->speed, def->mass, &m->prepared, err);
        if (status != DP_OK) return status;
        m->base = &m->prepared;
    }
    result->restitution_asked = m->base->restitution;
    DP_TABLE_CLEAR(def->table);
    // what slides with no energy that a double can hold does not slide
    double along = def->sliding_mass * def->sliding_speed * def->sliding_speed;
    m->slides = def->friction != NULL && along >= DBL_MIN;
    if (m->slides) {
        status = run_normal(contact, def, result, err);
        if (status != DP_OK) return status;
        m->whole = result;
        m->result = &m->course;
        memset(m->result, 0, sizeof *m->result);
    }
    start(m, false);
    m->seen = sample(m, m->y, m->section.low);
    return DP_OK;
}

static void see(struct dp_motion *m) {
    // without a push its work is not an unknown
    double y[UNKNOWNS] = {0.0};
    memcpy(y, m->driver.seen, (size_t)m->driver.system.count * sizeof *y);
    m->seen = sample(m, y, dp_branch_delta(&m->section, y[Z] < 0.0 ? 0.0 : y[Z]));
}

dp_status dp_motion_advance(struct dp_motion *m, double until, dp_error *err) {
    if (m->is_over) return DP_OK;
    m->err = err;
    dp_status status = dp_driver_advance(&m->driver, until, err);
    if (status != DP_OK) return break_off(m, status, m->y[T]);
    if (!m->driver.is_over) {
        see(m);
        return DP_OK;
    }
    conclude(m);
    status = hand_out_rows(m);
    if (status != DP_OK) return status;
    return dp_impact_check_result(m->slides ? m->whole : m->result, err);
}

void dp_motion_exchange(struct dp_motion *m, struct dp_archive *a) {
    dp_impact *r = m->result;
    double now = m->seen.time;
    dp_archive_number(a, &now, 0.0, DBL_MAX);
    dp_archive_numbers(a, m->history, DP_HISTORY_MAX, true);
    dp_branch_exchange(&m->section, a);
    dp_archive_number(a, &m->turned_at, -INFINITY, DBL_MAX);
    dp_archive_number(a, &m->turned_before, -INFINITY, DBL_MAX);
    dp_archive_numbers(a, &m->slack_since, 1, true);
    dp_archive_numbers(a, &m->own_speed, 1, true);
    dp_archive_bool(a, &m->is_rising);
    dp_archive_numbers(a, m->tail, DP_ARC_TAIL, false);
    dp_archive_number(a, &r->max_indentation, 0.0, DBL_MAX);
    dp_archive_number(a, &r->time_of_max_indentation, 0.0, DBL_MAX);
    dp_archive_number(a, &r->max_force, 0.0, DBL_MAX);
    dp_archive_bool(a, &r->tension_seen);
    dp_archive_bool(a, &r->at_rest);
    if (a->in != NULL && !a->is_bad) {
        a->is_bad = !dp_prepare_again(m->base, m->own_speed, m->def->mass, &m->own);
        if (!a->is_bad && !isnan(m->own_speed)) m->contact = m->section.contact = &m->own;
    }
    if (m->slides) {
        dp_slide_exchange(&m->slide, a);
        scale_slide(m);
        shorten_steps(m);
    }
    dp_driver_exchange(&m->driver, a);
    if (a->in == NULL || a->is_bad) return;
    if (m->driver.is_over)
        conclude(m);
    else
        a->is_bad = dp_driver_advance(&m->driver, now, NULL) != DP_OK || m->driver.is_over;
    if (!a->is_bad && !m->is_over) see(m);
}
