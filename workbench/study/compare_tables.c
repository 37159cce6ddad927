// Tables of several runs one below another.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/result.h"
#include "study/compare.h"

const char compare_law_column[] = "law";
const char compare_curve_column[] = "curve";

// Tables of one name; NULL: that run has none.
struct stack {
    const struct compared *runs;
    const struct table *part[DP_LAWS_MAX];
    const char *group;  // a picture's column that parts the rows into curves; NULL: none
    bool is_last;       // of its values the last one is shown, else the first
};

// --- columns -------------------------------------------------------------------------------------

// Names and units of all columns, in the order in which the runs have them. The names are those of
// the parts.
struct heading {
    const char **name, **unit;
    int count, most;
};

static bool heading_has(const struct heading *heading, const char *name) {
    for (int i = 0; i < heading->count; i++) {
        if (strcmp(heading->name[i], name) == 0) return true;
    }
    return false;
}

static void heading_add(struct heading *heading, const char *name, const char *unit) {
    if (heading_has(heading, name) || heading->count == heading->most) return;
    heading->name[heading->count] = name;
    heading->unit[heading->count++] = unit;
}

static bool heading_make(const struct stack *stack, struct heading *heading) {
    *heading = (struct heading){.most = 2};
    for (int i = 0; i < stack->runs->count; i++)
        heading->most += stack->part[i] != NULL ? stack->part[i]->columns : 0;
    heading->name = calloc((size_t)heading->most, sizeof *heading->name);
    heading->unit = calloc((size_t)heading->most, sizeof *heading->unit);
    if (heading->name == NULL || heading->unit == NULL) return false;
    heading_add(heading, compare_law_column, "");
    if (stack->group != NULL) heading_add(heading, compare_curve_column, "");
    for (int i = 0; i < stack->runs->count; i++) {
        const struct table *part = stack->part[i];
        for (int c = 0; part != NULL && c < part->columns; c++)
            heading_add(heading, part->name[c], part->unit[c]);
    }
    return true;
}

// --- words ---------------------------------------------------------------------------------------

static int word_place(char *const *words, int count, const char *word) {
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], word) == 0) return i;
    }
    return -1;
}

// The words that a column has in any of the runs.
static bool join_words(const struct stack *stack, struct table *to, int column) {
    const char **words;
    int most = 0, count = 0;
    for (int i = 0; i < stack->runs->count; i++) {
        int own = stack->part[i] != NULL ? table_column(stack->part[i], to->name[column]) : -1;
        if (own >= 0) most += stack->part[i]->words[own].count;
    }
    if (most == 0) return true;
    words = calloc((size_t)most, sizeof *words);
    for (int i = 0; i < stack->runs->count && words != NULL; i++) {
        int own = stack->part[i] != NULL ? table_column(stack->part[i], to->name[column]) : -1;
        const struct words *from = own >= 0 ? &stack->part[i]->words[own] : NULL;
        for (int k = 0; from != NULL && k < from->count; k++) {
            if (word_place((char *const *)words, count, from->item[k]) < 0)
                words[count++] = from->item[k];
        }
    }
    bool is_done = words != NULL && table_set_words(to, column, words, count);
    free(words);
    return is_done;
}

static bool name_laws(const struct stack *stack, struct table *to, int column) {
    const char *names[DP_LAWS_MAX];
    for (int i = 0; i < stack->runs->count; i++)
        names[i] = stack->runs->law[i]->name;
    return table_set_words(to, column, names, stack->runs->count);
}

// --- rows ----------------------------------------------------------------------------------------

// The value in the words of all runs.
static double translate(const struct table *from, int own, const struct table *to, int column,
                        double value) {
    const char *word = table_word(from, own, value);
    if (word == NULL) return value;
    return word_place(to->words[column].item, to->words[column].count, word);
}

// The value of the group whose rows make the curve of a run.
static double shown_group(const struct stack *stack, const struct table *part) {
    int column = stack->group != NULL ? table_column(part, stack->group) : -1;
    if (column < 0 || part->rows == 0) return NAN;
    return table_at(part, stack->is_last ? part->rows - 1 : 0, column);
}

