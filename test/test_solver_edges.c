// Tests for src/solve: what the solvers do when a problem is stiff, breaks down, refuses, or asks
// for several things at the same place. Every problem is known in closed form.

#include "check.h"

#include "dashpot/system.h"
#include "solve/hybrid.h"

enum { MOST = 16 };

// A problem that counts what is asked of it.
struct problem {
    double end;               // time to stop at
    int bad_after;            // projections that succeed; -1: all
    int wall;                 // 1: no rates beyond t = 0.5
    int says;                 // verdict of the events
    int order[MOST], events;  // ids in the order they came
    double when[MOST];
    long steps;
    double next_row, every, rows[64];
    int row_count, stiff, jacobian;  // jacobian 1: given, 2: fails
    double last_stop;
};

// --- the solver of impacts ---

// sine, cosine, time
static dp_status circle(const void *model, const double *y, double *dy) {
    const struct problem *p = (const struct problem *)model;
    if (p->wall && y[2] > 0.5) return DP_ERR_NUMERIC;
    dy[0] = y[1];
    dy[1] = -y[0];
    dy[2] = 1.0;
    return DP_OK;
}

static int stop_at_end(const void *model, dp_target *out) {
    const struct problem *p = (const struct problem *)model;
    out[0] = (dp_target){2, p->end, 7};
    return 1;
}

// zeros at t = 0.6, at t = 0.4 and exactly at the end
static double zeros(const void *model, const double *y, int index) {
    const struct problem *p = (const struct problem *)model;
    const double at[] = {0.6, 0.4, p->end};
    return y[2] - at[index];
}

static dp_event_action note(void *model, double *y, int id) {
    struct problem *p = (struct problem *)model;
    assert_true(p->events < MOST);
    p->order[p->events] = id;
    p->when[p->events++] = y[2];
    if (id == 7) return DP_EVENT_STOP;
    return (dp_event_action)p->says;
}

static void count_step(void *model, const double *y) {
    (void)y;
    ((struct problem *)model)->steps++;
}

// back onto the unit circle, as often as it may
static dp_status onto_circle(const void *model, double *y) {
    struct problem *p = (struct problem *)model;
    if (p->bad_after == 0) return DP_ERR_NUMERIC;
    if (p->bad_after > 0) p->bad_after--;
    double r = hypot(y[0], y[1]);
    y[0] /= r;
    y[1] /= r;
    return DP_OK;
}

static dp_system circle_system(struct problem *p) {
    static const double scale[MOST] = {1.0, 1.0, 1.0};
    return (dp_system){.count = 3,
                       .scale = scale,
                       .model = p,
                       .rates = circle,
                       .targets = stop_at_end,
                       .on_event = note};
}

static dp_status solve(const dp_system *system, const dp_solve_def *def, double *y,
                       dp_solve_stats *stats, dp_error *err) {
    memset(y, 0, MOST * sizeof *y);
    y[1] = 1.0;
    memset(err, 0, sizeof *err);
    return dp_solve_dop853(system, def, y, stats, NULL, err);
}

static void a_first_step_is_found_without_advice(void **state) {
    (void)state;
    struct problem p = {.end = 1.0, .bad_after = -1};
    dp_system system = circle_system(&p);
    dp_solve_def def = {.rtol = 1e-12, .max_steps = 1000};
    dp_solve_stats stats;
    dp_error err;
    double y[MOST];
    system.on_step = count_step;
    system.project = onto_circle;
    assert_int_equal(solve(&system, &def, y, &stats, &err), DP_OK);
    CHECK_NEAR(y[0], sin(1.0), 1e-12);
    CHECK_WITHIN(y[2], 1.0, 0.0);
    CHECK_WITHIN(hypot(y[0], y[1]), 1.0, 1e-15);
    assert_int_equal(stats.events, 1);
    assert_int_equal(p.steps, stats.steps - 1);
    // the first step is no larger than a hundredth, and the next ones grow to what the error allows
    assert_true(stats.steps > 3 && stats.steps < 40);
    // with an upper bound on the steps there are at least that many
    long before = stats.steps;
    p = (struct problem){.end = 1.0, .bad_after = -1};
    def.max_step = 0.01;
    assert_int_equal(solve(&system, &def, y, &stats, &err), DP_OK);
    assert_true(before < 100 && stats.steps >= 100);
    CHECK_NEAR(y[0], sin(1.0), 1e-12);
}

