// Tests for src/restitution: relations between damping and restitution, from closed forms, from the
// spec pages and from each other.

#include "check.h"

#include <float.h>

#include "dashpot/contact.h"
#include "dashpot/restitution.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const double pi = 3.14159265358979323846;

// --- the Hunt-Crossley family
// ---------------------------------------------------------------------

static void exact_relation_gives_the_values_of_page_003_in_both_directions(void **state) {
    (void)state;
    static const double damping_of[][2] = {
        {0.05, 19.99999968153236},    {0.1, 9.9981593974956678},      {0.2, 4.9191667157907865},
        {0.3, 3.0870819811296242},    {0.4, 2.082498164147007},       {0.46, 1.6635059123379344},
        {0.5, 1.432750533271375},     {0.6, 0.97487171081326529},     {0.7, 0.63482828126641674},
        {0.8, 0.37314620336505367},   {0.9, 0.1664819506853081},      {0.95, 0.078926605287415231},
        {0.99, 0.015151362109441005}, {0.999, 0.0015015013512010853},
    };
    static const double restitution_of[][2] = {
        {0.01, 0.99337745439876736},  {0.1, 0.93747557994990506}, {0.5, 0.74843493159743416},
        {1.0, 0.59362426004004009},   {2.0, 0.41071968606103945}, {5.0, 0.19698024528051889},
        {10.0, 0.099981624752943887},
    };
    // 17 digits are printed; what is left is the rounding of a dozen operations, 1e-15 measured,
    // times d' = d/(1-e) where e itself is rounded: 1.1e-13 at 0.999
    for (size_t i = 0; i < COUNT(damping_of); i++) {
        double e = damping_of[i][0], d = damping_of[i][1];
        CHECK_NEAR(dp_hunt_crossley_damping(e), d, e < 0.99 ? 1e-14 : 2e-13);
        CHECK_NEAR(dp_hunt_crossley_restitution(d), e, 1e-14);
    }
    for (size_t i = 0; i < COUNT(restitution_of); i++) {
        double d = restitution_of[i][0], e = restitution_of[i][1];
        CHECK_NEAR(dp_hunt_crossley_restitution(d), e, 1e-14);
        CHECK_NEAR(dp_hunt_crossley_damping(e), d, e < 0.99 ? 1e-14 : 2e-14);
    }
}

// d -> e -> d loses what the rounding of e hides: d' e/d, which is 1.5/d for small d, in eps.
static void check_round_trip(double e) {
    double d = dp_hunt_crossley_damping(e);
    CHECK_NEAR(dp_hunt_crossley_restitution(d), e, 1e-14);  // a few eps: both ways are well-posed
    double again = dp_hunt_crossley_damping(dp_hunt_crossley_restitution(d));
    if (d > 0.0) CHECK_NEAR(again, d, 1e-14 + 2.0 * DBL_EPSILON / d);
}

static void damping_and_restitution_are_inverse_to_each_other(void **state) {
    (void)state;
    for (int i = 0; i <= 600; i++)
        check_round_trip(pow(10.0, -6.0 + 0.01 * i));
    for (double gap = 0.5; gap > 1e-16; gap *= 0.5)
        check_round_trip(1.0 - gap);
    for (double d = 1e-12; d < 1e6; d *= 1.7) {
        double e = dp_hunt_crossley_restitution(d);
        CHECK_NEAR(dp_hunt_crossley_damping(e), d, 1e-14 + 2.0 * DBL_EPSILON / d);
    }
    assert_true(dp_hunt_crossley_damping(1.0) == 0.0 && dp_hunt_crossley_restitution(0.0) == 1.0);
}

