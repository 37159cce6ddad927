// Flights between collisions, and the bookkeeping around them.

#include "dashpot/journal.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/math.h"
#include "journal/journal.h"

struct run {
    const dp_contact *contact;
    const dp_journal_def *def;
    dp_journal *result;
    double *history;  // sectors * DP_HISTORY_MAX
    int sectors;
    double time, x, y, vx, vy, spin;
    double viscous, plastic, friction;
    double held;  // [J] by the contact at the end
};

static dp_status check(const dp_journal_def *def, dp_error *err) {
    struct {
        const char *name;
        double value;
    } positive[] = {{"bearing_radius", def->bearing_radius},
                    {"clearance", def->clearance},
                    {"mass", def->mass},
                    {"inertia", def->inertia}};
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++) {
        if (!(positive[i].value > 0.0) || isinf(positive[i].value))
            return dp_fail_positive(err, DP_SUBJECT_FIELD, positive[i].name, positive[i].value);
    }
    if (def->clearance >= def->bearing_radius)
        return dp_fail_clearance(err, DP_SUBJECT_FIELD, def->clearance, def->bearing_radius);
    // a start on the circle itself may be off by rounding
    if (!(hypot(def->x, def->y) <= def->clearance * (1.0 + 1e-12)))
        return dp_fail(err, DP_ERR_RANGE,
                       "the journal starts %g m off centre, outside its clearance of %g m",
                       hypot(def->x, def->y), def->clearance);
    if (!(hypot(def->vx, def->vy) > 0.0) || !isfinite(def->vx + def->vy + def->spin))
        return dp_fail(err, DP_ERR_RANGE, "the journal does not move; give it a finite velocity");
    if (!(def->friction >= 0.0) || isinf(def->friction))
        return dp_fail_number(err, DP_SUBJECT_FIELD, "friction", def->friction, 0.0, DBL_MAX,
                              "be 0 or more");
    if (!(def->rtol >= 0.0) || def->rtol > 0.1)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "rtol", def->rtol, 0.0, 0.1,
                              "lie in 0..0.1 (0: the default)");
    if (!(def->normal_floor >= 0.0) || def->normal_floor >= 1.0)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "normal_floor", def->normal_floor, 0.0, 1.0,
                              "be below 1 and not negative (0: the default)");
    if (def->collisions < 1)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "collisions", (double)def->collisions, 1.0,
                              DBL_MAX, "be at least 1");
    return DP_OK;
}

static double kinetic(const struct run *r) {
    return 0.5 * r->def->mass * (r->vx * r->vx + r->vy * r->vy) +
           0.5 * r->def->inertia * r->spin * r->spin;
}

static void tell_path(const struct run *r) {
    if (r->def->path != NULL) r->def->path(r->def->user, r->time, r->x, r->y, r->vx, r->vy);
}

// Time until the centre reaches the clearance circle, moving outwards.
static double flight_time(const struct run *r) {
    double speed2 = r->vx * r->vx + r->vy * r->vy, along = r->x * r->vx + r->y * r->vy;
    double c = r->def->clearance, gap = c * c - r->x * r->x - r->y * r->y;
    if (gap < 0.0) gap = 0.0;
    double root = sqrt(along * along + speed2 * gap);
    // the form that does not cancel
    return along > 0.0 ? gap / (along + root) : (root - along) / speed2;
}

static void fly(struct run *r, double duration) {
    r->time += duration;
    r->x += r->vx * duration;
    r->y += r->vy * duration;
    // back onto the circle: rounding must not add up over thousands of flights
    double scale = r->def->clearance / hypot(r->x, r->y);
    r->x *= scale;
    r->y *= scale;
}

// Sectors are centred on 0, so that a journal bouncing along an axis always finds its own.
static double *history_at(struct run *r, double angle) {
    double turn = angle / (2.0 * DP_PI) + 0.5 / r->sectors;
    int sector = (int)((turn - floor(turn)) * r->sectors);
    return r->history + (size_t)(sector < r->sectors ? sector : r->sectors - 1) * DP_HISTORY_MAX;
}

static void leave(struct run *r, const struct dp_touch *touch) {
    double nx = cos(touch->angle), ny = sin(touch->angle);
    r->x = r->def->clearance * nx;
    r->y = r->def->clearance * ny;
    r->vx = -touch->normal * nx - touch->tangential * ny;
    r->vy = -touch->normal * ny + touch->tangential * nx;
    r->spin = touch->spin;
    r->time = touch->time;
    r->held = touch->held;
    r->result->evaluations += touch->evaluations;
}

