// Reference values of spec page 002: the two-phase Kelvin-Voigt law, Tsuji (EDEM) and Ma-Liu on two
// steel spheres.

#include "check.h"

#include "dashpot/impact.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

// Twelve digits are printed, so half a unit of the last is up to 5e-12.
static const double printed = 5e-12;

// Section 3.4: two equal spheres.
static dp_pair spheres(void) {
    dp_pair pair;
    dp_body sphere = {.young = 2.07e11,
                      .poisson = 0.3,
                      .density = 7800.0,
                      .yield = 1.03e9,
                      .radius = 0.02,
                      .mass = NAN};
    assert_int_equal(dp_pair_from_bodies(&sphere, &sphere, DP_CONVEX, &pair, NULL), DP_OK);
    return pair;
}

static dp_contact ready(const dp_contact_def *def) {
    dp_contact contact;
    dp_error err;
    if (dp_contact_init(&contact, def, &err) != DP_OK)
        fail_msg("%s: %s", def->law.law->name, err.text);
    return contact;
}

static dp_contact one_restitution(const char *law, double e, dp_tension tension) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    def.pair = spheres();
    def.tension = tension;
    if (!isnan(e)) assert_int_equal(dp_law_set(&def.law, "restitution", e, NULL), DP_OK);
    return ready(&def);
}

// The new law with the restitutions of both phases; `yield` may replace that of the pair.
static dp_contact two_phase(const char *form, double ce, double cp, double yield,
                            dp_tension tension) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("wang-kelvin-voigt"));
    def.pair = spheres();
    if (!isnan(yield)) def.pair.yield = yield;
    def.tension = tension;
    assert_int_equal(dp_law_choose(&def.law, "form", form, NULL), DP_OK);
    assert_int_equal(dp_law_set(&def.law, "restitution_elastic", ce, NULL), DP_OK);
    assert_int_equal(dp_law_set(&def.law, "restitution_plastic", cp, NULL), DP_OK);
    return ready(&def);
}

static dp_status strike(const dp_contact *contact, double speed, dp_impact *impact, dp_error *err) {
    dp_impact_def def = dp_impact_defaults();
    def.mass = spheres().mass;
    def.speed = speed;
    def.path = DP_PATH_INTEGRATED;
    return dp_impact_run(contact, &def, impact, err);
}

