// Friction in space: which law takes which form. See space.h.

#include "dashpot/space.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "frictions/space_spring.h"
#include "frictions/tangential_spring.h"

// The exact law: a unit vector along the line, how far the contact has slid along it in all and how
// far across, then what the law itself remembers.
enum { LINE, WAY = 3, ASIDE, PROFILE };

// Rounding of a planar motion moves the direction by 1e-16 of the speeds; a way aside of this share
// of the way changes the force by its square. A head-on touch slides by rounding alone, in any
// direction: a way on which a spring as stiff as the contact takes this share of the push neither
// leaves a line nor chooses it.
static const double straight = 1e-6;

enum form { FORM_NONE, FORM_SPEED, FORM_SPRING, FORM_LINE };

static enum form form_of(const dp_friction *friction) {
    const dp_friction_law *law = friction->law;
    if (law->grip == &dp_spring_grip) return FORM_SPRING;
    if (law->grip != NULL) return FORM_LINE;
    return law->respond != NULL && !law->has_history ? FORM_SPEED : FORM_NONE;
}

int dp_space_history_count(const dp_friction *friction) {
    switch (form_of(friction)) {
    case FORM_SPEED:
        return 1;
    case FORM_SPRING:
        return DP_SPACE_SPRING_ENTRIES;
    case FORM_LINE:
        return DP_SPACE_HISTORY_MAX;
    default:
        return -1;
    }
}

