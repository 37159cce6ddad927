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

// The square of that matrix, and the sums of its rows.
const double dp_dop853_twice[STAGES][STAGES - 2] = {
    {0.0},
    {0.0},
    {0.003112622984346139},
    {0.0017508504286947032, 0.00525255128608411},
    {0.009915816237971964, -0.05234336665618132, 0.0820908153700972},
    {0.03533793130488635, 0.0, -0.09581915952175495, 0.11603678377242414},
    {0.018920483189113914, 0.0, -0.03815245266364541, 0.05268745617004205, -0.00220548669551055},
    {0.03067021189623757, 0.0, -0.07975482628537983, 0.0979912056772412, -0.0014238754814449106,
     -0.00014543770014516837},
    {-0.15229089727622033, 0.0, 0.46966087733519885, -0.06814140470279369, 0.01071185753171531,
     0.31196985474604216, -0.35982613247286355},
    {-0.11020716722377502, 0.0, 0.30128953154727944, 0.07865735349516391, 0.030838873981239242,
     -0.31960414755130306, -0.6851760518136165, 0.8842016075650119},
    {0.3721894995071433, 0.0, -0.5050736261155677, -0.4614987464855827, -0.06518509348541897,
     4.098038403866562, 3.8922102844072377, -7.025278165955339, 0.06194438303648047},
    {-0.7650750098382327, 0.0, 0.8347994820739504, 1.7559441441931152, 0.23253698859550578,
     11.903719357881853, -1.9034949405460306, -10.951226401858388, 1.3530625395360725,
     -1.9602661600378632},
};
const double dp_dop853_node[STAGES] = {0.0,
                                       0.05260015195876773,
                                       0.0789002279381516,
                                       0.1183503419072274,
                                       0.2816496580927726,
                                       0.3333333333333333,
                                       0.25,
                                       0.30769230769230765,
                                       0.651282051282051,
                                       0.5999999999999982,
                                       0.857142857142858,
                                       1.0000000000000007};

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
INLINE int stages_of(const dp_dop853 *d, const int n, const int steering, int pivot,
                     const double *y, double h) {
    double *k = d->work, *trial = d->work + STAGES * n;
    if (d->stages != NULL) return d->stages(d, pivot, y, h);
    for (int s = 1; s < STAGES; s++) {
        const double *stage = dp_dop853_stage[s];
        for (int i = 0; i < steering; i++)
            trial[i] = stage[0] * k[i];
        for (int j = dp_dop853_first[s]; j < s; j++)
            for (int i = 0; i < steering; i++)
                trial[i] += stage[j] * k[j * n + i];
        for (int i = 0; i < steering; i++)
            trial[i] = y[i] + h * trial[i];
        if (!rates(d, pivot, trial, k + s * n) || !are_finite(k + s * n, n)) return 0;
    }
    return 1;
}

INLINE void sum_of(const dp_dop853 *d, const int n, const double *y, double h, double *y_new) {
    const double *k = d->work;
    double *sum = d->work + STAGES * n;
    for (int i = 0; i < n; i++)
        sum[i] = weight[0] * k[i];
    for (int s = 5; s < STAGES; s++)
        for (int i = 0; i < n; i++)
            sum[i] += weight[s] * k[s * n + i];
    for (int i = 0; i < n; i++)
        y_new[i] = y[i] + h * sum[i];
}

// Both estimates of an unknown, in the order of the stages.
INLINE void estimates_of(const double *k, const int n, int i, double *e5, double *e3) {
    *e5 = error5[0] * k[i];
    *e3 = error3[0] * k[i];
    for (int s = 5; s < STAGES; s++) {
        *e5 += error5[s] * k[s * n + i];
        *e3 += error3[s] * k[s * n + i];
    }
}

// Norm of both estimates: the third-order one tempers the fifth-order one, as the book advises.
INLINE double norm_of(double h, double sum5, double sum3, int counted) {
    double denominator = sum5 + 0.01 * sum3;
    if (denominator == 0.0) return 0.0;
    return fabs(h) * sum5 / sqrt(denominator * counted);
}

INLINE double error_of(const dp_dop853 *d, const int n, const double *y, double h,
                       const double *y_new) {
    enum { SMALL = 16 };
    double all5[SMALL], all3[SMALL], sum5 = 0.0, sum3 = 0.0;
    int counted = 0;
    // all at once, in vectors, where there is room
    for (int i = 0; n <= SMALL && i < n; i++)
        estimates_of(d->work, n, i, &all5[i], &all3[i]);
    for (int i = 0; i < n; i++) {
        double floor = d->system->scale[i], e5, e3;
        if (floor > 1e300) continue;
        double size = fabs(y[i]) > fabs(y_new[i]) ? fabs(y[i]) : fabs(y_new[i]);
        size = (size > floor ? size : floor) * d->rtol;
        if (n <= SMALL)
            e5 = all5[i], e3 = all3[i];
        else
            estimates_of(d->work, n, i, &e5, &e3);
        e5 /= size;
        e3 /= size;
        sum5 += e5 * e5;
        sum3 += e3 * e3;
        counted++;
    }
    return norm_of(h, sum5, sum3, counted);
}

