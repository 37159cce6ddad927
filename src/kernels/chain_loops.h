#ifndef DP_KERNEL_SWEEPS_H
#define DP_KERNEL_SWEEPS_H

#include <stdint.h>
#include <string.h>

#include "kernels/chain_level.h"
#include "kernels/chain_pass.h"
#include "kernels/loops.h"

// Loops that carry a chain over one time level (sweep.h), around the same inline functions as all
// other loops. A file closes with one of
//
//     DP_KERNEL_SWEEPS(name, is_static)           no history: one pass (chain_pass.h), or bodies
//                                                 follow the contacts at a distance of DP_LEVEL_LAG
//                                                 in one loop, so that square roots and memory
//                                                 traffic overlap
//     DP_KERNEL_SWEEPS_TOUCH(name, entries)       history written at a touch only
//     DP_KERNEL_SWEEPS_LARGEST(name)              the largest closing speed is kept, too
//     DP_KERNEL_SWEEPS_RARE(name, entries, is_static, common, write, settle)
//         history written while loading, or a costly branch: the file also defines
//             DP_INLINE double apart_to(const double *k, const double *m)
//             DP_INLINE double rare_from(const double *k, const double *m)
//             DP_INLINE double costly_from(const double *k, const double *m)
//             enum { RARE_IS_COSTLY };                    1: all that is rare is
//         Up to apart_to (0 without history) a contact pushes with +0, loses nothing and writes
//         nothing: a group of such contacts is passed over. Below rare_from common(k, m, delta,
//         rate) answers and nothing is written. In other groups write(k, m, delta, rate) is asked
//         what loading adds to history[0], the largest indentation, and respond answers where a
//         contact reaches costly_from. What follows from the largest indentation may wait until
//         the contact turns back: write then leaves it negative, which says that it is owed, and
//         history[1], the dent, at 0; only contacts that reach costly_from may begin to owe.
//         settle(k, m) writes it all. As long as a contact goes deeper, respond takes the negative
//         one for what it is: less. dp_settle_nothing where nothing is ever owed. Limits may be
//         low where that is simpler: common and respond know what they do.
//
// Measured (AVX-512, hertz): a lag of 32 reaches 83 % of the throughput of the square root, two
// separate loops 60 %.

enum { DP_LEVEL_LAG = 32, DP_LEVEL_SHORT = 512, DP_LEVEL_CHUNK = 64 };

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

#define DP_LEVEL_HISTORY(i, entries)                                                               \
    {                                                                                              \
        (entries) > 0 ? m0[i] : 0.0, (entries) > 1 ? m1[i] : 0.0, (entries) > 2 ? m2[i] : 0.0,     \
            (entries) > 3 ? m3[i] : 0.0                                                            \
    }

// Contact i: its indentation delta_ and force held_, and its loss where it counts. answer: respond
// or respond_common.
#define DP_LEVEL_PUSH(i, depth, answer, entries, is_static, counts)                                \
    double delta_ = depth, rate_ = DP_LEVEL_RATE(i, is_static);                                    \
    double m_[DP_HISTORY_MAX] = DP_LEVEL_HISTORY(i, entries);                                      \
    dp_response r_ = answer(c, m_, delta_, rate_);                                                 \
    double f_ = (is_static) ? r_.spring : r_.spring + r_.damper;                                   \
    double held_ = f_ < floor ? floor : f_;                                                        \
    force[(i) + 1] = held_;                                                                        \
    if (!(is_static)) {                                                                            \
        double damper_ = f_ < floor ? floor - r_.spring : r_.damper;                               \
        loss[i] += (counts) ? weight * (damper_ * rate_) : 0.0;                                    \
    }

