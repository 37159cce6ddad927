// Notes, headlines, pictures and rows of an outcome.

#include "result/result.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/measure.h"
#include "base/prefix.h"
#include "base/status.h"

enum { COLUMNS_MAX = 32 };

void add_note(struct outcome *outcome, const char *format, ...) {
    const size_t size = sizeof outcome->note[0];
    if (outcome->note_count == OUTCOME_NOTES_MAX) {
        snprintf(outcome->note[OUTCOME_NOTES_MAX - 1], size, "There are more notes than %d.",
                 OUTCOME_NOTES_MAX - 1);
        return;
    }
    char *text = outcome->note[outcome->note_count++];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, size, format, args);
    va_end(args);
    if (length >= (int)size) snprintf(text + size - 4, 4, "...");
}

bool has_note(const struct outcome *outcome, const char *text) {
    for (int i = 0; i < outcome->note_count; i++) {
        if (strcmp(outcome->note[i], text) == 0) return true;
    }
    return false;
}

void put_notes(struct outcome *outcome) {
    json_t *list = json_array();
    for (int i = 0; i < outcome->note_count; i++)
        json_push(list, json_text(outcome->note[i]));
    json_put(outcome->summary, "notes", list);
}

void add_headline(struct outcome *outcome, const char *name, double value, const char *unit) {
    if (outcome->headline_count == HEADLINES_MAX || !isfinite(value)) return;
    struct headline *line = &outcome->headline[outcome->headline_count++];
    snprintf(line->name, sizeof line->name, "%s", name);
    snprintf(line->unit, sizeof line->unit, "%s", unit);
    snprintf(line->part, sizeof line->part, "%s", outcome->part);
    line->value = value;
}

void add_headline_part(struct outcome *outcome, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(outcome->part, sizeof outcome->part, format, args);
    va_end(args);
}

static double largest(const struct table *table, int column) {
    double most = 0.0;
    for (size_t row = 0; row < table->rows; row++) {
        double size = fabs(table->value[row * (size_t)table->columns + (size_t)column]);
        if (size > most) most = size;
    }
    return most;
}

// "velocity_1" is said "velocity 1"; a pure number has no unit.
static void write_label(char *label, size_t size, const char *name, const char *unit) {
    bool is_pure = strcmp(unit, "1") == 0;
    snprintf(label, size, is_pure ? "%s" : "%s [%s]", name, unit);
    for (char *c = label; *c != '\0' && *c != '['; c++) {
        if (*c == '_') *c = ' ';
    }
}

struct table *add_table(struct outcome *outcome, const char *name, int columns,
                        const char *const *names, const char *const *units) {
    if (outcome->extra_count == EXTRA_TABLES_MAX) return NULL;
    struct extra_table *extra = &outcome->extra[outcome->extra_count];
    if (!table_init(&extra->table, columns, names, units)) return NULL;
    snprintf(extra->name, sizeof extra->name, "%s", name);
    outcome->extra_count++;
    return &extra->table;
}

// Scale and label of an axis from its columns, -1 ends them.
static double set_axis(const struct table *table, const int *columns, const char *name, char *label,
                       size_t size) {
    char unit[32];
    double most = 0.0;
    for (int i = 0; columns[i] >= 0; i++)
        most = fmax(most, largest(table, columns[i]));
    double scale = 1.0 / unit_axis(most, table->unit[columns[0]], unit, sizeof unit);
    write_label(label, size, name, unit);
    return scale;
}

static double set_x(struct plot *plot, const struct table *table, const char *name) {
    const int column[] = {table_column(table, name), -1};
    snprintf(plot->x, sizeof plot->x, "%s", name);
    return set_axis(table, column, name, plot->x_label, sizeof plot->x_label);
}

// The next plot, empty but for its table; NULL when there is no room.
static struct plot *next_plot(struct outcome *outcome, const char *table) {
    if (outcome->plot_count == PLOTS_MAX) return NULL;
    struct plot *plot = &outcome->plot[outcome->plot_count];
    memset(plot, 0, sizeof *plot);
    snprintf(plot->table, sizeof plot->table, "%s", table != NULL ? table : "");
    return plot;
}

