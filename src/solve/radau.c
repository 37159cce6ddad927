// Radau IIA, five stages. Hairer, Wanner 1996, "Solving Ordinary Differential Equations II",
// section IV.8; the coefficients were computed to 60 digits from the nodes.
//
// The stages Z solve (A^-1/h - J) dZ = F - A^-1 Z/h by simplified Newton steps. T takes A^-1 to its
// real eigenvalue and two complex pairs, so that one real and two complex systems of the size of
// the active unknowns remain.

#include "solve/radau.h"

#include <math.h>
#include <string.h>

enum { S = DP_RADAU_STAGES, ITERATIONS = 9 };

// shared with stages.c; short names here
#define node dp_radau_node
#define gamma_real dp_radau_gamma

const double dp_radau_node[S] = {0.0571041961145176822, 0.276843013638123828, 0.58359043236891682,
                                 0.860240135656219448, 1.0};
static const double weight[S] = {0.143713560791225941, 0.28135601514946206, 0.311826522975741254,
                                 0.223103901083570744, 0.04};
// of the stages in the embedded formula of order 5
const double dp_radau_estimate[S] = {-4.41899771679638172, 0.579234852256670054,
                                     -0.199237560953468009, 0.094167483691945489,
                                     -0.0318131688854938241};
// one over node[i] and its distances from the others
static const double basis_weight[S] = {199.88739542347735947, -127.02285306879499662,
                                       92.102833136133220138, -64.167375490815582985, 25.2};
// weights of that formula less the ones above, for the rate at the beginning and at the stages
static const double first_difference = 0.15906584442746912;
static const double difference[S] = {-0.25234331224954645, 0.160357122102969948,
                                     -0.116273134340962815, 0.08100664894556402,
                                     -0.0318131688854938241};
const double dp_radau_gamma = 6.2867047517292766452;
static const double pair_one[2] = {3.6556943254635722582, 6.543736899360077294};
static const double pair_two[2] = {5.7009532986717894192, 3.2102656003085498884};
static const double t_of[S][S] = {
    {0.0135768673449479432, -0.0102420478179088271, -0.0476738772902957239, -0.0114785152552295147,
     0.0140198588928754103},
    {0.00161790040171908748, 0.0501728645173710582, 0.094331819181611437, -0.00766883074918016289,
     -0.0247085784265185268},
    {0.0791578533474472076, -0.230539534043417947, -0.1027030453801259, 0.0193984639988289509,
     -0.0818003537037511708},
    {0.412256082680461452, 0.37789390224886125, -0.466744130332494359, 0.407601171280199067,
     -0.199682427886802526},
    {1.0, 1.0, 0.0, 1.0, 0.0},
};
static const double t_inverse[S][S] = {
    {27.6976937756840884, 12.783337911304406, 3.20848938671342986, -0.951490412248916221,
     0.741550496025989603},
    {5.3441864378349116, 4.593615567759161, -3.0363603234594243, 1.05066019023145886,
     -0.272778611864296271},
    {-3.74805980743980486, 3.98496573634388467, 1.04441564160801879, -1.18409856813794849,
     0.449917770156780369},
    {-33.041880213519, -17.376953479063567, -0.172129063254005561, -0.0991697779825426426,
     0.531228115838306667},
    {8.61144397987529198, -9.69999140952880823, -1.91472863969687428, -2.41869200608494003,
     1.04746348793533742},
};

size_t dp_radau_size(const dp_radau *r) {
    size_t n = (size_t)r->active, all = (size_t)r->system->count;
    size_t matrices = r->tangents != NULL ? dp_stages_size(r->active) : n * n * 6;
    return matrices + 4 * S * n + 2 * S * all + 4 * n + (3 * n + 1) / 2 + 8;
}

