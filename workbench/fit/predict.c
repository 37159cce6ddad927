// Predictions: results of runs with other inputs than the measured ones, from each law that the
// data do not exclude, and weighted over these laws.
//
// With one free parameter the interval of a result is its range over the profile interval of the
// parameter, which is the profile likelihood interval of the result. With several it is the delta
// method, value -+ sqrt(q g C g), with the slopes g of the result, the covariance C and the q of
// the parameters' intervals. The weighted interval adds the spread between laws: Burnham and
// Anderson, Model selection and multimodel inference (2002), eq. 4.9.

#include "fit/predict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/quantity.h"
#include "base/words.h"
#include "least_squares/statistics.h"
#include "result/result.h"
#include "scenario/override.h"
#include "study/contact_law.h"
#include "study/key.h"
#include "study/pick.h"

enum { RESULTS_MAX = 32, PLACES = 9, NAME_SIZE = 64 };

// Laws whose AICc is less than this above the best one are not excluded by the data.
static const double close_delta = 2.0;

bool fit_found_nothing(const dp_fit_result *result) {
    // a combination that the data tell is found
    bool is_nothing = result->parameter_count > 0 &&
                      (result->null_count == 0 || result->null_count == result->parameter_count);
    for (int i = 0; i < result->parameter_count; i++)
        is_nothing = is_nothing && !result->parameters[i].is_identifiable;
    return is_nothing;
}

// --- reading -------------------------------------------------------------------------------------

static bool read_place(struct scenario *s, const struct node *map, struct fit_predicted *place) {
    struct fit *fit = s->fit;
    struct reader *reader = &s->reader;
    struct word_list known = {.count = 0};
    int before = reader->count;
    char word[SHOWN_MAX], hint[WORDS_HINT_MAX];
    if (map->kind != NODE_MAP) {
        report_error(reader, map, "a prediction is %s; it must be a map of inputs",
                     node_kind_name(map));
        return false;
    }
    for (int i = 0; i < fit->input_count; i++) {
        const struct key key = key_of(reader, reader->tree.root, fit->input[i].path);
        const char *name = fit->input[i].name;
        const struct node *node = node_find(map, name);
        bool is_drop = node == NULL && fit_speed_from_drop(fit, i);
        dp_error err = {.text = ""};
        words_add(&known, name);
        if (is_drop) node = node_find(map, "drop");
        if (is_drop) words_add(&known, "drop");
        if (node == NULL)
            report_error(reader, map, "a prediction has no %s; it must have every input", name);
        else if (node->kind != NODE_SCALAR)
            report_error(reader, node, "%s is %s; it must be a number", name, node_kind_name(node));
        else if (is_drop
                     ? dp_quantity_read("drop", node->text, "m", &place->input[i], &err) != DP_OK
                     : key_read(&key, name, node->text, &place->input[i], &err) != DP_OK)
            report_error(reader, node, "%s", err.text);
        else if (is_drop && !(place->input[i] > 0.0))
            report_error(reader, node, "drop is %g m; it must be positive", place->input[i]);
        else if (is_drop)
            place->input[i] = fit_speed_of_drop(place->input[i]);
    }
    for (const struct node *node = map->first; node != NULL; node = node->next) {
        bool is_known = false;
        for (int i = 0; i < known.count; i++)
            is_known = is_known || strcmp(known.item[i], node->key) == 0;
        if (!is_known)
            report_error(reader, node, "'%s' is no input of the fit%s", shown(node->key, word),
                         words_hint(&known, node->key, hint));
    }
    return reader->count == before;
}

bool fit_read_predictions(struct scenario *s) {
    struct fit *fit = s->fit;
    const struct node *list = fit->block.predict;
    if (list == NULL) return true;
    if (list->kind != NODE_LIST || list->count > FIT_PREDICT_MAX) {
        report_error(&s->reader, list,
                     "predict is %s; it must be a list of at most %d maps: [{speed: 10 m/s}]",
                     list->kind == NODE_LIST ? "too long" : node_kind_name(list), FIT_PREDICT_MAX);
        return false;
    }
    for (int i = 0; i < fit->input_count && list->count > 0; i++) {
        // a prediction has the inputs beside its own keys
        static const char *const own[] = {"law",          "weight", "at",
                                          "extrapolates", "method", "message"};
        for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
            if (strcmp(fit->input[i].name, own[k]) != 0) continue;
            report_error(&s->reader, list,
                         "predictions have a key '%s' of their own, and so an input must not be "
                         "called that; rename the column",
                         own[k]);
            return false;
        }
    }
    for (const struct node *map = list->first; map != NULL; map = map->next) {
        struct fit_predicted *place = &fit->predict[fit->predict_count++];
        place->node = map;
        if (!read_place(s, map, place)) return false;
    }
    return true;
}

