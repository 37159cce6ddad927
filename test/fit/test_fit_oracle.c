// Smooth problems without bounds in the way, against cminpack's lmder with exact slopes, and
// against certified values of NIST's Statistical Reference Datasets where there are some.

#include "check.h"

#include <cminpack.h>

#include "dashpot/fit.h"

// Both stop where chi2 no longer changes in its last digit, or better.
#define AGREE 1e-8

enum { P_MAX = 7, N_MAX = 40 };

struct curve {
    const char *name;
    int p, n;
    const double *x, *y;
    // value, and slopes by b
    double (*f)(double x, const double *b, double *slope);
    double start[P_MAX], low[P_MAX], high[P_MAX];
    bool is_log;
    double certified[P_MAX], error[P_MAX], sum;  // 0: none
    double differences_off;  // how far differences may lead astray: (step/width)^2
};

// --- models --------------------------------------------------------------------------------------

static double decay(double x, const double *b, double *slope) {
    double e = exp(-b[1] * x);
    slope[0] = e;
    slope[1] = -b[0] * x * e;
    slope[2] = 1.0;
    return b[0] * e + b[2];
}

static double power_law(double x, const double *b, double *slope) {
    slope[0] = pow(x, b[1]);
    slope[1] = b[0] * slope[0] * log(x);
    return b[0] * slope[0];
}

// x is the number of the residual
static double rosenbrock(double x, const double *b, double *slope) {
    slope[0] = x < 1.5 ? -20.0 * b[0] : -1.0;
    slope[1] = x < 1.5 ? 10.0 : 0.0;
    return x < 1.5 ? 10.0 * (b[1] - b[0] * b[0]) : 1.0 - b[0];
}

static double misra1a(double x, const double *b, double *slope) {
    double e = exp(-b[1] * x);
    slope[0] = 1.0 - e;
    slope[1] = b[0] * x * e;
    return b[0] * (1.0 - e);
}

static double mgh09(double x, const double *b, double *slope) {
    double over = x * x + x * b[1], under = x * x + x * b[2] + b[3];
    slope[0] = over / under;
    slope[1] = b[0] * x / under;
    slope[2] = -b[0] * over * x / (under * under);
    slope[3] = -b[0] * over / (under * under);
    return b[0] * over / under;
}

static double eckerle4(double x, const double *b, double *slope) {
    double z = (x - b[2]) / b[1], e = exp(-0.5 * z * z);
    slope[0] = e / b[1];
    slope[1] = b[0] * e / (b[1] * b[1]) * (z * z - 1.0);
    slope[2] = b[0] * e / (b[1] * b[1]) * z;
    return b[0] * e / b[1];
}

static double thurber(double x, const double *b, double *slope) {
    double over = b[0] + x * (b[1] + x * (b[2] + x * b[3]));
    double under = 1.0 + x * (b[4] + x * (b[5] + x * b[6]));
    for (int j = 0; j < 4; j++)
        slope[j] = pow(x, j) / under;
    for (int j = 0; j < 3; j++)
        slope[4 + j] = -over * pow(x, j + 1) / (under * under);
    return over / under;
}

// --- data ----------------------------------------------------------------------------------------

static const double decay_x[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 10};
static const double decay_y[] = {5.21, 4.02, 3.31, 2.64, 2.28, 1.61, 1.34, 0.88, 0.81, 0.70};
static const double power_x[] = {0.1, 0.3, 1, 2, 5, 10};
static const double power_y[] = {0.79, 0.66, 0.51, 0.46, 0.36, 0.33};
static const double rosenbrock_x[] = {1, 2};
static const double rosenbrock_y[] = {0, 0};
static const double misra_y[] = {10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02,
                                 44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78};
static const double misra_x[] = {77.6,  114.9, 141.1, 190.8, 239.9, 289.0, 332.8,
                                 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0};
static const double mgh09_y[] = {0.1957, 0.1947, 0.1735, 0.1600, 0.0844, 0.0627,
                                 0.0456, 0.0342, 0.0323, 0.0235, 0.0246};
static const double mgh09_x[] = {4, 2, 1, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625};
static const double eckerle_y[] = {0.0001575, 0.0001699, 0.0002350, 0.0003102, 0.0004917, 0.0008710,
                                   0.0017418, 0.0046400, 0.0065895, 0.0097302, 0.0149002, 0.0237310,
                                   0.0401683, 0.0712559, 0.1264458, 0.2073413, 0.2902366, 0.3445623,
                                   0.3698049, 0.3668534, 0.3106727, 0.2078154, 0.1164354, 0.0616764,
                                   0.0337200, 0.0194023, 0.0117831, 0.0074357, 0.0022732, 0.0008800,
                                   0.0004579, 0.0002345, 0.0001586, 0.0001143, 0.0000710};
