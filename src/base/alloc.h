#ifndef DP_BASE_ALLOC_H
#define DP_BASE_ALLOC_H

#include "dashpot/alloc.h"

/// Allocator to use: a copy of the given one, or malloc and free when it is NULL or empty.
dp_allocator dp_allocator_or_default(const dp_allocator *allocator);

#endif
