// See contact_law.h.

#include "study/contact_law.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "scenario/contact.h"
#include "scenario/override.h"

// --- where the contact is ------------------------------------------------------------------------

static void find_below(const struct node *node, const char *path, struct contacts *found) {
    if (node->kind == NODE_SCALAR || found->count == CONTACTS_MAX) return;
    bool is_friction = node->key != NULL && strcmp(node->key, "friction") == 0;
    if (node->kind == NODE_MAP && node_find(node, "law") != NULL && !is_friction) {
        snprintf(found->path[found->count++], CONTACT_PATH_MAX, "%s", path);
        return;
    }
    int index = 0;
    for (const struct node *child = node->first; child != NULL; child = child->next, index++) {
        char below[CONTACT_PATH_MAX], number[16];
        snprintf(number, sizeof number, "%d", index);
        if (snprintf(below, sizeof below, "%s%s%s", path, path[0] != '\0' ? "." : "",
                     node->kind == NODE_MAP ? child->key : number) < CONTACT_PATH_MAX)
            find_below(child, below, found);
    }
}

void contacts_find(const struct node *root, const char *without, struct contacts *found) {
    found->count = 0;
    for (const struct node *child = root->first; child != NULL; child = child->next) {
        if (without == NULL || strcmp(child->key, without) != 0)
            find_below(child, child->key, found);
    }
}

const struct node *node_at_path(const struct node *node, const char *path) {
    char part[PATH_PART_MAX];
    while (node != NULL && path_part(path, part)) {
        long index;
        int count;
        path += strlen(part);
        node = node->kind == NODE_MAP      ? node_find(node, part)
               : node->kind == NODE_SCALAR ? NULL
               : path_index(part, &index)  ? node_at(node, index)
                                           : node_named(node, part, &count);
        if (*path++ == '\0') return node;
    }
    return NULL;
}

static const char *check_given(struct scenario *s, const char *at, const struct node *block) {
    const struct node *contact = node_at_path(s->reader.tree.root, at);
    char word[SHOWN_MAX];
    if (contact != NULL && contact->kind == NODE_MAP) {
        const char *path = tree_copy(&s->reader.tree, at, strlen(at));
        if (path == NULL) report_no_memory(&s->reader);
        return path;
    }
    report_error(&s->reader, block != NULL ? place_of(block, "at") : NULL,
                 "at is '%s'; it must be the path of a contact, such as impact.contact",
                 shown(at, word));
    return NULL;
}

// The usual place, where the law is left to whoever puts laws in.
static void find_usual(const struct reader *reader, struct contacts *found) {
    char usual[CONTACT_PATH_MAX];
    if (reader->kind == NULL) return;
    snprintf(usual, sizeof usual, "%s.contact", reader->kind->name);
    const struct node *contact = node_at_path(reader->tree.root, usual);
    if (contact != NULL && contact->kind == NODE_MAP)
        snprintf(found->path[found->count++], CONTACT_PATH_MAX, "%s", usual);
}

const char *contact_law_place(struct scenario *s, const char *at, const struct node *block) {
    struct reader *reader = &s->reader;
    struct contacts found;
    char text[512] = "";
    if (at != NULL) return check_given(s, at, block);
    contacts_find(reader->tree.root, block != NULL ? block->key : NULL, &found);
    if (found.count == 0) find_usual(reader, &found);
    if (found.count == 1) {
        const char *path = tree_copy(&reader->tree, found.path[0], strlen(found.path[0]));
        if (path == NULL) report_no_memory(reader);
        return path;
    }
    for (int i = 0; i < found.count && i < 6; i++) {
        text_append(text, sizeof text, i > 0 ? ", " : ": ");
        text_append(text, sizeof text, found.path[i]);
    }
    report_error(reader, block,
                 "the scenario has %d contacts; at must say which one the laws are put into%s",
                 found.count, text);
    return NULL;
}

// --- what a law takes ----------------------------------------------------------------------------

