// Tests for src/mechanism: ideal mechanisms against closed forms and conservation laws, and every
// kind of joint, driver, force and contact.

#include "check.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

#define PI 3.14159265358979323846

// --- closed loops --------------------------------------------------------------------------------

struct ideal {
    double angle, slider, acceleration, force, moment;
};

// Page 004 section 6, zero clearance: position, acceleration, joint force, crank moment.
static const struct ideal still[] = {
    {0, 0.35, -25.5878632620835, 25.9205054844906, 0},
    {30, 0.342257788766757, -20.8473851293431, 21.4878118272071, 0.994216951568113},
    {60, 0.321858552175948, -9.13883069031539, 10.1950820170349, 0.731209588164044},
    {90, 0.295803989154981, 3.70726140091909, 4.06239198836954, -0.292502924532517},
    {120, 0.271858552175948, 12.7936235343276, 12.9832689048296, -0.854731863776178},
    {150, 0.255655248388313, 17.1407399224173, 17.3950236240833, -0.6309259614273},
    {180, 0.25, 18.2770451872025, 18.5146467746361, 0},
    {270, 0.295803989154981, 3.7072614009191, 4.06239198836955, 0.292502924532517},
};
static const struct ideal heavy[] = {
    {0, 0.35, -25.5878632620835, 26.5064817279474, 0.2771325},
    {60, 0.321858552175948, -9.13883069031539, 9.34465430720448, 0.869775838164044},
    {90, 0.295803989154981, 3.70726140091909, 5.48199106548547, -0.292502924532517},
    {270, 0.295803989154981, 3.7072614009191, 8.02469746079412, 0.292502924532517},
};

static void check_ideal(double gravity, const struct ideal *want, int count) {
    struct slider_crank c = slider_crank_defaults(LN, 0.0);
    c.ideal = 1;
    c.gravity = gravity;
    dp_mechanism *m = slider_crank_build(&c);
    assert_int_equal(dp_mechanism_mobility(m), 0);
    struct rows rows;
    dp_mechanism_result result = record(m, CRANK_TURN, CRANK_TURN / 12.0,
                                        "slider.x slider.ax pin.force crank.moment", &rows);
    for (int i = 0; i < count; i++) {
        int row = (int)(want[i].angle / 30.0 + 0.5);
        // positions closed to 1e-13 of the size; accelerations follow from them
        CHECK_WITHIN(rows.value[row][0], want[i].slider, 1e-11);
        CHECK_WITHIN(rows.value[row][1], want[i].acceleration, 1e-8);
        CHECK_WITHIN(rows.value[row][2], want[i].force, 1e-8);
        CHECK_WITHIN(rows.value[row][3], want[i].moment, 1e-9);
    }
    assert_true(result.constraint_error < 1e-10);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-10);
    dp_mechanism_free(m);
}

static void an_ideal_slider_crank_follows_its_closed_form(void **state) {
    (void)state;
    check_ideal(0.0, still, 8);
    check_ideal(9.81, heavy, 4);
}

// Page 004 section 4, printed to seven digits.
static void statistics_of_the_ideal_slider_crank(void **state) {
    (void)state;
    struct slider_crank c = slider_crank_defaults(LN, 0.0);
    c.ideal = 1;
    dp_mechanism *m = slider_crank_build(&c);
    const int watch[] = {channel(m, "slider.ax"), channel(m, "pin.force"),
                         channel(m, "crank.moment")};
    dp_channel_stats stats[3];
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 2.0 * CRANK_TURN;
    run.skip = CRANK_TURN;
    run.watch = watch;
    run.watch_count = 3;
    run.stats = stats;
    mechanism_run(m, &run);
    CHECK_NEAR(stats[0].min, -25.5878633, 1e-7);
    CHECK_NEAR(stats[0].rms, 15.72552, 5e-7);
    CHECK_NEAR(stats[1].max, 25.92051, 5e-7);
    CHECK_NEAR(stats[1].mean, 14.69585, 5e-7);
    CHECK_NEAR(stats[1].rms, 16.12789, 5e-7);
    // extremes lie between steps and come from parabolas
    CHECK_NEAR(stats[2].max, 1.06080, 1e-4);
    CHECK_NEAR(stats[2].rms, 0.67544, 1e-5);
    dp_mechanism_free(m);
}

