#ifndef WORKBENCH_STUDY_FIRST_H
#define WORKBENCH_STUDY_FIRST_H

#include "study/plan.h"

// What one point of a sweep tells about all of them, and what can be told before a run begins.

/// Does the summary of a point have the results that the sweep wants, in units that fit what was
/// measured over the points? `is_short`: the run was cut short, so what is null there may be a map
/// in a whole run. Complains, and returns an exit status.
int first_check(const struct scenario *s, const struct outcome *outcome, bool is_short,
                dp_diagnostic *diagnostic);

/// Begin the run, for a few seconds at most, and complain about what it would refuse: names of
/// results of a sweep, columns of a measured series that depend on the run, a number of rows that
/// only the run knows. Remarks say how many points of a sweep cannot be read. Returns an exit
/// status.
int first_try(const struct scenario *s, dp_diagnostic *diagnostic);

#endif
