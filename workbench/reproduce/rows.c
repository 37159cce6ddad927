// Values, verdicts and what is unexpected about them: printed digits, and what agrees with them.

#include "reproduce/rows.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "reproduce/distance.h"
#include "reproduce/expression.h"
#include "reproduce/figures.h"
#include "study/pick.h"

// --- printed digits ------------------------------------------------------------------------------

static const struct {
    const char *word, *option;
} verdicts[VERDICT_COUNT] = {
    {"reproduced", "reproduced"},
    {"within the rule", "within"},
    {"reproduced with erratum", "erratum"},
    {"inferred input", "inferred"},
    {"not reproduced", "not-reproduced"},
    {"not comparable", "not-comparable"},
    {"evidence", "evidence"},
    {"reference", "reference"},
    {"distance", "distance"},
    {"within its own error", "own-error"},
    {"print differs", "print-differs"},
    {"another model", "another-model"},
};

const char *verdict_word(enum verdict verdict) {
    return verdicts[verdict].word;
}

const char *verdict_option(enum verdict verdict) {
    return verdicts[verdict].option;
}

enum verdict verdict_of(const char *word) {
    int verdict = 0;
    while (verdict < VERDICT_COUNT - 1 && strcmp(verdict_word((enum verdict)verdict), word) != 0)
        verdict++;
    return (enum verdict)verdict;
}

// Ten to the place of the last digit that is written.
static double last_place(const char *text) {
    int decimals = 0, exponent = 0;
    bool after_point = false;
    for (; *text != '\0' && tolower((unsigned char)*text) != 'e'; text++) {
        if (*text == '.') after_point = true;
        if (after_point && isdigit((unsigned char)*text)) decimals++;
    }
    if (*text != '\0') exponent = atoi(text + 1);
    return pow(10.0, exponent - decimals);
}

bool printed_read(const char *text, struct printed *printed) {
    static const char to[] = " to ";
    char *end;
    bool is_statement = text[0] != '\0' && strchr("<>=", text[0]) != NULL;
    *printed = (struct printed){.form = is_statement ? text[0] : '\0'};
    printed->value = strtod(text + is_statement, &end);
    if (end == text + is_statement) return false;
    if (!is_statement && strncmp(end, to, strlen(to)) == 0) {
        const char *second = end + strlen(to);
        printed->form = '-';
        printed->high = strtod(second, &end);
        return end != second && *end == '\0' && printed->high > printed->value;
    }
    if (!is_statement) printed->half_unit = 0.5 * last_place(text);
    if (printed->form == '=') printed->half_unit = 5e-10;  // the same, but for rounding
    return *end == '\0';
}

double printed_allowance(const struct printed *printed) {
    const double share = 0.005;
    return printed->form == '\0' ? printed->half_unit + share * fabs(printed->value) : 0.0;
}

enum agreement printed_agreement(const struct printed *printed, double value) {
    const double edge = 1.0 + 1e-9;  // a value on the edge of half a unit may be printed either way
    double difference = fabs(value - printed->value);
    bool is_met = printed->form == '<'   ? value < printed->value
                  : printed->form == '>' ? value > printed->value
                  : printed->form == '-' ? value >= printed->value && value <= printed->high
                  : printed->form == '=' ? difference <= printed->half_unit
                                         : difference <= printed->half_unit * edge;
    if (is_met) return AGREES_TO_THE_DIGIT;
    return printed->form == '\0' && difference <= printed_allowance(printed) * edge ? AGREES_BY_RULE
                                                                                    : AGREES_NOT;
}

// --- the value -----------------------------------------------------------------------------------

// What was computed for a row.
struct judged {
    double value;       // ours; NaN when the run failed
    double difference;  // ours/printed - 1; NaN where that has no meaning
    double allowed;     // the largest that the rule allows; NaN where it has no meaning
    enum agreement agreement;
    enum verdict verdict, expected;
    struct distance distance;
    char problem[1024];  // not the verdict the table expects, or not our pinned value; else empty
};

// A name of a row with several runs starts with the name of the run.
struct names {
    struct runs *runs;
    const json_t *row;
    dp_diagnostic diagnostic;
};

// The run that a name belongs to, and its name there; NULL: none.
static const json_t *spec_of(const json_t *row, const char **name) {
    const json_t *several = json_object_get(row, "runs");
    char first[64];
    size_t length = strcspn(*name, ".");
    if (several == NULL) return row;
    if ((*name)[length] != '.' || length >= sizeof first) return NULL;
    snprintf(first, sizeof first, "%.*s", (int)length, *name);
    *name += length + 1;
    return json_object_get(several, first);
}

