// One case against the calibration loop, in turns, so that load on the machine hits both. CPU time,
// and the best of several repeats: what disturbs only ever adds.

#define _POSIX_C_SOURCE 200809L  // clock_gettime

#include <math.h>
#include <time.h>

#include "bench.h"

double bench_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// A case that restores is timed pass by pass, so its passes must be long against the clock's call.
static double passes_time(const bench_case *of, bench_work *work, long passes) {
    if (of->restore == NULL) {
        double start = bench_now();
        for (long i = 0; i < passes; i++)
            of->run(work);
        return bench_now() - start;
    }
    double used = 0.0;
    for (long i = 0; i < passes; i++) {
        of->restore(work);
        double start = bench_now();
        of->run(work);
        used += bench_now() - start;
    }
    return used;
}

// Passes that take at least this long; warms the caches on the way.
static long enough_passes(const bench_case *of, bench_work *work, double seconds) {
    long passes = 1;
    for (;;) {
        double used = passes_time(of, work, passes);
        if (used >= seconds) return passes;
        double wanted = used > 0.0 ? 1.1 * seconds / used * (double)passes : 1e9;
        passes = wanted < 10.0 * (double)passes ? (long)wanted + 1 : 10 * passes;
    }
}

bench_figure bench_measure(const bench_case *of, bench_work *work, const bench_effort *effort) {
    long passes = enough_passes(of, work, effort->seconds);
    double best = INFINITY, worst = 0.0, roots = 0.0;
    for (int i = 0; i < effort->repeats; i++) {
        double rate = bench_root_rate(effort->calibration_seconds);
        double used = passes_time(of, work, passes);
        if (rate > roots) roots = rate;
        if (used < best) best = used;
        if (used > worst) worst = used;
    }
    double item = best / ((double)passes * (double)work->count);
    return (bench_figure){
        .ns = 1e9 * item,
        .roots = roots,
        .ratio = 1.0 / (item * roots),
        .spread = worst / best,
    };
}
