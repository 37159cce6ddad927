// dashpot merge: the results of a study that was run in parts.

#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "show.h"
#include "signals.h"
#include "study_left.h"
#include "terminal.h"

static void show_message(void *user, const char *text) {
    (void)user;
    cli_say(stderr, "dashpot: %s\n", text);
}

static int report_missing(const char *dir, json_t *status, bool is_json) {
    cli_fail(DP_RUN_MISSING, "%.700s: %ld of %ld points are missing; nothing was written", dir,
             left_number(status, "missing"), left_number(status, "points"));
    left_print(stderr, status, dir);
    if (!is_json) return DP_RUN_MISSING;
    json_t *entry = json_deep_copy(status);
    cli_json_put(entry, "error", json_string("points are missing"));
    cli_json_put(entry, "status", json_integer(DP_RUN_MISSING));
    cli_json_put(entry, "commands", left_commands(status, dir));
    cli_print_json(entry);
    return DP_RUN_MISSING;
}

static int merge(const char *dir, bool is_json, bool is_quiet) {
    dp_diagnostic diagnostic;
    dp_scenario_def def = dp_scenario_defaults();
    dp_run_def run = dp_run_defaults();
    dp_scenario *scenario;
    dp_result *result = NULL;
    def.message = show_message;
    def.stop = signals_stop;
    def.guard = signals_guard;
    run.folder = dir;
    if (dp_scenario_resume(&scenario, dir, &def, &diagnostic) == DP_RUN_DONE)
        dp_scenario_run(scenario, &run, &result, &diagnostic);
    cli_remarks(diagnostic.remarks);
    if (diagnostic.status == DP_RUN_DONE && is_json)
        fputs(dp_result_summary(result), stdout);
    else if (diagnostic.status == DP_RUN_DONE && !is_quiet)
        result_print(scenario, dir, result);
    if (diagnostic.status != DP_RUN_DONE && !signals_stop(NULL))
        diagnostic_print(&diagnostic, NULL);
    dp_result_free(result);
    dp_scenario_free(scenario);
    return diagnostic.status;
}

static int run(int argc, char **argv) {
    bool is_json = false, is_quiet = false;
    const cli_option options[] = {
        {.name = "--json", .flag = &is_json}, {.name = "--quiet", .flag = &is_quiet}, {0}};
    cli_words words = {.count = 0};
    dp_diagnostic diagnostic;
    char *document;
    int status = cli_parse_words(argc, argv, options, &words, 1);
    if (status != DP_RUN_DONE) return status;
    if (words.count == 0)
        return cli_fail(DP_RUN_USAGE, "merge needs the folder of the parts (see dashpot merge "
                                      "--help)");
    const char *dir = words.item[0];
    if (dp_study_status(dir, &document, &diagnostic) != DP_RUN_DONE) {
        diagnostic_print(&diagnostic, NULL);
        return diagnostic.status;
    }
    json_t *progress = cli_json_read(document);
    status = left_number(progress, "missing") > 0 ? report_missing(dir, progress, is_json)
                                                  : merge(dir, is_json, is_quiet);
    json_decref(progress);
    dp_text_free(document);
    return status;
}

const cli_command cmd_merge = {
    .name = "merge",
    .summary = "write the results of a study that was run in parts",
    .help =
        "usage: dashpot merge DIR [--json] [--quiet]\n"
        "\n"
        "Write summary.json, series.csv, report.html and the rest into DIR, where the parts of\n"
        "dashpot run --part I/N --out DIR have left their journals: the same bytes as a run in\n"
        "one piece. The journals stay; merge may be run again.\n"
        "\n"
        "  --json    the summary as one JSON document; of what is missing, with status 5\n"
        "  --quiet   no summary\n"
        "\n"
        "Where points are missing, nothing is written, they are listed with the commands that\n"
        "do them, and the exit status is 5.\n"
        "\n"
        "example:\n"
        "  dashpot run sweep.yaml --part 1/2 --out study &\n"
        "  dashpot run sweep.yaml --part 2/2 --out study; wait\n"
        "  dashpot merge study\n",
    .run = run,
};
