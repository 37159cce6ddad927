#ifndef WORKBENCH_STUDY_PLAN_H
#define WORKBENCH_STUDY_PLAN_H

#include "scenario/loaded.h"
#include "study/sweep.h"

// A sweep, read and prepared. All memory belongs to the tree of its scenario.

enum { SWEEP_POINTS_MAX = 1000000, SWEEP_NAME_MAX = 48 };

/// Values of one parameter.
struct sweep_axis {
    const struct sweep_parameter *block;
    const char *name;  // its column
    const char *unit;  // "": a pure number
    long count;
    double *value;             // SI; of words: 0, 1, 2 ...
    const struct node **node;  // what is put into the scenario
    const char **word;         // NULL: the values are numbers
};

struct sweep {
    struct sweep_block block;
    struct sweep_axis axis[SWEEP_AXES_MAX];
    int axis_count;
    struct sweep_result result[SWEEP_RESULTS_ALL];
    int result_count;
    bool has_horizon;  // the last result is the horizon, which nobody asked for
    long points;
    long first;  // the first point whose scenario is good
    long threads;
};

/// Fill the axis of a parameter; false after a diagnostic.
bool axis_read(struct reader *reader, const struct sweep_parameter *block, struct sweep_axis *axis);

/// Number of the value that an axis has at a point.
long sweep_index(const struct sweep *sweep, int axis, long point);

/// The scenario of one point; NULL and a diagnostic when it is not good.
struct scenario *sweep_variant(const struct scenario *s, long point, dp_diagnostic *diagnostic);

#endif
