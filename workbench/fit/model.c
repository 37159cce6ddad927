// Trials of a fit. Every trial may be a run of the scenario; an impact whose law alone changes
// needs none: its contact is prepared anew and the library does the rest.

#include "fit/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/curve.h"
#include "study/pick.h"

// --- impacts without a scenario ------------------------------------------------------------------

// Results of an impact that the library has under the same name.
static const struct {
    const char *name;
    size_t offset;
} impact_results[] = {
    {"restitution", offsetof(dp_impact, restitution)},
    {"separation_speed", offsetof(dp_impact, separation_speed)},
    {"max_force", offsetof(dp_impact, max_force)},
    {"max_indentation", offsetof(dp_impact, max_indentation)},
    {"time_of_max_indentation", offsetof(dp_impact, time_of_max_indentation)},
    {"duration", offsetof(dp_impact, duration)},
    {"residual_indentation", offsetof(dp_impact, residual_indentation)},
};

enum { IMPACT_RESULTS = sizeof impact_results / sizeof *impact_results };

struct fast_row {
    dp_impact_def def;
    dp_contact_def recipe;
    size_t offset[FIT_TARGETS_MAX];
};

static bool result_offset(const char *name, size_t *offset) {
    for (int i = 0; i < IMPACT_RESULTS; i++) {
        *offset = impact_results[i].offset;
        if (strcmp(impact_results[i].name, name) == 0) return true;
    }
    return false;
}

// Are the parameters all of the law, and the results all of the library?
static bool may_be_fast(const struct fit_model *model) {
    const struct fit *fit = model->s->fit;
    size_t offset;
    for (int i = 0; i < model->c->parameter_count; i++) {
        const struct fit_parameter *p = &model->c->parameter[i];
        if (p->law_param < 0 && p->pair_entry < 0) return false;
    }
    for (int i = 0; i < fit->target_count; i++) {
        if (!result_offset(fit->target[i].column.path, &offset)) return false;
    }
    return strcmp(model->s->reader.kind->name, "impact") == 0;
}

static dp_status run_fast(const struct fit_model *model, const struct fast_row *row,
                          const double *theta, dp_impact *impact, dp_error *err) {
    dp_contact_def def = row->recipe;
    dp_contact contact;
    dp_status status = DP_OK;
    for (int i = 0; i < model->c->parameter_count; i++) {
        const struct fit_parameter *p = &model->c->parameter[i];
        if (p->law_param >= 0)
            def.law.value[p->law_param] = theta[i];
        else
            status = dp_pair_set(&def.pair, dp_pair_field_at(p->pair_entry)->name, theta[i], err);
        if (status != DP_OK) return status;
    }
    status = dp_contact_init(&contact, &def, err);
    return status == DP_OK ? dp_impact_run(&contact, &row->def, impact, err) : status;
}

static bool agree(double a, double b) {
    // closed forms and integration of the same impact differ by less
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)) || (isnan(a) && isnan(b));
}

// Does the short way give what the scenario gives? What it leaves out (a constant force, a policy
// that a block sets) shows here.
static bool is_same(const struct fit_model *model, const double *theta, bool *lacks_memory) {
    const struct fit *fit = model->s->fit;
    long rows[] = {0, fit->rows - 1};
    for (int k = 0; k < 2; k++) {
        struct outcome outcome;
        dp_diagnostic diagnostic;
        dp_impact impact;
        dp_error err;
        int status = model_run_row(model, rows[k], theta, &outcome, &diagnostic);
        dp_status fast = run_fast(model, &model->fast[rows[k]], theta, &impact, &err);
        *lacks_memory = *lacks_memory || status == DP_RUN_SYSTEM;
        bool is_good = (status == DP_RUN_DONE) == (fast == DP_OK);
        for (int i = 0; i < fit->target_count && is_good && fast == DP_OK; i++) {
            const char *value = (const char *)&impact + model->fast[rows[k]].offset[i];
            double picked = NAN;
            pick_number(outcome.summary, fit->target[i].column.path, &picked);
            is_good = agree(picked, *(const double *)(const void *)value);
        }
        if (status == DP_RUN_DONE) outcome_free(&outcome);
        if (!is_good) return false;
    }
    return true;
}

// False for want of memory: the slow way would give other last digits.
static bool prepare_fast(struct fit_model *model) {
    const struct fit *fit = model->s->fit;
    double theta[FIT_FREE_MAX + 1];
    bool is_good = true, lacks_memory = false;
    if (!may_be_fast(model)) return true;
    for (int i = 0; i < model->c->parameter_count; i++) {
        const struct fit_parameter *p = &model->c->parameter[i];
        theta[i] = isnan(p->start) ? fit_middle(p) : p->start;
    }
    struct fast_row *rows = calloc((size_t)fit->rows, sizeof *rows);
    if (rows == NULL) return false;
    for (long i = 0; i < fit->rows && is_good; i++) {
        dp_diagnostic diagnostic;
        dp_definition definition;
        struct scenario *variant = fit_variant(model->s, model->c, i, theta, &diagnostic);
        is_good = variant != NULL && scenario_define(variant, &definition);
        lacks_memory = lacks_memory || (variant == NULL && diagnostic.status == DP_RUN_SYSTEM);
        if (is_good) {
            rows[i].def = definition.impact;
            // a step at a time costs less than the quadratures of a closed form
            if (rows[i].def.path == DP_PATH_AUTO) rows[i].def.path = DP_PATH_INTEGRATED;
            // it belongs to the scenario, and none of these results feels it
            rows[i].def.friction = NULL;
            rows[i].recipe = definition.contact->recipe;
        }
        for (int k = 0; k < fit->target_count; k++)
            result_offset(fit->target[k].column.path, &rows[i].offset[k]);
        scenario_free(variant);
    }
    // at another place than the one that was prepared: every parameter must have its effect
    for (int i = 0; i < model->c->parameter_count; i++) {
        const struct fit_parameter *p = &model->c->parameter[i];
        theta[i] = 1.03 * theta[i] <= p->high ? 1.03 * theta[i] : 0.97 * theta[i];
    }
    model->fast = rows;
    if (is_good && is_same(model, theta, &lacks_memory)) return true;
    free(rows);
    model->fast = NULL;
    return !lacks_memory;
}

