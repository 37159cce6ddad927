// Two bodies to one pair: equivalent values, refusals, entries by name.

#include "check.h"

#include "dashpot/pair.h"

static dp_body body(double young, double poisson, double radius, double mass) {
    dp_body b = dp_body_defaults();
    b.young = young;
    b.poisson = poisson;
    b.radius = radius;
    b.mass = mass;
    return b;
}

static void a_pair_joins_two_bodies(void **state) {
    (void)state;
    // page 000 section 5: E from Table 1 of the paper, R = R1 R2/(R2 - R1), mass of a steel ball
    dp_body ball = body(2.0e11, 0.3, 0.02, NAN), socket = body(1.0e11, 0.25, 0.0205, INFINITY);
    dp_pair pair;
    ball.density = 7800.0;
    ball.yield = 3e8;
    assert_int_equal(dp_pair_from_bodies(&ball, &socket, DP_CONFORMAL, &pair, NULL), DP_OK);
    CHECK_NEAR(pair.modulus, 1.0 / (0.91 / 2e11 + 0.9375 / 1e11), 1e-15);
    CHECK_NEAR(pair.radius, 0.82, 1e-13);
    CHECK_NEAR(pair.clearance, 5e-4, 1e-13);
    CHECK_NEAR(pair.mass, 0.2613805087786708, 1e-15);
    assert_true(pair.bearing_radius == 0.0205 && pair.yield == 3e8 && isnan(pair.length));
    socket.yield = 2e8;
    socket.mass = 0.5;
    assert_int_equal(dp_pair_from_bodies(&ball, &socket, DP_CONVEX, &pair, NULL), DP_OK);
    CHECK_NEAR(pair.radius, 0.02 * 0.0205 / 0.0405, 1e-15);
    CHECK_NEAR(pair.mass, 0.2613805087786708 * 0.5 / 0.7613805087786708, 1e-15);
    assert_true(pair.yield == 2e8 && isnan(pair.clearance) && isnan(pair.bearing_radius));
    ball.yield = 1e8;
    assert_int_equal(dp_pair_from_bodies(&ball, &socket, DP_FLAT, &pair, NULL), DP_OK);
    assert_true(pair.radius == 0.02 && pair.yield == 1e8);
    ball.yield = NAN;
    socket.radius = INFINITY;
    socket.young = INFINITY;
    socket.mass = NAN;
    assert_int_equal(dp_pair_from_bodies(&ball, &socket, DP_CONVEX, &pair, NULL), DP_OK);
    CHECK_NEAR(pair.modulus, 2e11 / 0.91, 1e-15);
    CHECK_NEAR(pair.mass, 0.2613805087786708, 1e-15);
    CHECK_NEAR(pair.radius, 0.02, 1e-15);
    assert_true(pair.yield == 2e8 && isnan(pair.clearance));
    ball.mass = INFINITY;
    socket.mass = INFINITY;
    assert_int_equal(dp_pair_from_bodies(&ball, &socket, DP_CONVEX, &pair, NULL), DP_OK);
    assert_true(isnan(pair.mass));
}

static void bodies_that_make_no_pair_are_refused(void **state) {
    (void)state;
    static const size_t positive[] = {offsetof(dp_body, young), offsetof(dp_body, density),
                                      offsetof(dp_body, yield), offsetof(dp_body, radius),
                                      offsetof(dp_body, mass)};
    const dp_body good = body(2e11, 0.3, 0.02, 1.0);
    dp_pair pair;
    dp_error err;
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++) {
        for (int j = 0; j < 4; j++) {
            dp_body bad = good;
            double value = j % 2 == 0 ? 0.0 : -1.0;
            memcpy((char *)&bad + positive[i], &value, sizeof value);
            assert_int_equal(dp_pair_from_bodies(j < 2 ? &bad : &good, j < 2 ? &good : &bad,
                                                 DP_CONVEX, &pair, &err),
                             DP_ERR_RANGE);
            assert_non_null(strstr(err.text, j < 2 ? "of body 1 is" : "of body 2 is"));
        }
    }
    dp_body bad = good, flat = good, hole = good;
    for (int i = 0; i < 2; i++) {
        bad.poisson = i == 0 ? -0.1 : 0.51;
        assert_int_equal(dp_pair_from_bodies(&good, &bad, DP_CONVEX, &pair, &err), DP_ERR_RANGE);
        assert_non_null(strstr(err.text, "poisson of body 2"));
    }
    bad = good;
    bad.yield = INFINITY;
    assert_int_equal(dp_pair_from_bodies(&bad, &good, DP_CONVEX, &pair, &err), DP_ERR_RANGE);
    bad = good;
    bad.density = INFINITY;
    assert_int_equal(dp_pair_from_bodies(&bad, &good, DP_CONVEX, &pair, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "density of body 1 must be finite"));
    flat.radius = INFINITY;
    assert_int_equal(dp_pair_from_bodies(&flat, &flat, DP_CONVEX, &pair, &err), DP_ERR_RANGE);
    assert_int_equal(dp_pair_from_bodies(&flat, &good, DP_FLAT, &pair, &err), DP_ERR_RANGE);
    assert_int_equal(dp_pair_from_bodies(&good, &hole, DP_CONFORMAL, &pair, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "does not fit"));
    // a flat is no hole, and nothing lies in it
    assert_int_equal(dp_pair_from_bodies(&good, &flat, DP_CONFORMAL, &pair, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "body 2 has no radius"));
    assert_int_equal(dp_pair_from_bodies(&flat, &good, DP_CONFORMAL, &pair, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "body 1 has no radius"));
    assert_int_equal(dp_pair_from_bodies(&good, &good, (dp_geometry)9, &pair, &err), DP_ERR_RANGE);
    bad = good;
    bad.young = INFINITY;
    assert_int_equal(dp_pair_from_bodies(&bad, &bad, DP_CONVEX, &pair, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "rigid"));
}

static void a_pair_is_set_by_name(void **state) {
    (void)state;
    static const double wrong[] = {0.0, -1.0, INFINITY, NAN};
    dp_pair pair = dp_pair_defaults();
    dp_error err;
    int count = 0;
    for (; dp_pair_field_at(count) != NULL; count++) {
        const dp_pair_field *field = dp_pair_field_at(count);
        assert_true(field->unit != NULL && field->doc != NULL);
        for (int i = 0; i < 4; i++)
            assert_int_equal(dp_pair_set(&pair, field->name, wrong[i], &err), DP_ERR_RANGE);
        assert_true(isnan(((double *)&pair)[count]));
        assert_int_equal(dp_pair_set(&pair, field->name, count + 1.0, &err), DP_OK);
        assert_true(((double *)&pair)[count] == count + 1.0);
        assert_true(dp_pair_value(&pair, count) == count + 1.0);
        assert_int_equal(dp_pair_index(field->name), count);
    }
    assert_int_equal((size_t)count * sizeof(double), sizeof pair);
    assert_null(dp_pair_field_at(-1));
    assert_int_equal(dp_pair_index("stiff"), -1);
    assert_true(isnan(dp_pair_value(&pair, -1)) && isnan(dp_pair_value(&pair, count)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_joins_two_bodies),
        cmocka_unit_test(bodies_that_make_no_pair_are_refused),
        cmocka_unit_test(a_pair_is_set_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
