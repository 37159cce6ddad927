// Cundall and Strack: spring, dashpot and slider along the surface.

#include "frictions/tangential_spring.h"

static const dp_param params[] = {
    [DP_SPRING_MU] = DP_PARAM_MU("mu", 0.0, "coefficient of friction"),
    [DP_SPRING_RATIO] = DP_PARAM_RATIO(2.0 / 7.0),
    [DP_SPRING_DAMPING] = {.name = "damping",
                           .unit = "N s/m",
                           .doc = "damping constant of the dashpot beside the spring",
                           .initial = 0.0,
                           .low = 0.0,
                           .high = 1e12},
    {0},
};

static dp_status prepare(const dp_friction_def *def, dp_friction *friction, dp_error *err) {
    (void)err;
    for (int i = DP_SPRING_MU; i <= DP_SPRING_DAMPING; i++)
        friction->k[i] = def->value[i];
    return DP_OK;
}

const dp_friction_law dp_friction_law_cundall_strack = {
    .name = "cundall-strack",
    .summary = "spring and dashpot along the surface, capped by mu F_n",
    .formula = "z' = r k_u v + z k_u'/k_u (last term only while k_u falls), |z| <= mu F_n; "
               "F_t = -(z + c v), |F_t| <= mu F_n",
    .source = "Cundall, Strack 1979; the spring loses energy with a shrinking contact as in "
              "Thornton, Cummins, Cleary 2013",
    .equation = "not in papers 000-004",
    .validity = "sliding along one line; the classic spring, slider and dashpot with a linear "
                "normal law; spring and sum are capped separately",
    .confidence = "certain",
    .params = params,
    .prepare = prepare,
    .grip = &dp_spring_grip,
};