static void events_come_in_their_order(void **state) {
    (void)state;
    struct problem p = {.end = 0.8, .bad_after = -1, .says = DP_EVENT_CONTINUE};
    dp_system system = circle_system(&p);
    // so loose that one step passes them all
    dp_solve_def def = {.rtol = 1e-2, .max_steps = 1000};
    dp_solve_stats stats;
    dp_error err;
    double y[MOST];
    system.function_count = 3;
    system.function = zeros;
    assert_int_equal(solve(&system, &def, y, &stats, &err), DP_OK);
    // at the end the target comes before the zero on the same spot, and stops
    assert_int_equal(p.events, 3);
    assert_int_equal(p.order[0], -2);
    assert_int_equal(p.order[1], -1);
    assert_int_equal(p.order[2], 7);
    CHECK_WITHIN(p.when[0], 0.4, 1e-14);
    CHECK_WITHIN(p.when[1], 0.6, 1e-14);
    CHECK_WITHIN(p.when[2], 0.8, 0.0);
    // a new section after each of them gives the same
    p = (struct problem){.end = 0.8, .bad_after = -1, .says = DP_EVENT_RESTART};
    assert_int_equal(solve(&system, &def, y, &stats, &err), DP_OK);
    assert_int_equal(p.events, 3);
    CHECK_WITHIN(y[0], sin(0.8), 1e-2);
    // a problem that gives up
    p = (struct problem){.end = 0.8, .bad_after = -1, .says = DP_EVENT_ABORT};
    assert_int_equal(solve(&system, &def, y, &stats, &err), DP_ERR_VALIDITY);
    CHECK_WITHIN(y[2], 0.4, 1e-14);
}

static void what_cannot_be_solved_ends_with_a_reason(void **state) {
    (void)state;
    struct problem p = {.end = 1.0, .bad_after = 2};
    dp_system system = circle_system(&p), none = system;
    dp_solve_def def = {.rtol = 1e-10, .max_steps = 2000};
    dp_solve_stats stats;
    dp_error err;
    double y[MOST];
    none.count = 0;
    assert_int_equal(solve(&none, &def, y, &stats, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "a system needs unknowns"));
    none.count = 3;
    none.function_count = -1;
    assert_int_equal(solve(&none, &def, y, &stats, &err), DP_ERR_RANGE);
    // constraints that cannot be met any longer
    system.project = onto_circle;
    assert_int_equal(solve(&system, &def, y, &stats, &err), DP_ERR_VALIDITY);
    assert_int_equal(stats.steps, 3);
    // no rates beyond half a second: the steps shrink up to there
    p = (struct problem){.end = 1.0, .bad_after = -1, .wall = 1};
    assert_int_equal(solve(&system, &def, y, &stats, &err), DP_ERR_NUMERIC);
    CHECK_WITHIN(y[2], 0.5, 1e-9);
    assert_true(y[2] <= 0.5);
    def.max_steps = 3;
    p = (struct problem){.end = 1.0, .bad_after = -1};
    assert_int_equal(solve(&system, &def, y, &stats, &err), DP_ERR_NUMERIC);
    assert_non_null(strstr(err.text, "no end of the motion within 3 steps"));
}

struct heap {
    long given, back;
    int fails;  // once `after` pieces were given
    long after;
};

static void *get(void *user, size_t size) {
    struct heap *h = (struct heap *)user;
    if (h->fails && h->given >= h->after) return NULL;
    h->given++;
    return aligned_alloc(64, size);
}

static void put(void *user, void *history, size_t size) {
    struct heap *h = (struct heap *)user;
    (void)size;
    h->back++;
    free(history);
}

// Beyond a dozen unknowns there is memory to be had, or not.
static dp_status decay(const void *model, const double *y, double *dy) {
    (void)model;
    for (int i = 0; i < 14; i++)
        dy[i] = -(double)(i + 1) * y[i];
    dy[2] = 1.0;
    return DP_OK;
}

