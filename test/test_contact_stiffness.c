// The elastic stiffness of a contact: the slope of the curve along which its spring would unload,
// over the whole catalogue, by commits and differences; what a kernel without a formula gets; the
// stiffness ratio of two bodies.

#include "law_cases.h"

#include <float.h>

#include "dashpot/pair.h"
#include "kernels/plastic_sphere.h"

enum { FINE = 400 };  // steps of a difference in the room that it has

static int is_law(const law_case *c, const char *name) {
    return strcmp(c->def.law.law->name, name) == 0;
}

static double stiffness(const law_case *c, const double *history, double x) {
    return dp_contact_stiffness(&c->contact, history, x, NULL);
}

struct memory {
    double entry[DP_HISTORY_MAX];
};

static struct memory committed(const law_case *c, const double *history, double x) {
    struct memory m;
    memcpy(m.entry, history, sizeof m.entry);
    dp_contact_commit(&c->contact, m.entry, x, 0.0);
    return m;
}

// Derivative at x from x and six points below it, sixth order. Steps of room/400 leave
// (1/400)^6/7 times the seventh derivative: 2e-12 of the slope of a power 10, less of all others.
static double unloading_slope(const law_case *c, const double *history, double x, double room) {
    static const double weight[] = {-49.0 / 20.0, 6.0,       -15.0 / 2.0, 20.0 / 3.0,
                                    -15.0 / 4.0,  6.0 / 5.0, -1.0 / 6.0};
    double h = room / FINE, sum = 0.0;
    for (int i = 0; i < 7; i++)
        sum -= weight[i] * dp_contact_respond(&c->contact, history, x - i * h, 0.0).spring;
    return sum / h;
}

// Derivative of the stiffness along the branch, with a commit at every point; eighth order.
static double slope_with_commits(const law_case *c, const double *history, double x, double room) {
    static const double weight[] = {4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
    double h = room / FINE, sum = 0.0;
    for (int i = 1; i <= 4; i++) {
        struct memory above = committed(c, history, x + i * h);
        struct memory below = committed(c, history, x - i * h);
        sum += weight[i - 1] *
               (stiffness(c, above.entry, x + i * h) - stiffness(c, below.entry, x - i * h));
    }
    return sum / h;
}

// Ulps that a value of the law may be off: see steepness in test_law_properties.c.
static double ulps(const law_case *c, double x, double height) {
    const double *k = c->contact.k;
    int is_steep = is_law(c, "jackson-green") || is_law(c, "ghaednia");
    double steep = is_steep ? k[DP_PS_B] + 0.25 * pow(x / k[DP_PS_XC], 5.0 / 12.0) : 0.0;
    // the height above the dent is known to an ulp of x, and so is what peng leaves of its bed
    double fine = is_law(c, "peng") ? fmin(height, k[2]) : height;
    return 8.0 + 4.0 * x / fine + 2.0 * steep;
}

// The last place below x where the law is not smooth, at least the residual indentation.
static double mark_below(const law_case *c, const double *history, double x) {
    double breaks[LAW_BREAK_MAX], below = dp_contact_residual(&c->contact, history);
    int count = law_case_breaks(c, history, breaks);
    for (int i = 0; i < count; i++) {
        if (breaks[i] < x && breaks[i] > below) below = breaks[i];
    }
    return below;
}

// x with `room` on both sides in which the law is smooth.
static void expect_stiffness(const law_case *c, const double *history, double x, double room) {
    double slope, k = dp_contact_stiffness(&c->contact, history, x, &slope);
    struct memory m = committed(c, history, x);
    double residual = dp_contact_residual(&c->contact, m.entry), height = x - residual;
    if (height <= 0.0 && x < law_case_deepest(c, m.entry)) CASE_TRUE(c, k == 0.0 && slope == 0.0);
    double spring = dp_contact_respond(&c->contact, m.entry, x, 0.0).spring;
    if (spring < 1e-280 || height < 1e-9 * x) return;  // differences mean nothing
    // the unloading curve may be shorter than the branch of the loading curve
    double way = x - mark_below(c, m.entry, x), numeric = unloading_slope(c, m.entry, x, way);
    double noise = DBL_EPSILON * ulps(c, x, height);
    // the weights add up to 28
    CASE_NEAR(c, k, numeric, 1e-9 * k + 28.0 * FINE * noise * spring / way);

    double along = slope_with_commits(c, history, x, room);
    // relative to the stiffness over the room where the slope itself is small
    CASE_NEAR(c, slope, along, 1e-9 * fabs(slope) + (1e-11 + 2.1 * FINE * noise) * k / room);
}

static void expect_between_breaks(const law_case *c, const double *history) {
    static const double place[] = {0.02, 0.3, 0.8, 0.97};
    double breaks[LAW_BREAK_MAX + 3];
    int count = law_case_breaks(c, history, breaks);
    double last = breaks[count - 1], top = fmin(c->contact.limit, 1e30);
    double begin = last > 0.0 ? last : 1e-7;
    if (last == 0.0) breaks[count++] = fmin(begin, 0.5 * top);
    breaks[count++] = fmin(10.0 * begin, 0.9 * top);
    breaks[count++] = fmin(30.0 * begin, top);
    for (int i = 0; i + 1 < count; i++) {
        double width = breaks[i + 1] - breaks[i];
        for (int j = 0; j < 4 && width > 1e-9 * breaks[i]; j++) {
            double share = place[j] < 0.5 ? place[j] : 1.0 - place[j];
            expect_stiffness(c, history, breaks[i] + place[j] * width, share * width);
        }
    }
}

static void on_every_state(void (*check)(const law_case *c, const double *history)) {
    int count;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++) {
        double states[LAW_STATE_MAX][DP_HISTORY_MAX];
        int state_count = law_case_states(&cases[i], states);
        for (int j = 0; j < state_count; j++)
            check(&cases[i], states[j]);
    }
}

