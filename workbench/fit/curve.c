// Trials of a measured curve. An impact is stepped to the very times that are wanted. Other runs,
// and columns that only a scenario has, give rows, and what lies between them is interpolated.

#include "fit/curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/between.h"
#include "fit/trail.h"
#include "result/result.h"
#include "study/pick.h"

enum { WORKERS_MAX = 256 };

// What one thread works with; made when it first does.
struct slot {
    bool is_made;
    double *time;  // of each row, by the run
    int *order;    // of rows by time
    // the last run with rows: a scan of the shift needs it many times
    bool has_run;
    double theta[FIT_FREE_MAX + 1];
    dp_status status;
    dp_error err;
    struct table rows;
    bool is_still;  // nothing moves after the last one
};

struct curve_model {
    bool is_exact;  // an impact that needs no rows
    bool is_quick;  // and no scenario: the law alone changes
    dp_contact_def recipe;
    dp_impact_def impact;
    struct bodies bodies;
    enum trail_column x, column[FIT_TARGETS_MAX];  // of an exact impact
    bool is_time;                                  // x is the time
    long peak;                                     // rows up to this one are on the way up
    long *first;                                   // cell of each row, and where the last one ends
    struct slot slot[WORKERS_MAX];
};

// --- impacts -------------------------------------------------------------------------------------

// An impact with the parameters of a trial.
struct trial {
    struct scenario *variant;  // owns what the contact refers to; NULL: nothing does
    dp_contact contact;
    dp_impact_def def;
    struct bodies bodies;
};

static int key_count(const struct fit_model *model) {
    return model->c->parameter_count - (model->c->has_shift ? 1 : 0);
}

static dp_status fail_with(const struct fit_model *model, dp_error *err,
                           const dp_diagnostic *diagnostic) {
    if (diagnostic->status == DP_RUN_SYSTEM) model->s->fit->lacks_memory = true;
    if (err != NULL) {
        *err = (dp_error){.status = DP_ERR_NUMERIC};
        snprintf(err->text, sizeof err->text, "%.*s",
                 (int)fmin((double)strcspn(diagnostic->text, "\n"), sizeof err->text - 1),
                 diagnostic->text);
    }
    return DP_ERR_NUMERIC;
}

static bool wants_bodies(const struct curve_model *curve, int targets) {
    bool wants = curve->x == TRAIL_VELOCITY_1 || curve->x == TRAIL_VELOCITY_2;
    for (int i = 0; i < targets; i++)
        wants =
            wants || curve->column[i] == TRAIL_VELOCITY_1 || curve->column[i] == TRAIL_VELOCITY_2;
    return wants;
}

// By the scenario, which knows all that a parameter may be.
static dp_status make_trial(const struct fit_model *model, const double *theta, struct trial *trial,
                            dp_error *err) {
    const struct curve_model *curve = model->curve;
    dp_definition definition;
    dp_diagnostic diagnostic;
    struct outcome outcome;
    *trial = (struct trial){.variant = fit_variant(model->s, model->c, 0, theta, &diagnostic)};
    if (trial->variant == NULL) return fail_with(model, err, &diagnostic);
    if (!scenario_define(trial->variant, &definition)) return DP_ERR_UNSUPPORTED;
    trial->contact = *definition.contact;
    trial->def = definition.impact;
    if (!wants_bodies(curve, model->s->fit->target_count)) return DP_OK;
    if (scenario_solve(trial->variant, ROWS_WANTED, &outcome, &diagnostic) != DP_RUN_DONE)
        return fail_with(model, err, &diagnostic);
    trial->bodies = bodies_of(&outcome.series);
    outcome_free(&outcome);
    return DP_OK;
}

