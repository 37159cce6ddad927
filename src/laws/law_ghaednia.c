// Ghaednia et al.: Jackson-Green with linear hardening. The tangent modulus Et draws contact radius
// and force towards Hertz. Beyond a contact radius of R (2R with an equal partner) the hardness
// stays at its least value; the cosine of the fit would turn back there.

#include "laws/plastic_sphere.h"

static const dp_param params[] = {
    DP_PARAM_PLASTIC_POISSON,
    {.name = "tangent_modulus",
     .unit = "Pa",
     .doc = "slope of stress over strain beyond yield; 0: no hardening",
     .initial = 0.0,
     .low = 0.0,
     .high = INFINITY},
    DP_PARAM_UNLOADING(DP_UNLOADS_BY_BRAKE),
    DP_PARAM_PLASTIC_FORM,
    DP_PARAM_PARTNER,
    {0},
};
static const char *const errata[] = {
    "Ghaednia et al. 2019 Eq 26 is wrong in print; the code of the authors' laboratory is followed",
    "Ghaednia et al. 2019 Eq 31 has a factor pi too many",
    "at 1.9 xc the force jumps from Hertz to the fit, by +0.429 % for sy/E = 0.009 and nu = 0.3 "
    "without hardening; form printed gives back more than it took there (restitution 1.00429 just "
    "beyond)",
    NULL,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_jackson_green(def, pair, DP_CURVE_GHAEDNIA, contact, err);
}

const dp_law dp_law_ghaednia = {
    .name = "ghaednia",
    .family = "elastoplastic",
    .summary = "sphere flattened by a flat, with linear hardening; fit to finite elements",
    .formula = "load: F = Fp + (K delta^(3/2) - Fp)(1 - exp(-3.3 Et/Es)), Fp as jackson-green "
               "with H = sy (2.84 - 0.92 (1 - cos(pi a/R))); unload: Kx (delta - dr)^(3/2)",
    .source = "Ghaednia, Brake, Berryhill, Jackson 2019; unloading Brake 2015",
    .equation = "beyond the papers: Ghaednia et al. 2019 Eq 3, 5, 6, 23-30",
    .validity = "one metal sphere that yields and hardens linearly; sy/E below 0.05, contact "
                "radius usually quoted up to 0.4 R; rate-independent",
    .bounds = DP_BOUNDS_PLASTIC_BALL,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_ELASTIC | DP_NEEDS_YIELD,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "yield",
    .tune_dimension = {1.0, -1.0, -2.0},
    .prepare = prepare,
};
