// The integration of hybrid.h: steps, events, rows, and which stepper takes the next step.

#include "solve/hybrid.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/root.h"
#include "solve/dop853.h"
#include "solve/radau.h"

// After so many explicit steps an implicit one is tried, and after so many implicit ones the last
// of them are compared with what came before; a trial that does not pay doubles the wait for the
// next.
enum { FIRST_TRIAL = 32, TRIAL_STEPS = 16, COUNTED_STEPS = 12, LONGEST_WAIT = 64 };
// So many events in a row, each at most a few steps after the last: a stiff motion that stays
// beside a zero, which it is carried to by steps that are too long.
enum { SWINGS = 16, BETWEEN_SWINGS = 4 };
enum { HALVINGS = 24, LANDINGS = 3, FALLS = 6, NEWTON_STEPS = 6 };

struct walk {
    const dp_hybrid *march;
    const dp_system *system;
    dp_hybrid_stats *stats;
    dp_dop853 explicit_stepper;
    dp_radau radau;
    double *y, *dy, *y_new, *y_held, *y_error, *y_before, *dy_before, *y_try;
    double h_taken;                               // from y_before to y
    double *value, *rate, *value_new, *rate_new;  // of the events at y and at y_new
    double h, h_explicit, h_implicit;
    int implicit;    // the stepper in use
    int since;       // steps with it
    int wait;        // explicit steps before the next trial
    double pace;     // time per evaluation of the explicit stepper, smoothed
    double covered;  // time since the trial began, and evaluations spent on it
    long spent_from;
    int swings, since_event;  // events in a row, and steps since the last of them
    int is_exact;             // there were too many: each must be met exactly
    dp_allocator from;
    double *implicit_room;  // NULL until an implicit step is wanted: it grows with the square
    int lacks_room;         // and there was no memory for it
    int is_part;            // the step ends on an event within one that was kept
    double too_far;         // an event so far away that no single step goes there; 0: none
};

static double time_of(const struct walk *w, const double *y) {
    return y[w->march->active];
}

static double take(struct walk *w, double h, double *y_new) {
    if (w->implicit) return dp_radau_step(&w->radau, w->y, w->dy, h, y_new);
    return dp_dop853_step(&w->explicit_stepper, w->y, w->dy, h, y_new);
}

// --- beginning ---

static void begin_step(struct walk *w) {
    w->stats->solve.evaluations++;
    w->system->rates(w->system->model, w->y, w->dy);
    w->march->events(w->system->model, w->y, w->value, w->rate);
}

static size_t implicit_size(const struct walk *w) {
    return (dp_radau_size(&w->radau) * sizeof(double) + 63) / 64 * 64;
}

// Most motions of many bodies never take an implicit step. 0: no memory for one.
static int make_implicit(struct walk *w) {
    if (w->implicit_room != NULL) return 1;
    size_t size = implicit_size(w);
    w->implicit_room = (double *)w->from.alloc(w->from.user, size);
    w->lacks_room = w->implicit_room == NULL;
    if (w->lacks_room) return 0;
    memset(w->implicit_room, 0, size);
    dp_radau_place(&w->radau, w->implicit_room);
    return 1;
}

// What is remembered of the steps before no longer holds.
static void begin_section(struct walk *w) {
    begin_step(w);
    dp_radau_reset(&w->radau);
    w->implicit =
        w->march->stepper == DP_MARCH_IMPLICIT && w->march->may_be_stiff(w->system->model);
    if (w->implicit) w->implicit = make_implicit(w);
    w->since = 0;
    w->swings = w->is_exact = 0;
    w->wait = FIRST_TRIAL;
    w->pace = 0.0;
    w->h_explicit = w->h_implicit = w->system->first_step(w->system->model, w->y);
}

// --- events ---

struct part {
    struct walk *walk;
    int index;
    double whole;  // length of the step that was taken
};

