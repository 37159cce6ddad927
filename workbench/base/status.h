#ifndef WORKBENCH_BASE_STATUS_H
#define WORKBENCH_BASE_STATUS_H

#include "dashpot/dashpot.h"
#include "dashpot/workbench.h"

// Errors, filled as the library fills them.

/// Fill an error and return its status.
dp_status error_set(dp_error *err, dp_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
