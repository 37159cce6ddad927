// Read maps by their table of fields.

#include "scenario/field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "base/words.h"
#include "scenario/contact.h"
#include "scenario/kind.h"

const struct field *field_find(const struct field *fields, const char *key) {
    for (; fields->key != NULL; fields++) {
        if (strcmp(fields->key, key) == 0) return fields;
    }
    return NULL;
}

static void *slot(const struct field *field, void *block) {
    return (char *)block + field->offset;
}

int word_index(const char *const *choices, const char *word) {
    for (int i = 0; choices[i] != NULL; i++) {
        if (strcmp(choices[i], word) == 0) return i;
    }
    return -1;
}

static double default_number(const struct field *field) {
    double value = NAN;
    dp_error err;
    bool is_word = field->initial != NULL && field->choices != NULL &&
                   word_index(field->choices, field->initial) >= 0;
    if (field->initial == NULL || is_word) return NAN;
    // most defaults are plain numbers, and every point of a sweep reads them
    char *end;
    value = strtod(field->initial, &end);
    if (*end == '\0' && end != field->initial) return value;
    dp_quantity_read(field->key, field->initial, field->unit, &value, &err);
    return value;
}

void field_clear(const struct field *field, void *block) {
    void *at = slot(field, block);
    const char *initial = field->initial;
    switch (field->type) {
    case FIELD_QUANTITY:
        *(double *)at = default_number(field);
        break;
    case FIELD_PAIR:
        *(struct pair_value *)at = (struct pair_value){.x = default_number(field)};
        break;
    case FIELD_INTEGER:
        *(long *)at = initial == NULL ? 0 : strtol(initial, NULL, 10);
        break;
    case FIELD_WORD:
        *(int *)at = initial == NULL ? -1 : word_index(field->choices, initial);
        break;
    case FIELD_FLAG:
        *(bool *)at = initial != NULL && strcmp(initial, "true") == 0;
        break;
    case FIELD_TEXT:
        *(const char **)at = initial;
        break;
    case FIELD_MAP:
        fields_read(NULL, field->fields, field->key, NULL, at);
        break;
    default:
        // the rest is zeroed with its block
        break;
    }
}

static void read_list(struct reader *reader, const struct field *field, const struct node *node,
                      struct list *list) {
    char *items = tree_alloc(&reader->tree, (size_t)node->count * field->item_size);
    if (items == NULL) {
        report_no_memory(reader);
        return;
    }
    int count = 0;
    for (const struct node *child = node->first; child != NULL; child = child->next) {
        // the offset of an item is 0 within its own element
        field_clear(field->item, items + (size_t)count * field->item_size);
        field_read(reader, field->item, child, items + (size_t)count * field->item_size);
        count++;
    }
    *list = (struct list){.node = node, .items = items, .count = count};
    if (count >= field->least && (field->most == 0 || count <= field->most)) return;
    report_not_accepted(reader, field, node, "has %d item%s", count, count == 1 ? "" : "s");
}

static const char merge_key[] = "<<";

static void report_merge(struct reader *reader, const struct node *node) {
    report_error(
        reader, node,
        "<< is a merge key of YAML, which is not supported; write every key where it belongs");
}

// Maps and lists must be such, everything else a single value.
static bool is_shaped(struct reader *reader, const struct field *field, const struct node *node) {
    const struct node *merge = node_find(node, merge_key);
    if (merge != NULL) {
        report_merge(reader, merge);
        return false;
    }
    bool is_map = field->type == FIELD_MAP || field->type == FIELD_CONTACT;
    bool is_list = field->type == FIELD_LIST || field->type == FIELD_COLUMNS;
    if (field->type == FIELD_FRICTION && node->kind == NODE_MAP) return true;
    if (field->type == FIELD_PAIR && node->kind == NODE_LIST) return true;
    if (is_map && field->shorthand != NULL && node->kind == NODE_SCALAR) return true;
    enum node_kind wanted = is_map ? NODE_MAP : is_list ? NODE_LIST : NODE_SCALAR;
    if (node->kind == wanted || field->type == FIELD_VALUE) return true;

    char word[SHOWN_MAX];
    if (node->kind == NODE_SCALAR && node->text[0] != '\0')
        report_not_accepted(reader, field, node, "is '%s'", shown(node->text, word));
    else if (node->kind == NODE_SCALAR)
        report_not_accepted(reader, field, node, "has no value");
    else
        report_not_accepted(reader, field, node, "is %s", node_kind_name(node));
    return false;
}

