#ifndef DP_STRIKE_H
#define DP_STRIKE_H

#include "dashpot/kernel.h"
#include "dashpot/status.h"

// One free central strike of a mass on any contact, from touch to separation.
//
// The motion m delta'' = -F has a root singularity wherever F starts like a power of delta. With
// delta = offset + z^p and dt = p z^(p-1) ds it becomes
//     dz/ds = v,   dv/ds = -p z^(p-1) F/m,   dt/ds = p z^(p-1),
// smooth through touch and separation, so the integrator keeps its order. The motion is cut into
// sections at the characteristic indentations and at the reversal; each is landed on exactly.

/// What ends the contact.
typedef enum dp_strike_end {
    DP_END_AT_ZERO_INDENTATION,  ///< tension allowed
    DP_END_AT_ZERO_FORCE,        ///< the first time the force is zero
    DP_END_CLAMPED,              ///< force never below zero; may push again until zero indentation
} dp_strike_end;

/// The contact as the integrator sees it. `context` is the model's own; only `reversed` writes to
/// it.
typedef struct dp_strike_model {
    void *context;
    /// Law at this state, not clamped.
    dp_response (*respond)(const void *context, double delta, double rate);
    /// Largest indentation reached: commit history. May be NULL.
    void (*reversed)(void *context, double delta);
    /// Characteristic indentations in force now, ascending; returns how many. May be NULL.
    int (*marks)(const void *context, dp_mark out[DP_MARK_MAX]);
    /// Indentation at which the contact separates now. May be NULL: 0.
    double (*residual)(const void *context);
    double smooth_power;
    int pulls;     ///< 0: the force is known never to turn negative before separation
    double limit;  ///< the law holds up to this indentation
    double mass, speed, rtol;
    dp_strike_end end;
} dp_strike_model;

typedef struct dp_strike_result {
    double separation_speed, duration;
    double max_indentation, time_of_max_indentation;
    double max_force, residual_indentation;
    int tension_seen;
    int steps, rejected, evaluations, events;
} dp_strike_result;

/// Run it. DP_ERR_VALIDITY: the limit was passed; DP_ERR_NUMERIC: no separation within the budget.
dp_status dp_strike_run(const dp_strike_model *model, dp_strike_result *result, dp_error *err);

#endif
