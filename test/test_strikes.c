// Many impacts at once: as exact as the general integrator, the same bits in any company, on every
// instruction set and for any number of threads; what has no end says so.

#include "law_cases.h"

#include "dashpot/dashpot.h"
#include "impact/batch.h"
#include "kernels/kernel_loops.h"

enum { LARGE = 300, SMALL = 40 };

static const double poison = -7.25e77;
static dp_contact contacts[LARGE];
static double mass[LARGE], speed[LARGE];

struct results {
    double restitution[LARGE], max_indentation[LARGE], duration[LARGE];
    size_t unfinished;
};
static struct results expected, got;

static dp_impact_batch batch_of(size_t count, struct results *out) {
    dp_impact_batch batch = dp_impact_batch_defaults();
    batch.count = batch.contact_count = count;
    batch.contact = contacts;
    batch.mass = mass;
    batch.speed = speed;
    batch.threads = 1;
    batch.restitution = out->restitution;
    batch.max_indentation = out->max_indentation;
    batch.duration = out->duration;
    batch.unfinished = &out->unfinished;
    return batch;
}

// The law with its usual values on the first pair, a random restitution where it has one.
static dp_contact some_contact(const char *law, dp_tension tension, uint64_t *seed) {
    dp_contact_def def = law_case_of(law)->def;
    dp_contact contact;
    dp_error err = {0};
    int e = dp_law_param_index(def.law.law, "restitution");
    if (e >= 0) def.law.value[e] = 0.3 + 0.69 * law_random(seed);
    def.tension = tension;
    if (dp_contact_init(&contact, &def, &err) != DP_OK) fail_msg("%s: %s", law, err.text);
    return contact;
}

static void fill(const char *law, dp_tension tension, size_t count, uint64_t seed) {
    double effective = law_case_of(law)->def.pair.mass;
    for (size_t i = 0; i < count; i++) {
        contacts[i] = some_contact(law, tension, &seed);
        // laws that deliver a restitution were prepared for this mass
        mass[i] = effective;
        speed[i] = 0.05 * pow(100.0, law_random(&seed));
    }
}

static void expect_one_by_one(size_t count) {
    for (size_t i = 0; i < count; i++) {
        dp_quick_impact one;
        assert_int_equal(dp_impact_quick(&contacts[i], mass[i], speed[i], 1e-9, &one, NULL), DP_OK);
        expected.restitution[i] = one.restitution;
        expected.max_indentation[i] = one.max_indentation;
        expected.duration[i] = one.duration;
    }
}

static void expect_bits(const char *what, size_t count) {
    const double *const rows[2][3] = {
        {got.restitution, got.max_indentation, got.duration},
        {expected.restitution, expected.max_indentation, expected.duration}};
    for (int j = 0; j < 3; j++) {
        for (size_t i = 0; i < count; i++) {
            if (memcmp(&rows[0][j][i], &rows[1][j][i], sizeof(double)) == 0) continue;
            fail_msg("%s: impact %zu of %zu, result %d: %a, expected %a", what, i, count, j,
                     rows[0][j][i], rows[1][j][i]);
        }
    }
    assert_int_equal(got.unfinished, 0);
}

static void run(size_t count, dp_isa isa, int threads) {
    dp_error err = {0};
    dp_impact_batch batch = batch_of(count, &got);
    batch.threads = threads;
    for (size_t i = 0; i < LARGE; i++)
        got.restitution[i] = got.max_indentation[i] = got.duration[i] = poison;
    dp_status status = dp_impact_batch_run_on(&batch, isa, &err);
    if (status != DP_OK) fail_msg("%s", err.text);
}

static int is_fast(const char *law) {
    const struct dp_kernel_loops *loops = law_case_of(law)->contact.kernel->loops;
    return loops != NULL && loops->strike != NULL;
}

static void every_fast_law_agrees_with_the_general_integrator(void **state) {
    (void)state;
    uint64_t seed = 7;
    int fast = 0;
    for (int law = 0; law < dp_law_count(); law++) {
        const char *name = dp_law_at(law)->name;
        if (!is_fast(name)) continue;
        fast++;
        for (int round = 0; round < 6; round++) {
            const law_case *c = law_case_of(name);
            dp_contact contact = some_contact(name, (dp_tension)(round % 3), &seed);
            double m = c->def.pair.mass, v = 0.05 * pow(100.0, law_random(&seed));
            dp_impact_def def = dp_impact_defaults();
            def.mass = m;
            def.speed = v;
            def.path = DP_PATH_INTEGRATED;
            dp_impact impact;
            dp_quick_impact one;
            assert_int_equal(dp_impact_run(&contact, &def, &impact, NULL), DP_OK);
            assert_int_equal(dp_impact_quick(&contact, m, v, 1e-9, &one, NULL), DP_OK);
            CASE_NEAR(c, one.restitution, impact.restitution, 1e-9);
            CASE_NEAR(c, one.max_indentation, impact.max_indentation,
                      1e-9 * impact.max_indentation);
            // the place where a strongly damped force vanishes is badly determined
            CASE_NEAR(c, one.duration, impact.duration, 1e-8 * impact.duration);
        }
    }
    assert_true(fast >= 25);
}

