// LIGGGHTS, pair_style gran. Its damping ratio follows from the restitution exactly, for a force
// that may pull. With limitForce on the force is clamped, and the same ratio delivers more.

#include <stdio.h>

#include "engines/families.h"

enum { HERTZ, HOOKE };

static const char *const models[] = {"hertz", "hooke", NULL};
static const char *const switches[] = {"off", "on", NULL};

static const dp_param keys[] = {
    DP_KEY_MODEL(models),
    DP_KEY_POISSON,
    {.name = "limit_force",
     .unit = "1",
     .doc = "limitForce of the model: the force never pulls",
     .initial = 0.0,
     .choices = switches},
    {0},
};

// It stops where it is asked for less.
#define LEAST_COEFFICIENT 0.05

static void write_block(const dp_export_case *c, double e, bool is_limited, dp_export *out) {
    dp_block(out,
             "hard_particles yes\n"
             "fix m1 all property/global youngsModulus peratomtype %.15g\n"
             "fix m2 all property/global poissonsRatio peratomtype %.15g\n"
             "fix m3 all property/global coefficientRestitution peratomtypepair 1 %.15g\n",
             dp_young(c), dp_key(c, "poisson"), e);
    if (dp_model(c) == HOOKE)
        dp_block(out, "fix m4 all property/global characteristicVelocity scalar %.15g\n",
                 c->approach);
    dp_block(out, "pair_style gran model %s tangential no_history limitForce %s\n",
             dp_model_word(c), switches[is_limited]);
    dp_block(out, "pair_coeff * *\n");
}

static dp_status convert(const dp_export_case *c, dp_export *out, dp_error *err) {
    bool is_hooke = dp_model(c) == HOOKE, is_limited = dp_key(c, "limit_force") == 1.0;
    dp_status status = dp_case_wants(c, DP_WANTS_MODULUS | (is_hooke ? DP_WANTS_APPROACH : 0), err);
    if (status != DP_OK) return status;
    double (*deliver)(double zeta) = is_limited ? dp_clamped : dp_pulling;
    double e = is_limited ? dp_pulling(dp_clamped_ratio(c->restitution)) : c->restitution;
    if (!(e > LEAST_COEFFICIENT))
        return dp_unreachable(c, deliver(dp_pulling_ratio(LEAST_COEFFICIENT)), 1.0, err);

    snprintf(out->law, sizeof out->law, "pair_style gran model %s limitForce %s", dp_model_word(c),
             switches[is_limited]);
    dp_put(out, "youngsModulus", "Pa", dp_young(c));
    dp_put(out, "poissonsRatio", "1", dp_key(c, "poisson"));
    dp_put(out, "coefficientRestitution", "1", e);
    if (is_hooke) dp_put(out, "characteristicVelocity", "m/s", c->approach);
    out->delivered = deliver(dp_pulling_ratio(e));
    out->naive = deliver(dp_pulling_ratio(c->restitution));
    write_block(c, e, is_limited, out);
    dp_note_alike(out);
    dp_note_any_speed(out);
    if (is_hooke)
        dp_note(out, "the spring is that of the characteristic velocity, whatever the real one");
    if (!is_limited) dp_note(out, "with limitForce off the force pulls at the end of a contact");
    dp_note(out, "coefficientRestitution must exceed 0.05");
    dp_note_duration(c, out);
    return DP_OK;
}

const dp_engine dp_engine_liggghts = {
    .name = "liggghts",
    .summary = "LIGGGHTS, pair_style gran with model hertz or hooke",
    .formula =
        "F = K x^1.5 + C x^(1/4) u (hooke: k x + c u) with the damping ratio -ln e/sqrt(pi^2 "
        "+ ln^2 e)",
    .source = "normal_model_hertz.h, normal_model_hooke.h and global_properties.cpp of 3.8.0",
    .keys = keys,
    .convert = convert,
};
