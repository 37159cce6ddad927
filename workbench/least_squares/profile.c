// Profile likelihood: chi2 with one parameter fixed and all others at their best. Walks go outwards
// from the optimum until chi2 has risen to the threshold; ends are never extrapolated.

#include "least_squares/profile.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "least_squares/search.h"

enum { STEPS_MAX = 400, ROOT_MAX = 80, TURNS_MAX = 6 };

// chi2 at the end of an interval is this near to the threshold, in parts of the rise.
#define ON_THRESHOLD 1e-8

// One place of a profile: the parameter and where the others went.
struct place {
    double t, chi2;
    double u[SMALL];
};

struct walk {
    struct work *work;
    const struct valley *valley;
    int parameter;
};

// chi2 with the parameter at t, the others from `guess`; from `fallback` where the model fails
// there; and from other minima, lest the walk stays in a valley that is no longer the deepest.
static struct place visit(const struct walk *walk, double t, const double *guess,
                          const double *fallback) {
    struct place place = {.t = t, .chi2 = INFINITY};
    const struct valley *valley = walk->valley;
    unsigned fixed = with(valley->analysis.held, walk->parameter);
    int tries = 2 + valley->minimum_count;
    for (int k = 0; k < tries; k++) {
        if (k == 1 && isfinite(place.chi2)) continue;
        double u[SMALL];
        memcpy(u, k == 0 ? guess : k == 1 ? fallback : valley->minima[k - 2].u, sizeof u);
        u[walk->parameter] = t;
        struct descent end = descend(walk->work, u, fixed, NEAR_ENOUGH);
        if (!(end.chi2 < place.chi2)) continue;
        place.chi2 = end.chi2;
        memcpy(place.u, end.u, sizeof place.u);
    }
    return place;
}

// The others between or beyond two places, within their bounds.
static void blend(const struct problem *problem, const struct place *a, const struct place *b,
                  double t, double *u) {
    double share = b->t == a->t ? 0.0 : (t - a->t) / (b->t - a->t);
    for (int j = 0; j < problem->count; j++) {
        double there = a->u[j] + share * (b->u[j] - a->u[j]);
        u[j] = fmin(fmax(there, problem->low[j]), problem->high[j]);
    }
}

// Where the profile crosses the threshold between a (below) and b (above). The root of the rise is
// nearly a straight line there: secants with halved weights (Illinois), halvings where the model
// fails.
static struct place cross(const struct walk *walk, struct place a, struct place b, double width) {
    const struct problem *problem = walk->work->problem;
    double lowest = walk->valley->lowest.chi2, rise = walk->valley->rise;
    double f_a = sqrt(fmax(0.0, a.chi2 - lowest)) - sqrt(rise);
    double f_b = sqrt(b.chi2 - lowest) - sqrt(rise);
    double least = fmax(1e-9 * width, 4.0 * DBL_EPSILON * fabs(a.t));
    int kept = 0;
    for (int k = 0; k < ROOT_MAX && fabs(b.t - a.t) > least && !walk->work->is_stopped; k++) {
        bool is_secant = isfinite(f_b) && k % 8 != 7;
        double t = is_secant ? a.t + (b.t - a.t) * f_a / (f_a - f_b) : 0.5 * (a.t + b.t);
        double guess[SMALL];
        if (isfinite(f_b))
            blend(problem, &a, &b, t, guess);
        else
            memcpy(guess, a.u, sizeof guess);
        struct place c = visit(walk, t, guess, a.u);
        if (fabs(c.chi2 - lowest - rise) <= ON_THRESHOLD * rise) return c;
        double f = sqrt(fmax(0.0, c.chi2 - lowest)) - sqrt(rise);
        if (f <= 0.0) {
            a = c;
            f_a = f;
            if (kept == 1) f_b *= 0.5;
            kept = 1;
        } else {
            b = c;
            f_b = f;
            if (kept == 2) f_a *= 0.5;
            kept = 2;
        }
    }
    return a;
}

