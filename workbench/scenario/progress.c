// The bar of a single long run.

#define _POSIX_C_SOURCE 200809L  // isatty

#include "scenario/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

enum { WIDTH = 30, LEFT_WIDTH = 22 };

struct progress progress_start(bool is_wanted) {
    return (struct progress){.is_shown = is_wanted && isatty(STDERR_FILENO),
                             .last = clock_seconds()};
}

// "3 min 20 s left"; nothing while little is done.
static void say_left(const struct progress *progress, double share, char *text, size_t size) {
    double done = share - progress->first_share, took = clock_seconds() - progress->first_time;
    double left = done > 0.0 ? took * (1.0 - share) / done : 0.0;
    text[0] = '\0';
    if (took < 1.0 || done < 1e-6 || left > 1e8) return;
    long all = (long)(left + 0.5), hours = all / 3600, minutes = all / 60 % 60;
    if (hours > 0)
        snprintf(text, size, "%ld h %ld min left", hours, minutes);
    else if (minutes > 0)
        snprintf(text, size, "%ld min %ld s left", minutes, all % 60);
    else
        snprintf(text, size, "%ld s left", all);
}

void progress_at(struct progress *progress, double share) {
    if (!progress->is_shown) return;
    if (!progress->has_first) {
        progress->has_first = true;
        progress->first_share = share;
        progress->first_time = clock_seconds();
    }
    if (clock_seconds() - progress->last < 0.25) return;
    char bar[WIDTH + 1], left[64];
    for (int i = 0; i < WIDTH; i++)
        bar[i] = (double)i < (double)WIDTH * share ? '#' : '.';
    bar[WIDTH] = '\0';
    say_left(progress, share, left, sizeof left);
    progress->last = clock_seconds();
    fprintf(stderr, "\r[%s] %3.0f %% %-*s", bar, 100.0 * share, LEFT_WIDTH, left);
    fflush(stderr);
}

void progress_end(struct progress *progress) {
    if (!progress->is_shown) return;
    fprintf(stderr, "\r%*s\r", WIDTH + 10 + LEFT_WIDTH, "");
    fflush(stderr);
}