static dp_status make_quick(const struct fit_model *model, const double *theta, struct trial *trial,
                            dp_error *err) {
    const struct curve_model *curve = model->curve;
    dp_contact_def def = curve->recipe;
    *trial = (struct trial){.def = curve->impact, .bodies = curve->bodies};
    for (int i = 0; i < key_count(model); i++) {
        const struct fit_parameter *p = &model->c->parameter[i];
        if (p->law_param >= 0) {
            def.law.value[p->law_param] = theta[i];
            continue;
        }
        dp_status status =
            dp_pair_set(&def.pair, dp_pair_field_at(p->pair_entry)->name, theta[i], err);
        if (status != DP_OK) return status;
    }
    return dp_contact_init(&trial->contact, &def, err);
}

static bool agree(double a, double b) {
    // the same integration of the same impact
    return fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b));
}

// Does the short way make the same impact, also at a place other than the one it was made from?
static bool is_same(const struct fit_model *model, const double *theta) {
    struct trial whole, quick;
    dp_impact a, b;
    bool is_good =
        make_trial(model, theta, &whole, NULL) == DP_OK &&
        make_quick(model, theta, &quick, NULL) == DP_OK &&
        (dp_impact_run(&whole.contact, &whole.def, &a, NULL) == DP_OK) &&
        (dp_impact_run(&quick.contact, &quick.def, &b, NULL) == DP_OK) &&
        agree(a.max_force, b.max_force) && agree(a.separation_speed, b.separation_speed) &&
        agree(a.separation_time, b.separation_time) && agree(a.max_indentation, b.max_indentation);
    scenario_free(whole.variant);
    return is_good;
}

static void find_quick_way(struct fit_model *model) {
    struct curve_model *curve = model->curve;
    struct trial trial;
    double theta[FIT_FREE_MAX + 1] = {0.0};
    for (int i = 0; i < key_count(model); i++) {
        const struct fit_parameter *p = &model->c->parameter[i];
        if (p->law_param < 0 && p->pair_entry < 0) return;
        theta[i] = isnan(p->start) ? fit_middle(p) : p->start;
    }
    // friction belongs to the scenario, which ends here
    bool is_made = make_trial(model, theta, &trial, NULL) == DP_OK && trial.def.friction == NULL;
    if (is_made) {
        curve->recipe = trial.contact.recipe;
        curve->impact = trial.def;
        curve->bodies = trial.bodies;
    }
    scenario_free(trial.variant);
    for (int i = 0; i < key_count(model); i++) {
        const struct fit_parameter *p = &model->c->parameter[i];
        theta[i] = 1.03 * theta[i] <= p->high ? 1.03 * theta[i] : 0.97 * theta[i];
    }
    curve->is_quick = is_made && is_same(model, theta);
}

// --- rows in order of the run --------------------------------------------------------------------

struct moment {
    double time;
    int row;
};

static int by_time(const void *a, const void *b) {
    const struct moment *p = a, *q = b;
    if (p->time != q->time) return p->time < q->time ? -1 : 1;
    return p->row < q->row ? -1 : p->row > q->row;
}

static bool make_slot(struct slot *slot, long rows) {
    if (slot->is_made) return true;
    slot->time = calloc((size_t)rows + 1, sizeof *slot->time);
    slot->order = calloc((size_t)rows + 1, sizeof *slot->order);
    slot->is_made = slot->time != NULL && slot->order != NULL;
    return slot->is_made;
}

// Times of the rows; those of another x by looking it up in a first run.
static dp_status find_times(const struct fit_model *model, const struct trial *trial, double shift,
                            struct slot *slot, dp_error *err) {
    const struct curve_model *curve = model->curve;
    const struct fit *fit = model->s->fit;
    const double *x = fit->input[0].value;
    for (long i = 0; i < fit->rows; i++) {
        slot->time[i] = x[i] - shift;
        slot->order[i] = (int)i;
    }
    if (curve->is_time) return DP_OK;
    struct track *track;
    struct trail *trail = NULL;
    struct moment *moments = calloc((size_t)fit->rows, sizeof *moments);
    dp_status status = track_make(&track, &trial->contact, &trial->def, err);
    if (status == DP_OK) trail = trail_make(track, curve->x, &trial->bodies);
    if (status == DP_OK && trail == NULL) status = DP_ERR_MEMORY;
    if (moments == NULL) status = DP_ERR_MEMORY;
    for (long i = 0; i < fit->rows && status == DP_OK; i++)
        moments[i] = (struct moment){trail_time(trail, x[i] - shift, i > curve->peak), (int)i};
    if (status == DP_OK) qsort(moments, (size_t)fit->rows, sizeof *moments, by_time);
    for (long i = 0; i < fit->rows && status == DP_OK; i++) {
        slot->time[moments[i].row] = moments[i].time;
        slot->order[i] = moments[i].row;
    }
    trail_free(trail);
    track_free(track);
    free(moments);
    return status;
}