struct plot *add_plot_of(struct outcome *outcome, const char *name,
                         const struct plot_request *picture) {
    const struct table *table = outcome_table(outcome, name);
    struct plot *plot = next_plot(outcome, name);
    int column[PLOT_APART_MAX + 1], count = 0;
    if (plot == NULL || table == NULL || table_column(table, picture->x) < 0) return NULL;
    for (; count < PLOT_APART_MAX && picture->y[count] != NULL; count++) {
        column[count] = table_column(table, picture->y[count]);
        if (column[count] < 0) return NULL;
        snprintf(plot->y[count], sizeof plot->y[count], "%s", picture->y[count]);
    }
    if (count == 0) return NULL;
    column[count] = -1;
    plot->style = picture->style;
    snprintf(plot->stem, sizeof plot->stem, "%s", picture->stem);
    snprintf(plot->title, sizeof plot->title, "%s", picture->title);
    snprintf(plot->caption, sizeof plot->caption, "%s", picture->caption);
    plot->x_scale = set_x(plot, table, picture->x);
    plot->y_scale = set_axis(table, column, picture->y_name, plot->y_label, sizeof plot->y_label);
    outcome->plot_count++;
    return plot;
}

struct plot *add_plot(struct outcome *outcome, const struct plot_request *picture) {
    return add_plot_of(outcome, NULL, picture);
}

void name_curves(struct plot *plot, const char *word) {
    if (plot != NULL) snprintf(plot->group_label, sizeof plot->group_label, "%s", word);
}

bool table_of_list(struct outcome *outcome, const char *name, const json_t *list,
                   const char *count_name, int columns, const char *const *keys,
                   const char *const *units) {
    const char *names[COLUMNS_MAX] = {count_name}, *unit[COLUMNS_MAX] = {"1"};
    for (int i = 0; i < columns; i++) {
        names[i + 1] = keys[i];
        unit[i + 1] = units[i];
    }
    struct table *table = add_table(outcome, name, columns + 1, names, unit);
    if (table == NULL) return false;
    for (size_t row = 0; row < json_array_size(list); row++) {
        double value[COLUMNS_MAX] = {(double)row + 1.0};
        for (int i = 0; i < columns; i++) {
            const json_t *entry = json_object_get(json_array_get(list, row), keys[i]);
            value[i + 1] = json_is_number(entry) ? json_number_value(entry) : NAN;
        }
        if (!table_add(table, value)) return false;
    }
    return true;
}

void plot_groups(struct plot *plot, const char *column, const char *label) {
    snprintf(plot->group, sizeof plot->group, "%s", column);
    snprintf(plot->group_label, sizeof plot->group_label, "%s", label);
}

struct plot *add_map(struct outcome *outcome, const char *name, const struct map *map) {
    const char *const y[] = {map->y, NULL};
    const struct plot_request axes = {.stem = map->stem,
                                      .title = map->title,
                                      .caption = map->caption,
                                      .style = PLOT_MAP,
                                      .x = map->x,
                                      .y_name = map->y,
                                      .y = y};
    const struct table *table = outcome_table(outcome, name);
    const int z[] = {table != NULL ? table_column(table, map->z) : -1, -1};
    struct plot *plot = z[0] >= 0 ? add_plot_of(outcome, name, &axes) : NULL;
    if (plot == NULL) return NULL;
    snprintf(plot->z, sizeof plot->z, "%s", map->z);
    plot->z_scale = set_axis(table, z, map->z, plot->z_label, sizeof plot->z_label);
    plot->field = 1;
    return plot;
}

void plot_extent(struct plot *plot, const struct table *table, const char *name, double low,
                 double high) {
    char unit[32];
    int column = table_column(table, plot->y[0]);
    plot->y_extent[0] = low;
    plot->y_extent[1] = high;
    plot->y_scale =
        1.0 / unit_axis(fmax(fabs(low), fabs(high)), table->unit[column], unit, sizeof unit);
    write_label(plot->y_label, sizeof plot->y_label, name, unit);
}

void plot_circle(struct plot *plot, double radius, const char *unit) {
    char scaled[32];
    plot->circle = radius;
    plot->x_scale = plot->y_scale = 1.0 / prefix_for(radius, unit, scaled, sizeof scaled);
    write_label(plot->x_label, sizeof plot->x_label, plot->x, scaled);
    write_label(plot->y_label, sizeof plot->y_label, plot->y[0], scaled);
}

