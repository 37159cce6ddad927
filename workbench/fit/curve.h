#ifndef WORKBENCH_FIT_CURVE_H
#define WORKBENCH_FIT_CURVE_H

#include "fit/model.h"
#include "fit/result.h"

// A measured curve: columns of one run over x, which is its time or another column. The run begins
// at `shift` on the measured axis.

/// The table of the `series` block takes the place of that of inputs and targets.
void curve_adopt(struct fit *fit);

/// Read the curve, with the laws in place: columns, shift, rows in order. Complains.
void curve_read(struct scenario *s);

/// Prepare the trials of a model whose cells are there; model->curve stays NULL without memory.
bool curve_init(struct fit_model *model);
void curve_free(struct curve_model *curve);

/// As dp_fit_def.model wants it.
dp_status curve_evaluate(const struct fit_model *model, int worker, const double *theta,
                         double *fitted, dp_error *err);

/// As dp_fit_def.place wants it: the shift goes where chi2 is lowest.
void curve_place(void *user, int worker, double *theta);

/// What a reader must know about the curve: a sensor at its end, the error of interpolation.
void curve_tell(const struct fitted *best, struct outcome *outcome);

#endif
