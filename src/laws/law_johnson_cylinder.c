// Johnson: cylinder in a cylinder by plane elasticity, indentation as a function of load.
// delta = F/(pi E L) [ln(4 pi E L dR/F) - 1], solved for F; the -1 goes into the logarithm, so that
// delta = F/(pi E L) ln(A/F) with A = 4 pi E L dR/e (e = 2.718).
// Non-conformal theory: the relation folds at delta = 4 dR/e^2 = 0.5413 dR, far outside of where it
// holds, and there is no force beyond. Johnson 1985.

#include "kernels/log_cylinder.h"
#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_ELASTIC_RESTITUTION, DP_PARAM_DAMPING_FACTOR, {0}};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double d = 0.0;
    dp_status status = dp_exact_damping_factor(def, &d, err);
    if (status != DP_OK) return status;
    double line = DP_PI * pair->modulus * pair->length;
    contact->kernel = &dp_kernel_log_cylinder;
    contact->k[0] = 4.0 * line * pair->clearance * exp(-1.0);
    contact->k[1] = line;
    contact->k[2] = d;
    contact->limit = dp_log_cylinder_fold(contact->k);
    return DP_OK;
}

const dp_law dp_law_johnson_cylinder = {
    .name = "johnson-cylinder",
    .family = "conformal",
    .summary = "cylinder in a cylinder by plane elasticity, logarithmic; small indentation only",
    .formula = "delta = F/(pi E L) [ln(4 pi E L dR/F) - 1]",
    .source = "Johnson 1985",
    .equation = "quoted in 001 (ref 20)",
    .validity = "delta well below the clearance dR; the relation folds at 4 dR/e^2 = 0.5413 dR and "
                "has no force beyond; with restitution < 1 the factor (1 + d rate/v0) of "
                "exact-restitution multiplies the force",
    .bounds = DP_BOUNDS_NARROW_CYLINDER(DP_YIELD_BED),
    .confidence = "certain",
    .params = params,
    .needs = DP_NEEDS_MODULUS | DP_NEEDS_BEARING | DP_NEEDS_LENGTH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
