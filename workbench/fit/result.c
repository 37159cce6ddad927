// The fit as JSON with the keys of docs/fit.md, its points as a table, and its sentences.

#include "fit/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/quantity.h"
#include "base/words.h"
#include "fit/curve.h"
#include "fit/headings.h"
#include "fit/pictures.h"
#include "fit/predict.h"
#include "fit/repeats.h"
#include "fit/trend.h"
#include "journal/journal.h"
#include "result/result.h"
#include "scenario/override.h"
#include "study/contact_law.h"
#include "study/sweep.h"

static const char *unit_text(const char *unit) {
    return unit[0] != '\0' ? unit : "1";
}

// A message as the run in one piece says it: whoever merges the parts of a study may have the
// scenario under another name.
enum { SAID_MAX = 1200 };

static const char *said(const struct scenario *s, const char *text, char room[SAID_MAX]) {
    const char *file = s->reader.file;
    const char *called = s->reader.journal != NULL ? s->reader.journal->file : file;
    const char *at = file[0] != '\0' ? strstr(text, file) : NULL;
    if (at == NULL || strcmp(file, called) == 0) return text;
    snprintf(room, SAID_MAX, "%.*s%s%s", (int)(at - text), text, called, at + strlen(file));
    return room;
}

// --- one law -------------------------------------------------------------------------------------

static json_t *parameter_json(const struct fit_parameter *p, const dp_fit_estimate *e) {
    json_t *open = json_array();
    if (e->open_low) json_push(open, json_string("low"));
    if (e->open_high) json_push(open, json_string("high"));
    json_t *object = json_object();
    json_put(object, "path", json_string(p->path));
    json_put(object, "value", json_finite(e->value));
    json_put(object, "unit", json_string(unit_text(p->unit)));
    json_put(object, "low", json_finite(e->low));
    json_put(object, "high", json_finite(e->high));
    json_put(object, "stderr", json_finite(e->standard_error));
    json_put(object, "at_bound", json_boolean(e->at_bound));
    json_put(object, "open", open);
    json_put(object, "identifiable", json_boolean(e->is_identifiable));
    return object;
}

static json_t *numbers_json(const double *values, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_push(array, json_finite(values[i]));
    return array;
}

static json_t *matrix_json(const dp_fit_result *r) {
    json_t *array = json_array();
    for (int i = 0; i < r->parameter_count; i++)
        json_push(array, numbers_json(r->correlation[i], r->parameter_count));
    return array;
}

static json_t *texts_json(char *const *texts, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_push(array, json_string(texts[i]));
    return array;
}

static json_t *minima_json(const dp_fit_result *r) {
    json_t *array = json_array();
    for (int i = 0; i < r->minimum_count; i++) {
        json_t *object = json_object();
        json_put(object, "chi2", json_finite(r->minima[i].chi2));
        json_put(object, "values", numbers_json(r->minima[i].values, r->parameter_count));
        json_push(array, object);
    }
    return array;
}

static void put_targets(json_t *object, const struct fit *fit, const dp_fit_result *r) {
    json_t *sigma = json_object(), *rms = json_object();
    for (int i = 0; i < r->target_count; i++) {
        const char *name = fit->target[i].column.name;
        if (!isnan(r->targets[i].sigma)) json_put(sigma, name, json_finite(r->targets[i].sigma));
        json_put(rms, name, json_finite(r->targets[i].rms));
    }
    json_put(object, "sigma", sigma);
    json_put(object, "rms_by", rms);
}

static json_t *test_json(const struct lack_of_fit *lack) {
    if (!lack->is_known) return json_null();
    json_t *object = json_object(), *dof = json_array();
    json_push(dof, json_integer(lack->above));
    json_push(dof, json_integer(lack->below));
    json_put(object, "f", json_finite(lack->f));
    json_put(object, "dof", dof);
    json_put(object, "p_value", json_finite(lack->p_value));
    return object;
}