static dp_status step_through(const struct fit_model *model, const struct trial *trial,
                              const struct slot *slot, double *fitted, dp_error *err) {
    const struct curve_model *curve = model->curve;
    const struct fit *fit = model->s->fit;
    dp_impact_stepper *run;
    dp_status status = dp_impact_begin(&run, &trial->contact, &trial->def, err);
    for (long i = 0; i < fit->rows && status == DP_OK; i++) {
        dp_impact_sample sample;
        int row = slot->order[i];
        status = impact_at(run, &trial->def, slot->time[row], &sample, err);
        for (long cell = curve->first[row]; cell < curve->first[row + 1]; cell++)
            fitted[cell] =
                sample_value(&sample, curve->column[model->cell_target[cell]], &trial->bodies);
    }
    dp_impact_free(run);
    return status;
}

static dp_status evaluate_impact(const struct fit_model *model, struct slot *slot,
                                 const double *theta, double shift, double *fitted, dp_error *err) {
    struct trial trial;
    dp_status status = model->curve->is_quick ? make_quick(model, theta, &trial, err)
                                              : make_trial(model, theta, &trial, err);
    if (status == DP_OK) status = find_times(model, &trial, shift, slot, err);
    if (status == DP_OK) status = step_through(model, &trial, slot, fitted, err);
    scenario_free(trial.variant);
    return status;
}

// --- runs with rows ------------------------------------------------------------------------------

// The run of a trial, from memory where only the shift has changed.
static dp_status run_rows(const struct fit_model *model, struct slot *slot, const double *theta) {
    size_t size = (size_t)key_count(model) * sizeof *theta;
    struct outcome outcome;
    dp_diagnostic diagnostic;
    if (slot->has_run && memcmp(slot->theta, theta, size) == 0) return slot->status;
    slot->has_run = true;
    memcpy(slot->theta, theta, size);
    table_free(&slot->rows);
    slot->rows = (struct table){0};
    slot->status = DP_OK;
    struct scenario *variant = fit_variant(model->s, model->c, 0, theta, &diagnostic);
    if (variant != NULL &&
        scenario_solve(variant, ROWS_WANTED, &outcome, &diagnostic) == DP_RUN_DONE) {
        double rest = NAN;
        pick_number(outcome.summary, "rest_time", &rest);
        slot->is_still = isfinite(rest) || strcmp(model->s->reader.kind->name, "impact") == 0;
        slot->rows = outcome.series;
        outcome.series = (struct table){0};
        outcome_free(&outcome);
    } else {
        slot->status = fail_with(model, &slot->err, &diagnostic);
    }
    scenario_free(variant);
    return slot->status;
}

static struct between rows_between(const struct fit_model *model, const struct slot *slot,
                                   int stride) {
    return (struct between){.rows = &slot->rows,
                            .x = table_column(&slot->rows, model->s->fit->input[0].path),
                            .rises = model->curve->is_time,
                            .stride = stride,
                            .stays = slot->is_still};
}

static void look_up(const struct fit_model *model, const struct slot *slot, double shift,
                    int stride, double *fitted) {
    const struct fit *fit = model->s->fit;
    const struct between between = rows_between(model, slot, stride);
    int column[FIT_TARGETS_MAX];
    for (int i = 0; i < fit->target_count; i++)
        column[i] = table_column(&slot->rows, fit->target[i].column.path);
    for (long cell = 0; cell < model->cell_count; cell++) {
        long row = model->cell_row[cell];
        fitted[cell] = between_rows(&between, column[model->cell_target[cell]],
                                    fit->input[0].value[row] - shift, row > model->curve->peak);
    }
}

