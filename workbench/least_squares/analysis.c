// Standard errors, correlations, and what cannot be found.

#include "least_squares/analysis.h"

#include <math.h>
#include <string.h>

// A combination of parameters changes nothing when its singular value is this part of the largest;
// one parameter does when its whole range changes no residual by more than this.
#define SINGULAR 1e-6
#define EFFECT_LEAST 0.01
#define TAKES_PART 0.1
enum { NEAREST_ROUNDS = 40 };

static double largest_entry(const double *row, int count) {
    int largest = 0;
    for (int j = 1; j < count; j++) {
        if (fabs(row[j]) > fabs(row[largest])) largest = j;
    }
    return row[largest];
}

static void divide(double *row, int count, double by) {
    for (int j = 0; by != 0.0 && j < count; j++)
        row[j] /= by;
}

// Combinations of the last rows with as many zeros as possible, so that each of them says something
// about few parameters (Gauss and Jordan, largest entries first). Returns the set of those that
// stand in one row only.
static unsigned simplify(double rows[SMALL][SMALL], int first, int count) {
    unsigned pivots = 0;
    for (int k = first; k < count; k++) {
        int pivot = -1;
        for (int j = 0; j < count; j++) {
            if (has(pivots, j)) continue;
            if (pivot < 0 || fabs(rows[k][j]) > fabs(rows[k][pivot]) * (1.0 + 1e-6)) pivot = j;
        }
        pivots = with(pivots, pivot);
        divide(rows[k], count, rows[k][pivot]);
        for (int other = first; other < count; other++) {
            if (other == k) continue;
            double share = rows[other][pivot];
            for (int j = 0; j < count; j++)
                rows[other][j] -= share * rows[k][j];
            rows[other][pivot] = 0.0;
        }
    }
    return pivots;
}

// Singular values of the triangle with its columns scaled to length 1.
static void decompose(const struct problem *problem, double triangle[SMALL][SMALL],
                      struct analysis *out) {
    int p = problem->count;
    double scaled[SMALL][SMALL] = {{0.0}}, scale[SMALL];
    for (int j = 0; j < p; j++) {
        double range = problem->high[j] - problem->low[j];
        bool has_effect = out->reach[j] * range >= EFFECT_LEAST;
        // a column without effect: one whole range stands for its unknown scale
        scale[j] = has_effect ? 1.0 / out->reach[j] : range;
        for (int i = 0; i <= j && has_effect; i++)
            scaled[i][j] = triangle[i][j] / out->reach[j];
    }
    singular_values(scaled, p, out->values, out->scaled);
    for (int k = 0; k < p; k++) {
        if (!(out->values[k] >= SINGULAR * out->values[0]) || out->values[0] == 0.0)
            out->null_count++;
    }
    out->held = simplify(out->scaled, p - out->null_count, p);
    for (int k = 0; k < p; k++) {
        divide(out->scaled[k], p, largest_entry(out->scaled[k], p));
        unsigned part = 0;
        for (int j = 0; j < p; j++) {
            out->directions[k][j] = out->scaled[k][j] * scale[j];
            if (fabs(out->scaled[k][j]) > TAKES_PART) part = with(part, j);
        }
        divide(out->directions[k], p, largest_entry(out->directions[k], p));
        if (k < p - out->null_count) continue;
        out->is_unknown |= part;
        out->is_dead = out->is_dead || (part & (part - 1)) == 0;
    }
}

// Inverse of J^T J of the parameters that are neither at a bound nor unknown. Unknown ones stay
// where they are: moving along what changes nothing has no influence on the others.
static void spread(const struct problem *problem, double triangle[SMALL][SMALL], unsigned left_out,
                   struct analysis *out) {
    double a[SMALL * SMALL], unused[SMALL] = {0.0}, q[SMALL], small[SMALL][SMALL];
    double inverse[SMALL][SMALL];
    int p = problem->count, columns = 0, column_of[SMALL];
    for (int j = 0; j < p; j++) {
        if (has(left_out, j)) continue;
        for (int i = 0; i < p; i++)
            a[columns * p + i] = triangle[i][j];
        column_of[columns++] = j;
    }
    qr_factor(a, unused, (size_t)p, columns, small, q);
    for (int k = 0; k < columns; k++) {
        if (small[k][k] == 0.0) return;
    }
    invert_triangle((const double(*)[SMALL])small, columns, inverse);
    for (int j = 0; j < columns; j++) {
        double square = 0.0;
        for (int i = j; i < columns; i++)
            square += inverse[j][i] * inverse[j][i];
        out->spread[column_of[j]] = sqrt(square);
    }
    for (int j = 0; j < columns; j++) {
        for (int k = 0; k < columns; k++) {
            int jj = column_of[j], kk = column_of[k];
            double dot = 0.0;
            for (int i = j > k ? j : k; i < columns; i++)
                dot += inverse[j][i] * inverse[k][i];
            out->correlation[jj][kk] = jj == kk ? 1.0 : dot / (out->spread[jj] * out->spread[kk]);
        }
    }
}

