// Threads, stopping, and definitions that make no sense.

#include "check.h"

#include "lines.h"

static void check_same(const dp_fit_result *a, const dp_fit_result *b) {
    assert_memory_equal(a->parameters, b->parameters, sizeof a->parameters);
    assert_memory_equal(a->correlation, b->correlation, sizeof a->correlation);
    assert_memory_equal(a->minima, b->minima, sizeof a->minima);
    assert_memory_equal(a->fitted, b->fitted, a->cell_count * sizeof *a->fitted);
    assert_memory_equal(&a->chi2, &b->chi2, sizeof a->chi2);
    assert_true(a->evaluations == b->evaluations && a->iterations == b->iterations);
    assert_int_equal(a->note_count, b->note_count);
    for (int i = 0; i < a->note_count; i++)
        assert_string_equal(a->notes[i], b->notes[i]);
}

static double waves(double x, const double *theta) {
    return theta[0] * sin(theta[1] * x) + theta[2];
}

static void test_threads(void **state) {
    (void)state;
    static const int threads[3] = {1, 2, 5};
    struct line line;
    dp_fit_result fit[3];
    double x[30], y[30];
    unsigned long long seed = 7;
    for (int i = 0; i < 30; i++) {
        x[i] = 0.2 * i;
        y[i] = 1.5 * sin(2.2 * x[i]) + 0.3 + 0.2 * normal_number(&seed);
    }
    for (int estimated = 0; estimated < 2; estimated++) {
        for (int k = 0; k < 3; k++) {
            line_init(&line, waves, x, y, 30, estimated ? NAN : 0.2);
            line_free(&line, "height", 0.1, 10.0, NAN, true);
            line_free(&line, "frequency", 0.1, 10.0, NAN, true);
            line_free(&line, "offset", -2.0, 2.0, NAN, false);
            line.def.threads = threads[k];
            line_run(&line, &fit[k]);
        }
        CHECK_NEAR(fit[0].parameters[1].value, 2.2, 0.02);
        for (int k = 1; k < 3; k++)
            check_same(&fit[0], &fit[k]);
        for (int k = 0; k < 3; k++)
            dp_fit_free(&fit[k]);
    }
}

static bool stop_now(void *user) {
    struct line *line = user;
    return line->stop_after-- <= 0;
}

static void test_stop(void **state) {
    (void)state;
    for (int after = 0; after < 60; after += 7) {
        struct line line;
        dp_fit_result fit;
        line_init(&line, line_straight, line_x5, line_y5, 5, 0.1);
        line_free(&line, "height", -5.0, 5.0, NAN, false);
        line_free(&line, "slope", 0.01, 100.0, NAN, true);
        line.def.stop = stop_now;
        line.stop_after = after;
        line_run(&line, &fit);
        assert_true(fit.is_stopped && fit.fitted == NULL && fit.note_count == 0);
        dp_fit_free(&fit);
    }
}

static void check_refused(struct line *line, dp_status status, const char *text) {
    dp_fit_result fit;
    dp_error err;
    assert_int_equal(dp_fit_run(&fit, &line->def, &err), status);
    assert_string_equal(err.text, text);
    assert_true(fit.fitted == NULL && isnan(fit.chi2));
}

static void test_too_few(void **state) {
    (void)state;
    struct line line;
    line_init(&line, line_straight, line_x5, line_y5, 1, 0.1);
    line_free(&line, "height", -5.0, 5.0, NAN, false);
    line_free(&line, "slope", 0.01, 100.0, NAN, true);
    check_refused(&line, DP_ERR_RANGE, "1 point for 2 free parameters");
    line_init(&line, line_proportional, line_x5, line_y5, 1, NAN);
    line_free(&line, "slope", 0.01, 100.0, NAN, true);
    check_refused(&line, DP_ERR_RANGE,
                  "sigma of y cannot be estimated from 1 point: give it, or more rows");
    line_init(&line, line_straight, line_x5, line_y5, 2, NAN);
    line_free(&line, "height", -5.0, 5.0, NAN, false);
    line_free(&line, "slope", 0.01, 100.0, NAN, true);
    check_refused(
        &line, DP_ERR_RANGE,
        "sigma of y cannot be estimated from 2 points with 2 free parameters: give it, or "
        "more rows");
    // as many points as parameters are enough where sigma is known
    dp_fit_result fit;
    line_init(&line, line_straight, line_x5, line_y5, 2, 0.1);
    line_free(&line, "height", -5.0, 5.0, NAN, false);
    line_free(&line, "slope", 0.01, 100.0, NAN, true);
    line_run(&line, &fit);
    CHECK_WITHIN(fit.chi2, 0.0, 1e-15);
    CHECK_NEAR(fit.parameters[1].value, 1.6, 1e-8);
    assert_true(fit.converged && fit.dof == 0 && isnan(fit.p_value) && isnan(fit.aicc));
    dp_fit_free(&fit);
}

static void test_refusals(void **state) {
    (void)state;
    struct line line;
    line_init(&line, line_proportional, line_x5, line_y5, 5, 0.1);
    line_free(&line, "slope", 2.0, 1.0, NAN, false);
    check_refused(&line, DP_ERR_RANGE,
                  "slope is searched from 2 to 1; the first must be the smaller one");
    line.parameters[0] = (dp_fit_parameter){"slope", NULL, 0.0, 1.0, NAN, true};
    check_refused(&line, DP_ERR_RANGE,
                  "slope is searched from 0 on a logarithmic scale, which has no zero");
    line.parameters[0] = (dp_fit_parameter){"slope", NULL, 0.0, INFINITY, NAN, false};
    check_refused(&line, DP_ERR_RANGE, "slope has no finite range; give both bounds of the search");
    line.parameters[0] = (dp_fit_parameter){"slope", NULL, 0.0, 1.0, NAN, false};
    line.cells[2].measured = NAN;
    check_refused(&line, DP_ERR_RANGE, "measured y of cell 2 is nan; it must be finite");
    line.cells[2].measured = 1.0;
    line.cells[2].sigma = 0.0;
    check_refused(&line, DP_ERR_RANGE, "sigma of y in cell 2 is 0; it must be positive");
    line.cells[2].sigma = NAN;
    check_refused(&line, DP_ERR_CONFLICT, "sigma of y is given for some of its points only");
    line.cells[2].sigma = 0.1;
    line.cells[2].target = 1;
    check_refused(&line, DP_ERR_RANGE, "cell 2 belongs to target 1; there are 1");
    line.cells[2].target = 0;
    line.def.confidence = 0.4;
    check_refused(&line, DP_ERR_RANGE, "confidence is 0.4; it must lie between 0.5 and 0.9999");
    line.def.confidence = 0.95;
    line.def.parameter_count = 9;
    check_refused(&line, DP_ERR_RANGE, "9 free parameters; 8 at most");
    line.def.parameter_count = 1;
    line.def.target_count = 0;
    check_refused(&line, DP_ERR_RANGE, "0 targets; 1 to 16");
    line.def.target_count = 1;
    line.def.cell_count = 0;
    check_refused(&line, DP_ERR_MISSING, "nothing was measured: there are no points to fit");
    line.def.cell_count = 5;
    line.def.step = 0.0;
    check_refused(&line, DP_ERR_RANGE, "step is 0; it must be positive and at most 0.1");
    line.def.cookie = 0;
    check_refused(&line, DP_ERR_NOT_INITIALIZED, "the fit was not made by dp_fit_defaults");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_too_few),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
