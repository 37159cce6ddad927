#ifndef WORKBENCH_SCENARIO_CSV_H
#define WORKBENCH_SCENARIO_CSV_H

#include "scenario/diagnostic.h"

// A table of texts from a CSV file: commas, quotes where needed (RFC 4180), the first line names
// the columns. Empty lines and lines that begin with # are left out. Size, rows and columns are
// limited, so that no file can ask for more than some megabytes.

enum { CSV_SIZE_MAX = 32 << 20, CSV_ROWS_MAX = 100000, CSV_COLUMNS_MAX = 64 };
enum { CSV_UNIT_MAX = 32 };  ///< bytes of the name or the unit of a column

struct csv {
    int columns;
    int head_line;
    const char **head;
    long rows;
    int *line;          // of each row, from 1
    const char **cell;  // rows * columns
};

/// Read `reader->file`; the table belongs to the reader's tree. False after diagnostics.
bool csv_read(struct reader *reader, struct csv *csv);

/// Where diagnostics about a line of the table point.
struct node csv_place(int line);

/// "radius [mm]" to name and unit, "radius" to name and "". False when it is written another way.
bool csv_split_head(const char *head, char name[CSV_UNIT_MAX], char unit[CSV_UNIT_MAX]);

#endif
