// Reading the tables of the papers: inheritance and checks. A mistake in them is found here, before
// anything runs.

#define _DEFAULT_SOURCE  // scandir

#include "book.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "data.h"
#include "json.h"
#include "locate.h"
#include "runs.h"
#include "verdict.h"
#include "words.h"

static const char *const paper_keys[] = {"paper",  "authors", "title",   "scope",
                                         "shared", "groups",  "figures", NULL};
static const char *const row_keys[] = {
    "id",   "where",     "quantity",       "printed",    "unit",    "scenario", "set",
    "runs", "value",     "tolerance",      "reason",     "erratum", "inferred", "why",
    "note", "reference", "not_comparable", "resolution", NULL};
static const char *const figure_keys[] = {"id",      "where",   "title",   "caption", "x_label",
                                          "y_label", "x_range", "y_range", "style",   NULL};
static const char *const curve_keys[] = {"label", "scenario", "set", "over", "x", "y", NULL};
static const char *const run_keys[] = {"scenario", "set", NULL};
static const char *const over_keys[] = {"path", "from", "to", "points", NULL};

static int wrong(const struct paper *paper, const char *where, const char *what,
                 const char *which) {
    return cli_fail(CLI_INPUT, "papers/%s.yaml: %s%s%s%s", paper->name, where,
                    where[0] != '\0' ? ": " : "", what, which);
}

static bool is_listed(const char *word, const char *const *list) {
    while (*list != NULL && strcmp(word, *list) != 0)
        list++;
    return *list != NULL;
}

static int check_keys(const struct paper *paper, const char *where, const json_t *object,
                      const char *const *known, const char *const *more) {
    if (!json_is_object(object)) return wrong(paper, where, "a map of keys is missing here", "");
    json_t *copy = json_copy((json_t *)object);
    int status = CLI_DONE;
    for (void *at = json_object_iter(copy); at != NULL && status == CLI_DONE;
         at = json_object_iter_next(copy, at)) {
        const char *key = json_object_iter_key(at);
        if (is_listed(key, known) || (more != NULL && is_listed(key, more))) continue;
        char text[256] = "";
        cli_append(text, sizeof text, key);
        cli_suggest_or_list(text, sizeof text, key, known);
        status = wrong(paper, where, "there is no key ", text);
    }
    json_decref(copy);
    return status;
}

// What the inner map says, on top of what the outer one says; `set` key by key.
static json_t *inherit(const json_t *outer, const json_t *inner, const char *leave_out) {
    json_t *merged = json_copy((json_t *)outer);
    json_object_del(merged, leave_out);
    json_t *set = json_copy(json_object_get(outer, "set"));
    if (set == NULL) set = json_object();
    if (json_object_get(inner, "set") != NULL)
        json_object_update(set, json_object_get(inner, "set"));
    json_object_update(merged, (json_t *)inner);
    cli_put(merged, "set", set);
    return merged;
}

static json_t *spread_runs(const json_t *row) {
    json_t *runs = json_object_get(row, "runs"), *spread = json_object(), *base = json_object();
    json_object_set(base, "set", json_object_get(row, "set"));
    if (json_object_get(row, "scenario") != NULL)
        json_object_set(base, "scenario", json_object_get(row, "scenario"));
    for (void *at = json_object_iter(runs); at != NULL; at = json_object_iter_next(runs, at))
        cli_put(spread, json_object_iter_key(at), inherit(base, json_object_iter_value(at), ""));
    json_decref(base);
    return spread;
}

static int check_set(const struct paper *paper, const char *where, const json_t *spec) {
    json_t *set = json_object_get(spec, "set");
    if (json_object_size(set) > RUNS_OVERRIDES_MAX)
        return wrong(paper, where, "too many entries in set", "");
    for (void *at = json_object_iter(set); at != NULL; at = json_object_iter_next(set, at)) {
        if (!json_is_string(json_object_iter_value(at)))
            return wrong(paper, where, "no single value in set for ", json_object_iter_key(at));
    }
    return CLI_DONE;
}

