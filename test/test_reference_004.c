// Reference values of spec page 004: laws for a journal in a bearing with clearance, one impact of
// 1 kg at 1 m/s.

#include "check.h"

#include "dashpot/impact.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

// The page has 16 digits in closed form: what is left are our own roundings.
static const double closed = 2e-14;
// Some fifty steps of 1e-13 each; 5e-14 was the largest difference measured.
static const double integrated = 1e-12;

// Section 3f: bearing of 10 mm, both bodies of the same steel.
static dp_pair joint(double clearance) {
    dp_pair pair;
    dp_body bearing = {.young = 207e9,
                       .poisson = 0.3,
                       .density = NAN,
                       .yield = NAN,
                       .radius = 0.01,
                       .mass = INFINITY};
    dp_body journal = bearing;
    journal.radius -= clearance;
    journal.mass = 1.0;
    assert_int_equal(dp_pair_from_bodies(&journal, &bearing, DP_CONFORMAL, &pair, NULL), DP_OK);
    return pair;
}

static dp_contact ready(const dp_contact_def *def) {
    dp_contact contact;
    dp_error err;
    if (dp_contact_init(&contact, def, &err) != DP_OK)
        fail_msg("%s: %s", def->law.law->name, err.text);
    return contact;
}

static dp_contact with_restitution(const char *law, double e) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    def.pair = joint(5e-4);
    assert_int_equal(dp_law_set(&def.law, "restitution", e, NULL), DP_OK);
    return ready(&def);
}

// The motion integrated, and the closed form with quadrature where there is one.
static const dp_impact_path paths[] = {DP_PATH_INTEGRATED, DP_PATH_AUTO};

static dp_impact struck_by(dp_impact_path path, const dp_contact *contact) {
    dp_impact impact;
    dp_error err;
    dp_impact_def def = dp_impact_defaults();
    def.mass = 1.0;
    def.speed = 1.0;
    def.path = path;
    if (dp_impact_run(contact, &def, &impact, &err) != DP_OK)
        fail_msg("%s: %s", contact->law->name, err.text);
    return impact;
}

static void two_bodies_give_modulus_and_stiffness_of_the_joint(void **state) {
    (void)state;
    static const double rows[][2] = {{5e-4, 66101983978.96846}, {2.5e-4, 94704365250.43725}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        dp_pair pair = joint(rows[i][0]);
        // the clearance is a difference of radii: twenty roundings of it
        CHECK_NEAR(pair.modulus, 113736263736.2637, closed);
        CHECK_NEAR(4.0 / 3.0 * pair.modulus * sqrt(pair.radius), rows[i][1], closed);
        assert_true(pair.mass == 1.0 && isnan(pair.yield) && pair.bearing_radius == 0.01);
    }
}

static void delivered_restitutions_are_those_of_the_paper(void **state) {
    (void)state;
    // asked; Lankarani-Nikravesh and hybrid: as printed in the paper, and ten digits of the page
    static const double rows[][5] = {
        {1.0, 1.0, 1.0, 1.0, 1.0},
        {.9, .9132, .9131766778, .8959, .8959181864},
        {.5, .7252, .7252411140, .4826, .4826080206},
        {.3, .6842, .6842246057, .3267, .3266974028},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        dp_contact ln = with_restitution("lankarani-nikravesh", rows[i][0]);
        dp_contact hybrid = with_restitution("bai-zhao", rows[i][0]);
        double e = dp_contact_restitution(&ln, 1.0, 1.0), h = dp_contact_restitution(&hybrid, 3, 2);
        CHECK_WITHIN(e, rows[i][1], 5e-5);  // four decimals
        CHECK_WITHIN(e, rows[i][2], 5e-11);
        CHECK_WITHIN(h, rows[i][3], 5e-5);
        CHECK_WITHIN(h, rows[i][4], 5e-11);
    }
}

