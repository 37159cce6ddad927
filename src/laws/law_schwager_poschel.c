// Schwager-Poschel: Hertz spring with a dashpot of fitted exponent.
// F = K delta^1.5 + c delta^0.65 rate.
// c is measured, in N s/m^1.65; between Kuwabara-Kono (1/2) and Hunt-Crossley (3/2) in tension and
// in the fall of restitution with speed. 003 Table 1.

#include "laws/family.h"

static const dp_param params[] = {
    {.name = "damping",
     .unit = "N s/m^1.65",
     .doc = "dashpot constant c",
     .initial = NAN,
     .low = 0.0,
     .high = INFINITY,
     .required = true},
    {0},
};
static const char *const aliases[] = {"bordbar-hyppanen", NULL};
static const char *const errata[] = {
    "003 Table 1 calls chi empirical and gives no unit; it is N s/m^1.65",
    NULL,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    (void)err;
    contact->kernel = &dp_kernel_hertz_power;
    contact->k[0] = pair->stiffness;
    contact->k[1] = dp_law_get(def, "damping");
    contact->k[2] = 0.65;
    return DP_OK;
}

const dp_law dp_law_schwager_poschel = {
    .name = "schwager-poschel",
    .aliases = aliases,
    .family = "viscous-hertz",
    .summary = "Hertz spring, empirical delta^0.65 dashpot",
    .formula = "F = K delta^(3/2) + c delta^0.65 rate",
    .source = "Schwager, Poschel 1998; Bordbar, Hyppanen 2007",
    .equation = "003 Table 1",
    .validity = "damping is a measured constant; restitution depends on mass, stiffness and speed; "
                "pulls a little before separation unless clamped",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "damping",
    .tune_dimension = {1.0, -0.65, -1.0},
    .prepare = prepare,
};
