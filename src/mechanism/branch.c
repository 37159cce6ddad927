// Does a step stay on its branch of the loops?
//
// In a singular position branches of the motion cross, and all of them close the loops and keep the
// energy. Speeds are continuous, and the tangents of the branches differ: a step after which the
// speeds are not those that its accelerations lead to has left its branch.
//
// How well the rows hold the motion is measured by the sine of the smallest angle between a row and
// the others: it falls to zero towards a singular position and rises behind it. Where rows follow
// from others it depends on which of them are solved for: sines are compared for the same ones.

#include <math.h>
#include <string.h>

#include "mechanism/run.h"

// Of the state where the step begins; the sine at its end, coordinates and speeds,
// and the rows that are on.
enum { HELD_TIME, HELD_SINE, HELD_SLOPE, HELD_END, HELD_STATE };

// A change of the speeds by this part of the largest is looked at, and as much of it must follow
// from the accelerations.
static const double looked_at = 0.1, largest_break = 0.1;
// A step must not end nearer to a singular position than this part of its way there: what rounding
// leaves off the branch grows with one over the square of the distance. Near enough, it must not
// begin there either.
static const double nearest_end = 0.25, near_enough = 1e-3;
// Below this sine the position is looked at, and this part of those at the ends counts as none.
static const double near_singular = 0.3, vanishing = 1e-2;
// Below this sine errors off the branch are left to the projection.
static const double filtered = 0.1;

size_t dp_run_held_size(const dp_mechanism *m) {
    return HELD_STATE + 2 * (size_t)m->unknown_count + (size_t)m->loops.ideal_rows;
}

static int *held_rows(const struct run *r) {
    return (int *)(void *)(r->held + HELD_STATE + 2 * (size_t)r->n);
}

static size_t rows_size(const struct run *r) {
    return (size_t)r->m->loops.ideal_rows * sizeof(int);
}

// rows: see dp_loops_sine.
static double sine_at(const struct run *r, double t, const double *q, const double *v,
                      const int *rows) {
    struct workspace work = r->work_aside;
    return dp_loops_sine(r->m, t, q, v, rows, &work);
}

// The sine where the step begins, too, is that of the rows that are on at its end. In a singular
// position some are off, which says nothing about the choice.
static void hold_rows(const struct run *r) {
    const double *q = r->held + HELD_STATE;
    if (r->work.rank->lost > 0 || memcmp(held_rows(r), r->work.is_on, rows_size(r)) == 0) return;
    memcpy(held_rows(r), r->work.is_on, rows_size(r));
    r->held[HELD_SINE] = sine_at(r, r->held[HELD_TIME], q, q + r->n, held_rows(r));
    r->held[HELD_SLOPE] = NAN;
}

// Largest rate of a coordinate, as a part of the mechanism's size.
static double largest(const struct run *r, const double *v) {
    double most = 0.0;
    for (int i = 0; i < r->n; i++)
        most = fmax(most, fabs(v[i]) / r->cap[i]);
    return most;
}

// Change of the sine along the motion, from a state on. The way is longer than the singular
// position is wide, in which the sine is zero; see least_part in loops.c.
static double slope_at(const struct run *r, double t, const double *q, const double *v,
                       double sine) {
    const double way = 1e-4;
    double *moved = r->ahead, speed = largest(r, v), moment = way / speed;
    if (!(speed > 0.0)) return 0.0;
    for (int i = 0; i < r->n; i++)
        moved[i] = q[i] + moment * v[i];
    return sine_at(r, t + moment, moved, v, held_rows(r)) - sine;
}

static void hold_state(const struct run *r, const double *y, double sine, double slope) {
    r->held[HELD_TIME] = y[r->active];
    r->held[HELD_SINE] = sine;
    r->held[HELD_SLOPE] = slope;
    memcpy(r->held + HELD_STATE, y, 2 * (size_t)r->n * sizeof *y);
}

void dp_run_hold_branch(const struct run *r, const double *y) {
    if (r->m->independent_count == 0) return;
    hold_state(r, y, sine_at(r, y[r->active], y, y + r->n, NULL), NAN);
    memcpy(held_rows(r), r->work_aside.is_on, rows_size(r));
}

// Do the speeds at y follow from those at the beginning and the accelerations of both?
static int is_continuous(const struct run *r, const double *y) {
    const int n = r->n;
    const double *was = r->held + HELD_STATE + n, *is = y + n;
    double *from = r->ahead, *rate_from = from + r->count, *rate_to = from + 2 * r->count;
    double h = y[r->active] - r->held[HELD_TIME], speed = fmax(largest(r, was), largest(r, is));
    double change = 0.0, off = 0.0;
    for (int i = 0; i < n; i++)
        change = fmax(change, fabs(is[i] - was[i]) / r->cap[i]);
    if (change <= looked_at * speed) return 1;
    memcpy(from, y, (size_t)r->count * sizeof *y);
    memcpy(from, r->held + HELD_STATE, 2 * (size_t)n * sizeof *from);
    from[r->active] = r->held[HELD_TIME];
    if (dp_run_evaluate(r, from, rate_from) != DP_OK) return 1;
    if (dp_run_evaluate(r, y, rate_to) != DP_OK) return 0;
    for (int i = 0; i < n; i++)
        off = fmax(off, fabs(is[i] - was[i] - 0.5 * h * (rate_from[n + i] + rate_to[n + i])) /
                            r->cap[i]);
    return off <= largest_break * speed;
}

