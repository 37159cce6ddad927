#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>

// How far a long run is and how long it will take: a line on a terminal that is written over,
// nothing in a pipe.

struct progress {
    bool is_shown;  // wanted, and standard error is a terminal
    double last;    // [s] of the clock when the line was written
    // what the time left is reckoned from: a run that goes on does not begin at 0
    double first_time, first_share;
    bool has_first, has_line;
};

struct progress progress_start(bool is_wanted);

/// `share` of the run is done; writes a few times a second at the most.
void progress_at(struct progress *progress, double share);

/// The same, and writes at once.
void progress_now(struct progress *progress, double share);

/// Clear the line.
void progress_end(struct progress *progress);

#endif
