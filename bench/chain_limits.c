// What the machine can do at all: square roots, and sweeps over two arrays.

#define _POSIX_C_SOURCE 200809L  // clock_gettime

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "bench_chain.h"
#include "roots.h"

// Idle threads of OpenMP spin for a while, so with one thread only its own time counts.
double bench_chain_clock(int threads) {
    struct timespec t;
    clock_gettime(threads > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_chain_root_rate(int isa, double seconds) {
    double start = bench_chain_clock(1), used;
    size_t done = 0;
    do {
        done += bench_roots((dp_isa)isa);
        used = bench_chain_clock(1) - start;
    } while (used < seconds);
    return (double)done / used;
}

// --- history

#define UPDATE(name, isa)                                                                          \
    BENCH_TARGET(isa)                                                                              \
    static void name(double *restrict u, double *restrict v, size_t n, double s) {                 \
        for (size_t i = 0; i < n; i++) {                                                           \
            double x = u[i] + s * v[i];                                                            \
            u[i] = x;                                                                              \
            v[i] -= 1e-3 * x;                                                                      \
        }                                                                                          \
    }
UPDATE(update_avx512, "avx512f")
UPDATE(update_avx2, "avx2")
UPDATE(update_baseline, "sse2")

static void update(double *u, double *v, size_t n, double s) {
    switch (dp_isa_best()) {
    case DP_ISA_AVX512:
        update_avx512(u, v, n, s);
        break;
    case DP_ISA_AVX2:
        update_avx2(u, v, n, s);
        break;
    default:
        update_baseline(u, v, n, s);
    }
}

// Each thread keeps to its share, as the sweeps do.
static double sweeps_time(double *u, double *v, size_t n, int threads, long sweeps) {
    double start = bench_chain_clock(threads);
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1)
#endif
    for (int t = 0; t < threads; t++) {
        size_t from = n * (size_t)t / (size_t)threads, to = n * (size_t)(t + 1) / (size_t)threads;
        for (long k = 0; k < sweeps; k++) {
            update(u + from, v + from, to - from, 1e-9 * (double)k);
            __asm__ volatile("" : : "r"(u), "r"(v) : "memory");
        }
    }
    return bench_chain_clock(threads) - start;
}

double bench_chain_roof(size_t beads, int threads, double seconds) {
    double *u = (double *)malloc((2 * beads + 64) * sizeof *u);
    if (u == NULL) return NAN;
    double *v = u + beads + 40;  // not at the same place of a page
    for (size_t i = 0; i < beads; i++)
        u[i] = v[i] = 1.0;
    sweeps_time(u, v, beads, threads, 1);
    long sweeps = 1;
    double used;
    while ((used = sweeps_time(u, v, beads, threads, sweeps)) < seconds)
        sweeps = used > 0.0 && seconds / used < 8.0
                     ? (long)(1.2 * seconds / used * (double)sweeps) + 1
                     : 8 * sweeps;
    free(u);
    return (double)beads * (double)sweeps / used;
}
