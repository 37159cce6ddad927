// Dormand-Prince 8(5,3). Hairer, Norsett, Wanner 1993, "Solving Ordinary Differential Equations I",
// section II.5; the coefficients are those of the book's program, to double precision.

#include "solve/dop853.h"

#include <math.h>

enum { STAGES = DP_DOP853_STAGES };

#define INLINE static inline __attribute__((always_inline))

const double dp_dop853_stage[STAGES][STAGES - 1] = {
    {
        0.0,
    },
    {
        0.05260015195876773,
    },
    {
        0.0197250569845379,
        0.0591751709536137,
    },
    {
        0.02958758547680685,
        0.0,
        0.08876275643042054,
    },
    {
        0.2413651341592667,
        0.0,
        -0.8845494793282861,
        0.924834003261792,
    },
    {
        0.037037037037037035,
        0.0,
        0.0,
        0.17082860872947386,
        0.12546768756682242,
    },
    {
        0.037109375,
        0.0,
        0.0,
        0.17025221101954405,
        0.06021653898045596,
        -0.017578125,
    },
    {
        0.03709200011850479,
        0.0,
        0.0,
        0.17038392571223998,
        0.10726203044637328,
        -0.015319437748624402,
        0.008273789163814023,
    },
    {
        0.6241109587160757,
        0.0,
        0.0,
        -3.3608926294469414,
        -0.868219346841726,
        27.59209969944671,
        20.154067550477894,
        -43.48988418106996,
    },
    {
        0.47766253643826434,
        0.0,
        0.0,
        -2.4881146199716677,
        -0.590290826836843,
        21.230051448181193,
        15.279233632882423,
        -33.28821096898486,
        -0.020331201708508627,
    },
    {
        -0.9371424300859873,
        0.0,
        0.0,
        5.186372428844064,
        1.0914373489967295,
        -8.149787010746927,
        -18.52006565999696,
        22.739487099350505,
        2.4936055526796523,
        -3.0467644718982196,
    },
    {
        2.273310147516538,
        0.0,
        0.0,
        -10.53449546673725,
        -2.0008720582248625,
        -17.9589318631188,
        27.94888452941996,
        -2.8589982771350235,
        -8.87285693353063,
        12.360567175794303,
        0.6433927460157636,
    },
};

const int dp_dop853_first[STAGES] = {0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3};

// weights of the result, of the fifth-order and of the third-order error estimate
static const double weight[STAGES] = {
    0.054293734116568765,
    0.0,
    0.0,
    0.0,
    0.0,
    4.450312892752409,
    1.8915178993145003,
    -5.801203960010585,
    0.3111643669578199,
    -0.1521609496625161,
    0.20136540080403034,
    0.04471061572777259,
};
static const double error5[STAGES] = {
    0.01312004499419488,
    0.0,
    0.0,
    0.0,
    0.0,
    -1.2251564463762044,
    -0.4957589496572502,
    1.6643771824549864,
    -0.35032884874997366,
    0.3341791187130175,
    0.08192320648511571,
    -0.022355307863886294,
};
static const double error3[STAGES] = {
    -0.18980075407240762,
    0.0,
    0.0,
    0.0,
    0.0,
    4.450312892752409,
    1.8915178993145003,
    -5.801203960010585,
    -0.4226823213237919,
    -0.1521609496625161,
    0.20136540080403034,
    0.02265179219836082,
};

// Rates as the step sees them: those of the system, or all divided by the rate of the pivot.
static int rates(const dp_dop853 *d, int pivot, const double *y, double *dy) {
    ++*d->evaluations;
    if (d->system->rates(d->system->model, y, dy) != DP_OK) return 0;
    if (pivot < 0) return 1;
    double unit = 1.0 / dy[pivot];
    for (int i = 0; i < d->system->count; i++)
        dy[i] *= unit;
    dy[pivot] = 1.0;
    return 1;
}

// A rate that is not finite spoils the step even where its weight is zero.
static inline int are_finite(const double *k, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += k[i] - k[i];
    return sum == 0.0;
}