void dp_radau_place(dp_radau *r, double *room) {
    size_t n = (size_t)r->active, all = (size_t)r->system->count;
    if (r->tangents != NULL) {
        dp_stages_place(r, room);
        room += dp_stages_size(r->active);
    } else {
        r->jacobian = room;
        r->real = room + n * n;
        r->complex_one = room + 2 * n * n;
        r->complex_two = room + 4 * n * n;
        room += 6 * n * n;
    }
    r->z = room;
    r->z_before = room + S * n;
    r->w = room + 2 * S * n;
    r->z_beyond = room + 3 * S * n;
    room += 4 * S * n;
    r->f = room;
    r->state = room + S * all;
    r->right = r->state + S * all;
    r->order = (int *)(void *)(r->right + 4 * n);
    dp_radau_reset(r);
}

void dp_radau_reset(dp_radau *r) {
    r->h_factored = r->h_before = r->h_error = 0.0;
    r->has_jacobian = r->has_past = 0;
    r->theta = 1.0;
}

// --- linear algebra ---

// (a I - J) = L U with rows exchanged; 0 when singular.
static int factor_real(int n, const double *jacobian, double a, double *lu, int *order) {
    for (int i = 0; i < n * n; i++)
        lu[i] = -jacobian[i];
    for (int i = 0; i < n; i++)
        lu[i * n + i] += a;
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(lu[i * n + k]) > fabs(lu[best * n + k])) best = i;
        order[k] = best;
        if (lu[best * n + k] == 0.0) return 0;
        for (int j = 0; j < n && best != k; j++) {
            double swap = lu[k * n + j];
            lu[k * n + j] = lu[best * n + j];
            lu[best * n + j] = swap;
        }
        double unit = 1.0 / lu[k * n + k];
        for (int i = k + 1; i < n; i++) {
            double f = lu[i * n + k] *= unit;
            for (int j = k + 1; j < n; j++)
                lu[i * n + j] -= f * lu[k * n + j];
        }
    }
    return 1;
}

static void solve_real(int n, const double *lu, const int *order, double *x) {
    for (int k = 0; k < n; k++) {
        double swap = x[k];
        x[k] = x[order[k]];
        x[order[k]] = swap;
    }
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            x[i] -= lu[i * n + j] * x[j];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            x[i] -= lu[i * n + j] * x[j];
        x[i] /= lu[i * n + i];
    }
}

// The same for (a + i b) I - J; real and imaginary parts alternate.
static int factor_complex(int n, const double *jacobian, const double pair[2], double over_h,
                          double *lu, int *order) {
    for (int i = 0; i < n * n; i++) {
        lu[2 * i] = -jacobian[i];
        lu[2 * i + 1] = 0.0;
    }
    for (int i = 0; i < n; i++) {
        lu[2 * (i * n + i)] += pair[0] * over_h;
        lu[2 * (i * n + i) + 1] = pair[1] * over_h;
    }
    for (int k = 0; k < n; k++) {
        int best = k;
        double most = -1.0;
        for (int i = k; i < n; i++) {
            const double *e = lu + 2 * (i * n + k);
            double size = fabs(e[0]) + fabs(e[1]);
            if (size > most) most = size, best = i;
        }
        order[k] = best;
        if (!(most > 0.0)) return 0;
        for (int j = 0; j < 2 * n && best != k; j++) {
            double swap = lu[2 * k * n + j];
            lu[2 * k * n + j] = lu[2 * best * n + j];
            lu[2 * best * n + j] = swap;
        }
        const double *p = lu + 2 * (k * n + k);
        double size = p[0] * p[0] + p[1] * p[1], ur = p[0] / size, ui = -p[1] / size;
        for (int i = k + 1; i < n; i++) {
            double *e = lu + 2 * (i * n + k);
            double fr = e[0] * ur - e[1] * ui, fi = e[0] * ui + e[1] * ur;
            e[0] = fr;
            e[1] = fi;
            for (int j = k + 1; j < n; j++) {
                const double *a = lu + 2 * (k * n + j);
                double *b = lu + 2 * (i * n + j);
                b[0] -= fr * a[0] - fi * a[1];
                b[1] -= fr * a[1] + fi * a[0];
            }
        }
    }
    return 1;
}

