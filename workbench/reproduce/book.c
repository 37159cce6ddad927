// Reading the tables of the papers: inheritance and checks. A mistake in them is found here, before
// anything runs.

#define _DEFAULT_SOURCE  // scandir

#include "reproduce/book.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "base/words.h"
#include "cli.h"
#include "reproduce/check.h"
#include "reproduce/data.h"
#include "reproduce/errata.h"
#include "reproduce/locate.h"

// What the inner map says, on top of what the outer one says; `set` key by key.
static json_t *inherit(const json_t *outer, const json_t *inner, const char *leave_out) {
    json_t *merged = json_copy((json_t *)outer);
    json_object_del(merged, leave_out);
    json_t *set = json_copy(json_object_get(outer, "set"));
    if (set == NULL) set = json_object();
    if (json_object_get(inner, "set") != NULL)
        json_object_update(set, json_object_get(inner, "set"));
    json_object_update(merged, (json_t *)inner);
    json_put(merged, "set", set);
    return merged;
}

static json_t *spread_runs(const json_t *row) {
    json_t *runs = json_object_get(row, "runs"), *spread = json_object(), *base = json_object();
    json_object_set(base, "set", json_object_get(row, "set"));
    if (json_object_get(row, "scenario") != NULL)
        json_object_set(base, "scenario", json_object_get(row, "scenario"));
    for (void *at = json_object_iter(runs); at != NULL; at = json_object_iter_next(runs, at))
        json_put(spread, json_object_iter_key(at), inherit(base, json_object_iter_value(at), ""));
    json_decref(base);
    return spread;
}

static bool is_left_out(const json_t *row, const struct book_choice *choice) {
    bool is_of_errata =
        json_object_get(row, "erratum") != NULL || json_object_get(row, "shows") != NULL;
    return (choice->quick && data_is_true(row, "slow")) || (choice->of_errata && !is_of_errata);
}

static int add_row(struct paper *paper, const json_t *group, const json_t *given,
                   const struct book_choice *choice) {
    if (!json_is_object(given)) return check_wrong(paper, "rows", "a row is not a map of keys", "");
    json_t *row = inherit(group, given, "rows");
    if (data_text(row, "id") == NULL) {
        char id[64];
        snprintf(id, sizeof id, "%s.%zu", paper->name, paper->row_count + 1);
        json_put(row, "id", json_string(id));
    }
    if (json_object_get(row, "runs") != NULL) json_put(row, "runs", spread_runs(row));
    int status = check_row(paper, row);
    paper->row_count++;
    if (is_left_out(row, choice))
        json_decref(row);
    else
        json_push(paper->rows, row);
    return status;
}

static int add_groups(struct paper *paper, const struct book_choice *choice) {
    static const char *const more[] = {"rows", NULL};
    size_t i, j;
    json_t *group, *row;
    int status = DP_RUN_DONE;
    json_array_foreach(json_object_get(paper->tree, "groups"), i, group) {
        status = check_keys(paper, "groups", group, check_row_keys, more);
        json_array_foreach(json_object_get(group, "rows"), j, row) {
            if (status == DP_RUN_DONE) status = add_row(paper, group, row, choice);
        }
        if (status != DP_RUN_DONE) return status;
    }
    if (paper->row_count == 0) return check_wrong(paper, "", "no rows", "");
    return status;
}

static int add_figure(struct paper *paper, json_t *figure, bool quick) {
    const char *where = data_text(figure, "id") != NULL ? data_text(figure, "id") : "figures";
    int status = check_figure(paper, where, figure);
    if (status != DP_RUN_DONE) return status;

    json_t *base = json_object(), *curves = json_array(), *curve;
    size_t i;
    for (int k = 0; check_curve_keys[k] != NULL; k++) {
        json_t *value = json_object_get(figure, check_curve_keys[k]);
        if (value != NULL) json_object_set(base, check_curve_keys[k], value);
    }
    json_array_foreach(json_object_get(figure, "curves"), i, curve) {
        if (status == DP_RUN_DONE) status = check_keys(paper, where, curve, check_curve_keys, NULL);
        if (status != DP_RUN_DONE) break;
        json_t *whole = inherit(base, curve, "");
        json_push(curves, whole);
        status = check_curve(paper, where, whole);
    }
    json_decref(base);
    json_t *copy = json_copy(figure);
    json_put(copy, "curves", curves);
    paper->figure_count++;
    if (quick && data_is_true(figure, "slow"))
        json_decref(copy);
    else
        json_push(paper->figures, copy);
    return status;
}

