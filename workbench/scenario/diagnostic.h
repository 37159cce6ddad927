#ifndef WORKBENCH_SCENARIO_DIAGNOSTIC_H
#define WORKBENCH_SCENARIO_DIAGNOSTIC_H

#include "base/status.h"
#include "scenario/node.h"
#include "scenario/scenario.h"

// One pass over a scenario: what it reads, and where diagnostics go. A pass goes on after a
// diagnostic, so that a user sees as many as can be found at once.

struct checkpoint_store;
struct inputs;
struct kind;

struct reader {
    const char *file;  // as the user wrote it
    const dp_setting *set;
    size_t set_count;
    dp_diagnostic *diagnostic;
    int count;      // diagnostics so far
    bool has_more;  // some of them found no room
    struct tree tree;
    const struct kind *const *kinds;   // all there are, NULL at the end
    const struct kind *kind;           // NULL until `kind` was read
    const struct material *materials;  // all of them, once they were read
    int material_count;
    bool has_bad_materials;                // there were diagnostics about them
    bool keeps_partial;                    // what was recorded before a failure is wanted
    const struct call *call;               // limits, and whom a long run tells; may be NULL
    bool is_variant;                       // one of many runs: only its numbers are read
    bool has_stopped;                      // the caller asked the run to end
    bool allows_unphysical;                // what is impossible is noted, not refused
    bool allows_anchors;                   // a file of ours may say once what it needs often
    struct checkpoint_store *checkpoints;  // where a long run keeps its state; NULL: nowhere
    const struct journal_use *journal;     // of a study in parts; NULL: none
    const struct node *varied;             // contact that a comparison varies; NULL: none
    struct inputs *inputs;                 // tables it names; variants have those of the whole
    char bare[240];                        // columns of these tables that state no unit
};

enum { SHOWN_MAX = 80, WHERE_MAX = 256 };

/// Where a key of a map stands; the map itself when the key is missing.
const struct node *place_of(const struct node *map, const char *key);

/// The text as a diagnostic may show it: short, without control characters.
const char *shown(const char *text, char buffer[SHOWN_MAX]);

/// "line 7", or the --set that a node came from.
const char *where(const struct reader *reader, const struct node *at, char buffer[WHERE_MAX]);

/// Complain at a node; NULL: about the file. The exit status is that of the first diagnostic.
void report_status(struct reader *reader, int status, const struct node *at, const char *format,
                   ...) __attribute__((format(printf, 4, 5)));

/// The same about bad input.
#define report_error(reader, at, ...) report_status(reader, DP_RUN_INPUT, at, __VA_ARGS__)

/// Say what the library said, at a node. The exit status follows from the error.
void report_library_at(struct reader *reader, const struct node *at, const dp_error *err);

/// The same at the key that the error is about, else at the map itself.
void report_library_error(struct reader *reader, const struct node *map, const dp_error *err);

void report_no_memory(struct reader *reader);

#endif
