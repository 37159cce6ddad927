// Tests for src/mechanism: surfaces that slide, let go, are pressed on again or only follow.

#include "check.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

static dp_contact_def linear(double stiffness, double damping) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("kelvin-voigt"));
    dp_error err;
    def.pair.stiffness = stiffness;
    assert_int_equal(dp_law_set(&def.law, "damping", damping, &err), DP_OK);
    return def;
}

static dp_friction_def coulomb(double mu) {
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find("coulomb"));
    dp_error err;
    assert_int_equal(dp_friction_set(&def, "mu", mu, &err), DP_OK);
    return def;
}

// A ball above the floor y = 0.
static void begin_ball(struct parts *p, double mass, double radius, double y,
                       dp_contact_def contact) {
    parts_begin(p);
    dp_mechanism_body *ball = add_body(p, "ball", mass, 0.4 * mass * radius * radius);
    ball->x = 0.0;
    ball->y = y;
    dp_mechanism_contact *floor = add_touch(p, DP_TOUCH_PLANE, 0, DP_GROUND);
    floor->name = "floor";
    floor->radius[0] = radius;
    floor->contact = contact;
}

// A ball that slides and begins to roll, on a linear contact at its static indentation: the normal
// force is its weight and nothing moves up or down.
static void a_ball_slides_until_it_rolls(void **state) {
    (void)state;
    const double mass = 2.0, radius = 0.1, g = 9.81, mu = 0.3, k = 1e5, v0 = 3.0;
    const double depth = mass * g / k;
    struct parts p;
    begin_ball(&p, mass, radius, radius - depth, linear(k, 0.0));
    p.bodies[0].vx = v0;
    p.touches[0].friction = coulomb(mu);
    p.def.gravity[1] = -g;
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    // the slip v + R omega falls by mu g (1 + m R^2/I) = 3.5 mu g
    const double rolls = v0 / (3.5 * mu * g);
    dp_mechanism_run_def run =
        rows_of(m, 0.9 * rolls, 0.9 * rolls / 20.0,
                "floor.ex floor.ey floor.eccentricity floor.indentation floor.rate "
                "floor.force floor.friction floor.fx floor.fy floor.slip floor.contact "
                "ball.vx",
                &rows);
    dp_mechanism_contact_stats pair;
    run.pairs = &pair;
    dp_mechanism_result result = mechanism_run(m, &run);
    for (int i = 0; i < rows.count; i++) {
        const double *v = rows.value[i], t = rows.time[i];
        double slip = v0 - 3.5 * mu * g * t;
        CHECK_NEAR(v[0], v0 * t - 0.5 * mu * g * t * t, 1e-9);
        CHECK_WITHIN(v[1], radius - depth, 1e-12);
        CHECK_WITHIN(v[2], radius - depth, 1e-12);
        CHECK_NEAR(v[3], depth, 1e-8);
        CHECK_WITHIN(v[4], 0.0, 1e-10);
        CHECK_NEAR(v[5], mass * g, 1e-8);
        CHECK_NEAR(fabs(v[6]), mu * mass * g, 1e-8);
        CHECK_NEAR(v[7], -mu * mass * g, 1e-8);
        CHECK_NEAR(v[8], mass * g, 1e-8);
        CHECK_NEAR(fabs(v[9]), slip, 1e-8);
        assert_true(v[6] * v[9] < 0.0);  // against the sliding, measured along the same line
        CHECK_WITHIN(v[10], 1.0, 0.0);
        CHECK_WITHIN(v[11], v0 - mu * g * t, 1e-9);
    }
    // what slides away is friction, and it did not begin with an impact
    double way = 0.9 * rolls * (v0 - 0.5 * 3.5 * mu * g * 0.9 * rolls);
    CHECK_NEAR(result.energy.friction, mu * mass * g * way, 1e-8);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-10);
    CHECK_NEAR(result.energy.stored, 0.5 * k * depth * depth, 1e-7);
    assert_int_equal(rows.told, 0);
    assert_int_equal(pair.impacts_in_all, 0);
    CHECK_NEAR(pair.contact_share, 1.0, 1e-12);
    CHECK_NEAR(pair.following_share, 1.0, 1e-12);
    CHECK_WITHIN(pair.flight_share, 0.0, 1e-12);
    dp_mechanism_free(m);
}

