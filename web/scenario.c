// Scenarios: read, run, look at the results.

#include <stdlib.h>
#include <string.h>

#include "lab.h"

LAB struct lab_scenario *lab_scenario_new(const char *text, const char *settings, int count,
                                          double seconds, double memory, int allow_unphysical);
LAB void lab_scenario_free(struct lab_scenario *s);
LAB int lab_scenario_run(struct lab_scenario *s, int with_series);
LAB int lab_scenario_status(const struct lab_scenario *s);
LAB const char *lab_scenario_problem(const struct lab_scenario *s, int what);
LAB int lab_scenario_line(const struct lab_scenario *s);
LAB double lab_scenario_time(const struct lab_scenario *s);
LAB const char *lab_scenario_kind(const struct lab_scenario *s);
LAB int lab_scenario_has_result(const struct lab_scenario *s);
LAB const char *lab_result_text(const struct lab_scenario *s, int what, int index);
LAB int lab_result_headline(const struct lab_scenario *s, int index, const char **texts,
                            double *value);
LAB int lab_result_table(const struct lab_scenario *s, int index, const char **name,
                         const double **values, int *columns);
LAB const char *lab_result_column(const struct lab_scenario *s, int table, int column,
                                  const char **unit);
LAB const char *lab_result_word(const struct lab_scenario *s, int table, int column, double value);
LAB int lab_result_picture(const struct lab_scenario *s, int index, const char **texts);

static void fail(struct lab_scenario *s, dp_run_status status, const char *text) {
    s->status = s->diagnostic.status = status;
    strncpy(s->diagnostic.text, text, sizeof s->diagnostic.text - 1);
}

static void load(struct lab_scenario *s, const dp_scenario_def *def) {
    s->status = dp_scenario_load(&s->scenario, def, &s->diagnostic);
}

// settings: path, value, path, value ... NULL only when out of memory; lab_scenario_status and
// lab_scenario_problem say how it went.
struct lab_scenario *lab_scenario_new(const char *text, const char *settings, int count,
                                      double seconds, double memory, int allow_unphysical) {
    const char *words[LAB_WORDS_MAX];
    dp_setting changes[LAB_WORDS_MAX / 2];
    struct lab_scenario *s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    if (!lab_words(settings, 2 * count, words)) {
        fail(s, DP_RUN_USAGE, "there are too many settings");
        return s;
    }
    for (int i = 0; i < count; i++)
        changes[i] = (dp_setting){.path = words[2 * i], .value = words[2 * i + 1]};
    dp_scenario_def def = dp_scenario_defaults();
    def.file = "scenario";
    def.text = text;
    def.settings = changes;
    def.setting_count = (size_t)count;
    def.threads = 1;
    def.limits = (dp_run_limits){.memory = memory, .output = memory, .seconds = seconds};
    def.allow_unphysical = allow_unphysical != 0;
    load(s, &def);
    return s;
}

void lab_scenario_free(struct lab_scenario *s) {
    if (s == NULL) return;
    dp_result_free(s->result);
    dp_scenario_free(s->scenario);
    free(s);
}

int lab_scenario_run(struct lab_scenario *s, int with_series) {
    dp_run_def def = dp_run_defaults();
    def.series = with_series != 0;
    if (s->scenario != NULL)
        s->status = dp_scenario_run(s->scenario, &def, &s->result, &s->diagnostic);
    return (int)s->status;
}

// --- how it went ---------------------------------------------------------------------------------

int lab_scenario_status(const struct lab_scenario *s) {
    return (int)s->status;
}

// 0: all of it, 1: the key of the first problem, 2: the body, 3: the contact, 4: remarks
const char *lab_scenario_problem(const struct lab_scenario *s, int what) {
    const dp_diagnostic *d = &s->diagnostic;
    const char *const texts[] = {d->text, d->key, d->body, d->contact, d->remarks};
    return what >= 0 && what < 5 ? texts[what] : NULL;
}

int lab_scenario_line(const struct lab_scenario *s) {
    return s->diagnostic.line;
}

double lab_scenario_time(const struct lab_scenario *s) {
    return s->diagnostic.time;
}

const char *lab_scenario_kind(const struct lab_scenario *s) {
    return s->scenario != NULL ? dp_scenario_kind(s->scenario) : NULL;
}

int lab_scenario_has_result(const struct lab_scenario *s) {
    return s->result != NULL;
}

// --- results -------------------------------------------------------------------------------------

// 0: summary as JSON, 1: title, 2: note by index
const char *lab_result_text(const struct lab_scenario *s, int what, int index) {
    switch (what) {
    case 0:
        return dp_result_summary(s->result);
    case 1:
        return dp_result_title(s->result);
    default:
        return dp_result_note(s->result, index);
    }
}

// texts: name, unit, part
int lab_result_headline(const struct lab_scenario *s, int index, const char **texts,
                        double *value) {
    dp_headline headline;
    if (!dp_result_headline(s->result, index, &headline)) return 0;
    texts[0] = headline.name;
    texts[1] = headline.unit;
    texts[2] = headline.part;
    *value = headline.value;
    return 1;
}

// Rows of a table; -1 past the end.
int lab_result_table(const struct lab_scenario *s, int index, const char **name,
                     const double **values, int *columns) {
    dp_table table;
    if (!dp_result_table(s->result, index, &table)) return -1;
    *name = table.name;
    *values = table.values;
    *columns = table.columns;
    return (int)table.rows;
}

const char *lab_result_column(const struct lab_scenario *s, int table, int column,
                              const char **unit) {
    return dp_result_column(s->result, table, column, unit);
}

const char *lab_result_word(const struct lab_scenario *s, int table, int column, double value) {
    return dp_result_word(s->result, table, column, value);
}

// texts: name, title, caption, table, x and up to twelve y; room for 17
int lab_result_picture(const struct lab_scenario *s, int index, const char **texts) {
    dp_picture picture;
    if (!dp_result_picture(s->result, index, &picture)) return 0;
    texts[0] = picture.name;
    texts[1] = picture.title;
    texts[2] = picture.caption;
    texts[3] = picture.table;
    texts[4] = picture.x;
    memcpy(texts + 5, picture.y, sizeof picture.y);
    return 1;
}
