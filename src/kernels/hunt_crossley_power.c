// Power spring with an indentation-weighted damper: F = K delta^n (1 + d rate/v0), any n >= 1.
// Needs pow, so the loop stays scalar.

#include "dashpot/restitution.h"
#include "kernels/elastic.h"
#include "kernels/impact_loops.h"
#include "kernels/kernels.h"
#include "kernels/largest.h"

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    if (delta <= 0.0) return (dp_response){0};
    double spring = k[0] * pow(delta, k[2]);
    double slope = k[1] * m[0];
    return (dp_response){
        .spring = spring,
        .damper = spring * (slope * rate),
        .dforce_ddelta = k[2] * spring / delta * (1.0 + slope * rate),
        .dforce_drate = spring * slope,
        .stored = spring * delta / (k[2] + 1.0),
    };
}

static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)mass, (void)approach, (void)at_zero_force;
    return dp_hunt_crossley_restitution(k[1]);
}

static double factor(const double *k) {
    return k[1];
}

static double stiffness(const double *k, const double *m, double delta, double *slope) {
    (void)m;
    return dp_elastic_power(k[0], k[2], delta, slope);
}

DP_KERNEL_LOOPS(hunt_crossley_power, 1, dp_begin_needed)
DP_KERNEL_STRIKE(hunt_crossley_power, 1, 2, 0, 8.0, respond(k, m, x, rate))
DP_KERNEL_LARGEST_RECIPROCAL(hunt_crossley_power)

#define SHARED                                                                                     \
    .smooth_power = 2.0, .stiffness = stiffness, .restitution = restitution, .factor = factor

static const dp_kernel largest = {
    .name = "hunt-crossley-power-largest",
    DP_KERNEL_LARGEST_MEMORY,
    SHARED,
    DP_KERNEL_LARGEST_FUNCTIONS_AND(hunt_crossley_power,
                                    DP_KERNEL_STRIKE_FUNCTION(hunt_crossley_power)),
};

const dp_kernel dp_kernel_hunt_crossley_power = {
    .name = "hunt-crossley-power",
    DP_KERNEL_RECIPROCAL_MEMORY,
    SHARED,
    .largest = &largest,
    DP_KERNEL_FUNCTIONS_AND(hunt_crossley_power, DP_KERNEL_STRIKE_FUNCTION(hunt_crossley_power)),
};
