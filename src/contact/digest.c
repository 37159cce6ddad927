// Digests of contacts and friction: every input, so that a state goes only where it came from.

#include "contact/digest.h"

#define NUMBERS(array) array, sizeof(array) / sizeof *(array)

uint64_t dp_digest_contact_def(uint64_t digest, const dp_contact_def *def) {
    const dp_law *law = def->law.law;
    const dp_restitution_from *from = &def->restitution_from;
    if (law == NULL) return dp_digest_text(digest, NULL);
#define PAIR_ENTRY(name, unit, doc) def->pair.name,
    const double pair[] = {DP_PAIR_LIST(PAIR_ENTRY)};
#undef PAIR_ENTRY
    const double numbers[] = {def->approach, def->approach_floor,   from->young,
                              from->poisson, from->density,         from->psi,
                              from->epsilon, from->dynamic_pressure};
    digest = dp_digest_text(digest, law->name);
    digest = dp_digest_numbers(digest, def->law.value, (size_t)dp_law_param_count(law));
    digest = dp_digest_numbers(digest, NUMBERS(pair));
    digest = dp_digest_whole(digest, (uint64_t)def->tension);
    digest = dp_digest_whole(digest, (uint64_t)def->approach_rule);
    digest = dp_digest_whole(digest, (uint64_t)from->kind);
    return dp_digest_numbers(digest, NUMBERS(numbers));
}

uint64_t dp_digest_contact(uint64_t digest, const dp_contact *contact) {
    const double numbers[] = {contact->approach, contact->approach_floor, contact->floor,
                              contact->limit};
    digest = dp_digest_contact_def(digest, &contact->recipe);
    digest = dp_digest_text(digest, contact->law->name);
    digest = dp_digest_whole(digest, (uint64_t)contact->tension);
    digest = dp_digest_numbers(digest, NUMBERS(numbers));
    return dp_digest_numbers(digest, NUMBERS(contact->k));
}

uint64_t dp_digest_friction_def(uint64_t digest, const dp_friction_def *def) {
    if (def->law == NULL) return dp_digest_text(digest, NULL);
    digest = dp_digest_text(digest, def->law->name);
    return dp_digest_numbers(digest, def->value, (size_t)dp_friction_param_count(def->law));
}

uint64_t dp_digest_friction(uint64_t digest, const dp_friction *friction) {
    if (friction == NULL || friction->law == NULL) return dp_digest_text(digest, NULL);
    digest = dp_digest_text(digest, friction->law->name);
    return dp_digest_numbers(digest, NUMBERS(friction->k));
}
