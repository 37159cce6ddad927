// A definition checked and turned into a problem.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "least_squares/parts.h"

#define FIT_COOKIE 0x46495431u

dp_fit_def dp_fit_defaults(void) {
    return (dp_fit_def){
        .confidence = 0.95, .iterations = 200, .scan = -1, .step = 1e-4, .cookie = FIT_COOKIE};
}

static dp_status refuse(dp_error *err, const char *name, double value, double low, double high) {
    dp_blame(err, DP_ERR_RANGE, DP_SUBJECT_FIELD, -1, name);
    return dp_blame_value(err, DP_ERR_RANGE, value, low, high);
}

static dp_status check_parameters(const dp_fit_def *def, dp_error *err) {
    for (int j = 0; j < def->parameter_count; j++) {
        const dp_fit_parameter *it = &def->parameters[j];
        if (it->name == NULL)
            return dp_fail(err, DP_ERR_MISSING, "free parameter %d has no name", j);
        dp_status status = DP_OK;
        if (!isfinite(it->low) || !isfinite(it->high))
            status = dp_fail(err, DP_ERR_RANGE,
                             "%s has no finite range; give both bounds of the search", it->name);
        else if (!(it->low < it->high))
            status = dp_fail(err, DP_ERR_RANGE,
                             "%s is searched from %g to %g; the first must be the smaller one",
                             it->name, it->low, it->high);
        else if (it->is_log && !(it->low > 0.0))
            status = dp_fail(err, DP_ERR_RANGE,
                             "%s is searched from %g on a logarithmic scale, which has no zero",
                             it->name, it->low);
        if (status != DP_OK) {
            dp_blame(err, status, DP_SUBJECT_PARAMETER, j, it->name);
            return dp_blame_value(err, status, it->low, NAN, NAN);
        }
    }
    return DP_OK;
}

static dp_status check_cell(const dp_fit_def *def, size_t i, const double *first_sigma,
                            dp_error *err) {
    const dp_fit_cell *cell = &def->cells[i];
    if (cell->target < 0 || cell->target >= def->target_count)
        return dp_fail(err, DP_ERR_RANGE, "cell %zu belongs to target %d; there are %d", i,
                       cell->target, def->target_count);
    const char *name = def->target_names[cell->target];
    if (!isfinite(cell->measured))
        return dp_fail(err, DP_ERR_RANGE, "measured %s of cell %zu is %g; it must be finite", name,
                       i, cell->measured);
    if (isnan(cell->sigma) != isnan(first_sigma[cell->target]))
        return dp_fail(err, DP_ERR_CONFLICT, "sigma of %s is given for some of its points only",
                       name);
    if (!isnan(cell->sigma) && !(cell->sigma > 0.0 && isfinite(cell->sigma)))
        return dp_fail(err, DP_ERR_RANGE, "sigma of %s in cell %zu is %g; it must be positive",
                       name, i, cell->sigma);
    return DP_OK;
}

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static dp_status check_counts(const struct problem *problem, const size_t *points, dp_error *err) {
    const dp_fit_def *def = problem->def;
    size_t n = problem->points, p = (size_t)def->parameter_count;
    if (n < p)
        return dp_fail(err, DP_ERR_RANGE, "%zu point%s for %zu free parameter%s", n, plural(n), p,
                       plural(p));
    for (int k = 0; k < def->target_count; k++) {
        if (!problem->is_estimated[k]) continue;
        if (n > p && (points[k] > 1 || def->target_count == 1)) continue;
        char also[48] = "";
        if (points[k] > 1) snprintf(also, sizeof also, " with %zu free parameter%s", p, plural(p));
        return dp_fail(err, DP_ERR_RANGE,
                       "sigma of %s cannot be estimated from %zu point%s%s: give it, or more rows",
                       def->target_names[k], points[k], plural(points[k]), also);
    }
    return DP_OK;
}

static dp_status check_numbers(const dp_fit_def *def, dp_error *err) {
    if (!(def->confidence >= 0.5 && def->confidence <= 0.9999)) {
        dp_fail(err, DP_ERR_RANGE, "confidence is %g; it must lie between 0.5 and 0.9999",
                def->confidence);
        return refuse(err, "confidence", def->confidence, 0.5, 0.9999);
    }
    if (!(def->step > 0.0 && def->step <= 0.1)) {
        dp_fail(err, DP_ERR_RANGE, "step is %g; it must be positive and at most 0.1", def->step);
        return refuse(err, "step", def->step, NAN, 0.1);
    }
    if (def->parameter_count < 0 || def->parameter_count > DP_FIT_PARAMETERS_MAX) {
        dp_fail(err, DP_ERR_RANGE, "%d free parameters; %d at most", def->parameter_count,
                DP_FIT_PARAMETERS_MAX);
        return refuse(err, "parameter_count", def->parameter_count, 0, DP_FIT_PARAMETERS_MAX);
    }
    if (def->target_count < 1 || def->target_count > DP_FIT_TARGETS_MAX) {
        dp_fail(err, DP_ERR_RANGE, "%d targets; 1 to %d", def->target_count, DP_FIT_TARGETS_MAX);
        return refuse(err, "target_count", def->target_count, 1, DP_FIT_TARGETS_MAX);
    }
    if (def->iterations < 1 || def->starts < 0 || def->starts > 100000) {
        dp_fail(err, DP_ERR_RANGE, "%d iterations and %d starts; at least 1, and 0 to 100000",
                def->iterations, def->starts);
        return refuse(err, def->iterations < 1 ? "iterations" : "starts",
                      def->iterations < 1 ? def->iterations : def->starts, NAN, NAN);
    }
    if (def->scan < 0 || def->parameter_count == 0) return DP_OK;
    if (def->scan >= def->parameter_count)
        return dp_fail(err, DP_ERR_RANGE, "scan names parameter %d; there are %d", def->scan,
                       def->parameter_count);
    if (!(def->scan_step > 0.0)) {
        dp_fail(err, DP_ERR_RANGE, "scan_step is %g; it must be positive", def->scan_step);
        return refuse(err, "scan_step", def->scan_step, NAN, NAN);
    }
    return DP_OK;
}

