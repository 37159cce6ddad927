// See variant.h.

#include "study/variant.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/override.h"

static void put_changes(struct scenario *variant, const struct change *changes, int count) {
    struct reader *reader = &variant->reader;
    for (int i = 0; i < count && reader->count == 0; i++) {
        const struct node *node = changes[i].node;
        const struct node here = {.line = node->line, .set = node->set};
        struct node *copy = node_copy(&reader->tree, node, NULL);
        // the text of a number may end before the variant does
        if (copy != NULL && copy->kind == NODE_SCALAR) {
            copy->text = tree_copy(&reader->tree, node->text, strlen(node->text));
            if (copy->text == NULL) copy = NULL;
        }
        if (copy == NULL)
            report_no_memory(reader);
        else
            path_put(reader, changes[i].path, copy, &here);
    }
}

struct scenario *variant_make(const struct scenario *s, const struct node *root,
                              const struct change *changes, int count, struct chunk **spare,
                              dp_diagnostic *diagnostic) {
    struct scenario *variant = calloc(1, sizeof *variant);
    diagnostic_clear(diagnostic);
    if (variant == NULL) {
        report_system_error(diagnostic, "%.700s: out of memory", s->reader.file);
        return NULL;
    }
    struct reader *reader = &variant->reader;
    *reader = (struct reader){.file = s->reader.file,
                              .set = s->reader.set,
                              .set_count = s->reader.set_count,
                              .kinds = s->reader.kinds,
                              .allows_unphysical = s->reader.allows_unphysical,
                              .is_variant = true,
                              .inputs = s->reader.inputs,
                              .diagnostic = diagnostic};
    variant->text = s->text;
    reader->tree.spare = spare;
    reader->tree.root = node_copy(&reader->tree, root, s->sweep != NULL ? "sweep" : "fit");
    // what was measured over the points is compared with all of them
    if (reader->tree.root != NULL && s->common.measured.node != NULL)
        node_remove(reader->tree.root, "measured");
    if (reader->tree.root == NULL) report_no_memory(reader);
    if (reader->count == 0) put_changes(variant, changes, count);
    if (reader->count == 0) scenario_interpret(variant);
    reader->diagnostic = NULL;
    if (reader->count == 0) return variant;
    scenario_free(variant);
    return NULL;
}
