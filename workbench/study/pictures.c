// Which pictures a sweep gets, and what stands on their axes.

#include "study/pictures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/prefix.h"
#include "result/result.h"

// Marks stand apart as long as there are at most so many along an axis of 600 pixels.
enum { MARKED_MOST = 60 };

enum { CURVES_FEW = 6, CURVES_MOST = 12, SAID_MAX = 64, LABEL_MAX = 22, PATH_MAX_SAID = 200 };

// Columns of the table that one axis shows.
struct columns {
    int item[PLOT_COLUMNS_MAX], count;
};

static struct columns only(int column) {
    return (struct columns){{column}, 1};
}

struct span column_span(const struct table *table, int column) {
    struct span span = {INFINITY, -INFINITY, true};
    for (size_t row = 0; row < table->rows; row++) {
        double value = table->value[row * (size_t)table->columns + (size_t)column];
        if (!isfinite(value)) continue;
        span.is_positive = span.is_positive && value > 0.0;
        span.low = value < span.low ? value : span.low;
        span.high = value > span.high ? value : span.high;
    }
    return span;
}

static struct span span_of(const struct table *table, const struct columns *columns) {
    struct span all = column_span(table, columns->item[0]);
    for (int i = 1; i < columns->count; i++) {
        struct span span = column_span(table, columns->item[i]);
        all.is_positive = all.is_positive && span.is_positive;
        all.low = fmin(all.low, span.low);
        all.high = fmax(all.high, span.high);
    }
    return all;
}

static bool spans_decades(struct span span) {
    return span.is_positive && span.high >= 50.0 * span.low && isfinite(span.high);
}

static void append_words(char *text, size_t size, const char *part, size_t length) {
    size_t used = strlen(text);
    for (size_t i = 0; i < length && used + 1 < size; i++)
        text[used++] = part[i] == '_' || part[i] == '.' ? ' ' : part[i];
    text[used] = '\0';
}

void say_path(const char *path, int skip, char *text, size_t size) {
    const char *dot = strrchr(path, '.'), *last = dot != NULL ? dot + 1 : path;
    // an item is said with its list: "velocities after 1"
    while (last > path && *last >= '0' && *last <= '9') {
        for (last--; last > path && last[-1] != '.';)
            last--;
    }
    while (skip-- > 0 && strchr(path, '.') != NULL && strchr(path, '.') < last)
        path = strchr(path, '.') + 1;
    text[0] = '\0';
    if (strcmp(last, "count") == 0 && last > path + 1) {
        append_words(text, size, "number of ", 10);
        append_words(text, size, path, (size_t)(last - path) - 1);
        return;
    }
    append_words(text, size, last, strlen(last));
    if (last <= path + 1) return;
    append_words(text, size, " (", 2);
    append_words(text, size, path, (size_t)(last - path) - 1);
    append_words(text, size, ")", 1);
}

void say_result(const struct sweep_result *result, char *text, size_t size) {
    if (strcmp(result->name, result->path) != 0)
        snprintf(text, size, "%s", result->name);
    else
        say_path(result->path, 0, text, size);
}

void say_axis(const struct sweep_axis *axis, char *text, size_t size) {
    if (axis->block->name != NULL)
        snprintf(text, size, "%s", axis->block->name);
    else
        say_path(axis->block->path, 1, text, size);
}

// Letters of a name without what stands in brackets behind it.
static size_t short_length(const char *said) {
    size_t length = strcspn(said, "(");
    while (length > 0 && said[length - 1] == ' ')
        length--;
    return length;
}

// A parameter beside a result of its name, such as a restitution and what the law delivers, is the
// given one.
static void say_given(const struct sweep_axis *axis, const char *result, char *text, size_t size) {
    char said[SAID_MAX];
    say_axis(axis, said, sizeof said);
    size_t length = short_length(said);
    bool is_alike = length == short_length(result) && strncmp(said, result, length) == 0;
    snprintf(text, size, "%s%.*s", is_alike ? "given " : "",
             (int)(is_alike ? length : strlen(said)), said);
}

// "max force [kN]", and the factor that makes it so.
static double set_label(char *label, size_t size, const char *said, const struct table *table,
                        struct columns columns) {
    char unit[32];
    struct span span = span_of(table, &columns);
    const char *si = table->unit[columns.item[0]];
    if (strcmp(si, "1") == 0) si = "";
    double one = unit_axis(fmax(fabs(span.low), fabs(span.high)), si, unit, sizeof unit);
    // what stands in brackets is left out where it would not fit
    size_t length = strlen(said);
    if (length > LABEL_MAX && said[0] != '(' && strchr(said, '(') != NULL)
        length = strcspn(said, "(") - 1;
    snprintf(label, size, "%.*s%s%s%s", (int)length, said, unit[0] != '\0' ? " [" : "", unit,
             unit[0] != '\0' ? "]" : "");
    return 1.0 / one;
}

