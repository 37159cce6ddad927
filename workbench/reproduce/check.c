// What a table of a paper may hold.

#include "reproduce/check.h"

#include <string.h>

#include "base/status.h"
#include "base/words.h"
#include "cli.h"
#include "reproduce/data.h"
#include "reproduce/errata.h"
#include "reproduce/runs.h"
#include "reproduce/verdict.h"

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

int check_wrong(const struct paper *paper, const char *where, const char *what, const char *which) {
    return cli_fail(DP_RUN_INPUT, "papers/%s.yaml: %s%s%s%s", paper->name, where,
                    where[0] != '\0' ? ": " : "", what, which);
}

bool check_is_listed(const char *word, const char *const *list) {
    while (*list != NULL && strcmp(word, *list) != 0)
        list++;
    return *list != NULL;
}

int check_keys(const struct paper *paper, const char *where, const json_t *object,
               const char *const *known, const char *const *more) {
    if (!json_is_object(object))
        return check_wrong(paper, where, "a map of keys is missing here", "");
    json_t *copy = json_copy((json_t *)object);
    int status = DP_RUN_DONE;
    for (void *at = json_object_iter(copy); at != NULL && status == DP_RUN_DONE;
         at = json_object_iter_next(copy, at)) {
        const char *key = json_object_iter_key(at);
        if (check_is_listed(key, known) || (more != NULL && check_is_listed(key, more))) continue;
        char text[256] = "";
        text_append(text, sizeof text, key);
        text_suggest_or_list(text, sizeof text, key, known);
        status = check_wrong(paper, where, "there is no key ", text);
    }
    json_decref(copy);
    return status;
}

int check_needed(const struct paper *paper, const char *where, const json_t *object,
                 const char *const *needed) {
    for (; *needed != NULL; needed++) {
        if (data_text(object, *needed) == NULL) return check_wrong(paper, where, "no ", *needed);
    }
    return DP_RUN_DONE;
}

static int check_set(const struct paper *paper, const char *where, const json_t *spec) {
    json_t *set = json_object_get(spec, "set");
    if (json_object_size(set) > RUNS_OVERRIDES_MAX)
        return check_wrong(paper, where, "too many entries in set", "");
    for (void *at = json_object_iter(set); at != NULL; at = json_object_iter_next(set, at)) {
        if (!json_is_string(json_object_iter_value(at)))
            return check_wrong(paper, where, "no single value in set for ",
                               json_object_iter_key(at));
    }
    return DP_RUN_DONE;
}

static int check_runs(const struct paper *paper, const char *where, const json_t *row) {
    json_t *runs = json_object_get(row, "runs");
    if (runs == NULL && data_text(row, "scenario") == NULL)
        return check_wrong(paper, where, "no scenario", "");
    int status = check_set(paper, where, row);
    for (void *at = json_object_iter(runs); at != NULL && status == DP_RUN_DONE;
         at = json_object_iter_next(runs, at)) {
        json_t *run = json_object_iter_value(at);
        status = check_keys(paper, where, run, run_keys, NULL);
        if (status == DP_RUN_DONE && data_text(run, "scenario") == NULL)
            status =
                check_wrong(paper, where, "no scenario for the run ", json_object_iter_key(at));
        if (status == DP_RUN_DONE) status = check_set(paper, where, run);
    }
    return status;
}

static int check_word(const struct paper *paper, const char *where, const json_t *object,
                      const char *key, const char *const *known) {
    const char *word = data_text(object, key);
    if (json_object_get(object, key) == NULL) return DP_RUN_DONE;
    if (word != NULL && check_is_listed(word, known)) return DP_RUN_DONE;
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
static int check_value(const struct paper *paper, const char *where, const json_t *row) {
    if (strcmp(data_text(row, "value"), "none") != 0) return DP_RUN_DONE;
    if (data_text(row, "not_comparable") == NULL)
        return check_wrong(paper, where, "value is none only where nothing is comparable", "");
    if (data_text(row, "reference") != NULL)
        return check_wrong(paper, where, "no reference where value is none", "");
    return DP_RUN_DONE;
}

int check_row(const struct paper *paper, const json_t *row) {
    static const char *const needed[] = {"where", "quantity", "printed", "value", NULL};
    const char *where = data_text(row, "id");
    int status = check_keys(paper, where, row, check_row_keys, NULL);
    if (status == DP_RUN_DONE) status = check_needed(paper, where, row, needed);
    if (status == DP_RUN_DONE) status = check_value(paper, where, row);
    if (status == DP_RUN_DONE) status = check_word(paper, where, row, "slow", flags);
    if (status == DP_RUN_DONE) status = errata_check_row(paper, row);
    if (status == DP_RUN_DONE) status = check_runs(paper, where, row);
    if (status != DP_RUN_DONE || data_text(row, "not_comparable") != NULL) return status;

    struct printed printed;
    double tolerance;
    const char *text = data_text(row, "tolerance");
    if (!printed_read(data_text(row, "printed"), &printed))
        return check_wrong(paper, where, "printed is no number: ", data_text(row, "printed"));
    if (text != NULL && !tolerance_read(text, printed.value, &tolerance))
        return check_wrong(paper, where, "tolerance is no number: ", text);
    if (text != NULL && data_text(row, "reason") == NULL)
        return check_wrong(paper, where, "a tolerance needs a reason", "");
    return DP_RUN_DONE;
}

int check_figure(const struct paper *paper, const char *where, const json_t *figure) {
    static const char *const needed[] = {"id", "where", "title", "x_label", "y_label", NULL};
    static const char *const words[] = {"slow", "x_log", "y_log", NULL};
    int status = check_keys(paper, where, figure, figure_keys, figure_more);
    if (status == DP_RUN_DONE) status = check_needed(paper, where, figure, needed);
    for (int i = 0; words[i] != NULL && status == DP_RUN_DONE; i++)
        status = check_word(paper, where, figure, words[i], flags);
    return status == DP_RUN_DONE ? check_word(paper, where, figure, "style", styles) : status;
}

// Points of the print: pairs of numbers.
static int check_points(const struct paper *paper, const char *where, const json_t *points) {
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
    return DP_RUN_DONE;
}

int check_curve(const struct paper *paper, const char *where, const json_t *curve) {
    static const char *const needed[] = {"label", "scenario", "x", "y", NULL};
    static const char *const label[] = {"label", NULL};
    json_t *points = json_object_get(curve, "printed");
    int status = check_word(paper, where, curve, "look", looks);
    if (points != NULL) {
        if (status == DP_RUN_DONE) status = check_needed(paper, where, curve, label);
        return status == DP_RUN_DONE ? check_points(paper, where, points) : status;
    }
    json_t *over = json_object_get(curve, "over");
    if (status == DP_RUN_DONE) status = check_needed(paper, where, curve, needed);
    if (status == DP_RUN_DONE) status = check_word(paper, where, curve, "style", styles);
    if (status == DP_RUN_DONE) status = check_set(paper, where, curve);
    if (over == NULL || status != DP_RUN_DONE) return status;
    status = check_keys(paper, where, over, over_keys, NULL);
    return status == DP_RUN_DONE ? check_needed(paper, where, over, over_keys) : status;
}
