#ifndef WORKBENCH_STUDY_SWEEP_H
#define WORKBENCH_STUDY_SWEEP_H

#include "result/outcome.h"
#include "scenario/scenario.h"

// A sweep: one scenario, run once for each of many values of some of its keys.

/// Read the `sweep` block of a scenario and see that it can start; complains to its reader.
void sweep_load(struct scenario *s);

/// Run all points. The series has one row per point; of a grid in the order of the values, the last
/// parameter fastest. Its bits do not depend on the number of threads. Points that fail have a
/// status and no results. Returns an exit status, as scenario_run does.
int sweep_run(const struct scenario *s, int rows, struct outcome *outcome,
              dp_diagnostic *diagnostic);

/// Run the points of a part into its journal; there are no results yet. Returns an exit status.
int sweep_run_part(const struct scenario *s, dp_diagnostic *diagnostic);

/// Points, and numbers of each.
long sweep_points(const struct scenario *s, int *width);

/// May it be done in parts? Complains about results that no two runs have alike.
bool sweep_check_parts(const struct scenario *s, dp_diagnostic *diagnostic);

struct need;

/// What all points together will take, reckoned from the first one that is good.
void sweep_need(const struct scenario *s, int rows, struct need *need);

/// Is it a sweep?
int sweep_is(const struct scenario *s);

/// Put the rows into the summary by this key, in SI, unless they are more than people print.
extern const char sweep_table_key[];
void sweep_put_table(const struct scenario *s, struct outcome *outcome);

#endif
