// The start of a chain: arrays from the definition, equilibrium, first touches, and velocities half
// a step back.

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "chain/chain.h"
#include "kernels/touch.h"

// Ends that are not there, and the room behind them: no body comes that far.
static const double FAR_AWAY = 1e300;

static void fill_history(struct chain_signal *h, const dp_chain_signal *def) {
    for (size_t i = 0; i < def->count; i++) {
        h->time[i] = def->time[i];
        h->velocity[i] = def->velocity[i];
        h->travel[i] = i == 0 ? 0.0
                              : h->travel[i - 1] + 0.5 * (h->velocity[i] + h->velocity[i - 1]) *
                                                       (h->time[i] - h->time[i - 1]);
    }
    // travel is counted from time 0
    double start = dp_chain_signal_travel(h, 0.0);
    for (size_t i = 0; i < def->count; i++)
        h->travel[i] -= start;
}

static int is_uniform(const dp_chain *chain, const struct contact_group *run) {
    for (size_t i = run->from; i < run->to; i++) {
        int counts = i >= chain->first && i <= chain->last;
        if (counts && chain->mass[i] != chain->mass[run->to - 1]) return 0;
    }
    return 1;
}

// Constants until the first touch: those of the floor.
static void give_own_law(dp_chain *chain, struct contact_group *run, const dp_chain_def *def) {
    run->own = (dp_contact *)chain->laws + def->law_count + run->from;
    *run->own = *run->contact;
    run->contact = run->own;
    dp_chain_follow(chain, run, run->from, 0.0);
}

static void fill_runs(dp_chain *chain, const dp_chain_def *def) {
    size_t r = 0;
    for (size_t c = 0; c <= chain->count; c++) {
        if (c > 0 && !dp_chain_breaks(chain, def, c)) continue;
        size_t law = (size_t)(dp_chain_law_of(def, c) - def->laws);
        chain->runs[r++] = (struct contact_group){.from = c, .contact = &chain->laws[law]};
        if (dp_contact_follows(&chain->laws[law])) give_own_law(chain, &chain->runs[r - 1], def);
    }
    for (r = 0; r < chain->run_count; r++) {
        struct contact_group *run = &chain->runs[r];
        const dp_kernel *kernel = run->contact->kernel;
        run->to = r + 1 < chain->run_count ? run[1].from : chain->count + 1;
        run->watches = dp_chain_watches(run->contact);
        int releases = run->watches && run->contact->tension == DP_TENSION_RELEASE;
        run->is_scalar = chain->plain || releases || run->own != NULL ||
                         dp_kernel_chain_loop(kernel, chain->isa, DP_LEVEL_PLAIN) == NULL;
        size_t inner = run->from > chain->first ? run->from : chain->first;
        run->kick = chain->kick[inner];
        int asks = chain->has_gap || (kernel->is_static && chain->has_rate);
        run->is_plain = is_uniform(chain, run) && (chain->spares_rate || !asks);
    }
}

static void fill_bodies(dp_chain *chain, const dp_chain_def *def) {
    size_t n = chain->count;
    for (size_t i = 0; i < n; i++) {
        chain->mass[i + 1] = def->mass[i];
        chain->kick[i + 1] = chain->dt / def->mass[i];
        chain->v[i + 1] = def->velocity == NULL ? 0.0 : def->velocity[i];
    }
    for (size_t c = 0; chain->has_gap && def->gap != NULL && c <= n; c++)
        chain->gap[c] = def->gap[c];
    if (chain->end[0].type == DP_END_FREE || chain->end[0].glued) chain->u[0] = -FAR_AWAY;
    for (size_t i = n + 1; i < n + 2 + CHAIN_PAD; i++) {
        if (i > n + 1 || chain->end[1].type == DP_END_FREE || chain->end[1].glued)
            chain->u[i] = FAR_AWAY;
    }
    for (int side = 0; side < 2; side++) {
        struct chain_end *end = &chain->end[side];
        if (end->type == DP_END_DRIVEN)
            chain->v[end->index] = dp_chain_signal_velocity(&end->signal, 0.0);
        chain->now.end[side].force = NAN;
    }
}

