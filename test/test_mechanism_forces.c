// Tests for src/mechanism: forces and torques over time, preloads, followers.

#include "check.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

// --- tables --------------------------------------------------------------------------------------

// A force and a torque that grow evenly from nothing: speeds go with the square of the time, and
// the work is what the bodies have in the end.
static void forces_over_time(void **state) {
    (void)state;
    const double time[] = {0.0, 2.0}, value[] = {0.0, 1.0};
    struct parts p;
    parts_begin(&p);
    dp_mechanism_body *body = add_body(&p, "puck", 2.0, 0.5);
    body->x = body->y = 0.0;
    add_force(&p, DP_FORCE_APPLIED, DP_GROUND, 0);
    add_force(&p, DP_FORCE_TORQUE, DP_GROUND, 0);
    p.forces[0].force[0] = 3.0;
    p.forces[0].force[1] = -1.0;
    p.forces[1].torque = 0.8;
    for (int i = 0; i < 2; i++)
        p.forces[i].factor = (dp_mechanism_table){
            .time = time, .value = value, .count = 2, .beyond = DP_BEYOND_LINE};
    dp_mechanism *m = mechanism_build(&p.def);
    for (int i = 1; i <= 3; i++) {
        double t = i;
        dp_body_state end;
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        run.until = t;
        run.bodies = &end;
        dp_mechanism_result result = mechanism_run(m, &run);
        CHECK_NEAR(end.vx, 3.0 / 2.0 * t * t / 4.0, 1e-9);
        CHECK_NEAR(end.vy, -1.0 / 2.0 * t * t / 4.0, 1e-9);
        CHECK_NEAR(end.omega, 0.8 / 0.5 * t * t / 4.0, 1e-9);
        double work = 0.5 * 2.0 * (end.vx * end.vx + end.vy * end.vy);
        work += 0.5 * 0.5 * end.omega * end.omega;
        CHECK_NEAR(result.energy.input, work, 1e-9);
    }
    dp_mechanism_free(m);
}

// Hermite pieces go through their points, level at both ends and at an extreme, with the slope of
// Fritsch and Butland between two that rise, and never beyond them.
static void hermite_tables_do_not_overshoot(void **state) {
    (void)state;
    const double time[] = {0.0, 1.0, 1.5, 2.0, 3.0}, value[] = {0.0, 1.0, 4.0, 2.0, 2.0};
    struct parts p;
    parts_begin(&p);
    add_body(&p, "puck", 1.0, 1.0)->y = 0.0;
    add_driver(&p, 0, DP_DRIVEN_X)->table =
        (dp_mechanism_table){.time = time, .value = value, .count = 5, .shape = DP_TABLE_HERMITE};
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    record(m, 4.0, 0.02, "puck.x puck.vx", &rows);
    const double slope[] = {0.0, 4.5 / ((2.0 * 0.5 + 1.0) / 1.0 + (0.5 + 2.0) / 6.0), 0.0, 0.0,
                            0.0};
    for (int i = 0; i < rows.count; i++) {
        double t = rows.time[i], x = rows.value[i][0];
        for (int k = 0; k < 5; k++) {
            if (fabs(t - time[k]) > 1e-9) continue;
            CHECK_WITHIN(x, value[k], 1e-12);
            CHECK_WITHIN(rows.value[i][1], slope[k], 1e-11);
        }
        if (t > 1e-9 && t < 1.0 - 1e-9) assert_true(x > 0.0 && x < 1.0);
        if (t > 1.0 + 1e-9 && t < 1.5 - 1e-9) assert_true(x > 1.0 && x < 4.0);
        if (t > 1.5 + 1e-9 && t < 2.0 - 1e-9) assert_true(x > 2.0 && x < 4.0);
        // held beyond its ends; half way of the first piece by the cubic of its slopes
        if (t > 2.0) CHECK_WITHIN(x, 2.0, 1e-12);
        if (fabs(t - 0.5) < 1e-9) CHECK_WITHIN(x, 0.5 - 0.125 * slope[1], 1e-12);
    }
    dp_mechanism_free(m);
}

