// Derivatives of the accelerations by coordinates and speeds, as far as they may be stiff: surfaces
// that touch, springs and dampers. Inertia forces, gravity and what turns with the bodies are left
// out; they change slowly.
//
// An element pushes two bodies along n with F(delta, rate) and along t across it with its friction.
// With the displacement u of its point on the first body against that on the second,
//     d delta = n.du,  dn = t (t.du) bend,  d rate = n.du' + slide bend (t.du)
//     d slip = t.du' - rate bend (t.du)
// where bend is one over the distance of the centres and slide the speed along t.

#include <math.h>
#include <string.h>

#include "mechanism/run.h"

struct strut {
    int first, second;  // links
    double nx, ny;
    double rx1, ry1, rx2, ry2;  // its points, from the centres of mass
    double bend, rate, slide;
    double force, friction;
    double by_delta, by_rate;          // of the force
    double by_slip, by_force, arm[2];  // of the friction
};

/// A unit push on the first body and the same against the second: what it does per unit of each
/// coordinate, and the accelerations it gives.
struct direction {
    double row[DP_TANGENT_MOST], gives[DP_TANGENT_MOST];
};

static void add_wrench(double *wrench, int link, double fx, double fy, double moment) {
    if (link < 0) return;
    wrench[3 * link] += fx;
    wrench[3 * link + 1] += fy;
    wrench[3 * link + 2] += moment;
}

// Work of the wrenches per unit of each coordinate; they are handed inwards on the way.
static void gather_row(const dp_mechanism *m, const struct workspace *work, double *wrench,
                       double *row) {
    for (int i = m->link_count - 1; i >= 0; i--) {
        const struct link *link = &m->links[i];
        const struct link_state *n = &work->states[i];
        const double *f = wrench + 3 * i;
        int pin = link->kind == LINK_PIN;
        if (link->kind == LINK_FREE) {
            for (int slot = 0; slot < 3; slot++)
                if (link->unknown[slot] >= 0) row[link->unknown[slot]] = f[slot];
            continue;
        }
        if (link->slots == 1 && link->unknown[0] >= 0)
            row[link->unknown[0]] =
                pin ? f[2] + n->sx * f[1] - n->sy * f[0] : n->axis_x * f[0] + n->axis_y * f[1];
        double rx = pin ? n->px : n->sx, ry = pin ? n->py : n->sy;
        add_wrench(wrench, link->parent, f[0], f[1], rx * f[1] - ry * f[0] + (pin ? 0.0 : f[2]));
    }
}

// From the wrenches in r->pair_room, which are used up.
static void find_direction(const struct run *r, struct direction *d) {
    const dp_mechanism *m = r->m;
    double *response = r->pair_room, *wrench = response + 4 * m->link_count;
    struct workspace work = r->work;
    dp_links_respond(m, &work, wrench, wrench + 3 * m->link_count, response);
    if (m->independent_count > 0) dp_loops_respond(m, &work, response);
    for (int i = 0; i < m->link_count; i++) {
        const struct link *link = &m->links[i];
        for (int slot = 0; slot < link->slots; slot++) {
            int entry = link->kind == LINK_PIN ? 2 : link->kind == LINK_SLIDE ? 3 : slot;
            if (link->unknown[slot] >= 0) d->gives[link->unknown[slot]] = response[4 * i + entry];
        }
    }
    gather_row(m, &r->work, wrench, d->row);
}

static double *clear_wrenches(const struct run *r) {
    double *wrench = r->pair_room + 4 * r->m->link_count;
    for (int i = 0; i < 3 * r->m->link_count; i++)
        wrench[i] = 0.0;
    return wrench;
}

// A unit force along x, y at the points of a strut, with these moments beside it.
static void push_along(const struct run *r, const struct strut *s, double x, double y,
                       const double arm[2], struct direction *d) {
    double *wrench = clear_wrenches(r);
    add_wrench(wrench, s->first, x, y, s->rx1 * y - s->ry1 * x + arm[0]);
    add_wrench(wrench, s->second, -x, -y, s->ry2 * x - s->rx2 * y + arm[1]);
    find_direction(r, d);
}

static void add_product(int n, const double *column, const double *row, double by, double *out) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] += by * column[i] * row[j];
}

static void add_strut(const struct run *r, const struct strut *s, double *place, double *speed) {
    static const double none[2] = {0.0, 0.0};
    const int n = r->n;
    struct direction along, across, sliding;
    push_along(r, s, s->nx, s->ny, none, &along);
    push_along(r, s, -s->ny, s->nx, none, &across);
    double turned = s->by_rate * s->slide * s->bend;
    add_product(n, along.gives, along.row, -s->by_delta, place);
    add_product(n, along.gives, across.row, -turned - s->friction * s->bend, place);
    add_product(n, across.gives, across.row, -s->force * s->bend, place);
    add_product(n, along.gives, along.row, -s->by_rate, speed);
    if (s->by_slip == 0.0 && s->by_force == 0.0) return;
    push_along(r, s, -s->ny, s->nx, s->arm, &sliding);
    add_product(n, sliding.gives, along.row, s->by_force * s->by_delta, place);
    add_product(n, sliding.gives, across.row, s->by_force * turned - s->by_slip * s->rate * s->bend,
                place);
    add_product(n, sliding.gives, along.row, s->by_force * s->by_rate, speed);
    add_product(n, sliding.gives, sliding.row, s->by_slip, speed);
}

