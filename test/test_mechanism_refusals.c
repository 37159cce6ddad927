// Tests for src/mechanism: every part of a definition that is wrong is refused by its name, and
// what a mechanism says about itself.

#include "check.h"
#include "mechanism_cases.h"

// A slider-crank with a stop and a spring, that the tests spoil in one place each.
struct parts {
    dp_mechanism_body bodies[3];
    dp_mechanism_joint joints[4];
    dp_mechanism_contact touch;
    dp_mechanism_driver driver;
    dp_mechanism_force force;
    dp_mechanism_def def;
};

static void make(struct parts *p) {
    dp_error err;
    p->bodies[0] = dp_mechanism_body_defaults("crank", 1.0, 0.01);
    p->bodies[1] = dp_mechanism_body_defaults("rod_2", 1.0, 0.01);
    p->bodies[2] = dp_mechanism_body_defaults("Slider-A", 1.0, 0.01);
    p->joints[0] = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, 0, NULL);
    p->joints[1] = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, 0, 1, NULL);
    p->joints[2] = dp_mechanism_joint_defaults(DP_JOINT_TRANSLATIONAL, DP_GROUND, 2, NULL);
    p->joints[3] = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, 1, 2, NULL);
    p->joints[1].at[0][0] = 0.05;
    p->joints[1].at[1][0] = -0.15;
    p->joints[3].at[0][0] = 0.15;
    p->touch =
        dp_mechanism_contact_defaults(DP_TOUCH_PLANE, 2, DP_GROUND, dp_law_find("kelvin-voigt"));
    p->touch.contact.pair.stiffness = 1e6;
    assert_int_equal(dp_law_set(&p->touch.contact.law, "damping", 10.0, &err), DP_OK);
    p->touch.radius[0] = 0.01;
    p->touch.at[1][0] = 1.0;
    p->touch.normal[0] = -1.0;
    p->touch.normal[1] = 0.0;
    p->driver = dp_mechanism_driver_defaults(0, DP_DRIVEN_ANGLE);
    p->driver.coefficient[0] = 20.0;
    p->force = dp_mechanism_force_defaults(DP_FORCE_SPRING, DP_GROUND, 2);
    p->force.stiffness = 100.0;
    p->def = dp_mechanism_defaults();
    p->def.bodies = p->bodies;
    p->def.body_count = 3;
    p->def.joints = p->joints;
    p->def.joint_count = 4;
    p->def.touches = &p->touch;
    p->def.touch_count = 1;
    p->def.drivers = &p->driver;
    p->def.driver_count = 1;
    p->def.forces = &p->force;
    p->def.force_count = 1;
}

static void expect(const struct parts *p, dp_status status, const char *words, int line) {
    dp_mechanism *m;
    dp_error err = {0};
    dp_status got = dp_mechanism_build(&m, &p->def, &err);
    dp_mechanism_free(m);
    if (got == DP_OK) fail_msg("line %d: was built", line);
    if (got != status || strstr(err.text, words) == NULL)
        fail_msg("line %d: status %d, said: %s", line, got, err.text);
}

// Spoil one thing in a good one, and see it refused.
#define REFUSED(change, status, words)                                                             \
    do {                                                                                           \
        struct parts p;                                                                            \
        make(&p);                                                                                  \
        change;                                                                                    \
        expect(&p, (status), (words), __LINE__);                                                   \
    } while (0)

static void definitions(void **state) {
    (void)state;
    REFUSED(p.def.body_count = 0, DP_ERR_MISSING, "a mechanism needs a body");
    REFUSED(p.def.bodies = NULL, DP_ERR_MISSING, "a mechanism needs a body");
    REFUSED(p.def.joint_count = -1, DP_ERR_RANGE, "is negative");
    REFUSED(p.def.touch_count = -1, DP_ERR_RANGE, "is negative");
    REFUSED(p.def.driver_count = -1, DP_ERR_RANGE, "is negative");
    REFUSED(p.def.force_count = -1, DP_ERR_RANGE, "is negative");
    REFUSED(p.def.gravity[0] = NAN, DP_ERR_MISSING, "gravity: x is missing");
    REFUSED(p.def.gravity[1] = INFINITY, DP_ERR_RANGE, "gravity: y is infinite");
}

