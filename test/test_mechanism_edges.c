// Tests for src/mechanism: corners of the motion that no slider-crank reaches, against closed forms
// and conservation laws.

#include "check.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

// --- drivers -------------------------------------------------------------------------------------

// A cart that rolls freely and an arm on it that a motor turns: nothing pushes along x from
// outside, so the common centre of mass stays where it is in x.
static void a_motor_on_a_cart(void **state) {
    (void)state;
    const double cart = 3.0, arm = 1.5, l = 0.4, inertia = 0.07, g = 9.81;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "cart", cart, 0.1);
    add_body(&p, "arm", arm, inertia);
    add_joint(&p, DP_JOINT_TRANSLATIONAL, DP_GROUND, 0);
    add_pin(&p, 0, 0.0, 1, -l)->name = "hinge";
    add_motor(&p, 1, 2.0, 1.5);
    p.def.gravity[1] = -g;
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    dp_mechanism_result result =
        record(m, 2.0, 0.05,
               "cart.x hinge.fx hinge.fy hinge.force hinge.moment arm.moment arm.power", &rows);
    assert_int_equal(rows.count, 41);
    for (int i = 0; i < rows.count; i++) {
        const double *v = rows.value[i], t = rows.time[i];
        double angle = 2.0 * t + 1.5 * t * t, w = 2.0 + 3.0 * t, alpha = 3.0;
        double c = cos(angle), s = sin(angle);
        CHECK_WITHIN(v[0], arm * l / (cart + arm) * (1.0 - c), 1e-10);
        // the centre of the arm: the pull of the hinge is mass times its acceleration
        double ax = -cart / (cart + arm) * l * (alpha * s + w * w * c);
        double ay = l * (alpha * c - w * w * s);
        double fx = arm * ax, fy = arm * (ay + g);
        CHECK_WITHIN(v[1], fx, 1e-9 * arm * l * 100.0);
        CHECK_WITHIN(v[2], fy, 1e-9 * arm * l * 100.0);
        CHECK_NEAR(v[3], hypot(fx, fy), 1e-9);
        CHECK_WITHIN(v[4], 0.0, 1e-10);  // a hinge passes no moment, the motor does
        double moment = inertia * alpha + l * (c * fy - s * fx);
        CHECK_WITHIN(v[5], moment, 1e-8);
        CHECK_WITHIN(v[6], moment * w, 1e-7);
    }
    CHECK_WITHIN(result.energy.error, 0.0, 1e-9);
    dp_mechanism_free(m);
}

// The same with a bob that swings at the end of the arm: what is driven has a moving load. Along x
// nothing comes from outside still, and the motor gives all the energy.
static void a_motor_with_a_swinging_load(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "cart", 3.0, 0.1);
    add_body(&p, "arm", 1.5, 0.07);
    add_body(&p, "bob", 0.8, 0.02)->angle = -1.0;
    add_joint(&p, DP_JOINT_TRANSLATIONAL, DP_GROUND, 0);
    add_pin(&p, 0, 0.0, 1, -0.4);
    add_pin(&p, 1, 0.4, 2, -0.25);
    add_motor(&p, 1, 2.0, 1.5);
    p.def.gravity[1] = -9.81;
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    dp_mechanism_result result =
        record(m, 2.0, 0.05, "cart.vx arm.vx bob.vx cart.ax arm.ax bob.ax", &rows);
    const double *from = rows.value[0];
    for (int i = 0; i < rows.count; i++) {
        const double *v = rows.value[i];
        CHECK_WITHIN(3.0 * (v[0] - from[0]) + 1.5 * (v[1] - from[1]) + 0.8 * (v[2] - from[2]), 0.0,
                     1e-9);
        CHECK_WITHIN(3.0 * v[3] + 1.5 * v[4] + 0.8 * v[5], 0.0, 1e-9);
    }
    CHECK_WITHIN(result.energy.error, 0.0, 1e-9);
    dp_mechanism_free(m);
}

