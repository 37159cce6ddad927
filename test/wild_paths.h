#ifndef DP_TEST_WILD_PATHS_H
#define DP_TEST_WILD_PATHS_H

// Paths of a sliding contact for the tests of friction laws with compliance.

#include "check.h"
#include "law_cases.h"
#include "slip_springs.h"

static inline dp_grip_response ask(const dp_friction *f, const double *history, double normal,
                                   double stiffness, double slide) {
    dp_grip_state state = {normal, stiffness, slide, slide};
    return dp_grip_respond(f, history, &state);
}

static inline void keep(const dp_friction *f, double *history, double normal, double stiffness,
                        double slide) {
    dp_grip_state state = {normal, stiffness, slide, slide};
    assert_int_equal(dp_grip_commit(f, history, &state), DP_OK);
}

struct wild {
    double stiffness, slide, lambda;
};

// Steps of all sizes in both directions. lambda is 1 or between 0.3 and 1.7.
static inline struct wild wild_step(uint64_t *seed, double spread) {
    double size = pow(10.0, -2.0 * law_random(seed));
    struct wild w = {.stiffness = sqrt(0.02 + 0.98 * law_random(seed)),
                     .slide = size * (2.0 * law_random(seed) - 1.0),
                     .lambda = 1.0 + spread * (2.0 * law_random(seed) - 1.0)};
    return w;
}

static inline double normal_of(const struct wild *w, double mu, double kappa) {
    return w->lambda * kappa * w->stiffness * w->stiffness * w->stiffness / (1.5 * mu);
}

#endif
