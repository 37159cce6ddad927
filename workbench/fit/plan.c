// From the `fit:` block to a plan.

#include "fit/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/curve.h"
#include "fit/headings.h"
#include "study/pick.h"
#include "study/variant.h"

// --- the block as a whole ------------------------------------------------------------------------

// Either a file or a table that stands here; false after a diagnostic.
static bool check_source(struct reader *reader, const struct node *map, const char *data,
                         const struct node *columns, const struct node *rows) {
    bool has_table = columns != NULL && rows != NULL;
    const char *found = data != NULL && (columns != NULL || rows != NULL) ? "both data and rows"
                        : data == NULL && !has_table                      ? "no whole table"
                                                                          : NULL;
    if (found != NULL) {
        report_error(reader, map,
                     "fit has %s; it must be either data: FILE.csv, or columns and rows", found);
        return false;
    }
    if (data != NULL || (columns->kind == NODE_LIST && rows->kind == NODE_LIST)) return true;
    report_error(reader, columns->kind == NODE_LIST ? rows : columns,
                 "columns and rows must be lists: columns: [\"v [m/s]\", e], rows: [[0.1, 0.78]]");
    return false;
}

static bool check_block(struct reader *reader, const struct fit_block *block) {
    int before = reader->count;
    const struct node *sweep = node_find(reader->tree.root, "sweep");
    if (sweep != NULL)
        report_error(reader, block->node,
                     "fit and sweep cannot stand in one scenario; leave one of them out");
    if (block->series.node != NULL) {
        bool has_table = block->inputs.node != NULL || block->targets.node != NULL ||
                         block->data != NULL || block->columns != NULL || block->rows != NULL;
        if (has_table)
            report_error(reader, block->series.node,
                         "fit has a series and a table; leave inputs, targets, data, columns and "
                         "rows out, or the series");
        else
            check_source(reader, block->series.node, block->series.data, block->series.columns,
                         block->series.rows);
        if (block->by != NULL)
            report_error(reader, place_of(block->node, "by"),
                         "by parts the rows of a table; a measured curve is one run");
        if (block->predict != NULL)
            report_error(reader, place_of(block->node, "predict"),
                         "predict takes inputs of a table; a measured curve has none");
    } else if (block->targets.node == NULL) {
        report_error(reader, block->node,
                     "fit has no targets; it must have targets: [{column, result}], or a series");
    } else {
        check_source(reader, block->node, block->data, block->columns, block->rows);
    }
    const struct node *measured = node_find(reader->tree.root, "measured");
    if (measured != NULL)
        report_error(reader, measured,
                     "fit and measured cannot stand in one scenario; a fit shows its own data");
    if (block->free.node == NULL && block->laws == NULL)
        report_error(reader, block->node,
                     "fit has nothing to find; it must have free: [{path}], or laws, or both");
    return reader->count == before;
}

