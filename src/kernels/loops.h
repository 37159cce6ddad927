#ifndef DP_KERNEL_LOOPS_H
#define DP_KERNEL_LOOPS_H

#include <math.h>
#include <string.h>

#include "base/math.h"
#include "kernels/impact_nodes.h"
#include "kernels/impact_stages.h"
#include "kernels/kernel_loops.h"
#include "kernels/targets.h"

// From one inline function to a kernel. A file that defines
//
//     DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate)
//     DP_INLINE void update(const double *k, double *m, double delta, double rate)   [history only]
//
// closes with DP_KERNEL_LOOPS(name, entries, needs_begin) or DP_KERNEL_LOOPS_WITH_UPDATE of the
// same arguments: the scalar functions and, per instruction set, the loops around the very same
// lines. FP contraction is off and sqrt and division are correctly rounded, so every variant gives
// the same bits. needs_begin(k) is dp_begin_needed where the kernel has a `begin`, else
// dp_begin_unneeded; see dp_kernel.needs_begin. DP_LOOPS_OF and DP_COMMIT_LOOPS_OF take functions
// of other names (largest.h).

// The arrays do not overlap; gcc does not take that from restrict on local pointers. clang may
// compare as many pointers as there are before the loop. Its assume_safety would spare it that, but
// is taken for the copies of constants and history within an iteration as well, which mixes up
// lanes (clang 14; test_batch sees it).
#if defined(__clang__)
#define DP_INDEPENDENT _Pragma("clang loop vectorize(enable)")
#elif defined(__GNUC__)
#define DP_INDEPENDENT _Pragma("GCC ivdep")
#else
#define DP_INDEPENDENT
#endif

DP_INLINE bool dp_begin_needed(const double *k) {
    (void)k;
    return true;
}

DP_INLINE bool dp_begin_unneeded(const double *k) {
    (void)k;
    return false;
}

// history[0] of a touch that never began, as the law shall see it: NaN, so that what depends on the
// approach speed is NaN. Where the bodies are apart or at rest that speed does not count. Not part
// of `respond`: the loops over chains and impacts begin every touch and need no guard.
DP_INLINE double dp_guard_begin(bool needs_begin, double first, double delta, double rate) {
    int lacks = needs_begin & (first == 0.0) & !(delta <= 0.0) & (rate != 0.0);
    return lacks ? NAN : first;
}

// History of lane i as the array the kernel expects. Entries is a literal, so the unused loads
// vanish; so do those of constants that the kernel does not use.
#define DP_LANE_MEMORY(entries)                                                                    \
    double m[DP_HISTORY_MAX] = {(entries) > 0 ? m0[i] : 0.0, (entries) > 1 ? m1[i] : 0.0,          \
                                (entries) > 2 ? m2[i] : 0.0, (entries) > 3 ? m3[i] : 0.0}
#define DP_LANE_GUARDED(entries, needs_begin)                                                      \
    const double seen[DP_HISTORY_MAX] = {                                                          \
        (entries) > 0 ? dp_guard_begin(needs_begin(c), m[0], delta[i], rate[i]) : 0.0, m[1], m[2], \
        m[3]}
#define DP_LANE_WRITE(entries)                                                                     \
    if ((entries) > 0) m0[i] = m[0];                                                               \
    if ((entries) > 1) m1[i] = m[1];                                                               \
    if ((entries) > 2) m2[i] = m[2];                                                               \
    if ((entries) > 3) m3[i] = m[3]

#define DP_CONSTANTS_OF_shared                                                                     \
    double c[DP_CONSTANT_MAX];                                                                     \
    memcpy(c, k, sizeof c)
#define DP_CONSTANTS_OF_each                                                                       \
    const double *const *of = lanes->constants;                                                    \
    const double *restrict k0 = of[0], *restrict k1 = of[1], *restrict k2 = of[2];                 \
    const double *restrict k3 = of[3], *restrict k4 = of[4], *restrict k5 = of[5];                 \
    const double *restrict k6 = of[6], *restrict k7 = of[7], *restrict k8 = of[8];                 \
    const double *restrict k9 = of[9], *restrict k10 = of[10], *restrict k11 = of[11];             \
    const double *restrict k12 = of[12], *restrict k13 = of[13], *restrict k14 = of[14];           \
    const double *restrict k15 = of[15];                                                           \
    (void)k
#define DP_LANE_CONSTANTS_shared
#define DP_LANE_CONSTANTS_each                                                                     \
    const double c[DP_CONSTANT_MAX] = {k0[i],  k1[i],  k2[i],  k3[i], k4[i],  k5[i],               \
                                       k6[i],  k7[i],  k8[i],  k9[i], k10[i], k11[i],              \
                                       k12[i], k13[i], k14[i], k15[i]};

