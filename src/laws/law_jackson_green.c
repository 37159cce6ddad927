// Jackson-Green: elastic - perfectly plastic sphere flattened by a flat, a fit to finite elements.
// Hertz to 1.9 xc; then a force whose mean pressure ends at a hardness that falls as the contact
// grows. For sy/E below 0.05; the fit is usually quoted up to a contact radius of 0.4 R. The force
// jumps by half a percent at 1.9 xc.

#include "laws/plastic_sphere.h"

static const dp_param params[] = {
    DP_PARAM_PLASTIC_POISSON,
    DP_PARAM_UNLOADING(DP_UNLOADS_BY_FIT),
    DP_PARAM_PLASTIC_FORM,
    DP_PARAM_PARTNER,
    {0},
};
static const char *const errata[] = {
    "at 1.9 xc the force jumps from Hertz to the fit, by +0.471 % for sy/E = 0.009 and nu = 0.3; "
    "with unloading radius and brake form printed gives back more than it took there (restitution "
    "1.00471 just beyond)",
    "with unloading fit the residual indentation is not 0 at 1.9 xc, so the restitution falls by a "
    "step, 1 to 0.969 for sy/E = 0.009; form passive keeps it",
    "the fit of the residual indentation passes the largest indentation from 1.0e4 xc on; what is "
    "recovered is held at 1/1000 of the indentation there",
    NULL,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    return dp_prepare_jackson_green(def, pair, DP_CURVE_JACKSON_GREEN, contact, err);
}

const dp_law dp_law_jackson_green = {
    .name = "jackson-green",
    .family = "elastoplastic",
    .summary = "sphere flattened by a flat, fit to finite elements; hardness falls with contact",
    .formula = "load, w = delta/xc: K delta^(3/2) | Fc (exp(-w^(5/12)/4) w^(3/2) + (4 H/(C sy)) "
               "(1 - exp(-w^(5/9)/25)) w), H = 2.84 sy (1 - exp(-0.82 (a/R)^(-0.7))); "
               "unload: Kx (delta - dr)^(3/2)",
    .source = "Jackson, Green 2005; unloading Jackson, Chusoipin, Green 2005",
    .equation = "beyond the papers: Jackson, Green 2005, as in Jackson, Green, Marghitu 2010",
    .validity = "one metal sphere that yields, without hardening; sy/E below 0.05, contact radius "
                "usually quoted up to 0.4 R; rate-independent",
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