// A single value in place of a map that has only one key.
static void read_shorthand(struct reader *reader, const struct field *field,
                           const struct node *node, void *block) {
    fields_read(NULL, field->fields, field->key, NULL, block);
    *(const struct node **)block = node;
    field_read(reader, field_find(field->fields, field->shorthand), node, block);
}

void field_read(struct reader *reader, const struct field *field, const struct node *node,
                void *block) {
    void *at = slot(field, block);
    if (field->type == FIELD_NOTHING) {
        report_error(reader, node, "%s has no effect: %s; leave it out", field->key, field->doc);
        return;
    }
    if (!is_shaped(reader, field, node)) return;
    switch (field->type) {
    case FIELD_LIST:
        read_list(reader, field, node, at);
        break;
    case FIELD_MAP:
        if (node->kind == NODE_SCALAR)
            read_shorthand(reader, field, node, at);
        else
            fields_read(reader, field->fields, field->key, node, at);
        break;
    case FIELD_CONTACT:
        contact_read(reader, node, at);
        if (!field->slides) contact_refuse_friction(reader, node);
        break;
    case FIELD_FRICTION:
        friction_read(reader, node, at);
        break;
    default:
        value_read(reader, field, node, at);
        break;
    }
}

void report_unknown(struct reader *reader, const char *owner, const struct node *node,
                    const struct field *const *tables) {
    struct word_list known = {.count = 0};
    char hint[WORDS_HINT_MAX], word[SHOWN_MAX], users[WORDS_HINT_MAX] = "";
    if (strcmp(node->key, merge_key) == 0) {
        report_merge(reader, node);
        return;
    }
    shown(node->key, word);
    if (kind_users(reader, owner, node->key, users, sizeof users)) {
        report_error(reader, node, "%s is not used by kind %s, but by %s; leave it out", word,
                     reader->kind->name, users);
        return;
    }
    for (; *tables != NULL; tables++) {
        for (const struct field *field = *tables; field->key != NULL; field++) {
            if (field->type != FIELD_NOTHING) words_add(&known, field->key);
        }
    }
    report_error(reader, node, "%s has no '%s'%s", owner, word, words_hint(&known, word, hint));
}

void report_missing(struct reader *reader, const struct field *fields, const struct node *map) {
    const struct node *merge = node_find(map, merge_key);
    for (const struct field *field = fields; field->key != NULL; field++) {
        if (!field->is_required || node_find(map, field->key) != NULL) continue;
        // what is missing may be meant to come from there
        if (merge != NULL) {
            if (reader->count == 0) report_merge(reader, merge);
            return;
        }
        report_not_accepted(reader, field, map, "is missing: %s", field->doc);
    }
}

void fields_read(struct reader *reader, const struct field *fields, const char *owner,
                 const struct node *map, void *block) {
    for (const struct field *field = fields; field->key != NULL; field++)
        field_clear(field, block);
    if (map == NULL) return;
    *(const struct node **)block = map;

    for (const struct node *child = map->first; child != NULL; child = child->next) {
        const struct field *field = field_find(fields, child->key);
        if (field != NULL)
            field_read(reader, field, child, block);
        else
            report_unknown(reader, owner, child, (const struct field *[]){fields, NULL});
    }
    report_missing(reader, fields, map);
}
