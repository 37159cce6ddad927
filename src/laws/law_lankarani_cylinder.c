// Lankarani-Nikravesh for joints: the sphere law with the radius of a journal in its bearing.
// F = (4/3) E sqrt(Rb Rj/dR) delta^n (1 + d rate/v0), d = 0.75 (1 - e^2), n = 1.5 by default.
// The stiffness is that of a sphere, whatever the length; another n is a habit of the literature
// for cylinders, and then the number of the stiffness stands for N/m^n. Restitution near 1 only.
// Lankarani, Nikravesh 1990.

#include "laws/family.h"

static const dp_param params[] = {
    DP_PARAM_RESTITUTION(0.0),
    DP_PARAM_DAMPING_FACTOR,
    {.name = "exponent",
     .unit = "1",
     .doc = "power n of the indentation",
     .initial = 1.5,
     .low = 1.0,
     .high = 3.0},
    {0},
};
static const char *const errata[] = {
    "with an exponent other than 3/2 the units do not close; the stiffness then stands for N/m^n",
    NULL,
};

static double damping(double e) {
    return 0.75 * (1.0 - e * e);
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double d = 0.0;
    dp_status status = dp_damping_factor(def, damping, &d, err);
    if (status != DP_OK) return status;
    double journal_radius = pair->bearing_radius - pair->clearance;
    double radius = pair->bearing_radius * journal_radius / pair->clearance;
    double n = dp_law_get(def, "exponent");
    contact->kernel = n == 1.5 ? &dp_kernel_hunt_crossley : &dp_kernel_hunt_crossley_power;
    contact->k[0] = 4.0 / 3.0 * pair->modulus * sqrt(radius);
    contact->k[1] = d;
    contact->k[2] = n;
    return DP_OK;
}

const dp_law dp_law_lankarani_cylinder = {
    .name = "lankarani-cylinder",
    .family = "conformal",
    .summary = "Lankarani-Nikravesh with the radius of a journal in its bearing",
    .formula = "F = (4/3) E sqrt(Rb Rj/dR) delta^n (1 + d rate/v0), d = (3/4)(1 - e^2)",
    .source = "Lankarani, Nikravesh 1990",
    .equation = "quoted in 001 (ref 22); 004 Eq 4-8",
    .validity = "restitution above 0.9 (delivers 0.913 for 0.9, 0.725 for 0.5); a sphere's "
                "stiffness, so the length of the joint does not enter",
    .bounds = DP_BOUNDS_NARROW_CYLINDER(DP_YIELD_BALL),
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_MODULUS | DP_NEEDS_BEARING | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
