// Gharib-Hurmuzlu: the limit of the exact damping factor for restitution to 0.
// F = K delta^1.5 (1 + d rate/v0), d = 1/e.
// Below 0.1 % off up to e = 0.1, useless above 0.3: it does not even become elastic at 1.
// 003 Table 1.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(1e-6), DP_PARAM_DAMPING_FACTOR, {0}};
static const char *const errata[] = {
    "003 leaves it out of Table 4 as a law for low restitution; it is the exact limit there",
    NULL,
};

static double damping(double e) {
    return 1.0 / e;
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_hunt_crossley(def, pair, damping, contact, err);
}

const dp_law dp_law_gharib_hurmuzlu = {
    .name = "gharib-hurmuzlu",
    .family = "hunt-crossley",
    .summary = "Hertz spring, the limit law for very low restitution",
    .formula = "F = K delta^(3/2) (1 + d rate/v0), d = 1/e",
    .source = "Gharib, Hurmuzlu 2012",
    .equation = "003 Table 1",
    .validity = "restitution below 0.2 (delivers 0.100 for 0.1, 0.197 for 0.2, 0.411 for 0.5); "
                "damps even at restitution 1, where it delivers 0.594",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
