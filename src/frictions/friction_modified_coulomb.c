// Modified Coulomb: from rest the coefficient rises to mu_s at v_s, falls to mu_d at v_d and stays.
// Two cubics with level ends make the force smooth to its first derivative everywhere.
// Slope at rest 1.5 mu_s/v_s.

#include "frictions/sliding.h"

enum { MU_S, MU_D, V_S, V_D };

// v_d reaches ten times beyond v_s at both ends, so that every v_s has a v_d above it
static const dp_param params[] = {
    [MU_S] = DP_PARAM_MU("mu_s", 0.0, "static coefficient of friction, the peak at v_s"),
    [MU_D] = DP_PARAM_MU("mu_d", 0.0, "dynamic coefficient of friction, from v_d on"),
    [V_S] = DP_PARAM_SPEED("v_s", 1e-3, DP_SPEED_LOW, DP_SPEED_HIGH,
                           "sliding speed at which static friction peaks"),
    [V_D] = DP_PARAM_SPEED("v_d", 1e-2, 10.0 * DP_SPEED_LOW, 10.0 * DP_SPEED_HIGH,
                           "sliding speed from which friction is dynamic, above v_s"),
    {0},
};
static const char *const errata[] = {
    "004 Eq 14 and Eq 15 both carry the sign of v, which cancels it; here the coefficient is not "
    "negative and the force alone has the sign",
    "004 Eq 15, middle branch, exchanges mu_s and mu_d and has the opposite sign of its "
    "neighbours: "
    "for mu_s 0.15 and mu_d 0.1 it jumps from -0.15 to 0.10 at v_s and from 0.15 to -0.10 at v_d",
    "004 writes v_t in Eq 14 and v_i in Eq 15 for the same speed",
    "004 Table 2 gives no mu_s, v_s or v_d; the defaults of the speeds are chosen here",
    "000 Eq 39 has the same name and leaves mu(v) to a reference",
    NULL,
};

static dp_status prepare(const dp_friction_def *def, dp_friction *friction, dp_error *err) {
    dp_status status = dp_check_ramp(params, def->value, V_S, V_D, err);
    if (status == DP_OK) status = dp_check_peak(def->value[MU_S], def->value[MU_D], err);
    if (status != DP_OK) return status;
    for (int i = MU_S; i <= V_D; i++)
        friction->k[i] = def->value[i];
    return DP_OK;
}

static dp_friction_response respond(const double *k, double normal, double v, double z) {
    (void)z;
    double mu_s = k[MU_S], mu_d = k[MU_D], v_s = k[V_S], v_d = k[V_D];
    double speed = fabs(v);
    if (speed >= v_d) return dp_sliding(normal, copysign(mu_d, v), 0.0);
    if (speed < v_s) {
        double q = v / v_s;
        return dp_sliding(normal, 0.5 * mu_s * q * (3.0 - q * q), 1.5 * mu_s * (1.0 - q * q) / v_s);
    }
    double x = (speed - v_s) / (v_d - v_s);
    double fall = mu_s - mu_d;
    double mu = mu_s - fall * (x * x * (3.0 - 2.0 * x));
    return dp_sliding(normal, copysign(mu, v), -6.0 * fall * (x * (1.0 - x)) / (v_d - v_s));
}

const dp_friction_law dp_friction_law_modified_coulomb = {
    .name = "modified-coulomb",
    .summary = "smooth rise to static friction at v_s, smooth fall to dynamic friction at v_d",
    .formula = "F_t = -sgn(v) mu(|v|) F_n; mu = mu_s q (3 - q^2)/2, q = |v|/v_s < 1; "
               "mu = mu_s + (mu_d - mu_s) x^2 (3 - 2x), x = (|v| - v_s)/(v_d - v_s) in 0..1; "
               "mu = mu_d, |v| >= v_d",
    .source = "Bai, Chen, Sun (paper 004)",
    .equation = "004 Eq 14-15, corrected",
    .validity = "dry sliding; a loaded contact at rest creeps at up to v_s; no memory, so no stick",
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .prepare = prepare,
    .respond = respond,
};
