#ifndef WORKBENCH_LEAST_SQUARES_SHARE_H
#define WORKBENCH_LEAST_SQUARES_SHARE_H

#include "dashpot/fit.h"
#include "least_squares/linear.h"

// A search that several processes share. A job of the first stage tries a start; one of the second
// descends from a start that was chosen, the best ones first. There are as many jobs of each as
// there are starts; those of the second stage that nobody needs are kept as such.

enum share_stage { SHARE_TRIAL, SHARE_DESCENT };

/// What one does of it: the trials that are its own; these, the trials that it needs besides and
/// the descents that are its own; all of the fit.
enum share_end { SHARE_TRIALS, SHARE_PART, SHARE_ALL };

/// Numbers that a job leaves.
enum { SHARE_NUMBERS = 7 + SMALL };

/// How jobs are shared; called from several threads at once.
struct search_share {
    enum share_end end;
    double begin;  // 0 to 1: where it begins with what others have left, so that all differ
    /// What somebody has found; false: nobody has, so far.
    bool (*known)(void *user, enum share_stage stage, int job, double numbers[SHARE_NUMBERS]);
    /// Keep what was found.
    void (*keep)(void *user, enum share_stage stage, int job, const double numbers[SHARE_NUMBERS]);
    bool (*is_mine)(void *user, enum share_stage stage, int job);
    /// See what others have found meanwhile.
    void (*look)(void *user);
    void *user;
};

/// How many starts a definition asks for; none without parameters.
int search_size(const dp_fit_def *def);

/// dp_fit_run with a search that is shared; NULL: it is not. Unless it does all of the fit, the
/// result is empty but for is_stopped.
dp_status fit_run_shared(dp_fit_result *result, const dp_fit_def *def,
                         const struct search_share *share, dp_error *err);

#endif
