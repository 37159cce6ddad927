// Ambrosio: Coulomb with a dead band. No force below v_0, the full one from v_1, a line between.
// The band keeps the force from changing sign step by step where the sliding speed is only noise.

#include "frictions/sliding.h"

enum { MU, V_0, V_1 };

static const dp_param params[] = {
    [MU] = DP_PARAM_MU("mu", 0.0, "coefficient of friction"),
    [V_0] = DP_PARAM_SPEED("v_0", 1e-4, 0.0, DP_SPEED_HIGH,
                           "sliding speed up to which there is no force"),
    [V_1] = DP_PARAM_SPEED("v_1", 1e-3, DP_SPEED_LOW, 10.0 * DP_SPEED_HIGH,
                           "sliding speed from which the force is the full mu F_n, above v_0"),
    {0},
};

static dp_status prepare(const dp_friction_def *def, dp_friction *friction, dp_error *err) {
    dp_status status = dp_check_ramp(params, def->value, V_0, V_1, err);
    if (status != DP_OK) return status;
    for (int i = MU; i <= V_1; i++)
        friction->k[i] = def->value[i];
    return DP_OK;
}

static dp_friction_response respond(const double *k, double normal, double v, double z) {
    (void)z;
    double mu = k[MU], v_0 = k[V_0], v_1 = k[V_1];
    double speed = fabs(v);
    if (speed >= v_1) return dp_sliding(normal, copysign(mu, v), 0.0);
    if (speed < v_0) return dp_sliding(normal, 0.0, 0.0);
    double c_d = (speed - v_0) / (v_1 - v_0);
    return dp_sliding(normal, copysign(mu * c_d, v), mu / (v_1 - v_0));
}

static int kinks(const double *k, double speed[DP_FRICTION_KINK_MAX]) {
    int count = 0;
    if (k[V_0] > 0.0) speed[count++] = k[V_0];
    speed[count++] = k[V_1];
    return count;
}

const dp_friction_law dp_friction_law_ambrosio = {
    .name = "ambrosio",
    .summary = "constant coefficient with a dead band below v_0 and a linear ramp to v_1",
    .formula = "F_t = -mu c_d F_n sgn(v); c_d = 0, |v| < v_0; c_d = (|v| - v_0)/(v_1 - v_0); "
               "c_d = 1, |v| >= v_1",
    .source = "Ambrosio 2003",
    .equation = "not in papers 000-004; the correction factor c_d of the source",
    .validity =
        "dry sliding above v_1; holds nothing at rest: below v_0 the contact is frictionless",
    .confidence = "certain",
    .params = params,
    .prepare = prepare,
    .respond = respond,
    .kinks = kinks,
};
