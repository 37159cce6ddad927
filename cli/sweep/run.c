// A sweep becomes an outcome: one row per point, what was swept, what failed.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "limits.h"
#include "scenario/result.h"
#include "sweep/pictures.h"
#include "sweep/work.h"
#include "text.h"

enum { TABLE_MAX = 10000, TOLD_MAX = 5, COLUMNS_MAX = SWEEP_AXES_MAX + SWEEP_RESULTS_ALL + 1 };

static bool make_table(const struct scenario *s, struct table *table) {
    const struct sweep *sweep = s->sweep;
    const char *names[COLUMNS_MAX], *units[COLUMNS_MAX];
    int count = 0;
    for (int i = 0; i < sweep->axis_count; i++, count++) {
        names[count] = sweep->axis[i].name;
        units[count] = sweep->axis[i].unit;
    }
    for (int i = 0; i < sweep->result_count; i++, count++) {
        names[count] = sweep->result[i].name;
        units[count] = "";  // runs will tell
    }
    names[count] = "status";
    units[count++] = "";
    if (!table_init(table, count, names, units)) return false;
    for (int i = 0; i < sweep->axis_count; i++) {
        const struct sweep_axis *axis = &sweep->axis[i];
        if (axis->word != NULL && !table_set_words(table, i, axis->word, (int)axis->count))
            return false;
    }
    table->value = calloc((size_t)sweep->points * (size_t)count, sizeof *table->value);
    table->rows = table->capacity = table->value != NULL ? (size_t)sweep->points : 0;
    return table->value != NULL;
}

// Units of the results, as the runs stated them.
static void set_units(const struct sweep_work *work) {
    const struct sweep *sweep = work->scenario->sweep;
    for (int i = 0; i < sweep->result_count; i++) {
        char *unit = work->series->unit[sweep->axis_count + i];
        snprintf(unit, sizeof work->series->unit[0], "%s", tally_unit(&work->tally, i));
    }
}

// Where no point was run with a shadow there is no horizon to show: its column, the last but the
// status, goes.
static void drop_horizon(const struct sweep_work *work) {
    struct table *table = work->series;
    if (!work->scenario->sweep->has_horizon || work->tally.has_horizon) return;
    int gone = table->columns - 2;
    double *to = table->value;
    for (size_t i = 0; i < table->rows * (size_t)table->columns; i++) {
        if ((int)(i % (size_t)table->columns) != gone) *to++ = table->value[i];
    }
    memcpy(table->name[gone], table->name[gone + 1], sizeof table->name[0]);
    memcpy(table->unit[gone], table->unit[gone + 1], sizeof table->unit[0]);
    table->columns--;
}

static json_t *axis_value(const struct sweep_axis *axis, long i) {
    return axis->word != NULL ? cli_json_text(axis->word[i]) : cli_json_number(axis->value[i]);
}

static json_t *axis_json(const struct sweep_axis *axis) {
    static const char *const scales[] = {"linear", "log"};
    json_t *object = json_object(), *values = json_array();
    bool is_list = axis->block->values.node != NULL;
    for (long i = 0; i < axis->count; i++)
        cli_push(values, axis_value(axis, i));
    cli_put(object, "path", cli_json_text(axis->block->path));
    cli_put(object, "column", cli_json_text(axis->name));
    cli_put(object, "unit", cli_json_text(axis->unit[0] != '\0' ? axis->unit : "1"));
    cli_put(object, "scale", json_string(is_list ? "list" : scales[axis->block->scale]));
    cli_put(object, "values", values);
    return object;
}

static json_t *failures_json(const struct sweep_work *work) {
    const struct sweep *sweep = work->scenario->sweep;
    json_t *list = json_array();
    for (int i = 0; i < work->failure_count; i++) {
        const struct failure *failure = &work->failure[i];
        json_t *entry = json_object(), *values = json_array();
        for (int a = 0; a < sweep->axis_count; a++)
            cli_push(values, axis_value(&sweep->axis[a], sweep_index(sweep, a, failure->point)));
        cli_put(entry, "point", json_integer(failure->point));
        cli_put(entry, "values", values);
        cli_put(entry, "status", json_integer(failure->status));
        cli_put(entry, "message", cli_json_text(failure->text));
        cli_push(list, entry);
    }
    return list;
}

static void summarise(const struct sweep_work *work, json_t *summary) {
    const struct sweep *sweep = work->scenario->sweep;
    const struct table *table = work->series;
    json_t *object = json_object(), *parameters = json_array(), *results = json_array();
    for (int i = 0; i < sweep->axis_count; i++)
        cli_push(parameters, axis_json(&sweep->axis[i]));
    for (int i = 0; i < table->columns - 1 - sweep->axis_count; i++) {
        json_t *result = json_object();
        const char *unit = table->unit[sweep->axis_count + i];
        cli_put(result, "path", cli_json_text(sweep->result[i].path));
        cli_put(result, "column", cli_json_text(sweep->result[i].name));
        cli_put(result, "unit", cli_json_text(unit[0] != '\0' ? unit : "1"));
        cli_push(results, result);
    }
    cli_put(object, "parameters", parameters);
    cli_put(object, "results", results);
    cli_put(object, "points", json_integer(sweep->points));
    cli_put(object, "failed", json_integer(work->failed));
    cli_put(object, "failures", failures_json(work));
    if (work->tally.has_horizon)
        cli_put(object, "beyond_horizon", json_integer(work->tally.beyond));
    cli_put(summary, "sweep", object);
}

