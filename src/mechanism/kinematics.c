// Positions and velocities from joint coordinates, from the roots of the tree outwards.

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "mechanism/motion.h"

static const struct link_state ground = {.c = 1.0};

// states and touches are made of doubles alone
enum {
    STATE_DOUBLES = sizeof(struct link_state) / sizeof(double),
    TOUCH_DOUBLES = sizeof(struct touch) / sizeof(double),
    DRIVEN_DOUBLES = DRIVEN_KEPT * (sizeof(struct driven) / sizeof(double))
};

size_t dp_workspace_size(const dp_mechanism *m) {
    size_t links = (size_t)m->link_count, rows = (size_t)m->row_count;
    size_t pairs = (size_t)m->pair_count, n = (size_t)(m->independent_count + m->redundant_count);
    return (size_t)m->driver_count * DRIVEN_DOUBLES + links * STATE_DOUBLES +
           pairs * TOUCH_DOUBLES + 9 * rows + n * (n + 3) + 4 * links * (n + 1) + 12 * links;
}

void dp_workspace_place(const dp_mechanism *m, struct workspace *work, double *room) {
    size_t links = (size_t)m->link_count, rows = (size_t)m->row_count;
    size_t pairs = (size_t)m->pair_count, n = (size_t)(m->independent_count + m->redundant_count);
    memset(room, 0, dp_workspace_size(m) * sizeof *room);
    work->driven = (struct driven *)(void *)room;
    for (int i = 0; i < m->driver_count * DRIVEN_KEPT; i++)
        work->driven[i].t = NAN;
    room += (size_t)m->driver_count * DRIVEN_DOUBLES;
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

static const struct link_state *parent_of(const struct link *link, const struct workspace *work) {
    return link->parent < 0 ? &ground : &work->states[link->parent];
}

// Value, speed and acceleration of one coordinate; the acceleration of an unknown one is 0 here.
static void coordinate(const dp_mechanism *m, const struct link *link, int slot, double t,
                       const double *q, const double *v, double out[3]) {
    int unknown = link->unknown[slot];
    if (unknown < 0) {
        dp_curve_at(&m->drivers[link->driver[slot]].curve, t, out);
        return;
    }
    out[0] = q[unknown];
    out[1] = v[unknown];
    out[2] = 0.0;
}

// The place of a time is taken from its bits; another time with the same place takes it over.
static const struct driven *driven_at(const dp_mechanism *m, struct workspace *work, int driver,
                                      double t) {
    uint64_t bits;
    memcpy(&bits, &t, sizeof bits);
    struct driven *d = work->driven + driver * DRIVEN_KEPT;
    d += (bits * 0x9e3779b97f4a7c15u) >> 59;
    if (d->t == t) return d;
    dp_curve_at(&m->drivers[driver].curve, t, d->a);
    d->t = t;
    d->c = cos(d->a[0]);
    d->s = sin(d->a[0]);
    return d;
}

static void turn_pin(const dp_mechanism *m, struct workspace *work, const struct link *link,
                     double t, const double *q, const double *v, struct link_state *n) {
    int unknown = link->unknown[0];
    if (unknown >= 0) {
        n->angle = q[unknown];
        n->w = v[unknown];
        n->c = cos(n->angle);
        n->s = sin(n->angle);
        n->bw = 0.0;
        return;
    }
    const struct driven *d = driven_at(m, work, link->driver[0], t);
    n->angle = d->a[0];
    n->w = d->a[1];
    n->bw = d->a[2];
    n->c = d->c;
    n->s = d->s;
}

// Its own angle is known.
static void place_pin(const struct link *link, const struct link_state *p, struct link_state *n) {
    n->px = p->c * link->on_parent[0] - p->s * link->on_parent[1];
    n->py = p->s * link->on_parent[0] + p->c * link->on_parent[1];
    n->sx = -(n->c * link->on_self[0] - n->s * link->on_self[1]);
    n->sy = -(n->s * link->on_self[0] + n->c * link->on_self[1]);
    n->x = p->x + n->px + n->sx;
    n->y = p->y + n->py + n->sy;
    n->vx = p->vx - p->w * n->py - n->w * n->sy;
    n->vy = p->vy + p->w * n->px + n->w * n->sx;
    double far = p->w * p->w, near = n->w * n->w;
    n->bx = -far * n->px - near * n->sx - n->bw * n->sy;
    n->by = -far * n->py - near * n->sy + n->bw * n->sx;
}

static void place_slide(const struct link *link, const struct link_state *p, const double a[3],
                        struct link_state *n) {
    n->angle = p->angle + link->angle;
    n->w = p->w;
    n->c = p->c * link->turn[0] - p->s * link->turn[1];
    n->s = p->s * link->turn[0] + p->c * link->turn[1];
    n->axis_x = p->c * link->axis[0] - p->s * link->axis[1];
    n->axis_y = p->s * link->axis[0] + p->c * link->axis[1];
    n->px = p->c * link->on_parent[0] - p->s * link->on_parent[1];
    n->py = p->s * link->on_parent[0] + p->c * link->on_parent[1];
    n->sx = n->px + a[0] * n->axis_x - (n->c * link->on_self[0] - n->s * link->on_self[1]);
    n->sy = n->py + a[0] * n->axis_y - (n->s * link->on_self[0] + n->c * link->on_self[1]);
    n->x = p->x + n->sx;
    n->y = p->y + n->sy;
    n->vx = p->vx - p->w * n->sy + a[1] * n->axis_x;
    n->vy = p->vy + p->w * n->sx + a[1] * n->axis_y;
    double square = p->w * p->w, turning = 2.0 * a[1] * p->w;
    n->bx = -square * n->sx - turning * n->axis_y + a[2] * n->axis_x;
    n->by = -square * n->sy + turning * n->axis_x + a[2] * n->axis_y;
    n->bw = a[2];
}

static void place_free(const dp_mechanism *m, const struct link *link, double t, const double *q,
                       const double *v, struct link_state *n) {
    double x[3], y[3], a[3];
    coordinate(m, link, 0, t, q, v, x);
    coordinate(m, link, 1, t, q, v, y);
    coordinate(m, link, 2, t, q, v, a);
    *n = (struct link_state){.c = cos(a[0]), .s = sin(a[0]), .x = x[0], .y = y[0], .angle = a[0]};
    n->vx = x[1];
    n->vy = y[1];
    n->w = a[1];
    // driven accelerations
    n->bx = x[2];
    n->by = y[2];
    n->bw = a[2];
}

void dp_mechanism_place(const dp_mechanism *m, double t, const double *q, const double *v,
                        struct workspace *work) {
    static const double still[3] = {0.0, 0.0, 0.0};
    double a[3];
    for (int i = 0; i < m->link_count; i++) {
        const struct link *link = &m->links[i];
        const struct link_state *p = parent_of(link, work);
        struct link_state *n = &work->states[i];
        switch (link->kind) {
        case LINK_FREE:
            place_free(m, link, t, q, v, n);
            break;
        case LINK_PIN:
            turn_pin(m, work, link, t, q, v, n);
            place_pin(link, p, n);
            break;
        case LINK_SLIDE:
            coordinate(m, link, 0, t, q, v, a);
            place_slide(link, p, a, n);
            break;
        case LINK_WELD:
            place_slide(link, p, still, n);
            break;
        }
    }
}

// A point of a link, from its centre of mass, in the fixed frame.
static void arm(const struct link_state *n, const double at[2], double *x, double *y) {
    *x = n->c * at[0] - n->s * at[1];
    *y = n->s * at[0] + n->c * at[1];
}

void dp_pair_place(const dp_mechanism *m, const struct pair *pair, const struct workspace *work,
                   struct touch *touch) {
    (void)m;
    const struct link_state *a = pair->first < 0 ? &ground : &work->states[pair->first];
    const struct link_state *b = pair->second < 0 ? &ground : &work->states[pair->second];
    double x2, y2;
    arm(a, pair->at[0], &touch->rx1, &touch->ry1);
    arm(b, pair->at[1], &x2, &y2);
    // differences of positions first: nothing else keeps the digits of an indentation
    touch->ex = (a->x - b->x) + (touch->rx1 - x2);
    touch->ey = (a->y - b->y) + (touch->ry1 - y2);
    if (pair->kind == PAIR_PLANE) {
        double out_x = b->c * pair->normal[0] - b->s * pair->normal[1];
        double out_y = b->s * pair->normal[0] + b->c * pair->normal[1];
        touch->distance = touch->ex * out_x + touch->ey * out_y;
        touch->delta = pair->reach - touch->distance;
        touch->nx = -out_x;
        touch->ny = -out_y;
        // the point of the second body that is where the centre is
        x2 += touch->ex;
        y2 += touch->ey;
    } else {
        double distance = sqrt(touch->ex * touch->ex + touch->ey * touch->ey);
        double unit = distance > 0.0 ? 1.0 / distance : 0.0;
        double sign = pair->kind == PAIR_BEARING ? 1.0 : -1.0;
        touch->distance = distance;
        touch->delta = sign * (distance - pair->reach);
        touch->nx = distance > 0.0 ? sign * touch->ex * unit : 1.0;
        touch->ny = sign * touch->ey * unit;
    }
    touch->rx2 = x2;
    touch->ry2 = y2;
    double vx = (a->vx - b->vx) - (a->w * touch->ry1 - b->w * y2);
    double vy = (a->vy - b->vy) + (a->w * touch->rx1 - b->w * x2);
    touch->rate = vx * touch->nx + vy * touch->ny;
    touch->slip = vy * touch->nx - vx * touch->ny + pair->arm[0] * a->w + pair->arm[1] * b->w;
}

double dp_driver_speed(const dp_mechanism *m, const struct workspace *work, int driver) {
    const struct driver *d = &m->drivers[driver];
    const struct link *link = &m->links[d->link];
    const struct link_state *n = &work->states[d->link];
    if (link->kind == LINK_SLIDE) return n->vx * n->axis_x + n->vy * n->axis_y;
    if (link->kind == LINK_PIN || d->slot == 2) return n->w;
    return d->slot == 0 ? n->vx : n->vy;
}
