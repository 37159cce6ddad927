// Tests for src/mechanism: surfaces that slide, let go, are pressed on again or only follow; tables
// over time.

#include "check.h"
#include "mechanism_cases.h"

enum { ROWS = 201, WIDTH = 12 };

struct rows {
    int count, width, told;
    double time[ROWS], value[ROWS][WIDTH];
    dp_mechanism_impact last;
};

static int keep(void *user, double time, const double *values) {
    struct rows *r = (struct rows *)user;
    if (r->count >= ROWS) return 1;
    r->time[r->count] = time;
    memcpy(r->value[r->count++], values, (size_t)r->width * sizeof *values);
    return 0;
}

static void tell(void *user, const dp_mechanism_impact *impact) {
    struct rows *r = (struct rows *)user;
    r->told++;
    r->last = *impact;
}

static dp_mechanism_run_def run_of(double until, double every, const int *channels, int count,
                                   struct rows *rows) {
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    memset(rows, 0, sizeof *rows);
    rows->width = count;
    run.until = until;
    run.every = every;
    run.row_channels = channels;
    run.row_channel_count = count;
    run.row = keep;
    run.impact = tell;
    run.user = rows;
    run.rtol = 1e-11;
    return run;
}

static dp_contact_def linear(double stiffness, double damping) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("kelvin-voigt"));
    dp_error err;
    def.pair.stiffness = stiffness;
    assert_int_equal(dp_law_set(&def.law, "damping", damping, &err), DP_OK);
    return def;
}

// A ball on the floor y = 0.
struct ball {
    dp_mechanism_body body;
    dp_mechanism_touch touch;
    dp_mechanism_def def;
};

static void make(struct ball *b, double mass, double radius, double y, dp_contact_def contact) {
    b->body = dp_mechanism_body_defaults("ball", mass, 0.4 * mass * radius * radius);
    b->body.x = 0.0;
    b->body.y = y;
    b->touch = dp_touch_defaults(DP_TOUCH_PLANE, 0, DP_GROUND, NULL);
    b->touch.name = "floor";
    b->touch.radius[0] = radius;
    b->touch.contact = contact;
    b->def = dp_mechanism_defaults();
    b->def.bodies = &b->body;
    b->def.body_count = 1;
    b->def.touches = &b->touch;
    b->def.touch_count = 1;
}

