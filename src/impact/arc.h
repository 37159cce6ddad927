#ifndef DP_IMPACT_ARC_H
#define DP_IMPACT_ARC_H

#include <stdbool.h>

#include "impact/arc_tables.h"
#include "kernels/impact_stages.h"
#include "kernels/kernel_loops.h"

// An arc: a stretch of an impact whose acceleration dv/ds is one polynomial through nine Lobatto
// nodes, in the variables of branch.h. It is found by Picard's iteration: accelerations give
// speeds and ways at all nodes, the law gives accelerations again. The nodes are independent of
// each other, so the law runs in vectors, where the stages of a Runge-Kutta step wait for one
// another. The end is of order 16, and so are the integrals, which are taken at the same nodes.
//
// An arc that has to end where an unknown has a given value finds its length on the way.

/// What an arc is asked for.
struct dp_arc_task {
    const struct dp_stage_problem *problem;  // its pivot is the unknown that ends the arc; -1: none
    double target;                           // of the pivot
    double rtol;
    double speed, energy;  // what errors are measured by
    bool is_loading;       // to notice that the section has been left
    double end_z;          // where it ends
    double longest;        // with a pivot
    const double *tail;    // derivatives of dv/ds here, of an arc that ended here; else 0
};

struct dp_arc {
    double h;     // its length; 0: there is none. What is there is where the search begins
    double z, v;  // where it begins
    double end_z, end_v;
    double tail[DP_ARC_TAIL];  // derivatives of dv/ds at its end, over their factorials
    double a[DP_ARC_NODES];
    double power[DP_ARC_NODES];  // coefficients of a
    bool has_powers;
    bool is_found;     // it was finished
    long evaluations;  // of the law
};

/// The arc of length h from y, where the rates are dy, into y_new. Returns the error over what is
/// allowed, as dp_dop853_step; NaN: the iteration does not converge. An arc that leaves the section
/// is not finished: its error is above 1, and y_new only shows where it leaves.
double dp_arc_find(const struct dp_arc_task *task, const double *y, const double *dy, double h,
                   struct dp_arc *arc, double *y_new, const dp_kernel *kernel);

/// The same by one instruction set, DP_ISA_BASELINE or DP_ISA_AVX2; the bits are the same.
double dp_arc_find_on(dp_isa isa, const struct dp_arc_task *task, const double *y, const double *dy,
                      double h, struct dp_arc *arc, double *y_new, const dp_kernel *kernel);

/// Is the force smooth in z from 0 to z, at this rate? Where it is not (a logarithm, a power that
/// the variable does not fit) an arc has nothing to gain.
bool dp_arc_suits(const struct dp_stage_problem *problem, double z, double rate,
                  const dp_kernel *kernel);

/// z and v inside an arc, at this part of it: good for searches.
void dp_arc_within(struct dp_arc *arc, double part, double *z, double *v);

#endif