static void bodies(void **state) {
    (void)state;
    REFUSED(p.bodies[1].mass = INFINITY, DP_ERR_RANGE, "body rod_2 has the mass inf");
    REFUSED(p.bodies[1].inertia = INFINITY, DP_ERR_RANGE, "body rod_2 has the inertia inf");
    REFUSED(p.bodies[1].mass = NAN, DP_ERR_RANGE, "body rod_2 has the mass");
    REFUSED(p.bodies[1].vy = -INFINITY, DP_ERR_RANGE, "body rod_2: its start is infinite");
    REFUSED(p.bodies[1].angle = -2e6, DP_ERR_RANGE, "give it within a turn");
    REFUSED(p.bodies[1].name = "", DP_ERR_RANGE, "'' cannot name a body");
    REFUSED(p.bodies[1].name = "two words", DP_ERR_RANGE, "'two words' cannot name a body");
    REFUSED(p.bodies[1].name = "a.b", DP_ERR_RANGE, "'a.b' cannot name a body");
    REFUSED(p.bodies[1].name = "{x}", DP_ERR_RANGE, "'{x}' cannot name a body");
    REFUSED(p.bodies[1].name = "a-name-that-goes-on-and-on-and-on-beyond-all-bounds", DP_ERR_RANGE,
            "cannot name a body");
}

static void joints(void **state) {
    (void)state;
    REFUSED(p.joints[1].name = "a b", DP_ERR_RANGE, "'a b' cannot name a joint");
    REFUSED(p.joints[1].first = -2, DP_ERR_UNKNOWN_NAME, "joint2 refers to body -2");
    REFUSED(p.joints[0].second = DP_GROUND, DP_ERR_CONFLICT, "joint1 joins the ground to itself");
    REFUSED(p.joints[1].angle = INFINITY, DP_ERR_RANGE, "joint2: angle is infinite");
    REFUSED(p.joints[2].axis[0] = INFINITY, DP_ERR_RANGE, "joint joint3 needs an axis");
    REFUSED(p.joints[2].through[0] = NAN, DP_ERR_MISSING, "joint3: through is missing");
    REFUSED(p.joints[2].through[1] = NAN, DP_ERR_MISSING, "joint3: through is missing");
    REFUSED(p.joints[3].type = DP_JOINT_CLEARANCE, DP_ERR_RANGE, "joint joint4 needs a journal");
    REFUSED((p.joints[3].type = DP_JOINT_CLEARANCE, p.joints[3].journal_radius = 0.01,
             p.joints[3].bearing_radius = INFINITY),
            DP_ERR_RANGE, "joint joint4 needs a journal radius");
    REFUSED((p.joints[2].type = DP_JOINT_GUIDE_CLEARANCE, p.joints[2].axis[0] = 0.0), DP_ERR_RANGE,
            "joint joint3 needs an axis");
    REFUSED(p.joints[3].type = (dp_joint_type)9, DP_ERR_RANGE, "joint joint4 has an unknown type");
}

static void guides(void **state) {
    (void)state;
    // a length, a height and a gap, each of them missing, none or without end
    for (int entry = 0; entry < 3; entry++) {
        const double bad[] = {NAN, 0.0, INFINITY};
        for (int i = 0; i < 3; i++) {
            struct parts p;
            make(&p);
            dp_mechanism_joint *j = &p.joints[2];
            j->type = DP_JOINT_GUIDE_CLEARANCE;
            j->contact = p.touch.contact;
            j->length = 0.1;
            j->height = 0.02;
            j->gap = 1e-3;
            *(entry == 0 ? &j->length : entry == 1 ? &j->height : &j->gap) = bad[i];
            expect(&p, DP_ERR_RANGE, "joint joint3 needs a length, a height and a gap", __LINE__);
        }
    }
}

