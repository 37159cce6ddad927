#ifndef DP_DOP853_H
#define DP_DOP853_H

#include <stdbool.h>

#include "dashpot/system.h"

// Dormand and Prince's explicit Runge-Kutta pair of order 8 with error estimates of order 5 and 3.
// Single steps; the driver with its events is in event_driver.c.

enum { DP_DOP853_STAGES = 12 };

/// Weights of the stages before, and the first of them that a stage uses besides stage 0; those
/// between have weight zero in this pair.
extern const double dp_dop853_stage[DP_DOP853_STAGES][DP_DOP853_STAGES - 1];
extern const int dp_dop853_first[DP_DOP853_STAGES];

/// For y'' = a(y, y'): weights of the accelerations in y, so that a stage of y needs none of the
/// two stages before it; and where in the step the stages lie.
extern const double dp_dop853_twice[DP_DOP853_STAGES][DP_DOP853_STAGES - 2];
extern const double dp_dop853_node[DP_DOP853_STAGES];

/// Room for the stages of one step: (DP_DOP853_STAGES + 1) * count doubles, the caller's.
typedef struct dp_dop853 {
    const dp_system *system;
    double rtol;
    double *work;
    long *evaluations;
    /// All stages of a step at once, with the bits that the rates of the system would give. Reads
    /// those of stage 0 from `work` and writes the others there; counts the evaluations. Returns
    /// whether all of them are finite. NULL: the system is asked stage by stage.
    bool (*stages)(const struct dp_dop853 *d, int pivot, const double *y, double h);
    /// How many unknowns, the first ones, the rates depend on; 0: all. The others are integrals,
    /// of which the stages need none.
    int steering;
    /// A step of the caller's own, tried before that of this pair: of length `to`, or until the
    /// pivot is `to`. Returns its error; NaN: there is none from here. NULL: never.
    double (*own)(const struct dp_dop853 *d, int pivot, const double *y, const double *dy,
                  double to, double *y_new);
    /// The state inside the last step if `own` made it, at this part, good for searches; integrals
    /// are left out. Returns the length of that step, 0 where there is none. NULL with `own`.
    double (*within)(const struct dp_dop853 *d, double part, double *y);
} dp_dop853;

/// One step of length h from y, where the rate is dy, into y_new. Returns the error over what is
/// allowed: 1 and below is a good step; NaN or infinite is a bad one.
double dp_dop853_step(const dp_dop853 *d, const double *y, const double *dy, double h,
                      double *y_new);

/// The error of the step just made, from estimates out of which `filter` has taken what does not
/// count at y_new; NaN when it says that all of it counts. room: 2 * count doubles.
double dp_dop853_error_along(const dp_dop853 *d, const double *y, double h, const double *y_new,
                             bool (*filter)(const void *model, const double *y, double *error),
                             double *room);

/// The same without the error, for those who try lengths.
void dp_dop853_try(const dp_dop853 *d, const double *y, const double *dy, double h, double *y_new);

/// Henon's landing: one step in which unknown `pivot` is the independent variable and ends on
/// `target` exactly. Its rate must not vanish on the way.
double dp_dop853_land(const dp_dop853 *d, const double *y, const double *dy, int pivot,
                      double target, double *y_new);

/// Length of the next step after one of length h with this error.
double dp_dop853_next(double h, double error);

#endif
