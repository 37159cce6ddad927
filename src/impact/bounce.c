// Flights in closed form between impacts. States are in bounce_state.c.

#include "dashpot/bounce.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/params.h"
#include "contact/follow.h"
#include "contact/rule.h"
#include "impact/bounce.h"
#include "impact/stepping.h"

dp_bounce_def dp_bounce_defaults(void) {
    return (dp_bounce_def){.until = INFINITY,
                           .rtol = 1e-13,
                           .rest_fraction = 1e-4,
                           .max_impacts = 100000,
                           .cookie = DP_DEF_COOKIE};
}

static dp_status check(const dp_contact *contact, const dp_bounce_def *def, dp_error *err) {
    dp_status status = dp_check_contact(contact, err);
    if (status == DP_OK) status = dp_check_cookie(def->cookie, "dp_bounce_defaults", err);
    if (status != DP_OK) return status;
    struct {
        const char *name;
        double value;
        bool may_be_zero;
    } values[] = {{"mass", def->mass, false},
                  {"gravity", def->gravity, false},
                  {"height", def->height, true},
                  {"speed", def->speed, true}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        bool good = values[i].may_be_zero ? values[i].value >= 0.0 : values[i].value > 0.0;
        if (!good || isinf(values[i].value))
            return dp_fail_number(err, DP_SUBJECT_FIELD, values[i].name, values[i].value,
                                  values[i].may_be_zero ? 0.0 : DBL_MIN, DBL_MAX,
                                  values[i].may_be_zero ? "be 0 or more and finite"
                                                        : "be positive and finite");
    }
    if (def->height == 0.0 && def->speed == 0.0)
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_RANGE,
                    "the body starts at rest on the floor; give it a height or a speed"),
            DP_SUBJECT_FIELD, -1, "height");
    if (!(def->until > 0.0))
        return dp_fail_number(err, DP_SUBJECT_FIELD, "until", def->until, DBL_MIN, INFINITY,
                              "be positive");
    if (!(def->rest_fraction > 0.0) || def->rest_fraction >= 1.0)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "rest_fraction", def->rest_fraction, 0.0, 1.0,
                              "be above 0 and below 1");
    if (!isfinite(def->across) || !isfinite(def->spin))
        return dp_fail_number(err, DP_SUBJECT_FIELD, isfinite(def->across) ? "spin" : "across",
                              isfinite(def->across) ? def->spin : def->across, -DBL_MAX, DBL_MAX,
                              "be finite");
    bool needs_radius = def->friction != NULL || def->spin != 0.0;
    if (needs_radius && !(def->radius > 0.0 && isfinite(def->radius)))
        return dp_fail_number(err, DP_SUBJECT_FIELD, "radius", def->radius, DBL_MIN, DBL_MAX,
                              "be positive and finite with friction or spin");
    if (!(def->inertia >= 0.0) || isinf(def->inertia))
        return dp_fail_number(err, DP_SUBJECT_FIELD, "inertia", def->inertia, 0.0, DBL_MAX,
                              "be positive and finite, or 0 for a solid sphere");
    if (def->max_impacts < 1)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "max_impacts", (double)def->max_impacts, 1.0,
                              DBL_MAX, "be at least 1");
    status = dp_contact_check_mass(contact, def->mass, err);
    if (status == DP_OK) status = dp_check_every("every", def->every, 0.0, err);
    return status == DP_OK ? dp_check_rtol(def->rtol, err) : status;
}

// --- along the floor ---

static double inertia_of(const dp_bounce_def *def) {
    return def->inertia > 0.0 ? def->inertia : 0.4 * def->mass * def->radius * def->radius;
}

// What a tangential impulse slows down at the floor.
static double sliding_mass(const dp_bounce_def *def) {
    return 1.0 / (1.0 / def->mass + def->radius * def->radius / inertia_of(def));
}

static double kinetic_along(const dp_bounce_def *def, double across, double spin) {
    double turning = spin != 0.0 ? inertia_of(def) * spin * spin : 0.0;
    return 0.5 * (def->mass * across * across + turning);
}

// Speeds after an impulse that opposes sliding in the direction of `across`.
static double across_after(const struct dp_bounce_stepper *b, double impulse) {
    return b->across - impulse / b->def->mass;
}

static double spin_after(const struct dp_bounce_stepper *b, double impulse) {
    return b->def->friction == NULL ? b->spin
                                    : b->spin - b->def->radius * impulse / inertia_of(b->def);
}

