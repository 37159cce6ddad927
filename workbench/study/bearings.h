#ifndef WORKBENCH_STUDY_BEARINGS_H
#define WORKBENCH_STUDY_BEARINGS_H

#include "dashpot/dashpot.h"
#include "study/classes.h"

// A table of bearings, one to a row. A row with classes of clearance makes two for each class, with
// the least and the largest clearance.

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
    const char *name;         // with class and end of its range, "bush 25 CN max"
    const char *classes, *source;
    const char *class_name, *end;   // of a class: "min" or "max"; NULL: none
    double value[BEARING_COLUMNS];  // SI
    dp_contact contact;             // elastic-plastic
};

struct bearings {
    struct bearing *item;
    long count;
    long rows, examples;  // of the file; those among them whose values are made up
    long without_play;    // ends of classes without any clearance, which are left out
};

/// Read `reader->file`. `given`: values for cells that are empty or missing, NaN where there are
/// none. `classes`: a file with clearances of classes, NULL where there is none. All memory belongs
/// to the reader's tree. False after diagnostics.
bool bearings_read(struct reader *reader, const double given[BEARING_COLUMNS], const char *classes,
                   struct bearings *bearings);

#endif
