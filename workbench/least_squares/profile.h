#ifndef WORKBENCH_LEAST_SQUARES_PROFILE_H
#define WORKBENCH_LEAST_SQUARES_PROFILE_H

#include "least_squares/analysis.h"

/// The lowest place, how far chi2 may rise, and other minima that a profile may run into.
struct valley {
    struct descent lowest;
    double rise;  // threshold above the lowest chi2
    struct analysis analysis;
    struct descent minima[DP_FIT_MINIMA_MAX];
    int minimum_count;
};

/// One end of an interval.
struct profile_end {
    double u;
    bool is_open;           // it is the bound, or the model fails beyond
    bool is_wall;           // the model fails beyond
    bool is_better;         // a lower place was met: the interval is of no use
    struct descent better;  // that place
};

/// The ends of all parameters that are not in `skipped`: ends[2 j] below, ends[2 j + 1] above.
void profile_ends(struct team *team, const struct valley *valley, unsigned skipped,
                  struct profile_end ends[2 * SMALL]);

/// The profile of a parameter at ascending values (of theta); NaN where the model fails.
void profile_at(struct work *work, const struct valley *valley, int parameter, const double *values,
                size_t count, double *chi2);

#endif