static dp_status evaluate_rows(const struct fit_model *model, struct slot *slot,
                               const double *theta, double shift, double *fitted, dp_error *err) {
    dp_status status = run_rows(model, slot, theta);
    if (status == DP_OK) look_up(model, slot, shift, 1, fitted);
    if (status != DP_OK && err != NULL) *err = slot->err;
    for (long i = 0; i < model->cell_count && status == DP_OK; i++) {
        if (!isnan(fitted[i])) continue;
        status = DP_ERR_RANGE;
        if (err == NULL) break;
        *err = (dp_error){.status = status};
        snprintf(err->text, sizeof err->text, "the run ends before the last sample");
    }
    return status;
}

// --- the model -----------------------------------------------------------------------------------

static double shift_of(const struct fit_model *model, const double *theta) {
    return model->c->has_shift ? theta[key_count(model)] : model->s->fit->shift;
}

dp_status curve_evaluate(const struct fit_model *model, int worker, const double *theta,
                         double *fitted, dp_error *err) {
    struct slot *slot = &model->curve->slot[worker];
    double shift = shift_of(model, theta);
    if (worker >= WORKERS_MAX || !make_slot(slot, model->s->fit->rows)) {
        model->s->fit->lacks_memory = true;
        return DP_ERR_MEMORY;
    }
    return model->curve->is_exact ? evaluate_impact(model, slot, theta, shift, fitted, err)
                                  : evaluate_rows(model, slot, theta, shift, fitted, err);
}

// Columns of an impact that can be stepped to; false: rows are needed.
static bool find_columns(const struct fit *fit, struct curve_model *curve) {
    int column = trail_column(fit->input[0].path);
    if (column < 0) return false;
    curve->x = (enum trail_column)column;
    for (int i = 0; i < fit->target_count; i++) {
        column = trail_column(fit->target[i].column.path);
        if (column < 0) return false;
        curve->column[i] = (enum trail_column)column;
    }
    return true;
}

bool curve_init(struct fit_model *model) {
    const struct fit *fit = model->s->fit;
    struct curve_model *curve = calloc(1, sizeof *curve);
    long *first = calloc((size_t)fit->rows + 1, sizeof *first), cell = 0;
    if (curve == NULL || first == NULL) {
        free(curve);
        free(first);
        return false;
    }
    const double *x = fit->input[0].value;
    for (long row = 0; row < fit->rows; row++) {
        first[row] = cell;
        while (cell < model->cell_count && model->cell_row[cell] == row)
            cell++;
        if (x[row] > x[curve->peak]) curve->peak = row;
    }
    first[fit->rows] = cell;
    curve->first = first;
    curve->is_time = strcmp(fit->input[0].path, "time") == 0;
    curve->is_exact =
        strcmp(model->s->reader.kind->name, "impact") == 0 && find_columns(fit, curve);
    model->curve = curve;
    if (curve->is_exact) find_quick_way(model);
    return true;
}

void curve_free(struct curve_model *curve) {
    if (curve == NULL) return;
    for (int i = 0; i < WORKERS_MAX; i++) {
        free(curve->slot[i].time);
        free(curve->slot[i].order);
        table_free(&curve->slot[i].rows);
    }
    free(curve->first);
    free(curve);
}

// --- where the run begins ------------------------------------------------------------------------

// Shifts are tried with what costs little: a table of the motion, or rows that are there anyway.
struct scan {
    const struct fit_model *model;
    struct slot *slot;
    double *theta;        // its last entry is the shift
    struct track *track;  // of an impact
    struct trail *trail;  // of its x, unless that is the time
    struct bodies bodies;
    double weight[FIT_TARGETS_MAX];  // 1/sigma of those whose sigma is not known
};

