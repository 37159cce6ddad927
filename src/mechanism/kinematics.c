// A mechanism at one instant: its room, and where everything is.

#include <string.h>

#include "mechanism/instant.h"

#include "mechanism/place.h"

// states and touches are made of doubles alone
enum {
    STATE_DOUBLES = sizeof(struct link_state) / sizeof(double),
    TOUCH_DOUBLES = sizeof(struct touch) / sizeof(double),
    RANK_DOUBLES = (sizeof(struct loop_rank) + sizeof(double) - 1) / sizeof(double)
};

size_t dp_workspace_size(const dp_mechanism *m) {
    const struct loop_map *map = &m->loops;
    size_t links = (size_t)m->link_count, rows = (size_t)m->row_count;
    size_t pairs = (size_t)m->pair_count;
    size_t all = m->redundant_count > 0 ? (size_t)map->ideal_rows : 0, square = all * (all + 1);
    return links * STATE_DOUBLES + pairs * TOUCH_DOUBLES + 12 * rows + map->response_size +
           map->factor_size + square + 12 * links + 6 * (size_t)m->cut_count + RANK_DOUBLES;
}

void dp_workspace_place(const dp_mechanism *m, struct workspace *work, double *room) {
    const struct loop_map *map = &m->loops;
    size_t links = (size_t)m->link_count, rows = (size_t)m->row_count;
    size_t pairs = (size_t)m->pair_count;
    memset(room, 0, dp_workspace_size(m) * sizeof *room);
    work->states = (struct link_state *)(void *)room;
    room += links * STATE_DOUBLES;
    work->touches = (struct touch *)(void *)room;
    room += pairs * TOUCH_DOUBLES;
    work->rank = (struct loop_rank *)(void *)room;
    room += RANK_DOUBLES;
    work->wrench = room;
    work->gamma = room + 6 * rows;
    work->gap = room + 7 * rows;
    work->drift = room + 8 * rows;
    work->lambda = room + 9 * rows;
    work->solution = room + 10 * rows;
    work->is_on = (int *)(void *)(room + 11 * rows);
    room += 12 * rows;
    work->scratch = room;
    work->along = room + 12 * links;
    work->response = work->along + 6 * (size_t)m->cut_count;
    work->factor = work->response + map->response_size;
    work->matrix = work->factor + map->factor_size;
}

void dp_mechanism_place(const dp_mechanism *m, double t, const double *q, const double *v,
                        struct workspace *work) {
    place_links(m, &t, q, v, 1, work->states);
}

void dp_pair_place(const dp_mechanism *m, const struct pair *pair, const struct workspace *work,
                   struct touch *touch) {
    (void)m;
    place_pair(pair, work->states, touch);
}