static double length(const double *a) {
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// history: force of the last commit
static dp_space_response by_speed(const dp_friction *friction, const double *from,
                                  const dp_space_state *s, double *to) {
    double speed = length(s->velocity), most = s->brake * speed;
    double force = -dp_friction_respond(friction, s->normal, speed, 0.0).force;
    if (force > most) force = most;
    double share = speed > 0.0 ? force / speed : 0.0;
    dp_space_response r = {.friction = 0.5 * (from[0] + force) * (speed * s->step)};
    for (int c = 0; c < 3; c++)
        r.force[c] = -share * s->velocity[c];
    to[0] = force;
    return r;
}

static void begin_line(const dp_space_state *s, double speed, double *to) {
    for (int c = 0; c < 3; c++)
        to[LINE + c] = speed > 0.0 ? s->velocity[c] / speed : 0.0;
}

// The line as it lies in the plane now; where the contact begins to slide it is chosen. False where
// the sliding left it.
static bool follow_line(const double *from, const dp_space_state *s, double *to) {
    double speed = length(s->velocity), across = dot(from + LINE, s->axis), line[3];
    for (int c = 0; c < 3; c++)
        line[c] = from[LINE + c] - across * s->axis[c];
    double size = length(line);
    if (!(size > 0.0)) begin_line(s, speed, to);
    for (int c = 0; c < 3 && size > 0.0; c++)
        to[LINE + c] = line[c] / size;
    double along = dot(s->velocity, to + LINE), aside[3];
    for (int c = 0; c < 3; c++)
        aside[c] = s->velocity[c] - along * to[LINE + c];
    to[WAY] = from[WAY] + fabs(along) * s->step;
    to[ASIDE] = from[ASIDE] + length(aside) * s->step;
    if (to[ASIDE] <= straight * to[WAY]) return true;

    double least = straight * s->normal, before = from[WAY] + from[ASIDE];
    if (before * s->stiffness <= least) {
        begin_line(s, speed, to);
        to[WAY] = before + speed * s->step;
        to[ASIDE] = 0.0;
    }
    return to[ASIDE] * s->stiffness <= least;
}

static dp_status on_line(const dp_friction *friction, const double *from, const dp_space_state *s,
                         double *to, dp_space_response *r, dp_error *err) {
    double line[PROFILE];
    bool is_straight = follow_line(from, s, line);
    double speed = dot(s->velocity, line + LINE);
    dp_grip_state state = {s->normal, s->stiffness, speed * s->step, speed};
    dp_grip_response g = dp_grip_respond(friction, from + PROFILE, &state);
    // a contact that is apart or does not push holds nothing, and is free to take another line
    bool is_free = g.stored == 0.0;
    if (!is_straight && !is_free)
        return dp_fail(err, DP_ERR_VALIDITY,
                       "%s knows sliding along one line; this contact has slid %.3g m along and "
                       "%.3g m across it; mindlin takes any way",
                       friction->law->name, line[WAY], line[ASIDE]);
    for (int c = 0; c < 3; c++)
        r->force[c] = g.force * line[LINE + c];
    r->stored = g.stored;
    r->friction = g.friction;
    if (to == NULL) return DP_OK;
    if (is_free) memset(line, 0, sizeof line);
    memcpy(to, line, sizeof line);
    memmove(to + PROFILE, from + PROFILE, DP_GRIP_HISTORY_MAX * sizeof *to);
    return dp_grip_commit(friction, to + PROFILE, &state);
}

static bool is_number(const dp_space_state *s) {
    double sum = s->normal + s->stiffness + s->step;
    for (int c = 0; c < 3; c++)
        sum += s->axis[c] + s->velocity[c];
    return isfinite(sum) && s->step >= 0.0 && s->brake >= 0.0;
}

// to NULL: nothing is accepted
static dp_status answer(const dp_friction *friction, const double *from,
                        const dp_space_state *state, double *to, dp_space_response *r,
                        dp_error *err) {
    double unused[DP_SPACE_SPRING_ENTRIES];
    enum form form = form_of(friction);
    *r = (dp_space_response){{NAN, NAN, NAN}, NAN, NAN};
    if (form == FORM_NONE)
        return dp_fail(err, DP_ERR_UNSUPPORTED,
                       "friction %s has bristles along one line and no form in space",
                       friction->law->name);
    if (!is_number(state))
        return dp_fail(err, DP_ERR_RANGE, "the state of a sliding contact is not a number");
    if (form == FORM_LINE) return on_line(friction, from, state, to, r, err);
    if (to == NULL) to = unused;
    *r = form == FORM_SPEED ? by_speed(friction, from, state, to)
                            : dp_space_spring(friction->k, from, state, to);
    return DP_OK;
}

dp_status dp_space_respond(const dp_friction *friction, const double *history,
                           const dp_space_state *state, dp_space_response *response,
                           dp_error *err) {
    return answer(friction, history, state, NULL, response, err);
}

dp_status dp_space_advance(const dp_friction *friction, double *history,
                           const dp_space_state *state, dp_space_response *response,
                           dp_error *err) {
    return answer(friction, history, state, history, response, err);
}

void dp_space_turn(const dp_friction *friction, const double *from, double *to) {
    int count = dp_space_history_count(friction);
    bool turns = friction->law->grip != NULL;
    for (int j = 0; j < count; j++)
        to[j] = turns && j < 3 ? -from[j] : from[j];
}

// --- many ---

static bool is_complete(const dp_space_arrays *a, int entries) {
    bool is_there = a->normal != NULL && a->stiffness != NULL;
    for (int c = 0; c < 3; c++)
        is_there = is_there && a->axis[c] != NULL && a->velocity[c] != NULL && a->force[c] != NULL;
    for (int j = 0; j < entries; j++)
        is_there = is_there && a->history[j] != NULL;
    return is_there && (a->stored == NULL) == (a->friction == NULL);
}

// What is_number asks, of all of them; a NaN or an infinity anywhere stays in the sum of a lane.
// The flag is as wide as a double, so that the compiler vectorises the loop.
static bool are_numbers(const dp_space_arrays *a) {
    int64_t is_wrong = !(isfinite(a->step) && a->step >= 0.0);
    for (size_t i = 0; i < a->count; i++) {
        double sum = a->normal[i] + a->stiffness[i];
        for (int c = 0; c < 3; c++)
            sum += a->axis[c][i] + a->velocity[c][i];
        is_wrong |= sum - sum != 0.0;
    }
    for (size_t i = 0; a->brake != NULL && i < a->count; i++)
        is_wrong |= !(a->brake[i] >= 0.0);
    return !is_wrong;
}

static dp_status one_by_one(const dp_friction *friction, const dp_space_arrays *a, int entries,
                            size_t *failed, dp_error *err) {
    for (size_t i = 0; i < a->count; i++) {
        double m[DP_SPACE_HISTORY_MAX];
        dp_space_state s = {.normal = a->normal[i],
                            .stiffness = a->stiffness[i],
                            .step = a->step,
                            .brake = a->brake == NULL ? INFINITY : a->brake[i]};
        for (int c = 0; c < 3; c++) {
            s.axis[c] = a->axis[c][i];
            s.velocity[c] = a->velocity[c][i];
        }
        for (int j = 0; j < entries; j++)
            m[j] = a->history[j][i];
        dp_space_response r;
        dp_status status = dp_space_advance(friction, m, &s, &r, err);
        for (int c = 0; c < 3; c++)
            a->force[c][i] = r.force[c];
        if (status != DP_OK) {
            if (failed != NULL) *failed = i;
            return status;
        }
        for (int j = 0; j < entries; j++)
            a->history[j][i] = m[j];
        if (a->stored != NULL) a->stored[i] = r.stored, a->friction[i] = r.friction;
    }
    return DP_OK;
}

dp_status dp_space_advances(const dp_friction *friction, const dp_space_arrays *lanes,
                            size_t *failed, dp_error *err) {
    int entries = dp_space_history_count(friction);
    if (entries < 0)
        return dp_fail(err, DP_ERR_UNSUPPORTED, "friction %s has no form in space",
                       friction->law->name);
    if (lanes->count == 0) return DP_OK;
    if (!is_complete(lanes, entries))
        return dp_fail(err, DP_ERR_MISSING, "an array of the sliding contacts is missing");
    if (form_of(friction) != FORM_SPRING) return one_by_one(friction, lanes, entries, failed, err);
    if (!are_numbers(lanes)) return one_by_one(friction, lanes, entries, failed, err);
    dp_space_springs(friction->k, lanes);
    return DP_OK;
}
