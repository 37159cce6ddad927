#ifndef WORKBENCH_STUDY_BEARINGS_H
#define WORKBENCH_STUDY_BEARINGS_H

#include "dashpot/dashpot.h"
#include "scenario/field.h"

// A table of bearings, one to a row.

enum bearing_column {
    BEARING_RADIUS,
    BEARING_CLEARANCE,
    BEARING_LENGTH,
    BEARING_MODULUS,
    BEARING_YIELD,
    BEARING_FIT,
    BEARING_COLUMNS
};

/// Columns of the file: first those of numbers.
extern const struct field bearing_fields[];

struct bearing {
    const struct node *node;  // says its line
    const char *name;
    double value[BEARING_COLUMNS];  // SI
    dp_contact contact;             // elastic-plastic
};

struct bearings {
    struct bearing *item;
    long count;
};

/// Read `reader->file`. `given`: values for cells that are empty or missing, NaN where there are
/// none. All memory belongs to the reader's tree. False after diagnostics.
bool bearings_read(struct reader *reader, const double given[BEARING_COLUMNS],
                   struct bearings *bearings);

#endif
