// dashpot/workbench.h as a program uses it: nothing is printed, nothing is kept, nothing is
// written.

#define _POSIX_C_SOURCE 200809L  // nanosleep

#include "dashpot/workbench.h"

#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

static const char impact[] = "dashpot: 1\n"
                             "kind: impact\n"
                             "title: Two balls\n"
                             "impact:\n"
                             "  bodies:\n"
                             "    - {radius: 1 cm, mass: 0.1 kg, velocity: 1 m/s}\n"
                             "    - {radius: 1 cm, mass: 0.1 kg, velocity: 0}\n"
                             "  contact: {law: exact-restitution, restitution: 0.7, "
                             "stiffness: 1e9 N/m^1.5}\n";

static const char chain[] =
    "dashpot: 1\n"
    "kind: chain\n"
    "materials: [{name: steel, young: 193 GPa, poisson: 0.3}]\n"
    "chain:\n"
    "  beads: [{count: 1000, radius: 2.38 mm, mass: 0.45 g, material: steel}]\n"
    "  striker: {velocity: 1.77 m/s, copy: true}\n"
    "  contact: {law: hertz}\n"
    "run: {integrator: verlet, step: 50 ns, until: 20 s}\n";

static const char bounce[] = "dashpot: 1\n"
                             "kind: bounce\n"
                             "bounce:\n"
                             "  body: {mass: 1 kg}\n"
                             "  height: 1 m\n"
                             "  contact: {law: exact-restitution, restitution: 0.9, "
                             "stiffness: 1e9 N/m^1.5}\n";

static const char journal[] =
    "dashpot: 1\n"
    "kind: journal\n"
    "journal:\n"
    "  bearing_radius: 100 mm\n"
    "  clearance: 0.1 mm\n"
    "  mass: 200\n"
    "  inertia: 1\n"
    "  start: {speed: 1}\n"
    "  contact: {law: peng, modulus: 100 GPa, yield: 100 MPa, length: 1 m, restitution: 0.9,\n"
    "            mode: elastic-damped}\n"
    "  collisions: 100\n";

static dp_scenario *load(dp_scenario_def *def, const char *text) {
    dp_scenario *scenario;
    dp_diagnostic diagnostic;
    def->text = text;
    if (dp_scenario_load(&scenario, def, &diagnostic) != DP_RUN_DONE)
        fail_msg("%s", diagnostic.text);
    return scenario;
}

static dp_result *run(dp_scenario *scenario, bool series) {
    dp_run_def def = dp_run_defaults();
    dp_result *result;
    dp_diagnostic diagnostic;
    def.series = series;
    if (dp_scenario_run(scenario, &def, &result, &diagnostic) != DP_RUN_DONE)
        fail_msg("%s", diagnostic.text);
    return result;
}

static void a_text_becomes_numbers(void **state) {
    (void)state;
    dp_scenario_def def = dp_scenario_defaults();
    dp_scenario *scenario = load(&def, impact);
    assert_string_equal(dp_scenario_kind(scenario), "impact");
    assert_false(dp_scenario_is_sweep(scenario));
    dp_result *result = run(scenario, true);
    assert_string_equal(dp_result_title(result), "Two balls");
    // the law delivers what it is asked for; the rest is the solver's tolerance
    CHECK_NEAR(dp_result_number(result, "restitution"), 0.7, 1e-9);
    assert_true(isnan(dp_result_number(result, "no.such.key")));
    assert_non_null(dp_result_text(result, "solver.path"));
    assert_null(dp_result_text(result, "restitution"));
    assert_non_null(strstr(dp_result_summary(result), "\"restitution\""));
    assert_null(dp_result_folder(result));
    dp_table table;
    const char *unit;
    assert_true(dp_result_table(result, 0, &table));
    assert_string_equal(table.name, "series");
    assert_true(table.rows > 10);
    assert_string_equal(dp_result_column(result, 0, 0, &unit), "time");
    assert_string_equal(unit, "s");
    assert_null(dp_result_column(result, 0, table.columns, &unit));
    assert_false(dp_result_table(result, 9, &table));
    dp_picture picture;
    assert_true(dp_result_picture(result, 0, &picture));
    assert_non_null(picture.y[0]);
    dp_headline headline;
    assert_true(dp_result_headline(result, 0, &headline));
    dp_result_free(result);
    dp_scenario_free(scenario);
}

