// Bounds, models that fail, what cannot be found, and everything around a fit that has a closed
// form.

#include "check.h"

#include "lines.h"

#define NORMAL_95 1.959963984540054     // quantile of the normal distribution, 97.5 %
#define STUDENT_3_95 3.182446305284263  // the same of Student's, 3 degrees of freedom
// Ends lie on the threshold to 1e-8 of the rise, which is 5e-9 of a half-width; slopes of a
// straight line are exact but for rounding.
#define END_WITHIN 1e-8

// Sums of the straight line through the five points.
struct sums {
    double n, x, y, xx, xy;
};

static struct sums sums5(void) {
    struct sums s = {0};
    for (int i = 0; i < 5; i++) {
        s.n += 1.0;
        s.x += line_x5[i];
        s.y += line_y5[i];
        s.xx += line_x5[i] * line_x5[i];
        s.xy += line_x5[i] * line_y5[i];
    }
    return s;
}

// --- closed forms --------------------------------------------------------------------------------

static void check_straight(double sigma, bool is_log) {
    struct line line;
    dp_fit_result fit;
    struct sums s = sums5();
    double det = s.n * s.xx - s.x * s.x;
    double slope = (s.n * s.xy - s.x * s.y) / det, height = (s.y - slope * s.x) / s.n, rest = 0.0;
    for (int i = 0; i < 5; i++)
        rest += pow(line_y5[i] - height - slope * line_x5[i], 2.0);
    double scale = isnan(sigma) ? sqrt(rest / 3.0) : sigma;
    double quantile = isnan(sigma) ? STUDENT_3_95 : NORMAL_95;
    double error[2] = {scale * sqrt(s.xx / det), scale * sqrt(s.n / det)};
    line_init(&line, line_straight, line_x5, line_y5, 5, sigma);
    line_free(&line, "height", -5.0, 5.0, NAN, false);
    line_free(&line, "slope", 0.01, 100.0, NAN, is_log);
    line_run(&line, &fit);
    double value[2] = {height, slope};
    for (int j = 0; j < 2; j++) {
        const dp_fit_estimate *known = &fit.parameters[j];
        // the last step is 1e-9 of a standard error, of residuals as large as sigma; in ln of the
        // slope differences are right to 2e-9
        double within = is_log ? 1e-8 : 2e-9;
        CHECK_WITHIN(known->value, value[j], within * error[j]);
        CHECK_NEAR(known->standard_error, error[j], is_log ? 1e-8 : 1e-10);
        CHECK_WITHIN(known->low, value[j] - quantile * error[j],
                     2.0 * END_WITHIN * quantile * error[j]);
        CHECK_WITHIN(known->high, value[j] + quantile * error[j],
                     2.0 * END_WITHIN * quantile * error[j]);
        assert_true(known->is_identifiable && !known->at_bound);
    }
    CHECK_NEAR(fit.correlation[0][1], -s.x / sqrt(s.n * s.xx), 1e-8);
    CHECK_NEAR(fit.correlation[1][1], 1.0, 0.0);
    CHECK_NEAR(fit.targets[0].sum, rest, 1e-12);
    CHECK_NEAR(fit.rms, sqrt(rest / 5.0), 1e-12);
    if (isnan(sigma)) {
        CHECK_NEAR(fit.targets[0].sigma, scale, 1e-9);
        assert_true(isnan(fit.chi2));
    } else {
        CHECK_NEAR(fit.chi2, rest / (sigma * sigma), 1e-12);
        CHECK_NEAR(fit.aic, fit.chi2 + 4.0, 1e-15);
        CHECK_NEAR(fit.aicc, fit.chi2 + 4.0 + 6.0, 1e-14);
    }
    assert_true(fit.converged && fit.identifiable && fit.dof == 3);
    dp_fit_free(&fit);
}

static void test_straight_line(void **state) {
    (void)state;
    check_straight(0.1, false);
    check_straight(0.1, true);
    check_straight(NAN, false);
    check_straight(NAN, true);
}

