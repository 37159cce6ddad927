// Which coordinates a start is moved in, for copies of a run and for its shadow.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "mechanism/motion.h"

// Steele, Lea, Flood 2014: a good value for every (seed, copy), no state to carry between copies.
static double sequence(uint64_t seed, int copy) {
    if (copy <= 0) return 0.0;
    uint64_t z = seed * 0xd1342543de82ef95u + (uint64_t)copy * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (double)(z >> 11) * 0x1p-52 - 1.0;
}

double dp_mechanism_shift(unsigned long seed, int copy) {
    return sequence(seed, copy);
}

const char *dp_mechanism_perturbed_name(const dp_mechanism *m) {
    return m->move_count == 0 ? NULL : m->moved_names;
}

// Of several coordinates each has a sequence of its own, and parts of the shift that differ a
// little: a mechanism that mirrors itself does not stay its mirror image. Both follow from the name
// alone, so that the order of the bodies does not matter.
void dp_mechanism_move_start(const dp_mechanism *m, const dp_mechanism_run_def *run, double *y) {
    for (int i = 0; i < m->move_count; i++) {
        const struct move *move = &m->moves[i];
        double part = move->key == 0 ? 1.0 : 0.95 + 0.05 * sequence(move->key, 1);
        if (run->copy > 0)
            y[move->unknown] += run->offset * move->by * sequence(run->seed + move->key, run->copy);
        if (run->aside != 0.0) y[move->unknown] += run->aside * part * move->by;
    }
}

// --- the choice ----------------------------------------------------------------------------------

// An unknown that may be moved.
struct candidate {
    const struct link *link;
    int slot;
    bool is_angle, is_known;
    double by;       // of it per metre
    double *effect;  // how far each pair goes per metre
};

struct choice {
    dp_mechanism *m;
    struct workspace start, moved;
    double *y;  // a start that is moved
    struct candidate *candidates;
    int count, loose;
    double *covered;  // how far each pair goes by what was chosen
    struct move *moves;
    char *names;
    int move_count;
    void *room;
    size_t size;
};
enum { NAME_ROOM = NAME_LENGTH + 16 };

static const double enough = 0.1, least = 1e-6;

static bool is_angle(const struct link *l, int slot) {
    return l->kind == LINK_PIN || slot == 2;
}

// Slides and positions come before angles.
static void list_candidates(struct choice *c, double *effects) {
    const dp_mechanism *m = c->m;
    for (int wants_angle = 0; wants_angle < 2; wants_angle++)
        for (int i = 0; i < m->link_count; i++)
            for (int slot = 0; slot < m->links[i].slots; slot++) {
                const struct link *l = &m->links[i];
                if (l->unknown[slot] < 0 || is_angle(l, slot) != wants_angle) continue;
                double reach = hypot(l->on_self[0], l->on_self[1]);
                c->candidates[c->count] = (struct candidate){
                    .link = l,
                    .slot = slot,
                    .is_angle = wants_angle,
                    .by = !wants_angle ? 1.0 : 1.0 / (reach > 0.0 ? reach : m->size),
                    .effect = effects + c->count * m->pair_count};
                c->count++;
            }
}

// Everything that only the choice needs.
static bool make_room(struct choice *c) {
    const dp_mechanism *m = c->m;
    size_t n = (size_t)m->unknown_count, pairs = (size_t)m->pair_count, work = dp_workspace_size(m);
    size_t doubles = 2 * work + 2 * n + (n + 1) * pairs;
    c->size = (n + 1) * sizeof *c->candidates + doubles * sizeof(double) +
              (n + 1) * sizeof *c->moves + n * NAME_ROOM + 1;
    c->size = (c->size + 63) / 64 * 64;
    c->room = m->allocator.alloc(m->allocator.user, c->size);
    if (c->room == NULL) return false;
    memset(c->room, 0, c->size);
    c->candidates = (struct candidate *)c->room;
    double *next = (double *)(void *)(c->candidates + n + 1);
    dp_workspace_place(m, &c->start, next);
    dp_workspace_place(m, &c->moved, next + work);
    c->y = next + 2 * work;
    c->covered = c->y + 2 * n;
    c->moves = (struct move *)(void *)(next + doubles);
    c->names = (char *)(c->moves + n + 1);
    list_candidates(c, c->covered + pairs);
    return true;
}