static void every_fast_law_gives_the_same_bits_everywhere(void **state) {
    (void)state;
    for (int law = 0; law < dp_law_count(); law++) {
        const char *name = dp_law_at(law)->name;
        if (!is_fast(name)) continue;
        fill(name, (dp_tension)(law % 3), SMALL, 11 + (uint64_t)law);
        expect_one_by_one(SMALL);
        for (int isa = 0; isa < DP_ISA_COUNT; isa++) {
            if (!dp_isa_available((dp_isa)isa)) continue;
            run(SMALL, (dp_isa)isa, 1);
            expect_bits(name, SMALL);
        }
    }
}

static void any_count_gives_the_same_bits(void **state) {
    (void)state;
    fill("kuwabara-kono", DP_TENSION_CLAMP, SMALL, 3);
    expect_one_by_one(SMALL);
    for (size_t count = 1; count <= SMALL; count++) {
        run(count, dp_isa_best(), 1);
        expect_bits("count", count);
        assert_true(got.restitution[count] == poison && got.max_indentation[count] == poison &&
                    got.duration[count] == poison);
    }
}

static void any_number_of_threads_gives_the_same_bits(void **state) {
    (void)state;
    static const char *const laws[] = {"lankarani-nikravesh", "tsuji", "ristow", "thornton"};
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        size_t count = is_fast(laws[k]) ? LARGE : 2 * SMALL;
        fill(laws[k], DP_TENSION_CLAMP, count, 5);
        expect_one_by_one(count);
        for (int threads = 0; threads <= 3; threads++) {
            run(count, dp_isa_best(), threads);
            expect_bits(laws[k], count);
        }
    }
}

static void any_order_gives_the_same_bits(void **state) {
    (void)state;
    fill("poursina-nikravesh", DP_TENSION_RELEASE, LARGE, 9);
    expect_one_by_one(LARGE);
    // 257 and 300 have no common factor: every impact once, in another order
    static dp_contact other[LARGE];
    static double other_mass[LARGE], other_speed[LARGE];
    for (size_t i = 0; i < LARGE; i++) {
        size_t from = i * 257 % LARGE;
        other[i] = contacts[from];
        other_mass[i] = mass[from];
        other_speed[i] = speed[from];
    }
    dp_impact_batch batch = batch_of(LARGE, &got);
    batch.contact = other;
    batch.mass = other_mass;
    batch.speed = other_speed;
    assert_int_equal(dp_impact_batch_run(&batch, NULL), DP_OK);
    for (size_t i = 0; i < LARGE; i++) {
        size_t from = i * 257 % LARGE;
        assert_memory_equal(&got.restitution[i], &expected.restitution[from], sizeof(double));
        assert_memory_equal(&got.max_indentation[i], &expected.max_indentation[from],
                            sizeof(double));
        assert_memory_equal(&got.duration[i], &expected.duration[from], sizeof(double));
    }
}

static void one_contact_serves_all(void **state) {
    (void)state;
    fill("hunt-crossley", DP_TENSION_CLAMP, SMALL, 21);
    for (size_t i = 1; i < SMALL; i++)
        contacts[i] = contacts[0];
    expect_one_by_one(SMALL);
    dp_impact_batch batch = batch_of(SMALL, &got);
    batch.contact_count = 1;
    assert_int_equal(dp_impact_batch_run(&batch, NULL), DP_OK);
    expect_bits("one contact", SMALL);
    // outputs that nobody wants
    memset(got.restitution, 0, sizeof got.restitution);
    batch.max_indentation = batch.duration = NULL;
    batch.unfinished = NULL;
    assert_int_equal(dp_impact_batch_run(&batch, NULL), DP_OK);
    assert_memory_equal(got.restitution, expected.restitution, SMALL * sizeof(double));
}

static void the_error_follows_rtol(void **state) {
    (void)state;
    static const double tolerances[] = {1e-5, 1e-7, 1e-9, 1e-11};
    fill("lankarani-nikravesh", DP_TENSION_CLAMP, SMALL, 13);
    for (int k = 0; k < 4; k++) {
        dp_impact_batch batch = batch_of(SMALL, &got);
        batch.rtol = tolerances[k];
        assert_int_equal(dp_impact_batch_run(&batch, NULL), DP_OK);
        for (size_t i = 0; i < SMALL; i++) {
            double e = dp_contact_restitution(&contacts[i], mass[i], speed[i]);
            CHECK_WITHIN(got.restitution[i], e, tolerances[k]);
        }
    }
}