// The same, with maxima.
#define DP_LEVEL_CONTACT(i, answer, entries, is_static, is_full, counts)                           \
    {                                                                                              \
        DP_LEVEL_PUSH(i, DP_LEVEL_DELTA(i, is_full), answer, entries, is_static, counts)           \
        int64_t fb_ = (counts) ? dp_chain_level_bits(held_) : 0,                                   \
                db_ = dp_chain_level_bits(delta_);                                                 \
        top_force = fb_ > top_force ? fb_ : top_force;                                             \
        top_delta = db_ > top_delta ? db_ : top_delta;                                             \
    }

#define DP_LEVEL_COMMIT(i, write, entries, is_static, is_full)                                     \
    {                                                                                              \
        double m_[DP_HISTORY_MAX] = DP_LEVEL_HISTORY(i, entries);                                  \
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

// --- no history: one pass (chain_pass.h) -------------------------------------------------------

#if defined(__clang__)
#define DP_LEVEL_PASS(name, isa, form, is_static, is_full)                                         \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_chain_level *s) {                   \
        DP_LEVEL_INPUTS(0);                                                                        \
        for (;;) {                                                                                 \
            if (n > DP_LEVEL_SHORT) {                                                              \
                DP_LEVEL_WITH_LAG(is_static, is_full)                                              \
            } else {                                                                               \
                DP_ONE_PASS_OF(respond, is_static, is_full)                                        \
            }                                                                                      \
            DP_LEVEL_NEXT(DP_LEVEL_NEWS);                                                          \
        }                                                                                          \
        DP_LEVEL_TOPS;                                                                             \
    }
#else
#define DP_LEVEL_PASS(name, isa, form, is_static, is_full)                                         \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_chain_level *s) {                   \
        DP_LEVEL_INPUTS(0);                                                                        \
        DP_PASS_BEGIN(isa);                                                                        \
        for (;;) {                                                                                 \
            DP_PASS_EACH_BEFORE(isa, is_static, is_full,                                           \
                                DP_PASS_CONTACTS(isa, respond, is_static, is_full))                \
            for (; at < n; at++) {                                                                 \
                DP_LEVEL_CONTACT(at, respond, 0, is_static, is_full, 1)                            \
                DP_LEVEL_MOVE(at, is_static, is_full)                                              \
            }                                                                                      \
            DP_LEVEL_NEXT(DP_PASS_NEWS(isa) || DP_LEVEL_NEWS);                                     \
            DP_PASS_AGAIN;                                                                         \
        }                                                                                          \
        DP_PASS_END(isa);                                                                          \
        DP_LEVEL_TOPS;                                                                             \
    }
#endif

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
#define DP_LEVEL_HAND_OVER(from, to, is_full)                                                      \
    for (size_t i = from; i < (to); i++) {                                                         \
        double delta_ = DP_LEVEL_DELTA(i, is_full);                                                \
        if ((delta_ > 0.0) != (touching[i] > 0.0)) s->touch(s, i, delta_, DP_LEVEL_RATE(i, 0));    \
    }

#define DP_LEVEL_NOTE_RATE(i)                                                                      \
    {                                                                                              \
        double rate_ = DP_LEVEL_RATE(i, 0);                                                        \
        int is_new = (touching[i] == DP_LEVEL_SLOW) & (rate_ > fastest[i]);                        \
        fastest[i] = is_new ? rate_ : fastest[i];                                                  \
    }

#define DP_LEVEL_LOOK(is_full)                                                                     \
    if (touching != NULL) {                                                                        \
        int64_t news = 0;                                                                          \
        DP_INDEPENDENT                                                                             \
        for (size_t i = from; i < to; i++)                                                         \
            news |= (DP_LEVEL_DELTA(i, is_full) > 0.0) != (touching[i] > 0.0);                     \
        if (news != 0) DP_LEVEL_HAND_OVER(from, to, is_full)                                       \
        const size_t noted = fastest != NULL ? to : from;                                          \
        DP_INDEPENDENT                                                                             \
        for (size_t i = from; i < noted; i++)                                                      \
            DP_LEVEL_NOTE_RATE(i)                                                                  \
    }

