// Results as one JSON document, what is counted in it, and the folder of --out.

#include "reproduce/document.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "base/words.h"
#include "files/file.h"
#include "files/folder.h"
#include "output/output.h"
#include "reproduce/rows.h"

bool list_holds(const json_t *list, const char *text) {
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) {
        if (strcmp(json_string_value(item), text) == 0) return true;
    }
    return false;
}

json_t *document_part(const json_t *document, const char *key, const char *paper) {
    json_t *part = json_array(), *entry;
    size_t i;
    json_array_foreach(json_object_get(document, key), i, entry) {
        if (strcmp(text_at(entry, "paper"), paper) == 0) json_push(part, json_incref(entry));
    }
    return part;
}

static bool is_kind(const json_t *row, const char *kind) {
    return strcmp(text_at(row, "kind"), kind) == 0;
}

// The texts of an object that are listed.
static void copy_texts(json_t *to, const json_t *from, const char *const *keys) {
    for (; *keys != NULL; keys++)
        json_put(to, *keys, json_text(text_at(from, *keys)));
}

// --- figures -------------------------------------------------------------------------------------

static json_t *curve_json(const json_t *spec) {
    static const char *const texts[] = {"label", "scenario", "table", "x",
                                        "y",     "low",      "high",  NULL};
    static const char *const given[] = {"printed", "read", NULL};
    json_t *object = json_object(), *over = json_object_get(spec, "over");
    copy_texts(object, spec, texts);
    for (int i = 0; given[i] != NULL; i++) {
        if (json_object_get(spec, given[i]) == NULL) continue;
        json_object_set(object, given[i], json_object_get(spec, given[i]));
        return object;
    }
    json_put(object, "command", figure_command(spec));
    json_object_set(object, "set", json_object_get(spec, "set"));
    if (over != NULL) json_object_set(object, "over", over);
    return object;
}

// Files as they will lie in the folder; none when nothing is written.
static json_t *files_json(const struct figure *figure) {
    json_t *files = json_array();
    if (figure == NULL) return files;
    json_push(files, json_sprintf("plots/%s.csv", figure->stem));
    json_push(files, json_sprintf("plots/%s.gp", figure->stem));
    return files;
}

static json_t *figures_json(const struct paper_set *set, const struct figures *figures) {
    static const char *const texts[] = {"id", "where", "title", "caption", NULL};
    json_t *array = json_array(), *spec, *curve;
    size_t j, k;
    int at = 0;
    for (int i = 0; i < set->count; i++) {
        json_array_foreach(set->paper[i].figures, j, spec) {
            json_t *object = json_object(), *curves = json_array();
            json_put(object, "paper", json_string(set->paper[i].name));
            copy_texts(object, spec, texts);
            json_array_foreach(json_object_get(spec, "curves"), k, curve)
                json_push(curves, curve_json(curve));
            json_put(object, "curves", curves);
            json_put(object, "files", files_json(figures != NULL ? &figures->item[at++] : NULL));
            json_push(array, object);
        }
    }
    return array;
}

// --- errata --------------------------------------------------------------------------------------

// Results, or evidence, among some rows that name an erratum under a key.
static json_t *rows_with(const json_t *rows, const char *key, const char *id, bool is_evidence) {
    json_t *array = json_array(), *row;
    size_t i;
    json_array_foreach(rows, i, row) {
        if (list_holds(json_object_get(row, key), id) && is_evidence == is_kind(row, "evidence"))
            json_push(array, json_string(text_at(row, "id")));
    }
    return array;
}

static json_t *errata_json(const struct paper_set *set, const json_t *document) {
    static const char *const texts[] = {"id",    "where",    "kind",    "short",      "printed",
                                        "right", "evidence", "changes", "confidence", NULL};
    json_t *array = json_array(), *entry;
    for (int i = 0; i < set->count; i++) {
        const struct paper *paper = &set->paper[i];
        json_t *rows = document_part(document, "rows", paper->name);
        size_t j;
        json_array_foreach(paper->errata, j, entry) {
            const char *id = text_at(entry, "id");
            json_t *object = json_object();
            json_put(object, "paper", json_string(paper->name));
            copy_texts(object, entry, texts);
            json_put(object, "rows", rows_with(rows, "erratum", id, false));
            json_put(object, "shown_by", rows_with(rows, "shows", id, false));
            json_put(object, "evidence_rows", rows_with(rows, "shows", id, true));
            json_push(array, object);
        }
        json_decref(rows);
    }
    return array;
}

