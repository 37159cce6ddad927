#ifndef WORKBENCH_STUDY_WORK_H
#define WORKBENCH_STUDY_WORK_H

#include "study/log.h"

// The points of a sweep, run by several threads at once, and those that journals have. Every point
// is a run of its own, so the rows do not depend on who runs them.

struct sweep_work {
    const struct scenario *scenario;
    struct table *series;           // one row per point; the status is the last column; NULL: none
    const struct journal_use *use;  // journals; NULL: none
    struct sweep_log log;
};

/// Runs at a time.
long work_threads(const struct sweep *sweep);

/// Run the points, all or those of a part, but for those that journals have, into the rows of the
/// series, which has room for them. Complains when a result is asked for that no run has, or when
/// all runs fail; returns an exit status.
int work_run(struct sweep_work *work, dp_diagnostic *diagnostic);

#endif