// Is this below the optimum that the profile began from?
static bool is_lower(const struct walk *walk, const struct place *place) {
    double lowest = walk->valley->lowest.chi2;
    return place->chi2 < lowest - 1e-6 * fmax(walk->work->problem->floor, lowest);
}

// The first guess of the way: along the covariance.
static void set_out(const struct problem *problem, const struct valley *valley, int parameter,
                    double t, double *u) {
    const struct analysis *known = &valley->analysis;
    double share = (t - valley->lowest.u[parameter]) / known->spread[parameter];
    for (int j = 0; j < problem->count; j++) {
        double by = share * known->correlation[j][parameter] * known->spread[j];
        double there = valley->lowest.u[j] + (isfinite(by) ? by : 0.0);
        u[j] = fmin(fmax(there, problem->low[j]), problem->high[j]);
    }
}

// Half an interval by the covariance, or by the one slope where there is none.
static double half_width(const struct problem *problem, const struct valley *valley,
                         int parameter) {
    double range = problem->high[parameter] - problem->low[parameter];
    double width = sqrt(valley->rise) * valley->analysis.spread[parameter];
    if (!isfinite(width)) width = sqrt(valley->rise) / valley->analysis.reach[parameter];
    if (!isfinite(width)) width = 0.05 * range;
    return fmin(fmax(width, 1e-9 * range), range);
}

// The others from places all over their ranges: is there a deeper valley that no way led to? The
// first is where the walk has arrived.
static struct place look_elsewhere(const struct walk *walk, const struct place *here) {
    const struct problem *problem = walk->work->problem;
    struct place found = *here;
    unsigned fixed = with(walk->valley->analysis.held, walk->parameter);
    for (int k = 1; k <= 4 * (problem->count - 1); k++) {
        double u[SMALL];
        for (int j = 0; j < problem->count; j++)
            u[j] = problem->low[j] + halton(k, j) * (problem->high[j] - problem->low[j]);
        for (int j = 0; j < problem->count; j++) {
            if (has(fixed, j)) u[j] = walk->valley->lowest.u[j];
        }
        u[walk->parameter] = here->t;
        struct descent end = descend(walk->work, u, fixed, NEAR_ENOUGH);
        if (!(end.chi2 < found.chi2)) continue;
        found.chi2 = end.chi2;
        memcpy(found.u, end.u, sizeof found.u);
    }
    return found;
}

static struct profile_end found_better(const struct place *place) {
    struct profile_end end = {.u = place->t, .is_better = true, .better = {.chi2 = place->chi2}};
    memcpy(end.better.u, place->u, sizeof end.better.u);
    return end;
}

// Outwards from `here`, the optimum or a place in another valley, until the profile crosses the
// threshold; *here becomes the crossing. False: it does not, up to the bound; or a place below the
// optimum was met, which *here then is.
static bool walk_to_threshold(const struct walk *walk, bool is_up, double width,
                              struct place *here) {
    const struct problem *problem = walk->work->problem;
    const struct descent *lowest = &walk->valley->lowest;
    int j = walk->parameter;
    double bound = is_up ? problem->high[j] : problem->low[j], step = 0.25 * width;
    bool is_first = here->t == lowest->u[j];
    struct place before = *here;
    for (int k = 0; k < STEPS_MAX && here->t != bound && !walk->work->is_stopped; k++) {
        double t = is_up ? fmin(here->t + step, bound) : fmax(here->t - step, bound), guess[SMALL];
        if (k == 0 && is_first)
            set_out(problem, walk->valley, j, t, guess);
        else
            blend(problem, &before, here, t, guess);
        struct place next = visit(walk, t, guess, here->u);
        if (next.chi2 > lowest->chi2 + walk->valley->rise) {
            *here = cross(walk, *here, next, width);
            return true;
        }
        before = *here;
        *here = next;
        if (is_lower(walk, here)) return false;
        step *= 1.5;
    }
    return false;
}

