// dashpot compare: one scenario with several laws.

#include <stdio.h>

#include "cli.h"
#include "progress.h"
#include "show.h"
#include "signals.h"
#include "terminal.h"

struct options {
    cli_words files, set, laws;
    const char *at, *out, *limit[3];
    bool force, json, quiet;
};

// --- callbacks of the workbench ------------------------------------------------------------------

static void show_share(void *user, double share) {
    progress_at((struct progress *)user, share);
}

static void show_message(void *user, const char *text) {
    progress_end((struct progress *)user);
    cli_say(stderr, "dashpot: %s\n", text);
}

// --- running -------------------------------------------------------------------------------------

static int run_scenario(dp_scenario *scenario, const struct options *given,
                        struct progress *progress) {
    dp_run_def def = dp_run_defaults();
    dp_diagnostic diagnostic;
    dp_result *result = NULL;
    def.folder = given->out;
    def.replace = given->force;
    int status = dp_scenario_check(scenario, &def, &diagnostic);
    if (status == DP_RUN_DONE) {
        status = dp_scenario_run(scenario, &def, &result, &diagnostic);
        progress_end(progress);
        cli_remarks(diagnostic.remarks);
    }
    if (status == DP_RUN_DONE && given->json)
        fputs(dp_result_summary(result), stdout);
    else if (status == DP_RUN_DONE && !given->quiet)
        result_print(scenario, given->out, result);
    // what a signal ended has nothing to complain about
    if (status != DP_RUN_DONE && !signals_stop(NULL)) diagnostic_print(&diagnostic, NULL);
    dp_result_free(result);
    return status;
}

static int compare(const struct options *given, dp_scenario_def *def, cli_names *names) {
    struct progress progress = progress_start(!given->quiet);
    dp_compare_def compare = dp_compare_defaults();
    dp_scenario *scenario;
    dp_diagnostic diagnostic;
    def->file = given->files.item[0];
    def->stop = signals_stop;
    def->progress = show_share;
    def->message = show_message;
    def->guard = signals_guard;
    def->user = &progress;
    compare.laws = names->item;
    compare.law_count = names->count;
    compare.at = given->at;
    if (dp_compare_load(&scenario, def, &compare, &diagnostic) != DP_RUN_DONE) {
        diagnostic_print(&diagnostic, NULL);
        return diagnostic.status;
    }
    int status = run_scenario(scenario, given, &progress);
    dp_scenario_free(scenario);
    return status;
}

// --- the command line ----------------------------------------------------------------------------

static int run(int argc, char **argv) {
    struct options given = {.force = false};
    cli_names names = {.count = 0};
    struct settings settings = {.count = 0};
    dp_scenario_def def = dp_scenario_defaults();
    const cli_option options[] = {{.name = "--laws", .words = &given.laws},
                                  {.name = "--law", .words = &given.laws},
                                  {.name = "--at", .value = &given.at},
                                  {.name = "--set", .words = &given.set},
                                  {.name = "--out", .value = &given.out},
                                  {.name = "--force", .flag = &given.force},
                                  {.name = "--json", .flag = &given.json},
                                  {.name = "--quiet", .flag = &given.quiet},
                                  {.name = "--allow-unphysical", .flag = &def.allow_unphysical},
                                  {.name = "--max-memory", .value = &given.limit[0]},
                                  {.name = "--max-output", .value = &given.limit[1]},
                                  {.name = "--max-time", .value = &given.limit[2]},
                                  {0}};
    int status = cli_parse_words(argc, argv, options, &given.files, 1);
    if (status == DP_RUN_DONE) status = cli_read_limits(given.limit, &def.limits);
    if (status != DP_RUN_DONE) return status;
    if (given.files.count == 0)
        return cli_fail(DP_RUN_USAGE, "compare needs a scenario file (see dashpot compare --help)");
    if (given.force && given.out == NULL) return cli_fail(DP_RUN_USAGE, "--force is for --out DIR");
    status = cli_read_names(&names, &given.laws);
    if (status == DP_RUN_DONE) status = settings_read(&settings, &given.set, &def);
    if (status == DP_RUN_DONE) status = compare(&given, &def, &names);
    settings_free(&settings);
    cli_names_free(&names);
    return status;
}

const cli_command cmd_compare = {
    .name = "compare",
    .summary = "run a scenario with several laws, results side by side",
    .help =
        "usage: dashpot compare FILE [--laws NAME,NAME...] [--at PATH] [--set path=value]...\n"
        "                       [--out DIR] [--force] [--json] [--quiet] [--allow-unphysical]\n"
        "                       [--max-memory SIZE] [--max-output SIZE] [--max-time T]\n"
        "\n"
        "Run one scenario with several laws and show their results side by side.\n"
        "\n"
        "  --laws NAMES       laws, joined by commas or one by one, or all; see dashpot laws.\n"
        "                     Without it: the law of the scenario, and every law that has all\n"
        "                     parameters which stand in the contact. --law is the same.\n"
        "  --at PATH          the contact that the laws are put into, where there are several:\n"
        "                     mechanism.joints.pin.contact\n"
        "  --set path=value   change an entry of the file, by dotted path\n"
        "  --out DIR          write summary.json, series.csv with a column law, series.h5,\n"
        "                     report.html, plots with a curve for each law, and the scenario\n"
        "  --force            replace what an earlier run left in DIR\n"
        "  --json             laws, skipped, notes ... as one JSON document\n"
        "  --quiet            no table and no progress\n"
        "  --allow-unphysical, --max-memory, --max-output, --max-time: as in dashpot run; the\n"
        "                     limits are of all runs together\n"
        "\n"
        "Keys of the contact that a law does not have are dropped. A law that cannot be run, such\n"
        "as one that needs a parameter more, is listed with the reason. A scenario with a sweep\n"
        "or a fit is refused.\n"
        "\n"
        "example:\n"
        "  dashpot compare scenarios/steel-ball.yaml --laws hunt-crossley,flores,hertz\n",
    .run = run,
};
