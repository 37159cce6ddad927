// dashpot check: validate scenario files, run nothing; and print their format.

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
            cli_say(stdout, "%s: ok\n", files->item[i]);
        else
            diagnostic_print(&diagnostic, NULL);
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
    cli_words set = {.count = 0}, files = {.count = 0};
    const cli_option options[] = {{.name = "--set", .words = &set},
                                  {.name = "--allow-unphysical", .flag = &def.allow_unphysical},
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
    struct settings settings;
    status = settings_read(&settings, &set, &def);
    if (status == DP_RUN_DONE) status = check_all(&files, &def);
    settings_free(&settings);
    return status;
}

const cli_command cmd_check = {
    .name = "check",
    .summary = "validate scenario files, run nothing",
    .help = "usage: dashpot check FILE... [--set path=value]... [--allow-unphysical]\n"
            "       dashpot check --markdown | --json-schema\n"
            "\n"
            "Read scenario files and say what is wrong with them: file, line, key, the value\n"
            "found, and what would be accepted. Ends with status 2 when any file is bad.\n"
            "\n"
            "  --set path=value   change an entry first, as dashpot run does\n"
            "  --allow-unphysical surfaces may meet faster than their wave speed\n"
            "  --markdown         print the format: every key with unit, range and default\n"
            "  --json-schema      print the format as a JSON Schema, for editors\n"
            "\n"
            "example:\n"
            "  dashpot check scenarios/*.yaml\n",
    .run = run,
};
