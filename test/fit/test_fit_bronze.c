// The worked example: three restitutions of a steel ball on bronze, sigma 0.02 or left out, and
// made-up data of restitution and duration. The expected numbers come from another implementation:
// its own integrator, scipy's least_squares, profiles by bracketing. Their ends were put back into
// chi2 there: right to 4e-5 of the threshold.

#include "check.h"

#include "strikes.h"

// Half a unit of the eighth printed digit.
#define PRINTED 1e-7
// chi2 of the printed ends is off by up to 4e-5, of 2 for each half-width: 2e-5 of a half-width.
#define END_WITHIN 2e-5
// Standard errors are printed to six digits.
#define SIX_DIGITS 5e-6

static const double speeds[3] = {0.1, 0.3, 1.0};
static const double measured[3] = {0.78, 0.65, 0.52};
static const char *const names[] = {"restitution", "duration"};

struct bronze {
    struct strikes strikes;
    dp_fit_parameter parameters[2];
    dp_fit_cell cells[2 * STRIKES_MAX];
    dp_fit_def def;
};

static void prepare(struct bronze *it, const char *law, const char *key, double low, double high,
                    double sigma) {
    *it = (struct bronze){.strikes = {.law = law, .free = {key}, .free_count = 1, .count = 3}};
    for (int i = 0; i < 3; i++) {
        it->strikes.speed[i] = speeds[i];
        it->cells[i] = (dp_fit_cell){.measured = measured[i], .sigma = sigma};
    }
    it->parameters[0] = (dp_fit_parameter){key, NULL, low, high, NAN, high / low >= 10.0};
    it->def = dp_fit_defaults();
    it->def.parameters = it->parameters;
    it->def.parameter_count = 1;
    it->def.cells = it->cells;
    it->def.cell_count = 3;
    it->def.target_names = names;
    it->def.target_count = 1;
    it->def.all_starts = true;
    it->def.threads = 1;
    it->def.model = strikes_model;
    it->def.user = &it->strikes;
}

static void free_too(struct bronze *it, const char *key, double low, double high) {
    it->strikes.free[1] = key;
    it->strikes.free_count = it->def.parameter_count = 2;
    it->parameters[1] = (dp_fit_parameter){key, NULL, low, high, NAN, high / low >= 10.0};
}

struct row {
    const char *law, *key;
    double from, to, value, low, high, error, chi2, aicc, fitted[3];
};

static const struct row table[] = {
    {"ma-liu",
     "yield",
     1e6,
     1e10,
     1.1279851e8,
     1.0221604e8,
     1.2479754e8,
     5.74514e6,
     2.828764,
     8.82876,
     {.75637, .65295, .54376}},
    {"schwager-poschel",
     "damping",
     1.0,
     1e9,
     854192.0,
     779880.0,
     932874.8,
     39339.8,
     7.271244,
     13.27124,
     {.73532, .65373, .54997}},
    {"thornton",
     "yield_pressure",
     1e6,
     1e11,
     6.2047981e8,
     5.8354885e8,
     6.5908200e8,
     1.90393e7,
     9.478831,
     15.47883,
     {.82056, .63765, .47535}},
    {"kuwabara-kono",
     "relaxation",
     1e-9,
     1e-3,
     8.5614608e-6,
     7.8279214e-6,
     9.3352257e-6,
     3.88288e-7,
     25.604915,
     31.60492,
     {.70246, .64919, .58503}},
    {"exact-restitution",
     "restitution",
     0.01,
     1.0,
     0.65,
     0.62736829,
     0.67263171,
     0.0115470,
     84.5,
     90.5,
     {.65, .65, .65}},
    {"tsuji",
     "restitution",
     0.01,
     1.0,
     0.62099488,
     0.594128,
     0.64753111,
     0.0136226,
     84.5,
     90.5,
     {.65, .65, .65}},
    {"flores",
     "restitution",
     0.01,
     1.0,
     0.66858861,
     0.64720366,
     0.6900048,
     0.0109192,
     84.5,
     90.5,
     {.65, .65, .65}},
    {"ristow",
     "damping",
     1e-3,
     1e6,
     263.17574,
     239.58762,
     287.91490,
     12.0267,
     178.11237,
     184.11237,
     {.60633, .66494, .72214}},
    {"lee-herrmann",
     "damping",
     1e-1,
     1e8,
     8054.9462,
     7332.9911,
     8812.1305,
     368.097,
     178.11237,
     184.11237,
     {.60633, .66494, .72214}},
};
enum { ROWS = sizeof table / sizeof table[0] };

