#ifndef DP_KERNEL_SWEEPS_H
#define DP_KERNEL_SWEEPS_H

#include <stdint.h>
#include <string.h>

#include "kernels/chain_level.h"
#include "kernels/loops.h"

// Loops that carry a chain over one time level (sweep.h), around the same inline functions as all
// other loops. A file closes with one of
//
//     DP_KERNEL_SWEEPS(name, is_static)           no history: bodies follow the contacts at a
//                                                 distance of DP_LEVEL_LAG in one loop, so that
//                                                 square roots and memory traffic overlap
//     DP_KERNEL_SWEEPS_TOUCH(name, entries)       history written at a touch only
//     DP_KERNEL_SWEEPS_LARGEST(name)              the largest closing speed is kept, too
//     DP_KERNEL_SWEEPS_RARE(name, entries, is_static)
//         history written while loading, or a costly branch: the file also defines
//             DP_INLINE int is_rare(const double *k, const double *m, double delta)
//             DP_INLINE dp_response respond_common(k, m, delta, rate)   for all states not rare
//             DP_INLINE void update(...)                                if there is history
//         respond and update run only in chunks that hold a rare contact
//
// Measured (AVX-512, hertz): a lag of 32 reaches 83 % of the throughput of the square root, two
// separate loops 60 %.

enum { DP_LEVEL_LAG = 32, DP_LEVEL_SHORT = 512, DP_LEVEL_CHUNK = 64, DP_LEVEL_FEW = 8 };