void fit_check_predictions(struct scenario *s) {
    const struct fit *fit = s->fit;
    for (int i = 0; i < fit->predict_count; i++) {
        dp_diagnostic diagnostic;
        struct scenario *variant =
            fit_variant_at(s, &fit->cases[0], fit->predict[i].input, NULL, &diagnostic);
        scenario_free(variant);
        if (variant != NULL) continue;
        report_error(&s->reader, fit->predict[i].node, "the scenario refuses this prediction: %s",
                     fit_without_place(diagnostic.text));
        return;
    }
}

// --- results of a run ----------------------------------------------------------------------------

struct result_name {
    char name[NAME_SIZE], unit[32];
};

// What is predicted: all numbers of the summary that the kind states, and the targets.
struct results {
    struct result_name item[RESULTS_MAX];
    int count;
};

struct interval {
    double value, low, high;  // NaN: not known
};

// A law at one place.
struct predicted {
    const struct fitted *fitted;
    double weight;
    bool is_run;
    struct interval of[RESULTS_MAX];
};

struct prediction {
    const struct scenario *s;
    const struct fit_predicted *place;
    struct results results;
};

static void add_result(struct results *results, const struct outcome *run, const char *name) {
    double value;
    if (results->count == RESULTS_MAX || strlen(name) >= NAME_SIZE) return;
    for (int i = 0; i < results->count; i++) {
        if (strcmp(results->item[i].name, name) == 0) return;
    }
    if (pick_number(run->summary, name, &value) != PICK_NUMBER) return;
    struct result_name *item = &results->item[results->count++];
    const char *unit = pick_unit(run->summary, run->units, name);
    snprintf(item->name, NAME_SIZE, "%s", name);
    snprintf(item->unit, sizeof item->unit, "%s", unit != NULL && unit[0] != '\0' ? unit : "1");
}

static void name_results(struct prediction *p, const struct outcome *run) {
    const struct fit *fit = p->s->fit;
    for (int i = 0; i < fit->target_count; i++)
        add_result(&p->results, run, fit->target[i].column.path);
    for (const struct column *c = p->s->reader.kind->results; c->name != NULL; c++) {
        bool is_number = c->type == COLUMN_NUMBER || c->type == COLUMN_OPTIONAL;
        bool is_given =
            strcmp(c->name, "approach_speed") == 0 || strcmp(c->name, "requested_restitution") == 0;
        if (is_number && !is_given) add_result(&p->results, run, c->name);
    }
}

// All results of a law with these parameters; false when it cannot be run.
static bool run_at(struct prediction *p, const struct fitted *f, const double *theta,
                   double value[RESULTS_MAX], char *reason, size_t size) {
    dp_diagnostic diagnostic;
    struct outcome run;
    struct scenario *variant = fit_variant_at(p->s, f->c, p->place->input, theta, &diagnostic);
    int status = DP_RUN_INPUT;
    if (variant != NULL) status = scenario_solve(variant, ROWS_NONE, &run, &diagnostic);
    scenario_free(variant);
    if (status != DP_RUN_DONE) {
        snprintf(reason, size, "%.*s", (int)strcspn(diagnostic.text, "\n"), diagnostic.text);
        return false;
    }
    if (p->results.count == 0) name_results(p, &run);
    for (int i = 0; i < p->results.count; i++) {
        if (pick_number(run.summary, p->results.item[i].name, &value[i]) != PICK_NUMBER)
            value[i] = NAN;
    }
    // a bound of the law that the fitted rows kept may break here
    reason[0] = '\0';
    for (int i = 0; i < DP_BOUND_COUNT && reason[0] == '\0'; i++) {
        if (run.broken[i].note > 0) snprintf(reason, size, "%s", run.note[run.broken[i].note - 1]);
    }
    outcome_free(&run);
    return true;
}

// --- intervals -----------------------------------------------------------------------------------

static double between(const struct fit_parameter *p, double low, double high, double share) {
    return p->is_log ? low * pow(high / low, share) : low + share * (high - low);
}

