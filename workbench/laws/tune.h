#ifndef WORKBENCH_LAWS_TUNE_H
#define WORKBENCH_LAWS_TUNE_H

#include "laws/deliver.h"

// The value of a law's own parameter for which it delivers a wanted restitution.

typedef struct cli_tuning {
    double value;  ///< in the unit of the parameter
    cli_delivery delivered;
    double lowest, highest;  ///< delivered over the values that were tried
} cli_tuning;

/// Find the value of law->tune. DP_ERR_NUMERIC with a sentence that names the delivered range when
/// no value delivers it.
dp_status cli_tune(const dp_contact_def *def, double wanted, cli_tuning *out, dp_error *err);

#endif
