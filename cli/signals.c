// Signals held back while a folder is written or a run can still save its state.

#define _POSIX_C_SOURCE 200809L

#include "signals.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>

enum { GUARDED_COUNT = 3 };

static const int guarded[GUARDED_COUNT] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction before[GUARDED_COUNT];
static int is_set[GUARDED_COUNT];

static int depth;

static volatile sig_atomic_t pending;
static volatile sig_atomic_t is_patient;  // any number of signals is held back

static void note(int number) {
    if (pending != 0 && !is_patient) {
        signal(number, SIG_DFL);
        raise(number);
    }
    pending = number;
}

static void begin(int patient) {
    struct sigaction action = {.sa_handler = note};
    sigemptyset(&action.sa_mask);
    is_patient = patient;
    if (depth++ > 0) return;
    pending = 0;
    for (int i = 0; i < GUARDED_COUNT; i++) {
        int known = sigaction(guarded[i], NULL, &before[i]) == 0;
        // nohup stays nohup
        is_set[i] =
            known && before[i].sa_handler != SIG_IGN && sigaction(guarded[i], &action, NULL) == 0;
    }
}

static void end(void) {
    // what lies around a guard for writing is a run
    is_patient = 0;
    if (--depth > 0) return;
    for (int i = 0; i < GUARDED_COUNT; i++) {
        if (is_set[i]) sigaction(guarded[i], &before[i], NULL);
    }
    int number = pending;
    pending = 0;
    if (number != 0) raise(number);
}

void signals_guard(void *user, dp_guard guard) {
    (void)user;
    // what is printed must arrive before a signal that waited ends the program
    if (guard == DP_GUARD_END) fflush(stdout);
    if (guard == DP_GUARD_END)
        end();
    else
        begin(guard == DP_GUARD_WRITE);
}

bool signals_stop(void *user) {
    (void)user;
    return pending != 0;
}
