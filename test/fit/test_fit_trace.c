// A measured curve: force against time of an impact, the time of the touch unknown. Made-up data
// (flores, stiffness 1.05e10, restitution 0.6, 0.5 m/s, touch at 21 us, sigma 10 N); the expected
// numbers come from another implementation.

#include "check.h"

#include "strikes.h"

enum { SAMPLES = 51 };

static const double force[SAMPLES] = {
    2.5,   0.9,   6.6,   8.4,   1.5,   -6.9,  -13.5, -31.8, 30.3,  103.4, 199.1, 295.4, 386.7,
    460.5, 523.7, 572.1, 592.4, 586.9, 578.9, 546.9, 499.5, 466.2, 415.1, 365.9, 329.2, 282.4,
    254.3, 220.4, 178.1, 155.9, 118.2, 101.7, 88.3,  69.3,  49.5,  24.0,  27.0,  15.8,  19.3,
    -2.6,  2.1,   -12.3, -11.0, 9.9,   1.6,   -0.4,  -3.4,  -16.8, 13.5,  7.5,   3.3};
static const double spacing = 3e-6;

// Force of the impact at the times of the samples; theta: stiffness, restitution, time of the
// touch.
static dp_status trace(void *user, int worker, const double *theta, double *fitted, dp_error *err) {
    (void)user, (void)worker;
    dp_contact_def def = dp_contact_defaults(dp_law_find("flores"));
    def.pair = strikes_pair();
    def.pair.stiffness = theta[0];
    dp_contact contact;
    dp_status status = dp_law_set(&def.law, "restitution", theta[1], err);
    if (status == DP_OK) status = dp_contact_init(&contact, &def, err);
    if (status != DP_OK) return status;
    dp_impact_def impact = dp_impact_defaults();
    impact.mass = def.pair.mass;
    impact.speed = 0.5;
    impact.rtol = 1e-12;
    dp_impact_stepper *run;
    status = dp_impact_begin(&run, &contact, &impact, err);
    for (int i = 0; status == DP_OK && i < SAMPLES; i++) {
        double time = i * spacing - theta[2];
        fitted[i] = 0.0;
        if (time <= 0.0) continue;
        status = dp_impact_advance(run, time, err);
        dp_impact_snapshot now = dp_impact_state(run);
        if (!now.is_over) fitted[i] = now.sample.force;
    }
    dp_impact_free(run);
    return status;
}

// Printed to eight digits; stiffness and its ends to seven.
#define PRINTED 2e-7
// chi2 of the printed ends is off by up to 4e-5: 2e-5 of a half-width.
#define END_WITHIN 2e-5

static void check(const dp_fit_estimate *known, double value, double low, double high,
                  double error) {
    CHECK_NEAR(known->value, value, PRINTED);
    CHECK_WITHIN(known->low, low, END_WITHIN * (value - low));
    CHECK_WITHIN(known->high, high, END_WITHIN * (high - value));
    CHECK_NEAR(known->standard_error, error, 5e-6);
    assert_true(known->is_identifiable && !known->at_bound);
}

static void test_trace(void **state) {
    (void)state;
    static const char *const names[] = {"force"};
    const dp_fit_parameter parameters[3] = {
        {"stiffness", "N/m^1.5", 1e9, 1e11, NAN, true},
        {"restitution", NULL, 0.05, 1.0, NAN, true},
        {"shift", "s", 0.0, (SAMPLES - 1) * spacing, NAN, false},
    };
    dp_fit_cell cells[SAMPLES];
    dp_fit_result fit;
    dp_error err;
    for (int i = 0; i < SAMPLES; i++)
        cells[i] = (dp_fit_cell){.measured = force[i], .sigma = 10.0};
    dp_fit_def def = dp_fit_defaults();
    def.parameters = parameters;
    def.parameter_count = 3;
    def.cells = cells;
    def.cell_count = SAMPLES;
    def.target_names = names;
    def.target_count = 1;
    def.is_series = true;
    def.scan = 2;
    def.scan_step = 0.5 * spacing;
    def.starts = 8;
    def.model = trace;
    if (dp_fit_run(&fit, &def, &err) != DP_OK) fail_msg("%s", err.text);
    print_message("%ld evaluations\n", fit.evaluations);
    CHECK_WITHIN(fit.chi2, 33.928836, 5.1e-7);
    CHECK_WITHIN(fit.aicc, 40.43947, 5.1e-6);
    check(&fit.parameters[0], 1.061481e10, 1.0284256e10, 1.0952556e10, 1.70189e8);
    check(&fit.parameters[1], .60245928, .58882057, .61555483, .00689233);
    check(&fit.parameters[2], 2.1093558e-5, 2.0692263e-5, 2.1536605e-5, 2.30001e-7);
    CHECK_WITHIN(fit.correlation[0][1], .3779, 5.1e-5);
    CHECK_WITHIN(fit.correlation[0][2], .3487, 5.1e-5);
    CHECK_WITHIN(fit.correlation[1][2], -.5941, 5.1e-5);
    assert_true(fit.converged && fit.dof == 48 && fit.minimum_count == 0);
    dp_fit_free(&fit);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_trace)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
