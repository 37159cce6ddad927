// Wrenches on the links: gravity, springs, dampers, applied forces, surfaces that touch.

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "mechanism/motion.h"

static const struct link_state ground = {.c = 1.0};

// A point of a link: arm from its centre of mass, position and velocity in the fixed frame.
struct point {
    double rx, ry, x, y, vx, vy;
};

static struct point point_of(const struct link_state *n, const double at[2]) {
    struct point p;
    p.rx = n->c * at[0] - n->s * at[1];
    p.ry = n->s * at[0] + n->c * at[1];
    p.x = n->x + p.rx;
    p.y = n->y + p.ry;
    p.vx = n->vx - n->w * p.ry;
    p.vy = n->vy + n->w * p.rx;
    return p;
}

static const struct link_state *state_of(const struct workspace *work, int link) {
    return link < 0 ? &ground : &work->states[link];
}

static void add(struct workspace *work, int link, double fx, double fy, double moment) {
    if (link < 0) return;
    struct link_state *n = &work->states[link];
    n->fx += fx;
    n->fy += fy;
    n->m += moment;
}

// --- springs ---

struct span {
    double length, rate, nx, ny;  // n from the first to the second
};

static struct span span_of(const struct point *a, const struct point *b) {
    double dx = b->x - a->x, dy = b->y - a->y, length = sqrt(dx * dx + dy * dy);
    double unit = length > 0.0 ? 1.0 / length : 0.0;
    struct span s = {length, 0.0, dx * unit, dy * unit};
    s.rate = (b->vx - a->vx) * s.nx + (b->vy - a->vy) * s.ny;
    return s;
}

static double push_spring(const struct force *f, struct workspace *work) {
    struct point a = point_of(state_of(work, f->first), f->at[0]);
    struct point b = point_of(state_of(work, f->second), f->at[1]);
    struct span s = span_of(&a, &b);
    double pull = f->stiffness * (s.length - f->rest) + f->preload + f->damping * s.rate;
    double fx = pull * s.nx, fy = pull * s.ny;
    add(work, f->first, fx, fy, a.rx * fy - a.ry * fx);
    add(work, f->second, -fx, -fy, b.ry * fx - b.rx * fy);
    return f->damping * s.rate * s.rate;
}

static double push_torsion(const struct force *f, struct workspace *work) {
    const struct link_state *a = state_of(work, f->first), *b = state_of(work, f->second);
    double twist = b->angle - a->angle, rate = b->w - a->w;
    double moment = f->stiffness * (twist - f->rest) + f->preload + f->damping * rate;
    add(work, f->first, 0.0, 0.0, moment);
    add(work, f->second, 0.0, 0.0, -moment);
    return f->damping * rate * rate;
}

static double push_applied(const struct force *f, double t, struct workspace *work) {
    const struct link_state *n = state_of(work, f->second);
    double by[3] = {1.0, 0.0, 0.0};
    if (f->has_factor) dp_curve_at(&f->factor, t, by);
    if (f->type == DP_FORCE_TORQUE) {
        add(work, f->second, 0.0, 0.0, by[0] * f->torque);
        return by[0] * f->torque * n->w;
    }
    struct point p = point_of(n, f->at[1]);
    double fx = by[0] * f->force[0], fy = by[0] * f->force[1];
    if (f->type == DP_FORCE_FOLLOWER) {
        double x = n->c * fx - n->s * fy;
        fy = n->s * fx + n->c * fy;
        fx = x;
    }
    add(work, f->second, fx, fy, p.rx * fy - p.ry * fx);
    return fx * p.vx + fy * p.vy;
}

struct power dp_mechanism_push(const dp_mechanism *m, double t, struct workspace *work) {
    struct power power = {0.0, 0.0};
    for (int i = 0; i < m->link_count; i++) {
        struct link_state *n = &work->states[i];
        n->fx = m->links[i].mass * m->gravity[0];
        n->fy = m->links[i].mass * m->gravity[1];
        n->m = 0.0;
    }
    for (int i = 0; i < m->force_count; i++) {
        const struct force *f = &m->forces[i];
        if (f->type == DP_FORCE_SPRING)
            power.damping += push_spring(f, work);
        else if (f->type == DP_FORCE_TORSION)
            power.damping += push_torsion(f, work);
        else
            power.applied += push_applied(f, t, work);
    }
    return power;
}

// --- surfaces ---

static dp_response ask(const struct pair *pair, const double *history, double delta, double rate) {
    const dp_kernel *kernel = pair->contact.kernel;
    return (kernel->parts != NULL ? kernel->parts : kernel->respond)(pair->contact.k, history,
                                                                     delta, rate);
}

// Straight between the forces at both ends: the work from end to end is that of the jump midway.
static dp_response ask_spread(const struct pair *pair, const double *history,
                              const struct stretch *s, double delta, double rate) {
    double part = (delta - s->below) / (s->above - s->below);
    part = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
    dp_response a = ask(pair, history, s->below, rate), b = ask(pair, history, s->above, rate);
    a.spring += part * (b.spring - a.spring);
    a.damper += part * (b.damper - a.damper);
    a.plastic += part * (b.plastic - a.plastic);
    return a;
}

