#ifndef WORKBENCH_FIT_PREDICT_H
#define WORKBENCH_FIT_PREDICT_H

#include "fit/result.h"

/// Is none of the parameters found, so that the values of the fit say nothing?
bool fit_found_nothing(const dp_fit_result *result);

/// The results at the places of `predict`, from every law that the data do not exclude, as
/// `predictions` of the summary, with notes. False for want of memory.
bool fit_predict(const struct scenario *s, const struct fitted *fitted,
                 const dp_fit_ranking *ranking, struct outcome *outcome);

#endif
