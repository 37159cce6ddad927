#ifndef WORKBENCH_FIT_RESULT_H
#define WORKBENCH_FIT_RESULT_H

#include "fit/model.h"

// What a fit says: JSON, tables, pictures, sentences.

/// One law, fitted.
struct fitted {
    const struct fit_case *c;
    struct fit_model model;
    dp_fit_parameter parameter[FIT_FREE_MAX + 1];
    const char *target_name[FIT_TARGETS_MAX];
    dp_fit_def def;
    dp_status status;  ///< DP_OK: there is a result
    dp_fit_result result;
    dp_error err;
    dp_diagnostic diagnostic;
};

/// Fill the definition of a law whose model is prepared.
void fitted_define(struct fitted *f, const struct scenario *s, long threads);

/// Fill the outcome. Complains only for want of memory.
void fit_tell(const struct scenario *s, struct fitted *fitted, const dp_fit_ranking *ranking,
              int rows, struct outcome *outcome, dp_diagnostic *diagnostic);

/// Notes about the data as a whole and the laws that were not tried.
void fit_tell_table(const struct scenario *s, struct outcome *outcome);

#endif
