// The driver: adaptive steps, landings on targets, zeros of functions. Knows only dp_system.

#include "solve/event_driver.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/root.h"

enum { WATCH_TRIES = 20 };

static double function(const struct dp_driver *d, const double *y, int index) {
    return d->system.function(d->system.model, y, index);
}

static int crosses(double from, double to) {
    return (from < 0.0 && to >= 0.0) || (from > 0.0 && to <= 0.0);
}

// Has the place been passed, or reached, on the way from d->y to y?
static int passed(const struct dp_driver *d, const struct dp_place *p, const double *y) {
    if (p->index >= 0) return crosses(d->value[p->index], function(d, y, p->index));
    double value = p->target.value;
    return crosses(d->y[p->target.unknown] - value, y[p->target.unknown] - value);
}

static int passed_beyond(const struct dp_driver *d, const struct dp_place *p, const double *y) {
    if (p->index >= 0) {
        double now = function(d, y, p->index);
        return now != 0.0 && crosses(d->value[p->index], now);
    }
    return y[p->target.unknown] != p->target.value && passed(d, p, y);
}

// All events that the step to y_new would pass.
static int find_places(const struct dp_driver *d) {
    struct dp_place *out = d->places;
    dp_target targets[DP_TARGET_MAX];
    const dp_system *s = &d->system;
    int armed = s->targets == NULL ? 0 : s->targets(s->model, targets), count = 0;
    for (int i = 0; i < armed; i++) {
        out[count] = (struct dp_place){targets[i], -1};
        count += passed(d, &out[count], d->y_new);
    }
    for (int i = 0; i < s->function_count; i++) {
        out[count] = (struct dp_place){{.id = -1 - i}, i};
        count += passed(d, &out[count], d->y_new);
    }
    return count;
}

struct part {
    const struct dp_driver *driver;
    int index;
};

static double function_after(double h, const void *context) {
    const struct part *p = (const struct part *)context;
    const struct dp_driver *d = p->driver;
    if (h == 0.0) return d->value[p->index];
    dp_dop853_try(&d->stepper, d->y, d->dy, h, d->y_try);
    return function(d, d->y_try, p->index);
}

// Length of the last step if one can look inside it: its end is left in y_try.
static double length_within(const struct dp_driver *d) {
    const dp_dop853 *s = &d->stepper;
    return s->within == NULL ? 0.0 : s->within(s, 1.0, d->y_try);
}

static double function_within(double part, const void *context) {
    const struct part *p = (const struct part *)context;
    const struct dp_driver *d = p->driver;
    if (part == 0.0) return d->value[p->index];
    d->stepper.within(&d->stepper, part, d->y_try);
    return function(d, d->y_try, p->index);
}

// Where a function vanishes inside a step, and from there to the zero by steps of their own.
// Returns the error as go_to; NaN: not by this way.
static double go_to_zero(struct dp_driver *d, int index) {
    enum { TRIES = 8 };
    struct part part = {d, index};
    double length = length_within(d), near = 0.01 * d->def.rtol, error = INFINITY;
    if (!(length > 0.0 && crosses(d->value[index], function(d, d->y_try, index)))) {
        dp_dop853_try(&d->stepper, d->y, d->dy, d->h, d->y_try);
        length = length_within(d);
    }
    if (!(length > 0.0)) return NAN;
    double at = dp_root(function_within, &part, 0.0, 1.0), beside = 0.999 * at;
    if (!(at > 0.0)) return NAN;
    double h = at * length, value = function_within(at, &part);
    double slope = (value - function_within(beside, &part)) / (length * (at - beside));
    near = near > 1e-14 ? near : 1e-14;
    for (int i = 0; i < TRIES; i++) {
        double last = value;
        error = dp_dop853_step(&d->stepper, d->y, d->dy, h, d->y_event);
        value = function(d, d->y_event, index);
        double step = -value / slope;
        if (fabs(step) <= near * h) return error;
        if (i > 0) slope = (value - last) / beside;
        if (i > 0) step = -value / slope;
        if (!(h + step > 0.0 && fabs(step) < 0.5 * h)) return NAN;
        beside = step;
        h += step;
    }
    return NAN;
}