static void drivers(void **state) {
    (void)state;
    static const double time[] = {0.0, 1.0}, value[] = {0.0, NAN};
    REFUSED(p.driver.cookie = 0, DP_ERR_NOT_INITIALIZED,
            "dp_mechanism_driver_defaults to make driver 1");
    REFUSED(p.driver.body = 7, DP_ERR_UNKNOWN_NAME, "driver 1 refers to body 7");
    REFUSED(p.driver.body = -3, DP_ERR_UNKNOWN_NAME, "driver 1 refers to body -3");
    REFUSED(p.driver.name = "a b", DP_ERR_RANGE, "'a b' cannot name a driver");
    REFUSED(p.driver.start = INFINITY, DP_ERR_RANGE, "the driver of crank starts at infinity");
    REFUSED(p.driver.coefficient[2] = NAN, DP_ERR_RANGE, "crank: coefficient 3 is not a number");
    REFUSED((p.driver.table =
                 (dp_mechanism_table){
                     .time = time, .value = value, .count = 1, .shape = DP_TABLE_SPLINE}),
            DP_ERR_RANGE, "crank: a table needs two points");
    REFUSED((p.driver.table =
                 (dp_mechanism_table){
                     .time = NULL, .value = value, .count = 2, .shape = DP_TABLE_SPLINE}),
            DP_ERR_RANGE, "crank: a table needs two points");
    REFUSED((p.driver.table =
                 (dp_mechanism_table){
                     .time = time, .value = NULL, .count = 2, .shape = DP_TABLE_SPLINE}),
            DP_ERR_RANGE, "crank: a table needs two points");
    REFUSED((p.driver.table =
                 (dp_mechanism_table){
                     .time = time, .value = value, .count = 2, .shape = DP_TABLE_SPLINE}),
            DP_ERR_RANGE, "crank: point 2 of the table is not a number");
    REFUSED((p.driver.table =
                 (dp_mechanism_table){
                     .time = value, .value = time, .count = 2, .shape = DP_TABLE_HERMITE}),
            DP_ERR_RANGE, "crank: point 2 of the table is not a number");
}

static void drivers_of_what_is_held(void **state) {
    (void)state;
    // welded to the ground, on a line along y, on a line of a body that turns
    REFUSED((p.joints[0].type = DP_JOINT_FIXED, p.driver.what = DP_DRIVEN_X, p.driver.start = 0.0),
            DP_ERR_CONFLICT, "the driver of crank cannot move it: the body is fixed");
    REFUSED((p.joints[2].axis[0] = 0.0, p.joints[2].axis[1] = 1.0, p.driver.body = 2,
             p.driver.what = DP_DRIVEN_X, p.driver.start = 0.0),
            DP_ERR_CONFLICT, "the driver of Slider-A cannot move it in x: it slides along y");
    REFUSED((p.joints[1].type = DP_JOINT_TRANSLATIONAL, p.driver.body = 1), DP_ERR_CONFLICT,
            "its joint keeps its angle to crank");
    REFUSED((p.joints[1].type = DP_JOINT_TRANSLATIONAL, p.driver.body = 1,
             p.driver.what = DP_DRIVEN_X, p.driver.start = 0.0),
            DP_ERR_CONFLICT, "which is not a coordinate of its joint");
}

static void contacts(void **state) {
    (void)state;
    REFUSED(p.touch.cookie = 0, DP_ERR_NOT_INITIALIZED,
            "dp_mechanism_contact_defaults to make contact1");
    REFUSED(p.touch.first = 3, DP_ERR_UNKNOWN_NAME, "contact1 refers to a body that is not there");
    REFUSED(p.touch.first = -2, DP_ERR_UNKNOWN_NAME, "contact1 refers to a body");
    REFUSED(p.touch.second = 3, DP_ERR_UNKNOWN_NAME, "contact1 refers to a body");
    REFUSED(p.touch.second = -2, DP_ERR_UNKNOWN_NAME, "contact1 refers to a body");
    REFUSED((p.touch.name = "stop", p.touch.second = 2), DP_ERR_CONFLICT,
            "stop is between a body and itself");
    REFUSED(p.touch.radius[0] = NAN, DP_ERR_RANGE, "contact1 needs its radius");
    REFUSED(p.touch.radius[0] = INFINITY, DP_ERR_RANGE, "contact1 needs its radius");
    REFUSED(p.touch.type = DP_TOUCH_CIRCLES, DP_ERR_RANGE, "both radii for two circles");
    REFUSED((p.touch.type = DP_TOUCH_CIRCLES, p.touch.radius[1] = INFINITY), DP_ERR_RANGE,
            "both radii for two circles");
    REFUSED((p.touch.type = DP_TOUCH_CIRCLES, p.touch.radius[0] = p.touch.radius[1] = 0.0),
            DP_ERR_RANGE, "both radii for two circles");
    REFUSED(p.touch.normal[0] = 0.0, DP_ERR_RANGE, "contact1 needs a normal that is not zero");
    REFUSED(p.touch.normal[0] = INFINITY, DP_ERR_RANGE, "contact1 needs a normal");
    REFUSED(p.touch.at[0][1] = NAN, DP_ERR_RANGE, "contact1: a coordinate of its points");
    REFUSED(p.touch.contact.pair.stiffness = NAN, DP_ERR_MISSING, "contact1: ");
    // two parts that share a name would share a channel
    REFUSED(p.joints[0].name = "crank", DP_ERR_CONFLICT,
            "two channels would be called crank.moment");
}

