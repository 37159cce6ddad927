#ifndef DP_KERNEL_SWEEPS_H
#define DP_KERNEL_SWEEPS_H

#include <stdint.h>
#include <string.h>

#include "dashpot/sweep.h"
#include "laws/kernel_loops.h"

// Loops that carry a chain over one time level (sweep.h), around the same inline functions as all
// other loops. A file closes with one of
//
//     DP_KERNEL_SWEEPS(name, is_static)           no history: bodies follow the contacts at a
//                                                 distance of DP_SWEEP_LAG in one loop, so that
//                                                 square roots and memory traffic overlap
//     DP_KERNEL_SWEEPS_TOUCH(name, entries)       history written at a touch only
//     DP_KERNEL_SWEEPS_RARE(name, entries, is_static)
//         history written while loading, or a costly branch: the file also defines
//             DP_INLINE int is_rare(const double *k, const double *m, double delta)
//             DP_INLINE dp_response respond_common(k, m, delta, rate)   for all states not rare
//             DP_INLINE void update(...)                                if there is history
//         respond and update run only in chunks that hold a rare contact
//
// Measured (AVX-512, hertz): a lag of 32 reaches 83 % of the throughput of the square root, two
// separate loops 60 %.

enum { DP_SWEEP_LAG = 32, DP_SWEEP_CHUNK = 64, DP_SWEEP_FEW = 8 };

