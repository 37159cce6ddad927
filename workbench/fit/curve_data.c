// Measured curves: which columns they are, their samples in order, and where the run begins.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "base/words.h"
#include "fit/curve.h"
#include "study/pick.h"

void curve_adopt(struct fit *fit) {
    const struct fit_series *series = &fit->block.series;
    fit->is_curve = true;
    fit->block.data = series->data;
    fit->block.columns = series->columns;
    fit->block.rows = series->rows;
    fit->block.targets = series->targets;
}

// --- columns -------------------------------------------------------------------------------------

// The scenario as it begins, run once: the first of the laws that can be.
static bool run_first(struct scenario *s, struct outcome *outcome) {
    const struct fit *fit = s->fit;
    dp_diagnostic first, diagnostic;
    for (int i = 0; i < fit->case_count; i++) {
        int status = DP_RUN_INPUT;
        struct scenario *variant = fit_variant(s, &fit->cases[i], 0, NULL, &diagnostic);
        if (variant != NULL) status = scenario_solve(variant, ROWS_WANTED, outcome, &diagnostic);
        scenario_free(variant);
        if (status == DP_RUN_DONE) return true;
        if (i == 0) first = diagnostic;
    }
    report_status(&s->reader, (int)first.status, fit->block.series.node,
                  "the scenario cannot be run: %s", first.text);
    return false;
}

// Unit of a column of the series; NULL: there is no such column. `run` NULL: none was needed.
static const char *column_unit(const struct kind *kind, const struct outcome *run,
                               const char *name) {
    const struct column *column = columns_find(kind->columns, name);
    const char *unit = column != NULL ? column->unit : NULL;
    if (run != NULL) {
        int at = table_column(&run->series, name);
        unit = at >= 0 ? run->series.unit[at] : NULL;
    }
    return unit != NULL && strcmp(unit, "1") == 0 ? "" : unit;
}

static void report_column(struct scenario *s, const struct outcome *run, const struct node *at,
                          const char *key, const char *name) {
    struct word_list known = {.count = 0};
    char word[SHOWN_MAX], hint[WORDS_HINT_MAX];
    for (int i = 0; run != NULL && i < run->series.columns; i++)
        words_add(&known, run->series.name[i]);
    for (const struct column *c = s->reader.kind->columns; run == NULL && c->name != NULL; c++)
        words_add(&known, c->name);
    report_error(&s->reader, place_of(at, key), "%s is '%s'; it must be a column of the series%s",
                 key, shown(name, word), words_hint(&known, name, hint));
}

// Names and units of x and of the targets; false after diagnostics.
static bool name_columns(struct scenario *s, const struct outcome *run, const char **x_unit) {
    struct reader *reader = &s->reader;
    struct fit *fit = s->fit;
    const struct fit_series *series = &fit->block.series;
    const struct fit_target *given = series->targets.items;
    int before = reader->count;
    char word[SHOWN_MAX], other[WHERE_MAX];
    *x_unit = column_unit(reader->kind, run, series->x);
    if (*x_unit == NULL) report_column(s, run, series->node, "x", series->x);
    fit->target_count = series->targets.count;
    for (int i = 0; i < fit->target_count; i++) {
        const char *unit = column_unit(reader->kind, run, given[i].result);
        fit->target[i] = (struct fit_measured){
            .column = {.name = given[i].column, .path = given[i].result, .unit = unit},
            .node = given[i].node};
        if (unit == NULL) report_column(s, run, given[i].node, "of", given[i].result);
        if (strcmp(given[i].column, series->x) == 0)
            report_error(reader, place_of(given[i].node, "column"),
                         "the column %s is x (%s); it cannot be a target",
                         shown(given[i].column, word),
                         where(reader, place_of(series->node, "x"), other));
        for (int k = 0; k < i; k++) {
            if (strcmp(given[i].column, given[k].column) == 0)
                report_error(reader, place_of(given[i].node, "column"),
                             "the column %s is a target already (%s)", shown(given[i].column, word),
                             where(reader, given[k].node, other));
        }
    }
    return reader->count == before;
}

// Units that only live as long as the run are copied.
static bool keep_units(struct scenario *s, const char **x_unit) {
    struct fit *fit = s->fit;
    struct tree *tree = &s->reader.tree;
    *x_unit = tree_copy(tree, *x_unit, strlen(*x_unit));
    bool is_kept = *x_unit != NULL;
    for (int i = 0; i < fit->target_count; i++) {
        const char **unit = &fit->target[i].column.unit;
        *unit = tree_copy(tree, *unit, strlen(*unit));
        is_kept = is_kept && *unit != NULL;
    }
    if (!is_kept) report_no_memory(&s->reader);
    return is_kept;
}

