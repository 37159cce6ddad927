// Kogut-Etsion: sphere flattened by a rigid flat, powers of w = delta/xc fitted to finite elements
// in two stretches, then the line F = 2 pi R delta H of a contact that flows everywhere.
// Force and contact area jump at w = 1, 6 and 110. The unloading rule is not theirs.

#include "laws/plastic_sphere.h"

static const dp_param params[] = {
    DP_PARAM_PLASTIC_POISSON, DP_PARAM_HARDNESS,
    DP_PARAM_PRESSURE_FACTOR, DP_PARAM_UNLOADING(DP_UNLOADS_BY_RADIUS),
    DP_PARAM_PLASTIC_FORM,    {0},
};
static const char *const errata[] = {
    "the force jumps by +3 % at xc, +1.68 % at 6 xc and +7.88 % at 110 xc (the last for nu = 0.3), "
    "the contact area by -7 %, +2.9 % and +7.1 %",
    "with form printed the restitution just beyond yield is 1.0483 (unloading radius), 1.0299 "
    "(brake) or 1.0149 (fit); form passive does not create energy",
    "the unloading rule is chosen here and not part of the model",
    NULL,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double hardness = 0.0, factor = dp_law_get(def, "pressure_factor");
    dp_status status = dp_plastic_hardness(def, pair, &hardness, err);
    if (status != DP_OK) return status;
    if (isnan(factor)) factor = 0.454 + 0.41 * dp_plastic_poisson(def);
    contact->k[DP_PS_LINE] = 3.0 / factor;
    return dp_prepare_plastic_sphere(def, pair, DP_CURVE_KOGUT_ETSION, factor * hardness, 1.0,
                                     contact, err);
}

const dp_law dp_law_kogut_etsion = {
    .name = "kogut-etsion",
    .family = "elastoplastic",
    .summary = "sphere flattened by a rigid flat, powers fitted to finite elements, then a line",
    .formula = "load, w = delta/xc: K delta^(3/2) | 1.03 Fc w^1.425 | 1.40 Fc w^1.263 | "
               "2 pi R H delta, xc = (pi f H/(2E))^2 R; unload: Kx (delta - dr)^(3/2)",
    .source = "Kogut, Etsion 2002; unloading Etsion, Kligerman, Kadin 2005, Jackson 2010",
    .equation = "beyond the papers: Kogut, Etsion 2002",
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
