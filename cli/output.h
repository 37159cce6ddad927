#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "outcome.h"
#include "scenario.h"

// An outcome becomes a folder: summary.json, series.csv, series.h5, report.html, scenario.yaml and
// plots/. All of it is written beside the final name and takes that name in one step, so that an
// interrupted run leaves nothing there.

/// Could `dir` be written? Says so before a long run: refuses a folder that is there and not empty
/// (with force: one that no run of dashpot made), a file, a symbolic link, a place where nothing
/// may be written. Returns an exit status, 0 when all is well.
int output_check(const char *dir, int force, struct complaint *complaint);

/// Write the folder `dir`, and folders above it that are missing. With force it replaces one that
/// an earlier run left. Returns an exit status; unless it is 0, `dir` is as it was.
int output_write(const struct outcome *outcome, const char *dir, int force,
                 struct complaint *complaint);

#endif
