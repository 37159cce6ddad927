#ifndef DP_KERNEL_STRIKES_H
#define DP_KERNEL_STRIKES_H

#include <limits.h>

#include "dashpot/impact_batch.h"
#include "kernels/impact_land.h"
#include "kernels/touch.h"

// From one inline function to many impacts at once. A kernel file without marks and history closes
// with DP_KERNEL_STRIKES: the motion from touch to separation of a block of impacts, compiled for
// every instruction set and for a block of one. Each impact has its own steps and shares nothing
// with its neighbours but the instructions, so its bits are the same in any company.
//
// Lanes that reach a reversal or the end are moved to a second block and landed there, a full block
// at a time; new impacts take their places.

enum { DP_QUICK_BUDGET = 1000 };  // steps of one impact

struct dp_quick_work {
    const dp_impact_batch *batch;
    struct dp_quick_rules rules;
    size_t next, to, unfinished;
    long steps, deadline;   ///< of the block; at the deadline some lane has used its budget
    uint64_t idle, events;  ///< sets of lanes
    int ready_from, ready_to, resuming, landing;
    struct dp_quick_lanes run, ready, resume, land;
    struct dp_quick_trial trial, end, landed;
};

DP_QUICK_INLINE void dp_quick_move(struct dp_quick_form f, struct dp_quick_lanes *to, int j,
                                   const struct dp_quick_lanes *from, int i) {
    to->z[j] = from->z[i];
    to->v[j] = from->v[i];
    to->t[j] = from->t[i];
    to->a[j] = from->a[i];
    to->h[j] = from->h[i];
    to->push[j] = from->push[i];
    to->strict[j] = from->strict[i];
    to->lets_go[j] = from->lets_go[i];
    for (int n = 0; n < DP_QUICK_CONSTANTS; n++)
        to->k[n][j] = from->k[n][i];
    for (int n = 0; n < f.entries; n++)
        to->m[n][j] = from->m[n][i];
    to->index[j] = from->index[i];
    to->born[j] = from->born[i];
}

// First steps of the ready lanes: so short that the force at the full speed of approach changes
// that speed by about `first` of itself. The search works on the exponents of the numbers: 2^n
// times z changes the product below by 2^n to 2^10n, depending on the law. A lane that is there
// stays, whatever the others do.
DP_QUICK_INLINE void dp_quick_first_steps(struct dp_quick_form f, double first,
                                          struct dp_quick_lanes *restrict b) {
    const int shift = f.power == 1 ? 1 : f.power == 2 ? 2 : 3;
    const uint64_t wanted = dp_bits(first), offset = (uint64_t)1 << 62;
    for (int tries = 0, open = 1; open && tries < 60; tries++) {
        uint64_t any = 0;
        DP_EACH_LANE {
            double z = b->h[i], v = b->v[i];
            double force = dp_quick_force(f, b, i, z, v);
            double change = -b->push[i] * dp_quick_stretch(f.power, z) * z * force / (v * v);
            uint64_t over = dp_bits(change) - wanted + offset;  // offset: none, in units of 2^-52
            uint64_t far = (over - offset + ((uint64_t)1 << 51)) >> 52;
            double better = dp_from_bits(dp_bits(z) - (over >> shift) + (offset >> shift));
            b->h[i] = far != 0 ? better : z;
            any |= far;
        }
        open = any != 0;
    }
    DP_EACH_LANE b->h[i] = b->h[i] / b->v[i];
}

// The next impacts of the batch.
DP_QUICK_INLINE void dp_quick_prepare(struct dp_quick_form f, struct dp_quick_work *w) {
    const dp_impact_batch *batch = w->batch;
    struct dp_quick_lanes *b = &w->ready;
    int count = 0;
    for (; count < f.width && w->next < w->to; count++, w->next++) {
        const size_t n = w->next;
        const dp_contact *contact = batch->contact + (batch->contact_count > 1 ? n : 0);
        double m[DP_HISTORY_MAX] = {0.0}, v = batch->speed[n];
        dp_touch_begin(contact, m, v);
        for (int j = 0; j < DP_QUICK_CONSTANTS; j++)
            b->k[j][count] = contact->k[j];
        for (int j = 0; j < f.entries; j++)
            b->m[j][count] = m[j];
        b->index[count] = n;
        b->born[count] = 0;
        b->z[count] = b->t[count] = 0.0;
        b->v[count] = v;
        b->h[count] = f.power == 1 ? 0x1p-20 : f.power == 2 ? 0x1p-10 : 0x1p-5;
        b->push[count] = -f.power / batch->mass[n];
        b->strict[count] = w->rules.tight / (v * v);
        b->lets_go[count] = f.pulls && contact->tension != DP_TENSION_ALLOW ? 1.0 : 0.0;
    }
    w->ready_from = 0;
    w->ready_to = count;
    if (count == 0) return;
    for (int j = count; j < f.width; j++)
        dp_quick_move(f, b, j, b, 0);
    dp_quick_first_steps(f, w->rules.first, b);
    DP_EACH_LANE {
        double inside = dp_quick_inside(f.power, 0.0);
        b->a[i] = b->push[i] * dp_quick_stretch(f.power, inside) *
                  dp_quick_force(f, b, i, inside, b->v[i]);
    }
}

