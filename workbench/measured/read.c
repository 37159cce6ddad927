// The measured table: its columns in SI.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/quantity.h"
#include "base/words.h"
#include "measured/measured.h"
#include "scenario/csv.h"

// A row of the file: x first, then the columns in their order.
struct cells {
    const struct node *node;
    double value[MEASURED_COLUMNS_MAX + 1];
};

static const char *name_of(const struct measured_column *column) {
    return column->of != NULL ? column->of : column->column;
}

// "force_17" is told by "force_B".
static const struct column *find_numbered(const struct column *columns, const char *name) {
    const char *line = strrchr(name, '_');
    if (line == NULL || line[1] == '\0' || line[1 + strspn(line + 1, "0123456789")] != '\0')
        return NULL;
    size_t length = (size_t)(line - name);
    for (; columns->name != NULL; columns++) {
        if (strncmp(columns->name, name, length) == 0 && strcmp(columns->name + length, "_B") == 0)
            return columns;
    }
    return NULL;
}

// Unit of a column of the series; NULL: not known (yet).
static const char *unit_of(const struct reader *reader, const struct table *series,
                           const char *name) {
    const char *unit;
    if (series != NULL) {
        int column = table_column(series, name);
        if (column < 0) return NULL;
        unit = series->unit[column];
    } else {
        const struct column *column = columns_find(reader->kind->columns, name);
        if (column == NULL) column = find_numbered(reader->kind->columns, name);
        if (column == NULL) return NULL;
        unit = column->unit;
    }
    return strcmp(unit, "") == 0 ? "1" : unit;
}

// Names of columns may depend on the run; before it they are not all known.
static bool are_all_known(const struct reader *reader) {
    for (const struct column *column = reader->kind->columns; column->name != NULL; column++) {
        if (column->type == COLUMN_ELSEWHERE) return false;
    }
    return true;
}

static void report_no_column(struct reader *reader, const struct table *series,
                             const struct node *at, const char *name) {
    struct word_list known = {.count = 0};
    char hint[WORDS_HINT_MAX], word[SHOWN_MAX];
    for (int i = 0; series != NULL && i < series->columns; i++)
        words_add(&known, series->name[i]);
    for (const struct column *c = reader->kind->columns; series == NULL && c->name != NULL; c++)
        words_add(&known, c->name);
    report_error(reader, at, "the series has no column '%s'%s", shown(name, word),
                 words_hint(&known, name, hint));
}

// A column that is taken twice, or is x as well.
static void check_twice(struct reader *reader, const struct measured_block *block) {
    const struct measured_column *column = block->columns.items;
    char word[SHOWN_MAX], other[WHERE_MAX];
    for (int i = 0; i < block->columns.count; i++) {
        if (strcmp(column[i].column, block->x) == 0)
            report_error(reader, column[i].node, "the column %s is x; it cannot be compared too",
                         shown(block->x, word));
        for (int j = 0; j < i; j++) {
            if (strcmp(column[i].column, column[j].column) == 0)
                report_error(reader, column[i].node, "the column %s is taken already (%s)",
                             shown(column[i].column, word), where(reader, column[j].node, other));
        }
    }
}

static bool read_shift(struct reader *reader, const struct measured_block *block, const char *unit,
                       double *shift) {
    dp_error err;
    *shift = 0.0;
    if (block->shift == NULL) return true;
    if (block->shift->kind != NODE_SCALAR) {
        report_error(reader, block->shift, "shift is %s; it must be a number in %s",
                     node_kind_name(block->shift), unit);
        return false;
    }
    if (dp_quantity_read("shift", block->shift->text, unit, shift, &err) == DP_OK) return true;
    report_error(reader, block->shift, "%s", err.text);
    return false;
}

