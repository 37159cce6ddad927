// Watching single bodies and contacts at every step.

#include <math.h>

#include "chain/chain.h"

size_t dp_chain_probe_place(const dp_chain_probe_def *def) {
    return def->is_contact ? def->index : def->index + 1;
}

static const dp_chain_probe_def *ordered(const dp_chain *chain, size_t k) {
    return &chain->probe[chain->probe_order[k]];
}

static size_t first_from(const dp_chain *chain, size_t lo) {
    size_t k = 0;
    while (k < chain->probe_count && dp_chain_probe_place(ordered(chain, k)) < lo)
        k++;
    return k;
}

// Top of the parabola through three values a step apart, around the middle one.
void dp_chain_probe_peak(struct probe_state *s, int k, double next, long level, double dt) {
    double a = s->before[k], b = s->now[k];
    if (!isnan(a) && b >= a && b >= next && b >= s->peak[k]) {
        double bend = a - 2.0 * b + next, shift = bend < 0.0 ? 0.5 * (a - next) / bend : 0.0;
        double top = b - 0.25 * (a - next) * shift;
        if (top > s->peak[k]) {
            s->peak[k] = top;
            s->peak_time[k] = ((double)(level - 1) + shift) * dt;
        }
    }
    // the largest so far counts even before it is passed
    if (next > s->peak[k]) {
        s->peak[k] = next;
        s->peak_time[k] = (double)level * dt;
    }
    s->before[k] = b;
    s->now[k] = next;
}

void dp_chain_probe_take(const dp_chain *chain, size_t p, long level, const double value[3]) {
    struct probe_state *s = &chain->probe_state[p];
    dp_chain_probe_peak(s, 0, value[0], level, chain->dt);
    dp_chain_probe_peak(s, 1, value[1], level, chain->dt);
    if (chain->record_every > 0 && level % chain->record_every == 0 && s->rows < chain->row_room) {
        double *row = chain->rows[p * chain->row_room + s->rows++];
        for (int k = 0; k < 3; k++)
            row[k] = value[k];
    }
}

// Is it seen in a sweep whose contacts end before `contacts`?
static int is_swept(const dp_chain *chain, const dp_chain_probe_def *probe, size_t contacts) {
    const struct chain_end *right = &chain->end[1];
    if (!probe->is_contact) return 1;
    if (right->type != DP_END_FREE && probe->index == right->contact) return 0;
    return probe->index < contacts;
}

void dp_chain_probe_before(const dp_chain *chain, size_t lo, size_t hi, size_t contacts) {
    for (size_t k = first_from(chain, lo); k < chain->probe_count; k++) {
        const dp_chain_probe_def *probe = ordered(chain, k);
        size_t i = dp_chain_probe_place(probe);
        if (i >= hi) break;
        if (!is_swept(chain, probe, contacts)) continue;
        struct probe_state *s = &chain->probe_state[chain->probe_order[k]];
        s->seen[0] = probe->is_contact ? chain_delta(chain, i) : chain->u[i];
        s->seen[1] = probe->is_contact ? chain_rate(chain, i) : chain->v[i];
    }
}

// The velocity at the level is the mean of those half a step before and after.
void dp_chain_probe_after(const dp_chain *chain, size_t lo, size_t hi, size_t contacts, long level,
                          const double *force) {
    for (size_t k = first_from(chain, lo); k < chain->probe_count; k++) {
        const dp_chain_probe_def *probe = ordered(chain, k);
        size_t p = chain->probe_order[k], i = dp_chain_probe_place(probe);
        if (i >= hi) break;
        if (!is_swept(chain, probe, contacts)) continue;
        const struct probe_state *s = &chain->probe_state[p];
        const double *f = force + (i - lo);
        double contact[3] = {f[1], s->seen[0], s->seen[1]};
        double body[3] = {0.5 * (f[0] + f[1]), 0.5 * (s->seen[1] + chain->v[i]), s->seen[0]};
        dp_chain_probe_take(chain, p, level, probe->is_contact ? contact : body);
    }
}

void dp_chain_probe_contact(const dp_chain *chain, size_t c, long level, double force) {
    for (size_t p = 0; p < chain->probe_count; p++) {
        if (!chain->probe[p].is_contact || chain->probe[p].index != c) continue;
        double value[3] = {force, chain_delta(chain, c), chain_rate(chain, c)};
        dp_chain_probe_take(chain, p, level, value);
    }
}

void dp_chain_probe_end(const dp_chain *chain, int side, long level, double force,
                        double velocity) {
    const struct chain_end *end = &chain->end[side];
    int is_carried = end->type == DP_END_DRIVEN && end->glued;
    if (end->type == DP_END_FREE || (end->type == DP_END_BAR && end->glued)) return;
    dp_chain_probe_contact(chain, end->contact, level, force);
    for (size_t p = 0; is_carried && p < chain->probe_count; p++) {
        if (chain->probe[p].is_contact || dp_chain_probe_place(&chain->probe[p]) != end->index)
            continue;
        double value[3] = {0.5 * force, velocity, chain->u[end->index]};
        dp_chain_probe_take(chain, p, level, value);
    }
}

dp_chain_probe dp_chain_probe_at(const dp_chain *chain, size_t p) {
    const struct probe_state *s = &chain->probe_state[p];
    return (dp_chain_probe){
        .def = chain->probe[p],
        .peak_force = s->peak[0],
        .peak_force_time = s->peak_time[0],
        .peak_velocity = s->peak[1],
        .peak_velocity_time = s->peak_time[1],
        .row_count = s->rows,
        .rows = (const double(*)[3])(chain->rows + p * chain->row_room),
    };
}