struct bar {
    double length, mass, inertia;
};
static const struct bar bars[3] = {{0.1, 0.5, 1e-3}, {0.3, 1.2, 0.01}, {0.25, 0.9, 0.006}};
static const double base_length = 0.32, bar_speed = 12.0;

static dp_mechanism *four_bar(const double gravity[2], int extra) {
    const char *const names[] = {"crank", "coupler", "rocker"};
    double half[3];
    struct parts p;
    parts_begin(&p);
    memcpy(p.def.gravity, gravity, sizeof p.def.gravity);
    for (int i = 0; i < 3; i++) {
        add_body(&p, names[i], bars[i].mass, bars[i].inertia);
        half[i] = 0.5 * bars[i].length;
    }
    // which of the two positions: the rocker upwards
    p.bodies[1].near_angle = 0.5;
    p.bodies[2].near_angle = 1.5;
    add_pin(&p, DP_GROUND, 0.0, 0, -half[0]);
    add_pin(&p, 0, half[0], 1, -half[1]);
    add_pin(&p, DP_GROUND, base_length, 2, -half[2]);
    add_pin(&p, 1, half[1], 2, half[2])->name = "knee";
    if (extra) add_pin(&p, 1, half[1], 2, half[2])->name = "twin";
    add_motor(&p, 0, bar_speed, 3.0);
    return mechanism_build(&p.def);
}

struct solved {
    double angle[3], w[3], alpha[3], fx, fy, moment;
};

static void solve2(double a, double b, double c, double d, double e, double f, double *x,
                   double *y) {
    double det = a * d - b * c;
    *x = (e * d - b * f) / det;
    *y = (a * f - e * c) / det;
}

// Circles around the two pins, then one and two derivatives, then Newton and Euler by hand.
static struct solved solve_four_bar(double t, const double g[2]) {
    struct solved s;
    double a = bars[0].length, b = bars[1].length, c = bars[2].length;
    s.angle[0] = bar_speed * t + 3.0 * t * t;
    s.w[0] = bar_speed + 6.0 * t;
    s.alpha[0] = 6.0;
    double px = a * cos(s.angle[0]), py = a * sin(s.angle[0]);
    double dx = base_length - px, dy = -py, d = hypot(dx, dy);
    double along = (b * b - c * c + d * d) / (2.0 * d), up = sqrt(b * b - along * along);
    double kx = px + (along * dx - up * dy) / d, ky = py + (along * dy + up * dx) / d;
    s.angle[1] = atan2(ky - py, kx - px);
    s.angle[2] = atan2(ky, kx - base_length);
    double bx = kx - px, by = ky - py, cx = kx - base_length, cy = ky;
    // w1 x p + w2 x b = w3 x c
    solve2(-by, cy, bx, -cx, py * s.w[0], -px * s.w[0], &s.w[1], &s.w[2]);
    double ex =
        s.alpha[0] * py + s.w[0] * s.w[0] * px + s.w[1] * s.w[1] * bx - s.w[2] * s.w[2] * cx;
    double ey =
        -s.alpha[0] * px + s.w[0] * s.w[0] * py + s.w[1] * s.w[1] * by - s.w[2] * s.w[2] * cy;
    solve2(-by, cy, bx, -cx, ex, ey, &s.alpha[1], &s.alpha[2]);
    double w0 = s.w[0] * s.w[0], w1 = s.w[1] * s.w[1], w2 = s.w[2] * s.w[2];
    double apx = -s.alpha[0] * py - w0 * px, apy = s.alpha[0] * px - w0 * py;
    double a1x = apx + 0.5 * (-s.alpha[1] * by - w1 * bx);
    double a1y = apy + 0.5 * (s.alpha[1] * bx - w1 * by);
    double a2x = 0.5 * (-s.alpha[2] * cy - w2 * cx), a2y = 0.5 * (s.alpha[2] * cx - w2 * cy);
    double m1x = bars[1].mass * (a1x - g[0]), m1y = bars[1].mass * (a1y - g[1]);
    double m2x = bars[2].mass * (a2x - g[0]), m2y = bars[2].mass * (a2y - g[1]);
    // force on the rocker at the knee: moments about its ground pin, and of the coupler about its
    // crank pin
    double rocker = bars[2].inertia * s.alpha[2] + 0.5 * (cx * m2y - cy * m2x);
    double coupler = bars[1].inertia * s.alpha[1] + 0.5 * (bx * m1y - by * m1x);
    solve2(-cy, cx, by, -bx, rocker, coupler, &s.fx, &s.fy);
    double qx = m1x + s.fx, qy = m1y + s.fy;  // on the coupler at the crank pin
    double crank_x = 0.5 * (-s.alpha[0] * py - w0 * px) - g[0];
    double crank_y = 0.5 * (s.alpha[0] * px - w0 * py) - g[1];
    s.moment = bars[0].inertia * s.alpha[0] + px * qy - py * qx +
               0.5 * bars[0].mass * (px * crank_y - py * crank_x);
    return s;
}

