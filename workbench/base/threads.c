// Threads for a while.

#define _POSIX_C_SOURCE 200809L  // sysconf

#include "base/threads.h"

#include <pthread.h>
#include <unistd.h>

enum { THREADS_MAX = 256 };

long threads_for(long asked, long jobs) {
    long wanted = asked > 0 ? asked : sysconf(_SC_NPROCESSORS_ONLN);
    if (wanted > jobs) wanted = jobs;
    return wanted < 1 ? 1 : wanted > THREADS_MAX ? THREADS_MAX : wanted;
}

void threads_run(long count, void *(*work)(void *), void *user) {
    pthread_t thread[THREADS_MAX];
    int others = 0;
    while (others < count - 1 && others < THREADS_MAX &&
           pthread_create(&thread[others], NULL, work, user) == 0)
        others++;
    work(user);
    for (int i = 0; i < others; i++)
        pthread_join(thread[i], NULL);
}