// Of one target with the scatter of its repeated rows; of several with a test of each.
static json_t *lack_json(const struct fit *fit, const struct fitted *f) {
    struct lack_of_fit lack[FIT_TARGETS_MAX + 1];
    find_lack_of_fit(fit, f, lack);
    json_t *object = test_json(&lack[0]), *by = json_object();
    for (int i = 1; i <= fit->target_count && fit->target_count > 1; i++) {
        json_t *one = test_json(&lack[i]);
        if (lack[i].is_known) json_put(one, "scatter", json_finite(lack[i].scatter));
        json_put(by, fit->target[i - 1].column.name, one);
    }
    if (lack[0].is_known && fit->target_count == 1)
        json_put(object, "scatter", json_finite(lack[1].scatter));
    if (lack[0].is_known && fit->target_count > 1)
        json_put(object, "by", by);
    else
        json_decref(by);
    return object;
}

static json_t *fitted_json(const struct scenario *s, const struct fitted *f, double delta,
                           double weight) {
    const struct fit *fit = s->fit;
    char room[SAID_MAX];
    const dp_fit_result *r = &f->result;
    json_t *object = json_object(), *parameters = json_array();
    if (f->c->law != NULL) json_put(object, "law", json_string(f->c->law->name));
    if (f->status != DP_OK) {
        json_put(object, "converged", json_false());
        json_put(object, "message", json_text(said(s, f->err.text, room)));
        return object;
    }
    for (int i = 0; i < r->parameter_count; i++)
        json_push(parameters, parameter_json(&f->c->parameter[i], &r->parameters[i]));
    json_put(object, "parameters", parameters);
    json_put(object, "rms", json_finite(r->rms));
    json_put(object, "chi2", json_finite(r->chi2));
    json_put(object, "dof", json_integer(r->dof));
    json_put(object, "p_value", json_finite(r->p_value));
    json_put(object, "lack_of_fit", lack_json(fit, f));
    json_put(object, "aicc", json_finite(r->aicc));
    json_put(object, "aic", json_finite(r->aic));
    json_put(object, "delta", json_finite(delta));
    json_put(object, "weight", json_finite(weight));
    json_put(object, "correlation", matrix_json(r));
    json_put(object, "converged", json_boolean(r->converged));
    json_put(object, "identifiable", json_boolean(r->identifiable));
    json_put(object, "singular_values", numbers_json(r->singular_values, r->parameter_count));
    json_put(object, "minima", minima_json(r));
    put_targets(object, fit, r);
    json_put(object, "evaluations", json_integer(r->evaluations * fit_runs(fit)));
    json_put(object, "notes", texts_json(r->notes, r->note_count));
    return object;
}

// --- what can be pasted --------------------------------------------------------------------------

static json_t *node_json(const struct node *node) {
    json_t *value;
    char *end;
    if (node->kind == NODE_SCALAR) {
        double number = strtod(node->text, &end);
        bool is_number = end != node->text && *end == '\0' && isfinite(number);
        return is_number ? json_real(number) : json_string(node->text);
    }
    value = node->kind == NODE_MAP ? json_object() : json_array();
    for (const struct node *child = node->first; child != NULL; child = child->next) {
        if (node->kind == NODE_MAP)
            json_put(value, child->key, node_json(child));
        else
            json_push(value, node_json(child));
    }
    return value;
}

// Put a number at a dotted path; a map on the way is there or made.
static void put_at(json_t *map, const char *path, double value) {
    char part[PATH_PART_MAX];
    while (path_part(path, part) && path[strlen(part)] == '.') {
        json_t *below = json_object_get(map, part);
        if (!json_is_object(below)) {
            below = json_object();
            json_put(map, part, below);
        }
        map = below;
        path += strlen(part) + 1;
    }
    json_put(map, path, json_real(value));
}

// The contact of the best fit with its numbers in it; NULL: there is none, or several.
static json_t *contact_json(const struct fit *fit, const struct fitted *f) {
    const struct node *node = f->c->root;
    if (fit->at == NULL || fit_found_nothing(&f->result)) return NULL;
    node = node_at_path(node, fit->at);
    if (node == NULL || node->kind != NODE_MAP) return NULL;
    json_t *contact = node_json(node);
    size_t length = strlen(fit->at);
    for (int i = 0; i < f->result.parameter_count; i++) {
        const char *path = f->c->parameter[i].path;
        if (strncmp(path, fit->at, length) == 0 && path[length] == '.')
            put_at(contact, path + length + 1, f->result.parameters[i].value);
    }
    return contact;
}

