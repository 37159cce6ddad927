#ifndef WORKBENCH_STUDY_CLASSES_H
#define WORKBENCH_STUDY_CLASSES_H

#include "scenario/field.h"

// Clearance by class and bore, as catalogues print it: a row for each class and range of bores.

struct clearance_range {
    const struct node *node;    // says its line
    const char *name;           // of the class
    double bore_from, bore_to;  // [m] above the first, up to and with the second
    double play_min, play_max;  // [m] across the diameter: twice the radial clearance
};

struct classes {
    const char *file;
    const struct clearance_range *item;
    long count;
};

enum { CLASS_NAME_MAX = 12 };

/// Read the table. All memory belongs to the reader's tree. False after diagnostics, which name
/// `file`.
bool classes_read(struct reader *reader, const char *file, struct classes *classes);

/// The range of a class that holds this bore. NULL after a diagnostic at `at`.
const struct clearance_range *classes_find(struct reader *reader, const struct node *at,
                                           const struct classes *classes, const char *name,
                                           double bore);

#endif
