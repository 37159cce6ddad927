// A fit for each text in a column of the data: the rows of a group are a table of their own.

#include "fit/groups.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "fit/headings.h"
#include "result/result.h"

// The scenario with the rows of one group.
struct part {
    struct scenario scenario;
    struct fit fit;
    double *number;  // the columns
    struct node *place;
};

// The values of these rows, copied to *to, which goes on behind them.
static double *values_of(const struct fit *fit, int group, const double *from, double **to) {
    double *values = *to;
    for (long row = 0; row < fit->rows; row++) {
        if (fit->group[fit->source[row]] == group) *(*to)++ = from[row];
    }
    return values;
}

static bool part_init(struct part *part, const struct scenario *s, int group) {
    const struct fit *fit = s->fit;
    size_t columns = (size_t)fit->input_count + 2 * (size_t)fit->target_count;
    size_t rows = (size_t)fit->rows + 1;
    part->scenario = *s;
    part->fit = *fit;
    part->scenario.fit = &part->fit;
    part->fit.is_group = true;
    double *to = part->number = calloc(columns * rows + 1, sizeof *to);
    part->place = calloc(rows, sizeof *part->place);
    part->fit.source = calloc(rows, sizeof *part->fit.source);
    if (to == NULL || part->place == NULL || part->fit.source == NULL) return false;
    for (int i = 0; i < fit->input_count; i++)
        part->fit.input[i].value = values_of(fit, group, fit->input[i].value, &to);
    for (int i = 0; i < fit->target_count; i++) {
        const struct fit_measured *target = &fit->target[i];
        part->fit.target[i].column.value = values_of(fit, group, target->column.value, &to);
        part->fit.target[i].sigma = values_of(fit, group, target->sigma, &to);
    }
    part->fit.rows = 0;
    part->fit.place = part->place;
    for (long row = 0; row < fit->rows; row++) {
        if (fit->group[fit->source[row]] != group) continue;
        part->place[part->fit.rows] = fit->place[row];
        part->fit.source[part->fit.rows++] = fit->source[row];
    }
    return true;
}

static void part_free(struct part *part) {
    free(part->number);
    free(part->place);
    free(part->fit.source);
}

// --- results -------------------------------------------------------------------------------------

enum { COLUMNS_MAX = 96 };

struct sorted {
    double x;
    size_t row;
};

static int by_x(const void *a, const void *b) {
    const struct sorted *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->row < q->row ? -1 : p->row > q->row;
}

// Rows by x, so that the fitted ones make a curve.
static bool add_rows(struct outcome *outcome, const struct table *points, int group) {
    double row[COLUMNS_MAX] = {group};
    struct sorted *order = calloc(points->rows + 1, sizeof *order);
    bool is_done = order != NULL;
    for (size_t i = 0; i < points->rows && is_done; i++)
        order[i] = (struct sorted){table_at(points, i, 0), i};
    if (is_done) qsort(order, points->rows, sizeof *order, by_x);
    for (size_t i = 0; i < points->rows && is_done; i++) {
        for (int k = 0; k < points->columns; k++)
            row[k + 1] = table_at(points, order[i].row, k);
        is_done = table_add(&outcome->series, row);
    }
    free(order);
    return is_done;
}

static bool begin_rows(struct outcome *outcome, const struct table *points,
                       const struct fit_heading *heading) {
    const char *names[COLUMNS_MAX] = {heading->name}, *units[COLUMNS_MAX] = {"1"};
    for (int i = 0; i < points->columns; i++) {
        names[i + 1] = points->name[i];
        units[i + 1] = points->unit[i];
    }
    return table_init(&outcome->series, points->columns + 1, names, units) &&
           table_set_words(&outcome->series, 0, heading->text, heading->text_count);
}

static bool add_group(struct outcome *outcome, const struct fit_heading *heading, int group,
                      struct outcome *one) {
    const char *text = heading->text[group];
    for (int i = 0; i < one->note_count; i++) {
        if (one->is_fact[i])
            add_fact(outcome, "%s: %s", text, one->note[i]);
        else
            add_note(outcome, "%s: %s", text, one->note[i]);
    }
    for (int i = 0; i < one->headline_count; i++) {
        const struct headline *h = &one->headline[i];
        if (i == 0 || strcmp(h->part, one->headline[i - 1].part) != 0)
            add_headline_part(outcome, "%s: %s", text, h->part);
        add_headline(outcome, h->name, h->value, h->unit);
    }
    if (outcome->series.columns == 0 && !begin_rows(outcome, &one->series, heading)) return false;
    return add_rows(outcome, &one->series, group);
}

