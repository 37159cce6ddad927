#ifndef WORKBENCH_FIT_CURVES_H
#define WORKBENCH_FIT_CURVES_H

#include "fit/result.h"

// Fitted laws as curves over the one input, at more places than were measured.

enum { FIT_CURVES_MAX = 12 };

struct fit_curves {
    long count;  ///< places
    double *x;   ///< SI
    bool is_log;
    int law_count;
    const struct fitted *law[FIT_CURVES_MAX];  ///< best first
    double *value[FIT_CURVES_MAX];             ///< count * targets; NaN: the model fails there
    double *half;     ///< of the best: half the width of its band, count * targets; NaN: none
    bool is_partial;  ///< the band leaves out parameters that have no standard error
};

/// Evaluate them. False for want of memory; an outcome without one input has no curves, count 0.
bool fit_curves_init(struct fit_curves *curves, const struct scenario *s,
                     const struct fitted *fitted, const dp_fit_ranking *ranking);
void fit_curves_free(struct fit_curves *curves);

#endif
