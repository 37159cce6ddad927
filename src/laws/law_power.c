// Power law: a spring and a dashpot of any exponent, F = K delta^n + chi delta^q rate.
// All constants are the user's. Two exponents of the dashpot have a closed restitution: q = n,
// where the dashpot is weighted by the spring, and q = (n-1)/2, where delta^((n+1)/2) is a damped
// oscillation, as for tsuji. 003 Eq 1, 2.

#include "kernels/elastic.h"
#include "laws/family.h"

static const dp_param params[] = {
    {.name = "exponent",
     .unit = "1",
     .doc = "power n of the indentation in the spring; the stiffness is then in N/m^n",
     .initial = 1.5,
     .low = 0.1,
     .high = 10.0},
    {.name = "damping",
     .unit = "N s/m^(1+q)",
     .doc = "dashpot constant chi; its unit follows damping_exponent q",
     .initial = NAN,
     .low = 0.0,
     .high = INFINITY,
     .required = true},
    {.name = "damping_exponent",
     .unit = "1",
     .doc = "power q of the indentation in the dashpot; that of the spring when not given",
     .initial = NAN,
     .low = 0.0,
     .high = 10.0},
    {0},
};
static const char *const errata[] = {
    "a stiffness from modulus and radius is in N/m^1.5; with another exponent give the stiffness",
    NULL,
};

enum { STIFFNESS, DAMPING, EXPONENT, DAMPING_EXPONENT };  // constants

static dp_response respond(const double *k, const double *m, double delta, double rate) {
    (void)m;
    if (delta <= 0.0) return (dp_response){0};
    double n = k[EXPONENT], q = k[DAMPING_EXPONENT], power = pow(delta, n);
    double spring = k[STIFFNESS] * power;
    double damping = k[DAMPING] * (q == n ? power : pow(delta, q));
    return (dp_response){
        .spring = spring,
        .damper = damping * rate,
        .dforce_ddelta = n * spring / delta + q * damping / delta * rate,
        .dforce_drate = damping,
        .stored = spring * delta / (n + 1.0),
    };
}

static double force(const double *k, const double *m, double delta, double rate) {
    dp_response r = respond(k, m, delta, rate);
    return r.spring + r.damper;
}

static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    double K = k[STIFFNESS], chi = k[DAMPING], n = k[EXPONENT], q = k[DAMPING_EXPONENT];
    if (chi == 0.0) return 1.0;
    if (q == n) return dp_hunt_crossley_restitution(chi * approach / K);
    if (q != 0.5 * (n - 1.0)) return NAN;
    double ratio = 0.5 * chi / sqrt(0.5 * (n + 1.0) * K * mass);
    return dp_kelvin_voigt_restitution(ratio, at_zero_force);
}

static double factor(const double *k) {
    return k[DAMPING] == 0.0 ? 0.0 : NAN;
}

static double stiffness(const double *k, const double *m, double delta, double *slope) {
    (void)m;
    return dp_elastic_power(k[STIFFNESS], k[EXPONENT], delta, slope);
}

static const dp_kernel kernel = {
    .name = "power",
    .pulls = true,
    .smooth_power = 2.0,
    .respond = respond,
    .force = force,
    .stiffness = stiffness,
    .restitution = restitution,
    .factor = factor,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double exponent = dp_law_get(def, "exponent"), other = dp_law_get(def, "damping_exponent");
    // a stiffness that was made from modulus and radius has the unit of exponent 1.5
    double hertz = 4.0 / 3.0 * pair->modulus * sqrt(pair->radius);
    if (pair->stiffness == hertz && exponent != 1.5)
        return dp_blame(err,
                        dp_fail(err, DP_ERR_MISSING,
                                "power needs stiffness (in N/m^exponent) when exponent is not 1.5"),
                        DP_SUBJECT_PAIR_ENTRY, -1, "stiffness");
    contact->kernel = &kernel;
    contact->k[STIFFNESS] = pair->stiffness;
    contact->k[DAMPING] = dp_law_get(def, "damping");
    contact->k[EXPONENT] = exponent;
    contact->k[DAMPING_EXPONENT] = isnan(other) ? exponent : other;
    return DP_OK;
}

const dp_law dp_law_power = {
    .name = "power",
    .family = "viscous-hertz",
    .summary = "spring and dashpot of any exponent",
    .formula = "F = K delta^n + chi delta^q rate, q = n",
    .source = "003 Eq 1, 2",
    .equation = "003 Eq 1, 2",
    .validity = "all constants are the user's; stiffness in N/m^n; restitution depends on mass, "
                "stiffness and speed; pulls before separation unless q = n or clamped",
    .bounds = DP_BOUNDS_SPRING,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "damping",
    .tune_dimension = {1.0, -1.5, -1.0},  // with both exponents 1.5; near enough for all
    .needs_more = "`stiffness` \\[N/m^exponent\\] with an `exponent` other than 1.5",
    .prepare = prepare,
};
