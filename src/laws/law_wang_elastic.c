// Wang et al., elastic branch: damping factor from a cubic Taylor expansion of the exact relation.
// F = K delta^1.5 (1 + d rate/v0), d = 3 (1 - e^2)/(2 (2 - 3 e + 3 e^2)).
// Good above 0.8; asking for less than 1/3 delivers more again, so no law for low restitution.
// 000 Eq 16.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(0.0), DP_PARAM_DAMPING_FACTOR, {0}};
static const char *const errata[] = {
    "000 Eq 10 prints (5/2) delta^(5/2) where (2/5) is right; nothing later depends on it",
    "000 Eq 14 drops (1-e)^3 beside the terms it keeps; with it d = 3(1-e)/(2(1-e+e^2))",
    "000 takes e for Newton's restitution; what is delivered is 0.608 for 0.46 and 0.628 for 0.11",
    NULL,
};

static double damping(double e) {
    return 1.5 * (1.0 - e * e) / (2.0 - 3.0 * e + 3.0 * e * e);
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_hunt_crossley(def, pair, damping, contact, err);
}

const dp_law dp_law_wang_elastic = {
    .name = "wang-elastic",
    .family = "hunt-crossley",
    .summary = "Hertz spring, the elastic branch of the dashpot law of Wang et al.",
    .formula = "F = K delta^(3/2) (1 + d rate/v0), d = 3(1 - e^2)/(2(2 - 3e + 3e^2))",
    .source = "Wang, Ma, Liu, Liu (paper 000)",
    .equation = "000 Eq 16 (factor Eq 15)",
    .validity = "restitution above 0.8 (delivers 0.901 for 0.9, 0.808 for 0.8, 0.620 for 0.5); "
                "not monotone, never below 0.594",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
