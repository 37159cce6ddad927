#ifndef WORKBENCH_OUTPUT_OUTPUT_H
#define WORKBENCH_OUTPUT_OUTPUT_H

#include "result/outcome.h"
#include "scenario/scenario.h"

// An outcome becomes a folder: summary.json, series.csv, NAME.csv for each further table,
// series.h5, report.html, scenario.yaml and plots/. All of it is written beside the final name and
// takes that name in one step, so that an interrupted run leaves nothing there.

/// Could `dir` be written? Says so before a long run: refuses a folder that is there and not empty
/// (with force: one that no run of dashpot made), a file, a symbolic link, a place where nothing
/// may be written. Returns an exit status, 0 when all is well.
int output_check(const char *dir, int force, dp_diagnostic *diagnostic);

/// Are there as many descriptors left as results need? Where they run out, nothing can be told from
/// what is in the way.
int output_check_descriptors(dp_diagnostic *diagnostic);

/// May folders of their own be written below `dir`? Not through a symbolic link.
int output_check_above(const char *dir, dp_diagnostic *diagnostic);

/// Write the folder `dir`, and folders above it that are missing. With force it replaces one that
/// an earlier run left; a run that has kept checkpoints in `dir`, which is open as `own`, replaces
/// it as long as nothing else is in it than that and older results (-1: none were kept). Returns an
/// exit status; unless it is 0, `dir` is as it was. Without HDF5 or gnuplot, what they make is left
/// out: the remarks of the diagnostic say so, and the notes of the summary or the report.
int output_write(struct outcome *outcome, const char *dir, int force, int own,
                 const struct call *call, dp_diagnostic *diagnostic);

/// Write results into the folder `dir` that stays, open as `fd`: they are made of the journals in
/// it, and whoever interrupts this does it again. Older results in it are replaced.
int output_write_beside(struct outcome *outcome, const char *dir, int fd, const struct call *call,
                        dp_diagnostic *diagnostic);

/// The same for what a run had recorded when it broke off: numbers only, no report and no plots.
int output_write_partial(struct outcome *outcome, const char *dir, int force,
                         const struct call *call, dp_diagnostic *diagnostic);

/// The summary as `--json` prints it, a file in an open folder. Returns 0 or an errno.
int record_summary(int folder, const char *name, const json_t *summary);

/// Group /series with a dataset per column, and one for each further table; title, kind, scenario
/// and version on the root. Without HDF5 no file is written, which is no error: `lack` says so, and
/// what to install. It is empty when there is a file.
enum { LACK_MAX = 480 };
int record_hdf5(int folder, const char *name, const struct outcome *outcome, char lack[LACK_MAX]);

#endif
