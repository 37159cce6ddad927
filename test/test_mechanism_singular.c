// Closed loops through singular positions: branches of the motion cross there, and the run goes on
// along the one that the speeds belong to. Against closed forms of the shapes, and against motions
// of one coordinate integrated here.

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "mechanism/run.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

static const double pi = 3.141592653589793;

// --- a ladder of square four-bars: A02 of IFToMM's library of benchmarks ---

enum { RUNGS_MOST = 41, LADDER_BODIES = 2 * RUNGS_MOST, LADDER_JOINTS = 3 * RUNGS_MOST };

static dp_mechanism *ladder(int loops) {
    static char names[LADDER_BODIES][8];
    static dp_mechanism_body bodies[LADDER_BODIES];
    static dp_mechanism_joint joints[LADDER_JOINTS];
    int rods = loops + 1, joint = 0;
    for (int i = 0; i < 2 * loops + 1; i++) {
        snprintf(names[i], sizeof names[i], "%c%d", i < rods ? 'r' : 'c', i < rods ? i : i - rods);
        bodies[i] = dp_mechanism_body_defaults(names[i], 1.0, 1.0 / 12.0);
        bodies[i].angle = i < rods ? 0.5 * pi : 0.0;
        bodies[i].omega = i < rods ? -1.0 : 0.0;
    }
    for (int i = 0; i < rods; i++, joint++) {
        joints[joint] = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, i, NULL);
        joints[joint].at[0][0] = i;
        joints[joint].at[1][0] = -0.5;
    }
    for (int i = 0; i < loops; i++)
        for (int end = 0; end < 2; end++, joint++) {
            joints[joint] = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, i + end, rods + i, NULL);
            joints[joint].at[0][0] = 0.5;
            joints[joint].at[1][0] = end == 0 ? -0.5 : 0.5;
        }
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = bodies;
    def.body_count = 2 * loops + 1;
    def.joints = joints;
    def.joint_count = joint;
    def.gravity[1] = -9.81;
    return mechanism_build(&def);
}