// --- rows ---

bool dp_bounce_has_rows(const dp_bounce_def *def) {
    return (def->observe != NULL || def->table != NULL) && def->every > 0.0;
}

static void add_row(struct dp_bounce_stepper *b, const dp_bounce_sample *sample) {
    if (b->def->observe != NULL) b->def->observe(b->def->user, sample);
    DP_TABLE_ADD(b->def->table, *sample);
    b->stops = b->def->stop != NULL && b->def->stop(b->def->user);
}

// The next row at `from` or later, where rows up to `until` can be counted.
static dp_status find_row(struct dp_bounce_stepper *b, double from, double until, dp_error *err) {
    dp_status status = dp_check_every("every", b->def->every, until - b->next_row, err);
    if (status != DP_OK) return status;
    // a contact hands out rows of its own
    while (b->next_row < from)
        b->next_row += b->def->every;
    return DP_OK;
}

static dp_bounce_sample sample_in_flight(const struct dp_bounce_stepper *b, double time,
                                         double height, double velocity) {
    double m = b->def->mass;
    return (dp_bounce_sample){.time = time,
                              .height = height,
                              .velocity = velocity,
                              .kinetic = 0.5 * m * velocity * velocity +
                                         kinetic_along(b->def, b->across, b->spin),
                              .potential = m * b->def->gravity * height,
                              .viscous = b->viscous,
                              .plastic = b->plastic,
                              .across = b->across,
                              .spin = b->spin,
                              .friction = b->friction};
}

dp_bounce_sample dp_bounce_sample_in_contact(const struct dp_bounce_stepper *b,
                                             const dp_impact_sample *s) {
    double impulse = 0.0;
    if (b->def->friction != NULL)
        impulse = sliding_mass(b->def) * (b->one.sliding_speed - s->sliding_speed);
    double across = across_after(b, impulse), spin = spin_after(b, impulse);
    return (dp_bounce_sample){.time = b->time + s->time,
                              .height = -s->indentation,
                              .velocity = -s->rate,
                              .force = s->force,
                              .kinetic = 0.5 * b->def->mass * s->rate * s->rate +
                                         kinetic_along(b->def, across, spin),
                              .potential = -b->def->mass * b->def->gravity * s->indentation,
                              .stored = s->stored,
                              .viscous = b->viscous + s->viscous,
                              .plastic = b->plastic + s->plastic,
                              .across = across,
                              .spin = spin,
                              .tangential_force = s->tangential_force,
                              .friction = b->friction + s->friction};
}

// The present flight at a time.
dp_bounce_sample dp_bounce_in_flight_at(const struct dp_bounce_stepper *b, double time) {
    double s = time - b->time, g = b->def->gravity;
    return sample_in_flight(b, time, b->height + s * (b->up - 0.5 * g * s), b->up - g * s);
}

// Rows of the present flight, which lasts `duration`.
static dp_status rows_in_flight(struct dp_bounce_stepper *b, double duration, dp_error *err) {
    const double until = fmin(b->time + duration, b->def->until);
    if (!dp_bounce_has_rows(b->def) || b->stops) return DP_OK;
    dp_status status = find_row(b, b->time, until, err);
    while (status == DP_OK && b->next_row <= until && !b->stops) {
        dp_bounce_sample sample = dp_bounce_in_flight_at(b, b->next_row);
        add_row(b, &sample);
        b->next_row += b->def->every;
    }
    return status;
}

static void row_in_contact(void *user, const dp_impact_sample *s) {
    struct dp_bounce_stepper *b = (struct dp_bounce_stepper *)user;
    dp_bounce_sample sample = dp_bounce_sample_in_contact(b, s);
    if (sample.time <= b->def->until) add_row(b, &sample);
}

static bool stops_in_contact(void *user) {
    return ((const struct dp_bounce_stepper *)user)->stops;
}

// Rows of the contact that ended or failed after `duration`: at least forty, however short it is.
static dp_status rows_in_contact(struct dp_bounce_stepper *b, double duration, dp_error *err) {
    dp_impact again;
    if (!dp_bounce_has_rows(b->def) || b->stops || !(duration > 0.0)) return DP_OK;
    b->one.every = fmin(b->def->every, duration / 40.0);
    b->one.observe = row_in_contact;
    b->one.stop = stops_in_contact;
    b->one.user = b;
    return dp_impact_run(b->contact, &b->one, &again, err);
}

