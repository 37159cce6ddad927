#ifndef WORKBENCH_REPRODUCE_READINGS_H
#define WORKBENCH_REPRODUCE_READINGS_H

#include <jansson.h>
#include <stdbool.h>

#include "dashpot/workbench.h"
#include "result/outcome.h"

// Points of a curve that are not computed here: `printed` in the table of a paper, or `read`, rows
// of a file in data/ that others read off a figure or measured.

/// Does a curve consist of such points?
bool readings_are_given(const json_t *curve);

/// Add them to a table whose first columns are x and y; further ones become NaN. `root` is the
/// folder of data/. False and a diagnostic when they cannot be had.
bool readings_take(const char *root, const json_t *curve, struct table *points,
                   dp_diagnostic *diagnostic);

#endif
