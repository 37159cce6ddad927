#ifndef WORKBENCH_REPORT_REPORT_H
#define WORKBENCH_REPORT_REPORT_H

#include "files/file.h"
#include "report/plot.h"
#include "result/outcome.h"

// report.html: one page that needs nothing else. Numbers first, then what moves, pictures,
// ledgers.

struct report {
    const struct outcome *outcome;
    const struct plot_jobs *jobs;
    const char *lack;  // why there is no series.h5; empty: it is there
};

/// Write it into an open folder; the drawings are read from `plots`. Returns 0 or an errno.
int report_write(int folder, const char *name, int plots, const struct report *report);

#endif