// All rods turn alike: theta'' = -k cos(theta), by the classical rule of order 4 in long double. At
// this step it is good for 1e-11.
static double pendulum(int loops, double until) {
    const long double k = 9.81L * ((loops + 1) / 2.0L + loops) / ((loops + 1) / 3.0L + loops);
    const long double h = 1e-4L;
    long double q = 1.5707963267948966L, w = -1.0L;
    long steps = lround(until / 1e-4);
    for (long i = 0; i < steps; i++) {
        long double w1 = w, a1 = -k * cosl(q);
        long double w2 = w + h / 2 * a1, a2 = -k * cosl(q + h / 2 * w1);
        long double w3 = w + h / 2 * a2, a3 = -k * cosl(q + h / 2 * w2);
        long double w4 = w + h * a3, a4 = -k * cosl(q + h * w3);
        q += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
        w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    return (double)q;
}

static void check_ladder(int loops, double until, double rtol, double tolerance) {
    static dp_body_state end[LADDER_BODIES];
    dp_mechanism *m = ladder(loops);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = until;
    run.rtol = rtol;
    run.bodies = end;
    dp_mechanism_result result = mechanism_run(m, &run);
    double exact = pendulum(loops, until);
    for (int i = 0; i <= loops; i++)
        CHECK_WITHIN(end[i].angle, exact, tolerance);
    for (int i = loops + 1; i < 2 * loops + 1; i++)
        CHECK_WITHIN(end[i].angle, 0.0, tolerance);
    // it lies flat once in every half turn, the upright start being half way
    assert_int_equal(result.singular_count, (long)floor((0.5 * pi - exact) / pi + 0.5));
    assert_true(result.constraint_error < 1e-10);
    dp_mechanism_free(m);
}

static void a_ladder_passes_flat_as_a_pendulum(void **state) {
    (void)state;
    // off the branch speeds are bad to about 1e-5 after each passage, which the energy feels
    // squared: over ten passages some 1e-7 rad
    check_ladder(2, 10.0, 1e-11, 2e-6);
    check_ladder(2, 10.0, 1e-6, 1e-5);
    check_ladder(2, 10.0, 1e-4, 1e-5);
    check_ladder(7, 3.0, 1e-11, 1e-7);
    check_ladder(40, 3.0, 1e-11, 1e-7);
    check_ladder(40, 3.0, 1e-8, 1e-7);
}

// --- four-bars ---

// Crank a from the origin, coupler b, rocker c from (d, 0); rods of 1 kg.
static void four_bar(struct parts *p, double a, double b, double c, double d) {
    const double length[] = {a, b, c};
    static const char *const names[] = {"a", "b", "c"};
    parts_begin(p);
    for (int i = 0; i < 3; i++)
        add_body(p, names[i], 1.0, length[i] * length[i] / 12.0);
    add_pin(p, DP_GROUND, 0.0, 0, -0.5 * a);
    add_pin(p, 0, 0.5 * a, 1, -0.5 * b);
    add_pin(p, 1, 0.5 * b, 2, 0.5 * c);
    add_pin(p, DP_GROUND, d, 2, -0.5 * c);
}

static void a_driven_parallelogram_turns_a_hundred_times(void **state) {
    (void)state;
    static const double tolerances[] = {1e-4, 1e-6, 1e-8, 1e-10, 1e-12};
    static const double starts[] = {10.0, 60.0, 90.0};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 3; k++) {
            struct parts p;
            struct rows rows;
            four_bar(&p, 0.4, 1.0, 0.4, 1.0);
            add_motor(&p, 0, 2.0 * pi, 0.0);
            double start = p.bodies[0].angle = p.bodies[2].angle = starts[k] * pi / 180.0;
            dp_mechanism *m = mechanism_build(&p.def);
            dp_mechanism_run_def run = rows_of(m, 100.0, 0.567, "b.angle c.angle", &rows);
            run.rtol = tolerances[i];
            dp_mechanism_result result = mechanism_run(m, &run);
            for (int row = 0; row < rows.count; row++) {
                CHECK_WITHIN(rows.value[row][0], 0.0, 1e-8);
                CHECK_WITHIN(rows.value[row][1], start + 2.0 * pi * rows.time[row], 1e-8);
            }
            assert_int_equal(result.singular_count, 200);
            dp_mechanism_free(m);
        }
}

// Gravity makes the forces of the joints infinite in the flat positions; what the motor does is
// not.
static void a_driven_parallelogram_passes_under_load(void **state) {
    (void)state;
    static const double tolerances[] = {1e-6, 1e-8, 1e-11};
    for (int cranks = 2; cranks < 4; cranks++)
        for (int i = 0; i < 3; i++) {
            struct parts p;
            dp_body_state end[4];
            four_bar(&p, 0.4, 1.0, 0.4, 1.0);
            if (cranks == 3) {
                add_body(&p, "extra", 1.0, 0.01);
                add_pin(&p, DP_GROUND, 0.3, 3, -0.2);
                add_pin(&p, 1, -0.2, 3, 0.2);
            }
            for (int k = 0; k < p.def.body_count; k++)
                p.bodies[k].angle = k == 1 ? 0.0 : 0.71;
            add_motor(&p, 0, -3.17, 0.0);
            p.def.gravity[0] = 0.84;
            p.def.gravity[1] = -1.57;
            dp_mechanism *m = mechanism_build(&p.def);
            dp_mechanism_result result = run_to(m, 10.0, tolerances[i], end, NULL);
            CHECK_WITHIN(end[0].angle, 0.71 - 31.7, 1e-9);
            CHECK_WITHIN(end[1].angle, 0.0, 1e-9);
            CHECK_WITHIN(end[2].angle, 0.71 - 31.7, 1e-9);
            assert_int_equal(result.singular_count, 10);
            // the steps do not creep through them
            assert_true(result.solver.rejected < 50);
            assert_true(fabs(result.energy.error) < 1e-5);
            dp_mechanism_free(m);
        }
}

