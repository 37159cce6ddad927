#ifndef DP_IMPACT_MOTION_STEPS_H
#define DP_IMPACT_MOTION_STEPS_H

#include "impact/motion.h"

// How the motion of an impact takes a step: as an arc, or by stages around the law of its kernel.

/// Unknowns of the motion; those along the surfaces begin at DP_MOTION_SLIDE.
enum {
    DP_MOTION_Z,
    DP_MOTION_V,
    DP_MOTION_T,
    DP_MOTION_VISCOUS,
    DP_MOTION_PLASTIC,
    DP_MOTION_INPUT,
    DP_MOTION_SLIDE
};

/// The force that the policy lets through.
static inline double dp_motion_applied(const struct dp_motion *m, double force) {
    return force < m->contact->floor ? m->contact->floor : force;
}

/// Rates of the normal unknowns at z, from what the law says there.
void dp_motion_rates(const struct dp_motion *m, double z, double v, dp_response r, double *dy);

/// What the driver needs of steps around the law of the motion.
void dp_motion_use_arcs(struct dp_motion *m);

/// The state is y for good: keep what the arc that came here says about the next one. Whatever else
/// is tried from here on leaves no trace, so that a run in pieces has the same bits.
void dp_motion_keep_tail(struct dp_motion *m, const double *y);

/// Length of the first step from y.
double dp_motion_first_step(const void *model, const double *y);

#endif
