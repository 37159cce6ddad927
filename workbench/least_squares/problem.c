// The model in search variables: residuals, chi2 and slopes.

#include "least_squares/problem.h"

#include <math.h>
#include <stdlib.h>

double to_search(const struct problem *problem, int parameter, double theta) {
    const dp_fit_parameter *it = &problem->def->parameters[parameter];
    if (theta <= it->low) return problem->low[parameter];
    if (theta >= it->high) return problem->high[parameter];
    return it->is_log ? log(theta) : theta;
}

double from_search(const struct problem *problem, int parameter, double u) {
    const dp_fit_parameter *it = &problem->def->parameters[parameter];
    if (u <= problem->low[parameter]) return it->low;
    if (u >= problem->high[parameter]) return it->high;
    return it->is_log ? fmin(fmax(exp(u), it->low), it->high) : u;
}

void all_from_search(const struct problem *problem, const double *u, double *theta) {
    for (int j = 0; j < problem->count; j++)
        theta[j] = from_search(problem, j, u[j]);
}

bool work_init(struct work *work, const struct problem *problem, int worker) {
    size_t n = problem->cells, p = (size_t)problem->count;
    size_t vectors = 6 + p + (problem->def->slopes != NULL ? p : 0);
    double *block = calloc(n * vectors, sizeof *block);
    *work = (struct work){.problem = problem, .worker = worker, .fitted = block};
    if (block == NULL) return false;
    work->ahead = block + n;
    work->behind = block + 2 * n;
    work->beyond = block + 3 * n;
    work->residual = block + 4 * n;
    work->trial = block + 5 * n;
    work->jacobian = block + 6 * n;
    work->exact = block + (6 + p) * n;
    return true;
}

bool work_stops(struct work *work) {
    const dp_fit_def *def = work->problem->def;
    if (!work->is_stopped && def->stop != NULL) work->is_stopped = def->stop(def->user);
    return work->is_stopped;
}

// The model at u; false where it fails.
static bool model_at(struct work *work, const double *u, double *fitted) {
    const struct problem *problem = work->problem;
    double theta[SMALL] = {0.0};
    all_from_search(problem, u, theta);
    work->evaluations++;
    const dp_fit_def *def = problem->def;
    if (def->model(def->user, work->worker, theta, fitted, NULL) != DP_OK) return false;
    for (size_t i = 0; i < problem->cells; i++) {
        if (!isfinite(fitted[i])) return false;
    }
    return true;
}

// A sensor at its end says nothing about a model beyond it.
static bool is_satisfied(const dp_fit_cell *cell, double fitted) {
    return (cell->bound == DP_FIT_AT_LEAST && fitted >= cell->measured) ||
           (cell->bound == DP_FIT_AT_MOST && fitted <= cell->measured);
}

double chi2_at(struct work *work, const double *u, double *residual) {
    const struct problem *problem = work->problem;
    if (!model_at(work, u, work->fitted)) return INFINITY;
    double sum = 0.0;
    for (size_t i = 0; i < problem->cells; i++) {
        const dp_fit_cell *cell = &problem->def->cells[i];
        double r = (work->fitted[i] - cell->measured) / problem->sigma[i];
        residual[i] = is_satisfied(cell, work->fitted[i]) ? 0.0 : r;
        sum += residual[i] * residual[i];
    }
    return isfinite(sum) ? sum : INFINITY;
}

// --- slopes --------------------------------------------------------------------------------------

double difference_step(const struct problem *problem, int parameter, double u) {
    double h = problem->def->step;
    if (problem->def->parameters[parameter].is_log) return h;
    return h * fmax(fabs(u), (problem->high[parameter] - problem->low[parameter]) / 1000.0);
}

// The model with one parameter moved; false where it fails or leaves the bounds.
static bool moved(struct work *work, const double *u, int parameter, double by, double *fitted) {
    const struct problem *problem = work->problem;
    double there[SMALL], target = u[parameter] + by;
    if (target > problem->high[parameter] || target < problem->low[parameter]) return false;
    for (int j = 0; j < problem->count; j++)
        there[j] = u[j];
    there[parameter] = target;
    return model_at(work, there, fitted);
}

