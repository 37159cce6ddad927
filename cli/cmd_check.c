// dashpot check: say what a run would refuse; and print the format of scenario files.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "terminal.h"

// --- the pose of a mechanism ---------------------------------------------------------------------

enum { BODIES_SHOWN = 40 };

// What is rounding in each value: x, y, angle, vx, vy, omega.
static void find_rounding(const dp_mechanism *m, double least[DP_START_VALUES]) {
    double size = dp_mechanism_size(m), speed = 0.0;
    for (int i = 0; i < dp_mechanism_body_count(m); i++) {
        dp_body_start start = dp_mechanism_body_start(m, i);
        const double *v = start.value + DP_START_VX;
        speed = fmax(speed, fmax(hypot(v[0], v[1]), size * fabs(v[2])));
    }
    const double whole[DP_START_VALUES] = {size, size, 1.0, speed, speed, speed / size};
    for (int k = 0; k < DP_START_VALUES; k++)
        least[k] = 1e-13 * whole[k];
}

// Six values of a body; a star stands behind what was given.
static void show_body(const char *name, const dp_body_start *start, const double *least) {
    char line[240];
    int used = snprintf(line, sizeof line, "  %-12.24s", name);
    for (int k = 0; k < DP_START_VALUES; k++) {
        char number[32];
        double value = fabs(start->value[k]) > least[k] ? start->value[k] : 0.0;
        snprintf(number, sizeof number, "%.6g%s", value, start->is_given[k] ? "*" : " ");
        used += snprintf(line + used, sizeof line - (size_t)used, " %13s", number);
    }
    cli_say(stdout, "%s\n", line);
}

// NULL: it is of another kind, or a study.
static const dp_mechanism *mechanism_of(const dp_scenario *scenario) {
    dp_definition definition;
    dp_diagnostic ignored;
    if (dp_scenario_definition(scenario, &definition, &ignored) != DP_RUN_DONE) return NULL;
    return definition.mechanism;
}

// Does a run end where it begins, in a singular position? Its status then.
static int try_start(const char *file, const dp_mechanism *m) {
    dp_error err;
    dp_body_state *bodies = calloc((size_t)dp_mechanism_body_count(m), sizeof *bodies);
    dp_status status = DP_ERR_MEMORY;
    snprintf(err.text, sizeof err.text, "no memory for the start");
    if (bodies != NULL) status = dp_mechanism_start(m, bodies, &err);
    free(bodies);
    if (status == DP_OK) return DP_RUN_DONE;
    cli_say(stderr, "%s: %s\n", file, err.text);
    if (status == DP_ERR_MEMORY) return DP_RUN_SYSTEM;
    return status == DP_ERR_NUMERIC ? DP_RUN_NUMERIC : DP_RUN_INPUT;
}

static void show_pose(const dp_mechanism *m) {
    int count = dp_mechanism_body_count(m), given = 0;
    double least[DP_START_VALUES];
    find_rounding(m, least);
    cli_say(stdout, "  %-12s", "start");
    for (int k = 0; k < DP_START_VALUES; k++) {
        char head[32];
        snprintf(head, sizeof head, "%s [%s]", dp_start_name(k), dp_start_unit(k));
        cli_say(stdout, " %12s ", head);
    }
    cli_say(stdout, "\n");
    for (int i = 0; i < count; i++) {
        dp_body_start start = dp_mechanism_body_start(m, i);
        for (int k = 0; k < DP_START_VALUES; k++)
            given += start.is_given[k];
        if (i < BODIES_SHOWN) show_body(dp_mechanism_body_name(m, i), &start, least);
    }
    if (count > BODIES_SHOWN) cli_say(stdout, "  ... and %d more bodies\n", count - BODIES_SHOWN);
    cli_say(stdout, given > 0
                        ? "  * given; the others follow from these, the joints and the drivers\n"
                        : "  nothing was given: it follows from the joints and the drivers\n");
}

static int check_all(const cli_words *files, dp_scenario_def *def) {
    int result = DP_RUN_DONE;
    for (int i = 0; i < files->count; i++) {
        dp_diagnostic diagnostic;
        dp_scenario *scenario;
        def->file = files->item[i];
        if (dp_scenario_load(&scenario, def, &diagnostic) == DP_RUN_DONE)
            dp_scenario_try(scenario, &diagnostic);
        int status = (int)diagnostic.status;
        const dp_mechanism *m = status == DP_RUN_DONE ? mechanism_of(scenario) : NULL;
        if (status != DP_RUN_DONE) diagnostic_print(&diagnostic, NULL);
        if (m != NULL) status = try_start(files->item[i], m);
        if (status == DP_RUN_DONE) cli_say(stdout, "%s: ok\n", files->item[i]);
        if (m != NULL) show_pose(m);
        cli_remarks(diagnostic.remarks);
        // bad input outranks files that cannot be read
        if (result == DP_RUN_DONE || status == DP_RUN_INPUT) result = status;
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
    .help =
        "usage: dashpot check FILE... [--set path=value]... [--allow-unphysical]\n"
        "                     [--max-memory SIZE] [--max-output SIZE] [--max-time T]\n"
        "       dashpot check --markdown | --json-schema\n"
        "\n"
        "Read scenario files and say what is wrong with them: file, line, key, the value\n"
        "found, and what would be accepted. Ends with status 2 when any file is bad.\n"
        "Whatever dashpot run --out refuses with status 2 is refused here in the same words:\n"
        "what is above a limit, too, and names of results of a sweep. For those the first\n"
        "point is run, a short part of it where it is a chain or a mechanism, and five\n"
        "seconds at most. Points of a sweep that cannot be run are counted. Of a mechanism the\n"
        "start is shown: position and speed of every body, with a star behind what was given.\n"
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
