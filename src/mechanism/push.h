#ifndef DP_MECHANISM_PUSH_H
#define DP_MECHANISM_PUSH_H

// Wrenches on the links: gravity, springs, dampers, applied forces, surfaces that touch. See
// instant.h; laws and friction are asked lane by lane.

#include "mechanism/place.h"

// A point of a link: arm from its centre of mass, position and velocity in the fixed frame.
struct point {
    REAL rx, ry, x, y, vx, vy;
};

EACH void point_of(const struct STATE *n, const double at[2], struct point *p) {
    p->rx = n->c * at[0] - n->s * at[1];
    p->ry = n->s * at[0] + n->c * at[1];
    p->x = n->x + p->rx;
    p->y = n->y + p->ry;
    p->vx = n->vx - n->w * p->ry;
    p->vy = n->vy + n->w * p->rx;
}

EACH void add_push(struct STATE *states, int link, const REAL *fx, const REAL *fy,
                   const REAL *moment) {
    if (link < 0) return;
    states[link].fx += *fx;
    states[link].fy += *fy;
    states[link].m += *moment;
}

// --- springs ---

struct span {
    REAL length, rate, nx, ny;  // n from the first to the second
};

EACH void span_of(const struct point *a, const struct point *b, struct span *s) {
    const REAL none = ALL(0.0);
    REAL dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
    root(&square, &s->length);
    REAL unit = CHOOSE(s->length > none, 1.0 / s->length, none);
    s->nx = dx * unit;
    s->ny = dy * unit;
    s->rate = (b->vx - a->vx) * s->nx + (b->vy - a->vy) * s->ny;
}

EACH void push_spring(const struct force *f, struct STATE *states, struct POWER *power) {
    struct point a, b;
    struct span s;
    point_of(state_of(states, f->first), f->at[0], &a);
    point_of(state_of(states, f->second), f->at[1], &b);
    span_of(&a, &b, &s);
    REAL pull = f->stiffness * (s.length - f->rest) + f->preload + f->damping * s.rate;
    REAL fx = pull * s.nx, fy = pull * s.ny, back_x = -fx, back_y = -fy;
    REAL first = a.rx * fy - a.ry * fx, second = b.ry * fx - b.rx * fy;
    add_push(states, f->first, &fx, &fy, &first);
    add_push(states, f->second, &back_x, &back_y, &second);
    power->damping += f->damping * s.rate * s.rate;
}

EACH void push_torsion(const struct force *f, struct STATE *states, struct POWER *power) {
    const struct STATE *a = state_of(states, f->first), *b = state_of(states, f->second);
    const REAL none = ALL(0.0);
    REAL twist = b->angle - a->angle, rate = b->w - a->w;
    REAL moment = f->stiffness * (twist - f->rest) + f->preload + f->damping * rate;
    REAL back = -moment;
    add_push(states, f->first, &none, &none, &moment);
    add_push(states, f->second, &none, &none, &back);
    power->damping += f->damping * rate * rate;
}

EACH void push_applied(const struct force *f, const REAL *t, int used, struct STATE *states,
                       struct POWER *power) {
    const struct STATE *n = state_of(states, f->second);
    REAL by[3] = {ALL(1.0), ALL(0.0), ALL(0.0)};
    if (f->has_factor) drive_at(&f->factor, t, NAN, used, by);
    if (f->type == DP_FORCE_TORQUE) {
        const REAL none = ALL(0.0);
        REAL moment = by[0] * f->torque;
        power->applied += moment * n->w;
        add_push(states, f->second, &none, &none, &moment);
        return;
    }
    struct point p;
    point_of(n, f->at[1], &p);
    REAL fx = by[0] * f->force[0], fy = by[0] * f->force[1];
    if (f->type == DP_FORCE_FOLLOWER) {
        REAL x = n->c * fx - n->s * fy;
        fy = n->s * fx + n->c * fy;
        fx = x;
    }
    REAL moment = p.rx * fy - p.ry * fx;
    add_push(states, f->second, &fx, &fy, &moment);
    power->applied += fx * p.vx + fy * p.vy;
}

// Clears the wrenches first.
EACH void push_links(const dp_mechanism *m, const REAL *t, int used, struct STATE *states,
                     struct POWER *power) {
    power->damping = power->applied = ALL(0.0);
    for (int i = 0; i < m->link_count; i++) {
        states[i].fx = ALL(m->links[i].mass * m->gravity[0]);
        states[i].fy = ALL(m->links[i].mass * m->gravity[1]);
        states[i].m = ALL(0.0);
    }
    for (int i = 0; i < m->force_count; i++) {
        const struct force *f = &m->forces[i];
        if (f->type == DP_FORCE_SPRING)
            push_spring(f, states, power);
        else if (f->type == DP_FORCE_TORSION)
            push_torsion(f, states, power);
        else
            push_applied(f, t, used, states, power);
    }
}

// --- surfaces ---

// Law and friction of one lane.
EACH void ask_pair(const struct pair *pair, const double *history, const double *grip,
                   const struct stretch *stretch, double z, int lane, struct TOUCH *touch) {
    struct asked now = {.delta = LANE(touch->delta, lane),
                        .rate = LANE(touch->rate, lane),
                        .slip = LANE(touch->slip, lane),
                        .z = z,
                        .grip = grip};
    dp_pair_ask(pair, history, stretch, &now);
    LANE(touch->force, lane) = now.force;
    LANE(touch->spring, lane) = now.spring;
    LANE(touch->plastic, lane) = now.plastic;
    LANE(touch->friction, lane) = now.friction;
    LANE(touch->z_rate, lane) = now.z_rate;
    LANE(touch->drag, lane) = now.drag;
}

EACH void push_pair(const struct pair *pair, struct STATE *states, const struct TOUCH *touch) {
    REAL fx = -touch->force * touch->nx - touch->friction * touch->ny;
    REAL fy = -touch->force * touch->ny + touch->friction * touch->nx;
    REAL back_x = -fx, back_y = -fy;
    REAL first = touch->rx1 * fy - touch->ry1 * fx + touch->arm1 * touch->friction;
    REAL second = touch->ry2 * fx - touch->rx2 * fy + touch->arm2 * touch->friction;
    add_push(states, pair->first, &fx, &fy, &first);
    add_push(states, pair->second, &back_x, &back_y, &second);
}

#endif