// Positive doubles are ordered like the integers of the same bits, and the maximum of integers may
// be taken in any order: so the loops vectorise and the result does not depend on how.
DP_INLINE int64_t dp_chain_level_bits(double x) {
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

DP_INLINE double dp_chain_level_top(double before, int64_t bits) {
    double top;
    memcpy(&top, &bits, sizeof top);
    return top > before ? top : before;
}

// Is there a maximum beyond those met before?
DP_INLINE int dp_chain_level_news(const double *force, const double *delta, size_t count,
                                  const dp_chain_level *s) {
    int64_t news = 0;
    for (size_t j = 0; j < count; j++)
        news |= (force[j] > s->top_force) | (delta[j] > s->top_delta);
    return news != 0;
}

#define DP_LEVEL_INPUTS(entries)                                                                   \
    const size_t n = s->count;                                                                     \
    double *u = s->u, *v = s->v, *w = s->w;                                                        \
    const double *gap = s->gap, *kicks = s->kick;                                                  \
    const double kick_all = s->kick_all, drift = s->drift, pull = s->pull, weight = s->weight;     \
    double *m0 = s->history[0], *m1 = s->history[1];                                               \
    double *m2 = s->history[2], *m3 = s->history[3];                                               \
    double *loss = s->loss, *force = s->force;                                                     \
    const double *touching = s->touching;                                                          \
    double *fastest = s->fastest;                                                                  \
    int64_t top_force = 0, top_delta = 0;                                                          \
    double c[DP_CONSTANT_MAX];                                                                     \
    memcpy(c, k, sizeof c);                                                                        \
    (void)w, (void)gap, (void)kicks, (void)kick_all, (void)weight, (void)loss, (void)touching;     \
    (void)m0, (void)m1, (void)m2, (void)m3, (void)fastest

#define DP_LEVEL_DELTA(i, is_full) (u[i] - u[(i) + 1] - ((is_full) ? gap[i] : 0.0))
#define DP_LEVEL_RATE(i, is_static) ((is_static) ? 0.0 : w[i] - w[(i) + 1])

// Contact i: its indentation delta_ and force held_, and its loss where it counts. answer: respond
// or respond_common.
#define DP_LEVEL_PUSH(i, answer, entries, is_static, is_full, counts)                              \
    double delta_ = DP_LEVEL_DELTA(i, is_full), rate_ = DP_LEVEL_RATE(i, is_static);               \
    const double m_[DP_HISTORY_MAX] = {(entries) > 0 ? m0[i] : 0.0, (entries) > 1 ? m1[i] : 0.0,   \
                                       (entries) > 2 ? m2[i] : 0.0, (entries) > 3 ? m3[i] : 0.0};  \
    dp_response r_ = answer(c, m_, delta_, rate_);                                                 \
    double f_ = r_.spring + r_.damper;                                                             \
    double held_ = f_ < floor ? floor : f_;                                                        \
    force[(i) + 1] = held_;                                                                        \
    if (!(is_static)) {                                                                            \
        double damper_ = f_ < floor ? floor - r_.spring : r_.damper;                               \
        loss[i] += (counts) ? weight * (damper_ * rate_) : 0.0;                                    \
    }

// The same, with maxima.
#define DP_LEVEL_CONTACT(i, answer, entries, is_static, is_full, counts)                           \
    {                                                                                              \
        DP_LEVEL_PUSH(i, answer, entries, is_static, is_full, counts)                              \
        int64_t fb_ = (counts) ? dp_chain_level_bits(held_) : 0,                                   \
                db_ = dp_chain_level_bits(delta_);                                                 \
        top_force = fb_ > top_force ? fb_ : top_force;                                             \
        top_delta = db_ > top_delta ? db_ : top_delta;                                             \
    }

#define DP_LEVEL_COMMIT(i, write, entries, is_static, is_full)                                     \
    {                                                                                              \
        double m_[DP_HISTORY_MAX] = {(entries) > 0 ? m0[i] : 0.0, (entries) > 1 ? m1[i] : 0.0,     \
                                     (entries) > 2 ? m2[i] : 0.0, (entries) > 3 ? m3[i] : 0.0};    \
        write(c, m_, DP_LEVEL_DELTA(i, is_full), DP_LEVEL_RATE(i, is_static));                     \
        if ((entries) > 0) m0[i] = m_[0];                                                          \
        if ((entries) > 1) m1[i] = m_[1];                                                          \
        if ((entries) > 2) m2[i] = m_[2];                                                          \
        if ((entries) > 3) m3[i] = m_[3];                                                          \
    }

#define DP_LEVEL_MOVE(i, is_static, is_full)                                                       \
    DP_LEVEL_MOVE_BY(i, force[i] - force[(i) + 1], is_static, is_full)

#define DP_LEVEL_MOVE_BY(i, push, is_static, is_full)                                              \
    {                                                                                              \
        double before_ = v[i];                                                                     \
        double kick_ = (is_full) ? kicks[i] : kick_all;                                            \
        double after_ = before_ + kick_ * (push) + pull;                                           \
        v[i] = after_;                                                                             \
        if ((is_full) || !(is_static)) w[i] = after_ + 0.5 * (after_ - before_);                   \
        u[i] += drift * after_;                                                                    \
    }

// Are there maxima beyond those of `s`? And the end of the loop over levels that is in all loops
// over chains: the last level is that of a maximum, so that its time is known.
#define DP_LEVEL_NEWS                                                                              \
    (top_force > dp_chain_level_bits(s->top_force) || top_delta > dp_chain_level_bits(s->top_delta))
#define DP_LEVEL_NEXT(news)                                                                        \
    if (s->more == 0 || (news)) break;                                                             \
    s->more--;                                                                                     \
    if (s->strip != NULL) dp_chain_strip_note(s->strip)

#define DP_LEVEL_TOPS                                                                              \
    s->top_force = dp_chain_level_top(s->top_force, top_force);                                    \
    s->top_delta = dp_chain_level_top(s->top_delta, top_delta)

// --- no history: one loop with a lag -----------------------------------------------------------

#define DP_LEVEL_WITH_LAG(is_static, is_full)                                                      \
    {                                                                                              \
        const size_t lag = n < DP_LEVEL_LAG ? n : DP_LEVEL_LAG;                                    \
        DP_INDEPENDENT                                                                             \
        for (size_t i = 0; i < lag; i++)                                                           \
            DP_LEVEL_CONTACT(i, respond, 0, is_static, is_full, 1)                                 \
        DP_INDEPENDENT                                                                             \
        for (size_t i = DP_LEVEL_LAG; i < n; i++) {                                                \
            DP_LEVEL_CONTACT(i, respond, 0, is_static, is_full, 1)                                 \
            DP_LEVEL_MOVE(i - DP_LEVEL_LAG, is_static, is_full)                                    \
        }                                                                                          \
        DP_INDEPENDENT                                                                             \
        for (size_t i = n - lag; i < n; i++)                                                       \
            DP_LEVEL_MOVE(i, is_static, is_full)                                                   \
    }

#define DP_LEVEL_LAGGED(name, isa, form, is_static, is_full)                                       \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_chain_level *s) {                   \
        DP_LEVEL_INPUTS(0);                                                                        \
        for (;;) {                                                                                 \
            DP_LEVEL_WITH_LAG(is_static, is_full)                                                  \
            DP_LEVEL_NEXT(DP_LEVEL_NEWS);                                                          \
        }                                                                                          \
        DP_LEVEL_TOPS;                                                                             \
    }