static void test_pair(void **state) {
    (void)state;
    dp_pair pair = strikes_pair();
    CHECK_NEAR(pair.modulus, 80.4108333e9, 1e-9);
    CHECK_NEAR(pair.mass, 32.6725636e-3, 2e-9);
}

static void test_table(void **state) {
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        const struct row *row = &table[i];
        struct bronze it;
        dp_fit_result fit;
        dp_error err;
        prepare(&it, row->law, row->key, row->from, row->to, 0.02);
        print_message("%s\n", row->law);
        if (dp_fit_run(&fit, &it.def, &err) != DP_OK) fail_msg("%s", err.text);
        double half = row->high - row->value;
        const dp_fit_estimate *known = &fit.parameters[0];
        CHECK_NEAR(known->value, row->value, PRINTED);
        CHECK_WITHIN(known->low, row->low, END_WITHIN * half);
        CHECK_WITHIN(known->high, row->high, END_WITHIN * half);
        CHECK_NEAR(known->standard_error, row->error, SIX_DIGITS);
        CHECK_NEAR(fit.chi2, row->chi2, PRINTED * 2.0);
        CHECK_WITHIN(fit.aicc, row->aicc, 6e-6);
        for (int k = 0; k < 3; k++)
            CHECK_WITHIN(fit.fitted[k], row->fitted[k], 5.1e-6);
        assert_true(fit.converged && fit.identifiable && fit.dof == 2);
        assert_false(known->at_bound || known->open_low || known->open_high);
        dp_fit_free(&fit);
    }
}

static void test_two_parameters(void **state) {
    (void)state;
    struct bronze it;
    dp_fit_result fit;
    dp_error err;
    prepare(&it, "ma-liu", "yield", 1e6, 1e10, 0.02);
    free_too(&it, "psi", 0.81, 10.0);
    it.parameters[0].unit = "Pa";
    if (dp_fit_run(&fit, &it.def, &err) != DP_OK) fail_msg("%s", err.text);
    assert_string_equal(fit.notes[0],
                        "another minimum is nearly as good: yield 19.9 MPa and psi 10, "
                        "with chi2 0.2649 instead of 0.01672");
    const dp_fit_estimate *yield = &fit.parameters[0], *psi = &fit.parameters[1];
    CHECK_NEAR(yield->value, 2.8848823e8, PRINTED);
    CHECK_NEAR(psi->value, 1.4105142, PRINTED);
    CHECK_NEAR(yield->standard_error, 4.87549e7, SIX_DIGITS);
    CHECK_NEAR(psi->standard_error, 0.294532, SIX_DIGITS);
    CHECK_WITHIN(fit.chi2, 0.016723, 5.1e-7);
    CHECK_WITHIN(fit.correlation[0][1], -0.9704, 5.1e-5);
    CHECK_WITHIN(fit.singular_values[0], 1.40, 5.1e-3);
    CHECK_WITHIN(fit.singular_values[1], 0.172, 5.1e-4);
    CHECK_WITHIN(yield->high, 3.6248914e8, END_WITHIN * 7e7);
    CHECK_WITHIN(yield->low, 1.8346417e7, END_WITHIN * 2.7e8);
    CHECK_WITHIN(psi->low, 0.9828708, END_WITHIN * 0.43);
    CHECK_NEAR(psi->high, 10.0, 0.0);
    assert_true(psi->open_high && !psi->open_low && !yield->open_low && !yield->open_high);
    assert_true(isnan(fit.aicc) && fit.dof == 1);
    CHECK_WITHIN(fit.fitted[0], .78084, 5.1e-6);
    CHECK_WITHIN(fit.fitted[1], .64794, 5.1e-6);
    CHECK_WITHIN(fit.fitted[2], .52132, 5.1e-6);
    assert_int_equal(fit.minimum_count, 1);
    CHECK_WITHIN(fit.minima[0].chi2, 0.2649, 5.1e-5);
    CHECK_WITHIN(fit.minima[0].values[0], 19.90e6, 5.1e3);
    CHECK_NEAR(fit.minima[0].values[1], 10.0, 0.0);
    dp_fit_free(&fit);
}

