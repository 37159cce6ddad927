// Instants side by side with AVX-512.

#include "kernels/targets.h"

#if DP_HAVE_X86
#define DP_LANES_TARGET DP_TARGET_avx512
#define DP_LANES_CODE dp_lanes_avx512
#include "mechanism/lanes_code.h"
#endif