// --- one pass: the force from the left stays in a register
// -----------------------------------------
//
// What was just stored in two vectors is slow to load as one: it must reach the cache first. The
// lag hides this but for its head and tail, and a short chain is all head and tail. Here the vector
// of forces is shifted by one lane against that before it, and memory is not asked. clang
// vectorises the recurrence as it stands; gcc 12 does not, and gets the shift spelled out between
// two loops of exactly one vector. DP_PASS takes contacts and bodies from..to-1; the others begin,
// go on behind contacts that were taken otherwise, say whether a maximum beyond those of `s` was
// met, and end.

#if defined(__clang__)

#define DP_ONE_PASS _Pragma("clang loop vectorize(assume_safety) interleave_count(1)")
#define DP_PASS_BEGIN(isa) double left = force[0]
#define DP_PASS_FROM(index) left = force[index]
#define DP_PASS_NEWS() DP_LEVEL_NEWS
#define DP_PASS_END(isa)
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
#define DP_SHIFTED_avx512                                                                          \
    { 7, 8, 9, 10, 11, 12, 13, 14 }

#define DP_PASS_BEGIN(isa)                                                                         \
    enum { WIDTH = sizeof(dp_wide_##isa) / sizeof(double) };                                       \
    double tops_f[WIDTH] = {0.0}, tops_d[WIDTH] = {0.0};                                           \
    dp_wide_##isa last = {0.0};                                                                    \
    last[WIDTH - 1] = force[0]
#define DP_PASS_FROM(index) last[WIDTH - 1] = force[index]
#define DP_PASS_NEWS() dp_chain_level_news(tops_f, tops_d, WIDTH, s)
#define DP_PASS_END(isa)                                                                           \
    for (int j = 0; j < WIDTH; j++) {                                                              \
        int64_t fb = dp_chain_level_bits(tops_f[j]), db = dp_chain_level_bits(tops_d[j]);          \
        top_force = fb > top_force ? fb : top_force;                                               \
        top_delta = db > top_delta ? db : top_delta;                                               \
    }
#define DP_PASS(isa, from, to, answer, entries, is_static, is_full)                                \
    size_t at = from;                                                                              \
    for (; at + WIDTH <= to; at += WIDTH) {                                                        \
        double right[WIDTH], left[WIDTH];                                                          \
        DP_ONE_VECTOR                                                                              \
        for (size_t j = 0; j < WIDTH; j++) {                                                       \
            DP_LEVEL_PUSH(at + j, answer, entries, is_static, is_full, 1)                          \
            right[j] = held_;                                                                      \
            tops_f[j] = held_ > tops_f[j] ? held_ : tops_f[j];                                     \
            tops_d[j] = delta_ > tops_d[j] ? delta_ : tops_d[j];                                   \
        }                                                                                          \
        dp_wide_##isa now, shifted;                                                                \
        memcpy(&now, right, sizeof now);                                                           \
        shifted = __builtin_shuffle(last, now, (dp_order_##isa)DP_SHIFTED_##isa);                  \
        memcpy(left, &shifted, sizeof left);                                                       \
        last = now;                                                                                \
        DP_ONE_VECTOR                                                                              \
        for (size_t j = 0; j < WIDTH; j++)                                                         \
            DP_LEVEL_MOVE_BY(at + j, left[j] - right[j], is_static, is_full)                       \
    }                                                                                              \
    for (; at < to; at++) {                                                                        \
        DP_LEVEL_CONTACT(at, answer, entries, is_static, is_full, 1)                               \
        DP_LEVEL_MOVE(at, is_static, is_full)                                                      \
    }

#endif

#define DP_LEVEL_SHORT_PASS(name, isa, form, is_static, is_full)                                   \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_chain_level *s) {                   \
        DP_LEVEL_INPUTS(0);                                                                        \
        if (n > DP_LEVEL_SHORT) {                                                                  \
            for (;;) {                                                                             \
                DP_LEVEL_WITH_LAG(is_static, is_full)                                              \
                DP_LEVEL_NEXT(DP_LEVEL_NEWS);                                                      \
            }                                                                                      \
        } else {                                                                                   \
            DP_PASS_BEGIN(isa);                                                                    \
            for (;;) {                                                                             \
                DP_PASS(isa, 0, n, respond, 0, is_static, is_full)                                 \
                DP_LEVEL_NEXT(DP_PASS_NEWS() || DP_LEVEL_NEWS);                                    \
                DP_PASS_FROM(0);                                                                   \
            }                                                                                      \
            DP_PASS_END(isa);                                                                      \
        }                                                                                          \
        DP_LEVEL_TOPS;                                                                             \
    }

// --- history: chunk by chunk, so that what is rare costs little ----------------------------------

#define DP_LEVEL_EACH_CHUNK(is_static, is_full, contacts)                                          \
    for (;;) {                                                                                     \
        for (size_t from = 0; from < n; from += DP_LEVEL_CHUNK) {                                  \
            const size_t to = n - from < DP_LEVEL_CHUNK ? n : from + DP_LEVEL_CHUNK;               \
            contacts;                                                                              \
            DP_INDEPENDENT                                                                         \
            for (size_t i = from; i < to; i++)                                                     \
                DP_LEVEL_MOVE(i, is_static, is_full)                                               \
        }                                                                                          \
        DP_LEVEL_NEXT(DP_LEVEL_NEWS);                                                              \
    }

#define DP_LEVEL_CONTACTS(answer, entries, is_static, is_full)                                     \
    DP_INDEPENDENT                                                                                 \
    for (size_t i = from; i < to; i++)                                                             \
    DP_LEVEL_CONTACT(i, answer, entries, is_static, is_full, 1)

// Contacts whose touch began or ended are handed to the owner first.
#define DP_LEVEL_LOOK(is_full)                                                                     \
    if (touching != NULL) {                                                                        \
        int64_t news = 0;                                                                          \
        DP_INDEPENDENT                                                                             \
        for (size_t i = from; i < to; i++)                                                         \
            news |= (DP_LEVEL_DELTA(i, is_full) > 0.0) != (touching[i] > 0.0);                     \
        for (size_t i = from; news != 0 && i < to; i++) {                                          \
            double delta_ = DP_LEVEL_DELTA(i, is_full);                                            \
            if ((delta_ > 0.0) != (touching[i] > 0.0))                                             \
                s->touch(s, i, delta_, DP_LEVEL_RATE(i, 0));                                       \
        }                                                                                          \
        const size_t noted = fastest != NULL ? to : from;                                          \
        DP_INDEPENDENT                                                                             \
        for (size_t i = from; i < noted; i++) {                                                    \
            double rate_ = DP_LEVEL_RATE(i, 0);                                                    \
            int is_new = (touching[i] == DP_LEVEL_SLOW) & (rate_ > fastest[i]);                    \
            fastest[i] = is_new ? rate_ : fastest[i];                                              \
        }                                                                                          \
    }

#define DP_LEVEL_TOUCHING(name, isa, form, entries, is_full)                                       \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_chain_level *s) {                   \
        DP_LEVEL_INPUTS(entries);                                                                  \
        DP_LEVEL_EACH_CHUNK(                                                                       \
            0, is_full, DP_LEVEL_LOOK(is_full) DP_LEVEL_CONTACTS(respond, entries, 0, is_full))    \
        DP_LEVEL_TOPS;                                                                             \
    }

#if defined(__clang__)
#define DP_LEVEL_TOUCHING_PASS DP_LEVEL_TOUCHING  // 10 % faster than what follows
#else
#define DP_LEVEL_TOUCHING_PASS(name, isa, form, entries, is_full)                                  \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_chain_level *s) {                   \
        DP_LEVEL_INPUTS(entries);                                                                  \
        DP_PASS_BEGIN(isa);                                                                        \
        for (;;) {                                                                                 \
            for (size_t from = 0; from < n; from += DP_LEVEL_CHUNK) {                              \
                const size_t to = n - from < DP_LEVEL_CHUNK ? n : from + DP_LEVEL_CHUNK;           \
                DP_LEVEL_LOOK(is_full)                                                             \
                DP_PASS(isa, from, to, respond, entries, 0, is_full)                               \
            }                                                                                      \
            DP_LEVEL_NEXT(DP_PASS_NEWS() || DP_LEVEL_NEWS);                                        \
            DP_PASS_FROM(0);                                                                       \
        }                                                                                          \
        DP_PASS_END(isa);                                                                          \
        DP_LEVEL_TOPS;                                                                             \
    }
#endif

// The largest closing speed since the touch is kept (largest.h): history[1] is that speed. A
// chunk in which no contact closes faster than before has nothing to write.
#define DP_LEVEL_RAISING(name, isa, form, entries, is_full, answer, keep)                          \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_chain_level *s) {                   \
        DP_LEVEL_INPUTS(entries);                                                                  \
        DP_LEVEL_EACH_CHUNK(0, is_full,                                                            \
                            DP_LEVEL_LOOK(is_full) DP_LEVEL_CONTACTS(answer, entries, 0, is_full)  \
                                DP_LEVEL_KEEP(keep, entries, is_full))                             \
        DP_LEVEL_TOPS;                                                                             \
    }

