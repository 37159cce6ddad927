// From the `figures:` of a table to points. A curve is either the series of one run, or one point
// for each of many runs in which one entry of the scenario moves (`over`).

#include "reproduce/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "base/words.h"
#include "cli.h"
#include "report/thin.h"
#include "reproduce/data.h"
#include "reproduce/expression.h"
#include "reproduce/sweep_text.h"

// What the names in x and y mean: columns of a row, else `input`, else numbers of the run.
struct names {
    const struct table *table;  // NULL: none
    size_t row;
    struct runs *runs;
    const json_t *spec, *values;
    double input;
    struct diagnostic diagnostic;
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
    return values != NULL && expression_path(values, name, value);
}

static int wrong(const struct figure *figure, const struct curve *curve, const char *what) {
    return cli_fail(DP_RUN_INPUT, "papers/%s.yaml: %s, curve '%s': %s", figure->paper->name,
                    data_text(figure->spec, "id"), data_text(curve->spec, "label"), what);
}

// The same where a run failed: what the system did is no fault of the table.
static int failed(const struct figure *figure, const struct curve *curve,
                  const struct diagnostic *diagnostic) {
    if (diagnostic->status == DP_RUN_SYSTEM) return cli_fail(DP_RUN_SYSTEM, "%s", diagnostic->text);
    return wrong(figure, curve, diagnostic->text);
}

static int no_memory(void) {
    return cli_fail(DP_RUN_SYSTEM, "out of memory");
}

// The expression at a key of the curve.
static int evaluate(const struct figure *figure, const struct curve *curve, const char *key,
                    struct names *names, double *value) {
    char diagnostic[768];
    if (expression_value(data_text(curve->spec, key), look_up, names, value, diagnostic,
                         sizeof diagnostic))
        return DP_RUN_DONE;
    if (names->diagnostic.text[0] != '\0') return failed(figure, curve, &names->diagnostic);
    return wrong(figure, curve, diagnostic);
}

static int add_point(const struct figure *figure, struct curve *curve, struct names *names) {
    double is_in = 1.0, point[2];
    int status = DP_RUN_DONE;
    if (data_text(curve->spec, "only") != NULL)
        status = evaluate(figure, curve, "only", names, &is_in);
    if (status != DP_RUN_DONE || !(fabs(is_in) > 0.0)) return status;
    status = evaluate(figure, curve, "x", names, &point[0]);
    if (status == DP_RUN_DONE) status = evaluate(figure, curve, "y", names, &point[1]);
    if (status == DP_RUN_DONE && !table_add(&curve->points, point)) status = no_memory();
    return status;
}

static int no_table(const struct figure *figure, const struct curve *curve,
                    const struct outcome *outcome) {
    char text[256] = "the run has no table ";
    const char *known[EXTRA_TABLES_MAX + 1] = {NULL};
    for (int i = 0; i < outcome->extra_count; i++)
        known[i] = outcome->extra[i].name;
    text_append(text, sizeof text, data_text(curve->spec, "table"));
    if (known[0] != NULL)
        text_suggest_or_list(text, sizeof text, data_text(curve->spec, "table"), known);
    return wrong(figure, curve, text);
}

static int make_series(const struct figure *figure, struct curve *curve, struct runs *runs) {
    struct names names = {.runs = runs, .spec = curve->spec, .input = NAN};
    struct outcome outcome;
    if (!runs_series(runs, curve->spec, &outcome, &names.diagnostic))
        return failed(figure, curve, &names.diagnostic);
    names.values = outcome.summary;
    names.table = outcome_table(&outcome, data_text(curve->spec, "table"));
    int status = names.table != NULL ? DP_RUN_DONE : no_table(figure, curve, &outcome);
    for (; status == DP_RUN_DONE && names.row < names.table->rows; names.row++)
        status = add_point(figure, curve, &names);
    if (status == DP_RUN_DONE && curve->points.rows == 0)
        status = wrong(figure, curve, "no row of the run is in the curve");
    outcome_free(&outcome);
    return status;
}

// The inputs of a curve with its moving entry at a value.
static json_t *spec_at(const json_t *curve, double input) {
    char text[40];
    json_t *spec = json_deep_copy(curve);
    snprintf(text, sizeof text, "%.15g", input);
    json_put(json_object_get(spec, "set"), data_text(json_object_get(curve, "over"), "path"),
             json_string(text));
    return spec;
}