// Go exactly to the place; the state is left in y_event. Returns the error of getting there.
static double go_to(struct dp_driver *d, const struct dp_place *p) {
    if (p->index < 0)
        return dp_dop853_land(&d->stepper, d->y, d->dy, p->target.unknown, p->target.value,
                              d->y_event);
    double error = d->stepper.within == NULL ? NAN : go_to_zero(d, p->index);
    if (!isnan(error)) return error;
    struct part part = {d, p->index};
    double h = dp_root(function_after, &part, 0.0, d->h);
    if (!(h > 0.0)) return INFINITY;
    return dp_dop853_step(&d->stepper, d->y, d->dy, h, d->y_event);
}

// Does `other` come before `place`, on which y_event stands? At the same spot a target comes before
// a zero, because an unknown that already stands on its value never crosses it.
static int precedes(const struct dp_driver *d, const struct dp_place *other,
                    const struct dp_place *place) {
    int wins_tie = other->index < 0 && place->index >= 0;
    return wins_tie ? passed(d, other, d->y_event) : passed_beyond(d, other, d->y_event);
}

// The first of several places: at it, none of the others has been passed yet.
static const struct dp_place *go_to_first(struct dp_driver *d, const struct dp_place *places,
                                          int count) {
    for (int i = 0; i < count; i++) {
        if (!(go_to(d, &places[i]) <= 1.0)) continue;
        int first = 1;
        for (int j = 0; j < count && first; j++)
            first = j == i || !precedes(d, &places[j], &places[i]);
        if (first) return &places[i];
    }
    return NULL;
}

// A target that was passed on the way to `place`, where y_event stands, and again on the way from
// there to y_new, where it does not show. Goes there. Returns the place that comes first, NULL when
// it could not be reached.
static const struct dp_place *go_to_hidden(struct dp_driver *d, const struct dp_place *place) {
    dp_target targets[DP_TARGET_MAX];
    const dp_system *s = &d->system;
    int armed = s->targets == NULL ? 0 : s->targets(s->model, targets);
    for (int i = 0; i < armed; i++) {
        struct dp_place other = {targets[i], -1};
        bool is_same = place->index < 0 && targets[i].id == place->target.id;
        if (is_same || !passed_beyond(d, &other, d->y_event)) continue;
        d->places[0] = other;
        return go_to(d, d->places) <= 1.0 ? d->places : NULL;
    }
    return place;
}

// The step before ended here, and nothing has changed.
static void begin_next(struct dp_driver *d) {
    d->stats.evaluations++;
    d->system.rates(d->system.model, d->y, d->dy);
    for (int i = 0; i < d->system.function_count; i++)
        d->value[i] = function(d, d->y, i);
    d->watched = d->ahead;
    d->other.watched = d->other.ahead;
}

static void begin_step(struct dp_driver *d) {
    if (d->watch != NULL) d->ahead = d->watch(d->system.model, d->y);
    if (d->other.watch != NULL) d->other.ahead = d->other.watch(d->system.model, d->y);
    begin_next(d);
}

static void begin_section(struct dp_driver *d) {
    begin_step(d);
    if (d->system.first_step != NULL) {
        d->h = d->system.first_step(d->system.model, d->y);
        return;
    }
    // a thousandth of the time in which the quickest unknown changes by its own size
    double quickest = 0.0;
    for (int i = 0; i < d->system.count; i++) {
        double size = fmax(fabs(d->y[i]), d->system.scale[i]);
        if (size > 0.0 && size < 1e300) quickest = fmax(quickest, fabs(d->dy[i]) / size);
    }
    d->h = quickest > 0.0 ? 1e-3 / quickest : 1e-6;
}

