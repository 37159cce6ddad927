// How long a history holds: the stated time beside runs at 1e-13, and what is moved to find it.

#include "check.h"
#include "mechanism_cases.h"

static dp_contact_def lankarani(double restitution) {
    dp_error err;
    dp_contact_def def = dp_contact_defaults(dp_law_find("lankarani-nikravesh"));
    def.pair.modulus = 207e9 / (2.0 * (1.0 - 0.09));
    assert_int_equal(dp_law_set(&def.law, "restitution", restitution, &err), DP_OK);
    return def;
}

// A run with its trace, and how long it holds; the trace is the caller's.
static dp_mechanism_agreement agree(const dp_mechanism *m, dp_mechanism_run_def *run,
                                    dp_mechanism_trace **trace) {
    dp_mechanism_agreement a;
    dp_error err = {0};
    assert_int_equal(dp_mechanism_trace_begin(trace, m, run, &err), DP_OK);
    run->trace = *trace;
    mechanism_run(m, run);
    if (dp_mechanism_agree(*trace, &a, &err) != DP_OK) fail_msg("%s", err.text);
    run->trace = NULL;
    return a;
}

// The first of 1e5 times at which a pair is apart in two runs by 1 % of its play; INFINITY: none.
static double leaves(const dp_mechanism *m, const dp_mechanism_trace *a,
                     const dp_mechanism_trace *b, double until) {
    enum { TIMES = 100000 };
    for (int i = 1; i <= TIMES; i++) {
        double time = until * i / TIMES, p[2], q[2];
        for (int pair = 0; pair < dp_mechanism_pair_count(m); pair++) {
            double play = dp_mechanism_play(a, pair);
            dp_mechanism_trace_at(a, pair, time, p);
            dp_mechanism_trace_at(b, pair, time, q);
            if (play > 0.0 && hypot(p[0] - q[0], p[1] - q[1]) > fmax(0.01 * play, 1e-8))
                return time;
        }
    }
    return INFINITY;
}

// Stated, not later than true: at four tolerances, beside a run at 1e-13.
static void holds(const dp_mechanism *m, double until) {
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_trace *exact, *own;
    dp_error err = {0};
    run.until = until;
    run.rtol = 1e-13;
    assert_int_equal(dp_mechanism_trace_begin(&exact, m, &run, &err), DP_OK);
    run.trace = exact;
    mechanism_run(m, &run);
    run.trace = NULL;
    for (int i = 6; i <= 12; i += 2) {
        run.rtol = pow(10.0, -i);
        dp_mechanism_agreement a = agree(m, &run, &own);
        double left = leaves(m, own, exact, until);
        if (!(a.horizon <= left)) fail_msg("rtol 1e-%d: %g s, and true %g s", i, a.horizon, left);
        // whichever comes first: a horizon by the tolerance is near the truth
        if (a.tolerance < a.start && !(a.horizon > 0.7 * left))
            fail_msg("rtol 1e-%d: %g s, and true %g s", i, a.horizon, left);
        assert_true(a.horizon == fmin(a.start, a.tolerance) && a.until == until);
        dp_mechanism_trace_free(own);
    }
    dp_mechanism_trace_free(exact);
}

static void it_is_not_later_than_the_error_of_the_run(void **state) {
    (void)state;
    for (int law = SD; law <= LN; law++) {
        struct slider_crank c = slider_crank_defaults((enum mechanism_law)law, 5e-4);
        dp_mechanism *m = slider_crank_build(&c);
        holds(m, 2.0 * CRANK_TURN);
        dp_mechanism_free(m);
    }
}

// --- loops that share a driven crank alone -------------------------------------------------------

enum { LOOP_A = 1, LOOP_B = 2 };

struct loops {
    dp_mechanism_body bodies[5];
    dp_mechanism_joint joints[7];
    int body_count, joint_count;
};

