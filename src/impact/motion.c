// The motion of an impact, put behind the wall of dp_system.
//
// In the variables of section.h the motion m delta'' = m a - F reads
//     dz/ds = v,   dv/ds = p z^(p-1) (a - F/m),   dt/ds = p z^(p-1).
// Ends of sections, reversals and the peak force are landed on exactly.

#include "impact/motion.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "dashpot/system.h"
#include "impact/branch.h"

enum { Z, V, T, VISCOUS, PLASTIC, INPUT, UNKNOWNS };
enum { AT_END, AT_REVERSAL, AT_ROW, AT_CREEP, AT_PEAK = -1, AT_ZERO_FORCE = -2, AT_SPEED = -3 };
enum { STEP_BUDGET = 20000 };

struct motion {
    const dp_contact *contact;
    const dp_contact *base;  // as it is at the touch
    dp_contact own;          // where the restitution follows the speed: with that of the largest
    const dp_impact_def *def;
    dp_impact *result;
    dp_error *err;
    double history[DP_HISTORY_MAX];
    struct dp_branch section;
    double turned_at, turned_before;  // indentation of the last two reversals
    double next_row;                  // time of the next row; INFINITY: none
    double slack_since;               // time at which a clamped force vanished; NaN while it pushes
    int watches_force;                // the law may turn to tension
    int is_rising;                    // under a push: the rate exceeds all before it
};

static double applied(const struct motion *m, double force) {
    return force < m->contact->floor ? m->contact->floor : force;
}

static dp_status rates(const void *model, const double *y, double *dy) {
    const struct motion *m = (const struct motion *)model;
    // a trial stage may stick out below zero at the very end of a step
    double z = y[Z] < 0.0 ? 0.0 : y[Z], v = y[V], mass = m->def->mass;
    double width = dp_branch_stretch(&m->section, z);
    dp_response r = dp_branch_respond(&m->section, z, v);
    double force = applied(m, r.force);
    dy[Z] = v;
    dy[V] = width * (m->def->acceleration - force / mass);
    dy[T] = width;
    dy[VISCOUS] = width * (force - r.spring) * v;
    dy[PLASTIC] = width * r.plastic * v;
    // without a push there is no such unknown
    if (m->def->acceleration > 0.0) dy[INPUT] = width * mass * m->def->acceleration * v;
    return DP_OK;
}

static int targets(const void *model, dp_target *out) {
    const struct motion *m = (const struct motion *)model;
    int count = 0;
    out[count++] = (dp_target){V, 0.0, AT_REVERSAL};
    if (isfinite(m->section.end_z)) out[count++] = (dp_target){Z, m->section.end_z, AT_END};
    if (isfinite(m->next_row)) out[count++] = (dp_target){T, m->next_row, AT_ROW};
    // a strong damper under a push comes to rest without ever turning back
    if (m->def->acceleration > 0.0) {
        double slow = (m->section.loading ? 1e-8 : -1e-8) * m->def->speed;
        out[count++] = (dp_target){V, slow, AT_CREEP};
    }
    return count;
}

// The largest closing speed that the law keeps is landed on, and so is the moment when the rate
// comes so far again; a hair above it, so that the event does not repeat itself.
static double speed_function(const struct motion *m, const double *y, double z) {
    double kept = dp_contact_speed(m->contact, m->history);
    if (!m->is_rising) return kept * (1.0 + 1e-12) - y[V];
    double force = applied(m, dp_branch_respond(&m->section, z, y[V]).force);
    return m->def->acceleration - force / m->def->mass;
}