#define DP_LEVEL_KEEP(keep, entries, is_full)                                                      \
    {                                                                                              \
        int64_t faster = 0;                                                                        \
        DP_INDEPENDENT                                                                             \
        for (size_t i = from; i < to; i++)                                                         \
            faster |= (DP_LEVEL_RATE(i, 0) > m1[i]) & (DP_LEVEL_DELTA(i, is_full) > 0.0);          \
        if (faster != 0) {                                                                         \
            DP_INDEPENDENT                                                                         \
            for (size_t i = from; i < to; i++)                                                     \
                DP_LEVEL_COMMIT(i, keep, entries, 0, is_full)                                      \
        }                                                                                          \
    }

#define DP_LEVEL_IS_RARE(i, entries, is_full)                                                      \
    is_rare(                                                                                       \
        c,                                                                                         \
        (const double[DP_HISTORY_MAX]){(entries) > 0 ? m0[i] : 0.0, (entries) > 1 ? m1[i] : 0.0,   \
                                       (entries) > 2 ? m2[i] : 0.0, (entries) > 3 ? m3[i] : 0.0},  \
        DP_LEVEL_DELTA(i, is_full))

// A few rare contacts among many are collected into one vector and mended; where there are more,
// all are taken in full.
#define DP_LEVEL_MEND(entries, is_static, is_full)                                                 \
    {                                                                                              \
        size_t at_[DP_LEVEL_FEW], few_ = 0;                                                        \
        double d_[DP_LEVEL_FEW] = {0.0}, v_[DP_LEVEL_FEW] = {0.0}, f_[DP_LEVEL_FEW];               \
        double e_[DP_LEVEL_FEW], h_[DP_HISTORY_MAX][DP_LEVEL_FEW] = {{0.0}};                       \
        for (size_t i = from; few_ < (size_t)rare; i++) {                                          \
            if (!DP_LEVEL_IS_RARE(i, entries, is_full)) continue;                                  \
            at_[few_] = i;                                                                         \
            d_[few_] = DP_LEVEL_DELTA(i, is_full);                                                 \
            v_[few_] = DP_LEVEL_RATE(i, is_static);                                                \
            if ((entries) > 0) h_[0][few_] = m0[i];                                                \
            if ((entries) > 1) h_[1][few_] = m1[i];                                                \
            if ((entries) > 2) h_[2][few_] = m2[i];                                                \
            if ((entries) > 3) h_[3][few_] = m3[i];                                                \
            few_++;                                                                                \
        }                                                                                          \
        DP_INDEPENDENT                                                                             \
        for (size_t j = 0; j < DP_LEVEL_FEW; j++) {                                                \
            double m_[DP_HISTORY_MAX] = {h_[0][j], h_[1][j], h_[2][j], h_[3][j]};                  \
            dp_response r_ = respond(c, m_, d_[j], v_[j]);                                         \
            double asked_ = r_.spring + r_.damper;                                                 \
            f_[j] = asked_ < floor ? floor : asked_;                                               \
            e_[j] = weight * ((asked_ < floor ? floor - r_.spring : r_.damper) * v_[j]);           \
            if ((entries) > 0) {                                                                   \
                update(c, m_, d_[j], v_[j]);                                                       \
                h_[0][j] = m_[0];                                                                  \
                h_[1][j] = m_[1];                                                                  \
                h_[2][j] = m_[2];                                                                  \
                h_[3][j] = m_[3];                                                                  \
            }                                                                                      \
        }                                                                                          \
        for (size_t j = 0; j < few_; j++) {                                                        \
            size_t i = at_[j];                                                                     \
            int64_t fb_ = dp_chain_level_bits(f_[j]);                                              \
            top_force = fb_ > top_force ? fb_ : top_force;                                         \
            force[i + 1] = f_[j];                                                                  \
            if (!(is_static)) loss[i] += e_[j];                                                    \
            if ((entries) > 0) m0[i] = h_[0][j];                                                   \
            if ((entries) > 1) m1[i] = h_[1][j];                                                   \
            if ((entries) > 2) m2[i] = h_[2][j];                                                   \
            if ((entries) > 3) m3[i] = h_[3][j];                                                   \
        }                                                                                          \
    }

