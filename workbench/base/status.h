#ifndef WORKBENCH_BASE_STATUS_H
#define WORKBENCH_BASE_STATUS_H

#include "dashpot/dashpot.h"
#include "dashpot/workbench.h"

// Errors, filled as the library fills them.

#endif
