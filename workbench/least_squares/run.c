// A fit from its definition to its result: search, sigmas, intervals, sentences.

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "least_squares/parts.h"
#include "least_squares/search.h"
#include "least_squares/statistics.h"

enum { SIGMA_ROUNDS = 50, BETTER_ROUNDS = 10 };

double least_sigma(double largest) {
    return fmax(1e-9 * largest, 1e-150);
}

// Sigmas from the residuals at the point in `work`; returns the largest relative change.
static double estimate_sigma(struct problem *problem, const struct work *work) {
    const dp_fit_def *def = problem->def;
    double sum[DP_FIT_TARGETS_MAX] = {0.0}, largest[DP_FIT_TARGETS_MAX] = {0.0}, change = 0.0;
    double points[DP_FIT_TARGETS_MAX] = {0.0}, estimate[DP_FIT_TARGETS_MAX];
    for (size_t i = 0; i < problem->cells; i++) {
        int k = def->cells[i].target;
        double off = work->residual[i] * problem->sigma[i];
        sum[k] += off * off;
        points[k] += def->cells[i].bound == DP_FIT_EXACT ? 1.0 : 0.0;
        largest[k] = fmax(largest[k], fabs(def->cells[i].measured));
    }
    double share = 1.0 - problem->count / (double)problem->points;
    for (int k = 0; k < def->target_count; k++) {
        estimate[k] =
            fmax(sqrt(sum[k] / fmax(points[k] * share, DBL_MIN)), least_sigma(largest[k]));
    }
    for (size_t i = 0; i < problem->cells; i++) {
        int k = def->cells[i].target;
        if (!problem->is_estimated[k]) continue;
        change = fmax(change, fabs(estimate[k] / problem->sigma[i] - 1.0));
        problem->sigma[i] = estimate[k];
    }
    return change;
}

// Down to the very bottom, with sigmas that fit it; true when those have stopped to change.
static bool settle(struct problem *problem, struct work *work, struct descent *lowest) {
    for (int round = 0; round < SIGMA_ROUNDS; round++) {
        long before = lowest->iterations;
        *lowest = descend(work, lowest->u, 0, AS_NEAR_AS_POSSIBLE);
        lowest->iterations += before;
        if (problem->estimated == 0 || work->is_stopped) return true;
        chi2_at(work, lowest->u, work->residual);
        double change = estimate_sigma(problem, work);
        lowest->chi2 = chi2_at(work, lowest->u, work->residual);
        if (change < 1e-6) return true;
    }
    return false;
}

static dp_status fail_model(const struct problem *problem, const double *u, dp_error *err) {
    const dp_fit_def *def = problem->def;
    double theta[SMALL] = {0.0}, *fitted = calloc(problem->cells, sizeof *fitted);
    dp_error first = {.status = DP_OK};
    dp_status status = DP_OK;
    all_from_search(problem, u, theta);
    if (fitted != NULL) status = def->model(def->user, 0, theta, fitted, &first);
    free(fitted);
    const char *text = status == DP_OK ? "it gives numbers that are not finite" : first.text;
    if (text[0] == '\0') text = dp_status_text(status);
    if (problem->count == 0) return dp_fail(err, DP_ERR_NUMERIC, "the model fails: %s", text);
    return dp_fail(err, DP_ERR_NUMERIC, "the model fails at every start of the search: %s", text);
}

// The optimum and what is known about it; once more from the lower place where a profile met one.
static void explore(struct problem *problem, struct team *team, const struct search *search,
                    struct outcome *outcome) {
    struct valley *valley = &outcome->valley;
    struct work *work = &team->works[0];
    double dof = (double)problem->points - problem->count, chance = 1.0 - problem->def->confidence;
    double student = problem->estimated > 0 ? student_beyond(dof, chance) : 0.0;
    valley->rise = problem->estimated > 0 ? student * student : chi_square_above(1.0, chance);
    valley->lowest = search->ends[search->best];
    for (int round = 0; round < BETTER_ROUNDS; round++) {
        outcome->is_settled = settle(problem, work, &valley->lowest);
        valley->analysis = analyse(work, &valley->lowest);
        if (valley->analysis.null_count > 0) {
            valley->lowest = nearest_to(work, &valley->lowest, search->first, &valley->analysis);
            valley->minimum_count = 0;
        } else {
            valley->minimum_count = search_minima(search, work, &valley->lowest, valley->minima);
        }
        profile_ends(team, valley, valley->analysis.is_unknown, outcome->ends);
        const struct descent *better = NULL;
        for (int i = 0; i < 2 * problem->count; i++) {
            const struct profile_end *end = &outcome->ends[i];
            if (has(valley->analysis.is_unknown, i / 2) || !end->is_better) continue;
            if (better == NULL || end->better.chi2 < better->chi2) better = &end->better;
        }
        if (better == NULL || team_stopped(team)) return;
        long before = valley->lowest.iterations;
        valley->lowest = *better;
        valley->lowest.iterations = before;
    }
    // lower and lower each time: nothing of this is an optimum
    valley->lowest.converged = false;
}

