// Tests for src/mechanism/follow.c: linkages that lock are found before a run, at the angle that
// their lengths give, and those that only touch a dead point are not; a run that jams says where.

#include "check.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

#define PI 3.14159265358979323846
#define DEG (PI / 180.0)
// Steps are given up where the drive moves by 1e-5 rad, and the linkage stops short of its lock by
// about as much.
#define LOCK_TOLERANCE 5e-5

static double random_unit(void) {
    static uint64_t state = 20240607u;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-53;
}

static double between(double low, double high) {
    return low + (high - low) * random_unit();
}

// Time until the linkage locks, NaN where it does not.
static double lock_of(const struct parts *p, double until, dp_mechanism_motion *motion,
                      dp_error *err) {
    dp_mechanism *m = mechanism_build(&p->def);
    dp_status status = dp_mechanism_check_motion(m, until, motion, err);
    dp_mechanism_free(m);
    assert_true(status == DP_OK || status == DP_ERR_CONFLICT);
    assert_int_equal(motion->is_fixed, 1);
    assert_int_equal(isnan(motion->time), status == DP_OK);
    return motion->time;
}

// --- four-bars -----------------------------------------------------------------------------------

struct four_bar {
    double ground, crank, coupler, rocker, start;
};

// Crank at `start`, coupler and rocker at the position of the upper branch.
static void make_four_bar(struct parts *p, const struct four_bar *b) {
    double x = b->crank * cos(b->start) - b->ground, y = b->crank * sin(b->start);
    double d = hypot(x, y);
    double turn =
        acos((d * d + b->rocker * b->rocker - b->coupler * b->coupler) / (2.0 * d * b->rocker));
    double rocker = atan2(y, x) - turn;
    double end_x = b->ground + b->rocker * cos(rocker), end_y = b->rocker * sin(rocker);
    parts_begin(p);
    add_body(p, "crank", 1.0, 0.01)->angle = b->start;
    add_body(p, "coupler", 1.0, 0.01)->angle =
        atan2(end_y - b->crank * sin(b->start), end_x - b->crank * cos(b->start));
    add_body(p, "rocker", 1.0, 0.01)->angle = rocker;
    add_pin(p, DP_GROUND, 0.0, 0, 0.0);
    add_pin(p, 0, b->crank, 1, 0.0);
    add_pin(p, DP_GROUND, b->ground, 2, 0.0);
    add_pin(p, 1, b->coupler, 2, b->rocker)->name = "last";
    add_motor(p, 0, 1.0, 0.0);
}

// The crank may stand where coupler and rocker reach across: low <= cos(angle) <= high.
static void range_of(const struct four_bar *b, double *low, double *high) {
    double sum = b->crank * b->crank + b->ground * b->ground, twice = 2.0 * b->crank * b->ground;
    double far = b->coupler + b->rocker, near = b->coupler - b->rocker;
    *low = (sum - far * far) / twice;
    *high = (sum - near * near) / twice;
}

// Angle from the start to the first that the lengths do not allow; INFINITY: a whole turn.
static double free_angle(const struct four_bar *b) {
    double low, high, at = remainder(b->start, 2.0 * PI), end = INFINITY;
    range_of(b, &low, &high);
    if (low > -1.0) {
        double away = acos(low) - at;
        end = fmin(end, away > 0.0 ? away : away + 2.0 * PI);
    }
    if (high < 1.0) {
        double away = -acos(high) - at;
        end = fmin(end, away > 0.0 ? away : away + 2.0 * PI);
    }
    return end;
}

static struct four_bar random_four_bar(void) {
    struct four_bar b;
    double low, high;
    do {
        b = (struct four_bar){between(0.2, 2.0), between(0.2, 2.0), between(0.2, 2.0),
                              between(0.2, 2.0), between(-PI, PI)};
        range_of(&b, &low, &high);
        // not at its end from the start, and not so near to a dead point that both are right
    } while (!(cos(b.start) > low + 0.02 && cos(b.start) < high - 0.02) || fabs(low + 1.0) < 1e-4 ||
             fabs(high - 1.0) < 1e-4);
    return b;
}