// The watched function on the cubic between the ends of the computed step; `rates`: at its end.
static double watch_within(const struct dp_driver *d, const double *rates, double part) {
    double rest = 1.0 - part, *y = d->y_try;
    for (int i = 0; i < d->system.count; i++) {
        double chord = d->y_new[i] - d->y[i];
        double bend = rest * (d->h * d->dy[i] - chord) + part * (chord - d->h * rates[i]);
        y[i] = d->y[i] + part * (chord + rest * bend);
    }
    return d->watch(d->system.model, y);
}

// Regula falsi after Illinois; parts of the step. The slope there is left in `slope`.
static double guess_within(const struct dp_driver *d, const double *rates, double *slope) {
    double low = 0.0, high = 1.0, above = d->watched, below = d->watch(d->system.model, d->y_new);
    double at = 0.5;
    for (int i = 0, side = 0; i < WATCH_TRIES && high - low > 1e-4; i++) {
        double last = at;
        at = low + (high - low) * above / (above - below);
        double value = watch_within(d, rates, at);
        *slope = (below - above) / (high - low);
        if (fabs(at - last) < 1e-4 || value == 0.0) break;
        int now = value > 0.0 ? 1 : -1;
        if (now > 0) {
            low = at, above = value;
            if (side == now) below *= 0.5;
        } else {
            high = at, below = value;
            if (side == now) above *= 0.5;
        }
        side = now;
    }
    return at;
}

static double watch_along(const struct dp_driver *d, double part) {
    d->stepper.within(&d->stepper, part, d->y_try);
    return d->watch(d->system.model, d->y_try);
}

// The same inside a step that one can look into; returns the length up to there.
static double guess_along(const struct dp_driver *d, double length, double near) {
    double low = 0.0, high = 1.0, above = d->watched, below = d->ahead, at = 0.5;
    for (int i = 0, side = 0; i < WATCH_TRIES && high - low > near; i++) {
        double last = at;
        at = low + (high - low) * above / (above - below);
        double value = watch_along(d, at);
        if (fabs(at - last) < near || value == 0.0) break;
        int now = value > 0.0 ? 1 : -1;
        if (now > 0) {
            low = at, above = value;
            if (side == now) below *= 0.5;
        } else {
            high = at, below = value;
            if (side == now) above *= 0.5;
        }
        side = now;
    }
    return at * length;
}

// Does y_try lie between the beginning of the step and y, where it ended?
static bool is_between(const struct dp_driver *d, const double *y) {
    if (d->clock < 0) return true;
    double time = d->y_try[d->clock];
    return time >= d->y[d->clock] && time <= y[d->clock];
}

// The same by halving. A step that was cut short by an event may have been far too long, and what
// was computed beyond the event says nothing.
static void watch_by_halves(struct dp_driver *d, const double *y) {
    enum { HALVES = 60 };
    double low = 0.0, high = 1.0;
    for (int i = 0; i < HALVES; i++) {
        double part = 0.5 * (low + high);
        dp_dop853_try(&d->stepper, d->y, d->dy, part * d->h, d->y_try);
        bool is_before = is_between(d, y) && d->watch(d->system.model, d->y_try) > 0.0;
        *(is_before ? &low : &high) = part;
    }
    dp_dop853_try(&d->stepper, d->y, d->dy, low * d->h, d->y_try);
}

// The step is taken to y: has the watched function fallen through zero? A cubic says where, shorter
// steps beside the one that was taken say it exactly.
static void look(struct dp_driver *d, const double *y) {
    double *rates = d->seen, near = sqrt(d->def.rtol), slope = -1.0;
    const void *model = d->system.model;
    if (d->watch == NULL) return;
    d->ahead = d->watch(model, y);
    if (!(d->watched > 0.0 && d->ahead < 0.0)) return;
    double length = length_within(d);
    if (length > 0.0) {
        dp_dop853_try(&d->stepper, d->y, d->dy, guess_along(d, length, near), d->y_try);
        d->noted(d->system.model, d->y_try);
        return;
    }
    d->stats.evaluations++;
    d->system.rates(model, d->y_new, rates);
    double part = guess_within(d, rates, &slope), before = 0.0, value_before = d->watched;
    for (int i = 0; i < WATCH_TRIES; i++) {
        dp_dop853_try(&d->stepper, d->y, d->dy, part * d->h, d->y_try);
        double value = d->watch(model, d->y_try);
        if (i > 0) slope = (value - value_before) / (part - before);
        double next = part - value / slope;
        if (!(fabs(next - part) > near) || !(next > 0.0 && next < 1.0)) break;
        before = part;
        value_before = value;
        part = next;
    }
    if (!is_between(d, y)) watch_by_halves(d, y);
    d->noted(d->system.model, d->y_try);
}

