// What was forgotten is refused, not computed: a contact that nobody prepared, a touch that never
// began.

#include "law_cases.h"

#include "impact/batch.h"

// --- unprepared contacts
// ---------------------------------------------------------------------------

static void expect_refused(const dp_contact *contact) {
    double m[DP_HISTORY_MAX] = {0.5, 0.5}, one = 1.0, e = 0.0;
    dp_breakpoint out[DP_BREAKPOINT_MAX];
    assert_true(isnan(dp_contact_force(contact, m, 1e-6, 0.1)));
    dp_response r = dp_contact_respond(contact, m, 1e-6, 0.1);
    assert_true(isnan(r.force) && isnan(r.spring) && isnan(r.damper) && isnan(r.plastic));
    assert_true(isnan(r.dforce_ddelta) && isnan(r.dforce_drate) && isnan(r.stored));
    assert_true(isnan(dp_contact_speed(contact, m)) && isnan(dp_contact_residual(contact, m)));
    assert_true(isnan(dp_contact_restitution(contact, 1.0, 1.0)));
    assert_int_equal(dp_contact_breakpoints(contact, m, out), -1);
    assert_int_equal(dp_contact_begin(contact, m, 1.0), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_contact_commit(contact, m, 1e-6, 0.1), DP_ERR_NOT_INITIALIZED);
    assert_true(m[0] == 0.5 && m[1] == 0.5);
    assert_false(dp_contact_follows(contact));

    dp_contact now;
    dp_error err = {0};
    assert_int_equal(dp_contact_at_speed(contact, 1.0, 1.0, &now, &err), DP_ERR_NOT_INITIALIZED);
    assert_non_null(strstr(err.text, "dp_contact_init"));

    dp_contact_arrays lanes = {.count = 1, .delta = &one, .rate = &one, .force = &e};
    assert_int_equal(dp_contact_forces(contact, &lanes), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_contact_responses(contact, &lanes), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_contact_commits(contact, &lanes), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_contact_advance(contact, &lanes), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_contact_begins(contact, &lanes, &one, NULL, 0), DP_ERR_NOT_INITIALIZED);
    assert_true(e == 0.0);
}

static void a_contact_that_nobody_prepared_is_refused(void **state) {
    (void)state;
    dp_contact contact;
    expect_refused(NULL);
    memset(&contact, 0, sizeof contact);
    expect_refused(&contact);
    memset(&contact, 0x5a, sizeof contact);
    expect_refused(&contact);

    double one = 1.0, e = 0.0;
    dp_quick_impact result;
    assert_int_equal(dp_impact_quick(&contact, 1.0, 1.0, 1e-9, &result, NULL),
                     DP_ERR_NOT_INITIALIZED);
    dp_impact_batch batch = dp_impact_batch_defaults();
    batch.count = 1;
    batch.contact = &contact;
    batch.mass = batch.speed = &one;
    batch.restitution = &e;
    assert_int_equal(dp_impact_batch_run(&batch, NULL), DP_ERR_NOT_INITIALIZED);
    batch.contact = &law_case_of("hertz")->contact;
    assert_int_equal(dp_impact_batch_run(&batch, NULL), DP_OK);
    batch.cookie = 0;
    assert_int_equal(dp_impact_batch_run(&batch, NULL), DP_ERR_NOT_INITIALIZED);
}

static void a_contact_whose_preparation_failed_is_refused(void **state) {
    (void)state;
    dp_contact contact = law_case_of("hertz")->contact;
    dp_contact_def def = law_case_of("hertz")->def;
    def.pair = dp_pair_defaults();
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_ERR_MISSING);
    expect_refused(&contact);

    // a relation that has no answer at the fixed speed, after the rest was found good
    def = dp_contact_defaults(dp_law_find("poursina-nikravesh"));
    def.pair.stiffness = 1e9;
    def.pair.mass = 0.03;
    def.approach = 100.0;
    def.restitution_from = (dp_restitution_from){
        .kind = DP_RESTITUTION_WAVES, .young = 1e5, .poisson = 0.3, .density = 7800.0};
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_ERR_VALIDITY);
    expect_refused(&contact);
}

static void a_zeroed_definition_is_refused(void **state) {
    (void)state;
    dp_contact contact;
    dp_contact_def def = {0};
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_ERR_NOT_INITIALIZED);
    def.law = dp_law_defaults(dp_law_find("hertz"));
    def.pair.stiffness = 1e9;
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_ERR_RANGE);
    expect_refused(&contact);
}

