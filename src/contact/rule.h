#ifndef DP_CONTACT_RULE_H
#define DP_CONTACT_RULE_H

#include <math.h>

#include "base/error.h"
#include "base/params.h"
#include "dashpot/contact.h"

// dp_contact.ready: a mark, and what a force must look at before the kernel is called. A contact
// whose bits are clear is computed at once.
enum {
    DP_CONTACT_MARK = 0x44504300,
    DP_CONTACT_BEGINS = 1,   ///< history[0] is an approach speed that counts: it must be there
    DP_CONTACT_BY_PARTS = 2  ///< the kernel has `respond` and no `force`
};

/// Did dp_contact_init make it?
static inline bool dp_contact_is_prepared(const dp_contact *contact) {
    return contact != NULL && (contact->ready & ~3u) == DP_CONTACT_MARK;
}

/// To be called whenever the kernel or its constants have changed.
static inline void dp_contact_set_ready(dp_contact *contact) {
    const dp_kernel *kernel = contact->kernel;
    bool begins =
        kernel->begin != NULL && (kernel->needs_begin == NULL || kernel->needs_begin(contact->k));
    contact->ready = DP_CONTACT_MARK | (begins ? DP_CONTACT_BEGINS : 0u) |
                     (kernel->force == NULL ? DP_CONTACT_BY_PARTS : 0u);
}

/// What a function says to one that is not; index -1: there is one only.
static inline dp_status dp_contact_refuse(dp_error *err, long index) {
    return dp_blame(err,
                    dp_fail(err, DP_ERR_NOT_INITIALIZED,
                            "this contact was not prepared; make it with dp_contact_init"),
                    DP_SUBJECT_CONTACT, index, NULL);
}

/// DP_ERR_CONFLICT where constants of the contact belong to another mass [kg]; by more than a
/// hundredth, since a mass may be a rounded one.
dp_status dp_contact_check_mass(const dp_contact *contact, double mass, dp_error *err);

/// Does the law look at the speed of a touch, so that each one must be noticed?
static inline bool dp_contact_asks_speed(const dp_contact *contact) {
    return contact->kernel->begin != NULL && isnan(contact->approach);
}

/// From now on the largest closing speed since the touch counts, unless the speed is fixed.
static inline void dp_contact_keep_largest(dp_contact *contact) {
    if (!isnan(contact->approach)) return;
    contact->recipe.approach_rule = DP_APPROACH_LARGEST;
    if (contact->kernel->largest != NULL) contact->kernel = contact->kernel->largest;
    dp_contact_set_ready(contact);
}

#endif
