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
// DP_PASS takes contacts and bodies from..to-1; DP_PASS_BEGIN begins, DP_PASS_FROM goes on at the
// left of a contact, DP_PASS_NEWS says whether a maximum beyond those of `s` was met, DP_PASS_END
// ends.

#if defined(__clang__)

#define DP_ONE_PASS _Pragma("clang loop vectorize(assume_safety) interleave_count(1)")
#define DP_PASS_BEGIN(isa) double left = force[0]
#define DP_PASS(isa, from, to, answer, entries, is_static, is_full)                                \
    DP_ONE_PASS                                                                                    \
    for (size_t i = from; i < to; i++) {                                                           \
        DP_LEVEL_CONTACT(i, answer, entries, is_static, is_full, 1)                                \
        double right = force[i + 1];                                                               \
        DP_LEVEL_MOVE_BY(i, left - right, is_static, is_full)                                      \
        left = right;                                                                              \
    }

#else

// without unroll 1 the loop is gone before it can be vectorised
#define DP_ONE_VECTOR _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
typedef double dp_wide_avx512 __attribute__((vector_size(64)));
typedef int64_t dp_order_avx512 __attribute__((vector_size(64)));
typedef long long dp_flags_avx512 __attribute__((vector_size(64)));

#if DP_HAVE_X86
enum { DP_BELOW = 1, DP_NOT_UP_TO = 6, DP_FROM = 13, DP_ABOVE = 14 };  // as instructions count

// Which of these indentations are beyond their limit, or no number? Do some reach another limit,
// or the rates of some exceed one? Is an indentation owed and has turned back?
DP_TARGET_avx512 static inline unsigned char dp_wide_beyond_avx512(const double *delta,
                                                                   const double *limit) {
    dp_wide_avx512 x, y;
    memcpy(&x, delta, sizeof x);
    memcpy(&y, limit, sizeof y);
    return __builtin_ia32_cmppd512_mask(x, y, DP_NOT_UP_TO, 255, 4);
}

DP_TARGET_avx512 static inline int dp_wide_reach_avx512(unsigned char some, const double *delta,
                                                        const double *limit) {
    dp_wide_avx512 x, y;
    memcpy(&x, delta, sizeof x);
    memcpy(&y, limit, sizeof y);
    return __builtin_ia32_cmppd512_mask(x, y, DP_FROM, some, 4) != 0;
}

DP_TARGET_avx512 static inline int dp_wide_exceed_avx512(unsigned char some, const double *rate,
                                                         const double *limit) {
    dp_wide_avx512 x, y;
    memcpy(&x, rate, sizeof x);
    memcpy(&y, limit, sizeof y);
    return __builtin_ia32_cmppd512_mask(x, y, DP_ABOVE, some, 4) != 0;
}

DP_TARGET_avx512 static inline int dp_wide_turned_avx512(const double *delta,
                                                         const double *deepest) {
    dp_flags_avx512 signs;
    dp_wide_avx512 x, y;
    memcpy(&signs, deepest, sizeof signs);
    const unsigned char owed = __builtin_ia32_cvtq2mask512(signs);
    if (owed == 0) return 0;
    memcpy(&x, delta, sizeof x);
    memcpy(&y, deepest, sizeof y);
    return __builtin_ia32_cmppd512_mask(x, -y, DP_BELOW, owed, 4) != 0;
}

// Has a touch begun or ended?
DP_TARGET_avx512 static inline int dp_wide_news_avx512(const double *delta,
                                                       const double *touching) {
    dp_wide_avx512 x, y, zero = {0.0};
    memcpy(&x, delta, sizeof x);
    memcpy(&y, touching, sizeof y);
    return __builtin_ia32_cmppd512_mask(x, zero, DP_ABOVE, 255, 4) !=
           __builtin_ia32_cmppd512_mask(y, zero, DP_ABOVE, 255, 4);
}

// x > top ? x : top
DP_TARGET_avx512 static inline dp_wide_avx512 dp_wide_top_avx512(dp_wide_avx512 x,
                                                                 dp_wide_avx512 top) {
    return __builtin_ia32_maxpd512_mask(x, top, top, 255, 4);
}