static void a_four_bar_follows_its_closed_form(void **state) {
    (void)state;
    const double gravity[2] = {1.5, -9.81};
    for (int extra = 0; extra < 2; extra++) {
        dp_mechanism *m = four_bar(gravity, extra);
        assert_int_equal(dp_mechanism_coordinates(m), 2);
        assert_int_equal(dp_mechanism_mobility(m), 0);
        // the knee closed twice: its equations are there twice, the motion is the same
        assert_int_equal(dp_mechanism_redundant_count(m), 2 * extra);
        if (extra) assert_non_null(strstr(dp_mechanism_redundant(m, 0), "twin"));
        struct rows rows;
        dp_mechanism_result result =
            record(m, 1.0, 0.05,
                   "coupler.angle rocker.angle coupler.omega rocker.omega coupler.alpha "
                   "rocker.alpha knee.fx knee.fy crank.moment",
                   &rows);
        for (int i = 0; i < rows.count; i++) {
            struct solved s = solve_four_bar(rows.time[i], gravity);
            const double *v = rows.value[i];
            // the project keeps 1e-13; two derivatives and the masses cost some of it
            CHECK_WITHIN(remainder(v[0] - s.angle[1], 2.0 * PI), 0.0, 1e-10);
            CHECK_WITHIN(remainder(v[1] - s.angle[2], 2.0 * PI), 0.0, 1e-10);
            CHECK_WITHIN(v[2], s.w[1], 1e-9);
            CHECK_WITHIN(v[3], s.w[2], 1e-9);
            CHECK_WITHIN(v[4], s.alpha[1], 1e-7);
            CHECK_WITHIN(v[5], s.alpha[2], 1e-7);
            CHECK_WITHIN(v[6], s.fx, 1e-7);
            CHECK_WITHIN(v[7], s.fy, 1e-7);
            CHECK_WITHIN(v[8], s.moment, 1e-8);
        }
        assert_true(result.constraint_error < 1e-10);
        CHECK_WITHIN(result.energy.error, 0.0, 1e-9);
        dp_mechanism_free(m);
    }
}

// --- conservation --------------------------------------------------------------------------------

// Period 4 K(sin(a/2))/w0 by the arithmetic-geometric mean.
static void a_pendulum_swings_with_its_elliptic_period(void **state) {
    (void)state;
    const double mass = 0.7, arm = 0.3, inertia = 0.02, g = 9.81, start = 2.0;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "bob", mass, inertia)->angle = start - 0.5 * PI;
    add_pin(&p, DP_GROUND, 0.0, 0, -arm);
    p.def.gravity[1] = -g;
    dp_mechanism *m = mechanism_build(&p.def);
    double a = 1.0, b = cos(0.5 * start);
    for (int i = 0; i < 8; i++) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    double slow = sqrt(mass * g * arm / (inertia + mass * arm * arm));
    double period = 2.0 * PI / (slow * a);
    struct rows rows;
    dp_mechanism_result result =
        record(m, 3.0 * period, 0.25 * period, "bob.angle bob.omega", &rows);
    for (int i = 0; i < rows.count; i++) {
        double want = i % 4 == 0 ? start : i % 4 == 2 ? -start : 0.0;
        // measured 2e-11 after three periods at rtol 1e-11
        CHECK_WITHIN(rows.value[i][0] + 0.5 * PI, want, 1e-9);
        if (i % 2 == 0) CHECK_WITHIN(rows.value[i][1], 0.0, 1e-8);
    }
    CHECK_WITHIN(result.energy.error, 0.0, 1e-10);
    dp_mechanism_free(m);
}