#define DP_LEVEL_COUNT_RARE(entries, is_full)                                                      \
    int64_t rare = 0;                                                                              \
    DP_INDEPENDENT                                                                                 \
    for (size_t i = from; i < to; i++)                                                             \
        rare += DP_LEVEL_IS_RARE(i, entries, is_full);

#define DP_LEVEL_RARE_CONTACTS(entries, is_static, is_full)                                        \
    if (rare <= DP_LEVEL_FEW) {                                                                    \
        DP_INDEPENDENT                                                                             \
        for (size_t i = from; i < to; i++)                                                         \
            DP_LEVEL_CONTACT(i, respond_common, entries, is_static, is_full,                       \
                             !DP_LEVEL_IS_RARE(i, entries, is_full))                               \
        if (rare > 0) DP_LEVEL_MEND(entries, is_static, is_full)                                   \
    } else {                                                                                       \
        DP_LEVEL_CONTACTS(respond, entries, is_static, is_full)                                    \
        if ((entries) > 0) {                                                                       \
            DP_INDEPENDENT                                                                         \
            for (size_t i = from; i < to; i++)                                                     \
                DP_LEVEL_COMMIT(i, update, entries, is_static, is_full)                            \
        }                                                                                          \
    }

#define DP_LEVEL_RARELY(name, isa, form, entries, is_static, is_full)                              \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_chain_level *s) {                   \
        DP_LEVEL_INPUTS(entries);                                                                  \
        DP_LEVEL_EACH_CHUNK(is_static, is_full,                                                    \
                            DP_LEVEL_COUNT_RARE(entries, is_full)                                  \
                                DP_LEVEL_RARE_CONTACTS(entries, is_static, is_full))               \
        DP_LEVEL_TOPS;                                                                             \
    }

