// The motion of an impact, put behind the wall of dp_system.
//
// m delta'' = m a - F has a root singularity wherever F starts like a power of delta. With
// delta = offset + z^p and dt = p z^(p-1) ds it becomes
//     dz/ds = v,   dv/ds = p z^(p-1) (a - F/m),   dt/ds = p z^(p-1),
// smooth through touch and separation, so the integrator keeps its order. The motion is cut into
// sections at the characteristic indentations and at reversals; each is landed on exactly.

#include "impact/motion.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "dashpot/system.h"

enum { Z, V, T, VISCOUS, PLASTIC, INPUT, UNKNOWNS };
enum { AT_END, AT_REVERSAL, AT_ROW, AT_PEAK = -1, AT_ZERO_FORCE = -2 };
enum { STEP_BUDGET = 20000 };

struct motion {
    const dp_contact *contact;
    const dp_impact_def *def;
    dp_impact *result;
    dp_error *err;
    double memory[DP_MEMORY_MAX];
    double power;
    // the section: indentation = offset + z^power, never asked outside [low, high], ends at `end`
    double offset, low, high, end, end_z;
    int loading;
    double turned_at, turned_before;  // indentation of the last two reversals
    double next_row;                  // time of the next row; INFINITY: none
    double slack_since;               // time at which a clamped force vanished; NaN while it pushes
};

static double power_of(double z, double p) {
    if (p == 2.0) return z * z;
    if (p == 4.0) return z * z * (z * z);
    return p == 1.0 ? z : pow(z, p);
}

// p z^(p-1)
static double stretch(double z, double p) {
    if (p == 2.0) return 2.0 * z;
    if (p == 4.0) return 4.0 * (z * z * z);
    return p == 1.0 ? 1.0 : p * pow(z, p - 1.0);
}

static double delta_at(const struct motion *m, double z) {
    double delta = m->offset + power_of(z, m->power);
    if (delta < m->low) return m->low;
    return delta > m->high ? m->high : delta;
}

static double z_at(const struct motion *m, double delta) {
    double over = delta - m->offset;
    return over > 0.0 ? pow(over, 1.0 / m->power) : 0.0;
}

// The law's own answer: `force` is not clamped here.
static dp_response raw(const struct motion *m, double z, double v) {
    const dp_contact *c = m->contact;
    dp_response r = c->kernel->respond(c->k, m->memory, delta_at(m, z), v);
    r.force = r.spring + r.damper;
    return r;
}

static double applied(const struct motion *m, double force) {
    return force < m->contact->floor ? m->contact->floor : force;
}

static dp_status rates(const void *model, const double *y, double *dy) {
    const struct motion *m = (const struct motion *)model;
    // a trial stage may stick out below zero at the very end of a step
    double z = y[Z] < 0.0 ? 0.0 : y[Z], v = y[V], mass = m->def->mass;
    double width = stretch(z, m->power);
    dp_response r = raw(m, z, v);
    double force = applied(m, r.force);
    dy[Z] = v;
    dy[V] = width * (m->def->acceleration - force / mass);
    dy[T] = width;
    dy[VISCOUS] = width * (force - r.spring) * v;
    dy[PLASTIC] = width * r.plastic * v;
    dy[INPUT] = width * mass * m->def->acceleration * v;
    return DP_OK;
}

static int targets(const void *model, dp_target *out) {
    const struct motion *m = (const struct motion *)model;
    int count = 0;
    out[count++] = (dp_target){V, 0.0, AT_REVERSAL};
    if (isfinite(m->end_z)) out[count++] = (dp_target){Z, m->end_z, AT_END};
    if (isfinite(m->next_row)) out[count++] = (dp_target){T, m->next_row, AT_ROW};
    return count;
}

// Event functions: dF/dt, whose zero is the peak, and the force itself where it may turn to
// tension. At z = 0 both parts of the force vanish, so its sign is taken a millionth of the depth
// before.
static double function(const void *model, const double *y, int index) {
    const struct motion *m = (const struct motion *)model;
    double z = y[Z] < 0.0 ? 0.0 : y[Z];
    if (index == 1) {
        double least = 1e-6 * z_at(m, m->result->max_indentation);
        if (m->loading) return 1.0;
        return raw(m, z < least ? least : z, y[V]).force;
    }
    // unloading, the peak is past; without a dashpot it is the reversal, which is landed on anyway
    if (!m->loading) return -1.0;
    if (y[V] <= 0.0) return 0.0;
    // at the very touch the law is still silent: ask it an instant later
    double delta = delta_at(m, z) + 1e-280;
    dp_response r = m->contact->kernel->respond(m->contact->k, m->memory, delta, y[V]);
    r.force = r.spring + r.damper;
    double force = applied(m, r.force);
    if (r.dforce_drate == 0.0) return 1.0;
    return r.dforce_ddelta * y[V] + r.dforce_drate * (m->def->acceleration - force / m->def->mass);
}

