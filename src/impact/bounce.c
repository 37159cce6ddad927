// Flights in closed form between impacts.

#include "dashpot/bounce.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "contact/follow.h"

struct bouncing {
    const dp_contact *contact;
    const dp_bounce_def *def;
    dp_bounce *result;
    double history[DP_HISTORY_MAX];
    double time;
    double ground;    // height at which the surfaces meet: minus the dent
    double next_row;  // time of the next row
    double viscous, plastic;
};

static dp_status check(const dp_bounce_def *def, dp_error *err) {
    struct {
        const char *name;
        double value;
        int may_be_zero;
    } values[] = {{"mass", def->mass, 0},
                  {"gravity", def->gravity, 0},
                  {"height", def->height, 1},
                  {"speed", def->speed, 1}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        int good = values[i].may_be_zero ? values[i].value >= 0.0 : values[i].value > 0.0;
        if (!good || isinf(values[i].value))
            return dp_fail_number(err, DP_SUBJECT_FIELD, values[i].name, values[i].value,
                                  values[i].may_be_zero ? 0.0 : DBL_MIN, DBL_MAX,
                                  values[i].may_be_zero ? "be 0 or more and finite"
                                                        : "be positive and finite");
    }
    if (def->height == 0.0 && def->speed == 0.0)
        return dp_fail(err, DP_ERR_RANGE, "the body starts at rest on the floor; give it a height");
    if (!(def->until > 0.0))
        return dp_fail_number(err, DP_SUBJECT_FIELD, "until", def->until, DBL_MIN, INFINITY,
                              "be positive");
    return DP_OK;
}

static void row_in_flight(struct bouncing *b, double t, double height, double velocity) {
    double m = b->def->mass;
    dp_bounce_sample sample = {.time = t,
                               .height = height,
                               .velocity = velocity,
                               .kinetic = 0.5 * m * velocity * velocity,
                               .potential = m * b->def->gravity * height,
                               .viscous = b->viscous,
                               .plastic = b->plastic};
    b->def->observe(b->def->user, &sample);
}

// Rows of a flight that starts at `height` with upward speed `up` and lasts `duration`.
static void rows_in_flight(struct bouncing *b, double height, double up, double duration) {
    if (b->def->observe == NULL || !(b->def->every > 0.0)) return;
    double g = b->def->gravity;
    // a contact hands out rows of its own
    while (b->next_row < b->time)
        b->next_row += b->def->every;
    while (b->next_row <= b->time + duration && b->next_row <= b->def->until) {
        double s = b->next_row - b->time;
        row_in_flight(b, b->next_row, height + s * (up - 0.5 * g * s), up - g * s);
        b->next_row += b->def->every;
    }
}

static void row_in_contact(void *user, const dp_impact_sample *s) {
    struct bouncing *b = (struct bouncing *)user;
    double t = b->time + s->time;
    if (t > b->def->until) return;
    dp_bounce_sample sample = {.time = t,
                               .height = -s->indentation,
                               .velocity = -s->rate,
                               .force = s->force,
                               .kinetic = s->kinetic,
                               .potential = -b->def->mass * b->def->gravity * s->indentation,
                               .stored = s->stored,
                               .viscous = b->viscous + s->viscous,
                               .plastic = b->plastic + s->plastic};
    b->def->observe(b->def->user, &sample);
}

// Rows of a contact that broke off at `time`.
static void rows_of_failure(struct bouncing *b, dp_impact_def *one, double time) {
    dp_impact again;
    dp_error same;
    if (!(time > 0.0)) return;
    one->every = fmin(b->def->every, time / 40.0);
    one->observe = row_in_contact;
    one->user = b;
    dp_impact_run(b->contact, one, &again, &same);
}

// One touch-down at the present time; rows are at least forty per contact, however short it is.
static dp_status touch_down(struct bouncing *b, double speed, dp_impact *impact, dp_error *err) {
    const dp_bounce_def *def = b->def;
    if (!def->keep_history) dp_contact_reset(b->history);
    dp_impact_def one = {.mass = def->mass,
                         .speed = speed,
                         .rtol = def->rtol,
                         .acceleration = def->gravity,
                         .path = DP_PATH_INTEGRATED,
                         .history = b->history};
    dp_status status = dp_impact_run(b->contact, &one, impact, err);
    bool has_rows = def->observe != NULL && def->every > 0.0;
    if (status != DP_OK) {
        b->result->end_time = b->time + impact->separation_time;
        if (has_rows) rows_of_failure(b, &one, impact->separation_time);
        return status;
    }
    if (has_rows) {
        dp_impact again;
        one.every = fmin(def->every, impact->separation_time / 40.0);
        one.observe = row_in_contact;
        one.user = b;
        status = dp_impact_run(b->contact, &one, &again, err);
    }
    memcpy(b->history, impact->history, sizeof b->history);
    b->result->steps += impact->steps;
    b->result->rejected += impact->rejected;
    b->result->evaluations += impact->evaluations;
    b->result->events += impact->events;
    b->result->impacts++;
    b->viscous += impact->energy.viscous;
    b->plastic += impact->energy.plastic;
    b->result->energy.released += impact->energy.released;
    return status;
}

static void tell_impact(const struct bouncing *b, double speed, const dp_impact *impact) {
    if (b->def->impact == NULL) return;
    dp_bounce_impact told = {.time = b->time,
                             .speed_in = speed,
                             .speed_out = impact->separation_speed,
                             .max_force = impact->max_force,
                             .max_indentation = impact->max_indentation,
                             .duration = impact->duration,
                             .restitution_asked = impact->restitution_asked};
    b->def->impact(b->def->user, &told);
}

// Mechanical energy of the flying body.
static double energy_at(const struct bouncing *b, double height, double speed) {
    double m = b->def->mass;
    return m * (b->def->gravity * height + 0.5 * speed * speed);
}