// Sigma left out; NaN: the end is open, or not printed.
static void test_sigma_left_out(void **state) {
    (void)state;
    static const struct {
        const char *law, *key;
        double from, to, value, low, high, error, rms;
    } rows[] = {
        {"kuwabara-kono", "relaxation", 1e-9, 1e-3, 8.5614608e-6, 3.6495288e-6, 1.6103104e-5,
         1.38932e-6, 0.058429},
        {"ma-liu", "yield", 1e6, 1e10, 1.1279851e8, 8.7275160e7, 1.4503104e8, NAN, 0.019421},
        {"thornton", "yield_pressure", 1e6, 1e11, 6.2047981e8, 4.5637054e8, 8.2574351e8, NAN,
         0.035551},
        {"ristow", "damping", 1e-3, 1e6, 263.17574, NAN, 1387.17, NAN, NAN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bronze it;
        dp_fit_result fit;
        dp_error err;
        prepare(&it, rows[i].law, rows[i].key, rows[i].from, rows[i].to, NAN);
        if (dp_fit_run(&fit, &it.def, &err) != DP_OK) fail_msg("%s", err.text);
        const dp_fit_estimate *known = &fit.parameters[0];
        double half = rows[i].high - rows[i].value;
        CHECK_NEAR(known->value, rows[i].value, PRINTED);
        // the end of ristow is printed to six digits
        CHECK_WITHIN(known->high, rows[i].high, isnan(rows[i].low) ? 5.1e-3 : END_WITHIN * half);
        if (isnan(rows[i].low))
            CHECK_NEAR(known->low, rows[i].from, 0.0);
        else
            CHECK_WITHIN(known->low, rows[i].low, END_WITHIN * half);
        assert_int_equal(known->open_low, isnan(rows[i].low));
        assert_false(known->open_high);
        if (!isnan(rows[i].error)) CHECK_NEAR(known->standard_error, rows[i].error, SIX_DIGITS);
        if (!isnan(rows[i].rms)) CHECK_WITHIN(fit.rms, rows[i].rms, 5.1e-7);
        // the estimate divides by N - p where rms divides by N; AIC counts it as a parameter
        CHECK_NEAR(fit.targets[0].sigma, fit.rms * sqrt(1.5), 1e-9);
        CHECK_NEAR(fit.aic, 3.0 * log(fit.targets[0].sum / 3.0) + 4.0, 1e-12);
        assert_true(isnan(fit.chi2) && isnan(fit.aicc) && isnan(fit.p_value));
        assert_true(fit.converged && fit.dof == 2 && fit.estimated == 1);
        dp_fit_free(&fit);
    }
}

// Restitution and duration, kuwabara-kono.
static void prepare_two(struct bronze *it) {
    static const double v[5] = {0.1, 0.25, 0.5, 1.0, 2.0};
    static const double e[5] = {0.8489, 0.8286, 0.8195, 0.7945, 0.7535};
    static const double t[5] = {137.16e-6, 116.68e-6, 100.61e-6, 86.27e-6, 74.53e-6};
    prepare(it, "kuwabara-kono", "stiffness", 1e8, 1e12, 0.01);
    free_too(it, "relaxation", 1e-8, 1e-4);
    it->strikes.count = 5;
    it->strikes.has_duration = true;
    for (int i = 0; i < 5; i++) {
        it->strikes.speed[i] = v[i];
        it->cells[2 * i] = (dp_fit_cell){.measured = e[i], .sigma = 0.01};
        it->cells[2 * i + 1] = (dp_fit_cell){.measured = t[i], .sigma = 1.5e-6, .target = 1};
    }
    it->def.cell_count = 10;
    it->def.target_count = 2;
}

static void test_two_targets(void **state) {
    (void)state;
    struct bronze it;
    dp_fit_result fit;
    dp_error err;
    prepare_two(&it);
    if (dp_fit_run(&fit, &it.def, &err) != DP_OK) fail_msg("%s", err.text);
    const dp_fit_estimate *stiffness = &fit.parameters[0], *relaxation = &fit.parameters[1];
    CHECK_WITHIN(fit.chi2, 5.631068, 5.1e-7);
    CHECK_WITHIN(fit.aicc, 11.34535, 5.1e-6);
    CHECK_WITHIN(fit.correlation[0][1], -0.3488, 5.1e-5);
    CHECK_NEAR(stiffness->value, 7.9113314e9, PRINTED);
    CHECK_WITHIN(stiffness->low, 7.667746e9, END_WITHIN * 2.5e8);
    CHECK_WITHIN(stiffness->high, 8.1657692e9, END_WITHIN * 2.5e8);
    CHECK_NEAR(stiffness->standard_error, 1.26998e8, SIX_DIGITS);
    CHECK_NEAR(relaxation->value, 4.0448911e-6, PRINTED);
    CHECK_WITHIN(relaxation->low, 3.8201724e-6, END_WITHIN * 2.3e-7);
    CHECK_WITHIN(relaxation->high, 4.2749236e-6, END_WITHIN * 2.3e-7);
    CHECK_NEAR(relaxation->standard_error, 1.15983e-7, SIX_DIGITS);
    assert_true(fit.converged && fit.identifiable && fit.dof == 8);
    CHECK_NEAR(fit.targets[0].chi2 + fit.targets[1].chi2, fit.chi2, 1e-14);
    CHECK_NEAR(fit.rms, sqrt(fit.chi2 / 10.0), 1e-14);
    dp_fit_free(&fit);
}

// The same with both sigmas unknown: they settle, and say what the residuals say.
static void test_two_sigmas(void **state) {
    (void)state;
    struct bronze it;
    dp_fit_result fit;
    dp_error err;
    prepare_two(&it);
    for (int i = 0; i < 10; i++)
        it.cells[i].sigma = NAN;
    if (dp_fit_run(&fit, &it.def, &err) != DP_OK) fail_msg("%s", err.text);
    for (int k = 0; k < 2; k++)
        // iterated until nothing changes by 1e-6
        CHECK_NEAR(fit.targets[k].sigma, sqrt(fit.targets[k].sum / (5.0 * 0.8)), 2e-6);
    CHECK_NEAR(fit.lowest, 8.0, 4e-6);
    double aic = 5.0 * log(fit.targets[0].sum / 5.0) + 5.0 * log(fit.targets[1].sum / 5.0) + 8.0;
    CHECK_NEAR(fit.aic, aic, 1e-12);
    CHECK_NEAR(fit.aicc, aic + 2.0 * 4.0 * 5.0 / 5.0, 1e-12);
    assert_true(fit.converged && fit.estimated == 2 && isnan(fit.chi2));
    // with these sigmas given the values are the same
    dp_fit_result given;
    for (int i = 0; i < 10; i++)
        it.cells[i].sigma = fit.targets[i % 2].sigma;
    if (dp_fit_run(&given, &it.def, &err) != DP_OK) fail_msg("%s", err.text);
    for (int j = 0; j < 2; j++)
        CHECK_WITHIN(fit.parameters[j].value, given.parameters[j].value,
                     1e-5 * given.parameters[j].standard_error);
    dp_fit_free(&given);
    dp_fit_free(&fit);
    for (int i = 1; i < 10; i += 2)
        it.cells[i].sigma = NAN;
    // one of them known
    for (int i = 0; i < 10; i += 2)
        it.cells[i].sigma = 0.01;
    if (dp_fit_run(&fit, &it.def, &err) != DP_OK) fail_msg("%s", err.text);
    assert_true(isnan(fit.targets[0].sigma) && fit.estimated == 1 && fit.converged);
    CHECK_NEAR(fit.aic, fit.targets[0].chi2 + 5.0 * log(fit.targets[1].sum / 5.0) + 6.0, 1e-12);
    dp_fit_free(&fit);
}

// Which law is it? Plastic loss; no law of constant restitution; two parameters are too many.
static void test_ranking(void **state) {
    (void)state;
    enum { COUNT = ROWS + 2 };
    struct bronze it;
    dp_fit_result fits[COUNT];
    const dp_fit_result *list[COUNT];
    const char *law_names[COUNT];
    dp_fit_ranking ranking;
    dp_error err;
    for (int i = 0; i <= ROWS; i++) {
        const struct row *row = &table[i % ROWS];
        prepare(&it, row->law, row->key, row->from, row->to, 0.02);
        if (i == ROWS) free_too(&it, "psi", 0.81, 10.0);
        if (dp_fit_run(&fits[i], &it.def, &err) != DP_OK) fail_msg("%s", err.text);
        list[ROWS - i] = &fits[i];
        law_names[ROWS - i] = row->law;
    }
    list[COUNT - 1] = NULL;
    law_names[COUNT - 1] = "none";
    assert_int_equal(dp_fit_compare(&ranking, list, law_names, COUNT, &err), DP_OK);
    assert_string_equal(law_names[ranking.order[0]], "ma-liu");
    assert_string_equal(law_names[ranking.order[1]], "schwager-poschel");
    assert_string_equal(law_names[ranking.order[2]], "thornton");
    assert_int_equal(ranking.order[COUNT - 1], COUNT - 1);
    assert_int_equal(list[ranking.order[COUNT - 2]]->parameter_count, 2);
    assert_true(isnan(ranking.weight[COUNT - 1]) && isnan(ranking.delta[ranking.order[COUNT - 2]]));
    CHECK_WITHIN(ranking.weight[ranking.order[0]], 0.87, 0.005);
    CHECK_NEAR(ranking.delta[ranking.order[1]], 13.27124 - 8.82876, 2e-6);
    // constant restitution: one sentence for the three, one for the two with dampers alone
    assert_int_equal(ranking.note_count, 2);
    assert_non_null(strstr(ranking.notes[0], "flores, tsuji and exact-restitution"));
    assert_non_null(strstr(ranking.notes[1], "ristow"));
    assert_non_null(strstr(ranking.notes[1], "lee-herrmann"));
    dp_fit_ranking_free(&ranking);
    for (int i = 0; i <= ROWS; i++)
        dp_fit_free(&fits[i]);
}

// Stiffness cannot be found from restitution: it depends on relaxation K^(2/5) alone.
static void test_structural(void **state) {
    (void)state;
    struct bronze it;
    dp_fit_result fit;
    dp_error err;
    prepare(&it, "kuwabara-kono", "stiffness", 1e8, 1e12, 0.02);
    free_too(&it, "relaxation", 1e-8, 1e-4);
    it.parameters[0].start = 2e9;
    it.parameters[1].start = 1e-5;
    it.def.missing = "duration or max_force";
    if (dp_fit_run(&fit, &it.def, &err) != DP_OK) fail_msg("%s", err.text);
    assert_true(fit.converged && !fit.identifiable && fit.null_count == 1);
    assert_int_equal(fit.minimum_count, 0);
    assert_true(fit.singular_values[1] < 1e-7 * fit.singular_values[0]);
    CHECK_NEAR(fit.directions[1][0], 1.0, 1e-12);
    CHECK_WITHIN(fit.directions[1][1], -0.4, 1e-6);
    CHECK_NEAR(fit.chi2, 25.604915, PRINTED);
    const dp_fit_estimate *stiffness = &fit.parameters[0], *relaxation = &fit.parameters[1];
    // on the line of equally good pairs
    double stiff = stiffness->value / 1.07214444e10;
    CHECK_NEAR(relaxation->value * pow(stiff, 0.4), 8.5614608e-6, 1e-6);
    // and there the nearest to the start, in shares of the ranges of ln: the way there is at right
    // angles to the line
    double range = log(1e4);
    double along =
        log(stiffness->value / 2e9) / range - 0.4 * log(relaxation->value / 1e-5) / range;
    CHECK_WITHIN(along, 0.0, 1e-8);
    for (int j = 0; j < 2; j++) {
        assert_true(fit.parameters[j].open_low && fit.parameters[j].open_high);
        assert_true(isnan(fit.parameters[j].standard_error) && !fit.parameters[j].at_bound);
        assert_false(fit.parameters[j].is_identifiable);
        CHECK_NEAR(fit.parameters[j].low, it.parameters[j].low, 0.0);
        CHECK_NEAR(fit.parameters[j].high, it.parameters[j].high, 0.0);
    }
    assert_string_equal(fit.notes[0],
                        "stiffness and relaxation cannot both be found from restitution alone: "
                        "raising stiffness by 10 % and lowering relaxation by 3.7 % changes "
                        "nothing; add duration or max_force as a target, or fix one of them");
    dp_fit_free(&fit);
}

// Two of three: the restitution depends on damping K^-0.66 m^-0.34 alone.
static void test_two_of_three(void **state) {
    (void)state;
    struct bronze it;
    dp_fit_result fit;
    dp_error err;
    prepare(&it, "schwager-poschel", "stiffness", 1e8, 1e12, 0.02);
    free_too(&it, "damping", 1e3, 1e8);
    it.strikes.free[2] = "mass";
    it.strikes.free_count = 3;
    dp_fit_parameter three[3] = {
        it.parameters[0], it.parameters[1], {"mass", "kg", 1e-3, 1.0, 0.03, true}};
    it.def.parameters = three;
    it.def.parameter_count = 3;
    if (dp_fit_run(&fit, &it.def, &err) != DP_OK) fail_msg("%s", err.text);
    assert_true(!fit.identifiable && fit.null_count == 2);
    assert_non_null(strstr(fit.notes[0],
                           "damping and mass cannot both be found from restitution "
                           "alone: raising damping by 3.3 % and raising mass by 10 %"));
    assert_non_null(strstr(fit.notes[1],
                           "stiffness and mass cannot both be found from restitution "
                           "alone: raising stiffness by 5 % and lowering mass by 9.1 %"));
    CHECK_NEAR(fit.chi2, 7.271244, 2e-7);
    dp_fit_free(&fit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pair),           cmocka_unit_test(test_table),
        cmocka_unit_test(test_two_parameters), cmocka_unit_test(test_sigma_left_out),
        cmocka_unit_test(test_two_targets),    cmocka_unit_test(test_two_sigmas),
        cmocka_unit_test(test_ranking),        cmocka_unit_test(test_structural),
        cmocka_unit_test(test_two_of_three),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
