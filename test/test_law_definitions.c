// Definitions of laws, pairs and contacts: what is refused, with which words, and what the policies
// of a contact do.

#include "law_cases.h"

#include "dashpot/impact.h"

static void on_every_case(void (*check)(const law_case *c)) {
    int count;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++)
        check(&cases[i]);
}

static void expect_same_bits(const law_case *c) {
    dp_contact one, two;
    memset(&one, 0x55, sizeof one);
    memset(&two, 0xaa, sizeof two);
    CASE_TRUE(c, dp_contact_init(&one, &c->def, NULL) == DP_OK);
    CASE_TRUE(c, dp_contact_init(&two, &c->def, NULL) == DP_OK);
    CASE_TRUE(c, memcmp(&one, &two, sizeof one) == 0);
}

static void a_contact_prepared_twice_is_the_same_to_the_last_bit(void **state) {
    (void)state;
    on_every_case(expect_same_bits);
}

// The flags that make a law need an entry of the pair.
static unsigned flag_of(const char *field) {
    static const struct {
        const char *name;
        unsigned flags;
    } needs[] = {{"stiffness", DP_NEEDS_LINEAR},
                 {"modulus", DP_NEEDS_STIFFNESS | DP_NEEDS_ELASTIC | DP_NEEDS_MODULUS},
                 {"radius", DP_NEEDS_STIFFNESS | DP_NEEDS_ELASTIC},
                 {"mass", DP_NEEDS_MASS},
                 {"yield", DP_NEEDS_YIELD},
                 {"bearing_radius", DP_NEEDS_BEARING},
                 {"clearance", DP_NEEDS_BEARING},
                 {"length", DP_NEEDS_LENGTH}};
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        if (strcmp(needs[i].name, field) == 0) return needs[i].flags;
    }
    return 0;
}

static int is_needed(const law_case *c, const char *field) {
    unsigned needs = c->def.law.law->needs;
    // a given stiffness stands in for modulus and radius
    if ((needs & DP_NEEDS_STIFFNESS) && !isnan(c->def.pair.stiffness))
        return strcmp(field, "stiffness") == 0;
    return (needs & flag_of(field)) != 0;
}

static void expect_pair_checked(const law_case *c) {
    static const double wrong[] = {NAN, 0.0, -1.0, INFINITY};
    for (int f = 0; dp_pair_field_at(f) != NULL; f++) {
        const char *field = dp_pair_field_at(f)->name;
        if (!is_needed(c, field)) continue;
        for (int i = 0; i < 4; i++) {
            dp_contact_def def = c->def;
            dp_contact contact;
            dp_error err = {0};
            memcpy((double *)&def.pair + f, &wrong[i], sizeof wrong[i]);
            dp_status status = dp_contact_init(&contact, &def, &err);
            CASE_TRUE(c, status == (i == 0 ? DP_ERR_MISSING : DP_ERR_RANGE));
            CASE_TRUE(c, err.status == status && strstr(err.text, field) != NULL);
        }
    }
}

static void a_pair_value_that_is_missing_or_not_positive_is_named(void **state) {
    (void)state;
    on_every_case(expect_pair_checked);
}

// A law with its usual values, one parameter and one entry of the pair changed (NULL: none).
static dp_status prepare(const char *law, const char *param, double value, const char *field,
                         double entry, dp_error *err) {
    dp_contact_def def = law_case_of(law)->def;
    dp_contact contact;
    memset(err, 0, sizeof *err);
    if (param != NULL) def.law.value[dp_law_param_index(def.law.law, param)] = value;
    for (int f = 0; field != NULL && dp_pair_field_at(f) != NULL; f++) {
        if (strcmp(dp_pair_field_at(f)->name, field) == 0)
            memcpy((double *)&def.pair + f, &entry, sizeof entry);
    }
    return dp_contact_init(&contact, &def, err);
}

