// A body that no longer bounces goes on along the floor: it slides until it rolls.

#include "check.h"
#include "law_cases.h"

#include "dashpot/bounce.h"

static const double gravity = 9.81, mu = 0.05;

static dp_contact contact_of(double restitution) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("exact-restitution"));
    dp_contact contact;
    dp_error err;
    def.pair.stiffness = 1e9;
    assert_int_equal(dp_law_set(&def.law, "restitution", restitution, &err), DP_OK);
    assert_int_equal(dp_contact_init(&contact, &def, &err), DP_OK);
    return contact;
}

static dp_friction friction_of(const char *law) {
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find(law));
    dp_friction friction;
    dp_error err;
    const struct {
        const char *name;
        double value;
    } values[] = {{"mu", mu},    {"mu_s", 0.08},   {"mu_d", mu},
                  {"v_s", 1e-2}, {"v_d", 2e-2},    {"v_0", 1e-4},
                  {"v_1", 1e-3}, {"sigma_0", 1e5}, {"stiffness_ratio", 0.8}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (dp_friction_param_index(def.law, values[i].name) >= 0)
            assert_int_equal(dp_friction_set(&def, values[i].name, values[i].value, &err), DP_OK);
    if (dp_friction_init(&friction, &def, &err) != DP_OK) fail_msg("%s: %s", law, err.text);
    return friction;
}

static dp_bounce_def ball(const dp_friction *friction, double speed, double across, double spin) {
    dp_bounce_def def = dp_bounce_defaults();
    def.mass = 0.1;
    def.radius = 0.02;
    def.gravity = gravity;
    def.speed = speed;
    def.across = across;
    def.spin = spin;
    def.friction = friction;
    return def;
}

static dp_bounce fall(const dp_contact *contact, const dp_bounce_def *def) {
    dp_bounce result;
    dp_error err;
    if (dp_bounce_run(contact, def, &result, &err) != DP_OK) fail_msg("%s", err.text);
    return result;
}

// Friction on the floor keeps m v - (J/R) omega, and 2/5 m R^2 is that of a ball.
static double rolling_speed(double across, double spin, double radius) {
    return (across - 0.4 * radius * spin) / 1.4;
}

static void a_ball_slides_until_it_rolls(void **state) {
    (void)state;
    uint64_t seed = 5;
    dp_friction friction = friction_of("coulomb");
    for (int i = 0; i < 40; i++) {
        double speed = 0.2 + law_random(&seed), e = 0.1 + 0.85 * law_random(&seed);
        double sign = i % 2 == 0 ? 1.0 : -1.0, across = sign * (20.0 + 5.0 * law_random(&seed));
        double spin = sign * 100.0 * law_random(&seed);
        dp_contact contact = contact_of(e);
        dp_bounce_def def = ball(&friction, speed, across, spin);
        dp_bounce result = fall(&contact, &def);
        // the weight has slowed the body down by g t + speed in all, whatever pushed when
        double slip = fabs(across + def.radius * spin), braking = 3.5 * mu;
        CHECK_WITHIN(result.roll_time, (slip / braking - speed) / gravity, 1e-9);
        CHECK_WITHIN(result.across, rolling_speed(across, spin, def.radius), 1e-11);
        CHECK_WITHIN(result.spin, -result.across / def.radius, 1e-11);
        assert_true(result.rest_time < result.roll_time && result.end_time == result.roll_time);
        assert_true(result.energy.error < 1e-12);
        double loss = 0.5 * def.mass / 3.5 * slip * slip;
        CHECK_WITHIN(result.energy.friction, loss, 1e-11);
        // half way, and beyond
        def.until = 0.5 * (result.rest_time + result.roll_time);
        dp_bounce half = fall(&contact, &def);
        assert_true(half.end_time == def.until && isnan(half.roll_time));
        double left = slip - braking * (gravity * def.until + speed);
        CHECK_NEAR(fabs(half.across + def.radius * half.spin), left, 1e-9 * slip);
        assert_true(half.energy.error < 1e-12);
        def.until = 2.0 * result.roll_time;
        dp_bounce beyond = fall(&contact, &def);
        assert_true(beyond.end_time == def.until && beyond.roll_time == result.roll_time);
        assert_true(beyond.across == result.across && beyond.energy.error < 1e-12);
    }
}

