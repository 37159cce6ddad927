#ifndef WORKBENCH_STUDY_CONTACT_LAW_H
#define WORKBENCH_STUDY_CONTACT_LAW_H

#include "dashpot/dashpot.h"
#include "scenario/loaded.h"

// Laws put into a contact of a scenario in turn, for fits and comparisons.

enum { CONTACT_PATH_MAX = 256, CONTACTS_MAX = 64 };

/// Paths of the contacts of a scenario: maps with a `law`, but for that of their friction.
struct contacts {
    char path[CONTACTS_MAX][CONTACT_PATH_MAX];
    int count;
};

/// Find them below the root, but not below its key `without`; NULL: everywhere.
void contacts_find(const struct node *root, const char *without, struct contacts *found);

/// What a dotted path leads to; NULL: nothing.
const struct node *node_at_path(const struct node *node, const char *path);

/// Path of the contact that laws are put into, in the memory of the scenario: `at`, or where that
/// is NULL the only contact there is. A contact without a law is accepted. NULL after a diagnostic
/// at `block`, the block of the scenario that asks; its key names that block. NULL: none does.
const char *contact_law_place(struct scenario *s, const char *at, const struct node *block);

/// May the key stand in a contact of this law? Of a longer path its first part counts.
bool contact_law_takes(const dp_law *law, const char *path);

/// Keys that a law does not have are dropped; one that no law there is has is a mistake. False
/// after diagnostics.
bool contact_law_check_keys(struct scenario *s, const char *at);

/// Why the numbers of the contact at the path mean something else to this law; NULL: they do not.
const char *contact_law_mismatch(const struct scenario *s, const char *at, const dp_law *law);

/// What is put where, and what else is dropped.
struct law_change {
    const dp_law *law;
    const char *at;
    const char *without;  ///< key of the root that is left out; NULL: none
    bool (*drops)(const void *user, const char *key);  ///< a key of the contact; NULL: none
    const void *user;
};

/// Root of a copy of the scenario with the law in the contact, without the keys that the law does
/// not have. NULL when out of memory.
const struct node *contact_law_put(struct scenario *s, const struct law_change *change);

#endif
