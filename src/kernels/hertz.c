// Elastic sphere: F = K delta^1.5. Hertz 1882.

#include "kernels/chain_loops.h"
#include "kernels/elastic.h"
#include "kernels/impact_loops.h"
#include "kernels/kernels.h"

DP_INLINE dp_response respond_at(const double *k, const double *m, double x, double root,
                                 double rate) {
    (void)m, (void)rate;
    double spring = k[0] * x * root;
    return (dp_response){
        .spring = spring,
        .dforce_ddelta = 1.5 * k[0] * root,
        .stored = 0.4 * spring * x,
    };
}

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    double x = delta <= 0.0 ? 0.0 : delta;
    return respond_at(k, m, x, sqrt(x), rate);
}

static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)k, (void)mass, (void)approach, (void)at_zero_force;
    return 1.0;
}

static double factor(const double *k) {
    (void)k;
    return 0.0;
}

DP_KERNEL_LOOPS(hertz, 0, dp_begin_unneeded)
DP_KERNEL_STRIKES(hertz, 0, 2, 0, 1.0, respond_at(k, m, x, z, rate))
DP_KERNEL_SWEEPS(hertz, 1)

const dp_kernel dp_kernel_hertz = {
    .name = "hertz",
    .smooth_power = 2.0,
    .stiffness = dp_stiffness_hertz,
    .vectorised = true,
    .is_static = true,
    .restitution = restitution,
    .factor = factor,
    DP_KERNEL_FUNCTIONS_AND(hertz, DP_KERNEL_STRIKE_FUNCTIONS(hertz),
                            DP_KERNEL_SWEEP_FUNCTIONS(hertz)),
};
