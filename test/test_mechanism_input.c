// Tests for src/mechanism: what cannot be built is refused with a sentence that names the part.

#include "check.h"
#include "mechanism_cases.h"

// A slider-crank that the tests spoil in one place each.
struct parts {
    dp_mechanism_body bodies[3];
    dp_mechanism_joint joints[6];
    dp_mechanism_driver drivers[2];
    dp_mechanism_def def;
};

static void make(struct parts *p) {
    p->bodies[0] = dp_mechanism_body_defaults("crank", 1.0, 0.01);
    p->bodies[1] = dp_mechanism_body_defaults("rod", 1.0, 0.01);
    p->bodies[2] = dp_mechanism_body_defaults("slider", 1.0, 0.01);
    p->joints[0] = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, 0, NULL);
    p->joints[1] = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, 0, 1, NULL);
    p->joints[2] = dp_mechanism_joint_defaults(DP_JOINT_TRANSLATIONAL, DP_GROUND, 2, NULL);
    p->joints[3] = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, 1, 2, NULL);
    p->joints[0].name = "main";
    p->joints[1].name = "big-end";
    p->joints[2].name = "guide";
    p->joints[3].name = "pin";
    p->joints[1].at[0][0] = 0.05;
    p->joints[1].at[1][0] = -0.15;
    p->joints[3].at[0][0] = 0.15;
    p->drivers[0] = dp_mechanism_driver_defaults(0, DP_DRIVEN_ANGLE);
    p->drivers[0].coefficient[0] = 20.0;
    p->def = dp_mechanism_defaults();
    p->def.bodies = p->bodies;
    p->def.body_count = 3;
    p->def.joints = p->joints;
    p->def.joint_count = 4;
    p->def.drivers = p->drivers;
    p->def.driver_count = 1;
}

static void loosen(struct parts *p) {
    p->joints[3].type = DP_JOINT_CLEARANCE;
    p->joints[3].contact = dp_contact_defaults(dp_law_find("hertz"));
    p->joints[3].contact.pair.modulus = 1e11;
    p->joints[3].journal_radius = 9.5e-3;
    p->joints[3].bearing_radius = 0.01;
}

#define REFUSED(parts, status, words) refused((parts), (status), (words), __LINE__)

static void refused(const struct parts *p, dp_status status, const char *words, int line) {
    dp_mechanism *m;
    dp_error err = {0};
    dp_status got = dp_mechanism_build(&m, &p->def, &err);
    if (got == DP_OK) fail_msg("line %d: was built", line);
    if (got != status || strstr(err.text, words) == NULL)
        fail_msg("line %d: status %d, said: %s", line, got, err.text);
    assert_null(m);
}

static void a_good_one_is_built(void **state) {
    (void)state;
    struct parts p;
    make(&p);
    dp_mechanism_free(mechanism_build(&p.def));
    loosen(&p);
    dp_mechanism_free(mechanism_build(&p.def));
    dp_mechanism_free(NULL);
}

static void bodies_without_mass_are_refused(void **state) {
    (void)state;
    struct parts p;
    make(&p);
    p.bodies[1].mass = 0.0;
    REFUSED(&p, DP_ERR_RANGE, "body rod has the mass 0");
    make(&p);
    p.bodies[2].inertia = -1.0;
    REFUSED(&p, DP_ERR_RANGE, "body slider has the inertia");
    make(&p);
    p.bodies[2].name = "ground";
    REFUSED(&p, DP_ERR_RANGE, "'ground' cannot name a body");
    make(&p);
    p.bodies[2].name = "rod";
    REFUSED(&p, DP_ERR_CONFLICT, "two bodies are called rod");
}

static void joints_to_nowhere_are_refused(void **state) {
    (void)state;
    struct parts p;
    make(&p);
    p.joints[1].second = 7;
    REFUSED(&p, DP_ERR_UNKNOWN_NAME, "big-end refers to body 7");
    make(&p);
    p.joints[1].second = 0;
    REFUSED(&p, DP_ERR_CONFLICT, "big-end joins crank to itself");
    make(&p);
    p.joints[2].axis[0] = 0.0;
    REFUSED(&p, DP_ERR_RANGE, "joint guide needs an axis");
    make(&p);
    p.joints[3].at[0][0] = NAN;
    REFUSED(&p, DP_ERR_MISSING, "pin");
    make(&p);
    p.joints[3].cookie = 0;
    REFUSED(&p, DP_ERR_NOT_INITIALIZED, "dp_mechanism_joint_defaults");
    make(&p);
    p.def.cookie = 0;
    REFUSED(&p, DP_ERR_NOT_INITIALIZED, "dp_mechanism_defaults");
}

