// Logarithmic cylinder: delta = G^-1 F ln(A/F), G = pi E L, times (1 + d rate/v0).
// With t = ln(A/F) the force is G delta/t and t - ln t = 1 + ln(fold/delta), t >= 1: the branch
// W_-1 of Lambert's function, on which force grows with indentation. At the fold t = 1 and the
// tangent is infinite; beyond it there is no force, and the square root below makes the NaN that
// says so.

#include "kernels/log_cylinder.h"
#include "dashpot/restitution.h"
#include "kernels/kernels.h"
#include "kernels/largest.h"

// y = t - 1 from y - ln(1+y) = s. The start bounds y from above for every s and the left side is
// convex, so Newton comes down to the root without overshoot; 7 steps were the most ever needed.
DP_INLINE double solve(double s) {
    double y = sqrt(2.0 * s) + s;
    for (int i = 0; i < 12; i++) {
        if (y == 0.0) break;
        double next = y - (y - log1p(y) - s) * (1.0 + y) / y;
        if (!(next < y)) break;
        y = next;
    }
    return y;
}

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    // below 1e-300 the ratio to the fold overflows, and the force is zero for all purposes
    if (delta <= 1e-300) return (dp_response){0};
    double y = solve(log(dp_log_cylinder_fold(k) / delta));
    double spring = k[1] * delta / (1.0 + y);
    double slope = k[2] * m[0];
    return (dp_response){
        .spring = spring,
        .damper = spring * (slope * rate),
        .dforce_ddelta = k[1] / y * (1.0 + slope * rate),
        .dforce_drate = spring * slope,
        .stored = 0.25 * spring * spring / k[1] * (1.0 + 2.0 * y),
    };
}

static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)mass, (void)approach, (void)at_zero_force;
    return dp_hunt_crossley_restitution(k[2]);
}

static double factor(const double *k) {
    return k[2];
}

// with dy/d(delta) = -(1+y)/(y delta)
static double stiffness(const double *k, const double *m, double delta, double *slope) {
    (void)m;
    *slope = 0.0;
    if (delta <= 1e-300) return 0.0;
    double y = solve(log(dp_log_cylinder_fold(k) / delta));
    *slope = k[1] * (1.0 + y) / (y * y * y * delta);
    return k[1] / y;
}

DP_KERNEL_LOOPS(log_cylinder, 1, dp_begin_needed)
DP_KERNEL_LARGEST_RECIPROCAL(log_cylinder)

// no power of z smooths a logarithm; with 2 the curvature of the force stays finite at the touch
#define SHARED                                                                                     \
    .smooth_power = 2.0, .stiffness = stiffness, .restitution = restitution, .factor = factor

static const dp_kernel largest = {
    .name = "log-cylinder-largest",
    DP_KERNEL_LARGEST_MEMORY,
    SHARED,
    DP_KERNEL_LARGEST_FUNCTIONS(log_cylinder),
};

const dp_kernel dp_kernel_log_cylinder = {
    .name = "log-cylinder",
    DP_KERNEL_RECIPROCAL_MEMORY,
    SHARED,
    .largest = &largest,
    DP_KERNEL_FUNCTIONS(log_cylinder),
};
