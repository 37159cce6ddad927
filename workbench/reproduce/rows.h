#ifndef WORKBENCH_REPRODUCE_ROWS_H
#define WORKBENCH_REPRODUCE_ROWS_H

#include "reproduce/paper_set.h"
#include "reproduce/runs.h"

/// A row of a paper computed, judged and explained, as an entry of `rows` in the document. A run
/// that fails makes the row unexpected; NULL and a diagnostic only when the system failed.
json_t *row_compute(const struct paper *paper, const json_t *row, struct runs *runs,
                    dp_diagnostic *diagnostic);

#endif
