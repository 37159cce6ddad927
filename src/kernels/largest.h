#ifndef DP_KERNEL_LARGEST_H
#define DP_KERNEL_LARGEST_H

#include "kernels/chain_loops.h"
#include "kernels/kernels.h"

// The second kernel of a law that looks at the approach speed: `approach: largest`. Its damper
// divides by the largest closing speed v since the touch. A rate above v counts as v, so the
// damper stays bounded where bodies touch before they move; only an accepted state raises v. In a
// free impact no rate exceeds the speed at the touch, and both kernels give the same force.
//
// A file that has closed its kernel `name` goes on with
//
//     DP_KERNEL_LARGEST(name, entries, needs_begin, speed_of, begin_at, write)
//
// where speed_of(k, m) is v, begin_at(k, m, v) writes the history of a touch at v, and write is
// `update` where the kernel has one, else dp_no_update. Kernels whose
// history[0] is the reciprocal approach speed take DP_KERNEL_LARGEST_RECIPROCAL(name) and keep v
// itself as history[1], so that no division is left in the force.

#define DP_KERNEL_LARGEST(name, entries, needs_begin, speed_of, begin_at, write)                   \
    DP_INLINE dp_response name##_answer(const double *k, const double *m, double delta,            \
                                        double rate) {                                             \
        double v = speed_of(k, m);                                                                 \
        dp_response r = respond(k, m, delta, rate > v ? v : rate);                                 \
        r.dforce_drate = rate > v ? 0.0 : r.dforce_drate;                                          \
        return r;                                                                                  \
    }                                                                                              \
    DP_INLINE void name##_keep(const double *k, double *m, double delta, double rate) {            \
        if (delta > 0.0 && rate > speed_of(k, m)) begin_at(k, m, rate);                            \
    }                                                                                              \
    static double name##_speed(const double *k, const double *m) {                                 \
        return speed_of(k, m);                                                                     \
    }                                                                                              \
    DP_INLINE void name##_commit(const double *k, double *m, double delta, double rate) {          \
        write(k, m, delta, rate);                                                                  \
        name##_keep(k, m, delta, rate);                                                            \
    }                                                                                              \
    DP_SCALAR_UPDATE_FOR(name##_raise, name##_keep)                                                \
    DP_LOOPS_OF(name##_largest, entries, needs_begin, name##_answer)                               \
    DP_COMMIT_LOOPS_OF(name##_largest, entries, needs_begin, name##_answer, name##_commit)

#define DP_KERNEL_LARGEST_SCALARS(name) .speed = name##_speed, .raise = name##_raise_update
#define DP_KERNEL_LARGEST_FUNCTIONS(name)                                                          \
    DP_KERNEL_LARGEST_SCALARS(name),                                                               \
        DP_KERNEL_FUNCTIONS_AND(name##_largest, DP_COMMITS_TABLE(name##_largest))
#define DP_KERNEL_LARGEST_FUNCTIONS_AND(name, ...)                                                 \
    DP_KERNEL_LARGEST_SCALARS(name),                                                               \
        DP_KERNEL_FUNCTIONS_AND(name##_largest, DP_COMMITS_TABLE(name##_largest), __VA_ARGS__)

DP_INLINE void dp_no_update(const double *k, double *m, double delta, double rate) {
    (void)k, (void)m, (void)delta, (void)rate;
}

DP_INLINE double dp_reciprocal_speed(const double *k, const double *m) {
    (void)k;
    return m[1];
}

DP_INLINE void dp_reciprocal_begin(const double *k, double *m, double v) {
    (void)k;
    m[0] = 1.0 / v;
    m[1] = v;
}

#define DP_KERNEL_LARGEST_RECIPROCAL(name)                                                         \
    DP_KERNEL_LARGEST(name, 2, dp_begin_needed, dp_reciprocal_speed, dp_reciprocal_begin,          \
                      dp_no_update)

#define DP_KERNEL_RECIPROCAL_MEMORY                                                                \
    .history_count = 1, .history = dp_history_reciprocal, .begin = dp_begin_reciprocal
#define DP_KERNEL_LARGEST_MEMORY                                                                   \
    .history_count = 2, .history = dp_history_reciprocal, .begin = dp_begin_reciprocal_largest

// Loops of a chain: see chain_loops.h.
#define DP_KERNEL_SWEEPS_LARGEST(name)                                                             \
    DP_KERNEL_SWEEPS_KEEP(name##_largest, 2, name##_answer, 1, name##_keep)

#endif
