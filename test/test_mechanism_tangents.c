// Tests for src/mechanism/tangents.h, src/solve/stages.c and the kinks of friction: implicit steps
// of a motion of second order.

#include <string.h>

#include "check.h"
#include "mechanism/run.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

enum { MOST = DP_TANGENT_MOST };

// Derivatives by difference quotients at the state of a run.
static void differentiate(struct run *r, double *place, double *speed) {
    double y[4 * MOST + 8], up[4 * MOST + 8], down[4 * MOST + 8];
    memcpy(y, r->y, (size_t)r->count * sizeof *y);
    for (int j = 0; j < 2 * r->n; j++) {
        double was = y[j], h = 30.0 * r->step[j];
        y[j] = was + h;
        dp_run_evaluate(r, y, up);
        y[j] = was - h;
        dp_run_evaluate(r, y, down);
        y[j] = was;
        double *out = j < r->n ? place : speed;
        for (int i = 0; i < r->n; i++)
            out[i * r->n + j % r->n] = (up[r->n + i] - down[r->n + i]) / (2.0 * h);
    }
    dp_run_evaluate(r, y, up);
}

static void compare(const struct run *r, const double *a, const double *b, double part) {
    double most = 0.0;
    for (int i = 0; i < r->n * r->n; i++)
        most = fmax(most, fabs(b[i]));
    for (int i = 0; i < r->n * r->n; i++)
        CHECK_WITHIN(a[i], b[i], part * most);
}

static void check_tangents(const dp_mechanism *m, double until, double part) {
    dp_mechanism_run_def def = dp_mechanism_run_defaults();
    dp_mechanism_stepper *s;
    dp_error err = {0};
    def.until = 2.0 * until;
    def.no_ledger = true;
    assert_int_equal(dp_mechanism_begin(&s, m, &def, &err), DP_OK);
    assert_int_equal(dp_mechanism_advance(s, until, &err), DP_OK);
    struct run *r = &s->run;
    assert_true(dp_run_has_tangents(r));
    assert_true(r->touching > 0 || m->force_count > 0);
    double place[MOST * MOST], speed[MOST * MOST], by_place[MOST * MOST], by_speed[MOST * MOST];
    differentiate(r, place, speed);
    dp_run_tangents(r, by_place, by_speed);
    compare(r, by_place, place, part);
    compare(r, by_speed, speed, part);
    dp_mechanism_stepper_free(s);
}

// What is left out is inertia and the turning of arms: a thousandth of the stiffness of a contact.
static void tangents_of_a_journal_in_its_bearing(void **state) {
    (void)state;
    for (int on_rod = 0; on_rod < 2; on_rod++) {
        struct slider_crank c = slider_crank_defaults(LN, 5e-4);
        c.bearing_on_rod = on_rod;
        c.mu = 0.2;
        dp_mechanism *m = slider_crank_build(&c);
        check_tangents(m, 0.0064, 2e-3);
        check_tangents(m, 0.05, 2e-3);
        dp_mechanism_free(m);
    }
}

static void tangents_of_springs(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    add_cart_and_wheel(&p, 2.0, 0.3);
    p.forces[0].stiffness = 3e6;
    p.forces[0].damping = 40.0;
    p.forces[1].stiffness = 7e5;
    p.forces[1].damping = 11.0;
    p.bodies[0].x = 0.01;
    p.bodies[1].angle = 0.1;
    dp_mechanism *m = mechanism_build(&p.def);
    check_tangents(m, 1e-3, 1e-5);
    dp_mechanism_free(m);
}

// A body that slides along an arm that turns, held by a spring beside its centre.
static void tangents_of_a_slide_on_an_arm(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "arm", 2.0, 0.1);
    add_body(&p, "sleeve", 0.5, 0.02);
    add_pin(&p, DP_GROUND, 0.0, 0, -0.3);
    dp_mechanism_joint *slide = add_joint(&p, DP_JOINT_TRANSLATIONAL, 0, 1);
    slide->axis[0] = 1.0;
    slide->axis[1] = 0.0;
    dp_mechanism_force *spring = add_force(&p, DP_FORCE_SPRING, DP_GROUND, 1);
    spring->at[0][0] = 0.9;
    spring->at[0][1] = 0.4;
    spring->at[1][1] = 0.2;
    spring->stiffness = 1e6;
    spring->damping = 30.0;
    p.def.gravity[1] = -9.81;
    dp_mechanism *m = mechanism_build(&p.def);
    check_tangents(m, 2e-4, 1e-3);
    dp_mechanism_free(m);
}