static void four_bars_lock_exactly_where_grashof_says(void **state) {
    (void)state;
    int locks = 0, turns = 0;
    for (int i = 0; i < 400; i++) {
        struct four_bar b = random_four_bar();
        struct parts p;
        dp_mechanism_motion motion;
        dp_error err = {0};
        make_four_bar(&p, &b);
        double end = free_angle(&b), got = lock_of(&p, 3.0 * 2.0 * PI, &motion, &err);
        if (isinf(end) != isnan(got))
            fail_msg("lengths %g %g %g %g from %g: %s", b.ground, b.crank, b.coupler, b.rocker,
                     b.start, isnan(got) ? "passes" : err.text);
        locks += isfinite(end);
        turns += isinf(end);
        if (isinf(end)) continue;
        CHECK_WITHIN(got, end, LOCK_TOLERANCE);
        char angle[40];
        snprintf(angle, sizeof angle, "crank at %.4g deg", fmod(b.start + got, 2.0 * PI) / DEG);
        assert_non_null(strstr(err.text, angle));
        assert_non_null(strstr(err.text, "joint last"));
    }
    // both kinds came up often
    assert_true(locks > 100 && turns > 60);
}

// --- slider-cranks -------------------------------------------------------------------------------

// The journal of a loose pin, or an ideal one for a clearance of 0.
static void make_slider_crank(struct parts *p, double crank, double rod, double offset,
                              double start, double clearance) {
    double lift = crank * sin(start) - offset, lean = -asin(lift / rod);
    parts_begin(p);
    add_body(p, "crank", 1.0, 0.01)->angle = start;
    add_body(p, "rod", 1.0, 0.01)->angle = lean;
    add_body(p, "slider", 1.0, 0.01);
    add_pin(p, DP_GROUND, 0.0, 0, 0.0);
    add_pin(p, 0, crank, 1, 0.0);
    add_joint(p, DP_JOINT_TRANSLATIONAL, DP_GROUND, 2)->through[1] = offset;
    dp_mechanism_joint *pin = add_pin(p, 1, rod, 2, 0.0);
    pin->name = "pin";
    add_motor(p, 0, 1.0, 0.0);
    if (clearance == 0.0) return;
    pin->type = DP_JOINT_CLEARANCE;
    pin->contact = dp_contact_defaults(dp_law_find("hertz"));
    pin->contact.pair.modulus = 1e11;
    pin->bearing_radius = 0.01;
    pin->journal_radius = 0.01 - clearance;
}

// Angle from the start to the first at which the lift, crank sin(angle) - offset, passes the rod.
static double free_lift(double crank, double rod, double offset, double start) {
    double up = (offset + rod) / crank, down = (offset - rod) / crank, end = INFINITY;
    double at = remainder(start, 2.0 * PI);
    if (up < 1.0) {
        double away = asin(up) - at;
        end = fmin(end, away > 0.0 ? away : away + 2.0 * PI);
    }
    if (down > -1.0) {
        double away = PI - asin(down) - at;
        end = fmin(end, fmod(away + 2.0 * PI, 2.0 * PI));
    }
    return end;
}

static void slider_cranks_lock_where_the_rod_is_too_short(void **state) {
    (void)state;
    int locks = 0;
    for (int i = 0; i < 800; i++) {
        double crank = between(0.1, 1.0), rod = between(0.1, 1.5), offset = between(-0.3, 0.3);
        double start = between(-PI, PI), lift = crank * sin(start) - offset;
        double spare = rod - crank - fabs(offset);
        if (fabs(lift) > 0.98 * rod || fabs(spare) < 1e-4) continue;
        // another sign of the offset may be the one that locks
        if (fabs(rod - crank + fabs(offset)) < 1e-4) continue;
        struct parts p;
        dp_mechanism_motion motion;
        dp_error err = {0};
        make_slider_crank(&p, crank, rod, offset, start, 0.0);
        double end = free_lift(crank, rod, offset, start), got = lock_of(&p, 20.0, &motion, &err);
        if (isinf(end) != isnan(got))
            fail_msg("crank %g rod %g offset %g from %g: %g, not %g", crank, rod, offset, start,
                     got, end);
        if (isfinite(end)) CHECK_WITHIN(got, end, LOCK_TOLERANCE);
        locks += isfinite(end);
    }
    assert_true(locks > 50);
}

