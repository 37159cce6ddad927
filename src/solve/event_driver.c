// The walk: adaptive steps, landings on targets, zeros of functions. Knows only dp_system.

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/root.h"
#include "dashpot/system.h"
#include "solve/dop853.h"

enum { SMALL = 12, FEW = 8, ARRAYS = DP_DOP853_STAGES + 1 + 4 };

// A place inside the present step: a target, or a zero of function `index`.
struct place {
    dp_target target;
    int index;  // -1: a target
};

struct walk {
    const dp_system *system;
    const dp_solve_def *def;
    dp_solve_stats *stats;
    dp_dop853 stepper;
    double *y, *dy, *y_new, *y_event, *y_try;
    double h;
    double *value;         // of the event functions at y
    struct place *places;  // as many as there are functions and targets
};

static double function(const struct walk *w, const double *y, int index) {
    return w->system->function(w->system->model, y, index);
}

static int crosses(double from, double to) {
    return (from < 0.0 && to >= 0.0) || (from > 0.0 && to <= 0.0);
}

// Has the place been passed, or reached, on the way from w->y to y?
static int passed(const struct walk *w, const struct place *p, const double *y) {
    if (p->index >= 0) return crosses(w->value[p->index], function(w, y, p->index));
    double value = p->target.value;
    return crosses(w->y[p->target.unknown] - value, y[p->target.unknown] - value);
}

static int passed_beyond(const struct walk *w, const struct place *p, const double *y) {
    if (p->index >= 0) {
        double now = function(w, y, p->index);
        return now != 0.0 && crosses(w->value[p->index], now);
    }
    return y[p->target.unknown] != p->target.value && passed(w, p, y);
}

// All events that the step to y_new would pass.
static int find_places(const struct walk *w) {
    struct place *out = w->places;
    dp_target targets[DP_TARGET_MAX];
    const dp_system *s = w->system;
    int armed = s->targets == NULL ? 0 : s->targets(s->model, targets), count = 0;
    for (int i = 0; i < armed; i++) {
        out[count] = (struct place){targets[i], -1};
        count += passed(w, &out[count], w->y_new);
    }
    for (int i = 0; i < s->function_count; i++) {
        out[count] = (struct place){{.id = -1 - i}, i};
        count += passed(w, &out[count], w->y_new);
    }
    return count;
}

struct part {
    const struct walk *walk;
    int index;
};

static double function_after(double h, const void *context) {
    const struct part *p = (const struct part *)context;
    const struct walk *w = p->walk;
    if (h == 0.0) return w->value[p->index];
    dp_dop853_step(&w->stepper, w->y, w->dy, h, w->y_try);
    return function(w, w->y_try, p->index);
}

// Go exactly to the place; the state is left in y_event. Returns the error of getting there.
static double go_to(struct walk *w, const struct place *p) {
    if (p->index < 0)
        return dp_dop853_land(&w->stepper, w->y, w->dy, p->target.unknown, p->target.value,
                              w->y_event);
    struct part part = {w, p->index};
    double h = dp_root(function_after, &part, 0.0, w->h);
    if (!(h > 0.0)) return INFINITY;
    return dp_dop853_step(&w->stepper, w->y, w->dy, h, w->y_event);
}

// Does `other` come before `place`, on which y_event stands? At the same spot a target comes before
// a zero, because an unknown that already stands on its value never crosses it.
static int precedes(const struct walk *w, const struct place *other, const struct place *place) {
    int wins_tie = other->index < 0 && place->index >= 0;
    return wins_tie ? passed(w, other, w->y_event) : passed_beyond(w, other, w->y_event);
}

// The first of several places: the one from which none of the others has been passed yet.
static const struct place *go_to_first(struct walk *w, const struct place *places, int count) {
    for (int i = 0; i < count; i++) {
        if (!(go_to(w, &places[i]) <= 1.0)) continue;
        int first = 1;
        for (int j = 0; j < count && first; j++)
            first = j == i || !precedes(w, &places[j], &places[i]);
        if (first) return &places[i];
    }
    return NULL;
}

static void begin_step(struct walk *w) {
    w->stats->evaluations++;
    w->system->rates(w->system->model, w->y, w->dy);
    for (int i = 0; i < w->system->function_count; i++)
        w->value[i] = function(w, w->y, i);
}

static void begin_section(struct walk *w) {
    begin_step(w);
    if (w->system->first_step != NULL) {
        w->h = w->system->first_step(w->system->model, w->y);
        return;
    }
    // a thousandth of the time in which the quickest unknown changes by its own size
    double quickest = 0.0;
    for (int i = 0; i < w->system->count; i++) {
        double size = fmax(fabs(w->y[i]), w->system->scale[i]);
        if (size > 0.0 && size < 1e300) quickest = fmax(quickest, fabs(w->dy[i]) / size);
    }
    w->h = quickest > 0.0 ? 1e-3 / quickest : 1e-6;
}

