// Many impacts of one law: checks, choice of the path, and the sharing of the work.

#include "impact/batch.h"

#include <math.h>

#include "base/error.h"
#include "base/params.h"
#include "contact/follow.h"
#include "contact/rule.h"
#include "dashpot/impact.h"
#include "kernels/kernel_loops.h"
#include "kernels/touch.h"

enum { CHUNK_LEAST = 64, CHUNK_MOST = 1024, CHUNKS = 16 };
enum { ONE_AT_A_TIME = -1 };  // in place of an instruction set

static int usable(double x) {
    return x > 0.0 && !isinf(x);
}

static const dp_contact *contact_of(const dp_impact_batch *batch, size_t i) {
    return batch->contact + (batch->contact_count > 1 ? i : 0);
}

dp_impact_batch dp_impact_batch_defaults(void) {
    return (dp_impact_batch){.contact_count = 1, .rtol = 1e-9, .cookie = DP_DEF_COOKIE};
}

static dp_status check_sliding(const dp_impact_batch *batch, dp_error *err) {
    if (batch->sliding_speed == NULL || batch->sliding_mass == NULL)
        return dp_fail(err, DP_ERR_MISSING,
                       "impacts with friction need sliding_speed and sliding_mass");
    for (size_t i = 0; i < batch->count; i++) {
        bool is_fast = isfinite(batch->sliding_speed[i]);
        if (is_fast && usable(batch->sliding_mass[i])) continue;
        return dp_blame(err,
                        dp_fail(err, DP_ERR_RANGE,
                                "impact %zu needs a finite sliding_speed and a positive, finite "
                                "sliding_mass (got %g m/s, %g kg)",
                                i, batch->sliding_speed[i], batch->sliding_mass[i]),
                        DP_SUBJECT_FIELD, (long)i, is_fast ? "sliding_mass" : "sliding_speed");
    }
    return DP_OK;
}

static dp_status check(const dp_impact_batch *batch, dp_error *err) {
    if (batch->contact_count != 1 && batch->contact_count != batch->count)
        return dp_blame(err,
                        dp_fail(err, DP_ERR_RANGE, "%zu impacts need 1 contact or %zu, not %zu",
                                batch->count, batch->count, batch->contact_count),
                        DP_SUBJECT_FIELD, -1, "contact_count");
    if (batch->contact == NULL || batch->mass == NULL || batch->speed == NULL ||
        batch->restitution == NULL)
        return dp_fail(err, DP_ERR_MISSING,
                       "a batch of impacts needs contact, mass, speed and restitution");
    if (!(batch->rtol > 0.0) || batch->rtol > 0.1)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "rtol", batch->rtol, 0.0, 0.1,
                              "be positive and at most 0.1");
    const dp_kernel *kernel = batch->contact->kernel;
    for (size_t i = 0; i < batch->contact_count; i++) {
        if (!dp_contact_is_prepared(&batch->contact[i])) return dp_contact_refuse(err, (long)i);
        if (batch->contact[i].kernel != kernel)
            return dp_blame(
                err,
                dp_fail(err, DP_ERR_CONFLICT,
                        "impact %zu has the kernel %s, impact 0 has %s; one batch, one kernel", i,
                        batch->contact[i].kernel->name, kernel->name),
                DP_SUBJECT_CONTACT, (long)i, batch->contact[i].kernel->name);
    }
    for (size_t i = 0; i < batch->count; i++) {
        if (!usable(batch->mass[i]) || !usable(batch->speed[i]))
            return dp_blame(
                err,
                dp_fail(err, DP_ERR_RANGE,
                        "impact %zu needs a positive, finite mass and speed (got %g kg, %g m/s)", i,
                        batch->mass[i], batch->speed[i]),
                DP_SUBJECT_FIELD, (long)i, usable(batch->mass[i]) ? "speed" : "mass");
        const dp_contact *contact = &batch->contact[batch->contact_count == 1 ? 0 : i];
        dp_error why = {0};
        dp_status status = dp_contact_check_mass(contact, batch->mass[i], &why);
        if (status != DP_OK)
            return dp_blame(err, dp_fail(err, status, "impact %zu: %.400s", i, why.text),
                            DP_SUBJECT_FIELD, (long)i, "mass");
    }
    return batch->friction == NULL ? DP_OK : check_sliding(batch, err);
}

