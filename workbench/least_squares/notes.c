// What a reader must know, in sentences.

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prefix.h"
#include "least_squares/parts.h"

enum { NOTE_MAX = 1024, WORD_MAX = 200 };

bool fit_note(char ***notes, int *count, const char *format, ...) {
    char text[NOTE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t size = strlen(text) + 1;
    char *copy = malloc(size), **list = realloc(*notes, ((size_t)*count + 1) * sizeof **notes);
    if (list != NULL) *notes = list;
    if (copy == NULL || list == NULL) {
        free(copy);
        return false;
    }
    memcpy(copy, text, size);
    (*notes)[(*count)++] = copy;
    return true;
}

void fit_notes_free(char **notes, int count) {
    for (int i = 0; i < count; i++)
        free(notes[i]);
    free(notes);
}

// A text that grows and ends where its room ends.
struct line {
    char text[NOTE_MAX];
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t room = sizeof line->text - line->length;
    int wanted = vsnprintf(line->text + line->length, room, format, arguments);
    va_end(arguments);
    if (wanted > 0) line->length += (size_t)wanted < room ? (size_t)wanted : room - 1;
}

// What stands between item i and the one before it: "a, b and c".
static const char *joint(int i, int count) {
    return i == 0 ? "" : i == count - 1 ? " and " : ", ";
}

// A value with its unit, "19.9 MPa".
static const char *quantity(const dp_fit_parameter *it, double value, char text[WORD_MAX]) {
    char unit[64] = "";
    double one = 1.0;
    if (it->unit != NULL && strcmp(it->unit, "1") != 0)
        one = prefix_for(value, it->unit, unit, sizeof unit);
    snprintf(text, WORD_MAX, "%.4g%s%s", value / one, unit[0] != '\0' ? " " : "", unit);
    return text;
}

static void add_targets(struct line *line, const struct problem *problem,
                        const dp_fit_result *result) {
    int count = 0, seen = 0;
    for (int k = 0; k < problem->def->target_count; k++)
        count += result->targets[k].points > 0 ? 1 : 0;
    for (int k = 0; k < problem->def->target_count; k++) {
        if (result->targets[k].points == 0) continue;
        add(line, "%s%s", joint(seen, count), problem->def->target_names[k]);
        seen++;
    }
    if (count == 1) add(line, " alone");
}

// --- combinations that change nothing ------------------------------------------------------------

// Changes of the parameters that take part: the first rises, and the one that changes most does so
// by a tenth.
struct change {
    int parameter[SMALL], count;
    double by[SMALL];  // in u
};

static struct change change_of(const struct problem *problem, const struct outcome *outcome,
                               int direction) {
    const struct analysis *known = &outcome->valley.analysis;
    const double *row = known->directions[direction];
    struct change change = {.count = 0};
    double most = 0.0;
    for (int j = 0; j < problem->count; j++) {
        if (!(fabs(known->scaled[direction][j]) > 0.1)) continue;
        change.parameter[change.count++] = j;
        double range = problem->high[j] - problem->low[j];
        bool is_log = problem->def->parameters[j].is_log;
        double size = is_log ? 1.0 : fmax(fabs(outcome->valley.lowest.u[j]), 0.01 * range);
        most = fmax(most, fabs(row[j]) / size);
    }
    double rise = copysign(log(1.1), row[change.parameter[0]]) / most;
    for (int k = 0; k < change.count; k++)
        change.by[k] = rise * row[change.parameter[k]];
    return change;
}

static void add_change(struct line *line, const struct problem *problem,
                       const struct change *change) {
    bool is_same = true;
    for (int k = 0; k < change->count; k++)
        is_same = is_same && problem->def->parameters[change->parameter[k]].is_log &&
                  fabs(change->by[k] / change->by[0] - 1.0) < 0.005;
    if (is_same) {
        add(line, "raising %s by 10 %%", change->count == 2 ? "both" : "all of them");
        return;
    }
    for (int k = 0; k < change->count; k++) {
        const dp_fit_parameter *it = &problem->def->parameters[change->parameter[k]];
        char text[WORD_MAX];
        const char *verb = change->by[k] > 0.0 ? "raising" : "lowering";
        if (it->is_log)
            snprintf(text, sizeof text, "%.2g %%", fabs(100.0 * expm1(change->by[k])));
        else
            quantity(it, fabs(change->by[k]), text);
        add(line, "%s%s %s by %s", joint(k, change->count), verb, it->name, text);
    }
}

static bool note_null(const struct problem *problem, const struct outcome *outcome, int direction,
                      dp_fit_result *result) {
    struct change change = change_of(problem, outcome, direction);
    struct line line = {.length = 0};
    for (int k = 0; k < change.count; k++)
        add(&line, "%s%s", joint(k, change.count),
            problem->def->parameters[change.parameter[k]].name);
    add(&line, " cannot %sbe found from ",
        change.count == 1   ? ""
        : change.count == 2 ? "both "
                            : "all ");
    add_targets(&line, problem, result);
    if (change.count == 1) {
        add(&line, ": no value between its bounds changes anything");
    } else {
        add(&line, ": ");
        add_change(&line, problem, &change);
        add(&line, " changes nothing");
    }
    const char *missing = problem->def->missing;
    if (missing != NULL)
        add(&line, "; add %s as a target, or fix %s", missing,
            change.count == 1 ? "it" : "one of them");
    else
        add(&line, "; fix %s, or measure something else as well",
            change.count == 1 ? "it" : "one of them");
    return fit_note(&result->notes, &result->note_count, "%s", line.text);
}

// --- one parameter -------------------------------------------------------------------------------

static bool note_parameter(const struct problem *problem, const struct outcome *outcome, int j,
                           dp_fit_result *result) {
    const dp_fit_parameter *it = &problem->def->parameters[j];
    const dp_fit_estimate *known = &result->parameters[j];
    char text[WORD_MAX];
    bool is_fine = true;
    if (has(outcome->valley.analysis.is_unknown, j)) return true;  // said already
    if (!known->is_identifiable && result->estimated > 0)
        is_fine = fit_note(&result->notes, &result->note_count,
                           "%s cannot be found from these data: sigma is estimated from residuals "
                           "of %.3g (rms), and with it no value between the bounds is excluded",
                           it->name, result->rms);
    else if (!known->is_identifiable)
        is_fine = fit_note(&result->notes, &result->note_count,
                           "%s cannot be found from these data: every value between its bounds "
                           "agrees with them",
                           it->name);
    if (known->at_bound)
        is_fine =
            is_fine &&
            fit_note(&result->notes, &result->note_count,
                     "%s is at its %s bound, %s: the fit would be better beyond it", it->name,
                     known->value <= it->low ? "lower" : "upper", quantity(it, known->value, text));
    for (int side = 0; side < 2; side++) {
        if (!outcome->ends[2 * j + side].is_wall) continue;
        is_fine = is_fine && fit_note(&result->notes, &result->note_count,
                                      "the model fails with %s %s %s: that end of its interval is "
                                      "no limit that the data set",
                                      it->name, side == 0 ? "below" : "above",
                                      quantity(it, side == 0 ? known->low : known->high, text));
    }
    return is_fine;
}

static bool note_correlations(const struct problem *problem, dp_fit_result *result) {
    for (int j = 0; j < problem->count; j++) {
        for (int k = j + 1; k < problem->count; k++) {
            if (!(fabs(result->correlation[j][k]) > 0.99)) continue;
            if (!fit_note(&result->notes, &result->note_count,
                          "%s and %s are known little better than in combination: their "
                          "correlation is %.4f",
                          problem->def->parameters[j].name, problem->def->parameters[k].name,
                          result->correlation[j][k]))
                return false;
        }
    }
    return true;
}

// Minima of one chi2 are places of one plateau.
static bool is_plateau(const dp_fit_result *result, int a, int b) {
    double one = result->minima[a].chi2, other = result->minima[b].chi2;
    return fabs(one - other) <= 1e-3 * fmax(1.0, fmax(one, other));
}

// "yield 19.9 MPa and psi 10", or of several "yield 19.9 MPa to 1e+13 Pa".
static void add_minima(struct line *line, const struct problem *problem,
                       const dp_fit_result *result, int first, int end) {
    for (int j = 0; j < problem->count; j++) {
        const dp_fit_parameter *it = &problem->def->parameters[j];
        char text[WORD_MAX], other[WORD_MAX];
        double low = INFINITY, high = -INFINITY;
        for (int m = first; m < end; m++) {
            low = fmin(low, result->minima[m].values[j]);
            high = fmax(high, result->minima[m].values[j]);
        }
        add(line, "%s%s %s", joint(j, problem->count), it->name, quantity(it, low, text));
        if (strcmp(text, quantity(it, high, other)) != 0) add(line, " to %s", other);
    }
}

static bool note_minima(const struct problem *problem, dp_fit_result *result) {
    bool has_found = false;
    for (int j = 0; j < problem->count; j++)
        has_found = has_found || result->parameters[j].is_identifiable;
    if (!has_found) return true;  // every value has been said to be possible
    for (int m = 0, end; m < result->minimum_count; m = end) {
        struct line line = {.length = 0};
        for (end = m + 1; end < result->minimum_count && is_plateau(result, m, end);)
            end++;
        bool is_one = end == m + 1, is_near = result->minima[m].chi2 < result->lowest + 1.0;
        add_minima(&line, problem, result, m, end);
        if (!fit_note(&result->notes, &result->note_count,
                      "%s %s: %s, with chi2 %.4g instead of %.4g",
                      is_one ? "another minimum is" : "other minima are",
                      is_near ? "nearly as good" : "within the limit of 3.84 above the best",
                      line.text, result->minima[m].chi2, result->lowest))
            return false;
    }
    return true;
}

// --- the fit as a whole --------------------------------------------------------------------------

// Does the model meet a target to rounding?
static bool is_exact(const struct problem *problem, const dp_fit_result *result, int target) {
    const dp_fit_def *def = problem->def;
    double largest = 0.0, sigma = result->targets[target].sigma;
    for (size_t i = 0; i < problem->cells; i++) {
        if (def->cells[i].target == target) largest = fmax(largest, fabs(def->cells[i].measured));
    }
    return sigma <= least_sigma(largest);
}

// Residuals that are far below their errors make no interval too narrow.
static bool is_far_below(const struct problem *problem, const dp_fit_result *result, int target) {
    const dp_fit_target *it = &result->targets[target];
    const double share = 0.1;
    return isnan(it->chi2) ? is_exact(problem, result, target)
                           : it->chi2 < share * share * (double)it->points;
}

static bool note_quality(const struct problem *problem, const struct outcome *outcome,
                         dp_fit_result *result) {
    bool is_fine = true;
    if (result->p_value < 0.001)
        is_fine = fit_note(&result->notes, &result->note_count,
                           "the law does not describe these data within the given sigma: chi2 is "
                           "%.4g for %d degree%s of freedom (p = %.2g); intervals are too narrow",
                           result->chi2, result->dof, result->dof == 1 ? "" : "s", result->p_value);
    if (!outcome->is_settled)
        is_fine = is_fine && fit_note(&result->notes, &result->note_count,
                                      "the estimated sigmas did not settle: give one of them");
    if (!outcome->valley.lowest.converged)
        is_fine =
            is_fine &&
            fit_note(&result->notes, &result->note_count,
                     "the search did not converge in %ld iterations%s", result->iterations,
                     outcome->valley.lowest.corners != 0 ? ": the model has a corner here" : "");
    for (int k = 0; problem->def->is_series && k < result->target_count; k++) {
        double rho = result->targets[k].neighbours;
        if (!(rho > 0.3) || is_far_below(problem, result, k)) continue;
        is_fine = is_fine &&
                  fit_note(&result->notes, &result->note_count,
                           "neighbouring residuals of %s are correlated (%.2f): intervals are too "
                           "narrow by a factor of about %.2g",
                           problem->def->target_names[k], rho, sqrt((1.0 + rho) / (1.0 - rho)));
    }
    return is_fine;
}

// Measured values that a model meets to rounding say nothing about their errors.
static bool note_exact(const struct problem *problem, dp_fit_result *result) {
    const dp_fit_def *def = problem->def;
    for (int k = 0; k < def->target_count; k++) {
        double sigma = result->targets[k].sigma;
        if (!is_exact(problem, result, k)) continue;
        if (!fit_note(&result->notes, &result->note_count,
                      "the residuals of %s vanish: no error can be estimated from them, and the "
                      "intervals rest on %.2g; give sigma",
                      def->target_names[k], sigma))
            return false;
    }
    return true;
}

bool write_notes(const struct problem *problem, const struct outcome *outcome,
                 dp_fit_result *result) {
    int p = problem->count;
    for (int k = p - result->null_count; k < p; k++) {
        if (!note_null(problem, outcome, k, result)) return false;
    }
    for (int j = 0; j < p; j++) {
        if (!note_parameter(problem, outcome, j, result)) return false;
    }
    return note_correlations(problem, result) && note_minima(problem, result) &&
           note_exact(problem, result) && note_quality(problem, outcome, result);
}
