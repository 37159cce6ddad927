// Sensors at their end: what lies there says only that the end was reached.

#include "check.h"

#include "lines.h"

// A line with noise, clipped at 3: the samples beyond are as if they were not there, once the model
// reaches the end. Sigma, degrees of freedom and interval are those of the others alone.
static void clipped_samples_do_not_count(void **state) {
    (void)state;
    enum { ALL = 10, BELOW = 6 };
    double x[ALL], y[ALL];
    unsigned long long seed = 7;
    struct line whole, part;
    dp_fit_result fit, other;
    dp_error err;
    for (int i = 0; i < ALL; i++) {
        x[i] = 0.5 * (i + 1);
        y[i] = x[i] + 0.05 * normal_number(&seed);
    }
    line_init(&whole, line_proportional, x, y, ALL, NAN);
    line_init(&part, line_proportional, x, y, BELOW, NAN);
    line_free(&whole, "slope", 0.1, 10.0, NAN, false);
    line_free(&part, "slope", 0.1, 10.0, NAN, false);
    // the line lies well above 3 from here on
    for (int i = BELOW + 1; i < ALL; i++) {
        whole.cells[i].measured = 3.0;
        whole.cells[i].bound = DP_FIT_AT_LEAST;
    }
    whole.cells[BELOW].measured = 2.9;
    whole.cells[BELOW].bound = DP_FIT_AT_LEAST;
    assert_int_equal(dp_fit_run(&fit, &whole.def, &err), DP_OK);
    assert_int_equal(dp_fit_run(&other, &part.def, &err), DP_OK);
    assert_int_equal(fit.dof, BELOW - 1);
    assert_int_equal(fit.targets[0].points, BELOW);
    // the same sums, but for the order of rounding
    CHECK_NEAR(fit.parameters[0].value, other.parameters[0].value, 1e-10);
    CHECK_NEAR(fit.targets[0].sigma, other.targets[0].sigma, 1e-8);
    CHECK_NEAR(fit.parameters[0].low, other.parameters[0].low, 1e-7);
    CHECK_NEAR(fit.parameters[0].high, other.parameters[0].high, 1e-7);
    CHECK_NEAR(fit.aicc, other.aicc, 1e-7);
    dp_fit_free(&fit);
    dp_fit_free(&other);
}

static void ends_alone_are_no_points(void **state) {
    (void)state;
    const double x[3] = {1.0, 2.0, 3.0}, y[3] = {3.0, 3.0, 3.0};
    struct line line;
    dp_fit_result fit;
    dp_error err;
    line_init(&line, line_proportional, x, y, 3, 0.1);
    line_free(&line, "slope", 0.1, 10.0, NAN, false);
    for (int i = 0; i < 3; i++)
        line.cells[i].bound = DP_FIT_AT_LEAST;
    assert_int_equal(dp_fit_run(&fit, &line.def, &err), DP_ERR_RANGE);
    assert_string_equal(err.text, "0 points for 1 free parameter");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clipped_samples_do_not_count),
        cmocka_unit_test(ends_alone_are_no_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
