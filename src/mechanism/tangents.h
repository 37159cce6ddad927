#ifndef DP_MECHANISM_TANGENTS_H
#define DP_MECHANISM_TANGENTS_H

// Derivatives of the accelerations by coordinates and speeds, as far as they may be stiff: surfaces
// that touch, springs and dampers. Inertia forces, gravity and what turns with the bodies are left
// out; they change slowly. See instant.h.
//
// An element pushes two bodies along n with F(delta, rate) and along t across it with its friction.
// With the displacement u of its point on the first body against that on the second,
//     d delta = n.du,  dn = t (t.du) bend,  d rate = n.du' + slide bend (t.du)
//     d slip = t.du' - rate bend (t.du) + drift n.du
// where bend is one over the distance of the centres, slide the speed along t and drift what the
// arms of the friction give, which change with the indentation.

#include "mechanism/links.h"
#include "mechanism/push.h"

struct strut {
    int first, second;  // links
    int has_friction;
    REAL nx, ny;
    REAL rx1, ry1, rx2, ry2;  // its points, from the centres of mass
    REAL arm1, arm2, drift;   // of the friction; sliding speed that an indentation gives by them
    REAL bend, rate, slide;
    REAL force, friction;
    REAL by_delta, by_rate;  // of the force
    REAL by_slip, by_force;  // of the friction
};

/// Where derivatives are collected, and what they follow from.
struct slopes {
    const struct run *r;
    const struct STATE *states;
    int used;
    REAL *room;  // per link: responses 4, wrenches 3, bias 3
    REAL *place, *speed;
};

/// A unit push on the first body and the same against the second: what it does per unit of each
/// coordinate, and the accelerations it gives.
struct direction {
    REAL row[DP_TANGENT_MOST], gives[DP_TANGENT_MOST];
};

EACH void add_wrench(REAL *wrench, int link, const REAL *fx, const REAL *fy, const REAL *moment) {
    if (link < 0) return;
    wrench[3 * link] += *fx;
    wrench[3 * link + 1] += *fy;
    wrench[3 * link + 2] += *moment;
}

// Work of the wrenches per unit of each coordinate; they are handed inwards on the way.
EACH void gather_row(const dp_mechanism *m, const struct STATE *states, REAL *wrench, REAL *row) {
    for (int i = m->link_count - 1; i >= 0; i--) {
        const struct link *link = &m->links[i];
        const struct STATE *n = &states[i];
        const REAL *f = wrench + 3 * i;
        int pin = link->kind == LINK_PIN;
        if (link->kind == LINK_FREE) {
            for (int slot = 0; slot < 3; slot++)
                if (link->unknown[slot] >= 0) row[link->unknown[slot]] = f[slot];
            continue;
        }
        if (link->slots == 1 && link->unknown[0] >= 0)
            row[link->unknown[0]] =
                pin ? f[2] + n->sx * f[1] - n->sy * f[0] : n->axis_x * f[0] + n->axis_y * f[1];
        REAL rx = pin ? n->px : n->sx, ry = pin ? n->py : n->sy;
        REAL moment = rx * f[1] - ry * f[0] + (pin ? ALL(0.0) : f[2]);
        add_wrench(wrench, link->parent, &f[0], &f[1], &moment);
    }
}

// From the wrenches, which are used up.
EACH void find_direction(const struct slopes *at, struct direction *d) {
    const dp_mechanism *m = at->r->m;
    REAL *response = at->room, *wrench = response + 4 * m->link_count;
    respond_links(m, at->states, wrench, wrench + 3 * m->link_count, response);
#if !ARE_SEVERAL
    struct workspace work = at->r->work;
    if (m->independent_count > 0) dp_loops_respond(m, &work, response);
#endif
    for (int i = 0; i < m->link_count; i++) {
        const struct link *link = &m->links[i];
        for (int slot = 0; slot < link->slots; slot++) {
            int entry = link->kind == LINK_PIN ? 2 : link->kind == LINK_SLIDE ? 3 : slot;
            if (link->unknown[slot] >= 0) d->gives[link->unknown[slot]] = response[4 * i + entry];
        }
    }
    gather_row(m, at->states, wrench, d->row);
}

