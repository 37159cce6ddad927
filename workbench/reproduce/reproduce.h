#ifndef WORKBENCH_REPRODUCE_REPRODUCE_H
#define WORKBENCH_REPRODUCE_REPRODUCE_H

#include <jansson.h>

#include "base/call.h"
#include "scenario/scenario.h"

// Every number the papers print, beside the one that comes out here. The result is one document:
//     {"rows", "figures", "errata", "papers", "counts", "statements", "totals", "benchmarks",
//      "unexpected", "left_out"}
// Counts, statements and totals are of the papers alone. A table with `benchmark` holds values that
// no paper prints; `benchmarks` counts its rows.
// Whoever shows it walks over its rows.

enum { REPRODUCE_PAPERS_MAX = 16, REPRODUCE_PATH_MAX = 4096 };

/// Run the scenarios of the papers, and write the folder if one is asked for: summary.json, which
/// is the document, rows.csv, report.html, and in plots/ the figures. Returns an exit status, 0
/// also when rows are unexpected; the caller releases the document. Otherwise the diagnostic is
/// filled. `call` is told after each run which share is done.
int reproduce(const dp_reproduce_def *def, const struct call *call, json_t **document,
              dp_diagnostic *diagnostic);

#endif