static double zero(double x, const double *theta) {
    (void)x, (void)theta;
    return 0.0;
}

static void test_nothing_free(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    double y[3] = {1.1, 1.9, 3.2};
    line_init(&line, zero, line_x5, y, 3, 2.0);
    line_run(&line, &fit);
    CHECK_NEAR(fit.chi2, (1.21 + 3.61 + 10.24) / 4.0, 1e-14);
    CHECK_NEAR(fit.aicc, fit.chi2, 0.0);
    assert_true(fit.converged && fit.identifiable && fit.dof == 3 && fit.evaluations == 2);
    dp_fit_free(&fit);
    line_init(&line, zero, line_x5, y, 3, NAN);
    line_run(&line, &fit);
    CHECK_NEAR(fit.targets[0].sigma, sqrt(15.06 / 3.0), 1e-14);
    CHECK_NEAR(fit.aic, 3.0 * log(15.06 / 3.0) + 2.0, 1e-14);
    dp_fit_free(&fit);
}

static void test_profile(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    double values[DP_FIT_PROFILE_POINTS], chi2[DP_FIT_PROFILE_POINTS];
    line_init(&line, line_straight, line_x5, line_y5, 5, 0.1);
    line_free(&line, "height", -5.0, 5.0, NAN, false);
    line_free(&line, "slope", 0.01, 100.0, NAN, true);
    line_run(&line, &fit);
    for (int j = 0; j < 2; j++) {
        const dp_fit_estimate *known = &fit.parameters[j];
        dp_fit_profile_points(&fit, &line.def, j, values);
        assert_true(values[0] < known->low && values[DP_FIT_PROFILE_POINTS - 1] > known->high);
        assert_int_equal(
            dp_fit_profile(&fit, &line.def, j, values, DP_FIT_PROFILE_POINTS, chi2, NULL), DP_OK);
        for (int i = 0; i < DP_FIT_PROFILE_POINTS; i++) {
            double off = (values[i] - known->value) / known->standard_error;
            CHECK_WITHIN(chi2[i], fit.lowest + off * off, 1e-7);
        }
        double ends[2] = {known->low, known->high};
        dp_fit_profile(&fit, &line.def, j, ends, 2, chi2, NULL);
        for (int i = 0; i < 2; i++)
            CHECK_WITHIN(chi2[i], fit.threshold, 1e-7);
    }
    assert_int_equal(dp_fit_profile(&fit, &line.def, 2, values, 1, chi2, NULL), DP_ERR_RANGE);
    dp_fit_free(&fit);
}

// --- bounds --------------------------------------------------------------------------------------

static void test_beyond_bound(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    struct sums s = sums5();
    double best = s.xy / s.xx, sharp = s.xx / 0.01;
    for (int side = 0; side < 2; side++) {
        double bound = side == 0 ? best - 0.1 : best + 0.1;
        line_init(&line, line_proportional, line_x5, line_y5, 5, 0.1);
        line_free(&line, "slope", side == 0 ? 0.01 : bound, side == 0 ? bound : 100.0, NAN, true);
        line_run(&line, &fit);
        const dp_fit_estimate *known = &fit.parameters[0];
        CHECK_NEAR(known->value, bound, 0.0);
        assert_true(known->at_bound && known->is_identifiable && fit.converged);
        assert_true(isnan(known->standard_error) && isnan(fit.correlation[0][0]));
        // chi2 has risen from the bound, not from the optimum beyond it
        double reach = sqrt(0.01 + NORMAL_95 * NORMAL_95 / sharp);
        CHECK_NEAR(known->low, side == 0 ? best - reach : bound, 1e-8);
        CHECK_NEAR(known->high, side == 0 ? bound : best + reach, 1e-8);
        assert_int_equal(known->open_low, side == 1);
        assert_int_equal(known->open_high, side == 0);
        assert_true(line_says(&fit, side == 0 ? "slope is at its upper bound"
                                              : "slope is at its lower bound"));
        dp_fit_free(&fit);
    }
}