static bool look_up(void *user, const char *name, double *value) {
    struct names *names = user;
    const json_t *spec = spec_of(names->row, &name);
    if (spec == NULL) return false;
    const json_t *values = runs_find(names->runs, spec, name, &names->diagnostic);
    if (values == NULL) return false;
    if (runs_is_series(name))
        return runs_at(values, name, text_at(names->row, "at"), value, &names->diagnostic);
    return pick_number((json_t *)values, name, value) <= PICK_EMPTY;
}

static bool want(void *user, const char *name, double *value) {
    const struct names *names = user;
    const json_t *spec = spec_of(names->row, &name);
    if (spec != NULL) runs_want(names->runs, spec, name);
    *value = 1.0;
    return true;
}

bool row_is_evidence(const json_t *row) {
    return is_true_at(row, "evidence");
}

bool row_is_distance(const json_t *row) {
    return json_object_get(row, "distance") != NULL;
}

// What starts with a number is one, or several, or a range. In a benchmark it is no print.
static const char *row_kind(const json_t *row) {
    char *end;
    const char *printed = text_at(row, "printed");
    strtod(printed, &end);
    if (row_is_evidence(row)) return "evidence";
    if (row_is_distance(row)) return "distance";
    if (is_true_at(row, "public")) return "public";
    if (end == printed) return "statement";
    return is_true_at(row, "benchmark") ? "reference" : "number";
}

static bool has_value(const json_t *row) {
    return strcmp(text_at(row, "value"), "none") != 0;
}

void row_want(const json_t *row, struct runs *runs) {
    struct names names = {.runs = runs, .row = row};
    char said[768];
    double value;
    if (row_is_distance(row))
        distance_want(row, runs);
    else if (has_value(row))
        expression_value(text_at(row, "value"), want, &names, &value, said, sizeof said);
}

static bool look_up_distance(void *user, const char *name, double *value) {
    return distance_number(user, name, value);
}

// False and a diagnostic for what the system did: only that ends everything.
static bool compute_distance(struct judged *judged, const struct paper *paper, const json_t *row,
                             struct runs *runs, dp_diagnostic *diagnostic) {
    dp_diagnostic said = {.status = DP_RUN_DONE};
    judged->value = NAN;
    if (distance_compute(paper, row, runs, &judged->distance, &said))
        expression_value(text_at(row, "value"), look_up_distance, &judged->distance, &judged->value,
                         judged->problem, sizeof judged->problem);
    else
        snprintf(judged->problem, sizeof judged->problem, "%.1000s", said.text);
    if (said.status != DP_RUN_SYSTEM) return true;
    *diagnostic = said;
    return false;
}

static bool compute(struct judged *judged, const json_t *row, struct runs *runs,
                    dp_diagnostic *diagnostic) {
    struct names names = {.runs = runs, .row = row};
    char said[768];
    judged->value = NAN;
    if (!has_value(row)) return true;
    if (expression_value(text_at(row, "value"), look_up, &names, &judged->value, said, sizeof said))
        return true;
    judged->value = NAN;
    snprintf(judged->problem, sizeof judged->problem, "%.1000s",
             names.diagnostic.text[0] != '\0' ? names.diagnostic.text : said);
    if (names.diagnostic.status != DP_RUN_SYSTEM) return true;
    *diagnostic = names.diagnostic;
    return false;
}

// --- the verdict ---------------------------------------------------------------------------------

static enum verdict agreeing_verdict(const json_t *row, enum agreement agreement) {
    if (json_object_get(row, "erratum") != NULL) return VERDICT_ERRATUM;
    if (text_at(row, "inferred") != NULL) return VERDICT_INFERRED;
    return agreement == AGREES_TO_THE_DIGIT ? VERDICT_REPRODUCED : VERDICT_WITHIN;
}

