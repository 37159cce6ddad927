// The measured table: which columns are used, and their values in SI.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "base/words.h"
#include "fit/headings.h"
#include "fit/plan.h"
#include "scenario/csv.h"
#include "scenario/input.h"
#include "scenario/override.h"
#include "study/key.h"

void fit_report_row(struct reader *reader, const struct fit *fit, const struct node *row,
                    const char *text) {
    const char *file = reader->file, *data = fit->block.data;
    const char *name = data != NULL ? input_path(reader, data) : file;
    if (name == NULL) return;
    reader->file = name;
    report_error(reader, row, "%s", text);
    reader->file = file;
}

// A row of the table as it is read.
struct cells {
    const struct node *node;
    double value[FIT_COLUMNS_MAX];
};

// Columns that are wanted of the table.
struct wanted {
    struct field field[FIT_COLUMNS_MAX + 1];
    bool is_bare[FIT_COLUMNS_MAX];
    int count;
};

// Its number; a column may serve twice.
static int want(struct wanted *wanted, const char *name, const char *unit) {
    for (int i = 0; i < wanted->count; i++) {
        if (strcmp(wanted->field[i].key, name) == 0) return i;
    }
    int at = wanted->count++;
    wanted->field[at] = (struct field){.key = name,
                                       .type = FIELD_QUANTITY,
                                       .unit = unit[0] != '\0' ? unit : "1",
                                       .is_required = true,
                                       .offset = offsetof(struct cells, value[at])};
    return at;
}

// The file's own columns are all the reader has to go by when one of them is missing.
static bool read_table(struct scenario *s, struct reader *reader, struct wanted *wanted,
                       bool keeps_empty, struct list *rows) {
    struct fit *fit = s->fit;
    const struct fit_block *block = &fit->block;
    const struct csv_form form = {.fields = wanted->field,
                                  .row_size = sizeof(struct cells),
                                  .allows_others = true,
                                  .keeps_empty = keeps_empty,
                                  .is_bare = wanted->is_bare};
    wanted->field[wanted->count] = (struct field){.key = NULL};
    for (int i = 0; i < wanted->count; i++) {
        struct fit_heading *heading = fit_heading_find(fit, wanted->field[i].key);
        if (heading != NULL) heading->is_used = true;
    }
    if (block->data != NULL) {
        const struct node *map = fit->is_curve ? block->series.node : block->node;
        fit->file = block->data;
        return csv_read_input(reader, place_of(map, "data"), block->data, &form, rows);
    }
    fit->file = reader->file;
    return csv_read_nodes(reader, block->columns, block->rows, &form, rows);
}

// Of the rows that are kept.
static double *column_of(struct reader *reader, const struct fit *fit, const struct list *rows,
                         int column) {
    double *value =
        csv_column(reader, rows, sizeof(struct cells), offsetof(struct cells, value[column]));
    for (long row = 0; value != NULL && fit->source != NULL && row < fit->rows; row++)
        value[row] = value[fit->source[row]];
    return value;
}

// --- heights -------------------------------------------------------------------------------------

// A ball that is dropped meets the floor with sqrt(2 g h), where h is the gap below it, and comes
// back up to e^2 h. A column speed or restitution that the data do not have follows from the
// columns drop and rebound.
static const char drop[] = "drop", rebound[] = "rebound";
static const double gravity = 9.81;  // [m/s^2] as that of a bounce

static bool is_from_heights(const struct fit *fit, const char *column, const char *derived) {
    return strcmp(column, derived) == 0 && fit_heading_find(fit, column) == NULL &&
           fit_heading_find(fit, drop) != NULL &&
           (strcmp(derived, "speed") == 0 || fit_heading_find(fit, rebound) != NULL);
}

bool fit_speed_from_drop(const struct fit *fit, int input) {
    return is_from_heights(fit, fit->input[input].name, "speed") &&
           strcmp(fit->input[input].unit, "m/s") == 0;
}

double fit_speed_of_drop(double height) {
    return sqrt(2.0 * gravity * height);
}

double fit_drop_of_speed(double speed) {
    return 0.5 * speed * speed / gravity;
}

