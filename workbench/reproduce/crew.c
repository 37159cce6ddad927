// Threads over jobs that do not need each other.

#include "reproduce/crew.h"

#include <pthread.h>

#include "base/threads.h"

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
    pthread_mutex_init(&shift.lock, NULL);
    threads_run(threads_for(0, (long)crew->count), work_off, &shift);
    pthread_mutex_destroy(&shift.lock);
}