static dp_contact linear(double damping, dp_tension tension) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("kelvin-voigt"));
    dp_contact contact;
    def.pair.stiffness = 1e6;
    def.tension = tension;
    assert_int_equal(dp_law_set(&def.law, "damping", damping, NULL), DP_OK);
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    return contact;
}

// K = 1e6 N/m and 1 kg: the damping ratio is damping/2000.
static void each_policy_delivers_its_closed_form(void **state) {
    (void)state;
    static const double ratios[] = {0.0, 1e-6, 0.01, 0.1, 0.4, 0.8, 3.0, 30.0};
    for (size_t k = 0; k < sizeof ratios / sizeof *ratios; k++) {
        for (int tension = 0; tension < 3; tension++) {
            if (ratios[k] >= 1.0 && tension == DP_TENSION_ALLOW) continue;
            dp_contact contact = linear(2000.0 * ratios[k], (dp_tension)tension);
            double e = dp_kelvin_voigt_restitution(ratios[k], tension != DP_TENSION_ALLOW);
            dp_quick_impact one;
            assert_int_equal(dp_impact_quick(&contact, 1.0, 2.0, 1e-9, &one, NULL), DP_OK);
            CHECK_WITHIN(one.restitution, e, 1e-9);
        }
    }
    // without damping: half a period, and v/omega deep
    dp_quick_impact one;
    dp_contact spring = linear(0.0, DP_TENSION_RELEASE);
    assert_int_equal(dp_impact_quick(&spring, 1.0, 2.0, 1e-9, &one, NULL), DP_OK);
    CHECK_NEAR(one.duration, 3.14159265358979324e-3, 1e-9);
    CHECK_NEAR(one.max_indentation, 2e-3, 1e-9);
}

static void an_impact_without_end_is_not_a_number(void **state) {
    (void)state;
    dp_quick_impact one;
    dp_error err = {0};
    for (size_t i = 0; i < SMALL; i++) {
        contacts[i] = linear(i % 8 == 3 ? 5000.0 : 300.0, DP_TENSION_ALLOW);
        mass[i] = 1.0;
        speed[i] = 1.0 + 0.01 * (double)i;
    }
    for (int threads = 1; threads <= 2; threads++) {
        run(SMALL, dp_isa_best(), threads);
        assert_int_equal(got.unfinished, SMALL / 8);
        for (size_t i = 0; i < SMALL; i++) {
            int ends = i % 8 != 3;
            dp_status status = dp_impact_quick(&contacts[i], 1.0, speed[i], 1e-9, &one, &err);
            assert_int_equal(status, ends ? DP_OK : DP_ERR_NUMERIC);
            assert_int_equal(!isnan(got.restitution[i]), ends);
            assert_int_equal(!isnan(got.max_indentation[i]), ends);
            assert_int_equal(!isnan(got.duration[i]), ends);
            if (ends) assert_memory_equal(&got.restitution[i], &one.restitution, sizeof(double));
        }
    }
    assert_non_null(strstr(err.text, "overdamped"));
}

// Too stiff for the fast steps; the closed form knows that the bodies separate.
static void very_low_restitution_is_found_the_other_way(void **state) {
    (void)state;
    dp_contact_def def = law_case_of("exact-restitution")->def;
    dp_quick_impact one;
    dp_contact contact;
    def.tension = DP_TENSION_CLAMP;
    assert_int_equal(dp_law_set(&def.law, "restitution", 2e-6, NULL), DP_OK);
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    assert_int_equal(dp_impact_quick(&contact, 1.0, 1.0, 1e-9, &one, NULL), DP_OK);
    CHECK_WITHIN(one.restitution, 2e-6, 1e-9);
    assert_true(one.max_indentation > 0.0 && one.duration > 0.0);
}