static void a_value_that_only_some_words_need_is_asked_for_by_name(void **state) {
    (void)state;
    static const struct {
        const char *law, *param;
        double value;
        const char *field;
        int needed;
    } rows[] = {
        {"peng", "mode", 0.0, "yield", 0},
        {"peng", "mode", 1.0, "yield", 1},
        {"peng", "mode", 2.0, "yield", 1},
        {"thornton", NULL, 0.0, "yield", 1},
        {"thornton", "yield_pressure", 1e8, "yield", 0},
        {"kogut-etsion", NULL, 0.0, "yield", 1},
        {"kogut-etsion", "hardness", 1e9, "yield", 0},
        {"chang-etsion-bogy", NULL, 0.0, "yield", 1},
        {"chang-etsion-bogy", "hardness", 1e9, "yield", 0},
        {"zhao-maietta-chang", NULL, 0.0, "yield", 1},
        {"zhao-maietta-chang", "hardness", 1e9, "yield", 0},
        {"walton-braun", NULL, 0.0, "stiffness", 1},
        {"walton-braun", "loading_stiffness", 1e5, "stiffness", 0},
        {"bai-zhao", "form", 0.0, "length", 0},
        {"bai-zhao", "form", 1.0, "length", 1},
    };
    static const double wrong[] = {NAN, 0.0, -1.0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int j = 0; j < 3; j++) {
            dp_error err;
            dp_status status =
                prepare(rows[i].law, rows[i].param, rows[i].value, rows[i].field, wrong[j], &err);
            if (!rows[i].needed) assert_int_equal(status, DP_OK);
            if (!rows[i].needed) continue;
            // whether a wrong value counts as missing is the law's to say
            assert_true(status == DP_ERR_MISSING || (j > 0 && status == DP_ERR_RANGE));
            assert_non_null(strstr(err.text, rows[i].field));
        }
    }
}

static void what_excludes_each_other_is_refused(void **state) {
    (void)state;
    dp_error err;
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        if (dp_law_param_index(law, "damping_factor") < 0) continue;
        assert_int_equal(prepare(law->name, "damping_factor", 0.3, NULL, 0.0, &err),
                         DP_ERR_CONFLICT);
        assert_non_null(strstr(err.text, "exclude"));
        // without either only a law that is elastic by nature is complete
        int elastic =
            strstr(law->params[dp_law_param_index(law, "restitution")].doc, "elastic") != NULL;
        assert_int_equal(prepare(law->name, "restitution", NAN, NULL, 0.0, &err),
                         elastic ? DP_OK : DP_ERR_MISSING);
        if (!elastic) assert_non_null(strstr(err.text, "restitution"));
    }
    assert_int_equal(prepare("kuwabara-kono", "damping", 1.0, NULL, 0.0, &err), DP_ERR_CONFLICT);
    assert_int_equal(prepare("kuwabara-kono", "relaxation", NAN, NULL, 0.0, &err), DP_ERR_MISSING);
    assert_int_equal(prepare("walton-braun", "unloading_stiffness", 1e9, NULL, 0.0, &err),
                     DP_ERR_CONFLICT);
    assert_int_equal(prepare("walton-braun", "restitution", NAN, NULL, 0.0, &err), DP_ERR_MISSING);
    dp_contact_def soft = law_case_of("walton-braun")->def;
    dp_contact contact;
    soft.law.value[dp_law_param_index(soft.law.law, "restitution")] = NAN;
    soft.law.value[dp_law_param_index(soft.law.law, "unloading_stiffness")] = 0.99e7;
    assert_int_equal(dp_contact_init(&contact, &soft, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "unloading_stiffness"));
    assert_int_equal(prepare("wang-dashpot", "stiffness_form", 0.0, NULL, 0.0, &err),
                     DP_ERR_CONFLICT);
    assert_int_equal(prepare("ma-liu", NULL, 0.0, "stiffness", 1e9, &err), DP_ERR_CONFLICT);
    assert_int_equal(prepare("wang-dashpot", "restitution", NAN, NULL, 0.0, &err), DP_ERR_MISSING);
    assert_int_equal(prepare("peng", "restitution", NAN, NULL, 0.0, &err), DP_ERR_MISSING);
    assert_int_equal(prepare("kelvin-voigt", "damping", NAN, NULL, 0.0, &err), DP_ERR_MISSING);
    assert_non_null(strstr(err.text, "damping"));
}

static void one_restitution_serves_both_phases_but_not_beside_two(void **state) {
    (void)state;
    static const char *const laws[] = {"wang-dashpot", "wang-kelvin-voigt"};
    for (int i = 0; i < 2; i++) {
        dp_contact_def def = law_case_of(laws[i])->def;
        dp_contact both, apart;
        assert_int_equal(dp_contact_init(&both, &def, NULL), DP_OK);
        assert_int_equal(dp_law_set(&def.law, "restitution_elastic", 0.7, NULL), DP_OK);
        assert_int_equal(dp_contact_init(&apart, &def, NULL), DP_OK);
        assert_memory_equal(apart.k, both.k, sizeof both.k);
        assert_int_equal(dp_law_set(&def.law, "restitution_plastic", 0.7, NULL), DP_OK);
        assert_int_equal(dp_contact_init(&apart, &def, NULL), DP_ERR_CONFLICT);
        def.law.value[dp_law_param_index(def.law.law, "restitution")] = NAN;
        assert_int_equal(dp_contact_init(&apart, &def, NULL), DP_OK);
        assert_memory_equal(apart.k, both.k, sizeof both.k);
        def.law.value[dp_law_param_index(def.law.law, "restitution_elastic")] = NAN;
        assert_int_equal(dp_contact_init(&apart, &def, NULL), DP_ERR_MISSING);
    }
}