// Everything at once, floating freely: pin, slide on a turning body, weld, springs inside. Nothing
// acts from outside, so momentum, angular momentum and energy stay what they were.
static void a_floating_mechanism_keeps_its_momenta(void **state) {
    (void)state;
    enum { BODIES = 5 };
    const char *const names[BODIES] = {"hull", "arm", "block", "fin", "tip"};
    struct parts p;
    parts_begin(&p);
    for (int i = 0; i < BODIES; i++)
        add_body(&p, names[i], 1.0 + 0.3 * i, 0.02 + 0.01 * i);
    p.bodies[0].vx = 0.3;
    p.bodies[0].vy = -0.2;
    p.bodies[0].omega = 2.0;
    p.bodies[1].omega = -3.0;
    p.bodies[4].omega = 5.0;
    add_pin(&p, 0, 0.2, 1, 0.0);
    add_joint(&p, DP_JOINT_TRANSLATIONAL, 2, 1);
    add_joint(&p, DP_JOINT_FIXED, 2, 3);
    add_pin(&p, 4, 0.12, 3, -0.07);
    p.joints[0].at[1][1] = -0.15;
    // the line belongs to the block, which is hung on the arm: the reverse of the usual order
    p.joints[1].axis[0] = 0.6;
    p.joints[1].axis[1] = 0.8;
    p.joints[1].through[0] = 0.05;
    p.joints[1].at[1][1] = 0.1;
    p.joints[1].angle = 0.7;
    p.joints[2].at[0][0] = 0.1;
    p.joints[2].at[1][1] = 0.1;
    p.joints[2].angle = -0.4;
    add_force(&p, DP_FORCE_SPRING, 1, 2);
    add_force(&p, DP_FORCE_TORSION, 0, 1);
    p.forces[0].stiffness = 200.0;
    p.forces[0].at[0][0] = 0.3;
    p.forces[0].at[1][1] = -0.2;
    p.forces[0].rest = 0.2;
    p.forces[1].stiffness = 5.0;
    dp_mechanism *m = mechanism_build(&p.def);
    assert_int_equal(dp_mechanism_coordinates(m), 6);
    dp_body_state before[BODIES], after[BODIES];
    dp_error err;
    assert_int_equal(dp_mechanism_start(m, before, &err), DP_OK);
    dp_mechanism_result result = run_to(m, 2.0, 1e-11, after, NULL);
    double sums[2][3] = {{0.0}};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < BODIES; i++) {
            const dp_body_state *b = k ? &after[i] : &before[i];
            double mass = 1.0 + 0.3 * i, inertia = 0.02 + 0.01 * i;
            sums[k][0] += mass * b->vx;
            sums[k][1] += mass * b->vy;
            sums[k][2] += mass * (b->x * b->vy - b->y * b->vx) + inertia * b->omega;
        }
    for (int j = 0; j < 3; j++)
        CHECK_WITHIN(sums[1][j], sums[0][j], 1e-9);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-10);
    assert_true(fabs(after[2].x - before[2].x) > 0.1);
    dp_mechanism_free(m);
}

// --- drivers and forces --------------------------------------------------------------------------

// m x'' = -k x - c x' from x0: the textbook.
static void springs_and_dampers_follow_the_textbook(void **state) {
    (void)state;
    const double mass = 2.0, k = 800.0, c = 8.0, start = 0.1;
    struct parts p;
    parts_begin(&p);
    add_cart_and_wheel(&p, mass, 0.5);
    p.bodies[0].x = start;
    p.bodies[1].angle = start;
    p.forces[0].rest = 1.0;
    p.forces[0].stiffness = k;
    p.forces[0].damping = c;
    p.forces[1].rest = 0.0;
    p.forces[1].stiffness = 0.25 * k;
    p.forces[1].damping = 0.25 * c;
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    dp_mechanism_result result = record(m, 1.0, 0.1, "cart.x wheel.angle", &rows);
    double decay = 0.5 * c / mass, w = sqrt(k / mass - decay * decay);
    for (int i = 0; i < rows.count; i++) {
        double t = rows.time[i];
        double want = start * exp(-decay * t) * (cos(w * t) + decay / w * sin(w * t));
        CHECK_WITHIN(rows.value[i][0], want, 1e-10);
        CHECK_WITHIN(rows.value[i][1], want, 1e-10);
    }
    assert_true(result.energy.viscous > 0.9 * result.energy.initial * (1.0 - exp(-4.0)));
    CHECK_WITHIN(result.energy.error, 0.0, 1e-10);
    dp_mechanism_free(m);
}