// Laws with history, marks or a limit: what dp_impact_run says, to the bit.
static void the_others_go_through_the_general_integrator(void **state) {
    (void)state;
    int slow = 0;
    uint64_t seed = 17;
    for (int law = 0; law < dp_law_count(); law++) {
        const char *name = dp_law_at(law)->name;
        if (is_fast(name)) continue;
        slow++;
        dp_contact contact = some_contact(name, DP_TENSION_CLAMP, &seed);
        double m = law_case_of(name)->def.pair.mass;
        dp_impact_def def = dp_impact_defaults();
        def.mass = m;
        def.speed = 0.1;
        def.rtol = 1e-9;
        dp_impact impact;
        dp_quick_impact one;
        assert_int_equal(dp_impact_run(&contact, &def, &impact, NULL), DP_OK);
        assert_int_equal(dp_impact_quick(&contact, m, 0.1, 1e-9, &one, NULL), DP_OK);
        assert_memory_equal(&one.restitution, &impact.restitution, sizeof(double));
        assert_memory_equal(&one.max_indentation, &impact.max_indentation, sizeof(double));
        assert_memory_equal(&one.duration, &impact.duration, sizeof(double));
        // the restitution alone is cheaper
        double v = 0.1;
        dp_impact_batch alone = dp_impact_batch_defaults();
        alone.count = 1;
        alone.contact = &contact;
        alone.mass = &m;
        alone.speed = &v;
        alone.restitution = got.restitution;
        assert_int_equal(dp_impact_batch_run(&alone, NULL), DP_OK);
        CHECK_NEAR(got.restitution[0], impact.restitution, 1e-9);
    }
    assert_true(slow >= 5);
    // beyond the range of the law there is no result, in company as alone
    dp_contact deep = some_contact("johnson-cylinder", DP_TENSION_CLAMP, &seed);
    dp_quick_impact one;
    double heavy = 1e9, quick = 50.0;
    assert_int_equal(dp_impact_quick(&deep, heavy, quick, 1e-9, &one, NULL), DP_ERR_VALIDITY);
    assert_true(isnan(one.restitution));
    dp_impact_batch batch = dp_impact_batch_defaults();
    batch.count = 1;
    batch.contact = &deep;
    batch.mass = &heavy;
    batch.speed = &quick;
    batch.restitution = got.restitution;
    batch.unfinished = &got.unfinished;
    assert_int_equal(dp_impact_batch_run(&batch, NULL), DP_OK);
    assert_true(isnan(got.restitution[0]));
    assert_int_equal(got.unfinished, 1);
}

static void refuse(const dp_impact_batch *batch, dp_status status, const char *part) {
    dp_error err = {0};
    got.restitution[0] = poison;
    assert_int_equal(dp_impact_batch_run(batch, &err), status);
    if (strstr(err.text, part) == NULL) fail_msg("\"%s\" does not say \"%s\"", err.text, part);
    assert_true(got.restitution[0] == poison);
}

static void nonsense_is_refused_by_number(void **state) {
    (void)state;
    static const double wrong[] = {NAN, INFINITY, 0.0, -1.0};
    fill("hunt-crossley", DP_TENSION_CLAMP, SMALL, 2);
    dp_impact_batch batch = batch_of(SMALL, &got), other;
    for (int k = 0; k < 4; k++) {
        double kept = speed[17];
        speed[17] = wrong[k];
        refuse(&batch, DP_ERR_RANGE, "impact 17 ");
        speed[17] = kept;
        kept = mass[31];
        mass[31] = wrong[k];
        refuse(&batch, DP_ERR_RANGE, "impact 31 ");
        mass[31] = kept;
    }
    uint64_t seed = 1;
    contacts[23] = some_contact("tsuji", DP_TENSION_CLAMP, &seed);
    refuse(&batch, DP_ERR_CONFLICT, "impact 23 ");
    contacts[23] = contacts[0];
    other = batch;
    other.contact_count = 3;
    refuse(&other, DP_ERR_RANGE, "not 3");
    other = batch;
    other.rtol = -1.0;
    refuse(&other, DP_ERR_RANGE, "rtol is -1");
    other = batch;
    other.restitution = NULL;
    refuse(&other, DP_ERR_MISSING, "restitution");
    dp_quick_impact one;
    assert_int_equal(dp_impact_quick(contacts, NAN, 1.0, 1e-9, &one, NULL), DP_ERR_RANGE);
}

static void nothing_to_do_is_done(void **state) {
    (void)state;
    dp_impact_batch none = dp_impact_batch_defaults();
    none.unfinished = &got.unfinished;
    got.unfinished = 5;
    assert_int_equal(dp_impact_batch_run(&none, NULL), DP_OK);
    assert_int_equal(got.unfinished, 0);
    for (int isa = 0; isa < DP_ISA_COUNT; isa++) {
        dp_status wanted = dp_isa_available((dp_isa)isa) ? DP_OK : DP_ERR_UNSUPPORTED;
        assert_int_equal(dp_impact_batch_run_on(&none, (dp_isa)isa, NULL), wanted);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fast_law_agrees_with_the_general_integrator),
        cmocka_unit_test(every_fast_law_gives_the_same_bits_everywhere),
        cmocka_unit_test(any_count_gives_the_same_bits),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(any_order_gives_the_same_bits),
        cmocka_unit_test(one_contact_serves_all),
        cmocka_unit_test(the_error_follows_rtol),
        cmocka_unit_test(each_policy_delivers_its_closed_form),
        cmocka_unit_test(an_impact_without_end_is_not_a_number),
        cmocka_unit_test(very_low_restitution_is_found_the_other_way),
        cmocka_unit_test(the_others_go_through_the_general_integrator),
        cmocka_unit_test(nonsense_is_refused_by_number),
        cmocka_unit_test(nothing_to_do_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
