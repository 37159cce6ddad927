// YADE, Law2_ScGeom_MindlinPhys_Mindlin. c = 2 betan sqrt(m 1.5 K sqrt(x)), force clamped:
// zeta = sqrt(1.2) betan. Asked for a restitution `en` it takes betan from a fit.

#include <stdio.h>

#include "engines/families.h"

static const char *const models[] = {"mindlin", NULL};
static const dp_param keys[] = {DP_KEY_MODEL(models), DP_KEY_POISSON, {0}};

// Fit (B6) of Thornton, Cummins, Cleary 2013.
static double fitted_betan(double e) {
    static const double c[] = {-6.918798, -16.41105, 146.8049,  -796.4559, 2928.711,
                               -7206.864, 11494.29,  -11342.18, 6276.757,  -1489.915};
    double sum = 0.0;
    for (int i = 9; i >= 0; i--)
        sum = (sum + c[i]) * e;
    return sqrt(1.0 / (1.0 - (1.0 + e) * (1.0 + e) * exp(sum)) - 1.0);
}

static dp_status convert(const dp_export_case *c, dp_export *out, dp_error *err) {
    dp_status status = dp_case_wants(c, DP_WANTS_MODULUS, err);
    if (status != DP_OK) return status;
    double betan = dp_clamped_ratio(c->restitution) / sqrt(1.2);
    snprintf(out->law, sizeof out->law, "Law2_ScGeom_MindlinPhys_Mindlin");
    dp_put(out, "young", "Pa", dp_young(c));
    dp_put(out, "poisson", "1", dp_key(c, "poisson"));
    dp_put(out, "betan", "1", betan);
    out->delivered = dp_clamped(sqrt(1.2) * betan);
    out->naive = dp_clamped(sqrt(1.2) * fitted_betan(c->restitution));
    dp_block(out,
             "O.materials.append(FrictMat(young=%.15g, poisson=%.15g, frictionAngle=0))\n"
             "# in O.engines:\n"
             "InteractionLoop([Ig2_Sphere_Sphere_ScGeom()],\n"
             "                [Ip2_FrictMat_FrictMat_MindlinPhys(betan=%.15g, betas=0)],\n"
             "                [Law2_ScGeom_MindlinPhys_Mindlin()])\n"
             "NewtonIntegrator(damping=0)\n",
             dp_young(c), dp_key(c, "poisson"), betan);
    dp_note_alike(out);
    dp_note_any_speed(out);
    dp_note(out, "NewtonIntegrator needs damping=0; its default 0.2 damps everything");
    dp_note(out, "for YADE 2023.02a; sources of 2019 do not clamp the force");
    dp_note_duration(c, out);
    return DP_OK;
}

const dp_engine dp_engine_yade = {
    .name = "yade",
    .summary = "YADE, Hertz-Mindlin law with betan",
    .formula = "F = K x^1.5 + 2 betan sqrt(1.5 m K sqrt(x)) u, F >= 0",
    .source = "class documentation of YADE 2023.02a",
    .keys = keys,
    .convert = convert,
};
