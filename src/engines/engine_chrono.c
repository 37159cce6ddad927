// Project Chrono, ChSystemSMC with material properties. The damping ratio is that of a force that
// may pull, the force is clamped: the same restitution delivers more.

#include <stdio.h>

#include "engines/families.h"

enum { HERTZ, HOOKE, PLAIN_COULOMB };

static const char *const models[] = {"hertz", "hooke", "plain-coulomb", NULL};
static const char *const names[] = {"Hertz", "Hooke", "PlainCoulomb"};
static const dp_param keys[] = {DP_KEY_MODEL(models), DP_KEY_POISSON, {0}};

static void write_block(const dp_export_case *c, double young, double e, dp_export *out) {
    int model = dp_model(c);
    dp_block(out,
             "auto material = chrono_types::make_shared<ChContactMaterialSMC>();\n"
             "material->SetYoungModulus(%.15g);\n"
             "material->SetPoissonRatio(%.15g);\n"
             "material->SetRestitution(%.15g);\n"
             "system.UseMaterialProperties(true);\n"
             "system.SetContactForceModel(ChSystemSMC::%s);\n",
             young, dp_key(c, "poisson"), e, names[model]);
    if (model == HOOKE)
        dp_block(out, "system.SetCharacteristicImpactVelocity(%.15g);\n", c->approach);
    if (model != PLAIN_COULOMB)
        dp_block(out, "ChCollisionInfo::SetDefaultEffectiveCurvatureRadius(%.15g);\n", c->radius);
}

static dp_status convert(const dp_export_case *c, dp_export *out, dp_error *err) {
    int model = dp_model(c);
    unsigned wants = DP_WANTS_MODULUS | DP_WANTS_RADIUS | (model == HOOKE ? DP_WANTS_APPROACH : 0);
    dp_status status = dp_case_wants(c, wants, err);
    if (status != DP_OK) return status;
    // without a radius in the law it goes into the modulus
    double young = dp_young(c) * (model == PLAIN_COULOMB ? sqrt(c->radius) : 1.0);
    double e = dp_pulling(dp_clamped_ratio(c->restitution));
    if (!(e > 0.0)) return dp_unreachable(c, dp_clamped(1.0), 1.0, err);
    snprintf(out->law, sizeof out->law, "ChSystemSMC, %s", names[model]);
    dp_put(out, "young_modulus", "Pa", young);
    dp_put(out, "poisson_ratio", "1", dp_key(c, "poisson"));
    dp_put(out, "restitution", "1", e);
    if (model != PLAIN_COULOMB) dp_put(out, "effective_radius", "m", c->radius);
    if (model == HOOKE) dp_put(out, "characteristic_velocity", "m/s", c->approach);
    out->delivered = dp_clamped(dp_pulling_ratio(e));
    out->naive = dp_clamped(dp_pulling_ratio(c->restitution));
    write_block(c, young, e, out);
    dp_note_alike(out);
    dp_note_any_speed(out);
    dp_note(out, "the pair takes the smaller restitution of the two materials");
    if (model != PLAIN_COULOMB)
        dp_note(out, "with the Bullet collision system every contact has this one radius, 0.1 m "
                     "unless it is set");
    dp_note(out, "Flores runs as Hooke in the core; Chrono::Multicore does not clamp: set the "
                 "requested restitution there");
    dp_note(out, "materials are kept as 4-byte floats, so seven digits arrive");
    dp_note_duration(c, out);
    return DP_OK;
}

const dp_engine dp_engine_chrono = {
    .name = "chrono",
    .summary = "Project Chrono, ChSystemSMC with material properties",
    .formula =
        "F = K x^1.5 + C x^(1/4) u (Hooke: k x + c u) with the damping ratio -ln e/sqrt(pi^2 "
        "+ ln^2 e), F >= 0",
    .source = "ChContactSMC.cpp, ChContactMaterialSMC.cpp and ChCollisionInfo.cpp at 7689fbc",
    .keys = keys,
    .convert = convert,
};