// Fields of the file; units that are not known yet leave their column out. False after diagnostics.
static bool make_fields(struct reader *reader, const struct measured_block *block,
                        const struct table *series, struct field *field, struct measured *m) {
    const struct measured_column *column = block->columns.items;
    int before = reader->count;
    bool is_final = series != NULL || are_all_known(reader);
    m->x_unit = unit_of(reader, series, block->x);
    if (m->x_unit == NULL && is_final)
        report_no_column(reader, series, place_of(block->node, "x"), block->x);
    if (m->x_unit == NULL) return false;
    field[0] = (struct field){.key = block->x,
                              .type = FIELD_QUANTITY,
                              .unit = m->x_unit,
                              .is_required = true,
                              .offset = offsetof(struct cells, value[0])};
    for (int i = 0; i < block->columns.count; i++) {
        const char *name = name_of(&column[i]), *unit = unit_of(reader, series, name);
        if (unit == NULL && is_final)
            report_no_column(reader, series,
                             place_of(column[i].node, column[i].of != NULL ? "of" : "column"),
                             name);
        if (unit == NULL) continue;
        m->column[m->count] = column[i].column;
        m->of[m->count] = name;
        m->unit[m->count++] = unit;
        field[m->count] = (struct field){.key = column[i].column,
                                         .type = FIELD_QUANTITY,
                                         .unit = unit,
                                         .is_required = true,
                                         .offset = offsetof(struct cells, value[m->count])};
    }
    return reader->count == before;
}

static double *column_of(struct reader *reader, const struct list *rows, int column) {
    return csv_column(reader, rows, sizeof(struct cells), offsetof(struct cells, value[column]));
}

// An empty cell is nothing that was measured, but a row must be somewhere.
static bool check_x(struct reader *reader, const struct measured_block *block,
                    const struct list *rows) {
    const struct cells *cells = rows->items;
    for (int i = 0; i < rows->count; i++) {
        if (!isnan(cells[i].value[0])) continue;
        report_error(reader, place_of(block->node, "data"),
                     "in line %d of '%s', %s is empty; every row must have it", cells[i].node->line,
                     block->data, block->x);
        return false;
    }
    return true;
}

bool measured_read(struct reader *reader, const struct measured_block *block,
                   const struct table *series, struct measured *m) {
    struct field field[MEASURED_COLUMNS_MAX + 2] = {{0}};
    bool is_bare[MEASURED_COLUMNS_MAX + 2] = {false};
    struct list rows;
    int before = reader->count;
    *m = (struct measured){0};
    check_twice(reader, block);
    if (!make_fields(reader, block, series, field, m) || reader->count > before) return false;
    if (!read_shift(reader, block, m->x_unit, &m->shift)) return false;
    const struct csv_form form = {.fields = field,
                                  .row_size = sizeof(struct cells),
                                  .allows_others = true,
                                  .keeps_empty = true,
                                  .is_bare = is_bare};
    if (!csv_read_input(reader, place_of(block->node, "data"), block->data, &form, &rows) ||
        !check_x(reader, block, &rows))
        return false;
    csv_note_bare(field, is_bare, m->bare, sizeof m->bare);
    m->rows = rows.count;
    m->x = column_of(reader, &rows, 0);
    for (int i = 0; i < m->count && m->x != NULL; i++)
        m->value[i] = column_of(reader, &rows, i + 1);
    for (long i = 0; i < m->rows && m->x != NULL; i++)
        m->x[i] -= m->shift;
    return reader->count == before;
}

// What the run is asked to leave out cannot be compared.
static void check_output(struct reader *reader, const char *name, const struct node *at) {
    const struct node *series = node_find(node_find(reader->tree.root, "output"), "series");
    char word[SHOWN_MAX], other[WHERE_MAX];
    // chains and mechanisms always have the time
    if (series == NULL || series->kind != NODE_LIST) return;
    if (strcmp(name, "time") == 0 && !are_all_known(reader)) return;
    for (const struct node *item = series->first; item != NULL; item = item->next) {
        if (item->kind == NODE_SCALAR && strcmp(item->text, name) == 0) return;
    }
    report_error(reader, at, "the column %s is not in output.series (%s), so it is not recorded",
                 shown(name, word), where(reader, series, other));
}

void measured_check(struct reader *reader, const struct measured_block *block) {
    const struct measured_column *column = block->columns.items;
    struct measured measured;
    int before = reader->count;
    measured_read(reader, block, NULL, &measured);
    if (reader->count > before) return;
    check_output(reader, block->x, place_of(block->node, "x"));
    for (int i = 0; i < block->columns.count; i++)
        check_output(reader, name_of(&column[i]), column[i].node);
}