// --- counts --------------------------------------------------------------------------------------

// Results of a kind by verdict, those below `end`; evidence is none.
static json_t *verdicts_json(const json_t *rows, const char *kind, enum verdict end) {
    json_t *object = json_object(), *row;
    json_int_t counts[VERDICT_COUNT] = {0};
    size_t i;
    json_array_foreach(rows, i, row) {
        if (is_kind(row, kind)) counts[verdict_of(text_at(row, "verdict"))]++;
    }
    for (int k = 0; k < (int)end; k++) {
        if (k != VERDICT_EVIDENCE && k != VERDICT_DISTANCE)
            json_put(object, verdict_word((enum verdict)k), json_integer(counts[k]));
    }
    return object;
}

static json_t *counts_json(const json_t *rows, const char *kind) {
    return verdicts_json(rows, kind, VERDICT_EVIDENCE);
}

static json_int_t count_kind(const json_t *rows, const char *kind) {
    json_int_t count = 0;
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) count += is_kind(row, kind);
    return count;
}

static json_int_t count_results(const json_t *rows) {
    json_int_t count = 0;
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) count += !is_kind(row, "evidence");
    return count;
}

// Statements that the computed numbers do not bear out: each is an erratum.
static json_int_t count_refuted(const struct paper *paper) {
    json_int_t count = 0;
    size_t i;
    json_t *entry;
    json_array_foreach(paper->errata, i, entry) count +=
        strcmp(text_at(entry, "kind"), "statement") == 0;
    return count;
}

// Rows of a benchmark, or of public references, are no results of a paper, and are counted apart
// from those.
enum group { OF_PAPERS, OF_BENCHMARKS, OF_PUBLIC };

static enum group group_of(const struct paper *paper) {
    return paper->is_benchmark ? OF_BENCHMARKS : paper->is_public ? OF_PUBLIC : OF_PAPERS;
}

// A new array.
static json_t *rows_of(const struct paper_set *set, const json_t *document, enum group group) {
    json_t *some = json_array();
    for (int i = 0; i < set->count; i++) {
        if (group_of(&set->paper[i]) != group) continue;
        json_t *own = document_part(document, "rows", set->paper[i].name);
        json_array_extend(some, own);
        json_decref(own);
    }
    return some;
}

static void put_benchmark_counts(json_t *object, const json_t *rows) {
    json_put(object, "references", json_integer(count_kind(rows, "reference")));
    json_put(object, "distances", json_integer(count_kind(rows, "distance")));
}

// Tables, rows and figures of a group.
static void put_sizes(json_t *object, const struct paper_set *set, const json_t *rows,
                      enum group group) {
    json_int_t count = 0, figures = 0;
    for (int i = 0; i < set->count; i++) {
        if (group_of(&set->paper[i]) != group) continue;
        count++;
        figures += (json_int_t)json_array_size(set->paper[i].figures);
    }
    json_put(object, "papers", json_integer(count));
    json_put(object, "rows", json_integer((json_int_t)json_array_size(rows)));
    json_put(object, "figures", json_integer(figures));
}

// Public references: their numbers by verdict, and the errata that their sources need.
static json_t *public_json(const struct paper_set *set, const json_t *document) {
    json_t *object = json_object(), *rows = rows_of(set, document, OF_PUBLIC);
    json_int_t errata = 0, independent = 0;
    json_t *row;
    size_t i;
    for (int k = 0; k < set->count; k++)
        errata += set->paper[k].is_public ? (json_int_t)json_array_size(set->paper[k].errata) : 0;
    json_array_foreach(rows, i, row) independent += text_at(row, "independent") != NULL;
    put_sizes(object, set, rows, OF_PUBLIC);
    json_put(object, "counts", verdicts_json(rows, "public", VERDICT_COUNT));
    json_put(object, "independent", json_integer(independent));
    json_put(object, "evidence", json_integer(count_kind(rows, "evidence")));
    json_put(object, "errata", json_integer(errata));
    json_decref(rows);
    return object;
}