// A ball that slides and begins to roll, on a linear contact at its static indentation: the normal
// force is its weight and nothing moves up or down.
static void a_ball_slides_until_it_rolls(void **state) {
    (void)state;
    const double mass = 2.0, radius = 0.1, g = 9.81, mu = 0.3, k = 1e5, v0 = 3.0;
    const double depth = mass * g / k;
    struct ball b;
    dp_error err;
    make(&b, mass, radius, radius - depth, linear(k, 0.0));
    b.body.vx = v0;
    b.touch.friction = dp_friction_defaults(dp_friction_law_find("coulomb"));
    assert_int_equal(dp_friction_set(&b.touch.friction, "mu", mu, &err), DP_OK);
    b.def.gravity[1] = -g;
    dp_mechanism *m = mechanism_build(&b.def);
    const int channels[] = {channel(m, "floor.ex"),           channel(m, "floor.ey"),
                            channel(m, "floor.eccentricity"), channel(m, "floor.indentation"),
                            channel(m, "floor.rate"),         channel(m, "floor.force"),
                            channel(m, "floor.friction"),     channel(m, "floor.fx"),
                            channel(m, "floor.fy"),           channel(m, "floor.slip"),
                            channel(m, "floor.contact"),      channel(m, "ball.vx")};
    struct rows rows;
    // the slip v + R omega falls by mu g (1 + m R^2/I) = 3.5 mu g
    const double rolls = v0 / (3.5 * mu * g);
    dp_mechanism_run_def run = run_of(0.9 * rolls, 0.9 * rolls / 20.0, channels, 12, &rows);
    dp_pair_result pair;
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
    struct ball b;
    const double k = 1e4, mass = 1.0;
    dp_contact_def contact = linear(k, 2.0 * 0.7 * sqrt(k * mass));
    contact.tension = DP_TENSION_RELEASE;
    make(&b, mass, 0.1, 0.1, contact);
    b.body.vy = -1.3;
    b.def.gravity[1] = -9.81;
    dp_mechanism *m = mechanism_build(&b.def);
    const int channels[] = {channel(m, "floor.indentation"), channel(m, "floor.contact"),
                            channel(m, "floor.force"), channel(m, "ball.ay")};
    struct rows rows;
    dp_mechanism_run_def run = run_of(0.2, 1e-3, channels, 4, &rows);
    dp_mechanism_result result = mechanism_run(m, &run);
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
        struct ball b;
        make(&b, mass, 0.1, 0.1005, linear(k, 200.0));
        b.body.vy = -0.1;
        const double time[] = {0.0, 0.005 + 8.0 * period, 0.0051 + 8.0 * period, 1.0};
        const double value[] = {-1.0, -1.0, 1.0, 1.0};
        dp_mechanism_force push = dp_force_defaults(DP_FORCE_APPLIED, DP_GROUND, 0);
        push.force[1] = 50.0 * is_pushed;
        push.factor = (dp_mechanism_table){time, value, 4, DP_TABLE_HERMITE};
        b.def.forces = &push;
        b.def.force_count = 1;
        dp_mechanism *m = mechanism_build(&b.def);
        const int channels[] = {channel(m, "floor.contact")};
        struct rows rows;
        dp_mechanism_run_def run = run_of(0.5, 0.1, channels, 1, &rows);
        dp_pair_result pair;
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
    struct ball b;
    const double k = 1e4, g = 10.0, mass = 1.0;
    make(&b, mass, 0.1, 0.6, linear(k, 0.0));
    b.def.gravity[1] = -g;
    dp_mechanism *m = mechanism_build(&b.def);
    dp_pair_result whole, part, inner;
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

// Far steps do not fly over a small post: a puck in a straight line, and the tip of an arm that
// turns many times in what would be one step.
static void nothing_is_flown_over(void **state) {
    (void)state;
    dp_mechanism_body bodies[] = {dp_mechanism_body_defaults("puck", 1.0, 0.01),
                                  dp_mechanism_body_defaults("arm", 1.0, 0.01)};
    bodies[0].x = bodies[0].y = 0.0;
    bodies[0].vx = 600.0;
    bodies[1].omega = 500.0;
    dp_mechanism_joint joint = dp_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, 1, NULL);
    joint.at[0][1] = 50.0;
    dp_mechanism_touch touches[] = {dp_touch_defaults(DP_TOUCH_CIRCLES, 0, DP_GROUND, NULL),
                                    dp_touch_defaults(DP_TOUCH_CIRCLES, 1, DP_GROUND, NULL)};
    for (int i = 0; i < 2; i++) {
        touches[i].contact = linear(1e7, 0.0);
        touches[i].radius[0] = touches[i].radius[1] = 0.1;
    }
    touches[0].at[1][0] = 1000.0;
    touches[0].at[1][1] = 0.05;
    // the tip at 2 m, a post behind it
    touches[1].at[0][0] = 2.0;
    touches[1].at[1][0] = -2.0;
    touches[1].at[1][1] = 50.0;
    for (int i = 0; i < 2; i++) {
        dp_mechanism_def def = dp_mechanism_defaults();
        def.bodies = &bodies[i];
        def.body_count = 1;
        def.touches = &touches[i];
        def.touch_count = 1;
        def.joints = &joint;
        def.joint_count = i;
        touches[i].first = 0;
        joint.second = 0;
        dp_mechanism *m = mechanism_build(&def);
        dp_pair_result pair;
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        run.until = i ? 4.0 : 10.0;
        run.pairs = &pair;
        mechanism_run(m, &run);
        // centres 0.2 m apart: along the line, and over the chord of the circle
        double first = i ? (3.141592653589793 - 2.0 * asin(0.1 / 2.0)) / 500.0
                         : (1000.0 - sqrt(0.04 - 0.0025)) / 600.0;
        CHECK_NEAR(pair.first_time, first, 1e-9);
        dp_mechanism_free(m);
    }
}