static double scan_value(const struct scan *scan, const struct between *between, const int *column,
                         long cell, double shift) {
    const struct fit_model *model = scan->model;
    long row = model->cell_row[cell];
    int target = model->cell_target[cell];
    double x = model->s->fit->input[0].value[row] - shift;
    dp_impact_sample sample;
    if (scan->track == NULL)
        return between_rows(between, column[target], x, row > model->curve->peak);
    double time = scan->trail != NULL ? trail_time(scan->trail, x, row > model->curve->peak) : x;
    track_at(scan->track, time, &sample);
    return sample_value(&sample, model->curve->column[target], &scan->bodies);
}

// chi2 of every so many cells; infinite where there is none.
static double scan_chi2(const struct scan *scan, double shift, long stride) {
    const struct fit_model *model = scan->model;
    const struct fit *fit = model->s->fit;
    const struct between between = rows_between(model, scan->slot, 1);
    int column[FIT_TARGETS_MAX] = {0};
    double sum = 0.0;
    for (int i = 0; i < fit->target_count && scan->track == NULL; i++)
        column[i] = table_column(&scan->slot->rows, fit->target[i].column.path);
    for (long i = 0; i < model->cell_count; i += stride) {
        const dp_fit_cell *cell = &model->cells[i];
        double off = scan_value(scan, &between, column, i, shift) - cell->measured;
        if (cell->bound == DP_FIT_AT_LEAST) off = fmin(off, 0.0);
        if (cell->bound == DP_FIT_AT_MOST) off = fmax(off, 0.0);
        off *= isnan(cell->sigma) ? scan->weight[cell->target] : 1.0 / cell->sigma;
        sum += off * off;
    }
    return isnan(sum) ? INFINITY : sum;
}

// The best of evenly spaced shifts.
static double scan_range(const struct scan *scan, double from, double to, double step, long stride,
                         double best) {
    double lowest = scan_chi2(scan, best, stride);
    long count = (long)ceil((to - from) / step);
    for (long i = 0; i <= count && count > 0; i++) {
        double shift = from + (to - from) * (double)i / (double)count;
        double chi2 = scan_chi2(scan, shift, stride);
        if (!(chi2 < lowest)) continue;
        lowest = chi2;
        best = shift;
    }
    return best;
}

// All of the axis with some of the samples, then a closer look with all of them: chi2 of a law that
// jumps at the touch has a step at every sample.
static void scan_all(const struct scan *scan) {
    enum { SHIFTS = 400, SHIFTS_MOST = 4000, CELLS = 400, ALL_MOST = 1000000 };
    const struct fit_model *model = scan->model;
    const struct fit_parameter *p = &model->c->parameter[key_count(model)];
    double fine = 0.5 * model->s->fit->spacing, range = p->high - p->low;
    double *shift = &scan->theta[key_count(model)], step = range / SHIFTS;
    long stride = (model->cell_count + CELLS - 1) / CELLS;
    if (scan->track != NULL && scan->trail == NULL) {
        // a contact must not lie between two shifts, nor between two samples
        double contact = track_end(scan->track);
        step = fmin(step, fmax(0.25 * contact, range / SHIFTS_MOST));
        stride = (long)fmax(1.0, fmin((double)stride, 0.05 * contact / fine));
    }
    step = fmax(step, fine);
    stride = (long)fmax((double)stride, (double)model->cell_count * range / step / ALL_MOST);
    *shift = scan_range(scan, p->low, p->high, step, stride, *shift);
    if (step <= fine && stride == 1) return;
    stride = (long)fmax(1.0, (double)model->cell_count * 4.0 * step / fine / ALL_MOST);
    *shift = scan_range(scan, fmax(*shift - 2.0 * step, p->low), fmin(*shift + 2.0 * step, p->high),
                        fine, stride, *shift);
}