static json_t *set_json(const struct fitted *f) {
    json_t *array = json_array();
    if (fit_found_nothing(&f->result)) return array;
    for (int i = 0; i < f->result.parameter_count - (f->c->has_shift ? 1 : 0); i++) {
        char number[DP_NUMBER_MAX];
        dp_number_text(f->result.parameters[i].value, number);
        json_push(array, json_sprintf("%s=%s", f->c->parameter[i].path, number));
    }
    return array;
}

// --- points --------------------------------------------------------------------------------------

static json_t *points_json(const struct fit *fit, const struct fitted *f) {
    json_t *array = json_array();
    long cell = 0;
    for (long row = 0; row < fit->rows; row++) {
        json_t *point = json_object(), *inputs = json_object(), *measured = json_object();
        json_t *values = json_object(), *residual = json_object();
        for (int i = 0; i < fit->input_count; i++)
            json_put(inputs, fit->input[i].name, json_real(fit->input[i].value[row]));
        for (; cell < f->model.cell_count && f->model.cell_row[cell] == row; cell++) {
            const char *name = fit->target[f->model.cell_target[cell]].column.name;
            json_put(measured, name, json_real(f->model.cells[cell].measured));
            json_put(values, name, json_finite(f->result.fitted[cell]));
            json_put(residual, name, json_finite(f->result.residual[cell]));
        }
        json_put(point, "inputs", inputs);
        json_put(point, "measured", measured);
        json_put(point, "fitted", values);
        json_put(point, "residual", residual);
        json_push(array, point);
    }
    return array;
}

// --- sentences -----------------------------------------------------------------------------------

// Of the data, from 1: rows without an input are left out.
static long row_number(const struct fit *fit, long row) {
    return (fit->source != NULL ? fit->source[row] : row) + 1;
}

// Notes of given values; false: there are none.
static bool pass_on_input(const struct outcome *one, struct outcome *outcome) {
    bool is_any = false;
    for (int i = 0; i < one->note_count; i++) {
        if (!one->is_of_input[i]) continue;
        add_note(outcome, "%s", one->note[i]);
        is_any = true;
    }
    return is_any;
}

// Notes of the rows of the best fit, such as a bound of its law that is broken: the first row that
// has each speaks for all.
static void tell_validity(const struct scenario *s, const struct fitted *f,
                          struct outcome *outcome) {
    const struct fit *fit = s->fit;
    double theta[FIT_FREE_MAX + 1];
    long broken = 0, worst = 0;
    bool has_input = false;
    double excess = -1.0;
    char text[sizeof outcome->note[0]] = "", room[SAID_MAX];
    for (int i = 0; i < f->result.parameter_count; i++)
        theta[i] = f->result.parameters[i].value;
    for (long row = 0; row < fit_runs(fit); row++) {
        struct outcome one;
        dp_diagnostic diagnostic;
        if (model_run_row(&f->model, row, theta, &one, &diagnostic) != DP_RUN_DONE) {
            add_note(outcome, "Row %ld cannot be run with the fitted values: %.400s",
                     row_number(fit, row), said(s, diagnostic.text, room));
            return;
        }
        bool is_broken = false;
        if (!has_input) has_input = pass_on_input(&one, outcome);
        for (int i = 0; i < DP_BOUND_COUNT; i++) {
            if (one.broken[i].note == 0) continue;
            is_broken = true;
            if (one.broken[i].excess <= excess) continue;
            excess = one.broken[i].excess;
            worst = row;
            snprintf(text, sizeof text, "%s", one.note[one.broken[i].note - 1]);
        }
        broken += is_broken;
        outcome_free(&one);
    }
    if (broken > 0 && fit->is_curve)
        add_note(outcome, "With the fitted values a bound of the law is broken: %.400s", text);
    else if (broken > 0)
        add_note(outcome,
                 "With the fitted values %ld of %ld rows break a bound of the law; the worst is "
                 "row %ld: %.400s",
                 broken, fit->rows, row_number(fit, worst), text);
}

