// Threads that share jobs. Which thread does which job has no influence on what comes out.

#include <pthread.h>
#include <stdlib.h>

#include "base/threads.h"
#include "least_squares/problem.h"

bool team_init(struct team *team, const struct problem *problem, long jobs) {
    long count = threads_for(problem->def->threads, jobs);
    *team = (struct team){.works = calloc((size_t)count, sizeof *team->works)};
    if (team->works == NULL) return false;
    for (; team->count < count; team->count++) {
        if (!work_init(&team->works[team->count], problem, team->count)) {
            team_free(team);
            return false;
        }
    }
    return true;
}

void team_free(struct team *team) {
    for (int i = 0; i < team->count; i++)
        free(team->works[i].fitted);
    free(team->works);
    *team = (struct team){0};
}

struct shift {
    struct team *team;
    void (*job)(struct work *work, long i, void *user);
    void *user;
    long jobs, next;
    int workers;
    pthread_mutex_t lock;
};

static void *labour(void *user) {
    struct shift *shift = user;
    pthread_mutex_lock(&shift->lock);
    struct work *work = &shift->team->works[shift->workers++];
    for (;;) {
        long mine = shift->next++;
        pthread_mutex_unlock(&shift->lock);
        if (mine >= shift->jobs) return NULL;
        if (!work->is_stopped) shift->job(work, mine, shift->user);
        pthread_mutex_lock(&shift->lock);
    }
}

void team_run(struct team *team, long jobs, void (*job)(struct work *work, long i, void *user),
              void *user) {
    struct shift shift = {.team = team, .job = job, .user = user, .jobs = jobs};
    pthread_mutex_init(&shift.lock, NULL);
    threads_run(team->count < jobs ? team->count : jobs, labour, &shift);
    pthread_mutex_destroy(&shift.lock);
}

long team_evaluations(const struct team *team) {
    long sum = 0;
    for (int i = 0; i < team->count; i++)
        sum += team->works[i].evaluations;
    return sum;
}

bool team_stopped(const struct team *team) {
    for (int i = 0; i < team->count; i++) {
        if (team->works[i].is_stopped) return true;
    }
    return false;
}