static void a_drive_that_ends_before_the_lock_is_allowed(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism_motion motion;
    dp_error err = {0};
    // locks at asin(1/5) = 11.537 deg
    make_slider_crank(&p, 0.05, 0.01, 0.0, 0.0, 0.0);
    assert_true(isnan(lock_of(&p, 11.5 * DEG, &motion, &err)));
    CHECK_WITHIN(lock_of(&p, 11.6 * DEG, &motion, &err), asin(0.2), LOCK_TOLERANCE);
}

static void tables_are_followed_to_their_turning_points(void **state) {
    (void)state;
    const double time[] = {0.0, 1.0, 2.0, 3.0, 4.0};
    for (int i = 0; i < 2; i++) {
        // there and back, level at the knots; the lock is at 11.537 deg
        double most = (i == 0 ? 11.5 : 11.6) * DEG;
        double value[] = {0.0, 5.0 * DEG, 0.0, most, 0.0};
        struct parts p;
        dp_mechanism_motion motion;
        dp_error err = {0};
        make_slider_crank(&p, 0.05, 0.01, 0.0, 0.0, 0.0);
        p.bodies[0].angle = NAN;
        p.drivers[0] = dp_mechanism_driver_defaults(0, DP_DRIVEN_ANGLE);
        p.drivers[0].table = (dp_mechanism_table){
            .time = time, .value = value, .count = 5, .shape = DP_TABLE_HERMITE};
        double got = lock_of(&p, 4.0, &motion, &err);
        if (i == 0)
            assert_true(isnan(got));
        else
            assert_true(got > 2.9 && got < 3.0);
    }
}

static void a_driven_slider_is_refused_beyond_its_reach(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism_motion motion;
    dp_error err = {0};
    make_slider_crank(&p, 0.1, 0.3, 0.0, 60.0 * DEG, 0.0);
    p.drivers[0] = dp_mechanism_driver_defaults(2, DP_DRIVEN_X);
    p.drivers[0].start = 0.1 * cos(60.0 * DEG) + sqrt(0.09 - 0.0075);
    p.drivers[0].coefficient[0] = 0.01;
    double reach = (0.4 - p.drivers[0].start) / 0.01;
    // the last of its way takes a crank angle of sqrt(2e-5)
    CHECK_WITHIN(lock_of(&p, 10.0, &motion, &err), reach, 1e-3);
    assert_non_null(strstr(err.text, "slider at (0.4, 0) m"));
}

// --- two loops -----------------------------------------------------------------------------------

struct six_bar {
    dp_mechanism_body bodies[5];
    dp_mechanism_joint joints[7];
    dp_mechanism_driver driver;
    dp_mechanism_def def;
};

static void pin(dp_mechanism_joint *joint, int first, double x, double y, int second, double far) {
    *joint = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, first, second, NULL);
    joint->at[0][0] = x;
    joint->at[0][1] = y;
    joint->at[1][0] = far;
}

// A four-bar whose coupler moves a slider by a rod.
static void make_six_bar(struct six_bar *b) {
    static const char *const names[] = {"crank", "coupler", "rocker", "rod", "slider"};
    for (int i = 0; i < 5; i++)
        b->bodies[i] = dp_mechanism_body_defaults(names[i], 1.0, 0.01);
    pin(&b->joints[0], DP_GROUND, 0.0, 0.0, 0, 0.0);
    pin(&b->joints[1], 0, between(0.1, 0.6), 0.0, 1, 0.0);
    pin(&b->joints[2], DP_GROUND, between(0.5, 1.5), 0.0, 2, 0.0);
    pin(&b->joints[3], 1, between(0.4, 1.5), 0.0, 2, between(0.4, 1.5));
    pin(&b->joints[4], 1, between(0.0, 1.0), between(-0.5, 0.5), 3, 0.0);
    pin(&b->joints[5], 3, between(0.5, 2.0), 0.0, 4, 0.0);
    b->joints[6] = dp_mechanism_joint_defaults(DP_JOINT_TRANSLATIONAL, DP_GROUND, 4, NULL);
    b->joints[6].through[1] = between(-0.5, 0.5);
    b->driver = dp_mechanism_driver_defaults(0, DP_DRIVEN_ANGLE);
    b->driver.start = between(-PI, PI);
    b->driver.coefficient[0] = 1.0;
    b->def = dp_mechanism_defaults();
    b->def.bodies = b->bodies;
    b->def.body_count = 5;
    b->def.joints = b->joints;
    b->def.joint_count = 7;
    b->def.drivers = &b->driver;
    b->def.driver_count = 1;
}