static void finish(struct bouncing *b, double end_time, double mechanical, double stored) {
    dp_energy *e = &b->result->energy;
    b->result->end_time = end_time;
    e->viscous = b->viscous;
    e->plastic = b->plastic;
    e->stored = stored;
    e->final = mechanical + stored;
    dp_energy_close(e);
}

// Fall or fly until the next touch, or until the end of the run. `up` is the speed at `height`.
// Returns the speed of arrival, NaN when the run ends in flight.
static double fly(struct bouncing *b, double height, double up) {
    double g = b->def->gravity, left = b->def->until - b->time;
    if (left <= 0.0) {
        finish(b, b->time, energy_at(b, height, up), 0.0);
        return NAN;
    }
    double arrival = sqrt(up * up + 2.0 * g * (height - b->ground));
    double duration = (up + arrival) / g;
    rows_in_flight(b, height, up, duration);
    if (up > 0.0 && up / g <= left && b->def->apex != NULL)
        b->def->apex(b->def->user, b->time + up / g, height + 0.5 * up * up / g);
    if (duration <= left) {
        b->time += duration;
        return arrival;
    }
    finish(b, b->def->until, energy_at(b, height + left * (up - 0.5 * g * left), up - g * left),
           0.0);
    return NAN;
}

// Where the surfaces meet next after a flight from `height`. Of a law whose dent depends on its
// restitution (walton-braun) that depends on the speed of arrival, and this on where they meet.
static double next_ground(const struct bouncing *b, double height, double up, double dent) {
    enum { TRIES = 50 };
    double ground = -dent, g = b->def->gravity;
    if (!b->def->keep_history) return 0.0;
    for (int i = 0; dp_contact_follows(b->contact) && i < TRIES; i++) {
        dp_contact next;
        double square = up * up + 2.0 * g * (height - ground), before = ground;
        double speed = square > 0.0 ? sqrt(square) : 0.0;
        if (dp_contact_for_touch(b->contact, speed, b->def->mass, &next, NULL) != DP_OK) break;
        ground = -dp_contact_residual(&next, b->history);
        if (ground == before) break;
    }
    return ground;
}

// Time of the flights that are left after an impact of restitution e that leaves with speed `up`:
// a geometric series, or one whose ratio follows the speed. What is lost for what was to be lost
// hardly changes any more. INFINITY: at some speed nothing is lost.
static double time_left(const struct bouncing *b, double up, double e, double asked) {
    double g = b->def->gravity, time = 0.0, share = (1.0 - e) / (1.0 - asked);
    int follows = dp_contact_follows(b->contact);
    if (follows && asked == 1.0) return INFINITY;
    while (follows && up > b->contact->approach_floor) {
        dp_contact next;
        if (dp_contact_for_touch(b->contact, up, b->def->mass, &next, NULL) != DP_OK) break;
        if (next.restitution == 1.0) return INFINITY;
        time += 2.0 * up / g;
        e = 1.0 - share * (1.0 - next.restitution);
        up *= e;
    }
    return time + 2.0 * up / (g * (1.0 - e));
}

// Rest for good: the last touch, after which the body stays in contact, or the end of a geometric
// series of flights.
static void come_to_rest(struct bouncing *b, const dp_impact *last, double rest_time) {
    b->result->rest_time = rest_time;
    // in contact the swing has died out at the static indentation
    double height = -last->separation_indentation;
    double end = last->at_rest ? b->time : rest_time;
    finish(b, end, energy_at(b, height, last->separation_speed), last->energy.stored);
}

static dp_status run(struct bouncing *b, dp_error *err) {
    const dp_bounce_def *def = b->def;
    const double least = def->rest_fraction > 0.0 ? def->rest_fraction : 1e-4;
    const long budget = def->max_impacts > 0 ? def->max_impacts : 100000;
    double speed = fly(b, def->height, -def->speed), first = speed;
    while (!isnan(speed)) {
        dp_impact impact;
        dp_status status = touch_down(b, speed, &impact, err);
        if (status != DP_OK) return status;
        tell_impact(b, speed, &impact);
        double touched = b->time, e = impact.restitution;
        b->time += impact.separation_time;
        b->ground = next_ground(b, -impact.separation_indentation, impact.separation_speed,
                                impact.residual_indentation);
        // too slow to climb out of where the contact let it go: it stays there
        double up = impact.separation_speed, depth = b->ground + impact.separation_indentation;
        int trapped = up * up <= 2.0 * def->gravity * depth;
        if (trapped) impact.at_rest = 1;
        double left = INFINITY;
        if (speed < least * first && e < 1.0)
            left = time_left(b, impact.separation_speed, e, impact.restitution_asked);
        if (impact.at_rest || isfinite(left)) {
            come_to_rest(b, &impact, impact.at_rest ? touched : b->time + left);
            return DP_OK;
        }
        b->result->end_time = b->time;
        if (b->result->impacts >= budget)
            return dp_fail(err, DP_ERR_NUMERIC, "still bouncing after %ld impacts, at %g s", budget,
                           b->time);
        // a contact that was released leaves from where it stood
        speed = fly(b, -impact.separation_indentation, impact.separation_speed);
    }
    return DP_OK;
}

dp_status dp_bounce_run(const dp_contact *contact, const dp_bounce_def *def, dp_bounce *result,
                        dp_error *err) {
    memset(result, 0, sizeof *result);
    result->rest_time = NAN;
    dp_status status = check(def, err);
    if (status != DP_OK) return status;
    struct bouncing b = {.contact = contact, .def = def, .result = result, .next_row = 0.0};
    result->energy.initial = energy_at(&b, def->height, def->speed);
    return run(&b, err);
}
