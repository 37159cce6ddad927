// Wang-Ma-Liu-Liu dashpot: two phases without history. Hertz with the damper of 000 Eq 16 up to the
// yield indentation dc, a straight line with the damper of 000 Eq 35 beyond:
//     x <= dc:  F = K x^1.5   (1 + de rate/v0),  de = 3 (1-e^2)/(2 (2 - 3e + 3e^2))
//     x >  dc:  F = (a + b x) (1 + dp rate/v0),  dp = 192 (1-e)/(pi^2 (24 - pi^2))
// printed: a = 0, b = Pp/dp (secant) or (Pp-Pc)/(dp-dc) (chord): the force jumps at dc by a
// factor 4.7. continuous: a = Pc - b dc with the chord; the spring is continuous, the damping still
// jumps a little. Source: 000 Eq 16, 17, 35, 36.

#include "kernels/elastic.h"
#include "kernels/largest.h"
#include "laws/family.h"
#include "laws/ma_liu_curve.h"
#include "laws/two_phase.h"

enum { KE, DC, DE, DP, A, B, UC };  // constants; UC is the spring energy at dc

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    double x = delta <= 0.0 ? 0.0 : delta;
    double root = sqrt(x);
    int yields = x > k[DC];
    double hertz = k[KE] * x * root, line = k[A] + k[B] * x;
    double spring = yields ? line : hertz;
    double slope = (yields ? k[DP] : k[DE]) * m[0];
    double over = x - k[DC];
    double line_energy = k[UC] + over * (k[A] + k[B] * (k[DC] + 0.5 * over));
    return (dp_response){
        .spring = spring,
        .damper = spring * (slope * rate),
        .dforce_ddelta = (yields ? k[B] : 1.5 * k[KE] * root) * (1.0 + slope * rate),
        .dforce_drate = spring * slope,
        .stored = yields ? line_energy : 0.4 * hertz * x,
    };
}

static int breakpoints(const double *k, const double *m, dp_breakpoint *out) {
    (void)m;
    out[0] = (dp_breakpoint){k[DC], DP_BREAKPOINT_JUMP, 0.0};
    return 1;
}

static double stiffness(const double *k, const double *m, double delta, double *slope) {
    (void)m;
    return dp_elastic_two_phase(k[KE], k[DC], k[B], delta, slope);
}

DP_KERNEL_LOOPS(wang_dashpot, 1, dp_begin_needed)
DP_KERNEL_SWEEPS_TOUCH(wang_dashpot, 1)
DP_KERNEL_LARGEST_RECIPROCAL(wang_dashpot)
DP_KERNEL_SWEEPS_LARGEST(wang_dashpot)

#define SHARED                                                                                     \
    .smooth_power = 2.0, .vectorised = true, .stiffness = stiffness, .breakpoints = breakpoints

static const dp_kernel largest = {
    .name = "wang-dashpot-largest",
    DP_KERNEL_LARGEST_MEMORY,
    SHARED,
    DP_KERNEL_LARGEST_FUNCTIONS_AND(wang_dashpot, DP_KERNEL_SWEEP_FUNCTIONS(wang_dashpot_largest)),
};

static const dp_kernel kernel = {
    .name = "wang-dashpot",
    DP_KERNEL_RECIPROCAL_MEMORY,
    SHARED,
    .largest = &largest,
    DP_KERNEL_FUNCTIONS_AND(wang_dashpot, DP_KERNEL_SWEEP_FUNCTIONS(wang_dashpot)),
};

enum { PRINTED, CONTINUOUS };
enum { SECANT, CHORD };
static const char *const forms[] = {"printed", "continuous", NULL};
static const char *const stiffness_forms[] = {"secant", "chord", NULL};
static const dp_param params[] = {
    DP_PARAM_RESTITUTION_BOTH(0.0),
    DP_PARAM_RESTITUTION_ELASTIC(0.0),
    DP_PARAM_RESTITUTION_PLASTIC(0.0),
    DP_PARAM_PSI,
    DP_PARAM_EPSILON,
    {.name = "form",
     .unit = "1",
     .doc = "printed: force jumps at yield; continuous: the line starts from the yield force",
     .initial = CONTINUOUS,
     .choices = forms},
    {.name = "stiffness_form",
     .unit = "1",
     .doc =
         "slope of the printed line: secant Pp/dp (what the paper's numbers use, the default) or "
         "chord (its Eq 17); the continuous form always uses the chord",
     .initial = NAN,
     .choices = stiffness_forms},
    {0},
};

static double elastic_factor(double e) {
    return 1.5 * (1.0 - e * e) / (2.0 - 3.0 * e + 3.0 * e * e);
}

static double plastic_factor(double e) {
    return 192.0 * (1.0 - e) / (DP_PI * DP_PI * (24.0 - DP_PI * DP_PI));
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    dp_two_phase e;
    dp_status status = dp_two_phase_restitution(def, &e, err);
    if (status != DP_OK) return status;
    int continuous = dp_law_get(def, "form") == CONTINUOUS;
    double slope_form = dp_law_get(def, "stiffness_form");
    if (continuous && slope_form == SECANT)
        return dp_blame(err,
                        dp_fail(err, DP_ERR_CONFLICT,
                                "wang-dashpot: stiffness_form secant belongs to form printed"),
                        DP_SUBJECT_PARAMETER, -1, "stiffness_form");

    double curve[DP_CONSTANT_MAX];
    status = dp_ml_constants(pair, dp_law_get(def, "psi"), dp_law_get(def, "epsilon"), curve, err);
    if (status != DP_OK) return status;
    double chord = dp_ml_chord(curve), secant = curve[DP_ML_PP] / curve[DP_ML_DP];
    double dc = curve[DP_ML_DC], Ke = curve[DP_ML_KE];

    double *k = contact->k;
    k[KE] = Ke;
    k[DC] = dc;
    k[DE] = elastic_factor(e.elastic);
    k[DP] = plastic_factor(e.plastic);
    k[B] = continuous || slope_form == CHORD ? chord : secant;
    k[A] = continuous ? Ke * dc * sqrt(dc) - k[B] * dc : 0.0;
    k[UC] = curve[DP_ML_UC];
    contact->kernel = &kernel;
    return DP_OK;
}

static const char *const errata[] = {
    "000 Eq 36 is called continuous; as printed the spring jumps at dc from 131 N to 612 N (Sec 5)",
    "000 Sec 5 prints K = 3.8765e8, which is Pp/dp, not the chord of its Eq 17 (3.9129e8)",
    "000 Eq 29 should have K^2 t^4/(24 M^2); Eq 28's time is that of largest indentation, so the "
    "factor 1.3767 (1-e) of Eq 35 is not the small-loss value 1.5 (1-e)",
    NULL,
};

const dp_law dp_law_wang_dashpot = {
    .name = "wang-dashpot",
    .family = "elastoplastic-dashpot",
    .summary = "Hertz dashpot to yield, linear dashpot beyond; no history",
    .formula =
        "delta <= dc: K delta^(3/2) (1 + de rate/v0); delta > dc: (a + b delta)(1 + dp rate/v0)",
    .source = "Wang, Ma, Liu, Liu",
    .equation = "000 Eq 16, 17, 35, 36",
    .validity =
        "one loading and unloading; keeps no residual indentation; delivered restitution is "
        "far above the requested one below 0.6",
    .bounds = DP_BOUNDS_PLASTIC_PAIR,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_ELASTIC | DP_NEEDS_YIELD | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "restitution",
    .prepare = prepare,
};
