// Lankarani-Nikravesh: the most used Hunt-Crossley damper of multibody dynamics.
// F = K delta^1.5 (1 + d rate/v0), d = 0.75 (1 - e^2).
// Equates the loop area to the kinetic energy lost with speeds of an elastic impact: for e near 1
// only. 003 Table 1, 004 Eq 7-8.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(0.0), DP_PARAM_DAMPING_FACTOR, {0}};
static const char *const aliases[] = {"hertz-damp", NULL};

static double damping(double e) {
    return 0.75 * (1.0 - e * e);
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_hunt_crossley(def, pair, damping, contact, err);
}

const dp_law dp_law_lankarani_nikravesh = {
    .name = "lankarani-nikravesh",
    .aliases = aliases,
    .family = "hunt-crossley",
    .summary = "Hertz spring, damper from the energy lost at restitution near 1",
    .formula = "F = K delta^(3/2) (1 + d rate/v0), d = (3/4)(1 - e^2)",
    .source = "Lankarani, Nikravesh 1990; as Hertz-damp: Muthukumar, DesRoches 2006",
    .equation = "003 Table 1, 004 Eq 7-8",
    .validity = "restitution above 0.9 (delivers 0.913 for 0.9, 0.847 for 0.8, 0.725 for 0.5)",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