// One pass where nothing is rare.
#define DP_LEVEL_RARELY_PASS(name, isa, form, entries, is_static, is_full)                         \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_chain_level *s) {                   \
        DP_LEVEL_INPUTS(entries);                                                                  \
        DP_PASS_BEGIN(isa);                                                                        \
        for (;;) {                                                                                 \
            for (size_t from = 0; from < n; from += DP_LEVEL_CHUNK) {                              \
                const size_t to = n - from < DP_LEVEL_CHUNK ? n : from + DP_LEVEL_CHUNK;           \
                DP_LEVEL_COUNT_RARE(entries, is_full)                                              \
                if (rare == 0) {                                                                   \
                    DP_PASS(isa, from, to, respond_common, entries, is_static, is_full)            \
                    continue;                                                                      \
                }                                                                                  \
                DP_LEVEL_RARE_CONTACTS(entries, is_static, is_full)                                \
                DP_INDEPENDENT                                                                     \
                for (size_t i = from; i < to; i++)                                                 \
                    DP_LEVEL_MOVE(i, is_static, is_full)                                           \
                DP_PASS_FROM(to);                                                                  \
            }                                                                                      \
            DP_LEVEL_NEXT(DP_PASS_NEWS() || DP_LEVEL_NEWS);                                        \
            DP_PASS_FROM(0);                                                                       \
        }                                                                                          \
        DP_PASS_END(isa);                                                                          \
        DP_LEVEL_TOPS;                                                                             \
    }

