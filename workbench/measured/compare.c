// A measured series in the results of a run: numbers, a table, points in the pictures, notes.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/measure.h"
#include "base/words.h"
#include "measured/measured.h"
#include "result/result.h"

static const char table_name[] = "measured";

// --- numbers -------------------------------------------------------------------------------------

static json_t *agreement_json(const struct measured *m, int column, const struct agreement *a) {
    json_t *map = json_object();
    const char *unit = m->unit[column];
    json_put(map, "column", json_string(m->column[column]));
    json_put(map, "of", json_string(m->of[column]));
    json_put(map, "unit", json_string(unit));
    json_put(map, "points", json_integer(a->points));
    json_put(map, "outside", json_integer(a->outside));
    put_measure(map, "rms", a->rms, unit);
    put_measure(map, "max_difference", a->max_difference, unit);
    put_measure(map, "at", a->at, m->x_unit);
    put_measure(map, "peak_measured", a->peak_measured, unit);
    put_measure(map, "peak_computed", a->peak_computed, unit);
    put_measure(map, "peak_difference", a->peak_difference, "1");
    return map;
}

static void tell(const struct measured *m, const struct measured_block *block, int column,
                 const struct agreement *a, struct outcome *outcome) {
    const char *name = m->column[column];
    const double share = 0.1, least = 1e-3;
    if (!a->is_comparable)
        add_note(outcome,
                 "Measured %.60s is not compared: %.60s of the series goes back and forth, so no "
                 "single value belongs to a place.",
                 name, block->x);
    else if (a->points == 0)
        add_note(outcome,
                 "Measured %.60s is not compared: all its %ld points lie outside the computed "
                 "range of %.60s.",
                 name, a->outside, block->x);
    else if (a->outside > 0)
        add_note(outcome,
                 "Of %ld measured values of %.60s, %ld lie outside the computed range of %.60s; "
                 "they are not compared.",
                 a->points + a->outside, name, a->outside, block->x);
    if (a->coarseness > share * a->rms && a->coarseness > least * fabs(a->peak_computed))
        add_note(outcome,
                 "Measured %.60s is compared with straight lines between the rows of the series, "
                 "which may be wrong by %.2g %s; %s that less.",
                 name, a->coarseness, m->unit[column],
                 json_object_get(outcome->summary, "sweep") != NULL
                     ? "more points make"
                     : "a smaller output.every makes");
}

static void tell_headlines(const struct measured *m, int column, const struct agreement *a,
                           struct outcome *outcome) {
    const char *name = m->column[column], *unit = m->unit[column];
    if (strcmp(unit, "1") == 0) unit = "";
    add_headline_part(outcome, "measured");
    add_headline_of(outcome, a->rms, unit, "%.40s, rms difference", name);
    add_headline_of(outcome, 100.0 * a->peak_difference, "%", "%.40s, peak difference", name);
}

// --- table ---------------------------------------------------------------------------------------

// x, then of every column what was measured, what was computed there, and the difference.
static struct table *begin_table(const struct measured *m, const struct measured_block *block,
                                 struct outcome *outcome) {
    enum { MOST = 1 + 3 * MEASURED_COLUMNS_MAX };
    static const char *const endings[] = {"", "_computed", "_difference"};
    char name[MOST][48];
    const char *names[MOST], *units[MOST];
    int count = 0;
    snprintf(name[count], sizeof name[count], "%s", block->x);
    units[count++] = m->x_unit;
    for (int i = 0; i < m->count; i++) {
        for (int k = 0; k < 3; k++) {
            snprintf(name[count], sizeof name[count], "%.36s%s", m->column[i], endings[k]);
            units[count++] = m->unit[i];
        }
    }
    for (int i = 0; i < count; i++)
        names[i] = name[i];
    return add_table(outcome, table_name, count, names, units);
}

static bool fill_table(struct table *table, const struct measured *m, double *const *computed) {
    double row[1 + 3 * MEASURED_COLUMNS_MAX];
    for (long i = 0; i < m->rows; i++) {
        row[0] = m->x[i];
        for (int k = 0; k < m->count; k++) {
            row[1 + 3 * k] = m->value[k][i];
            row[2 + 3 * k] = computed[k][i];
            row[3 + 3 * k] = m->value[k][i] - computed[k][i];
        }
        if (!table_add(table, row)) return false;
    }
    return true;
}

// --- pictures ------------------------------------------------------------------------------------

// The column of the table that goes with a column of the series, -1 when there is none.
static int table_place(const struct measured *m, const struct measured_block *block,
                       const char *name) {
    if (strcmp(name, block->x) == 0) return 0;
    for (int i = 0; i < m->count; i++) {
        if (strcmp(m->of[i], name) == 0) return 1 + 3 * i;
    }
    return -1;
}

// Points over every curve that shows the same columns.
static void lay_over(const struct measured *m, const struct measured_block *block,
                     const struct table *table, struct plot *plot) {
    bool is_fit = plot->style == PLOT_LINES || plot->style == PLOT_POINTS;
    int x = table_place(m, block, plot->x);
    if (plot->table[0] != '\0' || !is_fit || plot->apart || plot->group[0] != '\0' || x < 0) return;
    for (int i = 0; i < PLOT_COLUMNS_MAX && plot->y[i][0] != '\0'; i++) {
        for (int k = 0; k < m->count; k++) {
            if (strcmp(m->of[k], plot->y[i]) != 0) continue;
            char label[48];
            snprintf(label, sizeof label, "%.30s, measured", m->column[k]);
            plot_overlay(plot, &(struct overlay_request){.table = table_name,
                                                         .x = table->name[x],
                                                         .y = table->name[1 + 3 * k],
                                                         .label = label,
                                                         .curve = i});
        }
    }
}

// --- all of it -----------------------------------------------------------------------------------

static void compare_all(struct reader *reader, const struct measured_block *block,
                        const struct measured *m, struct outcome *outcome) {
    double *computed[MEASURED_COLUMNS_MAX];
    json_t *list = json_array();
    const struct table *series = &outcome->series;
    int x = table_column(series, block->x);
    bool is_done = true;
    for (int i = 0; i < m->count && is_done; i++) {
        struct agreement agreement;
        computed[i] = tree_alloc(&reader->tree, ((size_t)m->rows + 1) * sizeof **computed);
        is_done = computed[i] != NULL && measured_agree(series, x, table_column(series, m->of[i]),
                                                        m, i, computed[i], &agreement);
        if (!is_done) break;
        push_measures(list, agreement_json(m, i, &agreement));
        tell(m, block, i, &agreement, outcome);
        tell_headlines(m, i, &agreement, outcome);
    }
    json_put(outcome->summary, table_name, list);
    struct table *table = is_done ? begin_table(m, block, outcome) : NULL;
    if (table == NULL || !fill_table(table, m, computed)) {
        report_no_memory(reader);
        return;
    }
    for (int i = 0; i < outcome->plot_count; i++)
        lay_over(m, block, table, &outcome->plot[i]);
    if (m->bare[0] != '\0') add_note(outcome, "In the measured data, %s.", m->bare);
}

void measured_compare(const struct reader *of, const struct measured_block *block,
                      struct outcome *outcome) {
    struct measured measured;
    // a tree of its own: several runs of a scenario may go on at a time
    struct reader reader = *of;
    reader.tree = (struct tree){.root = of->tree.root};
    if (measured_read(&reader, block, &outcome->series, &measured))
        compare_all(&reader, block, &measured, outcome);
    tree_free(&reader.tree);
}
