// What a dotted path means, by the tables that check a scenario.

#include "study/key.h"

#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "scenario/contact.h"
#include "scenario/kind.h"
#include "scenario/override.h"

static bool find_in(const struct field *fields, const char *key, struct field *found) {
    const struct field *field = field_find(fields, key);
    if (field != NULL) *found = *field;
    return field != NULL;
}

// A contact has its own keys, those of its law and those of the pair.
static bool find_in_contact(const struct node *contact, const char *key, struct field *found) {
    const struct node *name = node_find(contact, "law");
    const dp_law *law = name != NULL && name->kind == NODE_SCALAR ? dp_law_find(name->text) : NULL;
    int param = law != NULL ? dp_law_param_index(law, key) : -1;
    const dp_pair_field *entry = dp_pair_field_at(dp_pair_index(key));
    if (param >= 0)
        *found = contact_param_field(&law->params[param]);
    else if (entry != NULL && contact_takes(entry))
        *found = contact_pair_field(law, entry);
    else
        return find_in(contact_fields, key, found);
    return true;
}

static const struct node *child_of(const struct node *node, const char *part) {
    long index;
    int count;
    if (node == NULL || node->kind == NODE_SCALAR) return NULL;
    if (node->kind == NODE_MAP) return node_find(node, part);
    return path_index(part, &index) ? node_at(node, index) : node_named(node, part, &count);
}

static bool find_below(const struct field *field, const struct node *node, const char *part,
                       struct field *found) {
    long index;
    switch (field->type) {
    case FIELD_MAP:
        return find_in(field->fields, part, found);
    case FIELD_CONTACT:
        return find_in_contact(node, part, found);
    case FIELD_FRICTION:
        return friction_param_field(node, part, found);
    case FIELD_PAIR:
        if (!path_index(part, &index) || index > 1) return false;
        *found = *field;
        found->type = FIELD_QUANTITY;
        if (index == 1) found->range = RANGE_ANY;
        return true;
    case FIELD_LIST:
        if (field->item == NULL || (!path_index(part, &index) && child_of(node, part) == NULL))
            return false;
        *found = *field->item;
        return true;
    default:
        return false;
    }
}

// What a dotted path means in a scenario of this kind; false when the tables do not say.
static bool path_field(const struct reader *reader, const struct node *node, const char *path,
                       struct field *field) {
    for (int depth = 0;; depth++) {
        char part[PATH_PART_MAX];
        struct field found;
        if (reader->kind == NULL || !path_part(path, part)) return false;
        bool is_known = depth > 0 ? find_below(field, node, part, &found)
                                  : find_in(reader->kind->schema, part, &found) ||
                                        find_in(common_fields, part, &found);
        if (!is_known) return false;
        *field = found;
        node = child_of(node, part);
        path += strlen(part);
        if (*path++ == '\0') return true;
    }
}

static void add_keys(struct word_list *words, const struct field *fields) {
    for (; fields != NULL && fields->key != NULL; fields++)
        words_add(words, fields->key);
}

// Keys that could stand below a field, or at the top (NULL).
static void keys_below(const struct reader *reader, const struct field *field,
                       const struct node *node, struct word_list *words) {
    if (field == NULL) {
        add_keys(words, reader->kind->schema);
        add_keys(words, common_fields);
    } else if (field->type == FIELD_MAP) {
        add_keys(words, field->fields);
    } else if (field->type == FIELD_CONTACT) {
        const struct node *name = node_find(node, "law");
        const dp_law *law =
            name != NULL && name->kind == NODE_SCALAR ? dp_law_find(name->text) : NULL;
        add_keys(words, contact_fields);
        for (int i = 0; law != NULL && law->params[i].name != NULL; i++)
            words_add(words, law->params[i].name);
        for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
            if (contact_takes(dp_pair_field_at(i))) words_add(words, dp_pair_field_at(i)->name);
        }
    }
}

void key_hint(const struct reader *reader, const struct node *root, const char *path, char *text,
              size_t size) {
    struct word_list words = {.count = 0};
    struct field field, found;
    const struct node *node = root;
    char part[PATH_PART_MAX];
    text[0] = '\0';
    for (int depth = 0; reader->kind != NULL && path_part(path, part); depth++) {
        bool is_known = depth > 0 ? find_below(&field, node, part, &found)
                                  : find_in(reader->kind->schema, part, &found) ||
                                        find_in(common_fields, part, &found);
        if (!is_known) {
            keys_below(reader, depth > 0 ? &field : NULL, node, &words);
            text_suggest_or_list(text, size, part, words.item);
            return;
        }
        field = found;
        node = child_of(node, part);
        path += strlen(part);
        if (*path++ == '\0') return;
    }
}

// Some parts of a scenario are read by their kind alone, such as joints; a contact among them is
// known by its law.
static bool loose_contact_field(const struct node *node, const char *path, struct field *field) {
    char part[PATH_PART_MAX];
    bool is_friction = false;
    while (node != NULL && path_part(path, part) && path[strlen(part)] != '\0') {
        is_friction = strcmp(part, "friction") == 0;
        node = child_of(node, part);
        path += strlen(part) + 1;
    }
    return node != NULL && node->kind == NODE_MAP && !is_friction &&
           node_find(node, "law") != NULL && find_in_contact(node, path, field);
}

struct key key_of(const struct reader *reader, const struct node *root, const char *path) {
    const char *dot = strrchr(path, '.');
    struct key key = {.name = dot != NULL ? dot + 1 : path};
    key.is_known =
        path_field(reader, root, path, &key.field) || loose_contact_field(root, path, &key.field);
    enum field_type type = key.field.type;
    // a number alone, or a law with its parameters
    if (key.is_known && type == FIELD_FRICTION) key.is_known = false;
    key.takes_numbers =
        !key.is_known || type == FIELD_QUANTITY || type == FIELD_PAIR || type == FIELD_INTEGER;
    return key;
}

const char *key_unit(const struct key *key) {
    enum field_type type = key->field.type;
    bool has_unit = key->is_known && (type == FIELD_QUANTITY || type == FIELD_PAIR);
    return has_unit && strcmp(key->field.unit, "1") != 0 ? key->field.unit : "";
}

// Where nothing is known about the key, the unit is taken as it is.
dp_status key_read(const struct key *key, const char *name, const char *text, double *value,
                   dp_error *err) {
    const char *unit = key_unit(key);
    if (!key->is_known) {
        char *end;
        strtod(text, &end);
        unit = end + strspn(end, " \t");
    }
    return dp_quantity_read(name, text, unit[0] != '\0' ? unit : "1", value, err);
}