// A slide at 30 degrees whose x is prescribed: the driver pushes along x, the joint across the
// line. With the bodies of the joint exchanged the motion is the same and the joint pushes the
// other way.
static void a_driven_slide_on_an_oblique_line(void **state) {
    (void)state;
    const double phi = 0.5235987755982988, mass = 2.0, g = 9.81;
    for (int is_turned = 0; is_turned < 2; is_turned++) {
        struct parts p;
        parts_begin(&p);
        add_body(&p, "bead", mass, 0.01);
        int first = is_turned ? 0 : DP_GROUND, second = is_turned ? DP_GROUND : 0;
        dp_mechanism_joint *joint = add_joint(&p, DP_JOINT_TRANSLATIONAL, first, second);
        joint->name = "line";
        joint->axis[0] = cos(phi);
        joint->axis[1] = sin(phi);
        dp_mechanism_driver *driver = add_driver(&p, 0, DP_DRIVEN_X);
        driver->start = 0.1;
        driver->coefficient[0] = 0.3;
        driver->coefficient[1] = -0.7;
        driver->coefficient[2] = 0.2;
        p.def.gravity[1] = -g;
        dp_mechanism *m = mechanism_build(&p.def);
        struct rows rows;
        dp_mechanism_result result =
            record(m, 2.0, 0.1, "bead.x bead.y bead.force bead.power line.fx line.fy", &rows);
        double way = is_turned ? -1.0 : 1.0;
        for (int i = 0; i < rows.count; i++) {
            const double *v = rows.value[i], t = rows.time[i];
            double x = 0.1 + t * (0.3 + t * (-0.7 + 0.2 * t));
            double speed = (0.3 + t * (-1.4 + 0.6 * t)) / cos(phi);
            double push = mass * ((-1.4 + 1.2 * t) / cos(phi) + g * sin(phi));
            CHECK_WITHIN(v[0], x, 1e-13);
            CHECK_WITHIN(v[1], x * tan(phi), 1e-13);
            // the driver pushes along x, and the line carries what is across itself
            double normal = mass * g * cos(phi) + push * tan(phi);
            CHECK_WITHIN(v[2], push / cos(phi), 1e-10);
            CHECK_WITHIN(v[3], push * speed, 1e-10);
            CHECK_WITHIN(v[4], -way * normal * sin(phi), 1e-10);
            CHECK_WITHIN(v[5], way * normal * cos(phi), 1e-10);
        }
        // everything is prescribed: what the driver did is what the bead has
        CHECK_WITHIN(result.energy.error, 0.0, 1e-12);
        assert_int_equal(dp_mechanism_coordinates(m), 0);
        dp_mechanism_free(m);
    }
}

// A body without joints, each coordinate driven on its own: force is mass times acceleration.
static void a_free_body_driven_in_all_ways(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "puck", 2.0, 0.3);
    add_driver(&p, 0, DP_DRIVEN_X);
    add_driver(&p, 0, DP_DRIVEN_Y);
    add_driver(&p, 0, DP_DRIVEN_ANGLE);
    static const char *const names[] = {"along", "up", "round"};
    for (int i = 0; i < 3; i++) {
        p.drivers[i].name = names[i];
        p.drivers[i].start = 0.25 * i;
        p.drivers[i].coefficient[0] = 1.0 + i;
        p.drivers[i].coefficient[1] = 0.5 - i;
    }
    p.def.gravity[1] = -9.81;
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    dp_mechanism_result result =
        record(m, 1.0, 0.1,
               "puck.x puck.y puck.angle along.force up.force round.moment along.power "
               "up.power round.power",
               &rows);
    const double push[3] = {2.0 * 1.0, 2.0 * (-1.0 + 9.81), 0.3 * -3.0};
    for (int i = 0; i < rows.count; i++) {
        const double *v = rows.value[i], t = rows.time[i];
        for (int k = 0; k < 3; k++) {
            double speed = 1.0 + k + 2.0 * (0.5 - k) * t;
            CHECK_WITHIN(v[k], 0.25 * k + (1.0 + k) * t + (0.5 - k) * t * t, 1e-13);
            CHECK_WITHIN(v[3 + k], push[k], 1e-11);
            CHECK_WITHIN(v[6 + k], push[k] * speed, 1e-11);
        }
    }
    CHECK_WITHIN(result.energy.error, 0.0, 1e-12);
    dp_mechanism_free(m);
}

