// From the `figures:` of a table to points. A curve is either the series of one run, or one point
// for each of many runs in which one entry of the scenario moves (`over`).

#include "reproduce/figures.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "base/words.h"
#include "reproduce/crew.h"
#include "reproduce/expression.h"
#include "reproduce/readings.h"
#include "scenario/diagnostic.h"
#include "study/pick.h"

// The curve in the making.
struct task {
    const struct figure *figure;
    struct curve *curve;
    struct runs *runs;
    dp_diagnostic *diagnostic;
};

static bool wrong(const struct task *task, const char *what) {
    diagnostic_set(task->diagnostic, DP_RUN_INPUT, "papers/%s.yaml: %s, curve '%s': %s",
                   task->figure->paper->name, text_at(task->figure->spec, "id"),
                   text_at(task->curve->spec, "label"), what);
    return false;
}

// The same where a run failed: what the system did is no fault of the table.
static bool failed(const struct task *task, const dp_diagnostic *run) {
    if (run->status != DP_RUN_SYSTEM) return wrong(task, run->text);
    *task->diagnostic = *run;
    return false;
}

static bool no_memory(const struct task *task) {
    diagnostic_set(task->diagnostic, DP_RUN_SYSTEM, "out of memory");
    return false;
}

// --- points --------------------------------------------------------------------------------------

// What the names in x and y mean: columns of a row, else `input`, else numbers of the run.
struct names {
    const struct table *table;  // NULL: none
    size_t row;
    struct runs *runs;
    const json_t *spec, *values;
    double input;
    dp_diagnostic diagnostic;
};

static bool look_up(void *user, const char *name, double *value) {
    struct names *names = user;
    int column = names->table != NULL ? table_column(names->table, name) : -1;
    if (column >= 0) {
        *value = table_at(names->table, names->row, column);
        return true;
    }
    if (strcmp(name, "input") == 0 && !isnan(names->input)) {
        *value = names->input;
        return true;
    }
    const json_t *values = names->values;
    if (values == NULL || runs_is_quantity(name))
        values = runs_find(names->runs, names->spec, name, &names->diagnostic);
    return values != NULL && pick_number((json_t *)values, name, value) <= PICK_EMPTY;
}

// The expression at a key of the curve.
static bool evaluate(const struct task *task, const char *key, struct names *names, double *value) {
    char said[768];
    if (expression_value(text_at(task->curve->spec, key), look_up, names, value, said, sizeof said))
        return true;
    return names->diagnostic.text[0] != '\0' ? failed(task, &names->diagnostic) : wrong(task, said);
}

static bool add_point(const struct task *task, struct names *names) {
    double is_in = 1.0, point[CURVE_COLUMNS] = {NAN, NAN, NAN, NAN};
    bool has_band = curve_has_band(task->curve);
    if (text_at(task->curve->spec, "only") != NULL && !evaluate(task, "only", names, &is_in))
        return false;
    if (!(fabs(is_in) > 0.0)) return true;
    return evaluate(task, "x", names, &point[0]) && evaluate(task, "y", names, &point[1]) &&
           (!has_band || (evaluate(task, "low", names, &point[2]) &&
                          evaluate(task, "high", names, &point[3]))) &&
           (table_add(&task->curve->points, point) || no_memory(task));
}

static bool no_table(const struct task *task, const struct outcome *outcome) {
    char text[256] = "the run has no table ";
    const char *known[EXTRA_TABLES_MAX + 1] = {NULL};
    for (int i = 0; i < outcome->extra_count; i++)
        known[i] = outcome->extra[i].name;
    text_append(text, sizeof text, text_at(task->curve->spec, "table"));
    if (known[0] != NULL)
        text_suggest_or_list(text, sizeof text, text_at(task->curve->spec, "table"), known);
    return wrong(task, text);
}

static bool make_series(const struct task *task, const struct outcome *outcome) {
    struct curve *curve = task->curve;
    struct names names = {.runs = task->runs,
                          .spec = curve->spec,
                          .values = outcome->summary,
                          .table = outcome_table(outcome, text_at(curve->spec, "table")),
                          .input = NAN};
    bool is_good = names.table != NULL || no_table(task, outcome);
    for (; is_good && names.row < names.table->rows; names.row++)
        is_good = add_point(task, &names);
    if (is_good && curve->points.rows == 0)
        is_good = wrong(task, "no row of the run is in the curve");
    return is_good;
}

json_t *figure_inputs(const json_t *curve, double input) {
    char text[40];
    json_t *spec = json_deep_copy(curve);
    snprintf(text, sizeof text, "%.15g", input);
    json_put(json_object_get(spec, "set"), text_at(json_object_get(curve, "over"), "path"),
             json_string(text));
    return spec;
}

static bool is_log_scale(const json_t *over) {
    const char *scale = text_at(over, "scale");
    return scale != NULL && strcmp(scale, "log") == 0;
}