static void settings_change_the_text(void **state) {
    (void)state;
    dp_scenario_def def = dp_scenario_defaults();
    const dp_setting half = {"impact.contact.restitution", "0.5"};
    def.settings = &half;
    def.setting_count = 1;
    dp_scenario *scenario = load(&def, impact);
    char *text = dp_scenario_text(scenario);
    assert_non_null(strstr(text, "0.5"));
    dp_text_free(text);
    dp_result *result = run(scenario, false);
    CHECK_NEAR(dp_result_number(result, "restitution"), 0.5, 1e-9);
    dp_result_free(result);
    dp_scenario_free(scenario);
}

// The library run by hand with what a scenario comes down to gives the bits of the scenario.
static void a_scenario_can_be_stepped(void **state) {
    (void)state;
    dp_scenario_def def = dp_scenario_defaults();
    dp_definition d;
    dp_diagnostic diagnostic;
    dp_error err;
    dp_scenario *scenario = load(&def, impact);
    dp_result *result = run(scenario, false);
    dp_impact by_hand;
    assert_int_equal(dp_scenario_definition(scenario, &d, &diagnostic), DP_RUN_DONE);
    assert_int_equal(dp_impact_run(d.contact, &d.impact, &by_hand, &err), DP_OK);
    assert_true(by_hand.restitution == dp_result_number(result, "restitution"));
    assert_true(by_hand.max_force == dp_result_number(result, "max_force"));
    assert_null(d.mechanism);
    dp_result_free(result);
    dp_scenario_free(scenario);

    scenario = load(&def, bounce);
    result = run(scenario, false);
    dp_bounce falls;
    assert_int_equal(dp_scenario_definition(scenario, &d, &diagnostic), DP_RUN_DONE);
    assert_int_equal(dp_bounce_run(d.contact, &d.bounce, &falls, &err), DP_OK);
    assert_true(falls.rest_time == dp_result_number(result, "rest_time"));
    dp_result_free(result);
    dp_scenario_free(scenario);

    scenario = load(&def, journal);
    result = run(scenario, false);
    dp_journal turns;
    assert_int_equal(dp_scenario_definition(scenario, &d, &diagnostic), DP_RUN_DONE);
    assert_int_equal(dp_journal_run(d.contact, &d.journal, &turns, &err), DP_OK);
    assert_true(turns.travel == dp_result_number(result, "travel"));
    dp_result_free(result);
    dp_scenario_free(scenario);

    scenario = load(&def, chain);
    assert_int_equal(dp_scenario_definition(scenario, &d, &diagnostic), DP_RUN_DONE);
    assert_int_equal(d.chain.count, 1001);
    CHECK_NEAR(d.until, 20.0, 0.0);
    dp_scenario_free(scenario);
    const dp_scenario *none = NULL;
    assert_int_equal(dp_scenario_definition(none, &d, NULL), DP_RUN_USAGE);
}

// The printed form of ma-liu does that just beyond its yield.
static void a_law_that_makes_energy_is_named(void **state) {
    (void)state;
    static const char text[] =
        "dashpot: 1\nkind: impact\nimpact:\n  bodies:\n"
        "    - {radius: 6 mm, mass: 7.87 g, velocity: 2 cm/s}\n    - {fixed: true}\n"
        "  contact: {law: ma-liu, form: printed, modulus: 75 GPa, radius: 6 mm, yield: 250 MPa}\n";
    dp_scenario_def def = dp_scenario_defaults();
    dp_scenario *scenario = load(&def, text);
    dp_result *result = run(scenario, false);
    assert_true(dp_result_number(result, "restitution") > 1.0);
    bool is_said = false;
    for (int i = 0; dp_result_note(result, i) != NULL; i++)
        is_said = is_said || strstr(dp_result_note(result, i), "more energy than it took") != NULL;
    assert_true(is_said);
    dp_result_free(result);
    dp_scenario_free(scenario);
}

static void mistakes_are_diagnostics(void **state) {
    (void)state;
    dp_scenario_def def = dp_scenario_defaults(), zeroed = {0};
    dp_scenario *scenario;
    dp_diagnostic diagnostic;
    def.file = "mine.yaml";
    def.text = "dashpot: 1\nkind: impact\nimpcat: {}\n";
    assert_int_equal(dp_scenario_load(&scenario, &def, &diagnostic), DP_RUN_INPUT);
    assert_null(scenario);
    assert_non_null(strstr(diagnostic.text, "mine.yaml:3: "));
    assert_string_equal(diagnostic.file, "mine.yaml");
    assert_int_equal(diagnostic.line, 3);
    assert_string_equal(diagnostic.key, "impcat");
    assert_int_equal(dp_scenario_load(&scenario, &zeroed, &diagnostic), DP_RUN_USAGE);
    assert_non_null(strstr(diagnostic.text, "dp_scenario_defaults"));
    def.file = def.text = NULL;
    assert_int_equal(dp_scenario_load(&scenario, &def, &diagnostic), DP_RUN_USAGE);
    scenario = load(&def, impact);
    dp_run_def not_made = {0};
    dp_result *result;
    assert_int_equal(dp_scenario_run(scenario, &not_made, &result, &diagnostic), DP_RUN_USAGE);
    assert_null(result);
    dp_scenario_free(scenario);
}

