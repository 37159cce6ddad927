// IMPACT of MSC Adams: power spring with a dashpot that a cubic step turns on over a ramp.
// F = k delta^e + c(delta) rate, c = c_max x^2 (3 - 2 x), x = min(delta/ramp, 1).
// All constants are the user's; c and its slope are continuous at both ends of the ramp, so nothing
// marks them. The max(0, F) of the original is the contact's tension policy. Adams/Solver manual.

#include "kernels/elastic.h"
#include "kernels/loops.h"
#include "laws/family.h"

static const dp_param params[] = {
    {.name = "exponent",
     .unit = "1",
     .doc = "power e of the indentation; the stiffness is then in N/m^e",
     .initial = 1.5,
     .low = 1.0,
     .high = 3.0},
    {.name = "max_damping",
     .unit = "N s/m",
     .doc = "dashpot constant at and beyond the end of the ramp",
     .initial = NAN,
     .low = 0.0,
     .high = INFINITY,
     .required = true},
    {.name = "ramp",
     .unit = "m",
     .doc = "indentation at which the dashpot is fully on",
     .initial = NAN,
     .low = 1e-12,
     .high = INFINITY,
     .required = true},
    {0},
};
static const char *const errata[] = {
    "a stiffness from modulus and radius is in N/m^1.5; with another exponent give the stiffness",
    NULL,
};

enum { STIFFNESS, EXPONENT, MAX_DAMPING, RAMP };  // constants

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    (void)m;
    if (delta <= 0.0) return (dp_response){0};
    double spring = k[STIFFNESS] * pow(delta, k[EXPONENT]);
    double ratio = delta / k[RAMP];
    double x = ratio > 1.0 ? 1.0 : ratio;
    double damping = k[MAX_DAMPING] * (x * x * (3.0 - 2.0 * x));
    double steepness = k[MAX_DAMPING] * (6.0 * x * (1.0 - x) / k[RAMP]);
    return (dp_response){
        .spring = spring,
        .damper = damping * rate,
        .dforce_ddelta = k[EXPONENT] * spring / delta + steepness * rate,
        .dforce_drate = damping,
        .stored = spring * delta / (k[EXPONENT] + 1.0),
    };
}

static double stiffness(const double *k, const double *m, double delta, double *slope) {
    (void)m;
    return dp_elastic_power(k[STIFFNESS], k[EXPONENT], delta, slope);
}

DP_KERNEL_LOOPS(adams_impact, 0, dp_begin_unneeded)

static const dp_kernel kernel = {
    .name = "adams-impact",
    .pulls = true,
    .smooth_power = 2.0,
    .stiffness = stiffness,
    DP_KERNEL_FUNCTIONS(adams_impact),
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    contact->kernel = &kernel;
    // a stiffness that was made from modulus and radius has the unit of exponent 1.5
    double hertz = 4.0 / 3.0 * pair->modulus * sqrt(pair->radius);
    if (pair->stiffness == hertz && dp_law_get(def, "exponent") != 1.5)
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_MISSING,
                    "adams-impact needs stiffness (in N/m^exponent) when exponent is not 1.5"),
            DP_SUBJECT_PAIR_ENTRY, -1, "stiffness");
    contact->k[STIFFNESS] = pair->stiffness;
    contact->k[EXPONENT] = dp_law_get(def, "exponent");
    contact->k[MAX_DAMPING] = dp_law_get(def, "max_damping");
    contact->k[RAMP] = dp_law_get(def, "ramp");
    return DP_OK;
}

const dp_law dp_law_adams_impact = {
    .name = "adams-impact",
    .family = "engine",
    .summary = "power spring and a dashpot ramped in by a cubic step, as IMPACT of MSC Adams",
    .formula = "F = k delta^e + c(delta) rate, c = c_max x^2 (3 - 2x), x = min(delta/ramp, 1)",
    .source = "MSC Adams, functions IMPACT and STEP",
    .equation = "beyond the papers: Adams/Solver, IMPACT",
    .validity = "all constants are the user's; stiffness in N/m^exponent; restitution depends on "
                "mass, stiffness and speed; the original never pulls, which here the tension "
                "policy decides",
    .bounds = DP_BOUNDS_SPRING,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "max_damping",
    .tune_dimension = {1.0, 0.0, -1.0},
    .needs_more = "`stiffness` \\[N/m^exponent\\] with an `exponent` other than 1.5",
    .prepare = prepare,
};