// The twelve rates into work, which has room for one trial state behind them. Inlined with n known,
// so that the loops over the unknowns of small problems unroll.
INLINE int stages_of(const dp_dop853 *d, const int n, int pivot, const double *y, double h) {
    double *k = d->work, *trial = d->work + STAGES * n;
    if (d->stages != NULL) return d->stages(d, pivot, y, h);
    for (int s = 1; s < STAGES; s++) {
        const double *stage = dp_dop853_stage[s];
        for (int i = 0; i < n; i++)
            trial[i] = stage[0] * k[i];
        for (int j = dp_dop853_first[s]; j < s; j++)
            for (int i = 0; i < n; i++)
                trial[i] += stage[j] * k[j * n + i];
        for (int i = 0; i < n; i++)
            trial[i] = y[i] + h * trial[i];
        if (!rates(d, pivot, trial, k + s * n) || !are_finite(k + s * n, n)) return 0;
    }
    return 1;
}

INLINE void sum_of(const dp_dop853 *d, const int n, const double *y, double h, double *y_new) {
    const double *k = d->work;
    for (int i = 0; i < n; i++) {
        double sum = weight[0] * k[i];
        for (int s = 5; s < STAGES; s++)
            sum += weight[s] * k[s * n + i];
        y_new[i] = y[i] + h * sum;
    }
}

// Error norm: the third-order estimate tempers the fifth-order one, as the book advises.
INLINE double error_of(const dp_dop853 *d, const int n, const double *y, double h,
                       const double *y_new) {
    const double *k = d->work;
    double sum5 = 0.0, sum3 = 0.0;
    int counted = 0;
    for (int i = 0; i < n; i++) {
        double floor = d->system->scale[i];
        if (floor > 1e300) continue;
        double size = fabs(y[i]) > fabs(y_new[i]) ? fabs(y[i]) : fabs(y_new[i]);
        size = (size > floor ? size : floor) * d->rtol;
        double e5 = error5[0] * k[i], e3 = error3[0] * k[i];
        for (int s = 5; s < STAGES; s++) {
            e5 += error5[s] * k[s * n + i];
            e3 += error3[s] * k[s * n + i];
        }
        e5 /= size;
        e3 /= size;
        sum5 += e5 * e5;
        sum3 += e3 * e3;
        counted++;
    }
    double denominator = sum5 + 0.01 * sum3;
    if (denominator == 0.0) return 0.0;
    return fabs(h) * sum5 / sqrt(denominator * counted);
}

// is_tried: nobody asks for the error.
INLINE double step_of(const dp_dop853 *d, const int n, int pivot, const double *y, double h,
                      double *y_new, const bool is_tried) {
    if (!stages_of(d, n, pivot, y, h)) return INFINITY;
    sum_of(d, n, y, h, y_new);
    return is_tried ? 0.0 : error_of(d, n, y, h, y_new);
}

static double step(const dp_dop853 *d, int pivot, const double *y, double h, double *y_new) {
    switch (d->system->count) {
    case 2:
        return step_of(d, 2, pivot, y, h, y_new, false);
    case 5:
        return step_of(d, 5, pivot, y, h, y_new, false);
    case 6:
        return step_of(d, 6, pivot, y, h, y_new, false);
    case 9:
        return step_of(d, 9, pivot, y, h, y_new, false);
    default:
        return step_of(d, d->system->count, pivot, y, h, y_new, false);
    }
}

double dp_dop853_step(const dp_dop853 *d, const double *y, const double *dy, double h,
                      double *y_new) {
    for (int i = 0; i < d->system->count; i++)
        d->work[i] = dy[i];
    return step(d, -1, y, h, y_new);
}

void dp_dop853_try(const dp_dop853 *d, const double *y, const double *dy, double h, double *y_new) {
    for (int i = 0; i < d->system->count; i++)
        d->work[i] = dy[i];
    step_of(d, d->system->count, -1, y, h, y_new, true);
}

double dp_dop853_land(const dp_dop853 *d, const double *y, const double *dy, int pivot,
                      double target, double *y_new) {
    double unit = 1.0 / dy[pivot];
    for (int i = 0; i < d->system->count; i++)
        d->work[i] = dy[i] * unit;
    d->work[pivot] = 1.0;
    double error = step(d, pivot, y, target - y[pivot], y_new);
    y_new[pivot] = target;
    return error;
}

double dp_dop853_next(double h, double error) {
    // safety 0.9; growth and shrinkage bounded so that one odd estimate does no harm
    if (!(error < 1e30)) return 0.1 * h;
    double factor = error > 0.0 ? 0.9 * pow(error, -0.125) : 6.0;
    return h * (factor < 0.333 ? 0.333 : factor > 6.0 ? 6.0 : factor);
}
