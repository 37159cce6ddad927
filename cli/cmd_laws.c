// dashpot laws: the catalogue, one line per law, grouped by family.

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/number.h"
#include "commands.h"
#include "laws/describe.h"
#include "terminal.h"

static void print_json(void) {
    json_t *array = json_array();
    for (int i = 0; i < dp_law_count(); i++)
        json_push(array, law_json(dp_law_at(i)));
    cli_print_json(array);
}

static void print_text(void) {
    const dp_law *laws[LAWS_MAX];
    int count = laws_by_family(laws);
    int width = 0;
    for (int i = 0; i < count; i++) {
        int length = (int)strlen(laws[i]->name);
        if (length > width) width = length;
    }

    const char *family = "";
    for (int i = 0; i < count; i++) {
        if (strcmp(laws[i]->family, family) != 0)
            printf("%s%s\n", i > 0 ? "\n" : "", laws[i]->family);
        family = laws[i]->family;

        char label[80];
        snprintf(label, sizeof label, "  %s", laws[i]->name);
        cli_paragraph(label, width + 4, laws[i]->summary);
    }
    printf("\n%d laws; dashpot law NAME tells more about one.\n", count);
}

static int run(int argc, char **argv) {
    bool json = false;
    cli_words rest = {.count = 0};
    const cli_option options[] = {{.name = "--json", .flag = &json}, {0}};
    int status = cli_parse_words(argc, argv, options, &rest, 0);
    if (status != DP_RUN_DONE) return status;
    if (json)
        print_json();
    else
        print_text();
    return DP_RUN_DONE;
}

const cli_command cmd_laws = {
    .name = "laws",
    .summary = "list the normal-force laws, by family",
    .help = "usage: dashpot laws [--json]\n"
            "\n"
            "List the catalogue of normal-force laws, grouped by family.\n"
            "\n"
            "  --json    all fields of all laws, as one JSON array\n"
            "\n"
            "example:\n"
            "  dashpot laws\n",
    .run = run,
};