static void fill_parameter(const struct problem *problem, const struct outcome *outcome, int j,
                           dp_fit_estimate *out) {
    const struct valley *valley = &outcome->valley;
    const dp_fit_parameter *it = &problem->def->parameters[j];
    const struct profile_end *below = &outcome->ends[2 * j], *above = below + 1;
    double value = from_search(problem, j, valley->lowest.u[j]);
    bool is_unknown = has(valley->analysis.is_unknown, j);
    *out = (dp_fit_estimate){.value = value,
                             .standard_error = valley->analysis.spread[j],
                             .low = it->low,
                             .high = it->high,
                             .open_low = true,
                             .open_high = true};
    out->at_bound = has(valley->lowest.at_edge, j) && !is_unknown;
    if (it->is_log) out->standard_error *= value;
    if (!is_unknown) {
        out->low = from_search(problem, j, below->u);
        out->high = from_search(problem, j, above->u);
        out->open_low = below->is_open;
        out->open_high = above->is_open;
    }
    out->is_identifiable = !(out->open_low && out->open_high);
    if (!out->is_identifiable) out->standard_error = NAN;
}

static void fill(const struct problem *problem, const struct outcome *outcome,
                 dp_fit_result *result) {
    const struct valley *valley = &outcome->valley;
    int p = problem->count;
    result->converged = valley->lowest.converged && outcome->is_settled;
    result->iterations = valley->lowest.iterations;
    result->lowest = valley->lowest.chi2;
    result->threshold = result->lowest + valley->rise;
    result->identifiable = true;
    for (int j = 0; j < p; j++) {
        fill_parameter(problem, outcome, j, &result->parameters[j]);
        result->identifiable = result->identifiable && result->parameters[j].is_identifiable;
        result->singular_values[j] = valley->analysis.values[j];
    }
    for (int j = 0; j < p; j++) {
        for (int k = 0; k < p; k++) {
            bool has_both = !isnan(result->parameters[j].standard_error) &&
                            !isnan(result->parameters[k].standard_error);
            result->correlation[j][k] = has_both ? valley->analysis.correlation[j][k] : NAN;
            result->directions[j][k] = valley->analysis.directions[j][k];
        }
    }
    result->null_count = valley->analysis.null_count;
    result->minimum_count = valley->minimum_count;
    for (int m = 0; m < valley->minimum_count; m++) {
        result->minima[m].chi2 = valley->minima[m].chi2;
        all_from_search(problem, valley->minima[m].u, result->minima[m].values);
    }
}

// The fitted numbers at the place that was found.
static dp_status keep_cells(const struct problem *problem, struct work *work, const double *u,
                            dp_fit_result *result, dp_error *err) {
    size_t n = problem->cells;
    double *block = calloc(3 * n, sizeof *block);
    if (block == NULL) return dp_fail(err, DP_ERR_MEMORY, "out of memory");
    result->fitted = block;
    result->residual = block + n;
    result->sigma = block + 2 * n;
    result->lowest = chi2_at(work, u, work->residual);
    memcpy(result->fitted, work->fitted, n * sizeof *block);
    memcpy(result->sigma, problem->sigma, n * sizeof *block);
    for (size_t i = 0; i < n; i++)
        result->residual[i] =
            work->residual[i] == 0.0 ? 0.0 : problem->def->cells[i].measured - result->fitted[i];
    return DP_OK;
}

// A part of a search, which leaves no more than what it has kept.
static dp_status run_part(const struct problem *problem, struct team *team,
                          const struct search_share *share, dp_fit_result *result, dp_error *err) {
    struct search search = {0};
    if (problem->count > 0 && !search_run(&search, problem, team, share))
        return dp_fail(err, DP_ERR_MEMORY, "out of memory");
    search_free(&search);
    result->is_stopped = team_stopped(team);
    return DP_OK;
}

