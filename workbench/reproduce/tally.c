// The progress of other commands, with a count behind it.

#include "reproduce/tally.h"

#include <stdio.h>

enum { LINE_WIDTH = 100 };

struct tally tally_start(bool is_wanted, size_t total) {
    return (struct tally){.progress = progress_start(is_wanted), .total = total};
}

void tally_step(struct tally *tally) {
    double last = tally->progress.last;
    tally->done++;
    progress_at(&tally->progress, (double)tally->done / (double)tally->total);
    if (tally->progress.last == last) return;
    fprintf(stderr, " %zu of %zu", tally->done, tally->total);
    fflush(stderr);
}

void tally_end(struct tally *tally) {
    if (tally->progress.is_shown) fprintf(stderr, "\r%*s", LINE_WIDTH, "");
    progress_end(&tally->progress);
}