static int open_paper(struct paper *paper, const char *root, const char *name,
                      const struct book_choice *choice) {
    char path[LOCATE_PATH_MAX + 64], diagnostic[1024];
    *paper = (struct paper){.rows = json_array(), .figures = json_array(), .errata = json_array()};
    snprintf(paper->name, sizeof paper->name, "%s", name);
    snprintf(path, sizeof path, "%s/papers/%s.yaml", root, name);
    paper->tree = data_read(path, diagnostic, sizeof diagnostic);
    int error = paper->tree == NULL ? errno : 0;
    if (paper->tree == NULL)
        return cli_fail(error != 0 ? DP_RUN_SYSTEM : DP_RUN_INPUT, "%s", diagnostic);

    int status = check_keys(paper, "", paper->tree, check_paper_keys, NULL);
    if (status == DP_RUN_DONE) status = errata_read(paper);
    if (status == DP_RUN_DONE) status = add_groups(paper, choice);
    size_t i;
    json_t *figure;
    json_array_foreach(json_object_get(paper->tree, "figures"), i, figure) {
        if (status == DP_RUN_DONE) status = add_figure(paper, figure, choice->quick);
    }
    return status;
}

static int is_table(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 5 && length < 32 && strcmp(entry->d_name + length - 5, ".yaml") == 0;
}

static int open_named(struct book *book, const char *root, const char *const *known,
                      const struct book_choice *choice) {
    for (int i = 0; i < choice->count; i++) {
        const char *name = choice->names[i];
        if (check_is_listed(name, known)) continue;
        char text[256] = "";
        text_suggest_or_list(text, sizeof text, name, known);
        return cli_fail(DP_RUN_INPUT, "there is no table for paper '%.60s'%s", name, text);
    }
    for (int i = 0; known[i] != NULL; i++) {
        bool wanted = choice->count == 0;
        for (int j = 0; j < choice->count; j++)
            wanted = wanted || strcmp(choice->names[j], known[i]) == 0;
        if (!wanted) continue;
        int status = open_paper(&book->paper[book->count++], root, known[i], choice);
        if (status != DP_RUN_DONE) return status;
    }
    return DP_RUN_DONE;
}

int book_open(struct book *book, const char *root, const struct book_choice *choice) {
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
    if (found <= 0) return cli_fail(DP_RUN_SYSTEM, "%s holds no tables", folder);
    if (found > BOOK_PAPERS_MAX)
        return cli_fail(DP_RUN_SYSTEM, "%s holds more than %d tables", folder, BOOK_PAPERS_MAX);
    return open_named(book, root, known, choice);
}

void book_close(struct book *book) {
    for (int i = 0; i < book->count; i++) {
        json_decref(book->paper[i].tree);
        json_decref(book->paper[i].rows);
        json_decref(book->paper[i].figures);
        json_decref(book->paper[i].errata);
    }
    book->count = 0;
}

size_t book_figures(const struct book *book) {
    size_t count = 0;
    for (int i = 0; i < book->count; i++)
        count += json_array_size(book->paper[i].figures);
    return count;
}

size_t book_errata(const struct book *book) {
    size_t count = 0;
    for (int i = 0; i < book->count; i++)
        count += json_array_size(book->paper[i].errata);
    return count;
}

size_t book_rows_left_out(const struct book *book) {
    size_t count = 0;
    for (int i = 0; i < book->count; i++)
        count += book->paper[i].row_count - json_array_size(book->paper[i].rows);
    return count;
}

size_t book_figures_left_out(const struct book *book) {
    size_t count = 0;
    for (int i = 0; i < book->count; i++)
        count += book->paper[i].figure_count - json_array_size(book->paper[i].figures);
    return count;
}
