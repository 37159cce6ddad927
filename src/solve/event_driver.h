#ifndef DP_EVENT_DRIVER_H
#define DP_EVENT_DRIVER_H

#include <stdbool.h>

#include "base/archive.h"
#include "dashpot/system.h"
#include "solve/dop853.h"

// Adaptive steps through the events of a dp_system. The run can be left at any time and continued
// later with the same bits: a step that would pass the time to stop at is computed but not taken,
// and the state at that time comes from a shorter step beside it.

/// Unknowns and event functions for which a driver has room of its own, and the arrays it keeps.
enum { DP_DRIVER_SMALL = 12, DP_DRIVER_FEW = 8, DP_DRIVER_ARRAYS = DP_DOP853_STAGES + 1 + 5 };

/// A place inside the present step: a target, or a zero of function `index`.
struct dp_place {
    dp_target target;
    int index;  // -1: a target
};

/// A run on its way. Holds pointers into itself: do not copy it.
struct dp_driver {
    dp_system system;
    dp_solve_def def;
    dp_solve_stats stats;
    dp_dop853 stepper;
    double *y, *dy, *y_new, *y_event, *y_try;
    double *seen;  // the state where the last advance ended
    double h;
    double *value;            // of the event functions at y
    struct dp_place *places;  // as many as there are functions and targets
    double (*watch)(const void *model, const double *y);  // see below; NULL: nothing
    void (*noted)(void *model, const double *y);
    double watched, ahead;  // values of `watch` at y and at the end of the step
    struct dp_watch {
        double (*watch)(const void *model, const double *y);
        void (*noted)(void *model, const double *y);
        double watched, ahead;
    } other;         // a second one
    int clock;       // the unknown that is the time; -1: none
    double until;    // value of the clock to stop at
    bool is_held;    // the next step would pass `until`
    bool is_over;    // the system said stop
    bool is_inside;  // a step from y has been computed: what it found may help others
    double room[DP_DRIVER_ARRAYS * DP_DRIVER_SMALL + DP_DRIVER_FEW];
    struct dp_place few[DP_DRIVER_FEW + DP_TARGET_MAX];
};

/// Begin at y, which the driver moves along. Up to DP_DRIVER_SMALL unknowns and DP_DRIVER_FEW
/// functions.
void dp_driver_begin(struct dp_driver *d, const dp_system *system, const dp_solve_def *def,
                     double *y, int clock);

/// Where `watch` falls through zero the state is handed to `noted`; the steps are not cut there.
/// For what is largest at that place, so that a millionth of a step is near enough.
void dp_driver_watch(struct dp_driver *d, double (*watch)(const void *model, const double *y),
                     void (*noted)(void *model, const double *y));

/// The same for a second one, beside the first.
void dp_driver_watch_too(struct dp_driver *d, double (*watch)(const void *model, const double *y),
                         void (*noted)(void *model, const double *y));

/// Go on until the clock says `until` or the system says stop.
dp_status dp_driver_advance(struct dp_driver *d, double until, dp_error *err);

/// Everything that changes on the way. The driver must have been begun with the same system, whose
/// model is in its saved state already.
void dp_driver_exchange(struct dp_driver *d, struct dp_archive *a);

#endif