// So slow that gravity changes the speed of a rocker that nothing holds there within a small part
// of the way; a row stands in the flat position.
static void a_slow_motor_passes_too(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        double speed = i ? 1e-3 : 0.1;
        struct parts p;
        struct rows rows;
        four_bar(&p, 0.4, 1.0, 0.4, 1.0);
        add_motor(&p, 0, speed, 0.0);
        p.bodies[0].angle = p.bodies[2].angle = pi - 0.05;
        p.def.gravity[1] = -9.81;
        dp_mechanism *m = mechanism_build(&p.def);
        dp_mechanism_run_def run = rows_of(m, 0.1 / speed, 0.005 / speed, "a.angle c.angle", &rows);
        dp_mechanism_result result = mechanism_run(m, &run);
        for (int row = 0; row < rows.count; row++) {
            double exact = pi - 0.05 + speed * rows.time[row];
            CHECK_WITHIN(rows.value[row][0], exact, 1e-10);
            CHECK_WITHIN(rows.value[row][1], exact, 1e-9);
        }
        assert_int_equal(result.singular_count, 1);
        dp_mechanism_free(m);
    }
}

// A coupler that is a little too long: with the crank at 0 the pins would be too near each other
// for it, so that the crank turns back there, however near it comes, and the rocker goes on. One
// that is too short stops it at pi.
static void a_near_miss_turns_off(void **state) {
    (void)state;
    static const double misses[] = {1e-3, 1e-5, 1e-7, 1e-9};
    static const double tolerances[] = {1e-6, 1e-8, 1e-10};
    for (int i = 0; i < 24; i++) {
        int is_short = i % 2;
        double miss = (is_short ? -1.0 : 1.0) * misses[i / 6];
        struct parts p;
        struct rows rows;
        four_bar(&p, 0.4, 1.0 + miss, 0.4, 1.0);
        p.bodies[0].angle = 1.3;
        p.bodies[0].omega = 7.0;
        p.bodies[1].near_angle = 0.0;
        p.bodies[2].near_angle = 1.3;
        dp_mechanism *m = mechanism_build(&p.def);
        dp_mechanism_run_def run = rows_of(m, 3.0, 0.031, "a.angle", &rows);
        run.rtol = tolerances[i / 2 % 3];
        dp_mechanism_result result = mechanism_run(m, &run);
        // the wall is as wide as the root of the miss
        double from = is_short ? -pi : 0.0, to = is_short ? pi : 2.0 * pi;
        for (int row = 0; row < rows.count; row++)
            assert_true(rows.value[row][0] > from && rows.value[row][0] < to);
        assert_int_equal(result.singular_count, 0);
        assert_true(fabs(result.energy.error) < 1e-4);
        dp_mechanism_free(m);
    }
}

// Second intersection of the circles about P and Q that meet in (x, y): the mirror image.
static void mirror(const double p[2], const double q[2], double point[2]) {
    double dx = q[0] - p[0], dy = q[1] - p[1], square = dx * dx + dy * dy;
    double along = ((point[0] - p[0]) * dx + (point[1] - p[1]) * dy) / square;
    point[0] = 2.0 * (p[0] + along * dx) - point[0];
    point[1] = 2.0 * (p[1] + along * dy) - point[1];
}

// Kite: a = b and c = d, and the pin between coupler and rocker is the image of the origin.
// Crossed: a = c and b = d, and it is the image of the corner of the parallelogram.
static void shape_of(int is_kite, double a, double d, double angle, double out[2]) {
    double tip[2] = {a * cos(angle), a * sin(angle)}, foot[2] = {d, 0.0};
    double pin[2] = {is_kite ? 0.0 : tip[0] + d, is_kite ? 0.0 : tip[1]};
    mirror(tip, foot, pin);
    out[0] = atan2(pin[1] - tip[1], pin[0] - tip[0]);
    out[1] = atan2(pin[1], pin[0] - d);
}

