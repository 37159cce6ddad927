// MuJoCo, condim 1 with constant impedance: acceleration of the pair -(stiffness x + damping u),
// force >= 0. With the integrator Euler the damper acts on the speed at the start of a step.

#include <stdio.h>

#include "engines/families.h"

static const char *const models[] = {"solref", NULL};
static const dp_param keys[] = {DP_KEY_MODEL(models), DP_KEY_STEP(false), {0}};

static dp_status convert_step(const dp_export_case *c, double *damping, dp_export *out,
                              dp_error *err) {
    struct dp_step_answer answer;
    dp_status status = dp_step_solve(c, false, &answer, err);
    if (status != DP_OK) return status;
    double step = dp_key(c, "step");
    *damping = answer.q / step;
    const struct dp_step_law law = {false, step * step * c->spring / c->mass};
    out->naive =
        dp_step_restitution(&law, 2.0 * dp_pulling_ratio(c->restitution) * sqrt(law.w2), 0.5);
    dp_block(out, "<option timestep=\"%.15g\" integrator=\"Euler\"/>\n", step);
    dp_step_tell(c, &answer, out);
    return DP_OK;
}

static void convert_limit(const dp_export_case *c, double *damping, dp_export *out) {
    double zeta = dp_clamped_ratio(c->restitution);
    *damping = 2.0 * sqrt(c->spring / c->mass) * zeta;
    out->delivered = dp_clamped(zeta);
    out->naive = dp_clamped(dp_pulling_ratio(c->restitution));
    dp_note(out, "holds for steps that are short; with the key step the step is accounted for");
    dp_note_duration(c, out);
}

static dp_status convert(const dp_export_case *c, dp_export *out, dp_error *err) {
    double damping = NAN;
    dp_status status = dp_case_wants(c, DP_WANTS_SPRING | DP_WANTS_MASS, err);
    if (status != DP_OK) return status;
    if (isnan(dp_key(c, "step")))
        convert_limit(c, &damping, out);
    else
        status = convert_step(c, &damping, out, err);
    if (status != DP_OK) return status;
    double stiffness = c->spring / c->mass;
    snprintf(out->law, sizeof out->law, "solref in the direct format, condim 1");
    dp_put(out, "stiffness", "1/s^2", stiffness);
    dp_put(out, "damping", "1/s", damping);
    dp_block(out,
             "<geom condim=\"1\" solref=\"-%.15g -%.15g\" solimp=\"0.95 0.95 0.001 0.5 2\"/>\n",
             stiffness, damping);
    dp_note(out, "both geoms need the same values, since direct formats mix by minimum");
    dp_note(out, "for a reduced mass of %g kg alone: values are scaled by mass", c->mass);
    dp_note(out, "for free bodies, each with its own joint; the default solimp makes the "
                 "restitution drift with the depth");
    dp_note(out, "the positive format wants refsafe off or a step of at most timeconst/2");
    return DP_OK;
}

const dp_engine dp_engine_mujoco = {
    .name = "mujoco",
    .summary = "MuJoCo, solref in the direct format",
    .formula = "acceleration = -(stiffness x + damping u), force >= 0",
    .source = "engine_core_constraint.c of 2.2.2 and at a725507, doc/modeling.rst",
    .keys = keys,
    .convert = convert,
};
