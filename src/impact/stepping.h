#ifndef DP_IMPACT_STEPPING_H
#define DP_IMPACT_STEPPING_H

#include "base/archive.h"
#include "dashpot/contact.h"
#include "dashpot/friction.h"
#include "impact/branch.h"

// What impacts, bounces and journals share: checks of what they are given, and tables.

/// DP_ERR_NOT_INITIALIZED for a contact that dp_contact_init did not prepare. NULL is none either.
dp_status dp_check_contact(const dp_contact *contact, dp_error *err);

/// DP_ERR_NOT_INITIALIZED for a definition that `maker` did not make.
dp_status dp_check_cookie(unsigned cookie, const char *maker, dp_error *err);

/// DP_ERR_RANGE for a tolerance that no solver can keep.
dp_status dp_check_rtol(double rtol, dp_error *err);

/// DP_ERR_RANGE for a time to advance to that is not a number.
dp_status dp_check_until(double until, dp_error *err);

/// A kind of run that can be saved.
struct dp_saved_kind {
    const char *name;                                   ///< for sentences
    uint64_t (*digest)(const void *run);                ///< of all its inputs
    void (*start)(void *run);                           ///< puts it to its start
    void (*exchange)(void *run, struct dp_archive *a);  ///< everything that changes on the way
};

/// Write the state of a run if there is room; returns the size needed.
size_t dp_save_run(const void *run, const struct dp_saved_kind *kind, void *bytes, size_t size);

/// Read it back into a run, which stands at its start after a refusal.
dp_status dp_restore_run(void *run, const struct dp_saved_kind *kind, const void *bytes,
                         size_t size, dp_error *err);

/// The contact that a touch uses whose restitution has followed the speed up to `speed`. NaN: it
/// has not, and `own` stays. Returns whether such a touch is possible.
bool dp_prepare_again(const dp_contact *base, double speed, double mass, dp_contact *own);

/// The numbers of a section; contact and history stay.
void dp_branch_exchange(struct dp_branch *section, struct dp_archive *a);

/// Append to a table of the caller, which may be NULL; what does not fit is counted.
#define DP_TABLE_ADD(table, row)                                                                   \
    do {                                                                                           \
        if ((table) == NULL) break;                                                                \
        if ((table)->count < (table)->capacity)                                                    \
            (table)->rows[(table)->count++] = (row);                                               \
        else                                                                                       \
            (table)->left_out++;                                                                   \
    } while (0)

/// Empty a table of the caller, which may be NULL.
#define DP_TABLE_CLEAR(table)                                                                      \
    do {                                                                                           \
        if ((table) != NULL) (table)->count = (table)->left_out = 0;                               \
    } while (0)

#endif
