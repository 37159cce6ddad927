#ifndef WORKBENCH_BASE_STATUS_H
#define WORKBENCH_BASE_STATUS_H

#include "dashpot/dashpot.h"
#include "dashpot/workbench.h"

// Diagnostics that stand for themselves; those about a scenario go through scenario/diagnostic.h.

/// Nothing is wrong yet.
dp_run_status diagnostic_clear(dp_diagnostic *diagnostic);

/// Say what is wrong; returns the status.
dp_run_status diagnostic_set(dp_diagnostic *diagnostic, dp_run_status status, const char *format,
                             ...) __attribute__((format(printf, 3, 4)));

/// The same of memory and files.
#define report_system_error(diagnostic, ...) diagnostic_set(diagnostic, DP_RUN_SYSTEM, __VA_ARGS__)

/// Add a line to the remarks; what has no room is left out.
void add_remark(dp_diagnostic *diagnostic, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