static const double eckerle_x[] = {400,   405,   410,   415,   420,   425,   430,   435,   436.5,
                                   438,   439.5, 441,   442.5, 444,   445.5, 447,   448.5, 450,
                                   451.5, 453,   454.5, 456,   457.5, 459,   460.5, 462,   463.5,
                                   465,   470,   475,   480,   485,   490,   495,   500};
static const double thurber_y[] = {
    80.574,   84.248,   87.264,   87.195,   89.076,   89.608,   89.868,   90.101,
    92.405,   95.854,   100.696,  101.060,  401.672,  390.724,  567.534,  635.316,
    733.054,  759.087,  894.206,  990.785,  1090.109, 1080.914, 1122.643, 1178.351,
    1260.531, 1273.514, 1288.339, 1327.543, 1353.863, 1414.509, 1425.208, 1421.384,
    1442.962, 1464.350, 1468.705, 1447.894, 1457.628};
static const double thurber_x[] = {-3.067, -2.981, -2.921, -2.912, -2.840, -2.797, -2.702, -2.699,
                                   -2.633, -2.481, -2.363, -2.322, -1.501, -1.460, -1.274, -1.212,
                                   -1.100, -1.046, -0.915, -0.714, -0.566, -0.545, -0.400, -0.309,
                                   -0.109, -0.103, 0.010,  0.119,  0.377,  0.790,  0.963,  1.006,
                                   1.115,  1.572,  1.841,  2.047,  2.200};

#define DATA(name) .n = sizeof name##_x / sizeof name##_x[0], .x = name##_x, .y = name##_y

static const struct curve curves[] = {
    {.name = "decay",
     .p = 3,
     DATA(decay),
     .f = decay,
     .start = {4, 0.3, 1},
     .low = {0.1, 0.01, 0.01},
     .high = {100, 10, 10},
     .is_log = true},
    {.name = "decay, linear",
     .p = 3,
     DATA(decay),
     .f = decay,
     .start = {4, 0.3, 1},
     .low = {0.1, 0.01, -5},
     .high = {50, 5, 5}},
    {.name = "power law",
     .p = 2,
     DATA(power),
     .f = power_law,
     .start = {1, -0.5},
     .low = {0.01, -5},
     .high = {10, 5}},
    {.name = "rosenbrock",
     .p = 2,
     DATA(rosenbrock),
     .f = rosenbrock,
     .start = {-1.2, 1},
     .low = {-5, -5},
     .high = {10, 10}},
    {.name = "misra1a",
     .p = 2,
     DATA(misra),
     .f = misra1a,
     .start = {500, 1e-4},
     .low = {1, 1e-6},
     .high = {1e5, 1e-1},
     .is_log = true,
     .certified = {2.3894212918e2, 5.5015643181e-4},
     .error = {2.7070075241, 7.2668688436e-6},
     .sum = 1.2455138894e-1},
    {.name = "mgh09",
     .p = 4,
     DATA(mgh09),
     .f = mgh09,
     .start = {25, 39, 41.5, 39},
     .low = {1e-3, 1e-3, 1e-3, 1e-3},
     .high = {100, 100, 100, 100},
     .is_log = true,
     .certified = {1.9280693458e-1, 1.9128232873e-1, 1.2305650693e-1, 1.3606233068e-1},
     .error = {1.1435312227e-2, 1.9633220911e-1, 8.0842031232e-2, 9.0025542308e-2},
     .sum = 3.0750560385e-4},
    // a step of 0.045 in the place of a peak whose width is 4
    {.name = "eckerle4",
     .p = 3,
     DATA(eckerle),
     .f = eckerle4,
     .start = {1, 10, 500},
     .low = {0.1, 0.5, 400},
     .high = {10, 50, 500},
     .certified = {1.5543827178, 4.0888321754, 4.5154121844e2},
     .error = {1.5408051163e-2, 4.6803020753e-2, 4.6800518816e-2},
     .sum = 1.4635887487e-3,
     .differences_off = 1e-6},
    // the poles of the quotient lie near its data
    {.name = "thurber",
     .p = 7,
     DATA(thurber),
     .f = thurber,
     .start = {1000, 1000, 400, 40, 0.7, 0.3, 0.03},
     .low = {100, 100, 50, 5, 0.1, 0.05, 0.005},
     .high = {1e4, 1e4, 5e3, 500, 5, 3, 0.5},
     .is_log = true,
     .certified = {1.2881396800e3, 1.4910792535e3, 5.8323836877e2, 7.5416644291e1, 9.6629502864e-1,
                   3.9797285797e-1, 4.9727297349e-2},
     .error = {4.6647963344, 3.9571156086e1, 2.8698696102e1, 5.5675370270, 3.1333340687e-2,
               1.4984928198e-2, 6.5842344623e-3},
     .sum = 5.6427082397e3,
     .differences_off = 1e-7},
};
enum { CURVES = sizeof curves / sizeof curves[0] };

