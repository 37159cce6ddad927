// Linear spring and dashpot: F = K delta + c rate while delta > 0.
// Linear in time, so the restitution is closed: xi = c/(2 sqrt(K m)).

#include "dashpot/restitution.h"
#include "kernels/chain_loops.h"
#include "kernels/elastic.h"
#include "kernels/impact_loops.h"
#include "kernels/kernels.h"

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    (void)m;
    double x = delta <= 0.0 ? 0.0 : delta;
    double spring = k[0] * x;
    double damping = delta <= 0.0 ? 0.0 : k[1];
    return (dp_response){
        .spring = spring,
        .damper = damping * rate,
        .dforce_ddelta = delta <= 0.0 ? 0.0 : k[0],
        .dforce_drate = damping,
        .stored = 0.5 * spring * x,
    };
}

static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)approach;
    return dp_kelvin_voigt_restitution(0.5 * k[1] / sqrt(k[0] * mass), at_zero_force);
}

DP_KERNEL_LOOPS(kelvin_voigt, 0, dp_begin_unneeded)
DP_KERNEL_STRIKES(kelvin_voigt, 0, 1, 1, 1.0, respond(k, m, x, rate))
DP_KERNEL_SWEEPS(kelvin_voigt, 0)

const dp_kernel dp_kernel_kelvin_voigt = {
    .name = "kelvin-voigt",
    .pulls = true,
    .smooth_power = 1.0,
    .stiffness = dp_stiffness_linear,
    .vectorised = true,
    .restitution = restitution,
    DP_KERNEL_FUNCTIONS_AND(kelvin_voigt, DP_KERNEL_STRIKE_FUNCTIONS(kelvin_voigt),
                            DP_KERNEL_SWEEP_FUNCTIONS(kelvin_voigt)),
};
