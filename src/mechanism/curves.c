// Functions of time: polynomials, and cubic pieces through a table with what lies beyond it.

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "mechanism/model.h"

static dp_status check_table(const dp_mechanism_table *table, const char *owner, dp_error *err) {
    if (table->count < 2 || table->time == NULL || table->value == NULL)
        return dp_fail(err, DP_ERR_RANGE, "%s: a table needs two points at least", owner);
    for (int i = 0; i < table->count; i++) {
        if (!isfinite(table->time[i]) || !isfinite(table->value[i]))
            return dp_fail(err, DP_ERR_RANGE, "%s: point %d of the table is not a number", owner,
                           i + 1);
        if (i > 0 && !(table->time[i] > table->time[i - 1]))
            return dp_fail(err, DP_ERR_RANGE,
                           "%s: the times of a table must grow, but point %d is at %g s after %g s",
                           owner, i + 1, table->time[i], table->time[i - 1]);
    }
    return DP_OK;
}

// --- splines ---

static double width_of(const struct curve *c, int i) {
    return c->time[i + 1] - c->time[i];
}

static double mean_slope(const struct curve *c, int i) {
    return (c->value[i + 1] - c->value[i]) / width_of(c, i);
}

// Second derivatives of the natural spline, by the tridiagonal system every textbook has.
static void spline_bends(const struct curve *c, double *bend, double *work) {
    int n = c->count;
    bend[0] = work[0] = 0.0;
    for (int i = 1; i < n - 1; i++) {
        double left = c->time[i] - c->time[i - 1], right = c->time[i + 1] - c->time[i];
        double jump =
            (c->value[i + 1] - c->value[i]) / right - (c->value[i] - c->value[i - 1]) / left;
        double pivot = 2.0 * (left + right) - left * work[i - 1];
        work[i] = right / pivot;
        bend[i] = (6.0 * jump - left * bend[i - 1]) / pivot;
    }
    bend[n - 1] = 0.0;
    for (int i = n - 2; i > 0; i--)
        bend[i] -= work[i] * bend[i + 1];
}

// The same of a spline that repeats: its last point is its first one. With the bend b there, the
// others are bend + by b; the equation of that point gives b.
static void periodic_bends(const struct curve *c, double *bend, double *work, double *by) {
    int last = c->count - 2;  // the last point of its own
    double first = width_of(c, 0), before = width_of(c, last);
    bend[0] = work[0] = by[0] = 0.0;
    for (int i = 1; i <= last; i++) {
        double left = width_of(c, i - 1), right = width_of(c, i);
        double jump = mean_slope(c, i) - mean_slope(c, i - 1);
        double pivot = 2.0 * (left + right) - left * work[i - 1];
        work[i] = right / pivot;
        bend[i] = (6.0 * jump - left * bend[i - 1]) / pivot;
        by[i] = -((i == 1 ? left : left * by[i - 1]) + (i == last ? right : 0.0)) / pivot;
    }
    for (int i = last - 1; i > 0; i--) {
        bend[i] -= work[i] * bend[i + 1];
        by[i] -= work[i] * by[i + 1];
    }
    if (last > 0)
        bend[0] = (6.0 * (mean_slope(c, 0) - mean_slope(c, last)) - before * bend[last] -
                   first * bend[1]) /
                  (2.0 * (before + first) + before * by[last] + first * by[1]);
    for (int i = 1; i <= last; i++)
        bend[i] += by[i] * bend[0];
    bend[last + 1] = bend[0];
}

static void make_spline(struct curve *c) {
    if (c->beyond == DP_BEYOND_PERIODIC)
        periodic_bends(c, c->bend, c->jerk, c->slope);
    else
        spline_bends(c, c->bend, c->jerk);
    for (int i = 0; i < c->count - 1; i++) {
        double h = c->time[i + 1] - c->time[i], step = c->value[i + 1] - c->value[i];
        c->jerk[i] = (c->bend[i + 1] - c->bend[i]) / h;
        c->slope[i] = step / h - h * (2.0 * c->bend[i] + c->bend[i + 1]) / 6.0;
        c->slope[i + 1] = step / h + h * (c->bend[i] + 2.0 * c->bend[i + 1]) / 6.0;
    }
}

// --- pieces that do not overshoot ---