// The same in two steps: their stages lie elsewhere. NaN where the rates cannot be told there
// either.
static void inside_in_two(struct walk *w, double h, double *out) {
    const double first = 0.37 * h;
    double *middle = w->y_error, *rates = w->y_error + w->system->count;
    if (isfinite(dp_dop853_step(&w->explicit_stepper, w->y, w->dy, first, middle)) &&
        w->system->rates(w->system->model, middle, rates) == DP_OK &&
        isfinite(dp_dop853_step(&w->explicit_stepper, middle, rates, h - first, out)))
        return;
    for (int i = 0; i < w->system->count; i++)
        out[i] = NAN;
}

// The state after a part of the step from y to y_new, which is h long.
static void inside(struct walk *w, double h, double part, double *out) {
    if (w->implicit)
        dp_radau_inside(&w->radau, w->y, h, part, out);
    else if (!(part > 0.0))
        memcpy(out, w->y, (size_t)w->system->count * sizeof *out);
    else if (!isfinite(dp_dop853_step(&w->explicit_stepper, w->y, w->dy, part * h, out)))
        inside_in_two(w, part * h, out);
}

static int is_loose(const struct walk *w, int index) {
    return w->march->is_loose != NULL && w->march->is_loose(index);
}

// How near a zero an event is met. Nothing else has a wide one.
static double noise_of(const struct walk *w, int index) {
    const double exact = 1e-9;
    double noise = w->march->noise[index];
    return w->is_exact && is_loose(w, index) ? exact * noise : noise;
}

static double event_within(double h, const void *context) {
    const struct part *p = (const struct part *)context;
    struct walk *w = p->walk;
    if (h == 0.0) return w->value[p->index] > 0.0 ? w->value[p->index] : DBL_MIN;
    inside(w, p->whole, h / p->whole, w->y_try);
    w->march->events(w->system->model, w->y_try, w->value_new, w->rate_new);
    double value = w->value_new[p->index];
    return fabs(value) <= 0.125 * noise_of(w, p->index) ? 0.0 : value;
}

static double event_after(double h, const void *context) {
    const struct part *p = (const struct part *)context;
    struct walk *w = p->walk;
    // at its beginning a step stands on the near side, whatever rounding says
    if (h == 0.0) return w->value[p->index] > 0.0 ? w->value[p->index] : DBL_MIN;
    if (!(take(w, h, w->y_try) < 1e6)) return NAN;
    w->march->events(w->system->model, w->y_try, w->value_new, w->rate_new);
    double value = w->value_new[p->index];
    // nearer than the last bits of the positions there is nothing to be found
    return fabs(value) <= 0.125 * noise_of(w, p->index) ? 0.0 : value;
}

// Part of the step at which the cubic through values and rates is least, when it dips below -noise
// there; 0: it does not.
static double dip(double a, double da, double b, double db, double noise) {
    if (!(da < 0.0 && db > 0.0)) return 0.0;
    double c3 = 2.0 * (a - b) + da + db, c2 = 3.0 * (b - a) - 2.0 * da - db;
    double root = c2 * c2 - 3.0 * c3 * da;
    if (root < 0.0) return 0.0;
    double at = -da / (c2 + sqrt(root));
    if (!(at > 0.0 && at < 1.0)) return 0.0;
    return a + at * (da + at * (c2 + at * c3)) < -noise ? at : 0.0;
}

// A step that begins on the zero of a function (its event just happened) first leaves it, then
// comes back: where it is surely on the near side, so that the zero behind is not found again. 0:
// it never gets out of the rounding.
static double leave_zero(double (*after)(double, const void *), const struct part *p,
                         double upper) {
    const struct walk *w = p->walk;
    double noise = noise_of(w, p->index);
    if (w->value[p->index] > noise) return 0.0;
    double h = upper;
    for (int i = 0; i < HALVINGS; i++) {
        h *= 0.5;
        if (after(h, p) > noise) return h;
    }
    return 0.0;
}

