// Notes, headlines, pictures and rows of an outcome.

#include "scenario/result.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "scenario/prefix.h"

enum { NOTES_MAX = 4, COLUMNS_MAX = 32, CURVES_MAX = 6 };

void note(struct outcome *outcome, const char *format, ...) {
    if (outcome->note_count == NOTES_MAX) return;
    char *text = outcome->note[outcome->note_count++];
    const size_t size = sizeof outcome->note[0];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, size, format, args);
    va_end(args);
    if (length >= (int)size) snprintf(text + size - 4, 4, "...");
}

void headline(struct outcome *outcome, const char *name, double value, const char *unit) {
    if (outcome->headline_count == HEADLINES_MAX || !isfinite(value)) return;
    struct headline *line = &outcome->headline[outcome->headline_count++];
    snprintf(line->name, sizeof line->name, "%s", name);
    snprintf(line->unit, sizeof line->unit, "%s", unit);
    line->value = value;
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

struct plot *picture(struct outcome *outcome, const struct picture *picture) {
    const struct table *table = &outcome->series;
    int x = table_column(table, picture->x), first = table_column(table, picture->y[0]);
    double most = 0.0;
    if (outcome->plot_count == PLOTS_MAX || x < 0 || first < 0) return NULL;

    struct plot *plot = &outcome->plot[outcome->plot_count];
    memset(plot, 0, sizeof *plot);
    for (int i = 0; i < CURVES_MAX && picture->y[i] != NULL; i++) {
        int column = table_column(table, picture->y[i]);
        if (column < 0) return NULL;
        most = fmax(most, largest(table, column));
        snprintf(plot->y[i], sizeof plot->y[i], "%s", picture->y[i]);
    }
    char unit[32];
    plot->style = picture->style;
    snprintf(plot->stem, sizeof plot->stem, "%s", picture->stem);
    snprintf(plot->title, sizeof plot->title, "%s", picture->title);
    snprintf(plot->caption, sizeof plot->caption, "%s", picture->caption);
    snprintf(plot->x, sizeof plot->x, "%s", picture->x);
    plot->x_scale = 1.0 / unit_prefix(largest(table, x), table->unit[x], unit, sizeof unit);
    write_label(plot->x_label, sizeof plot->x_label, picture->x, unit);
    plot->y_scale = 1.0 / unit_prefix(most, table->unit[first], unit, sizeof unit);
    write_label(plot->y_label, sizeof plot->y_label, picture->y_name, unit);
    outcome->plot_count++;
    return plot;
}

void picture_circle(struct plot *plot, double radius, const char *unit) {
    char scaled[32];
    plot->circle = radius;
    plot->x_scale = plot->y_scale = 1.0 / unit_prefix(radius, unit, scaled, sizeof scaled);
    write_label(plot->x_label, sizeof plot->x_label, plot->x, scaled);
    write_label(plot->y_label, sizeof plot->y_label, plot->y[0], scaled);
}

bool energy_check(struct reader *reader, const struct node *contact, const dp_energy *energy) {
    // measured: at most 1e-10 in ordinary impacts, at most 1e-4 where a dent is forgotten
    const double most = 1e-3;
    double sum = energy->initial + energy->final + energy->input + energy->viscous +
                 energy->plastic + energy->released;
    if (isfinite(sum) && energy->error <= most) return true;
    complain_status(reader, CLI_NUMERIC, contact,
                    "the energy balance is off by %.2g of the energy, so the result cannot be "
                    "trusted; some value is far too large or too small, check the units",
                    isfinite(sum) ? energy->error : sum);
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
        {"error", energy->error},
    };
    json_t *object = json_object();
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        cli_put(object, entries[i].name, cli_json_number(entries[i].value));
    return object;
}

json_t *effort_json(const struct effort *effort) {
    json_t *object = json_object();
    cli_put(object, "path", json_string(effort->path));
    cli_put(object, "steps", json_integer(effort->steps));
    cli_put(object, "evaluations", json_integer(effort->evaluations));
    cli_put(object, "rejected", json_integer(effort->rejected));
    cli_put(object, "events", json_integer(effort->events));
    return object;
}

bool rows_check(struct reader *reader, const struct output_block *output, double count) {
    if (count <= ROWS_MAX) return true;
    complain(reader, place_of(output->node, "every"),
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
    complain_memory(reader);
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
    note(outcome, "The law asked for tension; %s.", outcomes[tension]);
}

void compare_restitution(struct outcome *outcome, double requested, double delivered) {
    if (isnan(requested) || fabs(requested - delivered) <= 0.005) return;
    note(outcome, "Restitution %.4g was asked for; the law delivers %.4g.", requested, delivered);
}