// A strong damper pulls before the surfaces are apart and lets go; the weight presses the ball on
// again while it is still inside, as a new contact. Each release frees what the spring holds, each
// new contact binds it again.
static void a_contact_that_let_go_is_pressed_on_again(void **state) {
    (void)state;
    struct parts p;
    const double k = 1e4, mass = 1.0;
    dp_contact_def contact = linear(k, 2.0 * 0.7 * sqrt(k * mass));
    contact.tension = DP_TENSION_RELEASE;
    begin_ball(&p, mass, 0.1, 0.1, contact);
    p.bodies[0].vy = -1.3;
    p.def.gravity[1] = -9.81;
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    dp_mechanism_result result =
        record(m, 0.2, 1e-3, "floor.indentation floor.contact floor.force ball.ay", &rows);
    int inside_but_free = 0, back = 0;
    for (int i = 0; i < rows.count; i++) {
        const double *v = rows.value[i];
        assert_true(v[2] >= 0.0);
        CHECK_WITHIN(v[3], v[2] / mass - 9.81, 1e-6);
        if (v[0] > 0.0 && v[1] == 0.0) inside_but_free = 1;
        if (inside_but_free && v[1] == 1.0) back = 1;
    }
    assert_true(inside_but_free && back);
    assert_true(rows.told >= 2);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-8);
    // in the end it lies there
    CHECK_NEAR(rows.value[rows.count - 1][0], mass * 9.81 / k, 1e-3);
    dp_mechanism_free(m);
}

// Pressed against the floor for eight periods of its spring and then pulled off: it followed, which
// is no impact. Dropped without the push it is one.
static void a_long_contact_is_no_impact(void **state) {
    (void)state;
    const double k = 1e5, mass = 2.0, period = 6.283185307179586 * sqrt(mass / k);
    for (int is_pushed = 0; is_pushed < 2; is_pushed++) {
        struct parts p;
        begin_ball(&p, mass, 0.1, 0.1005, linear(k, 200.0));
        p.bodies[0].vy = -0.1;
        const double time[] = {0.0, 0.005 + 8.0 * period, 0.0051 + 8.0 * period, 1.0};
        const double value[] = {-1.0, -1.0, 1.0, 1.0};
        dp_mechanism_force *push = add_force(&p, DP_FORCE_APPLIED, DP_GROUND, 0);
        push->force[1] = 50.0 * is_pushed;
        push->factor = (dp_mechanism_table){
            .time = time, .value = value, .count = 4, .shape = DP_TABLE_HERMITE};
        dp_mechanism *m = mechanism_build(&p.def);
        struct rows rows;
        dp_mechanism_run_def run = rows_of(m, 0.5, 0.1, "floor.contact", &rows);
        dp_mechanism_contact_stats pair;
        run.pairs = &pair;
        dp_mechanism_result result = mechanism_run(m, &run);
        assert_int_equal(pair.impacts_in_all, 1);
        assert_int_equal(rows.told, 1);
        assert_true(pair.contact_share > 0.0);
        double was_impact = is_pushed ? 0.0 : pair.contact_share;
        CHECK_WITHIN(pair.impact_share, was_impact, 1e-15);
        CHECK_WITHIN(pair.following_share, pair.contact_share - was_impact, 1e-15);
        CHECK_NEAR(rows.last.duration, 0.5 * pair.contact_share, 1e-9);
        CHECK_NEAR(rows.last.time, pair.first_time, 1e-15);
        CHECK_NEAR(rows.last.approach_speed, pair.first_speed, 1e-15);
        if (!is_pushed) CHECK_NEAR(pair.first_time, 0.005, 1e-10);
        assert_true(pair.first_speed > 0.0);
        assert_true(is_pushed == (rows.last.duration > 7.0 * period));
        CHECK_WITHIN(result.energy.error, 0.0, 1e-8);
        dp_mechanism_free(m);
    }
}