// Columns of a picture: parameters by their number, -1: none.
struct view {
    int x, group, y;
};

static int few_of(const struct sweep *sweep) {
    int shorter = sweep->axis[0].count <= sweep->axis[1].count ? 0 : 1;
    for (int i = 0; i < 2; i++) {
        // words belong beside the curves
        if (sweep->axis[i].word != NULL && sweep->axis[1 - i].word == NULL) shorter = i;
    }
    bool has_words = sweep->axis[shorter].word != NULL;
    return sweep->axis[shorter].count <= (has_words ? CURVES_MOST : CURVES_FEW) ? shorter : -1;
}

static struct view view_of(const struct sweep *sweep) {
    if (sweep->axis_count == 1) return (struct view){.x = 0, .group = -1, .y = -1};
    int few = few_of(sweep);
    if (few >= 0) return (struct view){.x = 1 - few, .group = few, .y = -1};
    return (struct view){.x = 0, .group = -1, .y = 1};
}

// `result` is what the picture shows; `said` becomes the name of the parameter beside it.
static void set_x(struct plot *plot, const struct sweep_axis *axis, const struct table *table,
                  int column, const char *result, char said[SAID_MAX]) {
    say_given(axis, result, said, SAID_MAX);
    snprintf(plot->x, sizeof plot->x, "%s", table->name[column]);
    const struct columns columns = only(column);
    plot->x_scale = set_label(plot->x_label, sizeof plot->x_label, said, table, columns);
    bool is_list = axis->block->from == NULL;
    plot->x_log = is_list ? axis->word == NULL && spans_decades(span_of(table, &columns))
                          : axis->block->scale == SWEEP_LOG;
}

// The short name, if it is short enough to stand at every curve.
static void set_group_label(struct plot *plot, const char *said) {
    enum { SHORT = 20 };
    size_t length = short_length(said);
    if (length < SHORT)
        snprintf(plot->group_label, sizeof plot->group_label, "%.*s", (int)length, said);
}

static void set_group(struct plot *plot, const struct sweep *sweep, int group,
                      const struct table *table, const char *result) {
    char said[SAID_MAX];
    say_given(&sweep->axis[group], result, said, sizeof said);
    snprintf(plot->group, sizeof plot->group, "%s", table->name[group]);
    if (sweep->axis[group].word == NULL) set_group_label(plot, said);
    snprintf(plot->caption, sizeof plot->caption, "A curve for each value of %.200s.", said);
}

// `said`: the result, or what several have in common.
static void set_curves(struct plot *plot, const struct sweep *sweep, const struct view *view,
                       const struct table *table, const struct columns *results, const char *said) {
    char of[SAID_MAX];
    set_x(plot, &sweep->axis[view->x], table, view->x, said, of);
    plot->style = sweep->axis[view->x].word != NULL ? PLOT_POINTS : PLOT_LINES;
    plot->is_marked = sweep->axis[view->x].count <= MARKED_MOST;
    for (int i = 0; i < results->count; i++)
        snprintf(plot->y[i], sizeof plot->y[i], "%s", table->name[results->item[i]]);
    plot->y_scale = set_label(plot->y_label, sizeof plot->y_label, said, table, *results);
    plot->y_log = plot->x_log && spans_decades(span_of(table, results));
    snprintf(plot->title, sizeof plot->title, "%.44s against %.40s", said, of);
    snprintf(plot->caption, sizeof plot->caption, "Each point is a run of its own.");
    if (view->group >= 0) set_group(plot, sweep, view->group, table, said);
}

static void set_map(struct plot *plot, const struct sweep *sweep, const struct view *view,
                    const struct table *table, int result, const char *said) {
    char x[SAID_MAX], y[SAID_MAX];
    set_x(plot, &sweep->axis[view->x], table, view->x, said, x);
    say_given(&sweep->axis[view->y], said, y, sizeof y);
    plot->style = PLOT_MAP;
    snprintf(plot->y[0], sizeof plot->y[0], "%s", table->name[view->y]);
    plot->y_scale = set_label(plot->y_label, sizeof plot->y_label, y, table, only(view->y));
    snprintf(plot->z, sizeof plot->z, "%s", table->name[result]);
    plot->z_scale = set_label(plot->z_label, sizeof plot->z_label, said, table, only(result));
    snprintf(plot->title, sizeof plot->title, "%s", said);
    bool has_gaps = false;
    for (size_t row = 0; row < table->rows; row++)
        has_gaps = has_gaps || !isfinite(table_at(table, row, result));
    snprintf(plot->caption, sizeof plot->caption, "%.60s over %.60s and %.60s%s.", said, x, y,
             has_gaps ? "; hatched where a run failed or has no such value" : "");
}