static void limits_belong_to_a_call(void **state) {
    (void)state;
    dp_scenario_def small = dp_scenario_defaults(), usual = dp_scenario_defaults();
    dp_run_def def = dp_run_defaults();
    dp_diagnostic diagnostic;
    dp_error err;
    assert_int_equal(dp_run_limits_set(&small.limits, "time", "1 ms", &err), DP_OK);
    // however slow the machine is
    assert_int_equal(dp_run_limits_set(&usual.limits, "time", "none", &err), DP_OK);
    assert_int_equal(dp_run_limits_set(&small.limits, "size", "1 ms", &err), DP_ERR_UNKNOWN_NAME);
    assert_int_equal(dp_run_limits_set(&small.limits, "memory", "much", &err), DP_ERR_RANGE);
    dp_scenario *first = load(&small, chain), *second = load(&usual, chain);
    assert_int_equal(dp_scenario_check(first, &def, &diagnostic), DP_RUN_INPUT);
    assert_non_null(strstr(diagnostic.text, "--max-time"));
    assert_int_equal(dp_scenario_check(second, &def, &diagnostic), DP_RUN_DONE);
    dp_scenario_free(first);
    dp_scenario_free(second);
}

// A run refuses what its check refuses, whether that was asked or not.
static void a_run_is_checked_before_it_starts(void **state) {
    (void)state;
    dp_scenario_def def = dp_scenario_defaults();
    def.limits.output = 1e4;
    dp_scenario *scenario = load(&def, chain);
    dp_run_def run_def = dp_run_defaults();
    dp_result *result;
    dp_diagnostic diagnostic;
    run_def.folder = "workbench-refused";
    assert_int_equal(dp_scenario_run(scenario, &run_def, &result, &diagnostic), DP_RUN_INPUT);
    assert_null(result);
    assert_non_null(strstr(diagnostic.text, "--max-output"));
    assert_int_equal(access("workbench-refused", F_OK), -1);
    dp_scenario_free(scenario);
}

static void what_is_missing_is_refused(void **state) {
    (void)state;
    dp_scenario_def def = dp_scenario_defaults();
    dp_run_def run_def = dp_run_defaults();
    dp_scenario *scenario;
    dp_result *result;
    dp_diagnostic diagnostic;
    assert_int_equal(dp_scenario_load(&scenario, &def, NULL), DP_RUN_USAGE);
    assert_int_equal(dp_scenario_load(&scenario, NULL, &diagnostic), DP_RUN_USAGE);
    assert_null(scenario);
    assert_int_equal(dp_scenario_run(NULL, &run_def, &result, &diagnostic), DP_RUN_USAGE);
    assert_int_equal(dp_scenario_check(NULL, &run_def, NULL), DP_RUN_USAGE);
    scenario = load(&def, impact);
    assert_int_equal(dp_scenario_run(scenario, &run_def, NULL, &diagnostic), DP_RUN_USAGE);
    assert_int_equal(dp_scenario_run(scenario, NULL, &result, NULL), DP_RUN_USAGE);
    assert_int_equal(dp_scenario_run(scenario, &run_def, &result, NULL), DP_RUN_DONE);
    dp_result_free(result);
    dp_scenario_free(scenario);
}

struct watch {
    int stops;
    double share;
};

static bool stop_soon(void *user) {
    return ((struct watch *)user)->stops++ > 2;
}

static void keep_share(void *user, double share) {
    ((struct watch *)user)->share = share;
}

static void a_caller_can_stop_a_run(void **state) {
    (void)state;
    const char *const texts[] = {chain, bounce, journal};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct watch watch = {.share = 0.0};
        dp_scenario_def def = dp_scenario_defaults();
        def.stop = stop_soon;
        def.progress = keep_share;
        def.user = &watch;
        dp_scenario *scenario = load(&def, texts[i]);
        dp_run_def run_def = dp_run_defaults();
        dp_result *result;
        dp_diagnostic diagnostic;
        assert_int_equal(dp_scenario_run(scenario, &run_def, &result, &diagnostic), DP_RUN_SYSTEM);
        assert_null(result);
        assert_non_null(strstr(diagnostic.text, "interrupted"));
        assert_true(watch.share >= 0.0 && watch.share < 1.0);
        // not asked again and again after it has said yes
        assert_true(watch.stops < 12);
        dp_scenario_free(scenario);
    }
}