// --- forces --------------------------------------------------------------------------------------

// A spring that pulls with a force of its own from where it was assembled: the body swings about
// the place where the two are even, and the ledger knows what the pull holds.
static void preloads_hold_energy(void **state) {
    (void)state;
    const double k = 800.0, mass = 2.0, pull = 40.0;
    struct parts p;
    parts_begin(&p);
    add_cart_and_wheel(&p, mass, mass);
    p.bodies[1].angle = 0.25;
    for (int i = 0; i < 2; i++) {
        p.forces[i].stiffness = k;
        p.forces[i].preload = pull;
    }
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    dp_mechanism_result result = record(m, 1.0, 0.05, "cart.x wheel.angle", &rows);
    double x = 0.0;
    for (int i = 0; i < rows.count; i++) {
        x = -pull / k * (1.0 - cos(sqrt(k / mass) * rows.time[i]));
        CHECK_WITHIN(rows.value[i][0], x, 1e-10);
        CHECK_WITHIN(rows.value[i][1], 0.25 + x, 1e-10);
    }
    CHECK_WITHIN(result.energy.stored, 2.0 * (0.5 * k * x + pull) * x, 1e-8);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-10);
    dp_mechanism_free(m);
}

// A thrust that turns with a body in even rotation: its velocity goes round as well.
static void a_follower_turns_with_its_body(void **state) {
    (void)state;
    const double thrust = 3.0, mass = 2.0, w = 4.0, from = 0.5;
    struct parts p;
    parts_begin(&p);
    dp_mechanism_body *body = add_body(&p, "rocket", mass, 0.3);
    body->x = body->y = 0.0;
    body->angle = from;
    body->omega = w;
    dp_mechanism_force *force = add_force(&p, DP_FORCE_FOLLOWER, DP_GROUND, 0);
    force->force[0] = 0.6 * thrust;
    force->force[1] = 0.8 * thrust;
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    dp_mechanism_result result = record(m, 2.0, 0.1, "rocket.vx rocket.vy", &rows);
    double lead = from + atan2(0.8, 0.6), most = thrust / (mass * w);
    for (int i = 0; i < rows.count; i++) {
        double angle = lead + w * rows.time[i];
        CHECK_WITHIN(rows.value[i][0], most * (sin(angle) - sin(lead)), 1e-10);
        CHECK_WITHIN(rows.value[i][1], most * (cos(lead) - cos(angle)), 1e-10);
    }
    CHECK_WITHIN(result.energy.error, 0.0, 1e-10);
    dp_mechanism_free(m);
}

// A steady force on a point off centre turns the body: the work is force times the way of the
// point, and it is what the body has.
static void a_force_off_centre_turns(void **state) {
    (void)state;
    const double push = 2.0, h = 0.3, mass = 1.5, inertia = 0.05;
    struct parts p;
    parts_begin(&p);
    dp_mechanism_body *body = add_body(&p, "plate", mass, inertia);
    body->x = body->y = 0.0;
    dp_mechanism_force *force = add_force(&p, DP_FORCE_APPLIED, DP_GROUND, 0);
    force->force[0] = push;
    force->at[1][1] = h;
    dp_mechanism *m = mechanism_build(&p.def);
    dp_body_state end;
    dp_mechanism_result result = run_to(m, 0.7, 1e-11, &end, NULL);
    double way = end.x - h * sin(end.angle);
    CHECK_NEAR(end.vx, push * 0.7 / mass, 1e-10);
    CHECK_NEAR(result.energy.input, push * way, 1e-9);
    CHECK_NEAR(0.5 * mass * end.vx * end.vx + 0.5 * inertia * end.omega * end.omega, push * way,
               1e-9);
    assert_true(end.omega < -1.0);
    dp_mechanism_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_over_time),
        cmocka_unit_test(hermite_tables_do_not_overshoot),
        cmocka_unit_test(preloads_hold_energy),
        cmocka_unit_test(a_follower_turns_with_its_body),
        cmocka_unit_test(a_force_off_centre_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
