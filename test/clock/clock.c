// A clock for tests. The program linked with it has time pass when the clock is read, not while it
// computes. Progress lines, limits of time, checkpoints and kills then happen at the same place on
// every machine, however fast or busy it is.
//
//     CLOCK_STEP=S         each reading adds so many seconds; without it the clock is the real one
//     CLOCK_WORK=S         the same for processor time, which estimates of a run are based on
//     CLOCK_HOLD=FILE      a reading makes FILE.reached and waits as long as FILE exists ...
//     CLOCK_HOLD_AT=N      ... from this reading on; the first when left out

#define _POSIX_C_SOURCE 200809L  // clock_gettime, nanosleep, access

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);

static atomic_long readings, work_readings;

static void hold(const char *file) {
    char reached[4096];
    snprintf(reached, sizeof reached, "%s.reached", file);
    while (access(file, F_OK) == 0) {
        close(open(reached, O_CREAT | O_WRONLY, 0600));
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

// `count` steps of the seconds in `text` after some start.
static struct timespec at(const char *text, long count) {
    double seconds = 1000.0 + strtod(text, NULL) * (double)count;
    long whole = (long)seconds;
    return (struct timespec){.tv_sec = whole, .tv_nsec = (long)(1e9 * (seconds - (double)whole))};
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *time) {
    if (clock == CLOCK_THREAD_CPUTIME_ID) {
        const char *work = getenv("CLOCK_WORK");
        if (work == NULL) return __real_clock_gettime(clock, time);
        *time = at(work, atomic_fetch_add(&work_readings, 1));
        return 0;
    }
    long count = atomic_fetch_add(&readings, 1) + 1;
    const char *step = getenv("CLOCK_STEP"), *file = getenv("CLOCK_HOLD");
    const char *from = getenv("CLOCK_HOLD_AT");
    if (file != NULL && count >= (from == NULL ? 1 : strtol(from, NULL, 10))) hold(file);
    if (step == NULL) return __real_clock_gettime(clock, time);
    *time = at(step, count);
    return 0;
}
