// Hertz spring with a linear dashpot: F = K delta^1.5 + c rate while delta > 0.

#include "kernels/chain_loops.h"
#include "kernels/elastic.h"
#include "kernels/impact_loops.h"
#include "kernels/kernels.h"

DP_INLINE dp_response respond_at(const double *k, const double *m, double x, double root,
                                 double rate) {
    (void)m;
    double spring = k[0] * x * root;
    double damping = x <= 0.0 ? 0.0 : k[1];
    return (dp_response){
        .spring = spring,
        .damper = damping * rate,
        .dforce_ddelta = 1.5 * k[0] * root,
        .dforce_drate = damping,
        .stored = 0.4 * spring * x,
    };
}

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    double x = delta <= 0.0 ? 0.0 : delta;
    return respond_at(k, m, x, sqrt(x), rate);
}

DP_KERNEL_LOOPS(hertz_dashpot, 0, dp_begin_unneeded)
DP_KERNEL_STRIKES(hertz_dashpot, 0, 2, 1, 1.0, respond_at(k, m, x, z, rate))
DP_KERNEL_SWEEPS(hertz_dashpot, 0)

const dp_kernel dp_kernel_hertz_dashpot = {
    .name = "hertz-dashpot",
    .pulls = true,
    .smooth_power = 2.0,
    .stiffness = dp_stiffness_hertz,
    .vectorised = true,
    DP_KERNEL_FUNCTIONS_AND(hertz_dashpot, DP_KERNEL_STRIKE_FUNCTIONS(hertz_dashpot),
                            DP_KERNEL_SWEEP_FUNCTIONS(hertz_dashpot)),
};
