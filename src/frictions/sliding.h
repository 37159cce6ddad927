#ifndef DP_FRICTION_SLIDING_H
#define DP_FRICTION_SLIDING_H

#include <math.h>

#include "base/error.h"
#include "dashpot/friction.h"

// What friction law files share: ranges of their parameters, the order two of them must have, and
// the answer of a law that knows no history.

// Rubber and adhesive tape reach 4; a coefficient above 10 is a percentage typed by mistake.
#define DP_MU_HIGH 10.0
// Slower than any creep worth resolving, faster than any machine: what can be meant, not a limit of
// the formulas.
#define DP_SPEED_LOW 1e-12
#define DP_SPEED_HIGH 1e3

/// Coefficient of friction, required. `lowest` is 0, or more where the law divides by it.
#define DP_PARAM_MU(which, lowest, sentence)                                                       \
    {                                                                                              \
        .name = (which), .unit = "1", .doc = (sentence), .initial = NAN, .low = (lowest),          \
        .high = DP_MU_HIGH, .required = true                                                       \
    }

/// A speed at which the law changes its form, from `lowest` to `highest`.
#define DP_PARAM_SPEED(which, usual, lowest, highest, sentence)                                    \
    {                                                                                              \
        .name = (which), .unit = "m/s", .doc = (sentence), .initial = (usual), .low = (lowest),    \
        .high = (highest)                                                                          \
    }

/// Tangential over normal stiffness of a law with compliance.
#define DP_PARAM_RATIO(usual)                                                                      \
    {                                                                                              \
        .name = "stiffness_ratio", .unit = "1",                                                    \
        .doc = "tangential over normal stiffness of the contact that sticks", .initial = (usual),  \
        .low = 1e-3, .high = 1e3                                                                   \
    }

/// Two speeds that bound a ramp: the upper one must be larger.
static inline dp_status dp_check_ramp(const dp_param *params, const double *value, int lower,
                                      int upper, dp_error *err) {
    if (value[upper] > value[lower]) return DP_OK;
    dp_fail(err, DP_ERR_CONFLICT, "%s is %g m/s; it must be larger than %s, which is %g m/s",
            params[upper].name, value[upper], params[lower].name, value[lower]);
    dp_blame(err, DP_ERR_CONFLICT, DP_SUBJECT_PARAMETER, -1, params[upper].name);
    return dp_blame_value(err, DP_ERR_CONFLICT, value[upper], value[lower], INFINITY);
    ;
}

/// Static and dynamic coefficient: the static one is the peak of the published curves, so a smaller
/// one is a swap and not a material. Equal values are plain Coulomb and fine.
static inline dp_status dp_check_peak(double mu_s, double mu_d, dp_error *err) {
    if (mu_s >= mu_d) return DP_OK;
    dp_fail(err, DP_ERR_CONFLICT,
            "mu_s is %g and mu_d is %g; static friction must not be below dynamic friction", mu_s,
            mu_d);
    dp_blame(err, DP_ERR_CONFLICT, DP_SUBJECT_PARAMETER, -1, "mu_s");
    return dp_blame_value(err, DP_ERR_CONFLICT, mu_s, mu_d, INFINITY);
    ;
}

/// Response of a law without history: coefficient with the sign of v, and its slope over v.
static inline dp_friction_response dp_sliding(double normal, double coefficient, double slope) {
    return (dp_friction_response){
        .force = -coefficient * normal,
        .dforce_dv = -slope * normal,
        .dforce_dnormal = -coefficient,
    };
}

#endif
