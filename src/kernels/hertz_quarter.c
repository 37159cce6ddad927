// Hertz spring with the dashpot that makes restitution independent of speed:
// F = K delta^1.5 + c delta^(1/4) rate. With xi = c/(sqrt(5) sqrt(K m)) the restitution is the one
// of the linear Kelvin-Voigt pair, for both ways of leaving contact.

#include "dashpot/restitution.h"
#include "kernels/chain_loops.h"
#include "kernels/elastic.h"
#include "kernels/impact_loops.h"
#include "kernels/kernels.h"

DP_INLINE dp_response respond_at(const double *k, const double *m, double x, double root,
                                 double quarter, double rate) {
    (void)m;
    double spring = k[0] * x * root;
    double damping = k[1] * quarter;
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
    (void)approach;
    return dp_kelvin_voigt_restitution(k[1] / sqrt(5.0 * k[0] * mass), at_zero_force);
}

DP_KERNEL_LOOPS(hertz_quarter, 0, dp_begin_unneeded)
DP_KERNEL_STRIKES(hertz_quarter, 0, 4, 1, 1.0, respond_at(k, m, x, (z * z), z, rate))
DP_KERNEL_SWEEPS(hertz_quarter, 0)

const dp_kernel dp_kernel_hertz_quarter = {
    .name = "hertz-quarter",
    .pulls = true,
    .smooth_power = 4.0,
    .stiffness = dp_stiffness_hertz,
    .vectorised = true,
    .restitution = restitution,
    DP_KERNEL_FUNCTIONS_AND(hertz_quarter, DP_KERNEL_STRIKE_FUNCTIONS(hertz_quarter),
                            DP_KERNEL_SWEEP_FUNCTIONS(hertz_quarter)),
};