// A body pulled along x with an arm that swings on it off centre: what hangs on it couples its
// coordinates. No force along y, and the work of the driver is all that comes in.
static void a_driven_body_with_an_arm(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "hull", 2.0, 0.2);
    add_body(&p, "arm", 1.0, 0.05);
    p.bodies[0].x = p.bodies[0].y = 0.0;
    p.bodies[0].vy = 0.1;
    p.bodies[0].omega = 0.3;
    p.bodies[1].angle = 0.7;
    p.bodies[1].omega = -2.0;
    dp_mechanism_joint *joint = add_pin(&p, 0, 0.3, 1, -0.4);
    joint->name = "hinge";
    joint->at[0][1] = 0.2;
    dp_mechanism_driver *driver = add_driver(&p, 0, DP_DRIVEN_X);
    driver->coefficient[0] = 0.5;
    driver->coefficient[1] = 1.2;
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    dp_mechanism_result result =
        record(m, 3.0, 0.1,
               "hull.vy arm.vy hull.x arm.ax hull.force hinge.fx hinge.fy arm.ay "
               "arm.alpha arm.angle",
               &rows);
    double momentum = 2.0 * rows.value[0][0] + rows.value[0][1];
    for (int i = 0; i < rows.count; i++) {
        const double *v = rows.value[i], t = rows.time[i];
        CHECK_WITHIN(2.0 * v[0] + v[1], momentum, 1e-9);
        CHECK_WITHIN(v[2], 0.5 * t + 1.2 * t * t, 1e-13);
        // all that acts from outside along x is the driver
        CHECK_WITHIN(v[4], 2.0 * 2.4 + v[3], 1e-8);
        CHECK_WITHIN(v[5], v[3], 1e-8);
        CHECK_WITHIN(v[6], v[7], 1e-8);
        // the arm turns by what the hinge does at its end
        double moment = 0.4 * (sin(v[9]) * v[5] - cos(v[9]) * v[6]);
        CHECK_WITHIN(0.05 * v[8], moment, 1e-8);
    }
    CHECK_WITHIN(result.energy.error, 0.0, 1e-9);
    dp_mechanism_free(m);
}

// A mechanism of drivers alone has nothing to solve; its statistics are integrals all the same.
static void a_crank_that_only_turns(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "crank", 2.0, 0.05);
    add_pin(&p, DP_GROUND, 0.0, 0, -0.3)->name = "main";
    add_motor(&p, 0, 6.283185307179586, 0.0);
    p.def.gravity[1] = -10.0;
    dp_mechanism *m = mechanism_build(&p.def);
    const int watch[] = {channel(m, "crank.moment"), channel(m, "crank.ax"), channel(m, "main.fy")};
    dp_channel_stats stats[3];
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 2.25;
    run.skip = 1.25;
    run.watch = watch;
    run.watch_count = 3;
    run.stats = stats;
    dp_mechanism_result result = mechanism_run(m, &run);
    double pull = 0.3 * 6.283185307179586 * 6.283185307179586;
    // a sine over one turn; the weight turns it by 2 * 10 * 0.3
    CHECK_WITHIN(stats[0].mean, 0.0, 1e-10);
    CHECK_NEAR(stats[0].rms, 6.0 / sqrt(2.0), 1e-10);
    CHECK_NEAR(stats[0].max, 6.0, 1e-9);
    CHECK_NEAR(stats[0].min, -6.0, 1e-9);
    CHECK_WITHIN(fmod(stats[0].max_time, 1.0), 0.0, 1e-4);
    CHECK_WITHIN(stats[0].min_time, 1.5, 1e-4);
    CHECK_NEAR(stats[1].rms, pull / sqrt(2.0), 1e-10);
    CHECK_NEAR(stats[2].mean, 20.0, 1e-10);
    CHECK_NEAR(stats[2].max, 20.0 + 2.0 * pull, 1e-9);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-10);
    CHECK_WITHIN(dp_mechanism_period(m), 1.0, 1e-15);
    dp_mechanism_free(m);
}

// --- loops ---------------------------------------------------------------------------------------