// --- contacts ---

// Begin the contact at the present time.
dp_status dp_bounce_touch_down(struct dp_bounce_stepper *b, dp_error *err) {
    const dp_bounce_def *def = b->def;
    if (!def->keep_history) dp_contact_reset(b->history);
    b->one = dp_impact_defaults();
    b->one.mass = def->mass;
    b->one.speed = b->speed;
    b->one.rtol = def->rtol;
    b->one.acceleration = def->gravity;
    b->one.path = DP_PATH_INTEGRATED;
    b->one.history = b->history;
    if (def->friction != NULL) {
        b->one.friction = def->friction;
        b->one.sliding_speed = b->across + def->radius * b->spin;
        b->one.sliding_mass = sliding_mass(def);
    }
    b->phase = TOUCHING;
    return dp_motion_begin(&b->motion, b->contact, &b->one, &b->impact, err);
}

// A contact that swings until it rests takes very many steps, for which the errors along the floor
// were allowed to grow. Where it slides throughout, Coulomb's law gives the impulse in closed form.
static void slide_exactly(struct dp_bounce_stepper *b) {
    const dp_friction *friction = b->def->friction;
    dp_impact *impact = &b->impact;
    double before = b->one.sliding_speed, mass = sliding_mass(b->def), m = b->def->mass;
    if (!impact->at_rest || friction->law != dp_friction_law_find("coulomb")) return;
    double push = m * (b->speed + b->def->gravity * impact->separation_time);
    double left = fabs(before) - friction->k[0] * push / mass;
    if (!(left > 0.0) || !(impact->sliding_speed * before > 0.0)) return;
    impact->sliding_speed = copysign(left, before);
    impact->tangential_impulse = mass * (before - impact->sliding_speed);
    impact->energy.friction = 0.5 * mass * (fabs(before) - left) * (fabs(before) + left);
}

// The contact has ended: count it.
static void count_impact(struct dp_bounce_stepper *b) {
    const dp_impact *impact = &b->impact;
    if (b->def->friction != NULL) slide_exactly(b);
    memcpy(b->history, impact->history, sizeof b->history);
    b->result->steps += impact->steps;
    b->result->rejected += impact->rejected;
    b->result->evaluations += impact->evaluations;
    b->result->events += impact->events;
    b->result->impacts++;
    b->viscous += impact->energy.viscous;
    b->plastic += impact->energy.plastic;
    b->friction += impact->energy.friction;
    b->result->energy.released += impact->energy.released;
}

// Count the impact, and let the body go on along the floor as it leaves it.
static void add_impact(struct dp_bounce_stepper *b) {
    double across = across_after(b, b->impact.tangential_impulse);
    double spin = spin_after(b, b->impact.tangential_impulse);
    dp_bounce_impact impact = {.time = b->time,
                               .speed_in = b->speed,
                               .speed_out = b->impact.separation_speed,
                               .max_force = b->impact.max_force,
                               .max_indentation = b->impact.max_indentation,
                               .duration = b->impact.duration,
                               .restitution_asked = b->impact.restitution_asked,
                               .across_in = b->across,
                               .across_out = across,
                               .spin_in = b->spin,
                               .spin_out = spin,
                               .max_tangential_force = b->impact.max_tangential_force};
    b->across = across;
    b->spin = spin;
    if (b->def->impact != NULL) b->def->impact(b->def->user, &impact);
    DP_TABLE_ADD(b->def->impact_table, impact);
}

// Mechanical energy of the flying body.
static double energy_at(const struct dp_bounce_stepper *b, double height, double speed) {
    double m = b->def->mass;
    return m * (b->def->gravity * height + 0.5 * speed * speed) +
           kinetic_along(b->def, b->across, b->spin);
}

// The run ends at `height` with upward speed `up`.
void dp_bounce_finish(struct dp_bounce_stepper *b, double end_time, double height, double up,
                      double stored) {
    dp_energy *e = &b->result->energy;
    double mechanical = energy_at(b, height, up);
    b->result->end_time = end_time;
    b->result->across = b->across;
    b->result->spin = b->spin;
    e->viscous = b->viscous;
    e->plastic = b->plastic;
    e->friction = b->friction;
    e->stored = stored;
    e->final = mechanical + stored;
    dp_energy_close(e);
    b->height = height;
    b->up = up;
    b->seen = sample_in_flight(b, end_time, height, up);
    b->seen.stored = stored;
    b->phase = OVER;
}