static void what_cannot_be_assembled_is_refused(void **state) {
    (void)state;
    struct parts p;
    // a rod too short to reach the guide
    make(&p);
    p.joints[2].through[1] = 0.6;
    REFUSED(&p, DP_ERR_CONFLICT, "joint pin stays open");
    // the slider fixed as well: nothing is left that could move
    make(&p);
    p.joints[4] = dp_mechanism_joint_defaults(DP_JOINT_FIXED, DP_GROUND, 2, NULL);
    p.joints[4].name = "weld";
    p.joints[4].at[0][0] = 0.6;
    p.def.joint_count = 5;
    REFUSED(&p, DP_ERR_CONFLICT, "mobility");
    // two drivers for one degree of freedom
    make(&p);
    p.drivers[1] = dp_mechanism_driver_defaults(1, DP_DRIVEN_ANGLE);
    p.drivers[1].coefficient[0] = 5.0;
    p.def.driver_count = 2;
    REFUSED(&p, DP_ERR_CONFLICT, "pin");
}

static void drivers_of_what_cannot_move_are_refused(void **state) {
    (void)state;
    struct parts p;
    make(&p);
    p.joints[0].type = DP_JOINT_FIXED;
    REFUSED(&p, DP_ERR_CONFLICT, "the driver of crank cannot turn it");
    make(&p);
    p.drivers[0] = dp_mechanism_driver_defaults(2, DP_DRIVEN_ANGLE);
    REFUSED(&p, DP_ERR_CONFLICT, "the driver of slider cannot turn it");
    make(&p);
    p.drivers[0] = dp_mechanism_driver_defaults(2, DP_DRIVEN_Y);
    p.drivers[0].start = 0.0;
    REFUSED(&p, DP_ERR_CONFLICT, "it slides along x");
    make(&p);
    p.drivers[0] = dp_mechanism_driver_defaults(1, DP_DRIVEN_X);
    p.drivers[0].start = 0.0;
    REFUSED(&p, DP_ERR_CONFLICT, "rod");
    make(&p);
    p.drivers[0] = dp_mechanism_driver_defaults(2, DP_DRIVEN_X);
    REFUSED(&p, DP_ERR_MISSING, "start position");
    make(&p);
    p.drivers[0] = dp_mechanism_driver_defaults(DP_GROUND, DP_DRIVEN_X);
    REFUSED(&p, DP_ERR_CONFLICT, "drives the ground");
    make(&p);
    p.drivers[1] = p.drivers[0];
    p.def.driver_count = 2;
    REFUSED(&p, DP_ERR_CONFLICT, "crank has two drivers");
    make(&p);
    const double time[] = {0.0, 1.0, 0.5}, value[] = {0.0, 1.0, 2.0};
    p.drivers[0].table =
        (dp_mechanism_table){.time = time, .value = value, .count = 3, .shape = DP_TABLE_SPLINE};
    REFUSED(&p, DP_ERR_RANGE, "must grow");
}

static void journals_that_do_not_fit_are_refused(void **state) {
    (void)state;
    struct parts p;
    make(&p);
    loosen(&p);
    p.joints[3].journal_radius = 0.011;
    REFUSED(&p, DP_ERR_RANGE, "joint pin: a journal of radius 0.011 m does not fit");
    make(&p);
    loosen(&p);
    p.bodies[2].x = 0.3511;
    p.bodies[2].y = 0.0;
    REFUSED(&p, DP_ERR_RANGE, "joint pin: its journal starts");
    make(&p);
    loosen(&p);
    p.joints[3].contact.pair.modulus = NAN;
    REFUSED(&p, DP_ERR_MISSING, "pin");
    make(&p);
    loosen(&p);
    p.joints[3].friction = dp_friction_defaults(dp_friction_law_find("coulomb"));
    REFUSED(&p, DP_ERR_MISSING, "mu");
    make(&p);
    loosen(&p);
    // a name that is not known must not turn into no friction
    p.joints[3].friction = dp_friction_defaults(dp_friction_law_find("coulom"));
    REFUSED(&p, DP_ERR_NOT_INITIALIZED, "no usable friction law");
}

