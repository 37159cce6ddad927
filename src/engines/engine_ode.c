// Open Dynamics Engine, contacts with dContactSoftERP | dContactSoftCFM. The spring is implicit:
// f = kp x + (kd + h kp) u+, f >= 0. The step adds h kp of damping, which the manual's formulas for
// ERP and CFM do not speak of.

#include <stdio.h>

#include "engines/families.h"

static const char *const models[] = {"soft", NULL};
static const dp_param keys[] = {DP_KEY_MODEL(models), DP_KEY_STEP(true), {0}};

static dp_status convert(const dp_export_case *c, dp_export *out, dp_error *err) {
    struct dp_step_answer answer;
    dp_status status = dp_case_wants(c, DP_WANTS_SPRING | DP_WANTS_MASS, err);
    if (status == DP_OK) status = dp_step_solve(c, true, &answer, err);
    if (status != DP_OK) return status;
    double step = dp_key(c, "step"), damping = answer.q * c->mass / step;
    double erp = step * c->spring / damping, cfm = 1.0 / damping;
    snprintf(out->law, sizeof out->law, "dContactSoftERP | dContactSoftCFM");
    dp_put(out, "soft_erp", "1", erp);
    dp_put(out, "soft_cfm", "s/kg", cfm);
    dp_put(out, "kp", "N/m", c->spring);
    dp_put(out, "kd", "N s/m", damping - step * c->spring);
    const struct dp_step_law law = {true, step * step * c->spring / c->mass};
    out->naive = dp_step_restitution(
        &law, 2.0 * dp_pulling_ratio(c->restitution) * sqrt(law.w2) + law.w2, 0.5);
    dp_block(out,
             "contact.surface.mode = dContactSoftERP | dContactSoftCFM;\n"
             "contact.surface.mu = 0;\n"
             "contact.surface.soft_erp = %.15g;\n"
             "contact.surface.soft_cfm = %.15g;\n"
             "dWorldStep(world, %.15g);\n",
             erp, cfm, step);
    dp_step_tell(c, &answer, out);
    dp_note(out, "for a reduced mass of %g kg alone; without friction (mu = 0)", c->mass);
    dp_note(out, "bounce in place of a spring delivers the larger of the restitution and ERP times "
                 "the part of a step spent inside");
    return DP_OK;
}

const dp_engine dp_engine_ode = {
    .name = "ode",
    .summary = "Open Dynamics Engine, soft contacts by ERP and CFM",
    .formula = "f = kp x + (kd + h kp) u+, f >= 0, x+ = x + h u+; ERP = h kp/(h kp + kd), CFM = "
               "1/(h kp + kd)",
    .source = "joints/contact.cpp of 0.16.2",
    .keys = keys,
    .convert = convert,
};
