// Hertz spring with a delta^(1/4) dashpot that acts in loading only.

#include "dashpot/restitution.h"
#include "kernels/chain_loops.h"
#include "kernels/elastic.h"
#include "kernels/impact_loops.h"
#include "kernels/kernels.h"

DP_INLINE dp_response respond_at(const double *k, const double *m, double x, double root,
                                 double quarter, double rate) {
    (void)m;
    double spring = k[0] * x * root;
    double damping = rate <= 0.0 ? 0.0 : k[1] * quarter;
    double steepness = x > 0.0 ? 0.25 * damping / x : 0.0;
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
    double root = sqrt(x);
    return respond_at(k, m, x, root, sqrt(root), rate);
}

static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)approach, (void)at_zero_force;
    return dp_loading_damper_restitution(k[1] / sqrt(5.0 * k[0] * mass));
}

DP_KERNEL_LOOPS(hertz_quarter_loading, 0, dp_begin_unneeded)
DP_KERNEL_STRIKES(hertz_quarter_loading, 0, 4, 0, 1.0, respond_at(k, m, x, (z * z), z, rate))
DP_KERNEL_SWEEPS(hertz_quarter_loading, 0)

const dp_kernel dp_kernel_hertz_quarter_loading = {
    .name = "hertz-quarter-loading",
    .smooth_power = 4.0,
    .stiffness = dp_stiffness_hertz,
    .vectorised = true,
    .restitution = restitution,
    DP_KERNEL_FUNCTIONS_AND(hertz_quarter_loading,
                            DP_KERNEL_STRIKE_FUNCTIONS(hertz_quarter_loading),
                            DP_KERNEL_SWEEP_FUNCTIONS(hertz_quarter_loading)),
};
