// Tests for src/mechanism/grips.c: friction with tangential compliance between surfaces of a
// mechanism, against closed forms and against impacts that land on every change of slip.

#include "check.h"
#include "mechanism/run.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

static dp_contact_def contact_of(const char *law, double stiffness) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    dp_error err;
    def.pair.stiffness = stiffness;
    if (dp_law_takes(def.law.law, "restitution"))
        assert_int_equal(
            dp_law_set(&def.law, "restitution", strcmp(law, "hertz") == 0 ? 1.0 : 0.7, &err),
            DP_OK);
    if (dp_law_takes(def.law.law, "damping"))
        assert_int_equal(dp_law_set(&def.law, "damping", 0.0, &err), DP_OK);
    return def;
}

static dp_friction_def grip_of(const char *law, double mu) {
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find(law));
    dp_error err;
    assert_int_equal(dp_friction_set(&def, "mu", mu, &err), DP_OK);
    return def;
}

// --- oblique impact ------------------------------------------------------------------------------

static const double mass = 0.26, radius = 0.02, speed = 1.0, mu = 0.2;

static void begin_ball(struct parts *p, const dp_contact_def *contact,
                       const dp_friction_def *friction, double sliding) {
    parts_begin(p);
    dp_mechanism_body *ball = add_body(p, "ball", mass, 0.4 * mass * radius * radius);
    ball->x = ball->angle = ball->omega = 0.0;
    ball->y = radius + 1e-6;
    ball->vx = sliding;
    ball->vy = -speed;
    dp_mechanism_contact *floor = add_touch(p, DP_TOUCH_PLANE, 0, DP_GROUND);
    floor->name = "floor";
    floor->radius[0] = radius;
    floor->contact = *contact;
    floor->friction = *friction;
}

static dp_impact impact_of(const dp_contact_def *contact, const dp_friction_def *friction,
                           double sliding) {
    dp_contact prepared;
    dp_friction rubs;
    dp_error err;
    dp_impact result;
    assert_int_equal(dp_contact_init(&prepared, contact, &err), DP_OK);
    assert_int_equal(dp_friction_init(&rubs, friction, &err), DP_OK);
    dp_impact_def def = dp_impact_defaults();
    def.mass = mass;
    def.speed = speed;
    def.friction = &rubs;
    def.sliding_speed = sliding;
    def.sliding_mass = mass / 3.5;
    assert_int_equal(dp_impact_run(&prepared, &def, &result, &err), DP_OK);
    return result;
}

struct bounce {
    double sliding, friction, ledger;
};

static struct bounce bounce_in_mechanism(const dp_contact_def *contact,
                                         const dp_friction_def *friction, double sliding,
                                         double rtol, dp_mechanism_method method) {
    struct parts p;
    begin_ball(&p, contact, friction, sliding);
    dp_mechanism *m = mechanism_build(&p.def);
    dp_body_state end;
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 1e-3;
    run.rtol = rtol;
    run.method = method;
    run.bodies = &end;
    dp_mechanism_result result = mechanism_run(m, &run);
    assert_true(end.vy > 0.0);
    dp_mechanism_free(m);
    return (struct bounce){end.vx + radius * end.omega, result.energy.friction,
                           result.energy.error};
}

static const char *const laws[] = {"mindlin-deresiewicz", "mindlin", "cundall-strack"};

static double ratio_of(int law) {
    return law == 2 ? 2.0 / 7.0 : 14.0 / 17.0;
}

// Sticks, slips in part, slides back, slides throughout, on an elastic, a damped and a linear law.
static void oblique_impacts_are_those_of_dp_impact_run(void **state) {
    (void)state;
    static const double psi[] = {0.3, 1.2, 2.0, 3.5, 6.0};
    static const char *const normal[] = {"hertz", "hunt-crossley", "kelvin-voigt"};
    for (int n = 0; n < 3; n++) {
        dp_contact_def contact = contact_of(normal[n], n == 2 ? 1e7 : 1e10);
        for (int law = 0; law < 3; law++) {
            dp_friction_def friction = grip_of(laws[law], mu);
            for (int i = 0; i < (n < 2 ? 5 : 4); i++) {
                double sliding = (i % 2 ? -1.0 : 1.0) * psi[i] * mu * speed / ratio_of(law);
                double energy = 0.5 * mass / 3.5 * sliding * sliding;
                dp_impact want = impact_of(&contact, &friction, sliding);
                // a change between stick and slip falls anywhere in a step: 1.5e-4 and 4e-6 were
                // seen
                for (int fine = 0; fine < 2; fine++) {
                    struct bounce got = bounce_in_mechanism(&contact, &friction, sliding,
                                                            fine ? 1e-8 : 1e-6, DP_MECHANISM_AUTO);
                    double allowed = fine ? 1e-5 : 3e-4;
                    CHECK_WITHIN(got.sliding / sliding, want.sliding_speed / sliding, allowed);
                    CHECK_WITHIN(got.friction / energy, want.energy.friction / energy, allowed);
                    // what slip takes is summed over parts of steps, forces are integrated
                    CHECK_WITHIN(got.ledger, 0.0, fine ? 2e-7 : 1e-5);
                }
            }
        }
    }
}

