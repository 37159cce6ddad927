// Values of a contact block that change nothing, and those that replace what the bodies give.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/prefix.h"
#include "base/words.h"
#include "dashpot/workbench.h"
#include "result/result.h"
#include "scenario/contact.h"

// The contact at the speed of the meeting; false: these values make none.
static bool prepare(const struct prepared_contact *touch, const dp_contact_def *def,
                    dp_contact *contact) {
    dp_error err;
    return dp_contact_init(contact, def, &err) == DP_OK &&
           dp_contact_at_speed(contact, touch->speed, def->pair.mass, contact, &err) == DP_OK;
}

static bool is_same(const dp_contact *a, const dp_contact *b) {
    return a->kernel == b->kernel && a->limit == b->limit && memcmp(a->k, b->k, sizeof a->k) == 0;
}

// Does a change of the entry change the prepared contact?
static bool has_effect(const struct prepared_contact *touch, const char *name, double value) {
    dp_contact_def other = touch->def;
    dp_contact contact;
    dp_error err;
    dp_pair_set(&other.pair, name, 1.25 * value, &err);
    return !prepare(touch, &other, &contact) || !is_same(&contact, &touch->first);
}

// The same of a parameter of the law. One that no other value may take is taken to have an effect.
static bool param_has_effect(const struct prepared_contact *touch, int index) {
    const dp_param *param = &touch->def.law.law->params[index];
    double value = touch->def.law.value[index];
    double tried[] = {1.25 * value, 0.8 * value, param->initial, 0.5 * (param->low + param->high),
                      1.0};
    bool is_prepared = false;
    int count = (int)(sizeof tried / sizeof *tried), words = 0;
    while (param->choices != NULL && param->choices[words] != NULL)
        words++;
    for (int i = 0; i < (words > 0 ? words : count); i++) {
        dp_contact_def other = touch->def;
        dp_contact contact;
        other.law.value[index] = words > 0 ? i : tried[i];
        if (!isfinite(other.law.value[index]) || other.law.value[index] == value) continue;
        if (!prepare(touch, &other, &contact)) continue;
        if (!is_same(&contact, &touch->first)) return true;
        is_prepared = true;
    }
    return !is_prepared;
}

// A law whose kernel has nothing to do at the start of a contact does not depend on its speed.
static bool uses_approach(const struct prepared_contact *touch) {
    return touch->first.kernel->begin != NULL ||
           touch->def.restitution_from.kind != DP_RESTITUTION_GIVEN ||
           (touch->def.law.law->needs & DP_NEEDS_APPROACH) != 0;
}

static bool is_of_approach(const struct node *node) {
    bool is_each = node->kind == NODE_SCALAR && strcmp(node->text, "each") == 0;
    return strcmp(node->key, "approach_floor") == 0 ||
           (strcmp(node->key, "approach") == 0 && !is_each);
}

static bool is_idle(const struct contact_block *block, const struct prepared_contact *touch,
                    const struct node *node) {
    const dp_law *law = touch->def.law.law;
    int param = dp_law_param_index(law, node->key), entry = dp_pair_index(node->key);
    if (param >= 0) return !param_has_effect(touch, param);
    if (is_of_approach(node)) return !uses_approach(touch);
    if (strcmp(node->key, "mass") == 0) return !dp_contact_uses_mass(&touch->def);
    double value = dp_pair_value(&block->def.pair, entry);
    // a law that is elastic is compared with it
    bool is_compared = strcmp(node->key, "yield") == 0 && law->bounds.yielding != DP_YIELD_NONE;
    return !isnan(value) && !is_compared && !has_effect(touch, node->key, value);
}

static void note_once(struct outcome *outcome, const char *where, const char *text) {
    int note = add_note_of(outcome, where, text);
    if (note >= 0) outcome->is_of_input[note] = true;
}