// A start at the bound with the way down leading inside.
static void test_released(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    struct sums s = sums5();
    for (int side = 0; side < 2; side++) {
        line_init(&line, line_proportional, line_x5, line_y5, 5, 0.1);
        line_free(&line, "slope", 0.1, 10.0, side == 0 ? 0.1 : 10.0, side == 0);
        line.def.starts = 1;
        line_run(&line, &fit);
        CHECK_NEAR(fit.parameters[0].value, s.xy / s.xx, 1e-9);
        assert_false(fit.parameters[0].at_bound);
        dp_fit_free(&fit);
    }
}

// One of two parameters at its bound: the other as if that one were known.
static void test_one_at_bound(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    struct sums s = sums5();
    line_init(&line, line_straight, line_x5, line_y5, 5, 0.1);
    line_free(&line, "height", -5.0, 5.0, NAN, false);
    line_free(&line, "slope", 0.1, 1.5, NAN, true);
    line_run(&line, &fit);
    CHECK_NEAR(fit.parameters[1].value, 1.5, 0.0);
    assert_true(fit.parameters[1].at_bound && !fit.parameters[0].at_bound && fit.converged);
    CHECK_NEAR(fit.parameters[0].value, (s.y - 1.5 * s.x) / s.n, 1e-9);
    CHECK_NEAR(fit.parameters[0].standard_error, 0.1 / sqrt(5.0), 1e-9);
    assert_true(isnan(fit.parameters[1].standard_error));
    assert_true(isnan(fit.correlation[0][1]) && isnan(fit.correlation[1][1]));
    CHECK_NEAR(fit.correlation[0][0], 1.0, 0.0);
    // the slope stays at its bound all over the interval
    double half = NORMAL_95 * 0.1 / sqrt(5.0);
    CHECK_NEAR(fit.parameters[0].low, fit.parameters[0].value - half, 1e-8);
    CHECK_NEAR(fit.parameters[0].high, fit.parameters[0].value + half, 1e-8);
    dp_fit_free(&fit);
    // with larger errors it leaves the bound on the way up: chi2 rises less
    for (int i = 0; i < 5; i++)
        line.cells[i].sigma = 0.5;
    line_run(&line, &fit);
    CHECK_NEAR(fit.parameters[0].low, fit.parameters[0].value - 5.0 * half, 1e-7);
    assert_true(fit.parameters[0].high > fit.parameters[0].value + 5.1 * half);
    dp_fit_free(&fit);
}

// The optimum on the bound itself: no reason to say that it would be better beyond.
static void test_optimum_on_bound(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    double y[5];
    for (int i = 0; i < 5; i++)
        y[i] = 2.0 * line_x5[i];
    line_init(&line, line_proportional, line_x5, y, 5, 0.1);
    line_free(&line, "slope", 0.1, 2.0, NAN, false);
    line_run(&line, &fit);
    CHECK_NEAR(fit.parameters[0].value, 2.0, 1e-9);
    assert_false(fit.parameters[0].at_bound);
    assert_true(fit.converged && fit.parameters[0].open_high && !fit.parameters[0].open_low);
    dp_fit_free(&fit);
}

static double saturation(double x, const double *theta) {
    return 1.0 - exp(-theta[0] * x);
}

