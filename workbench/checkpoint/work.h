#ifndef WORKBENCH_CHECKPOINT_WORK_H
#define WORKBENCH_CHECKPOINT_WORK_H

#include "checkpoint/slot.h"
#include "checkpoint/store.h"
#include "files/folder.h"

// What is behind a store.

struct checkpoint_work {
    struct checkpoint_store store;
    struct checkpoint_origin origin;
    struct out_folder place;  // DIR; place.parent is open while place.own is
    int force;
    int state;           // DIR/checkpoint, open; -1: not there yet
    int lock;            // held while it is open
    int made;            // DIR was made here
    int slot;            // to be written next
    uint64_t serial;     // of the last save
    uint64_t last_step;  // saved or loaded; UINT64_MAX: none
    double interval, last_time;
    int is_guarded, has_warned;
    const struct call *call;  // borrowed; may be NULL
};

struct checkpoint_work *work_new(const char *dir, dp_diagnostic *diagnostic);

/// Make DIR/checkpoint for a run that begins and take the lock. 0; -1 and an errno when it cannot
/// be written now; a diagnostic (4) when it may not.
int work_prepare(struct checkpoint_work *work, dp_diagnostic *diagnostic);

/// Checksum of what is run.
uint64_t work_identity(const struct checkpoint_work *work);

/// Close DIR.
void work_close(struct checkpoint_work *work);

#endif
