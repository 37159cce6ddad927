#ifndef DP_CONTACT_FOLLOW_H
#define DP_CONTACT_FOLLOW_H

#include "dashpot/contact.h"

/// dp_contact_init of a definition with a relation for its restitution.
dp_status dp_contact_init_following(dp_contact *contact, const dp_contact_def *def, dp_error *err);

/// As dp_contact_at_speed, but the copy forgets the relation: it stays what it is for this touch.
dp_status dp_contact_for_touch(const dp_contact *base, double speed, double mass, dp_contact *out,
                               dp_error *err);

/// The contact made again for this mass [kg], and for this speed [m/s] where it follows it.
dp_status dp_contact_for_mass(const dp_contact *base, double speed, double mass, dp_contact *out,
                              dp_error *err);

#endif
