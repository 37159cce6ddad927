// Zhao-Maietta-Chang: Hertz to x1, where the mean pressure is k H; the contact area goes to that of
// full plasticity by a cubic, the mean pressure to H by a logarithm, both at 54 x1; then the line
// F = 2 pi R delta H. Continuous at both ends. The unloading rule is not theirs.

#include "laws/plastic_sphere.h"

static const dp_param params[] = {
    DP_PARAM_HARDNESS,
    {.name = "mean_pressure_factor",
     .unit = "1",
     .doc = "k, mean contact pressure over hardness at yield",
     .initial = 0.4,
     .low = 0.1,
     .high = 1.0},
    DP_PARAM_UNLOADING(DP_UNLOADS_BY_RADIUS),
    DP_PARAM_PLASTIC_FORM,
    {0},
};
static const char *const aliases[] = {"zmc", NULL};
static const char *const errata[] = {
    "the force is continuous, its slope falls by 8.3 % at x1 (k = 0.4); passive and printed are "
    "the same there",
    "k = 0.4 is likely; another source may have another value",
    "the unloading rule is chosen here and not part of the model",
    NULL,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double hardness = 0.0, mean = dp_law_get(def, "mean_pressure_factor");
    dp_status status = dp_plastic_hardness(def, pair, &hardness, err);
    if (status != DP_OK) return status;
    // Hertz has 2/3 of its largest pressure in the mean
    double ratio = 0.75 * DP_PI * mean * hardness / pair->modulus;
    contact->k[DP_PS_X2] = 54.0 * (ratio * ratio * pair->radius);
    contact->k[DP_PS_FLOW] = DP_PI * pair->radius * hardness;
    contact->k[DP_PS_SOFTER] = (1.0 - mean) / log(54.0);
    return dp_prepare_plastic_sphere(def, pair, DP_CURVE_ZHAO_MAIETTA_CHANG, 1.5 * mean * hardness,
                                     1.0, contact, err);
}

const dp_law dp_law_zhao_maietta_chang = {
    .name = "zhao-maietta-chang",
    .aliases = aliases,
    .family = "elastoplastic",
    .summary = "asperity: Hertz, a smooth stretch to full plasticity, a line; Hertz unloading",
    .formula = "load: K delta^(3/2) | pi R delta s H (1 - (1 - k) ln(x2/delta)/ln 54), "
               "s = 1 - 2q^3 + 3q^2, q = (delta - x1)/(x2 - x1) | 2 pi R H delta; "
               "unload: Kx (delta - dr)^(3/2)",
    .source = "Zhao, Maietta, Chang 2000; unloading Etsion, Kligerman, Kadin 2005, Jackson 2010",
    .equation = "beyond the papers: Zhao, Maietta, Chang 2000",
    .validity = "metal sphere that yields against a rigid flat; contact radius usually quoted up "
                "to 0.4 R; rate-independent",
    .bounds = DP_BOUNDS_PLASTIC_BALL,
    .confidence = "likely",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_ELASTIC,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "hardness",
    .tune_dimension = {1.0, -1.0, -2.0},
    .needs_more = "`yield` or the parameter `hardness`",
    .prepare = prepare,
};