static void the_stiffness_is_the_slope_of_unloading_and_its_slope_follows_the_branch(void **state) {
    (void)state;
    on_every_state(expect_between_breaks);
}

static void expect_nothing_apart(const law_case *c, const double *history) {
    double slope = 1.0, residual = dp_contact_residual(&c->contact, history);
    double places[] = {-INFINITY, -1e-6, 0.0, 0.5 * residual, residual};
    // unloading so stiff that rounding leaves no height at all has no point of zero force
    int has_height = residual == 0.0 || residual < law_case_deepest(c, history);
    for (int i = 0; i < 4 + has_height; i++) {
        CASE_TRUE(c, dp_contact_stiffness(&c->contact, history, places[i], &slope) == 0.0);
        CASE_TRUE(c, slope == 0.0);
    }
    CASE_TRUE(c, isnan(dp_contact_stiffness(&c->contact, history, NAN, &slope)) && isnan(slope));
    CASE_TRUE(c, stiffness(c, history, 1e-6) >= 0.0);
}

static void a_contact_apart_or_inside_its_dent_has_no_stiffness(void **state) {
    (void)state;
    on_every_state(expect_nothing_apart);
    dp_contact none = {0};
    double slope = 0.0;
    assert_true(isnan(dp_contact_stiffness(&none, NULL, 1e-6, &slope)) && isnan(slope));
    assert_true(isnan(dp_contact_stiffness(NULL, NULL, 1e-6, NULL)));
}

// A history that lags behind gives the same as one that has just been written.
static void expect_no_lag(const law_case *c, const double *history) {
    double depths[LAW_DEPTH_MAX];
    int count = law_case_depths(c, depths);
    for (int i = 0; i < count; i++) {
        double slope, slope_now, k = dp_contact_stiffness(&c->contact, history, depths[i], &slope);
        struct memory m = committed(c, history, depths[i]);
        CASE_TRUE(c, dp_contact_stiffness(&c->contact, m.entry, depths[i], &slope_now) == k);
        CASE_TRUE(c, slope_now == slope);
    }
}

static void a_history_that_lags_behind_changes_nothing(void **state) {
    (void)state;
    on_every_state(expect_no_lag);
}

// --- formulas -----------------------------------------------------------------------------------

static void hertz_has_its_closed_form_whatever_its_damper(void **state) {
    (void)state;
    static const char *const laws[] = {"hertz",  "flores",        "tsuji",
                                       "ristow", "kuwabara-kono", "poursina-nikravesh"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        const law_case *c = law_case_of(laws[i]);
        double K = 4.0 / 3.0 * c->def.pair.modulus * sqrt(c->def.pair.radius);
        double history[DP_HISTORY_MAX] = {0}, x = 3e-6, slope;
        double k = dp_contact_stiffness(&c->contact, history, x, &slope);
        CHECK_NEAR(k, 1.5 * K * sqrt(x), 1e-15);
        CHECK_NEAR(slope, 0.75 * K / sqrt(x), 1e-15);
    }
}

static void straight_springs_have_one_stiffness(void **state) {
    (void)state;
    double history[DP_HISTORY_MAX] = {0}, slope;
    const law_case *c = law_case_of("kelvin-voigt");
    assert_true(dp_contact_stiffness(&c->contact, history, 2e-6, &slope) == c->def.pair.stiffness);
    assert_true(slope == 0.0);
    c = law_case_of("walton-braun");
    double k2 = c->def.pair.stiffness / (0.7 * 0.7);
    CHECK_NEAR(dp_contact_stiffness(&c->contact, history, 2e-6, &slope), k2, 1e-15);
    assert_true(slope == 0.0);
    dp_contact_commit(&c->contact, history, 2e-6, 0.0);
    CHECK_NEAR(dp_contact_stiffness(&c->contact, history, 1.9e-6, &slope), k2, 1e-15);
    assert_true(slope == 0.0 && stiffness(c, history, 0.5e-6) == 0.0);
}

