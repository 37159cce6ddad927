// A contact block of the file.

#include <math.h>
#include <string.h>

#include "base/words.h"
#include "dashpot/workbench.h"
#include "scenario/contact.h"

enum { KNOWN_MAX = 64, HINT_MAX = 500 };

static const char *const geometries[] = {"convex", "conformal", "flat", NULL};
static const char *const tensions[] = {"clamp", "allow", "release", NULL};
static const char *const sources[] = {"waves", "ma-liu", NULL};
static const char *const rules[] = {"each", "largest", NULL};

const struct field contact_fields[] = {
    {.key = "law",
     .type = FIELD_LAW,
     .is_required = true,
     .doc = "name or alias of a law, see docs/laws.md; it brings its own parameters"},
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
            "it"),
    NOTHING("friction", "nothing slides in a central impact or a straight bounce; a journal has it "
                        "beside its contact"),
    {0},
};

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

static void read_param(struct reader *reader, struct contact_block *block, const dp_param *param,
                       const struct node *node) {
    const struct field field = contact_param_field(param);
    int index = dp_law_param_index(block->def.law.law, param->name), word = -1;
    double *value = &block->def.law.value[index];
    if (field.type == FIELD_QUANTITY) {
        field_read(reader, &field, node, value);
        return;
    }
    field_read(reader, &field, node, &word);
    if (word >= 0) *value = word;
}

static void read_entry(struct reader *reader, struct contact_block *block,
                       const dp_pair_field *entry, const struct node *node) {
    const struct field field = contact_pair_field(block->def.law.law, entry);
    double value = NAN;
    dp_error err;
    field_read(reader, &field, node, &value);
    if (!isnan(value)) dp_pair_set(&block->def.pair, entry->name, value, &err);
}

// psi and epsilon beside restitution_from: ma-liu, in a law that has none of its own.
static const dp_param *find_ma_liu_param(const struct node *map, const char *key) {
    const struct node *from = node_find(map, "restitution_from");
    const dp_law *law = dp_law_find("ma-liu");
    bool is_asked = from != NULL && from->kind == NODE_SCALAR && strcmp(from->text, "ma-liu") == 0;
    if (!is_asked || law == NULL) return NULL;
    bool is_one = strcmp(key, "psi") == 0 || strcmp(key, "epsilon") == 0;
    return is_one ? &law->params[dp_law_param_index(law, key)] : NULL;
}

static void report_stranger(struct reader *reader, const dp_law *law, const struct node *node) {
    const char *known[KNOWN_MAX + 1] = {NULL};
    char hint[HINT_MAX] = "", word[SHOWN_MAX];
    int count = 0;
    shown(node->key, word);
    if (strcmp(node->key, "mass") == 0) {
        report_error(reader, node, "mass belongs to the bodies; a contact takes theirs");
        return;
    }
    for (const dp_param *p = law->params; p->name != NULL; p++)
        known[count++] = p->name;
    for (const struct field *f = contact_fields; f->key != NULL; f++) {
        if (f->type != FIELD_NOTHING) known[count++] = f->key;
    }
    for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
        if (contact_takes(dp_pair_field_at(i))) known[count++] = dp_pair_field_at(i)->name;
    }
    text_suggest_or_list(hint, sizeof hint, word, known);
    report_error(reader, node, "a contact of law %s has no '%s'%s", law->name, word, hint);
}

static void read_key(struct reader *reader, struct contact_block *block, const struct node *node) {
    const dp_law *law = block->def.law.law;
    const struct field *field = field_find(contact_fields, node->key);
    int index = dp_law_param_index(law, node->key);
    const dp_param *loose = find_ma_liu_param(block->node, node->key);
    const dp_pair_field *entry = find_entry(node->key);
    if (index >= 0) {
        read_param(reader, block, &law->params[index], node);
    } else if (field != NULL) {
        field_read(reader, field, node, block);
    } else if (loose != NULL) {
        const struct field number = contact_param_field(loose);
        bool is_psi = strcmp(node->key, "psi") == 0;
        field_read(reader, &number, node, is_psi ? &block->psi : &block->epsilon);
    } else if (entry != NULL) {
        read_entry(reader, block, entry, node);
    } else {
        report_stranger(reader, law, node);
    }
}

static const dp_law *read_law(struct reader *reader, const struct node *map) {
    const struct node *node = node_find(map, "law");
    char word[SHOWN_MAX];
    const dp_law *law = NULL;
    dp_error err;
    if (node == NULL)
        report_error(reader, map, "law is missing: %s", contact_fields[0].doc);
    else if (node->kind != NODE_SCALAR)
        report_error(reader, node, "law is %s; it must be the name of a law", node_kind_name(node));
    else if (dp_law_lookup(node->text, &law, &err) != DP_OK)
        report_error(reader, node, "law: %s (dashpot laws lists them)",
                     strcmp(shown(node->text, word), node->text) == 0 ? err.text
                                                                      : "there is no such law");
    return law;
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
    block->psi = block->epsilon = NAN;
    const dp_law *law = read_law(reader, node);
    if (law == NULL) return;

    block->def = dp_contact_defaults(law);
    for (const struct node *child = node->first; child != NULL; child = child->next) {
        if (strcmp(child->key, "law") != 0) read_key(reader, block, child);
    }
    for (const dp_param *p = law->params; p->name != NULL; p++) {
        bool is_computed = strcmp(p->name, "restitution") == 0 && block->restitution_from >= 0;
        if (p->required && !is_computed && node_find(node, p->name) == NULL)
            report_error(reader, node, "%s is missing: %s needs it (%s)", p->name, law->name,
                         p->doc);
    }
    block->def.tension = (dp_tension)block->tension;
    block->def.approach = block->approach;
    block->def.approach_rule = approach_rule(node);
    block->def.approach_floor = block->approach_floor;
    check_conflicts(reader, block);
}