static json_t *benchmarks_json(const struct paper_set *set, const json_t *document) {
    json_t *object = json_object(), *rows = rows_of(set, document, OF_BENCHMARKS);
    put_sizes(object, set, rows, OF_BENCHMARKS);
    json_put(object, "statements", counts_json(rows, "statement"));
    put_benchmark_counts(object, rows);
    json_decref(rows);
    return object;
}

static json_t *papers_json(const struct paper_set *set, const json_t *document) {
    static const char *const texts[] = {"authors", "title", "scope", NULL};
    json_t *array = json_array();
    for (int i = 0; i < set->count; i++) {
        const struct paper *paper = &set->paper[i];
        json_t *object = json_object(), *rows = document_part(document, "rows", paper->name);
        json_put(object, "paper", json_string(paper->name));
        copy_texts(object, paper->tree, texts);
        json_put(object, "benchmark", json_text(text_at(paper->tree, "benchmark")));
        json_put(object, "public", json_text(text_at(paper->tree, "public")));
        json_put(object, "rows", json_integer((json_int_t)json_array_size(paper->rows)));
        json_put(object, "results", json_integer(count_results(rows)));
        json_put(object, "figures", json_integer((json_int_t)json_array_size(paper->figures)));
        json_put(object, "errata", json_integer((json_int_t)json_array_size(paper->errata)));
        json_put(object, "counts", counts_json(rows, "number"));
        json_put(object, "statements", counts_json(rows, "statement"));
        put_benchmark_counts(object, rows);
        json_put(object, "refuted", json_integer(count_refuted(paper)));
        json_push(array, object);
        json_decref(rows);
    }
    return array;
}

static json_t *left_out_json(const struct paper_set *set) {
    size_t rows = 0, figures = 0;
    json_t *object = json_object();
    for (int i = 0; i < set->count; i++) {
        rows += set->paper[i].row_count - json_array_size(set->paper[i].rows);
        figures += set->paper[i].figure_count - json_array_size(set->paper[i].figures);
    }
    json_put(object, "rows", json_integer((json_int_t)rows));
    json_put(object, "figures", json_integer((json_int_t)figures));
    return object;
}

static int count_unexpected(json_t *rows) {
    int count = 0;
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) count += json_is_true(json_object_get(row, "unexpected"));
    return count;
}

// What the counts by verdict do not say. empty: nothing of ours stands beside the print. by_rule:
// agree, but only within the rule, whatever their verdict is. evidence: no results, computed to
// show what an erratum says. All of them of papers alone.
static json_t *totals_json(const struct paper_set *set, json_t *rows) {
    json_int_t refuted = 0;
    int empty = 0, by_rule = 0, evidence = 0;
    json_t *object = json_object(), *row;
    size_t i;
    json_array_foreach(rows, i, row) {
        enum verdict verdict = verdict_of(text_at(row, "verdict"));
        empty += text_at(row, "value") == NULL;
        by_rule += verdict <= VERDICT_INFERRED && !json_is_true(json_object_get(row, "by_digits"));
        evidence += verdict == VERDICT_EVIDENCE;
    }
    json_put(object, "rows", json_integer((json_int_t)json_array_size(rows)));
    json_put(object, "results", json_integer((json_int_t)json_array_size(rows) - evidence));
    json_put(object, "empty", json_integer(empty));
    json_put(object, "by_rule", json_integer(by_rule));
    json_put(object, "evidence", json_integer(evidence));
    for (int k = 0; k < set->count; k++)
        refuted += group_of(&set->paper[k]) == OF_PAPERS ? count_refuted(&set->paper[k]) : 0;
    json_put(object, "refuted", json_integer(refuted));
    return object;
}

// Two decimals, without zeros at their end.
static void write_points(double points, char *text, size_t size) {
    char number[32];
    snprintf(number, sizeof number, "%+.2f", points);
    size_t end = strlen(number);
    while (strchr(number, '.') != NULL && strchr("0.", number[end - 1]) != NULL) {
        bool is_point = number[end - 1] == '.';
        number[--end] = '\0';
        if (is_point) break;
    }
    bool is_zero = strcmp(number + 1, "0") == 0;
    snprintf(text, size, "%s points", is_zero ? "0" : number);
}