// Bend and jerk at the left of a piece that has these slopes at its ends.
static void cubic(const struct curve *c, int i, double left, double right, double *bend,
                  double *jerk) {
    double h = c->time[i + 1] - c->time[i], mean = (c->value[i + 1] - c->value[i]) / h;
    *bend = 2.0 * (3.0 * mean - 2.0 * left - right) / h;
    *jerk = 6.0 * (left + right - 2.0 * mean) / (h * h);
}

// The harmonic mean of the neighbours, 0 at an extreme and at an end of what does not repeat.
// Fritsch and Butland 1984.
static double hermite_slope(const struct curve *c, int i) {
    int last = c->count - 1, is_end = i == 0 || i == last;
    if (is_end && c->beyond != DP_BEYOND_PERIODIC) return 0.0;
    int before = is_end ? last - 1 : i - 1, after = is_end ? 0 : i;
    double left = width_of(c, before), right = width_of(c, after);
    double a = mean_slope(c, before), b = mean_slope(c, after);
    if (!(a * b > 0.0)) return 0.0;
    double u = 2.0 * right + left, v = right + 2.0 * left;
    return (u + v) / (u / a + v / b);
}

static void make_hermite(struct curve *c) {
    for (int i = 0; i < c->count; i++)
        c->slope[i] = hermite_slope(c, i);
    for (int i = 0; i < c->count - 1; i++)
        cubic(c, i, c->slope[i], c->slope[i + 1], &c->bend[i], &c->jerk[i]);
}

// --- coming to rest ---

// A speed that jumps needs a force without end, so the pieces at the ends of a driver that holds
// come to rest there: the first one of a table that begins after the run, which is known now, and
// the last one where a run goes beyond it. What lies before does not depend on the length of the
// run.
static void prepare_rest(struct curve *c) {
    int last = c->count - 1;
    if (c->time[0] > 0.0) {
        c->slope[0] = 0.0;
        c->kinks = 1;
        cubic(c, 0, 0.0, c->slope[1], &c->bend[0], &c->jerk[0]);
    }
    cubic(c, last - 1, c->slope[last - 1], 0.0, &c->rest[0], &c->rest[1]);
}

// --- building ---

// The last point of a table that repeats is its first one.
static dp_status close_period(struct curve *c, const char *owner, const char *unit, dp_error *err) {
    const double rounding = 1e-9;
    const char *shown = strcmp(unit, "m") == 0 ? " m" : "";
    double first = c->value[0], last = c->value[c->count - 1], low = first, high = first;
    if (strcmp(unit, "rad") == 0) {
        c->advance = last - first;
        return DP_OK;
    }
    for (int i = 0; i < c->count; i++) {
        low = fmin(low, c->value[i]);
        high = fmax(high, c->value[i]);
    }
    if (fabs(last - first) > rounding * (high - low))
        return dp_fail(
            err, DP_ERR_CONFLICT,
            "%s: its table repeats, but begins with %.9g%s and ends with %.9g%s; both must "
            "be the same",
            owner, first, shown, last, shown);
    c->value[c->count - 1] = first;
    return DP_OK;
}

static dp_status check_words(const dp_mechanism_table *table, const char *owner, dp_error *err) {
    if ((int)table->shape < 0 || table->shape > DP_TABLE_HERMITE || (int)table->beyond < 0 ||
        table->beyond > DP_BEYOND_ERROR)
        return dp_fail(err, DP_ERR_RANGE, "%s: shape or beyond of its table is none there is",
                       owner);
    return DP_OK;
}

dp_status dp_curve_build(dp_mechanism *m, struct curve *c, const dp_mechanism_table *table,
                         const char *owner, const char *unit, dp_error *err) {
    if (table->count == 0) {
        c->degree = 0;
        for (int i = 0; i < DP_POLYNOMIAL_MAX; i++) {
            if (!isfinite(c->coefficient[i]))
                return dp_fail(err, DP_ERR_RANGE, "%s: coefficient %d is not a number", owner,
                               i + 1);
            if (c->coefficient[i] != 0.0) c->degree = i + 1;
        }
        return DP_OK;
    }
    dp_status status = check_table(table, owner, err);
    if (status == DP_OK) status = check_words(table, owner, err);
    if (status != DP_OK) return status;
    size_t n = (size_t)table->count;
    double *room = (double *)dp_mechanism_room(m, 5 * n, sizeof *room);
    if (room == NULL) return dp_fail(err, DP_ERR_MEMORY, "no memory for a table");
    c->count = table->count;
    c->time = room;
    c->value = room + n;
    c->slope = room + 2 * n;
    c->bend = room + 3 * n;
    c->jerk = room + 4 * n;
    memcpy(c->time, table->time, n * sizeof *room);
    memcpy(c->value, table->value, n * sizeof *room);
    c->beyond = table->beyond;
    if (c->beyond == DP_BEYOND_PERIODIC) status = close_period(c, owner, unit, err);
    if (status != DP_OK) return status;
    if (table->shape == DP_TABLE_SPLINE)
        make_spline(c);
    else
        make_hermite(c);
    if (c->beyond == DP_BEYOND_HOLD && strcmp(unit, "1") != 0) prepare_rest(c);
    c->kinks = table->shape == DP_TABLE_HERMITE || c->kinks;
    return DP_OK;
}