// Section 6: restitution asked, damping factor, delivered restitution, largest indentation and
// force, contact time.
static const struct {
    const char *law;
    double asked, d, e, delta, force, time;
} impacts[] = {
    {"hertz", 1, 0.0, 1.0, 5.136629094996739e-5, 24335.02549789988, 0.0001511851294638417},
    {"hunt-crossley", .9, 0.15, 0.9090157413492023, 4.946570763190686e-5, 23191.55798571779,
     0.000152761588555044},
    {"hunt-crossley", .5, 0.75, 0.662962200001546, 4.39433910024598e-5, 21982.83674910342,
     0.0001599831216774849},
    {"hunt-crossley", .46, 0.81, 0.6450414596156903, 4.351352165192496e-5, 21997.75995700163,
     0.0001607635221554769},
    {"hunt-crossley", .3, 1.05, 0.5812880418085737, 4.19447690318782e-5, 22160.47708363537,
     0.0001639648878848259},
    {"lankarani-nikravesh", .9, 0.1425, 0.913176677805581, 4.955404913941558e-5, 23235.61279208886,
     0.0001526799379216882},
    {"lankarani-nikravesh", .5, 0.5625, 0.7252411140101973, 4.540397917486747e-5, 22036.47114356456,
     0.0001576031189915275},
    {"lankarani-nikravesh", .46, 0.5913, 0.714993699530114, 4.516700758775159e-5, 22016.29508432637,
     0.000157962510369902},
    {"lankarani-nikravesh", .3, 0.6825, 0.6842246057494476, 4.444767022840296e-5, 21982.65837053227,
     0.0001591156788571188},
    // the joint law is the same thing for exponent 1.5
    {"lankarani-cylinder", .46, 0.5913, 0.714993699530114, 4.516700758775159e-5, 22016.29508432637,
     0.000157962510369902},
};

static void impacts_on_a_hertz_joint_give_the_rows_of_section_6(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(impacts); i++) {
        dp_contact contact = with_restitution(impacts[i].law, impacts[i].asked);
        double history[DP_HISTORY_MAX] = {0};
        dp_contact_begin(&contact, history, 1.0);
        double still = dp_contact_force(&contact, history, 1e-5, 0.0);
        double moving = dp_contact_force(&contact, history, 1e-5, 1.0);
        CHECK_WITHIN(moving / still - 1.0, impacts[i].d, 4e-16 * (1.0 + impacts[i].d));  // 2 eps
        CHECK_NEAR(dp_contact_restitution(&contact, 1.0, 1.0), impacts[i].e, closed);
        for (size_t j = 0; j < COUNT(paths); j++) {
            dp_impact impact = struck_by(paths[j], &contact);
            CHECK_NEAR(impact.restitution, impacts[i].e, integrated);
            CHECK_NEAR(impact.max_indentation, impacts[i].delta, integrated);
            CHECK_NEAR(impact.max_force, impacts[i].force, integrated);
            CHECK_NEAR(impact.duration, impacts[i].time, integrated);
        }
    }
}

// Hybrid law, integrated on the page to 13 digits: asked, delivered, indentation, force, time.
static const double as_printed[][5] = {
    {1.0, 1, 5.742942680701e-05, 25561.8649533, 0.0001618634054009},
    {0.9, 0.8959181863938, 5.534851426907e-05, 24060.43963254, 0.000164881468417},
    {0.5, 0.4826080205612, 4.581174909581e-05, 22652.34129159, 0.0001907461957504},
    {0.46, 0.4477539858596, 4.485968878437e-05, 22852.62690476, 0.0001950694055142},
    {0.3, 0.3266974028035, 4.120847005474e-05, 24033.96795166, 0.0002167225013312},
};
static const double consistent[][5] = {
    {1.0, 1, 7.396700362139e-06, 168408.0419276, 2.178947164494e-05},
    {0.9, 0.8959181863939, 7.081793455825e-06, 159625.8730759, 2.205057512235e-05},
    {0.5, 0.4826080205613, 5.664603572069e-06, 157889.829718, 2.457198970417e-05},
    {0.46, 0.4477539858596, 5.525670720385e-06, 160167.190947, 2.50136362709e-05},
    {0.3, 0.3266974028036, 4.99758141185e-06, 172115.5115982, 2.725399839412e-05},
};

