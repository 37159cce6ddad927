// Anagnostopoulos: Kelvin-Voigt with the dashpot that delivers a restitution.
// F = K delta + 2 xi sqrt(K m) rate, xi = -ln e/sqrt(pi^2 + ln^2 e), K in N/m.
// Exact for every mass, stiffness and speed when tension is allowed until delta = 0; where the
// force is held at zero the contact ends earlier and more comes back. 003 Table 1, corrected.

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
static const char *const errata[] = {
    "003 Table 1 prints chi delta rate with m = 1; the units and the restitution that chi is made "
    "for need chi rate, m = 0",
    NULL,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    (void)err;
    double decrement = log(1.0 / dp_law_get(def, "restitution"));  // not -log(e): -0 at e = 1
    double xi = decrement / sqrt(DP_PI * DP_PI + decrement * decrement);
    contact->kernel = &dp_kernel_kelvin_voigt;
    contact->k[0] = pair->stiffness;
    contact->k[1] = 2.0 * xi * sqrt(pair->stiffness * pair->mass);
    return DP_OK;
}

const dp_law dp_law_anagnostopoulos = {
    .name = "anagnostopoulos",
    .family = "linear",
    .summary = "linear spring, dashpot from restitution and mass",
    .formula = "F = K delta + 2 xi sqrt(K m) rate, xi = -ln e/sqrt(pi^2 + ln^2 e)",
    .source = "Anagnostopoulos 1988",
    .equation = "003 Table 1 (with rate in place of delta rate)",
    .validity = "stiffness in N/m; exact with tension allowed; with the force held at zero it "
                "delivers 0.902 for 0.9, 0.718 for 0.7, 0.550 for 0.5, 0.253 for 0.1",
    .bounds = DP_BOUNDS_SPRING,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_LINEAR | DP_NEEDS_MASS,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "restitution",
    .prepare = prepare,
};