// Where the largest closing speed since the touch is kept (largest.h), history[1] is that speed. A
// chunk in which no contact closes faster than before has nothing to write.
#define DP_LEVEL_KEEP(keeps, keep, entries, is_full)                                               \
    if (keeps) {                                                                                   \
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

#define DP_LEVEL_TOUCHING(name, isa, form, is_full, entries, answer, keeps, keep)                  \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_chain_level *s) {                   \
        DP_LEVEL_INPUTS(entries);                                                                  \
        DP_LEVEL_EACH_CHUNK(0, is_full,                                                            \
                            DP_LEVEL_LOOK(is_full) DP_LEVEL_CONTACTS(answer, entries, 0, is_full)  \
                                DP_LEVEL_KEEP(keeps, keep, entries, is_full))                      \
        DP_LEVEL_TOPS;                                                                             \
    }

#if defined(__clang__)
#define DP_LEVEL_TOUCHING_PASS DP_LEVEL_TOUCHING  // 10 % faster than one pass
#else
#define DP_LEVEL_TOUCHING_GROUP(isa, entries, is_full, answer, keeps, keep)                        \
    {                                                                                              \
        double depth[WIDTH], rates[WIDTH], pushes[WIDTH];                                          \
        const double apart[WIDTH] = {0.0};                                                         \
        DP_ONE_VECTOR                                                                              \
        for (size_t j = 0; j < WIDTH; j++)                                                         \
            depth[j] = DP_LEVEL_DELTA(at + j, is_full);                                            \
        if (touching != NULL && dp_wide_news_##isa(depth, &touching[at]))                          \
            DP_LEVEL_HAND_OVER(at, at + WIDTH, is_full)                                            \
        if (fastest != NULL) {                                                                     \
            DP_ONE_VECTOR                                                                          \
            for (size_t j = 0; j < WIDTH; j++)                                                     \
                DP_LEVEL_NOTE_RATE(at + j)                                                         \
        }                                                                                          \
        const int beyond = dp_wide_beyond_##isa(depth, apart);                                     \
        if (beyond != 0) {                                                                         \
            DP_ONE_VECTOR                                                                          \
            for (size_t j = 0; j < WIDTH; j++) {                                                   \
                DP_LEVEL_PUSH(at + j, depth[j], answer, entries, 0, 1)                             \
                pushes[j] = held_;                                                                 \
                rates[j] = rate_;                                                                  \
            }                                                                                      \
            DP_PASS_TAKE(isa)                                                                      \
            if ((keeps) && dp_wide_exceed_##isa(beyond, rates, &m1[at])) {                         \
                DP_ONE_VECTOR                                                                      \
                for (size_t j = 0; j < WIDTH; j++)                                                 \
                    DP_LEVEL_COMMIT(at + j, keep, entries, 0, is_full)                             \
            }                                                                                      \
        } else {                                                                                   \
            DP_PASS_NONE(isa);                                                                     \
        }                                                                                          \
    }

#define DP_LEVEL_TOUCHING_PASS(name, isa, form, is_full, entries, answer, keeps, keep)             \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_chain_level *s) {                   \
        DP_LEVEL_INPUTS(entries);                                                                  \
        DP_PASS_BEGIN(isa);                                                                        \
        for (;;) {                                                                                 \
            DP_PASS_EACH(isa, 0, is_full,                                                          \
                         DP_LEVEL_TOUCHING_GROUP(isa, entries, is_full, answer, keeps, keep))      \
            const size_t from = at, to = n;                                                        \
            DP_LEVEL_LOOK(is_full)                                                                 \
            DP_LEVEL_CONTACTS(answer, entries, 0, is_full)                                         \
            DP_LEVEL_KEEP(keeps, keep, entries, is_full)                                           \
            for (size_t i = from; i < to; i++)                                                     \
                DP_LEVEL_MOVE(i, 0, is_full)                                                       \
            DP_LEVEL_NEXT(DP_PASS_NEWS(isa) || DP_LEVEL_NEWS);                                     \
            DP_PASS_AGAIN;                                                                         \
        }                                                                                          \
        DP_PASS_END(isa);                                                                          \
        DP_LEVEL_TOPS;                                                                             \
    }
