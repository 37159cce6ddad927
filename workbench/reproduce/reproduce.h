#ifndef WORKBENCH_REPRODUCE_REPRODUCE_H
#define WORKBENCH_REPRODUCE_REPRODUCE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/call.h"
#include "scenario/scenario.h"

// Every number the papers print, beside the one that comes out here. The result is one document:
//     {"rows", "figures", "errata", "papers", "counts", "totals", "unexpected",
//      "left_out"}
// Whoever shows it walks over its rows.

enum { REPRODUCE_PAPERS_MAX = 16 };

struct reproduce_options {
    const char *const *papers;  ///< names
    int paper_count;            ///< 0: all of them
    bool quick;                 ///< leave out what takes long
    const char *out;            ///< folder to write, with the figures; NULL: none
    bool force;                 ///< replace the folder when an earlier run left it

    const struct call *call;  ///< told after each row and figure which share is done; may be NULL
    size_t *total;  ///< becomes the number of rows and figures before the first call; may be NULL
};

/// Run the scenarios of the papers, and write the folder if one is asked for: summary.json, which
/// is the document, rows.csv, report.html, and in plots/ the figures. Returns an exit status, 0
/// also when rows are unexpected; the caller releases the document. Otherwise the diagnostic is
/// filled.
int reproduce(const struct reproduce_options *options, json_t **document,
              dp_diagnostic *diagnostic);

#endif