static void the_relation_is_satisfied_in_long_double(void **state) {
    (void)state;
    volatile long double one = 1.0L;
    if (one + LDBL_EPSILON == one) skip();  // valgrind has no long double
    for (double e = 0.06; e < 0.99; e += 0.003) {
        long double d = dp_hunt_crossley_damping(e), f = e;
        long double residual = d * (1.0L + f) - log1pl(d) + log1pl(-d * f);
        long double slope = 1.0L + f - 1.0L / (1.0L + d) - f / (1.0L - d * f);
        // as a relative error of d: rounding of d itself, of d e within 1 - d e, and that of the
        // long double sum, whose terms cancel to third order as e goes to 1
        double noise = (double)(4.0L * LDBL_EPSILON * (1.0L + f) / fabsl(slope));
        CHECK_WITHIN((double)(residual / (d * slope)), 0.0, 4.0 * DBL_EPSILON + noise);
    }
}

static void small_losses_follow_the_series_of_page_003(void **state) {
    (void)state;
    for (double d = 1e-12; d < 1.1e-3; d *= 10.0) {
        double series = 1.0 - d * (2.0 / 3.0 - d * (4.0 / 9.0 - d * (44.0 / 135.0)));
        CHECK_WITHIN(dp_hunt_crossley_restitution(d), series, 4e-16 + 0.26 * d * d * d * d);
    }
    // the series turned round; 1 - e is exact here, so d keeps all its digits
    for (double gap = 0x1p-50; gap < 2e-4; gap *= 2.0) {
        double series = gap * (1.5 + gap * (1.5 + gap * (1.35 + gap * 1.2)));
        CHECK_NEAR(dp_hunt_crossley_damping(1.0 - gap), series, 1e-15 + 1.2 * pow(gap, 4.0));
    }
}

static void heavy_damping_delivers_its_inverse(void **state) {
    (void)state;
    // 1 - d e = (1+d) exp(-d(1+e)): less than rounding from d = 40 on
    for (double d = 40.0; d < 1e15; d *= 3.7)
        CHECK_NEAR(dp_hunt_crossley_restitution(d), 1.0 / d, 1e-15);
    for (double e = 1e-6; e < 0.025; e *= 1.3)
        CHECK_NEAR(dp_hunt_crossley_damping(e), 1.0 / e, 1e-15);
}

static void more_damping_returns_less(void **state) {
    (void)state;
    for (double d = 1e-3, before = 1.0, e; d < 1e4; d *= 1.01, before = e) {
        e = dp_hunt_crossley_restitution(d);
        assert_true(e < before && e > 0.0 && d * e < 1.0 + 4.0 * DBL_EPSILON);
    }
}

// --- Kelvin-Voigt and Tsuji
// -----------------------------------------------------------------------

static void kelvin_voigt_gives_the_loss_factors_of_page_002(void **state) {
    (void)state;
    // c, g1, g2, restitution of g2 at zero indentation, restitution of g1 at zero force
    static const double rows[][5] = {
        {.95, .0326499738333, .0746700867312, .900354011272, .95050658488},
        {.9, .0670368982114, .157080074968, .801525696756, .902026068717},
        {.89, .0741367447031, .174602266697, .781874527288, .892451447271},
        {.86, .095906374447, .229460836172, .723181593188, .863970365382},
        {.84, .11082626835, .268075986338, .684290290966, .845185158004},
        {.81, .133848420841, .329357600897, .626354989285, .817310270278},
        {.7, .225616901387, .596218162967, .419316419903, .718201361008},
        {.65, .271702465289, .74567133052, .329147457803, .674751472505},
        {.23, .847474939472, 4.40255141655, NAN, .346359889976},
    };
    // 12 digits are printed
    for (size_t i = 0; i < COUNT(rows); i++) {
        const double *r = rows[i];
        CHECK_NEAR(2.0 * dp_kelvin_voigt_damping_ratio(r[0], 0), r[1], 5e-12);
        CHECK_NEAR(dp_kelvin_voigt_restitution(0.5 * r[1], 0), r[0], 5e-12);
        CHECK_NEAR(dp_kelvin_voigt_restitution(0.5 * r[1], 1), r[4], 5e-12);
        double delivered = dp_kelvin_voigt_restitution(r[2] / sqrt(5.0), 0);
        if (isnan(r[3]))
            assert_true(isnan(delivered));
        else
            CHECK_NEAR(delivered, r[3], 5e-12);
    }
}