// Event functions: dF/dt, whose zero is the peak, and the force itself where it may turn to
// tension. At z = 0 both parts of the force vanish, so its sign is taken a millionth of the depth
// before.
static double function(const void *model, const double *y, int index) {
    const struct motion *m = (const struct motion *)model;
    double z = y[Z] < 0.0 ? 0.0 : y[Z];
    if (index == 2) return speed_function(m, y, z);
    if (index == 1) {
        double least = 1e-6 * dp_branch_z(&m->section, m->result->max_indentation);
        if (m->section.loading || !m->watches_force) return 1.0;
        return dp_branch_respond(&m->section, z < least ? least : z, y[V]).force;
    }
    // unloading, the peak is past; without a dashpot it is the reversal, which is landed on anyway
    if (!m->section.loading) return -1.0;
    if (m->is_rising) return 1.0;  // the damper is at its bound
    // at the very touch the law is still silent, and a damper of loading alone is so at the
    // reversal: ask an instant later, or before
    double rate = y[V] > 0.0 ? y[V] : 1e-280;
    double delta = dp_branch_delta(&m->section, z) + 1e-280;
    dp_response r = m->contact->kernel->respond(m->contact->k, m->history, delta, rate);
    r.force = r.spring + r.damper;
    double force = applied(m, r.force);
    if (r.dforce_drate == 0.0) return 1.0;
    return r.dforce_ddelta * rate + r.dforce_drate * (m->def->acceleration - force / m->def->mass);
}

static void note_force(struct motion *m, double force) {
    if (force > m->result->max_force) m->result->max_force = force;
    if (force < 0.0) m->result->tension_seen = 1;
}

static void on_step(void *model, const double *y) {
    struct motion *m = (struct motion *)model;
    note_force(m, dp_branch_respond(&m->section, y[Z], y[V]).force);
}

static double first_step(const void *model, const double *y) {
    const struct motion *m = (const struct motion *)model;
    return dp_branch_first_step(&m->section, y[Z], y[V], m->def->speed, m->def->mass);
}

static void row(struct motion *m, const double *y, double delta) {
    dp_response r = dp_contact_respond(m->contact, m->history, delta, y[V]);
    dp_impact_sample sample = {.time = y[T],
                               .indentation = delta,
                               .rate = y[V],
                               .force = r.force,
                               .kinetic = 0.5 * m->def->mass * y[V] * y[V],
                               .stored = r.stored,
                               .viscous = y[VISCOUS],
                               .plastic = y[PLASTIC],
                               .input = y[INPUT]};
    m->def->observe(m->def->user, &sample);
}

static dp_event_action at_row(struct motion *m, const double *y) {
    row(m, y, dp_branch_delta(&m->section, y[Z]));
    m->next_row += m->def->every;
    return DP_EVENT_CONTINUE;
}

static dp_event_action reversed(struct motion *m, double *y) {
    double delta = dp_branch_delta(&m->section, y[Z]);
    note_force(m, dp_branch_respond(&m->section, y[Z], 0.0).force);
    if (m->section.loading) {
        if (delta > m->result->max_indentation) {
            m->result->max_indentation = delta;
            m->result->time_of_max_indentation = y[T];
        }
        dp_contact_commit(m->contact, m->history, delta, 0.0);
    }
    // under a push from outside the swings die out around the static indentation; without a damper
    // they go on for ever between the same two depths, and the bodies stay together as well
    double same = 1e-6 * m->result->max_indentation;
    if (fabs(delta - m->turned_at) <= same || fabs(delta - m->turned_before) <= same) {
        m->result->at_rest = 1;
        return DP_EVENT_STOP;
    }
    m->turned_before = m->turned_at;
    m->turned_at = delta;
    y[Z] = dp_branch_enter(&m->section, delta, !m->section.loading, 0);
    return DP_EVENT_RESTART;
}