static void the_implicit_stepper_finds_the_same(void **state) {
    (void)state;
    dp_contact_def contact = contact_of("hertz", 1e10);
    for (int law = 0; law < 3; law++) {
        dp_friction_def friction = grip_of(laws[law], mu);
        double sliding = 2.0 * mu * speed / ratio_of(law);
        dp_impact want = impact_of(&contact, &friction, sliding);
        struct bounce got =
            bounce_in_mechanism(&contact, &friction, sliding, 1e-8, DP_MECHANISM_IMPLICIT);
        CHECK_WITHIN(got.sliding / sliding, want.sliding_speed / sliding, 1e-5);
        CHECK_WITHIN(got.ledger, 0.0, 2e-7);
    }
}

// Between a floor and a ceiling: nothing is left of the first touch in the second one, on another
// pair, and in the third one, on the same.
static void a_new_touch_begins_with_nothing(void **state) {
    (void)state;
    dp_contact_def contact = contact_of("hertz", 1e10);
    for (int law = 0; law < 3; law++) {
        dp_friction_def friction = grip_of(laws[law], mu);
        struct parts p;
        double sliding = 2.0 * mu * speed / ratio_of(law);
        begin_ball(&p, &contact, &friction, sliding);
        dp_mechanism_contact *ceiling = add_touch(&p, DP_TOUCH_PLANE, 0, DP_GROUND);
        *ceiling = p.touches[0];
        ceiling->name = "ceiling";
        ceiling->at[1][1] = 2.0 * radius + 1e-4;
        ceiling->normal[1] = -1.0;
        dp_mechanism *m = mechanism_build(&p.def);
        dp_body_state end;
        dp_mechanism_contact_stats pairs[2];
        dp_impact first = impact_of(&contact, &friction, sliding);
        run_to(m, 3.0 * first.separation_time + 3e-4, 1e-8, &end, pairs);
        assert_int_equal(pairs[0].impacts_in_all, 2);
        assert_int_equal(pairs[1].impacts_in_all, 1);
        // impulses of the floor, the ceiling, the floor on centre and spin
        double push = first.tangential_impulse / mass, vx = sliding - push, spin = -2.5 * push;
        push = impact_of(&contact, &friction, vx - spin).tangential_impulse / mass;
        vx -= push;
        spin += 2.5 * push;
        push = impact_of(&contact, &friction, vx + spin).tangential_impulse / mass;
        CHECK_WITHIN(end.vx / sliding, (vx - push) / sliding, 2e-5);
        CHECK_WITHIN(end.omega * radius / sliding, (spin - 2.5 * push) / sliding, 5e-5);
        dp_mechanism_free(m);
    }
}

// --- a constant normal force ---------------------------------------------------------------------

// A shoe on a straight guide, pressed in by as much throughout, driven to and fro by S.
static dp_mechanism *build_shoe(const char *law, const dp_friction_def *friction, double stiffness,
                                double pressed, double swing) {
    static const double time[] = {0.0, 1.0, 2.0, 3.0, 4.0, 5.0};
    double value[] = {0.0, swing, -swing, swing, -swing, swing};
    struct parts p;
    parts_begin(&p);
    dp_mechanism_body *shoe = add_body(&p, "shoe", 1.0, 1.0);
    shoe->x = shoe->y = shoe->angle = 0.0;
    add_joint(&p, DP_JOINT_TRANSLATIONAL, DP_GROUND, 0);
    dp_mechanism_driver *drive = add_driver(&p, 0, DP_DRIVEN_X);
    drive->table =
        (dp_mechanism_table){.time = time, .value = value, .count = 6, .shape = DP_TABLE_HERMITE};
    dp_mechanism_contact *floor = add_touch(&p, DP_TOUCH_PLANE, 0, DP_GROUND);
    floor->name = "floor";
    floor->radius[0] = 0.01;
    floor->at[1][1] = -0.01 + pressed;
    floor->contact = contact_of(law, stiffness);
    floor->friction = *friction;
    return mechanism_build(&p.def);
}