static void tell_skipped(const struct scenario *s, struct outcome *outcome) {
    const struct fit *fit = s->fit;
    char names[400] = "", room[SAID_MAX];
    if (fit->skipped_count == 0) return;
    for (int i = 0; i < fit->skipped_count; i++) {
        if (i > 0) text_append(names, sizeof names, ", ");
        text_append(names, sizeof names, fit->skipped[i].law);
    }
    add_note(outcome, "%d law%s not tried: %s. The first, %s: %.150s", fit->skipped_count,
             fit->skipped_count == 1 ? " was" : "s were", names, fit->skipped[0].law,
             said(s, fit->skipped[0].reason, room));
}

// Data are data, but a restitution in percent is a slip.
static void tell_impossible(const struct fit *fit, struct outcome *outcome) {
    for (int i = 0; i < fit->target_count && !fit->is_curve; i++) {
        const struct fit_column *column = &fit->target[i].column;
        for (long row = 0; row < fit->rows; row++) {
            bool is_high = column->value[row] > 1.0, is_low = column->value[row] < 0.0;
            if (strcmp(column->path, "restitution") != 0 || !(is_high || is_low)) continue;
            add_note(outcome, "Row %ld has a restitution of %g, and no contact gives %s.",
                     row_number(fit, row), column->value[row],
                     is_high ? "more than 1" : "less than 0");
            return;
        }
    }
}

// Friction acts on an impact by its angle: which angles tell a parameter.
static void tell_friction(const struct fitted *best, struct outcome *outcome) {
    for (int i = 0; i < best->result.parameter_count; i++) {
        const char *path = best->c->parameter[i].path;
        const char *word = strstr(path, ".friction.");
        if (word == NULL || best->result.parameters[i].is_identifiable) continue;
        word += strlen(".friction.");
        bool is_compliance = strcmp(word, "stiffness_ratio") == 0 || strcmp(word, "damping") == 0;
        bool is_limit = strncmp(word, "mu", 2) == 0;
        if (is_compliance)
            add_note(outcome,
                     "%s acts where the surfaces stick for a part of the contact, and not where "
                     "they slide throughout: measure at smaller angles as well.",
                     word);
        else if (is_limit)
            add_note(outcome,
                     "%s acts where the surfaces slide, and not where they stick: measure at "
                     "larger angles as well.",
                     word);
    }
}

static const char *law_word(const struct fitted *f) {
    return f->c->law != NULL ? f->c->law->name : "the law";
}

// Repeated rows say how large the errors are, whatever the law.
static void tell_lack(const struct fit *fit, const struct fitted *best, struct outcome *outcome) {
    const double significant = 0.01;
    struct lack_of_fit all[FIT_TARGETS_MAX + 1];
    const struct lack_of_fit *lack = NULL;  // the worst target
    find_lack_of_fit(fit, best, all);
    for (int i = 1; i <= fit->target_count; i++) {
        bool is_worse = lack == NULL || all[i].p_value < lack->p_value ||
                        (all[i].p_value == lack->p_value && all[i].f > lack->f);
        if (all[i].is_known && is_worse) lack = &all[i];
    }
    if (lack == NULL) return;
    bool is_found = lack->p_value * fit->target_count < significant ||
                    (all[0].is_known && all[0].p_value < significant);
    if (!is_found) return;
    const struct fit_column *column = &fit->target[lack->target].column;
    const char *space = column->unit[0] != '\0' ? " " : "";
    add_note(outcome,
             "%s does not describe these data: repeated rows of %s scatter by %.3g%s%s among "
             "themselves, but lie %.3g%s%s (rms) from the law (lack of fit: F = %.3g for %d and %d "
             "degrees of freedom, p = %.2g). The law is wrong, or the rows differ in more than the "
             "inputs; intervals are too narrow.",
             law_word(best), column->name, lack->scatter, space, column->unit,
             best->result.targets[lack->target].rms, space, column->unit, lack->f, lack->above,
             lack->below, lack->p_value);
}

