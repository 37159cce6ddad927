#ifndef WORKBENCH_SCENARIO_SWEEP_BLOCK_H
#define WORKBENCH_SCENARIO_SWEEP_BLOCK_H

#include "scenario/field.h"

// The `sweep:` block of a scenario, as it stands in the file.

enum { SWEEP_AXES_MAX = 2, SWEEP_RESULTS_MAX = 16, SWEEP_VALUES_MAX = 100000 };
enum { SWEEP_RESULTS_ALL = SWEEP_RESULTS_MAX + 1 };  ///< with the one that nobody asks for

struct sweep_parameter {
    const struct node *node;
    const char *path, *name;
    struct list values;  // of const struct node *
    const struct node *from, *to;
    long count;
    int scale;  // SWEEP_LINEAR, SWEEP_LOG
};

enum { SWEEP_LINEAR, SWEEP_LOG };

struct sweep_result {
    const struct node *node;
    const char *path;
    const char *name;  // of its column
};

struct sweep_block {
    const struct node *node;
    struct list parameters;  // of struct sweep_parameter
    struct list results;     // of struct sweep_result
    long threads;            // 0: as many as there are cores
};

extern const struct field sweep_fields[];

#endif