static void six_bars_lock_where_their_run_breaks_off(void **state) {
    (void)state;
    int locks = 0, turns = 0;
    for (int i = 0; i < 40; i++) {
        struct six_bar b;
        dp_mechanism *m;
        dp_mechanism_motion motion;
        dp_mechanism_result result;
        dp_error err = {0}, why = {0};
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        run.until = 2.0 * PI;
        run.no_ledger = 1;
        make_six_bar(&b);
        // some cannot be assembled at all
        if (dp_mechanism_build(&m, &b.def, &err) != DP_OK) continue;
        dp_status checked = dp_mechanism_check_motion(m, run.until, &motion, &err);
        dp_status ran = dp_mechanism_run(m, &run, &result, &why);
        dp_mechanism_free(m);
        if ((checked == DP_OK) != (ran == DP_OK)) fail_msg("case %d: %s%s", i, err.text, why.text);
        locks += ran != DP_OK;
        turns += ran == DP_OK;
        // both end a little before the lock
        if (ran != DP_OK) CHECK_WITHIN(motion.time, result.time, 1e-3);
    }
    assert_true(locks > 5 && turns > 5);
}

// --- dead points ---------------------------------------------------------------------------------

static void dead_points_that_are_touched_are_passed(void **state) {
    (void)state;
    // parallelograms, a kite whose rocker folds onto the crank, and one more with equal sums
    const struct four_bar bars[] = {{2.0, 1.0, 2.0, 1.0, 0.3}, {2.0, 1.0, 2.0, 1.0, -2.0},
                                    {1.0, 1.0, 1.7, 1.7, 0.4}, {1.5, 0.5, 1.2, 0.8, 1.0},
                                    {0.5, 1.5, 1.2, 0.8, 0.5}, {1.0, 1.0, 1.0, 1.0, 0.7}};
    for (size_t i = 0; i < sizeof bars / sizeof *bars; i++) {
        struct parts p;
        dp_mechanism_motion motion;
        dp_error err = {0};
        make_four_bar(&p, &bars[i]);
        if (!isnan(lock_of(&p, 4.0 * PI, &motion, &err))) fail_msg("bar %zu: %s", i, err.text);
    }
    for (int i = 0; i < 8; i++) {
        // a rod as long as the crank, and off by less than a bearing is worked to
        const double off[] = {0.0, 1e-12, -1e-12, 1e-10, -1e-10, -4e-9, 1e-7, 1e-5};
        struct parts p;
        dp_mechanism_motion motion;
        dp_error err = {0};
        make_slider_crank(&p, 0.05, 0.05 + off[i], 0.0, 0.2, 0.0);
        double got = lock_of(&p, 4.0 * PI, &motion, &err);
        if (!isnan(got)) fail_msg("rod %g longer: %s", off[i], err.text);
    }
}

static void a_dead_point_missed_by_little_is_a_lock(void **state) {
    (void)state;
    const double off[] = {1e-4, 1e-5, 1e-6};
    for (int i = 0; i < 3; i++) {
        struct parts p;
        dp_mechanism_motion motion;
        dp_error err = {0};
        make_slider_crank(&p, 1.0, 1.0 - off[i], 0.0, 0.2, 0.0);
        double got = lock_of(&p, 4.0 * PI, &motion, &err);
        CHECK_WITHIN(got, asin(1.0 - off[i]) - 0.2, LOCK_TOLERANCE);
    }
}

