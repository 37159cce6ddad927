#ifndef DP_RADAU_H
#define DP_RADAU_H

#include "dashpot/system.h"

// Radau IIA with five stages: implicit, order 9, stiffly accurate; for motions whose quickest part
// has died out, such as a contact that lasts. Single steps; the walk is in march.c.
//
// Unknowns 0 to active-1 steer the motion. Unknown `active` is time, whose rate is 1. Those after
// it are integrals that no rate depends on: they ride along and cost no linear algebra.

enum { DP_RADAU_STAGES = 5 };

typedef struct dp_radau {
    const dp_system *system;
    int active;
    double rtol;
    const double *cap;   ///< largest size an error is compared with, per unknown
    const double *step;  ///< increment for difference quotients, per unknown
    long *evaluations;
    // what follows is the stepper's own, in room the caller gave
    double *jacobian, *real, *complex_one, *complex_two;
    int *order;  // of the pivots: three times active
    double *z, *z_before, *w, *f, *state, *right;
    double h_factored, h_before;   // 0: nothing to reuse
    double h_error, error_before;  // of the last good step; 0: none
    double theta;                  // how fast the last iteration converged
    int iterations;
    int has_jacobian;  // 1: taken at this very point, 2: an older one
    int has_past;      // z_before belongs to the step just accepted
} dp_radau;

/// Doubles of room for a system; place the pieces in it.
size_t dp_radau_size(int count, int active);
void dp_radau_place(dp_radau *r, double *room);

/// Forget everything: the system has changed.
void dp_radau_reset(dp_radau *r);

/// Another stepper went from one state to the next in time h: the first guess of the stages comes
/// from the cubic through both. Without a past or a seed the iteration of a stiff system fails.
void dp_radau_seed(dp_radau *r, const double *from, const double *rate_from, const double *to,
                   const double *rate_to, double h);

/// One step of length h from y, where the rate is dy, into y_new. Returns the error over what is
/// allowed; INFINITY when the iteration fails.
double dp_radau_step(dp_radau *r, const double *y, const double *dy, double h, double *y_new);

/// The step just taken was accepted and the next one begins where it ended.
void dp_radau_accept(dp_radau *r, double h);

/// Unknowns 0 to active at part `theta` of the step just taken from y.
void dp_radau_inside(const dp_radau *r, const double *y, double h, double theta, double *out);

/// Length of the next step.
double dp_radau_next(dp_radau *r, double h, double error);

#endif
