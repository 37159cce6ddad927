#ifndef WORKBENCH_SCENARIO_FIT_BLOCK_H
#define WORKBENCH_SCENARIO_FIT_BLOCK_H

#include "scenario/field.h"

// The `fit:` block of a scenario: measured values, and what may change so that results meet them.

enum {
    FIT_INPUTS_MAX = 8,
    FIT_TARGETS_MAX = 16,
    FIT_FREE_MAX = 8,
    FIT_ROWS_MAX = 100000,
    FIT_CELLS_MAX = 64,    // of a row
    FIT_GROUPS_MAX = 32,   // of `by`
    FIT_PREDICT_MAX = 64,  // entries of `predict`
};

struct fit_input {
    const struct node *node;
    const char *column, *path;
};

struct fit_target {
    const struct node *node;
    const char *column;
    const char *result;        // a number of the summary; in a series a column of it
    const struct node *sigma;  // a number or the name of a column; NULL: from the residuals
    const struct node *range;  // of a sensor that clips; NULL: none
};

enum { FIT_LINEAR, FIT_LOG };

struct fit_free {
    const struct node *node;
    const char *path;
    const struct node *from, *to;
    int scale;  // -1: as the bounds suggest
};

struct fit_series {
    const struct node *node;
    const char *data;
    const struct node *columns, *rows;  // the table, where it stands in the scenario
    const char *x;                      // column of the data and of the series
    struct list targets;                // of struct fit_target
    const struct node *shift;           // `free`, or a number
};

struct fit_block {
    const struct node *node;
    const char *data;
    const struct node *columns, *rows;
    struct list inputs;   // of struct fit_input
    struct list targets;  // of struct fit_target
    struct fit_series series;
    struct list free;            // of struct fit_free
    const struct node *laws;     // a list of names, or `all`
    const char *at;              // the contact they are put into
    const char *by;              // a column whose values part the rows; NULL: none
    const struct node *predict;  // a list of maps of inputs; NULL: nothing is predicted
    double confidence;
    long threads;  // 0: as many as there are cores
};

extern const struct field fit_fields[];

#endif
