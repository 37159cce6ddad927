#ifndef DP_KERNEL_CHAIN_PASS_H
#define DP_KERNEL_CHAIN_PASS_H

#include <stdint.h>
#include <string.h>

#include "kernels/chain_level.h"
#include "kernels/loops.h"

// One time level of a chain in one pass: the force from the left stays in a register. For the loops
// of chain_loops.h, whose macros do the work on one contact and one body.
//
// What was just stored in two vectors is slow to load as one: it must reach the cache first. A lag
// hides this but for its head and tail, and a short chain is all head and tail. Here the vector of
// forces is shifted by one lane against that before it, and memory is not asked. clang vectorises
// the recurrence as it stands; gcc 12 does not, and gets the shift spelled out between two loops of
// exactly one vector. A solitary wave covers five beads; before it they are at rest, behind it they
// fly apart. So a vector whose contacts are all apart is passed over: a branch that is foretold
// well, and no square root. Measured (AVX-512, hertz, 10^4 beads): one pulse is 1.8 times as fast
// as with a lag, bodies that all touch as fast.
//
// DP_PASS_EACH takes vectors of contacts and bodies from 0 on and leaves `at` behind the last whole
// one. DP_PASS_BEGIN begins, DP_PASS_AGAIN goes on with the next level, DP_PASS_NEWS says whether a
// maximum beyond those of `s` was met, DP_PASS_END ends.

#if defined(__clang__)

#define DP_ONE_PASS _Pragma("clang loop vectorize(assume_safety) interleave_count(1)")
#define DP_ONE_PASS_OF(answer, is_static, is_full)                                                 \
    double left = force[0];                                                                        \
    DP_ONE_PASS                                                                                    \
    for (size_t i = 0; i < n; i++) {                                                               \
        DP_LEVEL_CONTACT(i, answer, 0, is_static, is_full, 1)                                      \
        double right = force[i + 1];                                                               \
        DP_LEVEL_MOVE_BY(i, left - right, is_static, is_full)                                      \
        left = right;                                                                              \
    }

#else

// without unroll 1 the loop is gone before it can be vectorised
#define DP_ONE_VECTOR _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
typedef double dp_wide_avx512 __attribute__((vector_size(64)));
typedef int64_t dp_order_avx512 __attribute__((vector_size(64)));
typedef double dp_wide_avx2 __attribute__((vector_size(32)));
typedef int64_t dp_order_avx2 __attribute__((vector_size(32)));
#define DP_SHIFTED_avx512                                                                          \
    { 7, 8, 9, 10, 11, 12, 13, 14 }
#define DP_SHIFTED_avx2                                                                            \
    { 3, 4, 5, 6 }

// One bit for each number of a vector: signs, and comparisons.
#if DP_HAVE_X86
#define DP_SIGNS_avx512(x) __builtin_ia32_cvtq2mask512((dp_flags_avx512)(x))
#define DP_WHERE_avx512(x, is, y) __builtin_ia32_cmppd512_mask(x, y, DP_##is##_avx512, 255, 4)
#define DP_LARGER_avx512(x, top) __builtin_ia32_maxpd512_mask(x, top, top, 255, 4)
typedef long long dp_flags_avx512 __attribute__((vector_size(64)));
enum { DP_BELOW_avx512 = 1, DP_NOT_UP_TO_avx512 = 6, DP_FROM_avx512 = 13, DP_ABOVE_avx512 = 14 };

#define DP_SIGNS_avx2(x) __builtin_ia32_movmskpd256(x)
#define DP_WHERE_avx2(x, is, y) DP_SIGNS_avx2((dp_wide_avx2)DP_##is##_avx2(x, y))
#define DP_LARGER_avx2(x, top) __builtin_ia32_maxpd256(x, top)
#define DP_BELOW_avx2(x, y) ((x) < (y))
#define DP_NOT_UP_TO_avx2(x, y) (~((x) <= (y)))
#define DP_FROM_avx2(x, y) ((x) >= (y))
#define DP_ABOVE_avx2(x, y) ((x) > (y))