#endif

DP_INLINE void dp_keep_nothing(const double *k, double *m, double delta, double rate) {
    (void)k, (void)m, (void)delta, (void)rate;
}

DP_INLINE void dp_settle_nothing(const double *k, double *m) {
    (void)k, (void)m;
}

// gcc takes a group as one vector; clang would compare all pointers before each
#if defined(__clang__)
enum { DP_LEVEL_GROUP = DP_LEVEL_CHUNK };
#define DP_GROUP_LOOP DP_INDEPENDENT
#else
enum { DP_LEVEL_GROUP = 8 };
#define DP_GROUP_LOOP _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#endif

#define DP_LEVEL_SETTLE(lo, count, entries, settle)                                                \
    DP_GROUP_LOOP                                                                                  \
    for (size_t j = 0; j < (count); j++) {                                                         \
        const size_t i = (lo) + j;                                                                 \
        double m_[DP_HISTORY_MAX] = DP_LEVEL_HISTORY(i, entries);                                  \
        settle(c, m_);                                                                             \
        if ((entries) > 0) m0[i] = m_[0];                                                          \
        if ((entries) > 1) m1[i] = m_[1];                                                          \
        if ((entries) > 2) m2[i] = m_[2];                                                          \
        if ((entries) > 3) m3[i] = m_[3];                                                          \
    }

#define DP_LEVEL_LOAD(way, lo, count, answer, entries, written, is_static, write)                  \
    {                                                                                              \
        DP_GROUP_LOOP                                                                              \
        for (size_t j = 0; j < (count); j++) {                                                     \
            const size_t i = (lo) + j;                                                             \
            DP_LEVEL_PUSH(i, depth[j], answer, entries, is_static, 1)                              \
            pushes[j] = held_;                                                                     \
            write(c, m_, delta_, rate_);                                                           \
            if ((entries) > 0) m0[i] = m_[0];                                                      \
            if ((entries) > 1 && (written) > 1) m1[i] = m_[1];                                     \
        }                                                                                          \
        way##_TAKE                                                                                 \
    }

#define DP_LEVEL_REST(way, lo, count, answer, entries, is_static)                                  \
    {                                                                                              \
        DP_GROUP_LOOP                                                                              \
        for (size_t j = 0; j < (count); j++) {                                                     \
            const size_t i = (lo) + j;                                                             \
            DP_LEVEL_PUSH(i, depth[j], answer, entries, is_static, 1)                              \
            pushes[j] = held_;                                                                     \
        }                                                                                          \
        way##_TAKE                                                                                 \
    }

#define DP_LEVEL_LIMITS(limit, lo, count, limit_of, entries)                                       \
    DP_GROUP_LOOP                                                                                  \
    for (size_t j = 0; j < (count); j++) {                                                         \
        const double m_[DP_HISTORY_MAX] = DP_LEVEL_HISTORY((lo) + j, entries);                     \
        limit[j] = limit_of(c, m_);                                                                \
    }

