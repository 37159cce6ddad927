// What a table of a paper may hold.

#include "reproduce/check.h"

#include <string.h>

#include "base/status.h"
#include "base/words.h"
#include "reproduce/errata.h"
#include "reproduce/runs.h"
#include "reproduce/verdict.h"
#include "scenario/diagnostic.h"

const char *const check_paper_keys[] = {"paper",  "authors", "title",  "scope", "shared",
                                        "groups", "figures", "errata", NULL};
const char *const check_row_keys[] = {
    "id",   "where",     "quantity",       "printed",    "unit",    "scenario", "set",
    "runs", "value",     "tolerance",      "reason",     "erratum", "inferred", "why",
    "note", "reference", "not_comparable", "resolution", "shows",   "slow",     NULL};
static const char *const figure_keys[] = {"id",      "where",   "title",   "caption", "x_label",
                                          "y_label", "x_range", "y_range", "style",   "x_log",
                                          "y_log",   "slow",    NULL};
const char *const check_curve_keys[] = {"label", "scenario", "set",   "over",    "x",    "y",
                                        "table", "only",     "style", "printed", "look", NULL};
// a figure may say for its curves
static const char *const figure_more[] = {"curves", "scenario", "set",  "over", "x",
                                          "y",      "table",    "only", NULL};
static const char *const run_keys[] = {"scenario", "set", NULL};
static const char *const over_keys[] = {"path", "from", "to", "points", NULL};

bool check_wrong(const struct paper *paper, const char *where, const char *what,
                 const char *which) {
    diagnostic_set(paper->diagnostic, DP_RUN_INPUT, "papers/%s.yaml: %s%s%s%s", paper->name, where,
                   where[0] != '\0' ? ": " : "", what, which);
    return false;
}

bool check_is_listed(const char *word, const char *const *list) {
    while (*list != NULL && strcmp(word, *list) != 0)
        list++;
    return *list != NULL;
}

bool check_keys(const struct paper *paper, const char *where, const json_t *object,
                const char *const *known, const char *const *more) {
    if (!json_is_object(object))
        return check_wrong(paper, where, "a map of keys is missing here", "");
    json_t *map = (json_t *)object;
    for (void *at = json_object_iter(map); at != NULL; at = json_object_iter_next(map, at)) {
        const char *key = json_object_iter_key(at);
        if (check_is_listed(key, known) || (more != NULL && check_is_listed(key, more))) continue;
        char text[256] = "";
        text_append(text, sizeof text, key);
        text_suggest_or_list(text, sizeof text, key, known);
        return check_wrong(paper, where, "there is no key ", text);
    }
    return true;
}

bool check_needed(const struct paper *paper, const char *where, const json_t *object,
                  const char *const *needed) {
    for (; *needed != NULL; needed++) {
        if (text_at(object, *needed) == NULL) return check_wrong(paper, where, "no ", *needed);
    }
    return true;
}

static bool check_set(const struct paper *paper, const char *where, const json_t *spec) {
    json_t *set = json_object_get(spec, "set");
    if (json_object_size(set) > RUNS_OVERRIDES_MAX)
        return check_wrong(paper, where, "too many entries in set", "");
    for (void *at = json_object_iter(set); at != NULL; at = json_object_iter_next(set, at)) {
        if (!json_is_string(json_object_iter_value(at)))
            return check_wrong(paper, where, "no single value in set for ",
                               json_object_iter_key(at));
    }
    return true;
}

static bool check_runs(const struct paper *paper, const char *where, const json_t *row) {
    json_t *runs = json_object_get(row, "runs");
    if (runs == NULL && text_at(row, "scenario") == NULL)
        return check_wrong(paper, where, "no scenario", "");
    if (!check_set(paper, where, row)) return false;
    for (void *at = json_object_iter(runs); at != NULL; at = json_object_iter_next(runs, at)) {
        json_t *run = json_object_iter_value(at);
        if (!check_keys(paper, where, run, run_keys, NULL)) return false;
        if (text_at(run, "scenario") == NULL)
            return check_wrong(paper, where, "no scenario for the run ", json_object_iter_key(at));
        if (!check_set(paper, where, run)) return false;
    }
    return true;
}