static dp_status model(void *user, int worker, const double *theta, double *fitted, dp_error *err) {
    (void)worker, (void)err;
    const struct curve *curve = user;
    double slope[P_MAX];
    for (int i = 0; i < curve->n; i++)
        fitted[i] = curve->f(curve->x[i], theta, slope);
    return DP_OK;
}

static bool slopes(void *user, int worker, const double *theta, double *jacobian) {
    (void)worker;
    const struct curve *curve = user;
    for (int i = 0; i < curve->n; i++)
        curve->f(curve->x[i], theta, jacobian + i * curve->p);
    return true;
}

static int residuals(void *user, int m, int n, const double *b, double *r, double *jacobian,
                     int ldj, int flag) {
    const struct curve *curve = user;
    double slope[P_MAX];
    for (int i = 0; i < m; i++) {
        double f = curve->f(curve->x[i], b, slope);
        if (flag == 1) r[i] = f - curve->y[i];
        for (int j = 0; flag == 2 && j < n; j++)
            jacobian[i + j * ldj] = slope[j];
    }
    return 0;
}

// cminpack from the given place, exact slopes, as far as it goes.
static void ask_oracle(const struct curve *curve, const double *start, double *b) {
    double r[N_MAX], jacobian[N_MAX * P_MAX], diag[P_MAX], qtf[P_MAX], wa[3][P_MAX], wa4[N_MAX];
    int ipvt[P_MAX], nfev, njev;
    memcpy(b, start, sizeof(double) * (size_t)curve->p);
    lmder(residuals, (void *)(uintptr_t)curve, curve->n, curve->p, b, r, jacobian, curve->n, 1e-15,
          1e-15, 0.0, 5000, diag, 1, 100.0, 0, &nfev, &njev, ipvt, qtf, wa[0], wa[1], wa[2], wa4);
}

static void fit_curve(const struct curve *curve, bool is_exact, dp_fit_result *fit) {
    dp_fit_parameter parameters[P_MAX];
    dp_fit_cell cells[N_MAX];
    static const char *const targets[] = {"y"};
    static const char *const names[] = {"b1", "b2", "b3", "b4", "b5", "b6", "b7"};
    dp_error err;
    // the residuals of Rosenbrock's function vanish: nothing to estimate a sigma from
    double sigma = curve->n > curve->p ? NAN : 1.0;
    for (int j = 0; j < curve->p; j++)
        parameters[j] = (dp_fit_parameter){
            names[j], NULL, curve->low[j], curve->high[j], curve->start[j], curve->is_log};
    for (int i = 0; i < curve->n; i++)
        cells[i] = (dp_fit_cell){.measured = curve->y[i], .sigma = sigma};
    dp_fit_def def = dp_fit_defaults();
    def.parameters = parameters;
    def.parameter_count = curve->p;
    def.cells = cells;
    def.cell_count = (size_t)curve->n;
    def.target_names = targets;
    def.target_count = 1;
    def.all_starts = true;
    def.model = model;
    def.slopes = is_exact ? slopes : NULL;
    def.user = (void *)(uintptr_t)curve;
    if (dp_fit_run(fit, &def, &err) != DP_OK) fail_msg("%s: %s", curve->name, err.text);
}

static void compare(const struct curve *curve, const dp_fit_result *fit, double within) {
    double b[P_MAX];
    ask_oracle(curve, curve->start, b);
    for (int j = 0; j < curve->p; j++) {
        bool is_certified = curve->certified[j] != 0.0;
        // lmder stops when its sum stands still, which in long valleys is a little early
        double early = is_certified ? fabs(b[j] / curve->certified[j] - 1.0) : 0.0;
        assert_true(early < 1e-6);
        CHECK_NEAR(fit->parameters[j].value, b[j], within + early);
        if (!is_certified) continue;
        // certified to eleven digits
        CHECK_NEAR(fit->parameters[j].value, curve->certified[j], within);
        CHECK_NEAR(fit->parameters[j].standard_error, curve->error[j], fmax(100.0 * within, 1e-6));
    }
    if (curve->sum > 0.0) CHECK_NEAR(fit->targets[0].sum, curve->sum, 1e-9);
    assert_true(fit->converged && fit->identifiable);
}

static void test_exact_slopes(void **state) {
    (void)state;
    for (int i = 0; i < CURVES; i++) {
        dp_fit_result fit;
        print_message("%s\n", curves[i].name);
        fit_curve(&curves[i], true, &fit);
        compare(&curves[i], &fit, AGREE);
        dp_fit_free(&fit);
    }
}

static void test_differences(void **state) {
    (void)state;
    for (int i = 0; i < CURVES; i++) {
        dp_fit_result fit;
        print_message("%s\n", curves[i].name);
        fit_curve(&curves[i], false, &fit);
        compare(&curves[i], &fit, fmax(AGREE, curves[i].differences_off));
        dp_fit_free(&fit);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_slopes),
        cmocka_unit_test(test_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