static void every_friction_ends_in_rolling(void **state) {
    (void)state;
    for (int i = 0; i < dp_friction_law_count(); i++) {
        const char *name = dp_friction_law_at(i)->name;
        dp_friction friction = friction_of(name);
        dp_contact contact = contact_of(0.2);
        dp_bounce_def def = ball(&friction, 1.0, 6.0, 0.0);
        dp_bounce result = fall(&contact, &def);
        assert_true(result.roll_time > result.rest_time);
        CHECK_WITHIN(result.across, 6.0 / 1.4, 1e-4);
        // bristles take far longer steps in the last, long contact than they should
        assert_true(result.energy.error < (strcmp(name, "lugre") == 0 ? 1e-2 : 1e-6));
    }
}

static void without_friction_it_goes_on_until_the_end(void **state) {
    (void)state;
    dp_contact contact = contact_of(0.5);
    dp_bounce_def def = ball(NULL, 1.0, 2.0, 7.0);
    dp_bounce result = fall(&contact, &def);
    assert_true(result.end_time == result.roll_time && result.roll_time >= result.rest_time);
    def.until = 9.0;
    result = fall(&contact, &def);
    assert_true(result.end_time == 9.0 && result.across == 2.0 && result.spin == 7.0);
}

static void a_ball_that_lies_still_ends_before_until(void **state) {
    (void)state;
    dp_friction friction = friction_of("coulomb");
    dp_contact contact = contact_of(0.5);
    dp_bounce_def def = ball(&friction, 1.0, 2.0, 2.5 * 2.0 / 0.02);
    def.until = 100.0;
    dp_bounce result = fall(&contact, &def);
    CHECK_NEAR(result.across, 0.0, 1e-11);
    CHECK_WITHIN(result.end_time, (7.0 / (3.5 * mu) - 1.0) / gravity, 1e-9);
    def.across = def.spin = 0.0;
    result = fall(&contact, &def);
    assert_true(result.end_time < 1.0 && result.roll_time == result.rest_time);
}

static void pieces_and_states_keep_every_bit(void **state) {
    (void)state;
    dp_friction friction = friction_of("ambrosio");
    dp_contact contact = contact_of(0.5);
    dp_bounce_def def = ball(&friction, 1.0, 6.0, 0.0);
    dp_error err;
    def.until = 6.0;
    dp_bounce whole = fall(&contact, &def);
    for (int saves = 0; saves < 2; saves++) {
        dp_bounce_stepper *run, *other;
        assert_int_equal(dp_bounce_begin(&run, &contact, &def, &err), DP_OK);
        for (double t = 0.25; t <= 6.0; t += 0.25) {
            assert_int_equal(dp_bounce_advance(run, t, &err), DP_OK);
            dp_bounce_snapshot now = dp_bounce_state(run);
            assert_true(now.sample.time == t);
            if (!saves) continue;
            size_t size = dp_bounce_save(run, NULL, 0);
            char *bytes = (char *)test_malloc(size);
            dp_bounce_save(run, bytes, size);
            assert_int_equal(dp_bounce_begin(&other, &contact, &def, &err), DP_OK);
            if (dp_bounce_restore(other, bytes, size, &err) != DP_OK) fail_msg("%s", err.text);
            dp_bounce_snapshot same = dp_bounce_state(other);
            assert_true(same.sample.across == now.sample.across);
            assert_true(same.sample.friction == now.sample.friction);
            test_free(bytes);
            dp_bounce_free(run);
            run = other;
        }
        const dp_bounce *result = dp_bounce_state(run).result;
        assert_non_null(result);
        assert_true(result->roll_time == whole.roll_time && result->across == whole.across);
        assert_true(result->energy.friction == whole.energy.friction);
        dp_bounce_free(run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_slides_until_it_rolls),
        cmocka_unit_test(every_friction_ends_in_rolling),
        cmocka_unit_test(without_friction_it_goes_on_until_the_end),
        cmocka_unit_test(a_ball_that_lies_still_ends_before_until),
        cmocka_unit_test(pieces_and_states_keep_every_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