// The numbers that are printed elsewhere are held to their digits, or to the error that the print
// is known to have; where another solution is at hand, ours must meet its last digit.
static void judge_public(struct judged *judged, const json_t *row, const struct printed *printed) {
    const char *own_error = text_at(row, "own_error"), *independent = text_at(row, "independent");
    struct printed other;
    double allowed = own_error != NULL ? strtod(own_error, NULL) : printed->half_unit;
    bool to_the_digit = printed_agreement(printed, judged->value) == AGREES_TO_THE_DIGIT;
    bool agrees = to_the_digit || fabs(judged->value - printed->value) <= allowed;
    bool differs = text_at(row, "why") != NULL, is_printed = strcmp(text_at(row, "printed"), "-");
    judged->agreement = to_the_digit ? AGREES_TO_THE_DIGIT : agrees ? AGREES_BY_RULE : AGREES_NOT;
    if (printed->form == '\0') judged->allowed = allowed;
    judged->verdict = !is_printed                             ? VERDICT_REFERENCE
                      : text_at(row, "another_model") != NULL ? VERDICT_ANOTHER_MODEL
                      : to_the_digit        ? agreeing_verdict(row, judged->agreement)
                      : agrees              ? VERDICT_OWN_ERROR
                      : independent != NULL ? VERDICT_PRINT_DIFFERS
                                            : VERDICT_NOT_REPRODUCED;
    judged->expected = judged->verdict;
    if (judged->verdict == VERDICT_ANOTHER_MODEL || !is_printed)
        judged->allowed = NAN;
    else if (agrees == differs)
        judged->expected = !differs              ? agreeing_verdict(row, AGREES_TO_THE_DIGIT)
                           : independent != NULL ? VERDICT_PRINT_DIFFERS
                                                 : VERDICT_NOT_REPRODUCED;
    if (independent != NULL && judged->problem[0] == '\0' && printed_read(independent, &other) &&
        printed_agreement(&other, judged->value) != AGREES_TO_THE_DIGIT)
        snprintf(judged->problem, sizeof judged->problem,
                 "computed %.17g, but the independent solution is %s", judged->value, independent);
}

// What is no print is not judged by the rule. A value from elsewhere is met to its last digit or
// not.
static void judge_apart(struct judged *judged, const json_t *row) {
    struct printed printed;
    bool is_reference = !row_is_evidence(row) && !row_is_distance(row);
    judged->verdict = row_is_evidence(row)   ? VERDICT_EVIDENCE
                      : row_is_distance(row) ? VERDICT_DISTANCE
                                             : VERDICT_REFERENCE;
    judged->expected = judged->verdict;
    if (!is_reference || !printed_read(text_at(row, "printed"), &printed)) return;
    judged->agreement = printed_agreement(&printed, judged->value);
    judged->allowed = printed.half_unit;
    if (judged->agreement != AGREES_TO_THE_DIGIT && judged->problem[0] == '\0')
        snprintf(judged->problem, sizeof judged->problem,
                 "computed %.10g, but the reference value is %s", judged->value,
                 text_at(row, "printed"));
}

static void judge(struct judged *judged, const json_t *row) {
    struct printed printed;
    judged->difference = judged->allowed = NAN;
    bool is_read = printed_read(text_at(row, "printed"), &printed);
    // the print may leave trailing zeros away: this is then one unit of the last digit it means
    const char *resolution = text_at(row, "resolution");
    if (resolution != NULL) printed.half_unit = 0.5 * strtod(resolution, NULL);
    bool is_apart =
        row_is_evidence(row) || row_is_distance(row) || strcmp(row_kind(row), "reference") == 0;
    bool is_judged = text_at(row, "not_comparable") == NULL && !is_apart;
    if (is_read && printed.form == '\0' && text_at(row, "not_comparable") == NULL) {
        if (printed.value != 0.0) judged->difference = judged->value / printed.value - 1.0;
        if (is_judged) judged->allowed = printed_allowance(&printed);
    }
    if (text_at(row, "not_comparable") != NULL) {
        judged->verdict = judged->expected = VERDICT_NOT_COMPARABLE;
        return;
    }
    if (is_apart) {
        judge_apart(judged, row);
        return;
    }
    if (is_true_at(row, "public")) {
        judge_public(judged, row, &printed);
        return;
    }
    judged->agreement = printed_agreement(&printed, judged->value);
    bool agrees = judged->agreement != AGREES_NOT;
    enum verdict agreeing = agreeing_verdict(row, agrees ? judged->agreement : AGREES_TO_THE_DIGIT);
    judged->verdict = agrees ? agreeing : VERDICT_NOT_REPRODUCED;
    judged->expected = text_at(row, "why") != NULL ? VERDICT_NOT_REPRODUCED : agreeing;
}

// What is unexpected, the weightiest first. `reference` holds what this program is known to give
// where the print cannot be met.
static void find_problem(struct judged *judged, const json_t *row) {
    const char *known = text_at(row, "reference");
    struct printed reference;
    if (judged->problem[0] != '\0') return;
    if (known != NULL && !(printed_read(known, &reference) &&
                           printed_agreement(&reference, judged->value) == AGREES_TO_THE_DIGIT))
        snprintf(judged->problem, sizeof judged->problem,
                 "computed %.10g, but the table knows %s as the value of this program",
                 judged->value, known);
    else if (judged->verdict != judged->expected)
        snprintf(judged->problem, sizeof judged->problem, "%s, but the table expects %s",
                 verdict_word(judged->verdict), verdict_word(judged->expected));
    else if (!isfinite(judged->value) && has_value(row))
        snprintf(judged->problem, sizeof judged->problem, "the run gives no number");
}

// --- the entry -----------------------------------------------------------------------------------

