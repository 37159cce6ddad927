// Reference values of spec page 000: the Ma-Liu law and the dashpots of Wang, Ma, Liu, Liu.

#include "check.h"

#include "dashpot/impact.h"
#include "dashpot/restitution.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

// The page has 34 digits, printed with 17: what is left are our own roundings.
static const double closed = 2e-14;
// Some fifty steps of 1e-13 each, 6e-14 at most; the quadrature of the closed form leaves 6e-13.
static const double integrated = 2e-12;

static const double sphere_mass = 0.2613805087786708;

// Section 5: a steel ball in a socket of Table 1, the socket fixed.
static dp_pair socket(void) {
    dp_pair pair;
    dp_body ball = {.young = 2.0e11,
                    .poisson = 0.29,
                    .density = 7800.0,
                    .yield = 1.03e9,
                    .radius = 0.02,
                    .mass = NAN};
    dp_body seat = {.young = 6.5e10,
                    .poisson = 0.33,
                    .density = 2700.0,
                    .yield = 3e7,
                    .radius = 0.0205,
                    .mass = INFINITY};
    assert_int_equal(dp_pair_from_bodies(&ball, &seat, DP_CONFORMAL, &pair, NULL), DP_OK);
    return pair;
}

// Section 6.3: two steel spheres of 6.35 mm; Poisson's ratio 0.3 as the printed dc needs.
static dp_pair beads(void) {
    dp_pair pair;
    dp_body bead = {.young = 2.0e11,
                    .poisson = 0.3,
                    .density = 7800.0,
                    .yield = 940e6,
                    .radius = 3.175e-3,
                    .mass = NAN};
    assert_int_equal(dp_pair_from_bodies(&bead, &bead, DP_CONVEX, &pair, NULL), DP_OK);
    return pair;
}

static dp_contact_def definition(const char *law, dp_pair pair, const char *form) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    def.pair = pair;
    if (form != NULL) assert_int_equal(dp_law_choose(&def.law, "form", form, NULL), DP_OK);
    return def;
}

static dp_contact ready(const dp_contact_def *def) {
    dp_contact contact;
    dp_error err;
    if (dp_contact_init(&contact, def, &err) != DP_OK) fail_msg("%s", err.text);
    return contact;
}

static dp_contact ma_liu(const char *form) {
    dp_contact_def def = definition("ma-liu", socket(), form);
    return ready(&def);
}

// Eq 36 as printed; `slope` is secant (Pp/dp) or chord (Eq 17).
static dp_contact wang_dashpot(dp_pair pair, const char *slope, double e, double epsilon) {
    dp_contact_def def = definition("wang-dashpot", pair, "printed");
    assert_int_equal(dp_law_choose(&def.law, "stiffness_form", slope, NULL), DP_OK);
    assert_int_equal(dp_law_set(&def.law, "restitution", e, NULL), DP_OK);
    assert_int_equal(dp_law_set(&def.law, "epsilon", epsilon, NULL), DP_OK);
    return ready(&def);
}

// The motion integrated, and the closed form with quadrature where there is one.
static const dp_impact_path paths[] = {DP_PATH_INTEGRATED, DP_PATH_AUTO};

static dp_impact struck_by(dp_impact_path path, const dp_contact *contact, double mass,
                           double speed) {
    dp_impact impact;
    dp_error err;
    dp_impact_def def = dp_impact_defaults();
    def.mass = mass;
    def.speed = speed;
    def.path = path;
    if (dp_impact_run(contact, &def, &impact, &err) != DP_OK) fail_msg("%s", err.text);
    return impact;
}

static dp_impact struck(const dp_contact *contact, double mass, double speed) {
    return struck_by(DP_PATH_INTEGRATED, contact, mass, speed);
}

static double mark(const dp_contact *contact, dp_breakpoint_kind kind) {
    double history[DP_HISTORY_MAX] = {0};
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    int count = dp_contact_breakpoints(contact, history, marks);
    for (int i = 0; i < count; i++) {
        if (marks[i].kind == kind) return marks[i].delta;
    }
    return NAN;
}

