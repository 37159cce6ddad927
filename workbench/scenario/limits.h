#ifndef WORKBENCH_SCENARIO_LIMITS_H
#define WORKBENCH_SCENARIO_LIMITS_H

#include <stdbool.h>

#include "base/call.h"

// What a run may take of the machine. A run that would take more is refused before it starts, as
// far as that can be foretold; time is watched while it goes on, too.

struct reader;
struct node;

/// What a run will take, as far as it can be told before it starts. NaN: not known.
struct need {
    double memory, output;  // [B]
    double seconds;
    dp_run_limits limits;  // what it may take
};

/// Nothing is known yet.
struct need need_unknown(const struct reader *reader);

/// The limits of the call; the usual ones where there is none.
dp_run_limits limits_of(const struct reader *reader);

/// Complains, and returns false, when there is not enough for it.
bool limits_allow(struct reader *reader, const struct node *at, const struct need *need);

/// Bytes of so many numbers in series.csv and series.h5, and in memory on their way there.
double limits_output_of(double numbers);
double limits_memory_of(double numbers);

/// "3.2 GB", "18 min": what people read.
enum { LIMIT_TEXT_MAX = 32 };
const char *limits_bytes(double bytes, char text[LIMIT_TEXT_MAX]);
const char *limits_seconds(double seconds, char text[LIMIT_TEXT_MAX]);

#endif
