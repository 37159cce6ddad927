// How the equations of the start are solved.
//
// Newton steps of least length, x -= J^T (J J^T + mu)^-1 gap, with angles measured as arcs of the
// mechanism's size; damped by a limit on the step and by halving it until the gaps shrink.
//
// Where equations depend on each other or cannot all hold, they are taken in their order instead,
// by Gram and Schmidt, twice for the sake of rounding; what may stay open is made small by
// conjugate gradients among the changes that leave the others closed.

#include <math.h>
#include <string.h>

#include "mechanism/assemble.h"

enum { ITERATIONS = 100, HALVINGS = 12, SOFTENINGS = 200 };

// Part of a row of its own below which earlier ones imply it. A loose joint need not be closed by
// what is nearly implied.
static const double implied = 1e-10, hardly = 1e-6;

static double norm(const struct assembly *a) {
    double sum = 0.0;
    for (int r = 0; r < a->rows + a->asked; r++)
        sum += a->gap[r] * a->gap[r];
    return sqrt(sum);
}

static double dot(const double *x, const double *y, int n) {
    double sum = 0.0;
    for (int j = 0; j < n; j++)
        sum += x[j] * y[j];
    return sum;
}

static void add(double *x, double by, const double *y, int n) {
    for (int j = 0; j < n; j++)
        x[j] += by * y[j];
}

// --- Newton ---

void dp_start_solve(struct assembly *a, double mu) {
    int n = a->n, rows = a->rows + a->asked;
    double trace = 0.0, *k = a->matrix;
    for (int r = 0; r < rows; r++)
        for (int s = 0; s <= r; s++) {
            double sum = dot(a->jacobian + r * n, a->jacobian + s * n, n);
            k[r * rows + s] = sum;
            if (r == s && sum > trace) trace = sum;
        }
    for (int r = 0; r < rows; r++) {
        k[r * rows + r] += mu * trace + 1e-300;
        for (int s = 0; s <= r; s++) {
            double sum = k[r * rows + s];
            for (int j = 0; j < s; j++)
                sum -= k[r * rows + j] * k[s * rows + j];
            if (r == s)
                k[r * rows + r] = sqrt(sum > 0.0 ? sum : mu * trace + 1e-300);
            else
                k[r * rows + s] = sum / k[s * rows + s];
        }
    }
    for (int r = 0; r < rows; r++) {
        for (int s = 0; s < r; s++)
            a->right[r] -= k[r * rows + s] * a->right[s];
        a->right[r] /= k[r * rows + r];
    }
    for (int r = rows - 1; r >= 0; r--) {
        for (int s = r + 1; s < rows; s++)
            a->right[r] -= k[s * rows + r] * a->right[s];
        a->right[r] /= k[r * rows + r];
    }
}

// Longest part of the change that is taken at once.
static double part_of(const struct assembly *a) {
    double longest = 0.0;
    for (int j = 0; j < a->n; j++)
        longest = fmax(longest, fabs(a->change[j]));
    return longest > 0.4 * a->m->size ? 0.4 * a->m->size / longest : 1.0;
}

// One damped step; 0 when no part of it makes the gaps smaller.
static int newton(struct assembly *a) {
    int n = a->n;
    differentiate(a);
    double before = norm(a);
    memcpy(a->right, a->gap, (size_t)(a->rows + a->asked) * sizeof *a->right);
    dp_start_solve(a, 1e-14);
    for (int j = 0; j < n; j++) {
        a->change[j] = 0.0;
        for (int r = 0; r < a->rows + a->asked; r++)
            a->change[j] -= a->jacobian[r * n + j] * a->right[r];
    }
    double part = part_of(a);
    for (int h = 0; h < HALVINGS; h++, part *= 0.5) {
        for (int j = 0; j < n; j++)
            a->try_q[j] = a->q[j] + part * a->change[j] * a->scale[j];
        place(a, a->try_q, a->v);
        if (norm(a) < before) {
            memcpy(a->q, a->try_q, (size_t)n * sizeof *a->q);
            return 1;
        }
    }
    return 0;
}

int dp_start_close(struct assembly *a) {
    for (int i = 0; i < ITERATIONS; i++) {
        double gap = place(a, a->q, a->v);
        if (gap <= 2e-15 * a->m->size) return 1;
        if (!newton(a)) return gap <= 1e-11 * a->m->size;
    }
    return 0;
}

// --- in order ---

void dp_start_count(struct assembly *a, int with_soft) {
    for (int r = 0; r < a->rows + a->asked; r++)
        a->weight[r] = a->role[r] == ROLE_EXACT || (with_soft && a->role[r] == ROLE_SOFT);
}

// Take out of x what the rows of the basis have; they have a part of their own and length 1.
static void leave_basis(const struct assembly *a, double *x) {
    for (int k = 0; k < a->rows + a->asked; k++)
        if (a->role[k] == ROLE_EXACT && a->own[k] > implied)
            add(x, -dot(x, a->jacobian + k * a->n, a->n), a->jacobian + k * a->n, a->n);
}

// Part of a row below which it says nothing of speeds.
static const double flat = 3e-7;

