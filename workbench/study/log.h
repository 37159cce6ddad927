#ifndef WORKBENCH_STUDY_LOG_H
#define WORKBENCH_STUDY_LOG_H

#include "study/findings.h"

// What the points of a sweep leave beside their rows. It is the same in whatever order they come.

enum { FAILURE_TEXT_MAX = 400 };

struct failure {
    long point;
    int status;
    char text[FAILURE_TEXT_MAX];
};

/// Points that broke a bound of the law's validity.
struct sweep_bound {
    long count;
    long worst;  // point; the first of equals
    double excess;
    record_note text;  // what it says
};

struct sweep_log {
    long good, failed;
    long first_good;                       // counts when there is a good one
    struct failure failure[FAILURES_MAX];  // the first of them, by point
    int failure_count;
    struct sweep_bound bound[DP_BOUND_COUNT];
    struct findings findings;
};

void log_take(struct sweep_log *log, const struct sweep *sweep, const struct point_record *record);

void log_merge(struct sweep_log *into, const struct sweep_log *from);

#endif
