#ifndef DP_IMPACT_H
#define DP_IMPACT_H

#include "dashpot/contact.h"
#include "dashpot/energy.h"

// One central impact of two bodies in their relative coordinate, from touch to separation. Touch,
// characteristic indentations, reversals, peak force and separation are landed on, never stepped
// over.

/// How to get the answer.
typedef enum dp_impact_path {
    DP_PATH_AUTO,        ///< closed form where there is one
    DP_PATH_CLOSED,      ///< closed form and quadrature; an error where there is none
    DP_PATH_INTEGRATED,  ///< integrate the motion
} dp_impact_path;

/// One row of the motion. Energies count from the touch.
typedef struct dp_impact_sample {
    double time, indentation, rate, force;            ///< [s], [m], [m/s], [N]
    double kinetic, stored, viscous, plastic, input;  ///< [J]
} dp_impact_sample;

/// Who meets whom. Zeroed entries have the defaults below; mass and speed are required.
typedef struct dp_impact_def {
    double mass;            ///< [kg]    effective mass
    double speed;           ///< [m/s]   approach speed, > 0
    double rtol;            ///< relative tolerance per step; 0: 1e-13
    double acceleration;    ///< [m/s^2] constant, pressing the bodies together (gravity, a push)
    dp_impact_path path;    ///< zeroed: the best there is
    const double *history;  ///< history before the touch, DP_HISTORY_MAX; NULL: virgin
    double every;           ///< [s] time between rows handed to observe
    void (*observe)(void *user, const dp_impact_sample *sample);  ///< may be NULL
    void *user;                                                   ///< handed to observe
} dp_impact_def;

/// What came out.
typedef struct dp_impact {
    double restitution;              ///< separation speed over approach speed
    double restitution_asked;        ///< of `restitution_from` at this touch; NaN: none
    double separation_speed;         ///< [m/s]
    double max_indentation;          ///< [m]
    double time_of_max_indentation;  ///< [s]
    double max_force;                ///< [N]
    double duration;                 ///< [s] touch until the force is zero for good
    double separation_time;          ///< [s] touch until the surfaces part
    double separation_indentation;   ///< [m] where the contact ended; > 0 under policy release
    double residual_indentation;     ///< [m]
    int tension_seen;                ///< 1: the law asked for tension
    int at_rest;                     ///< 1: a constant push keeps the bodies together for good
    dp_impact_path path;             ///< the one that was taken
    dp_energy energy;                ///< ledger from touch to separation
    double history[DP_HISTORY_MAX];  ///< history after the impact
    long steps, rejected, evaluations, events;  ///< what it took, as in dp_solve_stats
} dp_impact;

DP_BEGIN_DECLS

/// Run the impact. DP_ERR_VALIDITY when the law's range is left, DP_ERR_NUMERIC when the bodies do
/// not separate within the step budget (an overdamped law creeps back for ever) or a number leaves
/// the range of a double. A motion that was begun and broke off leaves its rows, and in
/// separation_time [s] how far it came.
DP_API dp_status dp_impact_run(const dp_contact *contact, const dp_impact_def *def,
                               dp_impact *result, dp_error *err);

DP_END_DECLS

#endif