// Give idle lanes something to do: impacts that were landed, else new ones, while there are any.
DP_QUICK_INLINE void dp_quick_refill(struct dp_quick_form f, struct dp_quick_work *w) {
    while (w->idle != 0) {
        int i = __builtin_ctzll(w->idle);
        if (w->resuming == 0 && w->ready_from == w->ready_to) dp_quick_prepare(f, w);
        if (w->resuming > 0)
            dp_quick_move(f, &w->run, i, &w->resume, --w->resuming);
        else if (w->ready_from < w->ready_to)
            dp_quick_move(f, &w->run, i, &w->ready, w->ready_from++);
        else
            return;
        w->idle &= w->idle - 1;
        w->run.born[i] += w->steps;
        long deadline = w->run.born[i] + DP_QUICK_BUDGET;
        if (deadline < w->deadline) w->deadline = deadline;
    }
}

DP_QUICK_INLINE int dp_quick_waiting(const struct dp_quick_work *w) {
    return w->resuming > 0 || w->ready_from < w->ready_to || w->next < w->to;
}

DP_QUICK_INLINE void dp_quick_rest(struct dp_quick_work *w, int i) {
    w->run.h[i] = 0.0;
    w->idle |= dp_quick_bit[i];
}

DP_QUICK_INLINE void dp_quick_give_up(struct dp_quick_work *w, size_t n) {
    const dp_impact_batch *batch = w->batch;
    batch->restitution[n] = NAN;
    if (batch->max_indentation != NULL) batch->max_indentation[n] = NAN;
    if (batch->duration != NULL) batch->duration[n] = NAN;
    w->unfinished++;
}

// Land what waits: at the end write the results, at a reversal go on from there.
DP_QUICK_INLINE void dp_quick_flush(struct dp_quick_form f, struct dp_quick_work *w) {
    const dp_impact_batch *batch = w->batch;
    struct dp_quick_lanes *b = &w->land;
    struct dp_quick_trial *to = &w->landed;
    double goal[DP_QUICK_WIDTH];
    int count = w->landing, seeks = 0;
    for (int j = count; j < f.width; j++) {
        dp_quick_move(f, b, j, b, 0);
        w->end.z[j] = w->end.z[0];
        w->end.v[j] = w->end.v[0];
        w->end.a[j] = w->end.a[0];
    }
    DP_EACH_LANE {
        goal[i] = 0.0;
        seeks |= f.pulls & (b->lets_go[i] > 0.0) & (b->v[i] <= 0.0);
    }
    if (f.pulls && seeks) dp_quick_aim(f, b, &w->end, goal);
    dp_quick_land(f, &w->rules, b, goal, to);
    if (f.pulls && seeks) dp_quick_let_go(f, w->rules.near, b, to);
    w->resuming = w->landing = 0;
    for (int j = 0; j < count; j++) {
        size_t n = b->index[j];
        int fine = to->error[j] <= 0.04;
        if (fine && b->v[j] <= 0.0) {
            batch->restitution[n] = -to->v[j] / batch->speed[n];
            if (batch->duration != NULL) batch->duration[n] = to->t[j];
            continue;
        }
        if (fine && batch->max_indentation != NULL)
            batch->max_indentation[n] = dp_quick_power(f.power, to->z[j]);
        b->z[j] = fine ? to->z[j] : b->z[j];
        b->v[j] = fine ? to->v[j] : b->v[j];
        b->t[j] = fine ? to->t[j] : b->t[j];
        b->a[j] = fine ? to->a[j] : b->a[j];
        b->h[j] = fine ? b->h[j] : 0.5 * b->h[j];
        dp_quick_move(f, &w->resume, w->resuming++, b, j);
    }
}

// Take the first lane with an event out of the run.
DP_QUICK_INLINE void dp_quick_collect(struct dp_quick_form f, struct dp_quick_work *w) {
    int i = __builtin_ctzll(w->events), j = w->landing++;
    dp_quick_move(f, &w->land, j, &w->run, i);
    w->land.born[j] -= w->steps;
    w->end.z[j] = w->trial.z[i];
    w->end.v[j] = w->trial.v[i];
    w->end.a[j] = w->trial.a[i];
    dp_quick_rest(w, i);
    w->events &= w->events - 1;
}

// Lanes that have had all their steps.
DP_QUICK_INLINE void dp_quick_expire(struct dp_quick_form f, struct dp_quick_work *w) {
    w->deadline = LONG_MAX;
    for (int i = 0; i < f.width; i++) {
        if (w->idle & dp_quick_bit[i]) continue;
        long deadline = w->run.born[i] + DP_QUICK_BUDGET;
        if (deadline <= w->steps) {
            dp_quick_give_up(w, w->run.index[i]);
            dp_quick_rest(w, i);
        } else if (deadline < w->deadline) {
            w->deadline = deadline;
        }
    }
}

