// Azad-Featherstone: Hertz spring with a square-root dashpot, a compliant-ground law from robotics.
// F = K delta^1.5 + c delta^(1/2) rate, never pulling.
// The arithmetic of Kuwabara-Kono with c given as such; the clamp of the source is the contact's
// policy here. Azad, Featherstone 2014.

#include "laws/family.h"

static const dp_param params[] = {
    {.name = "damping",
     .unit = "N s/m^1.5",
     .doc = "dashpot constant c",
     .initial = NAN,
     .low = 0.0,
     .high = INFINITY,
     .required = true},
    {0},
};
static const char *const errata[] = {
    "the form was not read in the source; the clamp F >= 0 it belongs to is the contact's policy",
    NULL,
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    (void)err;
    contact->kernel = &dp_kernel_hertz_half;
    contact->k[0] = pair->stiffness;
    contact->k[1] = dp_law_get(def, "damping");
    return DP_OK;
}

const dp_law dp_law_azad_featherstone = {
    .name = "azad-featherstone",
    .family = "viscous-hertz",
    .summary = "Hertz spring, delta^(1/2) dashpot with a given constant",
    .formula = "F = K delta^(3/2) + c delta^(1/2) rate",
    .source = "Azad, Featherstone 2014",
    .equation = "beyond the papers: Azad, Featherstone 2014",
    .validity =
        "damping is a given constant; restitution falls with speed; tension policy clamp or "
        "release belongs to the law",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "likely",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_STIFFNESS,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "damping",
    .tune_dimension = {1.0, -0.5, -1.0},
    .prepare = prepare,
};