// A value has an effect when it has one in any of the contacts.
static void find_idle(const struct contact_block *block, const struct prepared_contact *touch,
                      struct contact_remarks *remarks) {
    const long enough = 1000;  // contacts; each takes as long as preparing it anew
    if (remarks->contacts++ > enough) return;
    for (const struct node *node = block->node->first; node != NULL; node = node->next) {
        int i = 0;
        while (i < remarks->given_count && remarks->given[i].node != node)
            i++;
        if (i == GIVEN_MAX) return;
        if (i == remarks->given_count)
            remarks->given[remarks->given_count++] = (struct given_value){block, node, false};
        bool *has_effect = &remarks->given[i].has_effect;
        *has_effect = *has_effect || !is_idle(block, touch, node);
    }
}

// What becomes of a value: an entry of the pair that the law does not use, or not beside a
// stiffness; a parameter that has no effect beside the others.
enum { ENTRIES, BESIDE_STIFFNESS, PARAMETERS, GROUPS };

static int group_of(const struct contact_block *block, const char *key) {
    static const char *const of_hertz[] = {"modulus", "radius", NULL};
    const dp_law *law = block->def.law.law;
    bool has_stiffness = (law->needs & DP_NEEDS_STIFFNESS) && !isnan(block->def.pair.stiffness);
    if (dp_law_param_index(law, key) >= 0) return PARAMETERS;
    return has_stiffness && word_index(of_hertz, key) >= 0 ? BESIDE_STIFFNESS : ENTRIES;
}

static void tell_idle(const struct contact_remarks *remarks, const struct contact_block *block,
                      const char *where, struct outcome *outcome) {
    const char *law = block->def.law.law->name, *names[GIVEN_MAX + 1];
    char text[300], sentence[500];
    for (int group = 0; group < GROUPS; group++) {
        int count = 0;
        for (int i = 0; i < remarks->given_count; i++) {
            const struct given_value *value = &remarks->given[i];
            bool is_told = value->block == block && !value->has_effect;
            if (is_told && group_of(block, value->node->key) == group)
                names[count++] = value->node->key;
        }
        names[count] = NULL;
        if (count == 0) continue;
        text[0] = '\0';
        dp_append_words(text, sizeof text, names, "and");
        if (group == PARAMETERS)
            snprintf(sentence, sizeof sentence, "%s %s no effect with the other values of %s.",
                     text, count == 1 ? "has" : "have", law);
        else
            snprintf(sentence, sizeof sentence, "The contact is given %s, which %s does not use%s.",
                     text, law, group == BESIDE_STIFFNESS ? " beside stiffness" : "");
        note_once(outcome, where, sentence);
    }
}

// --- what replaces a value of the bodies ---------------------------------------------------------

// By more than a tenth.
static bool differs(double given, double derived) {
    return fabs(given - derived) > 0.1 * fabs(derived);
}

static void add_replaced(struct contact_remarks *remarks, const struct replacement *one) {
    int i = 0;
    if (!differs(one->given, one->low)) return;
    while (i < remarks->replaced_count && remarks->replaced[i].node != one->node)
        i++;
    if (i == REPLACEMENTS_MAX) return;
    struct replacement *item = &remarks->replaced[i];
    if (i == remarks->replaced_count) {
        remarks->replaced_count++;
        *item = *one;
    }
    item->low = fmin(item->low, one->low);
    item->high = fmax(item->high, one->high);
}

// What the bodies give for the entry of this name; NaN: nothing.
static double derived_value(const struct prepared_contact *touch, const char *name) {
    const dp_pair *derived = &touch->derived;
    bool is_hertz = (touch->def.law.law->needs & DP_NEEDS_STIFFNESS) != 0;
    if (strcmp(name, "stiffness") == 0)
        return is_hertz ? 4.0 / 3.0 * derived->modulus * sqrt(derived->radius) : NAN;
    return dp_pair_value(derived, dp_pair_index(name));
}

static const char *source_of(const struct prepared_contact *touch, const char *name) {
    static const char *const material[] = {"modulus", "yield", NULL};
    if (strcmp(name, "stiffness") == 0) return "bodies and materials";
    if (word_index(material, name) >= 0) return "the materials";
    return touch->meeting.is_journal ? "journal and bearing" : "the bodies";
}

