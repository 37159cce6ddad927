// An impact of two bodies: the contact put behind the wall of the strike integrator.

#include "dashpot/impact.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "solve/strike.h"

struct touched {
    const dp_contact *contact;
    double memory[DP_MEMORY_MAX];
};

static dp_response respond(const void *context, double delta, double rate) {
    const struct touched *t = (const struct touched *)context;
    return t->contact->kernel->respond(t->contact->k, t->memory, delta, rate);
}

static void reversed(void *context, double delta) {
    struct touched *t = (struct touched *)context;
    dp_contact_commit(t->contact, t->memory, delta, 0.0);
}

static int marks(const void *context, dp_mark out[DP_MARK_MAX]) {
    const struct touched *t = (const struct touched *)context;
    return dp_contact_marks(t->contact, t->memory, out);
}

static double residual(const void *context) {
    const struct touched *t = (const struct touched *)context;
    return dp_contact_residual(t->contact, t->memory);
}

static dp_strike_end end_of(dp_tension tension) {
    switch (tension) {
    case DP_TENSION_ALLOW:
        return DP_END_AT_ZERO_INDENTATION;
    case DP_TENSION_RELEASE:
        return DP_END_AT_ZERO_FORCE;
    case DP_TENSION_CLAMP:
        break;
    }
    return DP_END_CLAMPED;
}

dp_status dp_impact_run(const dp_contact *contact, const dp_impact_def *def, dp_impact *result,
                        dp_error *err) {
    struct touched touched = {.contact = contact};
    dp_contact_begin(contact, touched.memory, def->speed);
    dp_strike_model model = {
        .context = &touched,
        .respond = respond,
        .reversed = reversed,
        .marks = marks,
        .residual = residual,
        .smooth_power = contact->kernel->smooth_power,
        .pulls = contact->kernel->pulls,
        .limit = contact->limit,
        .mass = def->mass,
        .speed = def->speed,
        .rtol = def->rtol > 0.0 ? def->rtol : 1e-13,
        .end = end_of(contact->tension),
    };
    dp_strike_result s;
    memset(result, 0, sizeof *result);
    dp_status status = dp_strike_run(&model, &s, err);
    if (status != DP_OK) return status;
    *result = (dp_impact){
        .restitution = s.separation_speed / def->speed,
        .separation_speed = s.separation_speed,
        .max_indentation = s.max_indentation,
        .time_of_max_indentation = s.time_of_max_indentation,
        .max_force = s.max_force,
        .duration = s.duration,
        .residual_indentation = s.residual_indentation,
        .tension_seen = s.tension_seen,
        .steps = s.steps,
        .rejected = s.rejected,
        .evaluations = s.evaluations,
        .events = s.events,
    };
    return DP_OK;
}
