// Points from a list, or from the lines of a CSV file that have given words in given columns.

#include "reproduce/readings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reproduce/figures.h"
#include "scenario/csv.h"
#include "scenario/diagnostic.h"

enum { WORDS_MAX = 6 };

// One pass over a file.
struct search {
    struct table *points;
    const json_t *read;
    const char *file;
    double y_factor;
    int x, y;                      // columns; -1: not known yet
    const char *word[WORDS_MAX];   // what must stand
    int column[WORDS_MAX], words;  // in these columns
    bool has_head;
    char problem[256];
    bool lacks_memory;
};

bool readings_are_given(const json_t *curve) {
    return json_object_get(curve, "printed") != NULL || json_object_get(curve, "read") != NULL;
}

static bool add_point(struct table *points, double x, double y) {
    double point[CURVE_COLUMNS] = {x, y, NAN, NAN};
    return table_add(points, point);
}

// Place of a column by its name, which stands before the unit of the heading.
static int find_column(struct search *search, const char *name, const char *const *cell,
                       int count) {
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(cell[i], "[");
        while (length > 0 && cell[i][length - 1] == ' ')
            length--;
        if (strlen(name) == length && strncmp(name, cell[i], length) == 0) return i;
    }
    snprintf(search->problem, sizeof search->problem, "%.100s has no column %.60s", search->file,
             name);
    return -1;
}

static const char *text_of(const json_t *read, const char *key, const char *otherwise) {
    const char *text = text_at(read, key);
    return text != NULL ? text : otherwise;
}

// Keys of `read` that name no column with a word in it.
static bool is_own_key(const char *key) {
    static const char *const keys[] = {"file", "x", "y", "y_factor", NULL};
    int i = 0;
    while (keys[i] != NULL && strcmp(keys[i], key) != 0)
        i++;
    return keys[i] != NULL;
}

static bool take_head(struct search *search, const char *const *cell, int count) {
    json_t *map = (json_t *)search->read;
    search->has_head = true;
    search->x = find_column(search, text_of(map, "x", "x"), cell, count);
    search->y = find_column(search, text_of(map, "y", "y"), cell, count);
    for (void *at = json_object_iter(map); at != NULL; at = json_object_iter_next(map, at)) {
        const char *key = json_object_iter_key(at);
        if (is_own_key(key) || search->words == WORDS_MAX) continue;
        search->word[search->words] = json_string_value(json_object_iter_value(at));
        search->column[search->words++] = find_column(search, key, cell, count);
    }
    return search->problem[0] == '\0';
}

static bool take_line(void *user, const char *const *cell, int count) {
    struct search *search = user;
    if (!search->has_head) return take_head(search, cell, count);
    for (int i = 0; i < search->words; i++) {
        if (search->column[i] >= count || strcmp(cell[search->column[i]], search->word[i]) != 0)
            return true;
    }
    if (search->x >= count || search->y >= count) return true;
    char *end_x, *end_y;
    double x = strtod(cell[search->x], &end_x), y = strtod(cell[search->y], &end_y);
    if (end_x == cell[search->x] || end_y == cell[search->y]) {
        snprintf(search->problem, sizeof search->problem, "%.100s has a point without a number",
                 search->file);
        return false;
    }
    search->lacks_memory = !add_point(search->points, x, search->y_factor * y);
    return !search->lacks_memory;
}

static bool read_file(const char *root, const json_t *read, struct table *points,
                      dp_diagnostic *diagnostic) {
    char path[REPRODUCE_PATH_MAX + 128];
    const char *file = text_of(read, "file", "");
    snprintf(path, sizeof path, "%s/%.100s", root, file);
    struct reader reader = {.file = path, .diagnostic = diagnostic};
    struct search search = {.points = points,
                            .read = read,
                            .file = file,
                            .y_factor = strtod(text_of(read, "y_factor", "1"), NULL)};
    bool is_read = csv_read_lines(&reader, take_line, &search);
    tree_free(&reader.tree);
    if (!is_read) return false;
    if (search.problem[0] == '\0' && points->rows == 0)
        snprintf(search.problem, sizeof search.problem, "%.100s has no such points", file);
    if (search.lacks_memory)
        diagnostic_set(diagnostic, DP_RUN_SYSTEM, "out of memory");
    else if (search.problem[0] != '\0')
        diagnostic_set(diagnostic, DP_RUN_INPUT, "%s", search.problem);
    return !search.lacks_memory && search.problem[0] == '\0';
}

bool readings_take(const char *root, const json_t *curve, struct table *points,
                   dp_diagnostic *diagnostic) {
    const json_t *read = json_object_get(curve, "read");
    size_t i;
    json_t *given;
    if (read != NULL) return read_file(root, read, points, diagnostic);
    json_array_foreach(json_object_get(curve, "printed"), i, given) {
        double x = strtod(json_string_value(json_array_get(given, 0)), NULL);
        double y = strtod(json_string_value(json_array_get(given, 1)), NULL);
        if (add_point(points, x, y)) continue;
        diagnostic_set(diagnostic, DP_RUN_SYSTEM, "out of memory");
        return false;
    }
    return true;
}
