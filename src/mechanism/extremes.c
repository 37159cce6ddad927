// Largest and smallest values of channels, forces and indentations along a run.
//
// Every accepted step is looked at on some points between its ends, from a quintic through both.
// Where the parabola through three of them promises a new record, the place is pursued on exact
// states, steps of another length from the same beginning. Only values of such states count. A
// step lies between two events, so what is looked at is smooth.

#include <math.h>
#include <string.h>

#include "mechanism/lanes.h"

void dp_extremes_begin(struct extremes *e) {
    *e = (struct extremes){.max = -INFINITY, .min = INFINITY, .max_time = NAN, .min_time = NAN};
}

static void note(struct extremes *e, double t, double v) {
    if (v > e->max) {
        e->max = v;
        e->max_time = t;
    }
    if (v < e->min) {
        e->min = v;
        e->min_time = t;
    }
}

// --- quantities: the watched channels, then force and indentation of every pair ---

static int quantities(const struct run *r) {
    return r->def->watch_count + 2 * r->m->pair_count;
}

// Is this quantity looked for at present?
static int wanted(const struct run *r, int j) {
    if (j < r->def->watch_count) return r->in_window;
    return r->follows && r->contacts[(j - r->def->watch_count) / 2].mode == MODE_TOUCH;
}

static double value_of(const struct run *r, int j) {
    int watches = r->def->watch_count;
    if (j < watches) return r->scratch[r->watches + 2 * j];
    const struct touch *t = &r->work.touches[(j - watches) / 2];
    return (j - watches) % 2 == 0 ? t->force : t->delta;
}

// Where the records of a quantity are kept: one place, or those of the contact and of the window.
static int places_of(struct run *r, int j, struct extremes *out[2]) {
    int watches = r->def->watch_count;
    if (j < watches) {
        out[0] = &r->watched[j];
        return 1;
    }
    struct contact_state *c = &r->contacts[(j - watches) / 2];
    int is_force = (j - watches) % 2 == 0;
    out[0] = is_force ? &c->force : &c->depth;
    out[1] = is_force ? &c->window_force : &c->window_depth;
    return r->in_window ? 2 : 1;
}

double *dp_run_peak(const struct run *r, int index) {
    size_t width = (size_t)r->def->row_channel_count + 1;
    return r->def->contact_row != NULL ? r->peaks + (size_t)index * width : NULL;
}

size_t dp_run_peaks_size(const struct run *r) {
    size_t width = (size_t)r->def->row_channel_count + 1;
    return r->def->contact_row != NULL ? (size_t)r->m->pair_count * width : 0;
}

// The largest force of a contact so far is v, at y.
static void keep_peak(struct run *r, int j, double t, double v, const double *y) {
    int of_pair = j - r->def->watch_count;
    if (of_pair < 0 || of_pair % 2 != 0) return;
    double *peak = dp_run_peak(r, of_pair / 2);
    if (peak == NULL || !(v > r->contacts[of_pair / 2].force.max)) return;
    peak[0] = t;
    dp_run_fill_row(r, y, peak + 1);
}

static void note_all(struct run *r, int j, double t, double v, const double *y) {
    struct extremes *e[2];
    keep_peak(r, j, t, v, y);
    for (int i = places_of(r, j, e); i-- > 0;)
        note(e[i], t, v);
}

// sign 1: a maximum. Of surfaces only those are asked for.
static int beats(struct run *r, int j, double v, double sign) {
    struct extremes *e[2];
    if (sign < 0.0 && j >= r->def->watch_count) return 0;
    for (int i = places_of(r, j, e); i-- > 0;)
        if (sign > 0.0 ? v > e[i]->max : v < e[i]->min) return 1;
    return 0;
}

// --- states within a step ---