#define DP_LANE_INPUTS(where)                                                                      \
    const size_t count = lanes->count;                                                             \
    const double *restrict delta = lanes->delta, *restrict rate = lanes->rate;                     \
    double *restrict m0 = lanes->history[0], *restrict m1 = lanes->history[1];                     \
    double *restrict m2 = lanes->history[2], *restrict m3 = lanes->history[3];                     \
    DP_CONSTANTS_OF_##where;                                                                       \
    (void)m0, (void)m1, (void)m2, (void)m3, (void)floor

#define DP_LOOPS_FOR(isa, where, name, entries, needs_begin, answer)                               \
    DP_TARGET_##isa static void name##_forces_##where##_##isa(const double *k, double floor,       \
                                                              const dp_contact_arrays *lanes) {    \
        DP_LANE_INPUTS(where);                                                                     \
        double *restrict force = lanes->force;                                                     \
        DP_INDEPENDENT                                                                             \
        for (size_t i = 0; i < count; i++) {                                                       \
            DP_LANE_CONSTANTS_##where DP_LANE_MEMORY(entries);                                     \
            DP_LANE_GUARDED(entries, needs_begin);                                                 \
            dp_response r = answer(c, seen, delta[i], rate[i]);                                    \
            double f = r.spring + r.damper;                                                        \
            force[i] = f < floor ? floor : f;                                                      \
        }                                                                                          \
    }                                                                                              \
    DP_TARGET_##isa static void name##_responses_##where##_##isa(const double *k, double floor,    \
                                                                 const dp_contact_arrays *lanes) { \
        DP_LANE_INPUTS(where);                                                                     \
        double *restrict force = lanes->force, *restrict ddelta = lanes->dforce_ddelta;            \
        double *restrict drate = lanes->dforce_drate, *restrict stored = lanes->stored;            \
        DP_INDEPENDENT                                                                             \
        for (size_t i = 0; i < count; i++) {                                                       \
            DP_LANE_CONSTANTS_##where DP_LANE_MEMORY(entries);                                     \
            DP_LANE_GUARDED(entries, needs_begin);                                                 \
            dp_response r = answer(c, seen, delta[i], rate[i]);                                    \
            double f = r.spring + r.damper;                                                        \
            force[i] = f < floor ? floor : f;                                                      \
            ddelta[i] = f < floor ? 0.0 : r.dforce_ddelta;                                         \
            drate[i] = f < floor ? 0.0 : r.dforce_drate;                                           \
            stored[i] = r.stored;                                                                  \
        }                                                                                          \
    }

