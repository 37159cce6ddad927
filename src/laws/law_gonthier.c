// Gonthier et al.: a simple approximation of the exact damping factor.
// F = K delta^1.5 (1 + d rate/v0), d = (1 - e^2)/e.
// Exact for e to 0; the slope at 1 is 2 where 1.5 is right. The exact relation is
// exact-restitution. 003 Table 1.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(1e-6), DP_PARAM_DAMPING_FACTOR, {0}};
static const char *const errata[] = {
    "003 lists this approximation for Gonthier and for Zhang and Sharf and ran both with it; the "
    "relation those papers derive is the exact one, here exact-restitution",
    NULL,
};

static double damping(double e) {
    return (1.0 - e * e) / e;
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_hunt_crossley(def, pair, damping, contact, err);
}

const dp_law dp_law_gonthier = {
    .name = "gonthier",
    .family = "hunt-crossley",
    .summary = "Hertz spring, simple factor that is right for e near 0 and over-damps near 1",
    .formula = "F = K delta^(3/2) (1 + d rate/v0), d = (1 - e^2)/e",
    .source = "Gonthier, McPhee, Lange, Piedboeuf 2004",
    .equation = "003 Table 1",
    .validity = "restitution below 0.5 (delivers 0.101 for 0.1, 0.488 for 0.5, 0.768 for 0.8, "
                "0.936 for 0.95)",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