struct analysis analyse(struct work *work, const struct descent *at) {
    const struct problem *problem = work->problem;
    int p = problem->count;
    struct analysis out = {.null_count = 0};
    double triangle[SMALL][SMALL], q[SMALL];
    unsigned corners;
    for (int j = 0; j < SMALL; j++) {
        out.spread[j] = NAN;
        for (int k = 0; k < SMALL; k++)
            out.correlation[j][k] = NAN;
    }
    chi2_at(work, at->u, work->residual);
    slopes_at(work, at->u, 0, &corners);
    for (int j = 0; j < p; j++) {
        double square = 0.0;
        for (size_t i = 0; i < problem->cells; i++)
            square += work->jacobian[(size_t)j * problem->cells + i] *
                      work->jacobian[(size_t)j * problem->cells + i];
        out.reach[j] = sqrt(square);
    }
    qr_factor(work->jacobian, work->residual, problem->cells, p, triangle, q);
    decompose(problem, triangle, &out);
    spread(problem, triangle, at->at_edge | out.is_unknown, &out);
    return out;
}

// An orthonormal basis of what changes nothing, in shares of the ranges of u.
static int null_basis(const struct problem *problem, const struct analysis *analysis,
                      double basis[SMALL][SMALL]) {
    int count = 0, p = problem->count;
    for (int k = p - analysis->null_count; k < p; k++) {
        double *row = basis[count];
        for (int j = 0; j < p; j++)
            row[j] = analysis->directions[k][j] / (problem->high[j] - problem->low[j]);
        for (int other = 0; other < count; other++) {
            double dot = 0.0;
            for (int j = 0; j < p; j++)
                dot += row[j] * basis[other][j];
            for (int j = 0; j < p; j++)
                row[j] -= dot * basis[other][j];
        }
        double square = 0.0;
        for (int j = 0; j < p; j++)
            square += row[j] * row[j];
        if (square > 0.0) divide(basis[count++], p, sqrt(square));
    }
    return count;
}

// Along what changes nothing, a share of the way towards `first`; returns how far, in shares of the
// ranges.
static double step_along(const struct problem *problem, const struct analysis *analysis,
                         const double *first, double share, double *u) {
    double basis[SMALL][SMALL], from[SMALL], moved = 0.0;
    int count = null_basis(problem, analysis, basis), p = problem->count;
    memcpy(from, u, sizeof from);
    for (int k = 0; k < count; k++) {
        double dot = 0.0;
        for (int j = 0; j < p; j++)
            dot +=
                share * basis[k][j] * (first[j] - from[j]) / (problem->high[j] - problem->low[j]);
        for (int j = 0; j < p; j++)
            u[j] += dot * basis[k][j] * (problem->high[j] - problem->low[j]);
        moved += dot * dot;
    }
    for (int j = 0; j < p; j++)
        u[j] = fmin(fmax(u[j], problem->low[j]), problem->high[j]);
    return sqrt(moved);
}

struct descent nearest_to(struct work *work, const struct descent *from, const double *first,
                          struct analysis *analysis) {
    const struct problem *problem = work->problem;
    struct descent here = *from;
    double large = fmax(problem->floor, from->chi2), share = 0.0;
    for (int round = 0; round < NEAREST_ROUNDS && analysis->null_count > 0; round++) {
        double there[SMALL];
        memcpy(there, here.u, sizeof there);
        double moved = step_along(problem, analysis, first, share, there);
        if (round > 0 && moved < 1e-9) break;
        struct descent next = descend(work, there, analysis->held, AS_NEAR_AS_POSSIBLE);
        struct analysis known = analyse(work, &next);
        // what changes nothing here may do so elsewhere; and the way may be no straight line, or
        // end at a wall
        double worse = analysis->is_dead ? 2.0 * EFFECT_LEAST * sqrt(large) : 1e-6 * large;
        bool is_as_good =
            next.chi2 <= from->chi2 + worse && known.null_count >= analysis->null_count;
        if (is_as_good) {
            next.iterations = from->iterations;
            here = next;
            *analysis = known;
        }
        // the first round goes nowhere: it only lets go of what cannot be found
        share = round == 0 ? 1.0 : is_as_good ? share : 0.5 * share;
    }
    return here;
}
