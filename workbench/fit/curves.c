// Curves of fitted laws, and the band of the best.

#include "fit/curves.h"

#include <math.h>
#include <stdlib.h>

enum { PLACES = 60, SAMPLES = 200 };

// --- places --------------------------------------------------------------------------------------

struct extent {
    double low, high;
};

static struct extent extent_of(const double *x, long count) {
    struct extent e = {INFINITY, -INFINITY};
    for (long i = 0; i < count; i++) {
        e.low = fmin(e.low, x[i]);
        e.high = fmax(e.high, x[i]);
    }
    return e;
}

// From a bit below the least input to a bit above the largest.
static void place_evenly(struct fit_curves *c, struct extent e) {
    const double decade = 10.0, more = 1.15, share = 0.04;
    c->is_log = e.low > 0.0 && e.high >= decade * e.low;
    double room = e.high > e.low ? share * (e.high - e.low) : share * fabs(e.high);
    double low = c->is_log ? e.low / more : e.low - room;
    double high = c->is_log ? e.high * more : e.high + room;
    // a speed of 0 or less would be another problem
    if (e.low > 0.0 && low <= 0.0) low = 0.5 * e.low;
    for (long i = 0; i < c->count; i++) {
        double at = (double)i / (double)(c->count - 1);
        c->x[i] = c->is_log ? low * pow(high / low, at) : low + at * (high - low);
    }
}

// A measured curve may go there and back; its own samples show the way, with places between them.
static void place_between(struct fit_curves *c, const double *x, long rows, long pieces) {
    long count = 0;
    for (long i = 0; i + 1 < rows; i++) {
        for (long k = 0; k < pieces; k++)
            c->x[count++] = x[i] + (double)k / (double)pieces * (x[i + 1] - x[i]);
    }
    c->x[count] = x[rows - 1];
}

static bool make_places(struct fit_curves *c, const struct fit *fit) {
    const double *x = fit->input[0].value;
    bool is_curve = fit->block.series.node != NULL;
    long pieces = fit->rows > 1 ? 1 + (SAMPLES - 1) / (fit->rows - 1) : 1;
    c->count = is_curve ? (fit->rows - 1) * pieces + 1 : PLACES;
    c->x = calloc((size_t)c->count + 1, sizeof *c->x);
    if (c->x == NULL) return false;
    if (is_curve)
        place_between(c, x, fit->rows, pieces);
    else
        place_evenly(c, extent_of(x, fit->rows));
    return true;
}

// --- models at these places ----------------------------------------------------------------------

// A scenario whose table has these places in place of the measured rows.
struct elsewhere {
    struct scenario scenario;
    struct fit fit;
    struct node *place;
    double *ones;
};

static bool elsewhere_init(struct elsewhere *e, const struct scenario *s,
                           const struct fit_curves *c) {
    size_t count = (size_t)c->count;
    e->scenario = *s;
    e->fit = *s->fit;
    e->place = calloc(count + 1, sizeof *e->place);
    e->ones = malloc((count + 1) * sizeof *e->ones);
    if (e->place == NULL || e->ones == NULL) return false;
    for (size_t i = 0; i < count; i++)
        e->ones[i] = 1.0;
    e->scenario.fit = &e->fit;
    e->fit.rows = c->count;
    e->fit.place = e->place;
    e->fit.input[0].value = c->x;
    for (int i = 0; i < e->fit.target_count; i++) {
        struct fit_measured *target = &e->fit.target[i];
        target->column.value = target->sigma = e->ones;
        target->low = -INFINITY;
        target->high = INFINITY;
    }
    return true;
}

static void elsewhere_free(struct elsewhere *e) {
    free(e->place);
    free(e->ones);
}

// All places at once; where that fails, one after another, so that those which work are drawn.
static void evaluate(struct fit_model *model, const double *theta, double *value) {
    int targets = model->s->fit->target_count;
    if (model_evaluate(model, 0, theta, value, NULL) == DP_OK) return;
    for (long i = 0; i < model->cell_count; i += targets) {
        struct fit_model one = *model;
        one.cells += i;
        one.cell_row += i;
        one.cell_target += i;
        one.cell_count = targets;
        if (model_evaluate(&one, 0, theta, value + i, NULL) == DP_OK) continue;
        for (int k = 0; k < targets; k++)
            value[i + k] = NAN;
    }
}