static void draw(const struct fit *fit, const struct fit_heading *heading,
                 struct outcome *outcome) {
    for (int t = 0; t < fit->target_count && fit->input_count == 1; t++) {
        char stem[40], title[96], fitted[48], measured[48], sigma[48];
        const char *said = fit->target[t].column.name;
        snprintf(stem, sizeof stem, "fit-%.30s", said);
        snprintf(title, sizeof title, "%.60s, measured and fitted", said);
        snprintf(fitted, sizeof fitted, "%.27s_fitted", said);
        snprintf(measured, sizeof measured, "%.27s_measured", said);
        snprintf(sigma, sizeof sigma, "%.27s_sigma", said);
        const char *y[] = {fitted, NULL};
        const struct plot_request request = {
            stem,
            title,
            "Points are measured; lines join the values of the best fit of each group.",
            PLOT_LINES,
            fit->input[0].name,
            said,
            y};
        struct plot *plot = add_plot(outcome, &request);
        if (plot == NULL) continue;
        plot_groups(plot, heading->name, "");
        const struct overlay_request points = {"",    fit->input[0].name, measured,
                                               sigma, "measured",         -1};
        plot_overlay(plot, &points);
    }
}

// --- all of it -----------------------------------------------------------------------------------

static json_t *group_json(const char *text, long rows, json_t *summary) {
    json_t *object = json_object();
    json_put(object, "group", json_string(text));
    json_put(object, "rows", json_integer(rows));
    if (summary != NULL) {
        json_object_del(summary, "kind");
        json_object_del(summary, "title");
        json_object_update_missing(object, summary);
    }
    return object;
}

// One group; false when it ends all of them.
static bool run_group(const struct scenario *s, int group, struct part *part, struct outcome *one,
                      json_t *list, struct outcome *outcome, dp_diagnostic *diagnostic,
                      group_run *run) {
    const struct fit_heading *heading = fit_heading_find(s->fit, s->fit->block.by);
    const char *text = heading->text[group];
    bool is_done = part_init(part, s, group);
    if (is_done && run(&part->scenario, ROWS_NONE, one, diagnostic) == DP_RUN_DONE) {
        is_done = add_group(outcome, heading, group, one);
        json_push(list, group_json(text, part->fit.rows, one->summary));
        outcome_free(one);
    } else if (is_done) {
        const struct call *call = s->reader.call;
        if (diagnostic->status == DP_RUN_SYSTEM || call_stops(call) || call_is_late(call))
            return false;
        json_t *object = group_json(text, part->fit.rows, NULL);
        json_put(object, "message", json_text(diagnostic->text));
        json_push(list, object);
        add_note(outcome, "%s is not fitted: %.400s", text, diagnostic->text);
        return true;
    }
    if (!is_done) report_system_error(diagnostic, "%.700s: out of memory", s->reader.file);
    return is_done;
}

int fit_run_groups(const struct scenario *s, int rows, struct outcome *outcome,
                   dp_diagnostic *diagnostic, group_run *run) {
    const struct fit *fit = s->fit;
    const struct fit_heading *heading = fit_heading_find(fit, fit->block.by);
    json_t *list = json_array();
    struct outcome *one = calloc(1, sizeof *one);
    struct part *part = calloc(1, sizeof *part);
    bool goes_on = one != NULL && part != NULL, has_one = false;
    outcome_begin(outcome);
    diagnostic_clear(diagnostic);
    snprintf(outcome->kind, sizeof outcome->kind, "%s", s->reader.kind->name);
    scenario_title(s, outcome->title, sizeof outcome->title);
    json_put(outcome->summary, "kind", json_string(outcome->kind));
    json_put(outcome->summary, "title", json_string(outcome->title));
    json_put(outcome->summary, "by", json_string(fit->block.by));
    if (!goes_on) report_system_error(diagnostic, "%.700s: out of memory", s->reader.file);
    for (int g = 0; g < heading->text_count && goes_on; g++) {
        *part = (struct part){.number = NULL};
        goes_on = run_group(s, g, part, one, list, outcome, diagnostic, run);
        has_one = has_one || diagnostic->status == DP_RUN_DONE;
        // where one group is fitted, what is wrong with another is a note
        if (goes_on && has_one) diagnostic_clear(diagnostic);
        part_free(part);
    }
    json_put(outcome->summary, "groups", list);
    fit_tell_table(s, outcome);
    put_notes(outcome);
    if (diagnostic->status == DP_RUN_DONE && rows != ROWS_NONE) draw(fit, heading, outcome);
    free(one);
    free(part);
    if (diagnostic->status != DP_RUN_DONE) outcome_free(outcome);
    return diagnostic->status;
}
