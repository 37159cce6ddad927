// Positions that close a linkage, or come as near to it as can be.
//
// Newton steps in the metric of the mechanism's size, x -= (J^T J + mu)^-1 J^T gap, with halving
// and with more damping where that does not help.

#include <math.h>
#include <string.h>

#include "mechanism/follow.h"

enum { ITERATIONS = 60, HALVINGS = 12 };

// --- gaps and their derivatives ---

static int is_angle_row(const struct cut *c, int r) {
    return (c->kind == LINK_SLIDE && r == 1) || r == 2;
}

// What a row counts for at present, times its length per unit.
static double weight_of(const struct follow *f, const struct cut *c, int r) {
    if (c->loose && f->aim == AIM_FEASIBLE) return 0.0;
    // so much more than a loose joint that these close first
    double first = f->aim == AIM_LEAST && !c->loose ? 1e3 : 1.0;
    return first * f->counts[c->row + r] * (is_angle_row(c, r) ? f->m->size : 1.0);
}

static int is_walled(const struct follow *f, int pair) {
    return f->aim == AIM_FEASIBLE && !isnan(f->m->pairs[pair].gap) &&
           f->counts[f->rows + pair] > 0.0;
}

void dp_follow_measure(struct follow *f, double t, const double *q, const double *rate,
                       int as_rates, double *out) {
    const dp_mechanism *m = f->m;
    dp_mechanism_place(m, t, q, rate, &f->work);
    dp_cuts_place(m, &f->work, 1);
    for (int i = 0; i < m->cut_count; i++) {
        const struct cut *c = &m->cuts[i];
        for (int r = 0; r < c->rows; r++)
            out[c->row + r] = weight_of(f, c, r) *
                              (as_rates ? f->work.drift[c->row + r] : f->work.gap[c->row + r]);
    }
    for (int i = 0; i < m->pair_count; i++) {
        struct touch touch;
        out[f->rows + i] = 0.0;
        if (!is_walled(f, i)) continue;
        dp_pair_place(m, &m->pairs[i], &f->work, &touch);
        if (touch.delta > 0.0) out[f->rows + i] = as_rates ? touch.rate : touch.delta;
    }
}

static double norm(const struct follow *f) {
    double sum = 0.0;
    for (int r = 0; r < f->all; r++)
        sum += f->gap[r] * f->gap[r];
    return sqrt(sum);
}

static double largest_gap(struct follow *f, double t, const double *q) {
    double most = 0.0;
    dp_follow_measure(f, t, q, f->rate, 0, f->gap);
    for (int r = 0; r < f->all; r++)
        if (!(fabs(f->gap[r]) <= most)) most = fabs(f->gap[r]);
    return most;
}

// Rates of the gaps are linear in those of the unknowns.
void dp_follow_differentiate(struct follow *f, double t, const double *q) {
    int n = f->n;
    dp_follow_measure(f, t, q, f->rate, 1, f->base);
    for (int j = 0; j < n; j++) {
        f->rate[j] = f->scale[j];
        dp_follow_measure(f, t, q, f->rate, 1, f->gap);
        f->rate[j] = 0.0;
        for (int r = 0; r < f->all; r++)
            f->jacobian[r * n + j] = f->gap[r] - f->base[r];
    }
}

// --- Newton's method ---

// J^T J + mu as L L^T, mu a part of its largest entry. Returns the product of the pivots over that:
// a volume that vanishes in dead points. Unknowns that no row holds have no part in it.
static double factor(struct follow *f, double part) {
    int n = f->n;
    double *a = f->matrix, most = 0.0, volume = 1.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int r = 0; r < f->all; r++)
                sum += f->jacobian[r * n + i] * f->jacobian[r * n + j];
            a[i * n + j] = sum;
            if (i == j && sum > most) most = sum;
        }
    double mu = part * most + 1e-300;
    for (int i = 0; i < n; i++) {
        int is_held = a[i * n + i] > 0.0;
        a[i * n + i] += mu;
        for (int j = 0; j <= i; j++) {
            double sum = a[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = i == j ? sqrt(sum > mu ? sum : mu) : sum / a[j * n + j];
        }
        if (is_held) volume *= a[i * n + i] / sqrt(most);
    }
    return volume;
}

// f->step becomes -(J^T J + mu)^-1 J^T gap.
static void solve_normal(struct follow *f, double part) {
    int n = f->n;
    double *a = f->matrix, *x = f->step;
    factor(f, part);
    for (int i = 0; i < n; i++) {
        x[i] = 0.0;
        for (int r = 0; r < f->all; r++)
            x[i] -= f->jacobian[r * n + i] * f->gap[r];
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= a[i * n + k] * x[k];
        x[i] /= a[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            x[i] -= a[k * n + i] * x[k];
        x[i] /= a[i * n + i];
    }
}

// A damped step from q into try_q; what is left there, INFINITY when no part of it is better.
static double attempt(struct follow *f, double t, const double *q, double damping) {
    int n = f->n;
    double longest = 0.0;
    dp_follow_measure(f, t, q, f->rate, 0, f->gap);
    double was = norm(f);
    solve_normal(f, damping);
    for (int j = 0; j < n; j++)
        longest = fmax(longest, fabs(f->step[j]));
    double part = longest > 0.4 * f->m->size ? 0.4 * f->m->size / longest : 1.0;
    for (int h = 0; h < HALVINGS; h++, part *= 0.5) {
        for (int j = 0; j < n; j++)
            f->try_q[j] = q[j] + part * f->step[j] * f->scale[j];
        dp_follow_measure(f, t, f->try_q, f->rate, 0, f->gap);
        double now = norm(f);
        if (now < was) return now;
    }
    return INFINITY;
}

// The first damping that helps, or the best where gaps are made small that cannot be closed: the
// least of them lies near a dead point.
static int improve(struct follow *f, double t, double *q) {
    static const double dampings[] = {1e-14, 1e-8, 1e-6, 1e-4, 1e-2};
    double best = INFINITY;
    dp_follow_differentiate(f, t, q);
    for (size_t i = 0; i < sizeof dampings / sizeof *dampings; i++) {
        double now = attempt(f, t, q, dampings[i]);
        if (!(now < best)) continue;
        best = now;
        memcpy(f->best, f->try_q, (size_t)f->n * sizeof *q);
        if (f->aim != AIM_LEAST) break;
    }
    if (isinf(best)) return 0;
    memcpy(q, f->best, (size_t)f->n * sizeof *q);
    return 1;
}

double dp_follow_volume(struct follow *f) {
    // less is rounding, of rows that depend on each other all along
    double volume = factor(f, 1e-14);
    return volume > 1e-6 ? volume : 0.0;
}

double dp_follow_reach(struct follow *f, enum aim aim, double t, double *q) {
    f->aim = aim;
    double gap = largest_gap(f, t, q);
    for (int i = 0; i < ITERATIONS && gap > 1e-14 * f->m->size; i++) {
        if (!improve(f, t, q)) break;
        gap = largest_gap(f, t, q);
    }
    return gap / f->m->size;
}
