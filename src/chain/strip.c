// Probes of small chains: see strip.h.

#include "chain/strip.h"

#include <math.h>

#include "kernels/loops.h"

enum { LEFT, RIGHT, PLACE, SPEED };                      // rows of a body
enum { FORCE, PLACES, NEXT_PLACE, SPEEDS, NEXT_SPEED };  // rows of a contact

// Contacts with the ends and bodies that are one with them see to themselves: see probes.c.
static int is_swept(const dp_chain *chain, const dp_chain_probe_def *probe) {
    size_t i = dp_chain_probe_place(probe);
    int is_end = probe->is_contact && i == chain->end[1].contact;
    return i >= chain->first && i <= chain->last && !is_end;
}

// The row of a number. What neighbours keep already is not kept twice.
static unsigned short row_of(struct strip *strip, const double *number) {
    const size_t count = strip->rows.count, far = 2 * STRIP_ROWS_OF_PROBE;
    for (size_t i = count > far ? count - far : 0; i < count; i++) {
        if (strip->from[i] == number) return (unsigned short)i;
    }
    strip->from[strip->rows.count++] = number;
    return (unsigned short)count;
}

long dp_strip_lay(struct strip *strip, const dp_chain *chain) {
    const double *force = chain->workers[0].force - chain->first;  // of the contact left of a body
    const double *speed = chain->spares_rate ? chain->v : chain->w;
    const size_t room = sizeof strip->kept / sizeof *strip->kept, longest = STRIP_LEVELS_MAX + 1;
    strip->rows = (dp_chain_strip){.from = strip->from, .kept = strip->kept};
    for (size_t k = 0; k < chain->probe_count; k++) {
        const size_t p = chain->probe_order[k], i = dp_chain_probe_place(&chain->probe[p]);
        if (!is_swept(chain, &chain->probe[p])) continue;
        unsigned short *row = strip->row[p];
        if (chain->probe[p].is_contact) {
            const double *from[] = {force + i + 1, chain->u + i, chain->u + i + 1, speed + i,
                                    speed + i + 1};
            for (int j = FORCE; j <= NEXT_SPEED; j++)
                row[j] = row_of(strip, from[j]);
        } else {
            const double *from[] = {force + i, force + i + 1, chain->u + i, chain->v + i};
            for (int j = LEFT; j <= SPEED; j++)
                row[j] = row_of(strip, from[j]);
        }
    }
    if (strip->rows.count == 0) return 0;
    const size_t length = room / strip->rows.count;
    strip->rows.length = length < longest ? length : longest;
    return (long)strip->rows.length - 1;
}

void dp_strip_begin(struct strip *strip, const dp_chain *chain) {
    strip->rows.next = strip->rows.kept;
    dp_chain_strip_note(&strip->rows);
    for (size_t p = 0; chain->spares_rate && p < chain->probe_count; p++) {
        if (!chain->probe[p].is_contact) continue;
        for (int i = 0; i < 2; i++)
            strip->foretold[p][i] = chain->w[chain->probe[p].index + (size_t)i];
    }
}

// --- what a probe has seen at some levels ---

struct glance {
    double value[3][STRIP_LEVELS_MAX];
    double seen[2];  // the last before bodies moved
};

DP_INLINE void read_body(const struct strip *strip, size_t p, int levels, struct glance *g) {
    const double *row[4];
    for (int j = LEFT; j <= SPEED; j++)
        row[j] = strip->kept + strip->row[p][j] * strip->rows.length;
    const double *left = row[LEFT], *right = row[RIGHT], *u = row[PLACE], *v = row[SPEED];
    for (int t = 0; t < levels; t++) {
        g->value[0][t] = 0.5 * (left[t + 1] + right[t + 1]);
        g->value[1][t] = 0.5 * (v[t] + v[t + 1]);
        g->value[2][t] = u[t];
    }
    g->seen[0] = u[levels - 1];
    g->seen[1] = v[levels - 1];
}

// The velocity foretold for every level and the next; where the loops keep none, as they would.
DP_INLINE void foretell(const double *speed, double first, int levels, double *w) {
    w[0] = first;
    for (int t = 0; t < levels; t++) {
        double before = speed[t], after = speed[t + 1];
        w[t + 1] = after + 0.5 * (after - before);
    }
}