// --- clearance -----------------------------------------------------------------------------------

static void what_only_the_clearance_lets_pass_is_told(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism_motion motion;
    dp_error err = {0};
    // 0.3 mm too short for a clearance of 0.5 mm
    make_slider_crank(&p, 0.05, 0.0497, 0.0, 0.0, 5e-4);
    assert_true(isnan(lock_of(&p, 4.0 * PI, &motion, &err)));
    CHECK_WITHIN(motion.open_from, asin(0.0497 / 0.05), LOCK_TOLERANCE);
    // least at the top, which lies within a step of 0.03 rad: 1 - cos(0.015) = 1.1e-4 of 50 mm
    CHECK_WITHIN(motion.open_by, 3e-4, 6e-6);
    assert_int_equal(motion.joint, 3);
    assert_true(strncmp(motion.open_where, "crank at 83.7", 13) == 0);

    make_slider_crank(&p, 0.05, 0.05 + 1e-4, 0.0, 0.0, 5e-4);
    assert_true(isnan(lock_of(&p, 4.0 * PI, &motion, &err)));
    assert_true(isnan(motion.open_from));
}

static void clearance_moves_the_lock_but_does_not_undo_it(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism_motion motion;
    dp_error err = {0};
    make_slider_crank(&p, 0.05, 0.01, 0.0, 0.0, 5e-4);
    CHECK_WITHIN(lock_of(&p, 4.0 * PI, &motion, &err), asin(0.0105 / 0.05), LOCK_TOLERANCE);
    CHECK_WITHIN(motion.open_from, asin(0.2), LOCK_TOLERANCE);
    assert_int_equal(motion.joint, 3);
    assert_non_null(strstr(err.text, "crank at 11.54 deg"));
    assert_non_null(strstr(err.text, "joint pin"));
    assert_non_null(strstr(err.text, "crank at 12.12 deg"));
    // as much too short as the clearance is wide, and a little less
    make_slider_crank(&p, 0.05, 0.0494, 0.0, 0.0, 5e-4);
    assert_true(lock_of(&p, 4.0 * PI, &motion, &err) > 0.0);
    make_slider_crank(&p, 0.05, 0.04952, 0.0, 0.0, 5e-4);
    assert_true(isnan(lock_of(&p, 4.0 * PI, &motion, &err)));
}

// --- what drivers do not fix ---------------------------------------------------------------------

static void what_forces_decide_is_not_refused(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism_motion motion;
    dp_error err = {0};
    // a chain of four bodies between two pins has one freedom more than its driver takes
    parts_begin(&p);
    for (int i = 0; i < 4; i++)
        add_body(&p, (const char *[]){"a", "b", "c", "d"}[i], 1.0, 0.01);
    add_pin(&p, DP_GROUND, 0.0, 0, 0.0);
    add_pin(&p, 0, 1.0, 1, 0.0);
    add_pin(&p, 1, 0.8, 2, 0.0);
    add_pin(&p, 2, 0.8, 3, 0.0);
    add_pin(&p, DP_GROUND, 1.0, 3, 0.5);
    add_motor(&p, 0, 1.0, 0.0);
    dp_mechanism *m = mechanism_build(&p.def);
    assert_int_equal(dp_mechanism_check_motion(m, 10.0, &motion, &err), DP_OK);
    assert_int_equal(motion.is_fixed, 0);
    dp_mechanism_free(m);
}

static void a_free_body_does_not_hide_a_lock(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism_motion motion;
    dp_error err = {0};
    make_slider_crank(&p, 0.05, 0.01, 0.0, 0.0, 0.0);
    add_body(&p, "ball", 1.0, 0.01)->x = 3.0;
    add_body(&p, "bob", 1.0, 0.01);
    add_pin(&p, 2, 0.0, 4, 0.1);
    CHECK_WITHIN(lock_of(&p, 10.0, &motion, &err), asin(0.2), LOCK_TOLERANCE);
}

