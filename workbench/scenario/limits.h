#ifndef WORKBENCH_SCENARIO_LIMITS_H
#define WORKBENCH_SCENARIO_LIMITS_H

#include <stdbool.h>

// What a run may take of the machine. A run that would take more is refused before it starts, as
// far as that can be foretold; time is watched while it goes on, too. One set of limits holds for
// the whole program: read once, before the first scenario is loaded.

struct reader;
struct node;

struct limits {
    double memory;  // [B]
    double output;  // [B] of one folder
    double time;    // [s] of one scenario, a sweep as a whole
};

/// The options as the user wrote them; NULL: not given.
struct limit_words {
    const char *memory, *output, *time;
};

/// What a run will take, as far as it can be told before it starts. NaN: not known.
struct need {
    double memory, output;  // [B]
    double seconds;
};

/// "--max-memory 4GB", "--max-output 2 GiB", "--max-time 1h", each also "none". Says what is wrong
/// and returns an exit status.
int limits_read(const struct limit_words *words);
const struct limits *limits_now(void);

/// Complains, and returns false, when there is not enough for it.
bool limits_allow(struct reader *reader, const struct node *at, const struct need *need);

/// Bytes of so many numbers in series.csv and series.h5, and in memory on their way there.
double limits_output_of(double numbers);
double limits_memory_of(double numbers);

/// A scenario begins: its time counts from here. Has it used it up?
void limits_start(void);
bool limits_is_late(void);

/// [s] of a clock that only goes forwards.
double limits_clock(void);

/// "3.2 GB", "18 min": what people read.
enum { LIMIT_TEXT_MAX = 32 };
const char *limits_bytes(double bytes, char text[LIMIT_TEXT_MAX]);
const char *limits_seconds(double seconds, char text[LIMIT_TEXT_MAX]);

#endif