// A window that begins between two bounces sees only the later ones, and a window that begins
// within a contact only the rest of it.
static void a_window_sees_what_is_in_it(void **state) {
    (void)state;
    struct parts p;
    const double k = 1e4, g = 10.0, mass = 1.0;
    begin_ball(&p, mass, 0.1, 0.6, linear(k, 0.0));
    p.def.gravity[1] = -g;
    dp_mechanism *m = mechanism_build(&p.def);
    dp_mechanism_contact_stats whole, part, inner;
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 2.0;
    run.rtol = 1e-11;
    run.pairs = &whole;
    mechanism_run(m, &run);
    // falls 0.5 m, then bounces without loss: first touch after sqrt(2 h/g)
    double fall = sqrt(0.1), speed = sqrt(10.0);
    CHECK_NEAR(whole.first_time, fall, 1e-10);
    CHECK_NEAR(whole.first_speed, speed, 1e-10);
    // in contact: a harmonic swing about the static indentation
    double w = sqrt(k / mass), contact = (2.0 * (3.141592653589793 - atan(speed * w / g))) / w;
    assert_int_equal(whole.impacts, 3);
    CHECK_NEAR(whole.contact_share * 2.0, 3.0 * contact, 1e-8);
    // the window begins in the middle of the first contact
    run.pairs = &part;
    run.skip = fall + 0.5 * contact;
    mechanism_run(m, &run);
    assert_int_equal(part.impacts, 2);
    assert_int_equal(part.impacts_in_all, 3);
    CHECK_NEAR(part.contact_share * (2.0 - run.skip), 2.5 * contact, 1e-8);
    // and after it
    run.pairs = &inner;
    run.skip = fall + 1.5 * contact;
    mechanism_run(m, &run);
    assert_int_equal(inner.impacts, 2);
    CHECK_NEAR(inner.contact_share * (2.0 - run.skip), 2.0 * contact, 1e-8);
    CHECK_NEAR(inner.first_time, fall, 1e-10);
    dp_mechanism_free(m);
}

// A puck in a straight line.
static void begin_puck(struct parts *p) {
    parts_begin(p);
    dp_mechanism_body *puck = add_body(p, "puck", 1.0, 0.01);
    puck->x = puck->y = 0.0;
    puck->vx = 600.0;
    dp_mechanism_contact *post = add_touch(p, DP_TOUCH_CIRCLES, 0, DP_GROUND);
    post->at[1][0] = 1000.0;
    post->at[1][1] = 0.05;
}

// The tip of an arm at 2 m that turns many times in what would be one step, a post behind it.
static void begin_arm(struct parts *p) {
    parts_begin(p);
    add_body(p, "arm", 1.0, 0.01)->omega = 500.0;
    add_joint(p, DP_JOINT_REVOLUTE, DP_GROUND, 0)->at[0][1] = 50.0;
    dp_mechanism_contact *post = add_touch(p, DP_TOUCH_CIRCLES, 0, DP_GROUND);
    post->at[0][0] = 2.0;
    post->at[1][0] = -2.0;
    post->at[1][1] = 50.0;
}

// Far steps do not fly over a small post.
static void nothing_is_flown_over(void **state) {
    (void)state;
    for (int is_arm = 0; is_arm < 2; is_arm++) {
        struct parts p;
        if (is_arm)
            begin_arm(&p);
        else
            begin_puck(&p);
        // so stiff that no more than a fifth of the radius goes in
        p.touches[0].contact = linear(1e9, 0.0);
        p.touches[0].radius[0] = p.touches[0].radius[1] = 0.1;
        dp_mechanism *m = mechanism_build(&p.def);
        dp_mechanism_contact_stats pair;
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        run.until = is_arm ? 4.0 : 10.0;
        run.pairs = &pair;
        mechanism_run(m, &run);
        // centres 0.2 m apart: along the line, and over the chord of the circle
        double first = is_arm ? (3.141592653589793 - 2.0 * asin(0.1 / 2.0)) / 500.0
                              : (1000.0 - sqrt(0.04 - 0.0025)) / 600.0;
        CHECK_NEAR(pair.first_time, first, 1e-9);
        dp_mechanism_free(m);
    }
}

