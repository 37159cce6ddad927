// Functions of time: polynomials and cubic pieces through a table.

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

// Slopes that do not overshoot: the harmonic mean of the neighbours, 0 at an extreme. Fritsch and
// Butland 1984.
static double hermite_slope(const struct curve *c, int i) {
    if (i == 0 || i == c->count - 1) return 0.0;
    double left = c->time[i] - c->time[i - 1], right = c->time[i + 1] - c->time[i];
    double a = (c->value[i] - c->value[i - 1]) / left, b = (c->value[i + 1] - c->value[i]) / right;
    if (!(a * b > 0.0)) return 0.0;
    double u = 2.0 * right + left, v = right + 2.0 * left;
    return (u + v) / (u / a + v / b);
}

static void make_spline(struct curve *c) {
    spline_bends(c, c->bend, c->jerk);
    for (int i = 0; i < c->count - 1; i++) {
        double h = c->time[i + 1] - c->time[i], step = c->value[i + 1] - c->value[i];
        c->jerk[i] = (c->bend[i + 1] - c->bend[i]) / h;
        c->slope[i] = step / h - h * (2.0 * c->bend[i] + c->bend[i + 1]) / 6.0;
        c->slope[i + 1] = step / h + h * (c->bend[i] + 2.0 * c->bend[i + 1]) / 6.0;
    }
}

static void make_hermite(struct curve *c) {
    for (int i = 0; i < c->count; i++)
        c->slope[i] = hermite_slope(c, i);
    for (int i = 0; i < c->count - 1; i++) {
        double h = c->time[i + 1] - c->time[i], mean = (c->value[i + 1] - c->value[i]) / h;
        c->bend[i] = 2.0 * (3.0 * mean - 2.0 * c->slope[i] - c->slope[i + 1]) / h;
        c->jerk[i] = 6.0 * (c->slope[i] + c->slope[i + 1] - 2.0 * mean) / (h * h);
    }
}

dp_status dp_curve_build(dp_mechanism *m, struct curve *c, const dp_mechanism_table *table,
                         const char *owner, dp_error *err) {
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
    if (table->shape == DP_TABLE_SPLINE)
        make_spline(c);
    else
        make_hermite(c);
    return DP_OK;
}

static void table_at(const struct curve *c, double t, double out[3]) {
    int low = 0, high = c->count - 1;
    // beyond its ends a curve goes on with the slope it has there
    if (t <= c->time[0] || t >= c->time[high]) {
        int end = t <= c->time[0] ? 0 : high;
        out[0] = c->value[end] + c->slope[end] * (t - c->time[end]);
        out[1] = c->slope[end];
        out[2] = 0.0;
        return;
    }
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (c->time[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    double s = t - c->time[low];
    out[2] = c->bend[low] + s * c->jerk[low];
    out[1] = c->slope[low] + s * (c->bend[low] + 0.5 * s * c->jerk[low]);
    out[0] =
        c->value[low] + s * (c->slope[low] + s * (0.5 * c->bend[low] + s * c->jerk[low] / 6.0));
}

void dp_curve_at(const struct curve *c, double t, double out[3]) {
    if (c->count > 0) {
        table_at(c, t, out);
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
