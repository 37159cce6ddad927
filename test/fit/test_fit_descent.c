// The parts of a search one by one: slopes at bounds and corners, one descent, all starts. From
// outside they cannot be told apart, since profiles find what a search has missed.

#include "check.h"

#include "least_squares/parts.h"
#include "least_squares/search.h"
#include "lines.h"

struct bench {
    struct line line;
    struct problem problem;
    struct work work;
};

static void bench_init(struct bench *bench) {
    dp_error err;
    if (problem_init(&bench->problem, &bench->line.def, &err) != DP_OK) fail_msg("%s", err.text);
    assert_true(work_init(&bench->work, &bench->problem, 0));
}

static void bench_free(struct bench *bench) {
    free(bench->work.fitted);
    problem_free(&bench->problem);
}

static const double x3[3] = {0.5, 1.0, 2.0};
static const double y3[3] = {0.0, 0.0, 0.0};

static double growth(double x, const double *theta) {
    return exp(theta[0] * x);
}

// Two points to the inside of a bound are right to the second order: (2 h)^2/12 f''' and a bit.
static void test_slopes_at_bounds(void **state) {
    (void)state;
    struct bench bench;
    line_init(&bench.line, growth, x3, y3, 3, 1.0);
    line_free(&bench.line, "rate", 1.0, 2.0, NAN, false);
    bench_init(&bench);
    for (int side = 0; side < 3; side++) {
        double u[SMALL] = {side == 0 ? 1.0 : side == 1 ? 2.0 : 1.5};
        unsigned corners = 1;
        chi2_at(&bench.work, u, bench.work.residual);
        slopes_at(&bench.work, u, 0, &corners);
        assert_int_equal(corners, 0);
        double h = 1e-4 * u[0];
        for (int i = 0; i < 3; i++) {
            double exact = x3[i] * exp(u[0] * x3[i]);
            double share = (side == 2 ? 1.0 / 6.0 : 1.0 / 3.0) * h * h * x3[i] * x3[i];
            CHECK_NEAR(bench.work.jacobian[i], exact, 1.1 * share + 1e-11);
        }
    }
    bench_free(&bench);
}

static double stepped(double x, const double *theta) {
    return theta[0] * x + (theta[0] > 1.50005 ? 0.05 : 0.0);
}

// The jump lies between the point and its neighbour: the slope is that of the other side.
static void test_slopes_beside_jump(void **state) {
    (void)state;
    struct bench bench;
    line_init(&bench.line, stepped, x3, y3, 3, 1.0);
    line_free(&bench.line, "slope", 1.0, 2.0, NAN, false);
    bench_init(&bench);
    for (int side = 0; side < 2; side++) {
        double u[SMALL] = {side == 0 ? 1.5 : 1.5001};
        unsigned corners = 0;
        chi2_at(&bench.work, u, bench.work.residual);
        slopes_at(&bench.work, u, 0, &corners);
        assert_int_equal(corners, 1);
        for (int i = 0; i < 3; i++)
            CHECK_NEAR(bench.work.jacobian[i], x3[i], 1e-10);
    }
    bench_free(&bench);
}

// A jump at 1.98 takes away the misfit of the first point and moves the optimum of the others.
static double jumping(double x, const double *theta) {
    bool is_beyond = theta[0] > 1.98;
    if (x < 0.75) return is_beyond ? 1.0 : 0.0;
    return (theta[0] - (is_beyond ? 2e-4 : 0.0)) * x;
}

// On this side of the jump all is level at 1.97995; beyond it chi2 is lower.
static void test_descent_looks_across(void **state) {
    (void)state;
    struct bench bench;
    double y[3] = {1.0, 1.97995, 2.0 * 1.97995};
    line_init(&bench.line, jumping, x3, y, 3, 0.1);
    line_free(&bench.line, "slope", 1.0, 3.0, NAN, false);
    bench_init(&bench);
    double start[SMALL] = {1.5};
    struct descent end = descend(&bench.work, start, 0, AS_NEAR_AS_POSSIBLE);
    CHECK_NEAR(end.u[0], 1.98015, 1e-9);
    CHECK_WITHIN(end.chi2, 0.0, 1e-12);
    assert_true(end.converged);
    bench_free(&bench);
}

static double plane(double x, const double *theta) {
    return x < 0.75 ? theta[0] + 0.9 * theta[1] : x < 1.5 ? theta[1] - theta[0] : theta[2];
}

// A linear problem with a bound in the way: what the bound stops does not stop the rest.
static void test_descent_along_bound(void **state) {
    (void)state;
    struct bench bench;
    double y[3] = {5.0, 1.0, 0.5};
    line_init(&bench.line, plane, x3, y, 3, 0.1);
    line_free(&bench.line, "a", -10.0, 1.0, NAN, false);
    line_free(&bench.line, "b", -10.0, 10.0, NAN, false);
    line_free(&bench.line, "c", -10.0, 10.0, NAN, false);
    bench_init(&bench);
    double start[SMALL] = {0.0, 0.0, 0.0};
    struct descent end = descend(&bench.work, start, 0, AS_NEAR_AS_POSSIBLE);
    CHECK_NEAR(end.u[0], 1.0, 0.0);
    CHECK_NEAR(end.u[1], (0.9 * 4.0 + 2.0) / 1.81, 1e-9);
    CHECK_NEAR(end.u[2], 0.5, 1e-9);
    assert_int_equal(end.at_edge, 1);
    // damped first steps, then one straight to the point
    assert_true(end.converged && end.iterations <= 5);
    bench_free(&bench);
}

