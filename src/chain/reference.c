// One contact and one body at a time: what seams, ends and laws without loops need, and what the
// loops are compared with. The arithmetic is that of laws/kernel_sweeps.h, operation by operation.

#include <math.h>

#include "chain/chain.h"
#include "kernels/touch.h"

const struct contact_group *dp_chain_run_of(const dp_chain *chain, size_t c) {
    size_t low = 0, high = chain->run_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (chain->runs[middle].from <= c)
            low = middle;
        else
            high = middle;
    }
    return &chain->runs[low];
}

// Ties go to the earlier level and then to the contact further left, in whatever order they come.
static int is_beyond(const struct chain_tops *a, const struct chain_tops *b) {
    if (a->force != b->force) return a->force > b->force;
    if (a->level != b->level) return a->level < b->level;
    return a->contact < b->contact;
}

void dp_chain_merge(struct chain_tops *into, const struct chain_tops *from) {
    double delta = from->delta > into->delta ? from->delta : into->delta;
    if (is_beyond(from, into)) *into = *from;
    into->delta = delta;
}

void dp_chain_raise(struct chain_tops *tops, double force, double delta, long level,
                    size_t contact) {
    struct chain_tops one = {force, delta, level, contact, 0.0};
    if (force > 0.0 || delta > 0.0) dp_chain_merge(tops, &one);
}

// Speed at the touch, which lies within the last step: the velocity half a step ago and the one
// foretold for now give it to second order.
static double touch_speed(const dp_chain *chain, size_t c, double delta, double rate) {
    double half = chain->v[c] - chain->v[c + 1];
    double travel = half * chain->dt;
    if (!(travel > delta)) return rate;   // it touched at the start
    double after = 1.0 - delta / travel;  // share of the step before the touch
    return half + (2.0 * after - 1.0) * (rate - half);
}

void dp_chain_watch_at(const dp_chain *chain, const struct contact_group *run, size_t c,
                       double delta, double speed) {
    double m[DP_HISTORY_MAX];
    chain_gather(chain, run->contact, c, m);
    // a dented contact touches where its dent ends
    int touches = delta > dp_contact_residual(run->contact, m);
    if (touches == (chain->touching[c] > 0.0)) return;
    int is_slow = dp_chain_takes_floor(run->contact) && speed < run->contact->approach_floor;
    chain->touching[c] = !touches ? APART : is_slow ? SLOW : TOUCHING;
    if (!touches) return;
    dp_chain_follow(chain, run, c, speed);
    dp_touch_begin(run->contact, m, speed);
    chain_scatter(chain, run->contact, c, m);
}

void dp_chain_watch(const dp_chain *chain, const struct contact_group *run, size_t c, double delta,
                    double rate) {
    if (run->watches) dp_chain_watch_at(chain, run, c, delta, touch_speed(chain, c, delta, rate));
}

double dp_chain_contact(struct chain_worker *worker, size_t c, long level) {
    dp_chain *chain = worker->chain;
    const struct contact_group *run = dp_chain_run_of(chain, c);
    double delta = chain_delta(chain, c), rate = chain_rate(chain, c);
    double m[DP_HISTORY_MAX];
    dp_chain_watch(chain, run, c, delta, rate);
    if (run->watches) chain_note_rate(chain, c, rate);
    dp_contact room;
    const dp_contact *law = dp_chain_law_in(chain, run, c, delta, rate, &room, m);
    const dp_kernel *kernel = law->kernel;
    if (kernel->loops != NULL && kernel->loops->settle != NULL) kernel->loops->settle(law->k, m);
    dp_response r = kernel->parts != NULL ? kernel->parts(law->k, m, delta, rate)
                                          : kernel->respond(law->k, m, delta, rate);
    double asked = r.spring + r.damper, floor = run->contact->floor;
    double force = asked < floor ? floor : asked;
    int releases = run->watches && run->contact->tension == DP_TENSION_RELEASE && delta > 0.0;
    if (releases && (asked <= 0.0 || chain->touching[c] == RELEASED)) {
        if (chain->touching[c] != RELEASED)
            chain->released[c] += kernel->respond(run->contact->k, m, delta, rate).stored;
        chain->touching[c] = RELEASED;
        return 0.0;
    }
    if (!kernel->is_static) {
        double damper = asked < floor ? floor - r.spring : r.damper;
        chain->loss[c] += chain->dt * (damper * rate);
    }
    if (kernel->update != NULL || kernel->raise != NULL) {
        dp_contact_commit(run->contact, m, delta, rate);
        chain_scatter(chain, run->contact, c, m);
    }
    dp_chain_follow_faster(chain, run, c, delta, rate);
    dp_chain_raise(&worker->tops, force, delta, level, c);
    return force;
}

void dp_chain_move(dp_chain *chain, size_t i, double force_left, double force_right) {
    double before = chain->v[i], pull = chain->gravity * chain->dt;
    double left = i == chain->pushed ? force_left + chain->preload : force_left;
    double after = before + chain->kick[i] * (left - force_right) + pull;
    chain->v[i] = after;
    if (chain->has_rate) chain->w[i] = after + 0.5 * (after - before);
    chain->u[i] += chain->dt * after;
}

void dp_chain_sweep_scalar(struct chain_worker *worker, size_t lo, size_t hi, long level,
                           double *force) {
    for (size_t i = lo; i < hi; i++)
        force[i - lo + 1] = dp_chain_contact(worker, i, level);
    for (size_t i = lo; i < hi; i++)
        dp_chain_move(worker->chain, i, force[i - lo], force[i - lo + 1]);
}
