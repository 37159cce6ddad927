#ifndef WORKBENCH_REPRODUCE_CREW_H
#define WORKBENCH_REPRODUCE_CREW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/call.h"

/// Jobs that do not need each other, done by as many threads as there are cores.
struct crew {
    bool (*job)(void *user, size_t number);  ///< false: it failed, and no more are begun
    void *user;
    size_t count;
    const struct call *call;  ///< told after each job which share of the whole is done
    double from, to;          ///< shares before the first and after the last of them
};

/// Jobs are begun in order.
void crew_run(const struct crew *crew);

#endif