static void check_hybrid(const char *form, const double (*rows)[5]) {
    for (int i = 0; i < 5; i++) {
        const double *r = rows[i];
        dp_contact_def def = dp_contact_defaults(dp_law_find("bai-zhao"));
        def.pair = joint(5e-4);
        def.pair.length = 1.0;
        assert_int_equal(dp_law_choose(&def.law, "form", form, NULL), DP_OK);
        assert_int_equal(dp_law_set(&def.law, "restitution", r[0], NULL), DP_OK);
        dp_contact contact = ready(&def);
        for (size_t j = 0; j < COUNT(paths); j++) {
            dp_impact impact = struck_by(paths[j], &contact);
            CHECK_NEAR(impact.restitution, r[1], integrated);
            CHECK_NEAR(impact.max_indentation, r[2], integrated);
            CHECK_NEAR(impact.max_force, r[3], integrated);
            CHECK_NEAR(impact.duration, r[4], integrated);
        }
    }
}

static void hybrid_law_as_printed_gives_the_rows_of_section_6(void **state) {
    (void)state;
    check_hybrid("printed", as_printed);
}

static void hybrid_law_with_sound_units_gives_the_rows_of_section_6(void **state) {
    (void)state;
    check_hybrid("consistent", consistent);
}

static void hybrid_law_has_the_stiffness_of_section_3(void **state) {
    (void)state;
    const double c = 5e-4, E = 113736263736.2637, pi = 3.14159265358979323846;
    dp_contact contact = with_restitution("bai-zhao", 0.5);
    double history[DP_HISTORY_MAX] = {0};
    for (double x = 1e-9; x < 1e-2; x *= 10.0) {
        double force = pi * E / 8.0 * sqrt(2.0) * (3.0 * c + 2.0 * x) * x * x / pow(c + x, 1.5);
        CHECK_NEAR(dp_contact_force(&contact, history, x, 0.0), force, closed);
    }
}

static void spring_and_damper_give_the_row_of_section_6(void **state) {
    (void)state;
    static const struct {
        dp_tension tension;
        double e;
    } rows[] = {{DP_TENSION_ALLOW, 0.9951753593031704},
                {DP_TENSION_CLAMP, 0.9951800762397999},
                {DP_TENSION_RELEASE, 0.9951800762397999}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        dp_contact_def def = dp_contact_defaults(dp_law_find("kelvin-voigt"));
        def.pair.stiffness = 1.0549e11;
        def.tension = rows[i].tension;
        assert_int_equal(dp_law_set(&def.law, "damping", 1e3, NULL), DP_OK);
        dp_contact contact = ready(&def);
        double history[DP_HISTORY_MAX] = {0};
        // the force at first touch, as the paper says
        CHECK_NEAR(dp_contact_force(&contact, history, 1e-300, 1.0), 1000.0, closed);
        CHECK_NEAR(dp_contact_restitution(&contact, 1.0, 1.0), rows[i].e, closed);
        dp_impact impact = struck_by(DP_PATH_INTEGRATED, &contact);
        CHECK_NEAR(impact.restitution, rows[i].e, integrated);
        CHECK_NEAR(impact.max_indentation, 3.0714623083061184e-06, integrated);
        CHECK_NEAR(impact.separation_time * (i == 0), i == 0 ? 9.672633692757653e-06 : 0.0,
                   integrated);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_bodies_give_modulus_and_stiffness_of_the_joint),
        cmocka_unit_test(delivered_restitutions_are_those_of_the_paper),
        cmocka_unit_test(impacts_on_a_hertz_joint_give_the_rows_of_section_6),
        cmocka_unit_test(hybrid_law_as_printed_gives_the_rows_of_section_6),
        cmocka_unit_test(hybrid_law_with_sound_units_gives_the_rows_of_section_6),
        cmocka_unit_test(hybrid_law_has_the_stiffness_of_section_3),
        cmocka_unit_test(spring_and_damper_give_the_row_of_section_6),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
