#ifndef DP_DOP853_H
#define DP_DOP853_H

// Dormand and Prince's explicit Runge-Kutta pair of order 8 with error estimates of order 5 and 3,
// for a handful of unknowns. Sees only rates; knows no physics.

enum { DP_ODE_MAX = 12 };

/// An autonomous system dy/ds = rate(y).
typedef struct dp_ode {
    int count;
    void (*rate)(const void *model, const double *y, double *dy);
    const void *model;
    double rtol;
    double scale[DP_ODE_MAX];  ///< least size an error is compared with, per unknown; INFINITY:
                               ///< ignored
} dp_ode;

/// One step of length h from y, where the rate is dy, into y_new. Returns the error over what is
/// allowed: 1 and below is a good step; NaN counts as bad.
double dp_dop853_step(const dp_ode *ode, const double *y, const double *dy, double h,
                      double *y_new);

/// Henon's landing: one step in which unknown `pivot` is the independent variable and ends on
/// `target` exactly. Its rate must not vanish on the way.
double dp_dop853_land(const dp_ode *ode, const double *y, int pivot, double target, double *y_new);

/// Length of the next step after one of length h with this error.
double dp_dop853_next(double h, double error);

#endif