// A run that breaks off says where: the body, and the pair that pushes.
static void a_failure_names_its_place(void **state) {
    (void)state;
    struct parts p;
    begin_ball(&p, 1.0, 0.1, 0.09, linear(1e4, 0.0));
    dp_mechanism *m = mechanism_build(&p.def);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_error err = {0};
    run.until = 1.0;
    run.max_steps = 1;
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_ERR_NUMERIC);
    assert_non_null(strstr(err.text, "no end within 1 steps"));
    assert_int_equal(result.failed_body, 0);
    assert_int_equal(result.failed_pair, 0);
    assert_true(result.time < 1.0);
    dp_mechanism_free(m);
}

// --- friction ------------------------------------------------------------------------------------

// A wheel that a motor turns drags another one along, pressed together by their fixed centres: an
// even moment until they roll on each other, in the ratio of their radii. Friction acts at the
// point that divides the line of centres in this ratio.
static void a_wheel_drags_another(void **state) {
    (void)state;
    const double r1 = 0.2, r2 = 0.1, depth = 1e-3, k = 1e4, mu = 0.4, inertia = 0.02, w = 30.0;
    const double grip = mu * k * depth, part = 1.0 - depth / (r1 + r2);
    const double arm1 = part * r1, arm2 = part * r2;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "motor", 1.0, 0.1);
    add_body(&p, "wheel", 1.0, inertia);
    add_joint(&p, DP_JOINT_REVOLUTE, DP_GROUND, 0);
    add_pin(&p, DP_GROUND, r1 + r2 - depth, 1, 0.0);
    dp_mechanism_contact *touch = add_touch(&p, DP_TOUCH_CIRCLES, 0, 1);
    touch->name = "rim";
    touch->radius[0] = r1;
    touch->radius[1] = r2;
    touch->contact = linear(k, 0.0);
    touch->friction = coulomb(mu);
    add_motor(&p, 0, w, 0.0);
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    const double rolls = arm1 * w / (grip * arm2 * arm2 / inertia);
    dp_mechanism_result result =
        record(m, 1.25 * rolls, rolls / 16.0, "wheel.omega rim.slip motor.moment rim.force", &rows);
    for (int i = 0; i < rows.count; i++) {
        const double *v = rows.value[i], t = rows.time[i];
        CHECK_NEAR(v[3], k * depth, 1e-9);
        if (t < 0.99 * rolls) {
            CHECK_WITHIN(v[0], -grip * arm2 / inertia * t, 1e-8);
            CHECK_NEAR(fabs(v[1]), arm1 * w - grip * arm2 * arm2 / inertia * t, 1e-7);
            CHECK_NEAR(v[2], grip * arm1, 1e-9);
        }
    }
    // the line at low speed lets the last of the sliding die out
    CHECK_WITHIN(rows.value[rows.count - 1][0], -w * r1 / r2, 1e-6);
    CHECK_WITHIN(rows.value[rows.count - 1][1], 0.0, 1e-6);
    // of what the motor gives to drag it along, one half is rubbed away
    CHECK_NEAR(result.energy.friction, 0.5 * inertia * w * w * r1 * r1 / (r2 * r2), 1e-4);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-8);
    dp_mechanism_free(m);
}

// --- momentum ---

struct momentum {
    double x, y, turning, scale, size;  // size: of the parts that make up `turning`
};

static struct momentum momentum_of(const struct parts *p, const dp_body_state *state) {
    struct momentum sum = {0};
    for (int i = 0; i < p->def.body_count; i++) {
        const dp_body_state *s = &state[i];
        const double mass = p->bodies[i].mass, spin = p->bodies[i].inertia * s->omega;
        const double orbit = mass * (s->x * s->vy - s->y * s->vx);
        sum.x += mass * s->vx;
        sum.y += mass * s->vy;
        sum.turning += spin + orbit;
        sum.scale += mass * hypot(s->vx, s->vy);
        sum.size += fabs(spin) + fabs(orbit);
    }
    return sum;
}

