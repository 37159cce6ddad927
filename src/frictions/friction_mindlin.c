// Mindlin's stiffness of a contact that sticks everywhere, as a spring with a cap: what particle
// codes call Mindlin.

#include "frictions/tangential_spring.h"

static const dp_param params[] = {
    [DP_SPRING_MU] = DP_PARAM_MU("mu", 0.0, "coefficient of friction"),
    [DP_SPRING_RATIO] = DP_PARAM_RATIO(14.0 / 17.0),
    {0},
};

static dp_status prepare(const dp_friction_def *def, dp_friction *friction, dp_error *err) {
    (void)err;
    friction->k[DP_SPRING_MU] = def->value[DP_SPRING_MU];
    friction->k[DP_SPRING_RATIO] = def->value[DP_SPRING_RATIO];
    friction->k[DP_SPRING_DAMPING] = 0.0;
    return DP_OK;
}

const dp_friction_law dp_friction_law_mindlin = {
    .name = "mindlin",
    .summary = "spring with the stiffness of a contact that sticks everywhere, capped by mu F_n",
    .formula = "z' = kappa k_u v + z k_u'/k_u (last term only while k_u falls), |z| <= mu F_n; "
               "F_t = -z",
    .source = "Mindlin 1949; Thornton, Cummins, Cleary 2013 (Eq 18)",
    .equation = "not in papers 000-004",
    .validity = "sliding along one line; no partial slip, so a contact that sticks loses energy "
                "only while it shrinks, and rebounds too fast along the surface at small angles",
    .confidence = "certain",
    .params = params,
    .prepare = prepare,
    .grip = &dp_spring_grip,
};
