// Liu et al.: journal in a bearing on a Winkler bed, with the stiffness of plane elasticity.
// F = (pi/2) E L delta sqrt(delta/(2 (dR + delta))), times (1 + d rate/v0) if a loss is asked for.
// Conformal contact, clearance well below the radius; delta may exceed the clearance. Liu, Zhang,
// Yang 2007, quoted in 001 and 004.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_ELASTIC_RESTITUTION, DP_PARAM_DAMPING_FACTOR, {0}};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double d = 0.0;
    dp_status status = dp_exact_damping_factor(def, &d, err);
    if (status != DP_OK) return status;
    contact->kernel = &dp_kernel_winkler;
    contact->k[0] = DP_PI / sqrt(8.0) * pair->modulus * pair->length;
    contact->k[1] = pair->clearance;
    contact->k[2] = d;
    return DP_OK;
}

const dp_law dp_law_liu_winkler = {
    .name = "liu-winkler",
    .family = "conformal",
    .summary = "journal in bearing on a Winkler bed; elastic unless a restitution is asked for",
    .formula = "F = (pi/2) E L delta sqrt(delta/(2(dR + delta)))",
    .source = "Liu, Zhang, Yang 2007",
    .equation = "quoted in 001 and 004 (ref 10 and 3); the elastic branch of 001 Eq 1 with "
                "k = 3 pi/16",
    .validity = "elastic cylinders with clearance dR well below their radius, delta also beyond "
                "dR; with restitution < 1 the factor (1 + d rate/v0) of exact-restitution "
                "multiplies the force",
    .bounds = DP_BOUNDS_BED(DP_YIELD_BED),
    .confidence = "certain",
    .params = params,
    .needs = DP_NEEDS_MODULUS | DP_NEEDS_BEARING | DP_NEEDS_LENGTH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
