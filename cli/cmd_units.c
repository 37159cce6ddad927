// dashpot units: the units that a quantity may have.

#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "json.h"
#include "quantity.h"
#include "text.h"

// What one of it is in SI, rounded once as every quantity is.
static double value_of(const cli_symbol *symbol) {
    char text[32];
    double value = 0.0;
    dp_error err;
    snprintf(text, sizeof text, "1 %s", symbol->name);
    cli_quantity(symbol->name, text, symbol->si, &value, &err);
    return value;
}

static json_t *symbol_json(const cli_symbol *symbol) {
    json_t *object = json_object();
    cli_put(object, "symbol", json_string(symbol->name));
    cli_put(object, "name", json_string(symbol->meaning));
    cli_put(object, "value", cli_json_number(value_of(symbol)));
    cli_put(object, "unit", json_string(symbol->si));
    cli_put(object, "takes_prefix", json_boolean(symbol->takes_prefix));
    return object;
}

static void print_json(void) {
    json_t *document = json_object(), *units = json_array(), *prefixes = json_array();
    for (int i = 0; cli_symbol_at(i) != NULL; i++)
        cli_push(units, symbol_json(cli_symbol_at(i)));
    for (int i = 0; cli_prefix_at(i) != NULL; i++) {
        json_t *prefix = json_object();
        cli_put(prefix, "symbol", json_string(cli_prefix_at(i)->name));
        cli_put(prefix, "power_of_ten", json_integer(cli_prefix_at(i)->ten));
        cli_push(prefixes, prefix);
    }
    cli_put(document, "units", units);
    cli_put(document, "prefixes", prefixes);
    cli_json_print(document);
}

static void print_text(void) {
    const char *before = "";
    for (int i = 0; cli_symbol_at(i) != NULL; i++) {
        const cli_symbol *symbol = cli_symbol_at(i);
        char number[CLI_NUMBER_MAX];
        if (i > 0 && strcmp(before, symbol->si) != 0) putchar('\n');
        before = symbol->si;
        // the degree sign has two bytes and one column
        int width = (unsigned char)symbol->name[0] >= 0x80 ? 8 : 7;
        printf("%-*s %c  %20s %-6s  %s\n", width, symbol->name, symbol->takes_prefix ? '*' : ' ',
               cli_exact(value_of(symbol), number), symbol->si, symbol->meaning);
    }
    puts("\n* takes a prefix: p n u m c d k M G T (u may be written \xc2\xb5)\n"
         "Units are combined with * or a space, / and ^: N s/m, lbf/in^2, kg m^2, N/m^1.5.\n"
         "A number without a unit is SI.");
}

static int run(int argc, char **argv) {
    bool json = false;
    cli_words rest = {.count = 0};
    const cli_option options[] = {{.name = "--json", .flag = &json}, {0}};
    int status = cli_parse_words(argc, argv, options, &rest, 0);
    if (status != CLI_DONE) return status;
    if (json)
        print_json();
    else
        print_text();
    return CLI_DONE;
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
