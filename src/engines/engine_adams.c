// MSC Adams, IMPACT(x, x', x1, k, e, cmax, d): the law adams-impact. MotionSolve and SolidWorks
// Motion have the same function.

#include <stdio.h>

#include "dashpot/delivery.h"
#include "engines/families.h"

static const char *const models[] = {"impact", NULL};
static const dp_param keys[] = {
    DP_KEY_MODEL(models),
    {.name = "ramp",
     .unit = "m",
     .doc = "indentation d at which the dashpot is fully on; left out: a tenth of the depth",
     .initial = NAN,
     .low = 1e-12,
     .high = INFINITY},
    {.name = "exponent",
     .unit = "1",
     .doc = "power e of the indentation; the spring takes the same energy at the same depth",
     .initial = 1.5,
     .low = 1.0,
     .high = 5.0},
    {0},
};

// A law is prepared from numbers that were checked: what is wrong here shows in the delivery.
static dp_contact_def contact_of(double stiffness, double exponent, double ramp) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("adams-impact"));
    // the force is clamped, and a contact ends where it gets to 0. Nearer to the surface the ramp
    // has turned the dashpot off, and IMPACT pushes once more, by some 1e-7 of the speed.
    def.tension = DP_TENSION_RELEASE;
    def.pair.stiffness = stiffness;
    dp_law_set(&def.law, "exponent", exponent, NULL);
    dp_law_set(&def.law, "ramp", ramp, NULL);
    return def;
}

static void tell_usual_ramp(const dp_export_case *c, dp_contact_def *def, double damping,
                            dp_export *out) {
    dp_delivered delivered;
    dp_law_set(&def->law, "ramp", 1e-4, NULL);
    dp_law_set(&def->law, "max_damping", damping, NULL);
    if (dp_deliver(def, c->mass, c->approach, &delivered, NULL) == DP_OK)
        dp_note(out, "with d = 0.1 mm, the usual default, this cmax would deliver %.4f",
                delivered.restitution);
}

static dp_status convert(const dp_export_case *c, dp_export *out, dp_error *err) {
    dp_status status = dp_case_wants(c, DP_WANTS_HERTZ | DP_WANTS_MASS | DP_WANTS_APPROACH, err);
    if (status != DP_OK) return status;
    double exponent = dp_key(c, "exponent"), ramp = dp_key(c, "ramp");
    if (isnan(ramp)) ramp = 0.1 * c->depth;
    double energy = c->mass * c->approach * c->approach;
    double stiffness = exponent == 1.5
                           ? c->stiffness
                           : 0.5 * (exponent + 1.0) * energy / pow(c->depth, exponent + 1.0);
    dp_contact_def def = contact_of(stiffness, exponent, ramp);
    dp_tuning tuning;
    status = dp_tune(&def, c->mass, c->approach, c->restitution, &tuning, err);
    if (status == DP_ERR_NUMERIC && err != NULL && !isnan(err->low))
        return dp_unreachable(c, err->low, err->high, err);
    if (status != DP_OK) return status;

    snprintf(out->law, sizeof out->law, "IMPACT");
    dp_put(out, "k", exponent == 1.5 ? "N/m^1.5" : "N/m^e", stiffness);
    dp_put(out, "e", "1", exponent);
    dp_put(out, "cmax", "N s/m", tuning.value);
    dp_put(out, "d", "m", ramp);
    out->delivered = tuning.delivered.restitution;
    // in mm, N and s
    dp_block(out, "IMPACT(x, xdot, x1, %.15g, %.15g, %.15g, %.15g)\n",
             stiffness * pow(10.0, -3.0 * exponent), exponent, 1e-3 * tuning.value, 1e3 * ramp);
    dp_note_at_speed(c, out);
    dp_note(out, "the line to paste is in mm, N and s; the parameters are in SI");
    tell_usual_ramp(c, &def, tuning.value, out);
    dp_note_duration(c, out);
    return DP_OK;
}

const dp_engine dp_engine_adams = {
    .name = "adams",
    .summary = "MSC Adams, MotionSolve, SolidWorks Motion: the function IMPACT",
    .formula = "F = k x^e + cmax s^2 (3 - 2s) u, s = min(x/d, 1), F >= 0",
    .source = "the page on IMPACT of MSC, SolidWorks Motion and MotionSolve",
    .keys = keys,
    .convert = convert,
};