static void forces(void **state) {
    (void)state;
    REFUSED(p.force.cookie = 0, DP_ERR_NOT_INITIALIZED,
            "dp_mechanism_force_defaults to make force1");
    REFUSED(p.force.first = 3, DP_ERR_UNKNOWN_NAME, "force1 refers to a body that is not there");
    REFUSED(p.force.first = -2, DP_ERR_UNKNOWN_NAME, "force1 refers to a body");
    REFUSED(p.force.second = 3, DP_ERR_UNKNOWN_NAME, "force1 refers to a body");
    REFUSED(p.force.second = -2, DP_ERR_UNKNOWN_NAME, "force1 refers to a body");
    REFUSED((p.force.name = "coil", p.force.first = 2), DP_ERR_CONFLICT,
            "coil is between a body and itself");
    REFUSED((p.force.type = DP_FORCE_TORQUE, p.force.second = DP_GROUND), DP_ERR_CONFLICT,
            "force1 acts on the ground");
    REFUSED(p.force.stiffness = NAN, DP_ERR_RANGE, "force1: one of its values is not a number");
    REFUSED(p.force.rest = INFINITY, DP_ERR_RANGE, "force1: one of its values is not a number");
    REFUSED(p.force.damping = -1.0, DP_ERR_RANGE, "force1 has the damping -1");
    static const double time[] = {0.0, 0.0}, value[] = {0.0, 1.0};
    REFUSED((p.force.type = DP_FORCE_APPLIED,
             p.force.factor =
                 (dp_mechanism_table){
                     .time = time, .value = value, .count = 2, .shape = DP_TABLE_SPLINE}),
            DP_ERR_RANGE, "force1: the times of a table must grow");
}

// A start that a joint or a driver decides may be given as it is, not otherwise.
static void starts(void **state) {
    (void)state;
    REFUSED(p.bodies[2].y = 0.01, DP_ERR_CONFLICT, "Slider-A: its start has y = 0.01 m");
    REFUSED(p.bodies[0].x = 0.2, DP_ERR_CONFLICT, "but joint joint1 decides it (0 m)");
    REFUSED(p.bodies[0].omega = 3.0, DP_ERR_CONFLICT, "but its driver decides it (20 rad/s)");
    REFUSED(p.bodies[0].vx = 1.0, DP_ERR_CONFLICT, "has vx = 1 m/s, but joint joint1 decides");
    struct parts p;
    make(&p);
    p.bodies[2].y = 0.0;
    p.bodies[0].omega = 20.0;
    p.bodies[0].angle = 6.283185307179586;  // a turn more is the same place
    p.driver.start = 0.0;
    dp_mechanism_free(mechanism_build(&p.def));
}

static dp_status build_on_line(const double line[2], double x, double y, double vx, double vy,
                               dp_error *err) {
    dp_mechanism_body body = dp_mechanism_body_defaults("bead", 1.0, 0.01);
    dp_mechanism_joint joint =
        dp_mechanism_joint_defaults(DP_JOINT_TRANSLATIONAL, DP_GROUND, 0, NULL);
    memcpy(joint.axis, line, sizeof joint.axis);
    body.x = x;
    body.y = y;
    body.vx = vx;
    body.vy = vy;
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = &body;
    def.body_count = 1;
    def.joints = &joint;
    def.joint_count = 1;
    dp_mechanism *m = NULL;
    dp_status status = dp_mechanism_build(&m, &def, err);
    if (status == DP_OK) {
        dp_body_state start;
        assert_int_equal(dp_mechanism_start(m, &start, err), DP_OK);
        // wherever it was put, it is on its line and moves along it
        CHECK_WITHIN(line[1] * start.x - line[0] * start.y, 0.0, 1e-14);
        CHECK_WITHIN(line[1] * start.vx - line[0] * start.vy, 0.0, 1e-14);
        if (!isnan(x)) CHECK_WITHIN(start.x, x, 1e-14);
        if (!isnan(y)) CHECK_WITHIN(start.y, y, 1e-14);
        if (!isnan(vx)) CHECK_WITHIN(start.vx, vx, 1e-14);
        if (!isnan(vy)) CHECK_WITHIN(start.vy, vy, 1e-14);
    }
    dp_mechanism_free(m);
    return status;
}

