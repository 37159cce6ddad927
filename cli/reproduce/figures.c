// From the `figures:` of a table to points. A curve is either the series of one run, or one point
// for each of many runs in which one entry of the scenario moves (`over`).

#include "figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "data.h"
#include "expression.h"
#include "json.h"
#include "words.h"

// What the names in x and y mean: columns of a row, else numbers of the run, else `input`.
struct names {
    const struct table *series;  // NULL: none
    size_t row;
    struct runs *runs;
    const json_t *spec, *values;
    double input;
    struct complaint complaint;
};

static bool look_up(void *user, const char *name, double *value) {
    struct names *names = user;
    int column = names->series != NULL ? table_column(names->series, name) : -1;
    if (column >= 0) {
        *value = names->series->value[names->row * (size_t)names->series->columns + (size_t)column];
        return true;
    }
    if (strcmp(name, "input") == 0 && !isnan(names->input)) {
        *value = names->input;
        return true;
    }
    const json_t *values = names->values;
    if (values == NULL || runs_is_quantity(name))
        values = runs_find(names->runs, names->spec, name, &names->complaint);
    return values != NULL && expression_path(values, name, value);
}

static int wrong(const struct figure *figure, const struct curve *curve, const char *what) {
    return cli_fail(CLI_INPUT, "papers/%s.yaml: %s, curve '%s': %s", figure->paper->name,
                    data_text(figure->spec, "id"), data_text(curve->spec, "label"), what);
}

static int add_point(const struct figure *figure, struct curve *curve, struct names *names) {
    char complaint[768];
    double x, y;
    bool done = expression_value(data_text(curve->spec, "x"), look_up, names, &x, complaint,
                                 sizeof complaint) &&
                expression_value(data_text(curve->spec, "y"), look_up, names, &y, complaint,
                                 sizeof complaint);
    if (!done)
        return wrong(figure, curve,
                     names->complaint.text[0] != '\0' ? names->complaint.text : complaint);
    curve->x[curve->count] = x;
    curve->y[curve->count++] = y;
    return CLI_DONE;
}

static int reserve(struct curve *curve, size_t count) {
    curve->x = calloc(count + 1, sizeof *curve->x);
    curve->y = calloc(count + 1, sizeof *curve->y);
    if (curve->x != NULL && curve->y != NULL) return CLI_DONE;
    return cli_fail(CLI_SYSTEM, "out of memory");
}

static int make_series(const struct figure *figure, struct curve *curve, struct runs *runs) {
    struct names names = {.runs = runs, .spec = curve->spec, .input = NAN};
    struct outcome outcome;
    json_t *values = runs_series(runs, curve->spec, &outcome, &names.complaint);
    int status = values != NULL ? reserve(curve, outcome.series.rows)
                                : wrong(figure, curve, names.complaint.text);
    names.values = values;
    names.series = &outcome.series;
    for (; status == CLI_DONE && names.row < outcome.series.rows; names.row++)
        status = add_point(figure, curve, &names);
    json_decref(values);
    outcome_free(&outcome);
    return status;
}

static int make_sweep(const struct figure *figure, struct curve *curve, struct runs *runs) {
    const json_t *over = json_object_get(curve->spec, "over");
    double from = strtod(data_text(over, "from"), NULL), to = strtod(data_text(over, "to"), NULL);
    long points = strtol(data_text(over, "points"), NULL, 10);
    if (points < 2 || points > 10000) return wrong(figure, curve, "points must lie in 2..10000");
    int status = reserve(curve, (size_t)points);
    for (long i = 0; i < points && status == CLI_DONE; i++) {
        char text[40];
        json_t *spec = json_deep_copy(curve->spec);
        double input = from + (to - from) * (double)i / (double)(points - 1);
        struct names names = {.runs = runs, .spec = spec, .input = input};
        snprintf(text, sizeof text, "%.15g", input);
        cli_put(json_object_get(spec, "set"), data_text(over, "path"), json_string(text));
        status = add_point(figure, curve, &names);
        json_decref(spec);
    }
    return status;
}

int figure_make(struct figure *figure, const struct paper *paper, const json_t *spec,
                struct runs *runs) {
    *figure = (struct figure){.paper = paper, .spec = spec};
    snprintf(figure->stem, sizeof figure->stem, "%s-%s", paper->name, data_text(spec, "id"));
    size_t i;
    json_t *curve_spec;
    json_array_foreach(json_object_get(spec, "curves"), i, curve_spec) {
        struct curve *curve = &figure->curve[figure->curve_count];
        if (figure->curve_count == FIGURE_CURVES_MAX)
            return cli_fail(CLI_INPUT, "papers/%s.yaml: %s has more than %d curves", paper->name,
                            figure->stem, FIGURE_CURVES_MAX);
        figure->curve_count++;
        curve->spec = curve_spec;
        int status = json_object_get(curve_spec, "over") != NULL ? make_sweep(figure, curve, runs)
                                                                 : make_series(figure, curve, runs);
        if (status != CLI_DONE) return status;
    }
    return CLI_DONE;
}

void figure_free(struct figure *figure) {
    for (int i = 0; i < figure->curve_count; i++) {
        free(figure->curve[i].x);
        free(figure->curve[i].y);
    }
    figure->curve_count = 0;
}
