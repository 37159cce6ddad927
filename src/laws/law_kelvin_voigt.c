// Kelvin-Voigt: linear spring and dashpot side by side, both given.
// F = K delta + c rate, K in N/m, c in N s/m.
// The force jumps to c v0 at the touch and pulls before separation; the restitution does not depend
// on speed but falls with xi = c/(2 sqrt(K m)). 004 Eq 2, 003 section 3.

#include "laws/family.h"

static const dp_param params[] = {
    {.name = "damping",
     .unit = "N s/m",
     .doc = "dashpot constant c",
     .initial = NAN,
     .low = 0.0,
     .high = INFINITY,
     .required = true},
    {0},
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    (void)err;
    contact->kernel = &dp_kernel_kelvin_voigt;
    contact->k[0] = pair->stiffness;
    contact->k[1] = dp_law_get(def, "damping");
    return DP_OK;
}

const dp_law dp_law_kelvin_voigt = {
    .name = "kelvin-voigt",
    .family = "linear",
    .summary = "linear spring and dashpot with given constants",
    .formula = "F = K delta + c rate",
    .source = "Kelvin, Voigt; as contact law Goldsmith 1960",
    .equation = "004 Eq 2, 003 section 3",
    .validity = "linear contacts of known stiffness [N/m]; the force jumps to c v0 at the touch; "
                "e = exp(-pi xi/sqrt(1-xi^2)) at zero indentation with xi = c/(2 sqrt(K m)), no "
                "rebound there for xi >= 1",
    .bounds = DP_BOUNDS_SPRING,
    .confidence = "certain",
    .params = params,
    .needs = DP_NEEDS_LINEAR,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "damping",
    .tune_dimension = {1.0, 0.0, -1.0},
    .prepare = prepare,
};
