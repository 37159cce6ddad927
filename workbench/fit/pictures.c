// Tables and pictures of a fit.

#include "fit/pictures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/curves.h"
#include "result/result.h"

enum { NAME_SIZE = 48, TARGETS_DRAWN = 5 };

static const char *law_name(const struct fitted *f) {
    return f->c->law != NULL ? f->c->law->name : "fitted";
}

static const char *unit_or_one(const char *unit) {
    return unit != NULL && unit[0] != '\0' ? unit : "1";
}

// --- points --------------------------------------------------------------------------------------

// Columns of a target in the series.
enum point { MEASURED, SIGMA, FITTED, RESIDUAL, SCALED, POINT_COLUMNS };

static void point_name(const struct fit *fit, int target, enum point point, char name[NAME_SIZE]) {
    static const char *const endings[] = {"measured", "sigma", "fitted", "residual",
                                          "residual_over_sigma"};
    snprintf(name, NAME_SIZE, "%.27s_%s", fit->target[target].column.name, endings[point]);
}

// A number for the rows, where no input is an axis.
static bool has_row_numbers(const struct fit *fit) {
    return fit->input_count != 1;
}

// The points: inputs, then measured, sigma, fitted and residual of each target.
static bool make_series(const struct fit *fit, const struct fitted *best, struct table *table) {
    enum { COLUMNS_MAX = 1 + FIT_INPUTS_MAX + POINT_COLUMNS * FIT_TARGETS_MAX };
    char name[COLUMNS_MAX][NAME_SIZE];
    const char *names[COLUMNS_MAX], *units[COLUMNS_MAX];
    double row[COLUMNS_MAX];
    int count = 0, first = has_row_numbers(fit);
    if (first) snprintf(name[count], NAME_SIZE, "row");
    if (first) units[count++] = "1";
    for (int i = 0; i < fit->input_count; i++, count++) {
        snprintf(name[count], NAME_SIZE, "%s", fit->input[i].name);
        units[count] = unit_or_one(fit->input[i].unit);
    }
    for (int i = 0; i < fit->target_count; i++) {
        for (int k = 0; k < POINT_COLUMNS; k++, count++) {
            point_name(fit, i, (enum point)k, name[count]);
            units[count] = k == SCALED ? "1" : unit_or_one(fit->target[i].column.unit);
        }
    }
    for (int i = 0; i < count; i++)
        names[i] = name[i];
    if (!table_init(table, count, names, units)) return false;
    long cell = 0;
    for (long r = 0; r < fit->rows; r++) {
        for (int i = 0; i < count; i++)
            row[i] = NAN;
        if (first) row[0] = (double)r + 1.0;
        for (int i = 0; i < fit->input_count; i++)
            row[first + i] = fit->input[i].value[r];
        for (; cell < best->model.cell_count && best->model.cell_row[cell] == r; cell++) {
            double *at =
                &row[first + fit->input_count + POINT_COLUMNS * best->model.cell_target[cell]];
            at[MEASURED] = best->model.cells[cell].measured;
            at[SIGMA] = best->result.sigma[cell];
            at[FITTED] = best->result.fitted[cell];
            at[RESIDUAL] = best->result.residual[cell];
            at[SCALED] = at[RESIDUAL] / at[SIGMA];
        }
        if (!table_add(table, row)) return false;
    }
    return true;
}

// --- curves --------------------------------------------------------------------------------------

// "ma-liu.e": pictures say what the names of their curves have in common only once.
static void curve_name(const struct fit *fit, const struct fitted *f, int target,
                       const char *ending, char name[NAME_SIZE]) {
    snprintf(name, NAME_SIZE, "%.20s.%.20s%s", law_name(f), fit->target[target].column.name,
             ending);
}