// --- along the floor, without bouncing ---

// The body as it slides on. While the last flights die out, height and force are those after them.
static dp_bounce_sample sample_in_slide(const struct dp_bounce_stepper *b,
                                        const struct dp_run_out *now) {
    dp_bounce_sample sample = sample_in_flight(b, now->time, b->height, 0.0);
    sample.force = now->weight;
    sample.kinetic = kinetic_along(b->def, now->across, now->spin);
    sample.stored = b->stored;
    sample.across = now->across;
    sample.spin = now->spin;
    sample.tangential_force = dp_run_out_force(now);
    sample.friction = b->friction + now->lost;
    return sample;
}

static dp_status rows_in_slide(struct dp_bounce_stepper *b, dp_error *err) {
    struct dp_run_out now = b->slide;
    if (!dp_bounce_has_rows(b->def) || b->stops) return DP_OK;
    dp_status status = find_row(b, b->time, b->slide_end, err);
    while (status == DP_OK && b->next_row <= b->slide_end && !b->stops) {
        status = dp_run_out_advance(&now, b->next_row, err);
        if (status != DP_OK) return status;
        dp_bounce_sample sample = sample_in_slide(b, &now);
        add_row(b, &sample);
        b->next_row += b->def->every;
    }
    return status;
}

// Flights that were only summed take what is left of their energy, as the last impact did.
static void lose_flights(struct dp_bounce_stepper *b, double up) {
    const dp_energy *e = &b->impact.energy;
    double left = 0.5 * b->def->mass * up * up, lost = e->viscous + e->plastic + e->released;
    double plastic = lost > 0.0 ? left * e->plastic / lost : 0.0;
    b->plastic += plastic;
    b->viscous += left - plastic;
}

// The body touches the floor for good from `rest_time` on, and moves along it. Before that the last
// flights, which began at `b->time` with the speed `up`, push it as much as its weight does, less
// that speed.
dp_status dp_bounce_begin_slide(struct dp_bounce_stepper *b, double rest_time, double up,
                                dp_error *err) {
    const dp_bounce_def *def = b->def;
    double weight = def->mass * def->gravity, flying = rest_time - b->time;
    b->slide = (struct dp_run_out){.friction = def->friction,
                                   .mass = def->mass,
                                   .inertia = def->friction != NULL ? inertia_of(def) : 1.0,
                                   .radius = def->friction != NULL ? def->radius : 0.0,
                                   .weight = weight,
                                   .hops = flying > 0.0 ? weight - def->mass * up / flying : weight,
                                   .rest = rest_time,
                                   .time = b->time,
                                   .across = b->across,
                                   .spin = b->spin};
    dp_run_out_begin(&b->slide);
    struct dp_run_out last = b->slide;
    double until = fmax(def->until, fmax(rest_time, b->time));
    dp_status status = dp_run_out_advance(&last, until, err);
    if (status != DP_OK) return status;
    double rolls = fmax(last.roll_time, rest_time);
    // rounding may leave a body that has stopped a speed of nothing
    bool stops = fabs(last.across) + def->radius * fabs(last.spin) <= b->slide.least_slip;
    b->result->rest_time = rest_time;
    b->result->roll_time = isnan(last.roll_time) ? NAN : rolls;
    b->slide_end = isfinite(until) && !stops ? until : fmax(rolls, b->time);
    b->phase = SLIDING;
    b->seen = sample_in_slide(b, &b->slide);
    return DP_OK;
}

dp_status dp_bounce_slide(struct dp_bounce_stepper *b, double until, dp_error *err) {
    struct dp_run_out now = b->slide;
    b->is_held = until < b->slide_end;
    dp_status status = b->is_held ? DP_OK : rows_in_slide(b, err);
    if (status == DP_OK) status = dp_run_out_advance(&now, fmin(until, b->slide_end), err);
    if (status != DP_OK) return status;
    if (!b->is_held) {
        b->across = now.across;
        b->spin = now.spin;
        b->friction += now.lost;
        now.lost = 0.0;
        dp_bounce_finish(b, b->slide_end, b->height, 0.0, b->stored);
    }
    b->seen = sample_in_slide(b, &now);
    return DP_OK;
}

// --- flights ---

