// Flights between collisions, and the bookkeeping around them.

#include "dashpot/journal.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/math.h"
#include "base/params.h"
#include "contact/digest.h"
#include "contact/rule.h"
#include "impact/stepping.h"
#include "journal/journal.h"

enum phase { STARTING, FLYING, TOUCHING, OVER };

struct dp_journal_stepper {
    const dp_contact *contact;
    const dp_journal_def *def;
    dp_journal *result;
    double *history;  // sectors * DP_HISTORY_MAX
    int sectors;
    double one[DP_HISTORY_MAX];  // history where the bearing does not remember
    enum phase phase;
    double time, x, y, vx, vy, spin;  // where the present flight or collision began
    double viscous, plastic, friction;
    double held;                // [J] by the contact at the end
    double least;               // normal speed at which the run ends
    double chord;               // of the present flight; 0: of the first one
    double now;                 // where the last advance ended
    bool is_held;               // there: the present flight or collision goes on
    struct dp_touch touch;      // of the present collision
    dp_collision record;        // of the present collision
    struct dp_resolved motion;  // of the present collision
    // what a run piece by piece owns
    dp_contact own_contact;
    dp_journal_def own_def;
    dp_friction own_grip;
    dp_journal own_result;
    dp_error failure;  // sticks
    dp_allocator allocator;
};

dp_journal_def dp_journal_defaults(dp_journal_solver solver) {
    return (dp_journal_def){
        .normal_floor = 1e-6,
        .sectors = 720,
        .solver = solver,
        // 1e-11 per impact is 1e-12 in thirty collisions, and a third faster than the last digits
        .rtol = solver == DP_JOURNAL_RESOLVED ? 1e-13 : 1e-11,
        .cookie = DP_DEF_COOKIE,
    };
}

static dp_status check_grip(const dp_journal_def *def, dp_error *err) {
    const dp_friction_law *law = def->grip->law;
    dp_status status = DP_OK;
    if (law == NULL || law->grip == NULL)
        status = dp_fail(err, DP_ERR_UNSUPPORTED,
                         "a journal takes a Coulomb coefficient, or a friction law with tangential "
                         "compliance; %s has none",
                         law == NULL ? "this one" : law->name);
    else if (def->solver != DP_JOURNAL_RESOLVED)
        status = dp_fail(err, DP_ERR_UNSUPPORTED,
                         "an event-driven collision takes no time, so that nothing can give way; "
                         "%s needs the resolved solver",
                         law->name);
    else if (def->friction > 0.0)
        status = dp_fail(err, DP_ERR_CONFLICT,
                         "a Coulomb coefficient and a friction law are given; leave one of them "
                         "out");
    return dp_blame(err, status, DP_SUBJECT_FIELD, -1, "grip");
}

static dp_status check(const dp_contact *contact, const dp_journal_def *def, dp_error *err) {
    dp_status status = dp_check_contact(contact, err);
    if (status == DP_OK) status = dp_check_cookie(def->cookie, "dp_journal_defaults", err);
    if (status != DP_OK) return status;
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
        return dp_blame(err,
                        dp_fail(err, DP_ERR_RANGE,
                                "the journal starts %g m off centre, outside its clearance of %g m",
                                hypot(def->x, def->y), def->clearance),
                        DP_SUBJECT_FIELD, -1, "x");
    if (!(hypot(def->vx, def->vy) > 0.0) || !isfinite(def->vx + def->vy + def->spin))
        return dp_blame(
            err, dp_fail(err, DP_ERR_RANGE, "the journal does not move; give it a finite velocity"),
            DP_SUBJECT_FIELD, -1, "vx");
    if (!(def->friction >= 0.0) || isinf(def->friction))
        return dp_fail_number(err, DP_SUBJECT_FIELD, "friction", def->friction, 0.0, DBL_MAX,
                              "be 0 or more");
    if (def->grip != NULL) status = check_grip(def, err);
    if (status == DP_OK) status = dp_contact_check_mass(contact, def->mass, err);
    if (status == DP_OK) status = dp_check_rtol(def->rtol, err);
    if (status != DP_OK) return status;
    if (!(def->normal_floor > 0.0) || def->normal_floor >= 1.0)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "normal_floor", def->normal_floor, 0.0, 1.0,
                              "be above 0 and below 1");
    if (def->collisions < 1)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "collisions", (double)def->collisions, 1.0,
                              DBL_MAX, "be at least 1");
    if (def->keep_history && def->sectors < 1)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "sectors", def->sectors, 1.0, DBL_MAX,
                              "be at least 1");
    return DP_OK;
}

