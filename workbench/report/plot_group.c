// Curves from groups of rows: one column parts the rows, each part is a curve.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/html.h"
#include "report/plot.h"
#include "report/thin.h"

void group_init(struct sketch *sketch, const struct table *table) {
    int count = 0, y = sketch->y[0];
    sketch->group = table_column(table, sketch->plot->group);
    sketch->curve_count = 0;
    if (sketch->group < 0) {
        snprintf(sketch->reason, sizeof sketch->reason, "the table has no column %s",
                 sketch->plot->group);
        return;
    }
    for (size_t row = 0; row < table->rows && count < CURVES_MAX; row++) {
        double value = table_at(table, row, sketch->group);
        int known = !isfinite(value);
        for (int i = 0; i < count && !known; i++)
            known = sketch->group_value[i] == value;
        if (!known) sketch->group_value[count++] = value;
    }
    for (int i = 0; i < count; i++) {
        sketch->y[i] = y;
        sketch->look[i] = i;
        sketch->is_dense[i] = 0;
    }
    sketch->curve_count = count;
}

int group_table(const struct sketch *sketch, const struct table *table, int curve,
                struct table *rows) {
    const char *const names[] = {"x", "y"}, *const units[] = {"", ""};
    if (!table_init(rows, 2, names, units)) return 0;
    for (size_t row = 0; row < table->rows; row++) {
        if (table_at(table, row, sketch->group) != sketch->group_value[curve]) continue;
        const double pair[] = {table_at(table, row, sketch->x),
                               table_at(table, row, sketch->y[curve])};
        if (table_add(rows, pair)) continue;
        table_free(rows);
        return 0;
    }
    return 1;
}

// What tells the curves apart, where the plot has a word for it: "force_100" is "bead 100".
static const char *own_part(const struct sketch *sketch, const struct table *table, int curve) {
    const char *name = table->name[sketch->y[curve]], *line = strrchr(name, '_');
    return sketch->plot->group_label[0] != '\0' && line != NULL ? line + 1 : NULL;
}

// A column as words: "max_force" is "max force".
static void say(char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '_') *text = ' ';
    }
}

// Bytes from a dot on that end the names of all curves: "collisions.0.spin" and "collisions.1.spin"
// are told apart by "collisions.0" and "collisions.1".
static int common_end(const struct sketch *sketch, const struct table *table) {
    const char *dot = strrchr(table->name[sketch->y[0]], '.');
    if (sketch->curve_count < 2 || dot == NULL) return 0;
    for (int i = 1; i < sketch->curve_count; i++) {
        const char *other = strrchr(table->name[sketch->y[i]], '.');
        if (other == NULL || strcmp(dot, other) != 0) return 0;
    }
    return (int)strlen(dot);
}

void sketch_name(const struct sketch *sketch, const struct table *table, int curve, char *name,
                 size_t size) {
    if (sketch->group < 0 && own_part(sketch, table, curve) != NULL) {
        snprintf(name, size, "%s %s", sketch->plot->group_label, own_part(sketch, table, curve));
        return;
    }
    if (sketch->group < 0) {
        int length = (int)strlen(table->name[sketch->y[curve]]) - common_end(sketch, table);
        snprintf(name, size, "%.*s", length, table->name[sketch->y[curve]]);
        say(name);
        return;
    }
    double value = sketch->group_value[curve];
    const char *word = table_word(table, sketch->group, value), *unit;
    if (word != NULL) {
        snprintf(name, size, "%s", word);
        return;
    }
    unit = table->unit[sketch->group];
    unit = strcmp(unit, "1") == 0 ? "" : unit;
    struct html_scale scale = html_scale_of(value, unit);
    const char *label = sketch->plot->group_label;
    snprintf(name, size, "%s%s%.4g%s%s%s", label, label[0] != '\0' ? " " : "", value * scale.factor,
             unit[0] != '\0' ? " " : "", scale.prefix, unit);
}

void word_tics(const struct table *table, int column, const char *axis, struct out_file *file) {
    enum { SHOWN = 12, LETTERS = 20, ROOM = 55 };
    const struct words *words = &table->words[column];
    if (words->count == 0) return;
    int step = (words->count + SHOWN - 1) / SHOWN;
    size_t letters = 0;
    out_print(file, "set %s (", axis);
    for (int i = 0; i < words->count; i += step) {
        if (i > 0) out_text(file, ", ");
        gnuplot_quoted(file, words->item[i], LETTERS);
        out_print(file, " %d", i);
        letters += strlen(words->item[i]);
    }
    out_print(file, ")%s\n", letters > ROOM ? " font 'Arial,12'" : "");
}