static dp_response virgin(const dp_contact *contact, double delta) {
    double history[DP_HISTORY_MAX] = {0};
    dp_contact_begin(contact, history, 1.0);
    return dp_contact_respond(contact, history, delta, 0.0);
}

static void two_bodies_give_the_pair_of_section_5(void **state) {
    (void)state;
    dp_pair pair = socket();
    CHECK_NEAR(pair.modulus, 54678480022.376116, closed);
    CHECK_NEAR(pair.radius, 0.82, closed);
    CHECK_NEAR(pair.mass, sphere_mass, closed);
    assert_true(pair.yield == 3e7);
    CHECK_NEAR(pair.clearance, 5e-4, closed);
}

static void loading_curve_has_the_constants_of_section_6(void **state) {
    (void)state;
    const double dc = 1.5787559533644377e-6, dp = 1.3340487805929498e-4;
    const double c1 = 47957098.059762733, c2 = 76468820.578314618, c3 = 55.24621913386997;
    dp_contact contact = ma_liu("printed");
    CHECK_NEAR(mark(&contact, DP_BREAKPOINT_YIELD), dc, closed);
    CHECK_NEAR(mark(&contact, DP_BREAKPOINT_PLASTIC), dp, closed);
    CHECK_NEAR(virgin(&contact, dc).force, 130.95877320180251, closed);
    CHECK_NEAR(virgin(&contact, dp).force, 51713.651180490302, closed);
    for (double x = 1e-9; x < dc; x *= 1.7)
        CHECK_NEAR(virgin(&contact, x).force, 66017959382.742443 * x * sqrt(x), closed);
    for (double x = 1.01 * dc; x < dp; x *= 1.7) {
        CHECK_NEAR(virgin(&contact, x).force, x * (c1 + c2 * log(x / dc)) + c3, closed);
        CHECK_NEAR(virgin(&contact, x).dforce_ddelta, c1 + c2 * (1.0 + log(x / dc)), closed);
    }
    for (double x = 1.01 * dp; x < 1e-2; x *= 3.0) {
        CHECK_NEAR(virgin(&contact, x).force, 51713.651180490302 + 463699075.66985348 * (x - dp),
                   closed);
        CHECK_NEAR(virgin(&contact, x).dforce_ddelta, 463699075.66985348, closed);
    }
}

static void plastic_stiffness_of_the_dashpot_is_secant_or_chord(void **state) {
    (void)state;
    dp_contact secant = wang_dashpot(socket(), "secant", 0.7, 13.0);
    dp_contact chord = wang_dashpot(socket(), "chord", 0.7, 13.0);
    for (double x = 1e-5; x < 1e-3; x *= 10.0) {
        CHECK_NEAR(virgin(&secant, x).force, 387644379.52190126 * x, closed);
        CHECK_NEAR(virgin(&chord, x).force, 391293406.67275774 * x, closed);
        CHECK_NEAR(virgin(&chord, x).dforce_ddelta, 391293406.67275774, closed);
    }
}

// Speed; largest indentation, force, residual indentation, restitution, times of loading and
// contact
static const double ma_liu_rows[][7] = {
    {0.02, 1.3141121867978458e-6, 99.451367776897357, 0.0, 1.0, 9.6694844720519255e-5,
     1.9338968944103851e-4},
    {0.5, 1.7993136791061309e-5, 4266.2294966861477, 2.7586202346243814e-6, 0.89202050005994786,
     5.3814382250984921e-5, 1.0408158409526008e-4},
    {1.2, 3.8310407038761388e-5, 11235.089659592656, 1.081525893994076e-5, 0.8102955444869604,
     4.812352659106679e-5, 8.9736834455086947e-5},
    {1.25, 3.9703480205750518e-5, 11750.060331223554, 1.1457040712031852e-5, 0.80630673107735923,
     4.7894489118999047e-5, 8.9137872661788811e-5},
    {4.0, 1.1151817110102732e-4, 41710.289018256447, 5.1689647773518235e-5, 0.69091424067360111,
     4.2381142941385368e-5, 7.4239620748444672e-5},
    {6.0, 1.6081982505691353e-4, 64425.936762824048, 8.2297296294164445e-5, 0.65581999456923871,
     4.0854002108879285e-5, 7.0220979357672496e-5},
};

