#ifndef WORKBENCH_CHECKPOINT_CHECKPOINT_H
#define WORKBENCH_CHECKPOINT_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/call.h"

// Checkpoints of a long run: DIR/checkpoint/ with two slots that are written in turn, so that a
// good one is there at any moment. docs/checkpoints.md describes the files.
//
// A kind that can be resumed does this, with `store` being reader->checkpoints, NULL where nothing
// is kept; every function here accepts NULL.
//
//     checkpoint_interval(store, seconds);
//     if (store != NULL && store->resumes) { checkpoint_load(store, &step, pieces, count, ...); }
//     for each block of steps {
//         if (checkpoint_wanted(store)) {
//             if (checkpoint_save(store, step, pieces, count, reader->diagnostic)) return;
//         }
//     }

/// A part of the state: plain memory without pointers.
struct checkpoint_piece {
    void *data;
    size_t bytes;
};

struct checkpoint_work;

struct checkpoint_store {
    int resumes;  ///< 1: `dashpot run --resume DIR`; load before the first step
    /// Asked when a state was loaded: can the run go on from there? A state may come from anybody.
    /// May be NULL.
    bool (*fits)(void *user, uint64_t step);
    void *user;  ///< handed to it
    struct checkpoint_work *work;
};

/// Seconds between two checkpoints, by the wall clock; 60 unless said. Infinite: only when the
/// caller asks the run to stop.
void checkpoint_interval(struct checkpoint_store *store, double seconds);

/// Has the interval passed? Costs a look at the clock.
int checkpoint_wanted(struct checkpoint_store *store);

/// Save a state in place of the older one. 0, also when it could not be written: the run then goes
/// on with a warning, and the older states stay. A diagnostic (exit status 4) when another run took
/// the folder.
int checkpoint_save(struct checkpoint_store *store, uint64_t step,
                    const struct checkpoint_piece *pieces, int count, dp_diagnostic *diagnostic);

/// Load the newest good state into the pieces, whose number and sizes must be those that were
/// saved. A damaged one is reported on standard error and the one before it is used. 0 and *step;
/// *step is UINT64_MAX when nothing was saved yet, and the run starts at the beginning. A
/// diagnostic (exit status 4) when none is good; the pieces then hold anything.
int checkpoint_load(struct checkpoint_store *store, uint64_t *step,
                    const struct checkpoint_piece *pieces, int count, dp_diagnostic *diagnostic);

#endif
