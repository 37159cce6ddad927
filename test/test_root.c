// Tests for src/base/root.c: Brent's root finder on functions that try its patience.

#include "check.h"

#include <float.h>

#include "base/root.h"

// A function with a place to count its calls.
struct probe {
    double (*f)(double x);
    int *calls;
};

static double counted(double x, const void *context) {
    const struct probe *p = (const struct probe *)context;
    (*p->calls)++;
    return p->f(x);
}

static double root_of(double (*f)(double x), double low, double high, int *calls) {
    *calls = 0;
    struct probe probe = {f, calls};
    return dp_root(counted, &probe, low, high);
}

static double cubic(double x) {
    return x * x * x - 2.0;
}

static double cosine(double x) {
    return cos(x) - x;
}

static double steep(double x) {
    return exp(x) - 1e10;
}

static double flat_tail(double x) {
    return 1e-3 - exp(-x);
}

static double ninth_power(double x) {
    return pow(x - 1.0, 9.0);
}

static double vertical(double x) {
    return cbrt(x - 0.3);
}

static double jump(double x) {
    return x < 0.7 ? -1.0 : 2.0;
}

static double pole(double x) {
    return 1.0 / (x - 0.25);
}

static double through_zero(double x) {
    return x * (1.0 + x * x);
}

static double tiny(double x) {
    return x - 3e-300;
}

static double square(double x) {
    return x * x + 1.0;
}

static double nan_below(double x) {
    return x < 0.0 ? NAN : x - 1.0;
}

static double line(double x) {
    return x - 1.0;
}

static void simple_roots_are_found_to_the_last_bits_in_few_calls(void **state) {
    (void)state;
    static const struct {
        double (*f)(double x);
        double low, high, root;
        int calls;  // three more than measured: a compiler may round differently
    } rows[] = {
        {cubic, 0.0, 2.0, 1.2599210498948732, 12},
        {cubic, -1e6, 1e6, 1.2599210498948732, 52},
        {cosine, 0.0, 1.0, 0.73908513321516064, 11},
        {steep, 0.0, 100.0, 23.025850929940457, 22},
        {steep, -700.0, 700.0, 23.025850929940457, 26},
        {flat_tail, 0.0, 700.0, 6.9077552789821371, 23},
        {line, -3.0, 8.0, 1.0, 6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int calls;
        double root = root_of(rows[i].f, rows[i].low, rows[i].high, &calls);
        // the bracket closes on 2 eps; the function's own rounding moves its sign by as much
        CHECK_NEAR(root, rows[i].root, 4.0 * DBL_EPSILON);
        assert_in_range(calls, 2, rows[i].calls);
    }
}

static void order_of_the_ends_and_sign_of_the_function_do_not_matter(void **state) {
    (void)state;
    int calls;
    double up = root_of(cosine, 0.0, 1.0, &calls);
    double down = root_of(cosine, 1.0, 0.0, &calls);
    CHECK_NEAR(down, up, 4.0 * DBL_EPSILON);  // both are within the closed bracket
}

static void a_flat_root_is_found_as_well_as_its_values_allow(void **state) {
    (void)state;
    int calls;
    double root = root_of(ninth_power, -3.0, 5.5, &calls);
    // (x-1)^9 underflows within 1e-36 of the root, so nothing stops the bracket before eps
    CHECK_WITHIN(root, 1.0, 4.0 * DBL_EPSILON);
    assert_in_range(calls, 2, 202);
    root = root_of(vertical, -1.0, 4.0, &calls);
    CHECK_NEAR(root, 0.3, 4.0 * DBL_EPSILON);  // infinite slope: values say nothing, signs do
    assert_in_range(calls, 2, 120);
}

static void a_jump_and_a_pole_are_bracketed_to_the_last_bits(void **state) {
    (void)state;
    int calls;
    CHECK_NEAR(root_of(jump, -2.0, 11.0, &calls), 0.7, 2.0 * DBL_EPSILON);  // width of the bracket
    assert_in_range(calls, 2, 120);
    CHECK_NEAR(root_of(pole, 0.0, 1.0, &calls), 0.25, 2.0 * DBL_EPSILON);
    assert_in_range(calls, 2, 120);
}

static void a_root_at_zero_is_found_absolutely(void **state) {
    (void)state;
    int calls;
    // the tolerance is relative with DBL_MIN as its floor
    CHECK_WITHIN(root_of(through_zero, -1.0, 2.0, &calls), 0.0, 2.0 * DBL_MIN);
    assert_in_range(calls, 2, 60);
    CHECK_NEAR(root_of(tiny, 0.0, 1.0, &calls), 3e-300, 4.0 * DBL_EPSILON);
}

static void a_root_at_an_end_is_that_end(void **state) {
    (void)state;
    int calls;
    assert_true(root_of(line, 1.0, 5.0, &calls) == 1.0);
    assert_true(root_of(line, -5.0, 1.0, &calls) == 1.0);
    assert_int_equal(calls, 2);
    assert_true(root_of(line, 1.0, -5.0, &calls) == 1.0);
    assert_int_equal(calls, 2);
    // an exact zero at an end wins over a missing sign change
    assert_true(root_of(through_zero, 0.0, 0.0, &calls) == 0.0);
}

static void without_a_change_of_sign_there_is_no_answer(void **state) {
    (void)state;
    int calls;
    assert_true(isnan(root_of(square, -2.0, 3.0, &calls)));
    assert_true(isnan(root_of(line, 2.0, 3.0, &calls)));
    assert_true(isnan(root_of(line, -3.0, -2.0, &calls)));
    assert_int_equal(calls, 2);  // nothing is searched
    assert_true(isnan(root_of(nan_below, -1.0, 2.0, &calls)));
    assert_true(isnan(root_of(nan_below, 2.0, -1.0, &calls)));
}

static void the_answer_lies_between_the_ends(void **state) {
    (void)state;
    static const double ends[][2] = {{-3.0, 8.0}, {0.999999, 1e9}, {-1e-9, 1.0000001}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        int calls;
        double root = root_of(line, ends[i][0], ends[i][1], &calls);
        assert_true(root >= ends[i][0] && root <= ends[i][1]);
        CHECK_NEAR(root, 1.0, 2.0 * DBL_EPSILON);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simple_roots_are_found_to_the_last_bits_in_few_calls),
        cmocka_unit_test(order_of_the_ends_and_sign_of_the_function_do_not_matter),
        cmocka_unit_test(a_flat_root_is_found_as_well_as_its_values_allow),
        cmocka_unit_test(a_jump_and_a_pole_are_bracketed_to_the_last_bits),
        cmocka_unit_test(a_root_at_zero_is_found_absolutely),
        cmocka_unit_test(a_root_at_an_end_is_that_end),
        cmocka_unit_test(without_a_change_of_sign_there_is_no_answer),
        cmocka_unit_test(the_answer_lies_between_the_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