// An event that need not be met exactly: where the step that was taken has it, and one step there.
// 0: that does not lead to it.
static double meet_loosely(const struct part *p, double upper) {
    struct walk *w = p->walk;
    const dp_hybrid *m = w->march;
    if (w->is_exact || !is_loose(w, p->index)) return 0.0;
    double at = dp_root(event_within, p, leave_zero(event_within, p, upper), upper);
    if (!(at > 0.0)) return 0.0;
    double aside = fmin(1e-3 * at, 0.5 * (upper - at));
    double slope = aside > 0.0 ? (event_within(at + aside, p) - event_within(at - aside, p)) : 0.0;
    if (!(slope < 0.0)) return 0.0;
    slope /= 2.0 * aside;
    if (w->implicit) dp_radau_keep(&w->radau, p->whole);
    for (int i = 0; i < LANDINGS; i++) {
        if (!(at > 0.0 && at <= upper && take(w, at, w->y_new) <= 1.0)) return 0.0;
        m->events(w->system->model, w->y_new, w->value_new, w->rate_new);
        double value = w->value_new[p->index];
        if (fabs(value) <= noise_of(w, p->index)) return at;
        at -= value / slope;
    }
    return 0.0;
}

// Part of the step at which the cubic through values and rates falls through zero, a > 0 > b.
static double fall(double a, double da, double b, double db) {
    double c3 = 2.0 * (a - b) + da + db, c2 = 3.0 * (b - a) - 2.0 * da - db;
    double low = 0.0, high = 1.0, at = a / (a - b);
    for (int i = 0; i < FALLS; i++) {
        double value = a + at * (da + at * (c2 + at * c3)),
               slope = da + at * (2.0 * c2 + 3.0 * at * c3);
        *(value > 0.0 ? &low : &high) = at;
        double next = at - value / slope;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        at = next;
    }
    return at;
}

// An event whose rate is known, and that has surely happened at the end: from the cubic on by
// Newton steps, so that two or three steps of the motion meet it where a root finder takes ten to
// twenty. 0: that does not lead to it; NaN: no step as long as that is good.
static double meet_by_rate(const struct part *p, double upper) {
    struct walk *w = p->walk;
    double noise = noise_of(w, p->index), low = 0.0, high = upper;
    double *value = &w->value_new[p->index], *rate = &w->rate_new[p->index];
    double *before = &w->value[p->index], *rate_before = &w->rate[p->index];
    if (!(*before > noise && *value < -noise && fabs(*rate) < 1e300)) return 0.0;
    double h = upper * fall(*before, *rate_before * upper, *value, *rate * upper);
    for (int i = 0; i < NEWTON_STEPS; i++) {
        if (!(take(w, h, w->y_new) <= 1.0)) {
            w->too_far = h;
            return NAN;
        }
        w->march->events(w->system->model, w->y_new, w->value_new, w->rate_new);
        // the last bit of the positions: there is nothing nearer to be found
        if (fabs(*value) <= 0.25 * noise) return h;
        *(*value > 0.0 ? &low : &high) = h;
        double next = h - *value / *rate;
        if (!(next > low && next < high)) return fabs(*value) <= noise ? h : 0.0;
        h = next;
    }
    return 0.0;
}

// Event i on the way to y_new, which is `end` away: the time until just there, `end` when it does
// not happen, NaN when it cannot be found. The state there is left in y_new.
static double locate(struct walk *w, int i, double end) {
    double upper = end, noise = noise_of(w, i);
    struct part part = {w, i, end};
    if (!(w->value_new[i] < -noise)) {
        double at =
            dip(w->value[i], w->rate[i] * end, w->value_new[i], w->rate_new[i] * end, noise);
        if (at == 0.0) return end;
        upper = at * end;
        double there = event_after(upper, &part);
        // the place was only looked at: put the end back
        take(w, end, w->y_new);
        w->march->events(w->system->model, w->y_new, w->value_new, w->rate_new);
        if (!(there < -noise)) return end;
    }
    double at = meet_loosely(&part, upper);
    w->is_part = at > 0.0 && w->implicit;
    if (!(at > 0.0) && upper == end) at = meet_by_rate(&part, upper);
    if (isnan(at) || at > 0.0) return at;
    at = dp_root(event_after, &part, leave_zero(event_after, &part, upper), upper);
    if (isnan(at)) return NAN;
    // on the far side by rounding at the most, so that a contact begins as one
    if (at <= 0.0) at = DBL_EPSILON * end;
    if (!(take(w, at, w->y_new) <= 1.0)) {
        w->too_far = at;
        return NAN;
    }
    w->march->events(w->system->model, w->y_new, w->value_new, w->rate_new);
    return at;
}