// Restitution in closed form, NaN where there is none. Within the range of the law for sure: the
// spring alone stops the bodies before they reach the limit.
static double closed(const dp_contact *contact, double mass, double speed) {
    double e = dp_contact_restitution(contact, mass, speed);
    if (isnan(e) || isinf(contact->limit)) return e;
    double history[DP_HISTORY_MAX];
    dp_contact_reset(history);
    dp_touch_begin(contact, history, speed);
    double most = contact->kernel->load_energy != NULL
                      ? contact->kernel->load_energy(contact->k, contact->limit)
                      : dp_contact_respond(contact, history, contact->limit, 0.0).stored;
    return most >= 0.5 * mass * speed * speed ? e : NAN;
}

// One impact by the general integrator, or in closed form where there is one.
static dp_status run_one(const dp_impact_batch *batch, size_t i, dp_error *err) {
    bool is_central = batch->friction == NULL;
    if (is_central && batch->max_indentation == NULL && batch->duration == NULL) {
        batch->restitution[i] = closed(contact_of(batch, i), batch->mass[i], batch->speed[i]);
        if (!isnan(batch->restitution[i])) return DP_OK;
    }
    dp_impact_def def = dp_impact_defaults();
    def.mass = batch->mass[i];
    def.speed = batch->speed[i];
    def.rtol = batch->rtol;
    if (!is_central) {
        def.friction = batch->friction;
        def.sliding_speed = batch->sliding_speed[i];
        def.sliding_mass = batch->sliding_mass[i];
    }
    dp_impact impact;
    dp_status status = dp_impact_run(contact_of(batch, i), &def, &impact, err);
    int done = status == DP_OK;
    batch->restitution[i] = done ? impact.restitution : NAN;
    if (batch->max_indentation != NULL)
        batch->max_indentation[i] = done ? impact.max_indentation : NAN;
    if (batch->duration != NULL) batch->duration[i] = done ? impact.duration : NAN;
    if (!is_central && batch->sliding_speed_after != NULL)
        batch->sliding_speed_after[i] = done ? impact.sliding_speed : NAN;
    return status;
}

static size_t run_general(const dp_impact_batch *batch, size_t from, size_t to) {
    size_t unfinished = 0;
    for (size_t i = from; i < to; i++)
        unfinished += run_one(batch, i, NULL) != DP_OK;
    return unfinished;
}

// Very strong damping makes the motion too stiff for the fast steps. Where a closed form says that
// the bodies do separate, the general way finds the rest.
static size_t run_again(const dp_impact_batch *batch, size_t from, size_t to) {
    size_t unfinished = 0;
    for (size_t i = from; i < to; i++) {
        if (!isnan(batch->restitution[i])) continue;
        double e = dp_contact_restitution(contact_of(batch, i), batch->mass[i], batch->speed[i]);
        unfinished += isnan(e) || run_one(batch, i, NULL) != DP_OK;
    }
    return unfinished;
}

static dp_impact_loop choose(const dp_impact_batch *batch, int isa);
static size_t run_chunk(const dp_impact_batch *batch, dp_impact_loop run, size_t from, size_t size);

static double *entry(double *array, size_t i) {
    return array == NULL ? NULL : array + i;
}

// Impact i alone, with a contact of its own.
static dp_impact_batch single(const dp_impact_batch *batch, size_t i, const dp_contact *contact) {
    dp_impact_batch one = *batch;
    one.count = one.contact_count = 1;
    one.contact = contact;
    one.mass += i;
    one.speed += i;
    one.restitution += i;
    one.max_indentation = entry(batch->max_indentation, i);
    one.duration = entry(batch->duration, i);
    return one;
}

// Every impact has a restitution of its own, so constants of its own.
static size_t run_following(const dp_impact_batch *batch, size_t from, size_t to) {
    size_t unfinished = 0;
    for (size_t i = from; i < to; i++) {
        dp_contact now;
        dp_impact_batch one = single(batch, i, &now);
        if (dp_contact_for_touch(contact_of(batch, i), batch->speed[i], batch->mass[i], &now,
                                 NULL) == DP_OK) {
            unfinished += run_chunk(&one, choose(&one, ONE_AT_A_TIME), 0, 1);
            continue;
        }
        unfinished++;
        one.restitution[0] = NAN;
        if (one.max_indentation != NULL) one.max_indentation[0] = NAN;
        if (one.duration != NULL) one.duration[0] = NAN;
    }
    return unfinished;
}