// --- values ---

static double period_of(const struct curve *c) {
    return c->time[c->count - 1] - c->time[0];
}

// Beyond the ends, and on the last point.
static void end_at(const struct curve *c, int end, double t, double out[3]) {
    int goes_on = c->beyond == DP_BEYOND_LINE || (t == c->time[end] && !c->rests);
    out[0] = c->value[end];
    if (goes_on) out[0] += c->slope[end] * (t - c->time[end]);
    out[1] = goes_on ? c->slope[end] : 0.0;
    out[2] = 0.0;
}

// The piece on which t lies, or ends or begins to within `near`.
static int piece_at(const struct curve *c, double t, double near, int before) {
    int low = 0, high = c->count - 1;
    double border = before ? t - near : t + near;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (before ? c->time[middle] < border : c->time[middle] <= border)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// How many periods lie before t, which becomes a time of the first. `near`: what rounding makes of
// it.
static double take_periods(const struct curve *c, double *t, double near, int before) {
    double period = period_of(c), turns = floor((*t - c->time[0]) / period);
    *t -= turns * period;
    int step = 0;
    if (before && *t <= c->time[0] + near) step = -1;
    if (!before && *t >= c->time[c->count - 1] - near) step = 1;
    *t -= step * period;
    return turns + step;
}

static void table_at(const struct curve *c, double t, int before, double out[3]) {
    int last = c->count - 1;
    double gone = 0.0, near = 0.0;
    if (c->beyond == DP_BEYOND_PERIODIC) {
        near = 8.0 * DBL_EPSILON * (fabs(t) + fabs(c->time[0]) + period_of(c));
        gone = take_periods(c, &t, near, before) * c->advance;
    } else if (t < c->time[0] || t > c->time[last] || t == c->time[before ? 0 : last]) {
        end_at(c, t <= c->time[0] ? 0 : last, t, out);
        return;
    }
    int k = piece_at(c, t, near, before), rests = c->rests && k == last - 1;
    double s = t - c->time[k], bend = rests ? c->rest[0] : c->bend[k];
    double jerk = rests ? c->rest[1] : c->jerk[k];
    out[2] = bend + s * jerk;
    out[1] = c->slope[k] + s * (bend + 0.5 * s * jerk);
    out[0] = c->value[k] + s * (c->slope[k] + s * (0.5 * bend + s * jerk / 6.0));
    if (gone != 0.0) out[0] += gone;
}

void dp_curve_at(const struct curve *c, double t, double out[3]) {
    dp_curve_side(c, t, 0, out);
}

void dp_curve_side(const struct curve *c, double t, int before, double out[3]) {
    if (c->count > 0) {
        table_at(c, t, before, out);
        return;
    }
    if (c->degree <= 1) {
        out[0] = c->start + c->coefficient[0] * t;
        out[1] = c->coefficient[0];
        out[2] = 0.0;
        return;
    }
    double value = 0.0, slope = 0.0, bend = 0.0;
    for (int i = c->degree - 1; i >= 0; i--) {
        bend = bend * t + 2.0 * slope;
        slope = slope * t + value;
        value = value * t + c->coefficient[i];
    }
    // value stands for (p - start)/t
    out[0] = c->start + t * value;
    out[1] = value + t * slope;
    out[2] = 2.0 * slope + t * bend;
}

// --- knots ---

// First of the first `count` knots after t; `count`: none.
static int knot_after(const struct curve *c, double t, int count) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (c->time[middle] > t)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

double dp_curve_next_knot(const struct curve *c, double t) {
    if (c->count == 0) return INFINITY;
    if (c->beyond != DP_BEYOND_PERIODIC) {
        int next = knot_after(c, t, c->count);
        return next < c->count ? c->time[next] : INFINITY;
    }
    // one sequence whatever t: the seam is the first knot of the period that begins there
    double period = period_of(c), turns = floor((t - c->time[0]) / period) - 1.0, knot;
    int i = 0;
    do {
        knot = c->time[i] + turns * period;
        if (++i == c->count - 1) {
            i = 0;
            turns += 1.0;
        }
    } while (!(knot > t));
    return knot;
}

double dp_curve_fastest(const struct curve *c) {
    double fastest = 0.0, at[3];
    for (int i = 0; i + 1 < c->count; i++) {
        dp_curve_at(c, 0.5 * (c->time[i] + c->time[i + 1]), at);
        fastest = fmax(fastest, fmax(fabs(c->slope[i]), fabs(at[1])));
    }
    return c->count > 0 ? fmax(fastest, fabs(c->slope[c->count - 1])) : 0.0;
}

// --- runs that go beyond ---

static int begins_late(const struct curve *c) {
    return c->count > 0 && c->time[0] > 0.0;
}

// An end that rounding alone has moved away from `until` is none.
static int ends_early(const struct curve *c, double until) {
    double last = c->count > 0 ? c->time[c->count - 1] : INFINITY;
    return until > last + 1e-12 * fabs(last);
}

static int comes_to_rest(const struct driver *d, double until) {
    const struct curve *c = &d->curve;
    return c->beyond == DP_BEYOND_HOLD && ends_early(c, until) && c->slope[c->count - 1] != 0.0;
}

const dp_mechanism *dp_mechanism_until(const dp_mechanism *m, double until, dp_mechanism *own,
                                       struct driver *drivers) {
    int is_own = 0;
    for (int i = 0; i < m->driver_count; i++) {
        struct curve *c = &drivers[i].curve;
        drivers[i] = m->drivers[i];
        c->rests = comes_to_rest(&drivers[i], until);
        c->kinks = c->kinks || c->rests;
        is_own = is_own || c->kinks;
    }
    if (!is_own) return m;
    *own = *m;
    own->drivers = drivers;
    return own;
}

static dp_status check_curve(const struct curve *c, const char *what, const char *owner,
                             double until, dp_error *err) {
    if (c->beyond != DP_BEYOND_ERROR) return DP_OK;
    if (begins_late(c))
        return dp_fail(err, DP_ERR_RANGE,
                       "%s %s begins at %.9g s, after the run, which begins at 0 s; give it points "
                       "from there, or let beyond be hold, line or periodic",
                       what, owner, c->time[0]);
    if (ends_early(c, until))
        return dp_fail(err, DP_ERR_RANGE,
                       "%s %s ends at %.9g s, before the run, which ends at %.9g s; give it points "
                       "up to there, or let beyond be hold, line or periodic",
                       what, owner, c->time[c->count - 1], until);
    return DP_OK;
}

// The start is assembled with the speeds that the drivers have without coming to rest.
static dp_status check_rest(const struct driver *d, double until, dp_error *err) {
    const struct curve *c = &d->curve;
    if (!comes_to_rest(d, until)) return DP_OK;
    double from = c->time[c->count - 2], to = c->time[c->count - 1];
    if (from >= 0.0 || to <= 0.0) return DP_OK;
    return dp_fail(
        err, DP_ERR_CONFLICT,
        "the table of driver %s comes to rest between its points at %.9g s and %.9g s, as "
        "the run goes on to %.9g s; give it a point at 0 s, where the run begins",
        d->name, from, to, until);
}

dp_status dp_mechanism_check_tables(const dp_mechanism *m, double until, dp_error *err) {
    for (int i = 0; i < m->driver_count; i++) {
        const struct driver *d = &m->drivers[i];
        if (d->curve.count == 0) continue;
        dp_status status = check_curve(&d->curve, "the table of driver", d->name, until, err);
        if (status == DP_OK) status = check_rest(d, until, err);
        if (status != DP_OK) return dp_blame(err, status, DP_SUBJECT_DRIVER, i, d->name);
    }
    for (int i = 0; i < m->force_count; i++) {
        const struct force *f = &m->forces[i];
        if (!f->has_factor) continue;
        dp_status status = check_curve(&f->factor, "the factor of", f->name, until, err);
        if (status != DP_OK) return dp_blame(err, status, DP_SUBJECT_FORCE, i, f->name);
    }
    return DP_OK;
}
