// Safaeifar-Farshidianfar: the form of Flores and of Hu-Guo with another constant.
// F = K delta^1.5 (1 + d rate/v0), d = 5 (1 - e)/(4 e).
// Slope 1.25 at e = 1 where 1.5 is right, so too elastic above 0.22. Likely: the formula was not
// read in the source.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(1e-6), DP_PARAM_DAMPING_FACTOR, {0}};
static const char *const errata[] = {
    "the formula was not read in the source; other constants may be meant",
    NULL,
};

static double damping(double e) {
    return 1.25 * (1.0 - e) / e;
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_hunt_crossley(def, pair, damping, contact, err);
}

const dp_law dp_law_safaeifar_farshidianfar = {
    .name = "safaeifar-farshidianfar",
    .family = "hunt-crossley",
    .summary = "Hertz spring, a lighter damper than Flores",
    .formula = "F = K delta^(3/2) (1 + d rate/v0), d = 5(1 - e)/(4e)",
    .source = "Safaeifar, Farshidianfar 2020",
    .equation = "beyond the papers: Safaeifar, Farshidianfar 2020",
    .validity = "restitution near 0.22, where it is exact (delivers 0.915 for 0.9, 0.827 for "
                "0.8, 0.536 for 0.5, 0.197 for 0.2)",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "likely",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
