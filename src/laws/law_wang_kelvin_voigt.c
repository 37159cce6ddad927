// Wang-Faes-Shi-Cheng-Pan: two-phase Kelvin-Voigt contact without history. Below the yield
// indentation a Hertz spring with a delta^(1/4) dashpot, above it a stiffer-than-Hertz line, or the
// Ma-Liu loading curve, with a linear dashpot:
//     x <= dy:  F = Kh x^1.5 + g2(e) sqrt(Kh m) x^(1/4) rate
//     x >  dy:  F = spring(x) + g1(e) sqrt(Kp m) rate,   Kp = (Fp-Fy)/(dp-dy)
//     g1 = -2 ln e/sqrt(pi^2 + ln^2 e),  g2 = 9 sqrt5 (1-e^2)/(e (e (9 pi - 16) + 16))
// spring: printed Kp x | continuous Fy + Kp (x - dy) | ma-liu-curve. This file holds the last
// kernel. The dashpots act in both directions, so the delivered restitution is about e^2 below
// yield. Source: 002 Eq 12-25 with g2 as in Jankowski 2006.

#include "kernels/chain_loops.h"
#include "kernels/loops.h"
#include "laws/family.h"
#include "laws/ma_liu_curve.h"
#include "laws/two_phase.h"
#include "laws/wang_kelvin_voigt.h"

enum { CE = DP_ML_OWN, CP };

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    (void)m;
    double x = delta <= 0.0 ? 0.0 : delta;
    double root = sqrt(x);
    dp_ml_point load = dp_ml_load(k, x, root);
    int yields = x > k[DP_ML_DC];
    double elastic_damping = k[CE] * sqrt(root);
    double damping = yields ? k[CP] : elastic_damping;
    double steepness = x > 0.0 ? 0.25 * elastic_damping / x : 0.0;
    return (dp_response){
        .spring = load.force,
        .damper = damping * rate,
        .dforce_ddelta = load.slope + (yields ? 0.0 : steepness * rate),
        .dforce_drate = damping,
        .stored = load.energy,
    };
}

DP_INLINE double apart_to(const double *k, const double *m) {
    (void)k, (void)m;
    return 0.0;
}

enum { RARE_IS_COSTLY = 1 };

// Beyond yield the loading curve needs a logarithm; below it is Hertz's.
DP_INLINE double rare_from(const double *k, const double *m) {
    (void)m;
    return k[DP_ML_DC];
}

DP_INLINE double costly_from(const double *k, const double *m) {
    return rare_from(k, m);
}

DP_INLINE dp_response respond_common(const double *k, const double *m, double delta, double rate) {
    (void)m;
    double x = delta <= 0.0 ? 0.0 : delta;
    double root = sqrt(x);
    return (dp_response){.spring = k[DP_ML_KE] * x * root, .damper = k[CE] * sqrt(root) * rate};
}

DP_INLINE void update(const double *k, double *m, double delta, double rate) {
    (void)k, (void)m, (void)delta, (void)rate;
}

static int breakpoints(const double *k, const double *m, dp_breakpoint *out) {
    (void)m;
    out[0] = (dp_breakpoint){k[DP_ML_DC], DP_BREAKPOINT_JUMP, 0.0};
    out[1] = (dp_breakpoint){k[DP_ML_DP], DP_BREAKPOINT_PLASTIC, 0.0};
    return 2;
}

static double stiffness(const double *k, const double *m, double delta, double *slope) {
    (void)m;
    return dp_ml_stiffness(k, delta, slope);
}

DP_KERNEL_LOOPS(wang_curve, 0, dp_begin_unneeded)
DP_KERNEL_SWEEPS_RARE(wang_curve, 0, 0, respond_common, update, dp_settle_nothing)

static const dp_kernel curve_kernel = {
    .name = "wang-curve",
    .pulls = true,
    .smooth_power = 4.0,
    .vectorised = true,
    .stiffness = stiffness,
    .breakpoints = breakpoints,
    DP_KERNEL_FUNCTIONS_AND(wang_curve, DP_KERNEL_SWEEP_FUNCTIONS(wang_curve)),
};