static void tell_result(const struct sweep *sweep, int result, struct outcome *outcome) {
    const struct table *table = &outcome->series;
    int column = sweep->axis_count + result;
    char said[64], name[96];
    double low = INFINITY, high = -INFINITY;
    for (size_t row = 0; row < table->rows; row++) {
        double value = table->value[row * (size_t)table->columns + (size_t)column];
        if (!isfinite(value)) continue;
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    say_result(&sweep->result[result], said, sizeof said);
    if (low > high) note(outcome, "No point has a value of %s.", table->name[column]);
    snprintf(name, sizeof name, "least %s", said);
    headline(outcome, name, low, table->unit[column]);
    snprintf(name, sizeof name, "largest %s", said);
    headline(outcome, name, high, table->unit[column]);
}

static void tell(const struct sweep_work *work, struct outcome *outcome) {
    const struct sweep *sweep = work->scenario->sweep;
    headline(outcome, "points", (double)sweep->points, "");
    if (work->failed > 0) {
        headline(outcome, "failed points", (double)work->failed, "");
        note(outcome, "%ld of %ld points failed; the first, point %ld: %s", work->failed,
             sweep->points, work->failure[0].point, work->failure[0].text);
    }
    for (int i = 0; i < sweep->block.results.count && i < TOLD_MAX; i++)
        tell_result(sweep, i, outcome);
    tally_tell(&work->tally, sweep, outcome);
}

// A sentence for each bound, not one for each point.
static void tell_bounds(const struct sweep_work *work, struct outcome *outcome) {
    for (int i = 0; i < DP_BOUND_COUNT; i++) {
        const struct sweep_bound *bound = &work->bound[i];
        if (bound->count == 0) continue;
        note(outcome, "%ld of %ld points break%s the bound on %s; the worst is point %ld: %s",
             bound->count, work->scenario->sweep->points, bound->count == 1 ? "s" : "",
             dp_bound_name((dp_bound)i), bound->worst, bound->text);
    }
}

// Said also where nothing else is: a status of 0 does not tell that there are empty rows.
static void warn(const struct sweep_work *work) {
    if (work->failed == 0) return;
    cli_say(stderr, "%s: %ld of %ld points failed; the first, point %ld: %s\n",
            work->scenario->reader.file, work->failed, work->scenario->sweep->points,
            work->failure[0].point, work->failure[0].text);
}

int sweep_run(const struct scenario *s, int rows, struct outcome *outcome,
              struct complaint *complaint) {
    struct sweep_work work = {.scenario = s, .series = &outcome->series};
    *outcome = (struct outcome){.summary = json_object()};
    complaint->text[0] = complaint->body[0] = complaint->contact[0] = '\0';
    complaint->status = CLI_DONE;
    complaint->time = NAN;
    if (outcome->summary == NULL || !make_table(s, &outcome->series)) {
        snprintf(complaint->text, sizeof complaint->text, "%.700s: out of memory", s->reader.file);
        complaint->status = CLI_SYSTEM;
    }
    if (complaint->status == CLI_DONE) work_run(&work, complaint);
    bool is_partial = rows == ROWS_KEPT && complaint->status == CLI_NUMERIC;
    if (complaint->status != CLI_DONE && !is_partial) {
        outcome_free(outcome);
        return complaint->status;
    }
    snprintf(outcome->kind, sizeof outcome->kind, "%s", s->reader.kind->name);
    snprintf(outcome->title, sizeof outcome->title, "%s", work.title);
    cli_put(outcome->summary, "kind", json_string(outcome->kind));
    cli_put(outcome->summary, "title", json_string(outcome->title));
    set_units(&work);
    drop_horizon(&work);
    summarise(&work, outcome->summary);
    if (is_partial) {
        tell_bounds(&work, outcome);
        put_notes(outcome);
        return complaint->status;
    }
    tell(&work, outcome);
    tell_bounds(&work, outcome);
    put_notes(outcome);
    warn(&work);
    sweep_draw(s->sweep, outcome);
    return CLI_DONE;
}

void sweep_need(const struct scenario *s, int rows, struct need *need) {
    const struct sweep *sweep = s->sweep;
    double points = (double)sweep->points;
    double numbers = points * (double)(sweep->axis_count + sweep->result_count + 1);
    struct complaint complaint;
    struct need one = {.memory = NAN, .output = NAN, .seconds = NAN};
    struct scenario *variant = sweep_variant(s, sweep->first, &complaint);
    const struct kind *kind = s->reader.kind;
    if (variant != NULL && kind->need != NULL) kind->need(variant->config, ROWS_NONE, &one);
    scenario_free(variant);
    double threads = (double)work_threads(sweep);
    need->memory = (double)sizeof(double) * numbers;
    if (!isnan(one.memory)) need->memory += threads * one.memory;
    if (rows) need->output = limits_output_of(numbers);
    need->seconds = one.seconds * points / threads;
}

void sweep_put_table(struct outcome *outcome) {
    const struct table *table = &outcome->series;
    if (table->rows > TABLE_MAX) return;
    json_t *rows = json_array();
    const double *value = table->value;
    for (size_t row = 0; row < table->rows; row++) {
        json_t *entry = json_object();
        for (int c = 0; c < table->columns; c++, value++) {
            const char *word = table_word(table, c, *value);
            bool is_status = c + 1 == table->columns;
            cli_put(entry, table->name[c],
                    word != NULL ? json_string(word)
                    : is_status  ? json_integer((json_int_t)*value)
                                 : cli_json_number(*value));
        }
        cli_push(rows, entry);
    }
    cli_put(outcome->summary, "table", rows);
}