static struct table *begin_curves(const struct fit *fit, const struct fit_curves *c,
                                  struct outcome *outcome) {
    enum { COLUMNS_MAX = 1 + (FIT_CURVES_MAX + 2) * FIT_TARGETS_MAX };
    char name[COLUMNS_MAX][NAME_SIZE];
    const char *names[COLUMNS_MAX], *units[COLUMNS_MAX];
    int count = 1;
    snprintf(name[0], NAME_SIZE, "%s", fit->input[0].name);
    units[0] = unit_or_one(fit->input[0].unit);
    for (int t = 0; t < fit->target_count; t++) {
        for (int i = 0; i < c->law_count + 2; i++, count++) {
            bool is_law = i < c->law_count;
            const char *ending = is_law ? "" : i == c->law_count ? "_low" : "_high";
            curve_name(fit, c->law[is_law ? i : 0], t, ending, name[count]);
            units[count] = unit_or_one(fit->target[t].column.unit);
        }
    }
    for (int i = 0; i < count; i++)
        names[i] = name[i];
    return add_table(outcome, "curves", count, names, units);
}

static bool fill_curves(const struct fit *fit, const struct fit_curves *c, struct table *table) {
    double row[1 + (FIT_CURVES_MAX + 2) * FIT_TARGETS_MAX];
    for (long r = 0; r < c->count; r++) {
        int count = 1;
        row[0] = c->x[r];
        for (int t = 0; t < fit->target_count; t++) {
            long cell = r * fit->target_count + t;
            for (int i = 0; i < c->law_count; i++)
                row[count++] = c->value[i][cell];
            row[count++] = c->value[0][cell] - c->half[cell];
            row[count++] = c->value[0][cell] + c->half[cell];
        }
        if (!table_add(table, row)) return false;
    }
    return true;
}

static bool has_band(const struct fit_curves *c) {
    for (long i = 0; i < c->count; i++) {
        if (isfinite(c->half[i])) return true;
    }
    return false;
}

static void tell_curves(const struct fit *fit, const struct fit_curves *c, int target,
                        char *caption, size_t size) {
    bool is_estimated = isnan(fit->target[target].sigma[0]);
    int used = snprintf(caption, size, "Measured points with their %s%s",
                        is_estimated ? "estimated sigma" : "sigma",
                        c->law_count > 1 ? ", and the fitted laws, best first." : ".");
    if (used < 0 || (size_t)used >= size || !has_band(c)) return;
    snprintf(caption + used, size - (size_t)used,
             " Shaded: the %g %% band of %s, by linear propagation of the covariance of its "
             "parameters%s.",
             100.0 * fit->block.confidence,
             c->law[0]->c->law != NULL ? c->law[0]->c->law->name : "the fit",
             c->is_partial ? ", without those that have no standard error" : "");
}

static void draw_curve(const struct fit *fit, const struct fit_curves *c, int target,
                       struct outcome *outcome) {
    char name[FIT_CURVES_MAX][NAME_SIZE], stem[40], title[96], caption[384];
    char low[NAME_SIZE], high[NAME_SIZE], measured[NAME_SIZE], sigma[NAME_SIZE];
    const char *y[FIT_CURVES_MAX + 1] = {NULL};
    const char *said = fit->target[target].column.name;
    for (int i = 0; i < c->law_count; i++) {
        curve_name(fit, c->law[i], target, "", name[i]);
        y[i] = name[i];
    }
    snprintf(stem, sizeof stem, "fit-%.30s", said);
    snprintf(title, sizeof title, "%.30s against %.30s, measured and fitted", said,
             fit->input[0].name);
    tell_curves(fit, c, target, caption, sizeof caption);
    const struct plot_request request = {stem, title, caption, PLOT_LINES, fit->input[0].name,
                                         said, y};
    struct plot *plot = add_plot_of(outcome, "curves", &request);
    if (plot == NULL) return;
    plot->x_log = c->is_log;
    curve_name(fit, c->law[0], target, "_low", low);
    curve_name(fit, c->law[0], target, "_high", high);
    if (has_band(c)) plot_band(plot, low, high);
    point_name(fit, target, MEASURED, measured);
    point_name(fit, target, SIGMA, sigma);
    plot_overlay(plot, &(struct overlay_request){.table = "",
                                                 .x = fit->input[0].name,
                                                 .y = measured,
                                                 .sigma = sigma,
                                                 .label = "measured",
                                                 .curve = -1});
}

