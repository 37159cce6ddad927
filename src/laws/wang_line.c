// Two-phase Kelvin-Voigt contact whose plastic spring is a straight line (002 Eq 25):
//     x <= dy:  F = Kh x^1.5 + ce x^(1/4) rate
//     x >  dy:  F = a + b x + cp rate

#include "kernels/chain_loops.h"
#include "kernels/elastic.h"
#include "kernels/loops.h"
#include "laws/wang_kelvin_voigt.h"

enum { KH = DP_WANG_KH, DY = DP_WANG_DY, CE = DP_WANG_CE, CP = DP_WANG_CP };
enum { A = DP_WANG_A, B = DP_WANG_B, UY = DP_WANG_UY };

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    (void)m;
    double x = delta <= 0.0 ? 0.0 : delta;
    double root = sqrt(x);
    int yields = x > k[DY];
    double hertz = k[KH] * x * root, line = k[A] + k[B] * x;
    double elastic_damping = k[CE] * sqrt(root);
    double damping = yields ? k[CP] : elastic_damping;
    double steepness = x > 0.0 ? 0.25 * elastic_damping / x : 0.0;
    double over = x - k[DY];
    double line_energy = k[UY] + over * (k[A] + k[B] * (k[DY] + 0.5 * over));
    return (dp_response){
        .spring = yields ? line : hertz,
        .damper = damping * rate,
        .dforce_ddelta = yields ? k[B] : 1.5 * k[KH] * root + steepness * rate,
        .dforce_drate = damping,
        .stored = yields ? line_energy : 0.4 * hertz * x,
    };
}

static int breakpoints(const double *k, const double *m, dp_breakpoint *out) {
    (void)m;
    out[0] = (dp_breakpoint){k[DY], DP_BREAKPOINT_JUMP, 0.0};
    return 1;
}

static double stiffness(const double *k, const double *m, double delta, double *slope) {
    (void)m;
    return dp_elastic_two_phase(k[KH], k[DY], k[B], delta, slope);
}

DP_KERNEL_LOOPS(wang_line, 0, dp_begin_unneeded)
DP_KERNEL_SWEEPS(wang_line, 0)

const dp_kernel dp_kernel_wang_line = {
    .name = "wang-line",
    .pulls = true,
    .smooth_power = 4.0,
    .vectorised = true,
    .stiffness = stiffness,
    .breakpoints = breakpoints,
    DP_KERNEL_FUNCTIONS_AND(wang_line, DP_KERNEL_SWEEP_FUNCTIONS(wang_line)),
};