static size_t run_chunk(const dp_impact_batch *batch, dp_impact_loop run, size_t from,
                        size_t size) {
    size_t to = batch->count - from < size ? batch->count : from + size;
    size_t unfinished = run(batch, from, to);
    int is_done = unfinished == 0 || run == run_general || run == run_following;
    return is_done ? unfinished : run_again(batch, from, to);
}

static void add(size_t *sum, size_t part) {
#if defined(_OPENMP)
#pragma omp atomic
#endif
    *sum += part;
}

// Chunk by chunk; which thread gets which makes no difference to the results.
static size_t run_all(const dp_impact_batch *batch, dp_impact_loop run) {
    size_t size = batch->count / CHUNKS, unfinished = 0;
    size = size < CHUNK_LEAST ? CHUNK_LEAST : size > CHUNK_MOST ? CHUNK_MOST : size;
    const long chunks = (long)((batch->count + size - 1) / size);
#if defined(_OPENMP)
    if (batch->threads > 0) {
#pragma omp parallel for schedule(dynamic) num_threads(batch->threads)
        for (long i = 0; i < chunks; i++)
            add(&unfinished, run_chunk(batch, run, (size_t)i * size, size));
        return unfinished;
    }
#pragma omp parallel for schedule(dynamic)
#endif
    for (long i = 0; i < chunks; i++)
        add(&unfinished, run_chunk(batch, run, (size_t)i * size, size));
    return unfinished;
}

// The fast way does not look at the range of a law.
static int unlimited(const dp_impact_batch *batch) {
    for (size_t i = 0; i < batch->contact_count; i++) {
        if (batch->contact[i].limit < INFINITY) return 0;
    }
    return 1;
}

static int follows(const dp_impact_batch *batch) {
    for (size_t i = 0; i < batch->contact_count; i++) {
        if (dp_contact_follows(&batch->contact[i])) return 1;
    }
    return 0;
}

static dp_impact_loop choose(const dp_impact_batch *batch, int isa) {
    if (batch->friction != NULL) return run_general;
    if (follows(batch)) return run_following;
    const struct dp_kernel_loops *loops = batch->contact->kernel->loops;
    if (loops == NULL || loops->strike == NULL || !unlimited(batch)) return run_general;
    dp_impact_loop block = isa < 0 ? NULL : loops->strikes[isa];
    return block != NULL ? block : loops->strike;
}

dp_status dp_impact_batch_run_on(const dp_impact_batch *batch, dp_isa isa, dp_error *err) {
    if (!dp_isa_available(isa))
        return dp_fail(err, DP_ERR_UNSUPPORTED, "this machine has no %s", dp_isa_name(isa));
    if (batch->cookie != DP_DEF_COOKIE)
        return dp_fail(err, DP_ERR_NOT_INITIALIZED,
                       "this batch was not made by dp_impact_batch_defaults");
    size_t unfinished = 0;
    if (batch->count > 0) {
        dp_status status = check(batch, err);
        if (status != DP_OK) return status;
        unfinished = run_all(batch, choose(batch, (int)isa));
    }
    if (batch->unfinished != NULL) *batch->unfinished = unfinished;
    return DP_OK;
}

dp_status dp_impact_batch_run(const dp_impact_batch *batch, dp_error *err) {
    return dp_impact_batch_run_on(batch, dp_isa_best(), err);
}

dp_status dp_impact_quick(const dp_contact *contact, double mass, double speed, double rtol,
                          dp_quick_impact *result, dp_error *err) {
    dp_impact_batch batch = dp_impact_batch_defaults();
    batch.count = 1;
    batch.contact = contact;
    batch.mass = &mass;
    batch.speed = &speed;
    batch.rtol = rtol;
    batch.restitution = &result->restitution;
    batch.max_indentation = &result->max_indentation;
    batch.duration = &result->duration;
    dp_status status = check(&batch, err);
    if (status != DP_OK) return status;
    if (dp_contact_follows(contact)) {
        dp_contact now;
        *result = (dp_quick_impact){NAN, NAN, NAN};
        status = dp_contact_for_touch(contact, speed, mass, &now, err);
        return status == DP_OK ? dp_impact_quick(&now, mass, speed, rtol, result, err) : status;
    }
    dp_impact_loop run = choose(&batch, ONE_AT_A_TIME);
    if (run == run_general) return run_one(&batch, 0, err);
    if (run_chunk(&batch, run, 0, 1) == 0) return DP_OK;
    return dp_fail(err, DP_ERR_NUMERIC,
                   "the bodies do not separate: the law is overdamped and creeps back");
}