// Beyond some rate everything has saturated: one end is open.
static void test_open_end(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    double y[5] = {0.99, 1.01, 1.0, 0.98, 1.02};
    line_init(&line, saturation, line_x5, y, 5, 0.02);
    line_free(&line, "rate", 1e-3, 1e3, NAN, true);
    line_run(&line, &fit);
    const dp_fit_estimate *known = &fit.parameters[0];
    assert_true(known->open_high && !known->open_low);
    CHECK_NEAR(known->high, 1e3, 0.0);
    assert_true(known->low > 1.0 && known->low < known->value);
    dp_fit_free(&fit);
    // with errors as large as the effect neither end is known
    line_init(&line, saturation, line_x5, y, 5, 2.0);
    line_free(&line, "rate", 1e-3, 1e3, NAN, true);
    line_run(&line, &fit);
    assert_true(known->open_high && known->open_low && !known->is_identifiable);
    assert_true(isnan(known->standard_error) && !fit.identifiable && fit.null_count == 0);
    assert_true(line_says(&fit, "rate cannot be found from these data"));
    dp_fit_free(&fit);
}

// --- what cannot be found ------------------------------------------------------------------------

static double sum_only(double x, const double *theta) {
    return (theta[0] + theta[1]) * x;
}
static double without_second(double x, const double *theta) {
    return theta[0] * x;
}

static void test_no_effect(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    struct sums s = sums5();
    line_init(&line, without_second, line_x5, line_y5, 5, 0.1);
    line_free(&line, "slope", 0.1, 10.0, NAN, true);
    line_free(&line, "ghost", 1.0, 5.0, 2.5, false);
    line_run(&line, &fit);
    CHECK_NEAR(fit.parameters[0].value, s.xy / s.xx, 1e-8);
    CHECK_NEAR(fit.parameters[0].standard_error, 0.1 / sqrt(s.xx), 1e-8);
    assert_true(fit.parameters[0].is_identifiable && !fit.parameters[1].is_identifiable);
    CHECK_NEAR(fit.parameters[1].value, 2.5, 1e-9);
    CHECK_NEAR(fit.parameters[1].low, 1.0, 0.0);
    CHECK_NEAR(fit.parameters[1].high, 5.0, 0.0);
    CHECK_NEAR(fit.singular_values[1], 0.0, 0.0);
    assert_true(!fit.identifiable && fit.converged && fit.null_count == 1);
    assert_true(line_says(&fit,
                          "ghost cannot be found from y alone: no value between its bounds changes "
                          "anything; fix it, or measure something else as well"));
    dp_fit_free(&fit);
}

static void test_sum_only(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    struct sums s = sums5();
    line_init(&line, sum_only, line_x5, line_y5, 5, 0.1);
    line_free(&line, "a", 0.0, 4.0, 1.5, false);
    line_free(&line, "b", 0.0, 4.0, 1.0, false);
    line_run(&line, &fit);
    double best = s.xy / s.xx;
    CHECK_NEAR(fit.parameters[0].value, 1.5 + 0.5 * (best - 2.5), 1e-7);
    CHECK_NEAR(fit.parameters[1].value, 1.0 + 0.5 * (best - 2.5), 1e-7);
    CHECK_NEAR(fit.directions[1][0] * fit.directions[1][1], -1.0, 1e-7);
    assert_true(line_says(&fit, "a and b cannot both be found from y alone: raising a by "));
    assert_true(line_says(&fit, " and lowering b by "));
    dp_fit_free(&fit);
}

static double constant(double x, const double *theta) {
    return 3.0 + 0.0 * theta[0] * x;
}

// Nothing has any effect: every value stays where the search began.
static void test_flat(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    line_init(&line, constant, line_x5, line_y5, 5, 1.0);
    line_free(&line, "a", 0.0, 4.0, 1.5, false);
    line_free(&line, "b", 0.1, 4.0, 0.7, true);
    line_run(&line, &fit);
    assert_true(fit.null_count == 2 && fit.note_count == 2 && fit.converged);
    CHECK_NEAR(fit.parameters[0].value, 1.5, 1e-9);
    CHECK_NEAR(fit.parameters[1].value, 0.7, 1e-9);
    assert_true(line_says(&fit, "a cannot be found from y alone"));
    assert_true(line_says(&fit, "b cannot be found from y alone"));
    dp_fit_free(&fit);
}

