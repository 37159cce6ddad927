// Friction as it stands in a scenario.

#include "scenario/friction.h"

#include <math.h>
#include <string.h>

#include "base/words.h"
#include "scenario/contact.h"

enum { KNOWN_MAX = 32, HINT_MAX = 400 };

static const dp_friction_law *find_law(struct reader *reader, const struct node *map) {
    const struct node *node = node_find(map, "law");
    const dp_friction_law *law = NULL;
    char word[SHOWN_MAX];
    dp_error err;
    if (node == NULL)
        report_error(reader, map, "law is missing: the name of a friction law");
    else if (node->kind != NODE_SCALAR)
        report_error(reader, node, "law is %s; it must be the name of a friction law",
                     node_kind_name(node));
    else if (dp_friction_law_lookup(node->text, &law, &err) != DP_OK)
        report_error(reader, node, "law: %s (dashpot frictions lists them)",
                     strcmp(shown(node->text, word), node->text) == 0 ? err.text
                                                                      : "there is no such law");
    return law;
}

static void read_param(struct reader *reader, struct friction_block *block, int index,
                       const struct node *node) {
    const struct field field = contact_param_field(&block->def.law->params[index]);
    field_read(reader, &field, node, &block->def.value[index]);
}

static void report_stranger(struct reader *reader, const dp_friction_law *law,
                            const struct node *node) {
    const char *known[KNOWN_MAX + 1] = {"law", NULL};
    char hint[HINT_MAX] = "", word[SHOWN_MAX];
    int count = 1;
    for (const dp_param *p = law->params; p->name != NULL && count < KNOWN_MAX; p++)
        known[count++] = p->name;
    text_suggest_or_list(hint, sizeof hint, shown(node->key, word), known);
    report_error(reader, node, "friction of law %s has no '%s'%s", law->name, word, hint);
}

static void read_map(struct reader *reader, const struct node *map, struct friction_block *block) {
    const dp_friction_law *law = find_law(reader, map);
    if (law == NULL) return;
    block->def = dp_friction_defaults(law);
    for (const struct node *child = map->first; child != NULL; child = child->next) {
        if (strcmp(child->key, "law") == 0) continue;
        int index = dp_friction_param_index(law, child->key);
        if (index >= 0)
            read_param(reader, block, index, child);
        else
            report_stranger(reader, law, child);
    }
    for (const dp_param *p = law->params; p->name != NULL; p++) {
        if (p->required && node_find(map, p->name) == NULL)
            report_error(reader, map, "%s is missing: %s needs it (%s)", p->name, law->name,
                         p->doc);
    }
}

// A number alone: the diagnostic calls it friction.
static void read_number(struct reader *reader, const struct node *node,
                        struct friction_block *block) {
    const dp_friction_law *law = dp_friction_law_find("coulomb");
    int index = dp_friction_param_index(law, "mu");
    struct field field = contact_param_field(&law->params[index]);
    field.key = "friction";
    block->def = dp_friction_defaults(law);
    field_read(reader, &field, node, &block->def.value[index]);
}

void friction_read(struct reader *reader, const struct node *node, struct friction_block *block) {
    block->node = node;
    if (node->kind == NODE_MAP)
        read_map(reader, node, block);
    else
        read_number(reader, node, block);
}