EACH REAL *clear_wrenches(const struct slopes *at) {
    REAL *wrench = at->room + 4 * at->r->m->link_count;
    for (int i = 0; i < 3 * at->r->m->link_count; i++)
        wrench[i] = ALL(0.0);
    return wrench;
}

// A unit force along x, y at the points of a strut, with these moments beside it.
EACH void push_along(const struct slopes *at, const struct strut *s, const REAL *along_x,
                     const REAL *along_y, const REAL moment[2], struct direction *d) {
    REAL *wrench = clear_wrenches(at), x = *along_x, y = *along_y, back_x = -x, back_y = -y;
    REAL first = s->rx1 * y - s->ry1 * x + moment[0], second = s->ry2 * x - s->rx2 * y + moment[1];
    add_wrench(wrench, s->first, &x, &y, &first);
    add_wrench(wrench, s->second, &back_x, &back_y, &second);
    find_direction(at, d);
}

EACH void add_product(int n, const REAL *column, const REAL *row, const REAL *by, REAL *out) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] += *by * column[i] * row[j];
}

EACH void add_strut(const struct slopes *at, const struct strut *s) {
    const REAL none[2] = {ALL(0.0), ALL(0.0)}, arms[2] = {s->arm1, s->arm2};
    const int n = at->r->n;
    struct direction along, across, sliding;
    REAL left = -s->ny;
    push_along(at, s, &s->nx, &s->ny, none, &along);
    push_along(at, s, &left, &s->nx, none, &across);
    REAL turned = s->by_rate * s->slide * s->bend;
    REAL stiff = -s->by_delta, bent = -turned - s->friction * s->bend;
    REAL turning = -s->force * s->bend, damping = -s->by_rate;
    add_product(n, along.gives, along.row, &stiff, at->place);
    add_product(n, along.gives, across.row, &bent, at->place);
    add_product(n, across.gives, across.row, &turning, at->place);
    add_product(n, along.gives, along.row, &damping, at->speed);
    if (!s->has_friction) return;
    push_along(at, s, &left, &s->nx, arms, &sliding);
    REAL by_place = s->by_force * s->by_delta + s->by_slip * s->drift;
    REAL by_speed = s->by_force * s->by_rate;
    REAL by_turn = s->by_force * turned - s->by_slip * s->rate * s->bend;
    add_product(n, sliding.gives, along.row, &by_place, at->place);
    add_product(n, sliding.gives, across.row, &by_turn, at->place);
    add_product(n, sliding.gives, along.row, &by_speed, at->speed);
    add_product(n, sliding.gives, sliding.row, &s->by_slip, at->speed);
}

// Slopes of law and friction, lane by lane.
EACH void ask_slopes(const struct slopes *at, int index, const struct TOUCH *t, struct strut *s) {
    const struct pair *p = &at->r->pairs[index];
    const struct contact_state *c = &at->r->contacts[index];
    s->by_delta = s->by_rate = s->by_slip = s->by_force = ALL(0.0);
    for (int lane = 0; lane < at->used; lane++) {
        struct asked now = {.delta = LANE(t->delta, lane),
                            .rate = LANE(t->rate, lane),
                            .slip = LANE(t->slip, lane),
                            .force = LANE(t->force, lane)};
        dp_pair_tangent(p, c->history, &c->stretch, &now);
        LANE(s->by_delta, lane) = now.by_delta;
        LANE(s->by_rate, lane) = now.by_rate;
        LANE(s->by_slip, lane) = now.by_slip;
        LANE(s->by_force, lane) = now.by_force;
    }
}

