// Drake, point contact. F = k x (1 + d u), F >= 0; a pair has k = k1 k2/(k1+k2) and the d of two
// that are alike.

#include <stdio.h>

#include "dashpot/restitution.h"
#include "engines/families.h"

static const char *const models[] = {"point", NULL};
static const dp_param keys[] = {DP_KEY_MODEL(models), {0}};

static dp_status convert(const dp_export_case *c, dp_export *out, dp_error *err) {
    dp_status status = dp_case_wants(c, DP_WANTS_SPRING | DP_WANTS_APPROACH, err);
    if (status != DP_OK) return status;
    double factor = dp_hunt_crossley_damping(c->restitution);
    if (isnan(factor)) return dp_unreachable(c, 1e-6, 1.0, err);
    double stiffness = 2.0 * c->spring, dissipation = factor / c->approach;
    snprintf(out->law, sizeof out->law, "point contact, Hunt and Crossley");
    dp_put(out, "point_contact_stiffness", "N/m", stiffness);
    dp_put(out, "hunt_crossley_dissipation", "s/m", dissipation);
    out->delivered = dp_hunt_crossley_restitution(dissipation * c->approach);
    // the manual: 1/d is the largest speed of rebound
    out->naive = dp_hunt_crossley_restitution(1.0 / c->restitution);
    dp_block(out,
             "<!-- for each of the two bodies -->\n"
             "<drake:proximity_properties>\n"
             "  <drake:point_contact_stiffness>%.15g</drake:point_contact_stiffness>\n"
             "  <drake:hunt_crossley_dissipation>%.15g</drake:hunt_crossley_dissipation>\n"
             "</drake:proximity_properties>\n",
             stiffness, dissipation);
    dp_note_alike(out);
    dp_note(out, "holds at %g m/s; the restitution falls with the speed", c->approach);
    dp_note(out, "exact for a continuous plant (time_step 0); TAMSI, SAP-similar and lagged come "
                 "near as the step falls");
    dp_note(out, "the approximation kSap takes relaxation_time and ignores the dissipation");
    dp_note_duration(c, out);
    return DP_OK;
}

const dp_engine dp_engine_drake = {
    .name = "drake",
    .summary = "Drake, point contact",
    .formula = "F = k x (1 + d u), F >= 0; k = k1 k2/(k1+k2), d = (k2 d1 + k1 d2)/(k1+k2)",
    .source = "contact_model_doxygen.h and contact_defaults_doxygen.h at be259df",
    .keys = keys,
    .convert = convert,
};
