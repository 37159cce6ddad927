#ifndef DP_BENCH_ROOTS_H
#define DP_BENCH_ROOTS_H

#include <math.h>
#include <stddef.h>

#include "dashpot/dashpot.h"
#include "kernels/isa.h"

// The yardstick: how many square roots per second the machine can do at all. One vsqrtpd after the
// other on independent registers, as wide as asked for; nothing else fits in between, so a law with
// one square root per contact cannot be faster.

enum { ROOT_CHAINS = 8, ROOT_TURNS = 2000 };

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define BENCH_TARGET(isa) __attribute__((target(isa)))

// The operands stay as they are: a chain of roots would run to 1, which some processors do faster.
#define ROOT_LOOP(name, isa, vector, width, set, root)                                             \
    BENCH_TARGET(isa) static size_t name(void) {                                                   \
        vector x[ROOT_CHAINS];                                                                     \
        for (int j = 0; j < ROOT_CHAINS; j++)                                                      \
            x[j] = set(1.7 + 0.123 * j);                                                           \
        for (int i = 0; i < ROOT_TURNS; i++) {                                                     \
            for (int j = 0; j < ROOT_CHAINS; j++) {                                                \
                __asm__ volatile("" : "+v"(x[j]));                                                 \
                vector y = root(x[j]);                                                             \
                __asm__ volatile("" : : "v"(y));                                                   \
            }                                                                                      \
        }                                                                                          \
        return (size_t)ROOT_TURNS * ROOT_CHAINS * (width);                                         \
    }

ROOT_LOOP(roots_avx512, "avx512f", __m512d, 8, _mm512_set1_pd, _mm512_sqrt_pd)
ROOT_LOOP(roots_avx2, "avx2", __m256d, 4, _mm256_set1_pd, _mm256_sqrt_pd)
ROOT_LOOP(roots_baseline, "sse2", __m128d, 2, _mm_set1_pd, _mm_sqrt_pd)

/// Some square roots with this instruction set; returns how many.
static size_t bench_roots(dp_isa isa) {
    return isa == DP_ISA_AVX512 ? roots_avx512()
           : isa == DP_ISA_AVX2 ? roots_avx2()
                                : roots_baseline();
}

#else

#define BENCH_TARGET(isa)

// what the compiler makes of it
static size_t bench_roots(dp_isa isa) {
    enum { SIZE = 512 };
    static double x[SIZE], y[SIZE];
    (void)isa;
    for (int j = 0; j < SIZE; j++)
        x[j] = 1.7 + 0.123 * j;
    for (int i = 0; i < ROOT_TURNS / 32; i++) {
        for (int j = 0; j < SIZE; j++)
            y[j] = sqrt(x[j]);
        __asm__ volatile("" : : "r"(y), "r"(x) : "memory");
    }
    return (size_t)SIZE * (ROOT_TURNS / 32);
}

#endif

#endif
