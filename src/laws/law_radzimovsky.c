// Radzimovsky: cylinder in a cylinder with the contact width b of line contact.
// delta = F/(pi E L) [2/3 + ln(4 Rb/b) + ln(4 Rj/b)], b = 1.60 sqrt(w F Rb Rj/(dR E L)); w = 2 with
// `roark`, w = 1 with `multibody`. The product of the logarithms' arguments is 16 Rb Rj/b^2 =
// 6.25 E L dR/(w F): the radii drop out, and delta = F/(pi E L) ln(A/F) with
// A = 6.25 exp(2/3) E L dR/w.
// Folds at A/(pi E L e) = 0.713 dR (roark) or 1.425 dR (multibody) and has no force beyond. Likely:
// the literature disagrees about w; w = 2 is the one that agrees with Johnson. Radzimovsky 1953.

#include "kernels/log_cylinder.h"
#include "laws/family.h"

static const char *const widths[] = {"roark", "multibody", NULL};
static const dp_param params[] = {
    {.name = "width",
     .unit = "1",
     .doc = "contact width 1.60 sqrt(w F Rb Rj/(dR E L)): roark has w = 2, multibody w = 1",
     .initial = 0.0,
     .low = 0.0,
     .high = 1.0,
     .choices = widths},
    DP_PARAM_ELASTIC_RESTITUTION,
    DP_PARAM_DAMPING_FACTOR,
    {0},
};
static const char *const errata[] = {
    "the width b appears with and without a factor 2 under the root; with it (Roark) the constant "
    "beside the logarithm of Johnson's law is -0.72 against his -1, without it -0.03",
    NULL,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double d = 0.0;
    dp_status status = dp_exact_damping_factor(def, &d, err);
    if (status != DP_OK) return status;
    double w = dp_law_get(def, "width") == 0.0 ? 2.0 : 1.0;
    double line = pair->modulus * pair->length;
    contact->kernel = &dp_kernel_log_cylinder;
    contact->k[0] = 6.25 * exp(2.0 / 3.0) * line * pair->clearance / w;
    contact->k[1] = DP_PI * line;
    contact->k[2] = d;
    contact->limit = dp_log_cylinder_fold(contact->k);
    return DP_OK;
}

const dp_law dp_law_radzimovsky = {
    .name = "radzimovsky",
    .family = "conformal",
    .summary = "cylinder in a cylinder, logarithmic; two forms of the contact width in use",
    .formula = "delta = F/(pi E L) [2/3 + ln(4 Rb/b) + ln(4 Rj/b)], "
               "b = 1.60 sqrt(w F Rb Rj/(dR E L)), w = 2 or 1",
    .source = "Radzimovsky 1953; width: Roark's Formulas, or papers on multibody dynamics",
    .equation = "quoted in 001 (ref 23)",
    .validity = "delta well below the clearance dR; the relation folds at 0.713 dR (roark) or "
                "1.425 dR (multibody) and has no force beyond; with restitution < 1 the factor "
                "(1 + d rate/v0) of exact-restitution multiplies the force",
    .bounds = DP_BOUNDS_NARROW_CYLINDER(DP_YIELD_BED),
    .confidence = "likely",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_MODULUS | DP_NEEDS_BEARING | DP_NEEDS_LENGTH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
