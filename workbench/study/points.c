// A list of points: rows of a CSV file. A cell is what the key would take: a number in the unit of
// its heading, a number with a unit of its own, or a word.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/quantity.h"
#include "base/words.h"
#include "scenario/csv.h"
#include "scenario/input.h"
#include "study/plan.h"

// Words of a column that can be told apart by hand.
enum { DIFFERENT_MAX = 1000 };

// A row of the file as it is read.
struct cells {
    const struct node *node;
    const char *text[SWEEP_AXES_MAX];
};

// Columns that are wanted of the file; several parameters may share one.
struct wanted {
    struct field field[SWEEP_AXES_MAX + 1];
    char unit[SWEEP_AXES_MAX][CSV_UNIT_MAX];
    int column[SWEEP_AXES_MAX];  // of each parameter
    int count;
};

// One column on its way to values.
struct reading {
    struct reader *reader;
    struct sweep_axis *axis;
    struct key key;
    const char *unit;  // of its heading; "": none
    bool has_plain;    // a number had no unit at all
};

static void want(struct wanted *wanted, int axis, const char *name) {
    int at = 0;
    while (at < wanted->count && strcmp(wanted->field[at].key, name) != 0)
        at++;
    wanted->column[axis] = at;
    if (at < wanted->count) return;
    wanted->field[wanted->count++] = (struct field){.key = name,
                                                    .type = FIELD_TEXT,
                                                    .is_required = true,
                                                    .offset = offsetof(struct cells, text[at])};
}

static bool is_plain_number(const char *cell) {
    char word[SHOWN_MAX];
    return strcmp(shown(cell, word), cell) == 0 && quantity_is_bare(cell);
}

// The cell with the unit of its heading, if it brings none.
static const char *full_text(struct reading *c, const char *cell, char *text, size_t size) {
    if (!is_plain_number(cell)) return cell;
    c->has_plain = c->has_plain || c->unit[0] == '\0';
    if (c->unit[0] == '\0') return cell;
    snprintf(text, size, "%s %s", cell, c->unit);
    return text;
}

// NaN: a word. False after a diagnostic.
static bool read_number(struct reading *c, const struct node *place, const char *cell,
                        double *value) {
    char text[SHOWN_MAX + CSV_UNIT_MAX + 2];
    struct node at = *place;
    *value = NAN;
    at.kind = NODE_SCALAR;
    at.text = cell;
    if (c->unit[0] == '\0' && axis_may_be_word(&c->key, &at)) return true;
    at.text = full_text(c, cell, text, sizeof text);
    return axis_number(c->reader, &c->key, c->axis->block->column, &at, value);
}

static int word_number(struct sweep_axis *axis, const char *word) {
    int at = 0;
    while (at < axis->word_count && strcmp(axis->word[at], word) != 0)
        at++;
    if (at < DIFFERENT_MAX && at == axis->word_count) axis->word[axis->word_count++] = word;
    return at;
}

// All of a column are words, where one is.
static bool name_cells(struct reading *c, const struct cells *cells, int column) {
    struct sweep_axis *axis = c->axis;
    axis->word = tree_alloc(&c->reader->tree, DIFFERENT_MAX * sizeof *axis->word);
    if (axis->word == NULL) {
        report_no_memory(c->reader);
        return false;
    }
    for (long i = 0; i < axis->count; i++) {
        int number = word_number(axis, cells[i].text[column]);
        axis->value[i] = number;
        if (number < DIFFERENT_MAX) continue;
        report_error(c->reader, cells[i].node, "%s has more than %d different words",
                     axis->block->column, DIFFERENT_MAX);
        return false;
    }
    return true;
}

// A unit that says there is none belongs to a pure number.
static bool take_unit(struct reading *c, const char *unit) {
    bool is_pure = strcmp(unit, "1") == 0 || strcmp(unit, "-") == 0;
    c->unit = is_pure ? "" : unit;
    if (c->unit[0] != '\0' && !c->key.takes_numbers) {
        report_error(c->reader, NULL, "%s has a unit, [%s]; it must be names",
                     c->axis->block->column, unit);
        return false;
    }
    if (!is_pure || key_unit(&c->key)[0] == '\0') return true;
    report_error(c->reader, NULL, "%s is in [%s]; its unit must be %s or of the same kind",
                 c->axis->block->column, unit, key_unit(&c->key));
    return false;
}

static bool read_column(struct reading *c, const struct list *rows, int column) {
    const struct cells *cells = rows->items;
    struct sweep_axis *axis = c->axis;
    bool are_numbers = true;
    axis->count = rows->count;
    axis->value = tree_alloc(&c->reader->tree, (size_t)rows->count * sizeof *axis->value);
    if (axis->value == NULL) {
        report_no_memory(c->reader);
        return false;
    }
    for (int i = 0; i < rows->count; i++) {
        const char *cell = cells[i].text[column];
        if (cell == NULL) {
            report_error(c->reader, cells[i].node, "%s is empty; every point must have it",
                         axis->block->column);
            return false;
        }
        if (!read_number(c, cells[i].node, cell, &axis->value[i])) return false;
        are_numbers = are_numbers && !isnan(axis->value[i]);
    }
    if (!are_numbers) return name_cells(c, cells, column);
    const char **text = tree_alloc(&c->reader->tree, (size_t)rows->count * sizeof *text);
    const char *unit = tree_copy(&c->reader->tree, c->unit, strlen(c->unit));
    if (text == NULL || unit == NULL) report_no_memory(c->reader);
    for (int i = 0; i < rows->count && text != NULL; i++)
        text[i] = cells[i].text[column];
    return text != NULL && unit != NULL && axis_write(c->reader, axis, unit, text);
}

// Numbers that had no unit are taken as SI, which the reader should know.
static void note_bare(struct sweep *sweep, const struct reading *c) {
    const struct sweep_axis *axis = c->axis;
    if (!c->has_plain || axis->word != NULL || axis->si[0] == '\0') return;
    text_print(sweep->bare, sizeof sweep->bare, "%scolumn %.40s has no unit: read as %s",
               sweep->bare[0] != '\0' ? "; " : "", axis->block->column, axis->si);
}

bool points_read(struct reader *reader, struct sweep *sweep) {
    const char *file = reader->file, *data = sweep->block.data, *name = input_path(reader, data);
    struct wanted wanted = {.count = 0};
    struct list rows;
    bool is_good = name != NULL;
    for (int i = 0; i < sweep->axis_count; i++)
        want(&wanted, i, sweep->axis[i].block->column);
    const struct csv_form form = {.fields = wanted.field,
                                  .row_size = sizeof(struct cells),
                                  .allows_others = true,
                                  .unit = wanted.unit};
    const struct node *at = place_of(sweep->block.node, "data");
    if (!is_good || !csv_read_input(reader, at, data, &form, &rows)) return false;
    reader->file = name;  // complaints name the table
    for (int i = 0; i < sweep->axis_count && is_good; i++) {
        struct sweep_axis *axis = &sweep->axis[i];
        struct reading column = {.reader = reader, .axis = axis};
        column.key = key_of(reader, reader->tree.root, axis->block->path);
        is_good = take_unit(&column, wanted.unit[wanted.column[i]]) &&
                  read_column(&column, &rows, wanted.column[i]);
        note_bare(sweep, &column);
    }
    reader->file = file;
    sweep->design.count = rows.count;
    return is_good;
}
