#ifndef DP_MECHANISM_HORIZON_H
#define DP_MECHANISM_HORIZON_H

#include "mechanism/run.h"

/// A state of a run that leaves a trace: its start, then the end of every step. Not 0: the run need
/// not go on.
int dp_run_trace(const struct run *r, const double *y);

/// The tolerance that a run with this one has: positions are held to a ten-thousandth of the
/// smallest clearance.
double dp_run_rtol(const dp_mechanism *m, double rtol);

#endif
