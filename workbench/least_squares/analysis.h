#ifndef WORKBENCH_LEAST_SQUARES_ANALYSIS_H
#define WORKBENCH_LEAST_SQUARES_ANALYSIS_H

#include "least_squares/descent.h"

/// What the slopes at an optimum tell.
struct analysis {
    double spread[SMALL];              // standard error of u; NaN: none
    double correlation[SMALL][SMALL];  // NaN where there is no standard error
    double values[SMALL];              // singular values
    double scaled[SMALL][SMALL];       // right vectors in units of 1/length, largest entry 1
    double directions[SMALL][SMALL];   // the same in u
    int null_count;                    // of the last ones, those that change nothing
    unsigned is_unknown;               // parameters in one of them
    unsigned held;                     // one parameter of each: with these fixed nothing is lost
    bool is_dead;                      // one of them is a single parameter without effect
    double reach[SMALL];               // length of each column: 1/that is a step of chi2 by 1
};

struct analysis analyse(struct work *work, const struct descent *at);

/// Of all places that are as good as this one, along what changes nothing, the nearest to `first`.
struct descent nearest_to(struct work *work, const struct descent *from, const double *first,
                          struct analysis *analysis);

#endif
