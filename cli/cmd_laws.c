// dashpot laws: the catalogue, one line per law, grouped by family.

#include "commands.h"
#include "dashpot/workbench.h"
#include "json.h"
#include "page.h"
#include "terminal.h"

static void print_json(void) {
    cli_print_text(dp_describe_laws());
}

static void print_text(void) {
    const dp_law *laws[DP_LAWS_MAX];
    struct page_line lines[DP_LAWS_MAX];
    int count = dp_laws_by_family(laws);
    for (int i = 0; i < count; i++)
        lines[i] = (struct page_line){laws[i]->family, laws[i]->name, laws[i]->summary};
    cli_page_index(lines, count, "law");
}

static int run(int argc, char **argv) {
    return cli_run_list(argc, argv, print_text, print_json);
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
