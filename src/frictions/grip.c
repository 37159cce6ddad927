// Laws with tangential compliance, asked one by one and many at a time.

#include <math.h>
#include <string.h>

#include "dashpot/friction.h"

static bool is_number(const dp_grip_state *s) {
    return !isnan(s->normal + s->stiffness + s->slide + s->speed);
}

// Bodies apart, or a clamped contact: nothing below zero reaches a law.
static dp_grip_state at_least_zero(const dp_grip_state *state) {
    dp_grip_state s = *state;
    if (!(s.normal > 0.0)) s.normal = 0.0;
    if (!(s.stiffness > 0.0)) s.stiffness = 0.0;
    return s;
}

dp_grip_response dp_grip_respond(const dp_friction *friction, const double *history,
                                 const dp_grip_state *state) {
    const dp_grip *grip = friction->law->grip;
    if (grip == NULL || !is_number(state))
        return (dp_grip_response){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    dp_grip_state s = at_least_zero(state);
    return grip->respond(friction->k, history, &s);
}

dp_status dp_grip_commit(const dp_friction *friction, double *history, const dp_grip_state *state) {
    const dp_grip *grip = friction->law->grip;
    if (grip == NULL) return DP_ERR_UNSUPPORTED;
    if (!is_number(state)) return DP_ERR_RANGE;
    dp_grip_state s = at_least_zero(state);
    if (s.stiffness == 0.0)
        memset(history, 0, DP_GRIP_HISTORY_MAX * sizeof *history);
    else
        grip->commit(friction->k, history, &s);
    return DP_OK;
}

static dp_status check(const dp_friction *friction, const dp_grip_arrays *a) {
    if (friction->law->grip == NULL) return DP_ERR_UNSUPPORTED;
    bool is_complete = a->normal != NULL && a->stiffness != NULL && a->slide != NULL &&
                       a->speed != NULL && a->history != NULL;
    return is_complete || a->count == 0 ? DP_OK : DP_ERR_MISSING;
}

static dp_grip_state lane(const dp_grip_arrays *a, size_t i) {
    return (dp_grip_state){a->normal[i], a->stiffness[i], a->slide[i], a->speed[i]};
}

dp_status dp_grip_forces(const dp_friction *friction, const dp_grip_arrays *lanes) {
    dp_status status = check(friction, lanes);
    if (status != DP_OK) return status;
    for (size_t i = 0; i < lanes->count; i++) {
        dp_grip_state state = lane(lanes, i);
        dp_grip_response r =
            dp_grip_respond(friction, lanes->history + i * DP_GRIP_HISTORY_MAX, &state);
        if (lanes->force != NULL) lanes->force[i] = r.force;
        if (lanes->dforce_dslide != NULL) lanes->dforce_dslide[i] = r.dforce_dslide;
        if (lanes->stored != NULL) lanes->stored[i] = r.stored;
        if (lanes->friction != NULL) lanes->friction[i] = r.friction;
    }
    return DP_OK;
}

dp_status dp_grip_commits(const dp_friction *friction, const dp_grip_arrays *lanes) {
    dp_status status = check(friction, lanes);
    if (status != DP_OK) return status;
    for (size_t i = 0; i < lanes->count; i++) {
        if (isnan(lanes->normal[i] + lanes->stiffness[i] + lanes->slide[i] + lanes->speed[i]))
            return DP_ERR_RANGE;
    }
    for (size_t i = 0; i < lanes->count; i++) {
        dp_grip_state state = lane(lanes, i);
        dp_grip_commit(friction, lanes->history + i * DP_GRIP_HISTORY_MAX, &state);
    }
    return DP_OK;
}
