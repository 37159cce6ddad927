// A strike, section by section. See strike.h for the variables.

#include "solve/strike.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/root.h"
#include "solve/dop853.h"

enum { Z, V, T, COUNT };
enum { STEP_BUDGET = 20000 };

// A smooth stretch of the motion: indentation between two characteristic points.
struct section {
    double offset;     // delta = offset + z^p
    double low, high;  // one-sided: the law is never asked beyond these
    double end;        // indentation at the far end
    double target;     // the same as z
};

struct strike {
    const dp_strike_model *model;
    dp_strike_result *result;
    struct section section;
    double y[DP_ODE_MAX];
    double h;
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

static double delta_at(const struct strike *s, double z) {
    double delta = s->section.offset + power_of(z, s->model->smooth_power);
    if (delta < s->section.low) return s->section.low;
    return delta > s->section.high ? s->section.high : delta;
}

static dp_response respond(const struct strike *s, const double *y) {
    s->result->evaluations++;
    dp_response r = s->model->respond(s->model->context, delta_at(s, y[Z]), y[V]);
    r.force = r.spring + r.damper;
    return r;
}

static void rate(const void *model, const double *y, double *dy) {
    const struct strike *s = (const struct strike *)model;
    // a trial stage may stick out below zero at the very end of a step
    double z = y[Z] < 0.0 ? 0.0 : y[Z];
    double at[COUNT] = {z, y[V], y[T]};
    double width = stretch(z, s->model->smooth_power);
    dy[Z] = y[V];
    dy[V] = -width * respond(s, at).force / s->model->mass;
    dy[T] = width;
}

static dp_ode ode_of(const struct strike *s) {
    // z is compared with its own size, the speed with the approach speed; time follows both
    return (dp_ode){.count = COUNT,
                    .rate = rate,
                    .model = s,
                    .rtol = s->model->rtol,
                    .scale = {0.0, s->model->speed, INFINITY}};
}

// dF/dt: its zero is the largest force
static double force_rate(const struct strike *s, const double *y) {
    dp_response r = respond(s, y);
    return r.dforce_ddelta * y[V] - r.dforce_drate * r.force / s->model->mass;
}

// --- places inside a step -----------------------------------------------------------------------

// How to go part of the way from s->y: a step of length x, or a landing where unknown `pivot` is x.
struct part {
    const struct strike *strike;
    int pivot;  // -1: x is the length of the step
    double (*value)(const struct strike *s, const double *y);
};

static void go(const struct part *p, double x, double *y) {
    dp_ode ode = ode_of(p->strike);
    double dy[DP_ODE_MAX];
    if (x == (p->pivot < 0 ? 0.0 : p->strike->y[p->pivot])) {
        memcpy(y, p->strike->y, COUNT * sizeof *y);
    } else if (p->pivot >= 0) {
        dp_dop853_land(&ode, p->strike->y, p->pivot, x, y);
    } else {
        rate(p->strike, p->strike->y, dy);
        dp_dop853_step(&ode, p->strike->y, dy, x, y);
    }
}

static double value_at(double x, const void *context) {
    const struct part *p = (const struct part *)context;
    double y[DP_ODE_MAX];
    go(p, x, y);
    return p->value(p->strike, y);
}

static double force_value(const struct strike *s, const double *y) {
    return respond(s, y).force;
}

static void note_force(struct strike *s, double force) {
    if (force > s->result->max_force) s->result->max_force = force;
    if (force < 0.0) s->result->tension_seen = 1;
}

// The force along an accepted stretch to y_new; a peak inside is located, not sampled. `x` is the
// length of the step, or the value of the pivot it landed on.
static void note_stretch(struct strike *s, int pivot, double x, const double *y_new) {
    note_force(s, respond(s, y_new).force);
    if (!(force_rate(s, s->y) > 0.0 && force_rate(s, y_new) < 0.0)) return;
    struct part part = {s, pivot, force_rate};
    double y[DP_ODE_MAX], start = pivot < 0 ? 0.0 : s->y[pivot];
    double peak = dp_root(value_at, &part, fmin(start, x), fmax(start, x));
    if (isnan(peak)) return;
    go(&part, peak, y);
    note_force(s, respond(s, y).force);
}

// --- sections -----------------------------------------------------------------------------------

static double residual(const struct strike *s) {
    double r = s->model->residual == NULL ? 0.0 : s->model->residual(s->model->context);
    return r > 0.0 ? r : 0.0;
}

static double z_of(const struct strike *s, double delta) {
    double over = delta - s->section.offset;
    return over > 0.0 ? pow(over, 1.0 / s->model->smooth_power) : 0.0;
}

// Enter the stretch of indentation that starts at `delta` and goes up (loading) or down.
static void enter(struct strike *s, double delta, int loading) {
    dp_mark marks[DP_MARK_MAX];
    int count = s->model->marks == NULL ? 0 : s->model->marks(s->model->context, marks);
    double rest = residual(s);
    double below = rest, above = s->model->limit;
    for (int i = 0; i < count; i++) {
        // at a mark itself the law is the one below it; a loading contact has just left it
        int passed = loading ? marks[i].delta <= delta : marks[i].delta < delta;
        if (passed)
            below = fmax(below, marks[i].delta);
        else
            above = fmin(above, marks[i].delta);
    }
    // loading starts its variable where it stands; unloading where the contact will separate
    s->section.offset = loading ? delta : rest;
    s->section.low = below > rest ? nextafter(below, INFINITY) : rest;
    s->section.high = above;
    s->section.end = loading ? above : below;
    s->section.target = isinf(s->section.end) ? INFINITY : z_of(s, s->section.end);
    s->y[Z] = z_of(s, delta);
    s->h = 0.0;
}

// First step of a section: so short that the speed barely changes. At z = 0 every
// low derivative vanishes and the error estimate is blind, hence the caution.
static double first_step(const struct strike *s) {
    const double p = s->model->smooth_power, v = s->y[V];
    if (s->y[Z] > 0.0) return 0.05 * s->y[Z] / s->model->speed;
    double z = pow(1e-14, 1.0 / p);
    for (int i = 0; i < 60; i++, z *= 2.0) {
        double at[COUNT] = {z, v, 0.0};
        double change = stretch(z, p) * respond(s, at).force / s->model->mass * (z / fabs(v));
        if (fabs(change) > 1e-5 * fabs(v)) break;
    }
    return z / fabs(v);
}

// --- the walk -----------------------------------------------------------------------------------

enum outcome { WALKING, AT_TARGET, AT_REVERSAL, AT_ZERO_FORCE, STUCK };

static void accept(struct strike *s, const double *y_new) {
    memcpy(s->y, y_new, COUNT * sizeof *s->y);
    s->result->steps++;
}

// While unloading from s->y to y_new, does the force cross zero? Sets the z where it is negative
// for sure. Near separation both parts of the force vanish, so the sign is tried at ever smaller z.
static int goes_slack(const struct strike *s, const double *y_new, double *z_negative) {
    if (s->model->end == DP_END_AT_ZERO_INDENTATION || !s->model->pulls) return 0;
    double at[COUNT] = {y_new[Z], y_new[V], 0.0};
    *z_negative = y_new[Z];
    if (respond(s, at).force < 0.0) return 1;
    if (y_new[Z] > s->section.target || s->section.target > 0.0) return 0;
    for (at[Z] = 0.5 * s->y[Z]; at[Z] > 1e-8 * s->y[Z]; at[Z] *= 0.5) {
        *z_negative = at[Z];
        if (respond(s, at).force < 0.0) return 1;
    }
    return 0;
}

static enum outcome land_on_zero_force(struct strike *s, double z_negative) {
    struct part part = {s, Z, force_value};
    double z = dp_root(value_at, &part, z_negative, s->y[Z]);
    double y[DP_ODE_MAX];
    // the force is negative right from the start of this stretch
    if (isnan(z)) z = s->y[Z];
    go(&part, z, y);
    note_stretch(s, Z, z, y);
    s->result->tension_seen = 1;
    s->result->events++;
    accept(s, y);
    return AT_ZERO_FORCE;
}

// Land on reversal or target, whichever comes first; WALKING when one step is too coarse for it.
static enum outcome land(struct strike *s, int reverses) {
    dp_ode ode = ode_of(s);
    double y[DP_ODE_MAX], error = INFINITY, z_negative;
    int loading = s->y[V] > 0.0, pivot = V;

