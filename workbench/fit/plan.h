#ifndef WORKBENCH_FIT_PLAN_H
#define WORKBENCH_FIT_PLAN_H

#include "dashpot/dashpot.h"
#include "scenario/loaded.h"
#include "study/key.h"

// A fit, read and prepared: the measured table, and for each law (or the scenario as it stands) the
// parameters that are sought. All memory belongs to the tree of its scenario.

enum { FIT_LAWS_MAX = DP_LAWS_MAX, FIT_COLUMNS_MAX = FIT_INPUTS_MAX + 2 * FIT_TARGETS_MAX + 3 };

/// A column of the data as the scenario takes it.
struct fit_column {
    const char *name;  ///< of the column
    const char *path;  ///< key or result
    const char *unit;  ///< SI; "" for a pure number, NULL: the run will tell
    double *value;     ///< SI, one for each row; NaN: an empty cell
};

/// What was measured.
struct fit_measured {
    struct fit_column column;
    double *sigma;     ///< SI, one for each row; NaN: from the residuals
    double low, high;  ///< of a sensor that clips; infinite: none
    const struct node *node;
};

/// What is sought.
struct fit_parameter {
    const char *path;
    const char *unit;  ///< "" for a pure number
    double low, high;  ///< SI
    double start;      ///< NaN: the scenario has none within the bounds
    bool is_log;
    int law_param;   ///< number among the law's parameters; -1: something else
    int pair_entry;  ///< number among the entries of a pair; -1: something else
};

/// The scenario with one law.
struct fit_case {
    const dp_law *law;  ///< NULL: the scenario as it stands
    const struct node *root;
    struct fit_parameter parameter[FIT_FREE_MAX + 1];
    int parameter_count;
    bool has_shift;  ///< the last one moves the measured axis; it is no key of the scenario
};

/// A law that cannot be run.
struct fit_skipped {
    const char *law, *reason;
};

/// Where results are predicted: a value of each input, SI.
struct fit_predicted {
    const struct node *node;
    double input[FIT_INPUTS_MAX];
};

struct fit_heading;

struct fit {
    struct fit_block block;
    const char *at;  ///< path of the contact; NULL: none was needed
    long rows;
    const struct node *place;     ///< of each row
    long *source;                 ///< number of each row in the data, from 0
    long read_rows;               ///< of the data; rows without an input are left out
    struct fit_heading *heading;  ///< columns of the data
    int heading_count;
    int *group;  ///< of each row of the data, by `by`; NULL: they are not parted
    int *kind;   ///< of each row of the data: a number for its texts; NULL: no column groups
    struct fit_column input[FIT_INPUTS_MAX];
    int input_count;
    struct fit_measured target[FIT_TARGETS_MAX];
    int target_count;
    struct fit_case *cases;
    int case_count;
    struct fit_skipped skipped[FIT_LAWS_MAX];
    int skipped_count;
    struct fit_predicted predict[FIT_PREDICT_MAX];
    int predict_count;
    bool is_group;     ///< one of several that `by` makes; its data are noted by the whole
    bool falls;        ///< speeds and restitutions follow from heights
    bool is_curve;     ///< the rows are samples of one run, and the one input is their x
    double shift;      ///< where the run begins on the measured axis, unless that is free
    double spacing;    ///< mean distance of samples
    const char *file;  ///< of the data; the scenario itself where the table stands in it
    char bare[512];    ///< columns whose unit was not stated, a note; "": none
    char empty[512];   ///< rows without an input, a note; "": none
    long threads;
    _Atomic bool lacks_memory;  ///< a trial could not be run for want of memory or files
};

/// Read the `fit` block of a scenario and see that it can start; complains to its reader.
void fit_load(struct scenario *s);

/// Run all of it. Returns an exit status, as scenario_run does. Without rows: no pictures.
int fit_run(const struct scenario *s, int rows, struct outcome *outcome, dp_diagnostic *diagnostic);

/// Do a part of the search; it goes to the journal of the reader. Returns an exit status.
int fit_run_part(const struct scenario *s, dp_diagnostic *diagnostic);

/// Points of it in parts, and numbers of each. 0: there is nothing to search; -1: no memory.
long fit_points(const struct scenario *s, int *width);

/// Is it a fit?
int fit_is(const struct scenario *s);

/// The scenario of a case with the inputs of a row and values of its parameters (NULL: starts, or
/// the middle of their bounds); NULL and a diagnostic when it is not good.
struct scenario *fit_variant(const struct scenario *s, const struct fit_case *c, long row,
                             const double *values, dp_diagnostic *diagnostic);

/// The same with other inputs than those of a row.
struct scenario *fit_variant_at(const struct scenario *s, const struct fit_case *c,
                                const double *inputs, const double *values,
                                dp_diagnostic *diagnostic);

/// How many runs of the scenario a trial takes: one for each row, or one for a curve.
long fit_runs(const struct fit *fit);

/// Middle of the bounds of a parameter in its scale.
double fit_middle(const struct fit_parameter *parameter);

// --- parts of the loading ------------------------------------------------------------------------

/// Read the columns of inputs; false after diagnostics.
bool fit_read_inputs(struct scenario *s);

/// Does this input, a speed, follow from the column drop? And the speed after a fall from rest, or
/// the fall that leads to a speed.
bool fit_speed_from_drop(const struct fit *fit, int input);
double fit_speed_of_drop(double height);
double fit_drop_of_speed(double speed);

/// Read where results are predicted; false after diagnostics.
bool fit_read_predictions(struct scenario *s);

/// Complain where the scenario refuses the inputs of a prediction.
void fit_check_predictions(struct scenario *s);

/// Read the x of a measured curve as the one input; false after diagnostics.
bool fit_read_x(struct scenario *s, const char *unit);

/// Read the columns of targets, whose units are known by now; false after diagnostics.
bool fit_read_targets(struct scenario *s, struct reader *reader);

/// Is it a number of the scenario? False after a diagnostic.
bool fit_check_key(struct reader *reader, const struct node *root, const struct node *at,
                   const char *path, const struct key *key);

/// Complain about a row of the data.
void fit_report_row(struct reader *reader, const struct fit *fit, const struct node *row,
                    const char *text);

/// What the scenario says of inputs without the place in the scenario, which is not at fault.
const char *fit_without_place(const char *text);

/// A law that is not tried, and why.
void fit_skip(struct scenario *s, const char *law, const char *reason);

/// One case for each law, or one for the scenario; false after diagnostics.
bool fit_make_cases(struct scenario *s);

#endif