// Both forms: none of these speeds stops where the printed one creates energy.
static void ma_liu_impacts_give_the_rows_of_section_6(void **state) {
    (void)state;
    static const char *const forms[] = {"printed", "passive"};
    for (size_t i = 0; i < 2 * COUNT(ma_liu_rows); i++) {
        const double *r = ma_liu_rows[i / 2];
        dp_contact contact = ma_liu(forms[i % 2]);
        // a root of the energy balance, well-posed
        CHECK_NEAR(dp_contact_restitution(&contact, sphere_mass, r[0]), r[4], 4.0 * closed);
        for (size_t j = 0; j < COUNT(paths); j++) {
            dp_impact impact = struck_by(paths[j], &contact, sphere_mass, r[0]);
            CHECK_NEAR(impact.max_indentation, r[1], integrated);
            CHECK_NEAR(impact.max_force, r[2], integrated);
            CHECK_WITHIN(impact.residual_indentation, r[3], integrated * r[1]);
            CHECK_NEAR(impact.restitution, r[4], integrated);
            CHECK_NEAR(impact.time_of_max_indentation, r[5], integrated);
            CHECK_NEAR(impact.duration, r[6], integrated);
        }
    }
}

static void ma_liu_as_printed_creates_energy_just_above_yield(void **state) {
    (void)state;
    const double deepest = 2e-6, force = 187.33169904961166, residual = -6.4769642638305113e-9;
    const double gain = 1.002932267166326;
    dp_contact printed = ma_liu("printed"), passive = ma_liu("passive");
    double history[DP_HISTORY_MAX] = {0};
    CHECK_NEAR(virgin(&printed, deepest).force, force, closed);
    dp_contact_commit(&printed, history, deepest, 0.0);
    // the unloading curve, and with it the residual indentation that lies below zero
    double depth = deepest - residual;
    for (double x = 1e-8; x < deepest; x *= 2.0) {
        double expected = force * pow((x - residual) / depth, 1.5);
        CHECK_NEAR(dp_contact_force(&printed, history, x, 0.0), expected, closed);
    }
    assert_true(dp_contact_force(&printed, history, -1e-9, 0.0) == 0.0);
    assert_true(dp_contact_residual(&printed, history) == 0.0);

    // the page counts the tail at negative indentation, where here the bodies are apart already
    double recovered = 0.4 * force * depth, worked = recovered / (gain * gain);
    double tail = pow(-residual / depth, 2.5), speed = sqrt(2.0 * worked / sphere_mass);
    double expected = gain * sqrt(1.0 - tail);
    CHECK_NEAR(dp_contact_restitution(&printed, sphere_mass, speed), expected, 4.0 * closed);
    dp_impact impact = struck(&printed, sphere_mass, speed);
    CHECK_NEAR(impact.restitution, expected, integrated);
    CHECK_NEAR(impact.max_indentation, deepest, integrated);
    assert_true(dp_contact_restitution(&passive, sphere_mass, speed) == 1.0);
    CHECK_NEAR(struck(&passive, sphere_mass, speed).restitution, 1.0, integrated);
}

static void ma_liu_is_passive_up_to_where_the_residual_vanishes(void **state) {
    (void)state;
    // roots of P(x) = Ke x^1.5 by 40-digit arithmetic, in units of dc; page 000 has the smaller
    // ones of restitution = 1, 2.7688 and 1.3146
    static const double rows[][2] = {{13.0, 2.9813073774870295}, {19.0, 1.3239663455258102}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        dp_contact_def def = definition("ma-liu", socket(), "passive");
        assert_int_equal(dp_law_set(&def.law, "epsilon", rows[i][0], NULL), DP_OK);
        dp_contact contact = ready(&def);
        // the curves meet at a small angle: rounding of the forces over it
        CHECK_NEAR(mark(&contact, DP_BREAKPOINT_JUMP) / mark(&contact, DP_BREAKPOINT_YIELD),
                   rows[i][1], 1e-13);
    }
}

