// Flores et al.: damper meant for soft materials, usable over the whole range of restitution.
// F = K delta^1.5 (1 + d rate/v0), d = 8 (1 - e)/(5 e).
// Slope 1.6 at e = 1 where 1.5 is right, and too much damping below 0.5. 003 Table 1.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(1e-6), DP_PARAM_DAMPING_FACTOR, {0}};

static double damping(double e) {
    return 1.6 * (1.0 - e) / e;
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_hunt_crossley(def, pair, damping, contact, err);
}

const dp_law dp_law_flores = {
    .name = "flores",
    .family = "hunt-crossley",
    .summary = "Hertz spring, damper for soft materials, whole range of restitution",
    .formula = "F = K delta^(3/2) (1 + d rate/v0), d = 8(1 - e)/(5e)",
    .source = "Flores, Machado, Silva, Martins 2011; Ye, Li, Zhu 2009",
    .equation = "003 Table 1",
    .validity = "within 0.03 for restitution above 0.5 (delivers 0.894 for 0.9, 0.789 for 0.8, "
                "0.470 for 0.5, 0.156 for 0.2)",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