// A contact that owes loads as long as it goes deeper; one that turns back must settle first.
#define DP_LEVEL_GROUP_OF(way, lo, count, entries, is_static, is_full, common, write, settle)      \
    {                                                                                              \
        double depth[DP_LEVEL_GROUP], pushes[DP_LEVEL_GROUP];                                      \
        double apart[DP_LEVEL_GROUP] = {0.0}, limit[DP_LEVEL_GROUP];                               \
        DP_GROUP_LOOP                                                                              \
        for (size_t j = 0; j < (count); j++)                                                       \
            depth[j] = DP_LEVEL_DELTA((lo) + j, is_full);                                          \
        if ((entries) > 0) DP_LEVEL_LIMITS(apart, lo, count, apart_to, entries)                    \
        way##_BEYOND(count);                                                                       \
        if (beyond == 0) {                                                                         \
            way##_NONE(lo, count);                                                                 \
        } else {                                                                                   \
            DP_LEVEL_LIMITS(limit, lo, count, rare_from, entries)                                  \
            if (!way##_REACH(count)) {                                                             \
                DP_LEVEL_REST(way, lo, count, common, entries, is_static)                          \
            } else {                                                                               \
                if ((entries) > 1 && way##_TURNED(lo, count))                                      \
                    DP_LEVEL_SETTLE(lo, count, entries, settle)                                    \
                if (!RARE_IS_COSTLY) DP_LEVEL_LIMITS(limit, lo, count, costly_from, entries)       \
                if (RARE_IS_COSTLY || way##_REACH(count))                                          \
                    DP_LEVEL_LOAD(way, lo, count, respond, entries, 2, is_static, write)           \
                else                                                                               \
                    DP_LEVEL_LOAD(way, lo, count, common, entries, 1, is_static, write)            \
            }                                                                                      \
        }                                                                                          \
    }

// Groups whose bodies move later.
DP_INLINE int dp_later_beyond(const double *delta, const double *limit, size_t count) {
    int64_t any = 0;
    for (size_t i = 0; i < count; i++)
        any |= !(delta[i] <= limit[i]);
    return any != 0;
}

DP_INLINE int dp_later_reach(const double *delta, const double *apart, const double *limit,
                             size_t count) {
    int64_t any = 0;
    for (size_t i = 0; i < count; i++)
        any |= !(delta[i] <= apart[i]) & (delta[i] >= limit[i]);
    return any != 0;
}

DP_INLINE int dp_later_turned(const double *delta, const double *deepest, size_t count) {
    int64_t any = 0;
    for (size_t i = 0; i < count; i++)
        any |= (deepest[i] < 0.0) & (delta[i] < -deepest[i]);
    return any != 0;
}

#define DP_LATER_BEYOND(count) const int beyond = dp_later_beyond(depth, apart, count)
#define DP_LATER_REACH(count) dp_later_reach(depth, apart, limit, count)
#define DP_LATER_TURNED(lo, count) dp_later_turned(depth, m0 + (lo), count)
#define DP_LATER_TAKE (void)pushes;
#define DP_LATER_NONE(lo, count) memset(&force[(lo) + 1], 0, (count) * sizeof *force)

// Groups of one pass.
#define DP_PASS_avx512_BEYOND(count) const int beyond = dp_wide_beyond_avx512(depth, apart)
#define DP_PASS_avx512_REACH(count) dp_wide_reach_avx512(beyond, depth, limit)
#define DP_PASS_avx512_TURNED(lo, count) dp_wide_turned_avx512(depth, m0 + (lo))
#define DP_PASS_avx512_TAKE DP_PASS_TAKE(avx512)
#define DP_PASS_avx512_NONE(lo, count) DP_PASS_NONE(avx512)
#define DP_PASS_avx2_BEYOND(count) const int beyond = dp_wide_beyond_avx2(depth, apart)
#define DP_PASS_avx2_REACH(count) dp_wide_reach_avx2(beyond, depth, limit)
#define DP_PASS_avx2_TURNED(lo, count) dp_wide_turned_avx2(depth, m0 + (lo))
#define DP_PASS_avx2_TAKE DP_PASS_TAKE(avx2)
#define DP_PASS_avx2_NONE(lo, count) DP_PASS_NONE(avx2)

#define DP_LEVEL_COUNT_RARE(entries, is_full)                                                      \
    int64_t rare = 0, touch = 0;                                                                   \
    DP_INDEPENDENT                                                                                 \
    for (size_t i = from; i < to; i++) {                                                           \
        const double m_[DP_HISTORY_MAX] = DP_LEVEL_HISTORY(i, entries);                            \
        const double delta_ = DP_LEVEL_DELTA(i, is_full);                                          \
        int64_t touches = !(delta_ <= apart_to(c, m_));                                            \
        touch |= touches;                                                                          \
        rare |= touches & (delta_ >= rare_from(c, m_));                                            \
    }

#define DP_LEVEL_MOVE_ALL(from, to, is_static, is_full)                                            \
    DP_INDEPENDENT                                                                                 \
    for (size_t i = from; i < to; i++) {                                                           \
        int64_t fb_ = dp_chain_level_bits(force[i + 1]),                                           \
                db_ = dp_chain_level_bits(DP_LEVEL_DELTA(i, is_full));                             \
        top_force = fb_ > top_force ? fb_ : top_force;                                             \
        top_delta = db_ > top_delta ? db_ : top_delta;                                             \
        DP_LEVEL_MOVE(i, is_static, is_full)                                                       \
    }

#define DP_LEVEL_RARE_CHUNK(entries, is_static, is_full, ...)                                      \
    size_t group = from;                                                                           \
    for (; group + DP_LEVEL_GROUP <= to; group += DP_LEVEL_GROUP)                                  \
        DP_LEVEL_GROUP_OF(DP_LATER, group, DP_LEVEL_GROUP, entries, is_static, is_full,            \
                          __VA_ARGS__)                                                             \
    if (group < to)                                                                                \
    DP_LEVEL_GROUP_OF(DP_LATER, group, to - group, entries, is_static, is_full, __VA_ARGS__)

#define DP_LEVEL_RARELY(name, isa, form, is_full, entries, is_static, common, ...)                 \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_chain_level *s) {                   \
        DP_LEVEL_INPUTS(entries);                                                                  \
        for (;;) {                                                                                 \
            for (size_t from = 0; from < n; from += DP_LEVEL_CHUNK) {                              \
                const size_t to = n - from < DP_LEVEL_CHUNK ? n : from + DP_LEVEL_CHUNK;           \
                DP_LEVEL_COUNT_RARE(entries, is_full)                                              \
                if (touch == 0) {                                                                  \
                    DP_LATER_NONE(from, to - from);                                                \
                } else if (rare == 0) {                                                            \
                    DP_INDEPENDENT                                                                 \
                    for (size_t i = from; i < to; i++) {                                           \
                        DP_LEVEL_PUSH(i, DP_LEVEL_DELTA(i, is_full), common, entries, is_static,   \
                                      1)                                                           \
                        (void)held_;                                                               \
                    }                                                                              \
                } else {                                                                           \
                    DP_LEVEL_RARE_CHUNK(entries, is_static, is_full, common, __VA_ARGS__)          \
                }                                                                                  \
                DP_LEVEL_MOVE_ALL(from, to, is_static, is_full)                                    \
            }                                                                                      \
            DP_LEVEL_NEXT(DP_LEVEL_NEWS);                                                          \
        }                                                                                          \
        DP_LEVEL_TOPS;                                                                             \
    }

#if defined(__clang__)
#define DP_LEVEL_RARELY_PASS DP_LEVEL_RARELY
#else
// One pass, group by group.
#define DP_LEVEL_RARELY_PASS(name, isa, form, is_full, entries, is_static, ...)                    \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_chain_level *s) {                   \
        DP_LEVEL_INPUTS(entries);                                                                  \
        DP_PASS_BEGIN(isa);                                                                        \
        for (;;) {                                                                                 \
            DP_PASS_EACH(isa, is_static, is_full,                                                  \
                         DP_LEVEL_GROUP_OF(DP_PASS_##isa, at, WIDTH, entries, is_static, is_full,  \
                                           __VA_ARGS__))                                           \
            if (at < n)                                                                            \
                DP_LEVEL_GROUP_OF(DP_LATER, at, n - at, entries, is_static, is_full, __VA_ARGS__)  \
            DP_LEVEL_MOVE_ALL(at, n, is_static, is_full)                                           \
            DP_LEVEL_NEXT(DP_PASS_NEWS(isa) || DP_LEVEL_NEWS);                                     \
            DP_PASS_AGAIN;                                                                         \
        }                                                                                          \
        DP_PASS_END(isa);                                                                          \
        DP_LEVEL_TOPS;                                                                             \
    }