static bool draw_curves(const struct scenario *s, const struct fitted *fitted,
                        const dp_fit_ranking *ranking, struct outcome *outcome) {
    struct fit_curves curves;
    const struct fit *fit = s->fit;
    bool is_done = fit_curves_init(&curves, s, fitted, ranking);
    if (is_done && curves.count > 0) {
        struct table *table = begin_curves(fit, &curves, outcome);
        is_done = table != NULL && fill_curves(fit, &curves, table);
    }
    for (int t = 0; t < fit->target_count && t < TARGETS_DRAWN && is_done && curves.count > 0; t++)
        draw_curve(fit, &curves, t, outcome);
    fit_curves_free(&curves);
    return is_done;
}

// --- fitted against measured, residuals ----------------------------------------------------------

static void draw_agreement(const struct fit *fit, int target, struct outcome *outcome) {
    char stem[40], title[96], measured[NAME_SIZE], values[NAME_SIZE];
    const char *said = fit->target[target].column.name;
    point_name(fit, target, MEASURED, measured);
    point_name(fit, target, FITTED, values);
    const char *y[] = {values, NULL};
    snprintf(stem, sizeof stem, "fit-%.30s", said);
    snprintf(title, sizeof title, "%.60s, fitted against measured", said);
    const struct plot_request request = {
        stem,
        title,
        "Each row of the data is a point; on the line the best fit meets it.",
        PLOT_POINTS,
        measured,
        values,
        y};
    struct plot *plot = add_plot(outcome, &request);
    if (plot == NULL) return;
    plot->has_diagonal = 1;
    plot->x_scale = plot->y_scale;
    // both axes have the unit of the fitted values
    const char *unit = strrchr(plot->y_label, '[');
    char tail[sizeof plot->x_label] = "";
    if (unit != NULL) snprintf(tail, sizeof tail, " %s", unit);
    snprintf(plot->x_label, sizeof plot->x_label, "%.20s measured%.30s", said, tail);
}

static void draw_residuals(const struct fit *fit, const struct fitted *best,
                           struct outcome *outcome) {
    char name[TARGETS_DRAWN][NAME_SIZE], caption[384];
    const char *y[TARGETS_DRAWN + 1] = {NULL};
    bool is_curve = fit->block.series.node != NULL;
    for (int t = 0; t < fit->target_count && t < TARGETS_DRAWN; t++) {
        point_name(fit, t, SCALED, name[t]);
        y[t] = name[t];
    }
    snprintf(caption, sizeof caption,
             "Measured minus fitted%s%s, in units of sigma. Errors that are normal leave two of "
             "three points between -1 and 1, without a trend.",
             best->c->law != NULL ? " by " : "", best->c->law != NULL ? best->c->law->name : "");
    const char *x = has_row_numbers(fit) ? "row" : fit->input[0].name;
    const struct plot_request request = {
        "residuals", "Residuals of the best fit", caption, PLOT_POINTS, x, "residual / sigma", y};
    struct plot *plot = add_plot(outcome, &request);
    const double decade = 10.0;
    if (plot == NULL || has_row_numbers(fit) || is_curve) return;
    double low = INFINITY, high = -INFINITY;
    for (long i = 0; i < fit->rows; i++) {
        low = fmin(low, fit->input[0].value[i]);
        high = fmax(high, fit->input[0].value[i]);
    }
    plot->x_log = low > 0.0 && high >= decade * low;
}

bool fit_draw(const struct scenario *s, const struct fitted *fitted, const dp_fit_ranking *ranking,
              int rows, struct outcome *outcome) {
    const struct fit *fit = s->fit;
    const struct fitted *best = &fitted[ranking->order[0]];
    if (!make_series(fit, best, &outcome->series)) return false;
    if (rows == ROWS_NONE) return true;
    if (!draw_curves(s, fitted, ranking, outcome)) return false;
    for (int t = 0; t < fit->target_count && t < TARGETS_DRAWN && fit->input_count != 1; t++)
        draw_agreement(fit, t, outcome);
    draw_residuals(fit, best, outcome);
    return fit_draw_profiles(s, best, outcome) && fit_draw_snippets(s, best, outcome);
}
