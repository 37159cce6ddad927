// Tests for src/delivery: what a law delivers, and which value delivers what is wanted.

#include "check.h"

#include "dashpot/dashpot.h"

static const double mass = 0.01, speed = 1.0;

static dp_contact_def contact_of(const char *law) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    def.pair.modulus = 1e11;
    def.pair.radius = 0.01;
    def.pair.mass = mass;
    return def;
}

static void set(dp_contact_def *def, const char *name, double value) {
    dp_error err = {0};
    if (dp_law_set(&def->law, name, value, &err) != DP_OK) fail_msg("%s", err.text);
}

static double delivered_by(const dp_contact_def *def) {
    dp_delivered delivered;
    dp_error err = {0};
    if (dp_deliver(def, mass, speed, &delivered, &err) != DP_OK) fail_msg("%s", err.text);
    return delivered.restitution;
}

static void closed_forms_are_delivered_as_such(void **state) {
    (void)state;
    dp_delivered delivered;
    dp_contact_def def = contact_of("hunt-crossley");
    set(&def, "damping_factor", 0.3);
    assert_int_equal(dp_deliver(&def, mass, speed, &delivered, NULL), DP_OK);
    CHECK_NEAR(delivered.restitution, dp_hunt_crossley_restitution(0.3), 1e-14);
    assert_true(delivered.is_closed_form);

    def = dp_contact_defaults(dp_law_find("kelvin-voigt"));
    def.pair.stiffness = 1e6;
    set(&def, "damping", 20.0);
    assert_int_equal(dp_deliver(&def, mass, speed, &delivered, NULL), DP_OK);
    CHECK_NEAR(delivered.restitution,
               dp_kelvin_voigt_restitution(20.0 / (2.0 * sqrt(1e6 * mass)), 1), 1e-13);
    assert_true(delivered.is_closed_form);
}

// Told another speed than its own, a law has no closed form and delivers something else.
static void a_fixed_approach_is_what_the_law_is_told(void **state) {
    (void)state;
    dp_delivered delivered;
    dp_contact_def def = contact_of("hunt-crossley");
    set(&def, "damping_factor", 0.3);
    def.approach = 2.0 * speed;
    assert_int_equal(dp_deliver(&def, mass, speed, &delivered, NULL), DP_OK);
    assert_false(delivered.is_closed_form);
    // F = Fe (1 + d rate/v0) with v0 doubled is the same law with d halved
    CHECK_NEAR(delivered.restitution, dp_hunt_crossley_restitution(0.15), 1e-10);
}

static void what_cannot_be_delivered_is_said(void **state) {
    (void)state;
    dp_delivered delivered;
    dp_error err;
    dp_contact_def def = contact_of("hunt-crossley");
    assert_int_equal(dp_deliver(&def, mass, speed, &delivered, &err), DP_ERR_MISSING);
    assert_true(isnan(delivered.restitution));
    // a clearance for which a law was not fitted is wrong input
    def = dp_contact_defaults(dp_law_find("pereira"));
    def.pair.modulus = 1e11;
    def.pair.bearing_radius = 1.0;
    def.pair.clearance = 0.1;
    def.pair.length = 0.01;
    def.pair.mass = mass;
    set(&def, "restitution", 0.9);
    assert_int_equal(dp_deliver(&def, mass, speed, &delivered, &err), DP_ERR_RANGE);
    assert_int_equal(err.status, DP_ERR_RANGE);
    assert_string_equal(err.name, "clearance");
    assert_int_equal(dp_deliver(&def, mass, speed, &delivered, NULL), DP_ERR_RANGE);
}

