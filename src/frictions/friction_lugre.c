// LuGre: the surfaces touch through elastic bristles of mean deflection z that bend, then slip.
//
//     dz/dt = v - sigma_0 |v| z/g,   g = mu_d + (mu_s - mu_d) exp(-(v/v_s)^2)
//     F_t   = -(sigma_0 z + sigma_1 dz/dt + sigma_2 v) F_n
//
// It sticks, breaks away and lags; steady sliding gives (g + sigma_2 |v|) F_n. The bristles relax
// within g/(sigma_0 |v|), which is short: an explicit integrator needs steps of that size.
//
// Where the energy goes: with y = sigma_0 z sgn(v)/g the power fed in, less what the bristles store
// (sigma_0 z^2/2 per F_n), is |v| g y^2 + v^2 (sigma_1 (1 - y) + sigma_2), and y <= mu_s/mu_d. It
// is never negative when sigma_2 >= sigma_1 (mu_s - mu_d)/mu_d; else fast reversals may give
// energy.

#include "frictions/sliding.h"

enum { SIGMA_0, SIGMA_1, SIGMA_2, MU_S, MU_D, V_S };

static const dp_param params[] = {
    [SIGMA_0] = {.name = "sigma_0",
                 .unit = "1/m",
                 .doc = "bristle stiffness per normal force; 1e5 bends them by 1 um for mu = 0.1",
                 .initial = NAN,
                 .low = 1.0,
                 .high = 1e12,
                 .required = true},
    [SIGMA_1] = {.name = "sigma_1",
                 .unit = "s/m",
                 .doc = "bristle damping per normal force",
                 .initial = 0.0,
                 .low = 0.0,
                 .high = 1e9},
    [SIGMA_2] = {.name = "sigma_2",
                 .unit = "s/m",
                 .doc = "viscous friction per normal force",
                 .initial = 0.0,
                 .low = 0.0,
                 .high = 1e6},
    // g divides: friction must not vanish
    [MU_S] = DP_PARAM_MU("mu_s", 1e-6, "static coefficient of friction, at break-away"),
    [MU_D] = DP_PARAM_MU("mu_d", 1e-6, "dynamic coefficient of friction, well above v_s"),
    [V_S] = DP_PARAM_SPEED("v_s", 1e-3, DP_SPEED_LOW, DP_SPEED_HIGH,
                           "Stribeck speed: how fast friction falls from mu_s to mu_d"),
    {0},
};

static dp_status prepare(const dp_friction_def *def, dp_friction *friction, dp_error *err) {
    dp_status status = dp_check_peak(def->value[MU_S], def->value[MU_D], err);
    if (status != DP_OK) return status;
    for (int i = SIGMA_0; i <= V_S; i++)
        friction->k[i] = def->value[i];
    return DP_OK;
}

// Coefficient of steady sliding without the viscous part; its slope over v where asked for.
static double steady_coefficient(const double *k, double v, double *slope) {
    double u = v / k[V_S];
    double excess = (k[MU_S] - k[MU_D]) * exp(-u * u);
    *slope = -2.0 * u / k[V_S] * excess;
    return k[MU_D] + excess;
}

static dp_friction_response respond(const double *k, double normal, double v, double z) {
    double sigma_0 = k[SIGMA_0], sigma_1 = k[SIGMA_1], sigma_2 = k[SIGMA_2];
    double g_slope;
    double g = steady_coefficient(k, v, &g_slope);

    // slip = |v|/g; its slope at v = 0 is the mean of both sides, which is 0
    double sign = v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : 0.0;
    double slip = fabs(v) / g;
    double slip_slope = (sign - slip * g_slope) / g;

    double z_rate = v - sigma_0 * slip * z;
    double dz_rate_dv = 1.0 - sigma_0 * slip_slope * z;
    double dz_rate_dz = -sigma_0 * slip;
    double coefficient = sigma_0 * z + sigma_1 * z_rate + sigma_2 * v;
    return (dp_friction_response){
        .force = -coefficient * normal,
        .dforce_dv = -(sigma_1 * dz_rate_dv + sigma_2) * normal,
        .dforce_dnormal = -coefficient,
        .dforce_dz = -(sigma_0 + sigma_1 * dz_rate_dz) * normal,
        .z_rate = z_rate,
        .dz_rate_dv = dz_rate_dv,
        .dz_rate_dz = dz_rate_dz,
    };
}

static double steady_z(const double *k, double v) {
    double unused;
    if (v == 0.0) return 0.0;
    return copysign(steady_coefficient(k, v, &unused) / k[SIGMA_0], v);
}

const dp_friction_law dp_friction_law_lugre = {
    .name = "lugre",
    .summary = "elastic bristles: presliding, break-away, falling and viscous friction",
    .formula =
        "F_t = -(sigma_0 z + sigma_1 dz/dt + sigma_2 v) F_n, dz/dt = v - sigma_0 |v| z/g(v), "
        "g = mu_d + (mu_s - mu_d) exp(-(v/v_s)^2)",
    .source = "Canudas de Wit, Olsson, Astrom, Lischinsky 1995",
    .equation = "not in papers 000-004; the bristle equations of the source, per normal force",
    .validity = "presliding and sliding with a bristle deflection integrated along; never gives "
                "energy when sigma_2 >= sigma_1 (mu_s - mu_d)/mu_d and F_n is steady; drifts under "
                "a vibrating load below break-away",
    .confidence = "certain",
    .params = params,
    .has_history = true,
    .prepare = prepare,
    .respond = respond,
    .steady_z = steady_z,
};
