#ifndef WORKBENCH_SCENARIO_NODE_H
#define WORKBENCH_SCENARIO_NODE_H

#include <stdbool.h>
#include <stddef.h>

// What stands in a scenario file: a tree of maps, lists and scalars in which everything knows the
// line it came from. All memory belongs to the tree and is released at once.

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP };

struct node {
    enum node_kind kind;
    int line;           // of the value, from 1
    int key_line;       // of its key
    int set;            // index of the --set it came from; -1: the file
    const char *key;    // in a map; else NULL
    const char *text;   // of a scalar
    int style;          // how a scalar is quoted, as libyaml counts styles
    size_t start, end;  // of a scalar in its text, characters from 1; 0: it is in none
    bool is_flow;       // a map or list in brackets
    int count;          // entries
    struct node *first, *last, *next;
};

struct chunk;

struct tree {
    struct node *root;
    struct chunk *chunk;
    long node_count;
    struct chunk **spare;  // memory of a tree that was before it, and of the next; NULL: none
};

/// Give back what trees left to those that come after them.
void tree_spare_free(struct chunk *spare);

/// Zeroed memory that lives as long as the tree; NULL when there is none left.
void *tree_alloc(struct tree *tree, size_t size);
char *tree_copy(struct tree *tree, const char *text, size_t length);
void tree_free(struct tree *tree);

/// A new node, NULL when out of memory.
struct node *node_new(struct tree *tree, enum node_kind kind);

/// A node and all below it once more, but for the entry `skip` of a map (NULL: none); NULL when out
/// of memory. Texts and keys stay with the tree they come from.
struct node *node_copy(struct tree *tree, const struct node *from, const char *skip);

/// Put a node at the end of a map or list.
void node_append(struct node *parent, struct node *child);

/// Put a node in the place of another one, which is forgotten.
void node_replace(struct node *parent, const struct node *old, struct node *with);

/// Take an entry out of a map, if it is there.
void node_remove(struct node *map, const char *key);

/// Entry of a map, or item of a list from 0; NULL when there is none.
struct node *node_find(const struct node *map, const char *key);
struct node *node_at(const struct node *list, long index);

/// What an item of a list is called: its `name`, or the body of a driver without one; NULL when it
/// has none.
const char *node_name(const struct node *list, const struct node *item);

/// Item of a list by what it is called, joint1, contact1 and force1 when that is left out; NULL
/// when there is none. `count`: how many have the name.
struct node *node_named(const struct node *list, const char *name, int *count);

/// "a map", "a list", "a word".
const char *node_kind_name(const struct node *node);

#endif