struct taken {
    const struct dp_driver *driver;
    const double *y;  // where the step ended
};

static double other_after(double part, const void *context) {
    const struct taken *t = (const struct taken *)context;
    const struct dp_driver *d = t->driver;
    if (part == 0.0) return d->other.watched;
    dp_dop853_try(&d->stepper, d->y, d->dy, part * d->h, d->y_try);
    return is_between(d, t->y) ? d->other.watch(d->system.model, d->y_try) : d->other.ahead;
}

// The second one, by trial steps alone: a landing that was foreseen has computed no step.
static void look_too(struct dp_driver *d, const double *y) {
    const struct taken taken = {d, y};
    if (d->other.watch == NULL) return;
    d->other.ahead = d->other.watch(d->system.model, y);
    if (!(d->other.watched > 0.0 && d->other.ahead < 0.0)) return;
    double part = dp_root(other_after, &taken, 0.0, 1.0);
    if (!(part > 0.0)) return;
    dp_dop853_try(&d->stepper, d->y, d->dy, part * d->h, d->y_try);
    d->other.noted(d->system.model, d->y_try);
}

static int accept(struct dp_driver *d, const double *y) {
    look(d, y);
    look_too(d, y);
    memcpy(d->y, y, (size_t)d->system.count * sizeof *y);
    d->stats.steps++;
    return d->system.project == NULL || d->system.project(d->system.model, d->y) == DP_OK;
}

static void reject(struct dp_driver *d, double h) {
    d->h = h;
    d->stats.rejected++;
}

// The state stands on an event: let the problem act on it.
static dp_event_action stand_on(struct dp_driver *d, const struct dp_place *place) {
    double beyond = place->index < 0 ? 0.0 : function(d, d->y_new, place->index);
    d->stats.events++;
    d->is_inside = true;
    accept(d, d->y_event);
    dp_event_action verdict = d->system.on_event(d->system.model, d->y, place->target.id);
    if (verdict == DP_EVENT_RESTART) begin_section(d);
    if (verdict == DP_EVENT_CONTINUE) begin_step(d);
    // rounding may leave the function on the near side of its zero: the event must not repeat
    if (verdict == DP_EVENT_CONTINUE && place->index >= 0) d->value[place->index] = beyond;
    return verdict;
}

static double clock_after(double h, const void *context) {
    const struct dp_driver *d = (const struct dp_driver *)context;
    if (h == 0.0) return d->y[d->clock] - d->until;
    dp_dop853_try(&d->stepper, d->y, d->dy, h, d->y_try);
    return d->y_try[d->clock] - d->until;
}

static bool is_beyond(const struct dp_driver *d, const double *y) {
    return d->clock >= 0 && y[d->clock] > d->until;
}

// The step to `ahead` would pass the time to stop at. It is left to the next advance, so nothing of
// it may stay, not even in the statistics.
static dp_event_action hold(struct dp_driver *d, const double *ahead, long evaluations) {
    double h = dp_root(clock_after, d, 0.0, d->h);
    memcpy(d->seen, ahead, (size_t)d->system.count * sizeof *ahead);
    if (h > 0.0) dp_dop853_step(&d->stepper, d->y, d->dy, h, d->seen);
    d->seen[d->clock] = d->until;
    d->stats.evaluations = evaluations;
    d->is_held = true;
    return DP_EVENT_CONTINUE;
}