// Which of these indentations are beyond their limit, or no number? Do some reach another limit,
// or the rates of some exceed one? Is an indentation owed and has turned back? Has a touch begun or
// ended? What is larger (x > top ? x : top), and is anything larger?
#define DP_WIDE_FUNCTIONS(isa)                                                                     \
    DP_TARGET_##isa static inline dp_wide_##isa dp_wide_load_##isa(const double *from) {           \
        dp_wide_##isa x;                                                                           \
        memcpy(&x, from, sizeof x);                                                                \
        return x;                                                                                  \
    }                                                                                              \
    DP_TARGET_##isa static inline int dp_wide_beyond_##isa(const double *delta,                    \
                                                           const double *limit) {                  \
        return DP_WHERE_##isa(dp_wide_load_##isa(delta), NOT_UP_TO, dp_wide_load_##isa(limit));    \
    }                                                                                              \
    DP_TARGET_##isa static inline int dp_wide_reach_##isa(int some, const double *delta,           \
                                                          const double *limit) {                   \
        return some & DP_WHERE_##isa(dp_wide_load_##isa(delta), FROM, dp_wide_load_##isa(limit));  \
    }                                                                                              \
    DP_TARGET_##isa static inline int dp_wide_exceed_##isa(int some, const double *rate,           \
                                                           const double *limit) {                  \
        return some & DP_WHERE_##isa(dp_wide_load_##isa(rate), ABOVE, dp_wide_load_##isa(limit));  \
    }                                                                                              \
    DP_TARGET_##isa static inline int dp_wide_turned_##isa(const double *delta,                    \
                                                           const double *deepest) {                \
        const dp_wide_##isa y = dp_wide_load_##isa(deepest);                                       \
        const int owed = DP_SIGNS_##isa(y);                                                        \
        if (owed == 0) return 0;                                                                   \
        return owed & DP_WHERE_##isa(dp_wide_load_##isa(delta), BELOW, -y);                        \
    }                                                                                              \
    DP_TARGET_##isa static inline int dp_wide_news_##isa(const double *delta,                      \
                                                         const double *touching) {                 \
        const dp_wide_##isa zero = {0.0};                                                          \
        return DP_WHERE_##isa(dp_wide_load_##isa(delta), ABOVE, zero) !=                           \
               DP_WHERE_##isa(dp_wide_load_##isa(touching), ABOVE, zero);                          \
    }                                                                                              \
    DP_TARGET_##isa static inline dp_wide_##isa dp_wide_larger_##isa(dp_wide_##isa x,              \
                                                                     dp_wide_##isa top) {          \
        return DP_LARGER_##isa(x, top);                                                            \
    }                                                                                              \
    DP_TARGET_##isa static inline int dp_wide_above_##isa(dp_wide_##isa x, double top) {           \
        return DP_WHERE_##isa(x, ABOVE, top - (dp_wide_##isa){0.0}) != 0;                          \
    }
DP_WIDE_FUNCTIONS(avx512)
DP_WIDE_FUNCTIONS(avx2)
#endif

