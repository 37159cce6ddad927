// The default allocator.

#include "base/alloc.h"

#include <stdlib.h>

#if defined(_WIN32)
// the run-time library of Windows has no aligned_alloc()
#define ALLOCATE(size) _aligned_malloc(size, 64)
#define RELEASE _aligned_free
#else
#define ALLOCATE(size) aligned_alloc(64, size)
#define RELEASE free
#endif

static void *default_alloc(void *user, size_t size) {
    (void)user;
    return ALLOCATE(size);
}

static void default_free(void *user, void *history, size_t size) {
    (void)user;
    (void)size;
    RELEASE(history);
}

dp_allocator dp_allocator_or_default(const dp_allocator *allocator) {
    if (allocator != NULL && allocator->alloc != NULL && allocator->free != NULL) return *allocator;
    return (dp_allocator){.alloc = default_alloc, .free = default_free};
}
