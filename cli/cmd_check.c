// dashpot check: say what a run would refuse; and print the format of scenario files.

#include <stdio.h>

#include "cli.h"
#include "terminal.h"

static int check_all(const cli_words *files, dp_scenario_def *def) {
    int result = DP_RUN_DONE;
    for (int i = 0; i < files->count; i++) {
        dp_diagnostic diagnostic;
        dp_scenario *scenario;
        def->file = files->item[i];
        if (dp_scenario_load(&scenario, def, &diagnostic) == DP_RUN_DONE)
            dp_scenario_try(scenario, &diagnostic);
        if (diagnostic.status == DP_RUN_DONE)
            cli_say(stdout, "%s: ok\n", files->item[i]);
        else
            diagnostic_print(&diagnostic, NULL);
        cli_remarks(diagnostic.remarks);
        // bad input outranks files that cannot be read
        if (result == DP_RUN_DONE || diagnostic.status == DP_RUN_INPUT)
            result = (int)diagnostic.status;
        dp_scenario_free(scenario);
    }
    return result;
}

static int run(int argc, char **argv) {
    dp_scenario_def def = dp_scenario_defaults();
    bool markdown = false, schema = false;
    const char *limit[3] = {NULL};
    cli_words set = {.count = 0}, files = {.count = 0};
    const cli_option options[] = {{.name = "--set", .words = &set},
                                  {.name = "--allow-unphysical", .flag = &def.allow_unphysical},
                                  {.name = "--max-memory", .value = &limit[0]},
                                  {.name = "--max-output", .value = &limit[1]},
                                  {.name = "--max-time", .value = &limit[2]},
                                  {.name = "--markdown", .flag = &markdown},
                                  {.name = "--json-schema", .flag = &schema},
                                  {0}};
    int status = cli_parse(argc, argv, options, &files);
    if (status != DP_RUN_DONE) return status;
    if (markdown + schema + (files.count > 0) != 1)
        return cli_fail(DP_RUN_USAGE, "check takes scenario files, or --markdown, or --json-schema "
                                      "(see dashpot check --help)");
    if (markdown) return cli_print_text(dp_describe_scenarios());
    if (schema) return cli_print_text(dp_describe_schema());
    status = cli_read_limits(limit, &def.limits);
    if (status != DP_RUN_DONE) return status;
    struct settings settings;
    status = settings_read(&settings, &set, &def);
    if (status == DP_RUN_DONE) status = check_all(&files, &def);
    settings_free(&settings);
    return status;
}

const cli_command cmd_check = {
    .name = "check",
    .summary = "say what a run would refuse, write nothing",
    .help = "usage: dashpot check FILE... [--set path=value]... [--allow-unphysical]\n"
            "                     [--max-memory SIZE] [--max-output SIZE] [--max-time T]\n"
            "       dashpot check --markdown | --json-schema\n"
            "\n"
            "Read scenario files and say what is wrong with them: file, line, key, the value\n"
            "found, and what would be accepted. Ends with status 2 when any file is bad.\n"
            "Whatever dashpot run --out refuses with status 2 is refused here in the same words:\n"
            "what is above a limit, too, and names of results of a sweep. For those the first\n"
            "point is run, a short part of it where it is a chain or a mechanism, and five\n"
            "seconds at most. Points of a sweep that cannot be run are counted.\n"
            "\n"
            "  --set path=value   change an entry first, as dashpot run does\n"
            "  --allow-unphysical surfaces may meet faster than their wave speed\n"
            "  --max-memory SIZE, --max-output SIZE, --max-time T\n"
            "                     limits, as those of dashpot run\n"
            "  --markdown         print the format: every key with unit, range and default\n"
            "  --json-schema      print the format as a JSON Schema, for editors\n"
            "\n"
            "example:\n"
            "  dashpot check scenarios/*.yaml\n",
    .run = run,
};
