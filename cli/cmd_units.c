// dashpot units: the units that a quantity may have.

#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "dashpot/workbench.h"
#include "json.h"
#include "terminal.h"

static void print_units(const json_t *document) {
    json_t *unit;
    const char *before = "";
    size_t i;
    json_array_foreach(json_object_get(document, "units"), i, unit) {
        const char *name = cli_json_text_at(unit, "symbol"), *si = cli_json_text_at(unit, "unit");
        char number[DP_NUMBER_MAX];
        if (i > 0 && strcmp(before, si) != 0) putchar('\n');
        before = si;
        // the degree sign has two bytes and one column
        int width = (unsigned char)name[0] >= 0x80 ? 8 : 7;
        printf("%-*s %c  %20s %-6s  %s\n", width, name,
               json_is_true(json_object_get(unit, "takes_prefix")) ? '*' : ' ',
               dp_number_text(json_number_value(json_object_get(unit, "value")), number), si,
               cli_json_text_at(unit, "name"));
    }
    puts("\n* takes a prefix: p n u m c d k M G T (u may be written \xc2\xb5)\n"
         "Units are combined with * or a space, / and ^: N s/m, lbf/in^2, kg m^2, N/m^1.5.\n"
         "A number without a unit is SI.");
}

static int run(int argc, char **argv) {
    return cli_run_list(argc, argv, dp_describe_units, print_units);
}

const cli_command cmd_units = {
    .name = "units",
    .summary = "units that a quantity may have",
    .help =
        "usage: dashpot units [--json]\n"
        "\n"
        "The units that a quantity may have, and what one of each is in SI. Conversions are\n"
        "exact and rounded once: '1 in' is the number nearest to 0.0254.\n"
        "\n"
        "  --json             units (symbol, name, value and unit in SI, takes_prefix), prefixes\n"
        "\n"
        "example:\n"
        "  dashpot units\n",
    .run = run,
};
