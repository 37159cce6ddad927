// --set path=value: an entry of the tree gets another value before anything is checked. What is
// missing on the way becomes a map, and the check says whether it may be there.

#include "scenario/override.h"

#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "scenario/parse.h"

bool path_part(const char *path, char part[PATH_PART_MAX]) {
    size_t length = strcspn(path, ".");
    if (length == 0 || length >= PATH_PART_MAX) return false;
    memcpy(part, path, length);
    part[length] = '\0';
    return true;
}

bool path_index(const char *part, long *index) {
    *index = strtol(part, NULL, 10);
    return part[strspn(part, "0123456789")] == '\0';
}

bool path_is_good(const char *path) {
    char part[PATH_PART_MAX];
    int depth = 0;
    do {
        if (!path_part(path, part) || ++depth > SCENARIO_DEPTH_MAX) return false;
        path += strlen(part);
    } while (*path++ == '.');
    return true;
}

// Where the child goes within its parent.
struct slot {
    struct node *parent, *child;  // child NULL: not there yet
    char part[PATH_PART_MAX];
};

// An item by its name; complains when none has it, or more than one.
static bool find_named(struct reader *reader, const char *list, const struct node *here,
                       struct slot *slot) {
    struct word_list known = {.count = 0};
    char hint[WORDS_HINT_MAX], word[SHOWN_MAX];
    int count;
    slot->child = node_named(slot->parent, slot->part, &count);
    if (count == 1) return true;
    shown(slot->part, word);
    if (count > 1) {
        report_error(reader, here,
                     "%s has %d items with the name '%s'; use the number of one, from 0", list,
                     count, word);
        return false;
    }
    for (const struct node *item = slot->parent->first; item != NULL; item = item->next) {
        const char *name = node_name(slot->parent, item);
        if (name != NULL) words_add(&known, name);
    }
    report_error(reader, here,
                 "%s is a list of %d; '%s' is neither a number from 0 nor the name of an "
                 "item%s",
                 list, slot->parent->count, word,
                 known.count > 0 ? words_hint(&known, word, hint) : "");
    return false;
}

static bool find_slot(struct reader *reader, struct node *parent, const struct node *here,
                      struct slot *slot) {
    const char *name = parent->key != NULL ? parent->key : "the item";
    long index;
    slot->parent = parent;
    if (parent->kind == NODE_MAP) {
        slot->child = node_find(parent, slot->part);
        return true;
    }
    if (parent->kind == NODE_SCALAR) {
        report_error(reader, here, "%s is a single value, so it has no '%s'", name, slot->part);
        return false;
    }
    if (!path_index(slot->part, &index)) return find_named(reader, name, here, slot);
    slot->child = node_at(parent, index);
    if (slot->child != NULL || index == parent->count) return true;
    report_error(reader, here, "%s has %d items, numbered from 0; there is no item %s", name,
                 parent->count, slot->part);
    return false;
}

static bool put(struct reader *reader, const struct slot *slot, struct node *node) {
    node->key_line = 0;
    if (slot->parent->kind == NODE_MAP) {
        node->key = tree_copy(&reader->tree, slot->part, strlen(slot->part));
        if (node->key == NULL) {
            report_no_memory(reader);
            return false;
        }
    }
    if (slot->child != NULL)
        node_replace(slot->parent, slot->child, node);
    else
        node_append(slot->parent, node);
    return true;
}

// The map on the way to a value, made when it is missing.
static struct node *descend(struct reader *reader, const struct slot *slot,
                            const struct node *here) {
    if (slot->child != NULL) return slot->child;
    struct node *map = node_new(&reader->tree, NODE_MAP);
    if (map == NULL) {
        report_no_memory(reader);
        return NULL;
    }
    map->set = here->set;
    map->line = here->line;
    return put(reader, slot, map) ? map : NULL;
}

bool path_put(struct reader *reader, const char *path, struct node *node, const struct node *here) {
    struct node *parent = reader->tree.root;
    if (!path_is_good(path)) {
        report_error(reader, here, "is no path; it must be keys and numbers joined by dots");
        return false;
    }
    for (;;) {
        struct slot slot;
        path_part(path, slot.part);
        path += strlen(slot.part);
        if (!find_slot(reader, parent, here, &slot)) return false;
        if (*path == '\0') return put(reader, &slot, node);
        path++;
        parent = descend(reader, &slot, here);
        if (parent == NULL) return false;
    }
}

static void apply(struct reader *reader, int set) {
    const struct node here = {.set = set};
    int before = reader->count;
    struct node *node = text_parse(reader, reader->set[set].value, set);
    if (node != NULL)
        path_put(reader, reader->set[set].path, node, &here);
    else if (reader->count == before)
        report_error(reader, &here, "has no value");
}

void overrides_apply(struct reader *reader) {
    for (size_t i = 0; i < reader->set_count; i++)
        apply(reader, (int)i);
}