// avx512 gets the second way: with shorter vectors the first is as fast or faster
#if DP_HAVE_X86
#define DP_LEVEL_ISAS(make, make_avx512, name, ...)                                                \
    make(name, baseline, __VA_ARGS__) make(name, avx2, __VA_ARGS__)                                \
        make_avx512(name, avx512, __VA_ARGS__)
#define DP_KERNEL_SWEEP_FUNCTIONS(name)                                                            \
    .sweeps = {{name##_sweep_plain_baseline, name##_sweep_full_baseline},                          \
               {name##_sweep_plain_avx2, name##_sweep_full_avx2},                                  \
               {name##_sweep_plain_avx512, name##_sweep_full_avx512}}
#else
#define DP_LEVEL_ISAS(make, make_avx512, name, ...) make(name, baseline, __VA_ARGS__)
#define DP_KERNEL_SWEEP_FUNCTIONS(name)                                                            \
    .sweeps = {{name##_sweep_plain_baseline, name##_sweep_full_baseline}}
#endif

#define DP_KERNEL_SWEEPS(name, is_static)                                                          \
    DP_LEVEL_ISAS(DP_LEVEL_LAGGED, DP_LEVEL_SHORT_PASS, name, plain, is_static, 0)                 \
    DP_LEVEL_ISAS(DP_LEVEL_LAGGED, DP_LEVEL_SHORT_PASS, name, full, is_static, 1)
#define DP_KERNEL_SWEEPS_TOUCH(name, entries)                                                      \
    DP_LEVEL_ISAS(DP_LEVEL_TOUCHING, DP_LEVEL_TOUCHING_PASS, name, plain, entries, 0)              \
    DP_LEVEL_ISAS(DP_LEVEL_TOUCHING, DP_LEVEL_TOUCHING_PASS, name, full, entries, 1)
#define DP_KERNEL_SWEEPS_RARE(name, entries, is_static)                                            \
    DP_LEVEL_ISAS(DP_LEVEL_RARELY, DP_LEVEL_RARELY_PASS, name, plain, entries, is_static, 0)       \
    DP_LEVEL_ISAS(DP_LEVEL_RARELY, DP_LEVEL_RARELY_PASS, name, full, entries, is_static, 1)

#endif