static void take_values(const struct fitted *f, double theta[FIT_FREE_MAX + 1]) {
    for (int i = 0; i < f->result.parameter_count; i++)
        theta[i] = f->result.parameters[i].value;
}

// --- the band ------------------------------------------------------------------------------------

// slope[cell] of the curve by one parameter, by central differences, one-sided at a bound.
static void find_slopes(struct fit_model *model, const struct fitted *f, int parameter,
                        double *slope, double *other) {
    const struct fit_parameter *p = &f->c->parameter[parameter];
    const double step = 1e-4;
    double theta[FIT_FREE_MAX + 1];
    take_values(f, theta);
    double value = theta[parameter], h = step * fmax(fabs(value), 1e-3 * (p->high - p->low));
    double above = fmin(value + h, p->high), below = fmax(value - h, p->low);
    theta[parameter] = above;
    evaluate(model, theta, slope);
    theta[parameter] = below;
    evaluate(model, theta, other);
    for (long i = 0; i < model->cell_count; i++)
        slope[i] = (slope[i] - other[i]) / (above - below);
}

// Covariance of two parameters.
static double covariance(const dp_fit_result *r, int i, int j) {
    double between = i == j ? 1.0 : r->correlation[i][j];
    return between * r->parameters[i].standard_error * r->parameters[j].standard_error;
}

// Linear propagation: half = sqrt(q g C g), with the same q as the intervals have.
static bool find_band(struct fit_model *model, const struct fitted *f, struct fit_curves *c) {
    const dp_fit_result *r = &f->result;
    size_t cells = (size_t)model->cell_count;
    int known[FIT_FREE_MAX + 1], count = 0;
    double *slope = calloc(cells * (size_t)(r->parameter_count + 1) + 1, sizeof *slope);
    if (slope == NULL) return false;
    double *other = slope + cells * (size_t)r->parameter_count;
    for (int i = 0; i < r->parameter_count; i++) {
        if (isnan(r->parameters[i].standard_error)) {
            c->is_partial = true;
            continue;
        }
        find_slopes(model, f, i, slope + cells * (size_t)count, other);
        known[count++] = i;
    }
    double q = r->threshold - r->lowest;
    for (size_t cell = 0; cell < cells; cell++) {
        double sum = 0.0;
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++)
                sum += slope[cells * (size_t)i + cell] * slope[cells * (size_t)j + cell] *
                       covariance(r, known[i], known[j]);
        }
        c->half[cell] = count > 0 ? sqrt(q * fmax(sum, 0.0)) : NAN;
        if (isnan(sum)) c->half[cell] = NAN;
    }
    free(slope);
    return true;
}

// --- all of it -----------------------------------------------------------------------------------

static bool add_law(struct fit_curves *c, const struct elsewhere *e, const struct fitted *f) {
    size_t cells = (size_t)(c->count * e->fit.target_count);
    double theta[FIT_FREE_MAX + 1];
    struct fit_model model;
    dp_diagnostic diagnostic;
    double *value = c->value[c->law_count] = calloc(cells + 1, sizeof *value);
    c->law[c->law_count++] = f;
    if (value == NULL) return false;
    bool is_done = model_init(&model, &e->scenario, f->c, &diagnostic);
    if (is_done) {
        take_values(f, theta);
        evaluate(&model, theta, value);
    }
    if (is_done && c->law_count == 1) {
        c->half = calloc(cells + 1, sizeof *c->half);
        is_done = c->half != NULL && find_band(&model, f, c);
    }
    model_free(&model);
    return is_done;
}

bool fit_curves_init(struct fit_curves *c, const struct scenario *s, const struct fitted *fitted,
                     const dp_fit_ranking *ranking) {
    const struct fit *fit = s->fit;
    *c = (struct fit_curves){0};
    if (fit->input_count != 1) return true;
    struct elsewhere *e = calloc(1, sizeof *e);
    bool is_done = e != NULL && make_places(c, fit) && elsewhere_init(e, s, c);
    for (int i = 0; i < fit->case_count && c->law_count < FIT_CURVES_MAX && is_done; i++) {
        const struct fitted *f = &fitted[ranking->order[i]];
        if (f->status == DP_OK) is_done = add_law(c, e, f);
    }
    if (e != NULL) elsewhere_free(e);
    free(e);
    return is_done;
}

void fit_curves_free(struct fit_curves *c) {
    for (int i = 0; i < c->law_count; i++)
        free(c->value[i]);
    free(c->x);
    free(c->half);
}