static int make_sweep(const struct figure *figure, struct curve *curve, struct runs *runs) {
    const json_t *over = json_object_get(curve->spec, "over");
    double from = strtod(data_text(over, "from"), NULL), to = strtod(data_text(over, "to"), NULL);
    long points = strtol(data_text(over, "points"), NULL, 10);
    int status = DP_RUN_DONE;
    if (points < 2 || points > 10000) return wrong(figure, curve, "points must lie in 2..10000");
    for (long i = 0; i < points && status == DP_RUN_DONE; i++) {
        double input = from + (to - from) * (double)i / (double)(points - 1);
        json_t *spec = spec_at(curve->spec, input);
        struct names names = {.runs = runs, .spec = spec, .input = input};
        status = add_point(figure, curve, &names);
        json_decref(spec);
    }
    return status;
}

// What the paper prints, as points.
static int take_printed(struct curve *curve) {
    size_t i;
    json_t *given;
    json_array_foreach(json_object_get(curve->spec, "printed"), i, given) {
        double point[2];
        for (size_t j = 0; j < 2; j++)
            point[j] = strtod(json_string_value(json_array_get(given, j)), NULL);
        if (!table_add(&curve->points, point)) return no_memory();
    }
    return DP_RUN_DONE;
}

json_t *figure_inputs(const json_t *curve) {
    const json_t *over = json_object_get(curve, "over");
    return over != NULL ? spec_at(curve, strtod(data_text(over, "from"), NULL))
                        : json_incref((json_t *)curve);
}

static int keep_scenario(const struct figure *figure, struct curve *curve, struct runs *runs) {
    struct diagnostic diagnostic;
    json_t *inputs = figure_inputs(curve->spec);
    curve->scenario = runs_text(runs, inputs, &diagnostic);
    json_decref(inputs);
    if (curve->scenario == NULL) return failed(figure, curve, &diagnostic);
    if (!sweep_fits(curve->spec)) return DP_RUN_DONE;
    char *whole = sweep_text(curve->spec, curve->scenario);
    free(curve->scenario);
    curve->scenario = whole;
    return whole != NULL ? DP_RUN_DONE : no_memory();
}

static int make_curve(const struct figure *figure, struct curve *curve, struct runs *runs) {
    static const char *const names[] = {"x", "y"}, *const units[] = {"", ""};
    if (!table_init(&curve->points, 2, names, units)) return no_memory();
    if (json_object_get(curve->spec, "printed") != NULL) return take_printed(curve);
    int status = json_object_get(curve->spec, "over") != NULL ? make_sweep(figure, curve, runs)
                                                              : make_series(figure, curve, runs);
    return status == DP_RUN_DONE ? keep_scenario(figure, curve, runs) : status;
}

static int make_figure(struct figure *figure, struct runs *runs, struct tally *tally) {
    const struct paper *paper = figure->paper;
    size_t i;
    json_t *spec;
    snprintf(figure->stem, sizeof figure->stem, "%s-%s", paper->name,
             data_text(figure->spec, "id"));
    json_array_foreach(json_object_get(figure->spec, "curves"), i, spec) {
        if (figure->curve_count == FIGURE_CURVES_MAX)
            return cli_fail(DP_RUN_INPUT, "papers/%s.yaml: %s has more than %d curves", paper->name,
                            figure->stem, FIGURE_CURVES_MAX);
        struct curve *curve = &figure->curve[figure->curve_count++];
        curve->spec = spec;
        int status = make_curve(figure, curve, runs);
        if (status != DP_RUN_DONE) return status;
    }
    tally_step(tally);
    return DP_RUN_DONE;
}

int figures_make(struct figures *figures, const struct book *book, struct runs *runs,
                 struct tally *tally) {
    *figures = (struct figures){.item = calloc(book_figures(book) + 1, sizeof *figures->item)};
    if (figures->item == NULL) return no_memory();
    for (int i = 0; i < book->count; i++) {
        size_t j;
        json_t *spec;
        json_array_foreach(book->paper[i].figures, j, spec) {
            struct figure *figure = &figures->item[figures->count++];
            figure->paper = &book->paper[i];
            figure->spec = spec;
            int status = make_figure(figure, runs, tally);
            if (status != DP_RUN_DONE) return status;
        }
    }
    return DP_RUN_DONE;
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
