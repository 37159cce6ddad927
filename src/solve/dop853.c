// Dormand-Prince 8(5,3). Hairer, Norsett, Wanner 1993, "Solving Ordinary Differential Equations I",
// section II.5; the coefficients are those of the book's program, to double precision.

#include "solve/dop853.h"

#include <math.h>

enum { STAGES = 12 };

static const double stage[STAGES][STAGES - 1] = {
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

// Error norm: the third-order estimate tempers the fifth-order one, as the book advises.
static double error_ratio(const dp_ode *ode, const double *y, const double *y_new, double h,
                          double k[STAGES][DP_ODE_MAX]) {
    double sum5 = 0.0, sum3 = 0.0;
    int counted = 0;
    for (int i = 0; i < ode->count; i++) {
        if (isinf(ode->scale[i])) continue;
        double size = fmax(fmax(fabs(y[i]), fabs(y_new[i])), ode->scale[i]) * ode->rtol;
        double e5 = 0.0, e3 = 0.0;
        for (int s = 0; s < STAGES; s++) {
            e5 += error5[s] * k[s][i];
            e3 += error3[s] * k[s][i];
        }
        sum5 += e5 / size * (e5 / size);
        sum3 += e3 / size * (e3 / size);
        counted++;
    }
    double denominator = sum5 + 0.01 * sum3;
    if (denominator == 0.0) return 0.0;
    return fabs(h) * sum5 / sqrt(denominator * counted);
}

double dp_dop853_step(const dp_ode *ode, const double *y, const double *dy, double h,
                      double *y_new) {
    double k[STAGES][DP_ODE_MAX], trial[DP_ODE_MAX];
    const int n = ode->count;
    for (int i = 0; i < n; i++)
        k[0][i] = dy[i];

    for (int s = 1; s < STAGES; s++) {
        for (int i = 0; i < n; i++) {
            double sum = 0.0;
            for (int j = 0; j < s; j++)
                sum += stage[s][j] * k[j][i];
            trial[i] = y[i] + h * sum;
        }
        ode->rate(ode->model, trial, k[s]);
    }
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int s = 0; s < STAGES; s++)
            sum += weight[s] * k[s][i];
        y_new[i] = y[i] + h * sum;
    }
    return error_ratio(ode, y, y_new, h, k);
}

struct pivoted {
    const dp_ode *ode;
    int pivot;
};

static void pivoted_rate(const void *model, const double *y, double *dy) {
    const struct pivoted *p = (const struct pivoted *)model;
    p->ode->rate(p->ode->model, y, dy);
    double unit = dy[p->pivot];
    for (int i = 0; i < p->ode->count; i++)
        dy[i] /= unit;
    dy[p->pivot] = 1.0;
}

double dp_dop853_land(const dp_ode *ode, const double *y, int pivot, double target, double *y_new) {
    struct pivoted context = {ode, pivot};
    dp_ode turned = *ode;
    turned.rate = pivoted_rate;
    turned.model = &context;

    double dy[DP_ODE_MAX];
    pivoted_rate(&context, y, dy);
    double error = dp_dop853_step(&turned, y, dy, target - y[pivot], y_new);
    y_new[pivot] = target;
    return error;
}

double dp_dop853_next(double h, double error) {
    // safety 0.9; growth and shrinkage bounded so that one odd estimate does no harm
    if (!(error < 1e30)) return 0.1 * h;
    double factor = error > 0.0 ? 0.9 * pow(error, -0.125) : 6.0;
    return h * fmin(fmax(factor, 0.333), 6.0);
}
