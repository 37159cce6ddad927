// Tests for src/engines: what is asked of a program, what is missing, what a contact asks, names.

#include "engine_cases.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

// --- what is given, what is missing --------------------------------------------------------------

static void missing_values_are_named(void **state) {
    (void)state;
    static const struct {
        const char *engine, *model, *sentence;
    } table[] = {
        {"lammps", "tsuji", "lammps tsuji needs modulus"},
        {"lammps", "velocity", "lammps velocity needs modulus, radius, mass and approach"},
        {"lammps", "hooke", "lammps hooke needs modulus, radius, mass and approach"},
        {"liggghts", "hooke", "liggghts hooke needs modulus and approach"},
        {"chrono", "hertz", "chrono hertz needs modulus and radius"},
        {"simbody", NULL, "simbody hunt-crossley needs modulus and approach"},
        {"drake", NULL, "drake point needs modulus, radius, mass and approach"},
        {"adams", NULL, "adams impact needs modulus, radius, mass and approach"},
    };
    dp_export out;
    dp_error err;
    for (size_t i = 0; i < COUNT(table); i++) {
        dp_export_def def = steel(table[i].engine, table[i].model, 0.7);
        def.modulus = def.radius = def.mass = def.approach = NAN;
        assert_int_equal(dp_export_run(&def, &out, &err), DP_ERR_MISSING);
        assert_string_equal(err.text, table[i].sentence);
    }
    dp_export_def def = steel("ode", NULL, 0.7);
    assert_int_equal(dp_export_run(&def, &out, &err), DP_ERR_MISSING);
    assert_string_equal(err.name, "step");
    def = steel("lammps", NULL, NAN);
    assert_int_equal(dp_export_run(&def, &out, &err), DP_ERR_MISSING);
    assert_string_equal(err.name, "restitution");
    def.restitution = 1.1;
    assert_int_equal(dp_export_run(&def, &out, &err), DP_ERR_RANGE);
    def = steel("lammps", NULL, 0.5);
    def.radius = -1.0;
    assert_int_equal(dp_export_run(&def, &out, &err), DP_ERR_RANGE);
    def = dp_export_defaults(NULL);
    assert_int_equal(dp_export_run(&def, &out, &err), DP_ERR_NOT_INITIALIZED);
}

// A stiffness in place of the modulus, and a linear spring, give the same programs the same
// numbers.
static void stiffness_and_spring_stand_for_the_modulus(void **state) {
    (void)state;
    static const char *const engines[] = {"lammps", "liggghts", "drake", "adams", "chrono"};
    for (size_t i = 0; i < COUNT(engines); i++) {
        dp_export_def def = steel(engines[i], NULL, 0.6);
        const dp_export first = convert(&def);
        def.stiffness = 4.0 / 3.0 * modulus * sqrt(radius);
        def.modulus = NAN;
        const dp_export second = convert(&def);
        def.spring = 0.8 * def.stiffness * sqrt(pow(1.25 * mass() / def.stiffness, 0.4));
        def.stiffness = NAN;
        const dp_export third = convert(&def);
        for (int k = 0; k < first.value_count; k++) {
            // a few roundings through powers
            CHECK_NEAR(second.value[k].value, first.value[k].value, 1e-12);
            CHECK_NEAR(third.value[k].value, first.value[k].value, 1e-12);
        }
    }
}

// Page 013: at d = 0.1 mm the cmax of d = 2 um would deliver these.
static void adams_warns_of_the_usual_ramp(void **state) {
    (void)state;
    static const char *const delivered[] = {"0.9967", "0.9881", "0.9758", "0.9551"};
    for (int k = 0; k < 4; k++) {
        const dp_export_def def = steel("adams", NULL, asked[k]);
        const dp_export out = convert(&def);
        int found = 0;
        for (int i = 0; i < out.note_count; i++)
            found += strstr(out.note[i], delivered[k]) != NULL;
        assert_int_equal(found, 1);
    }
}

// --- from a contact of ours ----------------------------------------------------------------------

static dp_contact_def contact_of(const char *law) {
    dp_contact_def contact = dp_contact_defaults(dp_law_find(law));
    contact.pair.modulus = modulus;
    contact.pair.radius = radius;
    contact.pair.mass = mass();
    return contact;
}

static int has_note(const dp_export *out, const char *text) {
    for (int i = 0; i < out->note_count; i++) {
        if (strstr(out->note[i], text) != NULL) return 1;
    }
    return 0;
}

