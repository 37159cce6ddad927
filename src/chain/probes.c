// Watching single bodies and contacts at every step.

#include <math.h>

#include "chain/chain.h"

// Probes are sorted by place: body i watched at index i + 1, contact c at index c, since a sweep
// over that index takes the contact to its right.
static size_t place(const dp_chain_probe_def *def) {
    return def->is_contact ? def->index : def->index + 1;
}

static size_t first_from(const dp_chain *chain, size_t lo) {
    size_t p = 0;
    while (p < chain->probe_count && place(&chain->probe[p]) < lo)
        p++;
    return p;
}

// Top of the parabola through three values a step apart, around the middle one.
static void note_peak(struct probe_state *s, int k, double next, long level, double dt) {
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

void chain_probe_take(const dp_chain *chain, size_t p, long level, const double value[3]) {
    struct probe_state *s = &chain->probe_state[p];
    note_peak(s, 0, value[0], level, chain->dt);
    note_peak(s, 1, value[1], level, chain->dt);
    if (chain->record_every > 0 && level % chain->record_every == 0 && s->rows < chain->row_room) {
        double *row = chain->rows[p * chain->row_room + s->rows++];
        for (int k = 0; k < 3; k++)
            row[k] = value[k];
    }
}

void chain_probe_before(const dp_chain *chain, size_t lo, size_t hi) {
    for (size_t p = first_from(chain, lo); p < chain->probe_count && place(&chain->probe[p]) < hi;
         p++) {
        struct probe_state *s = &chain->probe_state[p];
        size_t i = place(&chain->probe[p]);
        int is_contact = chain->probe[p].is_contact;
        s->seen[0] = is_contact ? chain_delta(chain, i) : chain->u[i];
        s->seen[1] = is_contact ? chain_rate(chain, i) : chain->v[i];
    }
}

// The velocity at the level is the mean of those half a step before and after.
void chain_probe_after(const dp_chain *chain, size_t lo, size_t hi, long level,
                       const double *force) {
    for (size_t p = first_from(chain, lo); p < chain->probe_count && place(&chain->probe[p]) < hi;
         p++) {
        const struct probe_state *s = &chain->probe_state[p];
        size_t i = place(&chain->probe[p]);
        const double *f = force + (i - lo);
        double contact[3] = {f[1], s->seen[0], s->seen[1]};
        double body[3] = {0.5 * (f[0] + f[1]), 0.5 * (s->seen[1] + chain->v[i]), s->seen[0]};
        chain_probe_take(chain, p, level, chain->probe[p].is_contact ? contact : body);
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
