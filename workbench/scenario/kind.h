#ifndef WORKBENCH_SCENARIO_KIND_H
#define WORKBENCH_SCENARIO_KIND_H

#include "result/column.h"
#include "scenario/field.h"
#include "scenario/fit_block.h"
#include "scenario/limits.h"
#include "scenario/measured_block.h"
#include "scenario/sweep_block.h"

// A kind of problem: its part of the schema, and how to run it. To add one, write a folder of
// kinds/ and add a line to run/kinds.def; docs/adding_a_kind.md shows how.

struct kind {
    const char *name;
    const char *doc;      // what it is, a sentence or two
    const char *example;  // a complete scenario

    /// Top-level keys beyond the common ones; offsets are within the kind's configuration.
    const struct field *schema;
    size_t config_size;
    const struct column *columns;  // of the series; {{0}} where there is none, never NULL
    const struct column *results;  // of the summary, beyond kind and title

    /// Check what concerns more than one value and prepare what the run needs. Called when the
    /// schema has no diagnostics; the configuration is zeroed beyond what the schema fills. NULL:
    /// there is nothing to check or prepare.
    void (*build)(struct reader *reader, void *config);

    /// Run. Complains when it cannot; `outcome` holds kind, title and scenario already.
    void (*run)(struct reader *reader, const void *config, int rows, struct outcome *outcome);

    /// What it comes down to in the library's own definitions; `out` is zeroed. NULL: there is no
    /// such definition.
    void (*define)(const void *config, dp_definition *out);

    /// What the run will take, as far as can be told; entries that are not known stay NaN. May try
    /// a small part of the run. NULL: never much.
    void (*need)(const void *config, int rows, struct need *need);

    /// Can only the run itself tell how many rows the series has? Then a check begins it.
    bool has_late_rows;

    /// [s] A `run.until` after which a summary has all its keys and the series its columns; what
    /// takes longer is not run in a check. NULL: a run is short.
    double (*glimpse)(const void *config);

    /// What several processes can share: how many points the run has, 0 when it is one piece, and
    /// the run of those that belong to a part, into the journal of the reader. `run` must take from
    /// that journal what it has. NULL: it is always one piece.
    long (*points)(const void *config);
    void (*run_part)(struct reader *reader, const void *config);
};

/// A kind by its name; NULL when there is none.
const struct kind *kind_find(const struct kind *const *kinds, const char *name);

/// Do other kinds know this key, at the top or within a section that this one has too? Their names
/// go to `text`.
bool kind_users(const struct reader *reader, const char *section, const char *key, char *text,
                size_t size);

/// How diagnostics name the top level.
extern const char scenario_owner[];

/// Keys of every scenario; the block they are read into.
struct common_block {
    const struct node *node;
    long version;
    const char *title;
    struct list materials;
    struct sweep_block sweep;
    struct fit_block fit;
    struct measured_block measured;
};
extern const struct field common_fields[];

/// `output`, the same in every kind.
struct output_block {
    const struct node *node;
    double every;        // [s] NaN: the kind's own choice
    struct list series;  // empty: all columns
};
extern const struct field output_fields[];

/// The format of scenario files, made from the tables that check them: docs/scenarios.md, and a
/// JSON Schema, which the caller owns.
void describe_markdown(FILE *out, const struct kind *const *kinds);
json_t *describe_schema(const struct kind *const *kinds);

#endif
