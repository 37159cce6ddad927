// The stages of a Radau step of a motion of second order, solved as one system.
//
// A contact that lasts is stiff along its normal, and the normal turns while the surfaces slide
// over each other: within one step by tenths of a radian. A Newton iteration that uses the same
// derivatives for all stages then hardly converges, and that, not the error, limits the step. Here
// every stage has its own, taken where the first guess puts it.
//
// With coordinates q, speeds v and accelerations a, the stages obey Q = h A (v + V) and
// V = h A a(q + Q, v + V). The first line is linear, so that only the changes dV of the speeds
// are unknown, and dQ = C + h A dV with C = h A (v + V) - Q:
//     sum_j (A^-1_ij - h^2 A_ij Kq_i) dV_j - h Kv_i dV_i = h a_i - sum_j A^-1_ij V_j + h Kq_i C_i

#include <math.h>
#include <string.h>

#include "solve/radau.h"

enum { S = DP_RADAU_STAGES };

static const double matrix[S][S] = {
    {0.072998864317903324306, -0.026735331107945571878, 0.018676929763984354412,
     -0.012879106093306439854, 0.0050428392338820152067},
    {0.15377523147918246867, 0.14621486784749350665, -0.036444568905128089527,
     0.021233063119304719422, -0.0079355799027287775326},
    {0.14006304568480987151, 0.2989671294912834794, 0.16758507013524896344,
     -0.033969101686617746572, 0.010944288744192252274},
    {0.14489430810953475754, 0.27650006876015922756, 0.32579792291042102998, 0.12875675325490976116,
     -0.015708917378805328388},
    {0.14371356079122594132, 0.28135601514946206019, 0.31182652297574125408, 0.2231039010835707444,
     0.04},
};
static const double inverse[S][S] = {
    {8.7559239779383616676, 2.8919426153801174044, -0.87518639620026502642, 0.39970520793996548262,
     -0.13370616384921583567},
    {-7.1613807201453870274, 1.8060777240836443635, 2.3637971760686083694, -0.86590078028313451914,
     0.27433807777519420217},
    {4.122165246243373781, -4.4960171258133947198, 0.85676524539717760509, 2.5183209492110643749,
     -0.65706275713436010626},
    {-3.8786632197240103336, 3.3931519180649541687, -5.1883409064071868792, 0.58123305258081636375,
     2.8099836552797123296},
    {8.4124242235942886564, -6.970256116656660967, 8.7771142041504732392, -18.219282311088100929,
     13.0},
};

// --- linear algebra ---

// L U of a matrix that stands column by column, rows exchanged, with the inverse of the diagonal.
// Inlined with n known, so that the loops of small systems unroll.
static inline __attribute__((always_inline)) int factor_of(const int n, double *lu, int *order) {
    for (int k = 0; k < n; k++) {
        double *own = lu + k * n, most = fabs(own[k]);
        int best = k;
        for (int i = k + 1; i < n; i++) {
            double size = fabs(own[i]);
            best = size > most ? i : best;
            most = size > most ? size : most;
        }
        order[k] = best;
        if (most == 0.0) return 0;
        for (int j = 0; j < n && best != k; j++) {
            double swap = lu[j * n + k];
            lu[j * n + k] = lu[j * n + best];
            lu[j * n + best] = swap;
        }
        own[k] = 1.0 / own[k];
        for (int i = k + 1; i < n; i++)
            own[i] *= own[k];
        for (int j = k + 1; j < n; j++) {
            double by = lu[j * n + k];
            for (int i = k + 1; i < n; i++)
                lu[j * n + i] -= own[i] * by;
        }
    }
    return 1;
}

static inline __attribute__((always_inline)) void solve_of(const int n, const double *lu,
                                                           const int *order, double *x) {
    for (int k = 0; k < n; k++) {
        double swap = x[k];
        x[k] = x[order[k]];
        x[order[k]] = swap;
    }
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            x[i] -= lu[k * n + i] * x[k];
    for (int k = n - 1; k >= 0; k--) {
        x[k] *= lu[k * n + k];
        for (int i = 0; i < k; i++)
            x[i] -= lu[k * n + i] * x[k];
    }
}

// --- the step ---

size_t dp_stages_size(int active) {
    size_t n = (size_t)active / 2;
    return 2 * S * n * n + S * S * n * n + n * n + 2 * S * n + (S * n + n + 1) / 2;
}

void dp_stages_place(dp_radau *r, double *room) {
    size_t n = (size_t)r->active / 2;
    r->tangent = room;
    r->whole = room + 2 * S * n * n;
    r->filter = r->whole + S * S * n * n;
    r->shift = r->filter + n * n;
    r->whole_order = (int *)(void *)(r->shift + 2 * S * n);
    r->filter_order = r->whole_order + S * n;
}

