// Herbert-McWhannell: a Hunt-Crossley damper with a rational factor, from pulses of an impact pair.
// F = K delta^1.5 (1 + d rate/v0), d = 6 (1 - e)/((2 e - 1)^2 + 3).
// Right slope at e = 1, so good near 1; d stays below 1.5, so nothing below 0.488 is ever
// delivered. 003 Table 1.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(0.0), DP_PARAM_DAMPING_FACTOR, {0}};
static const char *const errata[] = {
    "003 names reference 103 for it in the text to Fig 2; the right one is 102",
    NULL,
};

static double damping(double e) {
    double u = 2.0 * e - 1.0;
    return 6.0 * (1.0 - e) / (u * u + 3.0);
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_hunt_crossley(def, pair, damping, contact, err);
}

const dp_law dp_law_herbert_mcwhannell = {
    .name = "herbert-mcwhannell",
    .family = "hunt-crossley",
    .summary = "Hertz spring, damper weighted by indentation; good near e = 1, floor at 0.488",
    .formula = "F = K delta^(3/2) (1 + d rate/v0), d = 6(1 - e)/((2e - 1)^2 + 3)",
    .source = "Herbert, McWhannell 1977",
    .equation = "003 Table 1",
    .validity = "restitution above 0.8 (delivers 0.807 for 0.8, 0.594 for 0.5); never below "
                "0.488",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
