#ifndef WORKBENCH_BASE_STATUS_H
#define WORKBENCH_BASE_STATUS_H

#include "dashpot/dashpot.h"

/// How a call of the workbench ended. The values are the exit statuses of the program.
enum {
    DP_RUN_DONE = 0,
    DP_RUN_USAGE = 1,
    DP_RUN_INPUT = 2,
    DP_RUN_NUMERIC = 3,
    DP_RUN_SYSTEM = 4,
};

#endif