static bool answer_slowly(void *user) {
    struct timespec pause = {.tv_nsec = 20000000};
    nanosleep(&pause, NULL);
    (void)user;
    return false;
}

// The limit is checked on the way, too: the estimate before the run knows nothing of slow callers.
static void a_late_bounce_or_journal_ends(void **state) {
    (void)state;
    const char *const texts[] = {bounce, journal};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dp_scenario_def def = dp_scenario_defaults();
        def.stop = answer_slowly;
        def.limits.seconds = 0.5;
        dp_scenario *scenario = load(&def, texts[i]);
        dp_run_def run_def = dp_run_defaults();
        dp_result *result;
        dp_diagnostic diagnostic;
        assert_int_equal(dp_scenario_run(scenario, &run_def, &result, &diagnostic), DP_RUN_NUMERIC);
        assert_true(diagnostic.is_late);
        assert_non_null(strstr(diagnostic.text, "--max-time sets it; it broke off at "));
        dp_result_free(result);
        dp_scenario_free(scenario);
    }
}

static void *run_in_thread(void *user) {
    dp_scenario_def def = dp_scenario_defaults();
    dp_scenario *scenario = load(&def, impact);
    dp_result *result = run(scenario, false);
    *(double *)user = dp_result_number(result, "max_force");
    dp_result_free(result);
    dp_scenario_free(scenario);
    return NULL;
}

static void several_run_at_once(void **state) {
    (void)state;
    enum { COUNT = 8 };
    pthread_t thread[COUNT];
    double force[COUNT];
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, run_in_thread, &force[i]), 0);
    for (int i = 0; i < COUNT; i++)
        pthread_join(thread[i], NULL);
    for (int i = 1; i < COUNT; i++)
        assert_true(force[i] == force[0] && force[0] > 0.0);
}

static void a_result_is_written_where_it_is_asked_for(void **state) {
    (void)state;
    dp_scenario_def def = dp_scenario_defaults();
    dp_scenario *scenario = load(&def, impact);
    dp_result *result = run(scenario, true);
    dp_diagnostic diagnostic;
    assert_int_equal(access("workbench-out", F_OK), -1);
    assert_int_equal(dp_result_write(result, "workbench-out", false, &diagnostic), DP_RUN_DONE);
    assert_int_equal(access("workbench-out/summary.json", R_OK), 0);
    assert_string_equal(dp_result_folder(result), "workbench-out");
    assert_int_equal(dp_result_write(result, "workbench-out", false, &diagnostic), DP_RUN_SYSTEM);
    assert_int_equal(dp_result_write(result, "workbench-out", true, &diagnostic), DP_RUN_DONE);
    dp_result_free(result);
    dp_scenario_free(scenario);
}

static void descriptions_are_json(void **state) {
    (void)state;
    char *schema = dp_describe_schema();
    char *short_one = dp_json_format("{\"a\":0.69999999999999996}");
    assert_non_null(strstr(schema, "\"$schema\""));
    assert_string_equal(short_one, "{\n  \"a\": 0.7\n}\n");
    assert_null(dp_json_format("{"));
    dp_text_free(schema);
    dp_text_free(short_one);
}

static void texts_cannot_steer_a_terminal(void **state) {
    (void)state;
    char copy[16];
    dp_text_printable("a\x1b[31m\nb\xff", copy, sizeof copy);
    assert_string_equal(copy, "a?[31m\nb?");
    dp_text_printable("0123456789abcdefgh", copy, 8);
    assert_int_equal(strlen(copy), 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_becomes_numbers),
        cmocka_unit_test(settings_change_the_text),
        cmocka_unit_test(a_scenario_can_be_stepped),
        cmocka_unit_test(a_law_that_makes_energy_is_named),
        cmocka_unit_test(mistakes_are_diagnostics),
        cmocka_unit_test(limits_belong_to_a_call),
        cmocka_unit_test(a_run_is_checked_before_it_starts),
        cmocka_unit_test(what_is_missing_is_refused),
        cmocka_unit_test(a_caller_can_stop_a_run),
        cmocka_unit_test(a_late_bounce_or_journal_ends),
        cmocka_unit_test(several_run_at_once),
        cmocka_unit_test(a_result_is_written_where_it_is_asked_for),
        cmocka_unit_test(descriptions_are_json),
        cmocka_unit_test(texts_cannot_steer_a_terminal),
    };
    // what an earlier run of this suite left
    if (system("rm -rf workbench-out") != 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
