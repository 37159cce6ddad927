// The text of a scenario that is written beside its results, where copies of its tables lie.

#define _POSIX_C_SOURCE 200809L  // open_memstream

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/utf8.h"
#include "scenario/input.h"
#include "scenario/parse.h"

// What a line of the head begins with; a copy of a copy has new lines in place of the old.
static const char head_start[] = "# " INPUT_FOLDER "/";
static const char head_middle[] = ".csv is a copy of ";

static const char *skip_head(const char *text) {
    for (;;) {
        const char *at = text;
        if (strncmp(at, head_start, sizeof head_start - 1) != 0) return text;
        at += sizeof head_start - 1;
        at += strspn(at, "0123456789");
        if (strncmp(at, head_middle, sizeof head_middle - 1) != 0) return text;
        at += strcspn(at, "\n");
        text = at + (*at == '\n');
    }
}

static void put_head(const struct inputs *inputs, FILE *stream) {
    for (const struct input_file *file = inputs_first(inputs); file != NULL; file = file->next) {
        char word[SHOWN_MAX];
        fprintf(stream, "%s%d%s%s, %zu bytes, CRC-64 %016" PRIx64 "\n", head_start, file->number,
                head_middle, shown(file->given, word), file->bytes, file->checksum);
    }
}

// --- in the text itself, so that comments stay ---------------------------------------------------

struct edit {
    size_t start, end;  // characters from 0
    int style, number;
};

struct edits {
    struct edit *item;
    int count, room;
    bool lacks_memory;
};

static void add_edit(struct edits *edits, const struct node *node, int number) {
    if (edits->count == edits->room) {
        int room = 2 * edits->room + 16;
        struct edit *more = realloc(edits->item, (size_t)room * sizeof *more);
        edits->lacks_memory = edits->lacks_memory || more == NULL;
        if (more == NULL) return;
        edits->item = more;
        edits->room = room;
    }
    edits->item[edits->count++] =
        (struct edit){node->start - 1, node->end - 1, node->style, number};
}

static void find_edits(const struct inputs *inputs, const struct node *node, struct edits *edits) {
    const struct input_file *file = inputs_named(inputs, node);
    if (file != NULL) add_edit(edits, node, file->number);
    for (const struct node *child = node->first; child != NULL; child = child->next)
        find_edits(inputs, child, edits);
}

static int by_start(const void *a, const void *b) {
    const struct edit *first = a, *second = b;
    return first->start < second->start ? -1 : first->start > second->start;
}

// The text behind so many characters.
static const char *skip(const char *text, size_t characters) {
    unsigned code;
    while (characters-- > 0 && *text != '\0')
        text += utf8_next(text, &code);
    return text;
}

static void put_edited(const char *text, const struct edits *edits, FILE *stream) {
    size_t done = 0;
    // a mark of the byte order does not count
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;
    const char *head = skip_head(text);
    while (text < head) {
        unsigned code;
        text += utf8_next(text, &code);
        done++;
    }
    for (int i = 0; i < edits->count; i++) {
        const struct edit *edit = &edits->item[i];
        if (edit->start < done) continue;
        const char *from = skip(text, edit->start - done);
        bool is_block =
            edit->style == YAML_LITERAL_SCALAR_STYLE || edit->style == YAML_FOLDED_SCALAR_STYLE;
        fwrite(text, 1, (size_t)(from - text), stream);
        fprintf(stream, INPUT_FOLDER "/" INPUT_NAME "%s", edit->number, is_block ? "\n" : "");
        text = skip(from, edit->end - edit->start);
        done = edit->end;
    }
    fputs(text, stream);
}

// --- where it was changed by --set ---------------------------------------------------------------

static bool rename_values(const struct inputs *inputs, struct tree *tree, struct node *node) {
    const struct input_file *file = inputs_named(inputs, node);
    char name[40];
    if (file != NULL) {
        snprintf(name, sizeof name, INPUT_FOLDER "/" INPUT_NAME, file->number);
        node->text = tree_copy(tree, name, strlen(name));
        node->style = YAML_PLAIN_SCALAR_STYLE;
        if (node->text == NULL) return false;
    }
    for (struct node *child = node->first; child != NULL; child = child->next)
        if (!rename_values(inputs, tree, child)) return false;
    return true;
}

static bool put_nodes(const struct inputs *inputs, const struct node *root, FILE *stream) {
    struct tree tree = {.root = NULL};
    struct node *copy = node_copy(&tree, root, NULL);
    bool is_done = copy != NULL && rename_values(inputs, &tree, copy);
    char *text = is_done ? node_write(copy, "# changed by --set\n") : NULL;
    if (text != NULL) fputs(text, stream);
    is_done = text != NULL;
    free(text);
    tree_free(&tree);
    return is_done;
}

char *input_rename(const struct inputs *inputs, const struct node *root, const char *text) {
    char *out = NULL;
    size_t size;
    struct edits edits = {.item = NULL};
    FILE *stream = open_memstream(&out, &size);
    if (stream == NULL) return NULL;
    put_head(inputs, stream);
    bool is_done = true;
    if (text != NULL) {
        find_edits(inputs, root, &edits);
        if (edits.count > 0) qsort(edits.item, (size_t)edits.count, sizeof *edits.item, by_start);
        put_edited(text, &edits, stream);
        is_done = !edits.lacks_memory;
    } else {
        is_done = put_nodes(inputs, root, stream);
    }
    free(edits.item);
    if (fclose(stream) == 0 && is_done) return out;
    free(out);
    return NULL;
}

// --- in a table ----------------------------------------------------------------------------------

// Bytes of the field at the start of a text, its quotes included.
static size_t field_size(const char *text) {
    if (*text != '"') return strcspn(text, ",\r\n");
    size_t size = 1;
    while (text[size] != '\0' && (text[size] != '"' || text[size + 1] == '"'))
        size += text[size] == '"' ? 2 : 1;
    return text[size] == '"' ? size + 1 : size;
}

static const struct input_cell *cell_of(const struct inputs *inputs, const char *text,
                                        size_t size) {
    bool is_quoted = size >= 2 && text[0] == '"' && text[size - 1] == '"';
    if (is_quoted) {
        text++;
        size -= 2;
    }
    while (!is_quoted && size > 0 && strchr(" \t", text[0]) != NULL) {
        text++;
        size--;
    }
    while (!is_quoted && size > 0 && strchr(" \t", text[size - 1]) != NULL)
        size--;
    const struct input_cell *cell = inputs_cells(inputs);
    while (cell != NULL && (strlen(cell->text) != size || memcmp(cell->text, text, size) != 0))
        cell = cell->next;
    return cell;
}

char *input_rename_cells(const struct inputs *inputs, const struct input_file *file, size_t *size) {
    char *out = NULL;
    FILE *stream = open_memstream(&out, size);
    if (stream == NULL) return NULL;
    for (const char *at = file->text; *at != '\0' && inputs_cells(inputs) != NULL;) {
        size_t length = field_size(at);
        const struct input_cell *cell = cell_of(inputs, at, length);
        if (cell != NULL)
            fprintf(stream, INPUT_FOLDER "/" INPUT_NAME, cell->number);
        else
            fwrite(at, 1, length, stream);
        at += length;
        if (*at != '\0') fputc(*at++, stream);
    }
    if (inputs_cells(inputs) == NULL) fwrite(file->text, 1, file->bytes, stream);
    if (fclose(stream) == 0) return out;
    free(out);
    return NULL;
}