static void kelvin_voigt_released_at_zero_force_gives_table_d_of_page_003(void **state) {
    (void)state;
    static const double asked[] = {.05, .1, .2, .3, .4, .5, .6, .7, .8, .9, .95, .99};
    static const double got[] = {.2137, .2527, .3249, .3971, .4720, .5503,
                                 .6323, .7182, .8081, .9020, .9505, .9900};
    for (size_t i = 0; i < COUNT(asked); i++) {
        double xi = dp_kelvin_voigt_damping_ratio(asked[i], 0);
        CHECK_WITHIN(dp_kelvin_voigt_restitution(xi, 1), got[i], 5e-5);  // four digits printed
        CHECK_NEAR(dp_kelvin_voigt_restitution(xi, 0), asked[i], 1e-14);
    }
}

static void kelvin_voigt_agrees_with_its_closed_forms(void **state) {
    (void)state;
    for (double xi = 0.001; xi < 0.99; xi += 0.011) {
        double root = sqrt(1.0 - xi * xi);
        // the plain formulas lose a few digits of 1 - xi^2 near 1
        CHECK_NEAR(dp_kelvin_voigt_restitution(xi, 0), exp(-pi * xi / root), 2e-14);
        double early = exp(-xi * (pi - 2.0 * asin(xi)) / root);
        CHECK_NEAR(dp_kelvin_voigt_restitution(xi, 1), early, 2e-14);
    }
    // overdamped, xi = cosh b: still leaves at zero force, never at zero indentation
    for (double b = 0.05; b < 20.0; b *= 1.3) {
        // cosh amplifies the rounding of b; the exponent reaches 40
        CHECK_NEAR(dp_kelvin_voigt_restitution(cosh(b), 1), exp(-2.0 * b / tanh(b)), 2e-13);
        assert_true(isnan(dp_kelvin_voigt_restitution(cosh(b), 0)));
    }
    for (int end = 0; end <= 1; end++)
        assert_true(dp_kelvin_voigt_restitution(0.0, end) == 1.0);
}

static void kelvin_voigt_passes_smoothly_through_critical_damping(void **state) {
    (void)state;
    CHECK_NEAR(dp_kelvin_voigt_restitution(1.0, 1), exp(-2.0), 1e-15);
    for (double h = 1e-9; h < 3e-3; h *= 1.5) {
        // ln e = -2 (1 + 2h/3 - h^2/5 + 8h^3/105 ...), by the series of acos(x)/sqrt(1-x^2) at 1
        for (int side = -1; side <= 1; side += 2) {
            double x = 1.0 + side * h, step = x - 1.0;
            double exponent = 1.0 + step * (2.0 / 3.0 - step * (1.0 / 5.0 - step * (8.0 / 105.0)));
            double e = exp(-2.0 * exponent), allowed = 2e-15 + pow(h, 4.0);
            CHECK_NEAR(dp_kelvin_voigt_restitution(x, 1), e, allowed);
        }
    }
    // the two branches of the implementation meet at |1 - xi| = 1e-5
    for (int side = -1; side <= 1; side += 2) {
        double inside = dp_kelvin_voigt_restitution(1.0 + side * 0.9999999e-5, 1);
        double outside = dp_kelvin_voigt_restitution(1.0 + side * 1.0000001e-5, 1);
        CHECK_NEAR(inside / outside, 1.0 + side * 2e-12 * (4.0 / 3.0), 2e-15);
    }
    // at zero indentation nothing comes back in the limit
    assert_true(dp_kelvin_voigt_restitution(nextafter(1.0, 0.0), 0) == 0.0);
    assert_true(isnan(dp_kelvin_voigt_restitution(1.0, 0)));
}