static void solve_complex(int n, const double *lu, const int *order, double *x) {
    for (int k = 0; k < n; k++)
        for (int part = 0; part < 2; part++) {
            double swap = x[2 * k + part];
            x[2 * k + part] = x[2 * order[k] + part];
            x[2 * order[k] + part] = swap;
        }
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double *f = lu + 2 * (i * n + j);
            x[2 * i] -= f[0] * x[2 * j] - f[1] * x[2 * j + 1];
            x[2 * i + 1] -= f[0] * x[2 * j + 1] + f[1] * x[2 * j];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) {
            const double *f = lu + 2 * (i * n + j);
            x[2 * i] -= f[0] * x[2 * j] - f[1] * x[2 * j + 1];
            x[2 * i + 1] -= f[0] * x[2 * j + 1] + f[1] * x[2 * j];
        }
        const double *p = lu + 2 * (i * n + i);
        double size = p[0] * p[0] + p[1] * p[1], re = x[2 * i], im = x[2 * i + 1];
        x[2 * i] = (re * p[0] + im * p[1]) / size;
        x[2 * i + 1] = (im * p[0] - re * p[1]) / size;
    }
}

// --- the pieces of a step ---

static int are_finite(const double *dy, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += dy[i] - dy[i];
    return sum == 0.0;
}

int dp_radau_rates(dp_radau *r, const double *y, double *dy) {
    ++*r->evaluations;
    return r->system->rates(r->system->model, y, dy) == DP_OK && are_finite(dy, r->active);
}

static int differentiate(dp_radau *r, const double *y, const double *dy) {
    int n = r->active, count = r->system->count;
    double *at = r->state, *there = r->state + count;
    if (r->system->jacobian != NULL) {
        if (r->system->jacobian(r->system->model, y, r->jacobian) != DP_OK) return 0;
        r->has_jacobian = 1;
        return 1;
    }
    memcpy(at, y, (size_t)count * sizeof *y);
    for (int j = 0; j < n; j++) {
        double h = r->step[j];
        at[j] = y[j] + h;
        h = at[j] - y[j];
        if (!dp_radau_rates(r, at, there)) return 0;
        at[j] = y[j];
        for (int i = 0; i < n; i++)
            r->jacobian[i * n + j] = (there[i] - dy[i]) / h;
    }
    r->has_jacobian = 1;
    return 1;
}

static int factor(dp_radau *r, double h) {
    int n = r->active;
    r->h_factored = 0.0;
    if (!factor_real(n, r->jacobian, gamma_real / h, r->real, r->order) ||
        !factor_complex(n, r->jacobian, pair_one, 1.0 / h, r->complex_one, r->order + n) ||
        !factor_complex(n, r->jacobian, pair_two, 1.0 / h, r->complex_two, r->order + 2 * n))
        return 0;
    r->h_factored = h;
    return 1;
}

// The collocation polynomial through 0 at 0 and z at the nodes.
static void basis(double theta, double out[S]) {
    double left = theta, right = 1.0;
    for (int i = 0; i < S; i++) {
        out[i] = left * basis_weight[i];
        left *= theta - node[i];
    }
    for (int i = S - 1; i >= 0; i--) {
        out[i] *= right;
        right *= theta - node[i];
    }
}

