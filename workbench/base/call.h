#ifndef WORKBENCH_BASE_CALL_H
#define WORKBENCH_BASE_CALL_H

#include <stdbool.h>

#include "dashpot/workbench.h"

// What one call of the workbench may take, and whom it tells on the way. Whatever takes long holds
// a pointer to it; there is no other way to end a run from outside. NULL: the usual limits, nobody
// is told.

struct call {
    dp_run_limits limits;
    double start;  // [s] of clock_seconds when the run began; 0: it has not
    bool (*stop)(void *user);
    void (*progress)(void *user, double share);
    void (*message)(void *user, const char *text);
    void (*guard)(void *user, dp_guard guard);
    void *user;
    int threads;  // of sweeps; 0: as they say
};

/// Seconds since some moment, by a clock that nobody sets.
double clock_seconds(void);

/// [s] that this thread has worked: what a trial takes, however busy the machine is.
double clock_work(void);

/// The usual limits.
dp_run_limits limits_usual(void);

/// Has the run used up its time? Did the caller ask it to end?
bool call_is_late(const struct call *call);
bool call_stops(const struct call *call);

/// Either of them?
bool call_ends(const struct call *call);

/// So much of the run is done.
void call_progress(const struct call *call, double share);

/// Tell the caller what belongs to no result.
void call_message(const struct call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Work that should not be cut short begins or ends.
void call_guard(const struct call *call, dp_guard guard);

#endif
