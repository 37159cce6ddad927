// What stands in the data besides the columns of the fit.

#include "fit/headings.h"

#include <string.h>

#include "base/words.h"
#include "result/result.h"
#include "scenario/input.h"

struct fit_heading *fit_heading_find(const struct fit *fit, const char *name) {
    for (int i = 0; i < fit->heading_count; i++) {
        if (strcmp(fit->heading[i].name, name) == 0) return &fit->heading[i];
    }
    return NULL;
}

// --- reading -------------------------------------------------------------------------------------

struct scan {
    struct tree *tree;
    struct fit *fit;
    int by;  // the column that groups; -1: none
    long rows;
    bool has_headings, lacks_memory;
};

static bool take_headings(struct scan *scan, const char *const *cell, int count) {
    struct fit *fit = scan->fit;
    scan->has_headings = true;
    if (fit->heading != NULL) return true;
    fit->heading = tree_alloc(scan->tree, (size_t)count * sizeof *fit->heading);
    if (fit->heading == NULL) return false;
    for (int i = 0; i < count; i++) {
        struct fit_heading *heading = &fit->heading[i];
        *heading = (struct fit_heading){.is_text = true};
        csv_split_head(cell[i], heading->name, heading->unit);
        if (fit->block.by != NULL && strcmp(heading->name, fit->block.by) == 0) scan->by = i;
    }
    fit->heading_count = count;
    return true;
}

static int text_number(const struct fit_heading *heading, const char *cell) {
    for (int i = 0; i < heading->text_count && i < FIT_GROUPS_MAX; i++) {
        if (strcmp(heading->text[i], cell) == 0) return i;
    }
    return -1;
}

static void take_text(struct scan *scan, struct fit_heading *heading, const char *cell) {
    bool is_number = cell[0] != '\0' && strchr("+-.0123456789", cell[0]) != NULL;
    heading->is_text = heading->is_text && cell[0] != '\0' && !is_number;
    if (text_number(heading, cell) >= 0) return;
    if (heading->text_count >= FIT_GROUPS_MAX) {
        heading->text_count = FIT_GROUPS_MAX + 1;
        return;
    }
    const char *copy = tree_copy(scan->tree, cell, strlen(cell));
    scan->lacks_memory = scan->lacks_memory || copy == NULL;
    heading->text[heading->text_count++] = copy != NULL ? copy : "";
}

// First the different texts of each column.
static bool take_line(void *user, const char *const *cell, int count) {
    struct scan *scan = user;
    if (!scan->has_headings) {
        scan->lacks_memory = !take_headings(scan, cell, count);
        return !scan->lacks_memory;
    }
    for (int i = 0; i < count && i < scan->fit->heading_count; i++)
        take_text(scan, &scan->fit->heading[i], cell[i]);
    scan->rows++;
    return !scan->lacks_memory;
}

// Then, of each row, the group of `by`, and a number for the texts of the columns that group.
static bool take_kinds(void *user, const char *const *cell, int count) {
    struct scan *scan = user;
    struct fit *fit = scan->fit;
    if (!scan->has_headings) return take_headings(scan, cell, count);
    long row = scan->rows++;
    fit->kind[row] = 0;
    for (int i = 0; i < count && i < fit->heading_count; i++) {
        const struct fit_heading *heading = &fit->heading[i];
        if (i == scan->by) fit->group[row] = text_number(heading, cell[i]);
        if (heading->groups)
            fit->kind[row] = fit->kind[row] * FIT_GROUPS_MAX + text_number(heading, cell[i]);
    }
    return true;
}

// A table that stands in the scenario; mistakes of its form are found when it is read.
static void scan_nodes(struct scan *scan, const struct node *heads, const struct node *lines,
                       bool (*take)(void *user, const char *const *cell, int count)) {
    const char *cell[FIT_CELLS_MAX];
    const struct node *list = heads;
    for (const struct node *line = lines->first; list != NULL;) {
        int count = 0;
        for (const struct node *at = list->first; at != NULL && count < FIT_CELLS_MAX;
             at = at->next) {
            bool is_empty = at->kind != NODE_SCALAR || strcmp(at->text, "null") == 0 ||
                            strcmp(at->text, "~") == 0;
            cell[count++] = is_empty ? "" : at->text;
        }
        if (!take(scan, cell, count)) return;
        list = line;
        line = line != NULL ? line->next : NULL;
    }
}

static bool scan_file(struct scenario *s, struct scan *scan,
                      bool (*take)(void *user, const char *const *cell, int count)) {
    struct reader *reader = &s->reader;
    const struct fit_block *block = &s->fit->block;
    const char *file = reader->file, *name = input_path(reader, block->data);
    if (name == NULL) return false;
    reader->file = name;
    bool is_read = csv_read_lines(reader, take, scan);
    reader->file = file;
    const struct node *map = block->series.node != NULL ? block->series.node : block->node;
    if (!is_read)
        report_error(reader, place_of(map, "data"), "data is '%s', and that file is not in order",
                     block->data);
    return is_read;
}