// First guess: the polynomial of the step before, drawn out.
static void begin_stages(dp_radau *r, double h) {
    int n = r->active;
    if (!r->has_past || h > 4.0 * r->h_before) {
        memset(r->z, 0, (size_t)(S * n) * sizeof *r->z);
        memset(r->w, 0, (size_t)(S * n) * sizeof *r->w);
        return;
    }
    double gone[S];
    basis(r->part_before, gone);
    for (int i = 0; i < S; i++) {
        double part[S];
        basis(r->part_before + node[i] * h / r->h_before, part);
        for (int k = 0; k < n; k++) {
            double sum = 0.0;
            for (int j = 0; j < S; j++)
                sum -= gone[j] * r->z_before[j * n + k];
            for (int j = 0; j < S; j++)
                sum += part[j] * r->z_before[j * n + k];
            r->z[i * n + k] = sum;
        }
    }
    if (r->tangents != NULL) return;
    for (int i = 0; i < S; i++)
        for (int k = 0; k < n; k++) {
            double sum = 0.0;
            for (int j = 0; j < S; j++)
                sum += t_inverse[i][j] * r->z[j * n + k];
            r->w[i * n + k] = sum;
        }
}

int dp_radau_evaluate(dp_radau *r, const double *y, double h, double *tangents,
                      bool with_integrals) {
    int n = r->active, count = r->system->count, square = n * n / 4;
    for (int i = 0; i < S; i++) {
        double *at = r->state + i * count;
        for (int k = 0; k < n; k++)
            at[k] = y[k] + r->z[i * n + k];
        at[n] = y[n] + node[i] * h;
        for (int k = n + 1; k < count; k++)
            at[k] = y[k];
        if (r->rates_beside != NULL) continue;
        if (!dp_radau_rates(r, at, r->f + i * count)) return 0;
        if (tangents == NULL) continue;
        double *own = tangents + 2 * i * square;
        r->tangents(r->system->model, own, own + square);
    }
    if (r->rates_beside == NULL) return 1;
    *r->evaluations += S;
    r->rates_beside(r->system->model, S, r->state, r->f, tangents, with_integrals);
    int good = 1;
    for (int i = 0; i < S; i++)
        good &= are_finite(r->f + i * count, n);
    return good;
}

// One simplified Newton step on w; returns the size of the change of the stages.
static double correct(dp_radau *r, double h, const double *size) {
    int n = r->active, count = r->system->count;
    double over_h = 1.0 / h, sum = 0.0;
    double *one = r->right, *two = r->right + n;
    for (int k = 0; k < n; k++) {
        double g[S];
        for (int i = 0; i < S; i++) {
            g[i] = 0.0;
            for (int j = 0; j < S; j++)
                g[i] += t_inverse[i][j] * r->f[j * count + k];
        }
        const double *w = r->w + k;
        one[k] = g[0] - gamma_real * over_h * w[0];
        // the pair (a, b) stands for a - i b
        r->state[2 * k] = g[1] - over_h * (pair_one[0] * w[n] + pair_one[1] * w[2 * n]);
        r->state[2 * k + 1] = -g[2] - over_h * (pair_one[1] * w[n] - pair_one[0] * w[2 * n]);
        two[2 * k] = g[3] - over_h * (pair_two[0] * w[3 * n] + pair_two[1] * w[4 * n]);
        two[2 * k + 1] = -g[4] - over_h * (pair_two[1] * w[3 * n] - pair_two[0] * w[4 * n]);
    }
    solve_real(n, r->real, r->order, one);
    solve_complex(n, r->complex_one, r->order + n, r->state);
    solve_complex(n, r->complex_two, r->order + 2 * n, two);
    for (int k = 0; k < n; k++) {
        double d[S] = {one[k], r->state[2 * k], -r->state[2 * k + 1], two[2 * k], -two[2 * k + 1]};
        for (int i = 0; i < S; i++)
            r->w[i * n + k] += d[i];
        for (int i = 0; i < S; i++) {
            double change = 0.0;
            for (int j = 0; j < S; j++)
                change += t_of[i][j] * d[j];
            r->z[i * n + k] += change;
            sum += change / size[k] * (change / size[k]);
        }
    }
    return sqrt(sum / (S * n));
}

static void sizes(const dp_radau *r, const double *y, double *size) {
    for (int k = 0; k < r->active; k++) {
        double own = fabs(y[k]) > r->system->scale[k] ? fabs(y[k]) : r->system->scale[k];
        if (r->cap != NULL && own > r->cap[k]) own = r->cap[k];
        size[k] = own * r->rtol;
    }
}

