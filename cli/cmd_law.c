// dashpot law NAME: everything the catalogue says about one law.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "dashpot/words.h"
#include "dashpot/workbench.h"
#include "json.h"
#include "law_name.h"
#include "page.h"
#include "terminal.h"

static void print_needs(const dp_law *law) {
    const char *needs[DP_NEEDS_MAX];
    char text[240] = "";
    dp_law_needs_words(law, needs);
    for (int i = 0; needs[i] != NULL; i++) {
        if (strcmp(needs[i], "stiffness") != 0) continue;
        needs[i] =
            law->needs & DP_NEEDS_LINEAR ? "stiffness [N/m]" : "stiffness (or modulus and radius)";
    }
    dp_append_words(text, sizeof text, needs, "and");
    cli_page_entry("needs", text);
}

static void print_memory(const dp_law *law) {
    const dp_kernel *kernel = dp_law_kernel(law);
    if (kernel == NULL) return;
    const char *label = "memory";
    for (int i = 0; i < kernel->history_count; i++, label = "") {
        const dp_history_field *field = &kernel->history[i];
        char text[240];
        snprintf(text, sizeof text, "%s [%s]: %s", field->name, field->unit, field->doc);
        cli_page_entry(label, text);
    }
    cli_page_entry("batch", kernel->vectorised ? "vectorised" : "contact by contact");
}

static void print_delivery(const dp_law *law) {
    bool always = law->delivery == DP_DELIVERS_ALWAYS;
    cli_page_entry("restitution", always ? "the same for every mass, stiffness and speed"
                                         : "depends on the pair or on the speed");
    cli_page_entry("tuned by", law->tune);
}

enum { PIECE_MAX = 100, PIECES = DP_PARAM_MAX + 20 };

// A call that works, made of the values a law cannot do without.
struct call {
    char text[PIECES][PIECE_MAX];
    const char *piece[PIECES + 1];
    int count;
};

static void add_setting(struct call *call, const char *key, const char *value) {
    if (call->count >= PIECES - 2) return;
    char *text = call->text[call->count];
    snprintf(text, PIECE_MAX, "--set %s=%s", key, value);
    call->piece[call->count++] = text;
    call->piece[call->count] = NULL;
}

static void add_word(struct call *call, const char *word) {
    call->piece[call->count++] = word;
    call->piece[call->count] = NULL;
}

static void print_example(const dp_law *law) {
    dp_contact_def def;
    dp_error err;
    char number[DP_NUMBER_MAX], name[PIECE_MAX];
    struct call call = {.count = 0};
    if (dp_sample_contact(law, &def, &err) != DP_OK) return;

    snprintf(name, sizeof name, "--law %s", law->name);
    add_word(&call, "dashpot force");
    add_word(&call, name);
    for (int i = 0; law->params[i].name != NULL; i++) {
        const dp_param *param = &law->params[i];
        double value = def.law.value[i];
        // a value that is the default need not be typed
        if (isnan(value) || value == param->initial) continue;
        add_setting(&call, param->name,
                    param->choices != NULL ? param->choices[(int)value]
                                           : cli_number(value, number));
    }
    const dp_pair_field *field;
    for (int i = 0; (field = dp_pair_field_at(i)) != NULL; i++) {
        double value = dp_pair_value(&def.pair, i);
        bool is_spare = strcmp(field->name, "mass") == 0 && !(law->needs & DP_NEEDS_MASS);
        if (!isnan(value) && !is_spare) add_setting(&call, field->name, cli_number(value, number));
    }
    const dp_kernel *kernel = dp_law_kernel(law);
    if (kernel != NULL && kernel->begin != NULL) add_setting(&call, "approach", "'1 m/s'");
    add_word(&call, "--delta '2 um'");
    add_word(&call, "--rate '0.5 m/s'");
    printf("\n  example\n");
    cli_command_line(4, call.piece);
}

static void print_text(const dp_law *law) {
    cli_page_title(law->name, law->aliases, law->summary);
    cli_page_entry("formula", law->formula);
    cli_page_entry("family", law->family);
    cli_page_entry("validity", law->validity);
    dp_law_bounds_text bounds;
    dp_law_bounds_words(law, &bounds);
    cli_page_list("bounds", bounds.item);
    print_needs(law);
    print_delivery(law);
    print_memory(law);
    cli_page_source(law->source, law->equation, law->confidence, law->errata);
    cli_page_params(law->params);
    print_example(law);
}

static int run(int argc, char **argv) {
    const dp_law *law;
    const char *name;
    bool json;
    dp_error err;
    int status = cli_read_law_name(argc, argv, "law", &name, &json);
    if (status != DP_RUN_DONE) return status;
    if (dp_law_lookup(name, &law, &err) != DP_OK)
        return cli_fail(DP_RUN_INPUT, "%s (dashpot laws lists them)", err.text);
    if (json) return cli_print_text(dp_describe_law(law));
    print_text(law);
    return DP_RUN_DONE;
}

const cli_command cmd_law = {
    .name = "law",
    .summary = "one law: formula, parameters, validity, source, errata",
    .help = "usage: dashpot law NAME [--json]\n"
            "\n"
            "Everything the catalogue says about one law. NAME is a name or an alias.\n"
            "\n"
            "  --json    all fields, as one JSON object\n"
            "\n"
            "example:\n"
            "  dashpot law hunt-crossley\n",
    .run = run,
};