// Four bars, the last pin of which closes the loop, with a spring at the coupler.
static void tangents_in_a_loop(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "crank", 0.5, 1e-3)->angle = 1.0;
    add_body(&p, "coupler", 1.0, 0.02)->near_angle = 0.2;
    add_body(&p, "rocker", 0.8, 0.01)->near_angle = 1.3;
    add_pin(&p, DP_GROUND, 0.0, 0, -0.1);
    add_pin(&p, 0, 0.1, 1, -0.25);
    add_pin(&p, 1, 0.25, 2, 0.2);
    add_pin(&p, DP_GROUND, 0.5, 2, -0.2);
    dp_mechanism_force *spring = add_force(&p, DP_FORCE_SPRING, DP_GROUND, 1);
    spring->at[0][1] = 0.8;
    spring->at[1][1] = 0.1;
    spring->stiffness = 2e6;
    spring->damping = 50.0;
    p.def.gravity[1] = -9.81;
    dp_mechanism *m = mechanism_build(&p.def);
    assert_int_equal(dp_mechanism_constraints(m), 2);
    check_tangents(m, 2e-4, 2e-3);
    dp_body_state explicit_end[3], implicit_end[3];
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 0.05;
    run.rtol = 1e-10;
    run.method = DP_MECHANISM_EXPLICIT;
    run.bodies = explicit_end;
    mechanism_run(m, &run);
    run.method = DP_MECHANISM_IMPLICIT;
    run.bodies = implicit_end;
    assert_true(mechanism_run(m, &run).implicit_steps > 10);
    CHECK_WITHIN(implicit_end[2].angle, explicit_end[2].angle, 1e-9);
    CHECK_WITHIN(implicit_end[2].omega, explicit_end[2].omega, 1e-7);
    dp_mechanism_free(m);
}

// A disc that rolls on the ground: the arm of friction, and a plane.
static void tangents_of_surfaces(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "disc", 0.7, 2e-4);
    dp_mechanism_contact *t = add_touch(&p, DP_TOUCH_PLANE, 0, DP_GROUND);
    t->radius[0] = 0.05;
    t->contact = dp_contact_defaults(dp_law_find("hunt-crossley"));
    t->contact.pair.modulus = 1e8;
    t->contact.pair.radius = 0.05;
    t->friction = dp_friction_defaults(dp_friction_law_find("coulomb"));
    dp_error err = {0};
    assert_int_equal(dp_law_set(&t->contact.law, "restitution", 0.5, &err), DP_OK);
    assert_int_equal(dp_friction_set(&t->friction, "mu", 0.3, &err), DP_OK);
    assert_int_equal(dp_friction_set(&t->friction, "v_s", 0.5, &err), DP_OK);
    p.bodies[0].x = 0.0;
    p.bodies[0].y = 0.0501;
    p.bodies[0].angle = 0.0;
    p.bodies[0].vx = 0.1;
    p.def.gravity[1] = -9.81;
    dp_mechanism *m = mechanism_build(&p.def);
    check_tangents(m, 0.0065, 1e-3);
    dp_mechanism_free(m);
}

// Two turns at the default tolerance: 1e-9 m from where rtol 1e-13 ends, in few steps. Without the
// kinks as ends of steps it was 15 times as far, without derivatives of its own for every stage it
// took 2100 steps.
static void two_turns_are_right_in_few_steps(void **state) {
    (void)state;
    static const dp_mechanism_method methods[] = {DP_MECHANISM_AUTO, DP_MECHANISM_IMPLICIT};
    static const long evaluations[] = {17400, 16400};
    struct slider_crank c = slider_crank_defaults(LN, 5e-4);
    c.ramp = 1;
    dp_mechanism *m = slider_crank_build(&c);
    dp_body_state right[3], bodies[3];
    run_to(m, 0.6, 1e-12, right, NULL);
    for (int i = 0; i < 2; i++) {
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        run.until = 0.6;
        run.method = methods[i];
        run.no_ledger = true;
        run.bodies = bodies;
        dp_mechanism_result result = mechanism_run(m, &run);
        CHECK_WITHIN(bodies[2].x, right[2].x, 5e-9);
        assert_true(result.solver.steps < 1300);
        assert_true(result.solver.evaluations < evaluations[i]);
        assert_true(result.implicit_steps > 700);
    }
    dp_mechanism_free(m);
}

// Friction is smooth between the speeds that a law names, and has another slope beyond each.
static void kinks_are_where_the_slope_jumps(void **state) {
    (void)state;
    dp_error err = {0};
    int found = 0;
    for (int i = 0; i < dp_friction_law_count(); i++) {
        const dp_friction_law *law = dp_friction_law_at(i);
        dp_friction_def def = dp_friction_defaults(law);
        dp_friction friction;
        double speed[DP_FRICTION_KINK_MAX], last = 0.0;
        if (law->kinks == NULL) continue;
        assert_int_equal(dp_friction_set(&def, "mu", 0.2, &err), DP_OK);
        assert_int_equal(dp_friction_init(&friction, &def, &err), DP_OK);
        int count = law->kinks(friction.k, speed);
        assert_true(count >= 1 && count <= DP_FRICTION_KINK_MAX);
        for (int k = 0; k < count; k++) {
            assert_true(speed[k] > last);
            double below =
                dp_friction_respond(&friction, 1.0, speed[k] * (1.0 - 1e-9), 0.0).dforce_dv;
            double above =
                dp_friction_respond(&friction, 1.0, speed[k] * (1.0 + 1e-9), 0.0).dforce_dv;
            assert_true(fabs(above - below) > 1.0);
            last = speed[k];
            found++;
        }
    }
    assert_int_equal(found, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tangents_of_a_journal_in_its_bearing),
        cmocka_unit_test(tangents_of_springs),
        cmocka_unit_test(tangents_of_a_slide_on_an_arm),
        cmocka_unit_test(tangents_in_a_loop),
        cmocka_unit_test(tangents_of_surfaces),
        cmocka_unit_test(two_turns_are_right_in_few_steps),
        cmocka_unit_test(kinks_are_where_the_slope_jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
