// 95 % intervals hold the truth in 93 to 97 of 100 cases: 1000 made-up data sets each, with sigma
// given and left out. The scatter of such a share is 0.7 %.

#include "check.h"

#include "lines.h"

enum { SETS = 1000, POINTS = 12 };

static const double truth[2] = {2.0, 0.7};
static const double noise = 0.1;

static double saturation(double x, const double *theta) {
    return theta[0] * (1.0 - exp(-theta[1] * x));
}

static void count_hits(double sigma, unsigned long long seed, int hits[2], int *settled) {
    unsigned long long state = seed;
    for (int set = 0; set < SETS; set++) {
        double x[POINTS], y[POINTS];
        for (int i = 0; i < POINTS; i++) {
            x[i] = 0.4 * (i + 1);
            y[i] = saturation(x[i], truth) + noise * normal_number(&state);
        }
        struct line line;
        dp_fit_result fit;
        line_init(&line, saturation, x, y, POINTS, sigma);
        line_free(&line, "height", 0.1, 100.0, NAN, true);
        line_free(&line, "rate", 0.01, 100.0, NAN, true);
        assert_int_equal(dp_fit_run(&fit, &line.def, NULL), DP_OK);
        *settled += fit.converged ? 1 : 0;
        for (int j = 0; j < 2; j++) {
            const dp_fit_estimate *known = &fit.parameters[j];
            hits[j] += known->low <= truth[j] && truth[j] <= known->high ? 1 : 0;
        }
        dp_fit_free(&fit);
    }
}

static void check_hits(double sigma, unsigned long long seed) {
    int hits[2] = {0, 0}, settled = 0;
    count_hits(sigma, seed, hits, &settled);
    for (int j = 0; j < 2; j++) {
        print_message("%d of %d\n", hits[j], SETS);
        assert_in_range(hits[j], SETS * 93 / 100, SETS * 97 / 100);
    }
    assert_int_equal(settled, SETS);
}

static void test_sigma_given(void **state) {
    (void)state;
    check_hits(noise, 1);
}

static void test_sigma_left_out(void **state) {
    (void)state;
    check_hits(NAN, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sigma_given),
        cmocka_unit_test(test_sigma_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