static void damping_ratios_are_inverse_to_the_restitutions(void **state) {
    (void)state;
    for (int i = 0; i <= 1200; i++) {
        double e = pow(10.0, -0.01 * i), xi[3];
        xi[0] = dp_kelvin_voigt_damping_ratio(e, 0);
        xi[1] = dp_kelvin_voigt_damping_ratio(e, 1);
        xi[2] = dp_loading_damper_ratio(e);
        // relative error of e: rounding of xi times d ln e/d ln xi, which reaches 2 |ln e|, and for
        // the undamped exit 1/(1-xi^2) times that
        double loss = log(1.0 / e), stretch = 1.0 + loss * loss / (pi * pi);
        CHECK_NEAR(dp_kelvin_voigt_restitution(xi[0], 0), e, 1e-15 * (1.0 + loss * stretch));
        CHECK_NEAR(dp_kelvin_voigt_restitution(xi[1], 1), e, 2e-15 * (1.0 + loss));
        CHECK_NEAR(dp_loading_damper_restitution(xi[2]), e, 2e-15 * (1.0 + loss));
    }
    for (int end = 0; end <= 1; end++)
        assert_true(dp_kelvin_voigt_damping_ratio(1.0, end) == 0.0);
    assert_true(dp_loading_damper_ratio(1.0) == 0.0);
}

static void a_damper_in_loading_only_gives_the_rows_of_page_003(void **state) {
    (void)state;
    // section 6: gamma of X'' + X^n + gamma X^p X' = 0, integrated there to 11 digits and more;
    // beta is gamma/sqrt5 and gamma/2
    static const double rows[][3] = {{0.596218162967377, 5.0, .697749095412},
                                     {1.3636305755154339, 5.0, .4945877970178},
                                     {0.5205727279221393, 4.0, .7029513311056}};
    for (size_t i = 0; i < COUNT(rows); i++)
        CHECK_NEAR(dp_loading_damper_restitution(rows[i][0] / sqrt(rows[i][1])), rows[i][2], 2e-12);
    for (double beta = 0.02; beta < 0.99; beta += 0.07) {
        double closed = exp(-beta * acos(beta) / sqrt(1.0 - beta * beta));
        CHECK_NEAR(dp_loading_damper_restitution(beta), closed, 2e-14);
    }
    assert_true(dp_loading_damper_restitution(0.0) == 1.0);
}

// --- Hertz spring with a power-law dashpot
// ---------------------------------------------------------

static void power_dashpots_give_table_e_of_page_003(void **state) {
    (void)state;
    static const double gammas[] = {.01, .05, .1, .2, .5, 1.0, 2.0};
    // p, 1 where the contact ends at zero force, and restitution for each gamma
    static const double rows[][9] = {
        {0.0, 0, .982249024662, .913721549229, .833347084890, .688560163705, .356912974176,
         .041320343494, NAN},
        {0.0, 1, .982524258515, .917564683360, .844884676586, .721426064432, .468038544825,
         .251843353468, .094927845421},
        {0.5, 0, .988544818657, .944259972344, .892147587291, .797550062040, .573824628665,
         .331164810467, .095330365354},
        {0.5, 1, .988547439643, .944396779178, .892858875507, .800965468136, .595251501136,
         .393930603230, .211646054604},
        {.65, 0, .989665801390, .949702355658, .902643618278, .817096535117, .613682540604,
         .389355154557, .157422423547},
        {.65, 1, .989666066170, .949730149548, .902837087809, .818323752889, .624363812467,
         .427529497696, .241829838968},
        {1.0, 0, .991599400011, .959094808765, .920772330291, .850928697736, .683327681249,
         .493563768580, .281323521805},
        {1.0, 1, .991599400021, .959094835207, .920773049094, .850945476088, .684011146810,
         .499731495031, .307726969428},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        for (int j = 0; j < 7; j++) {
            double e = dp_power_dashpot_restitution(rows[i][0], gammas[j], rows[i][1] == 1.0);
            // the page is good to 1e-12, the header promises as much
            if (!isnan(rows[i][2 + j]))
                CHECK_WITHIN(e, rows[i][2 + j], 2e-12);
            else
                assert_true(isnan(e));  // overdamped: creeps back for ever
        }
    }
    assert_true(dp_power_dashpot_restitution(0.5, 0.0, 0) == 1.0);
}

