// What a law needs of the pair and of the impact: in words, and what a definition lacks of it.

#include <math.h>
#include <string.h>

#include "contact/rule.h"
#include "dashpot/contact.h"
#include "dashpot/words.h"

// In the order a user would be asked. An entry is needed with any of its flags.
static const struct {
    unsigned flags;
    const char *word;
} needs[] = {
    {DP_NEEDS_STIFFNESS | DP_NEEDS_LINEAR, "stiffness"},
    {DP_NEEDS_ELASTIC | DP_NEEDS_MODULUS, "modulus"},
    {DP_NEEDS_ELASTIC, "radius"},
    {DP_NEEDS_MASS, "mass"},
    {DP_NEEDS_YIELD, "yield"},
    {DP_NEEDS_BEARING, "bearing_radius"},
    {DP_NEEDS_BEARING, "clearance"},
    {DP_NEEDS_LENGTH, "length"},
    {DP_NEEDS_APPROACH, "approach"},
};

enum { NEED_COUNT = sizeof needs / sizeof *needs };

void dp_law_needs_words(const dp_law *law, const char *words[DP_NEEDS_MAX]) {
    int count = 0;
    for (int i = 0; i < NEED_COUNT; i++) {
        if (law->needs & needs[i].flags) words[count++] = needs[i].word;
    }
    words[count] = NULL;
}

static double value_of(const dp_contact_def *def, const char *word) {
    int index = dp_pair_index(word);
    return index >= 0 ? dp_pair_value(&def->pair, index) : def->approach;
}

// The word for what is missing; NULL when it is there, or not needed.
static const char *missing(const dp_contact_def *def, unsigned all, int need) {
    if ((all & needs[need].flags) == 0 || !isnan(value_of(def, needs[need].word))) return NULL;
    bool is_stiffness = needs[need].flags & DP_NEEDS_STIFFNESS;
    if (!is_stiffness || (all & DP_NEEDS_LINEAR)) return needs[need].word;
    bool has_hertz = !isnan(def->pair.modulus) && !isnan(def->pair.radius);
    return has_hertz ? NULL : "stiffness (or modulus and radius)";
}

int dp_contact_missing(const dp_contact_def *def, unsigned more, const char *sought,
                       char text[512]) {
    const dp_law *law = def->law.law;
    const char *names[DP_PARAM_MAX + NEED_COUNT + 1] = {NULL};
    int count = 0;
    for (int i = 0; law->params[i].name != NULL; i++) {
        const char *name = law->params[i].name;
        bool is_missing = law->params[i].required && isnan(def->law.value[i]);
        if (is_missing && (sought == NULL || strcmp(name, sought) != 0)) names[count++] = name;
    }
    for (int i = 0; i < NEED_COUNT; i++) {
        const char *name = missing(def, law->needs | more, i);
        if (name != NULL && (sought == NULL || strcmp(name, sought) != 0)) names[count++] = name;
    }
    text[0] = '\0';
    dp_append_words(text, 512, names, "and");
    return count;
}

bool dp_contact_uses_mass(const dp_contact_def *def) {
    dp_restitution_kind relation = def->restitution_from.kind;
    bool is_of_relation = relation != DP_RESTITUTION_GIVEN && relation != DP_RESTITUTION_WAVES;
    return is_of_relation || (def->law.law->needs & DP_NEEDS_MASS) != 0;
}

dp_status dp_contact_check_mass(const dp_contact *contact, double mass, dp_error *err) {
    const double most = 0.01;
    const dp_law *law = contact->law;
    double own = contact->recipe.pair.mass;
    bool is_used = dp_contact_uses_mass(&contact->recipe);
    // a mass that is not known replaces nothing
    if (!is_used || isnan(own) || fabs(own - mass) <= most * mass) return DP_OK;
    return dp_blame(err,
                    dp_fail(err, DP_ERR_CONFLICT,
                            "the contact of law %s was prepared for a mass of %g kg, but %g kg "
                            "meet; prepare it with that mass of the pair",
                            law->name, own, mass),
                    DP_SUBJECT_FIELD, -1, "mass");
}
