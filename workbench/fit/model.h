#ifndef WORKBENCH_FIT_MODEL_H
#define WORKBENCH_FIT_MODEL_H

#include "dashpot/fit.h"
#include "fit/plan.h"

// The scenario as a function: values of the parameters in, results of all rows out.

struct curve_model;
struct fast_row;
struct fit_share;

struct fit_model {
    const struct scenario *s;
    const struct fit_case *c;
    long cell_count;
    dp_fit_cell *cells;  ///< what was measured, row by row
    long *cell_row;      ///< row and target of each
    int *cell_target;
    struct fast_row *fast;      ///< of each row; NULL: every trial is a run of the scenario
    struct curve_model *curve;  ///< NULL: a table is fitted
    struct fit_share *share;    ///< of a search in parts; NULL: it is in one piece
};

/// Prepare a case. False and a diagnostic when there is no memory.
bool model_init(struct fit_model *model, const struct scenario *s, const struct fit_case *c,
                dp_diagnostic *diagnostic);
void model_free(struct fit_model *model);

/// As dp_fit_def.model wants it; `user` is the model.
dp_status model_evaluate(void *user, int worker, const double *theta, double *fitted,
                         dp_error *err);

/// One row as a run of the scenario: its results by target, its notes. The outcome is the caller's
/// when the status is 0.
int model_run_row(const struct fit_model *model, long row, const double *theta,
                  struct outcome *outcome, dp_diagnostic *diagnostic);

#endif
