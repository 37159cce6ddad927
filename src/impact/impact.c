// An impact by the path the caller asks for.

#include "dashpot/impact.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "impact/motion.h"

static dp_status check(const dp_impact_def *def, dp_error *err) {
    if (!(def->mass > 0.0) || !(def->speed > 0.0) || isinf(def->mass) || isinf(def->speed))
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_RANGE,
                    "an impact needs a positive, finite mass and speed (got %g kg, %g m/s)",
                    def->mass, def->speed),
            DP_SUBJECT_FIELD, -1, def->mass > 0.0 && isfinite(def->mass) ? "speed" : "mass");
    if (!isfinite(def->acceleration) || def->acceleration < 0.0)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "acceleration", def->acceleration, 0.0,
                              DBL_MAX, "press the bodies together, so be 0 or more");
    if (!(def->rtol >= 0.0) || def->rtol > 0.1)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "rtol", def->rtol, 0.0, 0.1,
                              "lie in 0..0.1 (0: the default)");
    return DP_OK;
}

// Rows always come from the integrated motion.
static dp_status hand_out_rows(const dp_contact *contact, const dp_impact_def *def, dp_error *err) {
    dp_impact scratch;
    if (def->observe == NULL || !(def->every > 0.0)) return DP_OK;
    return dp_impact_integrate(contact, def, &scratch, err);
}

// Numbers far from every scale of the pair may have left the range of a double on the way.
static dp_status check_result(const dp_impact *r, dp_error *err) {
    const dp_energy *e = &r->energy;
    double lengths = r->max_indentation + r->residual_indentation + r->separation_indentation;
    double times = r->time_of_max_indentation + r->duration + r->separation_time;
    double energies = e->initial + e->final + e->viscous + e->plastic + e->released + e->input;
    if (isfinite(r->restitution) && isfinite(r->separation_speed) && isfinite(r->max_force) &&
        isfinite(lengths) && isfinite(times) && isfinite(energies))
        return DP_OK;
    return dp_fail(err, DP_ERR_NUMERIC,
                   "the impact leaves the range of a double; check the units (all are SI)");
}

static dp_status run(const dp_contact *contact, const dp_impact_def *def, dp_impact *result,
                     dp_error *err) {
    dp_status status;
    if (def->path != DP_PATH_INTEGRATED) {
        status = dp_impact_closed(contact, def, result, err);
        if (status == DP_OK) status = check_result(result, err);
        if (status == DP_OK) return hand_out_rows(contact, def, err);
        if (status != DP_ERR_UNSUPPORTED || def->path == DP_PATH_CLOSED) return status;
    }
    status = dp_impact_integrate(contact, def, result, err);
    return status == DP_OK ? check_result(result, err) : status;
}

dp_status dp_impact_run(const dp_contact *contact, const dp_impact_def *def, dp_impact *result,
                        dp_error *err) {
    dp_contact now;
    dp_status status = check(def, err);
    if (status != DP_OK) return status;
    if (dp_contact_follows(contact)) {
        memset(result, 0, sizeof *result);
        status = dp_contact_at_speed(contact, def->speed, def->mass, &now, err);
        if (status != DP_OK) return status;
        contact = &now;
    }
    status = run(contact, def, result, err);
    result->restitution_asked = contact->restitution;
    return status;
}
