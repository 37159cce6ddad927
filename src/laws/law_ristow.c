// Ristow: Hertz spring with an empirical dashpot, as first used for granular flow.
// F = K delta^1.5 + c delta^p rate, p = 0 unless told otherwise.
// c is measured, not derived; with p = 0 the force jumps to c v0 at the touch and pulls before
// separation. 003 Table 1 has p = 1; the sources it cites have p = 0.

#include "laws/family.h"

static const dp_param params[] = {
    {.name = "damping",
     .unit = "N s/m^(1+p)",
     .doc = "dashpot constant c; its unit follows damping_exponent p",
     .initial = NAN,
     .low = 0.0,
     .high = INFINITY,
     .required = true},
    {.name = "damping_exponent",
     .unit = "1",
     .doc = "power p of the indentation in the dashpot; 1 is the form of 003 Table 1",
     .initial = 0.0,
     .low = 0.0,
     .high = 1.0},
    {0},
};
static const char *const errata[] = {
    "003 Table 1 prints chi delta rate (p = 1), while its text gives the law the weakness of "
    "Kelvin-Voigt; Schafer, Dippel, Wolf 1996 and Kruggel-Emden et al. 2007 are remembered with "
    "chi rate (p = 0), the default here",
    NULL,
};

// The kernels with a fixed exponent need sqrt at most and run as vectors; pow does not.
static const dp_kernel *kernel_for(double exponent) {
    if (exponent == 0.0) return &dp_kernel_hertz_dashpot;
    if (exponent == 0.5) return &dp_kernel_hertz_half;
    return &dp_kernel_hertz_power;
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    (void)err;
    double exponent = dp_law_get(def, "damping_exponent");
    contact->kernel = kernel_for(exponent);
    contact->k[0] = pair->stiffness;
    contact->k[1] = dp_law_get(def, "damping");
    contact->k[2] = exponent;
    return DP_OK;
}

const dp_law dp_law_ristow = {
    .name = "ristow",
    .family = "viscous-hertz",
    .summary = "Hertz spring, empirical dashpot of chosen exponent, linear by default",
    .formula = "F = K delta^(3/2) + c delta^p rate, p = 0",
    .source = "Ristow 1992; Schafer, Dippel, Wolf 1996",
    .equation = "003 Table 1 (with p = 0 in place of 1)",
    .validity =
        "damping is a measured constant; restitution depends on mass, stiffness and speed; "
        "with p = 0 the force jumps at the touch and pulls before separation unless clamped",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "likely",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "damping",
    .tune_dimension = {1.0, 0.0, -1.0},  // with damping_exponent 0; near enough for all
    .prepare = prepare,
};
