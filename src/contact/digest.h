#ifndef DP_CONTACT_DIGEST_H
#define DP_CONTACT_DIGEST_H

#include "base/archive.h"
#include "dashpot/contact.h"
#include "dashpot/friction.h"

// Digests of what states belong to, see base/archive.h.

/// A definition of a contact; law NULL: none.
uint64_t dp_digest_contact_def(uint64_t digest, const dp_contact_def *def);

/// A prepared contact: what it was prepared from, and its constants.
uint64_t dp_digest_contact(uint64_t digest, const dp_contact *contact);

/// Friction; NULL, or law NULL: none.
uint64_t dp_digest_friction_def(uint64_t digest, const dp_friction_def *def);
uint64_t dp_digest_friction(uint64_t digest, const dp_friction *friction);

#endif
