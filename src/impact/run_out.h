#ifndef DP_IMPACT_RUN_OUT_H
#define DP_IMPACT_RUN_OUT_H

#include "dashpot/friction.h"

// A body that no longer leaves the floor slides on along it until its surface rolls. The friction
// is that of steady sliding under the normal force: tangential springs and bristles are at their
// steady deflection.

struct dp_run_out {
    const dp_friction *friction;   // NULL: none
    double mass, inertia, radius;  // of the body; radius is the lever arm
    double weight;                 // [N] normal force from `rest` on
    double hops;                   // [N] mean normal force before, while the last flights die out
    double rest;                   // [s]
    double least;                  // [N/N] of friction and normal force: less of it counts as none
    double least_slip;             // [m/s] less of it is none
    // now
    double time, across, spin, lost;  // lost: [J] in friction since the beginning
    double roll_time;                 // [s] from then on friction takes nothing; NaN: it does
};

/// Begin with the other values set.
void dp_run_out_begin(struct dp_run_out *r);

/// Go on to a time, or to `roll_time` if that is INFINITY.
dp_status dp_run_out_advance(struct dp_run_out *r, double until, dp_error *err);

/// Tangential force [N] now, positive when it opposes sliding in the direction of `across`.
double dp_run_out_force(const struct dp_run_out *r);

#endif