enum { PRINTED, CONTINUOUS, MA_LIU_CURVE };
static const char *const forms[] = {"printed", "continuous", "ma-liu-curve", NULL};
static const dp_param params[] = {
    DP_PARAM_RESTITUTION_BOTH(1e-6),
    DP_PARAM_RESTITUTION_ELASTIC(1e-6),
    DP_PARAM_RESTITUTION_PLASTIC(1e-6),
    DP_PARAM_PSI,
    DP_PARAM_EPSILON,
    {.name = "form",
     .unit = "1",
     .doc = "spring above yield: printed jumps there, continuous starts from the yield force, "
            "ma-liu-curve follows the Ma-Liu loading curve",
     .initial = MA_LIU_CURVE,
     .choices = forms},
    {0},
};

static double linear_factor(double e) {
    double l = log(e);
    return -2.0 * l / sqrt(DP_PI * DP_PI + l * l);
}

static double hertz_factor(double e) {
    return 9.0 * sqrt(5.0) * (1.0 - e * e) / (e * (e * (9.0 * DP_PI - 16.0) + 16.0));
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    dp_two_phase e;
    dp_status status = dp_two_phase_restitution(def, &e, err);
    if (status != DP_OK) return status;

    double curve[DP_CONSTANT_MAX] = {0};
    status = dp_ml_constants(pair, dp_law_get(def, "psi"), dp_law_get(def, "epsilon"), curve, err);
    if (status != DP_OK) return status;
    double chord = dp_ml_chord(curve), dy = curve[DP_ML_DC], Kh = curve[DP_ML_KE];
    double elastic = hertz_factor(e.elastic) * sqrt(Kh * pair->mass);
    double plastic = linear_factor(e.plastic) * sqrt(chord * pair->mass);

    double *k = contact->k;
    int form = (int)dp_law_get(def, "form");
    if (form == MA_LIU_CURVE) {
        memcpy(k, curve, sizeof curve);
        k[CE] = elastic;
        k[CP] = plastic;
        contact->kernel = &curve_kernel;
        return DP_OK;
    }
    k[DP_WANG_KH] = Kh;
    k[DP_WANG_DY] = dy;
    k[DP_WANG_CE] = elastic;
    k[DP_WANG_CP] = plastic;
    k[DP_WANG_A] = form == CONTINUOUS ? Kh * dy * sqrt(dy) - chord * dy : 0.0;
    k[DP_WANG_B] = chord;
    k[DP_WANG_UY] = curve[DP_ML_UC];
    contact->kernel = &dp_kernel_wang_line;
    return DP_OK;
}

static const char *const errata[] = {
    "002 Eq 12 and 25 as printed jump at dy by a factor 4.2 to 4.8; no static force between has an "
    "equilibrium, so the printed form cannot carry a preload",
    "002 Eq 23 prints g2 with 9 pi (1-e^2)+16; the line above it, and the printed -0.04512 m/s, "
    "need "
    "e (9 pi - 16) + 16",
    "002 Eq 15-16 count the loss in compression only; the dashpot also acts in recovery, so 0.95 "
    "delivers 0.900",
    "002 calls M the mass of the contact body; the effective mass m1 m2/(m1+m2) reproduces its "
    "numbers",
    NULL,
};

const dp_law dp_law_wang_kelvin_voigt = {
    .name = "wang-kelvin-voigt",
    .family = "elastoplastic-dashpot",
    .summary = "Hertz and delta^(1/4) dashpot to yield, plastic spring and linear dashpot beyond",
    .formula = "delta <= dy: Kh delta^(3/2) + g2 sqrt(Kh m) delta^(1/4) rate; "
               "delta > dy: spring(delta) + g1 sqrt(Kp m) rate",
    .source = "Wang, Faes, Shi, Cheng, Pan",
    .equation = "002 Eq 12, 23, 25",
    .validity = "one loading and unloading; keeps no residual indentation; asks for tension near "
                "separation, so the tension policy changes what is delivered",
    .bounds = DP_BOUNDS_PLASTIC_PAIR,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_ELASTIC | DP_NEEDS_YIELD | DP_NEEDS_MASS,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "restitution",
    .prepare = prepare,
};
