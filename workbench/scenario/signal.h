#ifndef WORKBENCH_SCENARIO_SIGNAL_H
#define WORKBENCH_SCENARIO_SIGNAL_H

#include "scenario/field.h"

// Values over time: points [time, value] of a list, or rows of a CSV file. Times ascend.

struct signal_form {
    const char *name, *unit;  // of the values; the file has a column of that name
    int least;                // points there must be
    bool allows_others;       // columns of the file that are neither time nor value
};

struct signal {
    int count;
    double *time, *value;  // owned by the tree
};

/// Both return false after a diagnostic. `at`: the key that names the file.
bool signal_read_list(struct reader *reader, const struct node *list,
                      const struct signal_form *form, struct signal *signal);
bool signal_read_csv(struct reader *reader, const struct node *at, const char *path,
                     const struct signal_form *form, struct signal *signal);

#endif