static void a_value_outside_its_range_is_told_the_range(void **state) {
    (void)state;
    dp_error err;
    assert_int_equal(prepare("hunt-crossley", "restitution", 1.2, NULL, 0.0, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "restitution is 1.2; it must lie in 0..1"));
    assert_int_equal(prepare("kelvin-voigt", "damping", -1.0, NULL, 0.0, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "finite number of at least 0"));
    assert_int_equal(prepare("ma-liu", "form", 2.0, NULL, 0.0, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "printed or passive"));
    assert_int_equal(prepare("ma-liu", "form", 0.5, NULL, 0.0, &err), DP_ERR_RANGE);
    assert_int_equal(prepare("ma-liu", "form", -1.0, NULL, 0.0, &err), DP_ERR_RANGE);
    assert_int_equal(prepare("pereira", NULL, 0.0, "clearance", 4e-6, &err), DP_ERR_VALIDITY);
    assert_int_equal(prepare("pereira", NULL, 0.0, "clearance", 5e-6, &err), DP_OK);
    assert_int_equal(prepare("pereira", NULL, 0.0, "clearance", 9.99e-3, &err), DP_OK);
    dp_contact_def wide = law_case_of("pereira")->def;
    dp_contact contact;
    wide.pair.bearing_radius = 1.0;
    wide.pair.clearance = 1.01e-2;
    assert_int_equal(dp_contact_init(&contact, &wide, &err), DP_ERR_VALIDITY);
    assert_non_null(strstr(err.text, "0.005..10 mm"));
    assert_int_equal(prepare("pereira", NULL, 0.0, "bearing_radius", 9e-5, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "clearance"));
    assert_int_equal(prepare("hertz", NULL, 0.0, "modulus", 1e308, &err), DP_OK);
    assert_int_equal(prepare("hertz", NULL, 0.0, "radius", 1e308, &err), DP_OK);
    assert_int_equal(prepare("thornton", NULL, 0.0, "modulus", 1e-290, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "overflow"));

    for (int i = 0; i < dp_law_count(); i++) {
        dp_law_def def = law_case_of(dp_law_at(i)->name)->def.law;
        for (int p = 0; p < dp_law_param_count(def.law); p++) {
            const dp_param *param = &def.law->params[p];
            if (param->choices != NULL) continue;
            double below = nextafter(param->low, -INFINITY), kept = def.value[p];
            assert_int_equal(dp_law_set(&def, param->name, below, &err), DP_ERR_RANGE);
            assert_int_equal(err.status, DP_ERR_RANGE);
            assert_int_equal(dp_law_set(&def, param->name, NAN, &err), DP_ERR_RANGE);
            if (isfinite(param->high))
                assert_int_equal(
                    dp_law_set(&def, param->name, nextafter(param->high, INFINITY), &err),
                    DP_ERR_RANGE);
            assert_memory_equal(&def.value[p], &kept, sizeof kept);
            assert_int_equal(dp_law_set(&def, param->name, param->low, &err), DP_OK);
            assert_true(dp_law_get(&def, param->name) == param->low);
        }
    }
}

static void a_definition_not_made_by_its_defaults_is_refused(void **state) {
    (void)state;
    dp_contact_def def = {0};
    dp_contact contact;
    dp_error err = {0};
    assert_int_equal(dp_contact_init(&contact, &def, &err), DP_ERR_NOT_INITIALIZED);
    assert_non_null(strstr(err.text, "dp_contact_defaults"));
    assert_int_equal(dp_law_set(&def.law, "restitution", 0.5, &err), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_law_choose(&def.law, "form", "printed", &err), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_ERR_NOT_INITIALIZED);
}

