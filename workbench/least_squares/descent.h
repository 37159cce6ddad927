#ifndef WORKBENCH_LEAST_SQUARES_DESCENT_H
#define WORKBENCH_LEAST_SQUARES_DESCENT_H

#include "least_squares/problem.h"

/// How far to go down: the step still to be made, in standard errors.
#define NEAR_ENOUGH 1e-5
#define AS_NEAR_AS_POSSIBLE 1e-9

/// Where a descent ended.
struct descent {
    double u[SMALL];
    double chi2;       // INFINITY: the model fails at the start
    bool converged;    // the slopes of chi2 vanish inside the bounds
    unsigned at_edge;  // parameters at a bound with chi2 falling beyond it
    unsigned corners;  // parameters whose slopes differ on both sides
    long iterations;
};

/// Levenberg and Marquardt's way down from u within the bounds; parameters in `fixed` stay.
struct descent descend(struct work *work, const double *u, unsigned fixed, double tolerance);

#endif