// A table on three parallel cranks that are not in line: it keeps its angle and goes round. One
// equation follows from the others, and which one changes on the way.
static void a_table_on_three_cranks(void **state) {
    (void)state;
    const double at[3][2] = {{0.0, 0.0}, {1.0, 0.0}, {0.4, 0.8}}, r = 0.3, w = 3.0;
    static const char *const names[] = {"one", "two", "three"};
    struct parts p;
    parts_begin(&p);
    for (int i = 0; i < 3; i++) {
        add_body(&p, names[i], 0.5, 0.01)->angle = 0.1;
        add_pin(&p, DP_GROUND, at[i][0], i, 0.0)->at[0][1] = at[i][1];
    }
    add_body(&p, "table", 4.0, 0.5)->angle = 0.0;
    for (int i = 0; i < 3; i++)
        add_pin(&p, i, r, 3, at[i][0] - 0.45)->at[1][1] = at[i][1] - 0.25;
    add_motor(&p, 0, w, 0.0)->start = 0.1;
    p.def.gravity[1] = -9.81;
    dp_mechanism *m = mechanism_build(&p.def);
    assert_int_equal(dp_mechanism_redundant_count(m), 1);
    assert_non_null(strstr(dp_mechanism_redundant(m, 0), "follows from the other joints"));
    assert_int_equal(dp_mechanism_mobility(m), 0);
    struct rows rows;
    dp_mechanism_result result =
        record(m, 2.2, 0.025,
               "table.x table.y table.angle table.ax two.angle three.angle one.moment", &rows);
    for (int i = 0; i < rows.count; i++) {
        const double *v = rows.value[i];
        double a = 0.1 + w * rows.time[i];
        CHECK_WITHIN(v[0], 0.45 + r * cos(a), 1e-11);
        CHECK_WITHIN(v[1], 0.25 + r * sin(a), 1e-11);
        CHECK_WITHIN(v[2], 0.0, 1e-11);
        CHECK_WITHIN(v[3], -r * w * w * cos(a), 1e-8);
        CHECK_WITHIN(v[4], a, 1e-11);
        CHECK_WITHIN(v[5], a, 1e-11);
        // at an even speed the motor lifts and lowers, no more: the cranks turn about their centres
        CHECK_WITHIN(v[6], 4.0 * 9.81 * r * cos(a), 1e-8);
    }
    // the equation that follows from the others is kept by them, to what the steps leave
    assert_true(result.constraint_error > 0.0 && result.constraint_error < 1e-9);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-9);
    dp_mechanism_free(m);
}

// A slider-crank with its axis and its line through the origin.
static void begin_slider_crank(struct parts *p, double inertia, double crank, double half_rod) {
    parts_begin(p);
    add_body(p, "crank", 1.0, inertia);
    add_body(p, "rod", 1.0, 0.01);
    add_body(p, "slider", 1.0, 0.01);
    add_joint(p, DP_JOINT_REVOLUTE, DP_GROUND, 0);
    add_pin(p, 0, crank, 1, -half_rod);
    add_joint(p, DP_JOINT_TRANSLATIONAL, DP_GROUND, 2);
    add_pin(p, 1, half_rod, 2, 0.0);
}

// A rod shorter than its crank: the loop opens where the crank is as high as the rod is long.
static void a_loop_that_cannot_be_closed_any_longer(void **state) {
    (void)state;
    struct parts p;
    begin_slider_crank(&p, 0.01, 0.2, 0.05);
    add_motor(&p, 0, 1.0, 0.0);
    dp_mechanism *m = mechanism_build(&p.def);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_error err = {0};
    run.until = 1.0;
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_ERR_NUMERIC);
    assert_non_null(strstr(err.text, "the loops of the mechanism cannot be closed at t = 0.52"));
    double end = 0.5235987755982988;  // asin(1/2)
    CHECK_WITHIN(result.time, end, 1e-9);
    assert_true(result.failed_body >= 0 && result.failed_pair == -1);
    dp_mechanism_free(m);
}

// A crank that drives a block along a rocker, which hangs on the ground. The pin is aside of the
// centre of the block by so much; d from the rocker's hinge to the crank's, r of the crank.
static dp_mechanism *rocker(double d, double r, double w, double aside) {
    struct parts p;
    parts_begin(&p);
    add_body(&p, "rocker", 2.0, 0.1);
    add_body(&p, "block", 1.5, 0.02);
    add_body(&p, "crank", 1.0, 0.01);
    add_joint(&p, DP_JOINT_REVOLUTE, DP_GROUND, 0);
    add_joint(&p, DP_JOINT_TRANSLATIONAL, 0, 1);
    add_pin(&p, DP_GROUND, d, 2, 0.0);
    dp_mechanism_joint *pin = add_pin(&p, 2, r, 1, 0.0);
    pin->name = "pin";
    pin->at[1][1] = aside;
    add_motor(&p, 2, w, 0.0);
    return mechanism_build(&p.def);
}

