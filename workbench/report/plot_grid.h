#ifndef WORKBENCH_REPORT_PLOT_GRID_H
#define WORKBENCH_REPORT_PLOT_GRID_H

#include "report/plot.h"

// The grid of a map. Two columns span it; a third gives the value of each cell.

/// Where the values of an axis stand on paper.
enum spacing {
    EVEN,     ///< where they are
    DECADES,  ///< where their logarithms are
    COUNTED,  ///< one after the other, for words and lists
    SCALED,   ///< where they are, but the steps between them differ
};

struct axis {
    double *value;  // of the column, each once, ascending, in units of the axis
    size_t count;
    enum spacing spacing;
    double low, high;  // edges on paper
    size_t cells;      // of equal width between the edges
};

struct grid {
    struct axis x, y;
    double *z;  // a row of x.cells for each cell of y, from below; NaN: nothing there
};

/// Find the axes, and with `is_full` the cells. Returns 0 when the rows make no grid or memory is
/// short. Release it in any case.
int grid_init(struct grid *grid, const struct plot_job *job, int is_full);
void grid_free(struct grid *grid);

/// Width of a cell on paper.
double axis_step(const struct axis *axis);

#endif