static void elastic_dashpots_give_the_rows_of_section_6(void **state) {
    (void)state;
    static const struct {
        const char *law;
        double speed, delta, force, time;
    } rows[] = {
        {"hunt-crossley", 0.016657395845312033, 1.2234538743626965e-6, 92.06182267389581,
         1.9756342799701074e-4},
        {"lankarani-nikravesh", 0.016942045595752327, 1.2314119807965012e-6, 92.486417615324664,
         1.9712220243579355e-4},
        {"flores", 0.015770782518141303, 1.1983450167664462e-6, 90.980957378494309,
         1.9906575686447369e-4},
        {"wang-elastic", 0.016156149097730095, 1.2093198830488792e-6, 91.40609570059216,
         1.983878716434328e-4},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        dp_contact_def def = definition(rows[i].law, socket(), NULL);
        assert_int_equal(dp_law_set(&def.law, "restitution", 0.8, NULL), DP_OK);
        dp_contact contact = ready(&def);
        CHECK_NEAR(0.02 * dp_contact_restitution(&contact, sphere_mass, 0.02), rows[i].speed,
                   closed);
        for (size_t j = 0; j < COUNT(paths); j++) {
            dp_impact impact = struck_by(paths[j], &contact, sphere_mass, 0.02);
            CHECK_NEAR(impact.separation_speed, rows[i].speed, integrated);
            CHECK_NEAR(impact.max_indentation, rows[i].delta, integrated);
            CHECK_NEAR(impact.max_force, rows[i].force, integrated);
            CHECK_NEAR(impact.duration, rows[i].time, integrated);
        }
    }
}

static void damping_for_exact_restitution_is_that_of_section_6(void **state) {
    (void)state;
    CHECK_NEAR(dp_hunt_crossley_damping(0.46), 1.6635059123379344, closed);
    CHECK_NEAR(dp_hunt_crossley_damping(0.6909), 0.66208595467682056, closed);
    CHECK_NEAR(dp_hunt_crossley_damping(0.8), 0.37314620336505367, closed);
    CHECK_NEAR(dp_hunt_crossley_damping(0.9), 0.1664819506853081, closed);
}

// Eq 36. Speed, restitution; separation speed, and for secant and chord: largest indentation,
// force, force just above dc, contact time (integrated on the page: 13 digits); force just below
// dc.
static const struct {
    double speed, e, separation, delta[2], force[2], above[2], time[2], below;
} dashpot_rows[] = {
    {4.0,
     .6909,
     3.1116561014638052,
     {9.1981860338326495e-5, 9.1552091852778346e-5},
     {38020.920278934365, 38199.512159520208},
     {872.4199400610394, 880.63232289542396},
     {8.206086746088e-5, 8.167734223977e-5},
     206.48622709451198},
    {6.0,
     .6558,
     4.5512439435338249,
     {1.3634689849312386e-4, 1.3570973991679061e-4},
     {57049.364353411879, 57317.28899670169},
     {901.9973675176322, 910.48817264198962},
     {8.216297239594e-5, 8.177896857228e-5},
     215.59129134642486},
};

// Speed over v0 at dc by the first integral of the elastic branch (page 003 section 1):
// W/(m v0^2) = [(1-u) - ln((1+d)/(1+d u))/d]/d.
static double speed_at_yield(double d, double level) {
    double u = 1.0;
    for (int i = 0; i < 20; i++) {
        double excess = ((1.0 - u) - log1p(d * (1.0 - u) / (1.0 + d * u)) / d) / d - level;
        u += excess * (1.0 + d * u) / u;
    }
    return u;
}