static void power_dashpots_are_integrated_to_1e_12(void **state) {
    (void)state;
    // p, gamma, restitution at zero indentation and at zero force by a Taylor series of order 26 in
    // 30 digits; 0.3231577635660226 is the eta of 0.6
    static const double rows[][4] = {
        {0.0, .05, .91372154922848199, .91756468336021117},
        {0.0, .2, .68856016370475943, .7214260644323445},
        {0.0, .3231577635660226, .53573227048029769, .6},
        {0.0, 1.0, .041320343494337112, .25184335346795075},
        {0.5, .05, .94425997234333938, .94439677917763032},
        {0.5, .2, .79755006203945042, .80096546813576464},
        {0.5, 1.0, .33116481046664094, .39393060322987319},
        {0.5, 2.0, .095330365354151543, .21164605460364281},
        {1.0, .05, .95909480876503972, .95909483520715658},
        {1.0, 2.0, .2813235218045379, .30772696942834404},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        // the promise of the header
        CHECK_WITHIN(dp_power_dashpot_restitution(rows[i][0], rows[i][1], 0), rows[i][2], 1e-12);
        CHECK_WITHIN(dp_power_dashpot_restitution(rows[i][0], rows[i][1], 1), rows[i][3], 1e-12);
    }
    // p = 1/4 is the linear oscillator in disguise
    for (double gamma = 0.01; gamma < 2.2; gamma *= 1.5) {
        for (int at_zero_force = 0; at_zero_force <= 1; at_zero_force++) {
            double e = dp_power_dashpot_restitution(0.25, gamma, at_zero_force);
            CHECK_WITHIN(e, dp_kelvin_voigt_restitution(gamma / sqrt(5.0), at_zero_force), 1e-12);
        }
    }
}

static void power_dashpot_damping_gives_table_f_of_page_003(void **state) {
    (void)state;
    // e, eta (p = 0, zero force), gamma for p = 1/2 at zero force and at zero indentation
    static const double rows[][4] = {
        {.10, 1.9386168128, 3.7830473414, 1.9657650318},
        {.20, 1.2101329450, 2.1096047898, 1.4325398516},
        {.30, .8497045058, 1.3963406257, 1.0873880830},
        {.40, .6184838340, .9794550140, .8302677776},
        {.50, .4517335147, .6980409381, .6264926149},
        {.60, .3231577636, .4913905114, .4590484446},
        {.70, .2196782431, .3309106363, .3180705662},
        {.80, .1339511203, .2011366613, .1972437280},
        {.90, .0615574636, .0928381065, .0922509234},
        {.95, .0294922815, .0447878448, .0446912408},
        {.99, .0056766151, .0087236391, .0087220008},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const double *r = rows[i];
        // ten decimals; d gamma/de passes 10 at e = 0.1, where 1e-12 in e shows
        double allowed = 5e-11 + 1e-12 / (r[0] * r[0]);
        CHECK_WITHIN(dp_power_dashpot_damping(0.0, r[0], 1), r[1], allowed);
        CHECK_WITHIN(dp_power_dashpot_damping(0.5, r[0], 1), r[2], allowed);
        CHECK_WITHIN(dp_power_dashpot_damping(0.5, r[0], 0), r[3], allowed);
    }
}