// Cattaneo and Mindlin: from a virgin contact mu N f(s/s_m), f = 1 - (1 - x)^(3/2); every later
// branch is the same curve with twice its size.
static double partial_slip(double x) {
    return 1.0 - pow(1.0 - x, 1.5);
}

static void a_cycle_of_partial_slip_is_that_of_mindlin(void **state) {
    (void)state;
    const double k = 1e9, pressed = 1e-5, kappa = 0.8;
    dp_friction_def friction = grip_of("mindlin-deresiewicz", mu);
    dp_error err;
    assert_int_equal(dp_friction_set(&friction, "stiffness_ratio", kappa, &err), DP_OK);
    const double push = k * pow(pressed, 1.5), elastic = 1.5 * k * sqrt(pressed);
    const double most = 1.5 * mu * push / (kappa * elastic), swing = 0.7 * most;
    dp_mechanism *m = build_shoe("hertz", &friction, k, pressed, swing);
    struct rows rows;
    dp_mechanism_result three = record(m, 3.0, 0.05, "shoe.x floor.friction floor.force", &rows);
    for (int i = 0; i < rows.count; i++) {
        double x = rows.value[i][0], peak = partial_slip(0.7), want;
        if (rows.time[i] <= 1.0)
            want = partial_slip(x / most);
        else if (rows.time[i] <= 2.0)
            want = peak - 2.0 * partial_slip((swing - x) / (2.0 * most));
        else
            want = -peak + 2.0 * partial_slip((swing + x) / (2.0 * most));
        CHECK_NEAR(rows.value[i][2], push, 1e-9);
        // the normal force does not change: every way is straight, and the law exact
        CHECK_WITHIN(rows.value[i][1] / (mu * push), -want, 1e-10);
    }
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 5.0;
    run.rtol = 1e-11;
    dp_mechanism_result five = mechanism_run(m, &run);
    // area of the loop: 8 int_0^S f - 4 S f(S)
    double rest = pow(0.3, 2.5), under = 0.7 - 0.4 * (1.0 - rest);
    double area = mu * push * most * (8.0 * under - 4.0 * 0.7 * partial_slip(0.7));
    // steps are long where the force follows from the end alone, and losses are summed over their
    // parts: off by 3e-6
    CHECK_NEAR(five.energy.friction - three.energy.friction, area, 1e-5);
    CHECK_WITHIN(five.energy.error, 0.0, 1e-6);
    dp_mechanism_free(m);
}

// A spring and a slider: parallelograms.
static void a_spring_and_a_slider_draw_parallelograms(void **state) {
    (void)state;
    const double k = 1e6, pressed = 1e-4, ratio = 0.5, push = k * pressed;
    dp_friction_def friction = grip_of("cundall-strack", mu);
    dp_error err;
    assert_int_equal(dp_friction_set(&friction, "stiffness_ratio", ratio, &err), DP_OK);
    const double slips = mu * push / (ratio * k), swing = 3.0 * slips;
    dp_mechanism *m = build_shoe("kelvin-voigt", &friction, k, pressed, swing);
    struct rows rows;
    dp_mechanism_result result = record(m, 3.0, 0.025, "shoe.x floor.friction", &rows);
    for (int i = 0; i < rows.count; i++) {
        double x = rows.value[i][0], t = rows.time[i];
        double z = t <= 1.0 ? x / slips
                            : (t <= 2.0 ? 1.0 - (swing - x) / slips : -1.0 + (swing + x) / slips);
        double want = z > 1.0 ? 1.0 : z < -1.0 ? -1.0 : z;
        CHECK_WITHIN(rows.value[i][1] / (mu * push), -want, 1e-8);
    }
    // it slides 2 slips long, then 4 and 4
    CHECK_NEAR(result.energy.friction, 10.0 * slips * mu * push, 1e-8);
    CHECK_NEAR(result.energy.stored, 0.5 * k * pressed * pressed + 0.5 * mu * push * slips, 1e-8);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-8);
    dp_mechanism_free(m);
}

// --- stick ---------------------------------------------------------------------------------------

// A sledge on two feet, as high as its centre, on a slope of 0.3.
static dp_mechanism *build_sledge(const dp_friction_def *friction, double k) {
    struct parts p;
    parts_begin(&p);
    dp_mechanism_body *sledge = add_body(&p, "sledge", 2.0, 0.01);
    sledge->x = sledge->angle = 0.0;
    sledge->y = -9.0 / k;
    p.def.gravity[0] = 2.7;
    p.def.gravity[1] = -9.0;
    for (int i = 0; i < 2; i++) {
        dp_mechanism_contact *foot = add_touch(&p, DP_TOUCH_PLANE, 0, DP_GROUND);
        foot->at[0][0] = i ? 0.1 : -0.1;
        foot->radius[0] = 0.0;
        foot->contact = contact_of("kelvin-voigt", k);
        foot->friction = *friction;
    }
    return mechanism_build(&p.def);
}