static void many_points_are_those_of_single_calls(void **state) {
    (void)state;
    dp_delivery_point points[3] = {{.at = 0.5}, {.at = 0.9}, {.at = 1.5}};
    dp_contact_def def = contact_of("lankarani-nikravesh");
    dp_deliver_requests(&def, mass, speed, points, 3);
    for (int i = 0; i < 2; i++) {
        set(&def, "restitution", points[i].at);
        assert_int_equal(points[i].err.status, DP_OK);
        CHECK_NEAR(points[i].delivered.restitution, delivered_by(&def), 0.0);
    }
    assert_int_equal(points[2].err.status, DP_ERR_RANGE);
    assert_true(isnan(points[2].delivered.restitution));

    dp_delivery_point speeds[2] = {{.at = 0.1}, {.at = 1.0}};
    def = contact_of("kuwabara-kono");
    set(&def, "damping", 1e6);
    dp_deliver_speeds(&def, mass, speeds, 2);
    assert_int_equal(speeds[1].err.status, DP_OK);
    CHECK_NEAR(speeds[1].delivered.restitution, delivered_by(&def), 0.0);
    // viscoelastic spheres bounce better when they are slow
    assert_true(speeds[0].delivered.restitution > speeds[1].delivered.restitution);
}

// A contact of any law, as complete as tuning needs it.
static dp_contact_def complete(const dp_law *law) {
    dp_contact_def def = dp_contact_defaults(law);
    unsigned needs = law->needs;
    if (needs & DP_NEEDS_LINEAR) def.pair.stiffness = 1e9;
    if (needs & (DP_NEEDS_STIFFNESS | DP_NEEDS_ELASTIC | DP_NEEDS_MODULUS)) def.pair.modulus = 1e11;
    if (needs & (DP_NEEDS_STIFFNESS | DP_NEEDS_ELASTIC)) def.pair.radius = 0.01;
    def.pair.mass = mass;
    if (needs & DP_NEEDS_YIELD) def.pair.yield = 1e9;
    if (needs & DP_NEEDS_BEARING) def.pair.bearing_radius = 0.01;
    if (needs & DP_NEEDS_BEARING) def.pair.clearance = 1e-4;
    if (needs & DP_NEEDS_LENGTH) def.pair.length = 0.01;
    return def;
}

// Set again and delivered again, by a call that knows nothing of the search.
static void a_tuned_value_delivers_what_was_wanted(void **state) {
    (void)state;
    int tuned = 0;
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        dp_contact_def def = complete(law);
        dp_tuning tuning;
        dp_error err = {0};
        if (law->tune == NULL) {
            assert_int_equal(dp_tune(&def, mass, speed, 0.8, &tuning, &err), DP_ERR_UNSUPPORTED);
            continue;
        }
        dp_status status = dp_tune(&def, mass, speed, 0.8, &tuning, &err);
        if (status == DP_ERR_MISSING) continue;  // what its parameters decide that it needs
        if (status != DP_OK) fail_msg("%s: %s", law->name, err.text);
        assert_true(tuning.lowest <= 0.8 + 1e-8 && tuning.highest >= 0.8 - 1e-8);
        if (dp_law_param_index(law, law->tune) >= 0)
            set(&def, law->tune, tuning.value);
        else
            assert_int_equal(dp_pair_set(&def.pair, law->tune, tuning.value, &err), DP_OK);
        CHECK_WITHIN(delivered_by(&def), 0.8, 1e-8);
        CHECK_NEAR(delivered_by(&def), tuning.delivered.restitution, 0.0);
        tuned++;
    }
    assert_true(tuned > 30);
}

static void tuned_values_are_those_of_closed_forms(void **state) {
    (void)state;
    dp_tuning tuning;
    dp_contact_def def = contact_of("hunt-crossley");
    assert_int_equal(dp_tune(&def, mass, speed, 0.7, &tuning, NULL), DP_OK);
    CHECK_NEAR(tuning.value, dp_hunt_crossley_damping(0.7), 1e-15);

    def = dp_contact_defaults(dp_law_find("kelvin-voigt"));
    def.pair.stiffness = 1e6;
    // what was said about the value does not count
    set(&def, "damping", 1.0);
    assert_int_equal(dp_tune(&def, mass, speed, 0.7, &tuning, NULL), DP_OK);
    CHECK_NEAR(tuning.value, dp_kelvin_voigt_damping_ratio(0.7, 1) * 2.0 * sqrt(1e6 * mass), 1e-11);
}