// Is the least sigma of a target larger than its largest value?
static bool is_swamped(const struct fit *fit, int at, double *least, double *most) {
    const struct fit_measured *target = &fit->target[at];
    *least = INFINITY;
    *most = 0.0;
    for (long row = 0; row < fit->rows; row++) {
        if (isnan(target->column.value[row])) continue;
        *least = fmin(*least, target->sigma[row]);
        *most = fmax(*most, fabs(target->column.value[row]));
    }
    return *least > *most && isfinite(*least) && *most != 0.0;
}

// A sigma in another unit than what it belongs to.
static void tell_sigma(const struct fit *fit, struct outcome *outcome) {
    for (int i = 0; i < fit->target_count; i++) {
        const struct fit_column *column = &fit->target[i].column;
        const struct fit_heading *heading = fit_heading_find(fit, column->name);
        double least, most;
        if (!is_swamped(fit, i, &least, &most)) continue;
        const char *space = column->unit[0] != '\0' ? " " : "";
        bool has_unit = heading != NULL && heading->unit[0] != '\0';
        add_note(outcome,
                 "sigma %.4g%s%s of %s is larger than every value (at most %.4g%s%s), so nothing "
                 "can be learnt from them; is its unit [%s]?",
                 least, space, column->unit, column->name, most, space, column->unit,
                 has_unit                  ? heading->unit
                 : column->unit[0] == '\0' ? "%"
                                           : column->unit);
    }
}

// A column of sigma without unit beside a heading with one is read in SI.
static void tell_bare_sigma(const struct fit *fit, struct outcome *outcome) {
    const struct fit_target *given = fit->block.targets.items;
    for (int i = 0; i < fit->target_count && !fit->is_curve; i++) {
        const struct node *sigma = given[i].sigma;
        const char *name = fit->target[i].column.name;
        const struct fit_heading *value = fit_heading_find(fit, name);
        const struct fit_heading *error =
            sigma != NULL && sigma->kind == NODE_SCALAR ? fit_heading_find(fit, sigma->text) : NULL;
        double least, most;
        bool is_percent = value != NULL && strcmp(value->unit, "%") == 0;
        if (!is_percent || error == NULL || error->unit[0] != '\0') continue;
        if (is_swamped(fit, i, &least, &most)) continue;  // said already
        add_note(outcome,
                 "column %s has no unit: 0.02 in it is 2 %%. Where it is in percent as %s is, its "
                 "heading is %s [%%].",
                 error->name, name, error->name);
    }
}

// A length or mass of the scenario; NaN: it is not there.
static double value_of(const struct scenario *s, const char *path, const char *unit) {
    const struct node *node = node_at_path(s->reader.tree.root, path);
    double value = NAN;
    if (node == NULL || node->kind != NODE_SCALAR ||
        dp_quantity_read(path, node->text, unit, &value, NULL) != DP_OK)
        return NAN;
    return value;
}

// What the air does to the speeds of a sphere, exactly for a constant drag coefficient: with
// x = air * drag * area * height / mass the square of the speed is lower by (1 - exp(-x))/x.
static void tell_drag(const struct scenario *s, double fall, struct outcome *outcome) {
    const double air = 1.2, drag = 0.47, worth_saying = 0.01;  // [kg/m^3], of a sphere
    double mass = value_of(s, "impact.bodies.0.mass", "kg");
    double radius = value_of(s, "impact.contact.radius", "m");
    if (isnan(radius)) radius = value_of(s, "impact.bodies.0.radius", "m");
    double x = air * drag * acos(-1.0) * radius * radius * fall / mass;
    double loss = 1.0 - sqrt(-expm1(-x) / x);
    if (!(loss > worth_saying)) return;
    add_note(outcome,
             "Air slows a smooth ball of %.3g kg and radius %.3g m: after a fall of %.3g m its "
             "speed is lower than stated by about %.2g %%, and its restitution higher than stated "
             "by up to twice that. Drop it from lower, or give columns speed and restitution.",
             mass, radius, fall, 100.0 * loss);
}