static void add_reason(json_t *reasons, const char *text) {
    if (text != NULL) json_push(reasons, json_string(text));
}

// Texts that explain a row, in the order they should be read.
static json_t *reasons_json(const struct paper *paper, const json_t *row) {
    json_t *reasons = json_array(), *id;
    size_t i;
    add_reason(reasons, text_at(row, "not_comparable"));
    add_reason(reasons, text_at(row, "another_model"));
    add_reason(reasons, text_at(row, "why"));
    json_array_foreach(json_object_get(row, "erratum"), i, id)
        add_reason(reasons, text_at(errata_find(paper->errata, json_string_value(id)), "reason"));
    add_reason(reasons, text_at(row, "inferred"));
    add_reason(reasons, text_at(row, "note"));
    return reasons;
}

// The command of each run of a row.
static json_t *commands_json(const json_t *row) {
    json_t *several = json_object_get(row, "runs"), *commands = json_array();
    if (row_is_distance(row))
        json_push(commands, figure_command(json_object_get(row, "curve")));
    else if (several == NULL)
        json_push(commands, runs_command(row));
    for (void *at = json_object_iter(several); at != NULL; at = json_object_iter_next(several, at))
        json_push(commands, runs_command(json_object_iter_value(at)));
    return commands;
}

static void put_inputs(json_t *object, const json_t *row) {
    json_t *several = json_object_get(row, "runs");
    if (several != NULL)
        json_object_set(object, "runs", several);
    else
        json_put(object, "inputs",
                 json_pack("{s:O?, s:O?}", "scenario", json_object_get(row, "scenario"), "set",
                           json_object_get(row, "set")));
}

static json_t *distance_json(const json_t *row, const struct distance *distance) {
    static const char *const names[] = {"rms", "largest", "span", "share", NULL};
    json_t *object = json_copy(json_object_get(row, "distance"));
    double value = NAN;
    for (int i = 0; names[i] != NULL; i++) {
        distance_number(distance, names[i], &value);
        json_put(object, names[i], json_finite(value));
    }
    json_put(object, "points", json_integer(distance->points));
    json_put(object, "outside", json_integer(distance->outside));
    return object;
}

static json_t *list_at(const json_t *row, const char *key) {
    json_t *list = json_object_get(row, key);
    return list != NULL ? json_incref(list) : json_array();
}

static json_t *row_json(const struct paper *paper, const json_t *row, const struct judged *judged) {
    static const char *const texts[] = {"id", "where", "quantity", "unit", "printed", NULL};
    bool is_unexpected = judged->problem[0] != '\0';
    json_t *object = json_object(), *commands = commands_json(row);
    json_put(object, "paper", json_string(paper->name));
    json_put(object, "kind", json_string(row_kind(row)));
    for (int i = 0; texts[i] != NULL; i++)
        json_put(object, texts[i], json_text(text_at(row, texts[i])));
    json_put(object, "value", json_text(has_value(row) ? text_at(row, "value") : NULL));
    if (is_true_at(row, "public")) {
        json_put(object, "source", json_text(text_at(row, "source")));
        json_put(object, "independent", json_text(text_at(row, "independent")));
    }
    if (text_at(row, "at") != NULL) json_put(object, "at", json_text(text_at(row, "at")));
    json_put(object, "ours", json_finite(judged->value));
    json_put(object, "relative_difference", json_finite(judged->difference));
    json_put(object, "verdict", json_string(verdict_word(judged->verdict)));
    json_put(object, "by_digits", json_boolean(judged->agreement == AGREES_TO_THE_DIGIT));
    json_put(object, "allowed", json_finite(judged->allowed));
    json_put(object, "reasons", reasons_json(paper, row));
    json_put(object, "unexpected", json_boolean(is_unexpected));
    if (is_unexpected) json_put(object, "problem", json_string(judged->problem));
    put_inputs(object, row);
    if (row_is_distance(row)) json_put(object, "distance", distance_json(row, &judged->distance));
    json_put(object, "erratum", list_at(row, "erratum"));
    json_put(object, "shows", list_at(row, "shows"));
    json_object_set(object, "command", json_array_get(commands, 0));
    json_put(object, "commands", commands);
    return object;
}

json_t *row_compute(const struct paper *paper, const json_t *row, struct runs *runs,
                    dp_diagnostic *diagnostic) {
    struct judged judged = {.problem = ""};
    if (row_is_distance(row)) {
        if (!compute_distance(&judged, paper, row, runs, diagnostic)) return NULL;
    } else if (!compute(&judged, row, runs, diagnostic))
        return NULL;
    judge(&judged, row);
    find_problem(&judged, row);
    return row_json(paper, row, &judged);
}