static void a_misspelt_name_is_answered_with_near_ones(void **state) {
    (void)state;
    dp_law_def def = dp_law_defaults(dp_law_find("peng"));
    dp_error err = {0};
    assert_int_equal(dp_law_set(&def, "restitutoin", 0.5, &err), DP_ERR_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "peng has no parameter 'restitutoin'"));
    assert_non_null(strstr(err.text, "did you mean restitution?"));
    assert_int_equal(dp_law_choose(&def, "mod", "elastic-plastic", &err), DP_ERR_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "did you mean mode"));
    assert_int_equal(dp_law_set(&def, "xyzzyxyzzy", 1.0, &err), DP_ERR_UNKNOWN_NAME);
    assert_null(strstr(err.text, "did you mean"));
    assert_int_equal(dp_law_choose(&def, "mode", "plastic", &err), DP_ERR_RANGE);
    assert_non_null(
        strstr(err.text, "it must be elastic-damped, elastic-plastic or elastic-plastic-damped"));
    assert_int_equal(dp_law_choose(&def, "fit", "good", &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "must be a number"));
    assert_true(isnan(dp_law_get(&def, "nothing")));
    const dp_law *law;
    assert_int_equal(dp_law_lookup("hunt-crosley", &law, &err), DP_ERR_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "hunt-crossley"));
    assert_null(law);
    assert_int_equal(dp_law_lookup("brilliantof", &law, &err), DP_ERR_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "brilliantov"));
    assert_int_equal(dp_law_lookup("hertz-damp", &law, &err), DP_OK);
    assert_ptr_equal(law, dp_law_find("lankarani-nikravesh"));
    dp_pair pair = dp_pair_defaults();
    assert_int_equal(dp_pair_set(&pair, "modulos", 1.0, &err), DP_ERR_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "did you mean modulus?"));
}

// Names are unique words of the catalogue; a table says all that the documentation prints.
static void every_law_is_found_by_its_names_and_tells_all(void **state) {
    (void)state;
    assert_true(dp_law_count() >= 47);
    assert_null(dp_law_at(-1));
    assert_null(dp_law_at(dp_law_count()));
    assert_null(dp_law_find("no such law"));
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        assert_ptr_equal(dp_law_find(law->name), law);
        for (const char *const *alias = law->aliases; alias != NULL && *alias != NULL; alias++)
            assert_ptr_equal(dp_law_find(*alias), law);
        assert_true(law->family && law->summary && law->formula && law->source && law->equation);
        assert_true(law->validity != NULL && law->prepare != NULL);
        assert_true(strcmp(law->confidence, "certain") == 0 ||
                    strcmp(law->confidence, "likely") == 0);
        assert_true(dp_law_param_count(law) < DP_PARAM_MAX);
        const dp_kernel *kernel = law_case_of(law->name)->contact.kernel;
        assert_true(kernel->history_count <= DP_HISTORY_MAX && kernel->smooth_power >= 1.0);
        for (int j = 0; j < kernel->history_count; j++)
            assert_true(kernel->history[j].name && kernel->history[j].unit &&
                        kernel->history[j].doc);
    }
}

// --- policies -----------------------------------------------------------------------------------

static dp_status init_with(dp_contact_def def, dp_contact *contact, dp_error *err) {
    memset(err, 0, sizeof *err);
    return dp_contact_init(contact, &def, err);
}

static void a_policy_that_makes_no_sense_is_refused(void **state) {
    (void)state;
    static const double wrong[] = {0.0, -1.0, INFINITY};
    dp_contact_def usual = law_case_of("hunt-crossley")->def;
    dp_contact contact;
    dp_error err;
    for (int i = 0; i < 3; i++) {
        dp_contact_def def = usual;
        def.approach = wrong[i];
        assert_int_equal(init_with(def, &contact, &err), DP_ERR_RANGE);
        assert_non_null(strstr(err.text, "approach is"));
        def = usual;
        def.approach_floor = wrong[i];
        assert_int_equal(init_with(def, &contact, &err), DP_ERR_RANGE);
        assert_non_null(strstr(err.text, "approach_floor is"));
    }
    usual.approach_floor = NAN;
    assert_int_equal(init_with(usual, &contact, &err), DP_ERR_RANGE);
    usual = law_case_of("hunt-crossley")->def;
    usual.tension = (dp_tension)(DP_TENSION_RELEASE + 1);
    assert_int_equal(init_with(usual, &contact, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "tension"));
}

static void a_pull_passes_only_where_it_is_allowed(void **state) {
    (void)state;
    static const dp_tension tensions[] = {DP_TENSION_CLAMP, DP_TENSION_RELEASE, DP_TENSION_ALLOW};
    dp_contact_def def = law_case_of("kelvin-voigt")->def;
    double history[DP_HISTORY_MAX] = {0}, delta = 1e-6, rate = -1.0;
    for (int i = 0; i < 3; i++) {
        dp_contact contact;
        def.tension = tensions[i];
        assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
        dp_response r = dp_contact_respond(&contact, history, delta, rate);
        int held = tensions[i] != DP_TENSION_ALLOW;
        assert_true(r.force == (held ? 0.0 : r.spring - 50.0) && r.force == r.spring + r.damper);
        assert_true(r.force == dp_contact_force(&contact, history, delta, rate));
        assert_true(r.dforce_ddelta == (held ? 0.0 : 1e7) && r.dforce_drate == (held ? 0.0 : 50.0));
        assert_true(dp_contact_force(&contact, history, delta, 1.0) > 50.0);
    }
}