// Poisson's ratio is a parameter of laws with plastic flow; the friction has a ratio of its own.
static void find_ratios(const struct contact_block *block, const struct prepared_contact *touch,
                        struct contact_remarks *remarks) {
    const struct node *poisson = node_find(block->node, "poisson");
    double own = dp_law_get(&touch->def.law, "poisson"), derived = contact_poisson(touch);
    const struct friction_block *friction = &block->friction;
    const struct node *ratio =
        friction->node != NULL ? node_find(friction->node, "stiffness_ratio") : NULL;
    if (poisson != NULL && !isnan(own) && !isnan(derived))
        add_replaced(remarks,
                     &(struct replacement){poisson, "1", "the materials", own, derived, derived});
    if (ratio == NULL || !friction_has_ratio(friction->def.law)) return;
    own = dp_friction_get(&friction->def, "stiffness_ratio");
    derived = dp_stiffness_ratio(&touch->meeting.body[0], &touch->meeting.body[1]);
    if (!isnan(derived))
        add_replaced(remarks,
                     &(struct replacement){ratio, "1", "the materials", own, derived, derived});
}

static void find_replaced(const struct contact_block *block, const struct prepared_contact *touch,
                          struct contact_remarks *remarks) {
    const dp_law *law = touch->def.law.law;
    for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
        const dp_pair_field *entry = dp_pair_field_at(i);
        const struct node *node = node_find(block->node, entry->name);
        double given = dp_pair_value(&block->def.pair, i);
        double derived = derived_value(touch, entry->name);
        if (node == NULL || isnan(given) || isnan(derived) || is_idle(block, touch, node)) continue;
        add_replaced(remarks,
                     &(struct replacement){node, dp_pair_unit(law, entry),
                                           source_of(touch, entry->name), given, derived, derived});
    }
    find_ratios(block, touch, remarks);
}

// The stiffness of Hertz grows with the square root of the radius, so one value suits one radius.
static void find_shared(const struct contact_block *block, const struct prepared_contact *touch,
                        struct contact_remarks *remarks) {
    const struct node *node = node_find(block->node, "stiffness");
    bool is_hertz = (touch->def.law.law->needs & DP_NEEDS_STIFFNESS) != 0;
    double given = block->def.pair.stiffness, radius = touch->derived.radius;
    int i = 0;
    if (node == NULL || !is_hertz || !isfinite(given) || !(radius > 0.0)) return;
    if (!isnan(derived_value(touch, "stiffness"))) return;
    while (i < remarks->shared_count && remarks->shared[i].node != node)
        i++;
    if (i == SHARED_MAX) return;
    struct shared_stiffness *item = &remarks->shared[i];
    if (i == remarks->shared_count) {
        remarks->shared_count++;
        *item = (struct shared_stiffness){node, given, radius, radius};
    }
    item->low = fmin(item->low, radius);
    item->high = fmax(item->high, radius);
}

// --- mass, radius and density --------------------------------------------------------------------

// Ten times less or more than the mass of the ball, or than the densities of solids from foam to
// osmium, is no ball: most likely a unit was forgotten.
static const double lightest = 100.0, densest = 22600.0, most_ratio = 10.0;

static void compare_mass(double mass, double radius, double density,
                         struct contact_remarks *remarks) {
    double volume = 4.0 / 3.0 * 3.14159265358979323846 * radius * radius * radius;
    double high = isnan(density) ? densest : density, low = isnan(density) ? lightest : density;
    double own = mass / volume, excess = fmax(own / high, low / own) / most_ratio;
    if (!(excess > 1.0) || !isfinite(excess) || !(excess > remarks->mass.excess)) return;
    double ratio = isnan(density) ? own : own / density;
    remarks->mass = (struct odd_mass){mass, radius, density, ratio, excess};
}

static void find_odd_mass(const struct contact_block *block, const struct prepared_contact *touch,
                          struct contact_remarks *remarks) {
    const dp_body *body = touch->meeting.body;
    const dp_pair *pair = &touch->def.pair;
    int count = block->geometry == DP_CONFORMAL ? 1 : 2;  // body 2 is a hole there
    if (!touch->meeting.are_balls) return;
    for (int i = 0; i < count; i++) {
        if (isfinite(body[i].mass) && isfinite(body[i].radius))
            compare_mass(body[i].mass, body[i].radius, body[i].density, remarks);
    }
    // values of the pair in place of bodies: two equal balls have half the radius and half the
    // mass, so the density of the pair is up to four times theirs
    bool is_pair = isinf(body[0].radius) && isinf(body[1].radius) && isnan(pair->clearance);
    if (is_pair && isfinite(pair->mass) && !isnan(pair->radius))
        compare_mass(pair->mass, pair->radius, NAN, remarks);
}