static int accept(struct walk *w, const double *y) {
    memcpy(w->y, y, (size_t)w->system->count * sizeof *y);
    w->stats->steps++;
    return w->system->project == NULL || w->system->project(w->system->model, w->y) == DP_OK;
}

static void reject(struct walk *w, double h) {
    w->h = h;
    w->stats->rejected++;
}

// The state stands on an event: let the problem act on it.
static dp_event_action stand_on(struct walk *w, const struct place *place) {
    double beyond = place->index < 0 ? 0.0 : function(w, w->y_new, place->index);
    w->stats->events++;
    accept(w, w->y_event);
    dp_event_action verdict = w->system->on_event(w->system->model, w->y, place->target.id);
    if (verdict == DP_EVENT_RESTART) begin_section(w);
    if (verdict == DP_EVENT_CONTINUE) begin_step(w);
    // rounding may leave the function on the near side of its zero: the event must not repeat
    if (verdict == DP_EVENT_CONTINUE && place->index >= 0) w->value[place->index] = beyond;
    return verdict;
}

// One accepted step, one landing, or one rejection.
static dp_event_action walk_on(struct walk *w) {
    if (w->def->max_step > 0.0 && w->h > w->def->max_step) w->h = w->def->max_step;
    double error = dp_dop853_step(&w->stepper, w->y, w->dy, w->h, w->y_new);
    // a wild trial may pass everything: events are looked for in steps that are not hopeless
    int count = error < 1e6 ? find_places(w) : 0;
    if (count > 0) {
        const struct place *place = go_to_first(w, w->places, count);
        if (place == NULL) {
            reject(w, 0.5 * w->h);
            return DP_EVENT_CONTINUE;
        }
        return stand_on(w, place);
    }
    if (!(error <= 1.0)) {
        reject(w, dp_dop853_next(w->h, error));
        return DP_EVENT_CONTINUE;
    }
    if (!accept(w, w->y_new)) return DP_EVENT_ABORT;
    if (w->system->on_step != NULL) w->system->on_step(w->system->model, w->y);
    w->h = dp_dop853_next(w->h, error);
    begin_step(w);
    return DP_EVENT_CONTINUE;
}

static dp_status run(struct walk *w, dp_error *err) {
    begin_section(w);
    for (;;) {
        dp_event_action verdict = walk_on(w);
        if (verdict == DP_EVENT_STOP) return DP_OK;
        if (verdict == DP_EVENT_ABORT) return DP_ERR_VALIDITY;
        if (w->stats->steps + w->stats->rejected >= w->def->max_steps)
            return dp_fail(err, DP_ERR_NUMERIC, "no end of the motion within %ld steps",
                           w->def->max_steps);
        if (!(fabs(w->h) > DBL_MIN))
            return dp_fail(err, DP_ERR_NUMERIC, "the step size fell to zero after %ld steps",
                           w->stats->steps);
    }
}

dp_status dp_solve_dop853(const dp_system *system, const dp_solve_def *def, double *y,
                          dp_solve_stats *stats, const dp_allocator *allocator, dp_error *err) {
    double small[ARRAYS * SMALL + FEW];
    struct place few[FEW + DP_TARGET_MAX];
    memset(stats, 0, sizeof *stats);
    if (system->count < 1 || system->function_count < 0)
        return dp_fail(err, DP_ERR_RANGE, "a system needs unknowns");

    const size_t n = (size_t)system->count, functions = (size_t)system->function_count;
    const size_t doubles = ARRAYS * n + functions;
    const size_t bytes =
        doubles * sizeof(double) + (functions + DP_TARGET_MAX) * sizeof(struct place);
    const size_t size = (bytes + 63) / 64 * 64;
    const int is_small = n <= SMALL && functions <= FEW;
    dp_allocator from = dp_allocator_or_default(allocator);
    double *room = is_small ? small : (double *)from.alloc(from.user, size);
    if (room == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory for %zu unknowns (%zu bytes)", n, size);

    double *next = room + (DP_DOP853_STAGES + 1) * n;
    struct walk w = {.system = system,
                     .def = def,
                     .stats = stats,
                     .stepper = {system, def->rtol, room, &stats->evaluations},
                     .y = y,
                     .dy = next,
                     .y_new = next + n,
                     .y_event = next + 2 * n,
                     .y_try = next + 3 * n,
                     .value = next + 4 * n,
                     .places = is_small ? few : (struct place *)(void *)(room + doubles)};
    dp_status status = run(&w, err);
    if (!is_small) from.free(from.user, room, size);
    return status;
}