static double kinetic(const struct dp_journal_stepper *r) {
    return 0.5 * r->def->mass * (r->vx * r->vx + r->vy * r->vy) +
           0.5 * r->def->inertia * r->spin * r->spin;
}

void dp_journal_add_point(const dp_journal_def *def, const dp_journal_point *p) {
    if (def->path != NULL) def->path(def->user, p->time, p->x, p->y, p->vx, p->vy);
    DP_TABLE_ADD(def->path_table, *p);
}

static void add_point(const struct dp_journal_stepper *r) {
    const dp_journal_point point = {r->time, r->x, r->y, r->vx, r->vy};
    dp_journal_add_point(r->def, &point);
}

// Time until the centre reaches the clearance circle, moving outwards.
static double flight_time(const struct dp_journal_stepper *r) {
    double speed2 = r->vx * r->vx + r->vy * r->vy, along = r->x * r->vx + r->y * r->vy;
    double c = r->def->clearance, gap = c * c - r->x * r->x - r->y * r->y;
    if (gap < 0.0) gap = 0.0;
    double root = sqrt(along * along + speed2 * gap);
    // the form that does not cancel
    return along > 0.0 ? gap / (along + root) : (root - along) / speed2;
}

static void fly(struct dp_journal_stepper *r, double duration) {
    r->time += duration;
    r->x += r->vx * duration;
    r->y += r->vy * duration;
    // back onto the circle: rounding must not add up over thousands of flights
    double scale = r->def->clearance / hypot(r->x, r->y);
    r->x *= scale;
    r->y *= scale;
}

// Sectors are centred on 0, so that a journal bouncing along an axis always finds its own.
static double *history_at(struct dp_journal_stepper *r, double angle) {
    double turn = angle / (2.0 * DP_PI) + 0.5 / r->sectors;
    int sector = (int)((turn - floor(turn)) * r->sectors);
    return r->history + (size_t)(sector < r->sectors ? sector : r->sectors - 1) * DP_HISTORY_MAX;
}

