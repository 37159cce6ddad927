// dashpot laws: the catalogue, one line per law, grouped by family.

#include "base/json.h"
#include "commands.h"
#include "laws/describe.h"
#include "page.h"
#include "terminal.h"

static void print_json(void) {
    json_t *array = json_array();
    for (int i = 0; i < dp_law_count(); i++)
        json_push(array, law_json(dp_law_at(i)));
    cli_print_json(array);
}

static void print_text(void) {
    const dp_law *laws[LAWS_MAX];
    struct page_line lines[LAWS_MAX];
    int count = laws_by_family(laws);
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
