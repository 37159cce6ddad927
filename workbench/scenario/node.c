// Nodes from a chain of chunks that is released as a whole.

#include "scenario/node.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 16384 };

struct chunk {
    struct chunk *before;
    size_t used, size;
    _Alignas(max_align_t) unsigned char bytes[];
};

// A chunk of the usual size, zeroed, of the tree before or new.
static struct chunk *usual_chunk(struct tree *tree) {
    struct chunk *chunk = tree->spare != NULL ? *tree->spare : NULL;
    if (chunk == NULL) return calloc(1, sizeof *chunk + CHUNK_SIZE);
    *tree->spare = NULL;
    memset(chunk->bytes, 0, chunk->used);
    return chunk;
}

void *tree_alloc(struct tree *tree, size_t size) {
    const size_t align = _Alignof(max_align_t);
    if (size > SIZE_MAX / 2) return NULL;
    size = (size + align - 1) / align * align;
    struct chunk *chunk = tree->chunk;
    if (chunk == NULL || chunk->size - chunk->used < size) {
        size_t room = size > CHUNK_SIZE ? size : CHUNK_SIZE;
        chunk = room == CHUNK_SIZE ? usual_chunk(tree) : calloc(1, sizeof *chunk + room);
        if (chunk == NULL) return NULL;
        *chunk = (struct chunk){.before = tree->chunk, .size = room};
        tree->chunk = chunk;
    }
    void *memory = chunk->bytes + chunk->used;
    chunk->used += size;
    return memory;
}

char *tree_copy(struct tree *tree, const char *text, size_t length) {
    char *copy = tree_alloc(tree, length + 1);
    if (copy != NULL) memcpy(copy, text, length);
    return copy;
}

void tree_free(struct tree *tree) {
    while (tree->chunk != NULL) {
        struct chunk *chunk = tree->chunk;
        tree->chunk = chunk->before;
        if (tree->spare != NULL && *tree->spare == NULL && chunk->size == CHUNK_SIZE)
            *tree->spare = chunk;
        else
            free(chunk);
    }
    tree->root = NULL;
}

void tree_spare_free(struct chunk *spare) {
    free(spare);
}

struct node *node_new(struct tree *tree, enum node_kind kind) {
    struct node *node = tree_alloc(tree, sizeof *node);
    if (node == NULL) return NULL;
    node->kind = kind;
    node->set = -1;
    tree->node_count++;
    return node;
}

void node_append(struct node *parent, struct node *child) {
    if (parent->last != NULL)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    parent->count++;
}

void node_remove(struct node *map, const char *key) {
    struct node *before = NULL;
    for (struct node *child = map->first; child != NULL; before = child, child = child->next) {
        if (strcmp(child->key, key) != 0) continue;
        *(before != NULL ? &before->next : &map->first) = child->next;
        if (map->last == child) map->last = before;
        map->count--;
        return;
    }
}

struct node *node_copy(struct tree *tree, const struct node *from, const char *skip) {
    struct node *copy = node_new(tree, from->kind);
    if (copy == NULL) return NULL;
    *copy = *from;
    copy->first = copy->last = copy->next = NULL;
    copy->count = 0;
    for (const struct node *child = from->first; child != NULL; child = child->next) {
        if (skip != NULL && strcmp(child->key, skip) == 0) continue;
        struct node *below = node_copy(tree, child, NULL);
        if (below == NULL) return NULL;
        node_append(copy, below);
    }
    return copy;
}

void node_replace(struct node *parent, const struct node *old, struct node *with) {
    struct node **link = &parent->first;
    while (*link != old)
        link = &(*link)->next;
    *link = with;
    with->next = old->next;
    if (parent->last == old) parent->last = with;
}

struct node *node_find(const struct node *map, const char *key) {
    if (map == NULL || map->kind != NODE_MAP) return NULL;
    for (struct node *child = map->first; child != NULL; child = child->next) {
        if (strcmp(child->key, key) == 0) return child;
    }
    return NULL;
}

struct node *node_at(const struct node *list, long index) {
    if (index < 0) return NULL;
    struct node *child = list->first;
    while (child != NULL && index-- > 0)
        child = child->next;
    return child;
}

static const char *text_of(const struct node *map, const char *key) {
    const struct node *entry = node_find(map, key);
    return entry != NULL && entry->kind == NODE_SCALAR ? entry->text : NULL;
}

static bool is_list(const struct node *list, const char *key) {
    return list->key != NULL && strcmp(list->key, key) == 0;
}

const char *node_name(const struct node *list, const struct node *item) {
    const char *name = text_of(item, "name");
    return name == NULL && is_list(list, "drivers") ? text_of(item, "body") : name;
}

// Is it called joint3 because it is the third and has no name of its own?
static bool is_numbered(const struct node *list, const struct node *item, int index,
                        const char *name) {
    static const char *const kinds[] = {"joint", "contact", "force"};
    if (item->kind != NODE_MAP || node_find(item, "name") != NULL) return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char plural[16], own[32];
        snprintf(plural, sizeof plural, "%ss", kinds[i]);
        snprintf(own, sizeof own, "%s%d", kinds[i], index + 1);
        if (is_list(list, plural)) return strcmp(own, name) == 0;
    }
    return false;
}

struct node *node_named(const struct node *list, const char *name, int *count) {
    struct node *found = NULL;
    int index = 0;
    *count = 0;
    if (list == NULL || list->kind != NODE_LIST) return NULL;
    for (struct node *child = list->first; child != NULL; child = child->next, index++) {
        const char *own = node_name(list, child);
        bool is_it = own != NULL ? strcmp(own, name) == 0 : is_numbered(list, child, index, name);
        if (is_it && (*count)++ == 0) found = child;
    }
    return found;
}

const char *node_kind_name(const struct node *node) {
    static const char *const names[] = {"a word", "a list", "a map"};
    return names[node->kind];
}