#endif

// Settle all contacts of a stretch, at the end of a march. Few owe anything.
#define DP_LEVEL_SETTLES(name, isa, entries, settle)                                               \
    DP_TARGET_##isa static void name##_settles_##isa(const double *k, double floor,                \
                                                     dp_chain_level *s) {                          \
        DP_LEVEL_INPUTS(entries);                                                                  \
        (void)floor, (void)u, (void)v, (void)drift, (void)pull, (void)force;                       \
        (void)top_force, (void)top_delta;                                                          \
        for (size_t from = 0; from < n; from += DP_LEVEL_CHUNK) {                                  \
            const size_t to = n - from < DP_LEVEL_CHUNK ? n : from + DP_LEVEL_CHUNK;               \
            int64_t owed = 0;                                                                      \
            DP_INDEPENDENT                                                                         \
            for (size_t i = from; i < to; i++)                                                     \
                owed |= m0[i] < 0.0;                                                               \
            if (owed != 0) DP_LEVEL_SETTLE(from, to - from, entries, settle)                       \
        }                                                                                          \
    }

// wide vectors get the second way
#if DP_HAVE_X86
#define DP_LEVEL_ISAS(make, make_wide, name, ...)                                                  \
    make(name, baseline, __VA_ARGS__) make_wide(name, avx2, __VA_ARGS__)                           \
        make_wide(name, avx512, __VA_ARGS__)