static dp_status make_track(const struct fit_model *model, const double *theta, struct scan *scan) {
    struct trial trial;
    dp_status status = model->curve->is_quick ? make_quick(model, theta, &trial, NULL)
                                              : make_trial(model, theta, &trial, NULL);
    scan->bodies = trial.bodies;
    if (status == DP_OK) status = track_make(&scan->track, &trial.contact, &trial.def, NULL);
    if (status == DP_OK && !model->curve->is_time) {
        scan->trail = trail_make(scan->track, model->curve->x, &trial.bodies);
        if (scan->trail == NULL) status = DP_ERR_MEMORY;
    }
    scenario_free(trial.variant);
    return status;
}

void curve_place(void *user, int worker, double *theta) {
    const struct fit_model *model = user;
    struct curve_model *curve = model->curve;
    struct slot *slot = &curve->slot[worker];
    struct scan scan = {.model = model, .slot = slot, .theta = theta};
    for (long i = 0; i < model->cell_count; i++) {
        double *weight = &scan.weight[model->cells[i].target];
        *weight = fmax(*weight, fabs(model->cells[i].measured));
    }
    for (int i = 0; i < model->s->fit->target_count; i++)
        scan.weight[i] = scan.weight[i] > 0.0 ? 1.0 / scan.weight[i] : 1.0;
    dp_status status =
        curve->is_exact ? make_track(model, theta, &scan) : run_rows(model, slot, theta);
    if (status == DP_OK) scan_all(&scan);
    trail_free(scan.trail);
    track_free(scan.track);
}

// --- sentences -----------------------------------------------------------------------------------

// A sensor at its end gives the same value again and again.
static void tell_flat(const struct fit *fit, const struct fit_measured *target,
                      struct outcome *outcome) {
    double top = -INFINITY, bottom = INFINITY;
    long at_top = 0, at_bottom = 0;
    for (long i = 0; i < fit->rows; i++) {
        double value = target->column.value[i];
        if (isnan(value)) continue;
        if (value > top) at_top = 0;
        if (value < bottom) at_bottom = 0;
        top = fmax(top, value);
        bottom = fmin(bottom, value);
        at_top += value == top;
        at_bottom += value == bottom;
    }
    // a signal that goes down has its flat part there
    bool is_down = -bottom > top;
    long count = is_down ? at_bottom : at_top;
    bool has_end = isfinite(is_down ? target->low : target->high);
    if (count < 3 || has_end || !(top > bottom)) return;
    add_note(outcome,
             "%ld samples of %.40s have the same %s value, %.6g %s: if the sensor was at its end "
             "there, say so with range: [low, high] at this target",
             count, target->column.name, is_down ? "least" : "largest", is_down ? bottom : top,
             target->column.unit);
}

// Half of the rows tell what the other half is worth: between rows of a smooth curve the error
// falls to an eighth.
static void tell_interpolation(const struct fitted *best, struct outcome *outcome) {
    const struct fit_model *model = &best->model;
    double theta[FIT_FREE_MAX + 1] = {0.0}, worst = 0.0;
    double *half = calloc((size_t)model->cell_count + 1, sizeof *half);
    for (int i = 0; i < best->result.parameter_count; i++)
        theta[i] = best->result.parameters[i].value;
    struct slot *slot = &model->curve->slot[0];
    if (half == NULL || run_rows(model, slot, theta) != DP_OK) {
        free(half);
        return;
    }
    look_up(model, slot, shift_of(model, theta), 2, half);
    for (long i = 0; i < model->cell_count; i++)
        worst = fmax(worst, fabs(half[i] - best->result.fitted[i]) / best->result.sigma[i]);
    free(half);
    // samples that lie on rows have nothing to tell
    if (!(worst > 1e-6)) return;
    add_note(outcome,
             "Values between the rows of the run are interpolated, with an error of about %.1g "
             "sigma at most.%s",
             worst / 8.0, worst / 8.0 > 1e-3 ? " A smaller output.every makes it less." : "");
}

void curve_tell(const struct fitted *best, struct outcome *outcome) {
    const struct fit *fit = best->model.s->fit;
    for (int i = 0; i < fit->target_count; i++)
        tell_flat(fit, &fit->target[i], outcome);
    if (!best->model.curve->is_exact) tell_interpolation(best, outcome);
}