// Earliest event on the way to y_new, which is h away. Returns the part of time until just there, h
// when nothing happens, or NaN when it cannot be found; `which` is -1 or the index. Events at which
// a slope changes come first: a step that goes beyond them has no small error, however near its end
// is.
static double first_event(struct walk *w, double h, int *which) {
    const dp_hybrid *m = w->march;
    double end = h;
    *which = -1;
    w->is_part = 0;
    w->too_far = 0.0;
    m->events(w->system->model, w->y_new, w->value_new, w->rate_new);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < m->event_count; i++) {
            if (is_loose(w, i) == pass) continue;
            double at = locate(w, i, end);
            if (isnan(at)) return NAN;
            if (at == end) continue;
            *which = i;
            end = at;
            // the function itself has its zero here
            w->value_new[i] = 0.0;
        }
    return end;
}

// --- rows ---

// Rows between y and y_new, from within the step: they do not change where it ends.
static void give_rows(struct walk *w, double h) {
    const dp_hybrid *m = w->march;
    if (m->row == NULL) return;
    double begin = time_of(w, w->y), end = time_of(w, w->y_new);
    for (double t = m->row_time(w->system->model); t <= end; t = m->row_time(w->system->model)) {
        memcpy(w->y_try, t >= end ? w->y_new : w->y, (size_t)w->system->count * sizeof *w->y);
        if (t < end) inside(w, h, (t - begin) / h, w->y_try);
        m->row(w->system->model, w->y_try);
    }
}

static void look_inside(const dp_within *within, double part, double *y) {
    struct walk *w = (struct walk *)within->walk;
    if (part >= 1.0)
        memcpy(y, within->to, (size_t)w->system->count * sizeof *y);
    else
        inside(w, within->h, part, y);
}

static void look_at(struct walk *w, double h) {
    if (w->march->look == NULL) return;
    const dp_within within = {.from = w->y,
                              .to = w->y_new,
                              .rate_from = w->dy,
                              .h = h,
                              .exact_is_cheap = w->implicit,
                              .exact = look_inside,
                              .walk = w};
    w->march->look(w->system->model, &within);
}

// --- steps ---

static void reject(struct walk *w, double h) {
    w->stats->solve.rejected++;
    *(w->implicit ? &w->h_implicit : &w->h_explicit) = h;
}

// Hold the state at the end of a step to what binds the unknowns; 0: the step led astray.
static int hold(struct walk *w) {
    memcpy(w->y_held, w->y_new, (size_t)w->system->count * sizeof *w->y);
    return w->system->project == NULL || w->system->project(w->system->model, w->y_held) == DP_OK;
}

static void arrive(struct walk *w, double h) {
    // what is only looked at is no work of the walk, and must not sway the choice of the stepper
    long evaluations = w->stats->solve.evaluations;
    give_rows(w, h);
    look_at(w, h);
    w->stats->solve.evaluations = evaluations;
    memcpy(w->y_before, w->y, (size_t)w->system->count * sizeof *w->y);
    memcpy(w->dy_before, w->dy, (size_t)w->system->count * sizeof *w->y);
    memcpy(w->y, w->y_held, (size_t)w->system->count * sizeof *w->y);
    w->h_taken = h;
    w->stats->solve.steps++;
    w->stats->implicit_steps += w->implicit;
    w->covered += h;
}

static void start_trial(struct walk *w, int implicit) {
    if (implicit && !make_implicit(w)) return;
    w->implicit = implicit;
    w->since = 0;
    w->covered = 0.0;
    w->spent_from = w->stats->solve.evaluations;
    if (implicit) {
        dp_radau_reset(&w->radau);
        dp_radau_seed(&w->radau, w->y_before, w->dy_before, w->y, w->dy, w->h_taken);
        w->h_implicit = 2.0 * w->h_taken;
    } else {
        w->h_explicit = fmin(w->h_explicit, w->h_implicit);
    }
}

