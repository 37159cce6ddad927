#ifndef WORKBENCH_STUDY_BEARINGS_H
#define WORKBENCH_STUDY_BEARINGS_H

#include "dashpot/dashpot.h"
#include "scenario/diagnostic.h"

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

/// A column of numbers.
struct bearing_field {
    const char *name, *unit, *doc;
    double initial;    // NaN: none
    double low, high;  // positive and finite
};
extern const struct bearing_field bearing_fields[BEARING_COLUMNS];

struct bearing {
    const char *name;
    int line;
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