static int check_runs(const struct paper *paper, const char *where, const json_t *row) {
    json_t *runs = json_object_get(row, "runs");
    if (runs == NULL && data_text(row, "scenario") == NULL)
        return wrong(paper, where, "no scenario", "");
    int status = check_set(paper, where, row);
    for (void *at = json_object_iter(runs); at != NULL && status == CLI_DONE;
         at = json_object_iter_next(runs, at)) {
        json_t *run = json_object_iter_value(at);
        status = check_keys(paper, where, run, run_keys, NULL);
        if (status == CLI_DONE && data_text(run, "scenario") == NULL)
            status = wrong(paper, where, "no scenario for the run ", json_object_iter_key(at));
        if (status == CLI_DONE) status = check_set(paper, where, run);
    }
    return status;
}

static int check_row(const struct paper *paper, const json_t *row) {
    static const char *const needed[] = {"where", "quantity", "printed", "value", NULL};
    const char *where = data_text(row, "id");
    int status = check_keys(paper, where, row, row_keys, NULL);
    for (int i = 0; needed[i] != NULL && status == CLI_DONE; i++) {
        if (data_text(row, needed[i]) == NULL) status = wrong(paper, where, "no ", needed[i]);
    }
    if (status == CLI_DONE) status = check_runs(paper, where, row);
    if (status != CLI_DONE || data_text(row, "not_comparable") != NULL) return status;

    struct printed printed;
    double tolerance;
    const char *text = data_text(row, "tolerance");
    if (!printed_read(data_text(row, "printed"), &printed))
        return wrong(paper, where, "printed is no number: ", data_text(row, "printed"));
    if (text != NULL && !tolerance_read(text, printed.value, &tolerance))
        return wrong(paper, where, "tolerance is no number: ", text);
    if (text != NULL && data_text(row, "reason") == NULL)
        return wrong(paper, where, "a tolerance needs a reason", "");
    return CLI_DONE;
}

static int add_row(struct paper *paper, const json_t *group, const json_t *given) {
    if (!json_is_object(given)) return wrong(paper, "rows", "a row is not a map of keys", "");
    json_t *row = inherit(group, given, "rows");
    if (data_text(row, "id") == NULL) {
        char id[64];
        snprintf(id, sizeof id, "%s.%zu", paper->name, json_array_size(paper->rows) + 1);
        cli_put(row, "id", json_string(id));
    }
    if (json_object_get(row, "runs") != NULL) cli_put(row, "runs", spread_runs(row));
    cli_push(paper->rows, row);
    return check_row(paper, row);
}

static int add_groups(struct paper *paper) {
    static const char *const more[] = {"rows", NULL};
    size_t i, j;
    json_t *group, *row;
    int status = CLI_DONE;
    json_array_foreach(json_object_get(paper->tree, "groups"), i, group) {
        status = check_keys(paper, "groups", group, row_keys, more);
        json_array_foreach(json_object_get(group, "rows"), j, row) {
            if (status == CLI_DONE) status = add_row(paper, group, row);
        }
        if (status != CLI_DONE) return status;
    }
    if (json_array_size(paper->rows) == 0) return wrong(paper, "", "no rows", "");
    return status;
}

static int check_curve(const struct paper *paper, const char *where, const json_t *curve) {
    static const char *const needed[] = {"label", "scenario", "x", "y", NULL};
    for (int i = 0; needed[i] != NULL; i++) {
        if (data_text(curve, needed[i]) == NULL)
            return wrong(paper, where, "a curve has no ", needed[i]);
    }
    json_t *over = json_object_get(curve, "over");
    int status = check_set(paper, where, curve);
    if (over == NULL || status != CLI_DONE) return status;
    status = check_keys(paper, where, over, over_keys, NULL);
    for (int i = 0; over_keys[i] != NULL && status == CLI_DONE; i++) {
        if (data_text(over, over_keys[i]) == NULL)
            status = wrong(paper, where, "over has no ", over_keys[i]);
    }
    return status;
}