// A target that the next step will pass by all appearances, and y_event on it: without the step
// that would only have told so. NULL: none, or something else comes first. Where a function is
// still to be watched it needs that step, unless one can look into the landing.
static const struct dp_place *foresee(struct dp_driver *d) {
    dp_target targets[DP_TARGET_MAX];
    const dp_system *s = &d->system;
    struct dp_place *found = d->places;
    bool is_blind = d->watched > 0.0 && d->stepper.within == NULL;
    if (d->watch == NULL || is_blind || s->targets == NULL) return NULL;
    int armed = s->targets(s->model, targets), count = 0;
    for (int i = 0; i < armed; i++) {
        double left = d->y[targets[i].unknown] - targets[i].value;
        if (!crosses(left, left + d->h * d->dy[targets[i].unknown])) continue;
        *found = (struct dp_place){targets[i], -1};
        count++;
    }
    if (count != 1 || !(go_to(d, found) <= 1.0)) return NULL;
    for (int i = 0; i < armed + s->function_count; i++) {
        struct dp_place other = {.index = i - armed};
        if (i < armed) other = (struct dp_place){targets[i], -1};
        bool is_found = i < armed && targets[i].id == found->target.id;
        if (!is_found && precedes(d, &other, found)) return NULL;
    }
    return found;
}

// One accepted step, one landing, or one rejection.
static dp_event_action step_on(struct dp_driver *d) {
    const long evaluations = d->stats.evaluations;
    if (d->def.max_step > 0.0 && d->h > d->def.max_step) d->h = d->def.max_step;
    d->is_inside = false;
    const struct dp_place *foreseen = foresee(d);
    if (foreseen != NULL && !is_beyond(d, d->y_event)) return stand_on(d, foreseen);
    double error = dp_dop853_step(&d->stepper, d->y, d->dy, d->h, d->y_new);
    d->is_inside = true;
    // a step with a huge error may pass everything: look for events only where it is moderate
    int count = error < 1e6 ? find_places(d) : 0;
    if (count > 0) {
        const struct dp_place *place = go_to_first(d, d->places, count);
        if (place != NULL) place = go_to_hidden(d, place);
        if (place == NULL) {
            reject(d, 0.5 * d->h);
            return DP_EVENT_CONTINUE;
        }
        if (is_beyond(d, d->y_event)) return hold(d, d->y_event, evaluations);
        return stand_on(d, place);
    }
    if (!(error <= 1.0)) {
        reject(d, dp_dop853_next(d->h, error));
        return DP_EVENT_CONTINUE;
    }
    if (is_beyond(d, d->y_new)) return hold(d, d->y_new, evaluations);
    if (!accept(d, d->y_new)) return DP_EVENT_ABORT;
    if (d->system.on_step != NULL) d->system.on_step(d->system.model, d->y);
    d->h = dp_dop853_next(d->h, error);
    begin_next(d);
    return DP_EVENT_CONTINUE;
}

dp_status dp_driver_advance(struct dp_driver *d, double until, dp_error *err) {
    d->until = until;
    d->is_held = false;
    while (!d->is_over && !(d->clock >= 0 && d->y[d->clock] >= until)) {
        dp_event_action verdict = step_on(d);
        if (d->is_held) return DP_OK;
        if (verdict == DP_EVENT_ABORT) return DP_ERR_VALIDITY;
        d->is_over = verdict == DP_EVENT_STOP;
        if (d->is_over) break;
        if (d->system.stops != NULL && d->system.stops(d->system.model)) break;
        if (d->stats.steps + d->stats.rejected >= d->def.max_steps)
            return dp_fail(err, DP_ERR_NUMERIC, "no end of the motion within %ld steps",
                           d->def.max_steps);
        if (!(fabs(d->h) > DBL_MIN))
            return dp_fail(err, DP_ERR_NUMERIC, "the step size fell to zero after %ld steps",
                           d->stats.steps);
    }
    memcpy(d->seen, d->y, (size_t)d->system.count * sizeof *d->y);
    return DP_OK;
}

static size_t doubles_of(const dp_system *system) {
    return DP_DRIVER_ARRAYS * (size_t)system->count + (size_t)system->function_count;
}

