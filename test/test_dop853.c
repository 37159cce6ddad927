// Tests for src/solve/dop853.c: single steps, landings and step control on problems that are known
// in closed form.

#include "check.h"

#include <float.h>

#include "solve/dop853.h"

enum { ROOM = 4 };

// A system of `count` unknowns with room for its stages.
struct bench {
    dp_system system;
    dp_dop853 stepper;
    double scale[ROOM], work[(DP_DOP853_STAGES + 1) * ROOM];
    long evaluations;
};

typedef dp_status (*rates_function)(const void *model, const double *y, double *dy);

static void set_up(struct bench *b, int count, rates_function rates, double rtol) {
    *b = (struct bench){.system = {.count = count, .rates = rates}};
    for (int i = 0; i < ROOM; i++)
        b->scale[i] = 1.0;
    b->system.scale = b->scale;
    b->stepper = (dp_dop853){
        .system = &b->system, .rtol = rtol, .work = b->work, .evaluations = &b->evaluations};
}

static double step(struct bench *b, const double *y, double h, double *y_new) {
    double dy[ROOM];
    b->system.rates(b->system.model, y, dy);
    return dp_dop853_step(&b->stepper, y, dy, h, y_new);
}

static double land(struct bench *b, const double *y, int pivot, double target, double *y_new) {
    double dy[ROOM];
    b->system.rates(b->system.model, y, dy);
    return dp_dop853_land(&b->stepper, y, dy, pivot, target, y_new);
}

// y' = y cos t, t' = 1: y = exp(sin t)
static dp_status waving(const void *model, const double *y, double *dy) {
    (void)model;
    dy[0] = y[0] * cos(y[1]);
    dy[1] = 1.0;
    return DP_OK;
}

// sine, cosine and time
static dp_status circle(const void *model, const double *y, double *dy) {
    (void)model;
    dy[0] = y[1];
    dy[1] = -y[0];
    dy[2] = 1.0;
    return DP_OK;
}

// y' = t^n, t' = 1; n is the model
static dp_status power(const void *model, const double *y, double *dy) {
    dy[0] = pow(y[1], *(const int *)model);
    dy[1] = 1.0;
    return DP_OK;
}

// A body on its orbit: nonlinear and coupled in all unknowns.
static dp_status orbit(const void *model, const double *y, double *dy) {
    (void)model;
    double r = sqrt(y[0] * y[0] + y[1] * y[1]), cube = r * r * r;
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = -y[0] / cube;
    dy[3] = -y[1] / cube;
    return DP_OK;
}

static double waving_error(int steps) {
    struct bench b;
    double y[ROOM] = {1.0, 0.0}, y_new[ROOM];
    set_up(&b, 2, waving, 1e-10);
    for (int i = 0; i < steps; i++) {
        step(&b, y, 3.0 / steps, y_new);
        memcpy(y, y_new, sizeof y);
    }
    return fabs(y[0] - exp(sin(3.0)));
}

// Half of the orbit of this eccentricity in equal steps, from its nearest point to its farthest.
static double orbit_error(double e, int steps) {
    const double pi = 3.14159265358979323846;
    struct bench b;
    double y[ROOM] = {1.0 - e, 0.0, 0.0, sqrt((1.0 + e) / (1.0 - e))}, y_new[ROOM];
    set_up(&b, 4, orbit, 1e-10);
    for (int i = 0; i < steps; i++) {
        step(&b, y, pi / steps, y_new);
        memcpy(y, y_new, sizeof y);
    }
    return hypot(y[0] + 1.0 + e, y[1]);
}

static void the_error_falls_with_the_eighth_power_of_the_step(void **state) {
    (void)state;
    // the mean over three halvings; a wrong coefficient makes it 5 and less
    CHECK_WITHIN(log2(orbit_error(0.5, 12) / orbit_error(0.5, 96)) / 3.0, 8.0, 0.3);
    CHECK_WITHIN(log2(orbit_error(0.3, 8) / orbit_error(0.3, 64)) / 3.0, 8.0, 0.3);
    // with small steps nothing but rounding is left, 1e-16 or so a step
    CHECK_WITHIN(waving_error(100), 0.0, 1e-14);
    CHECK_WITHIN(orbit_error(0.5, 400), 0.0, 4e-14);
}

