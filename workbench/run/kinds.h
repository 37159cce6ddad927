#ifndef WORKBENCH_RUN_KINDS_H
#define WORKBENCH_RUN_KINDS_H

#include "scenario/kind.h"

/// All kinds of problems, NULL at the end.
extern const struct kind *const all_kinds[];

#endif
