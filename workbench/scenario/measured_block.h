#ifndef WORKBENCH_SCENARIO_MEASURED_BLOCK_H
#define WORKBENCH_SCENARIO_MEASURED_BLOCK_H

#include "scenario/field.h"

// The `measured:` block of a scenario: a measured series that is laid over the computed one.

enum { MEASURED_COLUMNS_MAX = 16 };

struct measured_column {
    const struct node *node;
    const char *column;  // of the data
    const char *of;      // of the series; NULL: the same name
};

struct measured_block {
    const struct node *node;
    const char *data;  // CSV file
    const char *x;     // column of both
    struct list columns;
    const struct node *shift;  // a number in the unit of x, or NULL
};

extern const struct field measured_fields[];

#endif