// Nothing acts from outside: what the surfaces do to each other changes no sum. A step leaves some
// 1e-13 of it at this tolerance. Friction with compliance is committed in parts of steps, whose
// forces are still pairs.
static void check_momentum(const struct parts *p, double until, double least_spin) {
    dp_mechanism *m = mechanism_build(&p->def);
    dp_body_state start[PARTS], end[PARTS];
    dp_error err = {0};
    double spin = 0.0;
    assert_int_equal(dp_mechanism_start(m, start, &err), DP_OK);
    dp_mechanism_result result = run_to(m, until, 1e-13, end, NULL);
    struct momentum before = momentum_of(p, start), after = momentum_of(p, end);
    CHECK_WITHIN(after.x, before.x, 1e-13 * before.scale);
    CHECK_WITHIN(after.y, before.y, 1e-13 * before.scale);
    CHECK_WITHIN(after.turning, before.turning, 1e-13 * before.size);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-7);
    for (int i = 0; i < p->def.body_count; i++)
        spin = fmax(spin, fabs(end[i].omega - start[i].omega));
    assert_true(spin > least_spin);
    dp_mechanism_free(m);
}

static void place_body(struct parts *p, int body, const double at[3], const double speed[3]) {
    dp_mechanism_body *b = &p->bodies[body];
    b->x = at[0];
    b->y = at[1];
    b->angle = at[2];
    b->vx = speed[0];
    b->vy = speed[1];
    b->omega = speed[2];
}

static dp_contact_def hertz(double stiffness) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("hertz"));
    def.pair.stiffness = stiffness;
    return def;
}

static dp_friction_def friction_of(const char *law, const char *const *name, const double *value) {
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find(law));
    dp_error err;
    for (int i = 0; name[i] != NULL; i++)
        assert_int_equal(dp_friction_set(&def, name[i], value[i], &err), DP_OK);
    return def;
}

static const char *const sticky[] = {"mu", "stiffness_ratio", NULL};
static const double sticky_values[] = {0.3, 0.8};
static const char *const bristly[] = {"mu_s", "mu_d", "sigma_0", NULL};
static const double bristly_values[] = {0.4, 0.3, 1e4};

// Two discs in space, of which one spins: the contact is soft, so that an arm that leaves out the
// indentation loses 2.4 % of the angular momentum.
static void discs_keep_their_angular_momentum(void **state) {
    (void)state;
    const dp_friction_def friction[] = {coulomb(0.3), friction_of("mindlin", sticky, sticky_values),
                                        friction_of("lugre", bristly, bristly_values)};
    const double still[3] = {0.0, 0.0, 0.0};
    for (int unequal = 0; unequal < 2; unequal++)
        for (int i = 0; i < 3; i++) {
            struct parts p;
            parts_begin(&p);
            add_body(&p, "a", 1.0, 2e-4);
            add_body(&p, "b", unequal ? 0.3 : 1.0, unequal ? 3e-5 : 2e-4);
            const double speed[3] = {1.0, 0.2, 50.0}, there[3] = {0.041, 0.003, 0.7};
            place_body(&p, 0, still, speed);
            place_body(&p, 1, there, still);
            dp_mechanism_contact *touch = add_touch(&p, DP_TOUCH_CIRCLES, 0, 1);
            touch->radius[0] = unequal ? 0.03 : 0.02;
            touch->radius[1] = unequal ? 0.01 : 0.02;
            touch->contact = hertz(5e6);
            touch->friction = friction[i];
            check_momentum(&p, 5e-3, 1.0);
        }
}

// A chain of three bodies with loose pins, which rattle: journals on the first or the second body.
static void loose_pins_keep_their_angular_momentum(void **state) {
    (void)state;
    for (int turned = 0; turned < 4; turned++) {
        struct parts p;
        parts_begin(&p);
        const char *const names[] = {"a", "b", "c"};
        for (int i = 0; i < 3; i++) {
            const double at[3] = {0.2 * i, 0.0, 0.0}, speed[3] = {0.1 * i, 0.5 - i, 3.0 * i - 2.0};
            add_body(&p, names[i], 1.0 + 0.5 * i, 2e-3 * (1.0 + i));
            place_body(&p, i, at, speed);
        }
        for (int i = 0; i < 2; i++) {
            const int back = (turned >> i) & 1;
            dp_mechanism_joint *pin = add_joint(&p, DP_JOINT_CLEARANCE, i + back, i + 1 - back);
            pin->at[back][0] = 0.1;
            pin->at[1 - back][0] = -0.1;
            pin->journal_radius = 0.0095;
            pin->bearing_radius = 0.01;
            pin->contact = hertz(5e7);
            pin->friction = i == 0 ? coulomb(0.3) : friction_of("mindlin", sticky, sticky_values);
        }
        check_momentum(&p, 0.02, 0.1);
    }
}