double dp_dop853_error_along(const dp_dop853 *d, const double *y, double h, const double *y_new,
                             bool (*filter)(const void *model, const double *y, double *error),
                             double *room) {
    int n = d->system->count, counted = 0;
    double *e5 = room, *e3 = room + n, sum5 = 0.0, sum3 = 0.0;
    for (int i = 0; i < n; i++)
        estimates_of(d->work, n, i, &e5[i], &e3[i]);
    if (!filter(d->system->model, y_new, e5) || !filter(d->system->model, y_new, e3)) return NAN;
    for (int i = 0; i < n; i++) {
        double floor = d->system->scale[i];
        if (floor > 1e300) continue;
        double size = fmax(fmax(fabs(y[i]), fabs(y_new[i])), floor) * d->rtol;
        sum5 += e5[i] / size * (e5[i] / size);
        sum3 += e3[i] / size * (e3[i] / size);
        counted++;
    }
    return norm_of(h, sum5, sum3, counted);
}

// is_tried: nobody asks for the error.
INLINE double step_of(const dp_dop853 *d, const int n, const int steering, int pivot,
                      const double *y, double h, double *y_new, const bool is_tried) {
    if (!stages_of(d, n, steering, pivot, y, h)) return INFINITY;
    sum_of(d, n, y, h, y_new);
    return is_tried ? 0.0 : error_of(d, n, y, h, y_new);
}

// Motions of two or three coordinates with integrals, or any.
static double step_with_integrals(const dp_dop853 *d, int pivot, const double *y, double h,
                                  double *y_new) {
    switch (d->steering) {
    case 5:
        return step_of(d, d->system->count, 5, pivot, y, h, y_new, false);
    case 7:
        return step_of(d, d->system->count, 7, pivot, y, h, y_new, false);
    default:
        return step_of(d, d->system->count, d->steering, pivot, y, h, y_new, false);
    }
}

static double step(const dp_dop853 *d, int pivot, const double *y, double h, double *y_new) {
    if (d->steering > 0 && d->steering < d->system->count)
        return step_with_integrals(d, pivot, y, h, y_new);
    switch (d->system->count) {
    case 2:
        return step_of(d, 2, 2, pivot, y, h, y_new, false);
    case 5:
        return step_of(d, 5, 5, pivot, y, h, y_new, false);
    case 6:
        return step_of(d, 6, 6, pivot, y, h, y_new, false);
    case 9:
        return step_of(d, 9, 9, pivot, y, h, y_new, false);
    default:
        return step_of(d, d->system->count, d->system->count, pivot, y, h, y_new, false);
    }
}

static bool is_own(const dp_dop853 *d, int pivot, const double *y, const double *dy, double to,
                   double *y_new, double *error) {
    if (d->own == NULL) return false;
    *error = d->own(d, pivot, y, dy, to, y_new);
    return !isnan(*error);
}

double dp_dop853_step(const dp_dop853 *d, const double *y, const double *dy, double h,
                      double *y_new) {
    double error;
    if (is_own(d, -1, y, dy, h, y_new, &error)) return error;
    for (int i = 0; i < d->system->count; i++)
        d->work[i] = dy[i];
    return step(d, -1, y, h, y_new);
}

void dp_dop853_try(const dp_dop853 *d, const double *y, const double *dy, double h, double *y_new) {
    double error;
    if (is_own(d, -1, y, dy, h, y_new, &error)) return;
    for (int i = 0; i < d->system->count; i++)
        d->work[i] = dy[i];
    if (d->system->count == 5)
        step_of(d, 5, 5, -1, y, h, y_new, true);
    else
        step_of(d, d->system->count, d->system->count, -1, y, h, y_new, true);
}

double dp_dop853_land(const dp_dop853 *d, const double *y, const double *dy, int pivot,
                      double target, double *y_new) {
    double unit = 1.0 / dy[pivot], error;
    if (!is_own(d, pivot, y, dy, target, y_new, &error)) {
        for (int i = 0; i < d->system->count; i++)
            d->work[i] = dy[i] * unit;
        d->work[pivot] = 1.0;
        error = step(d, pivot, y, target - y[pivot], y_new);
    }
    y_new[pivot] = target;
    return error;
}

double dp_dop853_next(double h, double error) {
    // safety 0.9; growth and shrinkage bounded so that one odd estimate does no harm
    if (!(error < 1e30)) return 0.1 * h;
    double factor = error > 0.0 ? 0.9 * pow(error, -0.125) : 6.0;
    return h * (factor < 0.333 ? 0.333 : factor > 6.0 ? 6.0 : factor);
}
