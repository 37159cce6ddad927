// Curves from groups of rows: one column parts the rows, each part is a curve.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/html.h"
#include "report/plot.h"
#include "report/thin.h"

void group_init(struct plot_job *job) {
    const struct table *table = job->table;
    int count = 0, y = job->y[0];
    job->group = table_column(table, job->plot->group);
    job->curve_count = 0;
    if (job->group < 0) {
        snprintf(job->reason, sizeof job->reason, "the table has no column %s", job->plot->group);
        return;
    }
    for (size_t row = 0; row < table->rows && count < CURVES_MAX; row++) {
        double value = table_at(table, row, job->group);
        int known = !isfinite(value);
        for (int i = 0; i < count && !known; i++)
            known = job->group_value[i] == value;
        if (!known) job->group_value[count++] = value;
    }
    for (int i = 0; i < count; i++) {
        job->y[i] = y;
        job->line_style[i] = i;
        job->is_dense[i] = 0;
    }
    job->curve_count = count;
}

int group_table(const struct plot_job *job, int curve, struct table *rows) {
    const struct table *table = job->table;
    const char *const names[] = {"x", "y"}, *const units[] = {"", ""};
    if (!table_init(rows, 2, names, units)) return 0;
    for (size_t row = 0; row < table->rows; row++) {
        if (table_at(table, row, job->group) != job->group_value[curve]) continue;
        const double pair[] = {table_at(table, row, job->x), table_at(table, row, job->y[curve])};
        if (table_add(rows, pair)) continue;
        table_free(rows);
        return 0;
    }
    return 1;
}

// What tells the curves apart, where the plot has a word for it: "force_100" is "bead 100".
static const char *own_part(const struct plot_job *job, int curve) {
    const char *name = job->table->name[job->y[curve]], *line = strrchr(name, '_');
    return job->plot->group_label[0] != '\0' && line != NULL ? line + 1 : NULL;
}

// A column as words: "max_force" is "max force".
static void say(char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '_') *text = ' ';
    }
}

// Bytes from a dot on that end the names of all curves: "collisions.0.spin" and "collisions.1.spin"
// are told apart by "collisions.0" and "collisions.1".
static int common_end(const struct plot_job *job) {
    const char *dot = strrchr(job->table->name[job->y[0]], '.');
    if (job->curve_count < 2 || dot == NULL) return 0;
    for (int i = 1; i < job->curve_count; i++) {
        const char *other = strrchr(job->table->name[job->y[i]], '.');
        if (other == NULL || strcmp(dot, other) != 0) return 0;
    }
    return (int)strlen(dot);
}

void plot_job_name(const struct plot_job *job, int curve, char *name, size_t size) {
    const struct table *table = job->table;
    if (job->group < 0 && own_part(job, curve) != NULL) {
        snprintf(name, size, "%s %s", job->plot->group_label, own_part(job, curve));
        return;
    }
    if (job->group < 0) {
        int length = (int)strlen(table->name[job->y[curve]]) - common_end(job);
        snprintf(name, size, "%.*s", length, table->name[job->y[curve]]);
        say(name);
        return;
    }
    double value = job->group_value[curve];
    const char *word = table_word(table, job->group, value), *unit;
    if (word != NULL) {
        snprintf(name, size, "%s", word);
        return;
    }
    unit = table->unit[job->group];
    unit = strcmp(unit, "1") == 0 ? "" : unit;
    struct html_scale scale = html_scale_of(value, unit);
    const char *label = job->plot->group_label;
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
