// Values, verdicts and what is unexpected about them.

#include "reproduce/results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/words.h"
#include "cli.h"
#include "reproduce/data.h"
#include "reproduce/errata.h"
#include "reproduce/expression.h"

// A name of a row with several runs starts with the name of the run.
struct names {
    struct runs *runs;
    const json_t *row;
    struct diagnostic diagnostic;
};

static bool look_up(void *user, const char *name, double *value) {
    struct names *names = user;
    const json_t *several = json_object_get(names->row, "runs"), *spec = names->row;
    if (several != NULL) {
        char first[64];
        size_t length = strcspn(name, ".");
        if (name[length] != '.' || length >= sizeof first) return false;
        memcpy(first, name, length);
        first[length] = '\0';
        spec = json_object_get(several, first);
        name += length + 1;
    }
    if (spec == NULL) return false;
    const json_t *values = runs_find(names->runs, spec, name, &names->diagnostic);
    return values != NULL && expression_path(values, name, value);
}

bool results_has_value(const json_t *row) {
    return strcmp(data_text(row, "value"), "none") != 0;
}

// Returns an exit status: only what the system did ends everything.
static int compute(struct result *result, struct runs *runs) {
    struct names names = {.runs = runs, .row = result->row};
    char diagnostic[768];
    result->value = NAN;
    if (!results_has_value(result->row)) return DP_RUN_DONE;
    bool done = expression_value(data_text(result->row, "value"), look_up, &names, &result->value,
                                 diagnostic, sizeof diagnostic);
    if (!done && names.diagnostic.text[0] != '\0')
        snprintf(result->problem, sizeof result->problem, "%.1000s", names.diagnostic.text);
    else if (!done)
        snprintf(result->problem, sizeof result->problem, "%s", diagnostic);
    if (!done) result->value = NAN;
    if (done || names.diagnostic.status != DP_RUN_SYSTEM) return DP_RUN_DONE;
    return cli_fail(DP_RUN_SYSTEM, "%s", names.diagnostic.text);
}

static enum verdict expected_verdict(const json_t *row) {
    if (data_text(row, "not_comparable") != NULL) return VERDICT_NOT_COMPARABLE;
    if (data_text(row, "why") != NULL) return VERDICT_NOT_REPRODUCED;
    if (json_object_get(row, "erratum") != NULL) return VERDICT_ERRATUM;
    return data_text(row, "inferred") != NULL ? VERDICT_INFERRED : VERDICT_REPRODUCED;
}

static enum verdict agreeing_verdict(const json_t *row) {
    if (json_object_get(row, "erratum") != NULL) return VERDICT_ERRATUM;
    return data_text(row, "inferred") != NULL ? VERDICT_INFERRED : VERDICT_REPRODUCED;
}

// The print may leave trailing zeros away: `resolution` is then one unit of the last digit it
// means.
static void refine(const json_t *row, struct printed *printed) {
    const char *text = data_text(row, "resolution");
    if (text != NULL) printed->half_unit = 0.5 * strtod(text, NULL);
}

static void judge(struct result *result) {
    const json_t *row = result->row;
    struct printed printed;
    double tolerance = 0.0;
    result->expected = expected_verdict(row);
    result->difference = NAN;
    result->verdict = result->expected;
    if (result->expected == VERDICT_NOT_COMPARABLE) return;

    printed_read(data_text(row, "printed"), &printed);
    refine(row, &printed);
    if (data_text(row, "tolerance") != NULL)
        tolerance_read(data_text(row, "tolerance"), printed.value, &tolerance);
    if (printed.claim == '\0' && printed.value != 0.0)
        result->difference = result->value / printed.value - 1.0;
    result->by_digits = printed_agrees(&printed, result->value, 0.0);
    result->verdict = printed_agrees(&printed, result->value, tolerance) ? agreeing_verdict(row)
                                                                         : VERDICT_NOT_REPRODUCED;
}

// `reference` holds what this program is known to give where the print cannot be met.
static void compare_reference(struct result *result) {
    const char *text = data_text(result->row, "reference");
    struct printed reference;
    if (text == NULL || result->problem[0] != '\0') return;
    if (!printed_read(text, &reference) || !printed_agrees(&reference, result->value, 0.0))
        snprintf(result->problem, sizeof result->problem,
                 "computed %.10g, but the table knows %s as the value of this program",
                 result->value, text);
}

static void finish(struct result *result) {
    compare_reference(result);
    if (result->verdict != result->expected && result->problem[0] == '\0')
        snprintf(result->problem, sizeof result->problem, "%s, but the table expects %s",
                 verdict_word(result->verdict), verdict_word(result->expected));
    if (!isfinite(result->value) && result->problem[0] == '\0' && results_has_value(result->row))
        snprintf(result->problem, sizeof result->problem, "the run gives no number");
    result->unexpected = result->problem[0] != '\0';
}