void document_difference(const json_t *row, char *text, size_t size) {
    const json_t *difference = json_object_get(row, "relative_difference");
    double percent = 100.0 * json_number_value(difference);
    const char *unit = text_at(row, "unit");
    if (json_is_null(difference))
        snprintf(text, size, "-");
    else if (unit != NULL && strcmp(unit, "%") == 0)
        // of percentages the difference itself says more
        write_points(json_number_value(json_object_get(row, "ours")) -
                         strtod(text_at(row, "printed"), NULL),
                     text, size);
    else if (fabs(percent) < 0.0005)
        snprintf(text, size, "0 %%");
    else
        snprintf(text, size, "%+.*f %%",
                 fabs(percent) < 0.1  ? 3
                 : fabs(percent) < 10 ? 2
                                      : 0,
                 percent);
}

// The verdict for people. A statement holds or does not; a number that agrees by the rule alone
// says how far the rule goes.
static json_t *verdict_json(const json_t *row) {
    enum verdict verdict = verdict_of(text_at(row, "verdict"));
    // in public references the sign marks a statement
    bool is_statement = is_kind(row, "statement") ||
                        (is_kind(row, "public") && strchr("<>=", text_at(row, "printed")[0]));
    const char *word = !is_statement                       ? verdict_word(verdict)
                       : verdict == VERDICT_REPRODUCED     ? "holds"
                       : verdict == VERDICT_ERRATUM        ? "holds with erratum"
                       : verdict == VERDICT_INFERRED       ? "holds with inferred input"
                       : verdict == VERDICT_NOT_REPRODUCED ? "does not hold"
                                                           : verdict_word(verdict);
    if (verdict == VERDICT_REFERENCE && is_kind(row, "public"))
        return json_string("meets the independent solution; none is printed");
    if (verdict == VERDICT_REFERENCE && json_is_true(json_object_get(row, "by_digits")))
        return json_string("meets the reference value");
    if (verdict == VERDICT_DISTANCE) {
        const json_t *distance = json_object_get(row, "distance"),
                     *share = json_object_get(distance, "share");
        int points = (int)json_integer_value(json_object_get(distance, "points"));
        return json_is_number(share)
                   ? json_sprintf("distance: rms %.2g %% of the span, %d points",
                                  100.0 * json_number_value(share), points)
                   : json_sprintf("distance, %d point%s", points, points == 1 ? "" : "s");
    }
    if (verdict == VERDICT_OWN_ERROR)
        return json_sprintf("within its own error, \xc2\xb1%.2g",
                            json_number_value(json_object_get(row, "allowed")));
    if (verdict == VERDICT_PRINT_DIFFERS)
        return json_string("meets the independent solution; the print differs");
    if (verdict > VERDICT_INFERRED || json_is_true(json_object_get(row, "by_digits")))
        return json_string(word);
    char allowed[32];
    snprintf(allowed, sizeof allowed, "\xc2\xb1%.2g",
             json_number_value(json_object_get(row, "allowed")));
    return json_sprintf(verdict == VERDICT_WITHIN ? "%s, %s" : "%s, within the rule, %s", word,
                        allowed);
}

static void put_texts(json_t *rows) {
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) {
        char text[48];
        document_difference(row, text, sizeof text);
        json_put(row, "difference", json_string(text));
        json_put(row, "verdict_text", verdict_json(row));
    }
}

json_t *document_make(const struct paper_set *set, json_t *rows, const struct figures *figures) {
    json_t *document = json_object();
    put_texts(rows);
    json_put(document, "rows", rows);
    json_put(document, "figures", figures_json(set, figures));
    json_put(document, "errata", errata_json(set, document));
    json_put(document, "papers", papers_json(set, document));
    json_t *results = rows_of(set, document, OF_PAPERS);
    json_put(document, "counts", counts_json(results, "number"));
    json_put(document, "statements", counts_json(results, "statement"));
    json_put(document, "totals", totals_json(set, results));
    json_put(document, "benchmarks", benchmarks_json(set, document));
    json_put(document, "public", public_json(set, document));
    json_decref(results);
    json_put(document, "unexpected", json_integer(count_unexpected(rows)));
    json_put(document, "left_out", left_out_json(set));
    return document;
}