// Positive doubles are ordered like the integers of the same bits, and the maximum of integers may
// be taken in any order: so the loops vectorise and the result does not depend on how.
DP_INLINE int64_t dp_sweep_bits(double x) {
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

DP_INLINE double dp_sweep_top(double before, int64_t bits) {
    double top;
    memcpy(&top, &bits, sizeof top);
    return top > before ? top : before;
}

#define DP_SWEEP_INPUTS(entries)                                                                   \
    const size_t n = s->count;                                                                     \
    double *u = s->u, *v = s->v, *w = s->w;                                                        \
    const double *gap = s->gap, *kicks = s->kick;                                                  \
    const double kick_all = s->kick_all, drift = s->drift, pull = s->pull, weight = s->weight;     \
    double *m0 = s->memory[0], *m1 = s->memory[1];                                                 \
    double *m2 = s->memory[2], *m3 = s->memory[3];                                                 \
    double *loss = s->loss, *force = s->force;                                                     \
    const double *touching = s->touching;                                                          \
    int64_t top_force = 0, top_delta = 0;                                                          \
    double c[DP_CONSTANT_MAX];                                                                     \
    memcpy(c, k, sizeof c);                                                                        \
    (void)w, (void)gap, (void)kicks, (void)kick_all, (void)weight, (void)loss, (void)touching;     \
    (void)m0, (void)m1, (void)m2, (void)m3

#define DP_SWEEP_DELTA(i, is_full) (u[i] - u[(i) + 1] - ((is_full) ? gap[i] : 0.0))
#define DP_SWEEP_RATE(i, is_static) ((is_static) ? 0.0 : w[i] - w[(i) + 1])

// Contact i: force, and loss and maxima where it counts. answer: respond or respond_common.
#define DP_SWEEP_CONTACT(i, answer, entries, is_static, is_full, counts)                           \
    {                                                                                              \
        double delta_ = DP_SWEEP_DELTA(i, is_full), rate_ = DP_SWEEP_RATE(i, is_static);           \
        const double m_[DP_MEMORY_MAX] = {                                                         \
            (entries) > 0 ? m0[i] : 0.0, (entries) > 1 ? m1[i] : 0.0, (entries) > 2 ? m2[i] : 0.0, \
            (entries) > 3 ? m3[i] : 0.0};                                                          \
        dp_response r_ = answer(c, m_, delta_, rate_);                                             \
        double f_ = r_.spring + r_.damper;                                                         \
        double held_ = f_ < floor ? floor : f_;                                                    \
        force[(i) + 1] = held_;                                                                    \
        if (!(is_static)) {                                                                        \
            double damper_ = f_ < floor ? floor - r_.spring : r_.damper;                           \
            loss[i] += (counts) ? weight * (damper_ * rate_) : 0.0;                                \
        }                                                                                          \
        int64_t fb_ = (counts) ? dp_sweep_bits(held_) : 0, db_ = dp_sweep_bits(delta_);            \
        top_force = fb_ > top_force ? fb_ : top_force;                                             \
        top_delta = db_ > top_delta ? db_ : top_delta;                                             \
    }

#define DP_SWEEP_COMMIT(i, entries, is_static, is_full)                                            \
    {                                                                                              \
        double m_[DP_MEMORY_MAX] = {(entries) > 0 ? m0[i] : 0.0, (entries) > 1 ? m1[i] : 0.0,      \
                                    (entries) > 2 ? m2[i] : 0.0, (entries) > 3 ? m3[i] : 0.0};     \
        update(c, m_, DP_SWEEP_DELTA(i, is_full), DP_SWEEP_RATE(i, is_static));                    \
        if ((entries) > 0) m0[i] = m_[0];                                                          \
        if ((entries) > 1) m1[i] = m_[1];                                                          \
        if ((entries) > 2) m2[i] = m_[2];                                                          \
        if ((entries) > 3) m3[i] = m_[3];                                                          \
    }

#define DP_SWEEP_MOVE(i, is_static, is_full)                                                       \
    {                                                                                              \
        double before_ = v[i];                                                                     \
        double kick_ = (is_full) ? kicks[i] : kick_all;                                            \
        double after_ = before_ + kick_ * (force[i] - force[(i) + 1]) + pull;                      \
        v[i] = after_;                                                                             \
        if ((is_full) || !(is_static)) w[i] = after_ + 0.5 * (after_ - before_);                   \
        u[i] += drift * after_;                                                                    \
    }

#define DP_SWEEP_TOPS                                                                              \
    s->top_force = dp_sweep_top(s->top_force, top_force);                                          \
    s->top_delta = dp_sweep_top(s->top_delta, top_delta)

// --- no history: one loop with a lag -----------------------------------------------------------

#define DP_SWEEP_LAGGED(name, isa, form, is_static, is_full)                                       \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_sweep *s) {                         \
        DP_SWEEP_INPUTS(0);                                                                        \
        const size_t lag = n < DP_SWEEP_LAG ? n : DP_SWEEP_LAG;                                    \
        DP_INDEPENDENT                                                                             \
        for (size_t i = 0; i < lag; i++)                                                           \
            DP_SWEEP_CONTACT(i, respond, 0, is_static, is_full, 1)                                 \
        DP_INDEPENDENT                                                                             \
        for (size_t i = DP_SWEEP_LAG; i < n; i++) {                                                \
            DP_SWEEP_CONTACT(i, respond, 0, is_static, is_full, 1)                                 \
            DP_SWEEP_MOVE(i - DP_SWEEP_LAG, is_static, is_full)                                    \
        }                                                                                          \
        DP_INDEPENDENT                                                                             \
        for (size_t i = n - lag; i < n; i++)                                                       \
            DP_SWEEP_MOVE(i, is_static, is_full)                                                   \
        DP_SWEEP_TOPS;                                                                             \
    }

// --- history: chunk by chunk, so that what is rare costs little ----------------------------------

#define DP_SWEEP_EACH_CHUNK(is_static, is_full, contacts)                                          \
    for (size_t from = 0; from < n; from += DP_SWEEP_CHUNK) {                                      \
        const size_t to = n - from < DP_SWEEP_CHUNK ? n : from + DP_SWEEP_CHUNK;                   \
        contacts;                                                                                  \
        DP_INDEPENDENT                                                                             \
        for (size_t i = from; i < to; i++)                                                         \
            DP_SWEEP_MOVE(i, is_static, is_full)                                                   \
    }

