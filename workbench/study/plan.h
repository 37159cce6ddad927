#ifndef WORKBENCH_STUDY_PLAN_H
#define WORKBENCH_STUDY_PLAN_H

#include "dashpot/workbench.h"
#include "scenario/loaded.h"
#include "study/design.h"
#include "study/key.h"
#include "study/sweep.h"

// A sweep, read and prepared. All memory belongs to the tree of its scenario.

enum { SWEEP_NAME_MAX = 48 };

/// Values of one parameter.
struct sweep_axis {
    const struct sweep_parameter *block;
    const char *name;  // its column
    const char *si;    // unit of the key in SI; "": a pure number
    const char *unit;  // the one its values are written in, which results have, too
    // of a grid or a list
    long count;
    double *value;             // SI; of words: their numbers
    double *written;           // in `unit`; NULL: as `value`
    const struct node **node;  // of a grid: what is put into the scenario
    const char **word;         // NULL: the values are numbers
    int word_count;
    // of a sample
    double from, to;  // in `unit`
    bool is_whole;    // the key takes whole numbers
};

struct sweep {
    struct sweep_block block;
    struct design design;
    struct sweep_axis axis[SWEEP_AXES_MAX];
    int axis_count;
    struct sweep_result result[SWEEP_RESULTS_ALL];
    int result_count;
    bool has_horizon;  // the last result is the horizon, which nobody asked for
    long points;
    long first;      // the first point whose scenario is good
    char bare[512];  // columns of a list without a unit, a note; "": none
    long threads;
};

/// Does the design fit what else stands in the block? Fills `sweep->design`; false after a
/// diagnostic.
bool design_read(struct reader *reader, struct sweep *sweep);

/// Fill the axis of a parameter, but for the values of a list; false after a diagnostic.
bool axis_read(struct reader *reader, const struct design *design,
               const struct sweep_parameter *block, struct sweep_axis *axis);

/// Fill the values of all axes from the file of a list; false after diagnostics.
bool points_read(struct reader *reader, struct sweep *sweep);

/// May a value be a word? Not where the key is known to take numbers, but for words of its own.
bool axis_may_be_word(const struct key *key, const struct node *node);

/// A number that a diagnostic calls by this name; false after one.
bool axis_number(struct reader *reader, const struct key *key, const char *name,
                 const struct node *node, double *value);

/// Number of the value that an axis of a grid has at a point.
long sweep_index(const struct sweep *sweep, int axis, long point);

/// The value an axis has at a point: in SI, and in its unit; of a word its number. The same bits on
/// every machine.
double sweep_value(const struct sweep *sweep, int axis, long point);
double sweep_written(const struct sweep *sweep, int axis, long point);

/// Results have the unit in which the first of these values is written, where one is. NULL in the
/// list: a value that does not count. False when there is no memory.
bool axis_write(struct reader *reader, struct sweep_axis *axis, const char *heading,
                const char *const *text);

/// A number in the unit of the axis in SI.
double axis_si(const struct sweep_axis *axis, double written);

/// What is put into the scenario for it: a node of the plan, or one that is written here.
struct sweep_scratch {
    struct node node;
    char text[DP_NUMBER_MAX];
};
const struct node *sweep_node(const struct sweep *sweep, int axis, long point,
                              struct sweep_scratch *scratch);

/// The values of a point as JSON, a list of numbers and words.
json_t *sweep_point_json(const struct sweep *sweep, long point);

/// Put design and parameters into the summary of a sweep.
void sweep_describe(const struct sweep *sweep, json_t *object);

/// The scenario of one point; NULL and a diagnostic when it is not good. `spare`: see variant.h.
struct scenario *sweep_variant(const struct scenario *s, long point, struct chunk **spare,
                               dp_diagnostic *diagnostic);

#endif