// Can all that is wanted be had without rows? The bodies' own velocities take a run to know.
static bool needs_run(const struct scenario *s) {
    const struct fit_series *series = &s->fit->block.series;
    const struct fit_target *given = series->targets.items;
    if (strcmp(s->reader.kind->name, "impact") != 0) return true;
    bool needs = strncmp(series->x, "velocity_", 9) == 0;
    for (int i = 0; i < series->targets.count; i++)
        needs = needs || strncmp(given[i].result, "velocity_", 9) == 0 ||
                strcmp(given[i].result, "kinetic") == 0;
    return needs;
}

// --- rows ----------------------------------------------------------------------------------------

struct placed {
    double x;
    int row;
};

static int by_x(const void *a, const void *b) {
    const struct placed *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->row < q->row ? -1 : p->row > q->row;
}

static void reorder(double *values, const struct placed *order, int count, double *room) {
    for (int i = 0; i < count; i++)
        room[i] = values[order[i].row];
    memcpy(values, room, (size_t)count * sizeof *values);
}

// Samples in order of time. Another x goes up and comes back: its order is that of the file.
static bool sort_rows(struct scenario *s) {
    struct fit *fit = s->fit;
    int count = (int)fit->rows;
    if (strcmp(fit->input[0].path, "time") != 0) return true;
    struct placed *order = calloc((size_t)count, sizeof *order);
    double *room = calloc((size_t)count, sizeof *room);
    bool is_done = order != NULL && room != NULL;
    for (int i = 0; i < count && is_done; i++)
        order[i] = (struct placed){fit->input[0].value[i], i};
    if (is_done) {
        qsort(order, (size_t)count, sizeof *order, by_x);
        reorder(fit->input[0].value, order, count, room);
        for (int i = 0; i < fit->target_count; i++) {
            reorder(fit->target[i].column.value, order, count, room);
            reorder(fit->target[i].sigma, order, count, room);
        }
    } else {
        report_no_memory(&s->reader);
    }
    free(order);
    free(room);
    return is_done;
}

static void find_ends(const struct fit *fit, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (long i = 0; i < fit->rows; i++) {
        *low = fmin(*low, fit->input[0].value[i]);
        *high = fmax(*high, fit->input[0].value[i]);
    }
}

// --- shift ---------------------------------------------------------------------------------------

// x at the largest value of the first target in a run with the values to begin with; NaN: unknown.
static double peak_of_run(struct scenario *s, const struct fit_case *c) {
    const struct fit *fit = s->fit;
    struct outcome outcome;
    dp_diagnostic diagnostic;
    double peak = 0.0, at = NAN;
    struct scenario *variant = fit_variant(s, c, 0, NULL, &diagnostic);
    if (variant == NULL) return NAN;
    int status = scenario_solve(variant, ROWS_WANTED, &outcome, &diagnostic);
    scenario_free(variant);
    if (status != DP_RUN_DONE) return NAN;
    int x = table_column(&outcome.series, fit->input[0].path);
    int y = table_column(&outcome.series, fit->target[0].column.path);
    for (size_t i = 0; i < outcome.series.rows && x >= 0 && y >= 0; i++) {
        double value = fabs(table_at(&outcome.series, i, y));
        if (!(value > peak)) continue;
        peak = value;
        at = table_at(&outcome.series, i, x);
    }
    outcome_free(&outcome);
    return at;
}

// Does the curve begin after the touch? Then its first sample carries a force, and where the run
// begins lies before it, by no more than the curve is long.
static bool begins_late(const struct fit *fit) {
    const double worth_it = 0.01;  // of the peak, which a Hertz contact has at 5 % of its rise
    for (int i = 0; i < fit->target_count; i++) {
        const struct fit_measured *target = &fit->target[i];
        double peak = 0.0;
        if (strstr(target->column.path, "force") == NULL &&
            strcmp(target->column.path, "indentation") != 0)
            continue;
        for (long row = 0; row < fit->rows; row++)
            peak = fmax(peak, fabs(target->column.value[row]));
        if (fabs(target->column.value[0]) > worth_it * peak) return true;
    }
    return false;
}