static void large_systems_use_the_allocator(void **state) {
    (void)state;
    struct problem p = {.end = 1.0, .bad_after = -1};
    double scale[MOST], y[MOST];
    for (int i = 0; i < MOST; i++)
        scale[i] = y[i] = 1.0;
    y[2] = 0.0;
    dp_system system = circle_system(&p);
    system.count = 14;
    system.scale = scale;
    system.rates = decay;
    dp_solve_def def = {.rtol = 1e-11, .max_steps = 10000};
    dp_solve_stats stats;
    dp_error err = {0};
    struct heap heap = {.fails = 1};
    dp_allocator allocator = {get, put, &heap};
    assert_int_equal(dp_solve_dop853(&system, &def, y, &stats, &allocator, &err), DP_ERR_MEMORY);
    assert_non_null(strstr(err.text, "no memory for 14 unknowns"));
    heap.fails = 0;
    assert_int_equal(dp_solve_dop853(&system, &def, y, &stats, &allocator, &err), DP_OK);
    assert_true(heap.given == 1 && heap.back == 1);
    for (int i = 0; i < 14; i++)
        if (i != 2) CHECK_WITHIN(y[i], exp(-(double)(i + 1)), 1e-10);
}

// --- the walk in time ---

// y' = -L (y - cos t) - sin t: y = cos t whatever L is; t; the integral of y.
static const double quickness = 1e5;

static dp_status stiff(const void *model, const double *y, double *dy) {
    const struct problem *p = (const struct problem *)model;
    double rate = p->stiff ? quickness : 1.0;
    dy[0] = -rate * (y[0] - cos(y[1])) - sin(y[1]);
    dy[1] = 1.0;
    dy[2] = y[0];
    return DP_OK;
}

static dp_status stiff_jacobian(const void *model, const double *y, double *matrix) {
    const struct problem *p = (const struct problem *)model;
    (void)y;
    if (p->jacobian == 2) return DP_ERR_NUMERIC;
    matrix[0] = p->stiff ? -quickness : -1.0;
    return DP_OK;
}

static double a_first_step(const void *model, const double *y) {
    (void)model;
    (void)y;
    return 1e-6;
}

static double stop_time(const void *model) {
    return ((const struct problem *)model)->end;
}

static dp_event_action stopped(void *model, double *y) {
    ((struct problem *)model)->last_stop = y[1];
    return DP_EVENT_STOP;
}

static int always(const void *model) {
    (void)model;
    return 1;
}

static double row_time(const void *model) {
    const struct problem *p = (const struct problem *)model;
    return p->every > 0.0 && p->next_row <= p->end ? p->next_row : INFINITY;
}

static void give_row(void *model, const double *y) {
    struct problem *p = (struct problem *)model;
    CHECK_WITHIN(y[1], p->next_row, 1e-14);
    p->rows[p->row_count++] = y[0];
    p->next_row += p->every;
}

static void no_events(const void *model, const double *y, double *value, double *rate) {
    (void)model;
    (void)y;
    (void)value;
    (void)rate;
}

static dp_hybrid march_of(struct problem *p, dp_hybrid_stepper stepper) {
    static const double scale[] = {1.0, 1.0, 1.0}, cap[] = {1.0}, step[] = {1e-7};
    return (dp_hybrid){.system = {.count = 3,
                                  .scale = scale,
                                  .model = p,
                                  .rates = stiff,
                                  .on_event = note,
                                  .first_step = a_first_step,
                                  .jacobian = p->jacobian ? stiff_jacobian : NULL},
                       .active = 1,
                       .cap = cap,
                       .step = step,
                       .rtol = 1e-9,
                       .implicit_rtol = 1e-9,
                       .max_steps = 2000000,
                       .max_step = 1.0,
                       .stepper = stepper,
                       .events = no_events,
                       .stop = stop_time,
                       .row_time = row_time,
                       .stopped = stopped,
                       .may_be_stiff = always};
}

static dp_status march(const dp_hybrid *m, double *y, dp_hybrid_stats *stats, dp_error *err) {
    y[0] = 1.0;
    y[1] = y[2] = 0.0;
    memset(err, 0, sizeof *err);
    return dp_hybrid_run(m, y, stats, NULL, err);
}

