// Cubics over time, straight lines over anything that may stand still.

#include "fit/between.h"

#include <math.h>

static long place_count(const struct between *it) {
    long last = (long)it->rows->rows - 1;
    return (last + it->stride - 1) / it->stride + 1;
}

static double at(const struct between *it, long place, int column) {
    long row = place * it->stride, last = (long)it->rows->rows - 1;
    return table_at(it->rows, (size_t)(row < last ? row : last), column);
}

// Slope by the parabola through three rows. Two rows of one time are a jump: nothing beyond it
// counts.
static double slope(const struct between *it, long place, int column) {
    long count = place_count(it);
    double x = at(it, place, it->x), y = at(it, place, column), before = 0.0, after = 0.0;
    double d_before = 0.0, d_after = 0.0;
    if (place > 0) {
        before = x - at(it, place - 1, it->x);
        if (before > 0.0) d_before = (y - at(it, place - 1, column)) / before;
    }
    if (place < count - 1) {
        after = at(it, place + 1, it->x) - x;
        if (after > 0.0) d_after = (at(it, place + 1, column) - y) / after;
    }
    if (!(before > 0.0)) return d_after;
    if (!(after > 0.0)) return d_before;
    return (after * d_before + before * d_after) / (before + after);
}

static double over_time(const struct between *it, int column, double x) {
    long low = 0, high = place_count(it) - 1;
    if (x <= at(it, 0, it->x)) return at(it, 0, column);
    double end = at(it, high, it->x);
    // the last sample may be rounded up
    if (x >= end) return it->stays || x <= end * (1.0 + 1e-9) ? at(it, high, column) : NAN;
    while (high - low > 1) {
        long middle = (low + high) / 2;
        if (at(it, middle, it->x) <= x)
            low = middle;
        else
            high = middle;
    }
    double h = at(it, high, it->x) - at(it, low, it->x), u = (x - at(it, low, it->x)) / h;
    double v = 1.0 - u;
    return v * v * (1.0 + 2.0 * u) * at(it, low, column) +
           u * u * (1.0 + 2.0 * v) * at(it, high, column) +
           h * u * v * (v * slope(it, low, column) - u * slope(it, high, column));
}

static double over_branch(const struct between *it, int column, double x, bool is_back) {
    long count = place_count(it), largest = 0;
    for (long i = 1; i < count; i++) {
        if (at(it, i, it->x) > at(it, largest, it->x)) largest = i;
    }
    if (x >= at(it, largest, it->x)) return at(it, largest, column);
    long from = is_back ? largest : 0, to = is_back ? count - 1 : largest;
    for (long i = from; i < to; i++) {
        double a = at(it, i, it->x), b = at(it, i + 1, it->x);
        bool is_here = is_back ? a >= x && x >= b : a <= x && x <= b;
        if (!is_here || a == b) continue;
        double u = (x - a) / (b - a);
        return (1.0 - u) * at(it, i, column) + u * at(it, i + 1, column);
    }
    return at(it, is_back ? count - 1 : 0, column);
}

double between_rows(const struct between *it, int column, double x, bool is_back) {
    if (it->rows->rows == 0 || it->x < 0 || column < 0) return NAN;
    return it->rises ? over_time(it, column, x) : over_branch(it, column, x, is_back);
}
