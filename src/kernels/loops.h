#ifndef DP_KERNEL_LOOPS_H
#define DP_KERNEL_LOOPS_H

#include <math.h>

#include "base/math.h"
#include "dashpot/kernel.h"

// From one inline function to a kernel. A file that defines
//
//     DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate)
//     DP_INLINE void update(const double *k, double *m, double delta, double rate)   [history only]
//
// closes with DP_KERNEL_LOOPS(name, entries) or DP_KERNEL_LOOPS_WITH_UPDATE(name, entries): the
// scalar functions and, per instruction set, the loops around the very same lines. FP contraction
// is off and sqrt and division are correctly rounded, so every variant gives the same bits.
// DP_KERNEL_LOOPS_OF and DP_UPDATE_LOOPS_OF take functions of other names (largest.h).

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

// The arrays do not overlap; compilers do not take that from restrict on local pointers.
#if defined(__clang__)
#define DP_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define DP_INDEPENDENT _Pragma("GCC ivdep")
#else
#define DP_INDEPENDENT
#endif

// History of lane i as the array the kernel expects. Entries is a literal, so the unused loads
// vanish.
#define DP_LANE_MEMORY(entries)                                                                    \
    const double m[DP_HISTORY_MAX] = {(entries) > 0 ? m0[i] : 0.0, (entries) > 1 ? m1[i] : 0.0,    \
                                      (entries) > 2 ? m2[i] : 0.0, (entries) > 3 ? m3[i] : 0.0}

#define DP_LANE_INPUTS                                                                             \
    const size_t count = lanes->count;                                                             \
    const double *restrict delta = lanes->delta, *restrict rate = lanes->rate;                     \
    double c[DP_CONSTANT_MAX];                                                                     \
    memcpy(c, k, sizeof c)

#define DP_LANE_HISTORY                                                                            \
    const double *restrict m0 = lanes->history[0], *restrict m1 = lanes->history[1];               \
    const double *restrict m2 = lanes->history[2], *restrict m3 = lanes->history[3];               \
    (void)m0, (void)m1, (void)m2, (void)m3

#define DP_LOOPS_FOR(name, isa, entries, answer)                                                   \
    DP_TARGET_##isa static void name##_forces_##isa(const double *k, double floor,                 \
                                                    const dp_contact_arrays *lanes) {              \
        DP_LANE_INPUTS;                                                                            \
        DP_LANE_HISTORY;                                                                           \
        double *restrict force = lanes->force;                                                     \
        DP_INDEPENDENT                                                                             \
        for (size_t i = 0; i < count; i++) {                                                       \
            DP_LANE_MEMORY(entries);                                                               \
            dp_response r = answer(c, m, delta[i], rate[i]);                                       \
            double f = r.spring + r.damper;                                                        \
            force[i] = f < floor ? floor : f;                                                      \
        }                                                                                          \
    }                                                                                              \
    DP_TARGET_##isa static void name##_responses_##isa(const double *k, double floor,              \
                                                       const dp_contact_arrays *lanes) {           \
        DP_LANE_INPUTS;                                                                            \
        DP_LANE_HISTORY;                                                                           \
        double *restrict force = lanes->force, *restrict ddelta = lanes->dforce_ddelta;            \
        double *restrict drate = lanes->dforce_drate, *restrict stored = lanes->stored;            \
        DP_INDEPENDENT                                                                             \
        for (size_t i = 0; i < count; i++) {                                                       \
            DP_LANE_MEMORY(entries);                                                               \
            dp_response r = answer(c, m, delta[i], rate[i]);                                       \
            double f = r.spring + r.damper;                                                        \
            force[i] = f < floor ? floor : f;                                                      \
            ddelta[i] = f < floor ? 0.0 : r.dforce_ddelta;                                         \
            drate[i] = f < floor ? 0.0 : r.dforce_drate;                                           \
            stored[i] = r.stored;                                                                  \
        }                                                                                          \
    }

