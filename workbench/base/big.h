#ifndef WORKBENCH_BASE_BIG_H
#define WORKBENCH_BASE_BIG_H

#include "base/unit.h"

/// A decimal number times an exact unit, rounded once. `length`: bytes of the number within `text`.
/// False when it is too long, or too far out of range, for the room there is.
bool big_scale(const char *text, size_t length, const si_unit *unit, double *value);

#endif
