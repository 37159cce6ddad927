// All forces of a chain at one state. Reads history and touches, writes neither.

#include <math.h>
#include <string.h>

#include "chain/chain.h"
#include "kernels/touch.h"

enum { CHUNK = 256 };

// A contact that touches in this state but did not before: its law is told the present rate.
static void foretell_touches(const dp_chain *chain, const struct contact_group *run, size_t c,
                             const dp_contact_arrays *lanes) {
    for (size_t i = 0; i < lanes->count; i++) {
        if (!(lanes->delta[i] > 0.0) || chain->touching[c + i] > 0.0) continue;
        double m[DP_HISTORY_MAX];
        for (int j = 0; j < DP_HISTORY_MAX; j++)
            m[j] = j < run->contact->kernel->history_count ? lanes->history[j][i] : 0.0;
        dp_touch_begin(run->contact, m, lanes->rate[i]);
        for (int j = 0; j < run->contact->kernel->history_count; j++)
            lanes->history[j][i] = m[j];
    }
}

static double chunk(const dp_chain *chain, const struct contact_group *run, size_t c, size_t count,
                    const struct chain_state *state, const struct chain_forces *out) {
    dp_contact room;
    double first[DP_HISTORY_MAX], rate[CHUNK], zero[CHUNK], spring[CHUNK],
        history[DP_HISTORY_MAX][CHUNK];
    double *delta = out->delta + c, *force = out->force + c, power = 0.0;
    for (size_t i = 0; i < count; i++) {
        double gap = chain->has_gap ? chain->gap[c + i] : 0.0;
        delta[i] = state->u[c + i] - state->u[c + i + 1] - gap;
        rate[i] = state->v[c + i] - state->v[c + i + 1];
        zero[i] = 0.0;
    }
    const dp_contact *contact = dp_chain_law_in(chain, run, c, delta[0], rate[0], &room, first);
    const dp_kernel *kernel = contact->kernel;
    dp_contact_arrays lanes = {.count = count, .delta = delta, .rate = rate, .force = force};
    for (int j = 0; j < kernel->history_count; j++) {
        memcpy(history[j], chain->history[j] + c, count * sizeof(double));
        history[j][0] = first[j];
        lanes.history[j] = history[j];
    }
    if (run->watches && run->own == NULL) foretell_touches(chain, run, c, &lanes);
    dp_contact_forces_on(contact, &lanes, chain->isa);
    for (size_t i = 0; i < count && run->watches; i++) {
        if (chain->touching[c + i] > 1.0) force[i] = 0.0;  // released until it is apart
    }
    if (kernel->is_static) return 0.0;
    lanes.rate = zero;
    lanes.force = spring;
    dp_contact_forces_on(contact, &lanes, chain->isa);
    for (size_t i = 0; i < count; i++) {
        int is_dead = run->watches && chain->touching[c + i] > 1.0;
        power += is_dead ? 0.0 : (force[i] - spring[i]) * rate[i];
    }
    return power;
}

// Velocity of a bar's end, which answers to its neighbour.
static double bar_velocity(const dp_chain *chain, int side, const struct chain_state *state) {
    const struct chain_end *end = &chain->end[side];
    const struct contact_group *run = dp_chain_run_of(chain, end->contact);
    size_t c = end->contact, neighbour = side == 0 ? end->index + 1 : end->index - 1;
    double incident = dp_chain_signal_velocity(&end->signal, state->time);
    double delta = state->u[c] - state->u[c + 1] - (chain->has_gap ? chain->gap[c] : 0.0);
    double m[DP_HISTORY_MAX];
    chain_gather(chain, run->contact, c, m);
    if (run->watches && delta > 0.0 && !(chain->touching[c] > 0.0))
        dp_touch_begin(run->contact, m, end->sign * (2.0 * incident - state->v[neighbour]));
    return dp_chain_bar_velocity(end, run->contact, m, incident, delta, state->v[neighbour]);
}

void dp_chain_place_ends(const dp_chain *chain, struct chain_state *state) {
    for (int side = 0; side < 2; side++) {
        const struct chain_end *end = &chain->end[side];
        if (end->type == DP_END_DRIVEN) {
            state->u[end->index] = dp_chain_signal_travel(&end->signal, state->time);
            state->v[end->index] = dp_chain_signal_velocity(&end->signal, state->time);
        } else if (end->type == DP_END_BAR && !end->glued) {
            state->u[end->index] = state->travel[side];
            state->v[end->index] = bar_velocity(chain, side, state);
        }
    }
}

void dp_chain_evaluate(const dp_chain *chain, struct chain_state *state, struct chain_forces *out) {
    out->power = 0.0;
    dp_chain_place_ends(chain, state);
    for (size_t r = 0; r < chain->run_count; r++) {
        const struct contact_group *run = &chain->runs[r];
        for (size_t c = run->from; c < run->to; c += CHUNK) {
            size_t count = run->to - c < CHUNK ? run->to - c : CHUNK;
            out->power += chunk(chain, run, c, count, state, out);
        }
    }
    for (int side = 0; side < 2; side++) {
        const struct chain_end *end = &chain->end[side];
        double force = end->type == DP_END_FREE ? 0.0 : out->force[end->contact];
        if (end->type == DP_END_BAR && end->glued) {
            double incident = dp_chain_signal_velocity(&end->signal, state->time);
            force =
                end->rest + end->sign * end->impedance * (2.0 * incident - state->v[end->index]);
        }
        out->end_velocity[side] = end->type == DP_END_FREE ? 0.0 : state->v[end->index];
        if (end->type == DP_END_FREE || end->glued) out->force[side == 0 ? 0 : chain->count] = 0.0;
        out->end_force[side] = end->sign * force;
    }
}

void dp_chain_accelerate(const dp_chain *chain, const struct chain_forces *forces, double *a) {
    for (size_t i = chain->first; i <= chain->last; i++) {
        double left = i == chain->first ? forces->end_force[0] : forces->force[i - 1];
        double right = i == chain->last ? -forces->end_force[1] : forces->force[i];
        if (i == chain->pushed) left += chain->preload;
        a[i] = (left - right) / chain->mass[i] + chain->gravity;
    }
}
