// Which parameter tells most about a result: its share of the variance between bins along the
// parameter (the correlation ratio of Pearson 1905). It sees any dependence, not only a straight
// one, and serves to choose pictures; indices with errors are those of the designs for them.

#include <math.h>
#include <stdlib.h>

#include "study/pictures.h"

// Rows that are looked at: enough to rank by.
enum { BINS = 16, ROWS_ENOUGH = 100000 };

// Along one parameter.
struct bins {
    bool is_log;
    struct span span;
    double count[BINS], sum[BINS];
};

static int bin_of(const struct bins *bins, double x) {
    double low = bins->span.low, high = bins->span.high;
    double share = bins->is_log ? log(x / low) / log(high / low) : (x - low) / (high - low);
    int bin = share >= 0.0 ? (int)(share * BINS) : 0;
    return bin < BINS ? bin : BINS - 1;
}

// 0: nothing to tell.
static double share_of(const struct sweep *sweep, const struct table *table, int axis, int result) {
    struct bins bins = {.span = column_span(table, axis)};
    double count = 0.0, sum = 0.0, squares = 0.0, between = 0.0, shift = NAN;
    int column = sweep->axis_count + result;
    size_t step = table->rows / ROWS_ENOUGH + 1;
    bins.is_log = sweep->axis[axis].block->scale == SWEEP_LOG && bins.span.is_positive;
    if (!(bins.span.low < bins.span.high)) return 0.0;
    for (size_t row = 0; row < table->rows; row += step) {
        double x = table_at(table, row, axis), y = table_at(table, row, column);
        if (!isfinite(x) || !isfinite(y)) continue;
        if (isnan(shift)) shift = y;
        y -= shift;
        int bin = bin_of(&bins, x);
        bins.count[bin] += 1.0;
        bins.sum[bin] += y;
        count += 1.0;
        sum += y;
        squares += y * y;
    }
    double variance = squares - sum * sum / count;
    for (int i = 0; i < BINS; i++) {
        if (bins.count[i] > 0.0) between += bins.sum[i] * bins.sum[i] / bins.count[i];
    }
    return variance > 0.0 ? (between - sum * sum / count) / variance : 0.0;
}

struct ranking {
    int axis[SWEEP_AXES_MAX];  // the most telling first
};

static struct ranking rank(const struct sweep *sweep, const struct table *table, int result) {
    struct ranking ranking = {{0}};
    double share[SWEEP_AXES_MAX];
    for (int i = 0; i < sweep->axis_count; i++) {
        double own = share_of(sweep, table, i, result);
        int at = i;
        for (; at > 0 && share[at - 1] < own; at--) {
            share[at] = share[at - 1];
            ranking.axis[at] = ranking.axis[at - 1];
        }
        share[at] = own;
        ranking.axis[at] = i;
    }
    return ranking;
}

void sweep_draw_pairs(const struct sweep *sweep, struct outcome *outcome) {
    int results = sweep->block.results.count;
    struct ranking ranking[SWEEP_RESULTS_MAX];
    for (int i = 0; i < results; i++)
        ranking[i] = rank(sweep, &outcome->series, i);
    for (int place = 0; place < sweep->axis_count; place++) {
        for (int i = 0; i < results && outcome->plot_count < PICTURES_MAX; i++)
            sweep_draw_pair(sweep, ranking[i].axis[place], i, outcome);
    }
}