// --- a touch that never began
// ----------------------------------------------------------------------

// Does the approach speed change the force of this contact?
static int depends_on_speed(const dp_contact *contact, double delta, double rate) {
    double slow[DP_HISTORY_MAX] = {0.0}, fast[DP_HISTORY_MAX] = {0.0};
    dp_contact_begin(contact, slow, 0.5);
    dp_contact_begin(contact, fast, 5.0);
    return dp_contact_force(contact, slow, delta, rate) !=
           dp_contact_force(contact, fast, delta, rate);
}

static void no_law_leaves_its_damper_out(void **state) {
    (void)state;
    int count, noticed = 0;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++) {
        const dp_contact *contact = &cases[i].contact;
        const double delta = 1e-6, rate = 0.4;
        double m[DP_HISTORY_MAX] = {0.0};
        int depends = depends_on_speed(contact, delta, rate);
        double force = dp_contact_force(contact, m, delta, rate);
        dp_response r = dp_contact_respond(contact, m, delta, rate);
        CASE_TRUE(&cases[i], isnan(force) == isnan(r.force));
        if (depends) CASE_TRUE(&cases[i], isnan(force) && isnan(r.damper));
        noticed += depends;
        // apart, and at rest, the speed does not count
        CASE_TRUE(&cases[i], dp_contact_force(contact, m, 0.0, rate) == 0.0);
        CASE_TRUE(&cases[i], dp_contact_force(contact, m, -1e-6, rate) == 0.0);
        CASE_TRUE(&cases[i], isfinite(dp_contact_force(contact, m, delta, 0.0)));
        dp_contact_begin(contact, m, 0.5);
        CASE_TRUE(&cases[i], isfinite(dp_contact_force(contact, m, delta, rate)));
    }
    assert_true(noticed > 20);
}

static void a_law_without_loss_needs_no_touch(void **state) {
    (void)state;
    static const char *const laws[] = {"poursina-nikravesh", "hertz"};
    for (int i = 0; i < 2; i++) {
        dp_contact_def def = dp_contact_defaults(dp_law_find(laws[i]));
        def.pair.stiffness = 1e9;
        def.pair.mass = 1.0;
        if (i == 0) assert_int_equal(dp_law_set(&def.law, "restitution", 1.0, NULL), DP_OK);
        dp_contact contact;
        assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
        double m[DP_HISTORY_MAX] = {0.0};
        assert_true(dp_contact_force(&contact, m, 1e-6, 1.0) == 1e9 * 1e-6 * sqrt(1e-6));
    }
}

// The case of a review: 120.2 N came out in place of 150.1 N.
static void a_new_batch_without_a_touch_has_no_force(void **state) {
    (void)state;
    const dp_contact *contact = &law_case_of("lankarani-nikravesh")->contact;
    const double speed[2] = {0.3, 0.3};
    const size_t second = 1;
    dp_batch batch;
    assert_int_equal(dp_batch_build(&batch, 2, NULL, NULL), DP_OK);
    batch.delta[0] = batch.delta[1] = 5e-6;
    batch.rate[0] = batch.rate[1] = 0.2;
    assert_int_equal(dp_contact_begins(contact, &batch.lanes, speed, &second, 1), DP_OK);
    assert_int_equal(dp_contact_forces(contact, &batch.lanes), DP_OK);
    assert_true(isnan(batch.lanes.force[0]) && batch.lanes.force[1] > 0.0);
    assert_int_equal(dp_contact_responses(contact, &batch.lanes), DP_OK);
    assert_true(isnan(batch.lanes.dforce_drate[0]) && batch.lanes.dforce_drate[1] > 0.0);
    assert_int_equal(dp_contact_begins(contact, &batch.lanes, speed, NULL, 0), DP_OK);
    assert_int_equal(dp_contact_advance(contact, &batch.lanes), DP_OK);
    assert_true(batch.lanes.force[0] == batch.lanes.force[1]);
    dp_batch_free(&batch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact_that_nobody_prepared_is_refused),
        cmocka_unit_test(a_contact_whose_preparation_failed_is_refused),
        cmocka_unit_test(a_zeroed_definition_is_refused),
        cmocka_unit_test(no_law_leaves_its_damper_out),
        cmocka_unit_test(a_law_without_loss_needs_no_touch),
        cmocka_unit_test(a_new_batch_without_a_touch_has_no_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
