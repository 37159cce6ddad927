// One call at a time through the public interface. Inputs vary and no call waits for the result of
// the one before.

#include <math.h>

#include "bench.h"

enum { CALLS = 4096, IMPACTS = 64, CURVE_POINTS = 10000 };

// --- forces

dp_status bench_setup_calls(bench_work *work, const bench_case *of, dp_error *err) {
    dp_status status = bench_contact(&work->contact, of->law, err);
    return status == DP_OK ? bench_states(work, CALLS, err) : status;
}

void bench_run_force_calls(bench_work *work) {
    const double *delta = work->batch.delta, *rate = work->batch.rate;
    double *force = work->batch.lanes.force;
    for (size_t i = 0; i < work->count; i++)
        force[i] = dp_contact_force(&work->contact, work->history[i], delta[i], rate[i]);
}

void bench_run_respond_calls(bench_work *work) {
    const double *delta = work->batch.delta, *rate = work->batch.rate;
    dp_contact_arrays *out = &work->batch.lanes;
    for (size_t i = 0; i < work->count; i++) {
        dp_response r = dp_contact_respond(&work->contact, work->history[i], delta[i], rate[i]);
        out->force[i] = r.force;
        out->dforce_ddelta[i] = r.dforce_ddelta;
        out->dforce_drate[i] = r.dforce_drate;
        out->stored[i] = r.stored;
    }
}

// --- restitution

dp_status bench_setup_restitutions(bench_work *work, const bench_case *of, dp_error *err) {
    (void)of;
    dp_status status = dp_batch_build(&work->batch, CALLS, NULL, err);
    unsigned long long state = 1;
    work->count = CALLS;
    for (size_t i = 0; status == DP_OK && i < CALLS; i++)
        work->batch.delta[i] = 0.02 + 0.98 * bench_random(&state);
    return status;
}

dp_status bench_setup_damping_factors(bench_work *work, const bench_case *of, dp_error *err) {
    dp_status status = bench_setup_restitutions(work, of, err);
    for (size_t i = 0; status == DP_OK && i < CALLS; i++)
        work->batch.delta[i] = dp_hunt_crossley_damping(work->batch.delta[i]);
    return status;
}

void bench_run_restitution(bench_work *work) {
    for (size_t i = 0; i < work->count; i++)
        work->batch.lanes.force[i] = dp_hunt_crossley_restitution(work->batch.delta[i]);
}

void bench_run_damping(bench_work *work) {
    for (size_t i = 0; i < work->count; i++)
        work->batch.lanes.force[i] = dp_hunt_crossley_damping(work->batch.delta[i]);
}

// --- impacts; the array `rate` holds approach speeds

static const double MASS = 0.002;  // [kg]

static dp_status setup_speeds(bench_work *work, const bench_case *of, size_t count, dp_error *err) {
    dp_status status = bench_contact(&work->contact, of->law, err);
    if (status == DP_OK) status = dp_batch_build(&work->batch, count, NULL, err);
    work->count = count;
    for (size_t i = 0; status == DP_OK && i < count; i++)
        work->batch.rate[i] = 0.01 + 2.0 * ((double)i + 0.5) / (double)count;
    return status;
}

dp_status bench_setup_speeds(bench_work *work, const bench_case *of, dp_error *err) {
    return setup_speeds(work, of, CALLS, err);
}

void bench_run_contact_restitution(bench_work *work) {
    for (size_t i = 0; i < work->count; i++)
        work->batch.lanes.force[i] =
            dp_contact_restitution(&work->contact, MASS, work->batch.rate[i]);
}

// Restitution of every speed in `rate`; what the integrator did is added up.
static dp_impact run_impacts(bench_work *work, size_t count) {
    dp_impact sum = {0};
    for (size_t i = 0; i < count; i++) {
        dp_impact_def def = dp_impact_defaults();
        def.mass = MASS;
        def.speed = work->batch.rate[i];
        def.path = work->path;
        dp_impact result = {0};
        dp_status status = dp_impact_run(&work->contact, &def, &result, NULL);
        work->batch.lanes.force[i] = status == DP_OK ? result.restitution : NAN;
        sum.steps += result.steps;
        sum.rejected += result.rejected;
        sum.evaluations += result.evaluations;
    }
    return sum;
}

