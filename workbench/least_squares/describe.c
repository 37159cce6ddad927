// How good a fit is: sums over residuals, Akaike's criterion.

#include <float.h>
#include <math.h>

#include "least_squares/parts.h"
#include "least_squares/statistics.h"

// One target: sums in the order of the cells.
static void describe_target(const struct problem *problem, const dp_fit_result *result, int k,
                            dp_fit_target *out) {
    double chi2 = 0.0, products = 0.0, last = NAN;
    *out = (dp_fit_target){.sigma = NAN, .chi2 = NAN, .neighbours = NAN, .rms = NAN};
    for (size_t i = 0; i < problem->cells; i++) {
        if (problem->def->cells[i].target != k) continue;
        double off = result->residual[i], r = off / result->sigma[i];
        out->points += problem->def->cells[i].bound == DP_FIT_EXACT;
        out->sum += off * off;
        chi2 += r * r;
        if (!isnan(last)) products += r * last;
        last = r;
        if (problem->is_estimated[k]) out->sigma = result->sigma[i];
    }
    if (out->points == 0) return;
    out->rms = sqrt(out->sum / (double)out->points);
    if (!problem->is_estimated[k]) out->chi2 = chi2;
    if (out->points >= 3 && chi2 > 0.0) out->neighbours = products / chi2;
}

void fit_describe(const struct problem *problem, dp_fit_result *result) {
    double n = (double)problem->points, k = problem->count + problem->estimated;
    double known = 0.0, unknown = 0.0;
    for (int t = 0; t < problem->def->target_count; t++) {
        dp_fit_target *target = &result->targets[t];
        describe_target(problem, result, t, target);
        if (target->points == 0) continue;
        double points = (double)target->points;
        if (problem->is_estimated[t])
            unknown += points * log(fmax(target->sum, DBL_MIN) / points);
        else
            known += target->chi2;
    }
    result->estimated = problem->estimated;
    result->chi2 = problem->estimated > 0 ? NAN : known;
    result->dof = (int)problem->points - problem->count;
    result->p_value = NAN;
    if (problem->estimated == 0 && result->dof > 0)
        result->p_value = chi_square_tail(result->dof, known);
    result->rms =
        problem->def->target_count == 1 ? result->targets[0].rms : sqrt(result->lowest / n);
    result->aic = known + unknown + 2.0 * k;
    result->aicc = n - k - 1.0 > 0.0 ? result->aic + 2.0 * k * (k + 1.0) / (n - k - 1.0) : NAN;
}