DP_QUICK_INLINE struct dp_quick_rules dp_quick_rules_for(double rtol, double care) {
    double root = sqrt(rtol), root3 = root * sqrt(root);
    // errors of fifth order against rtol^(3/4), of third order against rtol^(1/2): with both, the
    // error of an impact follows rtol, and where one passes through zero the other one holds
    double weight5 = 0.7 * care / root3, weight3 = 0.05 * care / root;
    return (struct dp_quick_rules){
        .tight = weight5 * weight5,
        .mix = weight3 / weight5 * (weight3 / weight5),
        .first = 64.0 * root / care,
        .near = sqrt(root3),
    };
}

// Idle lanes are computed too: they need numbers.
DP_QUICK_INLINE void dp_quick_clear(struct dp_quick_form f, struct dp_quick_lanes *b) {
    DP_EACH_LANE {
        b->z[i] = 1.0;
        b->v[i] = b->t[i] = b->a[i] = b->h[i] = 0.0;
        b->push[i] = b->strict[i] = b->lets_go[i] = 0.0;
        for (int j = 0; j < DP_QUICK_CONSTANTS; j++)
            b->k[j][i] = 1.0;
        for (int j = 0; j < DP_HISTORY_MAX; j++)
            b->m[j][i] = 1.0;
    }
}

// A freed lane is filled again before the next one is taken out, so that the impacts to be resumed
// are all running when the block of landings is full again.
DP_QUICK_INLINE size_t dp_quick_all(struct dp_quick_form f, const dp_impact_batch *batch,
                                    size_t from, size_t to) {
    struct dp_quick_work w;
    const uint64_t all = ((uint64_t)1 << f.width) - 1;
    w.batch = batch;
    w.rules = dp_quick_rules_for(batch->rtol, f.care);
    w.next = from;
    w.to = to;
    w.unfinished = 0;
    w.steps = 0;
    w.deadline = LONG_MAX;
    w.idle = all;
    w.events = 0;
    w.ready_from = w.ready_to = w.resuming = w.landing = 0;
    dp_quick_clear(f, &w.run);
    for (;;) {
        if (w.events != 0) dp_quick_collect(f, &w);
        int last = w.idle == all && w.landing > 0 && !dp_quick_waiting(&w);
        if (w.landing == f.width || last) dp_quick_flush(f, &w);
        if (w.idle != 0 && dp_quick_waiting(&w)) dp_quick_refill(f, &w);
        if (w.events != 0) continue;
        if (w.steps >= w.deadline) {
            dp_quick_expire(f, &w);
            continue;
        }
        if (w.idle == all) return w.unfinished;
        w.steps++;
        dp_quick_step(f, w.rules.mix, &w.run, &w.trial);
        w.events = dp_quick_take(f, &w.run, &w.trial) & ~w.idle;
    }
}

#define DP_STRIKES_FOR(name, isa, lanes, entries_, power_, pulls_, care_)                          \
    DP_TARGET_##isa static size_t name##_strikes_##isa##_##lanes(const dp_impact_batch *batch,     \
                                                                 size_t from, size_t to) {         \
        const struct dp_quick_form f = {lanes, power_, entries_, pulls_, care_, name##_smooth};    \
        return dp_quick_all(f, batch, from, to);                                                   \
    }

// For a kernel that does not vectorise: one impact at a time. Entries of history, power of z, may
// the law pull, care (see dp_quick_form); `call` is the response at x = z^power and may use k, m,
// x, z and rate.
#define DP_KERNEL_STRIKE(name, entries, power, pulls, care, call)                                  \
    DP_QUICK_INLINE dp_response name##_smooth(const double *k, const double *m, double z,          \
                                              double rate) {                                       \
        double x = dp_quick_power(power, z);                                                       \
        return call;                                                                               \
    }                                                                                              \
    DP_STRIKES_FOR(name, baseline, 1, entries, power, pulls, care)
#define DP_KERNEL_STRIKE_FUNCTION(name) .strike = name##_strikes_baseline_1

// For all others: one at a time, and blocks.
#if DP_HAVE_X86
#define DP_KERNEL_STRIKES(name, entries, power, pulls, care, call)                                 \
    DP_KERNEL_STRIKE(name, entries, power, pulls, care, call)                                      \
    DP_STRIKES_FOR(name, baseline, 16, entries, power, pulls, care)                                \
    DP_STRIKES_FOR(name, avx2, 16, entries, power, pulls, care)                                    \
    DP_STRIKES_FOR(name, avx512, 16, entries, power, pulls, care)
#define DP_KERNEL_STRIKE_FUNCTIONS(name)                                                           \
    DP_KERNEL_STRIKE_FUNCTION(name),                                                               \
        .strikes = {name##_strikes_baseline_16, name##_strikes_avx2_16, name##_strikes_avx512_16}
#else
#define DP_KERNEL_STRIKES(name, entries, power, pulls, care, call)                                 \
    DP_KERNEL_STRIKE(name, entries, power, pulls, care, call)                                      \
    DP_STRIKES_FOR(name, baseline, 16, entries, power, pulls, care)
#define DP_KERNEL_STRIKE_FUNCTIONS(name)                                                           \
    DP_KERNEL_STRIKE_FUNCTION(name), .strikes = {name##_strikes_baseline_16}
#endif

#endif