#define DP_SWEEP_CONTACTS(answer, entries, is_static, is_full)                                     \
    DP_INDEPENDENT                                                                                 \
    for (size_t i = from; i < to; i++)                                                             \
    DP_SWEEP_CONTACT(i, answer, entries, is_static, is_full, 1)

// Contacts whose touch began or ended are handed to the owner first.
#define DP_SWEEP_LOOK(is_full)                                                                     \
    if (touching != NULL) {                                                                        \
        int64_t news = 0;                                                                          \
        DP_INDEPENDENT                                                                             \
        for (size_t i = from; i < to; i++)                                                         \
            news |= (DP_SWEEP_DELTA(i, is_full) > 0.0) != (touching[i] > 0.0);                     \
        for (size_t i = from; news != 0 && i < to; i++) {                                          \
            double delta_ = DP_SWEEP_DELTA(i, is_full);                                            \
            if ((delta_ > 0.0) != (touching[i] > 0.0))                                             \
                s->touch(s, i, delta_, DP_SWEEP_RATE(i, 0));                                       \
        }                                                                                          \
    }

#define DP_SWEEP_TOUCHING(name, isa, form, entries, is_full)                                       \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_sweep *s) {                         \
        DP_SWEEP_INPUTS(entries);                                                                  \
        DP_SWEEP_EACH_CHUNK(                                                                       \
            0, is_full, DP_SWEEP_LOOK(is_full) DP_SWEEP_CONTACTS(respond, entries, 0, is_full))    \
        DP_SWEEP_TOPS;                                                                             \
    }

#define DP_SWEEP_IS_RARE(i, entries, is_full)                                                      \
    is_rare(                                                                                       \
        c,                                                                                         \
        (const double[DP_MEMORY_MAX]){(entries) > 0 ? m0[i] : 0.0, (entries) > 1 ? m1[i] : 0.0,    \
                                      (entries) > 2 ? m2[i] : 0.0, (entries) > 3 ? m3[i] : 0.0},   \
        DP_SWEEP_DELTA(i, is_full))

// A few rare contacts among many are collected into one vector and mended; where there are more,
// all are taken in full.
#define DP_SWEEP_MEND(entries, is_static, is_full)                                                 \
    {                                                                                              \
        size_t at_[DP_SWEEP_FEW], few_ = 0;                                                        \
        double d_[DP_SWEEP_FEW] = {0.0}, v_[DP_SWEEP_FEW] = {0.0}, f_[DP_SWEEP_FEW];               \
        double e_[DP_SWEEP_FEW], h_[DP_MEMORY_MAX][DP_SWEEP_FEW] = {{0.0}};                        \
        for (size_t i = from; few_ < (size_t)rare; i++) {                                          \
            if (!DP_SWEEP_IS_RARE(i, entries, is_full)) continue;                                  \
            at_[few_] = i;                                                                         \
            d_[few_] = DP_SWEEP_DELTA(i, is_full);                                                 \
            v_[few_] = DP_SWEEP_RATE(i, is_static);                                                \
            if ((entries) > 0) h_[0][few_] = m0[i];                                                \
            if ((entries) > 1) h_[1][few_] = m1[i];                                                \
            if ((entries) > 2) h_[2][few_] = m2[i];                                                \
            if ((entries) > 3) h_[3][few_] = m3[i];                                                \
            few_++;                                                                                \
        }                                                                                          \
        DP_INDEPENDENT                                                                             \
        for (size_t j = 0; j < DP_SWEEP_FEW; j++) {                                                \
            double m_[DP_MEMORY_MAX] = {h_[0][j], h_[1][j], h_[2][j], h_[3][j]};                   \
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
            int64_t fb_ = dp_sweep_bits(f_[j]);                                                    \
            top_force = fb_ > top_force ? fb_ : top_force;                                         \
            force[i + 1] = f_[j];                                                                  \
            if (!(is_static)) loss[i] += e_[j];                                                    \
            if ((entries) > 0) m0[i] = h_[0][j];                                                   \
            if ((entries) > 1) m1[i] = h_[1][j];                                                   \
            if ((entries) > 2) m2[i] = h_[2][j];                                                   \
            if ((entries) > 3) m3[i] = h_[3][j];                                                   \
        }                                                                                          \
    }

