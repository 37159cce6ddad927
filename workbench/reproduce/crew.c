// Threads over jobs that do not need each other.

#define _POSIX_C_SOURCE 200809L  // sysconf

#include "reproduce/crew.h"

#include <pthread.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

struct shift {
    const struct crew *crew;
    pthread_mutex_t lock;
    size_t next, done;
    bool has_failed;
};

static void *work_off(void *user) {
    struct shift *shift = user;
    const struct crew *crew = shift->crew;
    pthread_mutex_lock(&shift->lock);
    while (shift->next < crew->count && !shift->has_failed) {
        size_t number = shift->next++;
        pthread_mutex_unlock(&shift->lock);
        bool is_good = crew->job(crew->user, number);
        pthread_mutex_lock(&shift->lock);
        shift->has_failed = shift->has_failed || !is_good;
        double share = (double)++shift->done / (double)crew->count;
        call_progress(crew->call, crew->from + share * (crew->to - crew->from));
    }
    pthread_mutex_unlock(&shift->lock);
    return NULL;
}

void crew_run(const struct crew *crew) {
    struct shift shift = {.crew = crew};
    pthread_t thread[THREADS_MAX];
    long cores = sysconf(_SC_NPROCESSORS_ONLN), count = 0;
    pthread_mutex_init(&shift.lock, NULL);
    // this thread works too; one that cannot be had is done without
    while (count < cores - 1 && count < THREADS_MAX &&
           pthread_create(&thread[count], NULL, work_off, &shift) == 0)
        count++;
    work_off(&shift);
    for (long i = 0; i < count; i++)
        pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&shift.lock);
}
