#ifndef WORKBENCH_RESULT_COLUMN_H
#define WORKBENCH_RESULT_COLUMN_H

#include <stddef.h>

#include "result/outcome.h"

// Results are declared once. A table of columns says name, unit and meaning of each, and where its
// value lies in the struct that a run fills, the sample. The same table makes the header and the
// rows of a series or of a further table, the keys of a summary with their units, and the
// documentation.
//
//     struct fall_row {
//         double time, height;
//     };
//     static const struct column columns[] = {
//         COLUMN(struct fall_row, time, "s", "from the start"),
//         COLUMN(struct fall_row, height, "m", "of the centre"),
//         {0},
//     };
//
//     const struct fall_row row = {.time = t, .height = z};
//     rows_add(&rows, &row);

/// What lies at a column's place in the sample.
enum column_type {
    COLUMN_ELSEWHERE,  ///< nothing: told here, filled in elsewhere
    COLUMN_NUMBER,     ///< double; in a summary null when it is not finite
    COLUMN_OPTIONAL,   ///< double; left out of a summary when it is NaN
    COLUMN_COUNT,      ///< long; in a summary null when it is negative
    COLUMN_FLAG,       ///< bool
    COLUMN_SWITCH,     ///< int that is 0 or 1
    COLUMN_TEXT,       ///< const char *
    COLUMN_JSON,       ///< json_t *, which the summary takes; its numbers have the unit, if any
};

/// A column of a table, or a key of a summary. Tables end with a name that is NULL.
struct column {
    const char *name, *unit, *doc;
    enum column_type type;
    size_t offset;
};

/// The member of that name, by its own type.
#define COLUMN(sample, member, unit, doc)                                                          \
    COLUMN_OF(#member, COLUMN_TYPE(sample, member), sample, member, unit, doc)

/// A number that a summary leaves out when it is NaN.
#define OPTIONAL(sample, member, unit, doc)                                                        \
    COLUMN_OF(#member, COLUMN_OPTIONAL, sample, member, unit, doc)

/// In general: name, type and member. A sample that begins with another struct has its columns too.
#define COLUMN_OF(name, type, sample, member, unit, doc)                                           \
    { name, unit, doc, type, offsetof(sample, member) }

// clang-format off
#define COLUMN_TYPE(sample, member)                                                                \
    _Generic(((sample *)0)->member, double: COLUMN_NUMBER, long: COLUMN_COUNT,                     \
             bool: COLUMN_FLAG, int: COLUMN_SWITCH, const char *: COLUMN_TEXT,                     \
             json_t *: COLUMN_JSON)
// clang-format on

/// One that is documented here and filled in elsewhere, such as those whose names depend on a run.
#define COLUMN_DOC(name, unit, doc)                                                                \
    { name, unit, doc, COLUMN_ELSEWHERE, 0 }

/// How many there are before the end.
int columns_count(const struct column *columns);

/// Column of that name; NULL when there is none.
const struct column *columns_find(const struct column *columns, const char *name);

/// The value as a number of a table: a flag is 0 or 1; NaN for what is no number.
double column_value(const struct column *column, const void *sample);

/// Put all of them into a map, with their units.
void put_results(json_t *map, const struct column *columns, const void *sample);

/// The same without some, whose names end with NULL.
void put_results_but(json_t *map, const struct column *columns, const void *sample,
                     const char *const *left_out);

/// The same as a map of its own.
json_t *results_json(const struct column *columns, const void *sample);

/// Begin a further table with these columns, and add a row to it. NULL and 0 as add_table and
/// table_add.
struct table *add_table_of(struct outcome *outcome, const char *name, const struct column *columns);
int table_add_sample(struct table *table, const struct column *columns, const void *sample);

/// A further table made of a list in the summary.
struct list_table {
    const char *name;
    const json_t *list;
    const char *count_name;        // of the first column, which counts the entries from 1
    const struct column *columns;  // what put_results has put into each entry
    const char *const *chosen;     // names of those that are wanted, NULL at the end; NULL: all
    bool leaves_optional;          // those that may be absent are not wanted
};

/// Returns false when out of memory.
bool add_table_of_list(struct outcome *outcome, const struct list_table *of);

#endif