static void a_kite_and_a_crossed_bar_keep_their_branch(void **state) {
    (void)state;
    static const double gravity[][2] = {{0.0, 0.0}, {0.0, -9.81}, {9.81, 0.0}, {-6.0, 5.0}};
    static const double tolerances[] = {1e-5, 1e-8, 1e-11};
    const double a = 0.4, d = 1.0;
    for (int i = 0; i < 24; i++) {
        int is_kite = i % 2;
        struct parts p;
        struct rows rows;
        double shape[2];
        four_bar(&p, a, is_kite ? a : d, is_kite ? d : a, d);
        memcpy(p.def.gravity, gravity[i / 2 % 4], sizeof p.def.gravity);
        shape_of(is_kite, a, d, 0.9, shape);
        p.bodies[0].angle = 0.9;
        p.bodies[0].omega = 11.0;
        p.bodies[1].angle = shape[0];
        p.bodies[2].angle = shape[1];
        dp_mechanism *m = mechanism_build(&p.def);
        dp_mechanism_run_def run = rows_of(m, 2.0, 0.0113, "a.angle b.angle c.angle", &rows);
        run.rtol = tolerances[i / 8];
        dp_mechanism_result result = mechanism_run(m, &run);
        for (int row = 0; row < rows.count; row++) {
            const double *now = rows.value[row];
            shape_of(is_kite, a, d, now[0], shape);
            // the shape is as steep as one over the distance to the singular position: where that
            // is a thousandth, a state that is 1e-11 off the loops is 1e-8 beside it
            CHECK_WITHIN(remainder(now[1] - shape[0], 2.0 * pi), 0.0, 1e-6);
            CHECK_WITHIN(remainder(now[2] - shape[1], 2.0 * pi), 0.0, 1e-6);
        }
        assert_true(result.singular_count >= 1);
        assert_true(fabs(result.energy.error) < 1e-4);
        dp_mechanism_free(m);
    }
}

// --- a crank with a rod of its own length: the slider goes through the centre ---

struct rhombus {
    double gravity[2], stiffness;  // of a spring between slider and (1.5, 0)
    double length;                 // at rest
};

// q'' of the crank: rod at -q, slider at 2 l cos q, l = 0.5. T = (I + m s^2) q'^2/2 with
// s^2 = l^2/4 for the crank, (3/2 l sin)^2 + (l/2 cos)^2 for the rod, (2 l sin)^2 for the slider.
static double rhombus_turn(const struct rhombus *r, double q, double w) {
    const double l = 0.5, m = 1.0, inertia = 0.02, block = 0.5;
    double c = cos(q), s = sin(q);
    double mass = 2.0 * inertia + m * l * l / 4.0 + m * l * l * (2.25 * s * s + 0.25 * c * c) +
                  block * 4.0 * l * l * s * s;
    double slope = m * l * l * (4.5 - 0.5) * s * c + block * 8.0 * l * l * s * c;
    double pull = r->stiffness * (1.5 - 2.0 * l * c - r->length);
    double push = r->gravity[0] * (-m * 0.5 * l * s - m * 1.5 * l * s - block * 2.0 * l * s) +
                  r->gravity[1] * (m * 0.5 * l * c + m * 0.5 * l * c) - pull * 2.0 * l * s;
    return (push - 0.5 * slope * w * w) / mass;
}

static void rhombus_run(const struct rhombus *r, double until, double *q, double *w) {
    const long steps = 40000;
    double h = until / (double)steps;
    for (long i = 0; i < steps; i++) {
        double w1 = *w, a1 = rhombus_turn(r, *q, w1);
        double w2 = *w + 0.5 * h * a1, a2 = rhombus_turn(r, *q + 0.5 * h * w1, w2);
        double w3 = *w + 0.5 * h * a2, a3 = rhombus_turn(r, *q + 0.5 * h * w2, w3);
        double w4 = *w + h * a3, a4 = rhombus_turn(r, *q + h * w3, w4);
        *q += h / 6.0 * (w1 + 2.0 * w2 + 2.0 * w3 + w4);
        *w += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    }
}

