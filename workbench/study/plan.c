// From the `sweep:` block to a plan, and from a point of the plan to a scenario of its own.

#include "study/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "measured/measured.h"
#include "scenario/input.h"
#include "study/variant.h"

// Points looked at before a sweep is given up as bad.
enum { TRIES_MAX = 10000 };

// --- the scenario of a point ---------------------------------------------------------------------

struct scenario *sweep_variant(const struct scenario *s, long point, struct chunk **spare,
                               dp_diagnostic *diagnostic) {
    struct change changes[SWEEP_AXES_MAX];
    struct sweep_scratch scratch[SWEEP_AXES_MAX];
    for (int i = 0; i < s->sweep->axis_count; i++)
        changes[i] = (struct change){s->sweep->axis[i].block->path,
                                     sweep_node(s->sweep, i, point, &scratch[i])};
    return variant_make(s, s->reader.tree.root, changes, s->sweep->axis_count, spare, diagnostic);
}

// --- the plan ------------------------------------------------------------------------------------

static bool is_column(const struct sweep *sweep, int results, const char *name) {
    for (int i = 0; i < sweep->axis_count; i++) {
        if (strcmp(sweep->axis[i].name, name) == 0) return true;
    }
    for (int i = 0; i < results; i++) {
        if (strcmp(sweep->result[i].name, name) == 0) return true;
    }
    return strcmp(name, "status") == 0;
}

static void check_results(struct reader *reader, struct sweep *sweep) {
    const struct list *list = &sweep->block.results;
    char word[SHOWN_MAX];
    const struct sweep_result *given = list->items;
    for (int i = 0; i < list->count; i++) {
        struct sweep_result *result = &sweep->result[sweep->result_count++];
        const struct node *at = node_at(list->node, i);
        *result = given[i];
        if (result->name == NULL) result->name = result->path;
        const char *name = result->name;
        shown(name, word);
        if (strlen(name) >= SWEEP_NAME_MAX)
            report_error(
                reader, at,
                "results has '%s'; as a column it must be at most %d bytes; give it a name: {path: "
                "..., name: ...}",
                word, SWEEP_NAME_MAX - 1);
        else if (is_column(sweep, i, name))
            report_error(reader, at, "results has '%s', but there is a column of that name", word);
    }
}

// Where histories part, statistics of a single one need this beside them.
static void add_horizon(const struct kind *kind, struct sweep *sweep) {
    static const char horizon[] = "horizon";
    if (kind == NULL || columns_find(kind->results, horizon) == NULL) return;
    for (int i = 0; i < sweep->result_count; i++) {
        if (strcmp(sweep->result[i].path, horizon) == 0) return;
    }
    if (is_column(sweep, sweep->result_count, horizon)) return;
    sweep->result[sweep->result_count++] = (struct sweep_result){.path = horizon, .name = horizon};
    sweep->has_horizon = true;
}

// Two parameters that are one, or would share a column.
static void check_axes(struct reader *reader, const struct sweep *sweep) {
    const struct sweep_axis *axis = sweep->axis;
    const char *who = sweep->axis_count == 2 ? "both" : "two";
    for (int i = 1; i < sweep->axis_count; i++) {
        const struct node *map = axis[i].block->node;
        for (int j = 0; j < i; j++) {
            bool is_same = strcmp(axis[i].block->path, axis[j].block->path) == 0;
            if (!is_same && strcmp(axis[i].name, axis[j].name) != 0) continue;
            report_error(reader, place_of(map, is_same ? "path" : "name"),
                         "%s parameters have the same %s", who, is_same ? "path" : "name");
            return;
        }
    }
}

// The points of a grid; complains where they are too many.
static void count_grid(struct reader *reader, struct sweep *sweep) {
    char text[SWEEP_GRID_MAX * 16] = "";
    bool is_large = false;
    sweep->points = 1;
    for (int i = 0; i < sweep->axis_count; i++) {
        long count = sweep->axis[i].count;
        text_print(text, sizeof text, "%s%ld", i > 0 ? " x " : "", count);
        is_large = is_large || count > SWEEP_POINTS_MAX / sweep->points;
        if (!is_large) sweep->points *= count;
    }
    if (is_large)
        report_error(reader, sweep->block.node, "the sweep has %s points; the most is %d", text,
                     SWEEP_POINTS_MAX);
}

static void make_plan(struct reader *reader, struct sweep *sweep) {
    const struct sweep_parameter *parameters = sweep->block.parameters.items;
    if (!design_read(reader, sweep)) return;
    for (int i = 0; i < sweep->block.parameters.count; i++) {
        if (!axis_read(reader, &sweep->design, &parameters[i], &sweep->axis[i])) return;
        sweep->axis_count++;
    }
    if (sweep->design.kind == DESIGN_GRID)
        count_grid(reader, sweep);
    else if (sweep->design.kind == DESIGN_LIST && !points_read(reader, sweep))
        return;
    else
        sweep->points = design_points(&sweep->design);
    const struct call *call = reader->call;
    sweep->threads = call != NULL && call->threads > 0 ? call->threads : sweep->block.threads;
    check_axes(reader, sweep);
    check_results(reader, sweep);
    add_horizon(reader->kind, sweep);
}

