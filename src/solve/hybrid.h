#ifndef DP_HYBRID_H
#define DP_HYBRID_H

#include <stdbool.h>

#include "dashpot/system.h"

// Integration with two steppers: Dormand-Prince 8(5,3) where things bounce, Radau IIA where they
// stay in touch, whichever covers more time per evaluation. Of a dp_system it uses rates, scale,
// on_event, on_step, first_step, project and jacobian.
//
// Unknowns: 0 to active-1 steer the motion, unknown `active` is time (rate 1), the rest are
// integrals that no rate depends on.

typedef enum dp_hybrid_stepper {
    DP_MARCH_AUTO,
    DP_MARCH_EXPLICIT,
    DP_MARCH_IMPLICIT
} dp_hybrid_stepper;

/// A step that was accepted, from the inside. Looking does not change the walk.
typedef struct dp_within {
    const double *from, *to, *rate_from;
    double h;
    int exact_is_cheap;  ///< from the polynomial of an implicit step; else a step of its own
    /// The state after this part of the step; integrals are left out when it is cheap.
    void (*exact)(const struct dp_within *within, double part, double *y);
    void *walk;
} dp_within;

typedef struct dp_hybrid {
    dp_system system;
    int active;
    const double *cap;   ///< largest size an error is compared with, per active unknown
    const double *step;  ///< increment for difference quotients, per active unknown
    /// Derivatives of the accelerations, of a motion of second order; see radau.h. May be NULL.
    void (*tangents)(const void *model, double *by_place, double *by_speed);
    /// Rates of several states at once, [states][count] each, with the bits they have one after the
    /// other; `tangents`: NULL, or [states][2][n][n] for the derivatives as well. Rates of the
    /// integrals may be left as they are when nobody asks for them. May be NULL.
    void (*rates_beside)(const void *model, int states, const double *y, double *dy,
                         double *tangents, bool with_integrals);
    double rtol;
    double implicit_rtol;  ///< the same for the implicit stepper
    long max_steps;
    long steps_before;  ///< that were taken before this call, and count
    double max_step;    ///< [s]
    dp_hybrid_stepper stepper;

    /// Functions that are positive until their event happens, which is located; with their rates
    /// (NaN: unknown). Handed to `on_event` by index. A function that dips below zero and comes
    /// back within a step is found through a cubic from values and rates.
    int event_count;
    void (*events)(const void *model, const double *y, double *value, double *rate);
    const double *noise;  ///< per event: a value no farther below zero than this is rounding
    /// Is it enough to meet this event within its noise? It is then looked for on the polynomial of
    /// an implicit step. NULL: none of them.
    int (*is_loose)(int event);

    /// How far the step from one state to the other went, over what is allowed. May be NULL.
    double (*stride)(const void *model, const double *from, const double *to);

    /// Takes out of an error at y what `project` will take out of the state. False: it is judged as
    /// it is. For explicit steps; may be NULL.
    bool (*filter)(const void *model, const double *y, double *error);

    /// Longest step from here [s], beside max_step. May be NULL.
    double (*limit)(const void *model);

    /// Next time to land on, and next time at which `row` wants a state (INFINITY: never).
    double (*stop)(const void *model);
    double (*row_time)(const void *model);
    void (*row)(void *model, const double *y);

    /// The time of `stop` was reached.
    dp_event_action (*stopped)(void *model, double *y);

    /// Is this a time at which an implicit stepper might pay?
    int (*may_be_stiff)(const void *model);

    /// Every step that is accepted, before anything changes at its end. May be NULL.
    void (*look)(void *model, const dp_within *within);
} dp_hybrid;

typedef struct dp_hybrid_stats {
    dp_solve_stats solve;
    long implicit_steps;
} dp_hybrid_stats;

/// From y until the problem says stop. DP_ERR_NUMERIC when steps run out or shrink to nothing,
/// DP_ERR_VALIDITY when the problem gave up.
dp_status dp_hybrid_run(const dp_hybrid *march, double *y, dp_hybrid_stats *stats,
                        const dp_allocator *allocator, dp_error *err);

#endif
