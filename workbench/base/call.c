// One call of the workbench: limits, time, and what its caller is told.

#define _POSIX_C_SOURCE 200809L  // clock_gettime, sysconf

#include "base/call.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double clock_work(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

dp_run_limits limits_usual(void) {
    const double most = 8.0 * 1024.0 * 1024.0 * 1024.0;
    double machine = 0.75 * (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    return (dp_run_limits){
        .memory = machine > 0.0 && machine < most ? machine : most,
        .output = 4e9,
        .seconds = 24.0 * 3600.0,
    };
}

bool call_is_late(const struct call *call) {
    return call != NULL && call->start > 0.0 &&
           clock_seconds() - call->start > call->limits.seconds;
}

bool call_stops(const struct call *call) {
    return call != NULL && call->stop != NULL && call->stop(call->user);
}

bool call_ends(const struct call *call) {
    return call_is_late(call) || call_stops(call);
}

void call_progress(const struct call *call, double share) {
    if (call != NULL && call->progress != NULL) call->progress(call->user, share);
}

void call_message(const struct call *call, const char *format, ...) {
    char text[2048];
    if (call == NULL || call->message == NULL) return;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    call->message(call->user, text);
}

void call_guard(const struct call *call, dp_guard guard) {
    if (call != NULL && call->guard != NULL) call->guard(call->user, guard);
}