static bool make_points(const struct task *task) {
    const json_t *over = json_object_get(task->curve->spec, "over");
    double from = strtod(text_at(over, "from"), NULL), to = strtod(text_at(over, "to"), NULL);
    long points = strtol(text_at(over, "points"), NULL, 10);
    bool is_good = true;
    bool is_log = is_log_scale(over);
    if (points < 2 || points > 10000) return wrong(task, "points must lie in 2..10000");
    if (is_log && !(from > 0.0 && to > 0.0)) return wrong(task, "a scale in decades is above 0");
    for (long i = 0; i < points && is_good; i++) {
        double share = (double)i / (double)(points - 1);
        double input = is_log ? from * pow(to / from, share) : from + (to - from) * share;
        json_t *spec = figure_inputs(task->curve->spec, input);
        struct names names = {.runs = task->runs, .spec = spec, .input = input};
        is_good = add_point(task, &names);
        json_decref(spec);
    }
    return is_good;
}

// --- the scenario that made them -----------------------------------------------------------------

// Names in x and y that are numbers of a run.
struct results {
    char name[16][96];
    int count;
    bool fit;  // all of them can be results of a sweep
};

// `pair.` and `law.` are no results.
static bool note_name(void *user, const char *name, double *value) {
    struct results *results = user;
    *value = 1.0;
    if (strcmp(name, "input") == 0) return true;
    for (int i = 0; i < results->count; i++) {
        if (strcmp(results->name[i], name) == 0) return true;
    }
    if (runs_is_quantity(name) || results->count == 16 || strlen(name) >= sizeof results->name[0])
        results->fit = false;
    else
        strcpy(results->name[results->count++], name);
    return true;
}

// Can a sweep give what the curve needs? Not when that is nothing of the run either.
static bool list_results(const json_t *curve, struct results *results) {
    static const char *const keys[] = {"x", "y", "low", "high", "only", NULL};
    *results = (struct results){.fit = true};
    for (int i = 0; keys[i] != NULL; i++) {
        char said[256];
        double value;
        const char *text = text_at(curve, keys[i]);
        if (text != NULL && !expression_value(text, note_name, results, &value, said, sizeof said))
            results->fit = false;
    }
    return results->fit && results->count > 0;
}

// The text of one of its runs with a `sweep:` behind it; malloc, NULL when out of memory.
static char *sweep_text(const json_t *curve, const struct results *results, const char *scenario) {
    const json_t *over = json_object_get(curve, "over");
    char block[4096];
    snprintf(block, sizeof block,
             "sweep:\n"
             "  parameters:\n"
             "    - {path: %s, from: %s, to: %s, count: %s%s}\n"
             "  results: [",
             text_at(over, "path"), text_at(over, "from"), text_at(over, "to"),
             text_at(over, "points"), is_log_scale(over) ? ", scale: log" : "");
    for (int i = 0; i < results->count; i++) {
        if (i > 0) text_append(block, sizeof block, ", ");
        text_append(block, sizeof block, results->name[i]);
    }
    text_append(block, sizeof block, "]\n");
    size_t length = strlen(scenario), size = length + strlen(block) + 2;
    bool is_open = length > 0 && scenario[length - 1] != '\n';
    char *text = malloc(size);
    if (text != NULL) snprintf(text, size, "%s%s%s", scenario, is_open ? "\n" : "", block);
    return text;
}

static json_t *first_inputs(const json_t *curve) {
    const json_t *over = json_object_get(curve, "over");
    return over != NULL ? figure_inputs(curve, strtod(text_at(over, "from"), NULL))
                        : json_incref((json_t *)curve);
}

json_t *figure_command(const json_t *curve) {
    json_t *inputs = first_inputs(curve), *command = runs_command(inputs);
    json_decref(inputs);
    return command;
}

static bool keep_scenario(const struct task *task) {
    struct curve *curve = task->curve;
    dp_diagnostic diagnostic = {.status = DP_RUN_DONE};
    struct results results;
    json_t *inputs = first_inputs(curve->spec);
    curve->scenario = runs_text(task->runs, inputs, &diagnostic);
    json_decref(inputs);
    if (curve->scenario == NULL) return failed(task, &diagnostic);
    curve->is_sweep =
        json_object_get(curve->spec, "over") != NULL && list_results(curve->spec, &results);
    if (!curve->is_sweep) return true;
    char *whole = sweep_text(curve->spec, &results, curve->scenario);
    free(curve->scenario);
    curve->scenario = whole;
    return whole != NULL || no_memory(task);
}

// --- all of it -----------------------------------------------------------------------------------

bool curve_has_band(const struct curve *curve) {
    return text_at(curve->spec, "low") != NULL;
}