static void request_is_what_was_asked_of_the_law(void **state) {
    (void)state;
    dp_error err;
    dp_contact_def contact = contact_of("hunt-crossley");
    dp_law_set(&contact.law, "restitution", 0.7, NULL);
    dp_export_def def = dp_export_defaults(dp_engine_find("lammps"));
    assert_int_equal(dp_export_ask(&def, &contact, NAN, 1.0, &err), DP_OK);
    assert_true(def.restitution == 0.7);
    dp_export out = convert(&def);
    assert_true(has_note(&out, "hunt-crossley asked for 0.7 delivers 0.768 here; 0.7 is exported"));
    CHECK_NEAR(value(&out, "e"), 0.601269183122, 5.01e-12);

    // a law that delivers what it is asked for has no such note
    contact = contact_of("exact-restitution");
    dp_law_set(&contact.law, "restitution", 0.7, NULL);
    assert_int_equal(dp_export_ask(&def, &contact, mass(), 1.0, &err), DP_OK);
    out = convert(&def);
    assert_false(has_note(&out, "is exported"));

    // mass and speed of the call win, those of the contact stand in
    contact.approach = 3.0;
    assert_int_equal(dp_export_ask(&def, &contact, 2.0, 1.0, &err), DP_OK);
    assert_true(def.approach == 1.0 && def.mass == 2.0);
    assert_int_equal(dp_export_ask(&def, &contact, NAN, NAN, &err), DP_OK);
    assert_true(def.approach == 3.0 && def.mass == mass());
    contact.approach = NAN;

    // neither mass nor speed: enough for tsuji, which needs none
    contact.pair.mass = NAN;
    assert_int_equal(dp_export_ask(&def, &contact, NAN, NAN, &err), DP_OK);
    convert(&def);
}

static void request_of_a_law_without_one_is_what_it_delivers(void **state) {
    (void)state;
    dp_error err;
    dp_delivered delivered;
    dp_contact_def contact = contact_of("kuwabara-kono");
    dp_law_set(&contact.law, "relaxation", 1e-6, NULL);
    dp_export_def def = dp_export_defaults(dp_engine_find("yade"));
    assert_int_equal(dp_export_ask(&def, &contact, NAN, 1.0, &err), DP_OK);
    assert_int_equal(dp_deliver(&contact, mass(), 1.0, &delivered, &err), DP_OK);
    assert_true(def.restitution == delivered.restitution && def.restitution < 0.99);
    dp_export out = convert(&def);
    assert_true(has_note(&out, "no restitution is asked of kuwabara-kono"));
    CHECK_WITHIN(out.delivered, delivered.restitution, 1e-10);

    // the same of a law whose damping is given in place of a restitution
    contact = contact_of("hertz");
    dp_law_set(&contact.law, "damping_factor", 1.0, NULL);
    assert_int_equal(dp_export_ask(&def, &contact, NAN, 1.0, &err), DP_OK);
    CHECK_NEAR(def.restitution, 0.59362426004004009, 1e-12);

    // and of no impact at all nothing can be told
    contact = contact_of("kuwabara-kono");
    dp_law_set(&contact.law, "relaxation", 1e-6, NULL);
    assert_int_equal(dp_export_ask(&def, &contact, NAN, NAN, &err), DP_ERR_MISSING);
    assert_non_null(strstr(err.text, "approach"));
}

static void linear_law_and_relation_are_taken_over(void **state) {
    (void)state;
    dp_error err;
    dp_contact_def contact = dp_contact_defaults(dp_law_find("anagnostopoulos"));
    contact.pair.stiffness = 38847295.5631;
    contact.pair.mass = mass();
    dp_law_set(&contact.law, "restitution", 0.5, NULL);
    dp_export_def def = dp_export_defaults(dp_engine_find("drake"));
    assert_int_equal(dp_export_ask(&def, &contact, NAN, 1.0, &err), DP_OK);
    dp_export out = convert(&def);
    CHECK_NEAR(value(&out, "point_contact_stiffness"), 77694591.1263, 5.01e-12);

    contact = contact_of("exact-restitution");
    contact.restitution_from = (dp_restitution_from){.kind = DP_RESTITUTION_WAVES,
                                                     .young = 207e9,
                                                     .poisson = 0.3,
                                                     .density = 7800.0,
                                                     .psi = NAN,
                                                     .epsilon = NAN,
                                                     .dynamic_pressure = NAN};
    assert_int_equal(dp_export_ask(&def, &contact, NAN, 1.0, &err), DP_OK);
    CHECK_NEAR(def.restitution, dp_wave_restitution(207e9, 0.3, 7800.0, 1.0), 1e-14);
}