static dp_status collide(struct run *r, dp_collision *record, dp_error *err) {
    double n = hypot(r->x, r->y), nx = r->x / n, ny = r->y / n;
    struct dp_touch touch = {.angle = atan2(r->y, r->x),
                             .normal = r->vx * nx + r->vy * ny,
                             .tangential = r->vy * nx - r->vx * ny,
                             .spin = r->spin,
                             .time = r->time};
    *record = (dp_collision){.time = r->time,
                             .position = touch.angle,
                             .normal_in = touch.normal,
                             .tangential_in = touch.tangential,
                             .angle_in = atan2(fabs(touch.tangential), touch.normal)};
    double *history = history_at(r, touch.angle);
    if (!r->def->keep_history) dp_contact_reset(history);
    dp_status status = r->def->solver == DP_JOURNAL_RESOLVED
                           ? dp_collide_resolved(r->contact, r->def, history, &touch, record, err)
                           : dp_collide_at_once(r->contact, r->def, history, &touch, record, err);
    if (status != DP_OK) return status;
    leave(r, &touch);
    record->normal_out = touch.normal;
    record->tangential_out = touch.tangential;
    record->spin = touch.spin;
    record->angle_out = atan2(fabs(touch.tangential), touch.normal);
    record->chord = 2.0 * r->def->clearance * cos(record->angle_out);
    double speed = hypot(touch.normal, touch.tangential);
    record->time_ratio = record->chord > 0.0 ? record->duration * speed / record->chord : INFINITY;
    r->viscous += record->damping_work;
    r->plastic += record->plastic_work;
    r->friction += record->friction_work;
    return DP_OK;
}

static dp_status run(struct run *r, dp_error *err) {
    const dp_journal_def *def = r->def;
    const double floor_part = def->normal_floor > 0.0 ? def->normal_floor : 1e-6;
    double least = 0.0, chord = 0.0;
    tell_path(r);
    fly(r, flight_time(r));
    for (;;) {
        dp_collision record;
        dp_status status;
        tell_path(r);
        r->result->time = r->time;
        r->result->travel += chord;
        status = collide(r, &record, err);
        if (status != DP_OK) return status;
        // below its floor a law no longer knows the approach speed and forgets its restitution
        if (r->result->collisions == 0) {
            least = floor_part * record.normal_in;
            if (r->contact->kernel->begin != NULL && least < r->contact->approach_floor)
                least = r->contact->approach_floor;
        }
        chord = record.chord;
        if (record.time_ratio > r->result->worst_time_ratio)
            r->result->worst_time_ratio = record.time_ratio;
        r->result->collisions++;
        if (def->collision != NULL) def->collision(def->user, &record);

        r->result->end = DP_JOURNAL_COUNT;
        if (r->result->collisions >= def->collisions) return DP_OK;
        if (record.normal_out < least) {
            r->result->end = hypot(r->vx, r->vy) > 0.0 ? DP_JOURNAL_SLIDES : DP_JOURNAL_RESTS;
            return DP_OK;
        }
        fly(r, flight_time(r));
    }
}

static void finish(const struct run *r) {
    dp_journal *result = r->result;
    result->x = r->x;
    result->y = r->y;
    result->vx = r->vx;
    result->vy = r->vy;
    result->spin = r->spin;
    result->energy.viscous = r->viscous;
    result->energy.plastic = r->plastic;
    result->energy.friction = r->friction;
    result->energy.stored = r->held;
    result->energy.final = kinetic(r) + r->held;
    dp_energy_close(&result->energy);
}

dp_status dp_journal_run(const dp_contact *contact, const dp_journal_def *def,
                         const dp_allocator *allocator, dp_journal *result, dp_error *err) {
    memset(result, 0, sizeof *result);
    dp_status status = check(def, err);
    if (status != DP_OK) return status;
    double one[DP_HISTORY_MAX];
    struct run r = {.contact = contact,
                    .def = def,
                    .result = result,
                    .sectors = !def->keep_history ? 1
                               : def->sectors > 0 ? def->sectors
                                                  : 720,
                    .x = def->x,
                    .y = def->y,
                    .vx = def->vx,
                    .vy = def->vy,
                    .spin = def->spin};
    dp_allocator from = dp_allocator_or_default(allocator);
    size_t size = ((size_t)r.sectors * sizeof one + 63) / 64 * 64;
    r.history = def->keep_history ? (double *)from.alloc(from.user, size) : one;
    if (r.history == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory for %d sectors (%zu bytes)", r.sectors, size);
    memset(r.history, 0, (size_t)r.sectors * sizeof one);
    result->energy.initial = kinetic(&r);
    status = run(&r, err);
    if (status == DP_OK) finish(&r);
    if (def->keep_history) from.free(from.user, r.history, size);
    return status;
}
