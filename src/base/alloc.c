// The default allocator.

#include "base/alloc.h"

#include <stdlib.h>

static void *default_alloc(void *user, size_t size) {
    (void)user;
    return aligned_alloc(64, size);
}

static void default_free(void *user, void *history, size_t size) {
    (void)user;
    (void)size;
    free(history);
}

dp_allocator dp_allocator_or_default(const dp_allocator *allocator) {
    if (allocator != NULL && allocator->alloc != NULL && allocator->free != NULL) return *allocator;
    return (dp_allocator){.alloc = default_alloc, .free = default_free};
}