static bool check_word(const struct paper *paper, const char *where, const json_t *object,
                       const char *key, const char *const *known) {
    const char *word = text_at(object, key);
    if (json_object_get(object, key) == NULL) return true;
    if (word != NULL && check_is_listed(word, known)) return true;
    char text[256] = "";
    text_append(text, sizeof text, key);
    text_append(text, sizeof text, " must be ");
    dp_append_words(text, sizeof text, known, "or");
    return check_wrong(paper, where, text, "");
}

static const char *const flags[] = {"true", "false", NULL};
static const char *const styles[] = {"lines", "points", "equal", NULL};
static const char *const looks[] = {"1", "2", "3",  "4",  "5",  "6", "7",
                                    "8", "9", "10", "11", "12", NULL};

// A row may have nothing of ours beside it, but then it cannot be compared either.
static bool check_value(const struct paper *paper, const char *where, const json_t *row) {
    if (strcmp(text_at(row, "value"), "none") != 0) return true;
    if (text_at(row, "not_comparable") == NULL)
        return check_wrong(paper, where, "value is none only where nothing is comparable", "");
    if (text_at(row, "reference") != NULL)
        return check_wrong(paper, where, "no reference where value is none", "");
    return true;
}

static bool check_printed(const struct paper *paper, const char *where, const json_t *row) {
    struct printed printed;
    double tolerance;
    const char *text = text_at(row, "tolerance");
    if (text_at(row, "not_comparable") != NULL) return true;
    if (!printed_read(text_at(row, "printed"), &printed))
        return check_wrong(paper, where, "printed is no number: ", text_at(row, "printed"));
    if (text != NULL && !tolerance_read(text, printed.value, &tolerance))
        return check_wrong(paper, where, "tolerance is no number: ", text);
    if (text != NULL && text_at(row, "reason") == NULL)
        return check_wrong(paper, where, "a tolerance needs a reason", "");
    return true;
}

bool check_row(const struct paper *paper, const json_t *row) {
    static const char *const needed[] = {"where", "quantity", "printed", "value", NULL};
    const char *where = text_at(row, "id");
    return check_keys(paper, where, row, check_row_keys, NULL) &&
           check_needed(paper, where, row, needed) && check_value(paper, where, row) &&
           check_word(paper, where, row, "slow", flags) && errata_check_row(paper, row) &&
           check_runs(paper, where, row) && check_printed(paper, where, row);
}

bool check_figure(const struct paper *paper, const char *where, const json_t *figure) {
    static const char *const needed[] = {"id", "where", "title", "x_label", "y_label", NULL};
    return check_keys(paper, where, figure, figure_keys, figure_more) &&
           check_needed(paper, where, figure, needed) &&
           check_word(paper, where, figure, "slow", flags) &&
           check_word(paper, where, figure, "x_log", flags) &&
           check_word(paper, where, figure, "y_log", flags) &&
           check_word(paper, where, figure, "style", styles);
}

// Points of the print: pairs of numbers.
static bool check_points(const struct paper *paper, const char *where, const json_t *points) {
    size_t i;
    json_t *point;
    struct printed number;
    if (json_array_size(points) == 0) return check_wrong(paper, where, "printed has no points", "");
    json_array_foreach(points, i, point) {
        bool is_pair = json_array_size(point) == 2;
        for (size_t j = 0; j < 2 && is_pair; j++) {
            const char *text = json_string_value(json_array_get(point, j));
            is_pair = text != NULL && printed_read(text, &number) && number.claim == 0;
        }
        if (!is_pair) return check_wrong(paper, where, "printed is a list of [x, y]", "");
    }
    return true;
}

bool check_curve(const struct paper *paper, const char *where, const json_t *curve) {
    static const char *const needed[] = {"label", "scenario", "x", "y", NULL};
    static const char *const label[] = {"label", NULL};
    const json_t *points = json_object_get(curve, "printed"),
                 *over = json_object_get(curve, "over");
    if (!check_word(paper, where, curve, "look", looks)) return false;
    if (points != NULL)
        return check_needed(paper, where, curve, label) && check_points(paper, where, points);
    return check_needed(paper, where, curve, needed) &&
           check_word(paper, where, curve, "style", styles) && check_set(paper, where, curve) &&
           (over == NULL || (check_keys(paper, where, over, over_keys, NULL) &&
                             check_needed(paper, where, over, over_keys)));
}