// The rocker's angle is the polar angle of the crank pin. The block slides on a body that turns,
// within the loop.
static void a_rocker_follows_its_closed_form(void **state) {
    (void)state;
    const double d = 0.5, r = 0.2, w = 4.0;
    dp_mechanism *m = rocker(d, r, w, 0.0);
    struct rows rows;
    dp_mechanism_result result =
        record(m, 2.0, 0.05,
               "rocker.angle rocker.omega rocker.alpha block.x block.ax crank.moment "
               "pin.moment",
               &rows);
    for (int i = 0; i < rows.count; i++) {
        const double *v = rows.value[i];
        double a = w * rows.time[i], s = sin(a), c = cos(a), q = r * r + d * d + 2.0 * r * d * c;
        double omega = w * r * (r + d * c) / q,
               alpha = w * w * r * d * s * (r * r - d * d) / (q * q);
        CHECK_WITHIN(v[0], atan2(r * s, d + r * c), 1e-10);
        CHECK_WITHIN(v[1], omega, 1e-9);
        CHECK_WITHIN(v[2], alpha, 1e-7);
        CHECK_WITHIN(v[3], d + r * c, 1e-10);
        CHECK_WITHIN(v[4], -w * w * r * c, 1e-7);
        // the block goes round at an even speed: the motor turns rocker and block, no more
        CHECK_WITHIN(v[5] * w, (0.1 + 0.02) * alpha * omega, 1e-7);
        CHECK_WITHIN(v[6], 0.0, 1e-8);
    }
    CHECK_WITHIN(result.energy.error, 0.0, 1e-8);
    dp_mechanism_free(m);
}

// The pin beside the centre of the block, which the rocker has to turn as well: its angle is that
// of the pin less the angle under which the offset is seen. All the work comes from the motor.
static void a_rocker_with_the_pin_aside(void **state) {
    (void)state;
    const double d = 0.5, r = 0.2, w = 4.0, h = 0.06;
    dp_mechanism *m = rocker(d, r, w, h);
    struct rows rows;
    dp_mechanism_result result =
        record(m, 1.0, 0.01, "rocker.angle rocker.omega rocker.alpha", &rows);
    for (int i = 0; i < rows.count; i++) {
        double a = w * rows.time[i], x = d + r * cos(a), y = r * sin(a);
        CHECK_WITHIN(rows.value[i][0], atan2(y, x) - asin(h / hypot(x, y)), 1e-10);
        if (i < 2 || i > rows.count - 3) continue;
        // four points of the speed 10 ms apart: off by the fourth power of w times that
        double near = rows.value[i + 1][1] - rows.value[i - 1][1];
        double far = rows.value[i + 2][1] - rows.value[i - 2][1];
        CHECK_WITHIN(rows.value[i][2], (8.0 * near - far) / 0.12, 2e-3);
    }
    CHECK_WITHIN(result.energy.error, 0.0, 1e-8);
    dp_mechanism_free(m);
}

// The same loop closed in the slot, which is watched at a point of the block beside its centre:
// with the force there it turns the block, since the pin passes no moment.
static void a_slot_watched_beside_the_centre(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "crank", 1.0, 0.01);
    add_body(&p, "block", 1.5, 0.02);
    add_body(&p, "rocker", 2.0, 0.1);
    add_pin(&p, DP_GROUND, 0.5, 0, 0.0);
    add_pin(&p, 0, 0.2, 1, 0.0);
    add_joint(&p, DP_JOINT_REVOLUTE, DP_GROUND, 2);
    add_joint(&p, DP_JOINT_TRANSLATIONAL, 2, 1)->name = "slot";
    p.joints[3].at[1][0] = 0.07;
    add_motor(&p, 0, 4.0, 0.0);
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    record(m, 1.0, 0.02, "slot.fx slot.fy slot.moment block.angle block.alpha", &rows);
    double most = 0.0;
    for (int i = 0; i < rows.count; i++) {
        const double *v = rows.value[i], c = cos(v[3]), s = sin(v[3]);
        CHECK_WITHIN(c * v[0] + s * v[1], 0.0, 1e-8);  // no force along the slot
        CHECK_WITHIN(v[2], 0.02 * v[4] - 0.07 * (c * v[1] - s * v[0]), 1e-8);
        most = fmax(most, hypot(v[0], v[1]));
    }
    assert_true(most > 1.0);
    dp_mechanism_free(m);
}