    if (reverses) error = dp_dop853_land(&ode, s->y, V, 0.0, y);
    if (!reverses || (loading ? y[Z] >= s->section.target : y[Z] <= s->section.target)) {
        pivot = Z;
        error = dp_dop853_land(&ode, s->y, Z, s->section.target, y);
    }
    if (!(error <= 1.0)) return WALKING;
    if (!loading && goes_slack(s, y, &z_negative)) return land_on_zero_force(s, z_negative);
    note_stretch(s, pivot, y[pivot], y);
    s->result->events++;
    accept(s, y);
    return pivot == V ? AT_REVERSAL : AT_TARGET;
}

// One accepted step, a landing, or a rejection.
static enum outcome walk(struct strike *s) {
    dp_ode ode = ode_of(s);
    double dy[DP_ODE_MAX], y[DP_ODE_MAX], z_negative;
    rate(s, s->y, dy);
    if (s->h == 0.0) s->h = first_step(s);

    double error = dp_dop853_step(&ode, s->y, dy, s->h, y);
    int loading = s->y[V] > 0.0;
    int reverses = loading ? y[V] <= 0.0 : y[V] >= 0.0;
    int passes = loading ? y[Z] >= s->section.target : y[Z] <= s->section.target;
    if (reverses || passes) {
        enum outcome outcome = land(s, reverses);
        if (outcome != WALKING) return outcome;
        s->h *= 0.5;
        s->result->rejected++;
        return s->h > DBL_MIN ? WALKING : STUCK;
    }
    if (!(error <= 1.0)) {
        s->h = dp_dop853_next(s->h, error);
        s->result->rejected++;
        return s->h > DBL_MIN ? WALKING : STUCK;
    }
    if (!loading && goes_slack(s, y, &z_negative)) return land_on_zero_force(s, z_negative);