void bench_run_impacts(bench_work *work) {
    run_impacts(work, work->count);
}

dp_status bench_setup_impacts(bench_work *work, const bench_case *of, dp_error *err) {
    work->path = DP_PATH_INTEGRATED;
    dp_status status = setup_speeds(work, of, IMPACTS, err);
    if (status != DP_OK) return status;
    dp_impact sum = run_impacts(work, IMPACTS);
    snprintf(work->note, sizeof work->note, "%.0f steps + %.0f rejected; %.0f evaluations",
             (double)sum.steps / IMPACTS, (double)sum.rejected / IMPACTS,
             (double)sum.evaluations / IMPACTS);
    return DP_OK;
}

dp_status bench_setup_closed_impacts(bench_work *work, const bench_case *of, dp_error *err) {
    work->path = DP_PATH_CLOSED;
    return setup_speeds(work, of, IMPACTS, err);
}

// --- a curve is one item

dp_status bench_setup_curve(bench_work *work, const bench_case *of, dp_error *err) {
    work->path = DP_PATH_INTEGRATED;
    dp_status status = setup_speeds(work, of, CURVE_POINTS, err);
    work->count = 1;
    snprintf(work->note, sizeof work->note, "%d points", CURVE_POINTS);
    return status;
}

// Delivered over requested restitution: a new contact for every point.
void bench_run_closed_curve(bench_work *work) {
    dp_contact_def def = dp_contact_defaults(work->contact.law);
    def.pair.modulus = 114e9;
    def.pair.radius = 0.005;
    for (int i = 0; i < CURVE_POINTS; i++) {
        dp_contact contact;
        double requested = (i + 0.5) / CURVE_POINTS;
        dp_status status = dp_law_set(&def.law, "restitution", requested, NULL);
        if (status == DP_OK) status = dp_contact_init(&contact, &def, NULL);
        work->batch.lanes.force[i] =
            status == DP_OK ? dp_contact_restitution(&contact, MASS, 1.0) : NAN;
    }
}

// Restitution over speed, every point an impact.
void bench_run_integrated_curve(bench_work *work) {
    run_impacts(work, CURVE_POINTS);
}

// --- journals; the array `rate` holds start speeds, `force` takes the way travelled

enum { JOURNALS = 16 };

dp_status bench_setup_journals(bench_work *work, const bench_case *of, dp_error *err) {
    dp_status status = bench_contact(&work->contact, of->law, err);
    double critical = dp_yield_speed(&work->contact, 2.0);
    if (status == DP_OK) status = dp_batch_build(&work->batch, JOURNALS, NULL, err);
    work->count = JOURNALS;
    for (size_t i = 0; status == DP_OK && i < JOURNALS; i++)
        work->batch.rate[i] = critical * (0.5 + 0.25 * (double)i);
    snprintf(work->note, sizeof work->note, "event-driven, 0.5 to 4.25 critical speeds");
    return status;
}

void bench_run_journals(bench_work *work) {
    for (size_t i = 0; i < work->count; i++) {
        double v = work->batch.rate[i];
        dp_journal_def def = dp_journal_defaults(DP_JOURNAL_EVENT_DRIVEN);
        def.bearing_radius = 0.01;
        def.clearance = 1e-4;
        def.mass = 2.0;
        def.inertia = 1e-4;
        def.x = 1e-4;
        def.vx = 0.88 * v;
        def.vy = 0.475 * v;
        def.friction = 0.1;
        def.collisions = 30;
        dp_journal result;
        dp_journal_run(&work->contact, &def, &result, NULL);
        work->batch.lanes.force[i] = result.travel;
    }
}
