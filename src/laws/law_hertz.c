// Hertz: the elastic sphere, with an optional damping factor that delivers a restitution exactly.

#include "laws/family.h"

static const dp_param params[] = {DP_PARAM_ELASTIC_RESTITUTION, DP_PARAM_DAMPING_FACTOR, {0}};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double d = 0.0;
    dp_status status = dp_exact_damping_factor(def, &d, err);
    if (status != DP_OK) return status;
    contact->kernel = d == 0.0 ? &dp_kernel_hertz : &dp_kernel_hunt_crossley;
    contact->k[0] = pair->stiffness;
    contact->k[1] = d;
    return DP_OK;
}

const dp_law dp_law_hertz = {
    .name = "hertz",
    .family = "elastic",
    .summary = "elastic spheres; loses nothing unless a restitution is asked for",
    .formula = "F = K delta^(3/2), K = (4/3) E sqrt(R)",
    .source = "Hertz 1882",
    .equation = "003 Eq 3-4, 004 Eq 3-5",
    .validity = "small elastic indentation, delta well below R; with restitution < 1 the factor "
                "(1 + d rate/v0) of exact-restitution multiplies the force",
    .bounds = DP_BOUNDS_BALL,
    .confidence = "certain",
    .params = params,
    .needs = DP_NEEDS_STIFFNESS,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .prepare = prepare,
};
