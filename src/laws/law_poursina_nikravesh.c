// Poursina-Nikravesh: Hertz spring with a linear dashpot, set at every touch to deliver a
// restitution.
// F = K delta^1.5 + c rate, c = eta(e) m^0.6 K^0.4 v0^0.2; eta is the damping that delivers e in
// X'' + X^1.5 + eta X' = 0, X'(0) = 1, when the contact ends at zero force.
// Exact where the force may not pull (clamp, release); where it may, less comes back. From 0.01
// to 1, the range in which eta is known. Poursina, Nikravesh 2020, with eta in place of their
// fit.

#include "kernels/elastic.h"
#include "kernels/impact_loops.h"
#include "kernels/largest.h"
#include "laws/family.h"

static const dp_param params[] = {
    {.name = "restitution",
     .unit = "1",
     .doc = "requested restitution, delivered exactly unless tension is allowed",
     .initial = NAN,
     .low = 0.01,
     .high = 1.0,
     .required = true},
    {0},
};
static const char *const errata[] = {
    "the fitted damping constant of the source is not used; eta(e) comes from the dimensionless "
    "impact itself",
    NULL,
};
static const dp_history_field history[2] = {
    {"damping", "N s/m", "dashpot constant of this contact, set at the touch; 0 before a touch"},
    {"approach", "m/s", "approach speed: the largest closing speed since the touch"},
};

enum { STIFFNESS, SCALE, MASS, RESTITUTION, ETA };  // constants; SCALE = eta m^0.6 K^0.4

DP_INLINE dp_response respond_at(const double *k, const double *m, double x, double root,
                                 double rate) {
    double spring = k[STIFFNESS] * x * root;
    double damping = x <= 0.0 ? 0.0 : m[0];
    return (dp_response){
        .spring = spring,
        .damper = damping * rate,
        .dforce_ddelta = 1.5 * k[STIFFNESS] * root,
        .dforce_drate = damping,
        .stored = 0.4 * spring * x,
    };
}

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    double x = delta <= 0.0 ? 0.0 : delta;
    return respond_at(k, m, x, sqrt(x), rate);
}

static void begin(const double *k, double *m, double approach) {
    m[0] = k[SCALE] * pow(approach, 0.2);
}

static void begin_largest(const double *k, double *m, double approach) {
    begin(k, m, approach);
    m[1] = approach;
}

// With restitution 1 there is no dashpot, and history[0] stays 0.
DP_INLINE bool needs_begin(const double *k) {
    return k[SCALE] != 0.0;
}

// eta was solved for one mass and one way to leave; nothing closed is known for others.
static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)approach;
    if (k[SCALE] == 0.0) return 1.0;
    return at_zero_force && mass == k[MASS] ? k[RESTITUTION] : NAN;
}

DP_KERNEL_LOOPS(poursina_nikravesh, 1, needs_begin)
DP_KERNEL_STRIKES(poursina_nikravesh, 1, 2, 1, 1.0, respond_at(k, m, x, z, rate))

DP_KERNEL_LARGEST(poursina_nikravesh, 2, needs_begin, dp_reciprocal_speed, begin_largest,
                  dp_no_update)

#define SHARED                                                                                     \
    .history = history, .pulls = true, .needs_begin = needs_begin, .smooth_power = 2.0,            \
    .vectorised = true, .stiffness = dp_stiffness_hertz, .restitution = restitution

static const dp_kernel largest = {
    .name = "poursina-nikravesh-largest",
    .history_count = 2,
    .begin = begin_largest,
    SHARED,
    DP_KERNEL_LARGEST_FUNCTIONS_AND(poursina_nikravesh,
                                    DP_KERNEL_STRIKE_FUNCTIONS(poursina_nikravesh)),
};

static const dp_kernel kernel = {
    .name = "poursina-nikravesh",
    .history_count = 1,
    .begin = begin,
    SHARED,
    .largest = &largest,
    DP_KERNEL_FUNCTIONS_AND(poursina_nikravesh, DP_KERNEL_STRIKE_FUNCTIONS(poursina_nikravesh)),
};

// eta takes a quarter of a millisecond
static void reweigh(dp_contact *contact, double mass) {
    double *k = contact->k;
    k[SCALE] = k[ETA] * pow(mass, 0.6) * pow(k[STIFFNESS], 0.4);
    k[MASS] = mass;
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double e = dp_law_get(def, "restitution");
    double eta = e == 1.0 ? 0.0 : dp_power_dashpot_damping(0.0, e, 1);
    if (isnan(eta)) {
        dp_fail(err, DP_ERR_NUMERIC, "%s: no damping found for restitution %g", def->law->name, e);
        dp_blame(err, DP_ERR_NUMERIC, DP_SUBJECT_PARAMETER, -1, "restitution");
        return dp_blame_value(err, DP_ERR_NUMERIC, e, NAN, NAN);
    }
    contact->kernel = &kernel;
    contact->k[STIFFNESS] = pair->stiffness;
    contact->k[RESTITUTION] = e;
    contact->k[ETA] = eta;
    reweigh(contact, pair->mass);
    return DP_OK;
}

const dp_law dp_law_poursina_nikravesh = {
    .name = "poursina-nikravesh",
    .family = "viscous-hertz",
    .summary = "Hertz spring, linear dashpot set at each touch to deliver a restitution",
    .formula = "F = K delta^(3/2) + c rate, c = eta(e) m^(3/5) K^(2/5) v0^(1/5)",
    .source = "Poursina, Nikravesh 2020",
    .equation = "beyond the papers: Poursina, Nikravesh 2020, with the exact eta(e)",
    .validity =
        "restitution 0.01 to 1, exact when the contact ends at zero force; the force jumps to "
        "c v0 at the touch; with tension allowed less comes back",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_MASS | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "restitution",
    .prepare = prepare,
    .reweigh = reweigh,
};
