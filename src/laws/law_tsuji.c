// Tsuji: Hertz spring with the one dashpot whose restitution does not depend on speed; the default
// law of EDEM.
// F = K delta^1.5 + sqrt(5) xi sqrt(K m) delta^(1/4) rate, xi = -ln e/sqrt(pi^2 + ln^2 e).
// Exact for every mass, stiffness and speed when tension is allowed until delta = 0; where the
// force is held at zero the contact ends earlier and more comes back. 003 Table 1 and 002 Eq 26,
// corrected.

#include "laws/family.h"

static const dp_param params[] = {
    {.name = "restitution",
     .unit = "1",
     .doc = "requested restitution, delivered exactly when tension is allowed",
     .initial = NAN,
     .low = 1e-6,
     .high = 1.0,
     .required = true},
    {0},
};
static const char *const aliases[] = {"edem", NULL};
static const char *const errata[] = {
    "002 Eq 26 prints K delta^3 + (sqrt5/2) g1 sqrt(K M delta^4) rate; the units need "
    "K delta^(3/2) + (sqrt5/2) g1 sqrt(K M) delta^(1/4) rate, which then delivers e exactly",
    "002 calls M the mass of the contact body; only the effective mass m1 m2/(m1+m2) delivers e",
    "003 Table 1 prints delta^(1/2) in the law and 1/4 in the column of exponents; 1/4 is right",
    "003 Table 1 does not give alpha; it is -sqrt(5) ln e/sqrt(pi^2 + ln^2 e)",
    NULL,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    (void)err;
    double decrement = log(1.0 / dp_law_get(def, "restitution"));  // not -log(e): -0 at e = 1
    double xi = decrement / sqrt(DP_PI * DP_PI + decrement * decrement);
    contact->kernel = &dp_kernel_hertz_quarter;
    contact->k[0] = pair->stiffness;
    contact->k[1] = sqrt(5.0) * xi * sqrt(pair->stiffness * pair->mass);
    return DP_OK;
}

const dp_law dp_law_tsuji = {
    .name = "tsuji",
    .aliases = aliases,
    .family = "viscous-hertz",
    .summary = "Hertz spring, delta^(1/4) dashpot, restitution independent of speed",
    .formula = "F = K delta^(3/2) + sqrt(5) xi sqrt(K m) delta^(1/4) rate, "
               "xi = -ln e/sqrt(pi^2 + ln^2 e)",
    .source = "Tsuji, Tanaka, Ishida 1992; damping factor Antypov, Elliott 2011",
    .equation = "003 Table 1, 002 Eq 26 (both corrected)",
    .validity = "exact with tension allowed; with the force held at zero it delivers 0.902 for "
                "0.9, 0.718 for 0.7, 0.550 for 0.5, 0.253 for 0.1",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS | DP_NEEDS_MASS,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "restitution",
    .prepare = prepare,
};
