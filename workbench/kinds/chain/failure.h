#ifndef WORKBENCH_KINDS_CHAIN_FAILURE_H
#define WORKBENCH_KINDS_CHAIN_FAILURE_H

#include "kinds/chain/results.h"

// A march goes many steps between two looks, so a number that is no longer finite is found long
// after it was made. The last good state is kept now and then; from there the first bad step is
// searched for.

struct chain_trail {
    char *state;  // NULL: none was kept
    size_t bytes;
    long step;
    double time;  // [s] of the clock when it was kept
};

/// Keep the present state if the last one is old, and if it is not too large to be kept.
void chain_trail_keep(struct chain_trail *trail, dp_chain *chain, long step);

/// Keep it now: the run goes on from a checkpoint.
void chain_trail_begin(struct chain_trail *trail, dp_chain *chain, long step);
void chain_trail_free(struct chain_trail *trail);

/// A march of fixed steps failed on its way to `step`: go back to the last good step if it can be
/// found, and complain.
void chain_report_failure(struct chain_work *w, struct chain_trail *trail, long step);

/// Is there far more energy than came in? Complains then.
bool chain_is_absurd(struct chain_work *w);

/// The run broke off in the present state: say where most force acts, and keep the tables.
void chain_break_off(struct chain_work *w);

#endif
