// The yardstick: how many square roots per second the machine can do at all. One vsqrtpd after the
// other on independent registers, as wide as the machine has them; nothing else fits in between, so
// a law with one square root per contact cannot be faster.

#include <math.h>
#include <stdlib.h>

#include "bench.h"

enum { CHAINS = 8, TURNS = 2000 };

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

// The operands stay as they are: a chain of roots would run to 1, which some processors do faster.
#define ROOT_LOOP(name, isa, vector, width, set, root)                                             \
    __attribute__((target(isa))) static size_t name(void) {                                        \
        vector x[CHAINS];                                                                          \
        for (int j = 0; j < CHAINS; j++)                                                           \
            x[j] = set(1.7 + 0.123 * j);                                                           \
        for (int i = 0; i < TURNS; i++) {                                                          \
            for (int j = 0; j < CHAINS; j++) {                                                     \
                __asm__ volatile("" : "+v"(x[j]));                                                 \
                vector y = root(x[j]);                                                             \
                __asm__ volatile("" : : "v"(y));                                                   \
            }                                                                                      \
        }                                                                                          \
        return (size_t)TURNS * CHAINS * (width);                                                   \
    }

ROOT_LOOP(roots_avx512, "avx512f", __m512d, 8, _mm512_set1_pd, _mm512_sqrt_pd)
ROOT_LOOP(roots_avx2, "avx2", __m256d, 4, _mm256_set1_pd, _mm256_sqrt_pd)
ROOT_LOOP(roots_sse2, "sse2", __m128d, 2, _mm_set1_pd, _mm_sqrt_pd)

static size_t roots(void) {
    if (__builtin_cpu_supports("avx512f")) return roots_avx512();
    if (__builtin_cpu_supports("avx2")) return roots_avx2();
    return roots_sse2();
}

const char *bench_root_name(void) {
    if (__builtin_cpu_supports("avx512f")) return "vsqrtpd zmm";
    if (__builtin_cpu_supports("avx2")) return "vsqrtpd ymm";
    return "sqrtpd xmm";
}

#else

// what the compiler makes of it
static size_t roots(void) {
    enum { SIZE = 512 };
    static double x[SIZE], y[SIZE];
    for (int j = 0; j < SIZE; j++)
        x[j] = 1.7 + 0.123 * j;
    for (int i = 0; i < TURNS / 32; i++) {
        for (int j = 0; j < SIZE; j++)
            y[j] = sqrt(x[j]);
        __asm__ volatile("" : : "r"(y), "r"(x) : "memory");
    }
    return (size_t)SIZE * (TURNS / 32);
}

const char *bench_root_name(void) {
    return "sqrt in a loop";
}

#endif

double bench_root_rate(double seconds) {
    double start = bench_now(), used;
    size_t done = 0;
    do {
        done += roots();
        used = bench_now() - start;
    } while (used < seconds);
    return (double)done / used;
}

static void triad(size_t n, double *restrict a, const double *restrict b, const double *restrict c,
                  double s) {
    for (size_t i = 0; i < n; i++)
        a[i] = b[i] + s * c[i];
}

double bench_triad_rate(double seconds) {
    size_t n = bench_l2_bytes() / 2 / (3 * sizeof(double)) / 512 * 512 + 136;
    double *a = (double *)calloc(3 * n, sizeof *a);
    if (a == NULL) return NAN;
    for (size_t i = 0; i < n; i++)
        a[n + i] = a[2 * n + i] = (double)i;
    double best = 0.0;
    for (int repeat = 0; repeat < 5; repeat++) {
        double start = bench_now(), used;
        size_t passes = 0;
        do {
            triad(n, a, a + n, a + 2 * n, 1.0 + 1e-9 * (double)passes++);
            __asm__ volatile("" : : "r"(a) : "memory");
            used = bench_now() - start;
        } while (used < seconds);
        double rate = (double)(passes * n * 3 * sizeof(double)) / used;
        if (rate > best) best = rate;
    }
    free(a);
    return best;
}
