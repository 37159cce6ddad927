#ifndef WORKBENCH_LOAD_ORIGIN_H
#define WORKBENCH_LOAD_ORIGIN_H

#include "checkpoint/store.h"
#include "scenario/scenario.h"

// Where a run came from, as JSON beside its states: version of the program, file of the scenario,
// and size and checksum of every file the scenario refers to.

/// What is to be kept of a scenario. False when out of memory.
int origin_make(const struct scenario *scenario, struct checkpoint_origin *origin);

/// See that the run can go on here and now: this version, the same files. The scenario, or NULL and
/// a diagnostic.
struct scenario *origin_restore(const struct checkpoint_origin *origin, const char *dir,
                                const struct call *call, dp_diagnostic *diagnostic);

#endif