static void note_force(struct motion *m, double force) {
    if (force > m->result->max_force) m->result->max_force = force;
    if (force < 0.0) m->result->tension_seen = 1;
}

static void accepted(void *model, const double *y) {
    struct motion *m = (struct motion *)model;
    note_force(m, raw(m, y[Z], y[V]).force);
}

// First step of a section: so short that the speed barely changes. At z = 0 every low derivative
// vanishes and the error estimate is blind, hence the caution.
static double first_step(const void *model, const double *y) {
    const struct motion *m = (const struct motion *)model;
    if (y[Z] > 0.0) return 0.05 * y[Z] / m->def->speed;
    double v = fabs(y[V]) > 1e-3 * m->def->speed ? fabs(y[V]) : 1e-3 * m->def->speed;
    double z = pow(1e-14, 1.0 / m->power);
    for (int i = 0; i < 60; i++, z *= 2.0) {
        double change = stretch(z, m->power) * raw(m, z, y[V]).force / m->def->mass * (z / v);
        if (fabs(change) > 1e-5 * v) break;
    }
    // beyond a mark the law changes on the scale of the mark itself, which may be far shorter
    double near = m->offset > 0.0 ? 0.2 * pow(m->offset, 1.0 / m->power) : INFINITY;
    return (z < near ? z : near) / v;
}

static double residual(const struct motion *m) {
    double r = dp_contact_residual(m->contact, m->memory);
    return r > 0.0 ? r : 0.0;
}

// Enter the stretch of indentation that starts at `delta`. `at_point`: the law changes there, so
// the smooth variable counts from it; otherwise it counts from where the contact will separate.
static void enter(struct motion *m, double *y, double delta, int loading, int at_point) {
    dp_mark marks[DP_MARK_MAX];
    int count = dp_contact_marks(m->contact, m->memory, marks);
    double rest = residual(m), below = rest, above = m->contact->limit;
    for (int i = 0; i < count; i++) {
        // at a mark itself the law is the one below it; a loading contact has just left it
        int passed = loading ? marks[i].delta <= delta : marks[i].delta < delta;
        if (passed)
            below = marks[i].delta > below ? marks[i].delta : below;
        else
            above = marks[i].delta < above ? marks[i].delta : above;
    }
    m->loading = loading;
    m->offset = loading && at_point ? delta : rest;
    m->low = below > rest ? nextafter(below, INFINITY) : rest;
    m->high = above;
    m->end = loading ? above : below;
    m->end_z = isinf(m->end) ? INFINITY : z_at(m, m->end);
    y[Z] = z_at(m, delta);
}

static void row(struct motion *m, const double *y, double delta) {
    dp_response r = dp_contact_respond(m->contact, m->memory, delta, y[V]);
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

static dp_verdict at_row(struct motion *m, const double *y) {
    row(m, y, delta_at(m, y[Z]));
    m->next_row += m->def->every;
    return DP_GO_ON;
}

static dp_verdict reversed(struct motion *m, double *y) {
    double delta = delta_at(m, y[Z]);
    note_force(m, raw(m, y[Z], 0.0).force);
    if (m->loading) {
        if (delta > m->result->max_indentation) {
            m->result->max_indentation = delta;
            m->result->time_of_max_indentation = y[T];
        }
        dp_contact_commit(m->contact, m->memory, delta, 0.0);
    }
    // under a push from outside the swings die out around the static indentation; without a damper
    // they go on for ever between the same two depths, and the bodies stay together as well
    double same = 1e-6 * m->result->max_indentation;
    if (fabs(delta - m->turned_at) <= same || fabs(delta - m->turned_before) <= same) {
        m->result->at_rest = 1;
        return DP_STOP;
    }
    m->turned_before = m->turned_at;
    m->turned_at = delta;
    enter(m, y, delta, !m->loading, 0);
    return DP_RESTART;
}

static double jump_loss(const struct motion *m, double delta) {
    dp_mark marks[DP_MARK_MAX];
    int count = dp_contact_marks(m->contact, m->memory, marks);
    for (int i = 0; i < count; i++) {
        if (marks[i].delta == delta) return marks[i].loss;
    }
    return 0.0;
}

static dp_verdict at_end(struct motion *m, double *y) {
    note_force(m, raw(m, y[Z], y[V]).force);
    if (!m->loading) {
        if (m->end <= residual(m)) return DP_STOP;
        enter(m, y, m->end, 0, 1);
        return DP_RESTART;
    }
    if (m->end >= m->contact->limit) {
        dp_fail(m->err, DP_ERR_VALIDITY,
                "%s holds up to an indentation of %g m, which this impact passes; lower the speed",
                m->contact->law->name, m->contact->limit);
        return DP_ABORT;
    }
    y[PLASTIC] += jump_loss(m, m->end);
    enter(m, y, m->end, 1, 1);
    note_force(m, raw(m, y[Z], y[V]).force);
    return DP_RESTART;
}

static dp_verdict at_zero_force(struct motion *m, const double *y) {
    m->result->tension_seen = 1;
    if (m->contact->tension == DP_TENSION_RELEASE) return DP_STOP;
    m->slack_since = isnan(m->slack_since) ? y[T] : NAN;
    return DP_GO_ON;
}

static dp_verdict happened(void *model, double *y, int id) {
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
    case AT_ZERO_FORCE:
        return at_zero_force(m, y);
    default:
        note_force(m, raw(m, y[Z], y[V]).force);
        return DP_GO_ON;
    }
}

