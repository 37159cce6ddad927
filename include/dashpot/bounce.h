#ifndef DP_BOUNCE_H
#define DP_BOUNCE_H

#include "dashpot/impact.h"

// A body that falls on a floor again and again. Flight in closed form, gravity acts during contact.
//
// The end: a body that touches and no longer leaves the floor rests from that touch on; the run
// goes on until its swing has died out. A body that does leave bounces infinitely often in finite
// time; once it arrives slower than `rest_fraction` of its first speed, the remaining flights are
// summed as a geometric series with the last restitution, and that is the time of rest. With
// `restitution_from` the restitution of each of these flights is its own, down to the approach
// floor.

/// One touch-down.
typedef struct dp_bounce_impact {
    double time;                                                       ///< [s] of the touch
    double speed_in, speed_out, max_force, max_indentation, duration;  ///< [m/s], [N], [m], [s]
    double restitution_asked;  ///< of `restitution_from` at this touch; NaN: none
} dp_bounce_impact;

/// One row of the motion. height is the gap between the surfaces, negative in contact.
typedef struct dp_bounce_sample {
    double time, height, velocity, force;                 ///< [s], [m], [m/s] upwards, [N]
    double kinetic, potential, stored, viscous, plastic;  ///< [J]
} dp_bounce_sample;

/// What falls, from where, and for how long. Zeroed entries have the defaults below.
typedef struct dp_bounce_def {
    double mass;     ///< [kg]
    double gravity;  ///< [m/s^2] > 0
    double height;   ///< [m] gap at the start, >= 0
    double speed;    ///< [m/s] downwards at the start, >= 0; height and speed not both 0
    double until;    ///< [s] end of the run, a contact that has begun is finished; INFINITY: rest
    double rtol;     ///< 0: 1e-13
    double rest_fraction;  ///< 0: 1e-4
    long max_impacts;      ///< 0: 100000
    int keep_history;      ///< 1: the contact remembers its plastic indentation
    double every;          ///< [s] between rows; 0: none
    void (*impact)(void *user, const dp_bounce_impact *impact);   ///< may be NULL
    void (*apex)(void *user, double time, double height);         ///< may be NULL
    void (*observe)(void *user, const dp_bounce_sample *sample);  ///< may be NULL
    void *user;                                                   ///< handed to the three above
} dp_bounce_def;

/// What came out.
typedef struct dp_bounce {
    double rest_time;                           ///< [s] NaN: still bouncing at `until`
    double end_time;                            ///< [s] where the run stopped
    long impacts;                               ///< touch-downs that were run
    dp_energy energy;                           ///< ledger of the whole run
    long steps, rejected, evaluations, events;  ///< what it took, as in dp_solve_stats
} dp_bounce;

DP_BEGIN_DECLS

/// Run until rest, `until` or `max_impacts`. DP_ERR_VALIDITY when the law's range is left.
DP_API dp_status dp_bounce_run(const dp_contact *contact, const dp_bounce_def *def,
                               dp_bounce *result, dp_error *err);

DP_END_DECLS

#endif