// Slopes from both sides. Where those of a cell differ much, there is a corner or a jump between
// them, and the smaller one is right: the other one crosses it.
static bool slopes_both(struct work *work, double h, double *column) {
    const double *here = work->fitted, *ahead = work->ahead, *behind = work->behind;
    size_t n = work->problem->cells;
    double largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        column[i] = (ahead[i] - behind[i]) / (2.0 * h);
        largest = fmax(largest, fabs(column[i]));
    }
    bool is_corner = false;
    for (size_t i = 0; i < n; i++) {
        double up = (ahead[i] - here[i]) / h, down = (here[i] - behind[i]) / h;
        double gap = fabs(up - down);
        // next to nothing beside the other cells: a flat top of a smooth curve
        if (gap <= 0.3 * fmax(fabs(up), fabs(down)) || gap <= 0.05 * largest) continue;
        column[i] = fabs(up) < fabs(down) ? up : down;
        is_corner = true;
    }
    return is_corner;
}

// Slopes from one side, by three points where there are three.
static void slopes_one(struct work *work, const double *u, int parameter, double h, double *near,
                       double *column) {
    const double *here = work->fitted;
    bool has_far = moved(work, u, parameter, 2.0 * h, work->beyond);
    for (size_t i = 0; i < work->problem->cells; i++) {
        if (has_far)
            column[i] = (4.0 * near[i] - 3.0 * here[i] - work->beyond[i]) / (2.0 * h);
        else
            column[i] = (near[i] - here[i]) / h;
    }
}

// d fitted / d u of one parameter by differences; true at a corner.
static bool differences(struct work *work, const double *u, int parameter, double *column) {
    double h = difference_step(work->problem, parameter, u[parameter]);
    bool is_ahead = moved(work, u, parameter, h, work->ahead);
    bool is_behind = moved(work, u, parameter, -h, work->behind);
    if (is_ahead && is_behind) return slopes_both(work, h, column);
    if (is_ahead) {
        slopes_one(work, u, parameter, h, work->ahead, column);
    } else if (is_behind) {
        slopes_one(work, u, parameter, -h, work->behind, column);
    } else {
        // the model holds nowhere near: this parameter cannot be moved
        for (size_t i = 0; i < work->problem->cells; i++)
            column[i] = 0.0;
    }
    return false;
}

// d fitted / d u from the caller's d fitted / d theta, which come row after row; false: none.
static bool exact_slopes(struct work *work, const double *u, double *rows) {
    const struct problem *problem = work->problem;
    const dp_fit_def *def = problem->def;
    double theta[SMALL] = {0.0};
    all_from_search(problem, u, theta);
    if (!def->slopes(def->user, work->worker, theta, rows)) return false;
    for (size_t i = 0; i < problem->cells; i++) {
        for (int j = 0; j < problem->count; j++) {
            double *it = &rows[i * (size_t)problem->count + (size_t)j];
            if (!isfinite(*it)) return false;
            if (def->parameters[j].is_log) *it *= theta[j];
        }
    }
    return true;
}

void slopes_at(struct work *work, const double *u, unsigned fixed, unsigned *corners) {
    const struct problem *problem = work->problem;
    size_t n = problem->cells, p = (size_t)problem->count;
    *corners = 0;
    bool is_exact = problem->def->slopes != NULL && exact_slopes(work, u, work->exact);
    for (int j = 0; j < problem->count; j++) {
        double *column = work->jacobian + (size_t)j * n;
        if (is_exact) {
            for (size_t i = 0; i < n; i++)
                column[i] = has(fixed, j) ? 0.0 : work->exact[i * p + (size_t)j];
        } else if (has(fixed, j)) {
            for (size_t i = 0; i < n; i++)
                column[i] = 0.0;
        } else if (differences(work, u, j, column)) {
            *corners = with(*corners, j);
        }
        for (size_t i = 0; i < n; i++) {
            bool says_nothing = is_satisfied(&problem->def->cells[i], work->fitted[i]);
            column[i] = says_nothing ? 0.0 : column[i] / problem->sigma[i];
        }
    }
}