static bool check_by(struct scenario *s, const struct scan *scan) {
    const struct fit *fit = s->fit;
    const struct node *at = place_of(fit->block.node, "by");
    struct word_list known = {.count = 0};
    char word[SHOWN_MAX], hint[WORDS_HINT_MAX];
    if (fit->block.by == NULL) return true;
    shown(fit->block.by, word);
    for (int i = 0; i < fit->heading_count; i++)
        words_add(&known, fit->heading[i].name);
    if (scan->by < 0) {
        report_error(&s->reader, at, "by is '%s'; it must be a column of the data%s", word,
                     words_hint(&known, fit->block.by, hint));
        return false;
    }
    struct fit_heading *heading = &fit->heading[scan->by];
    heading->is_used = true;
    if (heading->text_count <= FIT_GROUPS_MAX) return true;
    report_error(&s->reader, at, "%s has more than %d different values; by fits one law to each",
                 word, FIT_GROUPS_MAX);
    return false;
}

static bool scan_table(struct scenario *s, struct scan *scan,
                       bool (*take)(void *user, const char *const *cell, int count)) {
    const struct fit_block *block = &s->fit->block;
    scan->has_headings = false;
    scan->rows = 0;
    if (block->data != NULL) return scan_file(s, scan, take);
    scan_nodes(scan, block->columns, block->rows, take);
    return true;
}

// Few different texts in a column say which rows belong together. Three such columns fit into a
// number.
static bool find_grouping(struct fit *fit, long rows) {
    int count = 0;
    for (int i = 0; i < fit->heading_count; i++) {
        struct fit_heading *heading = &fit->heading[i];
        heading->groups = count < 3 && heading->is_text && heading->text_count > 1 &&
                          heading->text_count <= FIT_GROUPS_MAX && 2L * heading->text_count <= rows;
        count += heading->groups;
    }
    return count > 0;
}

bool fit_read_headings(struct scenario *s) {
    struct fit *fit = s->fit;
    struct tree *tree = &s->reader.tree;
    struct scan scan = {.tree = tree, .fit = fit, .by = -1};
    if (!scan_table(s, &scan, take_line)) return false;
    if (!scan.lacks_memory && !check_by(s, &scan)) return false;
    if (!scan.lacks_memory && scan.rows <= FIT_ROWS_MAX &&
        (find_grouping(fit, scan.rows) || scan.by >= 0)) {
        size_t size = (size_t)scan.rows + 1;
        fit->group = scan.by >= 0 ? tree_alloc(tree, size * sizeof *fit->group) : NULL;
        fit->kind = tree_alloc(tree, size * sizeof *fit->kind);
        scan.lacks_memory = fit->kind == NULL || (scan.by >= 0 && fit->group == NULL);
        if (!scan.lacks_memory && !scan_table(s, &scan, take_kinds)) return false;
    }
    if (scan.lacks_memory) report_no_memory(&s->reader);
    return !scan.lacks_memory;
}

// --- notes ---------------------------------------------------------------------------------------

static void list_texts(const struct fit_heading *heading, char *text, size_t size) {
    for (int i = 0; i < heading->text_count; i++)
        text_print(text, size, "%s%.40s", i > 0 ? ", " : "", heading->text[i]);
}

static bool is_unused(const struct fit_heading *heading) {
    return !heading->is_used && heading->name[0] != '\0';
}

void fit_tell_headings(const struct fit *fit, struct outcome *outcome) {
    char names[400] = "";
    int count = 0, left = 0;
    for (int i = 0; i < fit->heading_count; i++)
        left += is_unused(&fit->heading[i]);
    for (int i = 0; i < fit->heading_count; i++) {
        const struct fit_heading *heading = &fit->heading[i];
        if (!is_unused(heading)) continue;
        const char *joint = count == 0 ? "" : count == left - 1 ? " and " : ", ";
        text_print(names, sizeof names, "%s%s", joint, heading->name);
        count++;
    }
    if (count > 0)
        add_note(outcome, "The column%s %s of the data %s not used.", count > 1 ? "s" : "", names,
                 count > 1 ? "are" : "is");
    for (int i = 0; i < fit->heading_count && fit->block.by == NULL; i++) {
        const struct fit_heading *heading = &fit->heading[i];
        char texts[300] = "";
        if (!heading->groups || heading->is_used) continue;
        list_texts(heading, texts, sizeof texts);
        add_note(outcome,
                 "%s has %d different values (%s), and one law was fitted to all of them; `by: %s` "
                 "in fit, or --by %s, fits each of them.",
                 heading->name, heading->text_count, texts, heading->name, heading->name);
    }
}