// Derivatives of the accelerations of a stage: by coordinates, then by speeds.
static double *by_place(const dp_radau *r, int stage) {
    int n = r->active / 2;
    return r->tangent + 2 * stage * n * n;
}

static inline __attribute__((always_inline)) int factor_with(dp_radau *r, const int n, double h) {
    const int width = S * n;
    for (int i = 0; i < S; i++) {
        const double *place = by_place(r, i), *speed = place + n * n;
        for (int k = 0; k < n; k++) {
            double *row = r->whole + i * n + k;
            for (int j = 0; j < S; j++) {
                double by = h * h * matrix[i][j];
                for (int l = 0; l < n; l++)
                    row[(j * n + l) * width] = -by * place[k * n + l];
                row[(j * n + k) * width] += inverse[i][j];
            }
            for (int l = 0; l < n; l++)
                row[(i * n + l) * width] -= h * speed[k * n + l];
        }
    }
    return factor_of(width, r->whole, r->whole_order);
}

// One to three coordinates, or any number.
static int factor(dp_radau *r, double h) {
    int n = r->active / 2;
    if (n == 1) return factor_with(r, 1, h);
    if (n == 2) return factor_with(r, 2, h);
    return n == 3 ? factor_with(r, 3, h) : factor_with(r, n, h);
}

int dp_stages_evaluate(dp_radau *r, const double *y, double h, int anew) {
    if (!dp_radau_evaluate(r, y, h, anew ? r->tangent : NULL, false)) return 0;
    return !anew || factor(r, h);
}

static inline __attribute__((always_inline)) double
correct_with(dp_radau *r, const int n, const double *y, double h, const double *size) {
    const int active = 2 * n, count = r->system->count;
    double *shift = r->shift, *change = shift + S * n, sum = 0.0;
    for (int i = 0; i < S; i++)
        for (int k = 0; k < n; k++) {
            double way = 0.0, own = h * r->f[i * count + n + k];
            for (int j = 0; j < S; j++) {
                double speed = r->z[j * active + n + k];
                way += matrix[i][j] * speed;
                own -= inverse[i][j] * speed;
            }
            shift[i * n + k] = h * (dp_radau_node[i] * y[n + k] + way) - r->z[i * active + k];
            change[i * n + k] = own;
        }
    for (int i = 0; i < S; i++) {
        const double *place = by_place(r, i);
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++)
                change[i * n + k] += h * place[k * n + l] * shift[i * n + l];
    }
    solve_of(S * n, r->whole, r->whole_order, change);
    for (int i = 0; i < S; i++)
        for (int k = 0; k < n; k++) {
            double way = 0.0, speed = change[i * n + k];
            for (int j = 0; j < S; j++)
                way += matrix[i][j] * change[j * n + k];
            way = shift[i * n + k] + h * way;
            r->z[i * active + k] += way;
            r->z[i * active + n + k] += speed;
            sum += way / size[k] * (way / size[k]) + speed / size[n + k] * (speed / size[n + k]);
        }
    return sqrt(sum / (S * active));
}

double dp_stages_correct(dp_radau *r, const double *y, double h, const double *size) {
    int n = r->active / 2;
    if (n == 1) return correct_with(r, 1, y, h, size);
    if (n == 2) return correct_with(r, 2, y, h, size);
    return n == 3 ? correct_with(r, 3, y, h, size) : correct_with(r, n, y, h, size);
}

// The estimate is of order 5, the step of order 9: held to the tolerance itself, the one would make
// steps that are far too short for the other. How far it may go decides how good the polynomial
// within a step is, on which rows and extremes are found.
static const double slack = 10.0;

double dp_stages_error(dp_radau *r, const double *dy, double h, const double *size) {
    int active = r->active, n = active / 2;
    double over_h = dp_radau_gamma / h, sum = 0.0;
    const double *place = by_place(r, 0), *speed = place + n * n;
    double *e = r->right;
    for (int k = 0; k < active; k++) {
        double z = 0.0;
        for (int i = 0; i < S; i++)
            z += dp_radau_estimate[i] * r->z[i * active + k];
        e[k] = dy[k] + over_h * z;
    }
    for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++) {
            r->filter[l * n + k] =
                (k == l ? over_h : 0.0) - speed[k * n + l] - place[k * n + l] / over_h;
            e[n + k] += place[k * n + l] * e[l] / over_h;
        }
    if (!factor_of(n, r->filter, r->filter_order)) return INFINITY;
    solve_of(n, r->filter, r->filter_order, e + n);
    for (int k = 0; k < n; k++)
        e[k] = (e[k] + e[n + k]) / over_h;
    for (int k = 0; k < active; k++)
        sum += e[k] / size[k] * (e[k] / size[k]);
    return sqrt(sum / active) / slack;
}
