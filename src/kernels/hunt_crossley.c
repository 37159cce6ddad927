// Hertz spring with an indentation-weighted damper: F = K delta^1.5 (1 + d rate/v0).
// Whatever the mass, stiffness and speed, the restitution depends on d alone.

#include "dashpot/restitution.h"
#include "kernels/elastic.h"
#include "kernels/impact_loops.h"
#include "kernels/kernels.h"
#include "kernels/largest.h"

DP_INLINE dp_response respond_at(const double *k, const double *m, double x, double root,
                                 double rate) {
    double spring = k[0] * x * root;
    double slope = k[1] * m[0];  // d/v0: the reciprocal is kept so that no division is left here
    return (dp_response){
        .spring = spring,
        .damper = spring * (slope * rate),
        .dforce_ddelta = 1.5 * k[0] * root * (1.0 + slope * rate),
        .dforce_drate = spring * slope,
        .stored = 0.4 * spring * x,
    };
}

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    double x = delta <= 0.0 ? 0.0 : delta;
    return respond_at(k, m, x, sqrt(x), rate);
}

static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)mass, (void)approach, (void)at_zero_force;
    return dp_hunt_crossley_restitution(k[1]);
}

static double factor(const double *k) {
    return k[1];
}

void dp_begin_reciprocal(const double *k, double *m, double approach) {
    (void)k;
    m[0] = 1.0 / approach;
}

void dp_begin_reciprocal_largest(const double *k, double *m, double approach) {
    dp_reciprocal_begin(k, m, approach);
}

const dp_history_field dp_history_reciprocal[2] = {
    {"reciprocal_approach", "s/m", "one over the approach speed of this contact; 0 before a touch"},
    {"approach", "m/s", "approach speed: the largest closing speed since the touch"},
};

DP_KERNEL_LOOPS(hunt_crossley, 1, dp_begin_needed)
DP_KERNEL_STRIKES(hunt_crossley, 1, 2, 0, 1.0, respond_at(k, m, x, z, rate))
DP_KERNEL_SWEEPS_TOUCH(hunt_crossley, 1)
DP_KERNEL_LARGEST_RECIPROCAL(hunt_crossley)
DP_KERNEL_SWEEPS_LARGEST(hunt_crossley)

#define SHARED                                                                                     \
    .smooth_power = 2.0, .vectorised = true, .stiffness = dp_stiffness_hertz,                      \
    .restitution = restitution, .factor = factor

static const dp_kernel largest = {
    .name = "hunt-crossley-largest",
    DP_KERNEL_LARGEST_MEMORY,
    SHARED,
    DP_KERNEL_LARGEST_FUNCTIONS_AND(hunt_crossley, DP_KERNEL_STRIKE_FUNCTIONS(hunt_crossley),
                                    DP_KERNEL_SWEEP_FUNCTIONS(hunt_crossley_largest)),
};

const dp_kernel dp_kernel_hunt_crossley = {
    .name = "hunt-crossley",
    DP_KERNEL_RECIPROCAL_MEMORY,
    SHARED,
    .largest = &largest,
    DP_KERNEL_FUNCTIONS_AND(hunt_crossley, DP_KERNEL_STRIKE_FUNCTIONS(hunt_crossley),
                            DP_KERNEL_SWEEP_FUNCTIONS(hunt_crossley)),
};