static double hardly_second(double x, const double *theta) {
    return theta[0] * x + 1e-5 * theta[1] * x * x;
}

// A parameter whose whole range changes a thousandth of sigma: it stays, and that is no failure.
static void test_hardly_any_effect(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    line_init(&line, hardly_second, line_x5, line_y5, 5, 0.1);
    line_free(&line, "slope", 0.1, 10.0, NAN, true);
    line_free(&line, "ghost", 1.0, 5.0, 2.5, false);
    line_run(&line, &fit);
    assert_true(fit.null_count == 1 && fit.converged && !fit.identifiable);
    assert_true(fit.parameters[0].is_identifiable && !fit.parameters[1].is_identifiable);
    CHECK_NEAR(fit.parameters[1].value, 2.5, 1e-9);
    dp_fit_free(&fit);
}

// Data without errors: sigma is the least one, and a note asks for another.
static void test_no_errors(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    double y[5];
    for (int i = 0; i < 5; i++)
        y[i] = 0.3 + 2.0 * line_x5[i];
    line_init(&line, line_straight, line_x5, y, 5, NAN);
    line_free(&line, "height", -5.0, 5.0, NAN, false);
    line_free(&line, "slope", 0.01, 100.0, NAN, true);
    line_run(&line, &fit);
    CHECK_NEAR(fit.parameters[0].value, 0.3, 1e-12);
    CHECK_NEAR(fit.parameters[1].value, 2.0, 1e-12);
    assert_true(fit.converged && fit.targets[0].sigma < 1e-7 && line_says(&fit, "give sigma"));
    for (int j = 0; j < 2; j++) {
        const dp_fit_estimate *known = &fit.parameters[j];
        assert_true(known->low <= known->value && known->value <= known->high);
        CHECK_NEAR(known->high - known->low, 0.0, 1e-7);  // some of these sigmas
    }
    dp_fit_free(&fit);
}

static double powers(double x, const double *theta) {
    return pow(theta[0] * x, theta[1]);
}

static void test_correlated(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    double x[3] = {1.0, 1.01, 1.02}, y[3] = {4.0, 4.1, 4.15};
    line_init(&line, powers, x, y, 3, 0.02);
    line_free(&line, "scale", 1.0001, 100.0, NAN, true);
    line_free(&line, "power", 0.1, 10.0, NAN, true);
    line_run(&line, &fit);
    assert_true(fabs(fit.correlation[0][1]) > 0.99);
    assert_true(line_says(&fit, "scale and power are known little better than in combination"));
    dp_fit_free(&fit);
}

// --- models that fail ----------------------------------------------------------------------------

static double walled(double x, const double *theta) {
    return theta[0] > 2.5 ? NAN : theta[0] * x;
}
static double low_walled(double x, const double *theta) {
    return theta[0] > 1.5 ? NAN : theta[0] * x;
}
static double never(double x, const double *theta) {
    return NAN * theta[0] * x;
}

static void test_wall(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    struct sums s = sums5();
    // the optimum before the wall; wide errors lead the interval to it
    line_init(&line, walled, line_x5, line_y5, 5, 2.0);
    line_free(&line, "slope", 0.01, 100.0, NAN, true);
    line_run(&line, &fit);
    CHECK_NEAR(fit.parameters[0].value, s.xy / s.xx, 1e-7);
    CHECK_NEAR(fit.parameters[0].high, 2.5, 1e-6);
    assert_true(fit.parameters[0].open_high && !fit.parameters[0].open_low && fit.converged);
    assert_true(line_says(&fit, "the model fails with slope above 2.5"));
    dp_fit_free(&fit);
    // and behind it: as near as can be, and no word of convergence
    line_init(&line, low_walled, line_x5, line_y5, 5, 0.1);
    line_free(&line, "slope", 0.01, 100.0, NAN, true);
    line_run(&line, &fit);
    CHECK_NEAR(fit.parameters[0].value, 1.5, 1e-6);
    assert_true(fit.parameters[0].value <= 1.5 && !fit.converged && !fit.parameters[0].at_bound);
    assert_true(line_says(&fit, "the search did not converge"));
    dp_fit_free(&fit);
}

