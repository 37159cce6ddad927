// Blocks of the file that name a law: contacts and friction.

#include <math.h>
#include <string.h>

#include "base/words.h"
#include "dashpot/workbench.h"
#include "scenario/contact.h"
#include "scenario/kind.h"

static const char *const geometries[] = {"convex", "conformal", "flat", NULL};
static const char *const tensions[] = {"clamp", "allow", "release", NULL};
static const char *const sources[] = {"waves", "ma-liu", "johnson", "thornton", NULL};
static const char *const rules[] = {"each", "largest", NULL};
static const char *const masses[] = {"effective", "pair", NULL};

static const char law_doc[] =
    "name or alias of a law, see docs/laws.md; it brings its own parameters";

const struct field contact_fields[] = {
    {.key = "law", .type = FIELD_LAW, .is_required = true, .doc = law_doc},
    WORD(contact_block, geometry, geometries, .initial = "convex",
         .doc =
             "convex: R = R1 R2/(R1+R2); conformal: R1 R2/(R2-R1), body 1 inside body 2; flat: R1"),
    QUANTITY(
        contact_block, approach, "m/s", .initial = "each", POSITIVE, .choices = rules,
        .doc = "approach speed a law divides by; each: the speed at every new touch; largest: the "
               "largest closing speed since the touch, which bounds the damper where bodies touch "
               "before they move and is the default in a chain; or a fixed speed"),
    QUANTITY(contact_block, approach_floor, "m/s", .initial = "0.1 mm/s", POSITIVE,
             .doc = "least approach speed a law divides by"),
    WORD(contact_block, tension, tensions, .initial = "clamp",
         .doc = "clamp: F = max(0, F) until delta = 0; allow: the law's own force until delta = 0; "
                "release: the contact ends when F reaches 0"),
    WORD(
        contact_block, restitution_from, sources,
        .doc =
            "computes the restitution from the approach speed in place of `restitution`: at every "
            "new touch, or once for a fixed `approach`; waves: loss by elastic waves in the softer "
            "body; ma-liu: plastic loss of the ma-liu law, whose psi and epsilon may stand beside "
            "it; johnson: loss of a fully plastic contact, whose dynamic_pressure may stand beside "
            "it; thornton: plastic loss of the thornton law"),
    WORD(contact_block, mass, masses, .initial = "effective",
         .doc = "in a mechanism, of a law that depends on the mass; effective: the one that the "
                "surfaces feel along their normal at each touch, through joints and drivers; pair: "
                "m1 m2/(m1+m2) of the two bodies alone"),
    FRICTION(contact_block, friction,
             .doc = "what acts where the surfaces slide: a number or a map, see "
                    "[friction](#friction); in an impact, a bounce and a joint; a journal has it "
                    "beside its contact"),
    {0},
};

const struct field contact_dynamic_pressure = QUANTITY(
    contact_block, dynamic_pressure, "Pa", POSITIVE,
    .doc = "of restitution_from: johnson: pressure at which the contact flows; 3 times the "
           "yield stress when not given");

struct field contact_param_field(const dp_param *param) {
    bool is_word = param->choices != NULL;
    return (struct field){.key = param->name,
                          .type = is_word ? FIELD_WORD : FIELD_QUANTITY,
                          .is_required = param->required,
                          .unit = param->unit,
                          .choices = param->choices,
                          .range = RANGE_BETWEEN,
                          .low = param->low,
                          .high = param->high,
                          .doc = param->doc};
}

struct field contact_pair_field(const dp_law *law, const dp_pair_field *entry) {
    return (struct field){.key = entry->name,
                          .type = FIELD_QUANTITY,
                          .unit = dp_pair_unit(law, entry),
                          .range = RANGE_POSITIVE,
                          .doc = entry->doc};
}

bool contact_takes(const dp_pair_field *entry) {
    return strcmp(entry->name, "mass") != 0;
}

static const dp_pair_field *find_entry(const char *key) {
    const dp_pair_field *entry = dp_pair_field_at(dp_pair_index(key));
    return entry != NULL && contact_takes(entry) ? entry : NULL;
}

// --- a law and its parameters --------------------------------------------------------------------

// How diagnostics speak of a kind of law.
struct nouns {
    const char *law, *missing, *command;
};

static const struct nouns normal = {"law", law_doc, "laws"};
static const struct nouns tangential = {"friction law", "the name of a friction law", "frictions"};

// The entry `law` of a block, if it can name one; NULL after a diagnostic.
static const struct node *find_law(struct reader *reader, const struct node *map,
                                   const struct nouns *nouns) {
    const struct node *node = node_find(map, "law");
    if (node == NULL)
        report_error(reader, map, "law is missing: %s", nouns->missing);
    else if (node->kind != NODE_SCALAR)
        report_error(reader, node, "law is %s; it must be the name of a %s", node_kind_name(node),
                     nouns->law);
    return node != NULL && node->kind == NODE_SCALAR ? node : NULL;
}