static void begin_in(struct dp_driver *d, const dp_system *system, const dp_solve_def *def,
                     double *y, double *room) {
    const size_t n = (size_t)system->count;
    double *next = room + (DP_DOP853_STAGES + 1) * n;
    d->system = *system;
    d->def = *def;
    d->stats = (dp_solve_stats){0};
    d->stepper = (dp_dop853){.system = &d->system,
                             .rtol = def->rtol,
                             .work = room,
                             .evaluations = &d->stats.evaluations};
    d->y = y;
    d->dy = next;
    d->y_new = next + n;
    d->y_event = next + 2 * n;
    d->y_try = next + 3 * n;
    d->seen = next + 4 * n;
    d->value = next + 5 * n;
    d->places = room == d->room ? d->few : (struct dp_place *)(void *)(room + doubles_of(system));
    d->clock = -1;
    d->watch = NULL;
    d->ahead = 0.0;
    d->other = (struct dp_watch){.watch = NULL};
    d->is_over = d->is_held = d->is_inside = false;
    begin_section(d);
}

void dp_driver_begin(struct dp_driver *d, const dp_system *system, const dp_solve_def *def,
                     double *y, int clock) {
    begin_in(d, system, def, y, d->room);
    d->clock = clock;
}

void dp_driver_watch(struct dp_driver *d, double (*watch)(const void *model, const double *y),
                     void (*noted)(void *model, const double *y)) {
    d->watch = watch;
    d->noted = noted;
    d->watched = watch(d->system.model, d->y);
}

void dp_driver_watch_too(struct dp_driver *d, double (*watch)(const void *model, const double *y),
                         void (*noted)(void *model, const double *y)) {
    d->other = (struct dp_watch){watch, noted, watch(d->system.model, d->y), 0.0};
}

void dp_driver_exchange(struct dp_driver *d, struct dp_archive *a) {
    dp_archive_numbers(a, d->y, (size_t)d->system.count, false);
    dp_archive_numbers(a, d->value, (size_t)d->system.function_count, false);
    dp_archive_number(a, &d->h, DBL_MIN, DBL_MAX);
    dp_archive_long(a, &d->stats.steps, 0, d->def.max_steps);
    dp_archive_long(a, &d->stats.rejected, 0, d->def.max_steps);
    dp_archive_long(a, &d->stats.evaluations, 0, LONG_MAX / 2);
    dp_archive_long(a, &d->stats.events, 0, d->def.max_steps);
    dp_archive_bool(a, &d->is_over);
    if (a->in == NULL || a->is_bad) return;
    d->system.rates(d->system.model, d->y, d->dy);
    if (d->watch != NULL) d->watched = d->watch(d->system.model, d->y);
    if (d->other.watch != NULL) d->other.watched = d->other.watch(d->system.model, d->y);
}

dp_status dp_solve_dop853(const dp_system *system, const dp_solve_def *def, double *y,
                          dp_solve_stats *stats, const dp_allocator *allocator, dp_error *err) {
    struct dp_driver d;
    memset(stats, 0, sizeof *stats);
    if (system->count < 1 || system->function_count < 0)
        return dp_fail(err, DP_ERR_RANGE, "a system needs unknowns");

    const size_t functions = (size_t)system->function_count;
    const size_t bytes =
        doubles_of(system) * sizeof(double) + (functions + DP_TARGET_MAX) * sizeof(struct dp_place);
    const size_t size = (bytes + 63) / 64 * 64;
    const bool is_small = system->count <= DP_DRIVER_SMALL && functions <= DP_DRIVER_FEW;
    dp_allocator from = dp_allocator_or_default(allocator);
    double *room = is_small ? d.room : (double *)from.alloc(from.user, size);
    if (room == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory for %d unknowns (%zu bytes)", system->count,
                       size);
    begin_in(&d, system, def, y, room);
    dp_status status = dp_driver_advance(&d, INFINITY, err);
    *stats = d.stats;
    if (!is_small) from.free(from.user, room, size);
    return status;
}
