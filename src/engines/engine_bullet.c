// Bullet, setContactStiffnessAndDamping. The same step as ODE for two spheres; a pair has stiffness
// 1/(1/s1 + 1/s2) and the sum of both dampings.

#include <stdio.h>

#include "engines/families.h"

static const char *const models[] = {"soft", NULL};
static const dp_param keys[] = {DP_KEY_MODEL(models), DP_KEY_STEP(true), {0}};

static dp_status convert(const dp_export_case *c, dp_export *out, dp_error *err) {
    struct dp_step_answer answer;
    dp_status status = dp_case_wants(c, DP_WANTS_SPRING | DP_WANTS_MASS, err);
    if (status == DP_OK) status = dp_step_solve(c, true, &answer, err);
    if (status != DP_OK) return status;
    double step = dp_key(c, "step");
    double stiffness = 2.0 * c->spring;
    double damping = 0.5 * (answer.q * c->mass / step - step * c->spring);
    snprintf(out->law, sizeof out->law, "setContactStiffnessAndDamping");
    dp_put(out, "contactStiffness", "N/m", stiffness);
    dp_put(out, "contactDamping", "N s/m", damping);
    const struct dp_step_law law = {true, step * step * c->spring / c->mass};
    out->naive = dp_step_restitution(
        &law, 2.0 * dp_pulling_ratio(c->restitution) * sqrt(law.w2) + law.w2, 0.5);
    dp_block(out,
             "// for each of the two bodies\n"
             "body->setContactStiffnessAndDamping(%.15g, %.15g);\n"
             "world->stepSimulation(%.15g, 0);\n",
             stiffness, damping, step);
    dp_note_alike(out);
    dp_step_tell(c, &answer, out);
    dp_note(out,
            "for a reduced mass of %g kg alone, and for two spheres: other shapes get contacts "
            "before they touch, and need small steps",
            c->mass);
    dp_note(out, "a build that computes in float is good to 1e-4");
    dp_note(out, "deeper than 0.04 m the position error goes into split impulse, and the spring is "
                 "gone");
    dp_note(out, "setRestitution delivers the product of both bodies plus 0.2 times the part of a "
                 "step spent inside: energy can grow");
    return DP_OK;
}

const dp_engine dp_engine_bullet = {
    .name = "bullet",
    .summary = "Bullet, setContactStiffnessAndDamping",
    .formula = "f = k x + (d + h k) u+, f >= 0, x+ = x + h u+; k = 1/(1/s1 + 1/s2), d = d1 + d2",
    .source = "btSequentialImpulseConstraintSolver.cpp and btManifoldResult.cpp of 3.24",
    .keys = keys,
    .convert = convert,
};
