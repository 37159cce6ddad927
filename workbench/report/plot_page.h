#ifndef WORKBENCH_REPORT_PLOT_PAGE_H
#define WORKBENCH_REPORT_PLOT_PAGE_H

#include "files/file.h"
#include "report/plot.h"

// The plots as data for the script of the page (assets/plot.js), more rows than a still picture
// shows, so that one can zoom.

/// Write a block of JSON, which never runs, with all plots that have something to show. Columns are
/// written once, and thinned, extremes kept, until all fit into about `room` bytes.
void plots_put_data(struct out_file *file, const struct plot_jobs *jobs, size_t room);

#endif