static void test_always_fails(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    dp_error err;
    line_init(&line, never, line_x5, line_y5, 5, 0.1);
    line_free(&line, "slope", 0.01, 100.0, 3.0, true);
    assert_int_equal(dp_fit_run(&fit, &line.def, &err), DP_ERR_NUMERIC);
    assert_string_equal(err.text, "the model fails at every start of the search: no line at 3");
    assert_null(fit.fitted);
    line.def.parameter_count = 0;
    assert_int_equal(dp_fit_run(&fit, &line.def, &err), DP_ERR_NUMERIC);
    dp_fit_free(&fit);
}

// A jump in the model: chi2 is lower on its other side, and slopes do not see it.
static double jumping(double x, const double *theta) {
    return theta[0] * x + (theta[0] > 1.99 ? 0.05 : 0.0);
}

static void test_jump(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    double y[5], lowest = INFINITY;
    for (int i = 0; i < 5; i++)
        y[i] = 2.0 * line_x5[i];
    line_init(&line, jumping, line_x5, y, 5, 0.1);
    line_free(&line, "slope", 1.0, 3.0, NAN, false);
    line_run(&line, &fit);
    for (int i = 0; i <= 200000; i++) {
        double theta = 1.9 + 1e-6 * i, chi2 = 0.0;
        for (int k = 0; k < 5; k++)
            chi2 += pow((jumping(line_x5[k], &theta) - y[k]) / 0.1, 2.0);
        lowest = fmin(lowest, chi2);
    }
    // the grid is not finer than that
    CHECK_WITHIN(fit.chi2, lowest, 1e-4);
    dp_fit_free(&fit);
}

// --- several minima ------------------------------------------------------------------------------

static double two_wells(double x, const double *theta) {
    double a = theta[0];
    return x < 0.5 ? a * a - 1.0 : 0.5 * (a - 1.0);
}

// The only start lies in the shallower well; the profile meets the deeper one.
static void test_better_on_the_way(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    double x[2] = {0.0, 1.0}, y[2] = {0.0, 0.0};
    line_init(&line, two_wells, x, y, 2, 1.0);
    line_free(&line, "a", -10.0, 3.0, -1.0, false);
    line.def.starts = 1;
    line_run(&line, &fit);
    CHECK_NEAR(fit.parameters[0].value, 1.0, 1e-8);
    assert_true(fit.converged);
    dp_fit_free(&fit);
    // from many starts both are found, and the other one is named
    line.def.starts = 0;
    line_run(&line, &fit);
    CHECK_NEAR(fit.parameters[0].value, 1.0, 1e-8);
    assert_int_equal(fit.minimum_count, 1);
    assert_true(fit.minima[0].values[0] < -0.8 && fit.minima[0].chi2 < 1.0);
    assert_true(line_says(&fit, "another minimum is nearly as good: a -0."));
    dp_fit_free(&fit);
}

// Two valleys beside each other: t near 0 with a near 1, t near 3 with a near -1.
static double two_valleys(double x, const double *theta) {
    double t = theta[0], a = theta[1];
    return x < 0.5 ? 5.0 * (a * a - 1.0) : x < 1.5 ? t - 1.5 * (1.0 - a) : 0.35 * (a - 1.0);
}

static double lowest_at(double t) {
    double lowest = INFINITY;
    for (int i = -20000; i <= 20000; i++) {
        double theta[2] = {t, 1e-4 * i}, chi2 = 0.0;
        for (int k = 0; k < 3; k++)
            chi2 += pow(two_valleys(k, theta), 2.0);
        lowest = fmin(lowest, chi2);
    }
    return lowest;
}