static void report_law(struct reader *reader, const struct node *node, const struct nouns *nouns,
                       const dp_error *err) {
    char word[SHOWN_MAX];
    bool is_plain = strcmp(shown(node->text, word), node->text) == 0;
    report_error(reader, node, "law: %s (dashpot %s lists them)",
                 is_plain ? err->text : "there is no such law", nouns->command);
}

static void read_param(struct reader *reader, const dp_param *param, const struct node *node,
                       double *value) {
    const struct field field = contact_param_field(param);
    int word = -1;
    field_read(reader, &field, node, field.type == FIELD_WORD ? (void *)&word : value);
    if (word >= 0) *value = word;
}

// Complain about required parameters that are not there; one may be computed.
static void report_missing_params(struct reader *reader, const struct node *map, const char *law,
                                  const dp_param *params, const char *computed) {
    for (const dp_param *p = params; p->name != NULL; p++) {
        bool is_computed = computed != NULL && strcmp(p->name, computed) == 0;
        if (p->required && !is_computed && node_find(map, p->name) == NULL)
            report_error(reader, map, "%s is missing: %s needs it (%s)", p->name, law, p->doc);
    }
}

// --- friction ------------------------------------------------------------------------------------

static void report_friction_key(struct reader *reader, const dp_friction_law *law,
                                const struct node *node) {
    struct word_list known = {.item = {"law"}, .count = 1};
    char hint[WORDS_HINT_MAX], word[SHOWN_MAX];
    for (const dp_param *p = law->params; p->name != NULL; p++)
        words_add(&known, p->name);
    shown(node->key, word);
    report_error(reader, node, "friction of law %s has no '%s'%s", law->name, word,
                 words_hint(&known, word, hint));
}

static void read_friction_map(struct reader *reader, const struct node *map,
                              struct friction_block *block) {
    const struct node *name = find_law(reader, map, &tangential);
    const dp_friction_law *law;
    dp_error err;
    if (name == NULL) return;
    if (dp_friction_law_lookup(name->text, &law, &err) != DP_OK) {
        report_law(reader, name, &tangential, &err);
        return;
    }
    block->def = dp_friction_defaults(law);
    for (const struct node *child = map->first; child != NULL; child = child->next) {
        int index = dp_friction_param_index(law, child->key);
        if (index >= 0)
            read_param(reader, &law->params[index], child, &block->def.value[index]);
        else if (child != name)
            report_friction_key(reader, law, child);
    }
    for (const dp_param *p = law->params; p->name != NULL; p++) {
        char range[DP_PARAM_TEXT_MAX];
        if (p->required && node_find(map, p->name) == NULL)
            report_error(reader, map, "%s is missing: %s needs it (%s, %s)", p->name, law->name,
                         p->doc, dp_param_range(p, range));
    }
}

bool friction_check_exact(struct reader *reader, const struct friction_block *block) {
    const struct node *map = block->node;
    bool is_coulomb = block->def.law == dp_friction_law_find("coulomb");
    if (map == NULL || map->kind != NODE_MAP || !is_coulomb || node_find(map, "v_s") == NULL)
        return true;
    report_error(reader, place_of(map, "v_s"),
                 "v_s has no effect: sticking is exact here; leave it out");
    return false;
}

void friction_read(struct reader *reader, const struct node *node, struct friction_block *block) {
    block->node = node;
    if (node->kind == NODE_MAP) {
        read_friction_map(reader, node, block);
        return;
    }
    // a number alone: the diagnostic calls it friction
    const dp_friction_law *law = dp_friction_law_find("coulomb");
    int index = dp_friction_param_index(law, "mu");
    struct field field = contact_param_field(&law->params[index]);
    field.key = "friction";
    block->def = dp_friction_defaults(law);
    field_read(reader, &field, node, &block->def.value[index]);
}

bool friction_param_field(const struct node *node, const char *key, struct field *found) {
    const struct node *name = node_find(node, "law");
    const dp_friction_law *law =
        name != NULL && name->kind == NODE_SCALAR ? dp_friction_law_find(name->text) : NULL;
    int index = law != NULL ? dp_friction_param_index(law, key) : -1;
    if (index >= 0) *found = contact_param_field(&law->params[index]);
    return index >= 0;
}

// --- contacts ------------------------------------------------------------------------------------

void contact_refuse_friction(struct reader *reader, const struct node *contact) {
    const struct node *friction = node_find(contact, "friction");
    if (friction == NULL) return;
    report_error(reader, friction,
                 "friction has no effect: nothing slides in this contact of kind %s; a journal has "
                 "it beside its contact; leave it out",
                 reader->kind->name);
}

static void read_entry(struct reader *reader, struct contact_block *block,
                       const dp_pair_field *entry, const struct node *node) {
    const struct field field = contact_pair_field(block->def.law.law, entry);
    double value = NAN;
    dp_error err;
    field_read(reader, &field, node, &value);
    if (!isnan(value)) dp_pair_set(&block->def.pair, entry->name, value, &err);
}

static bool asks_for(const struct node *map, const char *source) {
    const struct node *from = node_find(map, "restitution_from");
    return from != NULL && from->kind == NODE_SCALAR && strcmp(from->text, source) == 0;
}

