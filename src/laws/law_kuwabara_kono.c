// Kuwabara-Kono: the viscoelastic sphere, derived from bulk viscosities instead of fitted.
// F = K (delta^1.5 + 1.5 A delta^(1/2) rate), A the relaxation time; c = 1.5 A K.
// Quasi-static: v well below the speed of sound, A well below the contact time. Restitution falls
// with speed, e = 1 - 1.1534 g + 0.7982 g^2 - ..., g = (c/K)(K/m)^(2/5) v0^(1/5). 003 Table 1,
// corrected.

#include "laws/family.h"

static const dp_param params[] = {
    {.name = "relaxation",
     .unit = "s",
     .doc = "relaxation time A; give this, damping, or young, poisson, eta1 and eta2",
     .initial = NAN,
     .low = 0.0,
     .high = INFINITY},
    {.name = "damping",
     .unit = "N s/m^1.5",
     .doc = "dashpot constant c = 1.5 A K; give this or relaxation",
     .initial = NAN,
     .low = 0.0,
     .high = INFINITY},
    {.name = "young",
     .unit = "Pa",
     .doc = "Young's modulus of the spheres, with poisson, eta1 and eta2 in place of relaxation",
     .initial = NAN,
     .low = 1.0,
     .high = 1e13},
    {.name = "poisson",
     .unit = "1",
     .doc = "their Poisson's ratio; the relation has none for 0",
     .initial = NAN,
     .low = 1e-3,
     .high = 0.5},
    {.name = "eta1",
     .unit = "Pa s",
     .doc = "viscosity of shear deformation",
     .initial = NAN,
     .low = 0.0,
     .high = INFINITY},
    {.name = "eta2",
     .unit = "Pa s",
     .doc = "viscosity of bulk deformation",
     .initial = NAN,
     .low = 0.0,
     .high = INFINITY},
    {0},
};
static const char *const aliases[] = {"brilliantov", NULL};
static const char *const errata[] = {
    "003 Table 1 prints chi = (K/3)(3 eta2-eta1)^2 (1-nu)(1-2nu)/((3 eta2+2 eta1) E nu^2); by "
    "Brilliantov et al. 1996 chi = 1.5 A K with "
    "A = (1/3)(3 eta2-eta1)^2 (1-nu^2)(1-2nu)/((3 eta2+2 eta1) E nu^2), a factor K/2 where K is "
    "printed and 1-nu^2 where 1-nu is",
    "A from eta1 and eta2 is likely: it is the form of 1996; a later derivation is said to differ",
    NULL,
};

enum { YOUNG, POISSON, ETA1, ETA2, VISCOSITIES };
static const char *const names[VISCOSITIES] = {"young", "poisson", "eta1", "eta2"};

// A = (3 eta2 - eta1)^2/(3 (3 eta2 + 2 eta1)) (1 - nu^2)(1 - 2 nu)/(E nu^2)
static double relaxation_of(const double *v) {
    double sum = 3.0 * v[ETA2] + 2.0 * v[ETA1], difference = 3.0 * v[ETA2] - v[ETA1];
    double nu = v[POISSON];
    if (sum == 0.0) return 0.0;
    return difference / (3.0 * sum) * difference * (1.0 - nu * nu) * (1.0 - 2.0 * nu) /
           (v[YOUNG] * nu * nu);
}

// The relaxation time from the viscosities; NaN where none of them is given.
static dp_status read_viscosities(const dp_law_def *def, double *relaxation, dp_error *err) {
    double value[VISCOSITIES];
    int given = 0, missing = 0;
    for (int i = 0; i < VISCOSITIES; i++) {
        value[i] = dp_law_get(def, names[i]);
        if (isnan(value[i])) missing = i;
        given += !isnan(value[i]);
    }
    *relaxation = given == VISCOSITIES ? relaxation_of(value) : NAN;
    if (given == 0 || given == VISCOSITIES) return DP_OK;
    return dp_blame(err,
                    dp_fail(err, DP_ERR_MISSING,
                            "%s: young, poisson, eta1 and eta2 go together; %s is missing",
                            def->law->name, names[missing]),
                    DP_SUBJECT_PARAMETER, -1, names[missing]);
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double relaxation = dp_law_get(def, "relaxation"), damping = dp_law_get(def, "damping");
    double viscous = NAN;
    dp_status status = read_viscosities(def, &viscous, err);
    if (status != DP_OK) return status;
    int given = !isnan(relaxation) + !isnan(damping) + !isnan(viscous);
    if (given == 0)
        return dp_blame(err,
                        dp_fail(err, DP_ERR_MISSING,
                                "%s needs relaxation [s] or damping [N s/m^1.5]", def->law->name),
                        DP_SUBJECT_PARAMETER, -1, "relaxation");
    if (given > 1)
        return dp_blame(err,
                        dp_fail(err, DP_ERR_CONFLICT, "%s: %s and %s exclude each other; give one",
                                def->law->name, isnan(relaxation) ? "eta1" : "relaxation",
                                isnan(damping) ? "eta1" : "damping"),
                        DP_SUBJECT_PARAMETER, -1, isnan(damping) ? "eta1" : "damping");
    if (isnan(relaxation)) relaxation = viscous;
    contact->kernel = &dp_kernel_hertz_half;
    contact->k[0] = pair->stiffness;
    contact->k[1] = isnan(damping) ? 1.5 * relaxation * pair->stiffness : damping;
    return DP_OK;
}

const dp_law dp_law_kuwabara_kono = {
    .name = "kuwabara-kono",
    .aliases = aliases,
    .family = "viscous-hertz",
    .summary = "viscoelastic spheres; restitution falls with speed",
    .formula = "F = K delta^(3/2) + c delta^(1/2) rate, c = (3/2) A K",
    .source = "Kuwabara, Kono 1987; Brilliantov, Spahn, Hertzsch, Poschel 1996",
    .equation = "003 Table 1 (with chi = 1.5 A K)",
    .validity = "viscoelastic spheres at speeds well below that of sound, relaxation time well "
                "below the contact time; pulls a little before separation unless clamped",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "damping",
    .tune_dimension = {1.0, -0.5, -1.0},
    .prepare = prepare,
};