dp_response dp_pair_respond(const struct pair *pair, const double *history, const struct stretch *s,
                            double delta, double rate) {
    // at the very touch, and where a trial stage sticks out, the law is asked just inside
    if (!(delta > 0.0)) delta = 1e-300;
    if (s->spread) return ask_spread(pair, history, s, delta, rate);
    if (delta >= s->above) delta = s->above * (1.0 - DBL_EPSILON);
    if (delta <= s->below) delta = s->below * (1.0 + DBL_EPSILON);
    return ask(pair, history, delta, rate);
}

void dp_pair_tangent(const struct pair *pair, const double *history, const struct stretch *s,
                     const struct touch *touch, double *by_delta, double *by_rate) {
    const dp_kernel *kernel = pair->contact.kernel;
    double delta = touch->delta > 0.0 ? touch->delta : 1e-300;
    dp_response r = kernel->respond(pair->contact.k, history, delta, touch->rate);
    *by_delta = r.dforce_ddelta;
    *by_rate = r.dforce_drate;
    if (s->spread) {
        dp_response a = ask(pair, history, s->below, touch->rate);
        dp_response b = ask(pair, history, s->above, touch->rate);
        *by_delta = (b.spring + b.damper - a.spring - a.damper) / (s->above - s->below);
    } else if (delta >= s->above || delta <= s->below) {
        *by_delta = 0.0;
    }
    if (s->clips || touch->force <= pair->contact.floor) *by_delta = *by_rate = 0.0;
}

double dp_pair_stored(const struct pair *pair, const double *history, const struct stretch *s,
                      const struct touch *touch) {
    double delta = touch->delta > 0.0 ? touch->delta : 0.0;
    double stored = dp_contact_respond(&pair->contact, history, delta, touch->rate).stored;
    if (!s->spread) return stored;
    // what the straight line has more than the jump
    double wide = s->above - s->below, part = (delta - s->below) / wide;
    double jump =
        ask(pair, history, s->above, 0.0).spring - ask(pair, history, s->below, 0.0).spring;
    if (part > 0.5) part = 1.0 - part;
    return part > 0.0 ? stored + 0.5 * jump * wide * part * part : stored;
}

dp_friction_response dp_pair_friction(const struct pair *pair, const struct stretch *s,
                                      const struct touch *touch, double z) {
    const dp_friction_law *law = pair->friction.law;
    double normal = touch->force > 0.0 ? touch->force : 0.0, slip = touch->slip, inside;
    if (slip > s->slip_above)
        inside = s->slip_above - DBL_EPSILON * fabs(s->slip_above);
    else if (slip < s->slip_below)
        inside = s->slip_below + DBL_EPSILON * fabs(s->slip_below);
    else
        return law->respond(pair->friction.k, normal, slip, z);
    dp_friction_response f = law->respond(pair->friction.k, normal, inside, z);
    f.force += f.dforce_dv * (slip - inside);
    return f;
}

void dp_pair_push(const struct pair *pair, const double *history, const struct stretch *stretch,
                  double z, struct workspace *work, struct touch *touch) {
    const dp_contact *c = &pair->contact;
    dp_response r = dp_pair_respond(pair, history, stretch, touch->delta, touch->rate);
    double force = r.spring + r.damper;
    touch->force = stretch->clips || force < c->floor ? c->floor : force;
    touch->spring = r.spring;
    touch->plastic = r.plastic;
    touch->friction = touch->z_rate = 0.0;
    if (pair->has_friction) {
        dp_friction_response f = dp_pair_friction(pair, stretch, touch, z);
        touch->friction = f.force;
        touch->z_rate = f.z_rate;
    }
    double fx = -touch->force * touch->nx - touch->friction * touch->ny;
    double fy = -touch->force * touch->ny + touch->friction * touch->nx;
    add(work, pair->first, fx, fy,
        touch->rx1 * fy - touch->ry1 * fx + pair->arm[0] * touch->friction);
    add(work, pair->second, -fx, -fy,
        touch->ry2 * fx - touch->rx2 * fy + pair->arm[1] * touch->friction);
}

// --- energies ---

static double spring_energy(const struct force *f, const struct workspace *work) {
    double x;
    if (f->type == DP_FORCE_TORSION) {
        x = state_of(work, f->second)->angle - state_of(work, f->first)->angle - f->rest;
    } else if (f->type == DP_FORCE_SPRING) {
        struct point a = point_of(state_of(work, f->first), f->at[0]);
        struct point b = point_of(state_of(work, f->second), f->at[1]);
        x = span_of(&a, &b).length - f->rest;
    } else {
        return 0.0;
    }
    return (0.5 * f->stiffness * x + f->preload) * x;
}

double dp_mechanism_energy(const dp_mechanism *m, double t, const struct workspace *work,
                           double *springs) {
    (void)t;
    double sum = 0.0;
    for (int i = 0; i < m->link_count; i++) {
        const struct link *link = &m->links[i];
        const struct link_state *n = &work->states[i];
        sum += 0.5 * (link->mass * (n->vx * n->vx + n->vy * n->vy) + link->inertia * n->w * n->w);
        sum -= link->mass * (m->gravity[0] * n->x + m->gravity[1] * n->y);
    }
    *springs = 0.0;
    for (int i = 0; i < m->force_count; i++)
        *springs += spring_energy(&m->forces[i], work);
    return sum + *springs;
}