static bool check_height(struct reader *reader, const struct fit *fit, const struct node *row,
                         const char *name, double height, bool may_be_zero) {
    char text[120];
    if (isnan(height) || height > 0.0 || (may_be_zero && height == 0.0)) return true;
    snprintf(text, sizeof text, "%s is %g m; it must be positive", name, height);
    fit_report_row(reader, fit, row, text);
    return false;
}

// --- inputs --------------------------------------------------------------------------------------

// The rows that have all inputs; the others are left out, with a note.
static bool choose_rows(struct scenario *s, const struct list *rows, const int *column) {
    struct fit *fit = s->fit;
    const struct cells *cells = rows->items;
    struct tree *tree = &s->reader.tree;
    size_t size = (size_t)rows->count + 1;
    struct node *place = tree_alloc(tree, size * sizeof *place);
    long left_out = 0;
    fit->source = tree_alloc(tree, size * sizeof *fit->source);
    if (place == NULL || fit->source == NULL) {
        report_no_memory(&s->reader);
        return false;
    }
    const char *missing = "";
    for (long row = 0; row < rows->count; row++) {
        bool is_whole = true;
        for (int i = 0; i < fit->input_count && is_whole; i++) {
            is_whole = !isnan(cells[row].value[column[i]]);
            if (!is_whole) missing = fit->input[i].name;
        }
        if (is_whole) {
            place[fit->rows] = *cells[row].node;
            fit->source[fit->rows++] = row;
        } else if (++left_out <= 20) {
            text_print(fit->empty, sizeof fit->empty, "%s%ld", left_out > 1 ? ", " : "", row + 1);
        }
    }
    fit->place = place;
    fit->read_rows = rows->count;
    if (fit->rows == 0 && rows->count > 0) {
        char text[160];
        snprintf(text, sizeof text, "%.60s is empty; it must be a number in every row", missing);
        fit_report_row(&s->reader, fit, cells[0].node, text);
        return false;
    }
    if (left_out > 20) text_append(fit->empty, sizeof fit->empty, ", ...");
    if (left_out > 0)
        text_print(fit->empty, sizeof fit->empty, " (%ld of %d): an input is empty", left_out,
                   rows->count);
    return true;
}

bool fit_read_inputs(struct scenario *s) {
    struct reader *reader = &s->reader;
    struct fit *fit = s->fit;
    const struct fit_input *input = fit->block.inputs.items;
    struct wanted wanted = {.count = 0};
    struct list rows;
    int column[FIT_INPUTS_MAX], before = reader->count;
    for (int i = 0; i < fit->block.inputs.count; i++) {
        struct key key = key_of(reader, reader->tree.root, input[i].path);
        char word[SHOWN_MAX];
        if (!path_is_good(input[i].path))
            report_error(reader, place_of(input[i].node, "path"),
                         "path is '%s'; it must be keys and numbers joined by dots",
                         shown(input[i].path, word));
        else if (!fit_check_key(reader, reader->tree.root, place_of(input[i].node, "path"),
                                input[i].path, &key))
            continue;
        fit->input[i] = (struct fit_column){
            .name = input[i].column, .path = input[i].path, .unit = key_unit(&key)};
        bool is_fallen = fit_speed_from_drop(fit, i);
        fit->falls = fit->falls || is_fallen;
        column[i] =
            is_fallen ? want(&wanted, drop, "m") : want(&wanted, input[i].column, key_unit(&key));
    }
    fit->input_count = fit->block.inputs.count;
    if (reader->count > before || !read_table(s, reader, &wanted, true, &rows)) return false;
    if (!choose_rows(s, &rows, column)) return false;
    for (int i = 0; i < fit->input_count; i++) {
        double *value = column_of(reader, fit, &rows, column[i]);
        if (value == NULL) return false;
        for (long row = 0; row < fit->rows && fit_speed_from_drop(fit, i); row++) {
            if (!check_height(reader, fit, &fit->place[row], drop, value[row], false)) return false;
            value[row] = fit_speed_of_drop(value[row]);
        }
        fit->input[i].value = value;
    }
    csv_note_bare(wanted.field, wanted.is_bare, fit->bare, sizeof fit->bare);
    return true;
}

