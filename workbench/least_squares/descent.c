// Levenberg-Marquardt in a box. A parameter at a bound is fixed while chi2 falls beyond it and
// released when it does not; there is no transform that would make every bound look like an
// optimum. Where the model fails chi2 is infinite, and the step shrinks.

#include "least_squares/descent.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { TRIALS_MAX = 60, LEVEL_STEPS_MAX = 4, SCANS_MAX = 3, SCAN_DOUBLINGS = 12 };

// A column of slopes that depends on others to this part of its length is taken for dependent:
// differences are not better than that.
#define DEPENDENT 1e-7
// Least damping: keeps combinations that change nothing where they are.
#define DAMPING_LEAST 1e-12

// The linearised problem at one point.
struct local {
    double triangle[SMALL][SMALL], q_r[SMALL];
    double gradient[SMALL], length[SMALL];  // of chi2/2; of the columns of slopes
};

static void linearise(struct work *work, const double *u, unsigned fixed, struct local *local,
                      unsigned *corners) {
    const struct problem *problem = work->problem;
    size_t n = problem->cells;
    slopes_at(work, u, fixed, corners);
    for (int j = 0; j < problem->count; j++) {
        const double *column = work->jacobian + (size_t)j * n;
        double dot = 0.0, square = 0.0;
        for (size_t i = 0; i < n; i++) {
            dot += column[i] * work->residual[i];
            square += column[i] * column[i];
        }
        local->gradient[j] = dot;
        local->length[j] = sqrt(square);
    }
    memcpy(work->trial, work->residual, n * sizeof *work->trial);
    qr_factor(work->jacobian, work->trial, n, problem->count, local->triangle, local->q_r);
}

// Parameters at a bound with chi2 falling beyond it.
static unsigned edges(const struct problem *problem, const double *u, const struct local *local,
                      unsigned fixed) {
    unsigned set = 0;
    for (int j = 0; j < problem->count; j++) {
        if (has(fixed, j)) continue;
        if (u[j] <= problem->low[j] && local->gradient[j] > 0.0) set = with(set, j);
        if (u[j] >= problem->high[j] && local->gradient[j] < 0.0) set = with(set, j);
    }
    return set;
}

// The step of the free parameters for this damping when the others move by d; returns by how much
// the undamped chi2 may fall at most.
static double solve_step(const struct local *local, int count, unsigned fixed, double damping,
                         const double *scale, double *d) {
    double a[2 * SMALL][SMALL], b[2 * SMALL] = {0.0}, x[SMALL];
    int column_of[SMALL], columns = 0, rows = count;
    for (int j = 0; j < count; j++) {
        if (!has(fixed, j)) column_of[columns++] = j;
    }
    for (int i = 0; i < count; i++) {
        b[i] = local->q_r[i];
        for (int j = i; j < count; j++) {
            if (has(fixed, j)) b[i] += local->triangle[i][j] * d[j];
        }
        for (int k = 0; k < columns; k++)
            a[i][k] = column_of[k] >= i ? local->triangle[i][column_of[k]] : 0.0;
    }
    for (int k = 0; damping > 0.0 && k < columns; k++, rows++) {
        memset(a[rows], 0, sizeof a[rows]);
        a[rows][k] = sqrt(damping) * scale[column_of[k]];
    }
    double fall = solve_small(a, b, rows, columns, damping > 0.0 ? 0.0 : DEPENDENT, x);
    for (int k = 0; k < columns; k++)
        d[column_of[k]] = x[k];
    return fall;
}

// Of the free parameters the one that meets its bound first on the way d; -1: none does.
static int first_to_leave(const struct problem *problem, const double *u, const double *d,
                          unsigned fixed) {
    int first = -1;
    double least = INFINITY;
    for (int j = 0; j < problem->count; j++) {
        double target = u[j] + d[j];
        if (has(fixed, j) || (target > problem->low[j] && target < problem->high[j])) continue;
        double room = target <= problem->low[j] ? u[j] - problem->low[j] : problem->high[j] - u[j];
        double share = room / fabs(d[j]);
        if (!(share < least)) continue;
        least = share;
        first = j;
    }
    return first;
}

// The same within the bounds: what would leave them goes as far as it can, one after the other, and
// the rest is solved again: often it then stays inside. Returns by how much chi2 is expected to
// fall.
static double step_in_box(const struct problem *problem, const struct local *local, const double *u,
                          unsigned fixed, double damping, const double *scale, double *there) {
    int count = problem->count;
    double d[SMALL] = {0.0}, bound[SMALL];
    unsigned clipped = 0;
    for (int round = 0; round <= count; round++) {
        solve_step(local, count, fixed | clipped, damping, scale, d);
        int j = first_to_leave(problem, u, d, fixed | clipped);
        if (j < 0) break;
        bound[j] = u[j] + d[j] <= problem->low[j] ? problem->low[j] : problem->high[j];
        d[j] = bound[j] - u[j];
        clipped = with(clipped, j);
    }
    double before = 0.0, after = 0.0;
    for (int i = 0; i < count; i++) {
        double left = local->q_r[i];
        for (int j = i; j < count; j++)
            left += local->triangle[i][j] * d[j];
        before += local->q_r[i] * local->q_r[i];
        after += left * left;
    }
    for (int j = 0; j < count; j++)
        there[j] = has(clipped, j) ? bound[j] : u[j] + d[j];
    return before - after;
}