static void stiff_problems_take_few_implicit_steps(void **state) {
    (void)state;
    long evaluations[3];
    for (int jacobian = 0; jacobian < 2; jacobian++) {
        for (int i = 0; i < 3; i++) {
            const dp_hybrid_stepper steppers[] = {DP_MARCH_EXPLICIT, DP_MARCH_IMPLICIT,
                                                  DP_MARCH_AUTO};
            struct problem p = {.end = 1.0, .stiff = 1, .jacobian = jacobian};
            dp_hybrid m = march_of(&p, steppers[i]);
            dp_hybrid_stats stats;
            dp_error err;
            double y[3];
            m.system.on_step = count_step;
            assert_int_equal(march(&m, y, &stats, &err), DP_OK);
            assert_int_equal(p.steps, stats.solve.steps);
            CHECK_WITHIN(y[0], cos(1.0), 1e-8);
            CHECK_WITHIN(y[2], sin(1.0), 1e-8);
            CHECK_WITHIN(y[1], 1.0, 0.0);  // landed on, not stepped to
            CHECK_WITHIN(p.last_stop, 1.0, 0.0);
            assert_true(steppers[i] == DP_MARCH_EXPLICIT ? stats.implicit_steps == 0
                                                         : stats.implicit_steps > 0);
            evaluations[i] = stats.solve.evaluations;
        }
        // the explicit one is held back by a decay that is long over
        assert_true(evaluations[0] > 20 * evaluations[1]);
        assert_true(evaluations[2] < evaluations[0] / 10);
    }
}

// A matrix that cannot be had leaves the explicit stepper, which is slow but right.
static void without_a_matrix_the_other_stepper_goes_on(void **state) {
    (void)state;
    struct problem p = {.end = 0.02, .stiff = 1, .jacobian = 2};
    dp_hybrid m = march_of(&p, DP_MARCH_IMPLICIT);
    dp_hybrid_stats stats;
    dp_error err;
    double y[3];
    assert_int_equal(march(&m, y, &stats, &err), DP_OK);
    assert_int_equal(stats.implicit_steps, 0);
    CHECK_WITHIN(y[0], cos(0.02), 1e-8);
}

static void rows_do_not_change_the_walk(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        dp_hybrid_stepper stepper = i ? DP_MARCH_IMPLICIT : DP_MARCH_EXPLICIT;
        struct problem plain = {.end = 1.0, .stiff = i},
                       told = {.end = 1.0, .stiff = i, .every = 0.03};
        dp_hybrid m = march_of(&plain, stepper);
        dp_hybrid_stats a, b;
        dp_error err;
        double y[3], z[3];
        assert_int_equal(march(&m, y, &a, &err), DP_OK);
        m = march_of(&told, stepper);
        m.row = give_row;
        assert_int_equal(march(&m, z, &b, &err), DP_OK);
        assert_memory_equal(y, z, sizeof y);
        assert_int_equal(a.solve.evaluations, b.solve.evaluations);
        assert_int_equal(a.solve.steps, b.solve.steps);
        assert_int_equal(told.row_count, 34);
        for (int k = 0; k < told.row_count; k++)
            CHECK_WITHIN(told.rows[k], cos(0.03 * k), 1e-8);
    }
}

// y' = y^2 from 1 reaches infinity at t = 1.
static dp_status runaway(const void *model, const double *y, double *dy) {
    (void)model;
    dy[0] = y[0] * y[0];
    dy[1] = 1.0;
    dy[2] = 0.0;
    return DP_OK;
}

static void a_motion_that_runs_away_is_stopped(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct problem p = {.end = 2.0};
        dp_hybrid m = march_of(&p, i ? DP_MARCH_IMPLICIT : DP_MARCH_EXPLICIT);
        dp_hybrid_stats stats;
        dp_error err;
        double y[3];
        m.system.rates = runaway;
        assert_int_equal(march(&m, y, &stats, &err), DP_ERR_NUMERIC);
        assert_non_null(strstr(err.text, "at t = "));
        // as near as the last digits of the time allow
        CHECK_WITHIN(y[1], 1.0, 1e-6);
        assert_true(y[0] > 1e6 && isfinite(y[0]));
    }
}

static dp_status never(const void *model, double *y) {
    (void)model;
    (void)y;
    return DP_ERR_NUMERIC;
}

