#ifndef WORKBENCH_SCENARIO_SCENARIO_H
#define WORKBENCH_SCENARIO_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>

#include "base/call.h"
#include "result/outcome.h"

// From a scenario file to an outcome. Complaints name file, line, key, value and what would be
// accepted.

struct scenario;

/// Read and check a scenario; the file NULL: "scenario" in diagnostics. All of the definition is
/// copied; `call` is borrowed while the scenario lives and may be NULL. NULL and diagnostics when
/// anything is wrong.
struct scenario *scenario_load(const dp_scenario_def *def, const struct call *call,
                               dp_diagnostic *diagnostic);

/// The same, to be run with several laws.
struct scenario *scenario_load_compare(const dp_scenario_def *def, const dp_compare_def *compare,
                                       const struct call *call, dp_diagnostic *diagnostic);

/// The text of the file, or what the overrides made of it; malloc, NULL when out of memory.
char *scenario_text(const struct scenario *scenario);

/// Where it came from, and its kind; owned by the scenario.
const char *scenario_file(const struct scenario *scenario);
const char *scenario_kind(const struct scenario *scenario);

/// Name of a file without folders and ending: where it starts, and how long it is.
const char *file_stem(const char *file, size_t *length);

struct checkpoint_store;

/// Let the run keep its state there, if it can; NULL: nowhere. Borrowed.
void scenario_keep(struct scenario *scenario, struct checkpoint_store *store);

/// What a run is to leave: only the summary; the series as well; also what there was of it when the
/// run broke off.
enum { ROWS_NONE, ROWS_WANTED, ROWS_KEPT };

/// Run it. Returns an exit status, 0 when done; otherwise the outcome is empty and need not be
/// released. With ROWS_KEPT and status 3 it holds what was recorded, and must be released.
int scenario_run(const struct scenario *scenario, int rows, struct outcome *outcome,
                 dp_diagnostic *diagnostic);

struct need;

/// Would the run take more than the limits allow? Complains then, and returns an exit status.
int scenario_check_need(const struct scenario *scenario, int rows, dp_diagnostic *diagnostic);

/// NULL is accepted.
void scenario_free(struct scenario *scenario);

/// What it comes down to in the definitions of the library; false: its kind has none.
bool scenario_define(const struct scenario *scenario, dp_definition *definition);

#endif
