// Carvalho-Martins: a rational fit of the exact relation between damping factor and restitution.
// F = K delta^1.5 (1 + d rate/v0), d = 1.5 (1 - e)(11 - e)/(1 + 9 e).
// Within 2e-4 for e above 0.5; d(0) = 16.5 leaves a floor of 0.06. The exact form of the same paper
// is exact-restitution.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(0.0), DP_PARAM_DAMPING_FACTOR, {0}};

static double damping(double e) {
    return 1.5 * (1.0 - e) * (11.0 - e) / (1.0 + 9.0 * e);
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_hunt_crossley(def, pair, damping, contact, err);
}

const dp_law dp_law_carvalho_martins = {
    .name = "carvalho-martins",
    .family = "hunt-crossley",
    .summary = "Hertz spring, rational fit of the exact relation",
    .formula = "F = K delta^(3/2) (1 + d rate/v0), d = (3/2)(1 - e)(11 - e)/(1 + 9e)",
    .source = "Carvalho, Martins 2019",
    .equation = "beyond the papers: Carvalho, Martins 2019, the rational form",
    .validity = "restitution above 0.3: within 2e-4 above 0.5, 0.304 for 0.3, 0.212 for 0.2; "
                "never below 0.06",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
