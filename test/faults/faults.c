// The layer between the program and what it calls: counts calls and makes one of them fail, or ends
// the program there. Linked in with --wrap, so that it sees the calls of our own code and of no
// library; jansson, which has no other way to fail, takes its memory through it too.
//
//     FAULT=count              calls of every class are counted
//     FAULT=alloc:17           the 17th allocation fails
//     FAULT=alloc:17+          and all after it
//     FAULT=io:5:ENOSPC        the 5th call that writes fails so; EIO, EDQUOT, ...
//     FAULT=write:5:short      the 5th write takes one byte only
//     FAULT=write:5:EINTR      the 5th write is interrupted
//     FAULT=kill:io:7          SIGKILL in place of the 7th call that writes
//     FAULT_LOG=FILE           where counts go, and what failed
//     FAULT_CLOCK=still        no time passes, so that runs are the same to the last byte
//     FAULT_CHECKPOINTS=3      every third question whether to save a state is answered by yes
//
// Classes: alloc (ours, jansson's, calls into libyaml that need memory), io (all that makes or
// changes files), write (those of it that may be interrupted), read, hdf5, spawn.

#define _GNU_SOURCE

#include "faults.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ssize_t __real_write(int fd, const void *bytes, size_t count);
int __real_openat(int folder, const char *name, int flags, ...);
int __real_close(int fd);
void *__real_malloc(size_t size);

static const char *const class_name[FAULT_CLASSES] = {"alloc", "io",   "write",
                                                      "read",  "hdf5", "spawn"};

static const struct {
    const char *name;
    int number;
} errors[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EDQUOT", EDQUOT}, {"EINTR", EINTR},
              {"EACCES", EACCES}, {"EMFILE", EMFILE}, {"EROFS", EROFS},   {"short", FAULT_SHORT}};

static struct {
    int wanted;  // class that is to fail; -1: none
    long at;
    int error;
    int goes_on, kills, counts, is_still;
    long checkpoints;
    const char *log;
} plan = {.wanted = -1};

static atomic_long seen[FAULT_CLASSES];
static atomic_long asked;
static int is_child;

static void log_line(const char *text) {
    if (plan.log == NULL) return;
    int fd = __real_openat(AT_FDCWD, plan.log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) return;
    if (__real_write(fd, text, strlen(text)) < 0) abort();
    __real_close(fd);
}

int fault_here(enum fault_class class, const char *name, const void *from) {
    if (is_child) return 0;
    long number = atomic_fetch_add(&seen[class], 1) + 1;
    if ((int)class != plan.wanted || number < plan.at || (number > plan.at && !plan.goes_on))
        return 0;
    char line[160];
    extern char __executable_start;
    snprintf(line, sizeof line, "fired %s %ld %s at %#tx\n", class_name[class], number, name,
             (const char *)from - &__executable_start);
    if (number == plan.at) log_line(line);
    if (plan.kills) raise(SIGKILL);
    if (plan.error > 0) errno = plan.error;
    return plan.error;
}

int fault_is_still(void) {
    return plan.is_still;
}

int fault_checkpoint_is_due(void) {
    return plan.checkpoints > 0 && (atomic_fetch_add(&asked, 1) + 1) % plan.checkpoints == 0;
}

void fault_forked(void) {
    is_child = 1;
}

static void *json_room(size_t size) {
    if (fault_here(FAULT_ALLOC, "jansson", __builtin_return_address(0)) != 0) return NULL;
    return __real_malloc(size);
}

// What runs after this, such as the counting of gcov, is not the program.
static void end(void) {
    char line[200];
    plan.wanted = -1;
    snprintf(line, sizeof line, "count alloc %ld io %ld write %ld read %ld hdf5 %ld spawn %ld\n",
             seen[0], seen[1], seen[2], seen[3], seen[4], seen[5]);
    if (!is_child && plan.counts) log_line(line);
}

static void misused(const char *text) {
    fprintf(stderr, "faults: FAULT=%s is not understood\n", text);
    _exit(99);
}

static int find_error(const char *word, const char *text) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (strcmp(errors[i].name, word) == 0) return errors[i].number;
    }
    misused(text);
    return 0;
}

static void read_plan(const char *text) {
    char class[16] = "", number[24] = "", error[16] = "";
    const char *rest = text;
    if (strncmp(rest, "kill:", 5) == 0) {
        plan.kills = 1;
        rest += 5;
    }
    int parts = sscanf(rest, "%15[a-z0-9]:%23[0-9+]:%15[A-Za-z]", class, number, error);
    if (parts < 2) misused(text);
    for (int i = 0; i < FAULT_CLASSES; i++) {
        if (strcmp(class_name[i], class) == 0) plan.wanted = i;
    }
    if (plan.wanted < 0) misused(text);
    plan.at = atol(number);
    plan.goes_on = strchr(number, '+') != NULL;
    plan.error = parts == 3 ? find_error(error, text) : plan.wanted == FAULT_ALLOC ? ENOMEM : EIO;
}

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("FAULT"), *clock = getenv("FAULT_CLOCK");
    const char *checkpoints = getenv("FAULT_CHECKPOINTS");
    plan.log = getenv("FAULT_LOG");
    plan.is_still = clock != NULL && strcmp(clock, "still") == 0;
    plan.checkpoints = checkpoints != NULL ? atol(checkpoints) : 0;
    json_set_alloc_funcs(json_room, free);
    if (text == NULL || text[0] == '\0') return;
    if (strcmp(text, "count") == 0)
        plan.counts = 1;
    else
        read_plan(text);
    atexit(end);
}
