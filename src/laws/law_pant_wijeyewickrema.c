// Pant-Wijeyewickrema: the modified Kelvin law with a factor from building pounding.
// F = K delta (1 + d rate/v0), d = 3 (1 - e^2)/(2 e^2), K in N/m.
// Over-damps by about two everywhere. Restitution from 1e-3: below it d passes 1.5e6, where the
// contact creeps. Likely: the formula was not read in the source. Pant, Wijeyewickrema 2012.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(1e-3), DP_PARAM_DAMPING_FACTOR, {0}};
static const char *const errata[] = {
    "the factor damps about twice what the restitution needs (slope 3 at e = 1 where 1.5 is "
    "right); the formula was not read in the source",
    NULL,
};

static double damping(double e) {
    return 1.5 * (1.0 - e * e) / (e * e);
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

const dp_law dp_law_pant_wijeyewickrema = {
    .name = "pant-wijeyewickrema",
    .family = "hunt-crossley",
    .summary = "linear spring, damper weighted by indentation, twice too strong",
    .formula = "F = K delta (1 + d rate/v0), d = 3(1 - e^2)/(2e^2)",
    .source = "Pant, Wijeyewickrema 2012",
    .equation = "beyond the papers: Pant, Wijeyewickrema 2012",
    .validity = "not a restitution law: delivers 0.809 for 0.9, 0.635 for 0.8, 0.217 for 0.5; "
                "stiffness in N/m",
    .bounds = DP_BOUNDS_SPRING,
    .confidence = "likely",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_LINEAR | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