static void tell_odd_mass(const struct odd_mass *odd, const char *where, struct outcome *outcome) {
    char radius[QUANTITY_TEXT_MAX], text[400];
    quantity_text(odd->radius, "m", radius);
    if (isnan(odd->density))
        snprintf(text, sizeof text,
                 "mass %.4g kg and radius %s make a ball of density %.3g kg/m^3; solids have %g to "
                 "%g. Check both units.",
                 odd->mass, radius, odd->ratio, lightest, densest);
    else
        snprintf(text, sizeof text,
                 "mass %.4g kg is %.4g times the %.4g kg of a ball of radius %s and density %g "
                 "kg/m^3. Check their units.",
                 odd->mass, odd->ratio, odd->mass / odd->ratio, radius, odd->density);
    note_once(outcome, where, text);
}

// --- together ------------------------------------------------------------------------------------

void contact_remark(const struct contact_block *block, const struct prepared_contact *touch,
                    struct contact_remarks *remarks) {
    find_idle(block, touch, remarks);
    find_replaced(block, touch, remarks);
    find_shared(block, touch, remarks);
    find_odd_mass(block, touch, remarks);
}

static void tell_replaced(const struct replacement *r, const char *where, struct outcome *outcome) {
    char given[QUANTITY_TEXT_MAX], low[QUANTITY_TEXT_MAX], high[QUANTITY_TEXT_MAX], text[400];
    quantity_text(r->given, r->unit, given);
    quantity_text(r->low, r->unit, low);
    quantity_text(r->high, r->unit, high);
    bool is_one = strcmp(low, high) == 0;
    snprintf(text, sizeof text, "%s %s replaces %s%s%s of %s.", r->node->key, given, low,
             is_one ? "" : " to ", is_one ? "" : high, r->source);
    note_once(outcome, where, text);
}

static void tell_shared(const struct shared_stiffness *s, struct outcome *outcome) {
    char given[QUANTITY_TEXT_MAX], low[QUANTITY_TEXT_MAX], high[QUANTITY_TEXT_MAX], text[400];
    if (!differs(sqrt(s->high), sqrt(s->low))) return;
    quantity_text(s->given, "N/m^1.5", given);
    quantity_text(s->low, "m", low);
    quantity_text(s->high, "m", high);
    snprintf(text, sizeof text,
             "stiffness %s acts on contacts of radius %s to %s. It is 4/3 modulus sqrt(radius), so "
             "with one modulus it is %.3g times as large at the second; give modulus instead.",
             given, low, high, sqrt(s->high / s->low));
    note_once(outcome, NULL, text);
}

void contact_tell_remarks(const struct contact_remarks *remarks, const char *where,
                          struct outcome *outcome) {
    const struct contact_block *told = NULL;
    for (int i = 0; i < remarks->given_count; i++) {
        const struct contact_block *block = remarks->given[i].block;
        if (block != told) tell_idle(remarks, block, where, outcome);
        told = block;
    }
    for (int i = 0; i < remarks->replaced_count; i++)
        tell_replaced(&remarks->replaced[i], where, outcome);
    for (int i = 0; i < remarks->shared_count; i++)
        tell_shared(&remarks->shared[i], outcome);
    if (remarks->mass.excess > 1.0) tell_odd_mass(&remarks->mass, where, outcome);
}

void contact_notes(const struct contact_block *block, const struct prepared_contact *touch,
                   const char *where, struct outcome *outcome) {
    struct contact_remarks remarks = {.given_count = 0};
    friction_note_ratio(touch->has_guessed_ratio, where, outcome);
    contact_remark(block, touch, &remarks);
    contact_tell_remarks(&remarks, where, outcome);
}
