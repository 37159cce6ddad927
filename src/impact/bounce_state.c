// States of a bounce: saved and restored.

#include <float.h>
#include <limits.h>
#include <math.h>

#include "contact/digest.h"
#include "impact/bounce.h"
#include "impact/stepping.h"

static bool moves_along(const dp_bounce_def *def) {
    return def->friction != NULL || def->across != 0.0 || def->spin != 0.0;
}

static uint64_t digest(const void *stepper) {
    const dp_bounce_stepper *b = (const dp_bounce_stepper *)stepper;
    const dp_bounce_def *d = b->def;
    const double numbers[] = {d->mass,
                              d->gravity,
                              d->height,
                              d->speed,
                              d->across,
                              d->spin,
                              d->radius,
                              d->inertia,
                              d->until,
                              d->rtol,
                              d->every,
                              d->rest_fraction,
                              (double)d->max_impacts,
                              d->keep_history};
    uint64_t all = dp_digest_text(0, "bounce 3");
    all = dp_digest_contact(all, b->contact);
    all = dp_digest_friction(all, d->friction);
    return dp_digest_numbers(all, numbers, sizeof numbers / sizeof *numbers);
}

static void exchange_result(dp_bounce *r, struct dp_archive *a) {
    dp_archive_numbers(a, &r->rest_time, 1, true);
    dp_archive_numbers(a, &r->roll_time, 1, true);
    dp_archive_number(a, &r->end_time, 0.0, DBL_MAX);
    dp_archive_long(a, &r->impacts, 0, LONG_MAX / 2);
    dp_archive_long(a, &r->steps, 0, LONG_MAX / 2);
    dp_archive_long(a, &r->rejected, 0, LONG_MAX / 2);
    dp_archive_long(a, &r->evaluations, 0, LONG_MAX / 2);
    dp_archive_long(a, &r->events, 0, LONG_MAX / 2);
    dp_archive_number(a, &r->energy.released, -DBL_MAX, DBL_MAX);
}

// The values have been read: continue the flight or the contact, or end the run.
static void go_on(dp_bounce_stepper *b, struct dp_archive *a, double now, double stored) {
    // rows so far back would take forever to skip
    bool is_late = dp_bounce_has_rows(b->def) && b->time - b->next_row > 1e9 * b->def->every;
    b->stored = stored;
    if (a->is_bad || now < b->time || is_late) {
        a->is_bad = true;
    } else if (b->phase == SLIDING) {
        double rest_time = b->result->rest_time;
        a->is_bad = isnan(rest_time) || isinf(rest_time) ||
                    dp_bounce_begin_slide(b, rest_time, b->up, NULL) != DP_OK ||
                    now > b->slide_end || (now > b->time && dp_bounce_slide(b, now, NULL) != DP_OK);
    } else if (b->phase == OVER) {
        dp_bounce_finish(b, b->result->end_time, b->height, b->up, stored);
    } else if (b->phase == FLYING) {
        dp_bounce_take_off(b, b->height, b->up);
        a->is_bad = b->phase == OVER || !(b->speed > 0.0) ||
                    b->time + (b->up + b->speed) / b->def->gravity < now;
        b->seen = dp_bounce_in_flight_at(b, now);
    } else {
        a->is_bad = dp_bounce_touch_down(b, NULL) != DP_OK;
        if (!a->is_bad) dp_motion_exchange(&b->motion, a);
        b->seen = dp_bounce_sample_in_contact(b, &b->motion.seen);
    }
}

static void exchange(void *stepper, struct dp_archive *a) {
    dp_bounce_stepper *b = (dp_bounce_stepper *)stepper;
    // no body is faster than its first fall; with room for the dent that it falls into
    const double fastest = 2.0 * b->first;
    long phase = b->phase;
    double now = b->seen.time, stored = b->seen.stored;
    exchange_result(b->result, a);
    long stopped = b->result->stopped;
    dp_archive_long(a, &stopped, 0, 1);
    b->result->stopped = stopped;
    dp_archive_long(a, &phase, FLYING, OVER);
    dp_archive_number(a, &now, 0.0, DBL_MAX);
    dp_archive_number(a, &stored, -DBL_MAX, DBL_MAX);
    dp_archive_numbers(a, b->history, DP_HISTORY_MAX, true);
    dp_archive_number(a, &b->time, 0.0, DBL_MAX);
    dp_archive_number(a, &b->ground, -DBL_MAX, DBL_MAX);
    dp_archive_number(a, &b->next_row, 0.0, DBL_MAX);
    dp_archive_number(a, &b->viscous, -DBL_MAX, DBL_MAX);
    dp_archive_number(a, &b->plastic, -DBL_MAX, DBL_MAX);
    dp_archive_number(a, &b->height, -DBL_MAX, DBL_MAX);
    dp_archive_number(a, &b->up, -fastest, fastest);
    dp_archive_number(a, &b->speed, 0.0, fastest);
    if (moves_along(b->def)) {
        dp_archive_numbers(a, &b->across, 1, false);
        dp_archive_numbers(a, &b->spin, 1, false);
        dp_archive_number(a, &b->friction, -DBL_MAX, DBL_MAX);
    }
    if (a->in != NULL) {
        b->phase = (enum dp_bounce_phase)phase;
        go_on(b, a, now, stored);
    } else if (b->phase == TOUCHING) {
        dp_motion_exchange(&b->motion, a);
    }
}

static void restart(void *stepper) {
    dp_bounce_stepper *run = (dp_bounce_stepper *)stepper;
    run->failure.status = DP_OK;
    dp_bounce_start(run);
}

static const struct dp_saved_kind saved_kind = {"bounce", digest, restart, exchange};

size_t dp_bounce_save(const dp_bounce_stepper *run, void *bytes, size_t size) {
    return dp_save_run(run, &saved_kind, bytes, size);
}

dp_status dp_bounce_restore(dp_bounce_stepper *run, const void *bytes, size_t size, dp_error *err) {
    return dp_restore_run(run, &saved_kind, bytes, size, err);
}