static void thornton_has_the_contact_radius_of_hertz_on_virgin_loading(void **state) {
    (void)state;
    const law_case *c = law_case_of("thornton");
    double history[DP_HISTORY_MAX] = {0}, slope;
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    dp_contact_breakpoints(&c->contact, history, marks);
    double E = c->def.pair.modulus, R = c->def.pair.radius;
    for (double ratio = 0.5; ratio < 1e4; ratio *= 3.0) {
        double x = ratio * marks[0].delta;
        double k = dp_contact_stiffness(&c->contact, history, x, &slope);
        CHECK_NEAR(k, 2.0 * E * sqrt(R * x), 2e-15);
        CHECK_NEAR(slope, E * sqrt(R / x), 2e-15);
    }
    dp_contact_commit(&c->contact, history, 50.0 * marks[0].delta, 0.0);
    double x = 49.0 * marks[0].delta, y = x - history[1];
    double k = dp_contact_stiffness(&c->contact, history, x, &slope);
    CHECK_NEAR(k, 1.5 * history[2] * sqrt(y), 1e-15);
    CHECK_NEAR(slope, 0.5 * k / y, 1e-15);
}

// --- a kernel without a formula -----------------------------------------------------------------

// The kernels of the library without theirs are kernels as a user may write them. 1e-8 is what is
// asked for; near a mark, where the difference must be short, rounding comes in.
static void expect_fallback(const law_case *c, const double *history) {
    double depths[LAW_DEPTH_MAX];
    int count = law_case_depths(c, depths);
    CASE_TRUE(c, c->contact.kernel->stiffness != NULL);
    dp_kernel bare = *c->contact.kernel;
    bare.stiffness = NULL;
    dp_contact own = c->contact;
    own.kernel = &bare;
    for (int i = 0; i < count; i++) {
        double x = depths[i], slope, expected_slope;
        double expected = dp_contact_stiffness(&c->contact, history, x, &expected_slope);
        double k = dp_contact_stiffness(&own, history, x, &slope);
        struct memory m = committed(c, history, x);
        double height = x - dp_contact_residual(&c->contact, m.entry);
        if (expected < 1e-280 || height < 1e-9 * x) continue;
        // the weights of four and of seven points add up to 15 and to 28; a mark below shortens
        // the steps, which are 1/200 of the way to it
        double noise = 15.0 * DBL_EPSILON * ulps(c, x, height);
        double virgin[DP_HISTORY_MAX] = {0};
        const double *marked = x < law_case_deepest(c, history) ? history : virgin;
        double way = fmin(height, fmax(x - mark_below(c, marked, x), 1e-3 * x));
        CASE_NEAR(c, k, expected, (1e-11 + noise) * expected);
        CASE_NEAR(c, slope, expected_slope,
                  1e-8 * fabs(expected_slope) + (1e-9 / height + 5600.0 * noise / way) * expected);
    }
}

static void a_kernel_without_a_formula_gets_the_same_by_differences(void **state) {
    (void)state;
    on_every_state(expect_fallback);
}

// --- two bodies ---------------------------------------------------------------------------------

static double ratio_of(double young1, double poisson1, double young2, double poisson2) {
    dp_body first = dp_body_defaults(), second = dp_body_defaults();
    first.young = young1, first.poisson = poisson1;
    second.young = young2, second.poisson = poisson2;
    return dp_stiffness_ratio(&first, &second);
}

static void the_stiffness_ratio_follows_from_the_two_materials(void **state) {
    (void)state;
    for (double nu = 0.0; nu <= 0.5; nu += 0.05) {
        double one = 2.0 * (1.0 - nu) / (2.0 - nu);
        CHECK_NEAR(ratio_of(2e11, nu, 7e10, nu), one, 1e-15);
        CHECK_NEAR(ratio_of(2e11, nu, INFINITY, 0.1), one, 1e-15);
        CHECK_NEAR(ratio_of(INFINITY, NAN, 2e11, nu), one, 1e-15);
    }
    CHECK_NEAR(ratio_of(2e11, 0.3, 2e11, 0.3), 14.0 / 17.0, 1e-15);
    // page 010, ten digits
    CHECK_NEAR(ratio_of(380e9, 0.23, 70e9, 0.25), 0.8591435749, 6e-11);
    assert_true(ratio_of(380e9, 0.23, 70e9, 0.25) == ratio_of(70e9, 0.25, 380e9, 0.23));
    assert_true(isnan(ratio_of(380e9, NAN, 70e9, 0.25)));
    assert_true(isnan(ratio_of(NAN, 0.2, 70e9, 0.25)));
    assert_true(isnan(ratio_of(INFINITY, 0.2, INFINITY, 0.25)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stiffness_is_the_slope_of_unloading_and_its_slope_follows_the_branch),
        cmocka_unit_test(a_contact_apart_or_inside_its_dent_has_no_stiffness),
        cmocka_unit_test(a_history_that_lags_behind_changes_nothing),
        cmocka_unit_test(hertz_has_its_closed_form_whatever_its_damper),
        cmocka_unit_test(straight_springs_have_one_stiffness),
        cmocka_unit_test(thornton_has_the_contact_radius_of_hertz_on_virgin_loading),
        cmocka_unit_test(a_kernel_without_a_formula_gets_the_same_by_differences),
        cmocka_unit_test(the_stiffness_ratio_follows_from_the_two_materials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
