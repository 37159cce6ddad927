#ifndef DP_ALLOC_H
#define DP_ALLOC_H

#include <stddef.h>

#include "dashpot/export.h"

// The few objects of the library that own memory take it from here. A zeroed allocator, or a NULL
// pointer to one, means malloc and free. A failed allocation is an ordinary DP_ERR_MEMORY.

/// Where memory comes from.
typedef struct dp_allocator {
    /// Memory aligned to 64 bytes, or NULL. size is a multiple of 64 and never 0.
    void *(*alloc)(void *user, size_t size);
    /// Takes back what alloc gave; never called with NULL.
    void (*free)(void *user, void *memory, size_t size);
    void *user;  ///< handed to both
} dp_allocator;

#endif
