// Does a law change with the inputs as the measurements do? Where sigma is estimated from the
// residuals, a law of the wrong direction is not excluded by its chi2.

#include "fit/trend.h"

#include <math.h>
#include <stdlib.h>

#include "least_squares/statistics.h"
#include "result/result.h"

enum { LEAST_POINTS = 3, MOST_PAIRED = 50, VALUES = 9 };

// A change is one from this share of the largest value on; where too few points leave its size
// uncertain but all of them rise or all fall, from the second on.
static const double worth_saying = 0.02, clear = 0.2;
// A chance as large as this says nothing about the direction, nor, where data do not change, about
// the size of a change that noise may hide.
static const double significant = 0.05, surely = 0.01;
// A law that follows less of the change than this does not follow it.
static const double follows = 0.1;

// The straight line through results over the first input.
struct trend {
    double change;           // of the line, from the least input to the largest
    double chance;           // that there is none
    double error;            // of the change, its half-width
    double low, high;        // these inputs
    double at_low, at_high;  // the line there
};

// The straight line of one target, over the logarithm of inputs where they are positive.
static struct trend find_trend(const struct fitted *f, const double *input, int target,
                               const double *value, bool is_log) {
    struct trend trend = {.low = INFINITY, .high = -INFINITY, .chance = 1.0};
    double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0, yy = 0.0;
    for (long i = 0; i < f->model.cell_count; i++) {
        if (f->model.cell_target[i] != target || f->model.cells[i].bound != DP_FIT_EXACT) continue;
        double in = input[f->model.cell_row[i]], at = is_log ? log(in) : in;
        double to = value != NULL ? value[i] : f->model.cells[i].measured;
        double step = at - x, rise = to - y;
        // means and sums about them, updated
        n += 1.0;
        x += step / n;
        y += rise / n;
        xx += step * (at - x);
        xy += step * (to - y);
        yy += rise * (to - y);
        trend.low = fmin(trend.low, in);
        trend.high = fmax(trend.high, in);
    }
    if (n < LEAST_POINTS || !(xx > 0.0)) return trend;
    double slope = xy / xx, rest = fmax(0.0, yy - slope * xy), dof = n - 2.0;
    double low = is_log ? log(trend.low) : trend.low, high = is_log ? log(trend.high) : trend.high;
    trend.change = slope * (high - low);
    trend.at_low = y + slope * (low - x);
    trend.at_high = y + slope * (high - x);
    double deviation = sqrt(rest / dof / xx), t = fabs(slope) / deviation;
    trend.error = student_beyond(dof, surely) * deviation * (high - low);
    trend.chance = rest > 0.0 ? student_tails(dof, t) : slope != 0.0 ? 0.0 : 1.0;
    return trend;
}

// Do all points rise with the input (1), or all fall (-1)?
static int find_order(const struct fitted *f, const double *input, int target) {
    bool rises = true, falls = true;
    int points = 0;
    for (long i = 0; i < f->model.cell_count && points <= MOST_PAIRED; i++) {
        if (f->model.cell_target[i] != target) continue;
        points++;
        for (long k = 0; k < i; k++) {
            double step = input[f->model.cell_row[i]] - input[f->model.cell_row[k]];
            double rise = f->model.cells[i].measured - f->model.cells[k].measured;
            if (f->model.cell_target[k] != target || step == 0.0) continue;
            rises = rises && rise * step > 0.0;
            falls = falls && rise * step < 0.0;
        }
    }
    if (points < LEAST_POINTS || points > MOST_PAIRED) return 0;
    return rises && !falls ? 1 : falls && !rises ? -1 : 0;
}

// The largest stated error of a target; 0: it is estimated.
static double most_sigma(const struct fit *fit, int target) {
    double most = 0.0;
    for (long row = 0; row < fit->rows; row++)
        most = fmax(most, fit->target[target].sigma[row]);
    return most;
}

static bool are_positive(const struct fit *fit) {
    for (long row = 0; row < fit->rows; row++) {
        if (!(fit->input[0].value[row] > 0.0)) return false;
    }
    return true;
}