// The profile changes from one valley to the other where that is deeper.
static void test_profile_changes_valley(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    double x[3] = {0.0, 1.0, 2.0}, y[3] = {0.0, 0.0, 0.0};
    line_init(&line, two_valleys, x, y, 3, 1.0);
    line_free(&line, "t", -10.0, 10.0, NAN, false);
    line_free(&line, "a", -2.0, 2.0, NAN, false);
    line_run(&line, &fit);
    assert_int_equal(fit.minimum_count, 1);
    assert_true(fit.parameters[0].high > 4.0 && fit.parameters[0].low > -2.5);
    // as fine as the grid: half of 1e-8 times a curvature of some hundred
    CHECK_WITHIN(lowest_at(fit.parameters[0].high), fit.threshold, 1e-6);
    CHECK_WITHIN(lowest_at(fit.parameters[0].low), fit.threshold, 1e-6);
    dp_fit_free(&fit);
}

static double fading(double x, const double *theta) {
    return theta[0] * exp(-theta[1] * x) + theta[2];
}

// The lowest chi2 with this height, on a grid of the other two.
static double lowest_fading(const struct line *line, double height) {
    const dp_fit_parameter *rate = &line->parameters[1], *offset = &line->parameters[2];
    double lowest = INFINITY;
    for (int i = 0; i <= 500; i++) {
        for (int k = 0; k <= 500; k++) {
            double theta[3] = {height, rate->low + i / 500.0 * (rate->high - rate->low),
                               offset->low + k / 500.0 * (offset->high - offset->low)};
            double chi2 = 0.0;
            for (size_t m = 0; m < line->def.cell_count; m++) {
                const dp_fit_cell *cell = &line->cells[m];
                chi2 += pow((fading(line->x[m], theta) - cell->measured) / cell->sigma, 2.0);
            }
            lowest = fmin(lowest, chi2);
        }
    }
    return lowest;
}

// On the way up the offset stays at its upper bound, and chi2 reaches the threshold at a height of
// 0.365; by then it is lower with an offset inside and a slower decay, where no way led to.
static void test_profile_looks_elsewhere(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    static const double x[12] = {2.8160, 4.5373, 4.0757, 0.5451, 0.8283, 3.0098,
                                 2.0309, 3.6047, 4.3990, 4.3447, 1.8502, 3.1654};
    static const double y[12] = {0.22955, 0.19906, 0.27472, 0.45262, 0.26861, 0.22200,
                                 0.17172, 0.20175, 0.19231, 0.27413, 0.35046, 0.16689};
    line_init(&line, fading, x, y, 12, 0.0322044);
    line_free(&line, "height", 0.0544, 7.41, NAN, true);
    line_free(&line, "rate", 0.0979, 0.7217, NAN, false);
    line_free(&line, "offset", 0.0217, 0.1119, NAN, true);
    line_run(&line, &fit);
    const dp_fit_estimate *height = &fit.parameters[0];
    assert_false(height->open_low || height->open_high);
    assert_true(height->high > 0.38);
    // the grid misses the bottom by some thousandths
    CHECK_WITHIN(lowest_fading(&line, height->high), fit.threshold, 0.01);
    CHECK_WITHIN(lowest_fading(&line, height->low), fit.threshold, 0.01);
    double ends[2] = {height->low, height->high}, chi2[2];
    dp_fit_profile(&fit, &line.def, 0, ends, 2, chi2, NULL);
    CHECK_WITHIN(chi2[0], fit.threshold, 1e-6);
    CHECK_WITHIN(chi2[1], fit.threshold, 1e-6);
    dp_fit_free(&fit);
}

static void test_scan_is_checked(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    line_init(&line, line_proportional, line_x5, line_y5, 5, 0.1);
    line_free(&line, "slope", 0.1, 10.0, NAN, true);
    line.def.scan = 0;
    assert_int_equal(dp_fit_run(&fit, &line.def, NULL), DP_ERR_RANGE);
    line.def.scan = 1;
    line.def.scan_step = 0.1;
    assert_int_equal(dp_fit_run(&fit, &line.def, NULL), DP_ERR_RANGE);
}

