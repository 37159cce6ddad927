// Lee-Wang: Hunt-Crossley with half the damping.
// F = K delta^1.5 (1 + d rate/v0), d = 0.75 (1 - e).
// The slope at e = 1 is half of the right one, so about half of the loss asked for is missing
// everywhere. 003 Table 1.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(0.0), DP_PARAM_DAMPING_FACTOR, {0}};
static const char *const errata[] = {
    "the factor 3/4 is half of what a restitution near 1 needs; kept, since 003 Table 4 was "
    "computed with it",
    NULL,
};

static double damping(double e) {
    return 0.75 * (1.0 - e);
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_hunt_crossley(def, pair, damping, contact, err);
}

const dp_law dp_law_lee_wang = {
    .name = "lee-wang",
    .family = "hunt-crossley",
    .summary = "Hertz spring, half the damping of Hunt-Crossley; the most elastic of the family",
    .formula = "F = K delta^(3/2) (1 + d rate/v0), d = (3/4)(1 - e)",
    .source = "Lee, Wang 1983",
    .equation = "003 Table 1",
    .validity = "a weakly damped spring rather than a restitution law: delivers 0.952 for 0.9, "
                "0.909 for 0.8, 0.799 for 0.5",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