// Begin to fall or fly at the present time, with upward speed `up` at `height`.
void dp_bounce_take_off(struct dp_bounce_stepper *b, double height, double up) {
    b->phase = FLYING;
    b->height = height;
    b->up = up;
    b->speed = sqrt(up * up + 2.0 * b->def->gravity * (height - b->ground));
    b->seen = sample_in_flight(b, b->time, height, up);
    if (b->time >= b->def->until) dp_bounce_finish(b, b->time, height, up, 0.0);
}

// Fly until the next touch, or until the end of the run.
static dp_status fly(struct dp_bounce_stepper *b, double until, dp_error *err) {
    double g = b->def->gravity, left = b->def->until - b->time;
    double height = b->height, up = b->up, duration = (up + b->speed) / g;
    if (until < b->time + fmin(duration, left)) {
        b->seen = dp_bounce_in_flight_at(b, until);
        b->is_held = true;
        return DP_OK;
    }
    dp_status status = rows_in_flight(b, duration, err);
    if (status != DP_OK) return status;
    if (up > 0.0 && up / g <= left && b->def->apex != NULL)
        b->def->apex(b->def->user, b->time + up / g, height + 0.5 * up * up / g);
    if (duration <= left) {
        b->time += duration;
        b->result->end_time = b->time;
        return dp_bounce_touch_down(b, err);
    }
    dp_bounce_finish(b, b->def->until, height + left * (up - 0.5 * g * left), up - g * left, 0.0);
    return DP_OK;
}