static void tell_heights(const struct scenario *s, struct outcome *outcome) {
    const struct fit *fit = s->fit;
    double fall = 0.0;
    for (int i = 0; i < fit->input_count; i++) {
        for (long row = 0; row < fit->rows && fit_speed_from_drop(fit, i); row++)
            fall = fmax(fall, fit_drop_of_speed(fit->input[i].value[row]));
    }
    const struct fit_heading *rebound = fit_heading_find(fit, "rebound");
    bool rises = rebound != NULL && rebound->is_used;
    add_fact(outcome,
             "Heights: %s%s%s, with g = 9.81 m/s^2 and without drag. %s between the body and the "
             "floor.",
             fall > 0.0 ? "speed = sqrt(2 g drop)" : "", fall > 0.0 && rises ? " and " : "",
             rises ? "restitution = sqrt(rebound/drop)" : "",
             rises ? "Both heights are gaps" : "The height is the gap");
    tell_drag(s, fall, outcome);
}

// A measured drop height is the gap below a ball, bounce.height that of its centre.
static void tell_height_of_centre(const struct scenario *s, struct outcome *outcome) {
    const struct fit *fit = s->fit;
    double radius = value_of(s, "bounce.body.radius", "m");
    for (int i = 0; i < fit->input_count; i++) {
        if (strcmp(fit->input[i].path, "bounce.height") != 0 || !(radius > 0.0)) continue;
        add_note(outcome,
                 "bounce.height is the height of the centre, so with column %s the body falls %.4g "
                 "m (its radius) less than the column says. Where the column is the gap below the "
                 "body, as measured with a rule, take bounce.drop, and rebounds in place of "
                 "apexes.",
                 fit->input[i].name, radius);
    }
}

void fit_tell_table(const struct scenario *s, struct outcome *outcome) {
    const struct fit *fit = s->fit;
    if (fit->falls) tell_heights(s, outcome);
    tell_height_of_centre(s, outcome);
    tell_bare_sigma(fit, outcome);
    if (fit->empty[0] != '\0') add_note(outcome, "Rows left out: %s.", fit->empty);
    fit_tell_headings(fit, outcome);
    tell_skipped(s, outcome);
    if (fit->bare[0] != '\0') add_note(outcome, "In the data, %s.", fit->bare);
}

static void tell_notes(const struct scenario *s, const struct fitted *best,
                       const dp_fit_ranking *ranking, struct outcome *outcome) {
    const struct fit *fit = s->fit;
    if (fit->case_count > 1) {
        for (int i = 0; i < ranking->note_count; i++)
            add_note(outcome, "%s", ranking->notes[i]);
    }
    for (int i = 0; i < best->result.note_count; i++) {
        if (best->c->law != NULL)
            add_note(outcome, "%s: %s", best->c->law->name, best->result.notes[i]);
        else
            add_note(outcome, "%s", best->result.notes[i]);
    }
    if (fit->is_curve) curve_tell(best, outcome);
    if (fit_found_nothing(&best->result))
        add_note(outcome, "Nothing was found, so no contact is offered.");
    if (strcmp(s->reader.kind->name, "impact") == 0) tell_friction(best, outcome);
    tell_trend(fit, best, outcome);
    tell_lack(fit, best, outcome);
    tell_sigma(fit, outcome);
    tell_validity(s, best, outcome);
    if (!fit->is_group) fit_tell_table(s, outcome);
    if (fit->input_count == 0 && fit->rows > 1 && !fit->is_curve)
        add_note(outcome, "No inputs are given: all %ld rows are compared with the same run.",
                 fit->rows);
    tell_impossible(fit, outcome);
}