#define DP_KERNEL_SWEEP_FUNCTIONS(name)                                                            \
    .sweeps = {{name##_sweep_plain_baseline, name##_sweep_full_baseline},                          \
               {name##_sweep_plain_avx2, name##_sweep_full_avx2},                                  \
               {name##_sweep_plain_avx512, name##_sweep_full_avx512}}
#else
#define DP_LEVEL_ISAS(make, make_wide, name, ...) make(name, baseline, __VA_ARGS__)
#define DP_KERNEL_SWEEP_FUNCTIONS(name)                                                            \
    .sweeps = {{name##_sweep_plain_baseline, name##_sweep_full_baseline}}
#endif

#define DP_KERNEL_SWEEPS(name, is_static)                                                          \
    DP_LEVEL_ISAS(DP_LEVEL_LAGGED, DP_LEVEL_PASS, name, plain, is_static, 0)                       \
    DP_LEVEL_ISAS(DP_LEVEL_LAGGED, DP_LEVEL_PASS, name, full, is_static, 1)
#define DP_KERNEL_SWEEPS_TOUCH(name, entries)                                                      \
    DP_KERNEL_SWEEPS_KEEP(name, entries, respond, 0, dp_keep_nothing)
#define DP_KERNEL_SWEEPS_KEEP(name, ...)                                                           \
    DP_LEVEL_ISAS(DP_LEVEL_TOUCHING, DP_LEVEL_TOUCHING_PASS, name, plain, 0, __VA_ARGS__)          \
    DP_LEVEL_ISAS(DP_LEVEL_TOUCHING, DP_LEVEL_TOUCHING_PASS, name, full, 1, __VA_ARGS__)
#define DP_KERNEL_SWEEPS_RARE(name, ...)                                                           \
    DP_LEVEL_ISAS(DP_LEVEL_RARELY, DP_LEVEL_RARELY_PASS, name, plain, 0, __VA_ARGS__)              \
    DP_LEVEL_ISAS(DP_LEVEL_RARELY, DP_LEVEL_RARELY_PASS, name, full, 1, __VA_ARGS__)

// For kernels that put off what may wait.
#define DP_KERNEL_SETTLES(name, entries, settle)                                                   \
    DP_LEVEL_ISAS(DP_LEVEL_SETTLES, DP_LEVEL_SETTLES, name, entries, settle)
#define DP_KERNEL_SETTLE_FUNCTIONS(name) .settles = DP_PER_ISA(name##_settles), .settle = settle

#endif
