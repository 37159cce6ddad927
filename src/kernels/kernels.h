#ifndef DP_KERNELS_H
#define DP_KERNELS_H

#include "dashpot/kernel.h"

// Kernels that several laws share, with the order of their constants. A law with arithmetic of its
// own keeps its kernel in its own file.

/// F = K delta^1.5                                                     k: K
extern const dp_kernel dp_kernel_hertz;

/// F = K delta^1.5 (1 + d rate/v0)                                     k: K, d
extern const dp_kernel dp_kernel_hunt_crossley;

/// F = K delta (1 + d rate/v0)                                         k: K, d
extern const dp_kernel dp_kernel_hunt_crossley_linear;

/// F = K delta^n (1 + d rate/v0), any n                                k: K, d, n
extern const dp_kernel dp_kernel_hunt_crossley_power;

/// F = K delta + c rate                                                k: K, c
extern const dp_kernel dp_kernel_kelvin_voigt;

/// F = K delta + c rate in loading, K delta in unloading               k: K, c
extern const dp_kernel dp_kernel_kelvin_voigt_loading;

/// F = K delta^1.5 + c rate                                            k: K, c
extern const dp_kernel dp_kernel_hertz_dashpot;

/// F = K delta^1.5 + c delta^(1/4) rate                                k: K, c
extern const dp_kernel dp_kernel_hertz_quarter;

/// F = K delta^1.5 + c delta^(1/4) rate in loading, K delta^1.5 else   k: K, c
extern const dp_kernel dp_kernel_hertz_quarter_loading;

/// F = K delta^1.5 + c delta^(1/2) rate                                k: K, c
extern const dp_kernel dp_kernel_hertz_half;

/// F = K delta^1.5 + c delta^p rate, any p                             k: K, c, p
extern const dp_kernel dp_kernel_hertz_power;

/// Winkler cylinder C delta sqrt(delta/(dR+delta)) (1 + d rate/v0)     k: C, dR, d
extern const dp_kernel dp_kernel_winkler;

/// Logarithmic cylinder, delta = F/(pi E L) ln(A/F), times (1 + d rate/v0)   k: A, pi E L, d
extern const dp_kernel dp_kernel_log_cylinder;

/// Begin for kernels whose history[0] is the reciprocal approach speed; and, where the largest
/// closing speed is kept, for those whose history[1] is the speed itself.
void dp_begin_reciprocal(const double *k, double *m, double approach);
void dp_begin_reciprocal_largest(const double *k, double *m, double approach);

/// Description of these entries.
extern const dp_history_field dp_history_reciprocal[2];

#endif