#define DP_PASS_BEGIN(isa)                                                                         \
    enum { WIDTH = sizeof(dp_wide_##isa) / sizeof(double) };                                       \
    dp_wide_##isa tops_f = {0.0}, tops_d = {0.0}, last = {0.0};                                    \
    last[WIDTH - 1] = force[0]
#define DP_PASS_AGAIN last[WIDTH - 1] = force[0]
#define DP_PASS_NEWS(isa)                                                                          \
    (dp_wide_above_##isa(tops_f, s->top_force) | dp_wide_above_##isa(tops_d, s->top_delta))
#define DP_PASS_END(isa)                                                                           \
    for (int j = 0; j < WIDTH; j++) {                                                              \
        int64_t fb = dp_chain_level_bits(tops_f[j]), db = dp_chain_level_bits(tops_d[j]);          \
        top_force = fb > top_force ? fb : top_force;                                               \
        top_delta = db > top_delta ? db : top_delta;                                               \
    }

// Contacts at..at+WIDTH-1 hold depth[] and push with pushes[], or all of them are apart.
#define DP_PASS_TAKE(isa)                                                                          \
    {                                                                                              \
        dp_wide_##isa met;                                                                         \
        memcpy(&now, pushes, sizeof now);                                                          \
        memcpy(&met, depth, sizeof met);                                                           \
        tops_f = dp_wide_larger_##isa(now, tops_f);                                                \
        tops_d = dp_wide_larger_##isa(met, tops_d);                                                \
    }
#define DP_PASS_NONE(isa) memcpy(&force[at + 1], &now, sizeof now)

// The bodies from `lo` on move, between the forces of their vector of contacts and the one before.
#define DP_PASS_MOVE(isa, lo, before, forces, is_static, is_full)                                  \
    {                                                                                              \
        double push[WIDTH];                                                                        \
        dp_wide_##isa sum =                                                                        \
            __builtin_shuffle(before, forces, (dp_order_##isa)DP_SHIFTED_##isa) - (forces);        \
        memcpy(push, &sum, sizeof push);                                                           \
        DP_ONE_VECTOR                                                                              \
        for (size_t j = 0; j < WIDTH; j++)                                                         \
            DP_LEVEL_MOVE_BY((lo) + j, push[j], is_static, is_full)                                \
    }

// What follows `is_full` does the contacts of one vector and leaves their forces in `now`.
#define DP_PASS_EACH(isa, is_static, is_full, ...)                                                 \
    size_t at = 0;                                                                                 \
    for (; at + WIDTH <= n; at += WIDTH) {                                                         \
        dp_wide_##isa now = {0.0};                                                                 \
        __VA_ARGS__                                                                                \
        DP_PASS_MOVE(isa, at, last, now, is_static, is_full)                                       \
        last = now;                                                                                \
    }

// The same, and bodies follow by one vector: what waits for a square root must not fill the queues
// of the processor. Contacts with more to do than that fill them anyway.
#define DP_PASS_EACH_BEFORE(isa, is_static, is_full, ...)                                          \
    size_t at = 0;                                                                                 \
    dp_wide_##isa older = last;                                                                    \
    for (; at + WIDTH <= n; at += WIDTH) {                                                         \
        dp_wide_##isa now = {0.0};                                                                 \
        __VA_ARGS__                                                                                \
        if (at > 0) DP_PASS_MOVE(isa, at - WIDTH, older, last, is_static, is_full)                 \
        older = last;                                                                              \
        last = now;                                                                                \
    }                                                                                              \
    if (at > 0) DP_PASS_MOVE(isa, at - WIDTH, older, last, is_static, is_full)

// Without history.
#define DP_PASS_CONTACTS(isa, answer, is_static, is_full)                                          \
    double depth[WIDTH], pushes[WIDTH];                                                            \
    const double apart[WIDTH] = {0.0};                                                             \
    DP_ONE_VECTOR                                                                                  \
    for (size_t j = 0; j < WIDTH; j++)                                                             \
        depth[j] = DP_LEVEL_DELTA(at + j, is_full);                                                \
    if (dp_wide_beyond_##isa(depth, apart) != 0) {                                                 \
        DP_ONE_VECTOR                                                                              \
        for (size_t j = 0; j < WIDTH; j++) {                                                       \
            DP_LEVEL_PUSH(at + j, depth[j], answer, 0, is_static, 1)                               \
            pushes[j] = held_;                                                                     \
        }                                                                                          \
        DP_PASS_TAKE(isa)                                                                          \
    } else {                                                                                       \
        DP_PASS_NONE(isa);                                                                         \
    }

#endif

#endif
