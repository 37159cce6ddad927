// Scenarios: run, with changes and Ctrl-C; results as structs.

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

// --- settings ---

// Numbers as they would stand in the file: "0.7", "[1, 2]".
static const char *numbers_text(struct gate_call *call, const mxArray *value, const char *path) {
    struct gate_doubles d;
    if (gate_read_doubles(call, value, path, &d) != 0) return NULL;
    char *text = (char *)mxMalloc((d.count + 1) * (DP_NUMBER_MAX + 2) + 4), *at = text;
    at += sprintf(at, "%s", d.count == 1 ? "" : "[");
    for (size_t i = 0; i < d.count; i++) {
        char number[DP_NUMBER_MAX];
        if (!isfinite(d.data[i])) {
            gate_refuse(call, "%s: a scenario cannot hold %g", path, d.data[i]);
            return NULL;
        }
        at += sprintf(at, "%s%s", i > 0 ? ", " : "", dp_number_text(d.data[i], number));
    }
    sprintf(at, "%s", d.count == 1 ? "" : "]");
    return text;
}

static const char *value_text(struct gate_call *call, const mxArray *value, const char *path) {
    if (value == NULL) return "";
    if (mxIsChar(value)) return gate_text(call, value, path);
    if (mxIsLogical(value) && mxGetNumberOfElements(value) == 1)
        return *mxGetLogicals(value) ? "true" : "false";
    return numbers_text(call, value, path);
}

// {path, value, path, value, ...}
static int read_settings(struct gate_call *call, const mxArray *cell, dp_scenario_def *def) {
    size_t count = mxIsCell(cell) ? mxGetNumberOfElements(cell) : 1;
    if (count % 2 != 0)
        return gate_refuse(call, "set must be a cell of paths and values: {'path', value, ...}");
    dp_setting *list = (dp_setting *)mxCalloc(count / 2 + 1, sizeof *list);
    for (size_t i = 0; i < count / 2; i++) {
        list[i].path = gate_text(call, mxGetCell(cell, (mwIndex)(2 * i)), "a path of set");
        if (list[i].path == NULL) return -1;
        list[i].value = value_text(call, mxGetCell(cell, (mwIndex)(2 * i + 1)), list[i].path);
        if (list[i].value == NULL) return -1;
    }
    def->settings = list;
    def->setting_count = count / 2;
    return 0;
}

// --- a run ---

// What a run says that belongs to no result. Threads of the run write it.
struct messages {
    pthread_mutex_t lock;
    char text[2048];
};

static void keep_message(void *user, const char *text) {
    struct messages *m = (struct messages *)user;
    pthread_mutex_lock(&m->lock);
    size_t length = strlen(m->text);
    snprintf(m->text + length, sizeof m->text - length, "%s\n", text);
    pthread_mutex_unlock(&m->lock);
}

static bool stop(void *user) {
    (void)user;
    return gate_is_interrupted();
}

struct request {
    dp_scenario_def def;
    dp_run_def run;
    struct messages messages;
    dp_diagnostic said;
};

static int read_limit(struct gate_call *call, struct request *r, const char *name,
                      const mxArray *value) {
    dp_error err = {0};
    const char *text = value_text(call, value, name);
    if (text == NULL) return -1;
    return dp_run_limits_set(&r->def.limits, name, text, &err) == DP_OK ? 0 : gate_fail(call, &err);
}

static int read_flag(struct gate_call *call, const struct gate_option *option, bool *flag) {
    return option->value == NULL ? 0 : gate_bool(call, option->value, option->name, flag);
}

