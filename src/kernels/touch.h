#ifndef DP_KERNEL_TOUCH_H
#define DP_KERNEL_TOUCH_H

#include <math.h>

#include "dashpot/contact.h"

// The beginning of a touch: here, below the laws, because the loops over impacts begin touches too.

/// The speed a law divides by: the fixed one or that of the touch, and not below the floor.
static inline double dp_touch_speed(double fixed, double floor, double speed) {
    double approach = isnan(fixed) ? speed : fixed;
    return approach < floor ? floor : approach;
}

/// dp_contact_begin of a prepared contact.
static inline void dp_touch_begin(const dp_contact *contact, double *history, double speed) {
    if (contact->kernel->begin == NULL) return;
    contact->kernel->begin(contact->k, history,
                           dp_touch_speed(contact->approach, contact->approach_floor, speed));
}

#endif