static void stick_does_not_creep(void **state) {
    (void)state;
    const double k = 1e6;
    dp_friction_def friction = grip_of("cundall-strack", 0.5);
    dp_error err;
    assert_int_equal(dp_friction_set(&friction, "damping", 500.0, &err), DP_OK);
    dp_mechanism *m = build_sledge(&friction, k);
    dp_body_state one, four;
    run_to(m, 1.0, 1e-9, &one, NULL);
    dp_mechanism_result result = run_to(m, 4.0, 1e-9, &four, NULL);
    CHECK_NEAR(one.x, 5.4 / (2.0 * 2.0 / 7.0 * k), 1e-7);
    CHECK_WITHIN(four.x - one.x, 0.0, 1e-12);
    // it held all the time: the damper took what is lost
    CHECK_WITHIN(result.energy.friction, 0.0, 1e-12);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-8);
    dp_mechanism_free(m);
    // coulomb with a ramp goes on at the speed at which the ramp holds it
    friction = grip_of("coulomb", 0.5);
    m = build_sledge(&friction, k);
    run_to(m, 1.0, 1e-9, &one, NULL);
    run_to(m, 4.0, 1e-9, &four, NULL);
    assert_true(four.x - one.x > 1e-4);
    dp_mechanism_free(m);
}

// Beyond the slope that it holds it slides with what is left.
static void a_slope_that_is_too_steep(void **state) {
    (void)state;
    for (int law = 0; law < 3; law++) {
        dp_friction_def friction = grip_of(laws[law], 0.1);
        dp_mechanism *m = build_sledge(&friction, 1e6);
        dp_body_state one, two;
        run_to(m, 0.5, 1e-9, &one, NULL);
        dp_mechanism_result result = run_to(m, 1.0, 1e-9, &two, NULL);
        CHECK_NEAR(two.vx - one.vx, 0.5 * (2.7 - 0.1 * 9.0), 1e-6);
        CHECK_NEAR(result.energy.friction, 0.1 * 18.0 * two.x, 1e-5);
        CHECK_WITHIN(result.energy.error, 0.0, 1e-7);
        dp_mechanism_free(m);
    }
}

// --- states --------------------------------------------------------------------------------------

static dp_mechanism_stepper *begin_on_floor(dp_mechanism **m, int law) {
    dp_contact_def contact = contact_of("hertz", 1e10);
    dp_friction_def friction = grip_of(laws[law], mu);
    struct parts p;
    begin_ball(&p, &contact, &friction, 2.0 * mu * speed / ratio_of(law));
    *m = mechanism_build(&p.def);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_stepper *s;
    dp_error err;
    run.until = 1e-3;
    assert_int_equal(dp_mechanism_begin(&s, *m, &run, &err), DP_OK);
    return s;
}

static void trial_steps_leave_no_trace(void **state) {
    (void)state;
    for (int law = 0; law < 3; law++) {
        dp_mechanism *m;
        dp_mechanism_stepper *s = begin_on_floor(&m, law);
        dp_error err;
        assert_int_equal(dp_mechanism_advance(s, 3e-5, &err), DP_OK);
        struct run *r = &s->run;
        double grips[DP_GRIP_HISTORY_MAX], to[32], dy[32];
        struct contact_state contact = r->contacts[0];
        assert_int_equal(contact.mode, MODE_TOUCH);
        assert_true(r->count <= 32);
        memcpy(grips, r->grips, sizeof grips);
        double rubbed = r->rubbed;
        memcpy(to, r->y, (size_t)r->count * sizeof *to);
        for (int i = 0; i < 20; i++) {
            // farther and farther, to and fro
            to[r->active] = r->y[r->active] + 1e-7 * i;
            to[1] = r->y[1] - 1e-7 * i;
            to[2 * r->n] = r->y[2 * r->n] + (i % 2 ? 1e-6 : -1e-6) * i;
            dp_run_grips_stride(r, to);
            dp_run_evaluate(r, to, dy);
        }
        assert_memory_equal(r->grips, grips, sizeof grips);
        assert_memory_equal(&r->contacts[0], &contact, sizeof contact);
        assert_true(r->rubbed == rubbed);
        // a state that is accepted does
        dp_run_commit_grips(r, to);
        assert_memory_not_equal(r->grips, grips, sizeof grips);
        dp_mechanism_stepper_free(s);
        dp_mechanism_free(m);
    }
}

