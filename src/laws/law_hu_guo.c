// Hu-Guo: the simplest factor with the right slope at e = 1 that grows without bound at 0.
// F = K delta^1.5 (1 + d rate/v0), d = 3 (1 - e)/(2 e).
// Within 0.01 for e above 0.6; too much damping below. Hu, Guo 2015.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(1e-6), DP_PARAM_DAMPING_FACTOR, {0}};

static double damping(double e) {
    return 1.5 * (1.0 - e) / e;
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_hunt_crossley(def, pair, damping, contact, err);
}

const dp_law dp_law_hu_guo = {
    .name = "hu-guo",
    .family = "hunt-crossley",
    .summary = "Hertz spring, one fraction that is right at both ends of restitution",
    .formula = "F = K delta^(3/2) (1 + d rate/v0), d = 3(1 - e)/(2e)",
    .source = "Hu, Guo 2015",
    .equation = "beyond the papers: Hu, Guo 2015",
    .validity = "within 0.01 for restitution above 0.6 (delivers 0.799 for 0.8, 0.488 for 0.5, "
                "0.166 for 0.2)",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