void document_choose(json_t *document, const bool wanted[VERDICT_COUNT]) {
    json_t *chosen = json_array(), *row;
    size_t i;
    json_array_foreach(json_object_get(document, "rows"), i, row) {
        if (wanted[verdict_of(text_at(row, "verdict"))] ||
            json_is_true(json_object_get(row, "unexpected")))
            json_push(chosen, json_incref(row));
    }
    json_put(document, "rows", chosen);
}

// --- the folder ----------------------------------------------------------------------------------

// A cell and what parts it from the next.
static void put_text(struct out_file *file, const char *text) {
    out_field(file, text, 1);
    out_text(file, ",");
}

static void put_number(struct out_file *file, const json_t *value) {
    out_cell(file, json_is_number(value) ? json_number_value(value) : NAN);
    out_text(file, ",");
}

// Commands of a row in one cell: one line to a row.
static void put_commands(struct out_file *file, const json_t *commands) {
    char text[8192] = "";
    size_t i;
    json_t *command;
    json_array_foreach(commands, i, command) {
        if (i > 0) text_append(text, sizeof text, ";");
        text_append(text, sizeof text, json_string_value(command));
    }
    out_field(file, text, 1);
    out_text(file, "\n");
}

static int write_csv(const json_t *document, int folder, const char *name) {
    static const char *const texts[] = {"paper", "id", "where", "quantity", "unit", "printed"};
    struct out_file file;
    size_t i;
    json_t *row;
    out_open(&file, folder, name);
    out_text(&file, "paper,id,where,quantity,unit,printed,ours,relative difference,allowed,kind,"
                    "verdict,reason,command\n");
    json_array_foreach(json_object_get(document, "rows"), i, row) {
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            put_text(&file, text_at(row, texts[k]));
        put_number(&file, json_object_get(row, "ours"));
        put_number(&file, json_object_get(row, "relative_difference"));
        put_number(&file, json_object_get(row, "allowed"));
        put_text(&file, text_at(row, "kind"));
        put_text(&file, text_at(row, "verdict"));
        put_text(&file, json_string_value(json_array_get(json_object_get(row, "reasons"), 0)));
        put_commands(&file, json_object_get(row, "commands"));
    }
    return out_close(&file);
}

static int draw(json_t *document, struct figures *figures, int plots, const struct call *call,
                const char **name) {
    const json_t *entries = json_object_get(document, "figures");
    int error = 0;
    for (int i = 0; i < figures->count && error == 0; i++) {
        struct figure *figure = &figures->item[i];
        error = figure_write(call, figure, plots);
        *name = figure->stem;
        if (figure->is_drawn)
            json_push(json_object_get(json_array_get(entries, (size_t)i), "files"),
                      json_sprintf("plots/%s.svg", figure->stem));
    }
    return error;
}

static int write_files(json_t *document, struct figures *figures, struct out_folder *folder,
                       const struct call *call, dp_diagnostic *diagnostic) {
    const char *name = "rows.csv";
    int error = write_csv(document, folder->self, name);
    if (error == 0) error = draw(document, figures, folder->plots, call, &name);
    if (error == 0) error = record_summary(folder->self, name = "summary.json", document);
    if (error == 0) error = page_write(document, figures, folder, name = "report.html");
    if (error == 0) return DP_RUN_DONE;
    return report_system_error(diagnostic, "cannot write %s: %s", name, strerror(error));
}

int document_export(json_t *document, struct figures *figures, const char *dir, bool force,
                    const struct call *call, dp_diagnostic *diagnostic) {
    struct out_folder folder;
    int status = folder_init(&folder, dir, diagnostic);
    if (status != DP_RUN_DONE) return status;
    call_guard(call, DP_GUARD_WRITE);
    status = folder_begin(&folder, diagnostic);
    if (status == DP_RUN_DONE) status = write_files(document, figures, &folder, call, diagnostic);
    if (status == DP_RUN_DONE) status = folder_finish(&folder, force, diagnostic);
    folder_end(&folder);
    call_guard(call, DP_GUARD_END);
    return status;
}