static bool add_rows(const struct stack *stack, int run, struct table *to, double *row) {
    const struct table *part = stack->part[run];
    int *own = calloc((size_t)to->columns, sizeof *own);
    if (own == NULL) return false;
    for (int c = 0; c < to->columns; c++)
        own[c] = table_column(part, to->name[c]);
    int curve = stack->group != NULL ? table_column(to, compare_curve_column) : -1;
    int group = stack->group != NULL ? table_column(part, stack->group) : -1;
    double shown = shown_group(stack, part);
    bool is_done = true;
    for (size_t i = 0; i < part->rows && is_done; i++) {
        for (int c = 1; c < to->columns; c++)
            row[c] = own[c] >= 0 ? translate(part, own[c], to, c, table_at(part, i, own[c])) : NAN;
        row[0] = run;
        // other rows belong to no curve
        bool is_shown = group >= 0 && table_at(part, i, group) == shown;
        if (curve >= 0) row[curve] = is_shown ? (double)run : (double)NAN;
        is_done = table_add(to, row);
    }
    free(own);
    return is_done;
}

static bool fill(const struct stack *stack, struct table *to) {
    double *row = calloc((size_t)to->columns, sizeof *row);
    bool is_done = row != NULL && name_laws(stack, to, 0);
    int curve = stack->group != NULL ? table_column(to, compare_curve_column) : -1;
    if (is_done && curve >= 0) is_done = name_laws(stack, to, curve);
    for (int c = 1; c < to->columns && is_done; c++)
        is_done = c == curve || join_words(stack, to, c);
    for (int i = 0; i < stack->runs->count && is_done; i++)
        is_done = stack->part[i] == NULL || add_rows(stack, i, to, row);
    free(row);
    return is_done;
}

// --- all tables ----------------------------------------------------------------------------------

// The first picture in groups that a table has.
static const struct plot *grouped_plot(const struct compared *runs, const char *table) {
    for (int i = 0; i < runs->count; i++) {
        for (int k = 0; k < runs->outcome[i]->plot_count; k++) {
            const struct plot *plot = &runs->outcome[i]->plot[k];
            if (plot->group[0] != '\0' && strcmp(plot->table, table) == 0) return plot;
        }
    }
    return NULL;
}

static bool stack_named(const struct compared *runs, const char *name, struct outcome *out) {
    const struct plot *grouped = grouped_plot(runs, name);
    struct stack stack = {.runs = runs};
    struct heading heading;
    // a section shows the start-up first and then the window
    if (grouped != NULL) {
        stack.group = grouped->group;
        stack.is_last = grouped->circle > 0.0;
    }
    for (int i = 0; i < runs->count; i++)
        stack.part[i] = outcome_table(runs->outcome[i], name);
    bool is_done = heading_make(&stack, &heading);
    struct table *to = NULL;
    if (is_done && name[0] == '\0') {
        is_done = table_init(&out->series, heading.count, heading.name, heading.unit);
        to = &out->series;
    } else if (is_done) {
        to = add_table(out, name, heading.count, heading.name, heading.unit);
        // a table more than there is room for is not kept
        is_done = to != NULL || out->extra_count == EXTRA_TABLES_MAX;
    }
    if (is_done && to != NULL) is_done = fill(&stack, to);
    free(heading.name);
    free(heading.unit);
    return is_done;
}

static bool has_table(const struct outcome *out, const char *name) {
    for (int i = 0; i < out->extra_count; i++) {
        if (strcmp(out->extra[i].name, name) == 0) return true;
    }
    return false;
}

bool compare_stack_tables(const struct compared *runs, struct outcome *out) {
    bool has_series = false;
    for (int i = 0; i < runs->count; i++)
        has_series = has_series || runs->outcome[i]->series.columns > 0;
    bool is_done = !has_series || stack_named(runs, "", out);
    for (int i = 0; i < runs->count && is_done; i++) {
        for (int k = 0; k < runs->outcome[i]->extra_count && is_done; k++) {
            const char *name = runs->outcome[i]->extra[k].name;
            if (!has_table(out, name)) is_done = stack_named(runs, name, out);
        }
    }
    return is_done;
}