// Solve for the stages; 0 when it does not converge.
static int iterate(dp_radau *r, const double *y, double h, const double *size) {
    double before = 0.0, floor = 1e-3, rest = r->tangents != NULL ? 0.2 : 5e-2;
    for (int i = 0; i < ITERATIONS; i++) {
        int is_second = r->tangents != NULL;
        // derivatives at the first guess serve the whole iteration, unless it turns out to be slow
        int anew = i == 0 || (i == 2 && r->theta > 0.03);
        if (!(is_second ? dp_stages_evaluate(r, y, h, anew)
                        : dp_radau_evaluate(r, y, h, NULL, false)))
            return 0;
        double change = is_second ? dp_stages_correct(r, y, h, size) : correct(r, h, size);
        r->iterations = i + 1;
        if (!(change < 1e100)) return 0;
        if (i > 0) {
            double theta = change / before;
            r->theta = theta;
            if (theta < 0.99 && change * theta / (1.0 - theta) <= rest) return 1;
            // the first change only finds the stiff directions: the rate counts from the second on
            if (i > 1 && theta >= 0.99) return change <= floor;
            double left = change;
            for (int k = i + 1; k < ITERATIONS && i > 1; k++)
                left *= theta;
            if (i > 1 && left > 1.0) return 0;
        } else if (change <= floor) {
            r->theta = 1e-3;
            return 1;
        }
        before = change;
    }
    return 0;
}

static double estimate_error(dp_radau *r, const double *y, const double *dy, double h,
                             const double *size) {
    int n = r->active;
    double *e = r->right, sum = 0.0;
    (void)y;
    for (int k = 0; k < n; k++) {
        double z = 0.0;
        for (int i = 0; i < S; i++)
            z += dp_radau_estimate[i] * r->z[i * n + k];
        e[k] = dy[k] + gamma_real / h * z;
    }
    solve_real(n, r->real, r->order, e);
    for (int k = 0; k < n; k++)
        sum += e[k] / size[k] * (e[k] / size[k]);
    return sqrt(sum / n);
}

// --- the step ---

static int solve_stages(dp_radau *r, const double *y, double h, const double *size) {
    if (r->tangents == NULL && r->h_factored != h && !factor(r, h)) return 0;
    begin_stages(r, h);
    return iterate(r, y, h, size);
}

// The integrals, and the largest of their errors: the formula of order 5 without its filter.
static double integrate(const dp_radau *r, const double *y, const double *dy, double h,
                        double *y_new) {
    int n = r->active, count = r->system->count;
    // longer steps than their own estimate allows: a kink that it misses shows here
    double most = 0.0, part = r->tangents != NULL ? 0.2 : 1.0;
    for (int k = n + 1; k < count; k++) {
        double sum = 0.0, off = first_difference * dy[k];
        for (int i = 0; i < S; i++) {
            sum += weight[i] * r->f[i * count + k];
            off += difference[i] * r->f[i * count + k];
        }
        y_new[k] = y[k] + h * sum;
        double size = fabs(y[k]) > r->system->scale[k] ? fabs(y[k]) : r->system->scale[k];
        double error = fabs(h * off) / (size * part * r->rtol);
        if (size < 1e300 && !(error <= most)) most = error;
    }
    return most;
}

