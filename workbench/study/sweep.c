// A sweep becomes an outcome: one row per point, what was swept, what failed.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/measure.h"
#include "base/quantity.h"
#include "dashpot/workbench.h"
#include "measured/measured.h"
#include "result/result.h"
#include "scenario/limits.h"
#include "study/indices.h"
#include "study/pictures.h"
#include "study/work.h"

enum { TABLE_MAX = 10000, TOLD_MAX = 5, COLUMNS_MAX = SWEEP_AXES_MAX + SWEEP_RESULTS_ALL + 1 };

// 0 or an errno.
static int make_table(const struct scenario *s, struct table *table) {
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
    if (!table_init(table, count, names, units)) return ENOMEM;
    for (int i = 0; i < sweep->axis_count; i++) {
        const struct sweep_axis *axis = &sweep->axis[i];
        if (axis->word != NULL && !table_set_words(table, i, axis->word, axis->word_count))
            return ENOMEM;
    }
    // rows that journals have are made of them again, so they may lie beside them
    const struct journal_use *use = s->reader.journal;
    int folder = use != NULL ? journal_folder(use->journal) : -1;
    return table_reserve(table, (size_t)sweep->points, folder);
}

// Units of the results, as the runs stated them.
static void set_units(const struct sweep_work *work) {
    const struct sweep *sweep = work->scenario->sweep;
    for (int i = 0; i < sweep->result_count; i++) {
        char *unit = work->series->unit[sweep->axis_count + i];
        snprintf(unit, sizeof work->series->unit[0], "%s", findings_unit(&work->log.findings, i));
    }
}

// Where no point was run with a shadow there is no horizon to show: its column, the last but the
// status, goes.
static void drop_horizon(const struct sweep_work *work) {
    struct table *table = work->series;
    if (!work->scenario->sweep->has_horizon || work->log.findings.has_horizon) return;
    int gone = table->columns - 2;
    double *to = table->value;
    for (size_t i = 0; i < table->rows * (size_t)table->columns; i++) {
        if ((int)(i % (size_t)table->columns) != gone) *to++ = table->value[i];
    }
    memcpy(table->name[gone], table->name[gone + 1], sizeof table->name[0]);
    memcpy(table->unit[gone], table->unit[gone + 1], sizeof table->unit[0]);
    table->columns--;
}

static json_t *failures_json(const struct sweep_work *work) {
    const struct sweep *sweep = work->scenario->sweep;
    json_t *list = json_array();
    for (int i = 0; i < work->log.failure_count; i++) {
        const struct failure *failure = &work->log.failure[i];
        json_push(list, json_pack("{s:I, s:o, s:i, s:o}", "point", (json_int_t)failure->point,
                                  "values", sweep_point_json(sweep, failure->point), "status",
                                  failure->status, "message", json_text(failure->text)));
    }
    return list;
}

static void summarise(const struct sweep_work *work, json_t *summary) {
    const struct sweep *sweep = work->scenario->sweep;
    const struct table *table = work->series;
    json_t *object = json_object(), *results = json_array();
    sweep_describe(sweep, object);
    for (int i = 0; i < table->columns - 1 - sweep->axis_count; i++) {
        const char *unit = table->unit[sweep->axis_count + i];
        json_push(results, json_pack("{s:s, s:s, s:s}", "path", sweep->result[i].path, "column",
                                     sweep->result[i].name, "unit", unit[0] != '\0' ? unit : "1"));
    }
    json_put(object, "results", results);
    json_put(object, "points", json_integer(sweep->points));
    json_put(object, "failed", json_integer(work->log.failed));
    json_put(object, "failures", failures_json(work));
    if (work->log.findings.has_horizon)
        json_put(object, "beyond_horizon", json_integer(work->log.findings.beyond));
    json_put(summary, "sweep", object);
}

static void tell_result(const struct sweep *sweep, int result, struct outcome *outcome) {
    const struct table *table = &outcome->series;
    int column = sweep->axis_count + result;
    char said[64];
    struct span span = column_span(table, column);
    say_result(&sweep->result[result], said, sizeof said);
    if (span.low > span.high) add_note(outcome, "No point has a value of %s.", table->name[column]);
    add_headline_of(outcome, span.low, table->unit[column], "least %s", said);
    add_headline_of(outcome, span.high, table->unit[column], "largest %s", said);
}

