// Tests for src/frictions: the whole curve of every law that has no memory.

#include "check.h"
#include "dashpot/dashpot.h"

static dp_friction usual(const char *name, const char *const *keys, const double *values) {
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find(name));
    dp_friction friction;
    dp_error err = {0};
    for (int i = 0; keys[i] != NULL; i++)
        assert_int_equal(dp_friction_set(&def, keys[i], values[i], &err), DP_OK);
    assert_int_equal(dp_friction_init(&friction, &def, &err), DP_OK);
    return friction;
}

// Odd in the speed, never more than the largest coefficient, continuous, against the sliding, with
// the slope that a difference quotient finds.
static void expect_curve(const dp_friction *f, double most, double end) {
    double last = 0.0, normal = 7.0, step = end / 400.0;
    for (int i = 1; i < 1200; i++) {
        // between the corners, which are multiples of an eighth of the end
        double v = (i + 0.37) * step;
        dp_friction_response r = f->law->respond(f->k, normal, v, 0.0);
        dp_friction_response back = f->law->respond(f->k, normal, -v, 0.0);
        CHECK_WITHIN(back.force, -r.force, 0.0);
        assert_true(r.force <= 0.0 && -r.force <= most * normal * (1.0 + 1e-15));
        assert_true(fabs(r.force - last) <= 0.1 * most * normal);
        double h = 1e-5 * step;
        double slope = (f->law->respond(f->k, normal, v + h, 0.0).force -
                        f->law->respond(f->k, normal, v - h, 0.0).force) /
                       (2.0 * h);
        // a quotient over 1e-5 of a step keeps some six digits
        CHECK_WITHIN(r.dforce_dv, slope, 1e-5 * most * normal / step);
        last = r.force;
    }
}

static void curves(void **state) {
    (void)state;
    static const char *const coulomb[] = {"mu", "v_s", NULL};
    static const char *const ambrosio[] = {"mu", "v_0", "v_1", NULL};
    static const char *const modified[] = {"mu_s", "mu_d", "v_s", "v_d", NULL};
    dp_friction f = usual("coulomb", coulomb, (const double[]){0.3, 1e-3});
    expect_curve(&f, 0.3, 2e-3);
    // full from v_s on, in proportion below
    CHECK_NEAR(f.law->respond(f.k, 2.0, 1.5e-3, 0.0).force, -0.6, 1e-15);
    CHECK_NEAR(f.law->respond(f.k, 2.0, 0.25e-3, 0.0).force, -0.15, 1e-15);
    f = usual("ambrosio", ambrosio, (const double[]){0.3, 1e-3, 3e-3});
    expect_curve(&f, 0.3, 4e-3);
    CHECK_WITHIN(f.law->respond(f.k, 2.0, 0.9e-3, 0.0).force, 0.0, 0.0);
    CHECK_NEAR(f.law->respond(f.k, 2.0, 2e-3, 0.0).force, -0.3, 1e-14);
    f = usual("modified-coulomb", modified, (const double[]){0.4, 0.2, 1e-3, 5e-3});
    expect_curve(&f, 0.4, 4e-3);
    CHECK_NEAR(f.law->respond(f.k, 2.0, 1e-3, 0.0).force, -0.8, 1e-14);
    CHECK_NEAR(f.law->respond(f.k, 2.0, 3e-3, 0.0).force, -0.6, 1e-14);
    CHECK_NEAR(f.law->respond(f.k, 2.0, 6e-3, 0.0).force, -0.4, 1e-14);
}

static void a_law_that_does_not_exist_is_refused_when_it_is_used(void **state) {
    (void)state;
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find("coulom"));
    dp_friction friction;
    dp_error err = {0};
    assert_int_equal(dp_friction_set(&def, "mu", 0.1, &err), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_friction_init(&friction, &def, &err), DP_ERR_NOT_INITIALIZED);
    assert_non_null(strstr(err.text, "from a law that exists"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves),
        cmocka_unit_test(a_law_that_does_not_exist_is_refused_when_it_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
