// An impact by the path the caller asks for, in one call or piece by piece.

#include "dashpot/impact.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/params.h"
#include "contact/digest.h"
#include "contact/rule.h"
#include "impact/motion.h"
#include "impact/stepping.h"

dp_impact_def dp_impact_defaults(void) {
    return (dp_impact_def){.rtol = 1e-13, .path = DP_PATH_AUTO, .cookie = DP_DEF_COOKIE};
}

dp_status dp_impact_check(const dp_contact *contact, const dp_impact_def *def, dp_error *err) {
    dp_status status = dp_check_contact(contact, err);
    if (status == DP_OK) status = dp_check_cookie(def->cookie, "dp_impact_defaults", err);
    if (status != DP_OK) return status;
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
    if (!isfinite(def->sliding_speed))
        return dp_fail_number(err, DP_SUBJECT_FIELD, "sliding_speed", def->sliding_speed, -DBL_MAX,
                              DBL_MAX, "be finite");
    if (def->friction != NULL && !(def->sliding_mass > 0.0 && isfinite(def->sliding_mass)))
        return dp_fail_number(err, DP_SUBJECT_FIELD, "sliding_mass", def->sliding_mass, DBL_MIN,
                              DBL_MAX, "be positive and finite");
    status = dp_contact_check_mass(contact, def->mass, err);
    if (status == DP_OK) status = dp_check_every("every", def->every, 0.0, err);
    return status == DP_OK ? dp_check_rtol(def->rtol, err) : status;
}

// Numbers far from every scale of the pair may have left the range of a double on the way.
dp_status dp_impact_check_result(const dp_impact *r, dp_error *err) {
    const dp_energy *e = &r->energy;
    double lengths = r->max_indentation + r->residual_indentation + r->separation_indentation;
    double times = r->time_of_max_indentation + r->duration + r->separation_time;
    double energies = e->initial + e->final + e->viscous + e->plastic + e->released + e->input;
    double along = r->sliding_speed + r->tangential_impulse + r->max_tangential_force + e->friction;
    if (isfinite(r->restitution) && isfinite(r->separation_speed) && isfinite(r->max_force) &&
        isfinite(along) && isfinite(lengths) && isfinite(times) && isfinite(energies))
        return DP_OK;
    return dp_fail(err, DP_ERR_NUMERIC,
                   "the impact leaves the range of a double; check the units (all are SI)");
}

static dp_status integrate(const dp_contact *contact, const dp_impact_def *def, dp_impact *result,
                           dp_error *err) {
    struct dp_motion motion;
    dp_status status = dp_motion_begin(&motion, contact, def, result, err);
    return status == DP_OK ? dp_motion_advance(&motion, INFINITY, err) : status;
}

// Rows always come from the integrated motion.
static dp_status hand_out_rows(const dp_contact *contact, const dp_impact_def *def, dp_error *err) {
    dp_impact scratch;
    bool is_wanted = def->observe != NULL || def->table != NULL;
    if (!is_wanted || !(def->every > 0.0)) return DP_OK;
    return integrate(contact, def, &scratch, err);
}

// Coulomb friction while the surfaces slide throughout: the tangential impulse is mu times the
// normal one. DP_ERR_UNSUPPORTED where they stop, or where the law is another one.
static dp_status slide_closed(const dp_impact_def *def, dp_impact *result, dp_error *err) {
    const dp_friction_law *coulomb = dp_friction_law_find("coulomb");
    const double speed = def->sliding_speed, mass = def->sliding_mass;
    result->sliding_speed = speed;
    if (def->friction == NULL || speed == 0.0) return DP_OK;
    if (def->friction->law != coulomb)
        return dp_fail(err, DP_ERR_UNSUPPORTED,
                       "an impact with %s friction has no closed form; its motion is integrated",
                       def->friction->law->name);
    double mu = def->friction->k[0],
           impulse = mu * def->mass * (1.0 + result->restitution) * def->speed;
    if (!(fabs(speed) > impulse / mass))
        return dp_fail(err, DP_ERR_UNSUPPORTED,
                       "the surfaces stop sliding during the impact, which has no closed form; its "
                       "motion is integrated");
    result->tangential_impulse = copysign(impulse, speed);
    result->sliding_speed = speed - result->tangential_impulse / mass;
    result->max_tangential_force = mu * result->max_force;
    dp_energy *energy = &result->energy;
    energy->friction = 0.5 * impulse * (fabs(speed) + fabs(result->sliding_speed));
    energy->initial += 0.5 * mass * speed * speed;
    energy->final += 0.5 * mass * result->sliding_speed * result->sliding_speed;
    dp_energy_close(energy);
    return DP_OK;
}