DP_INLINE void read_contact(const struct strip *strip, const dp_chain *chain, size_t p, int levels,
                            struct glance *g) {
    const double *row[STRIP_ROWS_OF_PROBE];
    for (int j = FORCE; j <= NEXT_SPEED; j++)
        row[j] = strip->kept + strip->row[p][j] * strip->rows.length;
    const double *force = row[FORCE], *u = row[PLACES], *next = row[NEXT_PLACE];
    const double *w = row[SPEEDS], *w_next = row[NEXT_SPEED];
    double foretold[2][STRIP_LEVELS_MAX + 1];
    const size_t c = chain->probe[p].index;
    const double gap = chain->has_gap ? chain->gap[c] : 0.0;
    if (chain->spares_rate) {
        foretell(w, strip->foretold[p][0], levels, foretold[0]);
        foretell(w_next, strip->foretold[p][1], levels, foretold[1]);
        w = foretold[0];
        w_next = foretold[1];
        chain->w[c] = w[levels];
        chain->w[c + 1] = w_next[levels];
    }
    for (int t = 0; t < levels; t++) {
        g->value[0][t] = force[t + 1];
        g->value[1][t] = u[t] - next[t] - gap;
        g->value[2][t] = w[t] - w_next[t];
    }
    g->seen[0] = g->value[1][levels - 1];
    g->seen[1] = g->value[2][levels - 1];
}

// Can none of these values be or make a peak? Those below the peak cannot, nor can a row of equal
// ones at its height.
DP_INLINE int is_calm(const struct probe_state *s, int k, const double *value, int levels) {
    const double peak = s->peak[k];
    int64_t high = s->now[k] >= peak, same = (s->now[k] == peak) & (s->before[k] == peak);
    for (int t = 0; t < levels; t++) {
        high += value[t] >= peak;
        same += value[t] == peak;
    }
    return high == 0 || same == levels + 1;
}

DP_INLINE void note_peaks(struct probe_state *s, int k, const double *value, long level, int levels,
                          double dt) {
    if (!is_calm(s, k, value, levels)) {
        for (int t = 0; t < levels; t++)
            dp_chain_probe_peak(s, k, value[t], level + t, dt);
        return;
    }
    s->before[k] = levels > 1 ? value[levels - 2] : s->now[k];
    s->now[k] = value[levels - 1];
}

static void record(const dp_chain *chain, size_t p, const struct glance *g, long level,
                   int levels) {
    const long every = chain->record_every;
    struct probe_state *s = &chain->probe_state[p];
    for (long t = (every - level % every) % every; t < levels && s->rows < chain->row_room;
         t += every) {
        double *row = chain->rows[p * chain->row_room + s->rows++];
        for (int k = 0; k < 3; k++)
            row[k] = g->value[k][t];
    }
}

#define READ_FOR(isa, unused)                                                                      \
    DP_TARGET_##isa static void read_##isa(const struct strip *strip, const dp_chain *chain,       \
                                           long level, int levels) {                               \
        struct glance g;                                                                           \
        for (size_t p = 0; p < chain->probe_count; p++) {                                          \
            struct probe_state *s = &chain->probe_state[p];                                        \
            if (!is_swept(chain, &chain->probe[p])) continue;                                      \
            if (chain->probe[p].is_contact)                                                        \
                read_contact(strip, chain, p, levels, &g);                                         \
            else                                                                                   \
                read_body(strip, p, levels, &g);                                                   \
            note_peaks(s, 0, g.value[0], level, levels, chain->dt);                                \
            note_peaks(s, 1, g.value[1], level, levels, chain->dt);                                \
            s->seen[0] = g.seen[0];                                                                \
            s->seen[1] = g.seen[1];                                                                \
            if (chain->record_every > 0) record(chain, p, &g, level, levels);                      \
        }                                                                                          \
    }
DP_EACH_ISA(READ_FOR, )

typedef void (*reader)(const struct strip *strip, const dp_chain *chain, long level, int levels);

void dp_strip_read(struct strip *strip, dp_chain *chain, long level) {
    static const reader readers[DP_ISA_COUNT] = DP_PER_ISA(read);
    const int levels = (int)(strip->rows.next - strip->rows.kept) - 1;
    readers[chain->isa](strip, chain, level, levels);
}