EACH void add_touch(const struct slopes *at, int index, const struct TOUCH *t) {
    const struct pair *p = &at->r->pairs[index];
    const struct STATE *a = state_of(at->states, p->first), *b = state_of(at->states, p->second);
    const REAL none = ALL(0.0);
    double sign = p->kind == PAIR_BEARING ? 1.0 : p->kind == PAIR_CIRCLES ? -1.0 : 0.0;
    struct strut s = {.first = p->first,
                      .second = p->second,
                      .has_friction = p->has_friction,
                      .arm1 = t->arm1,
                      .arm2 = t->arm2,
                      .drift = -p->yields[0] * a->w - p->yields[1] * b->w,
                      .nx = t->nx,
                      .ny = t->ny,
                      .rx1 = t->rx1,
                      .ry1 = t->ry1,
                      .rx2 = t->rx2,
                      .ry2 = t->ry2,
                      .bend = CHOOSE(t->distance > none, sign / t->distance, none),
                      .rate = t->rate,
                      .slide = t->slip - t->arm1 * a->w - t->arm2 * b->w,
                      .force = t->force,
                      .friction = t->friction};
    ask_slopes(at, index, t, &s);
    add_strut(at, &s);
}

EACH void add_spring(const struct slopes *at, const struct force *f) {
    const struct STATE *a = state_of(at->states, f->first), *b = state_of(at->states, f->second);
    const REAL none = ALL(0.0);
    struct strut s = {.first = f->first, .second = f->second};
    s.friction = s.by_slip = s.by_force = none;
    s.by_delta = ALL(f->stiffness);
    s.by_rate = ALL(f->damping);
    arm(a, f->at[0], &s.rx1, &s.ry1);
    arm(b, f->at[1], &s.rx2, &s.ry2);
    // from the second to the first, so that it pulls where a surface pushes
    REAL dx = (a->x + s.rx1) - (b->x + s.rx2), dy = (a->y + s.ry1) - (b->y + s.ry2);
    REAL square = dx * dx + dy * dy, length;
    root(&square, &length);
    // without any length there is no direction, and nothing to add
    s.bend = CHOOSE(length > none, 1.0 / length, none);
    s.nx = dx * s.bend;
    s.ny = dy * s.bend;
    REAL vx = (a->vx - a->w * s.ry1) - (b->vx - b->w * s.ry2);
    REAL vy = (a->vy + a->w * s.rx1) - (b->vy + b->w * s.rx2);
    s.rate = none;
    s.slide = vy * s.nx - vx * s.ny;
    s.force = f->stiffness * (length - f->rest) + f->preload + f->damping * (vx * s.nx + vy * s.ny);
    add_strut(at, &s);
}

EACH void add_torsion(const struct slopes *at, const struct force *f) {
    const REAL none = ALL(0.0), one = ALL(1.0), back = ALL(-1.0);
    struct direction turning;
    REAL *wrench = clear_wrenches(at), stiff = ALL(-f->stiffness), damping = ALL(-f->damping);
    add_wrench(wrench, f->first, &none, &none, &one);
    add_wrench(wrench, f->second, &none, &none, &back);
    find_direction(at, &turning);
    add_product(at->r->n, turning.gives, turning.row, &stiff, at->place);
    add_product(at->r->n, turning.gives, turning.row, &damping, at->speed);
}

EACH void add_tangents(const struct slopes *at, const struct TOUCH *touches) {
    const struct run *r = at->r;
    for (int i = 0; i < r->n * r->n; i++)
        at->place[i] = at->speed[i] = ALL(0.0);
    for (int i = 0; i < r->m->pair_count; i++)
        if (r->contacts[i].mode == MODE_TOUCH) add_touch(at, i, &touches[i]);
    for (int i = 0; i < r->m->force_count; i++) {
        const struct force *f = &r->m->forces[i];
        if (f->type == DP_FORCE_SPRING) add_spring(at, f);
        if (f->type == DP_FORCE_TORSION) add_torsion(at, f);
    }
}

#endif