bool contact_law_takes(const dp_law *law, const char *path) {
    char key[PATH_PART_MAX];
    if (!path_part(path, key)) return false;
    const dp_pair_field *entry = dp_pair_field_at(dp_pair_index(key));
    return dp_law_param_index(law, key) >= 0 || (entry != NULL && contact_takes(entry)) ||
           field_find(contact_fields, key) != NULL;
}

bool contact_law_check_keys(struct scenario *s, const char *at) {
    const struct node *contact = node_at_path(s->reader.tree.root, at);
    int before = s->reader.count;
    for (const struct node *key = contact->first; key != NULL; key = key->next) {
        bool is_taken = strcmp(key->key, "law") == 0;
        char word[SHOWN_MAX];
        for (int i = 0; i < dp_law_count() && !is_taken; i++)
            is_taken = contact_law_takes(dp_law_at(i), key->key);
        if (!is_taken)
            report_error(&s->reader, key, "a contact of no law has '%s'", shown(key->key, word));
    }
    return s->reader.count == before;
}

// A plain number for the stiffness is N/m or N/m^1.5, as the law of the scenario has it; without
// one it is that of Hertz. A law of the other kind would take it for something else.
const char *contact_law_mismatch(const struct scenario *s, const char *at, const dp_law *law) {
    const struct node *contact = node_at_path(s->reader.tree.root, at);
    const struct node *given = node_find(contact, "stiffness"), *name = node_find(contact, "law");
    const dp_law *own = name != NULL && name->kind == NODE_SCALAR ? dp_law_find(name->text) : NULL;
    const dp_pair_field *entry = dp_pair_field_at(dp_pair_index("stiffness"));
    char *end;
    if (given == NULL || given->kind != NODE_SCALAR) return NULL;
    strtod(given->text, &end);
    if (end == given->text || *end != '\0') return NULL;
    bool is_other = strcmp(dp_pair_unit(own != NULL ? own : dp_law_find("hertz"), entry),
                           dp_pair_unit(law, entry)) != 0;
    return is_other ? "the stiffness of the scenario has another unit in this law; give it one, "
                      "or modulus and radius"
                    : NULL;
}

// --- the law in the contact ----------------------------------------------------------------------

static struct node *scalar(struct tree *tree, const char *key, const char *text, int line) {
    struct node *node = node_new(tree, NODE_SCALAR);
    if (node == NULL) return NULL;
    node->key = key;
    node->text = text;
    node->line = node->key_line = line;
    node->set = -1;
    return node;
}

static bool copy_keys(struct tree *tree, const struct node *old, const struct law_change *change,
                      struct node *contact) {
    for (const struct node *child = old->first; child != NULL; child = child->next) {
        if (strcmp(child->key, "law") == 0 || !contact_law_takes(change->law, child->key) ||
            (change->drops != NULL && change->drops(change->user, child->key)))
            continue;
        struct node *copy = node_copy(tree, child, NULL);
        if (copy == NULL) return false;
        copy->key = child->key;
        node_append(contact, copy);
    }
    return true;
}

const struct node *contact_law_put(struct scenario *s, const struct law_change *change) {
    struct reader reader = s->reader;
    struct tree *tree = &s->reader.tree;
    const struct node *old = node_at_path(tree->root, change->at);
    struct node *contact = node_new(tree, NODE_MAP);
    struct node *root = node_copy(tree, tree->root, change->without);
    struct node *name = scalar(tree, "law", change->law->name, old->line);
    if (contact == NULL || root == NULL || name == NULL) return NULL;
    contact->line = old->line;
    contact->key_line = old->key_line;
    contact->set = -1;
    contact->is_flow = old->is_flow;
    node_append(contact, name);
    if (!copy_keys(tree, old, change, contact)) return NULL;
    // the path leads somewhere in this copy, too
    reader.tree = *tree;
    reader.tree.root = root;
    bool is_put = path_put(&reader, change->at, contact, old);
    *tree = (struct tree){
        .root = tree->root, .chunk = reader.tree.chunk, .node_count = reader.tree.node_count};
    return is_put ? root : NULL;
}
