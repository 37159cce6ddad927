// Lee-Herrmann: Hertz spring with a dashpot proportional to the mass.
// F = K delta^1.5 + m gamma rate, m the effective mass, gamma a rate in 1/s.
// gamma is measured, not derived; the force jumps to m gamma v0 at the touch and pulls before
// separation. 003 Table 1, corrected.

#include "laws/family.h"

static const dp_param params[] = {
    {.name = "damping",
     .unit = "1/s",
     .doc = "damping rate gamma; the dashpot constant is gamma times the effective mass",
     .initial = NAN,
     .low = 0.0,
     .high = INFINITY,
     .required = true},
    {0},
};
static const char *const errata[] = {
    "003 Table 1 prints m chi delta rate; the source, read through later reviews, has m chi rate",
    NULL,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    (void)err;
    contact->kernel = &dp_kernel_hertz_dashpot;
    contact->k[0] = pair->stiffness;
    contact->k[1] = pair->mass * dp_law_get(def, "damping");
    return DP_OK;
}

const dp_law dp_law_lee_herrmann = {
    .name = "lee-herrmann",
    .family = "viscous-hertz",
    .summary = "Hertz spring, linear dashpot proportional to the mass",
    .formula = "F = K delta^(3/2) + m gamma rate",
    .source = "Lee, Herrmann 1993",
    .equation = "003 Table 1 (with rate in place of delta rate)",
    .validity = "damping is a measured constant; restitution depends on mass, stiffness and speed; "
                "the force jumps at the touch and pulls before separation unless clamped",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "likely",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_MASS,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "damping",
    .tune_dimension = {0.0, 0.0, -1.0},
    .prepare = prepare,
};
