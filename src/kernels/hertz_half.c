// Viscoelastic sphere: F = K delta^1.5 + c delta^(1/2) rate.
// The restitution falls with speed through gamma = (c/K) (K/m)^(2/5) v^(1/5).

#include "dashpot/restitution.h"
#include "kernels/chain_loops.h"
#include "kernels/elastic.h"
#include "kernels/impact_loops.h"
#include "kernels/kernels.h"

DP_INLINE dp_response respond_at(const double *k, const double *m, double x, double root,
                                 double rate) {
    (void)m;
    double spring = k[0] * x * root;
    double damping = k[1] * root;
    double steepness = x > 0.0 ? 0.5 * damping / x : 0.0;
    return (dp_response){
        .spring = spring,
        .damper = damping * rate,
        .dforce_ddelta = 1.5 * k[0] * root + steepness * rate,
        .dforce_drate = damping,
        .stored = 0.4 * spring * x,
    };
}

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    double x = delta <= 0.0 ? 0.0 : delta;
    return respond_at(k, m, x, sqrt(x), rate);
}

DP_KERNEL_LOOPS(hertz_half, 0, dp_begin_unneeded)
DP_KERNEL_STRIKES(hertz_half, 0, 2, 1, 1.0, respond_at(k, m, x, z, rate))
DP_KERNEL_SWEEPS(hertz_half, 0)

const dp_kernel dp_kernel_hertz_half = {
    .name = "hertz-half",
    .pulls = true,
    .smooth_power = 2.0,
    .stiffness = dp_stiffness_hertz,
    .vectorised = true,
    DP_KERNEL_FUNCTIONS_AND(hertz_half, DP_KERNEL_STRIKE_FUNCTIONS(hertz_half),
                            DP_KERNEL_SWEEP_FUNCTIONS(hertz_half)),
};