static void a_slider_goes_through_the_centre(void **state) {
    (void)state;
    for (int i = 0; i < 12; i++) {
        struct parts p;
        dp_body_state end[3];
        struct rhombus r = {{9.81 * cos(i * pi / 6.0), 9.81 * sin(i * pi / 6.0)}, 0.0, 0.4};
        if (i % 3 == 0) r.stiffness = 40.0;
        parts_begin(&p);
        add_body(&p, "crank", 1.0, 0.02);
        add_body(&p, "rod", 1.0, 0.02);
        add_body(&p, "slider", 0.5, 0.01);
        add_pin(&p, DP_GROUND, 0.0, 0, -0.25);
        add_pin(&p, 0, 0.25, 1, -0.25);
        add_pin(&p, 1, 0.25, 2, 0.0);
        add_joint(&p, DP_JOINT_TRANSLATIONAL, DP_GROUND, 2);
        memcpy(p.def.gravity, r.gravity, sizeof r.gravity);
        dp_mechanism_force *spring = add_force(&p, DP_FORCE_SPRING, DP_GROUND, 2);
        spring->at[0][0] = 1.5;
        spring->stiffness = r.stiffness;
        spring->rest = r.length;
        double q = pi / 3.0, w = 8.0;
        p.bodies[0].angle = q;
        p.bodies[0].omega = w;
        p.bodies[1].angle = -q;
        dp_mechanism *m = mechanism_build(&p.def);
        dp_mechanism_result result = run_to(m, 2.0, i % 2 ? 1e-8 : 1e-11, end, NULL);
        rhombus_run(&r, 2.0, &q, &w);
        CHECK_WITHIN(end[0].angle, q, 2e-6);
        CHECK_WITHIN(end[1].angle, -q, 2e-6);
        CHECK_WITHIN(end[2].x, cos(q), 2e-6);
        assert_true(result.singular_count > 0 && result.singular_joint >= 0);
        dp_mechanism_free(m);
    }
}

// --- what is infinite there ---

static void forces_have_no_statistics_there(void **state) {
    (void)state;
    for (int is_passed = 0; is_passed < 2; is_passed++) {
        struct parts p;
        four_bar(&p, 0.4, 1.0, 0.4, 1.0);
        p.def.gravity[1] = -9.81;
        p.bodies[0].angle = p.bodies[2].angle = 0.2;
        p.bodies[0].omega = is_passed ? -3.0 : 3.0;
        dp_mechanism *m = mechanism_build(&p.def);
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        const char *const names[] = {"a.omega", "c.alpha"};
        int watch[3] = {channel(m, names[0]), channel(m, names[1]), -1};
        for (int i = 0; watch[2] < 0; i++)
            if (strstr(dp_mechanism_channel(m, i)->name, ".force") != NULL) watch[2] = i;
        dp_channel_stats stats[3];
        run.until = 0.1;
        run.watch = watch;
        run.watch_count = 3;
        run.stats = stats;
        dp_mechanism_result result = mechanism_run(m, &run);
        assert_int_equal(result.singular_count, is_passed);
        assert_true(isfinite(stats[0].rms) && isfinite(stats[1].max));
        assert_int_equal(isnan(stats[2].rms), is_passed);
        assert_int_equal(isnan(stats[2].max), is_passed);
        dp_mechanism_free(m);
    }
}

// --- rows that follow from others ---

