#ifndef WORKBENCH_STUDY_WORK_H
#define WORKBENCH_STUDY_WORK_H

#include "study/findings.h"

// The points of a sweep, run by several threads at once. Every point is a run of its own, so the
// rows do not depend on who runs them.

enum { FAILURES_MAX = 20, FAILURE_TEXT_MAX = 400 };

struct failure {
    long point;
    int status;
    char text[FAILURE_TEXT_MAX];  // its first line
};

/// Points that broke a bound of the law's validity.
struct sweep_bound {
    long count;
    long worst;  // point; the first of equals
    double excess;
    char text[640];  // what it says
};

/// What points leave beside their rows. Those of several threads are merged.
struct sweep_log {
    long failed;
    struct failure failure[FAILURES_MAX];  // the first of them, by point
    int failure_count;
    struct sweep_bound bound[DP_BOUND_COUNT];
    struct findings findings;
};

struct sweep_work {
    const struct scenario *scenario;
    struct table *series;  // one row per point; the status is the last column
    char title[200];       // of the first run that was good
    struct sweep_log log;
};

/// Runs at a time.
long work_threads(const struct sweep *sweep);

/// Run all points into the rows of the series, which has room for them. Complains when a result is
/// asked for that no run has, or when all runs fail; returns an exit status.
int work_run(struct sweep_work *work, dp_diagnostic *diagnostic);

#endif