// run(file or text, options)
static int read_request(struct gate_call *call, struct request *r) {
    enum { SET, FOLDER, REPLACE, SERIES, UNPHYSICAL, THREADS, LIMITS };
    struct gate_option o[] = {{"set", NULL},    {"folder", NULL},           {"replace", NULL},
                              {"series", NULL}, {"allow_unphysical", NULL}, {"threads", NULL},
                              {"memory", NULL}, {"output", NULL},           {"time", NULL},
                              {NULL, NULL}};
    double threads = 0.0;
    const char *source = gate_text(call, gate_next(call), "a scenario (a file, or its text)");
    if (source == NULL || gate_read_options(call, o) != 0) return -1;
    bool is_text = strchr(source, '\n') != NULL;
    r->def.file = is_text ? "<text>" : source;
    r->def.text = is_text ? source : NULL;
    r->run.series = true;
    if (o[SET].value != NULL && read_settings(call, o[SET].value, &r->def) != 0) return -1;
    if (gate_is_given(o[FOLDER].value)) {
        r->run.folder = gate_text(call, o[FOLDER].value, "folder");
        if (r->run.folder == NULL) return -1;
    }
    if (read_flag(call, &o[REPLACE], &r->run.replace) != 0 ||
        read_flag(call, &o[SERIES], &r->run.series) != 0 ||
        read_flag(call, &o[UNPHYSICAL], &r->def.allow_unphysical) != 0)
        return -1;
    if (o[THREADS].value != NULL &&
        gate_integer(call, o[THREADS].value, "threads", 0, 1024, &threads) != 0)
        return -1;
    r->def.threads = (int)threads;
    for (int i = LIMITS; o[i].name != NULL; i++)
        if (o[i].value != NULL && read_limit(call, r, o[i].name, o[i].value) != 0) return -1;
    r->def.stop = stop;
    r->def.message = keep_message;
    r->def.user = &r->messages;
    return 0;
}

static dp_run_status work(struct request *r, dp_result **result) {
    dp_scenario *scenario;
    dp_run_status status = dp_scenario_load(&scenario, &r->def, &r->said);
    if (status != DP_RUN_DONE) return status;
    status = dp_scenario_run(scenario, &r->run, result, &r->said);
    dp_scenario_free(scenario);
    return status;
}

static int fail_run(struct gate_call *call, dp_run_status status, const dp_diagnostic *said) {
    const char *id = status == DP_RUN_NUMERIC  ? "numeric"
                     : status == DP_RUN_SYSTEM ? "system"
                                               : "input";
    if (status == DP_RUN_SYSTEM && gate_is_interrupted()) id = "stopped";
    return gate_raise(call, id, said->text[0] != '\0' ? said->text : "the run failed");
}

// --- results ---

// A column whose values stand for words, as those words.
static mxArray *words_of(const dp_result *result, int table, int column, const dp_table *t) {
    mxArray *cell = mxCreateCellMatrix((mwSize)t->rows, 1);
    for (size_t i = 0; i < t->rows; i++) {
        double value = t->values[i * (size_t)t->columns + (size_t)column];
        const char *word = dp_result_word(result, table, column, value);
        mxSetCell(cell, (mwIndex)i, mxCreateString(word != NULL ? word : ""));
    }
    return cell;
}

static mxArray *column_of(const dp_result *result, int table, int column, const dp_table *t) {
    if (dp_result_word(result, table, column, 0.0) != NULL)
        return words_of(result, table, column, t);
    mxArray *made = mxCreateDoubleMatrix((mwSize)t->rows, 1, mxREAL);
    double *to = mxGetPr(made);
    for (size_t i = 0; i < t->rows; i++)
        to[i] = t->values[i * (size_t)t->columns + (size_t)column];
    return made;
}

// Columns of a table, and their units, as fields of the same names.
static void fill_table(const dp_result *result, int table, const dp_table *t, mxArray **columns,
                       mxArray **units) {
    const char **texts = (const char **)mxCalloc((size_t)t->columns + 1, sizeof *texts);
    char(*names)[GATE_NAME_MAX] =
        (char(*)[GATE_NAME_MAX])mxCalloc((size_t)t->columns + 1, GATE_NAME_MAX);
    const char *unit = "";
    for (int i = 0; i < t->columns; i++)
        texts[i] = dp_result_column(result, table, i, &unit);
    gate_field_names(texts, t->columns, names);
    *columns = gate_new_struct(names, t->columns);
    *units = gate_new_struct(names, t->columns);
    for (int i = 0; i < t->columns; i++) {
        dp_result_column(result, table, i, &unit);
        mxSetFieldByNumber(*columns, 0, i, column_of(result, table, i, t));
        mxSetFieldByNumber(*units, 0, i, mxCreateString(unit));
    }
    mxFree((void *)texts);
    mxFree(names);
}

