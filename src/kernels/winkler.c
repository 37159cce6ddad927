// Winkler bed in a bearing: F = C delta sqrt(delta/(dR + delta)) (1 + d rate/v0).
// Hertzian (delta^1.5) while delta is below the clearance, linear beyond it.

#include "kernels/winkler.h"
#include "dashpot/restitution.h"
#include "kernels/elastic.h"
#include "kernels/impact_loops.h"
#include "kernels/kernels.h"
#include "kernels/largest.h"

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    double x = delta <= 0.0 ? 0.0 : delta;
    double share = x / (k[1] + x);
    double root = sqrt(share);
    double spring = k[0] * x * root;
    double slope = k[2] * m[0];
    return (dp_response){
        .spring = spring,
        .damper = spring * (slope * rate),
        .dforce_ddelta = k[0] * root * (1.5 - 0.5 * share) * (1.0 + slope * rate),
        .dforce_drate = spring * slope,
        .stored = k[0] * k[1] * k[1] * dp_winkler_work(x / k[1]),
    };
}

static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)mass, (void)approach, (void)at_zero_force;
    return dp_hunt_crossley_restitution(k[2]);
}

static double factor(const double *k) {
    return k[2];
}

static double stiffness(const double *k, const double *m, double delta, double *slope) {
    (void)m;
    return dp_elastic_bed(k[0], k[1], delta, slope);
}

DP_KERNEL_LOOPS(winkler, 1, dp_begin_needed)
DP_KERNEL_STRIKES(winkler, 1, 2, 0, 8.0, respond(k, m, x, rate))
DP_KERNEL_SWEEPS_TOUCH(winkler, 1)
DP_KERNEL_LARGEST_RECIPROCAL(winkler)
DP_KERNEL_SWEEPS_LARGEST(winkler)

#define SHARED                                                                                     \
    .smooth_power = 2.0, .vectorised = true, .stiffness = stiffness, .restitution = restitution,   \
    .factor = factor

static const dp_kernel largest = {
    .name = "winkler-largest",
    DP_KERNEL_LARGEST_MEMORY,
    SHARED,
    DP_KERNEL_LARGEST_FUNCTIONS_AND(winkler, DP_KERNEL_STRIKE_FUNCTIONS(winkler),
                                    DP_KERNEL_SWEEP_FUNCTIONS(winkler_largest)),
};

const dp_kernel dp_kernel_winkler = {
    .name = "winkler",
    DP_KERNEL_RECIPROCAL_MEMORY,
    SHARED,
    .largest = &largest,
    DP_KERNEL_FUNCTIONS_AND(winkler, DP_KERNEL_STRIKE_FUNCTIONS(winkler),
                            DP_KERNEL_SWEEP_FUNCTIONS(winkler)),
};
