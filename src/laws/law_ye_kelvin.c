// Ye et al., modified Kelvin: linear spring, Hunt-Crossley damper, so no force jumps at the touch.
// F = K delta (1 + d rate/v0), d = 3 (1 - e)/(2 e), K in N/m.
// The restitution of this family does not depend on the spring: it delivers what hu-guo delivers.
// Ye, Li, Zhu 2009.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(1e-6), DP_PARAM_DAMPING_FACTOR, {0}};

static double damping(double e) {
    return 1.5 * (1.0 - e) / e;
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double d = 0.0;
    dp_status status = dp_damping_factor(def, damping, &d, err);
    if (status != DP_OK) return status;
    contact->kernel = &dp_kernel_hunt_crossley_linear;
    contact->k[0] = pair->stiffness;
    contact->k[1] = d;
    return DP_OK;
}

const dp_law dp_law_ye_kelvin = {
    .name = "ye-kelvin",
    .family = "hunt-crossley",
    .summary = "linear spring, damper weighted by indentation: the modified Kelvin law",
    .formula = "F = K delta (1 + d rate/v0), d = 3(1 - e)/(2e)",
    .source = "Ye, Li, Zhu 2009",
    .equation = "beyond the papers: Ye, Li, Zhu 2009, modified Kelvin",
    .validity = "within 0.01 for restitution above 0.6 (delivers 0.799 for 0.8, 0.488 for 0.5, "
                "0.166 for 0.2); stiffness in N/m",
    .bounds = DP_BOUNDS_SPRING,
    .confidence = "certain",
    .params = params,
    .needs = DP_NEEDS_LINEAR | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