// On an oblique line one coordinate says where, two must agree.
static void starts_on_an_oblique_line(void **state) {
    (void)state;
    const double steep[2] = {3.0, 4.0}, even[2] = {1.0, 1.0};
    dp_error err = {0};
    assert_int_equal(build_on_line(steep, 0.3, 0.4, 0.6, 0.8, &err), DP_OK);
    assert_int_equal(build_on_line(steep, 0.3, NAN, NAN, 0.8, &err), DP_OK);
    assert_int_equal(build_on_line(steep, NAN, 0.4, 0.6, NAN, &err), DP_OK);
    assert_int_equal(build_on_line(steep, 0.3, 0.3, NAN, NAN, &err), DP_ERR_CONFLICT);
    assert_non_null(strstr(err.text, "body bead: its start has x = 0.3 m"));
    assert_int_equal(build_on_line(steep, 0.3, 0.4, 0.6, -0.8, &err), DP_ERR_CONFLICT);
    assert_non_null(strstr(err.text, "vx = 0.6 m/s"));
    assert_int_equal(build_on_line(even, 0.3, 0.3, 0.6, 0.6, &err), DP_OK);
    assert_int_equal(build_on_line(even, 0.3, -0.3, NAN, NAN, &err), DP_ERR_CONFLICT);
}

// A law that takes its damping from the approach speed cannot begin inside.
static void a_touch_at_the_start_needs_its_speed(void **state) {
    (void)state;
    dp_mechanism_body body = dp_mechanism_body_defaults("ball", 1.0, 0.01);
    body.x = 0.0;
    body.y = 0.0999;
    dp_mechanism_contact touch =
        dp_mechanism_contact_defaults(DP_TOUCH_PLANE, 0, DP_GROUND, dp_law_find("flores"));
    dp_error err = {0};
    touch.radius[0] = 0.1;
    touch.contact.pair.modulus = 1e9;
    assert_int_equal(dp_law_set(&touch.contact.law, "restitution", 0.5, &err), DP_OK);
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = &body;
    def.body_count = 1;
    def.touches = &touch;
    def.touch_count = 1;
    dp_mechanism *m;
    assert_int_equal(dp_mechanism_build(&m, &def, &err), DP_ERR_MISSING);
    assert_non_null(strstr(err.text, "contact1 already touches at the start, 0.0"));
    assert_non_null(strstr(err.text, " m deep"));
    touch.contact.approach = 0.1;
    dp_mechanism_free(mechanism_build(&def));
    touch.contact.approach = NAN;
    body.y = 0.1001;
    dp_mechanism_free(mechanism_build(&def));
}

static int refuse_run(const dp_mechanism *m, const dp_mechanism_run_def *run, dp_status status,
                      const char *words) {
    dp_mechanism_result result;
    dp_error err = {0};
    return dp_mechanism_run(m, run, &result, &err) == status && strstr(err.text, words) != NULL &&
           result.failed_body == -1;
}

static void runs(void **state) {
    (void)state;
    struct parts p;
    make(&p);
    dp_mechanism *m = mechanism_build(&p.def);
    const int none[] = {-1}, last[] = {dp_mechanism_channel_count(m)};
    dp_channel_stats stats[1];
    dp_mechanism_run_def good = dp_mechanism_run_defaults(), run;
    good.until = 0.1;
    good.stats = stats;
#define RUN_REFUSED(change, status, words)                                                         \
    run = good;                                                                                    \
    change;                                                                                        \
    assert_true(refuse_run(m, &run, (status), (words)))
    RUN_REFUSED(run.cookie = 0, DP_ERR_NOT_INITIALIZED, "dp_mechanism_run_defaults");
    RUN_REFUSED(run.until = INFINITY, DP_ERR_RANGE, "until is inf s");
    RUN_REFUSED(run.skip = -0.1, DP_ERR_RANGE, "skip is -0.1 s");
    RUN_REFUSED(run.rtol = 1e-15, DP_ERR_RANGE, "rtol is 1e-15");
    RUN_REFUSED(run.every = 1e-300, DP_ERR_RANGE, "every is 1e-300 s; it must leave at most");
    RUN_REFUSED(run.every = -1.0, DP_ERR_RANGE, "every is -1 s; it must not be negative");
    RUN_REFUSED(run.section_every = 1e-12, DP_ERR_RANGE, "section_every is 1e-12 s");
    RUN_REFUSED((run.watch = none, run.watch_count = 1), DP_ERR_RANGE, "watch 0 is not a channel");
    RUN_REFUSED((run.watch = last, run.watch_count = 1), DP_ERR_RANGE, "watch 0 is not a channel");
    RUN_REFUSED((run.row_channels = none, run.row_channel_count = 1), DP_ERR_RANGE,
                "row channel 0 is not a channel");
    RUN_REFUSED((run.row_channels = last, run.row_channel_count = 1), DP_ERR_RANGE,
                "row channel 0 is not a channel");
#undef RUN_REFUSED
    dp_mechanism_free(m);
}

