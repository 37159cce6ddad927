// Hybrid joint law with the exponent its units ask for:
// F = B (3c + 2 delta) delta^1.5/(c + delta)^1.5 (1 + d rate/v0).
// That is delta times the tangent of the Winkler bed with C = 2 B; integrated by parts, its work is
// delta F_bed - W_bed.

#include "dashpot/restitution.h"
#include "kernels/impact_loops.h"
#include "kernels/kernels.h"
#include "kernels/largest.h"
#include "kernels/winkler.h"

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    double x = delta <= 0.0 ? 0.0 : delta;
    double q = x / (k[1] + x);  // 3c + 2x = (c + x)(3 - q)
    double root = sqrt(q);
    double spring = k[0] * x * root * (3.0 - q);
    double slope = k[2] * m[0];
    double bed_work = k[1] * k[1] * dp_winkler_work(x / k[1]);
    return (dp_response){
        .spring = spring,
        .damper = spring * (slope * rate),
        .dforce_ddelta = k[0] * root * (4.5 - q * (4.0 - 1.5 * q)) * (1.0 + slope * rate),
        .dforce_drate = spring * slope,
        .stored = 2.0 * k[0] * (x * x * root - bed_work),
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
    double q = delta / (k[1] + delta), root = sqrt(q), rest = k[1] / (k[1] + delta);
    *slope = k[0] * root * rest * rest * (2.25 - 3.75 * q) / delta;
    return k[0] * root * (4.5 - q * (4.0 - 1.5 * q));
}

DP_KERNEL_LOOPS(bai_zhao_consistent, 1, dp_begin_needed)
DP_KERNEL_STRIKES(bai_zhao_consistent, 1, 2, 0, 8.0, respond(k, m, x, rate))
DP_KERNEL_SWEEPS_TOUCH(bai_zhao_consistent, 1)
DP_KERNEL_LARGEST_RECIPROCAL(bai_zhao_consistent)
DP_KERNEL_SWEEPS_LARGEST(bai_zhao_consistent)

#define SHARED                                                                                     \
    .smooth_power = 2.0, .vectorised = true, .stiffness = stiffness, .restitution = restitution,   \
    .factor = factor

static const dp_kernel largest = {
    .name = "bai-zhao-consistent-largest",
    DP_KERNEL_LARGEST_MEMORY,
    SHARED,
    DP_KERNEL_LARGEST_FUNCTIONS_AND(bai_zhao_consistent,
                                    DP_KERNEL_STRIKE_FUNCTIONS(bai_zhao_consistent),
                                    DP_KERNEL_SWEEP_FUNCTIONS(bai_zhao_consistent_largest)),
};

const dp_kernel dp_kernel_bai_zhao_consistent = {
    .name = "bai-zhao-consistent",
    DP_KERNEL_RECIPROCAL_MEMORY,
    SHARED,
    .largest = &largest,
    DP_KERNEL_FUNCTIONS_AND(bai_zhao_consistent, DP_KERNEL_STRIKE_FUNCTIONS(bai_zhao_consistent),
                            DP_KERNEL_SWEEP_FUNCTIONS(bai_zhao_consistent)),
};