static dp_status keep(struct choice *c, dp_error *err) {
    dp_mechanism *m = c->m;
    size_t count = (size_t)c->move_count;
    m->moves = (struct move *)dp_mechanism_room(m, count + 1, sizeof *m->moves);
    m->moved_names = (char *)dp_mechanism_room(m, strlen(c->names) + 1, 1);
    if (m->moves == NULL || m->moved_names == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory to assemble the mechanism");
    // the only one has the sequence of the seed itself
    if (count == 1) c->moves[0].key = 0;
    memcpy(m->moves, c->moves, count * sizeof *m->moves);
    strcpy(m->moved_names, c->names);
    m->move_count = c->move_count;
    return DP_OK;
}

// How far the pairs go when a candidate is moved and the loops are closed again, per metre.
static void find_effects(struct choice *c, struct candidate *candidate) {
    const dp_mechanism *m = c->m;
    int n = m->unknown_count;
    struct projection done;
    double aside = 1e-6 * m->size;
    if (candidate->is_known) return;
    candidate->is_known = true;
    memcpy(c->y, m->start, 2 * (size_t)n * sizeof *c->y);
    c->y[candidate->link->unknown[candidate->slot]] += aside * candidate->by;
    if (dp_mechanism_project(m, 0.0, c->y, c->y + n, 1.0, &c->moved, &done) != DP_OK) return;
    dp_mechanism_place(m, 0.0, c->y, c->y + n, &c->moved);
    for (int i = 0; i < m->pair_count; i++) {
        struct touch was, now;
        dp_pair_place(m, &m->pairs[i], &c->start, &was);
        dp_pair_place(m, &m->pairs[i], &c->moved, &now);
        double way = m->pairs[i].kind == PAIR_PLANE ? fabs(now.distance - was.distance)
                                                    : hypot(now.ex - was.ex, now.ey - was.ey);
        candidate->effect[i] = way / aside;
    }
}

// Of a pair; -1: of the loose ones that it moves most, of all pairs where there is none.
static double effect_on(struct choice *c, struct candidate *candidate, int pair) {
    const dp_mechanism *m = c->m;
    double most = 0.0;
    if (m->pair_count == 0) return 1.0;
    find_effects(c, candidate);
    if (pair >= 0) return candidate->effect[pair];
    for (int i = 0; i < m->pair_count; i++) {
        if (c->loose > 0 && isnan(m->pairs[i].gap)) continue;
        most = fmax(most, candidate->effect[i]);
    }
    return most;
}

static void take(struct choice *c, const struct candidate *candidate, double by) {
    const dp_mechanism *m = c->m;
    const struct link *l = candidate->link;
    const char *field = candidate->is_angle ? "angle" : candidate->slot == 1 ? "y" : "x";
    if (l->kind == LINK_SLIDE && fabs(l->axis[0]) < fabs(l->axis[1])) field = "y";
    char *name = c->names + strlen(c->names);
    if (c->move_count > 0) name += snprintf(name, NAME_ROOM, ", ");
    snprintf(name, NAME_ROOM - 2, "%s.%s", m->body_names[l->body], field);
    struct move *move = &c->moves[c->move_count++];
    *move = (struct move){.unknown = l->unknown[candidate->slot], .by = by};
    for (; *name != '\0'; name++)
        move->key = (move->key ^ (unsigned char)*name) * 0x100000001b3u + 1;
    for (int i = 0; i < m->pair_count; i++)
        c->covered[i] = fmax(c->covered[i], candidate->effect[i] * by / candidate->by);
}

// The first candidate that moves a pair about as far as itself; failing that the one that moves it
// most, by as much more.
static void take_for(struct choice *c, int pair) {
    const struct candidate *best = NULL;
    double most = pair < 0 ? least : fmax(least, c->covered[pair]);
    for (int i = 0; i < c->count && most < enough; i++) {
        double effect = effect_on(c, &c->candidates[i], pair);
        if (!(effect > most)) continue;
        best = &c->candidates[i];
        most = effect;
    }
    if (best != NULL) take(c, best, most < enough ? best->by / most : best->by);
}

dp_status dp_mechanism_choose_moves(dp_mechanism *m, dp_error *err) {
    struct choice c = {.m = m};
    if (!make_room(&c)) return dp_fail(err, DP_ERR_MEMORY, "no memory to assemble the mechanism");
    dp_mechanism_place(m, 0.0, m->start, m->start + m->unknown_count, &c.start);
    for (int i = 0; i < m->pair_count; i++)
        c.loose += !isnan(m->pairs[i].gap);
    take_for(&c, -1);
    // what hangs on a driven body alone does not feel what moves beside it
    for (int i = 0; i < m->pair_count; i++)
        if (c.covered[i] < enough && c.move_count < m->unknown_count) take_for(&c, i);
    dp_status status = keep(&c, err);
    m->allocator.free(m->allocator.user, c.room, c.size);
    return status;
}