// A path without numbers of items: "collisions.0.spin" is "collisions.spin".
static void family_of(const char *path, char *text, size_t size) {
    size_t used = 0;
    for (;; path++) {
        size_t length = strcspn(path, ".");
        bool is_number = length > 0 && strspn(path, "0123456789") == length;
        if (!is_number && used + length + 2 < size) {
            if (used > 0) text[used++] = '.';
            memcpy(text + used, path, length);
            used += length;
        }
        path += length;
        if (*path == '\0') break;
    }
    text[used] = '\0';
}

// Results that differ only in the number of an item share a picture, where one parameter leaves
// room for several curves. Those that have been drawn are marked.
static struct columns take_family(const struct sweep *sweep, int first, bool *is_drawn) {
    struct columns columns = only(sweep->axis_count + first);
    char family[PATH_MAX_SAID], other[PATH_MAX_SAID];
    is_drawn[first] = true;
    family_of(sweep->result[first].path, family, sizeof family);
    if (sweep->axis_count > 1) return columns;
    for (int i = first + 1; i < sweep->block.results.count && columns.count < PLOT_COLUMNS_MAX;
         i++) {
        family_of(sweep->result[i].path, other, sizeof other);
        if (is_drawn[i] || strcmp(family, other) != 0) continue;
        is_drawn[i] = true;
        columns.item[columns.count++] = sweep->axis_count + i;
    }
    return columns;
}

static void capitalise(char *text) {
    if (text[0] >= 'a' && text[0] <= 'z') text[0] = (char)(text[0] - 'a' + 'A');
}

// Result and parameter by the last words of their paths; another one of that name gets a number.
static void set_pair_stem(struct plot *plot, const struct sweep *sweep, int axis, int result,
                          struct outcome *outcome) {
    const char *names[] = {sweep->result[result].name, sweep->axis[axis].name};
    const char *dot = strrchr(names[1], '.');
    if (dot != NULL && dot[1] != '\0') names[1] = dot + 1;
    char stem[sizeof plot->stem];
    snprintf(stem, sizeof stem, "%.20s-%.14s", names[0], names[1]);
    if (find_plot(outcome, stem) != NULL)
        snprintf(stem, sizeof stem, "%.20s-%.5s-%d", names[0], names[1], axis + 1);
    memcpy(plot->stem, stem, sizeof plot->stem);
}

void sweep_draw_pair(const struct sweep *sweep, int axis, int result, struct outcome *outcome) {
    if (outcome->plot_count == PLOTS_MAX) return;
    struct plot *plot = &outcome->plot[outcome->plot_count];
    const struct view view = {.x = axis, .group = -1, .y = -1};
    const struct columns columns = only(sweep->axis_count + result);
    char said[SAID_MAX];
    say_result(&sweep->result[result], said, sizeof said);
    memset(plot, 0, sizeof *plot);
    set_pair_stem(plot, sweep, axis, result, outcome);
    outcome->plot_count++;
    set_curves(plot, sweep, &view, &outcome->series, &columns, said);
    plot->style = PLOT_POINTS;
    snprintf(plot->caption, sizeof plot->caption,
             "Each point is a run; the other parameters vary.");
    capitalise(plot->title);
}

void sweep_draw(const struct sweep *sweep, struct outcome *outcome) {
    const struct table *table = &outcome->series;
    if (sweep->axis_count > 2 || sweep->design.kind != DESIGN_GRID) {
        sweep_draw_pairs(sweep, outcome);
        return;
    }
    struct view view = view_of(sweep);
    bool is_drawn[SWEEP_RESULTS_MAX] = {false};
    for (int i = 0; i < sweep->block.results.count && outcome->plot_count < PICTURES_MAX; i++) {
        if (is_drawn[i]) continue;
        struct plot *plot = &outcome->plot[outcome->plot_count++];
        char name[SAID_MAX], said[SAID_MAX];
        struct columns results = take_family(sweep, i, is_drawn);
        snprintf(name, sizeof name, "%s", sweep->result[i].name);
        say_result(&sweep->result[i], said, sizeof said);
        if (results.count > 1) {
            family_of(sweep->result[i].path, name, sizeof name);
            say_path(name, 0, said, sizeof said);
        }
        memset(plot, 0, sizeof *plot);
        snprintf(plot->stem, sizeof plot->stem, "%.38s", name);
        if (view.y < 0)
            set_curves(plot, sweep, &view, table, &results, said);
        else
            set_map(plot, sweep, &view, table, results.item[0], said);
        capitalise(plot->title);
        capitalise(plot->caption);
    }
}