static dp_status run(struct problem *problem, struct team *team, const struct search_share *share,
                     struct outcome *outcome, dp_fit_result *result, dp_error *err) {
    if (share != NULL && share->end != SHARE_ALL)
        return run_part(problem, team, share, result, err);
    struct search search = {0};
    struct work *work = &team->works[0];
    double nothing[SMALL] = {0.0};
    if (problem->count == 0) {
        if (isinf(chi2_at(work, nothing, work->residual))) return fail_model(problem, nothing, err);
        estimate_sigma(problem, work);
        outcome->valley.lowest.converged = true;
        outcome->is_settled = true;
    } else {
        if (!search_run(&search, problem, team, share))
            return dp_fail(err, DP_ERR_MEMORY, "out of memory");
        double first[SMALL];
        memcpy(first, search.first, sizeof first);
        bool is_found = search.best >= 0;
        if (is_found && !team_stopped(team)) explore(problem, team, &search, outcome);
        search_free(&search);
        if (team_stopped(team)) {
            result->is_stopped = true;
            return DP_OK;
        }
        if (!is_found) return fail_model(problem, first, err);
    }
    dp_status status = keep_cells(problem, work, outcome->valley.lowest.u, result, err);
    if (status != DP_OK) return status;
    outcome->valley.lowest.chi2 = result->lowest;
    fill(problem, outcome, result);
    fit_describe(problem, result);
    result->evaluations = team_evaluations(team);
    if (!write_notes(problem, outcome, result)) return dp_fail(err, DP_ERR_MEMORY, "out of memory");
    return DP_OK;
}

dp_status dp_fit_run(dp_fit_result *result, const dp_fit_def *def, dp_error *err) {
    return fit_run_shared(result, def, NULL, err);
}

dp_status fit_run_shared(dp_fit_result *result, const dp_fit_def *def,
                         const struct search_share *share, dp_error *err) {
    struct problem problem;
    struct team team = {0};
    *result = (dp_fit_result){.chi2 = NAN};
    dp_status status = problem_init(&problem, def, err);
    if (status == DP_OK) {
        result->parameter_count = def->parameter_count;
        result->target_count = def->target_count;
        result->cell_count = def->cell_count;
        long jobs = def->parameter_count > 0 ? search_size(def) : 1;
        struct outcome *outcome = calloc(1, sizeof *outcome);
        if (outcome == NULL || !team_init(&team, &problem, jobs))
            status = dp_fail(err, DP_ERR_MEMORY, "out of memory");
        else
            status = run(&problem, &team, share, outcome, result, err);
        free(outcome);
        team_free(&team);
    }
    problem_free(&problem);
    if (status != DP_OK) {
        dp_fit_free(result);
        *result = (dp_fit_result){.chi2 = NAN};
    }
    return status;
}

void dp_fit_free(dp_fit_result *result) {
    free(result->fitted);
    fit_notes_free(result->notes, result->note_count);
    result->fitted = result->residual = result->sigma = NULL;
    result->notes = NULL;
    result->note_count = 0;
}

// --- profiles for pictures -----------------------------------------------------------------------

dp_status dp_fit_profile(const dp_fit_result *result, const dp_fit_def *def, int parameter,
                         const double *values, size_t count, double *chi2, dp_error *err) {
    struct problem problem;
    dp_status status = problem_init(&problem, def, err);
    if (status == DP_OK && (parameter < 0 || parameter >= def->parameter_count ||
                            result->sigma == NULL || result->cell_count != def->cell_count))
        status = dp_fail(err, DP_ERR_RANGE, "no result of this fit, or no parameter %d", parameter);
    struct valley *valley = calloc(1, sizeof *valley);
    struct work work = {0};
    if (status == DP_OK && (valley == NULL || !work_init(&work, &problem, 0)))
        status = dp_fail(err, DP_ERR_MEMORY, "out of memory");
    if (status == DP_OK) {
        memcpy(problem.sigma, result->sigma, problem.cells * sizeof *problem.sigma);
        for (int j = 0; j < problem.count; j++)
            valley->lowest.u[j] = to_search(&problem, j, result->parameters[j].value);
        valley->lowest.chi2 = result->lowest;
        valley->minimum_count = result->minimum_count;
        for (int m = 0; m < result->minimum_count; m++) {
            for (int j = 0; j < problem.count; j++)
                valley->minima[m].u[j] = to_search(&problem, j, result->minima[m].values[j]);
        }
        valley->analysis = analyse(&work, &valley->lowest);
        if (has(valley->analysis.is_unknown, parameter)) valley->analysis.held = 0;
        profile_at(&work, valley, parameter, values, count, chi2);
    }
    free(work.fitted);
    free(valley);
    problem_free(&problem);
    return status;
}