static int add_figure(struct paper *paper, json_t *figure) {
    static const char *const more[] = {"curves", "scenario", "set", "over", "x", "y", NULL};
    static const char *const needed[] = {"id", "where", "title", "x_label", "y_label", NULL};
    const char *where = data_text(figure, "id") != NULL ? data_text(figure, "id") : "figures";
    int status = check_keys(paper, where, figure, figure_keys, more);
    for (int i = 0; needed[i] != NULL && status == CLI_DONE; i++) {
        if (data_text(figure, needed[i]) == NULL) status = wrong(paper, where, "no ", needed[i]);
    }
    if (status != CLI_DONE) return status;

    json_t *base = json_object(), *curves = json_array(), *curve;
    size_t i;
    for (int k = 0; curve_keys[k] != NULL; k++) {
        json_t *value = json_object_get(figure, curve_keys[k]);
        if (value != NULL) json_object_set(base, curve_keys[k], value);
    }
    json_array_foreach(json_object_get(figure, "curves"), i, curve) {
        if (status == CLI_DONE) status = check_keys(paper, where, curve, curve_keys, NULL);
        if (status != CLI_DONE) break;
        json_t *whole = inherit(base, curve, "");
        cli_push(curves, whole);
        status = check_curve(paper, where, whole);
    }
    json_decref(base);
    json_t *copy = json_copy(figure);
    cli_put(copy, "curves", curves);
    cli_push(paper->figures, copy);
    return status;
}

static int open_paper(struct paper *paper, const char *root, const char *name) {
    char path[LOCATE_PATH_MAX + 64], complaint[1024];
    snprintf(paper->name, sizeof paper->name, "%s", name);
    snprintf(path, sizeof path, "%s/papers/%s.yaml", root, name);
    paper->rows = json_array();
    paper->figures = json_array();
    paper->tree = data_read(path, complaint, sizeof complaint);
    if (paper->tree == NULL) return cli_fail(CLI_INPUT, "%s", complaint);

    int status = check_keys(paper, "", paper->tree, paper_keys, NULL);
    if (status == CLI_DONE) status = add_groups(paper);
    size_t i;
    json_t *figure;
    json_array_foreach(json_object_get(paper->tree, "figures"), i, figure) {
        if (status == CLI_DONE) status = add_figure(paper, figure);
    }
    return status;
}

static int is_table(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 5 && length < 32 && strcmp(entry->d_name + length - 5, ".yaml") == 0;
}

static int open_named(struct book *book, const char *root, const char *const *known,
                      const char *const *names, int count) {
    for (int i = 0; i < count; i++) {
        if (is_listed(names[i], known)) continue;
        char text[256] = "";
        cli_suggest_or_list(text, sizeof text, names[i], known);
        return cli_fail(CLI_INPUT, "there is no table for paper '%.60s'%s", names[i], text);
    }
    for (int i = 0; known[i] != NULL; i++) {
        bool wanted = count == 0;
        for (int j = 0; j < count; j++)
            wanted = wanted || strcmp(names[j], known[i]) == 0;
        if (!wanted) continue;
        int status = open_paper(&book->paper[book->count++], root, known[i]);
        if (status != CLI_DONE) return status;
    }
    return CLI_DONE;
}

int book_open(struct book *book, const char *root, const char *const *names, int count) {
    char folder[LOCATE_PATH_MAX + 16];
    struct dirent **entry = NULL;
    char name[BOOK_PAPERS_MAX][32];
    const char *known[BOOK_PAPERS_MAX + 1] = {NULL};
    book->count = 0;
    snprintf(folder, sizeof folder, "%s/papers", root);
    int found = scandir(folder, &entry, is_table, alphasort);
    for (int i = 0; i < found; i++) {
        if (i < BOOK_PAPERS_MAX) {
            snprintf(name[i], sizeof name[i], "%.*s", (int)strlen(entry[i]->d_name) - 5,
                     entry[i]->d_name);
            known[i] = name[i];
        }
        free(entry[i]);
    }
    free(entry);
    if (found <= 0) return cli_fail(CLI_SYSTEM, "%s holds no tables", folder);
    if (found > BOOK_PAPERS_MAX)
        return cli_fail(CLI_SYSTEM, "%s holds more than %d tables", folder, BOOK_PAPERS_MAX);
    return open_named(book, root, known, names, count);
}

void book_close(struct book *book) {
    for (int i = 0; i < book->count; i++) {
        json_decref(book->paper[i].tree);
        json_decref(book->paper[i].rows);
        json_decref(book->paper[i].figures);
    }
    book->count = 0;
}