// Two wheels pressed together that turn as one rigid body do not slide.
static void bodies_that_turn_together_do_not_slide(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "base", 1.0, 0.1);
    add_body(&p, "wheel", 1.0, 0.1);
    add_pin(&p, DP_GROUND, 0.0, 0, 0.0);
    add_pin(&p, 0, 0.28, 1, 0.0);
    dp_mechanism_contact *touch = add_touch(&p, DP_TOUCH_CIRCLES, 0, 1);
    touch->name = "rim";
    touch->radius[0] = 0.2;
    touch->radius[1] = 0.1;
    touch->contact = linear(1e4, 0.0);
    add_motor(&p, 0, 30.0, 0.0);
    dp_mechanism_driver *same = add_motor(&p, 1, 30.0, 0.0);
    same->name = "same";
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    record(m, 0.1, 0.05, "rim.slip rim.indentation", &rows);
    for (int i = 0; i < rows.count; i++) {
        CHECK_WITHIN(rows.value[i][0], 0.0, 1e-13);
        CHECK_NEAR(rows.value[i][1], 0.02, 1e-12);
    }
    dp_mechanism_free(m);
}

static dp_body_state bounce(const struct parts *p, double until) {
    dp_mechanism *m = mechanism_build(&p->def);
    dp_body_state end;
    run_to(m, until, 1e-11, &end, NULL);
    dp_mechanism_free(m);
    return end;
}

// Bristles straighten in flight: the second bounce of a run is the first of one that begins between
// the two.
static void bristles_begin_anew(void **state) {
    (void)state;
    struct parts p;
    dp_error err;
    begin_ball(&p, 1.0, 0.1, 0.15, linear(1e4, 5.0));
    p.bodies[0].vx = 0.4;
    p.def.gravity[1] = -9.81;
    p.touches[0].friction = dp_friction_defaults(dp_friction_law_find("lugre"));
    assert_int_equal(dp_friction_set(&p.touches[0].friction, "sigma_0", 200.0, &err), DP_OK);
    assert_int_equal(dp_friction_set(&p.touches[0].friction, "mu_s", 0.3, &err), DP_OK);
    assert_int_equal(dp_friction_set(&p.touches[0].friction, "mu_d", 0.2, &err), DP_OK);
    dp_body_state first = bounce(&p, 0.2), whole = bounce(&p, 0.4);
    assert_true(first.y > 0.101 && first.omega < 0.0);
    p.bodies[0].x = first.x;
    p.bodies[0].y = first.y;
    p.bodies[0].angle = first.angle;
    p.bodies[0].vx = first.vx;
    p.bodies[0].vy = first.vy;
    p.bodies[0].omega = first.omega;
    dp_body_state second = bounce(&p, 0.2);
    CHECK_NEAR(second.omega, whole.omega, 1e-7);
    CHECK_NEAR(second.vx, whole.vx, 1e-7);
    CHECK_WITHIN(second.y, whole.y, 1e-9);
    assert_true(fabs(whole.omega - first.omega) > 1e-3);
}