static double peak_of_data(const struct fit *fit) {
    double peak = 0.0, at = NAN;
    for (long i = 0; i < fit->rows; i++) {
        double value = fabs(fit->target[0].column.value[i]);
        if (!(value > peak)) continue;
        peak = value;
        at = fit->input[0].value[i];
    }
    return at;
}

// One more parameter of every law, first guessed so that the peaks coincide.
static void add_shift(struct scenario *s, double low, double high) {
    struct fit *fit = s->fit;
    double peak = peak_of_data(fit);
    const struct node *at = place_of(fit->block.series.node, "shift");
    if (!(low < high)) {
        report_error(&s->reader, at, "shift is free, but all samples have the same %s",
                     fit->input[0].name);
        return;
    }
    for (int i = 0; i < fit->case_count; i++) {
        struct fit_case *c = &fit->cases[i];
        if (c->parameter_count == FIT_FREE_MAX) {
            report_error(&s->reader, at, "more than %d free parameters; a free shift is one",
                         FIT_FREE_MAX);
            return;
        }
        double start = peak - peak_of_run(s, c);
        c->parameter[c->parameter_count++] = (struct fit_parameter){
            .path = "shift",
            .unit = fit->input[0].unit,
            .low = low,
            .high = high,
            .start = isnan(start) ? NAN : fmin(fmax(start, low), high),
            .law_param = -1,
            .pair_entry = -1,
        };
        c->has_shift = true;
    }
}

static bool read_shift(struct scenario *s, bool *is_free) {
    struct fit *fit = s->fit;
    const struct node *node = fit->block.series.shift;
    const char *unit = fit->input[0].unit;
    dp_error err;
    *is_free = false;
    if (node == NULL) return true;
    if (node->kind != NODE_SCALAR) {
        report_error(&s->reader, node, "shift is %s; it must be free, or a number",
                     node_kind_name(node));
        return false;
    }
    *is_free = strcmp(node->text, "free") == 0;
    if (*is_free || dp_quantity_read("shift", node->text, unit[0] != '\0' ? unit : "1", &fit->shift,
                                     &err) == DP_OK)
        return true;
    report_error(&s->reader, node, "%s; or free", err.text);
    return false;
}

// --- how far a run goes --------------------------------------------------------------------------

// A run has an end; and beyond the horizon of a mechanism its history is one of many.
static void check_reach(struct scenario *s, struct outcome *run, double last, bool is_free) {
    const struct fit *fit = s->fit;
    const struct table *series = &run->series;
    int time = table_column(series, "time");
    bool has_time = time >= 0 && series->rows > 0;
    double horizon = NAN, rest = NAN,
           end = has_time ? table_at(series, series->rows - 1, time) : NAN;
    bool is_impact = strcmp(s->reader.kind->name, "impact") == 0;
    const struct node *at = place_of(fit->block.series.node, "data");
    if (strcmp(fit->input[0].path, "time") != 0 || is_impact) return;
    pick_number(run->summary, "horizon", &horizon);
    pick_number(run->summary, "rest_time", &rest);
    double reach = last - (is_free ? fit->input[0].value[0] : fit->shift);
    if (!is_free && !isfinite(rest) && reach > end * (1.0 + 1e-9))
        report_error(&s->reader, at,
                     "the curve goes on to %g s of the run, which ends at %g s; the run must "
                     "be longer, or the curve shorter",
                     reach, end);
    else if (reach > horizon)
        report_error(&s->reader, at,
                     "the curve goes on to %g s of the run, but histories of this mechanism agree "
                     "until %g s only; leave out what was measured later",
                     reach, horizon);
}

// --- all of it -----------------------------------------------------------------------------------

void curve_read(struct scenario *s) {
    struct fit *fit = s->fit;
    const char *unit;
    double low, high;
    bool is_free, has_run = needs_run(s);
    struct outcome run;
    if (has_run && !run_first(s, &run)) return;
    if (name_columns(s, has_run ? &run : NULL, &unit) && keep_units(s, &unit) &&
        fit_read_x(s, unit) && fit_read_targets(s, &s->reader) && sort_rows(s) &&
        read_shift(s, &is_free)) {
        find_ends(fit, &low, &high);
        fit->spacing = fit->rows > 1 ? (high - low) / (double)(fit->rows - 1) : 0.0;
        if (has_run) check_reach(s, &run, high, is_free);
        if (is_free) add_shift(s, begins_late(fit) ? low - (high - low) : low, high);
    }
    if (has_run) outcome_free(&run);
}
