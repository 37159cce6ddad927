// Reading the tables of the papers: inheritance and checks. A mistake in them is found here, before
// anything runs. A check returns false when something is wrong, with what and where in the
// diagnostic of the paper.

#define _DEFAULT_SOURCE  // scandir

#include "reproduce/paper_set.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "base/words.h"
#include "reproduce/readings.h"
#include "reproduce/rows.h"
#include "scenario/diagnostic.h"
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

// --- keys ----------------------------------------------------------------------------------------

static const char *const paper_keys[] = {"paper",     "authors", "title",   "scope",
                                         "shared",    "groups",  "figures", "errata",
                                         "benchmark", "public",  NULL};
static const char *const row_keys[] = {
    "id",       "where",     "quantity",       "printed",    "unit",
    "scenario", "set",       "runs",           "value",      "why",
    "note",     "reference", "not_comparable", "resolution", "erratum",
    "inferred", "shows",     "slow",           "distance",   "at",
    NULL};
// of a table of public references, whose rows say where each number comes from
static const char *const public_keys[] = {"source", "independent", "own_error", "another_model",
                                          NULL};
// evidence is no result: it is not judged, so that it has nothing to explain a verdict with
static const char *const evidence_keys[] = {"quantity",  "printed", "unit",  "scenario",
                                            "set",       "runs",    "value", "note",
                                            "reference", "slow",    "at",    NULL};
static const char *const figure_keys[] = {"id",      "where",   "title",   "caption", "x_label",
                                          "y_label", "x_range", "y_range", "style",   "x_log",
                                          "y_log",   "slow",    NULL};
static const char *const curve_keys[] = {"label", "scenario", "set",  "over",  "x",
                                         "y",     "low",      "high", "table", "only",
                                         "style", "printed",  "read", "look",  NULL};
// a figure may say for its curves
static const char *const figure_more[] = {"curves", "scenario", "set",   "over", "x", "y",
                                          "low",    "high",     "table", "only", NULL};
static const char *const run_keys[] = {"scenario", "set", NULL};
static const char *const distance_keys[] = {"figure", "curve", "to", NULL};
static const char *const distance_more[] = {"above", "below", NULL};
static const char *const over_keys[] = {"path", "from", "to", "points", NULL};
static const char *const over_more[] = {"scale", NULL};

static const char *const flags[] = {"true", "false", NULL};
static const char *const scales[] = {"linear", "log", NULL};
static const char *const styles[] = {"lines", "points", "equal", NULL};
static const char *const looks[] = {"1", "2", "3",  "4",  "5",  "6", "7",
                                    "8", "9", "10", "11", "12", NULL};

