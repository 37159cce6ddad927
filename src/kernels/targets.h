#ifndef DP_KERNEL_TARGETS_H
#define DP_KERNEL_TARGETS_H

// How a function is compiled for an instruction set, by the attributes of its definition.

#if defined(__x86_64__) && defined(__GNUC__) && !defined(DP_NO_SIMD)
#define DP_HAVE_X86 1
#define DP_TARGET_avx2 __attribute__((target("avx2")))
#if defined(__clang__)
#define DP_TARGET_avx512 __attribute__((target("avx512f,avx512dq,avx512vl"), min_vector_width(512)))
#else
#define DP_TARGET_avx512                                                                           \
    __attribute__((target("avx512f,avx512dq,avx512vl,prefer-vector-width=512")))
#endif
#else
#define DP_HAVE_X86 0
#endif
#define DP_TARGET_baseline

#endif
