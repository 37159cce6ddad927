// The calibration beside every case: square roots, and a sweep over arrays in the cache.

#include <math.h>
#include <stdlib.h>

#include "bench.h"
#include "roots.h"

// what the processor has, whatever the library makes of it
static dp_isa widest(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx512f")) return DP_ISA_AVX512;
    if (__builtin_cpu_supports("avx2")) return DP_ISA_AVX2;
#endif
    return DP_ISA_BASELINE;
}

const char *bench_root_name(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    static const char *const names[] = {
        [DP_ISA_BASELINE] = "sqrtpd xmm",
        [DP_ISA_AVX2] = "vsqrtpd ymm",
        [DP_ISA_AVX512] = "vsqrtpd zmm",
    };
    return names[widest()];
#else
    return "sqrt in a loop";
#endif
}

double bench_root_rate(double seconds) {
    dp_isa isa = widest();
    double start = bench_now(), used;
    size_t done = 0;
    do {
        done += bench_roots(isa);
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
