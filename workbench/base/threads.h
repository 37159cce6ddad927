#ifndef WORKBENCH_BASE_THREADS_H
#define WORKBENCH_BASE_THREADS_H

/// How many threads are of use: those asked for, or as many as there are cores (0), at least 1, and
/// not more than there are jobs.
long threads_for(long asked, long jobs);

/// `work` on this thread and on up to count - 1 others at a time, until all of them have returned.
/// A thread that cannot be had is done without.
void threads_run(long count, void *(*work)(void *), void *user);

#endif
