// What laws, friction and springs say at one instant: forces, slopes and energies.

#include <float.h>
#include <math.h>

#include "mechanism/instant.h"

#include "mechanism/push.h"

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

// Friction on its present stretch: beyond it the slope of its end goes on.
static dp_friction_response rub(const struct pair *pair, const struct stretch *s,
                                const struct asked *now, double z) {
    const dp_friction_law *law = pair->friction.law;
    double normal = now->force > 0.0 ? now->force : 0.0, slip = now->slip, inside;
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

// Below this stiffness [N/m] no force is left, and its third power would be no number.
static const double least_stiffness = 1e-80;

dp_grip_state dp_pair_grip(const struct pair *pair, const double *history, const struct stretch *s,
                           const struct asked *now) {
    double delta = now->delta > 0.0 ? now->delta : 1e-300;
    if (!s->spread && delta >= s->above) delta = s->above * (1.0 - DBL_EPSILON);
    if (!s->spread && delta <= s->below) delta = s->below * (1.0 + DBL_EPSILON);
    double stiffness = dp_contact_stiffness(&pair->contact, history, delta, NULL);
    return (dp_grip_state){.normal = now->force,
                           .stiffness = stiffness < least_stiffness ? 0.0 : stiffness,
                           .slide = now->z,
                           .speed = now->slip};
}

void dp_pair_ask(const struct pair *pair, const double *history, const struct stretch *stretch,
                 struct asked *now) {
    const dp_contact *c = &pair->contact;
    dp_response r = dp_pair_respond(pair, history, stretch, now->delta, now->rate);
    double force = r.spring + r.damper;
    now->force = stretch->clips || force < c->floor ? c->floor : force;
    now->spring = r.spring;
    now->plastic = r.plastic;
    now->friction = now->z_rate = now->drag = 0.0;
    if (!pair->has_friction) return;
    if (pair->has_grip) {
        dp_grip_state state = dp_pair_grip(pair, history, stretch, now);
        dp_grip_response grip = dp_grip_respond(&pair->friction, now->grip, &state);
        now->friction = grip.force;
        now->drag = grip.damper;
        now->z_rate = now->slip;
        return;
    }
    dp_friction_response f = rub(pair, stretch, now, now->z);
    now->friction = f.force;
    now->z_rate = f.z_rate;
}

void dp_pair_tangent(const struct pair *pair, const double *history, const struct stretch *s,
                     struct asked *now) {
    const dp_kernel *kernel = pair->contact.kernel;
    double delta = now->delta > 0.0 ? now->delta : 1e-300;
    dp_response r = kernel->respond(pair->contact.k, history, delta, now->rate);
    now->by_delta = r.dforce_ddelta;
    now->by_rate = r.dforce_drate;
    if (s->spread) {
        dp_response a = ask(pair, history, s->below, now->rate);
        dp_response b = ask(pair, history, s->above, now->rate);
        now->by_delta = (b.spring + b.damper - a.spring - a.damper) / (s->above - s->below);
    } else if (delta >= s->above || delta <= s->below) {
        now->by_delta = 0.0;
    }
    if (s->clips || now->force <= pair->contact.floor) now->by_delta = now->by_rate = 0.0;
    now->by_slip = now->by_force = 0.0;
    // a way slid is one more unknown, and its derivatives are difference quotients
    if (!pair->has_friction || pair->has_grip) return;
    dp_friction_response f = rub(pair, s, now, 0.0);
    now->by_slip = f.dforce_dv;
    now->by_force = now->force > 0.0 ? f.dforce_dnormal : 0.0;
}

// --- energies ---

static double spring_energy(const struct force *f, const struct workspace *work) {
    double x;
    if (f->type == DP_FORCE_TORSION) {
        x = state_of(work->states, f->second)->angle - state_of(work->states, f->first)->angle -
            f->rest;
    } else if (f->type == DP_FORCE_SPRING) {
        struct point a, b;
        struct span s;
        point_of(state_of(work->states, f->first), f->at[0], &a);
        point_of(state_of(work->states, f->second), f->at[1], &b);
        span_of(&a, &b, &s);
        x = s.length - f->rest;
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