static void elastoplastic_dashpot_gives_the_rows_of_section_6(void **state) {
    (void)state;
    static const char *const slopes[] = {"secant", "chord"};
    for (size_t i = 0; i < 2 * COUNT(dashpot_rows); i++) {
        size_t r = i / 2, k = i % 2;
        double v = dashpot_rows[r].speed, e = dashpot_rows[r].e, history[DP_HISTORY_MAX] = {0};
        dp_contact contact = wang_dashpot(socket(), slopes[k], e, 13.0);
        dp_impact impact = struck(&contact, sphere_mass, v);
        CHECK_NEAR(impact.separation_speed, dashpot_rows[r].separation, integrated);
        CHECK_NEAR(impact.max_indentation, dashpot_rows[r].delta[k], integrated);
        CHECK_NEAR(impact.max_force, dashpot_rows[r].force[k], integrated);
        CHECK_NEAR(impact.duration, dashpot_rows[r].time[k], integrated);

        double dc = mark(&contact, DP_BREAKPOINT_JUMP);
        double d = 1.5 * (1.0 - e * e) / (2.0 - 3.0 * e + 3.0 * e * e);
        double level = 0.4 * 130.95877320180251 * dc / (sphere_mass * v * v);
        double rate = v * speed_at_yield(d, level);
        dp_contact_begin(&contact, history, v);
        CHECK_NEAR(dp_contact_force(&contact, history, dc, rate), dashpot_rows[r].below, closed);
        CHECK_NEAR(dp_contact_force(&contact, history, nextafter(dc, 1.0), rate),
                   dashpot_rows[r].above[k], closed);
    }
}

static void beads_of_section_6_3_give_their_rows(void **state) {
    (void)state;
    dp_pair pair = beads();
    dp_contact_def def = definition("ma-liu", pair, NULL);
    assert_int_equal(dp_law_set(&def.law, "epsilon", 19.0, NULL), DP_OK);
    dp_contact contact = ready(&def);
    CHECK_NEAR(mark(&contact, DP_BREAKPOINT_YIELD), 7.429228771e-7, 1e-9);  // ten digits printed
    dp_impact impact = struck(&contact, pair.mass, 13.0);
    CHECK_NEAR(impact.max_indentation, 6.7333720035290383e-5, integrated);
    CHECK_NEAR(impact.max_force, 1444.6022905500682, integrated);
    CHECK_NEAR(impact.residual_indentation, 3.7177438900423304e-5, integrated);
    CHECK_NEAR(impact.separation_speed, 8.1642413008737772, integrated);
    dp_contact chord = wang_dashpot(pair, "chord", 0.11, 19.0);
    dp_contact secant = wang_dashpot(pair, "secant", 0.11, 19.0);
    CHECK_NEAR(struck(&chord, pair.mass, 13.0).separation_speed, 7.0382769436147018, integrated);
    CHECK_NEAR(struck(&secant, pair.mass, 13.0).separation_speed, 7.0382769436147018, integrated);
    CHECK_NEAR(struck(&chord, pair.mass, 13.0).max_indentation, 4.5417286609048994e-5, integrated);
    CHECK_NEAR(struck(&secant, pair.mass, 13.0).max_indentation, 4.5517328253099659e-5, integrated);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_bodies_give_the_pair_of_section_5),
        cmocka_unit_test(loading_curve_has_the_constants_of_section_6),
        cmocka_unit_test(plastic_stiffness_of_the_dashpot_is_secant_or_chord),
        cmocka_unit_test(ma_liu_impacts_give_the_rows_of_section_6),
        cmocka_unit_test(ma_liu_as_printed_creates_energy_just_above_yield),
        cmocka_unit_test(ma_liu_is_passive_up_to_where_the_residual_vanishes),
        cmocka_unit_test(elastic_dashpots_give_the_rows_of_section_6),
        cmocka_unit_test(damping_for_exact_restitution_is_that_of_section_6),
        cmocka_unit_test(elastoplastic_dashpot_gives_the_rows_of_section_6),
        cmocka_unit_test(beads_of_section_6_3_give_their_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