// The next exact row; returns what an implied one has left, else 0.
static double satisfy(struct assembly *a, int r) {
    int n = a->n;
    double *row = a->jacobian + r * n, left = a->gap[r] + dot(row, a->change, n);
    double before = sqrt(dot(row, row, n));
    for (int pass = 0; pass < 2; pass++)
        leave_basis(a, row);
    double after = sqrt(dot(row, row, n)), own = before > 1e-20 ? after / before : 0.0;
    int is_loose = r >= a->ideal_rows && r < a->rows;
    // a position is good to the root of rounding where the joints lie on a line
    if (a->speed && !(before > flat && own > flat)) return fabs(left);
    if (!(own > (is_loose ? hardly : implied))) return fabs(left);
    for (int j = 0; j < n; j++)
        row[j] /= after;
    add(a->change, -left / after, row, n);
    a->own[r] = own;
    return 0.0;
}

// Change that leaves least of the soft rows: conjugate gradients, which find the shortest one.
static void satisfy_soft(struct assembly *a) {
    int n = a->n, rows = a->rows + a->asked;
    double *left = a->right, *by = a->rates, *x = a->search[0], *s = a->search[1],
           *p = a->search[2];
    double last = 0.0, whole = 0.0, open = 0.0;
    memset(x, 0, (size_t)n * sizeof *x);
    for (int r = 0; r < rows; r++) {
        const double *row = a->jacobian + r * n;
        left[r] = a->role[r] == ROLE_SOFT ? -(a->gap[r] + dot(row, a->change, n)) : 0.0;
        open += left[r] * left[r];
        whole += a->role[r] == ROLE_SOFT ? dot(row, row, n) : 0.0;
    }
    for (int i = 0; i < 2 * n + 20; i++) {
        memset(s, 0, (size_t)n * sizeof *s);
        for (int r = 0; r < rows; r++)
            if (a->role[r] == ROLE_SOFT) add(s, left[r], a->jacobian + r * n, n);
        for (int pass = 0; pass < 2; pass++)
            leave_basis(a, s);
        double now = dot(s, s, n), length = 0.0;
        // the slope is rounding
        if (!(now > 1e-26 * whole * open)) break;
        for (int j = 0; j < n; j++)
            p[j] = s[j] + (i > 0 ? now / last * p[j] : 0.0);
        last = now;
        for (int r = 0; r < rows; r++) {
            by[r] = a->role[r] == ROLE_SOFT ? dot(a->jacobian + r * n, p, n) : 0.0;
            length += by[r] * by[r];
        }
        // a direction in which hardly anything changes is none
        if (!(length > hardly * hardly * whole * dot(p, p, n))) break;
        add(x, now / length, p, n);
        add(left, -now / length, by, rows);
    }
    add(a->change, 1.0, x, n);
}

int dp_start_satisfy(struct assembly *a, double tolerance) {
    const int from[] = {0, a->rows, a->ideal_rows},
              to[] = {a->ideal_rows, a->rows + a->asked, a->rows};
    int open = -1;
    memset(a->change, 0, (size_t)a->n * sizeof *a->change);
    memset(a->own, 0, (size_t)(a->rows + a->asked) * sizeof *a->own);
    for (int part = 0; part < 3; part++)
        for (int r = from[part]; r < to[part]; r++)
            if (a->role[r] == ROLE_EXACT && satisfy(a, r) > tolerance && open < 0) open = r;
    for (int r = 0; r < a->rows + a->asked; r++)
        if (a->role[r] == ROLE_SOFT) {
            satisfy_soft(a);
            break;
        }
    return open;
}

// --- as near as can be ---

static double soft_norm(struct assembly *a) {
    double sum = 0.0;
    dp_start_count(a, 1);
    place(a, a->q, a->v);
    for (int r = 0; r < a->rows + a->asked; r++)
        if (a->role[r] == ROLE_SOFT) sum += a->gap[r] * a->gap[r];
    return sqrt(sum);
}

void dp_start_soften(struct assembly *a) {
    size_t size = (size_t)a->n * sizeof *a->q;
    double left = soft_norm(a);
    for (int i = 0; i < SOFTENINGS && left > 2e-15 * a->m->size; i++) {
        double part, now = INFINITY;
        dp_start_count(a, 1);
        differentiate(a);
        dp_start_satisfy(a, INFINITY);
        memcpy(a->kept, a->q, size);
        memcpy(a->search[0], a->change, size);
        part = part_of(a);
        for (int h = 0; h < 2 * HALVINGS && !(now < left); h++, part *= 0.5) {
            for (int j = 0; j < a->n; j++)
                a->q[j] = a->kept[j] + part * a->search[0][j] * a->scale[j];
            dp_start_count(a, 0);
            now = dp_start_close(a) ? soft_norm(a) : INFINITY;
        }
        if (!(now < left)) {
            memcpy(a->q, a->kept, size);
            break;
        }
        if (left - now < 1e-14 * left) break;
        left = now;
    }
    dp_start_count(a, 0);
    place(a, a->q, a->v);
}