static struct profile_end walk_out(const struct walk *walk, bool is_up) {
    const struct valley *valley = walk->valley;
    double width = half_width(walk->work->problem, valley, walk->parameter);
    struct place here = {.t = valley->lowest.u[walk->parameter], .chi2 = valley->lowest.chi2};
    memcpy(here.u, valley->lowest.u, sizeof here.u);
    for (int turn = 0; turn < TURNS_MAX; turn++) {
        bool is_crossed = walk_to_threshold(walk, is_up, width, &here);
        if (is_lower(walk, &here)) return found_better(&here);
        if (!is_crossed) break;
        struct place other = look_elsewhere(walk, &here);
        if (is_lower(walk, &other)) return found_better(&other);
        if (!(other.chi2 < here.chi2 - 1e-3 * valley->rise)) {
            // short of the threshold: there is no other reason than a model that fails beyond
            bool is_wall = here.chi2 < valley->lowest.chi2 + 0.999 * valley->rise;
            return (struct profile_end){.u = here.t, .is_open = is_wall, .is_wall = is_wall};
        }
        here = other;
    }
    const struct problem *problem = walk->work->problem;
    int j = walk->parameter;
    return (struct profile_end){.u = is_up ? problem->high[j] : problem->low[j], .is_open = true};
}

struct task {
    const struct valley *valley;
    struct profile_end *ends;
    unsigned skipped;
};

static void find_end(struct work *work, long i, void *user) {
    struct task *task = user;
    int parameter = (int)(i / 2);
    if (has(task->skipped, parameter)) return;
    struct walk walk = {work, task->valley, parameter};
    task->ends[i] = walk_out(&walk, i % 2 == 1);
}

void profile_ends(struct team *team, const struct valley *valley, unsigned skipped,
                  struct profile_end ends[2 * SMALL]) {
    struct task task = {valley, ends, skipped};
    team_run(team, 2L * team->works[0].problem->count, find_end, &task);
}

// --- for pictures --------------------------------------------------------------------------------

void dp_fit_profile_points(const dp_fit_result *result, const dp_fit_def *def, int parameter,
                           double values[DP_FIT_PROFILE_POINTS]) {
    const dp_fit_parameter *it = &def->parameters[parameter];
    const dp_fit_estimate *known = &result->parameters[parameter];
    double low = known->low, high = known->high;
    if (it->is_log) {
        low = log(low);
        high = log(high);
    }
    double more = 0.15 * (high - low);
    int last = DP_FIT_PROFILE_POINTS - 1;
    for (int i = 0; i <= last; i++) {
        double u = low - more + (high - low + 2.0 * more) * i / last;
        values[i] = fmin(fmax(it->is_log ? exp(u) : u, it->low), it->high);
    }
}

void profile_at(struct work *work, const struct valley *valley, int parameter, const double *values,
                size_t count, double *chi2) {
    struct walk walk = {work, valley, parameter};
    const double *best = valley->lowest.u;
    size_t above = 0;  // the first value that is not below the optimum
    while (above < count && to_search(work->problem, parameter, values[above]) < best[parameter])
        above++;
    for (int side = 0; side < 2; side++) {
        size_t steps = side == 0 ? above : count - above;
        double guess[SMALL];
        memcpy(guess, best, sizeof guess);
        // outwards, and back again, perhaps through another valley
        for (size_t k = 0; k < 2 * steps; k++) {
            size_t from_best = k < steps ? k : 2 * steps - 1 - k;
            size_t i = side == 0 ? above - 1 - from_best : above + from_best;
            double t = to_search(work->problem, parameter, values[i]);
            struct place place = visit(&walk, t, guess, best);
            if (k == steps) place = look_elsewhere(&walk, &place);
            if (k < steps) chi2[i] = NAN;
            if (!isfinite(place.chi2)) continue;
            chi2[i] = isnan(chi2[i]) || place.chi2 < chi2[i] ? place.chi2 : chi2[i];
            memcpy(guess, place.u, sizeof guess);
        }
    }
}
