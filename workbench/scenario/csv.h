#ifndef WORKBENCH_SCENARIO_CSV_H
#define WORKBENCH_SCENARIO_CSV_H

#include "scenario/field.h"

// Tables from CSV files: commas, quotes where needed (RFC 4180), the first line names the columns,
// with or without a unit: "radius [mm]". Empty lines and lines that begin with # are left out.
// Size, rows and columns are limited, so that no file can ask for more than some megabytes.
//
// A row is read as a map of a scenario is, into a block by a table of fields: quantities,
// materials and texts. A column of FIELD_NOTHING is known and passed over.

enum { CSV_UNIT_MAX = 32 };

struct csv_form {
    const struct field *fields;
    size_t row_size;     // of a block, which begins with the node that says its line
    bool allows_others;  // columns that are no fields are passed over
    bool keeps_empty;    // an empty cell of a required column is NaN
    bool *is_bare;       // of each field: its column states no unit; may be NULL
    /// Of each text: the unit its column states, "": none. NULL: texts have no units.
    char (*unit)[CSV_UNIT_MAX];
    /// Check what concerns more than one row; NULL: nothing does.
    void (*check)(struct reader *reader, const struct list *rows);
};

/// Read `reader->file` into blocks, which belong to the reader's tree. False after diagnostics.
bool csv_read(struct reader *reader, const struct csv_form *form, struct list *rows);

/// The same of a table that stands in the scenario: a list of headings and a list of rows, each a
/// list of cells.
bool csv_read_nodes(struct reader *reader, const struct node *heads, const struct node *lines,
                    const struct csv_form *form, struct list *rows);

/// The same of a file that the scenario names at a key. Diagnostics about the table name its file.
bool csv_read_input(struct reader *reader, const struct node *at, const char *path,
                    const struct csv_form *form, struct list *rows);

/// Numbers of one column by rows, from the tree; `offset` of a double in blocks of `row_size`. NULL
/// after a diagnostic.
double *csv_column(struct reader *reader, const struct list *rows, size_t row_size, size_t offset);

/// Append which columns state no unit, so that SI was assumed; pure numbers are passed over.
/// `fields` and `is_bare` are those of the form.
void csv_note_bare(const struct field *fields, const bool *is_bare, char *text, size_t size);

/// A heading "radius [mm]" to name and unit, "radius" to name and "". False when it is written
/// another way.
bool csv_split_head(const char *head, char name[CSV_UNIT_MAX], char unit[CSV_UNIT_MAX]);

/// Hand over the cells of each line of `reader->file`, the headings first, until `take` has enough
/// and returns false. False after a diagnostic.
bool csv_read_lines(struct reader *reader,
                    bool (*take)(void *user, const char *const *cell, int count), void *user);

#endif
