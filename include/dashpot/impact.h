#ifndef DP_IMPACT_H
#define DP_IMPACT_H

#include "dashpot/contact.h"

// One free central impact of a virgin contact, from touch to separation, integrated in variables in
// which the motion is smooth. Touch, characteristic indentations, reversal and separation are
// landed on, never stepped over.

typedef struct dp_impact_def {
    double mass;   ///< [kg]  effective mass
    double speed;  ///< [m/s] approach speed, > 0
    double rtol;   ///< relative tolerance per step; 0: 1e-13
} dp_impact_def;

typedef struct dp_impact {
    double restitution;              ///< separation speed over approach speed
    double separation_speed;         ///< [m/s]
    double max_indentation;          ///< [m]
    double time_of_max_indentation;  ///< [s]
    double max_force;                ///< [N]
    double duration;                 ///< [s] touch until the force is zero for good
    double residual_indentation;     ///< [m]
    int tension_seen;                ///< 1: the law asked for tension
    int steps, rejected, evaluations, events;
} dp_impact;

DP_BEGIN_DECLS

/// Integrate the impact. DP_ERR_VALIDITY when the law's range is left, DP_ERR_NUMERIC when the
/// bodies do not separate within the step budget (an overdamped law creeps back for ever).
DP_API dp_status dp_impact_run(const dp_contact *contact, const dp_impact_def *def,
                               dp_impact *result, dp_error *err);

DP_END_DECLS

#endif
