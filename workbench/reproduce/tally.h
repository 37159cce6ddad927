#ifndef WORKBENCH_REPRODUCE_TALLY_H
#define WORKBENCH_REPRODUCE_TALLY_H

#include <stddef.h>

#include "scenario/progress.h"

// How many rows and curves are done, on a terminal.

struct tally {
    struct progress progress;
    size_t done, total;
};

struct tally tally_start(bool is_wanted, size_t total);
void tally_step(struct tally *tally);
void tally_end(struct tally *tally);

#endif