bool energy_check(struct reader *reader, const struct node *contact, const dp_energy *energy) {
    // measured: at most 1e-10 in ordinary impacts, at most 1e-4 where a dent is forgotten
    const double most = 1e-3;
    double sum = energy->initial + energy->final + energy->input + energy->viscous +
                 energy->plastic + energy->released;
    bool is_finite = isfinite(sum) && isfinite(energy->error);
    if (is_finite && energy->error <= most) return true;
    if (is_finite)
        report_status(reader, DP_RUN_NUMERIC, contact,
                      "the energy balance is off by %.2g of the energy, so the result cannot be "
                      "trusted; some value is far too large or too small, check the units",
                      energy->error);
    else
        report_status(reader, DP_RUN_NUMERIC, contact,
                      "the energy is no longer finite; some value is far too large or too small, "
                      "check the units");
    return false;
}

json_t *energy_json(const dp_energy *energy) {
    const struct {
        const char *name;
        double value;
    } entries[] = {
        {"initial", energy->initial},   {"final", energy->final},
        {"stored", energy->stored},     {"viscous", energy->viscous},
        {"plastic", energy->plastic},   {"friction", energy->friction},
        {"released", energy->released}, {"input", energy->input},
    };
    json_t *object = json_object();
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        put_measure(object, entries[i].name, entries[i].value, "J");
    put_measure(object, "error", energy->error, "1");
    return object;
}

json_t *effort_json(const struct effort *effort) {
    json_t *object = json_object();
    json_put(object, "path", json_string(effort->path));
    json_put(object, "steps", json_integer(effort->steps));
    json_put(object, "evaluations", json_integer(effort->evaluations));
    json_put(object, "rejected", json_integer(effort->rejected));
    json_put(object, "events", json_integer(effort->events));
    return object;
}

bool rows_check(struct reader *reader, const struct output_block *output, double count) {
    int columns = 0;
    while (reader->kind->columns[columns].name != NULL)
        columns++;
    if (output->series.items != NULL) columns = output->series.count;
    if (count <= ROWS_MAX) {
        const struct need need = {.memory = limits_memory_of(count * columns),
                                  .output = limits_output_of(count * columns),
                                  .seconds = NAN};
        return !reader->keeps_partial || limits_allow(reader, output->node, &need);
    }
    if (!isfinite(count)) {
        report_error(
            reader, output->node,
            "the rows cannot be counted: a time leaves the range of a double; check the units "
            "(all are SI)");
        return false;
    }
    report_error(reader, place_of(output->node, "every"),
                 "every is %g s, which makes %.4g rows; it must be so long that there are at most "
                 "10 million",
                 output->every, count);
    return false;
}

bool rows_start(struct rows *rows, struct reader *reader, const struct output_block *output,
                struct table *table) {
    const struct column *columns = reader->kind->columns;
    const char *names[COLUMNS_MAX], *units[COLUMNS_MAX];
    int all = 0, count = 0;
    while (all < COLUMNS_MAX && columns[all].name != NULL)
        all++;
    const int *chosen = output->series.items;
    for (; count < (chosen == NULL ? all : output->series.count); count++) {
        int column = chosen == NULL ? count : chosen[count];
        names[count] = columns[column].name;
        units[count] = columns[column].unit;
    }
    *rows = (struct rows){.table = table, .output = output, .column_count = all};
    if (table_init(table, count, names, units)) return true;
    report_no_memory(reader);
    return false;
}

void rows_add(struct rows *rows, const double *all) {
    const int *chosen = rows->output->series.items;
    double row[COLUMNS_MAX];
    for (int i = 0; i < rows->table->columns; i++)
        row[i] = all[chosen == NULL ? i : chosen[i]];
    if (!rows->is_out_of_memory) rows->is_out_of_memory = !table_add(rows->table, row);
}

void note_tension(struct outcome *outcome, dp_tension tension) {
    static const char *const outcomes[] = {
        [DP_TENSION_CLAMP] = "the surfaces do not pull, so the force stayed at zero (clamp)",
        [DP_TENSION_ALLOW] = "the surfaces were allowed to pull (allow)",
        [DP_TENSION_RELEASE] = "the contact ended there (release)",
    };
    add_note(outcome, "The law asked for tension; %s.", outcomes[tension]);
}

void note_following(struct outcome *outcome, const dp_contact *contact, double first, double last,
                    const char *touch) {
    if (!dp_contact_follows(contact) || isnan(first)) return;
    add_note(
        outcome,
        "The restitution asked for follows the speed of every touch: %.4g at the first %s, %.4g "
        "at the last.",
        first, touch, last);
}