// A sweep starts when any of its points does. What the first one says is what the user sees.
static void find_first(struct scenario *s) {
    struct sweep *sweep = s->sweep;
    dp_diagnostic *first = s->reader.diagnostic, other;
    long step = (sweep->points + TRIES_MAX - 1) / TRIES_MAX;
    for (sweep->first = 0; sweep->first < sweep->points; sweep->first += step) {
        struct scenario *variant =
            sweep_variant(s, sweep->first, NULL, sweep->first == 0 ? first : &other);
        if (variant == NULL) continue;
        scenario_free(variant);
        diagnostic_clear(first);
        return;
    }
    s->reader.count = 1;
}

// A measured series whose x is swept belongs to the table of the sweep; any other belongs to the
// series of each point.
static void read_measured(struct scenario *s) {
    struct reader *reader = &s->reader;
    const struct node *map = node_find(reader->tree.root, "measured"), *x = node_find(map, "x");
    struct sweep *sweep = s->sweep;
    struct measured_block *block = &s->common.measured;
    struct measured measured;
    struct word_list known = {.count = 0};
    bool is_swept = false;
    for (int i = 0; i < sweep->axis_count && x != NULL && x->kind == NODE_SCALAR; i++)
        is_swept =
            is_swept || (sweep->axis[i].word == NULL && strcmp(sweep->axis[i].name, x->text) == 0);
    if (!is_swept) return;
    field_read(reader, field_find(common_fields, "measured"), map, &s->common);
    if (reader->count > 0) return;
    for (int i = 0; i < sweep->result_count; i++)
        words_add(&known, sweep->result[i].name);
    const struct measured_column *column = block->columns.items;
    for (int i = 0; i < block->columns.count; i++) {
        const char *name = column[i].of != NULL ? column[i].of : column[i].column;
        char hint[WORDS_HINT_MAX], word[SHOWN_MAX];
        if (is_column(sweep, sweep->result_count, name)) continue;
        report_error(reader, column[i].node, "the sweep has no column '%s'%s", shown(name, word),
                     words_hint(&known, name, hint));
    }
    // the units of results are known after the runs; the file can be looked at now
    struct measured_block places = *block;
    places.columns.count = 0;
    struct table axes;
    const char *names[SWEEP_AXES_MAX], *units[SWEEP_AXES_MAX];
    for (int i = 0; i < sweep->axis_count; i++) {
        names[i] = sweep->axis[i].name;
        units[i] = sweep->axis[i].si;
    }
    if (!table_init(&axes, sweep->axis_count, names, units))
        report_no_memory(reader);
    else if (reader->count == 0)
        measured_read(reader, &places, &axes, &measured);
    table_free(&axes);
}

// Points may name tables that the first one does not.
static void look_for_tables(struct scenario *s) {
    const struct sweep *sweep = s->sweep;
    input_look(&s->reader, s->reader.tree.root, NULL);
    for (int i = 0; i < sweep->axis_count; i++) {
        const struct sweep_axis *axis = &sweep->axis[i];
        const char *dot = strrchr(axis->block->path, '.');
        const char *key = dot != NULL ? dot + 1 : axis->block->path;
        for (int k = 0; axis->word != NULL && k < axis->word_count; k++) {
            const struct node word = {.kind = NODE_SCALAR, .set = -1, .text = axis->word[k]};
            input_look(&s->reader, axis->node != NULL ? axis->node[k] : &word, key);
        }
    }
}

void sweep_load(struct scenario *s) {
    struct reader *reader = &s->reader;
    const struct node *root = reader->tree.root, *kind = node_find(root, "kind");
    if (kind != NULL && kind->kind == NODE_SCALAR)
        reader->kind = kind_find(reader->kinds, kind->text);
    s->sweep = tree_alloc(&reader->tree, sizeof *s->sweep);
    if (s->sweep == NULL) {
        report_no_memory(reader);
        return;
    }
    // the rest of the scenario is looked at with the values of a point in it
    field_read(reader, field_find(common_fields, "sweep"), node_find(root, "sweep"), &s->common);
    s->sweep->block = s->common.sweep;
    if (reader->count == 0) make_plan(reader, s->sweep);
    if (reader->count == 0) read_measured(s);
    if (reader->count == 0) find_first(s);
    if (reader->count == 0) look_for_tables(s);
}

int sweep_is(const struct scenario *s) {
    return s->sweep != NULL;
}

long sweep_points(const struct scenario *s, int *width) {
    *width = s->sweep->result_count;
    return s->sweep->points;
}