static void drivers_and_applied_forces_do_what_they_say(void **state) {
    (void)state;
    const double time[] = {0.0, 0.3, 0.5, 1.0}, value[] = {0.2, 0.5, 0.1, 0.4};
    struct parts p;
    parts_begin(&p);
    add_body(&p, "slider", 1.0, 1.0);
    add_body(&p, "rotor", 1.0, 0.25);
    add_body(&p, "puck", 2.0, 0.1);
    p.bodies[2].x = p.bodies[2].y = 1.0;
    add_joint(&p, DP_JOINT_TRANSLATIONAL, DP_GROUND, 0);
    add_joint(&p, DP_JOINT_REVOLUTE, DP_GROUND, 1);
    p.joints[0].axis[0] = -2.0;
    p.joints[0].through[0] = 7.0;
    add_driver(&p, 0, DP_DRIVEN_X)->table =
        (dp_mechanism_table){.time = time, .value = value, .count = 4, .shape = DP_TABLE_SPLINE};
    add_force(&p, DP_FORCE_TORQUE, DP_GROUND, 1)->torque = 0.5;
    add_force(&p, DP_FORCE_APPLIED, DP_GROUND, 2)->force[0] = 3.0;
    add_force(&p, DP_FORCE_FOLLOWER, DP_GROUND, 2)->force[1] = 1.0;
    dp_mechanism *m = mechanism_build(&p.def);
    struct rows rows;
    dp_mechanism_result result =
        record(m, 1.0, 0.1, "slider.x rotor.angle puck.x puck.y slider.force slider.ax", &rows);
    for (int i = 0; i < 4; i++)
        CHECK_WITHIN(rows.value[(int)(time[i] * 10.0 + 0.5)][0], value[i], 1e-12);
    for (int i = 0; i < rows.count; i++) {
        double t = rows.time[i];
        CHECK_WITHIN(rows.value[i][1], 0.5 * 0.5 / 0.25 * t * t, 1e-10);
        CHECK_WITHIN(rows.value[i][2], 1.0 + 0.75 * t * t, 1e-10);
        CHECK_WITHIN(rows.value[i][3], 1.0 + 0.25 * t * t, 1e-10);
        // along x, though the axis runs against x; natural spline: no acceleration at the ends
        CHECK_WITHIN(rows.value[i][4], rows.value[i][5], 1e-10);
    }
    CHECK_WITHIN(rows.value[0][5], 0.0, 1e-9);
    // knots: the third derivative jumps, and the quadrature of the power with it
    CHECK_WITHIN(result.energy.error, 0.0, 1e-6);
    dp_mechanism_free(m);
}

// --- contacts ------------------------------------------------------------------------------------

static dp_contact_def stiff(const char *law, double restitution) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    dp_error err;
    def.pair.modulus = 1e9;
    def.pair.radius = 0.05;
    def.pair.yield = 2e7;
    if (restitution < 1.0) dp_law_set(&def.law, "restitution", restitution, &err);
    return def;
}

static void discs_bounce_off_each_other_and_off_a_wall(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "one", 1.0, 0.01);
    add_body(&p, "two", 3.0, 0.01);
    add_body(&p, "three", 2.0, 0.01);
    p.bodies[0].x = 0.0;
    p.bodies[0].y = 0.0;
    p.bodies[0].vx = 2.0;
    p.bodies[1].x = 0.5;
    p.bodies[1].y = 0.0;
    p.bodies[2].x = 0.0;
    p.bodies[2].y = 3.0;
    p.bodies[2].vy = -1.5;
    add_touch(&p, DP_TOUCH_CIRCLES, 0, 1);
    add_touch(&p, DP_TOUCH_PLANE, 2, DP_GROUND);
    p.touches[0].radius[0] = 0.1;
    p.touches[0].radius[1] = 0.1;
    p.touches[0].contact = stiff("exact-restitution", 0.6);
    p.touches[1].radius[0] = 0.05;
    p.touches[1].at[1][1] = 2.0;
    p.touches[1].contact = stiff("exact-restitution", 0.8);
    dp_mechanism *m = mechanism_build(&p.def);
    dp_body_state end[3];
    dp_mechanism_contact_stats pairs[2];
    dp_mechanism_result result = run_to(m, 1.0, 1e-11, end, pairs);
    // one-dimensional collision with restitution 0.6
    CHECK_NEAR(end[0].vx, (1.0 - 3.0 * 0.6) * 2.0 / 4.0, 1e-8);
    CHECK_NEAR(end[1].vx, 1.6 * 2.0 / 4.0, 1e-8);
    CHECK_NEAR(end[2].vy, 0.8 * 1.5, 1e-8);
    CHECK_NEAR(pairs[0].first_time, 0.15, 1e-11);
    CHECK_NEAR(pairs[1].first_time, 0.95 / 1.5, 1e-11);
    CHECK_WITHIN(pairs[0].impact_share, pairs[0].contact_share, 0.0);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-10);
    dp_mechanism_free(m);
}