double dp_radau_step(dp_radau *r, const double *y, const double *dy, double h, double *y_new) {
    int n = r->active, count = r->system->count;
    double *size = r->right + 3 * n;
    sizes(r, y, size);
    // with an old Jacobian first, unless it was slow; then with a new one
    int is_new = r->has_jacobian == 1, converged = 0;
    if (r->has_jacobian == 2 && r->theta <= 0.02) converged = solve_stages(r, y, h, size);
    if (!converged && !is_new && r->tangents == NULL) {
        if (!differentiate(r, y, dy)) return INFINITY;
        r->h_factored = 0.0;
    }
    if (!converged && !solve_stages(r, y, h, size)) {
        r->theta = 1.0;
        return INFINITY;
    }
    double error =
        r->tangents != NULL ? dp_stages_error(r, dy, h, size) : estimate_error(r, y, dy, h, size);
    for (int k = 0; k < n; k++)
        y_new[k] = y[k] + r->z[(S - 1) * n + k];
    y_new[n] = y[n] + h;
    for (int k = n + 1; k < count; k++)
        y_new[k] = y[k];
    if (!(error <= 1.0)) return error;
    // integrals want the rates of the stages as they ended
    if (count > n + 1 && !dp_radau_evaluate(r, y, h, NULL, true)) return INFINITY;
    double own = integrate(r, y, dy, h, y_new);
    return own > error ? own : error;
}

void dp_radau_seed(dp_radau *r, const double *from, const double *rate_from, const double *to,
                   const double *rate_to, double h) {
    int n = r->active;
    for (int i = 0; i < S; i++) {
        double s = node[i], c = s * s * (3.0 - 2.0 * s), d = s * (1.0 - s) * (1.0 - s) * h;
        double e = s * s * (s - 1.0) * h;
        for (int k = 0; k < n; k++)
            r->z_before[i * n + k] = c * (to[k] - from[k]) + d * rate_from[k] + e * rate_to[k];
    }
    r->h_before = h;
    r->part_before = 1.0;
    r->has_past = 1;
}

void dp_radau_accept(dp_radau *r, double h) {
    double *swap = r->z_before;
    r->z_before = r->z;
    r->z = swap;
    r->h_before = h;
    r->part_before = 1.0;
    r->has_past = 1;
    if (r->has_jacobian == 1) r->has_jacobian = 2;
}

void dp_radau_keep(dp_radau *r, double h) {
    memcpy(r->z_beyond, r->z, (size_t)(S * r->active) * sizeof *r->z);
    r->h_beyond = h;
}

void dp_radau_accept_part(dp_radau *r, double h) {
    dp_radau_accept(r, h);
    double *swap = r->z_before;
    r->z_before = r->z_beyond;
    r->z_beyond = swap;
    r->h_before = r->h_beyond;
    r->part_before = h / r->h_beyond;
}

void dp_radau_inside(const dp_radau *r, const double *y, double h, double theta, double *out) {
    double part[S];
    basis(theta, part);
    for (int k = 0; k < r->active; k++) {
        out[k] = y[k];
        for (int i = 0; i < S; i++)
            out[k] += part[i] * r->z[i * r->active + k];
    }
    out[r->active] = y[r->active] + theta * h;
}

double dp_radau_next(dp_radau *r, double h, double error) {
    if (!(error < 1e30)) return 0.4 * h;
    // the first guess of the next stages is the polynomial of this step, drawn out: not too far
    const double furthest = 2.0, least = 0.2;
    // the estimate is of order 5; an iteration that was slow asks for a little less
    double safety = 0.8 * (2.0 * ITERATIONS + 1.0) / (2.0 * ITERATIONS + r->iterations);
    double factor = error > 0.0 ? safety * pow(error, -1.0 / 6.0) : furthest;
    if (error <= 1.0) {
        // an error that grew from one step to the next will go on growing (Gustafsson 1994)
        double now = error > 1e-2 ? error : 1e-2;
        if (r->h_error > 0.0) {
            double trend = h / r->h_error * safety * pow(r->error_before / (now * now), 1.0 / 6.0);
            if (trend < factor) factor = trend;
        }
        r->h_error = h;
        r->error_before = now;
    }
    factor = factor < least ? least : factor > furthest ? furthest : factor;
    // a step that hardly changes keeps its factors
    return error <= 1.0 && factor >= 1.0 && factor < 1.15 ? h : h * factor;
}