static void what_no_value_delivers_is_refused_with_the_range(void **state) {
    (void)state;
    dp_tuning tuning;
    dp_error err;
    dp_contact_def def = contact_of("tsuji");
    assert_int_equal(dp_tune(&def, mass, speed, 0.05, &tuning, &err), DP_ERR_NUMERIC);
    assert_true(isnan(tuning.value));
    assert_int_equal(err.subject, DP_SUBJECT_PARAMETER);
    assert_string_equal(err.name, "restitution");
    CHECK_NEAR(err.value, 0.05, 0.0);
    assert_true(err.low > 0.05 && err.high >= err.low);
    assert_int_equal(dp_tune(&def, mass, speed, 0.0, &tuning, &err), DP_ERR_RANGE);
    assert_int_equal(dp_tune(&def, mass, speed, 1.1, &tuning, &err), DP_ERR_RANGE);
    assert_int_equal(dp_tune(&def, mass, speed, NAN, &tuning, NULL), DP_ERR_RANGE);
}

// A law of one's own whose damping jumps at x = 0.5.
static dp_status prepare_jump(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                              dp_error *err) {
    const dp_law *smooth = dp_law_find("hunt-crossley");
    dp_law_def own = dp_law_defaults(smooth);
    dp_law_set(&own, "damping_factor", def->value[0] < 0.5 ? 0.1 : 1.0, NULL);
    return smooth->prepare(&own, pair, contact, err);
}

static void a_jump_is_not_taken_for_a_root(void **state) {
    (void)state;
    static const dp_param params[] = {
        {.name = "x", .unit = "1", .initial = NAN, .low = 0.01, .high = 1.0}, {0}};
    const dp_law law = {.name = "jumping",
                        .params = params,
                        .needs = DP_NEEDS_STIFFNESS,
                        .tune = "x",
                        .prepare = prepare_jump};
    dp_contact_def def = dp_contact_defaults(&law);
    dp_tuning tuning;
    dp_error err;
    def.pair.stiffness = 1e9;
    double high = dp_hunt_crossley_restitution(0.1), low = dp_hunt_crossley_restitution(1.0);
    assert_int_equal(dp_tune(&def, mass, speed, 0.5 * (low + high), &tuning, &err), DP_ERR_NUMERIC);
    assert_non_null(strstr(err.text, "jumping jumps over a restitution"));
    CHECK_NEAR(err.low, low, 1e-12);
    CHECK_NEAR(err.high, high, 1e-12);
}

// A value with a unit says its powers; a search would begin at the wrong size without them.
static void dimensions_of_tuned_values_follow_their_units(void **state) {
    (void)state;
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        int index = law->tune == NULL ? -1 : dp_law_param_index(law, law->tune);
        const double *power = law->tune_dimension;
        bool is_pure = power[0] == 0.0 && power[1] == 0.0 && power[2] == 0.0;
        if (index >= 0 && is_pure != (strcmp(law->params[index].unit, "1") == 0))
            fail_msg("%s: %s [%s]", law->name, law->tune, law->params[index].unit);
    }
}

static void sizes_of_an_impact_follow_from_its_energy(void **state) {
    (void)state;
    dp_contact_def def = contact_of("hertz");
    dp_impact_scale scale = dp_impact_scale_of(&def, mass, speed);
    double hertz = 4.0 / 3.0 * 1e11 * sqrt(0.01);
    CHECK_NEAR(hertz * pow(scale.depth, 2.5), mass * speed * speed, 1e-13);
    CHECK_NEAR(scale.duration * speed, scale.depth, 1e-15);
    CHECK_NEAR(scale.mass, mass, 0.0);
    def.pair.stiffness = 2.0 * hertz;
    CHECK_NEAR(dp_impact_scale_of(&def, mass, speed).depth, scale.depth * pow(0.5, 0.4), 1e-13);
    // of what is not known a steel ball takes the place
    def = dp_contact_defaults(dp_law_find("hertz"));
    CHECK_NEAR(dp_impact_scale_of(&def, mass, speed).depth, scale.depth, 1e-15);
}

