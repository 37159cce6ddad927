#ifndef WORKBENCH_CHECKPOINT_STORE_H
#define WORKBENCH_CHECKPOINT_STORE_H

#include "checkpoint/checkpoint.h"

// The life of a store, for the command that runs a scenario.

/// What is run: written beside the states, so that it can be run on.
struct checkpoint_origin {
    char kind[16];
    char *text;    // the scenario, overrides applied
    char *record;  // JSON: where it came from, see origin.h
};

void checkpoint_origin_free(struct checkpoint_origin *origin);

/// A store for a run that begins. Nothing is written before the first save. The origin is taken
/// over, also when this fails. NULL and a diagnostic for want of memory.
struct checkpoint_store *checkpoint_begin(const char *dir, int force,
                                          struct checkpoint_origin *origin, const struct call *call,
                                          dp_diagnostic *diagnostic);

/// A store for a run that goes on; takes the lock. `origin` receives a view of what is run, owned
/// by the store, with an empty kind: see checkpoint_set_kind. NULL and a diagnostic when there is
/// no unfinished run, or another process is at work on it.
struct checkpoint_store *checkpoint_resume(const char *dir, struct checkpoint_origin *origin,
                                           const struct call *call, dp_diagnostic *diagnostic);
void checkpoint_set_kind(struct checkpoint_store *store, const char *kind);

/// DIR, open, when there are checkpoints in it; else -1.
int checkpoint_folder(const struct checkpoint_store *store);

/// Step of the state that was saved or loaded last; UINT64_MAX: none.
uint64_t checkpoint_last_step(const struct checkpoint_store *store);

/// Remove the states: the run failed, and would fail again.
void checkpoint_discard(struct checkpoint_store *store);

/// Close and free.
void checkpoint_end(struct checkpoint_store *store);

#endif