int results_make(struct results *results, const struct book *book, struct runs *runs,
                 struct tally *tally) {
    size_t total = 0;
    *results = (struct results){.book = book};
    for (int i = 0; i < book->count; i++)
        total += json_array_size(book->paper[i].rows);
    results->result = calloc(total + 1, sizeof *results->result);
    if (results->result == NULL) return cli_fail(DP_RUN_SYSTEM, "out of memory");

    for (int i = 0; i < book->count; i++) {
        size_t j;
        json_t *row;
        json_array_foreach(book->paper[i].rows, j, row) {
            struct result *result = &results->result[results->count++];
            result->paper = &book->paper[i];
            result->row = row;
            int status = compute(result, runs);
            if (status != DP_RUN_DONE) return status;
            judge(result);
            finish(result);
            results->unexpected += result->unexpected;
            tally_step(tally);
        }
    }
    return DP_RUN_DONE;
}

void results_free(struct results *results) {
    free(results->result);
    *results = (struct results){0};
}

// Agrees, but only within its tolerance.
static bool leans(const struct result *result) {
    return result->verdict <= VERDICT_INFERRED && !result->by_digits;
}

struct paper_counts results_counts(const struct results *results, const struct paper *paper) {
    struct paper_counts counts = {0};
    for (size_t i = 0; i < results->count; i++) {
        const struct result *result = &results->result[i];
        if (paper != NULL && result->paper != paper) continue;
        counts.rows++;
        counts.empty += !results_has_value(result->row);
        counts.verdict[result->verdict]++;
        counts.within += leans(result);
        counts.evidence += result->verdict == VERDICT_NOT_REPRODUCED &&
                           json_object_get(result->row, "shows") != NULL;
    }
    return counts;
}

// Texts on a row that are there, at the end of a list; no more than fit.
struct reasons {
    const char **text;
    int count;
};

static void add_reason(struct reasons *reasons, const char *text) {
    if (text != NULL && reasons->count < REASONS_MAX) reasons->text[reasons->count++] = text;
}

static void add_errata(struct reasons *reasons, const struct result *result) {
    const char *id[ERRATA_OF_ROW_MAX];
    int count = errata_of(result->row, "erratum", id);
    for (int i = 0; i < count; i++) {
        // the table was checked: it is there
        add_reason(reasons, data_text(errata_find(result->paper, id[i]), "reason"));
    }
}

static int list_reasons(const struct result *result, const char *text[REASONS_MAX],
                        bool with_errata) {
    struct reasons reasons = {.text = text};
    const json_t *row = result->row;
    add_reason(&reasons, data_text(row, "not_comparable"));
    add_reason(&reasons, data_text(row, "why"));
    if (with_errata) add_errata(&reasons, result);
    add_reason(&reasons, data_text(row, "inferred"));
    add_reason(&reasons, data_text(row, "note"));
    if (leans(result)) add_reason(&reasons, data_text(row, "reason"));
    return reasons.count;
}

int results_reasons(const struct result *result, const char *text[REASONS_MAX]) {
    return list_reasons(result, text, true);
}

int results_notes(const struct result *result, const char *text[REASONS_MAX]) {
    return list_reasons(result, text, false);
}

static void append_command(char text[COMMAND_MAX], const json_t *spec) {
    text_append(text, COMMAND_MAX, "dashpot run ");
    text_append(text, COMMAND_MAX, data_text(spec, "scenario"));
    json_t *set = json_object_get(spec, "set");
    for (void *at = json_object_iter(set); at != NULL; at = json_object_iter_next(set, at)) {
        const char *value = json_string_value(json_object_iter_value(at));
        const char *quote = strpbrk(value, " '\"$<>()*[]{}") != NULL ? "'" : "";
        text_append(text, COMMAND_MAX, " --set ");
        text_append(text, COMMAND_MAX, json_object_iter_key(at));
        text_append(text, COMMAND_MAX, "=");
        text_append(text, COMMAND_MAX, quote);
        text_append(text, COMMAND_MAX, value);
        text_append(text, COMMAND_MAX, quote);
    }
}

void results_command(const json_t *spec, char text[COMMAND_MAX]) {
    json_t *several = json_object_get(spec, "runs");
    text[0] = '\0';
    append_command(text,
                   several != NULL ? json_object_iter_value(json_object_iter(several)) : spec);
}

void results_commands(const json_t *spec, char text[COMMAND_MAX]) {
    json_t *several = json_object_get(spec, "runs");
    if (several == NULL) {
        results_command(spec, text);
        return;
    }
    text[0] = '\0';
    for (void *at = json_object_iter(several); at != NULL;
         at = json_object_iter_next(several, at)) {
        if (text[0] != '\0') text_append(text, COMMAND_MAX, "\n");
        append_command(text, json_object_iter_value(at));
    }
}
