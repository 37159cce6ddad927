// A mechanism at one instant: its room, and where everything is.

#include <string.h>

#include "mechanism/instant.h"

#include "mechanism/place.h"

// states and touches are made of doubles alone
enum {
    STATE_DOUBLES = sizeof(struct link_state) / sizeof(double),
    TOUCH_DOUBLES = sizeof(struct touch) / sizeof(double)
};

size_t dp_workspace_size(const dp_mechanism *m) {
    size_t links = (size_t)m->link_count, rows = (size_t)m->row_count;
    size_t pairs = (size_t)m->pair_count, n = (size_t)(m->independent_count + m->redundant_count);
    return links * STATE_DOUBLES + pairs * TOUCH_DOUBLES + 9 * rows + n * (n + 3) +
           4 * links * (n + 1) + 12 * links;
}

void dp_workspace_place(const dp_mechanism *m, struct workspace *work, double *room) {
    size_t links = (size_t)m->link_count, rows = (size_t)m->row_count;
    size_t pairs = (size_t)m->pair_count, n = (size_t)(m->independent_count + m->redundant_count);
    memset(room, 0, dp_workspace_size(m) * sizeof *room);
    work->states = (struct link_state *)(void *)room;
    room += links * STATE_DOUBLES;
    work->touches = (struct touch *)(void *)room;
    room += pairs * TOUCH_DOUBLES;
    work->wrench = room;
    work->gamma = room + 6 * rows;
    work->gap = room + 7 * rows;
    work->drift = room + 8 * rows;
    room += 9 * rows;
    work->lambda = room;
    work->matrix = room + n;
    work->solution = room + n + n * n;
    work->response = work->solution + n + 6 * links;
    work->chosen = (int *)(void *)(work->response + 4 * links * n);
    dp_workspace_reset(m, work);
}

void dp_workspace_reset(const dp_mechanism *m, struct workspace *work) {
    if (m->independent_count > 0)
        memcpy(work->chosen, m->independent, (size_t)m->independent_count * sizeof(int));
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