#define DP_UPDATES_FOR(name, isa, entries, write)                                                  \
    DP_TARGET_##isa static void name##_updates_##isa(const double *k,                              \
                                                     const dp_contact_arrays *lanes) {             \
        DP_LANE_INPUTS;                                                                            \
        double *restrict m0 = lanes->history[0], *restrict m1 = lanes->history[1];                 \
        double *restrict m2 = lanes->history[2], *restrict m3 = lanes->history[3];                 \
        (void)m0, (void)m1, (void)m2, (void)m3;                                                    \
        DP_INDEPENDENT                                                                             \
        for (size_t i = 0; i < count; i++) {                                                       \
            double m[DP_HISTORY_MAX] = {(entries) > 0 ? m0[i] : 0.0, (entries) > 1 ? m1[i] : 0.0,  \
                                        (entries) > 2 ? m2[i] : 0.0, (entries) > 3 ? m3[i] : 0.0}; \
            write(c, m, delta[i], rate[i]);                                                        \
            if ((entries) > 0) m0[i] = m[0];                                                       \
            if ((entries) > 1) m1[i] = m[1];                                                       \
            if ((entries) > 2) m2[i] = m[2];                                                       \
            if ((entries) > 3) m3[i] = m[3];                                                       \
        }                                                                                          \
    }

#define DP_SCALARS_FOR(name, answer)                                                               \
    static dp_response name##_respond(const double *k, const double *m, double delta,              \
                                      double rate) {                                               \
        return answer(k, m, delta, rate);                                                          \
    }                                                                                              \
    static dp_response name##_parts(const double *k, const double *m, double delta, double rate) { \
        dp_response r = answer(k, m, delta, rate);                                                 \
        return (dp_response){.spring = r.spring, .damper = r.damper, .plastic = r.plastic};        \
    }                                                                                              \
    static double name##_force(const double *k, const double *m, double delta, double rate) {      \
        dp_response r = answer(k, m, delta, rate);                                                 \
        return r.spring + r.damper;                                                                \
    }

#define DP_SCALAR_UPDATE_FOR(name, write)                                                          \
    static void name##_update(const double *k, double *m, double delta, double rate) {             \
        write(k, m, delta, rate);                                                                  \
    }

// The fields of dp_kernel that the loops fill.
#if DP_HAVE_X86
#define DP_KERNEL_LOOPS_OF(name, entries, answer)                                                  \
    DP_SCALARS_FOR(name, answer)                                                                   \
    DP_LOOPS_FOR(name, baseline, entries, answer)                                                  \
    DP_LOOPS_FOR(name, avx2, entries, answer)                                                      \
    DP_LOOPS_FOR(name, avx512, entries, answer)
#define DP_UPDATE_LOOPS_OF(name, entries, write)                                                   \
    DP_SCALAR_UPDATE_FOR(name, write)                                                              \
    DP_UPDATES_FOR(name, baseline, entries, write)                                                 \
    DP_UPDATES_FOR(name, avx2, entries, write)                                                     \
    DP_UPDATES_FOR(name, avx512, entries, write)
#define DP_PER_ISA(function)                                                                       \
    { function##_baseline, function##_avx2, function##_avx512 }
#else
#define DP_KERNEL_LOOPS_OF(name, entries, answer)                                                  \
    DP_SCALARS_FOR(name, answer)                                                                   \
    DP_LOOPS_FOR(name, baseline, entries, answer)
#define DP_UPDATE_LOOPS_OF(name, entries, write)                                                   \
    DP_SCALAR_UPDATE_FOR(name, write)                                                              \
    DP_UPDATES_FOR(name, baseline, entries, write)
#define DP_PER_ISA(function)                                                                       \
    { function##_baseline }
#endif

#define DP_KERNEL_LOOPS(name, entries) DP_KERNEL_LOOPS_OF(name, entries, respond)
#define DP_KERNEL_LOOPS_WITH_UPDATE(name, entries)                                                 \
    DP_KERNEL_LOOPS(name, entries)                                                                 \
    DP_UPDATE_LOOPS_OF(name, entries, update)
#define DP_KERNEL_FUNCTIONS(name)                                                                  \
    .respond = name##_respond, .parts = name##_parts, .force = name##_force,                       \
    .forces = DP_PER_ISA(name##_forces), .responses = DP_PER_ISA(name##_responses)
#define DP_KERNEL_UPDATES(name) .update = name##_update, .updates = DP_PER_ISA(name##_updates)

#endif
