// How far a measured column lies from the computed one.

#include <math.h>
#include <stdlib.h>

#include "measured/measured.h"

// The computed curve: a branch on which x rises, then perhaps one on which it falls. Loading and
// unloading of a contact over its indentation are such a pair.
struct curve {
    double *x, *y;
    size_t count, turn;  // the second branch begins at `turn`; the last row: there is none
    bool is_good;        // x does not go back and forth otherwise
};

static size_t place_of_largest(const double *x, size_t count) {
    size_t at = 0;
    for (size_t i = 1; i < count; i++) {
        if (x[i] > x[at]) at = i;
    }
    return at;
}

static bool curve_init(struct curve *curve, const struct table *series, int x, int y) {
    *curve = (struct curve){.x = malloc((series->rows + 1) * sizeof *curve->x),
                            .y = malloc((series->rows + 1) * sizeof *curve->y),
                            .is_good = true};
    if (curve->x == NULL || curve->y == NULL) return false;
    for (size_t row = 0; row < series->rows; row++) {
        double at = table_at(series, row, x), value = table_at(series, row, y);
        if (!isfinite(at) || !isfinite(value)) continue;
        curve->x[curve->count] = at;
        curve->y[curve->count++] = value;
    }
    curve->turn = curve->count > 0 ? place_of_largest(curve->x, curve->count) : 0;
    // of rows at the same place the last one
    while (curve->turn + 1 < curve->count && curve->x[curve->turn + 1] == curve->x[curve->turn])
        curve->turn++;
    for (size_t i = 1; i < curve->count && curve->is_good; i++)
        curve->is_good =
            i <= curve->turn ? curve->x[i] >= curve->x[i - 1] : curve->x[i] <= curve->x[i - 1];
    return true;
}

static void curve_free(struct curve *curve) {
    free(curve->x);
    free(curve->y);
}

// The value at x between `from` and `to`, where x rises or falls; NaN outside. Of two rows at the
// same place, at a jump, the later one counts. `coarse`: what a straight line may be wrong by.
static double value_at(const struct curve *c, size_t from, size_t to, double x, double *coarse) {
    bool rises = c->x[to] >= c->x[from];
    size_t low = from, high = to;
    *coarse = 0.0;
    if (rises ? x < c->x[from] || x > c->x[to] : x > c->x[from] || x < c->x[to]) return NAN;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (rises ? c->x[middle] <= x : c->x[middle] >= x)
            low = middle;
        else
            high = middle;
    }
    double width = c->x[high] - c->x[low];
    if (width == 0.0) return c->y[high];
    double share = (x - c->x[low]) / width;
    for (size_t i = low; i <= high; i++) {
        if (i == from || i == to) continue;
        // the second difference, as that of a parabola through three rows
        double left = c->x[i] - c->x[i - 1], right = c->x[i + 1] - c->x[i];
        if (left == 0.0 || right == 0.0) continue;
        double bend = 2.0 * ((c->y[i + 1] - c->y[i]) / right - (c->y[i] - c->y[i - 1]) / left) /
                      (left + right);
        *coarse = fmax(*coarse, fabs(0.5 * bend * width * width * share * (1.0 - share)));
    }
    return c->y[low] + share * (c->y[high] - c->y[low]);
}

static void keep_peak(double *peak, double value) {
    if (isnan(*peak) || fabs(value) > fabs(*peak)) *peak = value;
}

// The largest of the computed rows between the first and the last measured place.
static void find_peak(const struct curve *c, double low, double high, double *peak) {
    for (size_t i = 0; i < c->count; i++) {
        if (c->x[i] >= low && c->x[i] <= high) keep_peak(peak, c->y[i]);
    }
}

static void compare(const struct curve *c, const struct measured *m, const double *value,
                    double *computed, struct agreement *a) {
    size_t turn = place_of_largest(m->x, (size_t)m->rows), last = c->count - 1;
    double sum = 0.0, coarse = 0.0, low = INFINITY, high = -INFINITY;
    for (long i = 0; i < m->rows; i++) {
        double wrong;
        if (isnan(value[i])) continue;
        bool is_first = c->turn == last || (c->turn > 0 && (size_t)i <= turn);
        computed[i] =
            value_at(c, is_first ? 0 : c->turn, is_first ? c->turn : last, m->x[i], &wrong);
        if (isnan(computed[i])) {
            a->outside++;
            continue;
        }
        double difference = fabs(value[i] - computed[i]);
        a->points++;
        sum += difference * difference;
        coarse += wrong * wrong;
        if (!(difference <= a->max_difference)) {
            a->max_difference = difference;
            a->at = m->x[i];
        }
        keep_peak(&a->peak_measured, value[i]);
        keep_peak(&a->peak_computed, computed[i]);
        low = fmin(low, m->x[i]);
        high = fmax(high, m->x[i]);
    }
    if (a->points == 0) return;
    a->rms = sqrt(sum / (double)a->points);
    a->coarseness = sqrt(coarse / (double)a->points);
    find_peak(c, low, high, &a->peak_computed);
    a->peak_difference = (a->peak_computed - a->peak_measured) / a->peak_measured;
}

bool measured_agree(const struct table *series, int x, int y, const struct measured *m, int column,
                    double *computed, struct agreement *a) {
    struct curve curve;
    *a = (struct agreement){.rms = NAN,
                            .max_difference = NAN,
                            .at = NAN,
                            .peak_measured = NAN,
                            .peak_computed = NAN,
                            .peak_difference = NAN};
    for (long i = 0; i < m->rows; i++)
        computed[i] = NAN;
    bool is_done = curve_init(&curve, series, x, y);
    a->is_comparable = is_done && curve.is_good && curve.count > 0;
    if (a->is_comparable) compare(&curve, m, m->value[column], computed, a);
    curve_free(&curve);
    return is_done;
}