// How close the best law comes, and how far behind the next one is. A law that gives the same curve
// is not the next one.
static void tell_quality(const struct fit *fit, const struct fitted *fitted,
                         const dp_fit_ranking *ranking, struct outcome *outcome) {
    const double same_curve = 1e-4;  // of AICc
    const dp_fit_result *r = &fitted[ranking->order[0]].result;
    for (int i = 0; i < r->target_count; i++) {
        const struct fit_column *column = &fit->target[i].column;
        add_headline_of(outcome, r->targets[i].rms, column->unit,
                        r->target_count > 1 ? "rms of %.60s" : "rms", column->name);
    }
    for (int i = 1; i < fit->case_count; i++) {
        int at = ranking->order[i];
        if (!(ranking->delta[at] > same_curve)) continue;
        add_headline_of(outcome, ranking->delta[at], "", "runner-up %s, %s above the best",
                        fitted[at].c->law->name, isnan(r->aicc) ? "AIC" : "AICc");
        return;
    }
}

static void tell_headlines(const struct fit *fit, const struct fitted *fitted,
                           const dp_fit_ranking *ranking, struct outcome *outcome) {
    const struct fitted *best = &fitted[ranking->order[0]];
    const dp_fit_result *r = &best->result;
    add_headline_part(outcome, "%s", best->c->law != NULL ? best->c->law->name : "the fit");
    for (int i = 0; i < r->parameter_count; i++) {
        const struct fit_parameter *p = &best->c->parameter[i];
        const dp_fit_estimate *e = &r->parameters[i];
        add_headline_of(outcome, e->value, p->unit, "%s", best->parameter[i].name);
        add_headline_of(outcome, e->low, p->unit, "%s%s, lower end", best->parameter[i].name,
                        e->open_low ? " (open)" : "");
        add_headline_of(outcome, e->high, p->unit, "%s%s, upper end", best->parameter[i].name,
                        e->open_high ? " (open)" : "");
    }
    tell_quality(fit, fitted, ranking, outcome);
    add_headline(outcome, "chi2", r->chi2, "");
    // without sigma there is no chi2 to compare them with
    if (!isnan(r->chi2)) add_headline(outcome, "degrees of freedom", (double)r->dof, "");
    add_headline(outcome, "chance of a larger chi2", r->p_value, "");
}

// --- the whole -----------------------------------------------------------------------------------

static json_t *skipped_json(const struct scenario *s) {
    const struct fit *fit = s->fit;
    char room[SAID_MAX];
    json_t *array = json_array();
    for (int i = 0; i < fit->skipped_count; i++) {
        json_t *object = json_object();
        json_put(object, "law", json_string(fit->skipped[i].law));
        json_put(object, "reason", json_text(said(s, fit->skipped[i].reason, room)));
        json_push(array, object);
    }
    return array;
}

void fit_tell(const struct scenario *s, struct fitted *fitted, const dp_fit_ranking *ranking,
              int rows, struct outcome *outcome, dp_diagnostic *diagnostic) {
    const struct fit *fit = s->fit;
    struct fitted *best = &fitted[ranking->order[0]];
    json_t *summary = outcome->summary, *fits = json_array(), *contact;
    snprintf(outcome->kind, sizeof outcome->kind, "%s", s->reader.kind->name);
    scenario_title(s, outcome->title, sizeof outcome->title);
    json_put(summary, "kind", json_string(outcome->kind));
    json_put(summary, "title", json_string(outcome->title));
    for (int i = 0; i < fit->case_count; i++) {
        int at = ranking->order[i];
        json_push(fits, fitted_json(s, &fitted[at], ranking->delta[at], ranking->weight[at]));
    }
    json_put(summary, "fits", fits);
    json_put(summary, "best", json_integer(0));
    contact = contact_json(fit, best);
    json_put(summary, "contact", contact != NULL ? contact : json_null());
    json_put(summary, "set", set_json(best));
    json_put(summary, "points", points_json(fit, best));
    json_put(summary, "skipped", skipped_json(s));
    tell_headlines(fit, fitted, ranking, outcome);
    tell_notes(s, best, ranking, outcome);
    bool is_done = fit_predict(s, fitted, ranking, outcome);
    put_notes(outcome);
    if (!is_done || !fit_draw(s, fitted, ranking, rows, outcome))
        report_system_error(diagnostic, "%.700s: out of memory", s->reader.file);
}
