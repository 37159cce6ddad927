// Linear spring with an indentation-weighted damper: F = K delta (1 + d rate/v0).

#include "dashpot/restitution.h"
#include "kernels/elastic.h"
#include "kernels/impact_loops.h"
#include "kernels/kernels.h"
#include "kernels/largest.h"

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    double x = delta <= 0.0 ? 0.0 : delta;
    double spring = k[0] * x;
    double slope = k[1] * m[0];
    return (dp_response){
        .spring = spring,
        .damper = spring * (slope * rate),
        .dforce_ddelta = delta <= 0.0 ? 0.0 : k[0] * (1.0 + slope * rate),
        .dforce_drate = spring * slope,
        .stored = 0.5 * spring * x,
    };
}

static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)mass, (void)approach, (void)at_zero_force;
    return dp_hunt_crossley_restitution(k[1]);
}

static double factor(const double *k) {
    return k[1];
}

DP_KERNEL_LOOPS(hunt_crossley_linear, 1, dp_begin_needed)
DP_KERNEL_STRIKES(hunt_crossley_linear, 1, 1, 0, 1.0, respond(k, m, x, rate))
DP_KERNEL_SWEEPS_TOUCH(hunt_crossley_linear, 1)
DP_KERNEL_LARGEST_RECIPROCAL(hunt_crossley_linear)
DP_KERNEL_SWEEPS_LARGEST(hunt_crossley_linear)

#define SHARED                                                                                     \
    .smooth_power = 1.0, .vectorised = true, .stiffness = dp_stiffness_linear,                     \
    .restitution = restitution, .factor = factor

static const dp_kernel largest = {
    .name = "hunt-crossley-linear-largest",
    DP_KERNEL_LARGEST_MEMORY,
    SHARED,
    DP_KERNEL_LARGEST_FUNCTIONS_AND(hunt_crossley_linear,
                                    DP_KERNEL_STRIKE_FUNCTIONS(hunt_crossley_linear),
                                    DP_KERNEL_SWEEP_FUNCTIONS(hunt_crossley_linear_largest)),
};

const dp_kernel dp_kernel_hunt_crossley_linear = {
    .name = "hunt-crossley-linear",
    DP_KERNEL_RECIPROCAL_MEMORY,
    SHARED,
    .largest = &largest,
    DP_KERNEL_FUNCTIONS_AND(hunt_crossley_linear, DP_KERNEL_STRIKE_FUNCTIONS(hunt_crossley_linear),
                            DP_KERNEL_SWEEP_FUNCTIONS(hunt_crossley_linear)),
};
