#ifndef CLI_FORCE_TABLE_H
#define CLI_FORCE_TABLE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// Tables of `dashpot force`: values over a range, and how a table is printed.

enum { FORCE_COUNT_MAX = 100000, FORCE_ROWS_MAX = 1000000 };

/// A value, or count values from one to the other.
struct force_range {
    double from, to;  ///< SI
    long count;       ///< 1: a single value
};

/// Read "2 um" or "0..10 um"; a unit of the second end is that of the first, too, unless it has its
/// own. `count`: values of a range. Says what is wrong and returns an exit status.
int force_range_read(const char *name, const char *text, const char *unit, long count,
                     struct force_range *range);

double force_range_at(const struct force_range *range, long i);

/// Values of a range, as a user gives the number. NULL: as many as usual.
int force_count_read(const char *text, long usual, long *count);

/// Rows of numbers, row after row.
struct force_table {
    int columns;
    const char *const *name, *const *unit;  ///< borrowed
    size_t rows, room;
    double *value;  ///< owned; NULL: none yet
};

/// Add a row; false when out of memory.
bool force_table_add(struct force_table *table, const double *row);

/// "table" of a document: `columns` [{`name`, `unit`}] and `rows`.
json_t *force_table_json(const struct force_table *table);

/// For people, and as CSV.
void force_table_print(const struct force_table *table);
void force_table_csv(const struct force_table *table);

#endif