// One parameter: the range over its interval. An end that is open there is open here.
static void find_range(struct prediction *p, const struct fitted *f, struct predicted *out) {
    const dp_fit_estimate *e = &f->result.parameters[0];
    char reason[8];
    for (int k = 0; k < PLACES; k++) {
        double value[RESULTS_MAX];
        double share = (double)k / (PLACES - 1);
        double theta = k == 0            ? e->low
                       : k == PLACES - 1 ? e->high
                                         : between(&f->c->parameter[0], e->low, e->high, share);
        bool is_open = (k == 0 && e->open_low) || (k == PLACES - 1 && e->open_high);
        bool is_run = run_at(p, f, &theta, value, reason, sizeof reason);
        for (int i = 0; i < p->results.count; i++) {
            struct interval *of = &out->of[i];
            double at = is_run ? value[i] : NAN;
            if (isnan(at)) {
                of->low = of->high = NAN;
            } else if (is_open && at != of->value) {
                // no limit that the data set
                if (at < of->value) of->low = NAN;
                if (at > of->value) of->high = NAN;
            } else {
                if (at < of->low) of->low = at;
                if (at > of->high) of->high = at;
            }
        }
    }
}

// Slopes of all results by one parameter, by central differences, one-sided at a bound.
static bool find_slopes(struct prediction *p, const struct fitted *f, const double *theta,
                        int parameter, double slope[RESULTS_MAX]) {
    const struct fit_parameter *it = &f->c->parameter[parameter];
    double other[FIT_FREE_MAX + 1], below[RESULTS_MAX];
    char reason[8];
    memcpy(other, theta, sizeof other);
    double h = 1e-4 * fmax(fabs(theta[parameter]), 1e-3 * (it->high - it->low));
    double high = fmin(theta[parameter] + h, it->high), low = fmax(theta[parameter] - h, it->low);
    other[parameter] = high;
    if (!run_at(p, f, other, slope, reason, sizeof reason)) return false;
    other[parameter] = low;
    if (!run_at(p, f, other, below, reason, sizeof reason)) return false;
    for (int i = 0; i < p->results.count; i++)
        slope[i] = (slope[i] - below[i]) / (high - low);
    return true;
}

// Several parameters: the delta method.
static void find_spread(struct prediction *p, const struct fitted *f, const double *theta,
                        struct predicted *out) {
    const dp_fit_result *r = &f->result;
    double slope[FIT_FREE_MAX + 1][RESULTS_MAX];
    bool is_known = true;
    for (int j = 0; j < r->parameter_count && is_known; j++)
        is_known = find_slopes(p, f, theta, j, slope[j]);
    for (int i = 0; i < p->results.count; i++) {
        double sum = is_known ? 0.0 : NAN;
        for (int j = 0; j < r->parameter_count && is_known; j++) {
            // what does not depend on a parameter needs no error of it
            if (slope[j][i] == 0.0) continue;
            for (int k = 0; k < r->parameter_count; k++) {
                if (slope[k][i] == 0.0) continue;
                double shared = j == k ? 1.0 : r->correlation[j][k];
                sum += slope[j][i] * slope[k][i] * shared * r->parameters[j].standard_error *
                       r->parameters[k].standard_error;
            }
        }
        double half = sqrt((r->threshold - r->lowest) * (sum < 0.0 ? 0.0 : sum));
        out->of[i].low = out->of[i].value - half;
        out->of[i].high = out->of[i].value + half;
    }
}

static void predict(struct prediction *p, const struct fitted *f, struct predicted *out,
                    char *reason, size_t size) {
    double theta[FIT_FREE_MAX + 1] = {0.0}, value[RESULTS_MAX];
    for (int i = 0; i < f->result.parameter_count; i++)
        theta[i] = f->result.parameters[i].value;
    out->is_run = run_at(p, f, theta, value, reason, size);
    if (!out->is_run) return;
    for (int i = 0; i < p->results.count; i++)
        out->of[i] = (struct interval){value[i], value[i], value[i]};
    if (f->result.parameter_count == 1)
        find_range(p, f, out);
    else if (f->result.parameter_count > 1)
        find_spread(p, f, theta, out);
}

// Over all laws: the weighted mean, and half-widths that hold the errors of the laws and their
// distances from the mean.
static struct interval weigh(const struct predicted *law, int count, int result, double quantile) {
    double sum = 0.0, mean = 0.0, below = 0.0, above = 0.0;
    for (int k = 0; k < count; k++) {
        if (!law[k].is_run) continue;
        sum += law[k].weight;
        mean += law[k].weight * law[k].of[result].value;
    }
    if (!(sum > 0.0)) return (struct interval){NAN, NAN, NAN};
    mean /= sum;
    for (int k = 0; k < count; k++) {
        if (!law[k].is_run) continue;
        const struct interval *of = &law[k].of[result];
        double off = quantile * (of->value - mean), share = law[k].weight / sum;
        below += share * hypot(of->value - of->low, off);
        above += share * hypot(of->high - of->value, off);
    }
    return (struct interval){mean, mean - below, mean + above};
}

