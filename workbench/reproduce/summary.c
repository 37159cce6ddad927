// Results for programs: JSON.

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "reproduce/data.h"
#include "reproduce/errata.h"
#include "reproduce/print.h"

static json_t *inputs_json(const json_t *row) {
    json_t *runs = json_object_get(row, "runs");
    if (runs != NULL) return json_incref(runs);
    json_t *inputs = json_object();
    json_object_set(inputs, "scenario", json_object_get(row, "scenario"));
    json_object_set(inputs, "set", json_object_get(row, "set"));
    return inputs;
}

static json_t *reasons_json(const struct result *result) {
    const char *reason[REASONS_MAX];
    int count = results_reasons(result, reason);
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_push(array, json_string(reason[i]));
    return array;
}

static json_t *ids_json(const json_t *row, const char *key) {
    const char *id[ERRATA_OF_ROW_MAX];
    int count = errata_of(row, key, id);
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_push(array, json_string(id[i]));
    return array;
}

static json_t *lines_json(const char *text) {
    json_t *array = json_array();
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        json_push(array, json_stringn(text, length));
        text += length + (text[length] == '\n');
    }
    return array;
}

static json_t *row_json(const struct result *result) {
    static const char *const texts[] = {"id", "where", "quantity", "unit", "printed", NULL};
    const json_t *row = result->row;
    char command[COMMAND_MAX];
    json_t *object = json_object();
    json_put(object, "paper", json_string(result->paper->name));
    for (int i = 0; texts[i] != NULL; i++)
        json_put(object, texts[i], json_text(data_text(row, texts[i])));
    json_put(object, "value", json_text(results_has_value(row) ? data_text(row, "value") : NULL));
    json_put(object, "ours", json_finite(result->value));
    json_put(object, "relative_difference", json_finite(result->difference));
    json_put(object, "verdict", json_string(verdict_word(result->verdict)));
    json_put(object, "by_digits", json_boolean(result->by_digits));
    json_put(object, "tolerance", json_text(data_text(row, "tolerance")));
    json_put(object, "reasons", reasons_json(result));
    json_put(object, "unexpected", json_boolean(result->unexpected));
    if (result->unexpected) json_put(object, "problem", json_string(result->problem));
    json_put(object, json_object_get(row, "runs") != NULL ? "runs" : "inputs", inputs_json(row));
    json_put(object, "erratum", ids_json(result->row, "erratum"));
    json_put(object, "shows", ids_json(result->row, "shows"));
    results_command(row, command);
    json_put(object, "command", json_string(command));
    results_commands(row, command);
    json_put(object, "commands", lines_json(command));
    return object;
}

// The texts of an object that are listed.
static void copy_texts(json_t *to, const json_t *from, const char *const *keys) {
    for (; *keys != NULL; keys++)
        json_put(to, *keys, json_text(data_text(from, *keys)));
}

static json_t *curve_json(const json_t *spec) {
    static const char *const texts[] = {"label", "scenario", "table", "x", "y", NULL};
    char command[COMMAND_MAX];
    json_t *object = json_object(), *over = json_object_get(spec, "over");
    copy_texts(object, spec, texts);
    if (json_object_get(spec, "printed") != NULL) {
        json_object_set(object, "printed", json_object_get(spec, "printed"));
        return object;
    }
    json_t *inputs = figure_inputs(spec);
    results_command(inputs, command);
    json_decref(inputs);
    json_put(object, "command", json_string(command));
    json_object_set(object, "set", json_object_get(spec, "set"));
    if (over != NULL) json_object_set(object, "over", over);
    return object;
}

// Files as they lie in the folder; none when nothing is written.
static json_t *files_json(const struct figure *figure) {
    static const char *const endings[] = {"csv", "gp", "svg"};
    json_t *files = json_array();
    for (int i = 0; figure != NULL && i < 2 + figure->is_drawn; i++) {
        char name[128];
        snprintf(name, sizeof name, "plots/%s.%s", figure->stem, endings[i]);
        json_push(files, json_string(name));
    }
    return files;
}