// Which stepper goes on? Counted in evaluations, so that every machine decides alike.
static void choose_stepper(struct walk *w, double h) {
    if (w->march->stepper != DP_MARCH_AUTO) return;
    w->since++;
    if (!w->implicit) {
        double pace = h / DP_DOP853_STAGES;
        w->pace = w->pace == 0.0 ? pace : 0.8 * w->pace + 0.2 * pace;
        if (w->since >= w->wait && w->march->may_be_stiff(w->system->model)) start_trial(w, 1);
        return;
    }
    // the first steps of a trial only find their length
    if (w->since == TRIAL_STEPS - COUNTED_STEPS) {
        w->covered = 0.0;
        w->spent_from = w->stats->solve.evaluations;
    }
    if (w->since < TRIAL_STEPS) return;
    double pace = w->covered / (double)(w->stats->solve.evaluations - w->spent_from);
    if (pace > w->pace) {
        w->since = TRIAL_STEPS - COUNTED_STEPS;
        w->covered = 0.0;
        w->spent_from = w->stats->solve.evaluations;
        return;
    }
    start_trial(w, 0);
    w->wait = w->wait < LONGEST_WAIT ? 2 * w->wait : w->wait;
}

// Near a zero is not beyond it: a step that is too long may end there, and no step without a large
// error. Then only those that are met exactly have happened.
static void count_swing(struct walk *w) {
    w->swings = w->since_event > BETWEEN_SWINGS ? 1 : w->swings + 1;
    w->since_event = 0;
    w->is_exact = w->is_exact || w->swings > SWINGS;
}

static dp_event_action stand_on(struct walk *w, double h, int which) {
    w->stats->solve.events++;
    arrive(w, h);
    dp_event_action verdict = w->system->on_event(w->system->model, w->y, which);
    if (verdict == DP_EVENT_RESTART) begin_section(w);
    if (verdict == DP_EVENT_CONTINUE) {
        if (w->is_part)
            dp_radau_accept_part(&w->radau, h);
        else if (w->implicit)
            dp_radau_accept(&w->radau, h);
        begin_step(w);
        count_swing(w);
        choose_stepper(w, h);
    }
    return verdict;
}

// The step ended on a time that was asked for.
static dp_event_action stand_at_stop(struct walk *w) {
    dp_event_action verdict = w->march->stopped(w->system->model, w->y);
    if (verdict == DP_EVENT_RESTART) begin_section(w);
    if (verdict == DP_EVENT_CONTINUE) begin_step(w);
    return verdict;
}

// One accepted step, one event, or one rejection.
static dp_event_action walk_on(struct walk *w) {
    double stop = w->march->stop(w->system->model), left = stop - time_of(w, w->y);
    if (!(left > 0.0)) return stand_at_stop(w);
    double wanted = fmin(w->implicit ? w->h_implicit : w->h_explicit, w->march->max_step);
    if (w->march->limit != NULL) wanted = fmin(wanted, w->march->limit(w->system->model));
    int lands = left <= wanted;
    double h = lands ? left : left < 1.5 * wanted ? 0.5 * left : wanted;
    double error = take(w, h, w->y_new);
    if (!w->implicit && error > 1.0 && error <= 1e300 && w->march->filter != NULL) {
        double along = dp_dop853_error_along(&w->explicit_stepper, w->y, h, w->y_new,
                                             w->march->filter, w->y_error);
        if (along < error) error = along;
    }
    double next = w->implicit ? dp_radau_next(&w->radau, h, error) : dp_dop853_next(h, error);
    // a wild trial may pass everything: events are looked for in steps that are not hopeless
    if (!(error <= 1e6)) {
        reject(w, next);
        return DP_EVENT_CONTINUE;
    }
    double stride =
        w->march->stride == NULL ? 0.0 : w->march->stride(w->system->model, w->y, w->y_new);
    if (!(stride <= 1.0)) {
        reject(w, h * (stride > 4.0 || isnan(stride) ? 0.25 : 0.8 / stride));
        return DP_EVENT_CONTINUE;
    }
    int which;
    double until = first_event(w, h, &which);
    if (isnan(until) || (which < 0 && !(error <= 1.0))) {
        // towards the end of a touch, where the force is a power of time: two thirds of the way
        double shorter = w->too_far > 0.0 ? 0.65 * w->too_far : 0.25 * h;
        reject(w, isnan(until) ? shorter : next);
        return DP_EVENT_CONTINUE;
    }
    if (which < 0 && lands) w->y_new[w->march->active] = stop;
    if (!hold(w)) {
        reject(w, 0.5 * until);
        return DP_EVENT_CONTINUE;
    }
    if (which >= 0) return stand_on(w, until, which);
    arrive(w, h);
    if (w->implicit) dp_radau_accept(&w->radau, h);
    // a step cut short by a stop says nothing about the next one
    double *own = w->implicit ? &w->h_implicit : &w->h_explicit;
    *own = h < wanted && next < wanted ? wanted : next;
    if (w->system->on_step != NULL) w->system->on_step(w->system->model, w->y);
    w->since_event++;
    begin_step(w);
    choose_stepper(w, h);
    return lands ? stand_at_stop(w) : DP_EVENT_CONTINUE;
}