static dp_status run_closed(const dp_contact *base, const dp_impact_def *def, dp_impact *result,
                            dp_error *err) {
    dp_contact now;
    const dp_contact *contact = base;
    memset(result, 0, sizeof *result);
    dp_status status = dp_impact_check(base, def, err);
    if (status != DP_OK) return status;
    DP_TABLE_CLEAR(def->table);
    if (dp_contact_follows(base)) {
        status = dp_contact_at_speed(base, def->speed, def->mass, &now, err);
        if (status != DP_OK) return status;
        contact = &now;
    }
    status = dp_impact_closed(contact, def, result, err);
    result->restitution_asked = contact->restitution;
    if (status == DP_OK) status = slide_closed(def, result, err);
    if (status == DP_OK) status = dp_impact_check_result(result, err);
    return status == DP_OK ? hand_out_rows(base, def, err) : status;
}

dp_status dp_impact_run(const dp_contact *contact, const dp_impact_def *def, dp_impact *result,
                        dp_error *err) {
    if (def->path == DP_PATH_INTEGRATED) return integrate(contact, def, result, err);
    dp_status status = run_closed(contact, def, result, err);
    if (status != DP_ERR_UNSUPPORTED || def->path == DP_PATH_CLOSED) return status;
    return integrate(contact, def, result, err);
}

// --- piece by piece ---

struct dp_impact_stepper {
    dp_contact contact;
    dp_friction friction;
    dp_impact_def def;
    double history[DP_HISTORY_MAX];  // before the touch
    dp_impact result;
    dp_error failure;  // sticks
    dp_allocator allocator;
    struct dp_motion motion;
};

enum { SIZE = (sizeof(struct dp_impact_stepper) + 63) / 64 * 64 };

dp_status dp_impact_begin(dp_impact_stepper **out, const dp_contact *contact,
                          const dp_impact_def *def, dp_error *err) {
    *out = NULL;
    dp_status status = dp_impact_check(contact, def, err);
    if (status != DP_OK) return status;
    if (def->path == DP_PATH_CLOSED)
        return dp_fail(err, DP_ERR_UNSUPPORTED,
                       "path is closed-form; only an integrated motion goes piece by piece");
    dp_allocator from = dp_allocator_or_default(def->allocator);
    dp_impact_stepper *run = (dp_impact_stepper *)from.alloc(from.user, SIZE);
    if (run == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory for an impact (%d bytes)", (int)SIZE);
    run->contact = *contact;
    run->def = *def;
    run->allocator = from;
    run->failure.status = DP_OK;
    if (def->friction != NULL) {
        run->friction = *def->friction;
        run->def.friction = &run->friction;
    }
    if (def->history != NULL) {
        memcpy(run->history, def->history, sizeof run->history);
        run->def.history = run->history;
    }
    status = dp_motion_begin(&run->motion, &run->contact, &run->def, &run->result, err);
    if (status == DP_OK)
        *out = run;
    else
        dp_impact_free(run);
    return status;
}

dp_status dp_impact_advance(dp_impact_stepper *run, double until, dp_error *err) {
    dp_status status = dp_check_until(until, err);
    if (status != DP_OK) return status;
    if (run->failure.status == DP_OK && until > run->motion.seen.time)
        run->failure.status = dp_motion_advance(&run->motion, until, &run->failure);
    if (run->failure.status != DP_OK && err != NULL) *err = run->failure;
    return run->failure.status;
}

dp_impact_snapshot dp_impact_state(const dp_impact_stepper *run) {
    bool is_over = run->motion.is_over && run->failure.status == DP_OK;
    return (dp_impact_snapshot){.sample = run->motion.seen,
                                .is_over = is_over,
                                .history = is_over ? run->result.history : run->motion.history,
                                .result = is_over ? &run->result : NULL};
}

static uint64_t digest(const void *stepper) {
    const dp_impact_stepper *run = (const dp_impact_stepper *)stepper;
    const dp_impact_def *d = &run->def;
    const double numbers[] = {d->mass,          d->speed,        d->rtol,         d->acceleration,
                              d->sliding_speed, d->sliding_mass, (double)d->path, d->every};
    uint64_t all = dp_digest_text(0, "impact 2");
    all = dp_digest_contact(all, &run->contact);
    all = dp_digest_friction(all, d->friction);
    all = dp_digest_numbers(all, numbers, sizeof numbers / sizeof *numbers);
    if (d->history != NULL) all = dp_digest_numbers(all, run->history, DP_HISTORY_MAX);
    return all;
}

static void exchange(void *stepper, struct dp_archive *a) {
    dp_motion_exchange(&((dp_impact_stepper *)stepper)->motion, a);
}

static void restart(void *stepper) {
    dp_impact_stepper *run = (dp_impact_stepper *)stepper;
    run->failure.status = DP_OK;
    dp_motion_begin(&run->motion, &run->contact, &run->def, &run->result, NULL);
}

static const struct dp_saved_kind saved_kind = {"impact", digest, restart, exchange};

size_t dp_impact_save(const dp_impact_stepper *run, void *bytes, size_t size) {
    return dp_save_run(run, &saved_kind, bytes, size);
}

dp_status dp_impact_restore(dp_impact_stepper *run, const void *bytes, size_t size, dp_error *err) {
    return dp_restore_run(run, &saved_kind, bytes, size, err);
}

void dp_impact_free(dp_impact_stepper *run) {
    if (run == NULL) return;
    dp_allocator from = run->allocator;
    from.free(from.user, run, SIZE);
}
