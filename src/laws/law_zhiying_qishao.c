// Zhiying-Qishao: Lankarani-Nikravesh with an exponential that brings back the loss at low e.
// F = K delta^1.5 (1 + d rate/v0), d = 0.75 (1 - e^2) exp(2 (1 - e)).
// Within 0.02 for e above 0.4; d(0) = 5.54 leaves a floor. 003 Table 1; the factor of 004 Eq 12.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_RESTITUTION(0.0), DP_PARAM_DAMPING_FACTOR, {0}};
static const char *const errata[] = {
    "the e in e^(2(1-c)) of 003 Table 1 and 004 Eq 12 is the exponential, not the restitution",
    NULL,
};

static double damping(double e) {
    return 0.75 * (1.0 - e * e) * exp(2.0 * (1.0 - e));
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_hunt_crossley(def, pair, damping, contact, err);
}

const dp_law dp_law_zhiying_qishao = {
    .name = "zhiying-qishao",
    .family = "hunt-crossley",
    .summary = "Lankarani-Nikravesh with an exponential correction for low restitution",
    .formula = "F = K delta^(3/2) (1 + d rate/v0), d = (3/4)(1 - e^2) exp(2(1 - e))",
    .source = "Zhiying, Qishao 2006",
    .equation = "003 Table 1, 004 Eq 12",
    .validity = "restitution above 0.3 (delivers 0.787 for 0.8, 0.483 for 0.5, 0.327 for 0.3); "
                "never below 0.18",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