int dp_run_stays_on_branch(const struct run *r, const double *y) {
    double sine = r->work.rank->lost > 0 ? 0.0 : sqrt(r->work.rank->least);
    hold_rows(r);
    double was = r->held[HELD_SINE];
    r->held[HELD_END] = sine;
    int ends_on_stop = y[r->active] == r->stop;
    if (!ends_on_stop && was > near_enough && sine < nearest_end * was / (1.0 + nearest_end))
        return 0;
    return fmin(sine, was) > near_singular || is_continuous(r, y);
}

// Across a singular position the accelerations of the stages hold rounding, magnified: all of it
// off the branch, where the step is brought back. The error along the branch decides. Integrals of
// forces, which are infinite or hold that rounding, do not.
bool dp_run_filter_error(const void *model, const double *y, double *error) {
    const struct run *r = (const struct run *)model;
    struct workspace work = r->work_aside;
    double t = y[r->active], sine = sine_at(r, t, y, y + r->n, NULL);
    if (fmin(r->held[HELD_SINE], sine) > filtered) return false;
    for (int i = r->active + 1; i < r->count; i++)
        error[i] = 0.0;
    // in a singular position itself nothing brings it back
    if (sine < near_enough) return true;
    dp_loops_take_out(r->m, t, y, error, r->ahead, &work);
    dp_loops_take_out(r->m, t, y, error + r->n, r->ahead, &work);
    return true;
}

// --- singular positions that are passed ---

// Coordinates and speeds between the beginning and y, by cubics.
static void between(const struct run *r, const double *y, double part, double *out) {
    const int n = r->n;
    const double *q = r->held + HELD_STATE, *v = q + n;
    double h = y[r->active] - r->held[HELD_TIME];
    for (int i = 0; i < n; i++) {
        double step = y[i] - q[i], a = h * v[i], b = h * y[n + i];
        double c2 = 3.0 * step - 2.0 * a - b, c3 = a + b - 2.0 * step;
        out[i] = q[i] + part * (a + part * (c2 + part * c3));
        out[n + i] = v[i] + part * (2.0 * c2 + part * 3.0 * c3) / h;
    }
}

static double sine_of(const struct run *r, const double *y, double part, const int *rows) {
    double *state = r->ahead, h = y[r->active] - r->held[HELD_TIME];
    between(r, y, part, state);
    return sine_at(r, r->held[HELD_TIME] + part * h, state, state + r->n, rows);
}

static double sine_between(const struct run *r, const double *y, double part) {
    return sine_of(r, y, part, held_rows(r));
}

// Golden section: the sine falls towards a singular position and rises behind it.
static double find_least(const struct run *r, const double *y, double *least) {
    const double golden = 0.6180339887498949;
    double low = 0.0, high = 1.0, left = 1.0 - golden, right = golden;
    double at_left = sine_between(r, y, left), at_right = sine_between(r, y, right);
    for (int i = 0; i < 30; i++) {
        if (at_left < at_right) {
            high = right, right = left, at_right = at_left;
            left = high - golden * (high - low);
            at_left = sine_between(r, y, left);
        } else {
            low = left, left = right, at_left = at_right;
            right = low + golden * (high - low);
            at_right = sine_between(r, y, right);
        }
    }
    // the bottom is blunt by what the cubics are off; the sides of the V are not
    double middle = 0.5 * (low + high), side = fmin(0.05, 0.5 * fmin(middle, 1.0 - middle));
    double before = sine_between(r, y, middle - side), after = sine_between(r, y, middle + side);
    // the rows that are held may lose their hold where others keep it
    *least = fmin(at_left, at_right) - sine_between(r, y, middle) + sine_of(r, y, middle, NULL);
    return before + after > 0.0 ? middle + side * (before - after) / (before + after) : middle;
}

// 0: the step went through where the motion only comes near a singular position.
static int count_singular(const struct run *r, const double *y, double sine) {
    double least, part = find_least(r, y, &least), t = r->held[HELD_TIME], *state = r->ahead;
    int row = r->work_aside.rank->weakest;
    dp_mechanism_result *result = r->result;
    if (least > vanishing * fmax(r->held[HELD_SINE], sine)) return 1;
    t += part * (y[r->active] - t);
    memcpy(state, y, (size_t)r->count * sizeof *y);
    between(r, y, part, state);
    state[r->active] = t;
    if (dp_run_misses(r, state)) return 0;
    result->singular_last = t;
    if (result->singular_count++ > 0) return 1;
    result->singular_time = t;
    result->singular_joint = r->m->cuts[r->m->loops.cut_of[row]].joint;
    return 1;
}

int dp_run_pass_branch(const struct run *r, const double *y) {
    const double *q = r->held + HELD_STATE;
    double sine = r->held[HELD_END], slope = NAN;
    if (fmin(sine, r->held[HELD_SINE]) < near_singular) {
        double fell = r->held[HELD_SLOPE];
        if (isnan(fell)) fell = slope_at(r, r->held[HELD_TIME], q, q + r->n, r->held[HELD_SINE]);
        slope = slope_at(r, y[r->active], y, y + r->n, sine);
        if (fell < 0.0 && slope >= 0.0 && !count_singular(r, y, sine)) return 0;
    }
    hold_state(r, y, sine, slope);
    return 1;
}
