// Hunt-Crossley: the first damper that vanishes with the indentation. d = 1.5 (1 - e), the slope of
// the exact relation at e = 1, so good near 1 and far too elastic below 0.7.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(0.0), DP_PARAM_DAMPING_FACTOR, {0}};
static const char *const aliases[] = {"marhefka-orin", NULL};
static const char *const errata[] = {
    "003 Table 1 prints 'Marefka' for Marhefka",
    "004 never gives its damping; this one is assumed there",
    NULL,
};

static double damping(double e) {
    return 1.5 * (1.0 - e);
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_hunt_crossley(def, pair, damping, contact, err);
}

const dp_law dp_law_hunt_crossley = {
    .name = "hunt-crossley",
    .aliases = aliases,
    .family = "hunt-crossley",
    .summary = "Hertz spring, damper weighted by indentation, d = 3(1-e)/2",
    .formula = "F = K delta^(3/2) (1 + d rate/v0), d = (3/2)(1 - e)",
    .source = "Hunt, Crossley 1975; Marhefka, Orin 1999",
    .equation = "003 Table 1, 002 Eq 27 (with delta^(3/2)), 004 Eq 6",
    .validity = "restitution above 0.8 (delivers 0.833 for 0.8, 0.663 for 0.5)",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