static void fill_probes(dp_chain *chain, const dp_chain_def *def) {
    for (size_t p = 0; p < chain->probe_count; p++) {
        chain->probe[p] = def->probes[p];
        chain->probe_state[p] = (struct probe_state){.before = {NAN, NAN},
                                                     .now = {NAN, NAN},
                                                     .peak = {-INFINITY, -INFINITY},
                                                     .peak_time = {NAN, NAN}};
        size_t k = p, place = dp_chain_probe_place(&chain->probe[p]);
        for (; k > 0; k--) {
            size_t before = chain->probe_order[k - 1];
            if (dp_chain_probe_place(&chain->probe[before]) <= place) break;
            chain->probe_order[k] = before;
        }
        chain->probe_order[k] = p;
    }
}

// A law that divides by the approach speed cannot start in touch without being told one, unless
// the speed grows with the motion: then it begins at the floor.
static dp_status begin_contacts(dp_chain *chain, dp_error *err) {
    for (size_t r = 0; r < chain->run_count; r++) {
        const struct contact_group *run = &chain->runs[r];
        if (run->contact->kernel->begin == NULL) continue;
        for (size_t c = run->from; c < run->to; c++) {
            double m[DP_HISTORY_MAX];
            int asks = dp_contact_asks_speed(run->contact), touches = chain_delta(chain, c) > 0.0;
            if (asks && touches && run->contact->kernel->raise == NULL)
                return dp_blame(
                    err,
                    dp_fail(err, DP_ERR_MISSING,
                            "contact %ld touches at the start, so %s has no approach speed to "
                            "look at; take `approach: largest` or a fixed `approach`",
                            chain->first_number + (long)c, run->contact->law->name),
                    DP_SUBJECT_CONTACT, (long)c, NULL);
            if (asks && !touches) continue;
            chain_gather(chain, run->contact, c, m);
            dp_touch_begin(run->contact, m, asks ? 0.0 : run->contact->approach);
            chain_scatter(chain, run->contact, c, m);
            if (asks) chain->touching[c] = TOUCHING;
        }
    }
    return DP_OK;
}

// The leapfrog keeps velocities half a step behind.
static void step_back(dp_chain *chain, const struct chain_forces *f) {
    double *a = chain->look_v;  // not in use yet
    dp_chain_accelerate(chain, f, a);
    for (size_t i = chain->first; i <= chain->last; i++) {
        if (chain->has_rate) chain->w[i] = chain->v[i];
        if (chain->method == DP_CHAIN_VERLET) chain->v[i] -= 0.5 * chain->dt * a[i];
    }
}

dp_status dp_chain_fill(dp_chain *chain, const dp_chain_def *def, dp_error *err) {
    chain->digest = dp_chain_digest(def);
    for (size_t i = 0; i < def->law_count; i++)
        ((dp_contact *)chain->laws)[i] = dp_chain_take_law(&def->laws[i]);
    fill_history(&chain->end[0].signal, &def->left.signal);
    fill_history(&chain->end[1].signal, &def->right.signal);
    fill_bodies(chain, def);
    fill_runs(chain, def);
    fill_probes(chain, def);
    dp_status status = def->start_in_equilibrium ? dp_chain_settle(chain, err) : DP_OK;
    if (status == DP_OK && chain->refusal->status != DP_OK) status = dp_chain_refuse(chain, err);
    if (status == DP_OK) status = begin_contacts(chain, err);
    if (status != DP_OK) return status;

    struct chain_state state = {.u = chain->u, .v = chain->v};
    struct chain_forces forces = {.force = chain->look_force, .delta = chain->look_delta};
    dp_chain_evaluate(chain, &state, &forces);
    chain->first_loss_power = forces.power;
    step_back(chain, &forces);
    if (chain->method == DP_CHAIN_DOP853) dp_chain_adaptive_fill(chain);
    chain->start_plastic = dp_chain_plastic(chain, forces.delta);
    for (int side = 0; side < 2; side++) {
        size_t e = chain->end[side].index;
        chain->start_glued[side] =
            chain->end[side].type == DP_END_DRIVEN && chain->end[side].glued ? chain->v[e] : 0.0;
    }
    const dp_chain_snapshot *view = dp_chain_state(chain);
    // a contact that asks for tension at once is released before the first step
    chain->start_energy = view->kinetic + view->potential + view->stored + view->released;
    chain->start_momentum = view->momentum;
    return DP_OK;
}
