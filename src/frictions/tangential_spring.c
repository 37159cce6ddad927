// The spring along the surface: see tangential_spring.h.

#include "frictions/tangential_spring.h"

enum { Z, K, CAP };  // history: force of the spring, stiffness of the normal contact, mu F_n

// One step from the history to a state. The fall of k is split around the slide, and the spring is
// moved with the secant stiffness of a Hertz contact: second order with a leapfrog.
struct step {
    double secant, factor;  // of the stiffness, and what half of its fall makes of a force
    double moved;           // force after the slide
    double spring;          // after the rest of the fall and the cap
    bool slips;
};

static struct step step_of(const double *k, const double *m, const dp_grip_state *s) {
    double now = s->stiffness, old = m[K], sum = now + old;
    struct step t = {.factor = 1.0};
    if (sum > 0.0) t.secant = 2.0 / 3.0 * (now * now + now * old + old * old) / sum;
    if (now < old) t.factor = sqrt(now / old);
    t.moved = m[Z] * t.factor + k[DP_SPRING_RATIO] * t.secant * s->slide;
    t.spring = t.moved * t.factor;
    double cap = k[DP_SPRING_MU] * s->normal;
    t.slips = fabs(t.spring) > cap;
    if (t.slips) t.spring = copysign(cap, t.spring);
    return t;
}

static double energy(double force, double stiffness) {
    return stiffness > 0.0 ? force * force / (2.0 * stiffness) : 0.0;
}

// Change of the force with the normal stiffness, while it sticks.
static double by_stiffness(const double *k, const double *m, const dp_grip_state *s,
                           const struct step *t) {
    double now = s->stiffness, old = m[K], sum = now + old;
    double secant = 2.0 / 3.0 * (now * now + 2.0 * now * old) / (sum * sum);
    double factor = now < old ? 0.5 * t->factor / now : 0.0;
    double moved = m[Z] * factor + k[DP_SPRING_RATIO] * secant * s->slide;
    return moved * t->factor + t->moved * factor;
}

// Work of the spring on a straight way that ends in slip: force and cap go from their values at the
// last commit to those of now, and the slip begins where they meet.
static double work_to_slip(const double *m, double uncapped, double cap, double slide) {
    double sign = uncapped > 0.0 ? 1.0 : -1.0, beyond = fabs(uncapped) - cap;
    double room = fmax(m[CAP] - sign * m[Z], 0.0), part = room / (room + beyond);
    double there = sign * (m[CAP] + part * (cap - m[CAP]));
    return 0.5 * slide * (part * (m[Z] + there) + (1.0 - part) * (there + sign * cap));
}

static dp_grip_response respond(const double *k, const double *m, const dp_grip_state *s) {
    double ratio = k[DP_SPRING_RATIO], cap = k[DP_SPRING_MU] * s->normal;
    struct step t = step_of(k, m, s);
    double uncapped = t.moved * t.factor;
    double total = t.spring + k[DP_SPRING_DAMPING] * s->speed;
    bool is_held = fabs(total) > cap;
    if (is_held) total = copysign(cap, total);
    dp_grip_response r = {.force = -total,
                          .stored = energy(t.spring, ratio * s->stiffness),
                          .damper = -(total - t.spring)};
    if (is_held || (t.slips && k[DP_SPRING_DAMPING] == 0.0)) {
        r.dforce_dnormal = -copysign(k[DP_SPRING_MU], total);
    } else {
        r.dforce_dspeed = -k[DP_SPRING_DAMPING];
        if (t.slips) {
            r.dforce_dnormal = -copysign(k[DP_SPRING_MU], t.spring);
        } else if (s->stiffness > 0.0) {
            r.dforce_dslide = -ratio * t.secant * t.factor;
            r.dforce_dstiffness = -by_stiffness(k, m, s, &t);
        }
    }
    // what the spring gives up when its stiffness changes, before and after the slide, and in slip
    r.friction = energy(m[Z], ratio * m[K]) - energy(m[Z] * t.factor, ratio * t.secant) +
                 energy(t.moved, ratio * t.secant) - r.stored;
    if (t.slips)
        r.friction =
            work_to_slip(m, uncapped, cap, s->slide) + energy(m[Z], ratio * m[K]) - r.stored;
    return r;
}

static void commit(const double *k, double *m, const dp_grip_state *s) {
    m[Z] = step_of(k, m, s).spring;
    m[K] = s->stiffness;
    m[CAP] = k[DP_SPRING_MU] * s->normal;
}

const dp_grip dp_spring_grip = {respond, commit};