// A solid is not pressed in by more than its own radius, of two circles the smaller one.
static void no_body_sinks_in_by_more_than_its_radius(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_error err;
    run.until = 0.1;
    // at the start; rows of a ball on a plane, and of two circles of 0.1 and 0.3 m
    for (int is_circles = 0; is_circles < 2; is_circles++) {
        const double deepest = 0.1, within = 0.099, beyond = 0.101;
        for (int is_deep = 0; is_deep < 2; is_deep++) {
            double depth = is_deep ? beyond : within;
            begin_ball(&p, 1.0, 0.1, 0.1 - depth, linear(1e3, 0.0));
            if (is_circles) {
                p.touches[0].type = DP_TOUCH_CIRCLES;
                p.touches[0].radius[1] = 0.3;
                p.bodies[0].y = 0.4 - depth;
            }
            dp_mechanism *m = mechanism_build(&p.def);
            run.allows_deep = false;
            dp_status status = dp_mechanism_run(m, &run, &result, &err);
            assert_int_equal(status, is_deep ? DP_ERR_RANGE : DP_OK);
            if (is_deep) {
                assert_non_null(strstr(err.text, "floor starts 0.101 m deep, beyond its "));
                assert_non_null(strstr(err.text, is_circles ? "smaller radius of 0.1 m"
                                                            : "its radius of 0.1 m"));
                assert_true(err.value > deepest && err.high == deepest);
            }
            run.allows_deep = true;
            assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_OK);
            dp_mechanism_free(m);
        }
    }
    // on its way: v sqrt(m/k) is 0.2 m
    begin_ball(&p, 1.0, 0.1, 0.11, linear(100.0, 0.0));
    p.bodies[0].vy = -2.0;
    dp_mechanism *m = mechanism_build(&p.def);
    run.allows_deep = false;
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_ERR_NUMERIC);
    assert_non_null(strstr(err.text, "floor is pressed in by 0.1 m at t = "));
    assert_non_null(strstr(err.text, "the whole of its radius"));
    // 10 ms of flight and the arc of a sine
    CHECK_NEAR(result.time, 0.005 + 0.1 * asin(0.5), 1e-7);
    run.allows_deep = true;
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_OK);
    dp_mechanism_free(m);
    // a corner has no radius
    p.touches[0].radius[0] = 0.0;
    p.bodies[0].y = 0.01;
    m = mechanism_build(&p.def);
    run.allows_deep = false;
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_OK);
    dp_mechanism_free(m);
}

// Deep in the floor and at rest a damped law lets a body come out at a creep, on which its force is
// a hundred-millionth of both its parts. The explicit steps took that for the force's floor, met it
// in every other step, and came no farther than 1e-12 s in each.
static void a_body_creeps_out_of_the_floor_in_few_steps(void **state) {
    (void)state;
    struct parts p;
    dp_contact_def contact = dp_contact_defaults(dp_law_find("flores"));
    dp_error err;
    contact.pair.stiffness = 1e9;
    contact.approach_rule = DP_APPROACH_LARGEST;
    assert_int_equal(dp_law_set(&contact.law, "restitution", 0.5, &err), DP_OK);
    begin_ball(&p, 0.1, 1.0, 0.95, contact);
    p.def.gravity[1] = -9.81;
    dp_mechanism *m = mechanism_build(&p.def);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_body_state end;
    run.until = 0.5;
    run.max_steps = 20000;  // 3,400 here, before 3e11
    run.bodies = &end;
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_OK);
    // F = 0 at rate = -v0/d, with the floor of the speed, 0.1 mm/s, as v0 and d = 1.6 of flores
    const double creep = 1e-4 / (8.0 / 5.0 * (1.0 - 0.5) / 0.5);
    CHECK_NEAR(end.vy, creep, 1e-4);
    dp_mechanism_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_slides_until_it_rolls),
        cmocka_unit_test(a_contact_that_let_go_is_pressed_on_again),
        cmocka_unit_test(a_long_contact_is_no_impact),
        cmocka_unit_test(a_window_sees_what_is_in_it),
        cmocka_unit_test(nothing_is_flown_over),
        cmocka_unit_test(a_failure_names_its_place),
        cmocka_unit_test(a_wheel_drags_another),
        cmocka_unit_test(discs_keep_their_angular_momentum),
        cmocka_unit_test(loose_pins_keep_their_angular_momentum),
        cmocka_unit_test(bodies_that_turn_together_do_not_slide),
        cmocka_unit_test(bristles_begin_anew),
        cmocka_unit_test(no_body_sinks_in_by_more_than_its_radius),
        cmocka_unit_test(a_body_creeps_out_of_the_floor_in_few_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