// Are the slopes of chi2 zero, as far as that can be told?
static bool is_level(const struct problem *problem, const struct local *local, double chi2,
                     unsigned fixed) {
    // the model meets the data to rounding: slopes are rounding, too
    const double nothing = 1e-12;
    double large = sqrt(fmax(problem->floor, chi2));
    if (chi2 < nothing) return true;
    for (int j = 0; j < problem->count; j++) {
        if (!has(fixed, j) && fabs(local->gradient[j]) > 1e-5 * local->length[j] * large)
            return false;
    }
    return true;
}

struct pace {
    double damping, growth;
    int level_steps;      // steps that chi2 was too coarse to judge
    double scale[SMALL];  // largest length of each column so far
};

// One accepted step: u and chi2 change; false: none could be found.
static bool advance(struct work *work, const struct local *local, unsigned fixed, struct pace *pace,
                    double *u, double *chi2) {
    const struct problem *problem = work->problem;
    for (int trial = 0; trial < TRIALS_MAX; trial++) {
        double there[SMALL];
        double expected = step_in_box(problem, local, u, fixed, pace->damping, pace->scale, there);
        bool is_moved = false;
        for (int j = 0; j < problem->count; j++)
            is_moved = is_moved || fabs(there[j] - u[j]) > 4.0 * DBL_EPSILON * fabs(u[j]);
        if (!is_moved) return false;
        double reached = chi2_at(work, there, work->trial);
        // beside the last digits of chi2 a step cannot be judged: a few are taken on trust, since
        // slopes are known better than that
        bool is_level = expected >= 0.0 && expected < 1e-12 * *chi2 &&
                        reached <= *chi2 * (1.0 + 1e-13) && pace->level_steps < LEVEL_STEPS_MAX;
        if (reached < *chi2 || is_level) {
            pace->level_steps += is_level ? 1 : 0;
            double gain = (*chi2 - reached) / fmax(expected, DBL_MIN), bend = 2.0 * gain - 1.0;
            pace->damping *= fmax(0.1, fmin(1.0, 1.0 - bend * bend * bend));
            pace->damping = fmax(pace->damping, DAMPING_LEAST);
            pace->growth = 2.0;
            *chi2 = reached;
            memcpy(u, there, sizeof there);
            double *swap = work->residual;
            work->residual = work->trial;
            work->trial = swap;
            return true;
        }
        if (expected >= 0.0 && expected < 4.0 * DBL_EPSILON * *chi2) return false;
        pace->damping *= pace->growth;
        pace->growth = fmin(2.0 * pace->growth, 1e6);
        if (work->is_stopped) return false;
    }
    return false;
}

static struct descent descend_once(struct work *work, const double *start, unsigned fixed,
                                   double tolerance) {
    const struct problem *problem = work->problem;
    struct descent out = {.chi2 = INFINITY};
    struct pace pace = {.damping = 1e-3, .growth = 2.0};
    memcpy(out.u, start, sizeof out.u[0] * (size_t)problem->count);
    out.chi2 = chi2_at(work, out.u, work->residual);
    if (!isfinite(out.chi2)) return out;
    for (;;) {
        struct local local;
        linearise(work, out.u, fixed, &local, &out.corners);
        out.at_edge = edges(problem, out.u, &local, fixed);
        unsigned held = fixed | out.at_edge;
        double d[SMALL] = {0.0}, large = fmax(problem->floor, out.chi2);
        double left = solve_step(&local, problem->count, held, 0.0, NULL, d);
        out.converged = is_level(problem, &local, out.chi2, held);
        if (left <= tolerance * tolerance * large) break;
        if (out.iterations >= problem->def->iterations || work_stops(work)) break;
        for (int j = 0; j < problem->count; j++) {
            pace.scale[j] = fmax(pace.scale[j], local.length[j]);
            if (pace.scale[j] == 0.0) pace.scale[j] = DBL_MIN;
        }
        if (!advance(work, &local, held, &pace, out.u, &out.chi2)) break;
        // the model at the accepted point is in work->fitted: it was tried last
        out.iterations++;
    }
    return out;
}

// Look across corners and jumps, which slopes do not see: a lower place on either side?
static bool look_around(struct work *work, const struct descent *from, unsigned fixed, double *u) {
    const struct problem *problem = work->problem;
    double lowest = from->chi2 - 1e-9 * fmax(problem->floor, from->chi2);
    bool is_found = false;
    for (int j = 0; j < problem->count; j++) {
        if (!has(from->corners & ~fixed, j)) continue;
        double step = difference_step(problem, j, from->u[j]);
        for (int k = 0; k < 2 * SCAN_DOUBLINGS; k++) {
            double there[SMALL];
            memcpy(there, from->u, sizeof there);
            double by = step * (double)(1 << (k / 2));
            there[j] =
                fmin(fmax(there[j] + (k % 2 == 0 ? by : -by), problem->low[j]), problem->high[j]);
            double chi2 = chi2_at(work, there, work->trial);
            if (!(chi2 < lowest)) continue;
            lowest = chi2;
            memcpy(u, there, sizeof there);
            is_found = true;
        }
    }
    return is_found;
}

struct descent descend(struct work *work, const double *u, unsigned fixed, double tolerance) {
    struct descent out = descend_once(work, u, fixed, tolerance);
    double there[SMALL];
    for (int scan = 0; scan < SCANS_MAX && out.corners != 0 && !work->is_stopped; scan++) {
        if (!look_around(work, &out, fixed, there)) break;
        struct descent next = descend_once(work, there, fixed, tolerance);
        next.iterations += out.iterations;
        if (!(next.chi2 < out.chi2)) break;
        out = next;
    }
    return out;
}