// A pendulum of two halves that are held together by two pins turns as one with a weld. Which row
// of the second pin follows from the others changes as it turns; the motion is nowhere singular.
static void two_pins_hold_like_a_weld(void **state) {
    (void)state;
    dp_body_state end[2][3];
    for (int is_welded = 0; is_welded < 2; is_welded++) {
        struct parts p;
        parts_begin(&p);
        add_body(&p, "arm", 1.0, 0.05);
        add_body(&p, "one", 2.0, 0.1);
        add_body(&p, "other", 1.0, 0.02);
        add_pin(&p, DP_GROUND, 0.0, 0, -0.5);
        add_pin(&p, 0, 0.5, 1, -0.4);
        if (is_welded) {
            add_joint(&p, DP_JOINT_FIXED, 1, 2)->at[0][0] = 0.3;
        } else {
            add_pin(&p, 1, 0.3, 2, 0.0);
            add_pin(&p, 1, 0.5, 2, 0.2);
        }
        p.def.gravity[1] = -9.81;
        p.bodies[0].omega = 5.0;
        p.bodies[1].omega = p.bodies[2].omega = -12.0;
        p.bodies[0].angle = p.bodies[1].angle = p.bodies[2].angle = 0.3;
        dp_mechanism *m = mechanism_build(&p.def);
        assert_int_equal(dp_mechanism_redundant_count(m), is_welded ? 0 : 1);
        dp_mechanism_result result = run_to(m, 2.0, 1e-11, end[is_welded], NULL);
        assert_int_equal(result.singular_count, 0);
        assert_true(result.constraint_error < 1e-11 && fabs(result.energy.error) < 1e-9);
        dp_mechanism_free(m);
    }
    for (int i = 0; i < 3; i++) {
        CHECK_WITHIN(end[0][i].x, end[1][i].x, 1e-8);
        CHECK_WITHIN(end[0][i].angle, end[1][i].angle, 1e-8);
    }
}

// --- starts in a singular position ---

static void a_flat_start_needs_speeds_that_tell(void **state) {
    (void)state;
    for (int is_told = 0; is_told < 2; is_told++) {
        struct parts p;
        dp_body_state end[3];
        dp_error err = {0};
        four_bar(&p, 0.4, 1.0, 0.4, 1.0);
        p.bodies[0].angle = p.bodies[2].angle = 0.0;
        if (is_told) p.bodies[0].omega = p.bodies[2].omega = 2.0;
        dp_mechanism *m = mechanism_build(&p.def);
        // the rows of the motion, of which the start has one less
        assert_int_equal(dp_mechanism_mobility(m), 1);
        assert_int_equal(dp_mechanism_redundant_count(m), 0);
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        dp_mechanism_result result;
        run.until = 3.0;
        run.bodies = end;
        dp_status status = dp_mechanism_run(m, &run, &result, &err);
        if (is_told) {
            assert_int_equal(status, DP_OK);
            CHECK_WITHIN(end[2].angle, 6.0, 1e-8);
        } else {
            assert_int_equal(status, DP_ERR_NUMERIC);
            assert_non_null(strstr(err.text, "singular position at t = 0 s"));
            assert_non_null(strstr(err.text, "do not tell"));
        }
        dp_mechanism_free(m);
    }
}

// In the flat position itself the parallelogram is the pendulum that it is beside it:
// q'' = -g (a/2 + a + a/2) / (2 a^2/3 + a^2) for rods of 1 kg. The mean of two moments alone would
// be off by the square of the moment, some 1e-3 here.
static void a_flat_start_has_the_acceleration_of_its_branch(void **state) {
    (void)state;
    struct parts p;
    dp_body_state start[3];
    dp_error err;
    four_bar(&p, 0.4, 1.0, 0.4, 1.0);
    p.def.gravity[1] = -9.81;
    p.bodies[0].angle = p.bodies[2].angle = 0.0;
    p.bodies[0].omega = p.bodies[2].omega = 2.0;
    dp_mechanism *m = mechanism_build(&p.def);
    assert_int_equal(dp_mechanism_start(m, start, &err), DP_OK);
    CHECK_WITHIN(start[0].alpha, -9.81 * 6.0 / 5.0 / 0.4, 1e-6);
    CHECK_WITHIN(start[2].alpha, -9.81 * 6.0 / 5.0 / 0.4, 1e-6);
    dp_mechanism_free(m);
}