static json_t *figures_json(const struct book *book, const struct figures *figures) {
    static const char *const texts[] = {"id", "where", "title", "caption", NULL};
    json_t *array = json_array(), *spec, *curve;
    size_t j, k;
    int at = 0;
    for (int i = 0; i < book->count; i++) {
        json_array_foreach(book->paper[i].figures, j, spec) {
            json_t *object = json_object(), *curves = json_array();
            json_put(object, "paper", json_string(book->paper[i].name));
            copy_texts(object, spec, texts);
            json_array_foreach(json_object_get(spec, "curves"), k, curve)
                json_push(curves, curve_json(curve));
            json_put(object, "curves", curves);
            json_put(object, "files", files_json(figures != NULL ? &figures->item[at] : NULL));
            json_push(array, object);
            at++;
        }
    }
    return array;
}

// Rows of a paper that name an erratum under a key.
static json_t *rows_of(const struct results *results, const struct paper *paper, const char *key,
                       const char *id) {
    json_t *array = json_array();
    for (size_t i = 0; i < results->count; i++) {
        const struct result *result = &results->result[i];
        if (result->paper == paper && errata_names(result->row, key, id))
            json_push(array, json_string(data_text(result->row, "id")));
    }
    return array;
}

static json_t *errata_json(const struct results *results) {
    static const char *const texts[] = {"id",    "where",    "kind",    "short",      "printed",
                                        "right", "evidence", "changes", "confidence", NULL};
    json_t *array = json_array(), *entry;
    for (int i = 0; i < results->book->count; i++) {
        const struct paper *paper = &results->book->paper[i];
        size_t j;
        json_array_foreach(paper->errata, j, entry) {
            const char *id = data_text(entry, "id");
            json_t *object = json_object();
            json_put(object, "paper", json_string(paper->name));
            copy_texts(object, entry, texts);
            json_put(object, "rows", rows_of(results, paper, "erratum", id));
            json_put(object, "shown_by", rows_of(results, paper, "shows", id));
            json_push(array, object);
        }
    }
    return array;
}

static json_t *counts_json(const int counts[VERDICT_COUNT]) {
    json_t *object = json_object();
    for (int i = 0; i < VERDICT_COUNT; i++)
        json_put(object, verdict_word((enum verdict)i), json_integer(counts[i]));
    return object;
}

static json_t *papers_json(const struct results *results) {
    static const char *const texts[] = {"authors", "title", "scope", NULL};
    json_t *array = json_array();
    for (int i = 0; i < results->book->count; i++) {
        const struct paper *paper = &results->book->paper[i];
        struct paper_counts counts = results_counts(results, paper);
        json_t *object = json_object();
        json_put(object, "paper", json_string(paper->name));
        copy_texts(object, paper->tree, texts);
        json_put(object, "rows", json_integer(counts.rows));
        json_put(object, "figures", json_integer((json_int_t)json_array_size(paper->figures)));
        json_put(object, "errata", json_integer((json_int_t)json_array_size(paper->errata)));
        json_put(object, "counts", counts_json(counts.verdict));
        json_push(array, object);
    }
    return array;
}

static json_t *left_out_json(const struct book *book) {
    json_t *object = json_object();
    json_put(object, "rows", json_integer((json_int_t)book_rows_left_out(book)));
    json_put(object, "figures", json_integer((json_int_t)book_figures_left_out(book)));
    return object;
}

json_t *json_results(const struct results *results, const struct figures *figures) {
    json_t *document = json_object(), *rows = json_array();
    struct paper_counts all = results_counts(results, NULL);
    for (size_t i = 0; i < results->count; i++)
        json_push(rows, row_json(&results->result[i]));
    json_put(document, "rows", rows);
    json_put(document, "figures", figures_json(results->book, figures));
    json_put(document, "errata", errata_json(results));
    json_put(document, "papers", papers_json(results));
    json_put(document, "counts", counts_json(all.verdict));
    json_put(document, "unexpected", json_integer(results->unexpected));
    json_put(document, "left_out", left_out_json(results->book));
    return document;
}
