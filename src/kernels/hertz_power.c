// Hertz spring with a power-law dashpot: F = K delta^1.5 + c delta^p rate. Needs pow: scalar loop.

#include "kernels/elastic.h"
#include "kernels/impact_loops.h"
#include "kernels/kernels.h"

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    (void)m;
    if (delta <= 0.0) return (dp_response){0};
    double root = sqrt(delta);
    double spring = k[0] * delta * root;
    double damping = k[1] * pow(delta, k[2]);
    return (dp_response){
        .spring = spring,
        .damper = damping * rate,
        .dforce_ddelta = 1.5 * k[0] * root + k[2] * damping / delta * rate,
        .dforce_drate = damping,
        .stored = 0.4 * spring * delta,
    };
}

DP_KERNEL_LOOPS(hertz_power, 0, dp_begin_unneeded)
DP_KERNEL_STRIKE(hertz_power, 0, 4, 1, 8.0, respond(k, m, x, rate))

const dp_kernel dp_kernel_hertz_power = {
    .name = "hertz-power",
    .pulls = true,
    .smooth_power = 4.0,
    .stiffness = dp_stiffness_hertz,
    DP_KERNEL_FUNCTIONS_AND(hertz_power, DP_KERNEL_STRIKE_FUNCTION(hertz_power)),
};
