#ifndef DP_RADAU_H
#define DP_RADAU_H

#include <stdbool.h>

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
    /// Of a motion of second order, or NULL: unknowns 0 to n-1 are coordinates, n to 2n-1 their
    /// speeds, and there are no others that steer. Derivatives of the accelerations by coordinates
    /// and by speeds, [n][n] each, at the state whose rates were asked for last. What is not stiff
    /// may be left out: it slows the iteration a little and changes nothing else.
    void (*tangents)(const void *model, double *by_place, double *by_speed);
    /// Rates of several states at once, or NULL; see hybrid.h.
    void (*rates_beside)(const void *model, int states, const double *y, double *dy,
                         double *tangents, bool with_integrals);
    // what follows is the stepper's own, in room the caller gave
    double *jacobian, *real, *complex_one, *complex_two;
    int *order;  // of the pivots: three times active
    double *z, *z_before, *z_beyond, *w, *f, *state, *right;
    double *tangent, *whole, *filter, *shift;  // of a motion of second order: see stages.c
    int *whole_order, *filter_order;
    double h_factored, h_before;   // 0: nothing to reuse
    double part_before;            // of the step before that went by: 1, or less
    double h_beyond;               // length of the step kept in z_beyond
    double h_error, error_before;  // of the last good step; 0: none
    double theta;                  // how fast the last iteration converged
    int iterations;
    int has_jacobian;  // 1: taken at this very point, 2: an older one
    int has_past;      // z_before belongs to the step just accepted
} dp_radau;

/// Doubles of room for a system; place the pieces in it.
size_t dp_radau_size(const dp_radau *r);
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

/// Keep the step just taken: the next one will be a part of it, which goes on where it bends. Then:
/// that part was accepted, and what was kept says where the motion goes from there.
void dp_radau_keep(dp_radau *r, double h);
void dp_radau_accept_part(dp_radau *r, double h);

/// Unknowns 0 to active at part `theta` of the step just taken from y.
void dp_radau_inside(const dp_radau *r, const double *y, double h, double theta, double *out);

/// Length of the next step.
double dp_radau_next(dp_radau *r, double h, double error);

// --- inner parts that radau.c and stages.c share
extern const double dp_radau_node[DP_RADAU_STAGES];
extern const double dp_radau_estimate[DP_RADAU_STAGES];
extern const double dp_radau_gamma;
/// Rates; 0 when they are not finite.
int dp_radau_rates(dp_radau *r, const double *y, double *dy);
/// Rates of all stages, and into `tangents`, when it is not NULL, the derivatives of the
/// accelerations; 0 when that fails. Those of the integrals may be missing when they are not asked
/// for.
int dp_radau_evaluate(dp_radau *r, const double *y, double h, double *tangents,
                      bool with_integrals);

// --- stages.c
size_t dp_stages_size(int active);
void dp_stages_place(dp_radau *r, double *room);
/// Rates of all stages; `anew`: and their derivatives, factored. 0 when that fails.
int dp_stages_evaluate(dp_radau *r, const double *y, double h, int anew);
/// One Newton step on all stages; returns the size of their change.
double dp_stages_correct(dp_radau *r, const double *y, double h, const double *size);
/// The error over what is allowed.
double dp_stages_error(dp_radau *r, const double *dy, double h, const double *size);

#endif