static double rows[4][3];
static double linear(double x, const double *theta) {
    const double *row = rows[(int)x];
    return row[0] * theta[0] + row[1] * theta[1] + row[2] * theta[2];
}

// Columns that nearly agree: steps are long and leave the box through several bounds at once. What
// one bound stops need not go to another, and no such step may end the descent.
static void test_descents_in_corners(void **state) {
    (void)state;
    static const double x[4] = {0.0, 1.0, 2.0, 3.0};
    for (unsigned long long problem = 1; problem <= 1000; problem++) {
        unsigned long long seed = problem;
        struct bench bench;
        double y[4], start[SMALL] = {0.0};
        for (int i = 0; i < 4; i++) {
            y[i] = 3.0 * normal_number(&seed);
            for (int j = 0; j < 3; j++)
                rows[i][j] = 1.0 + 0.2 * normal_number(&seed);
        }
        line_init(&bench.line, linear, x, y, 4, 0.1);
        for (int j = 0; j < 3; j++) {
            line_free(&bench.line, "a", 0.0, 1.0, NAN, false);
            start[j] = fmin(fmax(0.5 + 0.3 * normal_number(&seed), 0.0), 1.0);
        }
        bench_init(&bench);
        struct descent end = descend(&bench.work, start, 0, AS_NEAR_AS_POSSIBLE);
        // chi2 is convex: level inside and falling beyond the bounds is the one optimum
        assert_true(end.converged);
        for (int j = 0; j < 3; j++)
            assert_true(!has(end.at_edge, j) || end.u[j] == 0.0 || end.u[j] == 1.0);
        bench_free(&bench);
    }
}

static double pulse(double x, const double *theta) {
    return exp(-0.5 * pow((x - theta[0]) / 0.02, 2.0));
}

static void prepare_pulse(struct bench *bench, double start) {
    double x[60], y[60], shift = 0.61;
    for (int i = 0; i < 60; i++) {
        x[i] = i / 59.0;
        y[i] = pulse(x[i], &shift);
    }
    line_init(&bench->line, pulse, x, y, 60, 0.05);
    line_free(&bench->line, "shift", 0.0, 1.0, start, false);
    bench->line.def.starts = 4;
}

static void run_search(struct bench *bench, struct search *search) {
    struct team team;
    bench_init(bench);
    assert_true(team_init(&team, &bench->problem, 1));
    assert_true(search_run(search, &bench->problem, &team, NULL));
    team_free(&team);
}

static void test_scan_moves_starts(void **state) {
    (void)state;
    struct bench bench;
    struct search search;
    prepare_pulse(&bench, 0.2);
    bench.line.def.scan = 0;
    bench.line.def.scan_step = 0.5 / 59.0;
    run_search(&bench, &search);
    // all starts have moved to the point of the grid that is nearest to the pulse
    for (int i = 0; i < search.count; i++)
        CHECK_WITHIN(search.starts[i][0], 0.61, 0.5 * bench.line.def.scan_step);
    CHECK_NEAR(search.ends[search.best].u[0], 0.61, 1e-6);
    // equal ends: the first of them
    assert_int_equal(search.best, 0);
    search_free(&search);
    bench_free(&bench);
}

// The value of the caller is tried even if all others look better at first sight.
static void test_first_start_is_kept(void **state) {
    (void)state;
    struct bench bench;
    struct search search;
    line_init(&bench.line, growth, x3, y3, 3, 1.0);
    line_free(&bench.line, "rate", -1.0, 2.0, 2.0, false);
    run_search(&bench, &search);
    int tried = 0;
    for (int i = 0; i < search.count; i++)
        tried += isfinite(search.ends[i].chi2) ? 1 : 0;
    // and the eight best of 32
    assert_true(isfinite(search.ends[0].chi2) && search.count == 33 && tried == 9);
    search_free(&search);
    bench_free(&bench);
    bench.line.def.all_starts = true;
    run_search(&bench, &search);
    for (int i = 0; i < search.count; i++)
        assert_true(isfinite(search.ends[i].chi2));
    search_free(&search);
    bench_free(&bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slopes_at_bounds),     cmocka_unit_test(test_slopes_beside_jump),
        cmocka_unit_test(test_descent_looks_across), cmocka_unit_test(test_descent_along_bound),
        cmocka_unit_test(test_descents_in_corners),  cmocka_unit_test(test_scan_moves_starts),
        cmocka_unit_test(test_first_start_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
