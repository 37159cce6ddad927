#ifndef WORKBENCH_LOAD_PARTS_H
#define WORKBENCH_LOAD_PARTS_H

#include <jansson.h>

#include "journal/journal.h"
#include "scenario/scenario.h"

// Where a study in parts came from, as JSON in the head of each of its journals: version of the
// program, text and settings of the scenario, size and checksum of every file it refers to. Parts
// belong together when these agree; where the files lie may differ from machine to machine.

/// Owned by the caller; NULL: out of memory.
char *parts_origin(const struct scenario *scenario);

/// Is it a sweep whose journals have this origin?
bool parts_is_sweep(const char *origin);

/// Do all journals belong to this study? A diagnostic (status 2) says what differs.
bool parts_agree(const struct journal *journal, const char *dir, const char *origin, long points,
                 int width, dp_diagnostic *diagnostic);

/// The scenario of the journals, which must agree, and its files be as they were. NULL and a
/// diagnostic. `file`, owned by the caller, is what messages called the scenario.
struct scenario *parts_restore(const struct journal *journal, const char *dir,
                               const struct call *call, char **file, dp_diagnostic *diagnostic);

/// Points of what can be done in parts, and numbers of each; 0: it cannot be, and a diagnostic says
/// so.
long parts_points(const struct scenario *scenario, int *width, dp_diagnostic *diagnostic);

/// Run the points of a part into the journal of its reader. Returns an exit status.
int parts_run(const struct scenario *scenario, dp_diagnostic *diagnostic);

/// There are journals without a single point.
int parts_report_empty(const char *dir, dp_diagnostic *diagnostic);

/// Progress as JSON: `points`, `done`, `failed`, `missing`, ... see dp_study_status. NULL and a
/// diagnostic.
json_t *parts_status(const struct journal *journal, const char *dir, dp_diagnostic *diagnostic);

#endif