static dp_status check(const dp_fit_def *def, dp_error *err) {
    if (def == NULL || def->cookie != FIT_COOKIE)
        return dp_fail(err, DP_ERR_NOT_INITIALIZED, "the fit was not made by dp_fit_defaults");
    if (def->model == NULL || def->target_names == NULL ||
        (def->parameters == NULL && def->parameter_count > 0))
        return dp_fail(err, DP_ERR_MISSING, "a fit needs a model, parameters and names of targets");
    if (def->cells == NULL || def->cell_count == 0)
        return dp_fail(err, DP_ERR_MISSING, "nothing was measured: there are no points to fit");
    dp_status status = check_numbers(def, err);
    return status != DP_OK ? status : check_parameters(def, err);
}

// A sigma to begin with where none is given: the scatter of what was measured, so that targets of
// different units count alike.
static void guess_sigma(struct problem *problem, const size_t *points) {
    const dp_fit_def *def = problem->def;
    double mean[DP_FIT_TARGETS_MAX] = {0.0}, square[DP_FIT_TARGETS_MAX] = {0.0};
    for (size_t i = 0; i < problem->cells; i++)
        mean[def->cells[i].target] += def->cells[i].measured / (double)points[def->cells[i].target];
    for (size_t i = 0; i < problem->cells; i++) {
        double off = def->cells[i].measured - mean[def->cells[i].target];
        square[def->cells[i].target] += off * off / (double)points[def->cells[i].target];
    }
    for (size_t i = 0; i < problem->cells; i++) {
        int k = def->cells[i].target;
        double scatter = fmax(sqrt(square[k]), 1e-3 * fabs(mean[k]));
        if (problem->is_estimated[k]) problem->sigma[i] = scatter > 0.0 ? scatter : 1.0;
    }
}

dp_status problem_init(struct problem *problem, const dp_fit_def *def, dp_error *err) {
    *problem = (struct problem){.def = def};
    dp_status status = check(def, err);
    if (status != DP_OK) return status;
    problem->count = def->parameter_count;
    problem->cells = def->cell_count;
    size_t points[DP_FIT_TARGETS_MAX] = {0}, seen[DP_FIT_TARGETS_MAX] = {0};
    double first_sigma[DP_FIT_TARGETS_MAX] = {0.0};
    for (size_t i = 0; i < def->cell_count; i++) {
        int k = def->cells[i].target;
        if (k < 0 || k >= def->target_count) continue;
        if (seen[k]++ == 0) first_sigma[k] = def->cells[i].sigma;
        points[k] += def->cells[i].bound == DP_FIT_EXACT;
        problem->points += def->cells[i].bound == DP_FIT_EXACT;
    }
    for (int k = 0; k < def->target_count; k++) {
        problem->is_estimated[k] = seen[k] > 0 && isnan(first_sigma[k]);
        problem->estimated += problem->is_estimated[k] ? 1 : 0;
    }
    for (size_t i = 0; i < def->cell_count && status == DP_OK; i++)
        status = check_cell(def, i, first_sigma, err);
    if (status == DP_OK) status = check_counts(problem, points, err);
    if (status != DP_OK) return status;
    for (int j = 0; j < problem->count; j++) {
        const dp_fit_parameter *it = &def->parameters[j];
        problem->low[j] = it->is_log ? log(it->low) : it->low;
        problem->high[j] = it->is_log ? log(it->high) : it->high;
    }
    problem->floor = problem->estimated > 0 ? 1e-20 : 1.0;
    problem->sigma = calloc(problem->cells, sizeof *problem->sigma);
    if (problem->sigma == NULL) return dp_fail(err, DP_ERR_MEMORY, "out of memory");
    for (size_t i = 0; i < problem->cells; i++)
        problem->sigma[i] = def->cells[i].sigma;
    guess_sigma(problem, seen);
    return DP_OK;
}

void problem_free(struct problem *problem) {
    free(problem->sigma);
    problem->sigma = NULL;
}