static void leave(struct dp_journal_stepper *r, const struct dp_touch *touch) {
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

// Begin the collision at the present time.
static dp_status touch_wall(struct dp_journal_stepper *r, dp_error *err) {
    double n = hypot(r->x, r->y), nx = r->x / n, ny = r->y / n;
    struct dp_touch *touch = &r->touch;
    *touch = (struct dp_touch){.angle = atan2(r->y, r->x),
                               .normal = r->vx * nx + r->vy * ny,
                               .tangential = r->vy * nx - r->vx * ny,
                               .spin = r->spin,
                               .time = r->time};
    r->record = (dp_collision){.time = r->time,
                               .position = touch->angle,
                               .normal_in = touch->normal,
                               .tangential_in = touch->tangential,
                               .angle_in = atan2(fabs(touch->tangential), touch->normal)};
    double *history = history_at(r, touch->angle);
    if (!r->def->keep_history) dp_contact_reset(history);
    r->phase = TOUCHING;
    if (r->def->solver != DP_JOURNAL_RESOLVED) return DP_OK;
    return dp_resolved_begin(&r->motion, r->contact, r->def, history, touch, &r->record, err);
}

// The collision has ended: complete its record and add up its losses.
static void count_collision(struct dp_journal_stepper *r) {
    dp_collision *record = &r->record;
    const struct dp_touch *touch = &r->touch;
    leave(r, touch);
    record->normal_out = touch->normal;
    record->tangential_out = touch->tangential;
    record->spin = touch->spin;
    record->angle_out = atan2(fabs(touch->tangential), touch->normal);
    record->chord = 2.0 * r->def->clearance * cos(record->angle_out);
    double speed = hypot(touch->normal, touch->tangential);
    record->time_ratio = record->chord > 0.0 ? record->duration * speed / record->chord : INFINITY;
    r->viscous += record->damping_work;
    r->plastic += record->plastic_work;
    r->friction += record->friction_work;
    // below the approach floor a law no longer delivers its restitution
    if (r->result->collisions == 0) {
        r->least = r->def->normal_floor * record->normal_in;
        if (r->contact->kernel->begin != NULL && r->least < r->contact->approach_floor)
            r->least = r->contact->approach_floor;
    }
    r->chord = record->chord;
    if (record->time_ratio > r->result->worst_time_ratio)
        r->result->worst_time_ratio = record->time_ratio;
    r->result->collisions++;
    if (r->def->collision != NULL) r->def->collision(r->def->user, record);
    DP_TABLE_ADD(r->def->collision_table, *record);
}

static void finish(struct dp_journal_stepper *r, dp_journal_end end) {
    dp_journal *result = r->result;
    result->end = end;
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
    r->now = r->time;
    r->phase = OVER;
}

static dp_status collide(struct dp_journal_stepper *r, double until, dp_error *err) {
    dp_status status;
    if (r->def->solver == DP_JOURNAL_RESOLVED) {
        status = dp_resolved_advance(&r->motion, until - r->time, err);
        r->is_held = !r->motion.driver.is_over;
        if (status != DP_OK || r->is_held) return status;
        dp_resolved_end(&r->motion, &r->touch, &r->record);
    } else {
        status = dp_collide_at_once(r->contact, r->def, history_at(r, r->touch.angle), &r->touch,
                                    &r->record, err);
        if (status != DP_OK) return status;
    }
    count_collision(r);
    r->phase = FLYING;
    if (r->result->collisions >= r->def->collisions)
        finish(r, DP_JOURNAL_COUNT);
    else if (r->record.normal_out < r->least)
        finish(r, hypot(r->vx, r->vy) > 0.0 ? DP_JOURNAL_SLIDES : DP_JOURNAL_RESTS);
    else if (r->def->stop != NULL && r->def->stop(r->def->user))
        finish(r, DP_JOURNAL_STOPPED);
    return DP_OK;
}

static dp_status fly_on(struct dp_journal_stepper *r, double until, dp_error *err) {
    double duration = flight_time(r);
    r->is_held = r->time + duration > until;
    if (r->is_held) return DP_OK;
    fly(r, duration);
    if (!isfinite(r->time + r->x + r->y))
        return dp_fail(err, DP_ERR_NUMERIC,
                       "a flight leaves the range of a double; check the units (all are SI)");
    add_point(r);
    r->result->time = r->time;
    r->result->travel += r->chord;
    return touch_wall(r, err);
}

static dp_status advance(struct dp_journal_stepper *r, double until, dp_error *err) {
    dp_status status = DP_OK;
    r->is_held = false;
    if (r->phase == STARTING) {
        add_point(r);
        r->phase = FLYING;
    }
    while (status == DP_OK && r->phase != OVER && !r->is_held)
        status = r->phase == FLYING ? fly_on(r, until, err) : collide(r, until, err);
    if (r->is_held) r->now = until;
    return status;
}

static void start(struct dp_journal_stepper *r) {
    const dp_journal_def *def = r->def;
    memset(r->result, 0, sizeof *r->result);
    memset(r->history, 0, (size_t)r->sectors * sizeof r->one);
    r->phase = STARTING;
    r->x = def->x;
    r->y = def->y;
    r->vx = def->vx;
    r->vy = def->vy;
    r->spin = def->spin;
    r->time = r->viscous = r->plastic = r->friction = r->held = 0.0;
    r->least = r->chord = r->now = 0.0;
    r->result->energy.initial = kinetic(r);
    DP_TABLE_CLEAR(def->collision_table);
    DP_TABLE_CLEAR(def->path_table);
}

static size_t history_size(const dp_journal_def *def) {
    return ((size_t)def->sectors * DP_HISTORY_MAX * sizeof(double) + 63) / 64 * 64;
}

// Contact, definition and result are in place: begin, with memory for a bearing that remembers.
static dp_status begin(struct dp_journal_stepper *r, dp_error *err) {
    const dp_journal_def *def = r->def;
    dp_allocator from = dp_allocator_or_default(def->allocator);
    r->sectors = def->keep_history ? def->sectors : 1;
    r->history = def->keep_history ? (double *)from.alloc(from.user, history_size(def)) : r->one;
    if (r->history == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory for %d sectors (%zu bytes)", r->sectors,
                       history_size(def));
    start(r);
    return DP_OK;
}

static void free_history(struct dp_journal_stepper *r) {
    dp_allocator from = dp_allocator_or_default(r->def->allocator);
    if (r->history != r->one) from.free(from.user, r->history, history_size(r->def));
}

dp_status dp_journal_run(const dp_contact *contact, const dp_journal_def *def, dp_journal *result,
                         dp_error *err) {
    memset(result, 0, sizeof *result);
    dp_status status = check(contact, def, err);
    if (status != DP_OK) return status;
    struct dp_journal_stepper r;
    r.contact = contact;
    r.def = def;
    r.result = result;
    status = begin(&r, err);
    if (status != DP_OK) return status;
    status = advance(&r, INFINITY, err);
    free_history(&r);
    return status;
}

// --- piece by piece ---

enum { SIZE = (sizeof(struct dp_journal_stepper) + 63) / 64 * 64 };

dp_status dp_journal_begin(dp_journal_stepper **out, const dp_contact *contact,
                           const dp_journal_def *def, dp_error *err) {
    *out = NULL;
    dp_status status = check(contact, def, err);
    if (status != DP_OK) return status;
    dp_allocator from = dp_allocator_or_default(def->allocator);
    dp_journal_stepper *run = (dp_journal_stepper *)from.alloc(from.user, SIZE);
    if (run == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory for a journal (%d bytes)", (int)SIZE);
    run->own_contact = *contact;
    run->own_def = *def;
    if (def->grip != NULL) run->own_grip = *def->grip;
    if (def->grip != NULL) run->own_def.grip = &run->own_grip;
    run->contact = &run->own_contact;
    run->def = &run->own_def;
    run->result = &run->own_result;
    run->failure.status = DP_OK;
    run->allocator = from;
    run->own_def.allocator = &run->allocator;
    status = begin(run, err);
    if (status == DP_OK)
        *out = run;
    else
        from.free(from.user, run, SIZE);
    return status;
}

dp_status dp_journal_advance(dp_journal_stepper *run, double until, dp_error *err) {
    dp_status status = dp_check_until(until, err);
    if (status != DP_OK) return status;
    if (run->failure.status == DP_OK && until > run->now)
        run->failure.status = advance(run, until, &run->failure);
    if (run->failure.status != DP_OK && err != NULL) *err = run->failure;
    return run->failure.status;
}

dp_journal_snapshot dp_journal_state(const dp_journal_stepper *r) {
    dp_journal_snapshot s = {.point = {r->now, r->x, r->y, r->vx, r->vy},
                             .spin = r->spin,
                             .kinetic = kinetic(r),
                             .stored = r->phase == OVER ? r->held : 0.0,
                             .viscous = r->viscous,
                             .plastic = r->plastic,
                             .friction = r->friction,
                             .collisions = r->result->collisions,
                             .is_over = r->phase == OVER,
                             .result = r->phase == OVER ? r->result : NULL};
    if (r->phase == FLYING) {
        s.point.x += r->vx * (r->now - r->time);
        s.point.y += r->vy * (r->now - r->time);
    } else if (r->phase == TOUCHING && r->def->solver == DP_JOURNAL_RESOLVED) {
        dp_resolved_see(&r->motion, &s);
    }
    return s;
}

static uint64_t digest(const void *stepper) {
    const dp_journal_stepper *r = (const dp_journal_stepper *)stepper;
    const dp_journal_def *d = r->def;
    const double numbers[] = {d->bearing_radius,
                              d->clearance,
                              d->mass,
                              d->inertia,
                              d->x,
                              d->y,
                              d->vx,
                              d->vy,
                              d->spin,
                              d->friction,
                              d->normal_floor,
                              d->rtol,
                              d->sectors,
                              d->keep_history,
                              (double)d->solver,
                              (double)d->collisions};
    uint64_t all = dp_digest_text(0, "journal 2");
    all = dp_digest_contact(all, r->contact);
    all = dp_digest_friction(all, d->grip);
    return dp_digest_numbers(all, numbers, sizeof numbers / sizeof *numbers);
}

static void exchange_values(dp_journal_stepper *r, struct dp_archive *a) {
    const double widest = 2.0 * r->def->clearance;
    dp_journal *result = r->result;
    double *const any[] = {&r->spin,    &r->vx,       &r->vy,   &r->viscous,
                           &r->plastic, &r->friction, &r->held, &r->least};
    dp_archive_number(a, &r->time, 0.0, DBL_MAX);
    dp_archive_number(a, &r->now, r->time, DBL_MAX);
    dp_archive_number(a, &r->x, -widest, widest);
    dp_archive_number(a, &r->y, -widest, widest);
    dp_archive_number(a, &r->chord, 0.0, widest);
    for (size_t i = 0; i < sizeof any / sizeof *any; i++)
        dp_archive_numbers(a, any[i], 1, false);
    dp_archive_long(a, &result->collisions, 0, r->def->collisions);
    dp_archive_number(a, &result->travel, 0.0, DBL_MAX);
    dp_archive_number(a, &result->time, 0.0, DBL_MAX);
    dp_archive_number(a, &result->worst_time_ratio, 0.0, INFINITY);
    dp_archive_long(a, &result->evaluations, 0, LONG_MAX / 2);
}

// May the values that were read be those of a journal in this phase?
static bool is_sound(const dp_journal_stepper *r) {
    bool is_inside = hypot(r->x, r->y) <= r->def->clearance * (1.0 + 1e-9);
    // a contact never adds energy
    bool is_slow = kinetic(r) <= 2.0 * r->result->energy.initial;
    if (r->phase == TOUCHING && r->def->solver != DP_JOURNAL_RESOLVED) return false;
    return is_inside && is_slow;
}

static void exchange(void *stepper, struct dp_archive *a) {
    dp_journal_stepper *r = (dp_journal_stepper *)stepper;
    long phase = r->phase, reason = r->result->end;
    dp_archive_long(a, &phase, STARTING, OVER);
    dp_archive_long(a, &reason, DP_JOURNAL_COUNT, DP_JOURNAL_STOPPED);
    exchange_values(r, a);
    if (a->in != NULL) {
        r->phase = (enum phase)phase;
        a->is_bad = a->is_bad || !is_sound(r);
        if (!a->is_bad && r->phase == OVER) finish(r, (dp_journal_end)reason);
        // the touch begins again and is then overwritten by how far it came
        if (!a->is_bad && r->phase == TOUCHING) a->is_bad = touch_wall(r, NULL) != DP_OK;
    }
    dp_archive_numbers(a, r->history, (size_t)r->sectors * DP_HISTORY_MAX, true);
    if (!a->is_bad && r->phase == TOUCHING) dp_resolved_exchange(&r->motion, a, r->now - r->time);
}

static void restart(void *stepper) {
    dp_journal_stepper *run = (dp_journal_stepper *)stepper;
    run->failure.status = DP_OK;
    start(run);
}

static const struct dp_saved_kind saved_kind = {"journal", digest, restart, exchange};

size_t dp_journal_save(const dp_journal_stepper *run, void *bytes, size_t size) {
    return dp_save_run(run, &saved_kind, bytes, size);
}

dp_status dp_journal_restore(dp_journal_stepper *run, const void *bytes, size_t size,
                             dp_error *err) {
    return dp_restore_run(run, &saved_kind, bytes, size, err);
}

void dp_journal_free(dp_journal_stepper *run) {
    if (run == NULL) return;
    dp_allocator from = run->allocator;
    free_history(run);
    from.free(from.user, run, SIZE);
}