// Quintic through coordinates, rates and accelerations at both ends; bristles by a cubic.
static void between(const struct run *r, const dp_within *w, double s, double *y) {
    const int n = r->n;
    const double h = w->h, *rate = w->rate_from, *rate_to = r->rate_to;
    for (int i = 0; i < n; i++) {
        double c1 = h * w->from[n + i], c2 = 0.5 * h * h * rate[n + i];
        double d = w->to[i] - w->from[i] - c1 - c2;
        double v = h * w->to[n + i] - c1 - 2.0 * c2, a = h * h * rate_to[n + i] - 2.0 * c2;
        double c3 = 10.0 * d - 4.0 * v + 0.5 * a, c4 = -15.0 * d + 7.0 * v - a;
        double c5 = 6.0 * d - 3.0 * v + 0.5 * a;
        y[i] = w->from[i] + s * (c1 + s * (c2 + s * (c3 + s * (c4 + s * c5))));
        y[n + i] = (c1 + s * (2.0 * c2 + s * (3.0 * c3 + s * (4.0 * c4 + s * 5.0 * c5)))) / h;
    }
    for (int i = 2 * n; i < r->active; i++) {
        double d = w->to[i] - w->from[i], a = h * rate[i], b = h * rate_to[i];
        y[i] = w->from[i] + s * (a + s * (3.0 * d - 2.0 * a - b + s * (a + b - 2.0 * d)));
    }
    y[r->active] = w->from[r->active] + s * h;
}

// What surfaces do follows from places and speeds; channels may want accelerations.
static void evaluate(struct run *r, const double *y) {
    if (r->def->watch_count > 0)
        dp_run_evaluate(r, y, r->scratch);
    else
        dp_run_push(r, y);
}

static void see(struct run *r, double *out) {
    for (int j = 0; j < quantities(r); j++)
        out[j] = value_of(r, j);
}

// The state at point k of those that are looked at.
static void point(const struct run *r, const dp_within *w, int k, double *y) {
    const int last = LOOKS - 1;
    if (k == 0 || k == last)
        memcpy(y, k == 0 ? w->from : w->to, (size_t)r->count * sizeof *y);
    else if (w->exact_is_cheap)
        w->exact(w, (double)k / last, y);
    else
        between(r, w, (double)k / last, y);
}

static void see_points(struct run *r, const dp_within *w, int first, int last) {
    const int stride = quantities(r);
    for (int k = first; k <= last; k++) {
        point(r, w, k, r->state);
        evaluate(r, r->state);
        see(r, r->seen + k * stride);
    }
}

// The same with all points at once.
static void see_points_beside(struct run *r, const dp_within *w, int first, int last) {
    const int stride = quantities(r), watches = r->def->watch_count, used = last - first + 1;
    const struct lanes *l = r->lanes;
    for (int k = 0; k < used; k++)
        point(r, w, first + k, l->points + k * r->count);
    if (watches > 0)
        dp_lanes_rates(r, used, l->points, l->rates, NULL, true);
    else
        dp_lanes_push(r, used, l->points);
    for (int k = 0; k < used; k++) {
        double *out = r->seen + (first + k) * stride;
        for (int j = 0; j < watches; j++)
            out[j] = l->rates[k * r->count + r->watches + 2 * j];
        for (int i = 0; i < r->m->pair_count; i++) {
            out[watches + 2 * i] = l->touches[i].force[k];
            out[watches + 2 * i + 1] = l->touches[i].delta[k];
        }
    }
}

static double see_exactly(struct run *r, const dp_within *w, double part, int j) {
    w->exact(w, part, r->state);
    evaluate(r, r->state);
    double v = value_of(r, j);
    note_all(r, j, w->from[r->active] + part * w->h, v, r->state);
    return v;
}

// --- the search ---

// Vertex of the parabola through three points; NaN when it has none of this sign.
static double vertex(const double x[3], const double f[3], double sign, double *value) {
    double first = (f[1] - f[0]) / (x[1] - x[0]), second = (f[2] - f[1]) / (x[2] - x[1]);
    double bend = (second - first) / (x[2] - x[0]);
    if (!(sign * bend < 0.0)) return NAN;
    double at = 0.5 * (x[0] + x[1]) - 0.5 * first / bend;
    *value = f[0] + (at - x[0]) * (first + bend * (at - x[1]));
    return at;
}

