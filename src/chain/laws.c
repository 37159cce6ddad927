// The laws of a chain, each once: a table by hash over an array in the order they came.

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "dashpot/chain.h"

// Of slots there are four to a law, so that the next free one is near.
enum { FIRST_ROOM = 16, SLOTS = 4 };

static uint64_t mix(uint64_t hash, const void *data, size_t bytes) {
    const unsigned char *byte = data;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ byte[i]) * 1099511628211u;
    return hash;
}

static uint64_t hash_of(const dp_contact *contact) {
    uint64_t hash = mix(14695981039346656037u, contact->k, sizeof contact->k);
    hash = mix(hash, &contact->kernel, sizeof(void *));
    return mix(hash, &contact->limit, sizeof(double));
}

static bool same_number(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

static bool are_same(const dp_contact *a, const dp_contact *b) {
    return a->law == b->law && a->kernel == b->kernel && a->tension == b->tension &&
           a->recipe.approach_rule == b->recipe.approach_rule &&
           same_number(a->approach, b->approach) && a->approach_floor == b->approach_floor &&
           same_number(a->limit, b->limit) && memcmp(a->k, b->k, sizeof a->k) == 0 &&
           (!dp_contact_follows(a) || memcmp(&a->recipe, &b->recipe, sizeof a->recipe) == 0);
}

// Where the law is, or the free slot it belongs to.
static unsigned *slot_of(const dp_chain_laws *laws, const dp_contact *contact) {
    size_t mask = SLOTS * laws->room - 1, at = hash_of(contact) & mask;
    while (laws->slots[at] != 0 && !are_same(&laws->items[laws->slots[at] - 1], contact))
        at = (at + 1) & mask;
    return &laws->slots[at];
}

// Laws and slots lie in one block.
static size_t block_bytes(size_t room) {
    size_t bytes = room * (sizeof(dp_contact) + SLOTS * sizeof(unsigned));
    return (bytes + 63) / 64 * 64;
}

static dp_status grow(dp_chain_laws *laws, dp_error *err) {
    dp_allocator allocator = dp_allocator_or_default(laws->allocator);
    dp_chain_laws larger = *laws;
    larger.room = laws->room > 0 ? 2 * laws->room : FIRST_ROOM;
    larger.items = allocator.alloc(allocator.user, block_bytes(larger.room));
    if (larger.items == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "out of memory for %zu laws", larger.room);
    larger.slots = (unsigned *)(void *)(larger.items + larger.room);
    memset(larger.slots, 0, SLOTS * larger.room * sizeof *larger.slots);
    for (size_t i = 0; i < laws->count; i++) {
        larger.items[i] = laws->items[i];
        *slot_of(&larger, &larger.items[i]) = (unsigned)i + 1;
    }
    dp_chain_laws_free(laws);
    *laws = larger;
    return DP_OK;
}

dp_status dp_chain_laws_add(dp_chain_laws *laws, const dp_contact *contact, unsigned *index,
                            dp_error *err) {
    if (laws->count == laws->room) {
        dp_status status = grow(laws, err);
        if (status != DP_OK) return status;
    }
    unsigned *slot = slot_of(laws, contact);
    if (*slot == 0) {
        laws->items[laws->count++] = *contact;
        *slot = (unsigned)laws->count;
    }
    *index = *slot - 1;
    return DP_OK;
}

void dp_chain_laws_free(dp_chain_laws *laws) {
    dp_allocator allocator = dp_allocator_or_default(laws->allocator);
    if (laws->items != NULL) allocator.free(allocator.user, laws->items, block_bytes(laws->room));
    *laws = (dp_chain_laws){.allocator = laws->allocator};
}