static void add_loop(struct loops *l, bool is_b) {
    double side = is_b ? -1.0 : 1.0;
    int rod = l->body_count, slider = rod + 1;
    dp_mechanism_joint *j = l->joints + l->joint_count;
    l->bodies[rod] = dp_mechanism_body_defaults(is_b ? "rodb" : "roda", 0.21, 2.5e-4);
    l->bodies[slider] = dp_mechanism_body_defaults(is_b ? "sliderb" : "slidera", 0.14, 1e-4);
    j[0] = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, 0, rod, NULL);
    j[0].at[0][0] = 0.05 * side;
    j[0].at[1][0] = -0.06 * side;
    j[1] = dp_mechanism_joint_defaults(DP_JOINT_TRANSLATIONAL, DP_GROUND, slider, NULL);
    j[2] = dp_mechanism_joint_defaults(DP_JOINT_CLEARANCE, rod, slider, NULL);
    j[2].name = is_b ? "pinb" : "pina";
    j[2].at[0][0] = 0.06 * side;
    j[2].bearing_radius = 0.01;
    j[2].journal_radius = is_b ? 9.5e-3 : 9.99e-3;
    j[2].contact = lankarani(is_b ? 0.9 : 0.1);
    l->body_count += 2;
    l->joint_count += 3;
}

// Loop b knocks, loop a follows.
static dp_mechanism *build_loops(const int *loops, int count) {
    struct loops l = {.body_count = 1, .joint_count = 1};
    l.bodies[0] = dp_mechanism_body_defaults("crank", 0.3, 1e-4);
    l.joints[0] = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, 0, NULL);
    for (int i = 0; i < count; i++)
        add_loop(&l, loops[i] == LOOP_B);
    dp_mechanism_driver driver = dp_mechanism_driver_defaults(0, DP_DRIVEN_ANGLE);
    driver.coefficient[0] = 5000.0 * 0.10471975511965977;
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = l.bodies;
    def.body_count = l.body_count;
    def.joints = l.joints;
    def.joint_count = l.joint_count;
    def.drivers = &driver;
    def.driver_count = 1;
    return mechanism_build(&def);
}

static void every_loop_is_moved_in_any_order(void **state) {
    (void)state;
    static const int order[][2] = {{LOOP_B}, {LOOP_A, LOOP_B}, {LOOP_B, LOOP_A}};
    static const char *const names[] = {"sliderb.x", "slidera.x, sliderb.x",
                                        "sliderb.x, slidera.x"};
    double alone = 0.0;
    for (int i = 0; i < 3; i++) {
        dp_mechanism *m = build_loops(order[i], i == 0 ? 1 : 2);
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        dp_mechanism_trace *trace;
        run.until = 0.06;
        run.rtol = 1e-11;
        assert_string_equal(dp_mechanism_perturbed_name(m), names[i]);
        dp_mechanism_agreement a = agree(m, &run, &trace);
        assert_true(a.start < a.tolerance);
        assert_string_equal(dp_mechanism_pair_name(m, a.pair), "pinb");
        if (i == 0) alone = a.horizon;
        // of two loops each is moved by 0.9 to 1 of what one alone is
        CHECK_NEAR(a.horizon, alone, 0.02);
        dp_mechanism_trace_free(trace);
        dp_mechanism_free(m);
    }
}

// Copies have sequences of their own in each loop, and keep them in another order.
static void copies_do_not_depend_on_the_order(void **state) {
    (void)state;
    static const int order[][2] = {{LOOP_A, LOOP_B}, {LOOP_B, LOOP_A}};
    double moved[2][2];
    for (int i = 0; i < 2; i++) {
        dp_mechanism *m = build_loops(order[i], 2);
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        dp_body_state still[5], aside[5];
        run.until = 1e-300;
        run.bodies = still;
        mechanism_run(m, &run);
        run.copy = 2;
        // far enough that no digit is lost
        run.offset = 1e-5;
        run.bodies = aside;
        mechanism_run(m, &run);
        for (int k = 0; k < 2; k++)
            moved[i][order[i][k] - 1] = aside[2 + 2 * k].x - still[2 + 2 * k].x;
        dp_mechanism_free(m);
    }
    for (int k = 0; k < 2; k++) {
        assert_true(fabs(moved[0][k]) > 1e-8);
        CHECK_NEAR(moved[0][k], moved[1][k], 1e-9);
    }
    assert_true(fabs(moved[0][0] - moved[0][1]) > 1e-7);
}

