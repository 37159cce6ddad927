// Tests for src/mechanism: lines that turn, bearings that turn, and touches that are easy to miss.

#include "check.h"
#include "mechanism_cases.h"

static dp_contact_def steel(void) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("lankarani-nikravesh"));
    dp_error err;
    def.pair.modulus = 1e11;
    assert_int_equal(dp_law_set(&def.law, "restitution", 0.8, &err), DP_OK);
    return def;
}

static dp_mechanism_joint loose(int first, int second) {
    dp_mechanism_joint joint = dp_mechanism_joint_defaults(DP_JOINT_CLEARANCE, first, second, NULL);
    joint.contact = steel();
    joint.journal_radius = 9.5e-3;
    joint.bearing_radius = 0.01;
    return joint;
}

// An oscillating cylinder: the piston rod slides in a body that turns, and that slide is cut. The
// crank turns freely, so energy is kept only if every acceleration of the moving line is right.
static void a_line_that_turns_closes_a_loop(void **state) {
    (void)state;
    dp_mechanism_body bodies[] = {dp_mechanism_body_defaults("crank", 1.0, 0.01),
                                  dp_mechanism_body_defaults("piston", 0.5, 0.002),
                                  dp_mechanism_body_defaults("cylinder", 2.0, 0.05)};
    dp_mechanism_joint joints[] = {
        dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, 0, NULL),
        dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, 2, NULL),
        dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, 0, 1, NULL),
        dp_mechanism_joint_defaults(DP_JOINT_TRANSLATIONAL, 2, 1, NULL)};
    bodies[0].omega = 15.0;
    joints[1].at[0][0] = 0.4;
    joints[1].at[1][0] = 0.05;
    joints[2].at[0][0] = 0.1;
    joints[2].at[1][0] = -0.1;
    joints[3].through[1] = 0.02;
    joints[3].at[1][1] = 0.02;
    dp_mechanism_def def = dp_mechanism_defaults();
    def.gravity[1] = -9.81;
    def.bodies = bodies;
    def.body_count = 3;
    def.joints = joints;
    def.joint_count = 4;
    dp_mechanism *m = mechanism_build(&def);
    assert_int_equal(dp_mechanism_mobility(m), 1);
    dp_body_state end[3];
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 1.0;
    run.rtol = 1e-10;
    run.bodies = end;
    dp_mechanism_result result = mechanism_run(m, &run);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-9);
    assert_true(result.constraint_error < 1e-10);
    // the rod lies in the cylinder
    CHECK_WITHIN(end[1].angle, end[2].angle, 1e-11);
    double x = end[1].x - end[2].x, y = end[1].y - end[2].y;
    CHECK_WITHIN(-x * sin(end[2].angle) + y * cos(end[2].angle), 0.0, 1e-11);
    dp_mechanism_free(m);
}

// A spinning journal rubs in a bearing that floats: what one loses of angular momentum the other
// gains, but for the indentation, by which the two arms of the friction force differ.
static void friction_turns_both_bodies(void **state) {
    (void)state;
    dp_mechanism_body bodies[] = {dp_mechanism_body_defaults("journal", 1.0, 5e-5),
                                  dp_mechanism_body_defaults("ring", 2.0, 4e-4)};
    for (int i = 0; i < 2; i++)
        bodies[i].x = bodies[i].y = 0.0;
    bodies[0].vx = 0.3;
    bodies[0].omega = 50.0;
    dp_mechanism_joint joint = loose(0, 1);
    joint.friction = dp_friction_defaults(dp_friction_law_find("coulomb"));
    dp_error err;
    assert_int_equal(dp_friction_set(&joint.friction, "mu", 0.2, &err), DP_OK);
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = bodies;
    def.body_count = 2;
    def.joints = &joint;
    def.joint_count = 1;
    dp_mechanism *m = mechanism_build(&def);
    dp_body_state end[2];
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 0.02;
    run.bodies = end;
    mechanism_run(m, &run);
    double before = 5e-5 * 50.0, after = 0.0;
    for (int i = 0; i < 2; i++)
        after += bodies[i].mass * (end[i].x * end[i].vy - end[i].y * end[i].vx) +
                 bodies[i].inertia * end[i].omega;
    assert_true(end[0].omega < 45.0 && end[1].omega > 0.1);
    // indentation over radius: 1e-5/1e-2
    CHECK_NEAR(after, before, 2e-3);
    CHECK_WITHIN(end[0].vx + 2.0 * end[1].vx, 0.3, 1e-9);
    dp_mechanism_free(m);
}

// A bearing jerked aside and back within a thousandth of a long run: its wall meets the journal.
static void a_quick_jerk_in_a_long_run_is_not_missed(void **state) {
    (void)state;
    const double time[] = {0.0, 4.0, 4.001, 4.002, 4.003, 10.0};
    const double value[] = {0.0, 0.0, 1e-3, 1e-3, 0.0, 0.0};
    dp_mechanism_body bodies[] = {dp_mechanism_body_defaults("block", 1.0, 0.01),
                                  dp_mechanism_body_defaults("journal", 1.0, 5e-5)};
    dp_mechanism_joint joints[] = {
        dp_mechanism_joint_defaults(DP_JOINT_TRANSLATIONAL, DP_GROUND, 0, NULL), loose(1, 0)};
    dp_mechanism_driver driver = dp_mechanism_driver_defaults(0, DP_DRIVEN_X);
    driver.table =
        (dp_mechanism_table){.time = time, .value = value, .count = 6, .shape = DP_TABLE_HERMITE};
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = bodies;
    def.body_count = 2;
    def.joints = joints;
    def.joint_count = 2;
    def.drivers = &driver;
    def.driver_count = 1;
    dp_mechanism *m = mechanism_build(&def);
    dp_mechanism_contact_stats pair;
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 4.02;
    run.rtol = 1e-3;
    run.no_ledger = 1;
    run.pairs = &pair;
    mechanism_run(m, &run);
    // half a millimetre aside in the middle of a cubic that rises by one with level ends
    CHECK_NEAR(pair.first_time, 4.0005, 1e-10);
    dp_mechanism_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_that_turns_closes_a_loop),
        cmocka_unit_test(friction_turns_both_bodies),
        cmocka_unit_test(a_quick_jerk_in_a_long_run_is_not_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