// A spring of another kind: the linear one that takes the energy of the impact at the same depth.
static void other_springs_are_replaced_by_energy(void **state) {
    (void)state;
    dp_error err;
    double k = 3e12, n = 2.2, energy = 0.5 * mass();
    dp_contact_def contact = dp_contact_defaults(dp_law_find("power"));
    contact.pair.stiffness = k;
    dp_law_set(&contact.law, "exponent", n, NULL);
    dp_law_set(&contact.law, "damping", 1e9, NULL);
    dp_export_def def = dp_export_defaults(dp_engine_find("mujoco"));
    assert_int_equal(dp_export_ask(&def, &contact, mass(), 1.0, &err), DP_OK);
    // k d^(n+1)/(n+1) = energy; 16 points of Gauss leave some 1e-14 of such a power
    double depth = pow((n + 1.0) * energy / k, 1.0 / (n + 1.0));
    CHECK_NEAR(def.spring, 2.0 * energy / (depth * depth), 1e-12);
    const dp_export out = convert(&def);
    assert_true(has_note(&out, "the spring of power is not that of Hertz"));

    assert_int_equal(dp_export_ask(&def, &contact, NAN, 1.0, &err), DP_ERR_MISSING);
    assert_string_equal(err.name, "mass");

    // the default exponent is that of Hertz
    dp_law_set(&contact.law, "exponent", 1.5, NULL);
    assert_int_equal(dp_export_ask(&def, &contact, mass(), 1.0, &err), DP_OK);
    assert_true(def.stiffness == k && isnan(def.spring) && !def.is_equivalent);

    contact = dp_contact_defaults(dp_law_find("walton-braun"));
    dp_law_set(&contact.law, "loading_stiffness", 4e7, NULL);
    dp_law_set(&contact.law, "restitution", 0.6, NULL);
    assert_int_equal(dp_export_ask(&def, &contact, mass(), 1.0, &err), DP_OK);
    CHECK_NEAR(def.spring, 4e7, 1e-12);
    assert_true(def.restitution == 0.6);

    // a journal in a bearing
    contact = dp_contact_defaults(dp_law_find("liu-winkler"));
    contact.pair.modulus = modulus;
    contact.pair.bearing_radius = 0.01;
    contact.pair.clearance = 1e-4;
    contact.pair.length = 0.02;
    dp_law_set(&contact.law, "restitution", 0.6, NULL);
    assert_int_equal(dp_export_ask(&def, &contact, 1.0, 0.1, &err), DP_OK);
    depth = 0.1 * sqrt(1.0 / def.spring);
    // (pi/2) E L delta sqrt(delta/(2 (c + delta))), summed by the rule of the middle
    double sum = 0.0;
    for (int i = 0; i < 100000; i++) {
        double x = depth * (i + 0.5) / 100000;
        sum += 0.5 * pi * modulus * 0.02 * x * sqrt(x / (2.0 * (1e-4 + x)));
    }
    CHECK_NEAR(sum * depth / 100000, 0.5 * 0.01, 1e-8);
}

// --- the catalogue -------------------------------------------------------------------------------

static void catalogue_has_the_engines_of_page_013(void **state) {
    (void)state;
    static const char *const names[] = {"lammps", "liggghts", "yade",   "simbody", "drake",
                                        "chrono", "ode",      "bullet", "mujoco",  "adams"};
    dp_error err;
    const dp_engine *engine;
    assert_int_equal(dp_engine_count(), COUNT(names));
    for (size_t i = 0; i < COUNT(names); i++) {
        engine = dp_engine_at((int)i);
        assert_string_equal(engine->name, names[i]);
        assert_ptr_equal(dp_engine_find(names[i]), engine);
        assert_string_equal(engine->keys[DP_ENGINE_MODEL_KEY].name, "model");
        assert_non_null(engine->keys[DP_ENGINE_MODEL_KEY].choices);
    }
    assert_null(dp_engine_at((int)COUNT(names)));
    assert_null(dp_engine_find("gazebo"));
    assert_int_equal(dp_engine_lookup("lamps", &engine, &err), DP_ERR_UNKNOWN_NAME);
    assert_null(engine);
    assert_string_equal(err.text, "there is no engine 'lamps'; did you mean lammps?");

    dp_export_def def = dp_export_defaults(dp_engine_find("yade"));
    assert_int_equal(dp_export_set(&def, "poison", 0.3, &err), DP_ERR_UNKNOWN_NAME);
    assert_int_equal(dp_export_set(&def, "poisson", 0.6, &err), DP_ERR_RANGE);
    assert_int_equal(dp_export_choose(&def, "model", "hertz", &err), DP_ERR_RANGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_values_are_named),
        cmocka_unit_test(stiffness_and_spring_stand_for_the_modulus),
        cmocka_unit_test(adams_warns_of_the_usual_ramp),
        cmocka_unit_test(request_is_what_was_asked_of_the_law),
        cmocka_unit_test(request_of_a_law_without_one_is_what_it_delivers),
        cmocka_unit_test(linear_law_and_relation_are_taken_over),
        cmocka_unit_test(other_springs_are_replaced_by_energy),
        cmocka_unit_test(catalogue_has_the_engines_of_page_013),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