static void a_touch_takes_the_fixed_speed_then_the_speed_then_the_floor(void **state) {
    (void)state;
    dp_contact_def def = law_case_of("hunt-crossley")->def;
    dp_contact contact;
    double history[DP_HISTORY_MAX];
    assert_true(isnan(def.approach) && def.approach_floor == 1e-4);
    for (int fixed = 0; fixed < 2; fixed++) {
        def.approach = fixed ? 0.25 : NAN;
        assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
        dp_contact_reset(history);
        dp_contact_begin(&contact, history, 0.5);
        assert_true(history[0] == (fixed ? 4.0 : 2.0));
        dp_contact_begin(&contact, history, 1e-9);
        assert_true(history[0] == (fixed ? 4.0 : 1.0 / 1e-4));
    }
    def.approach = 1e-6;
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    dp_contact_begin(&contact, history, 0.5);
    assert_true(history[0] == 1.0 / 1e-4);
}

static void a_closed_restitution_holds_for_the_real_approach_speed_only(void **state) {
    (void)state;
    dp_contact_def def = law_case_of("hunt-crossley")->def;
    dp_contact contact;
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    double e = dp_contact_restitution(&contact, 1.0, 0.5);
    assert_true(e > 0.7 && e < 0.8);
    assert_true(dp_contact_restitution(&contact, 3.0, 2.0) == e);
    assert_true(isnan(dp_contact_restitution(&contact, 1.0, 1e-5)));
    assert_true(isnan(dp_contact_restitution(&contact, 0.0, 0.5)));
    assert_true(isnan(dp_contact_restitution(&contact, 1.0, -0.5)));
    assert_true(isnan(dp_contact_restitution(&contact, NAN, 0.5)));
    def.approach = 0.25;
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    assert_true(isnan(dp_contact_restitution(&contact, 1.0, 0.5)));
    assert_true(dp_contact_restitution(&contact, 1.0, 0.25) == e);
    dp_impact_def impact = dp_impact_defaults();
    impact.mass = 1.0;
    impact.speed = 0.5;
    impact.path = DP_PATH_CLOSED;
    dp_impact result;
    assert_int_equal(dp_impact_run(&contact, &impact, &result, NULL), DP_ERR_UNSUPPORTED);
    impact.speed = 0.25;
    assert_int_equal(dp_impact_run(&contact, &impact, &result, NULL), DP_OK);
    assert_true(result.restitution == e);
    // what was solved for one mass and one way to leave holds for no other
    def = law_case_of("poursina-nikravesh")->def;
    for (int allow = 0; allow < 2; allow++) {
        def.tension = allow ? DP_TENSION_ALLOW : DP_TENSION_CLAMP;
        assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
        double own = dp_contact_restitution(&contact, def.pair.mass, 0.5);
        assert_true(allow ? isnan(own) : own == 0.7);
        assert_true(isnan(dp_contact_restitution(&contact, 2.0 * def.pair.mass, 0.5)));
    }
    // a law that does not look at the approach speed does not mind
    def = law_case_of("kelvin-voigt")->def;
    def.approach = 0.25;
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    assert_true(dp_contact_restitution(&contact, 1.0, 0.5) < 1.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact_prepared_twice_is_the_same_to_the_last_bit),
        cmocka_unit_test(a_pair_value_that_is_missing_or_not_positive_is_named),
        cmocka_unit_test(a_value_that_only_some_words_need_is_asked_for_by_name),
        cmocka_unit_test(what_excludes_each_other_is_refused),
        cmocka_unit_test(one_restitution_serves_both_phases_but_not_beside_two),
        cmocka_unit_test(a_value_outside_its_range_is_told_the_range),
        cmocka_unit_test(a_definition_not_made_by_its_defaults_is_refused),
        cmocka_unit_test(a_misspelt_name_is_answered_with_near_ones),
        cmocka_unit_test(every_law_is_found_by_its_names_and_tells_all),
        cmocka_unit_test(a_policy_that_makes_no_sense_is_refused),
        cmocka_unit_test(a_pull_passes_only_where_it_is_allowed),
        cmocka_unit_test(a_touch_takes_the_fixed_speed_then_the_speed_then_the_floor),
        cmocka_unit_test(a_closed_restitution_holds_for_the_real_approach_speed_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