static dp_impact struck(const dp_contact *contact, double speed) {
    dp_impact impact;
    dp_error err;
    if (strike(contact, speed, &impact, &err) != DP_OK)
        fail_msg("%s: %s", contact->law->name, err.text);
    return impact;
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

static dp_response at_rest(const dp_contact *contact, double delta) {
    double history[DP_HISTORY_MAX] = {0};
    return dp_contact_respond(contact, history, delta, 0.0);
}

static void two_spheres_have_the_constants_of_section_4_1(void **state) {
    (void)state;
    const double dy = 5.24527232133e-06, dp = 0.000443225511152;
    const double c1 = 20079597.9681, c2 = 32017433.0064, c3 = 76.8524502837;
    dp_pair pair = spheres();
    CHECK_NEAR(pair.modulus, 113736263736.0, printed);
    CHECK_NEAR(pair.radius, 0.01, printed);
    CHECK_NEAR(pair.mass, 0.130690254389, printed);
    dp_contact curve = two_phase("ma-liu-curve", 0.86, 0.7, NAN, DP_TENSION_CLAMP);
    CHECK_NEAR(mark(&curve, DP_BREAKPOINT_JUMP), dy, printed);
    CHECK_NEAR(mark(&curve, DP_BREAKPOINT_PLASTIC), dp, printed);
    CHECK_NEAR(at_rest(&curve, 1e-6).force, 15164835164.8 * 1e-9, printed);
    CHECK_NEAR(at_rest(&curve, mark(&curve, DP_BREAKPOINT_JUMP)).force, 182.175409729, printed);
    CHECK_NEAR(at_rest(&curve, mark(&curve, DP_BREAKPOINT_PLASTIC)).force, 71938.3311409, printed);
    for (double x = 6e-6; x < dp; x *= 2.0)
        CHECK_NEAR(at_rest(&curve, x).force, x * (c1 + c2 * log(x / dy)) + c3, 2.0 * printed);
    CHECK_NEAR(at_rest(&curve, 1e-3).dforce_ddelta, 194150425.992, printed);
    dp_contact line = two_phase("printed", 0.86, 0.7, NAN, DP_TENSION_CLAMP);
    dp_contact joined = two_phase("continuous", 0.86, 0.7, NAN, DP_TENSION_CLAMP);
    CHECK_NEAR(at_rest(&line, 1e-4).force, 163834231.249 * 1e-4, printed);
    CHECK_NEAR(at_rest(&joined, 1e-4).force, 182.175409729 + 163834231.249 * (1e-4 - dy), printed);
}

static void printed_spring_jumps_at_yield_and_the_others_do_not(void **state) {
    (void)state;
    static const struct {
        const char *form;
        double ratio;
    } rows[] = {{"printed", 4.717}, {"continuous", 1.0}, {"ma-liu-curve", 1.0}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        dp_contact contact = two_phase(rows[i].form, 0.86, 0.7, NAN, DP_TENSION_CLAMP);
        double dy = mark(&contact, DP_BREAKPOINT_JUMP);
        double ratio = at_rest(&contact, nextafter(dy, 1.0)).force / at_rest(&contact, dy).force;
        CHECK_WITHIN(ratio, rows[i].ratio, i == 0 ? 5e-4 : 1e-13);  // section 2.1: four digits
    }
}

static void loss_factors_deliver_what_section_4_2_says(void **state) {
    (void)state;
    // c, restitution that g2 delivers at zero indentation, that of g1 at zero force
    static const double rows[][3] = {
        {.95, .900354011272, .95050658488},  {.9, .801525696756, .902026068717},
        {.89, .781874527288, .892451447271}, {.86, .723181593188, .863970365382},
        {.84, .684290290966, .845185158004}, {.81, .626354989285, .817310270278},
        {.7, .419316419903, .718201361008},  {.65, .329147457803, .674751472505},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        double c = rows[i][0];
        // g2 alone: a yield stress that is never reached
        dp_contact elastic = two_phase("printed", c, c, 1e12, DP_TENSION_ALLOW);
        CHECK_NEAR(struck(&elastic, 1.0).restitution, rows[i][1], printed);
        dp_contact pulling = one_restitution("tsuji", c, DP_TENSION_ALLOW);
        dp_contact held = one_restitution("edem", c, DP_TENSION_RELEASE);
        CHECK_NEAR(struck(&pulling, 1.0).restitution, c, printed);
        CHECK_NEAR(struck(&held, 1.0).restitution, rows[i][2], printed);
        CHECK_NEAR(dp_contact_restitution(&held, spheres().mass, 1.0), rows[i][2], printed);
    }
    // g2(0.23) is overdamped: with tension allowed the bodies never part
    dp_impact impact;
    dp_contact creeping = two_phase("printed", 0.23, 0.23, 1e12, DP_TENSION_ALLOW);
    assert_int_equal(strike(&creeping, 1.0, &impact, NULL), DP_ERR_NUMERIC);
    dp_contact low = one_restitution("tsuji", 0.23, DP_TENSION_RELEASE);
    CHECK_NEAR(struck(&low, 1.0).restitution, .346359889976, printed);
}

// Section 4.3. Law or form, speed, restitutions (of the elastic and plastic phase, or one);
// largest indentation, force, time of the former, then with tension allowed: contact time, speed;
// at zero force: speed, contact time, indentation there; and what the page says of its own error.
static const struct {
    const char *name;
    double v0, ce, cp, delta, force, delta_time, time, speed;
    double released_speed, released_time, released_delta, self;
} impacts[] = {
    {"hertz", .05, NAN, NAN, 3.73338013557e-06, 109.393372798, .000109883651067, .000219767302134,
     .05, NAN, NAN, NAN, 1e-13},
    {"hunt-crossley", .05, .9, NAN, 3.59524284992e-06, 104.253137056, .000107431866573,
     .000222058891013, .0454507870675, NAN, NAN, NAN, 3e-13},
    {"tsuji", .05, .9, NAN, 3.58253009965e-06, 103.023411263, .000108433718849, .000222199714303,
     .045, .0451013034359, .000213419057783, 3.95665890752e-07, 2e-12},
    {"printed", .05, .95, .7, 3.58306969712e-06, 103.045251062, .000108439018087, .000222190196238,
     .0450177005636, .0451182881492, .000213436457321, 3.94604123464e-07, 2e-12},
    {"continuous", .05, .95, .7, 3.58306969712e-06, 103.045251062, .000108439018087,
     .000222190196238, .0450177005636, .0451182881492, .000213436457321, 3.94604123464e-07, 2e-12},
    {"ma-liu-curve", .05, .95, .7, 3.58306969712e-06, 103.045251062, .000108439018087,
     .000222190196238, .0450177005636, .0451182881492, .000213436457321, 3.94604123464e-07, 2e-12},
    {"hertz", 8, NAN, NAN, .000216470239923, 48298.6499893, 3.98207178319e-05, 7.96414356639e-05, 8,
     NAN, NAN, NAN, 1e-13},
    {"hunt-crossley", 8, .7, NAN, .000195455251369, 44001.1763787, 3.74646478279e-05,
     8.22952541723e-05, 6.14399831263, NAN, NAN, NAN, 5e-13},
    {"tsuji", 8, .7, NAN, .000189625477765, 40450.6824708, 3.81309971682e-05, 8.29777718575e-05,
     5.60000000001, 5.74561088806, 7.41026957747e-05, 5.04768775227e-05, 2e-12},
    {"printed", 8, .86, .7, .000192153996437, 32299.9799563, 4.14375528896e-05, 8.92991056668e-05,
     5.64326261527, 5.76571611657, 8.28740083414e-05, 3.6740423974e-05, 2e-12},
    {"continuous", 8, .86, .7, .0001954477348, 32158.8506638, 4.19535007698e-05, 9.05556331627e-05,
     5.5886117665, 5.74052379641, 8.33899562216e-05, 4.07132156235e-05, 2e-12},
    {"ma-liu-curve", 8, .86, .7, .000215255370696, 30747.1648195, 4.55169197675e-05,
     9.93148187024e-05, 5.29057365614, 5.53176138824, 8.85491510401e-05, 5.85496652853e-05, 2e-11},
    {"hertz", 25, NAN, NAN, .000538614717031, 189563.630575, 3.1705826611e-05, 6.34116532219e-05,
     25, NAN, NAN, NAN, 1e-13},
    {"hunt-crossley", 25, .65, NAN, .000479410000177, 171924.838236, 2.95766698742e-05,
     6.59087917688e-05, 18.4748829882, NAN, NAN, NAN, 2e-13},
    {"tsuji", 25, .65, NAN, .000460188490123, 154406.796076, 3.01061486837e-05, 6.67222575428e-05,
     16.25, 16.8687868126, 5.83814541068e-05, .00013863348853, 2e-12},
    {"printed", 25, .84, .65, .000580762800117, 98772.0170073, 4.08953001374e-05, 8.95598604595e-05,
     16.3024940165, 16.8908471999, 8.17904709364e-05, .000129617693777, 1e-12},
    {"continuous", 25, .84, .65, .000583958341309, 98612.5257795, 4.10605491269e-05,
     8.99798428443e-05, 16.2374684006, 16.863572856, 8.19557199259e-05, .00013354171748, 2e-12},
    {"ma-liu-curve", 25, .84, .65, .000591594976547, 103965.68308, 4.07059518552e-05,
     8.9411889309e-05, 15.9682926266, 16.8029995715, 7.95926277704e-05, .000162021117667, 1e-12},
};

static dp_contact contact_of(size_t i, dp_tension tension) {
    if (isnan(impacts[i].cp)) return one_restitution(impacts[i].name, impacts[i].ce, tension);
    return two_phase(impacts[i].name, impacts[i].ce, impacts[i].cp, NAN, tension);
}

static void impacts_with_tension_give_the_rows_of_section_4_3(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(impacts); i++) {
        dp_contact contact = contact_of(i, DP_TENSION_ALLOW);
        dp_impact impact = struck(&contact, impacts[i].v0);
        double allowed = printed + 2.0 * impacts[i].self;
        CHECK_NEAR(impact.max_indentation, impacts[i].delta, allowed);
        CHECK_NEAR(impact.max_force, impacts[i].force, allowed);
        CHECK_NEAR(impact.time_of_max_indentation, impacts[i].delta_time, allowed);
        CHECK_NEAR(impact.duration, impacts[i].time, allowed);
        CHECK_NEAR(impact.separation_speed, impacts[i].speed, allowed);
        assert_int_equal(impact.tension_seen, !isnan(impacts[i].released_speed));
    }
}