// --- runs of the scenario ------------------------------------------------------------------------

int model_run_row(const struct fit_model *model, long row, const double *theta,
                  struct outcome *outcome, dp_diagnostic *diagnostic) {
    struct scenario *variant = fit_variant(model->s, model->c, row, theta, diagnostic);
    if (variant != NULL) scenario_solve(variant, ROWS_NONE, outcome, diagnostic);
    scenario_free(variant);
    if (diagnostic->status == DP_RUN_SYSTEM) model->s->fit->lacks_memory = true;
    return diagnostic->status;
}

static dp_status run_row(const struct fit_model *model, long row, const double *theta,
                         double results[FIT_TARGETS_MAX], dp_error *err) {
    const struct fit *fit = model->s->fit;
    struct outcome outcome;
    dp_diagnostic diagnostic;
    if (model->fast != NULL) {
        const struct fast_row *fast = &model->fast[row];
        dp_impact impact;
        dp_error said;
        dp_status status = run_fast(model, fast, theta, &impact, &said);
        if (status != DP_OK && err != NULL) *err = said;
        if (status != DP_OK) return status;
        for (int i = 0; i < fit->target_count; i++) {
            const char *value = (const char *)&impact + fast->offset[i];
            results[i] = *(const double *)(const void *)value;
        }
        return DP_OK;
    }
    if (model_run_row(model, row, theta, &outcome, &diagnostic) != DP_RUN_DONE) {
        if (err != NULL) {
            *err = (dp_error){.status = DP_ERR_NUMERIC};
            snprintf(err->text, sizeof err->text, "%.*s",
                     (int)fmin((double)strcspn(diagnostic.text, "\n"), sizeof err->text - 1),
                     diagnostic.text);
        }
        return DP_ERR_NUMERIC;
    }
    for (int i = 0; i < fit->target_count; i++)
        pick_number(outcome.summary, fit->target[i].column.path, &results[i]);
    outcome_free(&outcome);
    return DP_OK;
}

dp_status model_evaluate(void *user, int worker, const double *theta, double *fitted,
                         dp_error *err) {
    const struct fit_model *model = user;
    double results[FIT_TARGETS_MAX];
    long row = -1;
    if (model->curve != NULL) return curve_evaluate(model, worker, theta, fitted, err);
    for (long i = 0; i < model->cell_count; i++) {
        if (model->cell_row[i] != row) {
            row = model->cell_row[i];
            dp_status status = run_row(model, row, theta, results, err);
            if (status != DP_OK) return status;
        }
        fitted[i] = results[model->cell_target[i]];
    }
    return DP_OK;
}

// --- cells ---------------------------------------------------------------------------------------

static dp_fit_bound bound_of(const struct fit_measured *target, double value) {
    if (value >= target->high) return DP_FIT_AT_LEAST;
    return value <= target->low ? DP_FIT_AT_MOST : DP_FIT_EXACT;
}

bool model_init(struct fit_model *model, const struct scenario *s, const struct fit_case *c,
                dp_diagnostic *diagnostic) {
    const struct fit *fit = s->fit;
    size_t most = (size_t)fit->rows * (size_t)fit->target_count + 1;
    *model = (struct fit_model){.s = s,
                                .c = c,
                                .cells = calloc(most, sizeof *model->cells),
                                .cell_row = calloc(most, sizeof *model->cell_row),
                                .cell_target = calloc(most, sizeof *model->cell_target)};
    if (model->cells == NULL || model->cell_row == NULL || model->cell_target == NULL) {
        report_system_error(diagnostic, "%.700s: out of memory", s->reader.file);
        return false;
    }
    for (long row = 0; row < fit->rows; row++) {
        for (int i = 0; i < fit->target_count; i++) {
            const struct fit_measured *target = &fit->target[i];
            double value = target->column.value[row];
            if (isnan(value)) continue;
            model->cells[model->cell_count] =
                (dp_fit_cell){.measured = fmin(fmax(value, target->low), target->high),
                              .sigma = target->sigma[row],
                              .target = i,
                              .bound = bound_of(target, value)};
            model->cell_row[model->cell_count] = row;
            model->cell_target[model->cell_count++] = i;
        }
    }
    if (fit->is_curve ? curve_init(model) : prepare_fast(model)) return true;
    report_system_error(diagnostic, "%.700s: out of memory", s->reader.file);
    return false;
}

void model_free(struct fit_model *model) {
    free(model->cells);
    free(model->cell_row);
    free(model->cell_target);
    free(model->fast);
    curve_free(model->curve);
    *model = (struct fit_model){0};
}
