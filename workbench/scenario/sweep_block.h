#ifndef WORKBENCH_SCENARIO_SWEEP_BLOCK_H
#define WORKBENCH_SCENARIO_SWEEP_BLOCK_H

#include "scenario/field.h"

// The `sweep:` block of a scenario, as it stands in the file.

enum {
    SWEEP_AXES_MAX = 16,  ///< parameters
    SWEEP_GRID_MAX = 6,   ///< of a grid
    SWEEP_RESULTS_MAX = 16,
    SWEEP_VALUES_MAX = 100000,
    SWEEP_POINTS_MAX = 10000000,
    SWEEP_LEVELS_MAX = 1000,
};
enum { SWEEP_RESULTS_ALL = SWEEP_RESULTS_MAX + 1 };  ///< with the one that nobody asks for

struct sweep_parameter {
    const struct node *node;
    const char *path, *name;
    struct list values;  // of const struct node *
    const struct node *from, *to;
    long count;
    int scale;           // SWEEP_LINEAR, SWEEP_LOG
    const char *column;  // of the points' file
};

enum { SWEEP_LINEAR, SWEEP_LOG };

struct sweep_result {
    const struct node *node;
    const char *path;
    const char *name;  // of its column
};

struct sweep_block {
    const struct node *node;
    int design;              // in the order of study/design.h
    long count;              // of a sampled design
    long seed, levels;       // of these, where they have such
    const char *data;        // file of the points of a list
    struct list parameters;  // of struct sweep_parameter
    struct list results;     // of struct sweep_result
    long threads;            // 0: as many as there are cores
};

extern const struct field sweep_fields[];
extern const char *const sweep_designs[];
extern const char sweep_rule[];  ///< which keys go with which design, a JSON Schema

#endif
