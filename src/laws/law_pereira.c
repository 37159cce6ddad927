// Pereira et al.: journal in a bearing, an explicit power law fitted to cylinder theory.
// F = (0.965 dR + 0.0965) (L E/dR) delta^n, n = Y dR^-0.005, all in mm, N and MPa,
// Y = 1.51 ln(1000 dR)^-0.151 for 0.005 <= dR < 0.34954, Y = 0.0151 dR + 1.151 up to 10.
// Fitted for clearances of 0.005 to 10 mm; elsewhere the contact is refused. Pereira, Ramalho,
// Ambrosio 2015.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_ELASTIC_RESTITUTION, DP_PARAM_DAMPING_FACTOR, {0}};
static const char *const errata[] = {
    "the external form (a = 0.39, b = 0.85, Y = 1.094) is not offered: sources differ on whether n "
    "carries dR^-0.005",
    "a public code has n = (Y dR)^-0.005, which makes n about 1 and is marked wrong there",
    NULL,
};

// The fit joins at 0.34954 mm, where both forms agree to 4e-8.
static double exponent(double gap_mm) {
    double narrow = 1.51 * pow(log(1000.0 * gap_mm), -0.151), wide = 0.0151 * gap_mm + 1.151;
    return (gap_mm < 0.34954 ? narrow : wide) * pow(gap_mm, -0.005);
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double d = 0.0;
    dp_status status = dp_exact_damping_factor(def, &d, err);
    if (status != DP_OK) return status;
    if (!(pair->clearance >= 5e-6 && pair->clearance <= 1e-2)) {
        dp_fail(err, DP_ERR_VALIDITY, "%s: clearance is %g mm; the law was fitted for 0.005..10 mm",
                def->law->name, 1e3 * pair->clearance);
        dp_blame(err, DP_ERR_VALIDITY, DP_SUBJECT_PAIR_ENTRY, -1, "clearance");
        return dp_blame_value(err, DP_ERR_VALIDITY, pair->clearance, 5e-6, 1e-2);
    }

    // the fit is in mm and MPa; its stiffness in N/mm^n takes delta in mm
    double gap_mm = 1e3 * pair->clearance, length_mm = 1e3 * pair->length;
    double n = exponent(gap_mm);
    double stiffness_mm = (0.965 * gap_mm + 0.0965) * length_mm * (1e-6 * pair->modulus) / gap_mm;
    contact->kernel = &dp_kernel_hunt_crossley_power;
    contact->k[0] = stiffness_mm * pow(1e3, n);
    contact->k[1] = d;
    contact->k[2] = n;
    return DP_OK;
}

const dp_law dp_law_pereira = {
    .name = "pereira",
    .family = "conformal",
    .summary = "journal in bearing, explicit power law fitted for 0.005 to 10 mm of clearance",
    .formula = "F = (0.965 dR + 0.0965)(L E/dR) delta^n [mm, N, MPa], n = Y dR^-0.005, "
               "Y = 1.51 ln(1000 dR)^-0.151 below 0.34954 mm, 0.0151 dR + 1.151 above",
    .source = "Pereira, Ramalho, Ambrosio 2015",
    .equation = "quoted in 001 (ref 26), internal contact",
    .validity = "journal in a bearing, clearance 0.005 to 10 mm; with restitution < 1 the factor "
                "(1 + d rate/v0) of exact-restitution multiplies the force",
    // other clearances than those of the fit are refused
    .bounds = {.fits = DP_FITS_JOURNALS,
               .yielding = DP_YIELD_BED,
               .indentation = 0.1,
               .speed = 0.01},
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_MODULUS | DP_NEEDS_BEARING | DP_NEEDS_LENGTH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
