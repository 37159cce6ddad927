// Simbody, HuntCrossleyForce. Per body stiffness S and dissipation c; two alike have
// F = (4/3) sqrt(R) (S^(2/3)/2)^1.5 x^1.5 (1 + 1.5 c u), F >= 0.

#include <stdio.h>

#include "dashpot/restitution.h"
#include "engines/families.h"

static const char *const models[] = {"hunt-crossley", NULL};
static const dp_param keys[] = {DP_KEY_MODEL(models), {0}};

static dp_status convert(const dp_export_case *c, dp_export *out, dp_error *err) {
    dp_status status = dp_case_wants(c, DP_WANTS_MODULUS | DP_WANTS_APPROACH, err);
    if (status != DP_OK) return status;
    double factor = dp_hunt_crossley_damping(c->restitution);
    if (isnan(factor)) return dp_unreachable(c, 1e-6, 1.0, err);
    double stiffness = 2.0 * sqrt(2.0) * c->modulus, dissipation = factor / (1.5 * c->approach);
    snprintf(out->law, sizeof out->law, "HuntCrossleyForce");
    dp_put(out, "stiffness", "Pa", stiffness);
    dp_put(out, "dissipation", "s/m", dissipation);
    out->delivered = dp_hunt_crossley_restitution(1.5 * dissipation * c->approach);
    // the manual: e = 1 - c v
    out->naive = dp_hunt_crossley_restitution(1.5 * (1.0 - c->restitution));
    dp_block(out,
             "// for each of the two bodies\n"
             "force.setBodyParameters(surface, %.15g, %.15g, 0, 0, 0);\n",
             stiffness, dissipation);
    dp_note_alike(out);
    dp_note(out, "holds at %g m/s; the restitution falls with the speed", c->approach);
    dp_note(out, "the manual's stiffness E/(1-nu^2) of a body makes a pair with 0.7071 of the "
                 "stiffness");
    dp_note(out, "a contact whose force is 0 ends the loop over all later contacts of that step");
    return DP_OK;
}

const dp_engine dp_engine_simbody = {
    .name = "simbody",
    .summary = "Simbody, HuntCrossleyForce",
    .formula = "F = (4/3) sqrt(R) (S^(2/3)/2)^1.5 x^1.5 (1 + 1.5 c u), F >= 0",
    .source = "HuntCrossleyForce.h and .cpp at f312d0d and of 3.7",
    .keys = keys,
    .convert = convert,
};