// From a guess to the extreme by repeated parabolas, each through the best three states.
static void pursue(struct run *r, const dp_within *w, int j, double guess, double sign) {
    enum { TIMES = 3 };
    const double near = 0.04;
    double middle = fmin(fmax(guess, near), 1.0 - near);
    double x[3] = {middle - near, middle, middle + near}, f[3], promise = 0.0;
    for (int i = 0; i < 3; i++)
        f[i] = see_exactly(r, w, x[i], j);
    for (int i = 0; i < TIMES; i++) {
        double at = vertex(x, f, sign, &promise);
        if (!(at >= 0.0 && at <= 1.0)) return;
        int worst = 0, known = 0;
        for (int k = 0; k < 3; k++) {
            if (sign * f[k] < sign * f[worst]) worst = k;
            known |= fabs(at - x[k]) < 1e-7;
        }
        if (known) return;
        x[worst] = at;
        f[worst] = see_exactly(r, w, at, j);
    }
}

static void search(struct run *r, const dp_within *w, const double *seen, int j, double sign) {
    const int stride = quantities(r);
    double most = sign * seen[j], least = most;
    for (int k = 1; k < LOOKS; k++) {
        double v = sign * seen[k * stride + j];
        most = v > most ? v : most;
        least = v < least ? v : least;
    }
    // a parabola rises above its points by no more than an eighth of what lies between them
    if (isfinite(most - least) && !beats(r, j, sign * (most + 0.2 * (most - least)), sign)) return;
    for (int k = 1; k + 1 < LOOKS; k++) {
        double x[3], f[3], promise = 0.0;
        for (int i = 0; i < 3; i++) {
            x[i] = (double)(k - 1 + i) / (LOOKS - 1);
            f[i] = seen[(k - 1 + i) * stride + j];
        }
        double at = vertex(x, f, sign, &promise);
        // of neighbouring triples the one in whose middle it lies, and those at the ends
        double low = k == 1 ? 0.0 : 0.5 * (x[0] + x[1]);
        double high = k + 2 == LOOKS ? 1.0 : 0.5 * (x[1] + x[2]);
        if (!(at > low && at <= high)) continue;
        // a parabola is off by some per cent of what it adds
        double adds = sign * promise - fmin(sign * f[0], sign * f[2]);
        double margin = 0.02 * adds;
        if (adds > 1e-11 * fabs(promise) && beats(r, j, promise + sign * margin, sign))
            pursue(r, w, j, at, sign);
    }
}

void dp_run_look(void *model, const dp_within *w) {
    struct run *r = (struct run *)model;
    const int stride = quantities(r), last = LOOKS - 1;
    double *seen = r->seen;
    if (!((r->in_window && r->def->watch_count > 0) || (r->follows && r->touching > 0))) {
        r->seen_end = 0;
        return;
    }
    int first = r->seen_end ? 1 : 0, until = last;
    if (r->seen_end) memcpy(seen, seen + last * stride, (size_t)stride * sizeof *seen);
    if (!w->exact_is_cheap) {
        // the quintic wants the rates at the end
        dp_run_evaluate(r, w->to, r->scratch);
        see(r, seen + last * stride);
        memcpy(r->rate_to, r->scratch, (size_t)r->active * sizeof *seen);
        until = last - 1;
    }
    if (r->lanes != NULL)
        see_points_beside(r, w, first, until);
    else
        see_points(r, w, first, until);
    r->seen_end = 1;
    for (int j = 0; j < stride; j++) {
        if (!wanted(r, j)) continue;
        note_all(r, j, w->from[r->active], seen[j], w->from);
        note_all(r, j, w->to[r->active], seen[last * stride + j], w->to);
        if (j < r->def->watch_count) dp_run_scale_watch(r, j, fabs(seen[last * stride + j]));
        search(r, w, seen, j, 1.0);
        search(r, w, seen, j, -1.0);
    }
}
