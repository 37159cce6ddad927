// dashpot design-chart: critical speed against bearing size and payload, for a table of bearings.

#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "signals.h"
#include "terminal.h"

enum { MASSES_PRINTED = 6, LEAST_WIDTH = 12, MOST_WIDTH = 32, SHOWN_MAX = 80 };

struct request {
    const char *file, *out;
    bool force, json;
};

static int name_width(const json_t *bearings) {
    int width = LEAST_WIDTH;
    size_t i;
    json_t *bearing;
    json_array_foreach(bearings, i, bearing) {
        int length = (int)strlen(cli_json_text_at(bearing, "name"));
        width = length > width ? length : width;
    }
    return width < MOST_WIDTH ? width : MOST_WIDTH;
}

static void print_chart(const struct request *r, const json_t *summary) {
    const json_t *bearings = json_object_get(summary, "bearings");
    const json_t *masses = json_object_get(summary, "masses");
    size_t all = json_array_size(masses), count = all < MASSES_PRINTED ? all : MASSES_PRINTED, i;
    int width = name_width(bearings);
    json_t *bearing;
    printf("%s: speed at which the bearing begins to yield, for a payload of\n", r->file);
    printf("  %-*s", width, "");
    for (size_t m = 0; m < count; m++)
        printf(" %8.6g kg", json_number_value(json_array_get(masses, m)));
    putchar('\n');
    json_array_foreach(bearings, i, bearing) {
        const json_t *speeds = json_object_get(bearing, "critical_speed");
        char name[SHOWN_MAX];
        dp_text_printable(cli_json_text_at(bearing, "name"), name, sizeof name);
        printf("  %-*.*s", width, width, name);
        for (size_t m = 0; m < count; m++)
            printf(" %11.5g", json_number_value(json_array_get(speeds, m)));
        puts(" m/s");
    }
    json_int_t examples = json_integer_value(json_object_get(summary, "examples"));
    if (examples > 0)
        printf("  example values, from no catalogue: %" JSON_INTEGER_FORMAT
               " bearing%s of the table\n",
               examples, examples == 1 ? "" : "s");
    if (count < all) printf("  (%zu more masses with --json or --out)\n", all - count);
    if (r->out != NULL) printf("  report: %s/report.html\n", r->out);
}

static int make_chart(const struct request *r, const dp_design_chart_def *def) {
    dp_diagnostic diagnostic;
    dp_result *result;
    int status = dp_design_chart(def, &result, &diagnostic);
    if (status == DP_RUN_DONE && r->out != NULL)
        status = dp_result_write(result, r->out, r->force, &diagnostic);
    cli_remarks(diagnostic.remarks);
    if (status != DP_RUN_DONE) {
        diagnostic_print(&diagnostic, NULL);
    } else if (r->json) {
        fputs(dp_result_summary(result), stdout);
    } else {
        json_t *summary = cli_json_read(dp_result_summary(result));
        print_chart(r, summary);
        json_decref(summary);
    }
    dp_result_free(result);
    return status;
}

static int run(int argc, char **argv) {
    struct request r = {.out = NULL};
    dp_design_chart_def def = dp_design_chart_defaults();
    dp_scenario_def call = dp_scenario_defaults();
    const char *masses = NULL;
    cli_words files = {.count = 0};
    const cli_option options[] = {{.name = "--mass", .value = &masses},
                                  {.name = "--length", .value = &def.length},
                                  {.name = "--modulus", .value = &def.modulus},
                                  {.name = "--yield", .value = &def.yield},
                                  {.name = "--fit", .value = &def.fit},
                                  {.name = "--clearance", .value = &def.clearance},
                                  {.name = "--classes", .value = &def.classes},
                                  {.name = "--out", .value = &r.out},
                                  {.name = "--force", .flag = &r.force},
                                  {.name = "--json", .flag = &r.json},
                                  {0}};
    dp_diagnostic diagnostic;
    int status = cli_parse_words(argc, argv, options, &files, 1);
    if (status != DP_RUN_DONE) return status;
    if (files.count == 0)
        return cli_fail(DP_RUN_USAGE,
                        "design-chart needs a table of bearings (see dashpot design-chart --help)");
    if (r.force && r.out == NULL) return cli_fail(DP_RUN_USAGE, "--force is for --out DIR");
    def.file = r.file = files.item[0];
    if (masses != NULL) def.masses = masses;
    call.stop = signals_stop;
    call.guard = signals_guard;
    def.call = &call;
    if (r.out != NULL && dp_result_check_folder(r.out, r.force, &diagnostic) != DP_RUN_DONE)
        return cli_fail(diagnostic.status, "%s", diagnostic.text);
    return make_chart(&r, &def);
}

const cli_command cmd_design_chart = {
    .name = "design-chart",
    .summary = "critical speed of bearings against size and payload",
    .help =
        "usage: dashpot design-chart FILE.csv [--mass LIST] [--out DIR] [--force] [--json]\n"
        "                            [--length L] [--modulus E] [--yield S] [--fit K]\n"
        "                            [--clearance C] [--classes FILE.csv]\n"
        "\n"
        "From which speed on does a journal leave a dent in its bearing? For every bearing of\n"
        "a table and every payload: the speed of a head-on collision that just reaches the\n"
        "yield stress (law peng, without damping), and the height of a fall that ends with it.\n"
        "\n"
        "Columns of the table, the first line names them, units in brackets as in\n"
        "'bearing_radius [mm]'; without brackets they are SI:\n"
        "  name             what the bearing is called\n"
        "  bearing_radius   radius of the hole\n"
        "  clearance        radial clearance; or\n"
        "  classes          classes of clearance such as 'CN C3', from the table of --classes\n"
        "  length           axial length of the contact\n"
        "  modulus          contact modulus, 1/E = (1-nu1^2)/E1 + (1-nu2^2)/E2\n"
        "  yield            yield stress of the weaker material\n"
        "  fit              k of the Winkler bed; 0.663 when left out\n"
        "  source           where the values come from; the chart says so where it is 'example'\n"
        "  comment          anything; not read\n"
        "\n"
        "  --mass LIST      payloads, '1 kg, 10 kg, 100 kg'; else 1, 10, 100 and 1000 kg\n"
        "  --classes FILE   clearance by class and bore, as a catalogue has it. Columns: class,\n"
        "                   bore_from and bore_to (diameters: above the first, up to and with\n"
        "                   the second), play_min and play_max (across the diameter, twice the\n"
        "                   radial clearance). A bearing then has a line for each class with\n"
        "                   its least and its largest play\n"
        "  --modulus E ...  for bearings whose cell is empty, or a table without the column\n"
        "  --out DIR        write summary.json, series.csv, series.h5, report.html and plots\n"
        "  --force          replace what an earlier run left in DIR\n"
        "  --json           all numbers as one JSON document\n"
        "\n"
        "example:\n"
        "  dashpot design-chart scenarios/bearings.csv --mass '20 kg, 200 kg'\n",
    .run = run,
};