static void power_dashpot_damping_delivers_what_is_asked(void **state) {
    (void)state;
    static const double asked[] = {0.01, 0.3, 0.77, 0.999, 1.0};
    for (double p = 0.0; p <= 1.0; p += 0.25) {
        for (size_t i = 0; i < 2 * COUNT(asked); i++) {
            int at_zero_force = i % 2 == 1;
            double gamma = dp_power_dashpot_damping(p, asked[i / 2], at_zero_force);
            double e = dp_power_dashpot_restitution(p, gamma, at_zero_force);
            CHECK_WITHIN(e, asked[i / 2], 1e-14);  // one function, so only the root finder is seen
        }
    }
}

// --- plastic spheres and waves
// --------------------------------------------------------------------

static void thornton_agrees_with_the_closed_form_of_the_spec(void **state) {
    (void)state;
    for (double ratio = 1.0; ratio < 1e6; ratio *= 1.37) {
        double r = 1.0 / ratio;
        double closed = sqrt(6.0 * sqrt(3.0) / 5.0 * (1.0 - r * r / 6.0)) *
                        pow(r / (r + 2.0 * sqrt(1.2 - 0.2 * r * r)), 0.25);
        CHECK_NEAR(dp_thornton_restitution(ratio), closed, 1e-15);  // a handful of roundings
    }
    assert_true(dp_thornton_restitution(0.3) == 1.0 && dp_thornton_restitution(1.0) == 1.0);
}

static void thornton_first_yields_at_the_speed_with_the_constant_3_194(void **state) {
    (void)state;
    const double E = 1.1e11, R = 0.013, py = 1.7e9, m = 0.2;
    // m V^2/2 = (2/5) K dy^2.5 with dy = (pi py/(2E))^2 R, so V^2 = c^2 py^5 R^3/(E^4 m)
    double constant = sqrt(16.0 / 15.0 * pow(0.5 * pi, 5.0));
    CHECK_WITHIN(constant, 3.194, 5e-4);  // as printed, four digits
    double speed = constant * sqrt(pow(py, 5.0) * pow(R, 3.0) / (pow(E, 4.0) * m));

    dp_contact contact;
    dp_contact_def def = dp_contact_defaults(dp_law_find("thornton"));
    assert_int_equal(dp_law_set(&def.law, "yield_pressure", py, NULL), DP_OK);
    assert_int_equal(dp_pair_set(&def.pair, "modulus", E, NULL), DP_OK);
    assert_int_equal(dp_pair_set(&def.pair, "radius", R, NULL), DP_OK);
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    assert_true(dp_contact_restitution(&contact, m, 0.999 * speed) == 1.0);
    assert_true(dp_contact_restitution(&contact, m, 1.001 * speed) < 1.0);
    // the closed form at a known multiple; a few roundings of the powers above
    double closed = dp_thornton_restitution(3.0);
    CHECK_NEAR(dp_contact_restitution(&contact, m, 3.0 * speed), closed, 1e-14);
}

static void waves_take_what_page_000_says(void **state) {
    (void)state;
    // bodies 1 and 2 of its Table 1 at 0.02 m/s; ten digits printed
    CHECK_NEAR(dp_wave_restitution(2.0e11, 0.29, 7800.0, 0.02), .9994482039, 5e-11);
    CHECK_NEAR(dp_wave_restitution(6.5e10, 0.33, 2700.0, 0.02), .9994290196, 5e-11);
    assert_true(dp_wave_restitution(2.0e11, 0.29, 7800.0, 0.0) == 1.0);
}

// --- what is refused
// ------------------------------------------------------------------------------

