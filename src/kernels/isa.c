// Which instruction sets this machine has.

#include "kernels/isa.h"

bool dp_isa_available(dp_isa isa) {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(DP_NO_SIMD)
    switch (isa) {
    case DP_ISA_BASELINE:
        return true;
    case DP_ISA_AVX2:
        return __builtin_cpu_supports("avx2") != 0;
    case DP_ISA_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
    }
    return false;
#else
    return isa == DP_ISA_BASELINE;
#endif
}

dp_isa dp_isa_best(void) {
    if (dp_isa_available(DP_ISA_AVX512)) return DP_ISA_AVX512;
    return dp_isa_available(DP_ISA_AVX2) ? DP_ISA_AVX2 : DP_ISA_BASELINE;
}

const char *dp_isa_name(dp_isa isa) {
    static const char *const names[DP_ISA_COUNT] = {"baseline", "avx2", "avx512"};
    return (int)isa >= 0 && (int)isa < DP_ISA_COUNT ? names[isa] : "unknown";
}