// What a mechanism says about itself; nothing past the ends.
static void questions(void **state) {
    (void)state;
    struct parts p;
    make(&p);
    dp_mechanism *m = mechanism_build(&p.def);
    assert_int_equal(dp_mechanism_body_count(m), 3);
    assert_string_equal(dp_mechanism_body_name(m, 2), "Slider-A");
    assert_null(dp_mechanism_body_name(m, 3));
    assert_null(dp_mechanism_body_name(m, -1));
    // rod and slider are unknown, the pin closes the loop in x and y
    assert_int_equal(dp_mechanism_coordinates(m), 2);
    assert_int_equal(dp_mechanism_constraints(m), 2);
    assert_int_equal(dp_mechanism_mobility(m), 0);
    // from the origin to the far end of the rod
    CHECK_WITHIN(dp_mechanism_size(m), 0.35, 1e-12);
    assert_int_equal(dp_mechanism_pair_count(m), 1);
    assert_string_equal(dp_mechanism_pair_name(m, 0), "contact1");
    assert_null(dp_mechanism_pair_name(m, 1));
    assert_null(dp_mechanism_pair_name(m, -1));
    assert_true(isnan(dp_mechanism_pair_gap(m, 0)) && isnan(dp_mechanism_pair_gap(m, -1)));
    assert_true(isnan(dp_mechanism_pair_gap(m, 1)));
    assert_null(dp_mechanism_redundant(m, -1));
    int count = dp_mechanism_channel_count(m);
    // nine of each body, two of the driver, four of each joint, eleven of the pair
    assert_int_equal(count, 3 * 9 + 2 + 4 * 4 + 11);
    assert_null(dp_mechanism_channel(m, count));
    for (int i = 0; i < count; i++) {
        const dp_channel *c = dp_mechanism_channel(m, i);
        assert_int_equal(dp_mechanism_channel_find(m, c->name), i);
    }
    assert_int_equal(dp_mechanism_channel_find(m, "crank.nothing"), -1);
    // without clearance there is nothing to lose sight of
    double horizon = 0.0;
    dp_error err = {0};
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 1.0;
    assert_int_equal(dp_mechanism_horizon(m, &run, 0.0, &horizon, &err), DP_OK);
    assert_true(isinf(horizon));
    dp_mechanism_free(m);

    p.bodies[0].name = NULL;
    m = mechanism_build(&p.def);
    assert_string_equal(dp_mechanism_body_name(m, 0), "body1");
    dp_mechanism_free(m);
}

static void a_horizon_wants_a_sensible_grid(void **state) {
    (void)state;
    struct slider_crank c = slider_crank_defaults(HC, 5e-4);
    dp_mechanism *m = slider_crank_build(&c);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_error err = {0};
    double horizon;
    run.until = 1.0;
    assert_int_equal(dp_mechanism_horizon(m, &run, 1e-12, &horizon, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "every is 1e-12 s; it must leave at most 1e8 rows"));
    // a run that is refused is refused here too
    run.rtol = 1.0;
    assert_int_equal(dp_mechanism_horizon(m, &run, 0.01, &horizon, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "rtol"));
    CHECK_WITHIN(dp_mechanism_pair_gap(m, 0), 5e-4, 1e-15);
    dp_mechanism_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definitions),
        cmocka_unit_test(bodies),
        cmocka_unit_test(joints),
        cmocka_unit_test(guides),
        cmocka_unit_test(drivers),
        cmocka_unit_test(drivers_of_what_is_held),
        cmocka_unit_test(contacts),
        cmocka_unit_test(forces),
        cmocka_unit_test(starts),
        cmocka_unit_test(starts_on_an_oblique_line),
        cmocka_unit_test(a_touch_at_the_start_needs_its_speed),
        cmocka_unit_test(runs),
        cmocka_unit_test(questions),
        cmocka_unit_test(a_horizon_wants_a_sensible_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
