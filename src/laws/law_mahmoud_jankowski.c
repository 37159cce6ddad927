// Mahmoud-Jankowski: linear spring with a dashpot that acts in approach only.
// F = K delta + 2 xi sqrt(K m) rate in loading, K delta else, xi = (1 - e^2)/(e (e (pi-2) + 2)).
// No tension; the force drops to the spring's at the turning point, where the rate is 0 anyway.
// Restitution from 1e-3: xi grows as 1/(2 e) and the approach becomes a creep. What is delivered is
// within 0.007 of what is asked, for all K, m, v. Mahmoud, Jankowski 2011.

#include "laws/family.h"

static const dp_param params[] = {
    {.name = "restitution",
     .unit = "1",
     .doc = "requested restitution, delivered within 0.007",
     .initial = NAN,
     .low = 1e-3,
     .high = 1.0,
     .required = true},
    {0},
};
static const char *const errata[] = {
    "the damping ratio was not read in the source; what it delivers confirms it within 0.007",
    NULL,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    (void)err;
    double e = dp_law_get(def, "restitution");
    double xi = (1.0 - e * e) / (e * (e * (DP_PI - 2.0) + 2.0));
    contact->kernel = &dp_kernel_kelvin_voigt_loading;
    contact->k[0] = pair->stiffness;
    contact->k[1] = 2.0 * xi * sqrt(pair->stiffness * pair->mass);
    return DP_OK;
}

const dp_law dp_law_mahmoud_jankowski = {
    .name = "mahmoud-jankowski",
    .family = "linear",
    .summary = "linear spring, dashpot in loading only, from restitution and mass",
    .formula = "F = K delta + 2 xi sqrt(K m) rate for rate > 0, K delta else, "
               "xi = (1 - e^2)/(e (e (pi - 2) + 2))",
    .source = "Mahmoud, Jankowski 2011",
    .equation = "beyond the papers: Mahmoud, Jankowski 2011",
    .validity = "stiffness in N/m; delivers 0.703 for 0.7, 0.506 for 0.5, 0.206 for 0.2, whatever "
                "the tension policy; the force jumps to c v0 at the touch",
    .bounds = DP_BOUNDS_SPRING,
    .confidence = "likely",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_LINEAR | DP_NEEDS_MASS,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "restitution",
    .prepare = prepare,
};
