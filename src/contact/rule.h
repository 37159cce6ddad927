#ifndef DP_CONTACT_RULE_H
#define DP_CONTACT_RULE_H

#include <math.h>

#include "dashpot/contact.h"

/// Does the law look at the speed of a touch, so that each one must be noticed?
static inline int dp_contact_asks_speed(const dp_contact *contact) {
    return contact->kernel->begin != NULL && isnan(contact->approach);
}

/// From now on the largest closing speed since the touch counts. Nothing changes where the speed is
/// fixed, where the law looks at none, or where it is so already.
static inline void dp_contact_keep_largest(dp_contact *contact) {
    if (!dp_contact_asks_speed(contact) || contact->kernel->largest == NULL) return;
    contact->kernel = contact->kernel->largest;
    contact->approach_rule = DP_APPROACH_LARGEST;
}

#endif