// --- contacts alone ------------------------------------------------------------------------------

// A ball on a table that shakes.
static dp_mechanism *build_ball(double amplitude) {
    enum { KNOTS = 601 };
    static double time[KNOTS], place[KNOTS];
    dp_mechanism_body bodies[] = {dp_mechanism_body_defaults("table", 1.0, 1e-3),
                                  dp_mechanism_body_defaults("ball", 0.03, 1e-6)};
    dp_mechanism_joint rail =
        dp_mechanism_joint_defaults(DP_JOINT_TRANSLATIONAL, DP_GROUND, 0, NULL);
    dp_mechanism_contact floor = dp_mechanism_contact_defaults(DP_TOUCH_PLANE, 1, 0, NULL);
    dp_mechanism_driver driver = dp_mechanism_driver_defaults(0, DP_DRIVEN_Y);
    dp_mechanism_def def = dp_mechanism_defaults();
    for (int i = 0; i < KNOTS; i++) {
        time[i] = 0.005 * i;
        place[i] = amplitude * sin(125.66370614359172 * time[i]);
    }
    rail.axis[0] = 0.0;
    rail.axis[1] = 1.0;
    floor.radius[0] = 0.01;
    floor.normal[0] = 0.0;
    floor.normal[1] = 1.0;
    floor.contact = lankarani(0.9);
    driver.table = (dp_mechanism_table){.time = time, .value = place, .count = KNOTS};
    bodies[1].y = 0.02;
    bodies[1].x = bodies[1].vx = 0.0;
    def.gravity[1] = -9.81;
    def.bodies = bodies;
    def.body_count = 2;
    def.joints = &rail;
    def.joint_count = 1;
    def.touches = &floor;
    def.touch_count = 1;
    def.drivers = &driver;
    def.driver_count = 1;
    return mechanism_build(&def);
}

static void contacts_have_a_horizon_too(void **state) {
    (void)state;
    dp_mechanism *m = build_ball(1.5e-3);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_trace *trace;
    run.until = 3.0;
    dp_mechanism_agreement a = agree(m, &run, &trace);
    assert_true(a.horizon > 0.5 && a.horizon < 3.0 && a.pair == 0);
    assert_true(dp_mechanism_play(trace, 0) > 0.01 && dp_mechanism_play(trace, 0) < 0.5);
    assert_true(isnan(dp_mechanism_play(trace, 1)));
    dp_mechanism_trace_free(trace);
    holds(m, 3.0);
    dp_mechanism_free(m);
}

// The play of a ball that is dropped on a table that stands still is what it bounces back to.
static void play_counts_from_the_first_touch(void **state) {
    (void)state;
    dp_mechanism *m = build_ball(0.0);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_trace *trace;
    dp_mechanism_contact_stats pair;
    dp_body_state body[2];
    // dropped from 10 mm; up to the first bounce and back
    run.until = 0.1;
    run.pairs = &pair;
    run.bodies = body;
    dp_mechanism_agreement a = agree(m, &run, &trace);
    assert_true(isinf(a.horizon) && a.pair == -1 && a.until == 0.1);
    double play = dp_mechanism_play(trace, 0), place[2];
    assert_true(play > 5e-3 && play < 9.5e-3);
    // the highest point of a parabola that is sampled: no place of the trace is above it by more
    // than a step leaves between its ends and its middle
    for (int i = 0; i <= 1000; i++) {
        double time = pair.first_time + (0.1 - pair.first_time) * i / 1000.0;
        dp_mechanism_trace_at(trace, 0, time, place);
        if (place[1] - 0.01 > 1.05 * play) fail_msg("%g m above %g m", place[1] - 0.01, play);
    }
    dp_mechanism_trace_free(trace);
    dp_mechanism_free(m);
}