// Does no value of the one free parameter give a change in this direction?
static bool never_follows(const struct fit *fit, const struct fitted *f, int target, double change,
                          bool is_log) {
    const struct fit_parameter *p = &f->c->parameter[0];
    double *value = calloc((size_t)f->model.cell_count + 1, sizeof *value);
    bool never = f->result.parameter_count == 1 && value != NULL;
    struct fit_model model = f->model;
    for (int k = 0; k < VALUES && never; k++) {
        double share = k / (VALUES - 1.0);
        double theta =
            p->is_log ? p->low * pow(p->high / p->low, share) : p->low + share * (p->high - p->low);
        if (model_evaluate(&model, 0, &theta, value, NULL) != DP_OK) continue;
        struct trend other = find_trend(f, fit->input[0].value, target, value, is_log);
        never = !(other.change / change > follows);
    }
    free(value);
    return never;
}

// Data that do not change, to well below the change of the law.
static bool is_level(const struct trend *measured, const struct trend *fitted, double size,
                     double sigma) {
    double apart = fabs(fitted->change - measured->change);
    return fabs(measured->change) < follows * fabs(fitted->change) && apart > measured->error &&
           apart > worth_saying * size && apart > 2.0 * sigma;
}

static void tell_level(const struct fitted *best, const struct fit_column *column,
                       const struct fit_column *input, const struct trend *fitted,
                       struct outcome *outcome) {
    const char *in_space = input->unit[0] != '\0' ? " " : "";
    const char *space = column->unit[0] != '\0' ? " " : "";
    add_note(outcome,
             "%s hardly changes with %s in these data, but with %s it %s (a line through the "
             "fitted values goes from %.3g%s%s at %.3g%s%s to %.3g%s%s at %.3g%s%s). This law "
             "does not describe these data.",
             column->name, input->name, best->c->law != NULL ? best->c->law->name : "the law",
             fitted->change > 0.0 ? "rises" : "falls", fitted->at_low, space, column->unit,
             fitted->low, in_space, input->unit, fitted->at_high, space, column->unit, fitted->high,
             in_space, input->unit);
}

static void tell_target(const struct fit *fit, const struct fitted *best, int target, bool is_log,
                        struct outcome *outcome) {
    const struct fit_column *column = &fit->target[target].column, *input = &fit->input[0];
    struct trend measured = find_trend(best, input->value, target, NULL, is_log);
    struct trend fitted = find_trend(best, input->value, target, best->result.fitted, is_log);
    double size = fmax(fabs(measured.at_low), fabs(measured.at_high));
    double sigma = most_sigma(fit, target);
    bool is_ordered = find_order(best, input->value, target) * measured.change > clear * size;
    bool is_trend = (measured.chance < significant || is_ordered) &&
                    fabs(measured.change) > worth_saying * size &&
                    fabs(measured.change) > 2.0 * sigma;
    if (is_level(&measured, &fitted, size, sigma)) {
        tell_level(best, column, input, &fitted, outcome);
        return;
    }
    if (!is_trend || fitted.change / measured.change > follows) return;
    bool rises = measured.change > 0.0;
    bool is_flat = fabs(fitted.change / measured.change) < follows;
    const char *law = best->c->law != NULL ? best->c->law->name : "the law";
    const char *way = is_flat ? "hardly changes" : rises ? "falls" : "rises";
    const char *in_space = input->unit[0] != '\0' ? " " : "";
    const char *space = column->unit[0] != '\0' ? " " : "";
    bool never = never_follows(fit, best, target, measured.change, is_log);
    add_note(outcome,
             "%s %s with %s in these data (a line through them goes from %.3g%s%s at %.3g%s%s to "
             "%.3g%s%s at %.3g%s%s), but with %s it %s%s%s. This law does not describe these data.",
             column->name, rises ? "rises" : "falls", input->name, measured.at_low, space,
             column->unit, measured.low, in_space, input->unit, measured.at_high, space,
             column->unit, measured.high, in_space, input->unit, law, way,
             never ? ", whatever the value of " : "", never ? best->parameter[0].name : "");
}

void tell_trend(const struct fit *fit, const struct fitted *best, struct outcome *outcome) {
    if (fit->is_curve || fit->input_count != 1) return;
    bool is_log = are_positive(fit);
    for (int i = 0; i < fit->target_count; i++)
        tell_target(fit, best, i, is_log, outcome);
}
