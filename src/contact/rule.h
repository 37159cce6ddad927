#ifndef DP_CONTACT_RULE_H
#define DP_CONTACT_RULE_H

#include <math.h>

#include "dashpot/contact.h"

/// Does the law look at the speed of a touch, so that each one must be noticed?
static inline int dp_contact_asks_speed(const dp_contact *contact) {
    return contact->kernel->begin != NULL && isnan(contact->approach);
}

/// From now on the largest closing speed since the touch counts, unless the speed is fixed.
static inline void dp_contact_keep_largest(dp_contact *contact) {
    if (!isnan(contact->approach)) return;
    contact->approach_rule = contact->recipe.approach_rule = DP_APPROACH_LARGEST;
    if (contact->kernel->largest != NULL) contact->kernel = contact->kernel->largest;
}

#endif