bool fit_read_x(struct scenario *s, const char *unit) {
    struct fit *fit = s->fit;
    struct wanted wanted = {.count = 0};
    struct list rows;
    const char *name = fit->block.series.x;
    int column = want(&wanted, name, unit);
    if (!read_table(s, &s->reader, &wanted, false, &rows)) return false;
    fit->rows = rows.count;
    fit->place = rows.node;
    fit->input[0] = (struct fit_column){.name = name,
                                        .path = name,
                                        .unit = unit,
                                        .value = column_of(&s->reader, fit, &rows, column)};
    fit->input_count = 1;
    csv_note_bare(wanted.field, wanted.is_bare, fit->bare, sizeof fit->bare);
    return fit->input[0].value != NULL;
}

// --- targets -------------------------------------------------------------------------------------

// `sigma` of a target: a column by its name, or a number in SI or with a unit.
static bool read_sigma(struct reader *reader, const struct fit_measured *target,
                       const struct node *node, struct wanted *wanted, double *fixed, int *column) {
    dp_error err;
    const char *unit = target->column.unit[0] != '\0' ? target->column.unit : "1";
    *fixed = NAN;
    *column = -1;
    if (node == NULL) return true;
    if (node->kind != NODE_SCALAR) {
        report_error(reader, node, "sigma is %s; it must be a number or the name of a column",
                     node_kind_name(node));
        return false;
    }
    bool is_number = node->text[0] != '\0' && strchr("+-.0123456789", node->text[0]) != NULL;
    if (!is_number) {
        *column = want(wanted, node->text, unit);
        return true;
    }
    if (dp_quantity_read("sigma", node->text, unit, fixed, &err) != DP_OK) {
        report_error(reader, node, "%s", err.text);
        return false;
    }
    if (*fixed > 0.0) return true;
    report_error(reader, node, "sigma is %g; it must be positive", *fixed);
    return false;
}

static bool read_range(struct reader *reader, struct fit_measured *target,
                       const struct node *node) {
    const char *unit = target->column.unit[0] != '\0' ? target->column.unit : "1";
    double *end[] = {&target->low, &target->high};
    target->low = -INFINITY;
    target->high = INFINITY;
    if (node == NULL) return true;
    if (node->kind != NODE_LIST || node->count != 2) {
        report_error(reader, node, "range is %s; it must be [low, high]", node_kind_name(node));
        return false;
    }
    for (int i = 0; i < 2; i++) {
        const struct node *at = node_at(node, i);
        dp_error err;
        bool is_open = at->kind == NODE_SCALAR && strcmp(at->text, "null") == 0;
        if (is_open) continue;
        if (at->kind != NODE_SCALAR ||
            dp_quantity_read("range", at->text, unit, end[i], &err) != DP_OK) {
            report_error(reader, at, "an end of range is not a number in %s", unit);
            return false;
        }
    }
    if (target->low < target->high) return true;
    report_error(reader, node, "range goes from %g to %g; the first end must be the lower one",
                 target->low, target->high);
    return false;
}

static bool fill_sigma(struct reader *reader, const struct fit *fit, const struct list *rows,
                       struct fit_measured *target, double fixed, int column) {
    const struct cells *cells = rows->items;
    target->sigma = tree_alloc(&reader->tree, ((size_t)rows->count + 1) * sizeof(double));
    if (target->sigma == NULL) {
        report_no_memory(reader);
        return false;
    }
    for (long i = 0; i < fit->rows; i++) {
        const struct cells *row = &cells[fit->source != NULL ? fit->source[i] : i];
        target->sigma[i] = column >= 0 ? row->value[column] : fixed;
        if (column < 0 || target->sigma[i] > 0.0) continue;
        if (isnan(target->column.value[i])) continue;  // nothing was measured
        char text[160];
        snprintf(text, sizeof text,
                 isnan(target->sigma[i]) ? "the sigma of %.60s is empty; it must be positive"
                                         : "the sigma of %.60s is %g; it must be positive",
                 target->column.name, target->sigma[i]);
        fit_report_row(reader, fit, row->node, text);
        return false;
    }
    return true;
}

