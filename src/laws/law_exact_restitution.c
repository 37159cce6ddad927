// Exact restitution: the Hunt-Crossley damper whose free impact delivers the restitution asked for.
// F = K delta^1.5 (1 + d rate/v0), d the root of d (1 + e) = ln((1 + d)/(1 - d e)).
// The motion separates in rate and indentation, so this holds for every mass, stiffness and speed;
// an outside force changes it. Gonthier et al. 2004, Zhang and Sharf 2004; 003 Table 1 has its
// approximation only.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(1e-6), DP_PARAM_DAMPING_FACTOR, {0}};
static const char *const aliases[] = {"zhang-sharf", "gonthier-exact", NULL};
static const char *const errata[] = {
    "003 Table 1 prints the approximation (1-e^2)/e for these authors; the relation they derive "
    "is this one",
    NULL,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_hunt_crossley(def, pair, dp_hunt_crossley_damping, contact, err);
}

const dp_law dp_law_exact_restitution = {
    .name = "exact-restitution",
    .aliases = aliases,
    .family = "hunt-crossley",
    .summary = "Hertz spring, delivers the requested restitution exactly",
    .formula = "F = K delta^(3/2) (1 + d rate/v0), d from d(1 + e) = ln((1 + d)/(1 - d e))",
    .source = "Gonthier et al. 2004; Zhang, Sharf 2004",
    .equation = "003 Table 1 (exact form of the Gonthier row)",
    .validity = "every restitution from 1e-6 to 1, every mass, stiffness and speed, in a free "
                "impact",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