static bool wrong(const struct paper *paper, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool wrong(const struct paper *paper, const char *where, const char *format, ...) {
    char what[512];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    diagnostic_set(paper->diagnostic, DP_RUN_INPUT, "papers/%s.yaml: %s%s%s", paper->name, where,
                   where[0] != '\0' ? ": " : "", what);
    return false;
}

static bool is_listed(const char *word, const char *const *list) {
    while (*list != NULL && strcmp(word, *list) != 0)
        list++;
    return *list != NULL;
}

static bool check_keys(const struct paper *paper, const char *where, const json_t *object,
                       const char *const *known, const char *const *more) {
    if (!json_is_object(object)) return wrong(paper, where, "a map of keys is missing here");
    json_t *map = (json_t *)object;
    for (void *at = json_object_iter(map); at != NULL; at = json_object_iter_next(map, at)) {
        const char *key = json_object_iter_key(at);
        if (is_listed(key, known) || (more != NULL && is_listed(key, more))) continue;
        char text[256] = "";
        text_append(text, sizeof text, key);
        text_suggest_or_list(text, sizeof text, key, known);
        return wrong(paper, where, "there is no key %s", text);
    }
    return true;
}

static bool check_needed(const struct paper *paper, const char *where, const json_t *object,
                         const char *const *needed) {
    for (; *needed != NULL; needed++) {
        if (text_at(object, *needed) == NULL) return wrong(paper, where, "no %s", *needed);
    }
    return true;
}

static bool check_word(const struct paper *paper, const char *where, const json_t *object,
                       const char *key, const char *const *known) {
    const char *word = text_at(object, key);
    if (json_object_get(object, key) == NULL) return true;
    if (word != NULL && is_listed(word, known)) return true;
    char words[256] = "";
    dp_append_words(words, sizeof words, known, "or");
    return wrong(paper, where, "%s must be %s", key, words);
}

static bool check_set(const struct paper *paper, const char *where, const json_t *spec) {
    json_t *set = json_object_get(spec, "set");
    if (json_object_size(set) > RUNS_OVERRIDES_MAX)
        return wrong(paper, where, "too many entries in set");
    for (void *at = json_object_iter(set); at != NULL; at = json_object_iter_next(set, at)) {
        if (!json_is_string(json_object_iter_value(at)))
            return wrong(paper, where, "no single value in set for %s", json_object_iter_key(at));
    }
    return true;
}

// --- errata --------------------------------------------------------------------------------------

enum { REASON_MAX = 2048, SHORT_MAX = 70, ERRATA_OF_ROW_MAX = 8 };

static const char *const erratum_keys[] = {"id",    "where",    "kind",    "short",      "printed",
                                           "right", "evidence", "changes", "confidence", NULL};
static const char *const erratum_more[] = {"with", "rows", NULL};
static const char *const kind_words[] = {"misprint", "gap", "readings", "statement", NULL};

const char *errata_right_label(const json_t *entry) {
    const char *kind = text_at(entry, "kind");
    if (strcmp(kind, "misprint") == 0) return "Right";
    return strcmp(kind, "statement") == 0 ? "Measured" : "Taken here";
}

const json_t *errata_find(const json_t *errata, const char *id) {
    size_t i;
    json_t *entry;
    json_array_foreach(errata, i, entry) {
        if (strcmp(text_at(entry, "id"), id) == 0) return entry;
    }
    return NULL;
}

static void append_sentence(char *text, const char *label, const char *sentence) {
    size_t length = strlen(sentence);
    text_append(text, REASON_MAX, label);
    text_append(text, REASON_MAX, sentence);
    if (length > 0 && strchr(".!?", sentence[length - 1]) == NULL)
        text_append(text, REASON_MAX, ".");
}

json_t *errata_reason(const json_t *entry) {
    char text[REASON_MAX] = "", label[32];
    append_sentence(text, "Erratum, ", text_at(entry, "where"));
    append_sentence(text, " Printed: ", text_at(entry, "printed"));
    snprintf(label, sizeof label, " %s: ", errata_right_label(entry));
    append_sentence(text, label, text_at(entry, "right"));
    return json_string(text);
}

static bool is_id(const char *text) {
    return text[0] != '\0' && text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

static size_t letters(const char *text) {
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;  // of UTF-8, the first byte of each
    return count;
}

static bool check_kind(const struct paper *paper, const char *where, const json_t *entry) {
    const char *kind = text_at(entry, "kind");
    char words[256] = "";
    if (is_listed(kind, kind_words)) return true;
    dp_append_words(words, sizeof words, kind_words, "or");
    return wrong(paper, where, "kind is %s, not %s", words, kind);
}

static bool check_entry(const struct paper *paper, const json_t *entry) {
    const char *id = text_at(entry, "id");
    const char *where = id != NULL ? id : "errata";
    if (!check_keys(paper, where, entry, erratum_keys, erratum_more) ||
        !check_needed(paper, where, entry, erratum_keys))
        return false;
    if (!is_id(id)) return wrong(paper, where, "an id is made of a-z, 0-9 and -");
    if (errata_find(paper->errata, id) != NULL)
        return wrong(paper, where, "two errata have this id");
    const char *confidence = text_at(entry, "confidence");
    if (strcmp(confidence, "certain") != 0 && strcmp(confidence, "likely") != 0)
        return wrong(paper, where, "confidence is certain or likely, not %s", confidence);
    if (!check_kind(paper, where, entry)) return false;
    // it is a line of the summary
    return letters(text_at(entry, "short")) <= SHORT_MAX ||
           wrong(paper, where, "short has more than 70 letters");
}

static bool errata_read(struct paper *paper) {
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(paper->tree, "errata"), i, entry) {
        if (!check_entry(paper, entry)) return false;
        json_t *copy = json_copy(entry);
        json_put(copy, "reason", errata_reason(entry));
        json_push(paper->errata, copy);
    }
    return true;
}

static bool check_names(const struct paper *paper, const json_t *row, const char *key) {
    const json_t *given = json_object_get(row, key), *item;
    size_t i, count = json_array_size(given);
    bool is_good = given == NULL || (count > 0 && count <= ERRATA_OF_ROW_MAX);
    json_array_foreach(given, i, item) is_good = is_good && json_is_string(item);
    if (!is_good) return wrong(paper, text_at(row, "id"), "not one id or a list of a few: %s", key);
    json_array_foreach(given, i, item) {
        if (errata_find(paper->errata, json_string_value(item)) == NULL)
            return wrong(paper, text_at(row, "id"), "%s: there is no erratum %s", key,
                         json_string_value(item));
    }
    return true;
}

static bool errata_check_row(const struct paper *paper, const json_t *row) {
    return check_names(paper, row, "erratum") && check_names(paper, row, "shows");
}

// --- rows ----------------------------------------------------------------------------------------

static bool check_runs(const struct paper *paper, const char *where, const json_t *row) {
    json_t *runs = json_object_get(row, "runs");
    if (json_object_get(row, "distance") != NULL) return true;  // the curve has one
    if (runs == NULL && text_at(row, "scenario") == NULL) return wrong(paper, where, "no scenario");
    if (!check_set(paper, where, row)) return false;
    for (void *at = json_object_iter(runs); at != NULL; at = json_object_iter_next(runs, at)) {
        json_t *run = json_object_iter_value(at);
        if (!check_keys(paper, where, run, run_keys, NULL)) return false;
        if (text_at(run, "scenario") == NULL)
            return wrong(paper, where, "no scenario for the run %s", json_object_iter_key(at));
        if (!check_set(paper, where, run)) return false;
    }
    return true;
}

// A row may have nothing of ours beside it, but then it cannot be compared either.
static bool check_value(const struct paper *paper, const char *where, const json_t *row) {
    if (strcmp(text_at(row, "value"), "none") != 0) return true;
    if (text_at(row, "not_comparable") == NULL)
        return wrong(paper, where, "value is none only where nothing is comparable");
    if (text_at(row, "reference") != NULL)
        return wrong(paper, where, "no reference where value is none");
    return true;
}

static bool check_printed(const struct paper *paper, const char *where, const json_t *row) {
    struct printed printed;
    if (text_at(row, "not_comparable") != NULL || row_is_evidence(row) || row_is_distance(row))
        return true;
    // nothing is printed, but another solution is at hand
    if (text_at(row, "independent") != NULL && strcmp(text_at(row, "printed"), "-") == 0)
        return true;
    return printed_read(text_at(row, "printed"), &printed) ||
           wrong(paper, where, "printed is neither a number nor a range nor < or >: %s",
                 text_at(row, "printed"));
}

// Which curve, and how far from what. It is known in the end what our distance is, so that a change
// is noticed.
static bool check_distance(const struct paper *paper, const char *where, const json_t *row) {
    static const char *const needed[] = {"reference", NULL};
    const json_t *distance = json_object_get(row, "distance");
    if (distance == NULL) return true;
    return check_keys(paper, where, distance, distance_keys, distance_more) &&
           check_needed(paper, where, distance, distance_keys) &&
           check_needed(paper, where, row, needed);
}

// Numbers of the print's own error and of the independent solution; a row that is not judged has a
// value by which a change is noticed.
static bool check_public(const struct paper *paper, const char *where, const json_t *row) {
    static const char *const source[] = {"source", NULL}, *const known[] = {"reference", NULL};
    static const char *const numbers[] = {"independent", "own_error", NULL};
    struct printed number;
    if (!paper->is_public || row_is_evidence(row)) return true;
    for (int i = 0; numbers[i] != NULL; i++) {
        const char *text = text_at(row, numbers[i]);
        if (text != NULL && !(printed_read(text, &number) && number.form == 0))
            return wrong(paper, where, "%s is not a number", numbers[i]);
    }
    return check_needed(paper, where, row, source) &&
           (text_at(row, "another_model") == NULL || check_needed(paper, where, row, known));
}

static bool check_row(const struct paper *paper, const json_t *row) {
    static const char *const needed[] = {"where", "quantity", "printed", "value", NULL};
    const char *where = text_at(row, "id");
    return check_needed(paper, where, row, needed) && check_value(paper, where, row) &&
           check_public(paper, where, row) && check_distance(paper, where, row) &&
           check_word(paper, where, row, "slow", flags) && errata_check_row(paper, row) &&
           check_runs(paper, where, row) && check_printed(paper, where, row);
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

// Takes the row over.
static bool add_row(struct paper *paper, json_t *row, bool quick) {
    if (json_object_get(row, "runs") != NULL) json_put(row, "runs", spread_runs(row));
    make_list(row, "erratum");
    make_list(row, "shows");
    bool is_good = check_row(paper, row);
    paper->row_count++;
    if (quick && is_true_at(row, "slow"))
        json_decref(row);
    else
        json_push(paper->rows, row);
    return is_good;
}

static bool add_result(struct paper *paper, const json_t *group, const json_t *given, bool quick) {
    if (!json_is_object(given)) return wrong(paper, "rows", "a row is not a map of keys");
    char id[64];
    snprintf(id, sizeof id, "%s.%zu", paper->name, paper->row_count + 1);
    const char *where = text_at(given, "id") != NULL ? text_at(given, "id") : id;
    if (!check_keys(paper, where, given, row_keys, paper->is_public ? public_keys : NULL))
        return false;
    json_t *row = inherit(group, given, "rows");
    json_put(row, "id", json_string(where));
    if (paper->is_benchmark) json_put(row, "benchmark", json_string("true"));
    if (paper->is_public) json_put(row, "public", json_string("true"));
    if (row_is_distance(row)) json_put(row, "printed", json_string("-"));
    return add_row(paper, row, quick);
}

static bool add_groups(struct paper *paper, bool quick) {
    static const char *const rows[] = {"rows", NULL};
    static const char *const of_public[] = {"rows", "source", "own_error", "another_model", NULL};
    const char *const *more = paper->is_public ? of_public : rows;
    size_t i, j;
    json_t *group, *row;
    json_array_foreach(json_object_get(paper->tree, "groups"), i, group) {
        if (!check_keys(paper, "groups", group, row_keys, more)) return false;
        json_array_foreach(json_object_get(group, "rows"), j, row) {
            if (!add_result(paper, group, row, quick)) return false;
        }
    }
    return paper->row_count > 0 || wrong(paper, "", "no rows");
}

// Rows of an erratum, with what the entry says for all of them.
static bool add_evidence(struct paper *paper, const json_t *entry, bool quick) {
    static const char *const needed[] = {"reference", NULL};
    const json_t *with = json_object_get(entry, "with"), *given;
    const char *name = text_at(entry, "id");
    size_t i;
    if (with != NULL && !check_keys(paper, name, with, evidence_keys, NULL)) return false;
    json_t *base = with != NULL ? json_copy((json_t *)with) : json_object();
    json_object_set(base, "where", json_object_get(entry, "where"));
    json_object_set(base, "shows", json_object_get(entry, "id"));
    json_put(base, "evidence", json_string("true"));
    if (json_object_get(base, "printed") == NULL) json_put(base, "printed", json_string("-"));
    bool is_good = true;
    json_array_foreach(json_object_get(entry, "rows"), i, given) {
        char id[160];
        snprintf(id, sizeof id, "%s.%.100s.%zu", paper->name, name, i + 1);
        is_good = check_keys(paper, id, given, evidence_keys, NULL);
        if (!is_good) break;
        json_t *row = inherit(base, given, "");
        json_put(row, "id", json_string(id));
        is_good = check_needed(paper, id, row, needed);
        if (is_good)
            is_good = add_row(paper, row, quick);
        else
            json_decref(row);
        if (!is_good) break;
    }
    json_decref(base);
    return is_good;
}

static bool add_all_evidence(struct paper *paper, bool quick) {
    size_t i;
    json_t *entry;
    json_array_foreach(paper->errata, i, entry) {
        if (!add_evidence(paper, entry, quick)) return false;
    }
    return true;
}

// --- figures -------------------------------------------------------------------------------------

static bool check_figure(const struct paper *paper, const char *where, const json_t *figure) {
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
    if (json_array_size(points) == 0) return wrong(paper, where, "printed has no points");
    json_array_foreach(points, i, point) {
        bool is_pair = json_array_size(point) == 2;
        for (size_t j = 0; j < 2 && is_pair; j++) {
            const char *text = json_string_value(json_array_get(point, j));
            is_pair = text != NULL && printed_read(text, &number) && number.form == 0;
        }
        if (!is_pair) return wrong(paper, where, "printed is a list of [x, y]");
    }
    return true;
}

// A file in data/ and the words that its lines must have.
static bool check_read(const struct paper *paper, const char *where, const json_t *curve) {
    static const char *const needed[] = {"file", NULL};
    json_t *read = json_object_get(curve, "read");
    for (void *at = json_object_iter(read); at != NULL; at = json_object_iter_next(read, at)) {
        if (!json_is_string(json_object_iter_value(at)))
            return wrong(paper, where, "no single word in read for %s", json_object_iter_key(at));
    }
    return check_needed(paper, where, read, needed);
}

static bool check_curve(const struct paper *paper, const char *where, const json_t *curve) {
    static const char *const needed[] = {"label", "scenario", "x", "y", NULL};
    static const char *const label[] = {"label", NULL};
    const json_t *points = json_object_get(curve, "printed"),
                 *over = json_object_get(curve, "over");
    if (!check_word(paper, where, curve, "look", looks)) return false;
    if (points != NULL)
        return check_needed(paper, where, curve, label) && check_points(paper, where, points);
    if (json_object_get(curve, "read") != NULL)
        return check_needed(paper, where, curve, label) && check_read(paper, where, curve);
    if ((text_at(curve, "low") == NULL) != (text_at(curve, "high") == NULL))
        return wrong(paper, where, "a band needs both low and high");
    return check_needed(paper, where, curve, needed) &&
           check_word(paper, where, curve, "style", styles) && check_set(paper, where, curve) &&
           (over == NULL || (check_keys(paper, where, over, over_keys, over_more) &&
                             check_word(paper, where, over, "scale", scales) &&
                             check_needed(paper, where, over, over_keys)));
}

static bool add_figure(struct paper *paper, json_t *figure, bool quick) {
    const char *where = text_at(figure, "id") != NULL ? text_at(figure, "id") : "figures";
    bool is_good = check_figure(paper, where, figure);
    if (!is_good) return false;

    json_t *base = json_object(), *curves = json_array(), *curve;
    size_t i;
    for (int k = 0; curve_keys[k] != NULL; k++) {
        json_t *value = json_object_get(figure, curve_keys[k]);
        if (value != NULL) json_object_set(base, curve_keys[k], value);
    }
    json_array_foreach(json_object_get(figure, "curves"), i, curve) {
        is_good = check_keys(paper, where, curve, curve_keys, NULL);
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

// --- distances -----------------------------------------------------------------------------------

static json_t *find_curve(const json_t *figures, const char *id, const char *label) {
    size_t i, j;
    json_t *figure, *curve;
    json_array_foreach(figures, i, figure) {
        if (strcmp(text_at(figure, "id"), id) != 0) continue;
        json_array_foreach(json_object_get(figure, "curves"), j, curve) {
            if (strcmp(text_at(curve, "label"), label) == 0) return curve;
        }
    }
    return NULL;
}

// A row that states a distance gets the two curves, and the inputs of the one that is computed.
static bool link_distances(const struct paper *paper) {
    size_t i;
    json_t *row;
    json_array_foreach(paper->rows, i, row) {
        const json_t *distance = json_object_get(row, "distance");
        if (distance == NULL) continue;
        const char *figure = text_at(distance, "figure");
        json_t *curve = find_curve(paper->figures, figure, text_at(distance, "curve"));
        json_t *to = find_curve(paper->figures, figure, text_at(distance, "to"));
        bool is_good =
            curve != NULL && !readings_are_given(curve) && to != NULL && readings_are_given(to);
        if (!is_good)
            return wrong(paper, text_at(row, "id"),
                         "distance needs a figure with a computed curve and given points by these "
                         "labels: %s, %s, %s",
                         figure, text_at(distance, "curve"), text_at(distance, "to"));
        json_object_set(row, "curve", curve);
        json_object_set(row, "to", to);
        json_put(row, "scenario", json_incref(json_object_get(curve, "scenario")));
        json_put(row, "set", json_incref(json_object_get(curve, "set")));
    }
    return true;
}

// --- papers --------------------------------------------------------------------------------------

// False after a diagnostic.
static bool open_paper(struct paper *paper, const char *root, const char *name,
                       const dp_reproduce_def *def, dp_diagnostic *diagnostic) {
    char path[REPRODUCE_PATH_MAX + 64];
    *paper = (struct paper){.rows = json_array(),
                            .figures = json_array(),
                            .errata = json_array(),
                            .diagnostic = diagnostic};
    snprintf(paper->name, sizeof paper->name, "%s", name);
    if (paper->rows == NULL || paper->figures == NULL || paper->errata == NULL) {
        diagnostic_set(diagnostic, DP_RUN_SYSTEM, "out of memory");
        return false;
    }
    snprintf(path, sizeof path, "%s/papers/%s.yaml", root, name);
    paper->tree = read_tree(path, diagnostic);
    paper->is_benchmark = paper->tree != NULL && text_at(paper->tree, "benchmark") != NULL;
    paper->is_public = paper->tree != NULL && text_at(paper->tree, "public") != NULL;
    if (paper->tree == NULL || !check_keys(paper, "", paper->tree, paper_keys, NULL) ||
        !errata_read(paper) || !add_groups(paper, def->quick) ||
        !add_all_evidence(paper, def->quick))
        return false;
    size_t i;
    json_t *figure;
    json_array_foreach(json_object_get(paper->tree, "figures"), i, figure) {
        if (!add_figure(paper, figure, def->quick)) return false;
    }
    return link_distances(paper);
}

static int is_table(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 5 && length < 32 && strcmp(entry->d_name + length - 5, ".yaml") == 0;
}

static int open_named(struct paper_set *set, const char *root, const char *const *known,
                      const dp_reproduce_def *def, dp_diagnostic *diagnostic) {
    for (int i = 0; i < def->paper_count; i++) {
        const char *name = def->papers[i];
        if (is_listed(name, known)) continue;
        char text[256] = "";
        text_suggest_or_list(text, sizeof text, name, known);
        return diagnostic_set(diagnostic, DP_RUN_INPUT, "there is no table for paper '%.60s'%s",
                              name, text);
    }
    for (int i = 0; known[i] != NULL; i++) {
        bool wanted = def->paper_count == 0;
        for (int j = 0; j < def->paper_count; j++)
            wanted = wanted || strcmp(def->papers[j], known[i]) == 0;
        if (!wanted) continue;
        if (!open_paper(&set->paper[set->count++], root, known[i], def, diagnostic))
            return diagnostic->status;
    }
    return DP_RUN_DONE;
}

int paper_set_open(struct paper_set *set, const char *root, const dp_reproduce_def *def,
                   dp_diagnostic *diagnostic) {
    char folder[REPRODUCE_PATH_MAX + 16];
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
    return open_named(set, root, known, def, diagnostic);
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