static void outside_its_range_every_function_answers_nan(void **state) {
    (void)state;
    static const double bad[] = {-1e-300, -1.0, NAN};
    for (size_t i = 0; i < COUNT(bad); i++) {
        double x = bad[i];
        assert_true(isnan(dp_hunt_crossley_restitution(x)));
        assert_true(isnan(dp_hunt_crossley_damping(x)));
        assert_true(isnan(dp_loading_damper_restitution(x)) && isnan(dp_loading_damper_ratio(x)));
        assert_true(isnan(dp_thornton_restitution(x)));
        for (int at_zero_force = 0; at_zero_force <= 1; at_zero_force++) {
            assert_true(isnan(dp_kelvin_voigt_restitution(x, at_zero_force)));
            assert_true(isnan(dp_kelvin_voigt_damping_ratio(x, at_zero_force)));
            assert_true(isnan(dp_power_dashpot_restitution(x, 0.1, at_zero_force)));
            assert_true(isnan(dp_power_dashpot_restitution(0.5, x, at_zero_force)));
            assert_true(isnan(dp_power_dashpot_damping(x, 0.5, at_zero_force)));
            assert_true(isnan(dp_power_dashpot_damping(0.5, x, at_zero_force)));
        }
        for (int j = 0; j < 4; j++) {
            double v[4] = {2e11, 0.3, 7800.0, 1.0};
            v[j] = x;
            assert_true(isnan(dp_wave_restitution(v[0], v[1], v[2], v[3])));
        }
    }
    const double above = nextafter(1.0, 2.0);
    assert_true(isnan(dp_hunt_crossley_damping(above)) && isnan(dp_loading_damper_ratio(above)));
    for (int end = 0; end <= 1; end++) {
        assert_true(isnan(dp_kelvin_voigt_damping_ratio(above, end)));
        assert_true(isnan(dp_kelvin_voigt_damping_ratio(0.0, end)));
        assert_true(isnan(dp_power_dashpot_damping(0.5, above, end)));
        assert_true(isnan(dp_power_dashpot_damping(0.5, 0.0099, end)));
        assert_true(isnan(dp_power_dashpot_restitution(above, 0.1, end)));
        assert_true(isnan(dp_power_dashpot_restitution(0.5, INFINITY, end)));
    }
    assert_true(isnan(dp_hunt_crossley_damping(0.99e-6)) && !isnan(dp_hunt_crossley_damping(1e-6)));
    assert_true(isnan(dp_hunt_crossley_restitution(INFINITY)));
    assert_true(isnan(dp_loading_damper_ratio(0.0)) && isnan(dp_thornton_restitution(0.0)));
    assert_true(isnan(dp_wave_restitution(2e11, 0.51, 7800.0, 1.0)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_relation_gives_the_values_of_page_003_in_both_directions),
        cmocka_unit_test(damping_and_restitution_are_inverse_to_each_other),
        cmocka_unit_test(the_relation_is_satisfied_in_long_double),
        cmocka_unit_test(small_losses_follow_the_series_of_page_003),
        cmocka_unit_test(heavy_damping_delivers_its_inverse),
        cmocka_unit_test(more_damping_returns_less),
        cmocka_unit_test(kelvin_voigt_gives_the_loss_factors_of_page_002),
        cmocka_unit_test(kelvin_voigt_released_at_zero_force_gives_table_d_of_page_003),
        cmocka_unit_test(kelvin_voigt_agrees_with_its_closed_forms),
        cmocka_unit_test(kelvin_voigt_passes_smoothly_through_critical_damping),
        cmocka_unit_test(damping_ratios_are_inverse_to_the_restitutions),
        cmocka_unit_test(a_damper_in_loading_only_gives_the_rows_of_page_003),
        cmocka_unit_test(power_dashpots_give_table_e_of_page_003),
        cmocka_unit_test(power_dashpots_are_integrated_to_1e_12),
        cmocka_unit_test(power_dashpot_damping_gives_table_f_of_page_003),
        cmocka_unit_test(power_dashpot_damping_delivers_what_is_asked),
        cmocka_unit_test(thornton_agrees_with_the_closed_form_of_the_spec),
        cmocka_unit_test(thornton_first_yields_at_the_speed_with_the_constant_3_194),
        cmocka_unit_test(waves_take_what_page_000_says),
        cmocka_unit_test(outside_its_range_every_function_answers_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