    note_stretch(s, -1, s->h, y);
    s->h = dp_dop853_next(s->h, error);
    accept(s, y);
    // a law that creeps back never separates
    return fabs(y[V]) < 1e-12 * s->model->speed ? STUCK : WALKING;
}

// Slack under a clamp: fly on at constant speed to the next mark where the law pushes again.
// Returns 0 when there is none, and the contact is over.
static int fly_on(struct strike *s) {
    dp_mark marks[DP_MARK_MAX];
    int count = s->model->marks == NULL ? 0 : s->model->marks(s->model->context, marks);
    double here = delta_at(s, s->y[Z]), v = s->y[V];
    for (int i = count - 1; i >= 0; i--) {
        double mark = marks[i].delta;
        if (mark >= here || mark <= residual(s)) continue;
        dp_response r = s->model->respond(s->model->context, mark, v);
        if (!(r.spring + r.damper > 0.0)) continue;
        s->y[T] += (mark - here) / v;
        enter(s, mark, 0);
        return 1;
    }
    return 0;
}

static enum outcome run_to_event(struct strike *s) {
    enum outcome outcome = WALKING;
    while (outcome == WALKING)
        outcome = s->result->steps + s->result->rejected < STEP_BUDGET ? walk(s) : STUCK;
    return outcome;
}

static dp_status stuck(dp_error *err) {
    return dp_fail(err, DP_ERR_NUMERIC,
                   "the bodies do not separate: the law is overdamped and creeps back for ever");
}

static dp_status load(struct strike *s, dp_error *err) {
    const dp_strike_model *model = s->model;
    double delta = residual(s);
    for (;;) {
        enter(s, delta, 1);
        enum outcome outcome = run_to_event(s);
        if (outcome == STUCK) return stuck(err);
        delta = outcome == AT_REVERSAL ? delta_at(s, s->y[Z]) : s->section.end;
        if (outcome == AT_REVERSAL) break;
        if (delta >= model->limit)
            return dp_fail(err, DP_ERR_VALIDITY,
                           "the indentation reaches %g m, where the law ends; lower the speed",
                           model->limit);
    }
    s->result->max_indentation = delta;
    s->result->time_of_max_indentation = s->y[T];
    if (model->reversed != NULL) model->reversed(model->context, delta);
    return DP_OK;
}

static dp_status unload(struct strike *s, dp_error *err) {
    enter(s, s->result->max_indentation, 0);
    for (;;) {
        enum outcome outcome = run_to_event(s);
        if (outcome == STUCK || outcome == AT_REVERSAL) return stuck(err);
        if (outcome == AT_ZERO_FORCE) {
            if (s->model->end == DP_END_CLAMPED && fly_on(s)) continue;
            return DP_OK;
        }
        if (s->section.end <= residual(s)) return DP_OK;
        enter(s, s->section.end, 0);
    }
}

dp_status dp_strike_run(const dp_strike_model *model, dp_strike_result *result, dp_error *err) {
    memset(result, 0, sizeof *result);
    if (!(model->mass > 0.0) || !(model->speed > 0.0) || isinf(model->mass) || isinf(model->speed))
        return dp_fail(err, DP_ERR_RANGE,
                       "an impact needs a positive, finite mass and speed (got %g kg, %g m/s)",
                       model->mass, model->speed);
    struct strike s = {.model = model, .result = result, .y = {0.0, model->speed, 0.0}};
    dp_status status = load(&s, err);
    if (status == DP_OK) status = unload(&s, err);
    if (status != DP_OK) return status;
    result->separation_speed = -s.y[V];
    result->duration = s.y[T];
    result->residual_indentation = residual(&s);
    return DP_OK;
}