// A run that breaks off says where: the body, and the pair that pushes.
static void a_failure_names_its_place(void **state) {
    (void)state;
    struct ball b;
    make(&b, 1.0, 0.1, 0.09, linear(1e4, 0.0));
    dp_mechanism *m = mechanism_build(&b.def);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_error err = {0};
    run.until = 1.0;
    run.max_steps = 1;
    assert_int_equal(dp_mechanism_run(m, &run, NULL, &result, &err), DP_ERR_NUMERIC);
    assert_non_null(strstr(err.text, "no end within 1 steps"));
    assert_int_equal(result.failed_body, 0);
    assert_int_equal(result.failed_pair, 0);
    assert_true(result.time < 1.0);
    dp_mechanism_free(m);
}

// --- tables
// -----------------------------------------------------------------------------------------

// A force and a torque that grow evenly from nothing: speeds go with the square of the time, and
// the work is what the bodies have in the end.
static void forces_over_time(void **state) {
    (void)state;
    const double time[] = {0.0, 2.0}, value[] = {0.0, 1.0};
    dp_mechanism_body body = dp_mechanism_body_defaults("puck", 2.0, 0.5);
    body.x = body.y = 0.0;
    dp_mechanism_force forces[] = {dp_force_defaults(DP_FORCE_APPLIED, DP_GROUND, 0),
                                   dp_force_defaults(DP_FORCE_TORQUE, DP_GROUND, 0)};
    forces[0].force[0] = 3.0;
    forces[0].force[1] = -1.0;
    forces[1].torque = 0.8;
    for (int i = 0; i < 2; i++)
        forces[i].factor = (dp_mechanism_table){time, value, 2, DP_TABLE_SPLINE};
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = &body;
    def.body_count = 1;
    def.forces = forces;
    def.force_count = 2;
    dp_mechanism *m = mechanism_build(&def);
    for (int i = 1; i <= 3; i++) {
        // beyond its ends a spline goes on straight
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
    dp_mechanism_body body = dp_mechanism_body_defaults("puck", 1.0, 1.0);
    body.y = 0.0;
    dp_mechanism_driver driver = dp_driver_defaults(0, DP_DRIVEN_X);
    driver.table = (dp_mechanism_table){time, value, 5, DP_TABLE_HERMITE};
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = &body;
    def.body_count = 1;
    def.drivers = &driver;
    def.driver_count = 1;
    dp_mechanism *m = mechanism_build(&def);
    const int channels[] = {channel(m, "puck.x"), channel(m, "puck.vx")};
    struct rows rows;
    dp_mechanism_run_def run = run_of(4.0, 0.02, channels, 2, &rows);
    mechanism_run(m, &run);
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

// --- forces
// -----------------------------------------------------------------------------------------

// A spring that pulls with a force of its own from where it was assembled: the body swings about
// the place where the two are even, and the ledger knows what the pull holds.
static void preloads_hold_energy(void **state) {
    (void)state;
    const double k = 800.0, mass = 2.0, pull = 40.0;
    dp_mechanism_body bodies[] = {dp_mechanism_body_defaults("cart", mass, 1.0),
                                  dp_mechanism_body_defaults("wheel", 1.0, mass)};
    bodies[1].angle = 0.25;
    dp_mechanism_joint joints[] = {dp_joint_defaults(DP_JOINT_TRANSLATIONAL, DP_GROUND, 0, NULL),
                                   dp_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, 1, NULL)};
    dp_mechanism_force forces[] = {dp_force_defaults(DP_FORCE_SPRING, DP_GROUND, 0),
                                   dp_force_defaults(DP_FORCE_TORSION, DP_GROUND, 1)};
    forces[0].at[0][0] = -1.0;
    for (int i = 0; i < 2; i++) {
        forces[i].stiffness = k;
        forces[i].preload = pull;
    }
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = bodies;
    def.body_count = 2;
    def.joints = joints;
    def.joint_count = 2;
    def.forces = forces;
    def.force_count = 2;
    dp_mechanism *m = mechanism_build(&def);
    const int channels[] = {channel(m, "cart.x"), channel(m, "wheel.angle")};
    struct rows rows;
    dp_mechanism_run_def run = run_of(1.0, 0.05, channels, 2, &rows);
    dp_mechanism_result result = mechanism_run(m, &run);
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
    dp_mechanism_body body = dp_mechanism_body_defaults("rocket", mass, 0.3);
    body.x = body.y = 0.0;
    body.angle = from;
    body.omega = w;
    dp_mechanism_force force = dp_force_defaults(DP_FORCE_FOLLOWER, DP_GROUND, 0);
    force.force[0] = 0.6 * thrust;
    force.force[1] = 0.8 * thrust;
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = &body;
    def.body_count = 1;
    def.forces = &force;
    def.force_count = 1;
    dp_mechanism *m = mechanism_build(&def);
    const int channels[] = {channel(m, "rocket.vx"), channel(m, "rocket.vy")};
    struct rows rows;
    dp_mechanism_run_def run = run_of(2.0, 0.1, channels, 2, &rows);
    dp_mechanism_result result = mechanism_run(m, &run);
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
    dp_mechanism_body body = dp_mechanism_body_defaults("plate", mass, inertia);
    body.x = body.y = 0.0;
    dp_mechanism_force force = dp_force_defaults(DP_FORCE_APPLIED, DP_GROUND, 0);
    force.force[0] = push;
    force.at[1][1] = h;
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = &body;
    def.body_count = 1;
    def.forces = &force;
    def.force_count = 1;
    dp_mechanism *m = mechanism_build(&def);
    dp_body_state end;
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 0.7;
    run.rtol = 1e-11;
    run.bodies = &end;
    dp_mechanism_result result = mechanism_run(m, &run);
    double way = end.x - h * sin(end.angle);
    CHECK_NEAR(end.vx, push * 0.7 / mass, 1e-10);
    CHECK_NEAR(result.energy.input, push * way, 1e-9);
    CHECK_NEAR(0.5 * mass * end.vx * end.vx + 0.5 * inertia * end.omega * end.omega, push * way,
               1e-9);
    assert_true(end.omega < -1.0);
    dp_mechanism_free(m);
}

// --- friction
// ---------------------------------------------------------------------------------------

// A wheel that a motor turns drags another one along, pressed together by their fixed centres: an
// even moment until they roll on each other.
static void a_wheel_drags_another(void **state) {
    (void)state;
    const double r1 = 0.2, r2 = 0.1, depth = 1e-3, k = 1e4, mu = 0.4, inertia = 0.02, w = 30.0;
    const double grip = mu * k * depth;
    dp_mechanism_body bodies[] = {dp_mechanism_body_defaults("motor", 1.0, 0.1),
                                  dp_mechanism_body_defaults("wheel", 1.0, inertia)};
    dp_mechanism_joint joints[] = {dp_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, 0, NULL),
                                   dp_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, 1, NULL)};
    joints[1].at[0][0] = r1 + r2 - depth;
    dp_mechanism_touch touch = dp_touch_defaults(DP_TOUCH_CIRCLES, 0, 1, NULL);
    touch.name = "rim";
    touch.radius[0] = r1;
    touch.radius[1] = r2;
    touch.contact = linear(k, 0.0);
    touch.friction = dp_friction_defaults(dp_friction_law_find("coulomb"));
    dp_error err;
    assert_int_equal(dp_friction_set(&touch.friction, "mu", mu, &err), DP_OK);
    dp_mechanism_driver driver = dp_driver_defaults(0, DP_DRIVEN_ANGLE);
    driver.coefficient[0] = w;
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = bodies;
    def.body_count = 2;
    def.joints = joints;
    def.joint_count = 2;
    def.drivers = &driver;
    def.driver_count = 1;
    def.touches = &touch;
    def.touch_count = 1;
    dp_mechanism *m = mechanism_build(&def);
    const int channels[] = {channel(m, "wheel.omega"), channel(m, "rim.slip"),
                            channel(m, "motor.moment"), channel(m, "rim.force")};
    const double rolls = r1 * w / (grip * r2 * r2 / inertia);
    struct rows rows;
    dp_mechanism_run_def run = run_of(1.25 * rolls, rolls / 16.0, channels, 4, &rows);
    dp_mechanism_result result = mechanism_run(m, &run);
    for (int i = 0; i < rows.count; i++) {
        const double *v = rows.value[i], t = rows.time[i];
        CHECK_NEAR(v[3], k * depth, 1e-9);
        if (t < 0.99 * rolls) {
            CHECK_WITHIN(v[0], -grip * r2 / inertia * t, 1e-8);
            CHECK_NEAR(fabs(v[1]), r1 * w - grip * r2 * r2 / inertia * t, 1e-7);
            CHECK_NEAR(v[2], grip * r1, 1e-9);
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

static dp_body_state bounce(struct ball *b, double until) {
    dp_mechanism *m = mechanism_build(&b->def);
    dp_body_state end;
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = until;
    run.rtol = 1e-11;
    run.bodies = &end;
    mechanism_run(m, &run);
    dp_mechanism_free(m);
    return end;
}

// Bristles straighten in flight: the second bounce of a run is the first of one that begins between
// the two.
static void bristles_begin_anew(void **state) {
    (void)state;
    struct ball b;
    dp_error err;
    make(&b, 1.0, 0.1, 0.15, linear(1e4, 5.0));
    b.body.vx = 0.4;
    b.def.gravity[1] = -9.81;
    b.touch.friction = dp_friction_defaults(dp_friction_law_find("lugre"));
    assert_int_equal(dp_friction_set(&b.touch.friction, "sigma_0", 200.0, &err), DP_OK);
    assert_int_equal(dp_friction_set(&b.touch.friction, "mu_s", 0.3, &err), DP_OK);
    assert_int_equal(dp_friction_set(&b.touch.friction, "mu_d", 0.2, &err), DP_OK);
    dp_body_state first = bounce(&b, 0.2), whole = bounce(&b, 0.4);
    assert_true(first.y > 0.101 && first.omega < 0.0);
    b.body.x = first.x;
    b.body.y = first.y;
    b.body.angle = first.angle;
    b.body.vx = first.vx;
    b.body.vy = first.vy;
    b.body.omega = first.omega;
    dp_body_state second = bounce(&b, 0.2);
    CHECK_NEAR(second.omega, whole.omega, 1e-7);
    CHECK_NEAR(second.vx, whole.vx, 1e-7);
    CHECK_WITHIN(second.y, whole.y, 1e-9);
    assert_true(fabs(whole.omega - first.omega) > 1e-3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_slides_until_it_rolls),
        cmocka_unit_test(a_contact_that_let_go_is_pressed_on_again),
        cmocka_unit_test(a_long_contact_is_no_impact),
        cmocka_unit_test(a_window_sees_what_is_in_it),
        cmocka_unit_test(nothing_is_flown_over),
        cmocka_unit_test(a_failure_names_its_place),
        cmocka_unit_test(forces_over_time),
        cmocka_unit_test(hermite_tables_do_not_overshoot),
        cmocka_unit_test(preloads_hold_energy),
        cmocka_unit_test(a_follower_turns_with_its_body),
        cmocka_unit_test(a_force_off_centre_turns),
        cmocka_unit_test(a_wheel_drags_another),
        cmocka_unit_test(bristles_begin_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
