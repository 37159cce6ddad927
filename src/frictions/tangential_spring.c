// The spring along the surface: see tangential_spring.h.

#include "frictions/tangential_spring.h"

// history: force of the spring, stiffness of the normal contact, cap of the force
enum { Z, K, CAP };

// One step from the history to a state. The fall of k is split around the slide, and the spring is
// moved with the secant stiffness of a Hertz contact: second order with a leapfrog.
struct step {
    double secant, factor;  // of the stiffness, and what half of its fall makes of a force
    double moved;           // force after the slide, without a cap
    double held;            // with it
    double spring;          // after the rest of the fall
    bool slips;
};

static struct step step_of(const double *k, const double *m, const dp_grip_state *s) {
    double now = s->stiffness, old = m[K], sum = now + old;
    struct step t = {.factor = 1.0};
    if (sum > 0.0) t.secant = 2.0 / 3.0 * (now * now + now * old + old * old) / sum;
    if (now < old) t.factor = sqrt(now / old);
    t.moved = m[Z] * t.factor + k[DP_SPRING_RATIO] * t.secant * s->slide;
    t.held = t.moved;
    t.spring = t.moved * t.factor;
    double cap = k[DP_SPRING_MU] * s->normal;
    t.slips = fabs(t.spring) > cap;
    if (t.slips) {
        t.held = copysign(cap / t.factor, t.moved);
        t.spring = copysign(cap, t.moved);
    }
    return t;
}

static double energy(double force, double stiffness) {
    return stiffness > 0.0 ? force * force / (2.0 * stiffness) : 0.0;
}

// What slip takes while the spring is moved and the cap goes from its old size to the new one.
static double slip_loss(const double *k, const double *m, const struct step *t) {
    if (!t->slips) return 0.0;
    double sign = copysign(1.0, t->moved), from = sign * m[Z] * t->factor;
    double before = fmax(m[CAP] * t->factor, fabs(from)), after = fabs(t->held);
    double gap = before - from, way = sign * t->moved - from - (after - before);
    if (!(way > gap)) return 0.0;
    double met = before + gap / way * (after - before);
    return 0.5 * (met + after) * (way - gap) / (k[DP_SPRING_RATIO] * t->secant);
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

static dp_grip_response respond(const double *k, const double *m, const dp_grip_state *s) {
    double ratio = k[DP_SPRING_RATIO], cap = k[DP_SPRING_MU] * s->normal;
    struct step t = step_of(k, m, s);
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
    if (!(s->stiffness > 0.0)) {
        r.friction = energy(m[Z], ratio * m[K]);
        return r;
    }
    r.friction = energy(m[Z], ratio * m[K]) - energy(m[Z] * t.factor, ratio * t.secant) +
                 slip_loss(k, m, &t) + energy(t.held, ratio * t.secant) - r.stored;
    return r;
}

static void commit(const double *k, double *m, const dp_grip_state *s) {
    m[Z] = step_of(k, m, s).spring;
    m[K] = s->stiffness;
    m[CAP] = k[DP_SPRING_MU] * s->normal;
}

const dp_grip dp_spring_grip = {
    {"spring", "N", "force of the spring, with stiffness and bound of the last commit"},
    respond,
    commit,
};