static void tables_of(const dp_result *result, mxArray **tables, mxArray **units) {
    dp_table t;
    int count = 0;
    while (dp_result_table(result, count, &t))
        count++;
    const char **texts = (const char **)mxCalloc((size_t)count + 1, sizeof *texts);
    char(*names)[GATE_NAME_MAX] =
        (char(*)[GATE_NAME_MAX])mxCalloc((size_t)count + 1, GATE_NAME_MAX);
    for (int i = 0; dp_result_table(result, i, &t); i++)
        texts[i] = t.name;
    gate_field_names(texts, count, names);
    *tables = gate_new_struct(names, count);
    *units = gate_new_struct(names, count);
    for (int i = 0; dp_result_table(result, i, &t); i++) {
        mxArray *columns, *column_units;
        fill_table(result, i, &t, &columns, &column_units);
        mxSetFieldByNumber(*tables, 0, i, columns);
        mxSetFieldByNumber(*units, 0, i, column_units);
    }
}

// Notes of the result, then lines of what was said beside it.
static mxArray *notes_of(const dp_result *result, char *messages, char *remarks) {
    char *beside[2] = {messages, remarks};
    size_t count = 0;
    while (dp_result_note(result, (int)count) != NULL)
        count++;
    size_t room = count + strlen(messages) + strlen(remarks) + 1;
    const char **lines = (const char **)mxCalloc(room, sizeof *lines);
    for (size_t i = 0; i < count; i++)
        lines[i] = dp_result_note(result, (int)i);
    for (int i = 0; i < 2; i++) {
        char *rest = NULL;
        for (char *line = strtok_r(beside[i], "\n", &rest); line != NULL;
             line = strtok_r(NULL, "\n", &rest))
            lines[count++] = line;
    }
    mxArray *cell = gate_cell_of(lines, count);
    mxFree((void *)lines);
    return cell;
}

static int give(struct gate_call *call, const dp_result *result, struct request *r) {
    const char *names[] = {"title", "kind", "folder", "summary", "tables", "units", "notes"};
    const char *folder = dp_result_folder(result);
    mxArray *tables, *units;
    json_t *json = json_loads(dp_result_summary(result), 0, NULL);
    if (json == NULL) return gate_raise(call, "system", "out of memory");
    tables_of(result, &tables, &units);
    mxArray *values[] = {mxCreateString(dp_result_title(result)),
                         mxCreateString(dp_result_kind(result)),
                         mxCreateString(folder != NULL ? folder : ""),
                         gate_from_json(json),
                         tables,
                         units,
                         notes_of(result, r->messages.text, r->said.remarks)};
    json_decref(json);
    call->out[0] = mxCreateStructMatrix(1, 1, 7, names);
    for (int i = 0; i < 7; i++)
        mxSetFieldByNumber(call->out[0], 0, i, values[i]);
    return 0;
}

int gate_run(struct gate_call *call) {
    dp_result *result = NULL;
    struct request *r = (struct request *)mxCalloc(1, sizeof *r);
    r->def = dp_scenario_defaults();
    r->run = dp_run_defaults();
    if (read_request(call, r) != 0) return -1;
    pthread_mutex_init(&r->messages.lock, NULL);
    dp_run_status status = work(r, &result);
    int failed = status == DP_RUN_DONE ? give(call, result, r) : fail_run(call, status, &r->said);
    pthread_mutex_destroy(&r->messages.lock);
    dp_result_free(result);
    return failed;
}