// --- sensors at their ends, series ---------------------------------------------------------------

static void test_clipped(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    double y[5] = {1.1, 1.9, 3.2, 3.5, 3.5};
    double xx = 0.25 + 1.0 + 2.25, xy = 0.55 + 1.9 + 4.8;
    line_init(&line, line_proportional, line_x5, y, 5, 0.1);
    line_free(&line, "slope", 0.1, 10.0, NAN, true);
    line.cells[3].bound = line.cells[4].bound = DP_FIT_AT_LEAST;
    line_run(&line, &fit);
    // both clipped points are satisfied: as if they were not there
    CHECK_NEAR(fit.parameters[0].value, xy / xx, 1e-8);
    CHECK_NEAR(fit.parameters[0].standard_error, 0.1 / sqrt(xx), 1e-8);
    CHECK_NEAR(fit.residual[4], 0.0, 0.0);
    CHECK_NEAR(fit.fitted[4], 3.0 * xy / xx, 1e-8);
    dp_fit_free(&fit);
    // an upper end that the model violates counts like any point
    line.cells[4].bound = DP_FIT_AT_MOST;
    line_run(&line, &fit);
    double with_both = (xy + 3.5 * 2.0 + 3.5 * 3.0) / (xx + 4.0 + 9.0);
    double with_last = (xy + 3.5 * 3.0) / (xx + 9.0);
    // the fourth point, at least 3.5, is missed as well
    assert_true(2.0 * with_last < 3.5);
    CHECK_NEAR(fit.parameters[0].value, with_both, 1e-8);
    dp_fit_free(&fit);
}

static void test_series(void **state) {
    (void)state;
    struct line line;
    dp_fit_result fit;
    double x[20], y[20];
    for (int i = 0; i < 20; i++) {
        x[i] = 0.1 * (i + 1);
        y[i] = x[i] * x[i];
    }
    line_init(&line, line_proportional, x, y, 20, 0.1);
    line_free(&line, "slope", 0.1, 10.0, NAN, true);
    line.def.is_series = true;
    line_run(&line, &fit);
    double products = 0.0, squares = 0.0;
    for (int i = 0; i < 20; i++) {
        squares += fit.residual[i] * fit.residual[i];
        if (i > 0) products += fit.residual[i] * fit.residual[i - 1];
    }
    CHECK_NEAR(fit.targets[0].neighbours, products / squares, 1e-12);
    assert_true(line_says(&fit, "neighbouring residuals of y are correlated (0.8"));
    assert_true(line_says(&fit, "the law does not describe these data within the given sigma"));
    dp_fit_free(&fit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight_line),
        cmocka_unit_test(test_nothing_free),
        cmocka_unit_test(test_profile),
        cmocka_unit_test(test_beyond_bound),
        cmocka_unit_test(test_released),
        cmocka_unit_test(test_one_at_bound),
        cmocka_unit_test(test_optimum_on_bound),
        cmocka_unit_test(test_open_end),
        cmocka_unit_test(test_no_effect),
        cmocka_unit_test(test_sum_only),
        cmocka_unit_test(test_flat),
        cmocka_unit_test(test_no_errors),
        cmocka_unit_test(test_hardly_any_effect),
        cmocka_unit_test(test_correlated),
        cmocka_unit_test(test_wall),
        cmocka_unit_test(test_always_fails),
        cmocka_unit_test(test_jump),
        cmocka_unit_test(test_better_on_the_way),
        cmocka_unit_test(test_profile_looks_elsewhere),
        cmocka_unit_test(test_scan_is_checked),
        cmocka_unit_test(test_profile_changes_valley),
        cmocka_unit_test(test_clipped),
        cmocka_unit_test(test_series),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
