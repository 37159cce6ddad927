#ifndef WORKBENCH_FIT_BETWEEN_H
#define WORKBENCH_FIT_BETWEEN_H

#include <stdbool.h>

#include "result/outcome.h"

// Values between the rows of a run.

struct between {
    const struct table *rows;
    int x;       ///< column that is looked up
    bool rises;  ///< it is the time; else it goes up to its largest value and comes back
    int stride;  ///< every so many rows are used; more than 1 shows the error of the rest
    bool stays;  ///< beyond the last row its values stand; else there are none
};

/// Value of a column at x, on the way up or, `is_back`, on the way back. Before the first row its
/// value stands. NaN where the run has ended.
double between_rows(const struct between *it, int column, double x, bool is_back);

#endif