static void a_curve_is_that_of_single_calls(void **state) {
    (void)state;
    dp_contact_def def = contact_of("tsuji");
    dp_delivery_curve curve;
    dp_delivered one;
    def.approach = 2.0;
    dp_delivery_curve_make(&def, &curve);
    assert_false(curve.over_speed);
    assert_int_equal(curve.count, DP_REQUESTED_COUNT);
    assert_null(dp_delivery_curve_failure(&curve));
    for (int i = 0; i < curve.count; i++) {
        set(&def, "restitution", dp_requested_at(i));
        assert_int_equal(dp_contact_deliver(&def, &one, NULL), DP_OK);
        CHECK_NEAR(curve.point[i].at, dp_requested_at(i), 0.0);
        CHECK_NEAR(curve.point[i].delivered.restitution, one.restitution, 0.0);
    }
    assert_true(isnan(dp_contact_unfixed(&def).approach) && def.approach == 2.0);

    // without a restitution: over the speed, three points a decade about the given one
    def = contact_of("kuwabara-kono");
    def.approach = 2.0;
    set(&def, "relaxation", 1e-6);
    dp_delivery_curve_make(&def, &curve);
    assert_true(curve.over_speed);
    assert_int_equal(curve.count, DP_CURVE_MAX);
    CHECK_NEAR(curve.point[6].at, 2.0, 0.0);
    CHECK_NEAR(curve.point[9].at, 20.0, 1e-15);
    assert_int_equal(dp_contact_deliver(&def, &one, NULL), DP_OK);
    CHECK_NEAR(curve.point[6].delivered.restitution, one.restitution, 0.0);

    // a pair that is not known fails at every point
    def = dp_contact_defaults(dp_law_find("tsuji"));
    def.approach = 2.0;
    dp_delivery_curve_make(&def, &curve);
    assert_non_null(dp_delivery_curve_failure(&curve));
}

static void what_is_missing_is_named(void **state) {
    (void)state;
    char text[512];
    dp_contact_def def = dp_contact_defaults(dp_law_find("tsuji"));
    assert_int_equal(dp_contact_missing(&def, DP_NEEDS_APPROACH, NULL, text), 4);
    assert_string_equal(text, "restitution, stiffness (or modulus and radius), mass and approach");
    def.pair.modulus = 1e11;
    def.pair.radius = 0.01;
    def.approach = 1.0;
    assert_int_equal(dp_contact_missing(&def, DP_NEEDS_APPROACH, "restitution", text), 1);
    assert_string_equal(text, "mass");
    def.pair.mass = 1.0;
    assert_int_equal(dp_contact_missing(&def, DP_NEEDS_APPROACH, "restitution", text), 0);
    assert_string_equal(text, "");
    // a linear spring has no other way to its stiffness
    def.law = dp_law_defaults(dp_law_find("kelvin-voigt"));
    assert_true(dp_contact_missing(&def, 0, NULL, text) > 0);
    assert_non_null(strstr(text, "stiffness"));
    assert_null(strstr(text, "modulus"));
}

static void every_tension_policy_has_its_word(void **state) {
    (void)state;
    assert_string_equal(dp_tension_name(DP_TENSION_CLAMP), "clamp");
    assert_string_equal(dp_tension_name(DP_TENSION_ALLOW), "allow");
    assert_string_equal(dp_tension_name(DP_TENSION_RELEASE), "release");
    assert_null(dp_tension_name((dp_tension)(DP_TENSION_RELEASE + 1)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms_are_delivered_as_such),
        cmocka_unit_test(a_fixed_approach_is_what_the_law_is_told),
        cmocka_unit_test(what_cannot_be_delivered_is_said),
        cmocka_unit_test(many_points_are_those_of_single_calls),
        cmocka_unit_test(a_tuned_value_delivers_what_was_wanted),
        cmocka_unit_test(tuned_values_are_those_of_closed_forms),
        cmocka_unit_test(what_no_value_delivers_is_refused_with_the_range),
        cmocka_unit_test(a_jump_is_not_taken_for_a_root),
        cmocka_unit_test(dimensions_of_tuned_values_follow_their_units),
        cmocka_unit_test(sizes_of_an_impact_follow_from_its_energy),
        cmocka_unit_test(a_curve_is_that_of_single_calls),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(every_tension_policy_has_its_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
