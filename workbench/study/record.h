#ifndef WORKBENCH_STUDY_RECORD_H
#define WORKBENCH_STUDY_RECORD_H

#include "base/bytes.h"
#include "journal/journal.h"
#include "study/plan.h"

// What a point of a sweep leaves: its results, and what it says beside them. The log of a sweep is
// made of records, whether they were just run or come from a journal.

enum { RECORD_UNIT_MAX = 24, FAILURES_MAX = 20, RECORD_FAILURE_MAX = 1200 };

/// A sentence of a run.
typedef char record_note[sizeof((struct outcome *)0)->note[0]];

struct point_record {
    long point;
    int status;
    double result[SWEEP_RESULTS_ALL];  // NaN where there is none
    // of a point that is good
    char unit[SWEEP_RESULTS_ALL][RECORD_UNIT_MAX];  // "": not known, "1": a pure number
    bool has_horizon;                               // it was run with a shadow
    double horizon;  // [s] beyond which its statistics reach; NaN: none
    bool is_broken[DP_BOUND_COUNT];
    double excess[DP_BOUND_COUNT];
    record_note bound[DP_BOUND_COUNT];  // what it says; "": another point says it
    int note_count;
    record_note note[OUTCOME_NOTES_MAX];  // all others
    // of one that failed
    char failure[RECORD_FAILURE_MAX];  // the first line of its message
};

/// What a run left. `outcome` counts when the status of the diagnostic is 0.
void record_take(struct point_record *record, const struct sweep *sweep, long point,
                 const struct outcome *outcome, const dp_diagnostic *diagnostic);

/// A study that goes on reads its scenario by another name than it was called by; messages have
/// that of the call.
void record_rename(struct point_record *record, const char *from, const char *to);

/// Which sentences a journal has: only the worst of a bound and the first failures are ever told,
/// so that no others are written.
struct record_filter {
    double worst[DP_BOUND_COUNT];
    long worst_point[DP_BOUND_COUNT];
    bool is_broken[DP_BOUND_COUNT];
    long failed[FAILURES_MAX];  // points, the lowest first
    int failed_count;
};

/// The remarks of a record for a journal. `file` is what messages call the scenario; its name is
/// left out of them.
void record_pack_remarks(const struct point_record *record, int results, const char *file,
                         struct record_filter *filter, struct bytes_out *bytes);

/// A record of a journal. False when it is damaged.
bool record_read(struct point_record *record, int results, const char *file,
                 const struct journal_record *from);

#endif
