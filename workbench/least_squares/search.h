#ifndef WORKBENCH_LEAST_SQUARES_SEARCH_H
#define WORKBENCH_LEAST_SQUARES_SEARCH_H

#include "least_squares/descent.h"
#include "least_squares/share.h"

/// Descents from many places.
struct search {
    struct descent *ends;  // by number of the start; chi2 INFINITY: none from there
    double (*starts)[SMALL];
    int count;
    int best;             // -1: the model fails at all of them
    double first[SMALL];  // the first start
};

/// Coordinate of a Halton point, index from 1: the digits of the index in the base of that
/// dimension, mirrored at the point.
double halton(int index, int dimension);

/// Look everywhere, or where it is this one's share (NULL: it is not shared). False: out of memory.
bool search_run(struct search *search, const struct problem *problem, struct team *team,
                const struct search_share *share);
void search_free(struct search *search);

/// Minima other than `lowest` with chi2 less than 3.84 above it, lowest first, with the present
/// sigmas. Descents go on from where the search ended.
int search_minima(const struct search *search, struct work *work, const struct descent *lowest,
                  struct descent minima[DP_FIT_MINIMA_MAX]);

/// Are these two places one?
bool is_same_place(const struct problem *problem, const double *a, const double *b);

#endif
