#ifndef DP_IMPACT_BRANCH_H
#define DP_IMPACT_BRANCH_H

#include <math.h>

#include "dashpot/contact.h"

// A stretch of a contact's life on which its law is smooth, in a variable in which the motion is
// smooth.
//
// m delta'' = -F has a root singularity wherever F starts like a power of delta. With
// delta = offset + z^p and dt = p z^(p-1) ds the motion becomes dz/ds = rate, dt/ds = p z^(p-1),
// smooth through touch and separation. Branches end at breakpoints; there the law is asked on one
// side only.

struct dp_branch {
    const dp_contact *contact;
    const double *history;  // borrowed: the history in force
    double power;           // p
    double offset;
    double low, high;  // the law is never asked outside
    double end,
        end_z;  // where the branch ends: indentation, and the same as z (INFINITY: nowhere)
    int loading;
};

/// Begin the branch that starts at `delta`. `at_point`: the law changes there, so z counts from it
/// when loading; otherwise z counts from where the contact will separate. Returns z at the start.
double dp_branch_enter(struct dp_branch *s, double delta, int loading, int at_point);

static inline double dp_branch_power(double z, double p) {
    if (p == 2.0) return z * z;
    if (p == 4.0) return z * z * (z * z);
    return p == 1.0 ? z : pow(z, p);
}

/// p z^(p-1)
static inline double dp_branch_stretch(const struct dp_branch *s, double z) {
    double p = s->power;
    if (p == 2.0) return 2.0 * z;
    if (p == 4.0) return 4.0 * (z * z * z);
    return p == 1.0 ? 1.0 : p * pow(z, p - 1.0);
}

static inline double dp_branch_delta(const struct dp_branch *s, double z) {
    double delta = s->offset + dp_branch_power(z, s->power);
    if (delta < s->low) return s->low;
    return delta > s->high ? s->high : delta;
}

/// The law's own answer at z: spring, damper, plastic, and force as their sum, not clamped.
static inline dp_response dp_branch_respond(const struct dp_branch *s, double z, double rate) {
    const dp_contact *c = s->contact;
    dp_response (*ask)(const double *, const double *, double, double) =
        c->kernel->parts != NULL ? c->kernel->parts : c->kernel->respond;
    dp_response r = ask(c->k, s->history, dp_branch_delta(s, z), rate);
    r.force = r.spring + r.damper;
    return r;
}

double dp_branch_z(const struct dp_branch *s, double delta);

/// Depth of the dent, never negative.
double dp_branch_residual(const struct dp_branch *s);

/// Energy that virgin loading loses at once on the breakpoint at `delta`.
double dp_branch_jump_loss(const struct dp_branch *s, double delta);

/// A first step in s that neither blinds the error estimate nor misses the scale of a breakpoint:
/// at z = 0 every low derivative vanishes. speed: scale of the motion; mass: what the force
/// accelerates.
double dp_branch_first_step(const struct dp_branch *s, double z, double rate, double speed,
                            double mass);

#endif