// A journal thrown into its bearing: laws with history, tension and bristles; the ledger closes.
static void throw_journal(struct parts *p, const char *law, dp_tension tension, int bristles) {
    parts_begin(p);
    dp_mechanism_body *body = add_body(p, "journal", 1.0, 5e-5);
    body->x = 1e-4;
    body->y = 0.0;
    body->vx = 0.4;
    body->vy = 0.3;
    body->omega = 30.0;
    dp_mechanism_joint *joint = add_joint(p, DP_JOINT_CLEARANCE, 0, DP_GROUND);
    dp_error err;
    joint->journal_radius = 9.5e-3;
    joint->bearing_radius = 0.01;
    joint->contact = dp_contact_defaults(dp_law_find(law));
    joint->contact.pair.modulus = 1.1e11;
    joint->contact.pair.yield = 3e8;
    joint->contact.pair.mass = 1.0;
    joint->contact.tension = tension;
    if (strcmp(law, "kelvin-voigt") == 0 || strcmp(law, "walton-braun") == 0)
        joint->contact.pair.stiffness = 1e8;
    // what a law does not have is refused, and that is well
    dp_law_set(&joint->contact.law, "restitution", 0.7, &err);
    dp_law_set(&joint->contact.law, "damping", 2e3, &err);
    joint->friction = dp_friction_defaults(dp_friction_law_find(bristles ? "lugre" : "coulomb"));
    dp_friction_set(&joint->friction, "mu", 0.1, &err);
    dp_friction_set(&joint->friction, "mu_s", 0.15, &err);
    dp_friction_set(&joint->friction, "mu_d", 0.1, &err);
    dp_friction_set(&joint->friction, "sigma_0", 1e5, &err);
}

static void check_ledger(const char *law, dp_tension tension, int bristles) {
    struct parts p;
    dp_mechanism *m;
    dp_mechanism_result result;
    dp_mechanism_contact_stats pair;
    dp_error err = {0};
    throw_journal(&p, law, tension, bristles);
    if (dp_mechanism_build(&m, &p.def, &err) != DP_OK) fail_msg("%s: %s", law, err.text);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 0.01;
    run.rtol = 1e-10;
    run.pairs = &pair;
    if (dp_mechanism_run(m, &run, &result, &err) != DP_OK) fail_msg("%s: %s", law, err.text);
    assert_true(pair.impacts_in_all > 0);
    assert_true(result.energy.friction > 0.0);
    // laws with kinks of their own inside a step are good to this
    if (!(result.energy.error < 1e-7))
        fail_msg("%s, tension %d, bristles %d: ledger off by %g", law, (int)tension, bristles,
                 result.energy.error);
    dp_mechanism_free(m);
}

static void every_law_and_policy_keeps_the_ledger(void **state) {
    (void)state;
    static const char *const laws[] = {"hertz",
                                       "kelvin-voigt",
                                       "tsuji",
                                       "ma-liu",
                                       "thornton",
                                       "walton-braun",
                                       "wang-kelvin-voigt",
                                       "lankarani-nikravesh"};
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
        for (int tension = DP_TENSION_CLAMP; tension <= DP_TENSION_RELEASE; tension++)
            for (int bristles = 0; bristles < 2; bristles++)
                check_ledger(laws[l], (dp_tension)tension, bristles);
}

