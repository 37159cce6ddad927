// The papers and the design chart as calls: no program, nothing printed, errors as data.

#define _POSIX_C_SOURCE 200809L  // fileno, dup2

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/status.h"
#include "reproduce/document.h"
#include "reproduce/reproduce.h"
#include "study/design_chart.h"

struct steps {
    int count;
    double last;
    bool rises;
};

static void note_share(void *user, double share) {
    struct steps *steps = user;
    steps->rises = (steps->count == 0 || steps->rises) && share > steps->last;
    steps->last = share;
    steps->count++;
}

static void papers_become_a_document(void **state) {
    (void)state;
    const char *const names[] = {"004"};
    struct steps steps = {0};
    const struct call call = {.progress = note_share, .user = &steps};
    const dp_reproduce_def def = {.papers = names, .paper_count = 1, .quick = true};
    dp_diagnostic diagnostic = {.status = DP_RUN_DONE};
    json_t *document;
    assert_int_equal(reproduce(&def, &call, &document, &diagnostic), DP_RUN_DONE);
    const json_t *totals = json_object_get(document, "totals");
    int rows = (int)json_integer_value(json_object_get(totals, "rows"));
    assert_true(rows > 10);
    assert_int_equal(rows, json_array_size(json_object_get(document, "rows")));
    assert_int_equal(json_integer_value(json_object_get(document, "unexpected")), 0);
    // after each run; most of them serve several rows
    assert_true(steps.count > 10 && steps.count < rows);
    assert_true(steps.rises);
    assert_true(steps.last == 1.0);
    json_decref(document);
}

static void an_unknown_paper_is_a_diagnostic(void **state) {
    (void)state;
    const char *const names[] = {"009"};
    const dp_reproduce_def def = {.papers = names, .paper_count = 1};
    dp_diagnostic diagnostic = {.status = DP_RUN_DONE};
    json_t *document;
    assert_int_equal(reproduce(&def, NULL, &document, &diagnostic), DP_RUN_INPUT);
    assert_null(document);
    assert_int_equal(diagnostic.status, DP_RUN_INPUT);
    assert_non_null(strstr(diagnostic.text, "'009'"));
}

static void differences_read_as_people_write_them(void **state) {
    (void)state;
    static const struct {
        double ours, relative;
        const char *unit, *printed, *text;
    } cases[] = {{1.0, 1e-6, "N", "1", "0 %"},
                 {1.02, 0.02, "N", "1", "+2.00 %"},
                 {1.0, -0.0005, "N", "1", "-0.050 %"},
                 {1.5, 0.5, "1", "1", "+50 %"},
                 {12.5, 0.25, "%", "10", "+2.5 points"},
                 {10.0, 0.0, "%", "10", "0 points"},
                 {1.0, NAN, "N", "0", "-"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[48];
        json_t *row = json_pack("{s:f, s:s, s:s}", "ours", cases[i].ours, "unit", cases[i].unit,
                                "printed", cases[i].printed);
        json_object_set_new(row, "relative_difference",
                            isnan(cases[i].relative) ? json_null() : json_real(cases[i].relative));
        document_difference(row, text, sizeof text);
        assert_string_equal(text, cases[i].text);
        json_decref(row);
    }
}

static const char table[] = "calls-bearings.csv";

static void write_table(const char *rows) {
    FILE *file = fopen(table, "w");
    assert_non_null(file);
    fprintf(file, "name,bearing_radius,clearance,length,modulus,yield\n%s", rows);
    assert_int_equal(fclose(file), 0);
}

// The bearing of paper 001: 3.1296 m/s for 200 kg.
static void a_chart_has_the_speed_of_the_paper(void **state) {
    (void)state;
    const char *const none[BEARING_COLUMNS] = {NULL};
    struct chart_options options;
    dp_diagnostic diagnostic = {.status = DP_RUN_DONE};
    struct outcome outcome;
    write_table("paper,0.1,1e-4,1,1e11,1e8\n");
    assert_int_equal(chart_options_read(none, "0.2 Mg, 1 kg", &options, &diagnostic), DP_RUN_DONE);
    assert_int_equal(options.mass_count, 2);
    assert_int_equal(design_chart(table, &options, &outcome, &diagnostic), DP_RUN_DONE);
    const json_t *bearing = json_array_get(json_object_get(outcome.summary, "bearings"), 0);
    const json_t *speeds = json_object_get(bearing, "critical_speed");
    double speed = json_number_value(json_array_get(speeds, 0));
    assert_true(fabs(speed / 3.12962222359069624 - 1.0) < 1e-14);
    assert_int_equal(outcome.series.rows, 2);
    assert_non_null(strstr(outcome.scenario, "--mass '200, 1'"));
    outcome_free(&outcome);
}

static void bad_options_and_tables_are_diagnostics(void **state) {
    (void)state;
    const char *const none[BEARING_COLUMNS] = {NULL};
    const char *const weak[BEARING_COLUMNS] = {[BEARING_YIELD] = "0.1"};
    struct chart_options options;
    dp_diagnostic diagnostic = {.status = DP_RUN_DONE};
    struct outcome outcome;
    assert_int_equal(chart_options_read(none, "1 kg, -2 kg", &options, &diagnostic), DP_RUN_INPUT);
    assert_string_equal(diagnostic.text, "--mass is -2 kg; it must be positive");
    assert_int_equal(chart_options_read(weak, "1 kg", &options, &diagnostic), DP_RUN_INPUT);
    assert_non_null(strstr(diagnostic.text, "--yield is 0.1"));

    write_table("thin,0.1,0.2,1,1e11,1e8\n");
    assert_int_equal(chart_options_read(none, "1", &options, &diagnostic), DP_RUN_DONE);
    assert_int_equal(design_chart(table, &options, &outcome, &diagnostic), DP_RUN_INPUT);
    assert_non_null(strstr(diagnostic.text, "calls-bearings.csv:2: clearance is 0.2 m"));
    assert_null(outcome.summary);
}

// --- nothing is printed --------------------------------------------------------------------------

struct capture {
    FILE *said;
    int out, err;
};

static int begin(void **state) {
    static struct capture capture;
    fflush(stdout);
    capture = (struct capture){tmpfile(), dup(STDOUT_FILENO), dup(STDERR_FILENO)};
    if (capture.said == NULL || capture.out < 0 || capture.err < 0) return -1;
    dup2(fileno(capture.said), STDOUT_FILENO);
    dup2(fileno(capture.said), STDERR_FILENO);
    *state = &capture;
    return 0;
}

static int end(void **state) {
    const struct capture *capture = *state;
    fflush(stdout);
    off_t size = lseek(fileno(capture->said), 0, SEEK_END);
    dup2(capture->out, STDOUT_FILENO);
    dup2(capture->err, STDERR_FILENO);
    close(capture->out);
    close(capture->err);
    fclose(capture->said);
    if (size != 0) fprintf(stderr, "a call has printed %ld bytes\n", (long)size);
    return size == 0 ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest calls[] = {
        cmocka_unit_test_setup_teardown(papers_become_a_document, begin, end),
        cmocka_unit_test_setup_teardown(an_unknown_paper_is_a_diagnostic, begin, end),
        cmocka_unit_test(differences_read_as_people_write_them),
        cmocka_unit_test_setup_teardown(a_chart_has_the_speed_of_the_paper, begin, end),
        cmocka_unit_test_setup_teardown(bad_options_and_tables_are_diagnostics, begin, end),
    };
    int failed = cmocka_run_group_tests(calls, NULL, NULL);
    remove(table);
    return failed;
}
