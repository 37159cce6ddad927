// Instants side by side with AVX2.

#include "kernels/targets.h"

#if DP_HAVE_X86
#define DP_LANES_TARGET DP_TARGET_avx2
#define DP_LANES_CODE dp_lanes_avx2
#include "mechanism/lanes_code.h"
#endif