// Height at which the surfaces meet after a flight from `height`. If the dent of the law depends on
// its restitution (walton-braun), this height and the speed of arrival depend on each other.
static double next_ground(const struct dp_bounce_stepper *b, double height, double up,
                          double dent) {
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

// Time of all further flights after an impact of restitution e that leaves with speed `up`: a
// geometric series, or one whose ratio follows the speed. The delivered loss stays in proportion to
// the requested one. INFINITY: at some speed nothing is lost.
static double time_left(const struct dp_bounce_stepper *b, double up, double e, double asked) {
    double g = b->def->gravity, time = 0.0, share = (1.0 - e) / (1.0 - asked);
    bool follows = dp_contact_follows(b->contact);
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

// Rest for good: from the last touch on, after which the body stays in contact, or at the end of a
// geometric series of flights.
static dp_status come_to_rest(struct dp_bounce_stepper *b, double rest_time, dp_error *err) {
    const dp_impact *last = &b->impact;
    b->height = -last->separation_indentation;
    b->up = last->separation_speed;
    b->stored = last->energy.stored;
    if (b->across != 0.0 || b->spin != 0.0) {
        lose_flights(b, b->up);
        return dp_bounce_begin_slide(b, rest_time, b->up, err);
    }
    b->result->rest_time = b->result->roll_time = rest_time;
    // in contact the swing has died out at the static indentation
    dp_bounce_finish(b, last->at_rest ? b->time : rest_time, b->height, b->up, b->stored);
    return DP_OK;
}

// The contact has ended: rest, or take off again.
static dp_status leave(struct dp_bounce_stepper *b, dp_error *err) {
    const dp_bounce_def *def = b->def;
    dp_impact *impact = &b->impact;
    add_impact(b);
    double touched = b->time, e = impact->restitution, up = impact->separation_speed;
    b->time += impact->separation_time;
    b->ground = next_ground(b, -impact->separation_indentation, up, impact->residual_indentation);
    // too slow to climb out of its dent: it stays there
    double depth = b->ground + impact->separation_indentation;
    if (up * up <= 2.0 * def->gravity * depth) impact->at_rest = true;
    double left = INFINITY;
    if (b->speed < def->rest_fraction * b->first && e < 1.0)
        left = time_left(b, up, e, impact->restitution_asked);
    if (impact->at_rest || isfinite(left))
        return come_to_rest(b, impact->at_rest ? touched : b->time + left, err);
    b->result->end_time = b->time;
    if (b->result->impacts >= def->max_impacts)
        return dp_fail(err, DP_ERR_NUMERIC, "still bouncing after %ld impacts, at %g s",
                       def->max_impacts, b->time);
    // a released contact leaves at its own indentation
    dp_bounce_take_off(b, -impact->separation_indentation, up);
    if (b->phase != OVER && (b->stops || (def->stop != NULL && def->stop(def->user)))) {
        b->result->stopped = true;
        dp_bounce_finish(b, b->time, b->height, b->up, 0.0);
    }
    return DP_OK;
}

static dp_status touch(struct dp_bounce_stepper *b, double until, dp_error *err) {
    dp_status status = dp_motion_advance(&b->motion, until - b->time, err);
    b->seen = dp_bounce_sample_in_contact(b, &b->motion.seen);
    if (status != DP_OK) {
        b->result->end_time = b->time + b->impact.separation_time;
        // the error stays the first one
        rows_in_contact(b, b->impact.separation_time, NULL);
        return status;
    }
    b->is_held = !b->motion.is_over;
    if (b->is_held) return DP_OK;
    status = rows_in_contact(b, b->impact.separation_time, err);
    count_impact(b);
    return status == DP_OK ? leave(b, err) : status;
}

// --- runs ---

void dp_bounce_start(struct dp_bounce_stepper *b) {
    const dp_bounce_def *def = b->def;
    memset(b->result, 0, sizeof *b->result);
    b->result->rest_time = b->result->roll_time = NAN;
    b->stored = 0.0;
    b->stops = false;
    b->across = def->across;
    b->spin = def->spin;
    b->result->energy.initial = energy_at(b, def->height, def->speed);
    dp_contact_reset(b->history);
    b->time = b->ground = b->next_row = b->viscous = b->plastic = b->friction = 0.0;
    DP_TABLE_CLEAR(def->impact_table);
    DP_TABLE_CLEAR(def->table);
    dp_bounce_take_off(b, def->height, -def->speed);
    b->first = b->speed;
}

static dp_status advance(struct dp_bounce_stepper *b, double until, dp_error *err) {
    dp_status status = DP_OK;
    b->is_held = false;
    while (status == DP_OK && b->phase != OVER && !b->is_held)
        status = b->phase == FLYING    ? fly(b, until, err)
                 : b->phase == SLIDING ? dp_bounce_slide(b, until, err)
                                       : touch(b, until, err);
    return status;
}

dp_status dp_bounce_run(const dp_contact *contact, const dp_bounce_def *def, dp_bounce *result,
                        dp_error *err) {
    memset(result, 0, sizeof *result);
    result->rest_time = result->roll_time = NAN;
    dp_status status = check(contact, def, err);
    if (status != DP_OK) return status;
    struct dp_bounce_stepper b;
    b.contact = contact;
    b.def = def;
    b.result = result;
    dp_bounce_start(&b);
    return advance(&b, INFINITY, err);
}

// --- piece by piece ---

enum { SIZE = (sizeof(struct dp_bounce_stepper) + 63) / 64 * 64 };

dp_status dp_bounce_begin(dp_bounce_stepper **out, const dp_contact *contact,
                          const dp_bounce_def *def, dp_error *err) {
    *out = NULL;
    dp_status status = check(contact, def, err);
    if (status != DP_OK) return status;
    dp_allocator from = dp_allocator_or_default(def->allocator);
    dp_bounce_stepper *run = (dp_bounce_stepper *)from.alloc(from.user, SIZE);
    if (run == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory for a bounce (%d bytes)", (int)SIZE);
    run->own_contact = *contact;
    run->own_def = *def;
    if (def->friction != NULL) {
        run->own_friction = *def->friction;
        run->own_def.friction = &run->own_friction;
    }
    run->contact = &run->own_contact;
    run->def = &run->own_def;
    run->result = &run->own_result;
    run->failure.status = DP_OK;
    run->allocator = from;
    dp_bounce_start(run);
    *out = run;
    return DP_OK;
}

dp_status dp_bounce_advance(dp_bounce_stepper *run, double until, dp_error *err) {
    dp_status status = dp_check_until(until, err);
    if (status != DP_OK) return status;
    if (run->failure.status == DP_OK && until > run->seen.time)
        run->failure.status = advance(run, until, &run->failure);
    if (run->failure.status != DP_OK && err != NULL) *err = run->failure;
    return run->failure.status;
}

dp_bounce_snapshot dp_bounce_state(const dp_bounce_stepper *run) {
    bool is_over = run->phase == OVER;
    return (dp_bounce_snapshot){.sample = run->seen,
                                .impacts = run->result->impacts,
                                .is_over = is_over,
                                .history =
                                    run->phase == TOUCHING ? run->motion.history : run->history,
                                .result = is_over ? run->result : NULL};
}

void dp_bounce_free(dp_bounce_stepper *run) {
    if (run == NULL) return;
    dp_allocator from = run->allocator;
    from.free(from.user, run, SIZE);
}
