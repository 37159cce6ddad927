// Coulomb: a force that only knows the direction of sliding. The jump at v = 0 is replaced by a
// line over |v| < v_s, since an integrator of time cannot step over a jump; a body at rest on a
// slope therefore creeps, at most with v_s. Collision maps need no line: see collision.c.

#include "frictions/sliding.h"

enum { MU, V_S };

static const dp_param params[] = {
    [MU] = DP_PARAM_MU("mu", 0.0, "coefficient of friction"),
    [V_S] = DP_PARAM_SPEED("v_s", 1e-4, DP_SPEED_LOW, DP_SPEED_HIGH,
                           "sliding speed from which the force is the full mu F_n"),
    {0},
};

static dp_status prepare(const dp_friction_def *def, dp_friction *friction, dp_error *err) {
    (void)err;
    friction->k[MU] = def->value[MU];
    friction->k[V_S] = def->value[V_S];
    return DP_OK;
}

static dp_friction_response respond(const double *k, double normal, double v, double z) {
    (void)z;
    double mu = k[MU], v_s = k[V_S];
    if (fabs(v) >= v_s) return dp_sliding(normal, copysign(mu, v), 0.0);
    return dp_sliding(normal, mu * (v / v_s), mu / v_s);
}

static int kinks(const double *k, double speed[DP_FRICTION_KINK_MAX]) {
    speed[0] = k[V_S];
    return 1;
}

const dp_friction_law dp_friction_law_coulomb = {
    .name = "coulomb",
    .summary = "constant coefficient, linear through zero below v_s",
    .formula = "F_t = -mu F_n sgn(v), |v| >= v_s; F_t = -mu F_n v/v_s, |v| < v_s",
    .source = "Coulomb 1785; the line at low speed is a common regularisation",
    .equation = "001 Eq 11 (exact, with stick, in collision maps); the line is not in the papers",
    .validity = "dry sliding above v_s; a loaded contact at rest creeps at up to v_s",
    .confidence = "certain",
    .params = params,
    .prepare = prepare,
    .respond = respond,
    .kinks = kinks,
};