static void a_walk_without_memory_or_constraints(void **state) {
    (void)state;
    struct problem p = {.end = 1.0};
    dp_hybrid m = march_of(&p, DP_MARCH_EXPLICIT);
    dp_hybrid_stats stats;
    dp_error err = {0};
    double y[3] = {1.0, 0.0, 0.0};
    struct heap heap = {.fails = 1};
    dp_allocator allocator = {get, put, &heap};
    assert_int_equal(dp_hybrid_run(&m, y, &stats, &allocator, &err), DP_ERR_MEMORY);
    assert_non_null(strstr(err.text, "no memory for 3 unknowns"));
    heap.fails = 0;
    m.system.project = never;
    // no step is short enough
    assert_int_equal(dp_hybrid_run(&m, y, &stats, &allocator, &err), DP_ERR_NUMERIC);
    assert_int_equal(stats.solve.steps, 0);
    assert_true(heap.given == 1 && heap.back == 1);
}

// The matrices of implicit steps are asked for when the first one is taken.
static void a_walk_without_memory_for_implicit_steps(void **state) {
    (void)state;
    struct problem p = {.end = 1.0};
    dp_hybrid m = march_of(&p, DP_MARCH_IMPLICIT);
    dp_hybrid_stats stats;
    dp_error err = {0};
    double y[3] = {1.0, 0.0, 0.0};
    struct heap heap = {.fails = 1, .after = 1};
    dp_allocator allocator = {get, put, &heap};
    assert_int_equal(dp_hybrid_run(&m, y, &stats, &allocator, &err), DP_ERR_MEMORY);
    assert_non_null(strstr(err.text, "no memory for implicit steps"));
    assert_true(heap.given == 1 && heap.back == 1);
}

// Two functions of time in steps of a second: one dips below zero and is back before the step ends,
// the other only looks like it from its ends.
static void dips(const void *model, const double *y, double *value, double *rate) {
    const struct problem *p = (const struct problem *)model;
    double s = 2.0 * y[1] - 1.0, s2 = s * s, s8 = s2 * s2 * s2 * s2;
    value[0] = p->events > 0 ? 1.0 : 0.25 * s2 - 1e-4;
    rate[0] = p->events > 0 ? 0.0 : s;
    value[1] = 0.05 + s8;
    rate[1] = s != 0.0 ? 16.0 * s8 / s : 0.0;
}

static dp_status still(const void *model, const double *y, double *dy) {
    (void)model;
    (void)y;
    dy[0] = dy[2] = 0.0;
    dy[1] = 1.0;
    return DP_OK;
}

static double one_second(const void *model, const double *y) {
    (void)model;
    (void)y;
    return 1.0;
}

static dp_event_action note_dip(void *model, double *y, int id) {
    struct problem *p = (struct problem *)model;
    p->order[p->events] = id;
    p->when[p->events++] = y[1];
    return DP_EVENT_CONTINUE;
}

static void a_dip_within_a_step_is_found(void **state) {
    (void)state;
    static const double noise[] = {1e-12, 1e-12};
    struct problem p = {.end = 1.0};
    dp_hybrid m = march_of(&p, DP_MARCH_EXPLICIT);
    dp_hybrid_stats stats;
    dp_error err;
    double y[3];
    m.system.rates = still;
    m.system.first_step = one_second;
    m.system.on_event = note_dip;
    m.event_count = 2;
    m.events = dips;
    m.noise = noise;
    assert_int_equal(march(&m, y, &stats, &err), DP_OK);
    assert_int_equal(p.events, 1);
    assert_int_equal(p.order[0], 0);
    // 0.25 s^2 = 1e-4 at s = -0.02
    CHECK_WITHIN(p.when[0], 0.49, 1e-10);
    CHECK_WITHIN(y[1], 1.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_first_step_is_found_without_advice),
        cmocka_unit_test(events_come_in_their_order),
        cmocka_unit_test(what_cannot_be_solved_ends_with_a_reason),
        cmocka_unit_test(large_systems_use_the_allocator),
        cmocka_unit_test(stiff_problems_take_few_implicit_steps),
        cmocka_unit_test(without_a_matrix_the_other_stepper_goes_on),
        cmocka_unit_test(rows_do_not_change_the_walk),
        cmocka_unit_test(a_motion_that_runs_away_is_stopped),
        cmocka_unit_test(a_walk_without_memory_or_constraints),
        cmocka_unit_test(a_walk_without_memory_for_implicit_steps),
        cmocka_unit_test(a_dip_within_a_step_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
