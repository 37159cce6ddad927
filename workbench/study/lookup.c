// From a dotted path to the field of the schema that it names: a sweep learns the unit of what it
// changes.

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "dashpot/dashpot.h"
#include "scenario/contact.h"
#include "study/plan.h"

enum { PART_MAX = 64 };

static bool is_number(const char *part) {
    for (; *part != '\0'; part++) {
        if (!isdigit((unsigned char)*part)) return false;
    }
    return true;
}

static bool find_in(const struct field *fields, const char *key, struct field *found) {
    const struct field *field = field_find(fields, key);
    if (field != NULL) *found = *field;
    return field != NULL;
}

// A contact has its own keys, those of its law and those of the pair.
static bool find_in_contact(const struct node *contact, const char *key, struct field *found) {
    const struct node *name = node_find(contact, "law");
    const dp_law *law = name != NULL && name->kind == NODE_SCALAR ? dp_law_find(name->text) : NULL;
    for (const dp_param *p = law != NULL ? law->params : NULL; p != NULL && p->name != NULL; p++) {
        if (strcmp(p->name, key) != 0) continue;
        *found = contact_param_field(p);
        return true;
    }
    const dp_pair_field *entry;
    for (int i = 0; (entry = dp_pair_field_at(i)) != NULL; i++) {
        if (strcmp(entry->name, key) != 0 || !contact_takes(entry)) continue;
        *found = contact_pair_field(law, entry);
        return true;
    }
    return find_in(contact_fields, key, found);
}

static const struct node *child_of(const struct node *node, const char *part) {
    if (node == NULL || node->kind == NODE_SCALAR) return NULL;
    if (node->kind == NODE_MAP) return node_find(node, part);
    int count;
    return is_number(part) ? node_at(node, strtol(part, NULL, 10)) : node_named(node, part, &count);
}

static bool find_below(const struct field *field, const struct node *node, const char *part,
                       struct field *found) {
    switch (field->type) {
    case FIELD_MAP:
        return find_in(field->fields, part, found);
    case FIELD_CONTACT:
        return find_in_contact(node, part, found);
    case FIELD_LIST:
        if (field->item == NULL || (!is_number(part) && child_of(node, part) == NULL)) return false;
        *found = *field->item;
        return true;
    default:
        return false;
    }
}

bool path_field(const struct reader *reader, const char *path, struct field *field) {
    const struct node *node = reader->tree.root;
    for (int depth = 0;; depth++) {
        char part[PART_MAX];
        struct field found;
        size_t length = strcspn(path, ".");
        if (length >= PART_MAX || reader->kind == NULL) return false;
        memcpy(part, path, length);
        part[length] = '\0';
        bool is_known = depth > 0 ? find_below(field, node, part, &found)
                                  : find_in(reader->kind->schema, part, &found) ||
                                        find_in(common_fields, part, &found);
        if (!is_known) return false;
        *field = found;
        node = child_of(node, part);
        path += length;
        if (*path++ == '\0') return true;
    }
}