static void impacts_without_tension_give_the_rows_of_section_4_3(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(impacts); i++) {
        if (isnan(impacts[i].released_speed)) continue;
        dp_contact released = contact_of(i, DP_TENSION_RELEASE);
        dp_contact clamped = contact_of(i, DP_TENSION_CLAMP);
        dp_impact impact = struck(&released, impacts[i].v0);
        dp_impact again = struck(&clamped, impacts[i].v0);
        double allowed = printed + 2.0 * impacts[i].self;
        CHECK_NEAR(impact.max_force, impacts[i].force, allowed);
        CHECK_NEAR(impact.separation_speed, impacts[i].released_speed, allowed);
        CHECK_NEAR(impact.duration, impacts[i].released_time, allowed);
        CHECK_NEAR(impact.separation_indentation, impacts[i].released_delta, allowed);
        // a clamped contact flies on: the same rebound, and no force after the same time
        CHECK_NEAR(again.separation_speed, impact.separation_speed, 1e-12);
        CHECK_NEAR(again.duration, impact.duration, 1e-12);
    }
}

static void ma_liu_gives_the_rows_of_section_4_3(void **state) {
    (void)state;
    // speed, largest indentation, force, unloading radius, residual, restitution, lost energy
    static const double rows[][7] = {
        {.05, 3.73338013557e-06, 109.393372798, .01, 0.0, 1.0, 0.0},
        {8, .000254651929367, 36845.926846, .0167250977617, .000102394565616, .732516312651,
         1.93806266585},
        {25, .000712852390911, 124286.504705, .0196704574457, .00038842361564, .628427315465,
         24.711857095},
    };
    dp_contact contact = one_restitution("ma-liu", NAN, DP_TENSION_CLAMP);
    double modulus = spheres().modulus;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const double *r = rows[i];
        dp_impact impact = struck(&contact, r[0]);
        CHECK_NEAR(impact.max_indentation, r[1], printed);
        CHECK_NEAR(impact.max_force, r[2], printed);
        CHECK_NEAR(impact.residual_indentation, r[4], printed);
        CHECK_NEAR(impact.restitution, r[5], printed);
        CHECK_NEAR(dp_contact_restitution(&contact, spheres().mass, r[0]), r[5], printed);
        CHECK_NEAR(impact.energy.plastic, r[6], printed);
        // the unloading curve: a Hertz curve of radius Re that starts at the residual
        double x = 0.5 * (r[1] + r[4]), depth = x - r[4];
        double force = 4.0 / 3.0 * modulus * sqrt(r[3]) * depth * sqrt(depth);
        CHECK_NEAR(dp_contact_force(&contact, impact.history, x, 0.0), force, 4.0 * printed);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_spheres_have_the_constants_of_section_4_1),
        cmocka_unit_test(printed_spring_jumps_at_yield_and_the_others_do_not),
        cmocka_unit_test(loss_factors_deliver_what_section_4_2_says),
        cmocka_unit_test(impacts_with_tension_give_the_rows_of_section_4_3),
        cmocka_unit_test(impacts_without_tension_give_the_rows_of_section_4_3),
        cmocka_unit_test(ma_liu_gives_the_rows_of_section_4_3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