static void springs_without_a_driver_are_left_alone(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism_motion motion;
    dp_error err = {0};
    make_slider_crank(&p, 0.05, 0.01, 0.0, 0.0, 0.0);
    p.def.driver_count = 0;
    dp_mechanism *m = mechanism_build(&p.def);
    assert_int_equal(dp_mechanism_check_motion(m, 10.0, &motion, &err), DP_OK);
    assert_int_equal(motion.is_fixed, 0);
    assert_int_equal(dp_mechanism_check_motion(m, 0.0, &motion, &err), DP_ERR_RANGE);
    dp_mechanism_free(m);
}

static void a_drive_without_digits_is_refused(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism_motion motion;
    dp_error err = {0};
    make_slider_crank(&p, 0.05, 0.2, 0.0, 0.0, 0.0);
    dp_mechanism *m = mechanism_build(&p.def);
    assert_int_equal(dp_mechanism_check_motion(m, 0.9e9, &motion, &err), DP_OK);
    assert_int_equal(dp_mechanism_check_motion(m, 1.1e9, &motion, &err), DP_ERR_RANGE);
    assert_int_equal(dp_mechanism_check_motion(m, 1e300, &motion, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "the driver of crank reaches 1e+300 rad"));
    dp_mechanism_free(m);
}

static void one_turn_of_an_even_drive_is_enough(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism_motion one, many;
    dp_error err = {0};
    make_slider_crank(&p, 0.05, 0.2, 0.0, 0.0, 0.0);
    assert_true(isnan(lock_of(&p, 2.0 * PI, &one, &err)));
    assert_true(isnan(lock_of(&p, 2e6 * PI, &many, &err)));
    assert_int_equal(one.steps, many.steps);
    CHECK_NEAR(many.until, 2e6 * PI, 0.0);
}

// --- runs that jam -------------------------------------------------------------------------------

static void a_run_that_jams_ends_and_says_where(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism_result result;
    dp_error err = {0};
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 6.0;
    make_slider_crank(&p, 0.05, 0.01, 0.0, 0.0, 5e-4);
    dp_mechanism *m = mechanism_build(&p.def);
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_ERR_NUMERIC);
    assert_non_null(strstr(err.text, "the linkage jams at t = "));
    assert_non_null(strstr(err.text, "in joint pin the journal is pressed in by 0.0095 m"));
    // the rod and the bearing with a journal pressed in to its centre reach so high, or a hair less
    // where the rod leans
    CHECK_WITHIN(result.time, asin((0.01 + 5e-4 + 0.0095) / 0.05), 0.01);
    assert_int_equal(result.failed_pair, 0);
    dp_mechanism_free(m);

    make_slider_crank(&p, 0.05, 0.01, 0.0, 0.0, 0.0);
    m = mechanism_build(&p.def);
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_ERR_NUMERIC);
    assert_non_null(strstr(err.text, "with crank at 11.54 deg"));
    dp_mechanism_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_bars_lock_exactly_where_grashof_says),
        cmocka_unit_test(slider_cranks_lock_where_the_rod_is_too_short),
        cmocka_unit_test(a_drive_that_ends_before_the_lock_is_allowed),
        cmocka_unit_test(tables_are_followed_to_their_turning_points),
        cmocka_unit_test(a_driven_slider_is_refused_beyond_its_reach),
        cmocka_unit_test(six_bars_lock_where_their_run_breaks_off),
        cmocka_unit_test(dead_points_that_are_touched_are_passed),
        cmocka_unit_test(a_dead_point_missed_by_little_is_a_lock),
        cmocka_unit_test(what_only_the_clearance_lets_pass_is_told),
        cmocka_unit_test(clearance_moves_the_lock_but_does_not_undo_it),
        cmocka_unit_test(what_forces_decide_is_not_refused),
        cmocka_unit_test(a_free_body_does_not_hide_a_lock),
        cmocka_unit_test(springs_without_a_driver_are_left_alone),
        cmocka_unit_test(a_drive_without_digits_is_refused),
        cmocka_unit_test(one_turn_of_an_even_drive_is_enough),
        cmocka_unit_test(a_run_that_jams_ends_and_says_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
