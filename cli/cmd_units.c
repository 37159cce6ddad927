// dashpot units: the units that a quantity may have.

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/number.h"
#include "base/quantity.h"
#include "commands.h"
#include "terminal.h"

// What one of it is in SI, rounded once as every quantity is.
static double value_of(const unit_symbol *symbol) {
    char text[32];
    double value = 0.0;
    dp_error err;
    snprintf(text, sizeof text, "1 %s", symbol->name);
    parse_quantity(symbol->name, text, symbol->si, &value, &err);
    return value;
}

static json_t *symbol_json(const unit_symbol *symbol) {
    json_t *object = json_object();
    json_put(object, "symbol", json_string(symbol->name));
    json_put(object, "name", json_string(symbol->meaning));
    json_put(object, "value", json_finite(value_of(symbol)));
    json_put(object, "unit", json_string(symbol->si));
    json_put(object, "takes_prefix", json_boolean(symbol->takes_prefix));
    return object;
}

static void print_json(void) {
    json_t *document = json_object(), *units = json_array(), *prefixes = json_array();
    for (int i = 0; unit_symbol_at(i) != NULL; i++)
        json_push(units, symbol_json(unit_symbol_at(i)));
    for (int i = 0; unit_prefix_at(i) != NULL; i++) {
        json_t *prefix = json_object();
        json_put(prefix, "symbol", json_string(unit_prefix_at(i)->name));
        json_put(prefix, "power_of_ten", json_integer(unit_prefix_at(i)->ten));
        json_push(prefixes, prefix);
    }
    json_put(document, "units", units);
    json_put(document, "prefixes", prefixes);
    cli_print_json(document);
}

static void print_text(void) {
    const char *before = "";
    for (int i = 0; unit_symbol_at(i) != NULL; i++) {
        const unit_symbol *symbol = unit_symbol_at(i);
        char number[NUMBER_MAX];
        if (i > 0 && strcmp(before, symbol->si) != 0) putchar('\n');
        before = symbol->si;
        // the degree sign has two bytes and one column
        int width = (unsigned char)symbol->name[0] >= 0x80 ? 8 : 7;
        printf("%-*s %c  %20s %-6s  %s\n", width, symbol->name, symbol->takes_prefix ? '*' : ' ',
               number_exact(value_of(symbol), number), symbol->si, symbol->meaning);
    }
    puts("\n* takes a prefix: p n u m c d k M G T (u may be written \xc2\xb5)\n"
         "Units are combined with * or a space, / and ^: N s/m, lbf/in^2, kg m^2, N/m^1.5.\n"
         "A number without a unit is SI.");
}

static int run(int argc, char **argv) {
    return cli_run_list(argc, argv, print_text, print_json);
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
