// Distances between computed curves and points from elsewhere.

#include "reproduce/distance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reproduce/expression.h"
#include "reproduce/figures.h"
#include "reproduce/readings.h"
#include "scenario/diagnostic.h"
#include "study/pick.h"

// --- one point of a curve over many runs
// ----------------------------------------------------------

static bool only_input(void *user, const char *name, double *value) {
    *value = *(const double *)user;
    return strcmp(name, "input") == 0;
}

// x of the curve at an input; NaN when it needs more than that.
static double x_at(const json_t *curve, double input) {
    char said[256];
    double x;
    return expression_value(text_at(curve, "x"), only_input, &input, &x, said, sizeof said) ? x
                                                                                            : NAN;
}

// The input at which the curve, whose x rises or falls with it, has a given x; NaN outside.
static double input_at(const json_t *curve, double x) {
    const json_t *over = json_object_get(curve, "over");
    double low = strtod(text_at(over, "from"), NULL), high = strtod(text_at(over, "to"), NULL);
    bool rises = x_at(curve, high) > x_at(curve, low);
    if (!(rises ? x >= x_at(curve, low) && x <= x_at(curve, high)
                : x <= x_at(curve, low) && x >= x_at(curve, high)))
        return NAN;
    for (int i = 0; i < 100; i++) {
        double middle = 0.5 * (low + high);
        if ((x_at(curve, middle) < x) == rises)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

// What the names in y mean at one input.
struct names {
    struct runs *runs;
    const json_t *spec;
    double input;
    dp_diagnostic *diagnostic;
};

static bool look_up(void *user, const char *name, double *value) {
    const struct names *names = user;
    if (strcmp(name, "input") == 0) {
        *value = names->input;
        return true;
    }
    const json_t *values = runs_find(names->runs, names->spec, name, names->diagnostic);
    return values != NULL && pick_number((json_t *)values, name, value) <= PICK_EMPTY;
}

static bool want(void *user, const char *name, double *value) {
    const struct names *names = user;
    if (strcmp(name, "input") != 0) runs_want(names->runs, names->spec, name);
    *value = 1.0;
    return true;
}

static bool y_at(const json_t *curve, struct names *names, expression_lookup lookup, double *y) {
    char said[768];
    json_t *spec = figure_inputs(curve, names->input);
    names->spec = spec;
    bool is_good = expression_value(text_at(curve, "y"), lookup, names, y, said, sizeof said);
    json_decref(spec);
    if (!is_good && names->diagnostic != NULL && names->diagnostic->text[0] == '\0')
        diagnostic_set(names->diagnostic, DP_RUN_INPUT, "%s", said);
    return is_good;
}

// --- one point of a series
// ------------------------------------------------------------------------

// On the straight line between two rows, the first that have x between them; NaN: none.
static double between_rows(const struct table *points, double x) {
    for (size_t i = 0; i + 1 < points->rows; i++) {
        double before = table_at(points, i, 0), after = table_at(points, i + 1, 0);
        if ((before - x) * (after - x) > 0.0 || before == after) continue;
        double share = (x - before) / (after - before);
        return (1.0 - share) * table_at(points, i, 1) + share * table_at(points, i + 1, 1);
    }
    return NAN;
}

// --- all points
// -----------------------------------------------------------------------------------

// Is a point in the part of the curve that the row asks for?
static bool is_asked_for(const json_t *row, double x) {
    const json_t *asked = json_object_get(row, "distance");
    const char *above = text_at(asked, "above"), *below = text_at(asked, "below");
    return (above == NULL || x > strtod(above, NULL)) && (below == NULL || x < strtod(below, NULL));
}

static bool read_points(const json_t *row, const struct runs *runs, struct table *points,
                        dp_diagnostic *diagnostic) {
    static const char *const names[] = {"x", "y", "low", "high"}, *const units[] = {"", "", "", ""};
    struct table all = {0};
    bool has_room = table_init(&all, CURVE_COLUMNS, names, units) &&
                    table_init(points, CURVE_COLUMNS, names, units);
    bool is_good =
        has_room && readings_take(runs->root, json_object_get(row, "to"), &all, diagnostic);
    for (size_t i = 0; i < all.rows && is_good && has_room; i++) {
        double point[CURVE_COLUMNS];
        for (int k = 0; k < CURVE_COLUMNS; k++)
            point[k] = table_at(&all, i, k);
        if (is_asked_for(row, point[0])) has_room = table_add(points, point);
    }
    table_free(&all);
    if (!has_room) diagnostic_set(diagnostic, DP_RUN_SYSTEM, "out of memory");
    return is_good && has_room;
}

void distance_want(const json_t *row, struct runs *runs) {
    const json_t *curve = json_object_get(row, "curve");
    struct table points = {0};
    dp_diagnostic diagnostic = {.status = DP_RUN_DONE};
    if (json_object_get(curve, "over") != NULL && read_points(row, runs, &points, &diagnostic)) {
        for (size_t i = 0; i < points.rows; i++) {
            struct names names = {.runs = runs, .input = input_at(curve, table_at(&points, i, 0))};
            double y;
            if (!isnan(names.input)) y_at(curve, &names, want, &y);
        }
    }
    table_free(&points);
}

static void take_difference(struct distance *distance, const struct table *points, size_t i,
                            double ours) {
    double difference = ours - table_at(points, i, 1);
    if (!isfinite(difference)) {
        distance->outside++;
        return;
    }
    distance->points++;
    distance->rms += difference * difference;
    distance->largest = fmax(distance->largest, fabs(difference));
}

static bool compare_runs(const json_t *curve, const struct table *points, struct runs *runs,
                         struct distance *distance, dp_diagnostic *diagnostic) {
    bool is_good = true;
    for (size_t i = 0; i < points->rows && is_good; i++) {
        struct names names = {.runs = runs,
                              .input = input_at(curve, table_at(points, i, 0)),
                              .diagnostic = diagnostic};
        double y = NAN;
        if (!isnan(names.input)) is_good = y_at(curve, &names, look_up, &y);
        take_difference(distance, points, i, y);
    }
    return is_good;
}

// The series is made into a curve as that of a figure is.
static bool compare_series(const struct paper *paper, const json_t *curve,
                           const struct table *points, struct runs *runs, struct distance *distance,
                           dp_diagnostic *diagnostic) {
    json_t *spec = json_pack("{s:s, s:[O]}", "id", "distance", "curves", curve);
    struct figures figures = {.item = calloc(1, sizeof *figures.item), .count = 1};
    if (spec == NULL || figures.item == NULL) {
        figures.count = 0;
        diagnostic_set(diagnostic, DP_RUN_SYSTEM, "out of memory");
    }
    bool is_good = figures.count == 1 && figure_open(figures.item, paper, spec, diagnostic) &&
                   figures_compute(&figures, runs, NULL, 1.0, diagnostic);
    for (size_t i = 0; i < points->rows && is_good; i++)
        take_difference(distance, points, i,
                        between_rows(&figures.item->curve[0].points, table_at(points, i, 0)));
    figures_free(&figures);
    json_decref(spec);
    return is_good;
}

bool distance_compute(const struct paper *paper, const json_t *row, struct runs *runs,
                      struct distance *distance, dp_diagnostic *diagnostic) {
    const json_t *curve = json_object_get(row, "curve");
    struct table points = {0};
    double least = INFINITY, most = -INFINITY;
    *distance = (struct distance){0};
    bool is_good = read_points(row, runs, &points, diagnostic);
    for (size_t i = 0; i < points.rows; i++) {
        least = fmin(least, table_at(&points, i, 1));
        most = fmax(most, table_at(&points, i, 1));
    }
    if (is_good)
        is_good = json_object_get(curve, "over") != NULL
                      ? compare_runs(curve, &points, runs, distance, diagnostic)
                      : compare_series(paper, curve, &points, runs, distance, diagnostic);
    table_free(&points);
    distance->span = most - least;
    distance->rms = sqrt(distance->rms / distance->points);
    return is_good;
}

bool distance_number(const struct distance *distance, const char *name, double *value) {
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"rms", distance->rms},       {"largest", distance->largest},
                   {"span", distance->span},     {"share", distance->rms / distance->span},
                   {"points", distance->points}, {"outside", distance->outside}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (strcmp(numbers[i].name, name) != 0) continue;
        *value = numbers[i].value;
        return true;
    }
    return false;
}