static void restored_runs_go_on_with_the_same_bits(void **state) {
    (void)state;
    static unsigned char bytes[20000];
    for (int law = 0; law < 3; law++) {
        dp_mechanism *m;
        dp_mechanism_stepper *s = begin_on_floor(&m, law), *t;
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        dp_mechanism_result one, two;
        dp_error err;
        run.until = 1e-3;
        assert_int_equal(dp_mechanism_advance(s, 3e-5, &err), DP_OK);
        size_t size = dp_mechanism_save(s, bytes, sizeof bytes);
        assert_true(size <= sizeof bytes);
        assert_int_equal(dp_mechanism_begin(&t, m, &run, &err), DP_OK);
        assert_int_equal(dp_mechanism_restore(t, bytes, size, &err), DP_OK);
        assert_int_equal(dp_mechanism_advance(s, INFINITY, &err), DP_OK);
        assert_int_equal(dp_mechanism_advance(t, INFINITY, &err), DP_OK);
        dp_body_state a = dp_mechanism_state(s).bodies[0], b = dp_mechanism_state(t).bodies[0];
        assert_memory_equal(&a, &b, sizeof a);
        assert_int_equal(dp_mechanism_finish(s, &one, &err), DP_OK);
        assert_int_equal(dp_mechanism_finish(t, &two, &err), DP_OK);
        assert_memory_equal(&one.energy, &two.energy, sizeof one.energy);
        assert_true(one.energy.friction > 0.0);
        dp_mechanism_stepper_free(s);
        dp_mechanism_stepper_free(t);
        // a history that is no number is refused
        assert_int_equal(dp_mechanism_begin(&t, m, &run, &err), DP_OK);
        assert_int_equal(dp_mechanism_advance(t, 3e-5, &err), DP_OK);
        t->run.grips[0] = NAN;
        size = dp_mechanism_save(t, bytes, sizeof bytes);
        assert_int_equal(dp_mechanism_restore(t, bytes, size, &err), DP_ERR_RANGE);
        dp_mechanism_stepper_free(t);
        dp_mechanism_free(m);
    }
}

// What is pressed in from the start is bent as a whole: a small slide finds all of its stiffness.
static void a_pressed_contact_is_there_from_the_start(void **state) {
    (void)state;
    const double k = 1e6, pressed = 1e-4, small = 1e-6 * mu * pressed;
    for (int law = 0; law < 3; law++) {
        dp_friction_def friction = grip_of(laws[law], mu);
        dp_mechanism *m = build_shoe("kelvin-voigt", &friction, k, pressed, 1e-5);
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        dp_mechanism_stepper *s;
        dp_error err;
        run.until = 1.0;
        assert_int_equal(dp_mechanism_begin(&s, m, &run, &err), DP_OK);
        const dp_grip_state slid = {k * pressed, k, small, 0.0};
        dp_grip_response r = dp_grip_respond(&m->pairs[0].friction, s->run.grips, &slid);
        // partial slip takes off a part as large as that of the slide
        CHECK_NEAR(r.force, -ratio_of(law) * k * small, 1e-5);
        dp_mechanism_stepper_free(s);
        dp_mechanism_free(m);
    }
}

static void friction_without_mu_is_refused(void **state) {
    (void)state;
    dp_contact_def contact = contact_of("hertz", 1e10);
    dp_friction_def friction = dp_friction_defaults(dp_friction_law_find("mindlin"));
    struct parts p;
    dp_mechanism *m;
    dp_error err;
    begin_ball(&p, &contact, &friction, 0.1);
    assert_int_equal(dp_mechanism_build(&m, &p.def, &err), DP_ERR_MISSING);
    assert_non_null(strstr(err.text, "mu"));
    assert_non_null(strstr(err.text, "floor"));
    assert_int_equal(err.subject, DP_SUBJECT_CONTACT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oblique_impacts_are_those_of_dp_impact_run),
        cmocka_unit_test(the_implicit_stepper_finds_the_same),
        cmocka_unit_test(a_new_touch_begins_with_nothing),
        cmocka_unit_test(a_cycle_of_partial_slip_is_that_of_mindlin),
        cmocka_unit_test(a_spring_and_a_slider_draw_parallelograms),
        cmocka_unit_test(stick_does_not_creep),
        cmocka_unit_test(a_slope_that_is_too_steep),
        cmocka_unit_test(trial_steps_leave_no_trace),
        cmocka_unit_test(restored_runs_go_on_with_the_same_bits),
        cmocka_unit_test(a_pressed_contact_is_there_from_the_start),
        cmocka_unit_test(friction_without_mu_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