// A block that falls in a guide with play: it lands on two corners, and on one when it is tilted.
static void a_block_lands_on_the_walls_of_its_guide(void **state) {
    (void)state;
    for (int tilted = 0; tilted < 2; tilted++) {
        struct parts p;
        parts_begin(&p);
        dp_mechanism_body *block = add_body(&p, "block", 1.0, 1e-3);
        block->x = block->y = 0.0;
        block->vx = 0.3;
        block->omega = tilted ? 0.01 : NAN;
        dp_mechanism_joint *guide = add_joint(&p, DP_JOINT_GUIDE_CLEARANCE, DP_GROUND, 0);
        guide->name = "guide";
        guide->length = 0.1;
        guide->height = 0.04;
        guide->gap = 1e-3;
        guide->contact = stiff("lankarani-nikravesh", 0.5);
        p.def.gravity[1] = -9.81;
        dp_mechanism *m = mechanism_build(&p.def);
        assert_int_equal(dp_mechanism_pair_count(m), 4);
        assert_string_equal(dp_mechanism_pair_name(m, 2), "guide.3");
        dp_mechanism_contact_stats pairs[4];
        dp_body_state end;
        dp_mechanism_result result = run_to(m, 0.5, 1e-9, &end, pairs);
        double fall = sqrt(2.0 * 0.5e-3 / 9.81);
        assert_int_equal(pairs[0].impacts_in_all, 0);
        assert_true(pairs[2].impacts_in_all > 1 && pairs[3].impacts_in_all > 1);
        if (!tilted) CHECK_NEAR(pairs[2].first_time, fall, 1e-9);
        if (!tilted) CHECK_NEAR(pairs[3].first_time, fall, 1e-9);
        if (tilted) assert_true(pairs[2].first_time < fall && pairs[3].first_time > fall);
        // frictionless: it slides on; at rest it lies on the wall
        CHECK_NEAR(end.x, 0.15, 1e-8);
        double depth = pow(0.5 * 9.81 / (4.0 / 3.0 * 1e9 * sqrt(0.05)), 2.0 / 3.0);
        CHECK_WITHIN(end.y, -0.5e-3 - depth, 1e-9);
        CHECK_WITHIN(result.energy.error, 0.0, 1e-7);
        dp_mechanism_free(m);
    }
}

// --- cost ----------------------------------------------------------------------------------------

static dp_mechanism *chain(int links) {
    dp_mechanism_body *bodies = calloc((size_t)links, sizeof *bodies);
    dp_mechanism_joint *joints = calloc((size_t)links, sizeof *joints);
    for (int i = 0; i < links; i++) {
        bodies[i] = dp_mechanism_body_defaults(NULL, 1.0, 0.1);
        joints[i] = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, i - 1, i, NULL);
        joints[i].at[0][0] = i > 0 ? 0.5 : 0.0;
        joints[i].at[1][0] = -0.5;
    }
    dp_mechanism_def def = dp_mechanism_defaults();
    def.gravity[1] = -9.81;
    def.bodies = bodies;
    def.body_count = links;
    def.joints = joints;
    def.joint_count = links;
    dp_mechanism *m = mechanism_build(&def);
    free(bodies);
    free(joints);
    return m;
}

// A chain let go when level. A long one is as exact as a short one: nothing is lost to the distance
// from the origin.
static void chains_of_any_length_keep_their_energy(void **state) {
    (void)state;
    for (int links = 10; links <= 1000; links *= 10) {
        dp_mechanism *m = chain(links);
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        run.until = 0.2;
        run.rtol = 1e-9;
        run.method = DP_MECHANISM_EXPLICIT;
        dp_mechanism_result result = mechanism_run(m, &run);
        CHECK_WITHIN(result.energy.error, 0.0, 1e-9);
        dp_mechanism_free(m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ideal_slider_crank_follows_its_closed_form),
        cmocka_unit_test(statistics_of_the_ideal_slider_crank),
        cmocka_unit_test(a_four_bar_follows_its_closed_form),
        cmocka_unit_test(a_pendulum_swings_with_its_elliptic_period),
        cmocka_unit_test(a_floating_mechanism_keeps_its_momenta),
        cmocka_unit_test(springs_and_dampers_follow_the_textbook),
        cmocka_unit_test(drivers_and_applied_forces_do_what_they_say),
        cmocka_unit_test(discs_bounce_off_each_other_and_off_a_wall),
        cmocka_unit_test(every_law_and_policy_keeps_the_ledger),
        cmocka_unit_test(a_block_lands_on_the_walls_of_its_guide),
        cmocka_unit_test(chains_of_any_length_keep_their_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