// --- JSON and notes ------------------------------------------------------------------------------

// Is a place beyond what was measured? Names the first input that is.
static bool is_beyond(const struct fit *fit, const struct fit_predicted *place, char *text,
                      size_t size) {
    text[0] = '\0';
    for (int i = 0; i < fit->input_count; i++) {
        double low = INFINITY, high = -INFINITY;
        for (long row = 0; row < fit->rows; row++) {
            bool is_measured = false;
            for (int k = 0; k < fit->target_count; k++)
                is_measured = is_measured || !isnan(fit->target[k].column.value[row]);
            if (!is_measured) continue;
            low = fmin(low, fit->input[i].value[row]);
            high = fmax(high, fit->input[i].value[row]);
        }
        if (place->input[i] >= low && place->input[i] <= high) continue;
        const char *space = fit->input[i].unit[0] != '\0' ? " " : "";
        text_print(text, size, "%s%s %.4g%s%s lies outside the measured %.4g to %.4g%s%s",
                   text[0] != '\0' ? ", " : "", fit->input[i].name, place->input[i], space,
                   fit->input[i].unit, low, high, space, fit->input[i].unit);
    }
    return text[0] != '\0';
}

static json_t *interval_json(const struct interval *of, const char *unit) {
    json_t *object = json_object();
    json_put(object, "value", json_finite(of->value));
    json_put(object, "low", json_finite(of->low));
    json_put(object, "high", json_finite(of->high));
    json_put(object, "unit", json_string(unit));
    return object;
}

// "speed 10 m/s"
static void place_text(const struct prediction *p, char *text, size_t size) {
    const struct fit *fit = p->s->fit;
    text[0] = '\0';
    for (int i = 0; i < fit->input_count; i++)
        text_print(text, size, "%s%s %.4g%s%s", i > 0 ? ", " : "", fit->input[i].name,
                   p->place->input[i], fit->input[i].unit[0] != '\0' ? " " : "",
                   fit->input[i].unit);
}

static json_t *begin_json(const struct prediction *p, const char *law, double weight) {
    const struct fit *fit = p->s->fit;
    char place[200];
    json_t *object = json_object();
    place_text(p, place, sizeof place);
    json_put(object, "law", law != NULL ? json_string(law) : json_null());
    json_put(object, "weight", json_finite(weight));
    json_put(object, "at", json_text(place));
    for (int i = 0; i < fit->input_count; i++)
        json_put(object, fit->input[i].name, json_real(p->place->input[i]));
    return object;
}

static const char *method_of(const dp_fit_result *r) {
    return r->parameter_count == 0 ? "none" : r->parameter_count == 1 ? "profile" : "delta";
}

// The name of a law, also where the scenario has it.
static const char *law_of(const struct fit *fit, const struct fitted *f) {
    if (f->c->law != NULL) return f->c->law->name;
    const struct node *name =
        fit->at != NULL ? node_find(node_at_path(f->c->root, fit->at), "law") : NULL;
    return name != NULL && name->kind == NODE_SCALAR ? name->text : "the scenario";
}

// Laws that describe the data alike may differ in what was not measured.
static void tell_spread(const struct prediction *p, const struct predicted *law, int count,
                        struct outcome *outcome) {
    const double worth_saying = 0.1;
    char place[200], text[400] = "";
    int said = 0, laws = 0;
    for (int k = 0; k < count; k++)
        laws += law[k].is_run;
    for (int i = 0; i < p->results.count; i++) {
        double low = INFINITY, high = -INFINITY;
        for (int k = 0; k < count; k++) {
            if (!law[k].is_run) continue;
            low = fmin(low, law[k].of[i].value);
            high = fmax(high, law[k].of[i].value);
        }
        double share = (high - low) / fmin(fabs(low), fabs(high));
        if (!(share > worth_saying) || !isfinite(share)) continue;
        text_print(text, sizeof text, "%s%s by %.0f %%", said++ > 0 ? ", " : "",
                   p->results.item[i].name, 100.0 * share);
    }
    place_text(p, place, sizeof place);
    if (said > 0)
        add_note(outcome,
                 "At %s the %d laws that these data do not tell apart differ in %s. Measure one of "
                 "these to decide.",
                 place, laws, text);
}

