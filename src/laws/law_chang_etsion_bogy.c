// Chang-Etsion-Bogy: Hertz to xc, then a line from the conserved volume of a flattened asperity,
// F = pi f H R (2 delta - xc). The force jumps by half at xc, as the mean pressure does from
// (2/3) f H to f H. The unloading rule is not theirs.

#include "laws/plastic_sphere.h"

static const dp_param params[] = {
    DP_PARAM_PLASTIC_POISSON, DP_PARAM_HARDNESS,
    DP_PARAM_PRESSURE_FACTOR, DP_PARAM_UNLOADING(DP_UNLOADS_BY_RADIUS),
    DP_PARAM_PLASTIC_FORM,    {0},
};
static const char *const aliases[] = {"ceb", NULL};
static const char *const errata[] = {
    "at xc the force jumps by half, the mean pressure from (2/3) f H to f H",
    "with form printed the restitution is up to 1.4511 just beyond yield; form passive does not "
    "create energy, and leaves no dent below 3.927 xc (unloading radius): loss without a dent",
    "the unloading rule is chosen here and not part of the model",
    NULL,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double hardness = 0.0, factor = dp_law_get(def, "pressure_factor");
    dp_status status = dp_plastic_hardness(def, pair, &hardness, err);
    if (status != DP_OK) return status;
    if (isnan(factor)) factor = 0.454 + 0.41 * dp_plastic_poisson(def);
    return dp_prepare_plastic_sphere(def, pair, DP_CURVE_CHANG_ETSION_BOGY, factor * hardness, 1.0,
                                     contact, err);
}

const dp_law dp_law_chang_etsion_bogy = {
    .name = "chang-etsion-bogy",
    .aliases = aliases,
    .family = "elastoplastic",
    .summary = "asperity of conserved volume: Hertz, then a line; Hertz unloading",
    .formula = "load: K delta^(3/2) | pi f H R (2 delta - xc), xc = (pi f H/(2E))^2 R; "
               "unload: Kx (delta - dr)^(3/2)",
    .source = "Chang, Etsion, Bogy 1987; unloading Etsion, Kligerman, Kadin 2005, Jackson 2010",
    .equation = "beyond the papers: Chang, Etsion, Bogy 1987",
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