bool figure_open(struct figure *figure, const struct paper *paper, const json_t *spec,
                 dp_diagnostic *diagnostic) {
    size_t i;
    json_t *curve;
    *figure = (struct figure){.paper = paper, .spec = spec};
    snprintf(figure->stem, sizeof figure->stem, "%s-%s", paper->name, text_at(spec, "id"));
    json_array_foreach(json_object_get(spec, "curves"), i, curve) {
        if (figure->curve_count == FIGURE_CURVES_MAX) {
            diagnostic_set(diagnostic, DP_RUN_INPUT, "papers/%s.yaml: %s has more than %d curves",
                           paper->name, figure->stem, FIGURE_CURVES_MAX);
            return false;
        }
        figure->curve[figure->curve_count++].spec = curve;
    }
    return true;
}

// A curve, and the first one that shows the same run.
struct piece {
    struct figure *figure;
    struct curve *curve;
    char *key;  // of the run whose rows are shown; NULL: it shows none
    size_t first;
};

struct pieces {
    struct piece *item;
    size_t count;
    struct runs *runs;
    size_t failed;             // the first that could not be had
    dp_diagnostic diagnostic;  // of it
};

static bool make_curve(const struct pieces *all, const struct piece *piece,
                       const struct outcome *outcome, dp_diagnostic *diagnostic) {
    static const char *const names[] = {"x", "y", "low", "high"}, *const units[] = {"", "", "", ""};
    const json_t *spec = piece->curve->spec;
    struct task task = {piece->figure, piece->curve, all->runs, diagnostic};
    if (!table_init(&task.curve->points, CURVE_COLUMNS, names, units)) return no_memory(&task);
    if (readings_are_given(spec)) {
        dp_diagnostic said = {.status = DP_RUN_DONE};
        return readings_take(all->runs->root, spec, &task.curve->points, &said) ||
               failed(&task, &said);
    }
    return (outcome != NULL ? make_series(&task, outcome) : make_points(&task)) &&
           keep_scenario(&task);
}

// A curve and all others that show the same run.
static bool make_alike(const struct pieces *all, size_t number, dp_diagnostic *diagnostic) {
    const struct piece *piece = &all->item[number];
    struct task task = {piece->figure, piece->curve, all->runs, diagnostic};
    struct outcome outcome;
    dp_diagnostic said;
    if (piece->key == NULL) return make_curve(all, piece, NULL, diagnostic);
    if (!runs_series(all->runs, piece->curve->spec, &outcome, &said)) return failed(&task, &said);
    bool is_good = true;
    for (size_t i = number; i < all->count && is_good; i++) {
        if (all->item[i].first == number)
            is_good = make_curve(all, &all->item[i], &outcome, diagnostic);
    }
    outcome_free(&outcome);
    return is_good;
}

static bool make_pieces(void *user, size_t number) {
    struct pieces *all = user;
    dp_diagnostic diagnostic;
    if (all->item[number].first != number || make_alike(all, number, &diagnostic)) return true;
    pthread_mutex_lock(&all->runs->lock);
    if (number < all->failed) {
        all->failed = number;
        all->diagnostic = diagnostic;
    }
    pthread_mutex_unlock(&all->runs->lock);
    return false;
}

static void list_pieces(struct figures *figures, struct pieces *all) {
    for (int i = 0; i < figures->count; i++) {
        for (int j = 0; j < figures->item[i].curve_count; j++) {
            struct curve *curve = &figures->item[i].curve[j];
            struct piece piece = {&figures->item[i], curve, .first = all->count};
            if (!readings_are_given(curve->spec) && json_object_get(curve->spec, "over") == NULL)
                piece.key = runs_key(curve->spec, "");
            for (size_t k = 0; k < all->count && piece.key != NULL; k++) {
                const struct piece *before = &all->item[k];
                if (before->key != NULL && strcmp(before->key, piece.key) == 0) {
                    piece.first = before->first;
                    break;
                }
            }
            all->item[all->count++] = piece;
        }
    }
}

bool figures_compute(struct figures *figures, struct runs *runs, const struct call *call,
                     double share, dp_diagnostic *diagnostic) {
    struct pieces all = {.runs = runs};
    all.item = calloc((size_t)figures->count * FIGURE_CURVES_MAX + 1, sizeof *all.item);
    if (all.item == NULL) {
        diagnostic_set(diagnostic, DP_RUN_SYSTEM, "out of memory");
        return false;
    }
    list_pieces(figures, &all);
    all.failed = all.count;
    crew_run(&(struct crew){.job = make_pieces,
                            .user = &all,
                            .count = all.count,
                            .call = call,
                            .from = share,
                            .to = 1.0});
    bool is_good = all.failed == all.count;
    if (!is_good) *diagnostic = all.diagnostic;
    for (size_t i = 0; i < all.count; i++)
        free(all.item[i].key);
    free(all.item);
    return is_good;
}

void figures_free(struct figures *figures) {
    for (int i = 0; i < figures->count; i++) {
        for (int j = 0; j < figures->item[i].curve_count; j++) {
            table_free(&figures->item[i].curve[j].points);
            free(figures->item[i].curve[j].scenario);
        }
    }
    free(figures->item);
    *figures = (struct figures){0};
}
