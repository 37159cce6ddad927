#ifndef DP_CONTACT_RULE_H
#define DP_CONTACT_RULE_H

#include <math.h>

#include "base/error.h"
#include "base/params.h"
#include "dashpot/contact.h"

/// Did dp_contact_init make it? Its recipe carries the cookie of the definition.
static inline bool dp_contact_is_prepared(const dp_contact *contact) {
    return contact != NULL && contact->recipe.law.cookie == DP_DEF_COOKIE;
}

/// What a function says to one that is not.
static inline dp_status dp_contact_refuse(dp_error *err) {
    return dp_fail(err, DP_ERR_NOT_INITIALIZED,
                   "this contact was not prepared; make it with dp_contact_init");
}

/// Does the law look at the speed of a touch, so that each one must be noticed?
static inline bool dp_contact_asks_speed(const dp_contact *contact) {
    return contact->kernel->begin != NULL && isnan(contact->approach);
}

/// From now on the largest closing speed since the touch counts, unless the speed is fixed.
static inline void dp_contact_keep_largest(dp_contact *contact) {
    if (!isnan(contact->approach)) return;
    contact->approach_rule = contact->recipe.approach_rule = DP_APPROACH_LARGEST;
    if (contact->kernel->largest != NULL) contact->kernel = contact->kernel->largest;
}

#endif