// --- the trace itself ----------------------------------------------------------------------------

static void a_trace_does_not_change_the_run(void **state) {
    (void)state;
    struct slider_crank c = slider_crank_defaults(LN, 5e-4);
    dp_mechanism *m = slider_crank_build(&c);
    for (int has_watch = 0; has_watch < 2; has_watch++) {
        const int watch[] = {channel(m, "pin.force"), channel(m, "pin.ex"), channel(m, "pin.ey")};
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        dp_mechanism_trace *trace;
        dp_body_state a[3], b[3];
        dp_channel_stats stats[3];
        double row[3][4], place[2];
        run.until = CRANK_TURN;
        run.watch = watch;
        run.watch_count = has_watch ? 3 : 0;
        run.stats = stats;
        run.bodies = a;
        dp_mechanism_result plain = mechanism_run(m, &run);
        run.bodies = b;
        run.row_channels = watch;
        run.row_channel_count = 3;
        run.every = 0.137;
        run.rows = row[0];
        run.row_room = 3;
        agree(m, &run, &trace);
        assert_memory_equal(a, b, sizeof a);
        assert_true(plain.row_count == 0);
        // and it is where the rows are: to a part of what 1 % of the clearance is
        for (int i = 0; i < 3; i++) {
            dp_mechanism_trace_at(trace, 0, row[i][0], place);
            CHECK_WITHIN(place[0], row[i][2], 1e-8);
            CHECK_WITHIN(place[1], row[i][3], 1e-8);
        }
        dp_mechanism_trace_at(trace, 0, 1.01 * CRANK_TURN, place);
        assert_true(isnan(place[0]) && isnan(place[1]));
        dp_mechanism_trace_at(trace, 7, 0.0, place);
        assert_true(isnan(place[0]));
        dp_mechanism_trace_free(trace);
    }
    dp_mechanism_trace_free(NULL);
    dp_mechanism_free(m);
}

static void tolerances_are_those_that_act(void **state) {
    (void)state;
    struct slider_crank c = slider_crank_defaults(LN, 5e-4);
    dp_mechanism *m = slider_crank_build(&c);
    static const double asked[] = {1e-3, 1e-8, 1e-12, 1e-13};
    for (int i = 0; i < 4; i++) {
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        dp_mechanism_trace *trace;
        run.until = 0.02;
        run.rtol = asked[i];
        dp_mechanism_agreement a = agree(m, &run, &trace);
        // a clearance of 0.5 mm holds positions to 50 nm in a mechanism of some 0.4 m
        assert_true(i > 0 ? a.rtol == asked[i] : a.rtol < 2e-7 && a.rtol > 5e-8);
        CHECK_NEAR(a.other_rtol, i == 3 ? 1e-12 : fmax(0.01 * a.rtol, 1e-13), 1e-12);
        dp_mechanism_trace_free(trace);
    }
    dp_mechanism_free(m);
}

// Where nothing can part there is nothing to compare.
static void ideal_joints_have_no_horizon(void **state) {
    (void)state;
    struct slider_crank c = slider_crank_defaults(LN, 5e-4);
    c.ideal = 1;
    dp_mechanism *m = slider_crank_build(&c);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_trace *trace;
    run.until = CRANK_TURN;
    dp_mechanism_agreement a = agree(m, &run, &trace);
    assert_true(isinf(a.horizon) && isinf(a.start) && isinf(a.tolerance) && a.until == run.until);
    dp_mechanism_trace_free(trace);
    dp_mechanism_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_not_later_than_the_error_of_the_run),
        cmocka_unit_test(every_loop_is_moved_in_any_order),
        cmocka_unit_test(copies_do_not_depend_on_the_order),
        cmocka_unit_test(contacts_have_a_horizon_too),
        cmocka_unit_test(play_counts_from_the_first_touch),
        cmocka_unit_test(a_trace_does_not_change_the_run),
        cmocka_unit_test(tolerances_are_those_that_act),
        cmocka_unit_test(ideal_joints_have_no_horizon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