static void tell_method(const struct fit *fit, struct outcome *outcome) {
    add_fact(outcome,
             "Intervals of predictions (%g %%) are those of a law's value: profile likelihood for "
             "one free parameter, delta method for several. They hold the error of the parameters "
             "only; a new measurement scatters by its sigma besides. The weighted line adds the "
             "spread between laws.",
             100.0 * fit->block.confidence);
}

static void predict_place(struct prediction *p, const struct fitted *fitted,
                          const dp_fit_ranking *ranking, json_t *list, struct outcome *outcome) {
    const struct fit *fit = p->s->fit;
    struct predicted *law = calloc((size_t)fit->case_count + 1, sizeof *law);
    struct interval mean[RESULTS_MAX];
    char beyond[300], place[200], reason[400], worst[500] = "", unknown[300] = "";
    bool extrapolates = is_beyond(fit, p->place, beyond, sizeof beyond);
    int count = 0;
    // without free parameters distances between laws count as with a known sigma
    double quantile = 0.0, weight = 0.0;
    double normal = sqrt(chi_square_above(1.0, 1.0 - fit->block.confidence));
    if (law == NULL) {
        json_push(list, NULL);
        return;
    }
    place_text(p, place, sizeof place);
    for (int i = 0; i < fit->case_count; i++) {
        int at = ranking->order[i];
        const struct fitted *f = &fitted[at];
        bool is_close = f->status == DP_OK && ranking->delta[at] < close_delta;
        if (!is_close) continue;
        if (fit_found_nothing(&f->result)) {
            text_print(unknown, sizeof unknown, "%s%s", unknown[0] != '\0' ? ", " : "",
                       law_of(fit, f));
            continue;
        }
        struct predicted *one = &law[count++];
        one->fitted = f;
        one->weight = ranking->weight[at];
        predict(p, f, one, reason, sizeof reason);
        json_t *object = begin_json(p, law_of(fit, f), one->weight);
        for (int k = 0; k < p->results.count && one->is_run; k++)
            json_put(object, p->results.item[k].name,
                     interval_json(&one->of[k], p->results.item[k].unit));
        json_put(object, "extrapolates", json_boolean(extrapolates));
        json_put(object, "method", json_string(method_of(&f->result)));
        if (!one->is_run) json_put(object, "message", json_text(reason));
        json_push(list, object);
        if (reason[0] != '\0' && worst[0] == '\0')
            snprintf(worst, sizeof worst, "%s: %.400s", law_of(fit, f), reason);
        if (one->is_run) weight += one->weight;
        if (f->result.parameter_count > 0)
            quantile = fmax(quantile, sqrt(f->result.threshold - f->result.lowest));
    }
    json_t *object = begin_json(p, NULL, weight);
    for (int k = 0; k < p->results.count && weight > 0.0; k++) {
        mean[k] = weigh(law, count, k, quantile > 0.0 ? quantile : normal);
        json_put(object, p->results.item[k].name, interval_json(&mean[k], p->results.item[k].unit));
    }
    json_put(object, "extrapolates", json_boolean(extrapolates));
    json_put(object, "method", json_string("weighted"));
    if (weight > 0.0)
        json_push(list, object);
    else
        json_decref(object);
    if (extrapolates)
        add_note(outcome, "%s: predictions there are extrapolated and rest on the law alone.",
                 beyond);
    if (worst[0] != '\0') add_note(outcome, "At %s, %s", place, worst);
    if (weight > 0.0) tell_spread(p, law, count, outcome);
    if (count == 0)
        add_note(outcome, "Nothing is predicted at %s: nothing was found.", place);
    else if (unknown[0] != '\0')
        add_note(outcome,
                 "Predictions at %s lack laws that describe the data as well, but whose parameters "
                 "cannot be found: %s.",
                 place, unknown);
    free(law);
}

bool fit_predict(const struct scenario *s, const struct fitted *fitted,
                 const dp_fit_ranking *ranking, struct outcome *outcome) {
    json_t *list = json_array();
    if (s->fit->predict_count > 0) tell_method(s->fit, outcome);
    for (int i = 0; i < s->fit->predict_count; i++) {
        struct prediction p = {.s = s, .place = &s->fit->predict[i]};
        predict_place(&p, fitted, ranking, list, outcome);
    }
    json_put(outcome->summary, "predictions", list);
    return !s->fit->lacks_memory;
}
