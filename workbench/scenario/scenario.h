#ifndef WORKBENCH_SCENARIO_SCENARIO_H
#define WORKBENCH_SCENARIO_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>

#include "result/outcome.h"

// From a scenario file to an outcome. Complaints name file, line, key, value and what would be
// accepted.

/// One `--set path=value`.
struct override {
    const char *path, *value;
};

/// Complaints as they are printed, one to a line: "file:line: sentence". No final newline.
struct diagnostic {
    char text[4096];
    int status;  // exit status: 2 bad input, 3 numerical failure, 4 file or system error
    // of a run that broke off, status 3
    double time;                  // [s] NaN: not known
    char body[80], contact[120];  // empty: none
    bool is_late;                 // only its time was up: it could have gone on
    // of results that were written: what is no failure and a reader should know all the same, such
    // as plots that could not be drawn; lines, each with its end
    char remarks[2048];
};

struct scenario;

/// Read and check a scenario file with overrides, which are copied. NULL and diagnostics when
/// anything is wrong.
struct scenario *scenario_load(const char *path, const struct override *set, size_t set_count,
                               struct diagnostic *diagnostic);

/// What a scenario may do beyond the usual.
struct scenario_rights {
    bool allows_unphysical;  // states that cannot exist are noted, not refused
};

/// The same with rights; NULL: none.
struct scenario *scenario_load_with(const struct scenario_rights *rights, const char *path,
                                    const struct override *set, size_t set_count,
                                    struct diagnostic *diagnostic);

/// The same for the text that a run in progress has kept, which is copied. `file`: where it came
/// from; diagnostics name it, and paths in the text count from its folder.
struct scenario *scenario_restore(const struct scenario_rights *rights, const char *file,
                                  const char *text, struct diagnostic *diagnostic);

/// The text of the file, or what the overrides made of it; malloc, NULL when out of memory.
char *scenario_text(const struct scenario *scenario);

/// Where it came from, and its kind; owned by the scenario.
const char *scenario_file(const struct scenario *scenario);
const char *scenario_kind(const struct scenario *scenario);

struct checkpoint_store;

/// Let the run keep its state there, if it can; NULL: nowhere. Borrowed.
void scenario_keep(struct scenario *scenario, struct checkpoint_store *store);

/// What a run is to leave: only the summary; the series as well; also what there was of it when the
/// run broke off.
enum { ROWS_NONE, ROWS_WANTED, ROWS_KEPT };

/// Run it. Returns an exit status, 0 when done; otherwise the outcome is empty and need not be
/// released. With ROWS_KEPT and status 3 it holds what was recorded, and must be released.
int scenario_run(const struct scenario *scenario, int rows, struct outcome *outcome,
                 struct diagnostic *diagnostic);

struct need;

/// Would the run take more than the limits allow? Complains then, and returns an exit status.
int scenario_check_need(const struct scenario *scenario, int rows, struct diagnostic *diagnostic);

/// Let a long run show how far it is, where standard error is a terminal.
void scenario_show_progress(struct scenario *scenario);

/// NULL is accepted.
void scenario_free(struct scenario *scenario);

/// The format of scenario files, made from the tables that check them: docs/scenarios.md, printed,
/// and a JSON Schema, which the caller owns.
void scenario_print_markdown(void);
json_t *scenario_schema(void);

#endif