static void a_step_integrates_polynomials_up_to_the_seventh_degree(void **state) {
    (void)state;
    for (int n = 0; n <= 9; n++) {
        struct bench b;
        double y[ROOM] = {0.0, 0.0}, y_new[ROOM];
        set_up(&b, 2, power, 1e-10);
        b.system.model = &n;
        step(&b, y, 2.0, y_new);
        double error = fabs(y_new[0] / (pow(2.0, n + 1) / (n + 1)) - 1.0);
        // coefficients of up to 43 cancel to nodes below 1, so some units of rounding show: 1.3e-14
        if (n <= 7) CHECK_WITHIN(error, 0.0, 4e-14);
        if (n > 7) assert_true(error > 1e-5);
        CHECK_NEAR(y_new[1], 2.0, 1e-15);
    }
}

static void a_step_back_returns(void **state) {
    (void)state;
    struct bench b;
    double y[ROOM] = {0.3, 0.9, 0.0}, there[ROOM], back[ROOM];
    set_up(&b, 3, circle, 1e-10);
    step(&b, y, 0.1, there);
    step(&b, there, -0.1, back);
    for (int i = 0; i < 3; i++)
        CHECK_WITHIN(back[i], y[i], 1e-14);  // 0.1^9 times a small constant, and rounding
}

static void a_landing_ends_on_its_target_to_the_last_bit(void **state) {
    (void)state;
    struct bench b;
    set_up(&b, 3, circle, 1e-10);
    for (double target = 0.05; target < 0.6; target += 0.05) {
        const double t = 0.3;
        double y[ROOM] = {sin(t), cos(t), t}, y_new[ROOM];
        // forwards and backwards alike; the sine is the independent variable
        land(&b, y, 0, target, y_new);
        assert_true(y_new[0] == target);
        // one step of order 8: the ninth power of its length, 2.2e-4 of it at most, and rounding
        double allowed = 1e-15 + 4e-4 * pow(fabs(target - sin(t)), 9.0);
        CHECK_WITHIN(y_new[1], sqrt(1.0 - target * target), allowed);
        CHECK_WITHIN(y_new[2], asin(target), allowed);
    }
}

static void a_landing_on_the_cosine_finds_the_top_of_the_sine(void **state) {
    (void)state;
    struct bench b;
    double y[ROOM] = {sin(1.45), cos(1.45), 1.45}, y_new[ROOM];
    set_up(&b, 3, circle, 1e-10);
    assert_true(land(&b, y, 1, 0.0, y_new) < 1.0);
    assert_true(y_new[1] == 0.0);
    CHECK_NEAR(y_new[0], 1.0, 1e-13);  // the ninth power of 0.12, times 4e-6
    CHECK_NEAR(y_new[2], 1.57079632679489661923, 1e-13);
}

static void the_error_estimate_falls_with_the_step_and_bounds_the_error(void **state) {
    (void)state;
    struct bench b;
    double y[ROOM] = {1.0, 0.4}, y_new[ROOM], last = 0.0;
    set_up(&b, 2, waving, 1e-10);
    b.scale[1] = INFINITY;  // time is exact
    for (double h = 0.8; h > 0.15; h *= 0.5) {
        double estimate = step(&b, y, h, y_new);
        double exact = exp(sin(0.4 + h) - sin(0.4));
        double error = fabs(y_new[0] - exact) / (1e-10 * fmax(1.0, exact));
        assert_true(error < estimate);
        // h |e5|^2/|e3| is of order 8; two halvings measure 8.7 and 8.2
        if (last > 0.0) CHECK_WITHIN(log2(last / estimate), 8.2, 0.8);
        last = estimate;
    }
}