static bool is_restitution(const struct fit_measured *target) {
    return strcmp(target->column.path, "restitution") == 0;
}

// Restitutions from heights.
static bool fill_restitution(struct reader *reader, const struct fit *fit, const struct list *rows,
                             struct fit_measured *target, int from_drop, int from_rebound) {
    double *fall = column_of(reader, fit, rows, from_drop);
    double *rise = column_of(reader, fit, rows, from_rebound);
    if (fall == NULL || rise == NULL) return false;
    for (long row = 0; row < fit->rows; row++) {
        if (!check_height(reader, fit, &fit->place[row], drop, fall[row], false) ||
            !check_height(reader, fit, &fit->place[row], rebound, rise[row], true))
            return false;
        rise[row] = sqrt(rise[row] / fall[row]);
    }
    target->column.value = rise;
    return true;
}

// Noise may carry a measured restitution above 1, but not that far.
static bool check_restitution(struct reader *reader, const struct fit *fit,
                              const struct fit_measured *target) {
    const double most = 1.5;
    for (long row = 0; row < fit->rows && !fit->is_curve; row++) {
        char text[300];
        if (!is_restitution(target) || !(target->column.value[row] > most)) continue;
        if (is_from_heights(fit, target->column.name, "restitution"))
            snprintf(text, sizeof text,
                     "rebound is %.3g times drop, and no contact lets a body rise above where it "
                     "fell from; check the units of both",
                     target->column.value[row] * target->column.value[row]);
        else
            snprintf(text, sizeof text,
                     "%.60s is %g, and no contact gives a restitution above 1; where it is in "
                     "percent, its heading is %.60s [%%]",
                     target->column.name, target->column.value[row], target->column.name);
        fit_report_row(reader, fit, &fit->place[row], text);
        return false;
    }
    return true;
}

bool fit_read_targets(struct scenario *s, struct reader *reader) {
    struct fit *fit = s->fit;
    const struct fit_target *given = fit->block.targets.items;
    struct wanted wanted = {.count = 0};
    struct list rows;
    int column[FIT_TARGETS_MAX], other[FIT_TARGETS_MAX], sigma_column[FIT_TARGETS_MAX];
    int before = reader->count;
    double sigma[FIT_TARGETS_MAX];
    for (int i = 0; i < fit->target_count; i++) {
        struct fit_measured *target = &fit->target[i];
        bool is_fallen = !fit->is_curve && is_restitution(target) &&
                         is_from_heights(fit, target->column.name, "restitution");
        fit->falls = fit->falls || is_fallen;
        column[i] = is_fallen ? want(&wanted, drop, "m")
                              : want(&wanted, target->column.name, target->column.unit);
        other[i] = is_fallen ? want(&wanted, rebound, "m") : -1;
        if (!read_range(reader, target, given[i].range)) return false;
    }
    for (int i = 0; i < fit->target_count; i++) {
        if (!read_sigma(reader, &fit->target[i], given[i].sigma, &wanted, &sigma[i],
                        &sigma_column[i]))
            return false;
    }
    if (!read_table(s, reader, &wanted, true, &rows)) return false;
    for (int i = 0; i < fit->target_count; i++) {
        struct fit_measured *target = &fit->target[i];
        if (other[i] >= 0) {
            if (!fill_restitution(reader, fit, &rows, target, column[i], other[i])) return false;
        } else {
            target->column.value = column_of(reader, fit, &rows, column[i]);
        }
        if (target->column.value == NULL ||
            !fill_sigma(reader, fit, &rows, target, sigma[i], sigma_column[i]) ||
            !check_restitution(reader, fit, target))
            return false;
    }
    for (int i = 0; i < fit->input_count && !fit->is_curve; i++) {
        // said when the inputs were read
        for (int k = 0; k < wanted.count && fit_speed_from_drop(fit, i); k++)
            if (strcmp(wanted.field[k].key, drop) == 0) wanted.is_bare[k] = false;
    }
    csv_note_bare(wanted.field, wanted.is_bare, fit->bare, sizeof fit->bare);
    return reader->count == before;
}
