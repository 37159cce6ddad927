#ifndef WORKBENCH_LOAD_ORIGIN_H
#define WORKBENCH_LOAD_ORIGIN_H

#include <jansson.h>

#include "checkpoint/store.h"
#include "scenario/scenario.h"

// Where a run came from, as JSON beside its states: version of the program, file of the scenario,
// and size and checksum of every file the scenario refers to.

/// What is to be kept of a scenario. False when out of memory.
int origin_make(const struct scenario *scenario, struct checkpoint_origin *origin);

/// A path that means the same file from every working folder; the file need not be there any more.
json_t *origin_path(const char *path);

/// Size and checksum of every file that a scenario refers to.
json_t *origin_inputs(const struct scenario *scenario);

/// Is a file of such a list as it was? A diagnostic that begins with `what`; one about the list
/// names `record`. 0 when all is well.
int origin_check_input(const json_t *entry, const char *what, const char *record,
                       dp_diagnostic *diagnostic);

/// See that the run can go on here and now: this version, the same files. The scenario, or NULL and
/// a diagnostic.
struct scenario *origin_restore(const struct checkpoint_origin *origin, const char *dir,
                                const struct call *call, dp_diagnostic *diagnostic);

#endif
