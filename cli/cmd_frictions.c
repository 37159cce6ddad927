// dashpot frictions, dashpot friction NAME: the catalogue of friction laws.

#include "commands.h"
#include "dashpot/workbench.h"
#include "json.h"
#include "law_name.h"
#include "page.h"
#include "terminal.h"

static void print_all_json(void) {
    cli_print_text(dp_describe_frictions());
}

static void print_all_text(void) {
    struct page_line lines[DP_LAWS_MAX];
    int count = 0;
    for (; count < dp_friction_law_count() && count < DP_LAWS_MAX; count++) {
        const dp_friction_law *law = dp_friction_law_at(count);
        lines[count] = (struct page_line){NULL, law->name, law->summary};
    }
    cli_page_index(lines, count, "friction");
}

static int run_all(int argc, char **argv) {
    return cli_run_list(argc, argv, print_all_text, print_all_json);
}

static void print_text(const dp_friction_law *law) {
    cli_page_title(law->name, law->aliases, law->summary);
    cli_page_entry("formula", law->formula);
    cli_page_entry("validity", law->validity);
    cli_page_entry("memory", law->has_history ? "z [m]: bristle deflection" : NULL);
    cli_page_source(law->source, law->equation, law->confidence, law->errata);
    cli_page_params(law->params);
}

static int run_one(int argc, char **argv) {
    const dp_friction_law *law;
    const char *name;
    bool json;
    dp_error err;
    int status = cli_read_law_name(argc, argv, "friction", &name, &json);
    if (status != DP_RUN_DONE) return status;
    if (dp_friction_law_lookup(name, &law, &err) != DP_OK)
        return cli_fail(DP_RUN_INPUT, "%s (dashpot frictions lists them)", err.text);
    if (json) return cli_print_text(dp_describe_friction(law));
    print_text(law);
    return DP_RUN_DONE;
}

const cli_command cmd_frictions = {
    .name = "frictions",
    .summary = "list the friction laws",
    .help = "usage: dashpot frictions [--json]\n"
            "\n"
            "List the catalogue of friction laws.\n"
            "\n"
            "  --json    all fields of all laws, as one JSON array\n"
            "\n"
            "example:\n"
            "  dashpot frictions\n",
    .run = run_all,
};

const cli_command cmd_friction = {
    .name = "friction",
    .summary = "one friction law: formula, parameters, validity, source",
    .help = "usage: dashpot friction NAME [--json]\n"
            "\n"
            "Everything the catalogue says about one friction law.\n"
            "\n"
            "  --json    all fields, as one JSON object\n"
            "\n"
            "example:\n"
            "  dashpot friction coulomb\n",
    .run = run_one,
};