static void tell(const struct sweep_work *work, struct outcome *outcome) {
    const struct sweep *sweep = work->scenario->sweep;
    add_headline(outcome, "points", (double)sweep->points, "");
    if (work->log.failed > 0) {
        add_headline(outcome, "failed points", (double)work->log.failed, "");
        add_note(outcome, "%ld of %ld points failed; the first, point %ld: %s", work->log.failed,
                 sweep->points, work->log.failure[0].point, work->log.failure[0].text);
    }
    for (int i = 0; i < sweep->block.results.count && i < TOLD_MAX; i++)
        tell_result(sweep, i, outcome);
    findings_tell(&work->log.findings, sweep, outcome);
}

// A sentence for each bound, not one for each point.
static void tell_bounds(const struct sweep_work *work, struct outcome *outcome) {
    for (int i = 0; i < DP_BOUND_COUNT; i++) {
        const struct sweep_bound *bound = &work->log.bound[i];
        if (bound->count == 0) continue;
        add_note(outcome, "%ld of %ld points break%s the bound on %s; the worst is point %ld: %s",
                 bound->count, work->scenario->sweep->points, bound->count == 1 ? "s" : "",
                 dp_bound_name((dp_bound)i), bound->worst, bound->text);
    }
}

// Said also where nothing else is: a status of 0 does not tell that there are empty rows.
static void warn(const struct sweep_work *work) {
    const struct reader *reader = &work->scenario->reader;
    long points = work->log.good + work->log.failed;  // of a part: those that it ran
    if (work->log.failed == 0) return;
    call_message(reader->call, "%s: %ld of %ld points failed; the first, point %ld: %s",
                 work->use != NULL ? work->use->file : reader->file, work->log.failed, points,
                 work->log.failure[0].point, work->log.failure[0].text);
}

// The column of an axis, and x of what was measured over it, in SI or in the unit of the axis.
static void set_column(const struct sweep *sweep, int i, struct table *table, bool is_si) {
    const struct sweep_axis *axis = &sweep->axis[i];
    const char *unit = is_si ? axis->si : axis->unit;
    for (size_t row = 0; row < table->rows; row++)
        table->value[row * (size_t)table->columns + (size_t)i] =
            is_si ? sweep_value(sweep, i, (long)row) : sweep_written(sweep, i, (long)row);
    snprintf(table->unit[i], sizeof table->unit[i], "%s", unit);
}

static void write_measured(const struct sweep_axis *axis, struct table *table) {
    for (size_t row = 0; row < table->rows; row++) {
        double *x = &table->value[row * (size_t)table->columns];
        *x = quantity_in(*x, axis->unit);
    }
    snprintf(table->unit[0], sizeof table->unit[0], "%s", axis->unit);
}

static struct table *find_table(struct outcome *outcome, const char *name) {
    for (int i = 0; i < outcome->extra_count; i++) {
        if (strcmp(outcome->extra[i].name, name) == 0) return &outcome->extra[i].table;
    }
    return NULL;
}

// What was measured over the points, beside what came out there. It is compared in SI.
static void compare_measured(const struct scenario *s, struct outcome *outcome,
                             dp_diagnostic *diagnostic) {
    if (s->common.measured.node == NULL) return;
    struct reader reader = reader_of(s, diagnostic);
    const struct measured_block *block = &s->common.measured;
    int x = block->x != NULL ? table_column(&outcome->series, block->x) : -1;
    bool is_axis = x >= 0 && x < s->sweep->axis_count && s->sweep->axis[x].word == NULL;
    if (is_axis) set_column(s->sweep, x, &outcome->series, true);
    measured_compare(&reader, block, outcome);
    struct table *table = find_table(outcome, "measured");
    if (is_axis) set_column(s->sweep, x, &outcome->series, false);
    if (is_axis && table != NULL) write_measured(&s->sweep->axis[x], table);
    outcome->units = measures_take(outcome->summary);
}