DP_TARGET_avx512 static inline int dp_wide_above_avx512(dp_wide_avx512 x, double top) {
    const dp_wide_avx512 all = {top, top, top, top, top, top, top, top};
    return __builtin_ia32_cmppd512_mask(x, all, DP_ABOVE, 255, 4) != 0;
}
#endif

#define DP_SHIFTED_avx512                                                                          \
    { 7, 8, 9, 10, 11, 12, 13, 14 }

#define DP_PASS_BEGIN(isa)                                                                         \
    enum { WIDTH = sizeof(dp_wide_##isa) / sizeof(double) };                                       \
    dp_wide_##isa tops_f = {0.0}, tops_d = {0.0}, last = {0.0};                                    \
    last[WIDTH - 1] = force[0]
#define DP_PASS_FROM(index) last[WIDTH - 1] = force[index]
#define DP_PASS_NEWS(isa)                                                                          \
    (dp_wide_above_##isa(tops_f, s->top_force) | dp_wide_above_##isa(tops_d, s->top_delta))
#define DP_PASS_END(isa)                                                                           \
    for (int j = 0; j < WIDTH; j++) {                                                              \
        int64_t fb = dp_chain_level_bits(tops_f[j]), db = dp_chain_level_bits(tops_d[j]);          \
        top_force = fb > top_force ? fb : top_force;                                               \
        top_delta = db > top_delta ? db : top_delta;                                               \
    }

// Contacts at..at+WIDTH-1 hold depth[] and push with pushes[], or all of them are apart; then the
// bodies to their left move.
#define DP_PASS_TAKE(isa)                                                                          \
    {                                                                                              \
        dp_wide_##isa met;                                                                         \
        memcpy(&now, pushes, sizeof now);                                                          \
        memcpy(&met, depth, sizeof met);                                                           \
        tops_f = dp_wide_top_##isa(now, tops_f);                                                   \
        tops_d = dp_wide_top_##isa(met, tops_d);                                                   \
    }
#define DP_PASS_NONE(isa) memcpy(&force[at + 1], &now, sizeof now)
#define DP_PASS_MOVE(isa, is_static, is_full)                                                      \
    {                                                                                              \
        double push[WIDTH];                                                                        \
        dp_wide_##isa sum = __builtin_shuffle(last, now, (dp_order_##isa)DP_SHIFTED_##isa) - now;  \
        memcpy(push, &sum, sizeof push);                                                           \
        last = now;                                                                                \
        DP_ONE_VECTOR                                                                              \
        for (size_t j = 0; j < WIDTH; j++)                                                         \
            DP_LEVEL_MOVE_BY(at + j, push[j], is_static, is_full)                                  \
    }
#define DP_PASS(isa, from, to, answer, entries, is_static, is_full)                                \
    size_t at = from;                                                                              \
    for (; at + WIDTH <= to; at += WIDTH) {                                                        \
        double depth[WIDTH], pushes[WIDTH];                                                        \
        const double apart[WIDTH] = {0.0};                                                         \
        dp_wide_##isa now = {0.0};                                                                 \
        DP_ONE_VECTOR                                                                              \
        for (size_t j = 0; j < WIDTH; j++)                                                         \
            depth[j] = DP_LEVEL_DELTA(at + j, is_full);                                            \
        if (dp_wide_beyond_##isa(depth, apart) != 0) {                                             \
            DP_ONE_VECTOR                                                                          \
            for (size_t j = 0; j < WIDTH; j++) {                                                   \
                DP_LEVEL_PUSH(at + j, depth[j], answer, entries, is_static, 1)                     \
                pushes[j] = held_;                                                                 \
            }                                                                                      \
            DP_PASS_TAKE(isa)                                                                      \
        } else {                                                                                   \
            DP_PASS_NONE(isa);                                                                     \
        }                                                                                          \
        DP_PASS_MOVE(isa, is_static, is_full)                                                      \
    }                                                                                              \
    for (; at < to; at++) {                                                                        \
        DP_LEVEL_CONTACT(at, answer, entries, is_static, is_full, 1)                               \
        DP_LEVEL_MOVE(at, is_static, is_full)                                                      \
    }

#endif

#endif
