#ifndef DP_SYSTEM_H
#define DP_SYSTEM_H

#include <stdbool.h>

#include "dashpot/alloc.h"
#include "dashpot/status.h"

// The interface between problems and solvers. An impact, a journal, a chain and a linkage each fill
// in a dp_system; a solver that runs one runs them all and knows nothing else about them.
//
// The unknowns y are whatever changes continuously: positions, velocities, physical time, energy
// integrals, bristle deflections, bar states, in any order. The independent variable is the
// problem's own: time itself, or a stretched one in which the motion is smooth. What changes in
// jumps (contact history, modes) belongs to the model and is written only in `on_event` and
// `on_step`, never for a trial state.

/// Targets that may be armed at a time.
enum { DP_TARGET_MAX = 8 };

/// An unknown that must be landed on exactly when it passes a value.
typedef struct dp_target {
    int unknown;   ///< index into y
    double value;  ///< to be landed on
    int id;        ///< handed to `on_event`
} dp_target;

/// What the problem wants after an event.
typedef enum dp_event_action {
    DP_EVENT_CONTINUE,  ///< nothing else changed
    DP_EVENT_RESTART,   ///< y, rates or targets changed: choose a new first step
    DP_EVENT_STOP,      ///< done
    DP_EVENT_ABORT,     ///< the problem set its own error: stop and report DP_ERR_VALIDITY
} dp_event_action;

/// All a solver may know of a problem.
typedef struct dp_system {
    int count;            ///< unknowns
    const double *scale;  ///< least size an error is compared with, per unknown; INFINITY: ignored
    void *model;          ///< handed to every function

    /// Rates of all unknowns. Pure. Any status but DP_OK makes the solver try a shorter step.
    dp_status (*rates)(const void *model, const double *y, double *dy);

    /// Targets armed now, at most DP_TARGET_MAX; returns how many. May be NULL.
    int (*targets)(const void *model, dp_target *out);

    /// Further events: functions of y whose change of sign is located. ids follow as -1, -2, ...
    int function_count;
    /// Function `index` of function_count.
    double (*function)(const void *model, const double *y, int index);

    /// A target or a zero was reached, y stands on it. May change y and the model.
    dp_event_action (*on_event)(void *model, double *y, int id);

    /// A step without event was accepted. May be NULL.
    void (*on_step)(void *model, const double *y);

    /// Asked after every step: true ends the run there, between events. May be NULL.
    bool (*stops)(void *model);

    /// A good first step from y. May be NULL: the solver guesses.
    double (*first_step)(const void *model, const double *y);

    /// Bring y back onto constraints after an accepted step. May be NULL.
    dp_status (*project)(const void *model, double *y);

    /// d(rates)/dy, row by row, for implicit solvers. May be NULL: differences.
    dp_status (*jacobian)(const void *model, const double *y, double *matrix);
} dp_system;

/// How hard to work.
typedef struct dp_solve_def {
    double rtol;      ///< relative tolerance per step
    long max_steps;   ///< accepted and rejected steps together
    double max_step;  ///< longest step in the problem's variable; 0: any
} dp_solve_def;

/// What it took.
typedef struct dp_solve_stats {
    long steps, rejected, evaluations, events;  ///< accepted, tried in vain, calls of rates, events
} dp_solve_stats;

DP_BEGIN_DECLS

/// Run the system from y until it says stop; y ends where it stopped. DP_ERR_NUMERIC when the steps
/// run out or shrink to nothing. No memory is allocated for up to 12 unknowns and 8 event
/// functions.
DP_API dp_status dp_solve_dop853(const dp_system *system, const dp_solve_def *def, double *y,
                                 dp_solve_stats *stats, const dp_allocator *allocator,
                                 dp_error *err);

DP_END_DECLS

#endif