#define DP_COMMITS_FOR(isa, where, name, entries, needs_begin, answer, write)                      \
    DP_TARGET_##isa static void name##_commits_##where##_##isa(const double *k, double floor,      \
                                                               const dp_contact_arrays *lanes) {   \
        DP_LANE_INPUTS(where);                                                                     \
        DP_INDEPENDENT                                                                             \
        for (size_t i = 0; i < count; i++) {                                                       \
            DP_LANE_CONSTANTS_##where DP_LANE_MEMORY(entries);                                     \
            write(c, m, delta[i], rate[i]);                                                        \
            DP_LANE_WRITE(entries);                                                                \
        }                                                                                          \
    }                                                                                              \
    DP_TARGET_##isa __attribute__((unused)) static void name##_advance_##where##_##isa(            \
        const double *k, double floor, const dp_contact_arrays *lanes) {                           \
        DP_LANE_INPUTS(where);                                                                     \
        double *restrict force = lanes->force;                                                     \
        DP_INDEPENDENT                                                                             \
        for (size_t i = 0; i < count; i++) {                                                       \
            DP_LANE_CONSTANTS_##where DP_LANE_MEMORY(entries);                                     \
            DP_LANE_GUARDED(entries, needs_begin);                                                 \
            dp_response r = answer(c, seen, delta[i], rate[i]);                                    \
            double f = r.spring + r.damper;                                                        \
            force[i] = f < floor ? floor : f;                                                      \
            write(c, m, delta[i], rate[i]);                                                        \
            DP_LANE_WRITE(entries);                                                                \
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

#if DP_HAVE_X86
#define DP_EACH_ISA(make, ...)                                                                     \
    make(baseline, __VA_ARGS__) make(avx2, __VA_ARGS__) make(avx512, __VA_ARGS__)
#define DP_PER_ISA(function)                                                                       \
    { function##_baseline, function##_avx2, function##_avx512 }
// eight nodes are too few for the longest vectors
#define DP_EACH_NODE_ISA(make, ...) make(baseline, __VA_ARGS__) make(avx2, __VA_ARGS__)
#define DP_PER_NODE_ISA(function)                                                                  \
    { function##_baseline, function##_avx2 }
#else
#define DP_EACH_NODE_ISA(make, ...) make(baseline, __VA_ARGS__)
#define DP_PER_NODE_ISA(function)                                                                  \
    { function##_baseline }
#define DP_EACH_ISA(make, ...) make(baseline, __VA_ARGS__)
#define DP_PER_ISA(function)                                                                       \
    { function##_baseline }
#endif
#define DP_LANE_TABLE(function)                                                                    \
    { DP_PER_ISA(function##_shared), DP_PER_ISA(function##_each) }

#define DP_LOOPS_OF(name, entries, needs_begin, answer)                                            \
    DP_SCALARS_FOR(name, answer)                                                                   \
    DP_STAGES_OF(name, answer)                                                                     \
    DP_EACH_NODE_ISA(DP_NODES_FOR, name, answer)                                                   \
    DP_EACH_ISA(DP_LOOPS_FOR, shared, name, entries, needs_begin, answer)                          \
    DP_EACH_ISA(DP_LOOPS_FOR, each, name, entries, needs_begin, answer)
#define DP_COMMIT_LOOPS_OF(name, entries, needs_begin, answer, write)                              \
    DP_EACH_ISA(DP_COMMITS_FOR, shared, name, entries, needs_begin, answer, write)                 \
    DP_EACH_ISA(DP_COMMITS_FOR, each, name, entries, needs_begin, answer, write)

// The stiffnesses of a law that remembers its unloading curve as (deepest, dent, stiffness), from
// DP_INLINE double quick(k, m, delta), which is NaN where only dp_kernel.stiffness knows. A square
// root and no call: one variant serves every machine.
#define DP_STIFFNESS_LOOPS(name, quick)                                                            \
    static void name##_stiffnesses(const double *k, const dp_contact_arrays *lanes,                \
                                   double *restrict out) {                                         \
        const size_t count = lanes->count;                                                         \
        const double *restrict delta = lanes->delta;                                               \
        const double *restrict m0 = lanes->history[0], *restrict m1 = lanes->history[1];           \
        const double *restrict m2 = lanes->history[2];                                             \
        const double *const *of = lanes->constants;                                                \
        for (size_t i = 0; of == NULL && i < count; i++) {                                         \
            const double m[] = {m0[i], m1[i], m2[i]};                                              \
            out[i] = quick(k, m, delta[i]);                                                        \
        }                                                                                          \
        for (size_t i = 0; of != NULL && i < count; i++) {                                         \
            const double m[] = {m0[i], m1[i], m2[i]};                                              \
            double c[DP_CONSTANT_MAX];                                                             \
            for (int j = 0; j < DP_CONSTANT_MAX; j++)                                              \
                c[j] = of[j][i];                                                                   \
            out[i] = quick(c, m, delta[i]);                                                        \
        }                                                                                          \
    }

#define DP_KERNEL_LOOPS(name, entries, needs_begin) DP_LOOPS_OF(name, entries, needs_begin, respond)
#define DP_KERNEL_LOOPS_WITH_UPDATE(name, entries, needs_begin)                                    \
    DP_KERNEL_LOOPS(name, entries, needs_begin)                                                    \
    DP_SCALAR_UPDATE_FOR(name, update)                                                             \
    DP_COMMIT_LOOPS_OF(name, entries, needs_begin, respond, update)

// The fields of dp_kernel that the loops fill; DP_KERNEL_FUNCTIONS_AND takes further entries of its
// table of loops: DP_COMMITS_TABLE, DP_KERNEL_STRIKE_FUNCTIONS, DP_KERNEL_SWEEP_FUNCTIONS.
#define DP_SCALAR_FUNCTIONS(name)                                                                  \
    .respond = name##_respond, .parts = name##_parts, .force = name##_force
#define DP_FORCES_TABLE(name)                                                                      \
    .stages = name##_stages, .nodes = DP_PER_NODE_ISA(name##_nodes),                               \
    .lanes[DP_LANE_FORCES] = DP_LANE_TABLE(name##_forces),                                         \
    .lanes[DP_LANE_RESPONSES] = DP_LANE_TABLE(name##_responses)
#define DP_COMMITS_TABLE(name)                                                                     \
    DP_COMMITS_ALONE_TABLE(name), .lanes[DP_LANE_ADVANCE] = DP_LANE_TABLE(name##_advance)
// without the fused loop: two passes are faster where the commit does not vectorise
#define DP_COMMITS_ALONE_TABLE(name) .lanes[DP_LANE_COMMITS] = DP_LANE_TABLE(name##_commits)
#define DP_KERNEL_FUNCTIONS(name)                                                                  \
    DP_SCALAR_FUNCTIONS(name), .loops = &(const struct dp_kernel_loops) {                          \
        DP_FORCES_TABLE(name)                                                                      \
    }
#define DP_KERNEL_FUNCTIONS_AND(name, ...)                                                         \
    DP_SCALAR_FUNCTIONS(name), .loops = &(const struct dp_kernel_loops) {                          \
        DP_FORCES_TABLE(name), __VA_ARGS__                                                         \
    }

#endif