#define DP_SWEEP_RARE_CONTACTS(entries, is_static, is_full)                                        \
    int64_t rare = 0;                                                                              \
    DP_INDEPENDENT                                                                                 \
    for (size_t i = from; i < to; i++)                                                             \
        rare += DP_SWEEP_IS_RARE(i, entries, is_full);                                             \
    if (rare <= DP_SWEEP_FEW) {                                                                    \
        DP_INDEPENDENT                                                                             \
        for (size_t i = from; i < to; i++)                                                         \
            DP_SWEEP_CONTACT(i, respond_common, entries, is_static, is_full,                       \
                             !DP_SWEEP_IS_RARE(i, entries, is_full))                               \
        if (rare > 0) DP_SWEEP_MEND(entries, is_static, is_full)                                   \
    } else {                                                                                       \
        DP_SWEEP_CONTACTS(respond, entries, is_static, is_full)                                    \
        if ((entries) > 0) {                                                                       \
            DP_INDEPENDENT                                                                         \
            for (size_t i = from; i < to; i++)                                                     \
                DP_SWEEP_COMMIT(i, entries, is_static, is_full)                                    \
        }                                                                                          \
    }

#define DP_SWEEP_RARELY(name, isa, form, entries, is_static, is_full)                              \
    DP_TARGET_##isa static void name##_sweep_##form##_##isa(const double *k, double floor,         \
                                                            dp_sweep *s) {                         \
        DP_SWEEP_INPUTS(entries);                                                                  \
        DP_SWEEP_EACH_CHUNK(is_static, is_full,                                                    \
                            DP_SWEEP_RARE_CONTACTS(entries, is_static, is_full))                   \
        DP_SWEEP_TOPS;                                                                             \
    }

#if DP_HAVE_X86
#define DP_SWEEP_ISAS(make, name, ...)                                                             \
    make(name, baseline, __VA_ARGS__) make(name, avx2, __VA_ARGS__) make(name, avx512, __VA_ARGS__)
#define DP_KERNEL_SWEEP_FUNCTIONS(name)                                                            \
    .sweeps = {{name##_sweep_plain_baseline, name##_sweep_full_baseline},                          \
               {name##_sweep_plain_avx2, name##_sweep_full_avx2},                                  \
               {name##_sweep_plain_avx512, name##_sweep_full_avx512}}
#else
#define DP_SWEEP_ISAS(make, name, ...) make(name, baseline, __VA_ARGS__)
#define DP_KERNEL_SWEEP_FUNCTIONS(name)                                                            \
    .sweeps = {{name##_sweep_plain_baseline, name##_sweep_full_baseline}}
#endif

#define DP_KERNEL_SWEEPS(name, is_static)                                                          \
    DP_SWEEP_ISAS(DP_SWEEP_LAGGED, name, plain, is_static, 0)                                      \
    DP_SWEEP_ISAS(DP_SWEEP_LAGGED, name, full, is_static, 1)
#define DP_KERNEL_SWEEPS_TOUCH(name, entries)                                                      \
    DP_SWEEP_ISAS(DP_SWEEP_TOUCHING, name, plain, entries, 0)                                      \
    DP_SWEEP_ISAS(DP_SWEEP_TOUCHING, name, full, entries, 1)
#define DP_KERNEL_SWEEPS_RARE(name, entries, is_static)                                            \
    DP_SWEEP_ISAS(DP_SWEEP_RARELY, name, plain, entries, is_static, 0)                             \
    DP_SWEEP_ISAS(DP_SWEEP_RARELY, name, full, entries, is_static, 1)

#endif
