// Copies of a run: mean and spread are those of runs made one by one.

#include "check.h"
#include "mechanism_cases.h"

enum { COPIES = 3 };

static dp_mechanism_run_def define(const int *watch, dp_channel_stats *stats) {
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 0.05;
    run.skip = 0.01;
    run.watch = watch;
    run.watch_count = 2;
    run.stats = stats;
    run.seed = 7;
    return run;
}

static void mean_and_spread_are_those_of_single_runs(void **state) {
    (void)state;
    struct slider_crank c = slider_crank_defaults(LN, 5e-4);
    dp_mechanism *m = slider_crank_build(&c);
    const int watch[] = {channel(m, "slider.x"), channel(m, "slider.ax")};
    dp_mechanism_ensemble *e;
    dp_mechanism_result result;
    dp_error err = {0};
    dp_mechanism_run_def run = define(watch, NULL);
    assert_int_equal(dp_mechanism_ensemble_begin(&e, m, &run, COPIES, &err), DP_OK);
    // in any order
    for (int copy = COPIES; copy >= 1; copy--)
        assert_int_equal(dp_mechanism_ensemble_run(e, copy, &result, &err), DP_OK);
    dp_channel_stats stats[2];
    dp_mechanism_contact_stats pair;
    double rms[COPIES], impacts = 0.0, mean = 0.0, square = 0.0;
    for (int i = 0; i < COPIES; i++) {
        run = define(watch, stats);
        run.pairs = &pair;
        run.copy = i + 1;
        mechanism_run(m, &run);
        assert_memory_equal(stats, dp_mechanism_ensemble_stats(e, i + 1), sizeof stats);
        assert_memory_equal(&pair, dp_mechanism_ensemble_pairs(e, i + 1), sizeof pair);
        rms[i] = stats[1].rms;
        impacts += (double)pair.impacts / COPIES;
        mean += rms[i] / COPIES;
    }
    for (int i = 0; i < COPIES; i++)
        square += (rms[i] - mean) * (rms[i] - mean) / (COPIES - 1);
    dp_spread spread = dp_mechanism_ensemble_spread(e, DP_CHANNEL_RMS, 1);
    CHECK_NEAR(spread.mean, mean, 1e-14);
    CHECK_NEAR(spread.deviation, sqrt(square), 1e-6);
    assert_true(spread.deviation > 0.0);
    CHECK_NEAR(dp_mechanism_ensemble_spread(e, DP_PAIR_IMPACTS, 0).mean, impacts, 1e-14);
    dp_mechanism_ensemble_free(e);
    dp_mechanism_free(m);
}

static void what_is_not_there_is_refused(void **state) {
    (void)state;
    struct slider_crank c = slider_crank_defaults(LN, 5e-4);
    dp_mechanism *m = slider_crank_build(&c);
    const int watch[] = {channel(m, "slider.x"), channel(m, "slider.ax")};
    dp_mechanism_ensemble *e;
    dp_mechanism_result result;
    dp_error err = {0};
    dp_mechanism_run_def run = define(watch, NULL);
    assert_int_equal(dp_mechanism_ensemble_begin(&e, m, &run, 1, &err), DP_ERR_RANGE);
    assert_null(e);
    assert_int_equal(dp_mechanism_ensemble_begin(&e, m, &run, 2, &err), DP_OK);
    assert_int_equal(dp_mechanism_ensemble_run(e, 0, &result, &err), DP_ERR_RANGE);
    assert_int_equal(dp_mechanism_ensemble_run(e, 3, &result, &err), DP_ERR_RANGE);
    assert_null(dp_mechanism_ensemble_stats(e, 0));
    assert_null(dp_mechanism_ensemble_pairs(e, 3));
    assert_true(isnan(dp_mechanism_ensemble_spread(e, DP_CHANNEL_RMS, 2).mean));
    assert_true(isnan(dp_mechanism_ensemble_spread(e, DP_PAIR_IMPACTS, 1).mean));
    assert_true(isnan(dp_mechanism_ensemble_spread(e, DP_STATISTICS, 0).deviation));
    dp_mechanism_ensemble_free(e);
    dp_mechanism_ensemble_free(NULL);
    dp_mechanism_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mean_and_spread_are_those_of_single_runs),
        cmocka_unit_test(what_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