static const struct link_state ground = {.c = 1.0};

static const struct link_state *state_of(const struct run *r, int link) {
    return link < 0 ? &ground : &r->work.states[link];
}

static void add_touch(const struct run *r, int index, double *place, double *speed) {
    const struct pair *p = &r->pairs[index];
    const struct contact_state *c = &r->contacts[index];
    const struct touch *t = &r->work.touches[index];
    const struct link_state *a = state_of(r, p->first), *b = state_of(r, p->second);
    double sign = p->kind == PAIR_BEARING ? 1.0 : p->kind == PAIR_CIRCLES ? -1.0 : 0.0;
    struct strut s = {.first = p->first,
                      .second = p->second,
                      .nx = t->nx,
                      .ny = t->ny,
                      .rx1 = t->rx1,
                      .ry1 = t->ry1,
                      .rx2 = t->rx2,
                      .ry2 = t->ry2,
                      .bend = t->distance > 0.0 ? sign / t->distance : 0.0,
                      .rate = t->rate,
                      .slide = t->slip - p->arm[0] * a->w - p->arm[1] * b->w,
                      .force = t->force,
                      .friction = t->friction,
                      .arm = {p->arm[0], p->arm[1]}};
    dp_pair_tangent(p, c->history, &c->stretch, t, &s.by_delta, &s.by_rate);
    if (p->has_friction) {
        dp_friction_response f = dp_pair_friction(p, &c->stretch, t, 0.0);
        s.by_slip = f.dforce_dv;
        s.by_force = t->force > 0.0 ? f.dforce_dnormal : 0.0;
    }
    add_strut(r, &s, place, speed);
}

static void add_spring(const struct run *r, const struct force *f, double *place, double *speed) {
    const struct link_state *a = state_of(r, f->first), *b = state_of(r, f->second);
    struct strut s = {.first = f->first,
                      .second = f->second,
                      .rx1 = a->c * f->at[0][0] - a->s * f->at[0][1],
                      .ry1 = a->s * f->at[0][0] + a->c * f->at[0][1],
                      .rx2 = b->c * f->at[1][0] - b->s * f->at[1][1],
                      .ry2 = b->s * f->at[1][0] + b->c * f->at[1][1],
                      .by_delta = f->stiffness,
                      .by_rate = f->damping};
    // from the second to the first, so that it pulls where a surface pushes
    double dx = (a->x + s.rx1) - (b->x + s.rx2), dy = (a->y + s.ry1) - (b->y + s.ry2);
    double length = sqrt(dx * dx + dy * dy);
    if (!(length > 0.0)) return;
    s.bend = 1.0 / length;
    s.nx = dx * s.bend;
    s.ny = dy * s.bend;
    double vx = (a->vx - a->w * s.ry1) - (b->vx - b->w * s.ry2);
    double vy = (a->vy + a->w * s.rx1) - (b->vy + b->w * s.rx2);
    s.slide = vy * s.nx - vx * s.ny;
    s.force = f->stiffness * (length - f->rest) + f->preload + f->damping * (vx * s.nx + vy * s.ny);
    add_strut(r, &s, place, speed);
}

static void add_torsion(const struct run *r, const struct force *f, double *place, double *speed) {
    struct direction turn;
    double *wrench = clear_wrenches(r);
    add_wrench(wrench, f->first, 0.0, 0.0, 1.0);
    add_wrench(wrench, f->second, 0.0, 0.0, -1.0);
    find_direction(r, &turn);
    add_product(r->n, turn.gives, turn.row, -f->stiffness, place);
    add_product(r->n, turn.gives, turn.row, -f->damping, speed);
}

int dp_run_has_tangents(const struct run *r) {
    // bristles are left to difference quotients; all stages in one matrix pay while it is small
    return r->n > 0 && r->n <= DP_TANGENT_MOST && r->active == 2 * r->n;
}

void dp_run_tangents(const void *model, double *by_place, double *by_speed) {
    const struct run *r = (const struct run *)model;
    memset(by_place, 0, (size_t)(r->n * r->n) * sizeof *by_place);
    memset(by_speed, 0, (size_t)(r->n * r->n) * sizeof *by_speed);
    for (int i = 0; i < r->m->pair_count; i++)
        if (r->contacts[i].mode == MODE_TOUCH) add_touch(r, i, by_place, by_speed);
    for (int i = 0; i < r->m->force_count; i++) {
        const struct force *f = &r->m->forces[i];
        if (f->type == DP_FORCE_SPRING) add_spring(r, f, by_place, by_speed);
        if (f->type == DP_FORCE_TORSION) add_torsion(r, f, by_place, by_speed);
    }
}