// The rocker is given another speed than the crank: no branch has both.
static void a_flat_start_refuses_speeds_of_no_branch(void **state) {
    (void)state;
    static const double speeds[] = {2.0, 2.0001, 2.1};
    for (int i = 0; i < 3; i++) {
        struct parts p;
        dp_error err = {0};
        four_bar(&p, 0.4, 1.0, 0.4, 1.0);
        p.bodies[0].angle = p.bodies[2].angle = pi;
        p.bodies[0].omega = 2.0;
        p.bodies[2].omega = speeds[i];
        dp_mechanism *m = mechanism_build(&p.def);
        dp_body_state start[3];
        dp_status status = dp_mechanism_start(m, start, &err);
        assert_int_equal(status, i == 0 ? DP_OK : DP_ERR_CONFLICT);
        if (i > 0) assert_non_null(strstr(err.text, "no branch of its motion"));
        dp_mechanism_free(m);
    }
}

// --- the check of every step ---

// What 0.2.0 did in silence: at the flat position the rocker turned back, with the loops closed and
// the energy kept.
static void a_step_onto_another_branch_is_seen(void **state) {
    (void)state;
    struct parts p;
    four_bar(&p, 0.4, 1.0, 0.4, 1.0);
    p.bodies[0].angle = p.bodies[2].angle = 0.02;
    p.bodies[0].omega = p.bodies[2].omega = -5.0;
    dp_mechanism *m = mechanism_build(&p.def);
    dp_mechanism_run_def def = dp_mechanism_run_defaults();
    dp_mechanism_stepper *s;
    dp_error err;
    def.until = 1.0;
    assert_int_equal(dp_mechanism_begin(&s, m, &def, &err), DP_OK);
    struct run *r = &s->run;
    const int n = r->n, a = m->links[m->link_of[0]].unknown[0],
              c = m->links[m->link_of[2]].unknown[0];
    double *y = r->y, after[32], before[32];
    assert_true(r->count <= 32);
    dp_run_hold_branch(r, y);
    memcpy(before, y, (size_t)r->count * sizeof *y);
    memcpy(after, y, (size_t)r->count * sizeof *y);
    for (int is_wrong = 0; is_wrong < 2; is_wrong++) {
        double h = 0.008, shape[2], sooner[2];
        after[r->active] = h;
        after[a] = 0.02 - 5.0 * h;
        shape_of(0, 0.4, 1.0, after[a], shape);
        shape_of(0, 0.4, 1.0, after[a] + 5e-6, sooner);
        int b = m->links[m->link_of[1]].unknown[0];
        after[b] = is_wrong ? shape[0] : 0.0;
        after[c] = is_wrong ? shape[1] : after[a];
        after[n + a] = -5.0;
        after[n + b] = is_wrong ? (shape[0] - sooner[0]) * 1e6 : 0.0;
        after[n + c] = is_wrong ? (shape[1] - sooner[1]) * 1e6 : -5.0;
        struct projection done;
        struct workspace work = r->work;
        assert_int_equal(dp_mechanism_project(m, h, after, after + n, 1.0, &work, &done), DP_OK);
        // both close the loops, and hardly move when they are brought back onto them
        assert_true(done.gap < 1e-12 && done.jump < 1e-4);
        assert_int_equal(dp_run_stays_on_branch(r, after), !is_wrong);
    }
    dp_mechanism_stepper_free(s);
    dp_mechanism_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ladder_passes_flat_as_a_pendulum),
        cmocka_unit_test(a_driven_parallelogram_turns_a_hundred_times),
        cmocka_unit_test(a_driven_parallelogram_passes_under_load),
        cmocka_unit_test(a_slow_motor_passes_too),
        cmocka_unit_test(a_near_miss_turns_off),
        cmocka_unit_test(a_kite_and_a_crossed_bar_keep_their_branch),
        cmocka_unit_test(a_slider_goes_through_the_centre),
        cmocka_unit_test(forces_have_no_statistics_there),
        cmocka_unit_test(two_pins_hold_like_a_weld),
        cmocka_unit_test(a_flat_start_needs_speeds_that_tell),
        cmocka_unit_test(a_flat_start_has_the_acceleration_of_its_branch),
        cmocka_unit_test(a_flat_start_refuses_speeds_of_no_branch),
        cmocka_unit_test(a_step_onto_another_branch_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