// One pass over the motion; rows are handed out only when `rows` is set.
static dp_status pass(const dp_contact *contact, const dp_impact_def *def, int rows, double *y,
                      struct motion *m, dp_solve_stats *stats) {
    double energy = 0.5 * def->mass * def->speed * def->speed;
    double scale[UNKNOWNS] = {0.0, def->speed, INFINITY, energy, energy, energy};
    int watches_force = contact->kernel->pulls && contact->tension != DP_TENSION_ALLOW;
    dp_system system = {
        .count = UNKNOWNS,
        .scale = scale,
        .model = m,
        .rates = rates,
        .targets = targets,
        .function_count = 1 + watches_force,
        .function = function,
        .happened = happened,
        .accepted = accepted,
        .first_step = first_step,
    };
    dp_solve_def solve = {.rtol = def->rtol > 0.0 ? def->rtol : 1e-13, .max_steps = STEP_BUDGET};
    dp_contact_fresh(m->memory);
    if (def->memory != NULL) memcpy(m->memory, def->memory, sizeof m->memory);
    dp_contact_begin(contact, m->memory, def->speed);
    m->next_row = rows ? def->every : INFINITY;
    m->turned_at = m->turned_before = -INFINITY;
    m->slack_since = NAN;
    memset(y, 0, UNKNOWNS * sizeof *y);
    y[V] = def->speed;
    enter(m, y, residual(m), 1, 1);
    // a dashpot that does not vanish with the indentation pushes from the first instant
    dp_response touch =
        contact->kernel->respond(contact->k, m->memory, nextafter(m->low, INFINITY), def->speed);
    note_force(m, touch.spring + touch.damper);
    if (rows) row(m, y, m->low);
    dp_status status = dp_solve_dop853(&system, &solve, y, stats, NULL, m->err);
    if (status == DP_ERR_NUMERIC)
        dp_fail(m->err, status,
                "the bodies do not separate within %d steps: the law is overdamped and creeps back",
                STEP_BUDGET);
    if (rows && status == DP_OK) row(m, y, delta_at(m, y[Z]));
    return status;
}

static void close_ledger(const struct motion *m, const double *y, dp_impact *result) {
    double delta = delta_at(m, y[Z]), mass = m->def->mass;
    double held = dp_contact_respond(m->contact, m->memory, delta, y[V]).stored;
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
    dp_energy_close(&result->energy);
}

dp_status dp_impact_integrate(const dp_contact *contact, const dp_impact_def *def,
                              dp_impact *result, dp_error *err) {
    double y[UNKNOWNS];
    dp_solve_stats stats;
    memset(result, 0, sizeof *result);
    struct motion m = {.contact = contact,
                       .def = def,
                       .result = result,
                       .err = err,
                       .power = contact->kernel->smooth_power};
    dp_status status = pass(contact, def, 0, y, &m, &stats);
    if (status != DP_OK) return status;

    result->path = DP_PATH_INTEGRATED;
    result->separation_speed = result->at_rest ? 0.0 : -y[V];
    result->restitution = result->separation_speed / def->speed;
    result->separation_time = y[T];
    result->duration = isnan(m.slack_since) ? y[T] : m.slack_since;
    result->separation_indentation = delta_at(&m, y[Z]);
    result->residual_indentation = residual(&m);
    memcpy(result->memory, m.memory, sizeof m.memory);
    result->steps = stats.steps;
    result->rejected = stats.rejected;
    result->evaluations = stats.evaluations;
    result->events = stats.events;
    close_ledger(&m, y, result);
    if (def->observe == NULL || !(def->every > 0.0)) return DP_OK;

    // rows cut the steps, so they come from a second pass: asking for output never changes a result
    dp_impact scratch = {.max_indentation = result->max_indentation};
    m.result = &scratch;
    return pass(contact, def, 1, y, &m, &stats);
}
