#ifndef WORKBENCH_REPRODUCE_DISTANCE_H
#define WORKBENCH_REPRODUCE_DISTANCE_H

#include "reproduce/paper_set.h"
#include "reproduce/runs.h"

// How far a computed curve of a figure is from points that were read off a figure, or measured.
// Such points have errors of reading, so they are no printed numbers: the distance is stated and
// not judged. A curve over many runs is computed at the x of every point; of a series the value
// between two rows is taken.

struct distance {
    double rms;      ///< of computed minus read
    double largest;  ///< of the sizes of these differences
    double span;     ///< between the least and the largest y that was read
    int points;      ///< that were compared
    int outside;     ///< beyond the ends of the computed curve
};

/// Tell `runs` what distance_compute will ask for. `row` has `curve` and `to`, two curves.
void distance_want(const json_t *row, struct runs *runs);

/// False and a diagnostic when the curve or the points cannot be had.
bool distance_compute(const struct paper *paper, const json_t *row, struct runs *runs,
                      struct distance *distance, dp_diagnostic *diagnostic);

/// A number of it by name: rms, largest, span, share (rms over span), points, outside. False: none.
bool distance_number(const struct distance *distance, const char *name, double *value);

#endif
