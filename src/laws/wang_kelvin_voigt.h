#ifndef DP_WANG_KELVIN_VOIGT_H
#define DP_WANG_KELVIN_VOIGT_H

#include "dashpot/kernel.h"

// The two kernels of wang-kelvin-voigt.

/// Constants of the kernel with a straight plastic line.
enum { DP_WANG_KH, DP_WANG_DY, DP_WANG_CE, DP_WANG_CP, DP_WANG_A, DP_WANG_B, DP_WANG_UY };

extern const dp_kernel dp_kernel_wang_line;

#endif