static void a_position_that_was_given_is_kept(void **state) {
    (void)state;
    struct parts p;
    make(&p);
    loosen(&p);
    p.bodies[2].x = 0.3502;
    p.bodies[2].vx = 0.01;
    dp_mechanism *m = mechanism_build(&p.def);
    dp_body_state start[3];
    dp_error err;
    assert_int_equal(dp_mechanism_start(m, start, &err), DP_OK);
    CHECK_WITHIN(start[2].x, 0.3502, 1e-15);
    CHECK_WITHIN(start[2].vx, 0.01, 1e-15);
    dp_mechanism_free(m);
}

static void hints_choose_the_branch(void **state) {
    (void)state;
    struct parts p;
    make(&p);
    p.drivers[0].start = 1.0;
    p.bodies[1].near_angle = 3.0;
    dp_mechanism *m = mechanism_build(&p.def);
    dp_body_state start[3];
    dp_error err;
    assert_int_equal(dp_mechanism_start(m, start, &err), DP_OK);
    double up = 0.05 * sin(1.0);
    CHECK_WITHIN(start[2].x, 0.05 * cos(1.0) - sqrt(0.09 - up * up), 1e-13);
    dp_mechanism_free(m);
}

static void runs_are_checked(void **state) {
    (void)state;
    struct parts p;
    make(&p);
    dp_mechanism *m = mechanism_build(&p.def);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_error err = {0};
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_ERR_RANGE);
    run.until = 1.0;
    run.skip = 2.0;
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "skip"));
    run.skip = 0.0;
    run.rtol = 0.5;
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_ERR_RANGE);
    run.rtol = 1e-8;
    run.max_steps = 3;
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_ERR_NUMERIC);
    int index;
    assert_int_equal(dp_mechanism_channel_lookup(m, "slider.axx", &index, &err),
                     DP_ERR_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "slider.ax"));
    assert_null(dp_mechanism_channel(m, -1));
    assert_null(dp_mechanism_redundant(m, 0));
    dp_mechanism_free(m);
}

struct budget {
    int left;
};

static void *sparing(void *user, size_t size) {
    struct budget *b = (struct budget *)user;
    return b->left-- > 0 ? aligned_alloc(64, size) : NULL;
}

static void give_back(void *user, void *history, size_t size) {
    (void)user;
    (void)size;
    free(history);
}

// The n-th allocation fails, for every n: a clean error and no leak.
static void running_out_of_memory_is_an_ordinary_error(void **state) {
    (void)state;
    struct parts p;
    make(&p);
    loosen(&p);
    for (int n = 0;; n++) {
        struct budget budget = {n};
        dp_allocator allocator = {sparing, give_back, &budget};
        dp_mechanism *m;
        dp_error err = {0};
        p.def.allocator = &allocator;
        dp_status status = dp_mechanism_build(&m, &p.def, &err);
        if (status == DP_OK) {
            dp_mechanism_run_def run = dp_mechanism_run_defaults();
            run.allocator = &allocator;
            dp_mechanism_result result;
            run.until = 1e-3;
            status = dp_mechanism_run(m, &run, &result, &err);
            dp_mechanism_free(m);
        }
        if (status == DP_OK) break;
        assert_int_equal(status, DP_ERR_MEMORY);
        assert_true(n < 100);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_one_is_built),
        cmocka_unit_test(bodies_without_mass_are_refused),
        cmocka_unit_test(joints_to_nowhere_are_refused),
        cmocka_unit_test(what_cannot_be_assembled_is_refused),
        cmocka_unit_test(drivers_of_what_cannot_move_are_refused),
        cmocka_unit_test(journals_that_do_not_fit_are_refused),
        cmocka_unit_test(a_position_that_was_given_is_kept),
        cmocka_unit_test(hints_choose_the_branch),
        cmocka_unit_test(runs_are_checked),
        cmocka_unit_test(running_out_of_memory_is_an_ordinary_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
