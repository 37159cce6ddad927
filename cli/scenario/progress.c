// The bar of a single long run.

#define _POSIX_C_SOURCE 200809L  // isatty, clock_gettime

#include "scenario/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 30 };

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct progress progress_start(bool is_wanted) {
    return (struct progress){is_wanted && isatty(STDERR_FILENO), seconds()};
}

void progress_at(struct progress *progress, double share) {
    if (!progress->is_shown || seconds() - progress->last < 0.25) return;
    char bar[WIDTH + 1];
    for (int i = 0; i < WIDTH; i++)
        bar[i] = (double)i < (double)WIDTH * share ? '#' : '.';
    bar[WIDTH] = '\0';
    progress->last = seconds();
    fprintf(stderr, "\r[%s] %3.0f %%", bar, 100.0 * share);
    fflush(stderr);
}

void progress_end(struct progress *progress) {
    if (!progress->is_shown) return;
    fprintf(stderr, "\r%*s\r", WIDTH + 10, "");
    fflush(stderr);
}
