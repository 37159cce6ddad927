#ifndef WORKBENCH_REPORT_THIN_H
#define WORKBENCH_REPORT_THIN_H

#include <stddef.h>
#include <stdint.h>

#include "result/outcome.h"

// A series may have millions of rows, a picture some hundred pixels. These rows are enough to draw
// it as if all were there.

/// In a list of rows: the line ends here and starts again with the next.
#define THIN_BREAK SIZE_MAX

/// Rows to draw. `row` is owned by the caller; NULL: no memory.
struct choice {
    size_t *row, count;
};

/// How they are drawn.
struct thinning {
    int is_points;     // single points, not a line
    int x_log, y_log;  // axes in decades
    size_t most;       // rows; 0: as many as a picture needs
};

/// Choose rows for columns, of which the first is drawn along x.
struct choice thin_rows(const struct table *series, const int *column, int columns,
                        const struct thinning *how);

#endif