// A slider-crank that turns by its own momentum, with long steps: they leave the loop open by far
// more than the tolerance below, but every accepted state is closed again, in place and speed.
static void loops_are_closed_after_every_step(void **state) {
    (void)state;
    struct parts p;
    begin_slider_crank(&p, 0.05, 0.1, 0.15);
    p.bodies[0].angle = 0.4;
    p.bodies[0].omega = 20.0;
    dp_mechanism *m = mechanism_build(&p.def);
    for (int i = 1; i <= 10; i++) {
        dp_body_state end[3];
        dp_mechanism_result result = run_to(m, 0.37 * i, 1e-3, end, NULL);
        double a = end[0].angle, b = end[1].angle, wa = end[0].omega, wb = end[1].omega;
        CHECK_WITHIN(0.1 * cos(a) + 0.3 * cos(b), end[2].x, 1e-13);
        CHECK_WITHIN(0.1 * sin(a) + 0.3 * sin(b), 0.0, 1e-13);
        CHECK_WITHIN(-0.1 * wa * sin(a) - 0.3 * wb * sin(b), end[2].vx, 1e-12);
        CHECK_WITHIN(0.1 * wa * cos(a) + 0.3 * wb * cos(b), 0.0, 1e-12);
        assert_true(result.constraint_error > 0.0 && result.constraint_error < 1e-12);
    }
    dp_mechanism_free(m);
}

static int count_down(void *user, double time) {
    int *left = (int *)user;
    assert_true(time >= 0.0);
    return --*left == 0;
}

// Whoever watches the steps may end the run, the shadow run as well.
static void a_step_may_be_the_last(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "arm", 1.0, 0.1)->angle = 0.3;
    add_pin(&p, DP_GROUND, 0.0, 0, -0.2);
    p.def.gravity[1] = -9.81;
    dp_mechanism *m = mechanism_build(&p.def);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_error err;
    int left = 10;
    run.until = 5.0;
    run.step = count_down;
    run.user = &left;
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_OK);
    assert_int_equal(result.stopped, 1);
    assert_int_equal(result.solver.steps, 10);
    assert_true(result.time > 0.0 && result.time < 5.0);
    left = 1000000;
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_OK);
    assert_int_equal(result.stopped, 0);
    assert_int_equal(1000000 - left, result.solver.steps);
    dp_mechanism_free(m);
}

static void a_loose_joint_stands_for_an_ideal_one(void **state) {
    (void)state;
    assert_int_equal(dp_joint_without_clearance(DP_JOINT_CLEARANCE), DP_JOINT_REVOLUTE);
    assert_int_equal(dp_joint_without_clearance(DP_JOINT_GUIDE_CLEARANCE), DP_JOINT_TRANSLATIONAL);
    assert_int_equal(dp_joint_without_clearance(DP_JOINT_FIXED), DP_JOINT_FIXED);
    assert_int_equal(dp_joint_without_clearance((dp_joint_type)99), 99);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loose_joint_stands_for_an_ideal_one),
        cmocka_unit_test(a_motor_on_a_cart),
        cmocka_unit_test(a_motor_with_a_swinging_load),
        cmocka_unit_test(a_driven_slide_on_an_oblique_line),
        cmocka_unit_test(a_free_body_driven_in_all_ways),
        cmocka_unit_test(a_driven_body_with_an_arm),
        cmocka_unit_test(a_crank_that_only_turns),
        cmocka_unit_test(a_table_on_three_cranks),
        cmocka_unit_test(a_rocker_follows_its_closed_form),
        cmocka_unit_test(a_rocker_with_the_pin_aside),
        cmocka_unit_test(a_slot_watched_beside_the_centre),
        cmocka_unit_test(loops_are_closed_after_every_step),
        cmocka_unit_test(a_loop_that_cannot_be_closed_any_longer),
        cmocka_unit_test(a_step_may_be_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