static dp_status run(struct walk *w, dp_error *err) {
    const dp_solve_stats *s = &w->stats->solve;
    begin_section(w);
    for (;;) {
        dp_event_action verdict = walk_on(w);
        if (w->lacks_room)
            return dp_fail(err, DP_ERR_MEMORY, "no memory for implicit steps of %d unknowns",
                           w->march->active);
        if (verdict == DP_EVENT_STOP) return DP_OK;
        if (verdict == DP_EVENT_ABORT) return DP_ERR_VALIDITY;
        if (w->march->steps_before + s->steps + s->rejected >= w->march->max_steps)
            return dp_fail(err, DP_ERR_NUMERIC, "no end within %ld steps, at t = %.9g s",
                           w->march->max_steps, time_of(w, w->y));
        double h = w->implicit ? w->h_implicit : w->h_explicit, t = fabs(time_of(w, w->y));
        if (!(h > 1e-15 * t && h > DBL_MIN)) {
            // what an implicit step cannot do an explicit one may
            if (w->implicit) {
                begin_section(w);
                w->implicit = 0;
                w->wait = LONGEST_WAIT;
                continue;
            }
            return dp_fail(err, DP_ERR_NUMERIC, "the step size fell to zero at t = %.9g s",
                           time_of(w, w->y));
        }
    }
}

dp_status dp_hybrid_run(const dp_hybrid *march, double *y, dp_hybrid_stats *stats,
                        const dp_allocator *allocator, dp_error *err) {
    memset(stats, 0, sizeof *stats);
    const size_t n = (size_t)march->system.count, events = (size_t)march->event_count;
    const size_t explicit_room = (DP_DOP853_STAGES + 1) * n;
    const size_t size = ((explicit_room + 8 * n + 4 * events) * sizeof(double) + 63) / 64 * 64;
    dp_allocator from = dp_allocator_or_default(allocator);
    double *room = (double *)from.alloc(from.user, size);
    if (room == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory for %zu unknowns (%zu bytes)", n, size);
    memset(room, 0, size);
    double *next = room + explicit_room;
    struct walk w = {.march = march,
                     .system = &march->system,
                     .stats = stats,
                     .explicit_stepper = {.system = &march->system,
                                          .rtol = march->rtol,
                                          .work = room,
                                          .evaluations = &stats->solve.evaluations,
                                          .steering = march->active + 1},
                     .radau = {.system = &march->system,
                               .active = march->active,
                               .rtol = march->implicit_rtol,
                               .cap = march->cap,
                               .step = march->step,
                               .tangents = march->tangents,
                               .rates_beside = march->rates_beside,
                               .evaluations = &stats->solve.evaluations},
                     .from = from,
                     .y = y,
                     .dy = next,
                     .y_new = next + n,
                     .y_before = next + 2 * n,
                     .dy_before = next + 3 * n,
                     .y_try = next + 4 * n,
                     .y_held = next + 5 * n,
                     .y_error = next + 6 * n,
                     .value = next + 8 * n,
                     .rate = next + 8 * n + events,
                     .value_new = next + 8 * n + 2 * events,
                     .rate_new = next + 8 * n + 3 * events};
    dp_radau_reset(&w.radau);
    dp_status status = run(&w, err);
    if (w.implicit_room != NULL) from.free(from.user, w.implicit_room, implicit_size(&w));
    from.free(from.user, room, size);
    return status;
}