static void the_error_is_counted_in_tolerances_of_the_larger_of_size_and_scale(void **state) {
    (void)state;
    struct bench b;
    double y[ROOM] = {1.0, 0.4}, y_new[ROOM];
    set_up(&b, 2, waving, 1e-10);
    b.scale[1] = INFINITY;
    double plain = step(&b, y, 0.3, y_new);
    // h e5^2/sqrt(e5^2 + e3^2/100) with the two estimates of the book, worked out apart; e5 is 1e-7
    // of the rates it is the sum of
    CHECK_NEAR(plain, 0.56025429037, 1e-7);
    b.stepper.rtol = 1e-8;
    CHECK_NEAR(step(&b, y, 0.3, y_new), plain / 100.0, 1e-12);
    b.scale[0] = 1000.0;
    CHECK_NEAR(step(&b, y, 0.3, y_new), plain / 1e5 * fmax(1.0, y_new[0]), 1e-12);
    b.scale[0] = 1e-9;  // the unknown itself is larger
    CHECK_NEAR(step(&b, y, 0.3, y_new), plain / 100.0, 1e-12);
    b.scale[0] = INFINITY;
    assert_true(step(&b, y, 0.3, y_new) == 0.0);  // nothing is looked at
    // an unknown that is exact halves the mean square
    b.scale[0] = b.scale[1] = 1.0;
    CHECK_NEAR(step(&b, y, 0.3, y_new), plain / 100.0 / sqrt(2.0), 1e-12);
}

static dp_status broken(const void *model, const double *y, double *dy) {
    dy[0] = y[0] > 1.0 ? NAN : 1.0;
    return *(const int *)model && y[0] > 1.0 ? DP_ERR_NUMERIC : DP_OK;
}

static void a_step_into_the_undefined_is_never_a_good_one(void **state) {
    (void)state;
    for (int refuses = 0; refuses <= 1; refuses++) {
        struct bench b;
        double y[ROOM] = {0.9}, y_new[ROOM];
        set_up(&b, 1, broken, 1e-10);
        b.system.model = &refuses;
        assert_true(!(step(&b, y, 0.5, y_new) <= 1.0));
        assert_true(step(&b, y, 0.01, y_new) <= 1.0);
    }
}

static void rates_are_asked_eleven_times_a_step_and_counted(void **state) {
    (void)state;
    struct bench b;
    double y[ROOM] = {1.0, 0.4}, y_new[ROOM];
    set_up(&b, 2, waving, 1e-10);
    step(&b, y, 0.1, y_new);
    assert_int_equal(b.evaluations, 11);  // the first of twelve is the caller's
    land(&b, y, 1, 0.5, y_new);
    assert_int_equal(b.evaluations, 22);
}

static void the_next_step_aims_at_the_tolerance_within_bounds(void **state) {
    (void)state;
    CHECK_NEAR(dp_dop853_next(2.0, 1.0), 1.8, 1e-15);
    CHECK_NEAR(dp_dop853_next(2.0, 256.0), 0.9, 1e-15);  // 256^(1/8) = 2
    CHECK_NEAR(dp_dop853_next(2.0, 1.0 / 256.0), 3.6, 1e-15);
    CHECK_NEAR(dp_dop853_next(-2.0, 256.0), -0.9, 1e-15);  // backwards stays backwards
    CHECK_NEAR(dp_dop853_next(2.0, 0.0), 12.0, 1e-15);     // six times at most
    CHECK_NEAR(dp_dop853_next(2.0, 1e-20), 12.0, 1e-15);
    CHECK_NEAR(dp_dop853_next(2.0, 1e20), 0.666, 1e-15);  // a third at least
    CHECK_NEAR(dp_dop853_next(2.0, INFINITY), 0.2, 1e-15);
    CHECK_NEAR(dp_dop853_next(2.0, NAN), 0.2, 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_error_falls_with_the_eighth_power_of_the_step),
        cmocka_unit_test(a_step_integrates_polynomials_up_to_the_seventh_degree),
        cmocka_unit_test(a_step_back_returns),
        cmocka_unit_test(a_landing_ends_on_its_target_to_the_last_bit),
        cmocka_unit_test(a_landing_on_the_cosine_finds_the_top_of_the_sine),
        cmocka_unit_test(the_error_estimate_falls_with_the_step_and_bounds_the_error),
        cmocka_unit_test(the_error_is_counted_in_tolerances_of_the_larger_of_size_and_scale),
        cmocka_unit_test(a_step_into_the_undefined_is_never_a_good_one),
        cmocka_unit_test(rates_are_asked_eleven_times_a_step_and_counted),
        cmocka_unit_test(the_next_step_aims_at_the_tolerance_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