static dp_event_action at_end(struct motion *m, double *y) {
    note_force(m, dp_branch_respond(&m->section, y[Z], y[V]).force);
    if (!m->section.loading) {
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

// Hardly moving: at rest when the push and the contact are in balance.
static dp_event_action at_creep(struct motion *m, const double *y) {
    double push = m->def->mass * m->def->acceleration;
    double force = applied(m, dp_branch_respond(&m->section, y[Z], y[V]).force);
    if (fabs(force - push) > 1e-7 * push) return DP_EVENT_CONTINUE;
    double delta = dp_branch_delta(&m->section, y[Z]);
    if (delta > m->result->max_indentation) {
        m->result->max_indentation = delta;
        m->result->time_of_max_indentation = y[T];
    }
    dp_contact_commit(m->contact, m->history, delta, y[V]);
    m->result->at_rest = 1;
    return DP_EVENT_STOP;
}

static dp_event_action at_zero_force(struct motion *m, const double *y) {
    m->result->tension_seen = 1;
    if (m->contact->tension == DP_TENSION_RELEASE) return DP_EVENT_STOP;
    m->slack_since = isnan(m->slack_since) ? y[T] : NAN;
    return DP_EVENT_CONTINUE;
}

// The rate begins to exceed all before it, or has just been the largest, which is kept.
static dp_event_action at_speed(struct motion *m, const double *y) {
    double delta = dp_branch_delta(&m->section, y[Z]);
    m->contact->kernel->raise(m->contact->k, m->history, delta, y[V]);
    m->is_rising = !m->is_rising;
    if (!dp_contact_follows(m->contact) || m->contact->kernel->update != NULL)
        return DP_EVENT_RESTART;
    double speed = dp_contact_speed(m->contact, m->history);
    if (dp_contact_at_speed(m->contact, speed, m->def->mass, &m->own, m->err) != DP_OK)
        return DP_EVENT_ABORT;
    m->contact = m->section.contact = &m->own;
    dp_contact_begin(m->contact, m->history, speed);
    return DP_EVENT_RESTART;
}

static dp_event_action on_event(void *model, double *y, int id) {
    struct motion *m = (struct motion *)model;
    // an event that falls on the very time of a row
    if (id != AT_ROW && y[T] >= m->next_row) at_row(m, y);
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
        return at_speed(m, y);
    default:
        note_force(m, dp_branch_respond(&m->section, y[Z], y[V]).force);
        return DP_EVENT_CONTINUE;
    }
}

// One pass over the motion; rows are handed out only when `rows` is set.
static dp_status pass(const dp_contact *contact, const dp_impact_def *def, int rows, double *y,
                      struct motion *m, dp_solve_stats *stats) {
    double energy = 0.5 * def->mass * def->speed * def->speed;
    double scale[UNKNOWNS] = {0.0, def->speed, INFINITY, energy, energy, energy};
    // nothing but a push makes the bodies close faster than at the touch
    int watches_speed = contact->kernel->raise != NULL && def->acceleration > 0.0;
    m->watches_force = contact->kernel->pulls && contact->tension != DP_TENSION_ALLOW;
    dp_system system = {
        .count = def->acceleration > 0.0 ? UNKNOWNS : INPUT,
        .scale = scale,
        .model = m,
        .rates = rates,
        .targets = targets,
        .function_count = watches_speed ? 3 : 1 + m->watches_force,
        .function = function,
        .on_event = on_event,
        .on_step = on_step,
        .first_step = first_step,
    };
    // a push keeps the bodies swinging until they rest
    long budget = def->acceleration > 0.0 ? 10L * STEP_BUDGET : STEP_BUDGET;
    dp_solve_def solve = {.rtol = def->rtol > 0.0 ? def->rtol : 1e-13, .max_steps = budget};
    // every row ends a step, and may cost a few shortened ones before
    if (rows) solve.max_steps += (long)fmin(8.0 * m->result->separation_time / def->every, 1e9);
    m->contact = m->section.contact = contact;
    dp_contact_reset(m->history);
    if (def->history != NULL) memcpy(m->history, def->history, sizeof m->history);
    dp_contact_begin(contact, m->history, def->speed);
    m->next_row = rows ? def->every : INFINITY;
    m->turned_at = m->turned_before = -INFINITY;
    m->slack_since = NAN;
    memset(y, 0, UNKNOWNS * sizeof *y);
    y[V] = def->speed;
    y[Z] = dp_branch_enter(&m->section, dp_branch_residual(&m->section), 1, 1);
    // a dashpot that does not vanish with the indentation pushes from the first instant
    dp_response touch = contact->kernel->respond(contact->k, m->history,
                                                 nextafter(m->section.low, INFINITY), def->speed);
    note_force(m, touch.spring + touch.damper);
    m->is_rising =
        watches_speed && applied(m, touch.spring + touch.damper) < def->mass * def->acceleration;
    if (rows) row(m, y, m->section.low);
    dp_status status = dp_solve_dop853(&system, &solve, y, stats, NULL, m->err);
    long tried = stats->steps + stats->rejected;
    bool is_slow = fabs(y[V]) < 0.1 * def->speed;
    // every other reason is told by the solver
    if (status == DP_ERR_NUMERIC && def->acceleration == 0.0 && is_slow)
        dp_fail(m->err, status,
                "the bodies do not separate within %ld steps: so strong a damper makes them creep",
                tried);
    else if (status == DP_ERR_NUMERIC && tried >= budget)
        dp_fail(m->err, status, "the bodies neither part nor come to rest within %ld steps", tried);
    if (rows && status == DP_OK) row(m, y, dp_branch_delta(&m->section, y[Z]));
    return status;
}

static void close_ledger(const struct motion *m, const double *y, dp_impact *result) {
    double delta = dp_branch_delta(&m->section, y[Z]), mass = m->def->mass;
    double held = dp_contact_respond(m->contact, m->history, delta, y[V]).stored;
    int released = m->contact->tension == DP_TENSION_RELEASE && !result->at_rest;
    result->energy = (dp_energy){
        .initial = 0.5 * mass * m->def->speed * m->def->speed,
        .stored = released ? 0.0 : held,
        .final = 0.5 * mass * y[V] * y[V] + (released ? 0.0 : held),
        .viscous = y[VISCOUS],
        .plastic = y[PLASTIC],
        .released = released ? held : 0.0,
        .input = y[INPUT],
    };
    // a push gives while the bodies approach and takes back while they part
    double gross = result->energy.initial + mass * m->def->acceleration * result->max_indentation;
    dp_energy_close_over(&result->energy, gross);
}

// Rows cut the steps, so they come from a second pass: asking for output never changes a result.
static dp_status hand_out_rows(struct motion *m) {
    double y[UNKNOWNS];
    dp_solve_stats stats;
    const dp_impact *result = m->result;
    dp_impact scratch = {.max_indentation = result->max_indentation,
                         .separation_time = result->separation_time};
    if (m->def->observe == NULL || !(m->def->every > 0.0)) return DP_OK;
    m->result = &scratch;
    return pass(m->base, m->def, 1, y, m, &stats);
}

// How far it came, and the rows up to there; the error stays that of the first pass.
static dp_status break_off(struct motion *m, dp_status status, double time) {
    dp_error again, *said = m->err;
    m->result->separation_time = time;
    m->err = &again;
    if (time > 0.0 && isfinite(time)) hand_out_rows(m);
    m->err = said;
    return status;
}

dp_status dp_impact_integrate(const dp_contact *contact, const dp_impact_def *def,
                              dp_impact *result, dp_error *err) {
    double y[UNKNOWNS];
    dp_solve_stats stats;
    memset(result, 0, sizeof *result);
    struct motion m = {
        .base = contact, .contact = contact, .def = def, .result = result, .err = err};
    m.section = (struct dp_branch){.contact = contact, .history = m.history};
    dp_status status = pass(contact, def, 0, y, &m, &stats);
    if (status != DP_OK) return break_off(&m, status, y[T]);

    result->path = DP_PATH_INTEGRATED;
    result->separation_speed = result->at_rest ? 0.0 : -y[V];
    result->restitution = result->separation_speed / def->speed;
    result->separation_time = y[T];
    result->duration = isnan(m.slack_since) ? y[T] : m.slack_since;
    result->separation_indentation = dp_branch_delta(&m.section, y[Z]);
    result->residual_indentation = dp_branch_residual(&m.section);
    memcpy(result->history, m.history, sizeof m.history);
    result->steps = stats.steps;
    result->rejected = stats.rejected;
    result->evaluations = stats.evaluations;
    result->events = stats.events;
    close_ledger(&m, y, result);
    return hand_out_rows(&m);
}
