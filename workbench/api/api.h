#ifndef WORKBENCH_API_API_H
#define WORKBENCH_API_API_H

#include "base/call.h"
#include "base/status.h"
#include "checkpoint/store.h"
#include "journal/journal.h"
#include "result/outcome.h"
#include "scenario/scenario.h"

// What is behind the opaque types of dashpot/workbench.h.

struct dp_scenario {
    struct call call;  // the inner scenario points at it
    struct scenario *inner;
    char name[256];                  // of its file, without folders and ending
    struct checkpoint_store *store;  // of a run that goes on, or is going on; else NULL
    struct journal *journal;         // of a study in parts; else NULL
    struct journal_use use;          // how it is used
    char *called;                    // owned: what messages call its file; NULL: as it is
    int checked_rows;                // 1 more than the rows whose need is within the limits
};

struct dp_result {
    struct call call;  // that it came from
    struct outcome outcome;
    bool has_outcome;
    char *summary;  // JSON
    char *folder;   // that was written; NULL: none
};

/// Limits and callbacks of a definition; NULL: the usual ones.
struct call call_of(const dp_scenario_def *def);

/// A scenario without a file yet; false after a diagnostic.
dp_run_status scenario_open(dp_scenario **scenario, const dp_scenario_def *def,
                            dp_diagnostic *diagnostic);

/// Free it; returns the status of the diagnostic.
dp_run_status scenario_close_failed(dp_scenario **scenario, const dp_diagnostic *diagnostic);

/// The scenario of the journals in a folder. `is_none`: it has no journals.
dp_run_status study_resume(dp_scenario *scenario, const char *folder, bool *is_none,
                           dp_diagnostic *diagnostic);

dp_result *result_new(struct call call);

/// Write the summary as text; without memory the text that was made before stays. False: there is
/// none.
bool result_finish(dp_result *result);

/// The folder that was written; NULL: none. False when there is none, or no memory.
bool result_set_folder(dp_result *result, const char *folder);

#endif
