// Reading the tables of the papers: inheritance and checks. A mistake in them is found here, before
// anything runs.

#define _DEFAULT_SOURCE  // scandir

#include "reproduce/paper_set.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "base/words.h"
#include "reproduce/check.h"
#include "reproduce/errata.h"
#include "reproduce/locate.h"
#include "scenario/parse.h"

const char *text_at(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

bool is_true_at(const json_t *object, const char *key) {
    const char *text = text_at(object, key);
    return text != NULL && strcmp(text, "true") == 0;
}

// --- YAML ----------------------------------------------------------------------------------------

static json_t *convert(const struct node *node) {
    if (node->kind == NODE_SCALAR) return json_string(node->text);
    json_t *value = node->kind == NODE_MAP ? json_object() : json_array();
    for (const struct node *child = node->first; child != NULL; child = child->next) {
        if (node->kind == NODE_MAP)
            json_put(value, child->key, convert(child));
        else
            json_push(value, convert(child));
    }
    return value;
}

// NULL after a diagnostic.
static json_t *read_tree(const char *path, dp_diagnostic *diagnostic) {
    struct reader reader = {.file = path, .diagnostic = diagnostic, .allows_anchors = true};
    const struct node top = {.line = 1, .set = -1};
    const char *text = file_read(&reader);
    const struct node *root = text != NULL ? text_parse(&reader, text, -1) : NULL;
    if (root == NULL && reader.count == 0) report_error(&reader, &top, "the file is empty");
    json_t *tree = reader.count == 0 ? convert(root) : NULL;
    tree_free(&reader.tree);
    return tree;
}

// --- rows ----------------------------------------------------------------------------------------

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

// One name stands for a list of one.
static void make_list(json_t *row, const char *key) {
    json_t *given = json_object_get(row, key);
    if (json_is_string(given)) json_put(row, key, json_pack("[O]", given));
}

static bool add_row(struct paper *paper, const json_t *group, const json_t *given,
                    const struct reproduce_options *options) {
    if (!json_is_object(given)) return check_wrong(paper, "rows", "a row is not a map of keys", "");
    json_t *row = inherit(group, given, "rows");
    if (text_at(row, "id") == NULL) {
        char id[64];
        snprintf(id, sizeof id, "%s.%zu", paper->name, paper->row_count + 1);
        json_put(row, "id", json_string(id));
    }
    if (json_object_get(row, "runs") != NULL) json_put(row, "runs", spread_runs(row));
    make_list(row, "erratum");
    make_list(row, "shows");
    bool is_good = check_row(paper, row);
    paper->row_count++;
    if (options->quick && is_true_at(row, "slow"))
        json_decref(row);
    else
        json_push(paper->rows, row);
    return is_good;
}

static bool add_groups(struct paper *paper, const struct reproduce_options *options) {
    static const char *const more[] = {"rows", NULL};
    size_t i, j;
    json_t *group, *row;
    json_array_foreach(json_object_get(paper->tree, "groups"), i, group) {
        if (!check_keys(paper, "groups", group, check_row_keys, more)) return false;
        json_array_foreach(json_object_get(group, "rows"), j, row) {
            if (!add_row(paper, group, row, options)) return false;
        }
    }
    return paper->row_count > 0 || check_wrong(paper, "", "no rows", "");
}

// --- figures -------------------------------------------------------------------------------------

static bool add_figure(struct paper *paper, json_t *figure, bool quick) {
    const char *where = text_at(figure, "id") != NULL ? text_at(figure, "id") : "figures";
    bool is_good = check_figure(paper, where, figure);
    if (!is_good) return false;

    json_t *base = json_object(), *curves = json_array(), *curve;
    size_t i;
    for (int k = 0; check_curve_keys[k] != NULL; k++) {
        json_t *value = json_object_get(figure, check_curve_keys[k]);
        if (value != NULL) json_object_set(base, check_curve_keys[k], value);
    }
    json_array_foreach(json_object_get(figure, "curves"), i, curve) {
        is_good = check_keys(paper, where, curve, check_curve_keys, NULL);
        if (!is_good) break;
        json_t *whole = inherit(base, curve, "");
        json_push(curves, whole);
        is_good = check_curve(paper, where, whole);
        if (!is_good) break;
    }
    json_decref(base);
    json_t *copy = json_copy(figure);
    json_put(copy, "curves", curves);
    paper->figure_count++;
    if (quick && is_true_at(figure, "slow"))
        json_decref(copy);
    else
        json_push(paper->figures, copy);
    return is_good;
}

// --- papers --------------------------------------------------------------------------------------

// False after a diagnostic.
static bool open_paper(struct paper *paper, const char *root, const char *name,
                       const struct reproduce_options *options, dp_diagnostic *diagnostic) {
    char path[LOCATE_PATH_MAX + 64];
    *paper = (struct paper){.rows = json_array(),
                            .figures = json_array(),
                            .errata = json_array(),
                            .diagnostic = diagnostic};
    snprintf(paper->name, sizeof paper->name, "%s", name);
    snprintf(path, sizeof path, "%s/papers/%s.yaml", root, name);
    paper->tree = read_tree(path, diagnostic);
    if (paper->tree == NULL || !check_keys(paper, "", paper->tree, check_paper_keys, NULL) ||
        !errata_read(paper) || !add_groups(paper, options))
        return false;
    size_t i;
    json_t *figure;
    json_array_foreach(json_object_get(paper->tree, "figures"), i, figure) {
        if (!add_figure(paper, figure, options->quick)) return false;
    }
    return true;
}

static int is_table(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 5 && length < 32 && strcmp(entry->d_name + length - 5, ".yaml") == 0;
}

static int open_named(struct paper_set *set, const char *root, const char *const *known,
                      const struct reproduce_options *options, dp_diagnostic *diagnostic) {
    for (int i = 0; i < options->paper_count; i++) {
        const char *name = options->papers[i];
        if (check_is_listed(name, known)) continue;
        char text[256] = "";
        text_suggest_or_list(text, sizeof text, name, known);
        return diagnostic_set(diagnostic, DP_RUN_INPUT, "there is no table for paper '%.60s'%s",
                              name, text);
    }
    for (int i = 0; known[i] != NULL; i++) {
        bool wanted = options->paper_count == 0;
        for (int j = 0; j < options->paper_count; j++)
            wanted = wanted || strcmp(options->papers[j], known[i]) == 0;
        if (!wanted) continue;
        if (!open_paper(&set->paper[set->count++], root, known[i], options, diagnostic))
            return diagnostic->status;
    }
    return DP_RUN_DONE;
}

int paper_set_open(struct paper_set *set, const char *root, const struct reproduce_options *options,
                   dp_diagnostic *diagnostic) {
    char folder[LOCATE_PATH_MAX + 16];
    struct dirent **entry = NULL;
    char name[REPRODUCE_PAPERS_MAX][32];
    const char *known[REPRODUCE_PAPERS_MAX + 1] = {NULL};
    set->count = 0;
    snprintf(folder, sizeof folder, "%s/papers", root);
    int found = scandir(folder, &entry, is_table, alphasort);
    for (int i = 0; i < found; i++) {
        if (i < REPRODUCE_PAPERS_MAX) {
            snprintf(name[i], sizeof name[i], "%.*s", (int)strlen(entry[i]->d_name) - 5,
                     entry[i]->d_name);
            known[i] = name[i];
        }
        free(entry[i]);
    }
    free(entry);
    if (found <= 0) return diagnostic_set(diagnostic, DP_RUN_SYSTEM, "%s holds no tables", folder);
    if (found > REPRODUCE_PAPERS_MAX)
        return diagnostic_set(diagnostic, DP_RUN_SYSTEM, "%s holds more than %d tables", folder,
                              REPRODUCE_PAPERS_MAX);
    return open_named(set, root, known, options, diagnostic);
}

void paper_set_close(struct paper_set *set) {
    for (int i = 0; i < set->count; i++) {
        json_decref(set->paper[i].tree);
        json_decref(set->paper[i].rows);
        json_decref(set->paper[i].figures);
        json_decref(set->paper[i].errata);
    }
    set->count = 0;
}