static bool same(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

// A column or a path that would be used twice.
static bool check_twice(struct reader *reader, const struct fit_block *block) {
    const struct fit_input *input = block->inputs.items;
    const struct fit_target *target = block->targets.items;
    const struct fit_free *sought = block->free.items;
    int before = reader->count;
    char word[SHOWN_MAX], other[WHERE_MAX];
    for (int i = 0; i < block->inputs.count; i++) {
        for (int j = 0; j < i; j++) {
            if (same(input[i].path, input[j].path))
                report_error(reader, place_of(input[i].node, "path"),
                             "the path %s is an input already (%s)", shown(input[i].path, word),
                             where(reader, input[j].node, other));
        }
        for (int j = 0; j < block->free.count; j++) {
            if (same(input[i].path, sought[j].path))
                report_error(reader, place_of(sought[j].node, "path"),
                             "the path %s is an input (%s); it cannot be free",
                             shown(sought[j].path, word), where(reader, input[i].node, other));
        }
        for (int j = 0; j < block->targets.count; j++) {
            if (same(input[i].column, target[j].column))
                report_error(reader, place_of(target[j].node, "column"),
                             "the column %s is an input (%s); it cannot be a target",
                             shown(target[j].column, word), where(reader, input[i].node, other));
        }
    }
    for (int i = 0; i < block->free.count; i++) {
        for (int j = 0; j < i; j++) {
            if (same(sought[i].path, sought[j].path))
                report_error(reader, place_of(sought[i].node, "path"),
                             "the path %s is free already (%s)", shown(sought[i].path, word),
                             where(reader, sought[j].node, other));
        }
    }
    return reader->count == before;
}

// --- targets -------------------------------------------------------------------------------------

// Units of results that the kind states; others are known after a run.
static bool name_targets(struct scenario *s) {
    struct fit *fit = s->fit;
    const struct fit_target *given = fit->block.targets.items;
    const struct kind *kind = s->reader.kind;
    bool are_known = true;
    fit->target_count = fit->block.targets.count;
    for (int i = 0; i < fit->target_count; i++) {
        struct fit_measured *target = &fit->target[i];
        const struct column *column =
            kind != NULL ? columns_find(kind->results, given[i].result) : NULL;
        const char *unit = column != NULL ? column->unit : NULL;
        if (unit != NULL && strcmp(unit, "1") == 0) unit = "";
        *target = (struct fit_measured){
            .column = {.name = given[i].column, .path = given[i].result, .unit = unit},
            .node = given[i].node};
        are_known = are_known && unit != NULL;
    }
    return are_known;
}

// --- variants ------------------------------------------------------------------------------------

long fit_runs(const struct fit *fit) {
    return fit->is_curve ? 1 : fit->rows;
}

double fit_middle(const struct fit_parameter *p) {
    return p->is_log ? sqrt(p->low) * sqrt(p->high) : 0.5 * (p->low + p->high);
}

struct scenario *fit_variant_at(const struct scenario *s, const struct fit_case *c,
                                const double *inputs, const double *values,
                                dp_diagnostic *diagnostic) {
    enum { CHANGES_MAX = FIT_INPUTS_MAX + FIT_FREE_MAX + 1 };
    const struct fit *fit = s->fit;
    struct change change[CHANGES_MAX];
    struct node node[CHANGES_MAX];
    char text[CHANGES_MAX][DP_NUMBER_MAX];
    // the x of a curve is no key, nor is its shift
    int input_count = fit->is_curve ? 0 : fit->input_count, count = 0;
    int keys = c->parameter_count - (c->has_shift ? 1 : 0);
    for (int i = 0; i < input_count; i++, count++) {
        dp_number_text(inputs[i], text[count]);
        change[count].path = fit->input[i].path;
        node[count] = (struct node){.text = text[count], .set = -1, .line = fit->block.node->line};
    }
    for (int i = 0; i < keys; i++, count++) {
        const struct fit_parameter *p = &c->parameter[i];
        double value = values != NULL ? values[i] : isnan(p->start) ? fit_middle(p) : p->start;
        dp_number_text(value, text[count]);
        change[count].path = p->path;
        node[count] = (struct node){.text = text[count], .set = -1, .line = fit->block.node->line};
    }
    for (int i = 0; i < count; i++)
        change[i].node = &node[i];
    return variant_make(s, c->root, change, count, NULL, diagnostic);
}

struct scenario *fit_variant(const struct scenario *s, const struct fit_case *c, long row,
                             const double *values, dp_diagnostic *diagnostic) {
    const struct fit *fit = s->fit;
    double inputs[FIT_INPUTS_MAX];
    for (int i = 0; i < fit->input_count && !fit->is_curve; i++)
        inputs[i] = fit->input[i].value[row];
    return fit_variant_at(s, c, inputs, values, diagnostic);
}

// --- all of it -----------------------------------------------------------------------------------

// What the scenario says of a row without the place in the scenario, which is not at fault.
const char *fit_without_place(const char *text) {
    const char *after = strstr(text, ": ");
    return after != NULL ? after + 2 : text;
}

static void refuse_row(struct scenario *s, long row, const char *reason) {
    char text[600];
    snprintf(text, sizeof text, "the scenario refuses this row: %.500s", fit_without_place(reason));
    fit_report_row(&s->reader, s->fit, &s->fit->place[row], text);
}

// Can the scenario be read with the inputs of some other row?
static bool can_run(const struct scenario *s, const struct fit_case *c, long rows) {
    for (long row = 1; row < rows; row++) {
        dp_diagnostic diagnostic;
        struct scenario *variant = fit_variant(s, c, row, NULL, &diagnostic);
        scenario_free(variant);
        if (variant != NULL) return true;
    }
    return false;
}

// Can the scenario be read with the inputs of the first row?
static void check_cases(struct scenario *s) {
    struct fit *fit = s->fit;
    const struct fit_case first = fit->cases[0];
    bool has_one = fit->case_count > 0;
    int kept = 0;
    for (int i = 0; i < fit->case_count; i++) {
        dp_diagnostic diagnostic;
        struct scenario *variant = fit_variant(s, &fit->cases[i], 0, NULL, &diagnostic);
        if (variant != NULL) {
            scenario_free(variant);
            fit->cases[kept++] = fit->cases[i];
        } else if (fit->cases[i].law == NULL && can_run(s, &first, fit->rows)) {
            refuse_row(s, 0, diagnostic.text);
            return;
        } else if (fit->cases[i].law == NULL) {
            *s->reader.diagnostic = diagnostic;
            s->reader.count++;
            return;
        } else {
            fit_skip(s, fit->cases[i].law->name, diagnostic.text);
        }
    }
    fit->case_count = kept;
    // where another row can be run it is the data of the first that are wrong
    if (kept == 0 && has_one && can_run(s, &first, fit->rows)) {
        refuse_row(s, 0, fit->skipped[0].reason);
    } else if (kept == 0)
        report_error(&s->reader, fit->block.laws,
                     "none of the laws (%d) can be run; the first, %s: %s", fit->skipped_count,
                     fit->skipped[0].law, fit->skipped[0].reason);
}

// Inputs that the scenario refuses are mistakes of the data.
static void check_rows(struct scenario *s) {
    const struct fit *fit = s->fit;
    for (long row = 1; row < fit->rows; row++) {
        dp_diagnostic diagnostic;
        struct scenario *variant = fit_variant(s, &fit->cases[0], row, NULL, &diagnostic);
        scenario_free(variant);
        if (variant != NULL) continue;
        refuse_row(s, row, diagnostic.text);
        return;
    }
}

void fit_skip(struct scenario *s, const char *law, const char *reason) {
    struct fit *fit = s->fit;
    struct tree *tree = &s->reader.tree;
    if (fit->skipped_count == FIT_LAWS_MAX) return;
    fit->skipped[fit->skipped_count++] =
        (struct fit_skipped){law, tree_copy(tree, reason, strcspn(reason, "\n"))};
}

// Does a run have what is measured, and in which units? False after a diagnostic.
static bool check_results(struct scenario *s, const struct outcome *outcome) {
    struct fit *fit = s->fit;
    const struct fit_target *given = fit->block.targets.items;
    int before = s->reader.count;
    for (int i = 0; i < fit->target_count; i++) {
        struct fit_column *column = &fit->target[i].column;
        char why[500], word[SHOWN_MAX];
        double value;
        if (pick_number(outcome->summary, column->path, &value) > PICK_BEYOND) {
            pick_explain(outcome->summary, column->path, why, sizeof why);
            report_error(&s->reader, place_of(given[i].node, "result"), "result is '%s', which %s",
                         shown(column->path, word), why);
            continue;
        }
        if (column->unit != NULL) continue;
        const char *unit = pick_unit(outcome->summary, outcome->units, column->path);
        if (unit == NULL || strcmp(unit, "1") == 0) unit = "";
        column->unit = tree_copy(&s->reader.tree, unit, strlen(unit));
        if (column->unit == NULL) report_no_memory(&s->reader);
    }
    return s->reader.count == before;
}

// Long runs are left to the fit itself, as far as all is known without one.
static bool is_short(const struct scenario *variant) {
    const double moment = 2.0;
    struct need need = need_unknown(&variant->reader);
    const struct kind *kind = variant->reader.kind;
    if (kind->need != NULL) kind->need(variant->config, ROWS_NONE, &need);
    return !(need.seconds > moment);
}

// Run the first row of the first law that can be run.
static void try_first(struct scenario *s, bool are_known) {
    struct fit *fit = s->fit;
    for (int i = 0; i < fit->case_count; i++) {
        dp_diagnostic diagnostic;
        struct outcome outcome;
        struct scenario *variant = fit_variant(s, &fit->cases[i], 0, NULL, &diagnostic);
        if (variant == NULL || (are_known && !is_short(variant))) {
            scenario_free(variant);
            return;
        }
        int status = scenario_solve(variant, ROWS_NONE, &outcome, &diagnostic);
        scenario_free(variant);
        // another start may run
        if (status != DP_RUN_DONE) continue;
        if (check_results(s, &outcome) && !are_known) fit_read_targets(s, &s->reader);
        outcome_free(&outcome);
        return;
    }
    if (!are_known)
        report_error(&s->reader, fit->block.node,
                     "the first row cannot be run with any start, so the units of its results are "
                     "not known; put a value that runs into the scenario");
}

void fit_load(struct scenario *s) {
    struct reader *reader = &s->reader;
    const struct node *root = reader->tree.root, *kind = node_find(root, "kind");
    if (kind != NULL && kind->kind == NODE_SCALAR)
        reader->kind = kind_find(reader->kinds, kind->text);
    struct fit *fit = s->fit = tree_alloc(&reader->tree, sizeof *s->fit);
    if (fit == NULL) {
        report_no_memory(reader);
        return;
    }
    field_read(reader, field_find(common_fields, "fit"), node_find(root, "fit"), &s->common);
    fit->block = s->common.fit;
    const struct call *call = reader->call;
    fit->threads = call != NULL && call->threads > 0 ? call->threads : fit->block.threads;
    if (reader->count > 0 || !check_block(reader, &fit->block) || !check_twice(reader, &fit->block))
        return;
    if (fit->block.series.node != NULL) {
        curve_adopt(fit);
        if (fit_read_headings(s) && fit_make_cases(s)) check_cases(s);
        if (reader->count == 0) curve_read(s);
        return;
    }
    bool are_known = name_targets(s);
    if (!fit_read_headings(s) || !fit_read_inputs(s) || !fit_read_predictions(s) ||
        (are_known && !fit_read_targets(s, reader)))
        return;
    if (fit_make_cases(s)) check_cases(s);
    if (reader->count == 0) check_rows(s);
    if (reader->count == 0) fit_check_predictions(s);
    if (reader->count == 0) try_first(s, are_known);
}

int fit_is(const struct scenario *s) {
    return s->fit != NULL;
}
