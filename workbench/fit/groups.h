#ifndef WORKBENCH_FIT_GROUPS_H
#define WORKBENCH_FIT_GROUPS_H

#include "fit/result.h"

/// A fit of all rows.
typedef int group_run(const struct scenario *s, int rows, struct outcome *outcome,
                      dp_diagnostic *diagnostic);

/// Fit the rows of each group of `by` apart from the others.
int fit_run_groups(const struct scenario *s, int rows, struct outcome *outcome,
                   dp_diagnostic *diagnostic, group_run *run);

#endif