int sweep_run(const struct scenario *s, int rows, struct outcome *outcome,
              dp_diagnostic *diagnostic) {
    struct sweep_work work = {.scenario = s, .series = &outcome->series, .use = s->reader.journal};
    outcome_begin(outcome);
    diagnostic_clear(diagnostic);
    int error = outcome->summary != NULL ? make_table(s, &outcome->series) : ENOMEM;
    if (error != 0)
        report_system_error(diagnostic, "%.700s: no room for %ld rows: %s", s->reader.file,
                            s->sweep->points, strerror(error));
    else
        work_run(&work, diagnostic);
    // what journals have is not lost
    bool is_partial = rows == ROWS_KEPT && diagnostic->status == DP_RUN_NUMERIC && work.use == NULL;
    if (diagnostic->status != DP_RUN_DONE && !is_partial) {
        outcome_free(outcome);
        return diagnostic->status;
    }
    snprintf(outcome->kind, sizeof outcome->kind, "%s", s->reader.kind->name);
    scenario_title(s, outcome->title, sizeof outcome->title);
    json_put(outcome->summary, "kind", json_string(outcome->kind));
    json_put(outcome->summary, "title", json_string(outcome->title));
    set_units(&work);
    drop_horizon(&work);
    summarise(&work, outcome->summary);
    if (!is_partial) tell(&work, outcome);
    tell_bounds(&work, outcome);
    if (!is_partial) sweep_sensitivity(s->sweep, outcome);
    if (!is_partial) sweep_draw(s->sweep, outcome);
    if (!is_partial) compare_measured(s, outcome, diagnostic);
    put_notes(outcome);
    warn(&work);
    if (diagnostic->status != DP_RUN_DONE && !is_partial) outcome_free(outcome);
    return diagnostic->status;
}

bool sweep_check_parts(const struct scenario *s, dp_diagnostic *diagnostic) {
    // by the clock, so that no two runs have it alike
    static const char timed[] = "particle_steps_per_second";
    const struct sweep *sweep = s->sweep;
    struct reader reader = reader_of(s, diagnostic);
    for (int i = 0; i < sweep->result_count; i++) {
        if (strstr(sweep->result[i].path, timed) == NULL) continue;
        report_error(&reader, node_at(sweep->block.results.node, i),
                     "results has '%s', which differs from run to run; a sweep in parts cannot "
                     "have it",
                     timed);
    }
    return diagnostic->status == DP_RUN_DONE;
}

int sweep_run_part(const struct scenario *s, dp_diagnostic *diagnostic) {
    struct sweep_work work = {.scenario = s, .use = s->reader.journal};
    diagnostic_clear(diagnostic);
    work_run(&work, diagnostic);
    if (diagnostic->status == DP_RUN_DONE) warn(&work);
    return diagnostic->status;
}

void sweep_need(const struct scenario *s, int rows, struct need *need) {
    const struct sweep *sweep = s->sweep;
    double points = (double)sweep->points;
    double numbers = points * (double)(sweep->axis_count + sweep->result_count + 1);
    dp_diagnostic diagnostic;
    struct need one = need_unknown(&s->reader);
    struct scenario *variant = sweep_variant(s, sweep->first, NULL, &diagnostic);
    const struct kind *kind = s->reader.kind;
    if (variant != NULL && kind->need != NULL) kind->need(variant->config, ROWS_NONE, &one);
    scenario_free(variant);
    double threads = (double)work_threads(sweep);
    need->memory = s->reader.journal == NULL ? (double)sizeof(double) * numbers : 0.0;
    if (!isnan(one.memory)) need->memory += threads * one.memory;
    if (rows) need->output = limits_output_of(numbers);
    need->seconds = one.seconds * points / threads;
}

const char sweep_table_key[] = "table";

void sweep_put_table(const struct scenario *s, struct outcome *outcome) {
    const struct table *table = &outcome->series;
    int axes = s->sweep->axis_count;
    if (table->rows > TABLE_MAX) return;
    json_t *rows = json_array();
    const double *value = table->value;
    for (size_t row = 0; row < table->rows; row++) {
        json_t *entry = json_object();
        for (int c = 0; c < table->columns; c++, value++) {
            const char *word = table_word(table, c, *value);
            bool is_status = c + 1 == table->columns;
            json_put(entry, table->name[c],
                     word != NULL ? json_string(word)
                     : is_status  ? json_integer((json_int_t)*value)
                     : c < axes   ? json_finite(sweep_value(s->sweep, c, (long)row))
                                  : json_finite(*value));
        }
        json_push(rows, entry);
    }
    json_put(outcome->summary, sweep_table_key, rows);
}