// psi and epsilon beside restitution_from: ma-liu, in a law that has none of its own.
static const dp_param *find_ma_liu_param(const struct node *map, const char *key) {
    const dp_law *law = dp_law_find("ma-liu");
    if (!asks_for(map, "ma-liu") || law == NULL) return NULL;
    bool is_one = strcmp(key, "psi") == 0 || strcmp(key, "epsilon") == 0;
    return is_one ? &law->params[dp_law_param_index(law, key)] : NULL;
}

// Only there bodies hang on each other.
static bool is_of_mechanism(const struct field *field) {
    return strcmp(field->key, "mass") == 0;
}

static bool is_mechanism(const struct reader *reader) {
    return reader->kind == NULL || strcmp(reader->kind->name, "mechanism") == 0;
}

static void report_stranger(struct reader *reader, const dp_law *law, const struct node *node) {
    struct word_list known = {.count = 0};
    char hint[WORDS_HINT_MAX], word[SHOWN_MAX];
    if (strcmp(node->key, "mass") == 0) {
        report_error(reader, node, "mass belongs to the bodies; a contact takes theirs");
        return;
    }
    for (const dp_param *p = law->params; p->name != NULL; p++)
        words_add(&known, p->name);
    for (const struct field *f = contact_fields; f->key != NULL; f++) {
        bool is_known = !is_of_mechanism(f) || is_mechanism(reader);
        if (f->type != FIELD_NOTHING && is_known) words_add(&known, f->key);
    }
    for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
        if (contact_takes(dp_pair_field_at(i))) words_add(&known, dp_pair_field_at(i)->name);
    }
    shown(node->key, word);
    report_error(reader, node, "a contact of law %s has no '%s'%s", law->name, word,
                 words_hint(&known, word, hint));
}

static void read_key(struct reader *reader, struct contact_block *block, const struct node *node) {
    const dp_law *law = block->def.law.law;
    const struct field *field = field_find(contact_fields, node->key);
    if (field != NULL && is_of_mechanism(field) && !is_mechanism(reader)) field = NULL;
    int index = dp_law_param_index(law, node->key);
    const dp_param *loose = find_ma_liu_param(block->node, node->key);
    const dp_pair_field *entry = find_entry(node->key);
    if (index >= 0) {
        read_param(reader, &law->params[index], node, &block->def.law.value[index]);
    } else if (field != NULL) {
        field_read(reader, field, node, block);
    } else if (loose != NULL) {
        bool is_psi = strcmp(node->key, "psi") == 0;
        read_param(reader, loose, node, is_psi ? &block->psi : &block->epsilon);
    } else if (strcmp(node->key, contact_dynamic_pressure.key) == 0 &&
               asks_for(block->node, "johnson")) {
        field_read(reader, &contact_dynamic_pressure, node, block);
    } else if (entry != NULL) {
        read_entry(reader, block, entry, node);
    } else {
        report_stranger(reader, law, node);
    }
}

static void check_conflicts(struct reader *reader, const struct contact_block *block) {
    const dp_law *law = block->def.law.law;
    const struct node *map = block->node;
    if (block->restitution_from < 0) return;
    if (dp_law_param_index(law, "restitution") < 0)
        report_error(reader, place_of(map, "restitution_from"),
                     "restitution_from is '%s', but %s takes no restitution; leave it out",
                     sources[block->restitution_from], law->name);
    const struct node *given = node_find(map, "restitution");
    if (given == NULL) given = node_find(map, "damping_factor");
    if (given != NULL)
        report_error(reader, given, "%s and restitution_from exclude each other; give one of them",
                     given->key);
}

static dp_approach_rule approach_rule(const struct node *map) {
    const struct node *node = node_find(map, "approach");
    if (node == NULL || node->kind != NODE_SCALAR) return DP_APPROACH_DEFAULT;
    if (strcmp(node->text, "each") == 0) return DP_APPROACH_EACH;
    return strcmp(node->text, "largest") == 0 ? DP_APPROACH_LARGEST : DP_APPROACH_DEFAULT;
}

void contact_read(struct reader *reader, const struct node *node, struct contact_block *block) {
    for (const struct field *field = contact_fields + 1; field->key != NULL; field++)
        field_clear(field, block);
    block->node = node;
    block->friction = (struct friction_block){.node = NULL};
    block->psi = block->epsilon = block->dynamic_pressure = NAN;
    const struct node *name = find_law(reader, node, &normal);
    const dp_law *law;
    dp_error err;
    if (name == NULL) return;
    if (dp_law_lookup(name->text, &law, &err) != DP_OK) {
        report_law(reader, name, &normal, &err);
        return;
    }
    block->def = dp_contact_defaults(law);
    for (const struct node *child = node->first; child != NULL; child = child->next) {
        if (child != name) read_key(reader, block, child);
    }
    report_missing_params(reader, node, law->name, law->params,
                          block->restitution_from >= 0 ? "restitution" : NULL);
    block->def.tension = (dp_tension)block->tension;
    block->def.approach = block->approach;
    block->def.approach_rule = approach_rule(node);
    block->def.approach_floor = block->approach_floor;
    check_conflicts(reader, block);
}
