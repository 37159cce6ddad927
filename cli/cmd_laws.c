// dashpot laws, law, frictions and friction: the catalogues, printed from their documents.

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "dashpot/words.h"
#include "json.h"
#include "terminal.h"

enum { LABEL_WIDTH = 15, WORDS_MAX = 16 };

static int longer(int width, const char *text) {
    int length = (int)strlen(text);
    return length > width ? length : width;
}

// --- lists ---------------------------------------------------------------------------------------

static void print_line(const json_t *law, int indent, int width) {
    char label[80];
    snprintf(label, sizeof label, "%*s%s", indent, "", cli_json_text_at(law, "name"));
    cli_paragraph(label, indent + width + 2, cli_json_text_at(law, "summary"));
}

static void print_family(const json_t *laws, size_t first, int width) {
    const char *family = cli_json_text_at(json_array_get(laws, first), "family");
    size_t i;
    json_t *law;
    json_array_foreach(laws, i, law) {
        if (strcmp(cli_json_text_at(law, "family"), family) != 0) continue;
        // it was printed where its first law stands
        if (i < first) return;
        if (i == first) printf("%s%s\n", first > 0 ? "\n" : "", family);
        print_line(law, 2, width);
    }
}

static int name_width(const json_t *laws) {
    int width = 0;
    size_t i;
    json_t *law;
    json_array_foreach(laws, i, law) width = longer(width, cli_json_text_at(law, "name"));
    return width;
}

static void print_laws(const json_t *laws) {
    for (size_t i = 0; i < json_array_size(laws); i++)
        print_family(laws, i, name_width(laws));
    printf("\n%zu laws; dashpot law NAME describes one.\n", json_array_size(laws));
}

static void print_frictions(const json_t *laws) {
    for (size_t i = 0; i < json_array_size(laws); i++)
        print_line(json_array_get(laws, i), 0, name_width(laws));
    printf("\n%zu laws; dashpot friction NAME describes one.\n", json_array_size(laws));
}

// --- one law -------------------------------------------------------------------------------------

// "label   text" wrapped below itself; nothing when there is no text.
static void print_entry(const char *label, const char *text) {
    char start[LABEL_WIDTH + 1];
    if (text[0] == '\0') return;
    snprintf(start, sizeof start, "  %s", label);
    cli_paragraph(start, LABEL_WIDTH, text);
}

// One entry per text of a list, the label on the first.
static void print_list(const char *label, const json_t *list) {
    for (size_t i = 0; i < json_array_size(list); i++)
        print_entry(i == 0 ? label : "", json_string_value(json_array_get(list, i)));
}

static void print_key(const json_t *law, const char *key) {
    print_entry(key, cli_json_text_at(law, key));
}

// "a, b and c" from a list, with a phrase in place of a word.
static void join(const json_t *list, const char *word, const char *phrase, char *text,
                 size_t size) {
    const char *words[WORDS_MAX] = {NULL};
    text[0] = '\0';
    for (size_t i = 0; i < json_array_size(list) && i + 1 < WORDS_MAX; i++) {
        words[i] = json_string_value(json_array_get(list, i));
        if (strcmp(words[i], word) == 0) words[i] = phrase;
    }
    dp_append_words(text, size, words, "and");
}

static void print_title(const json_t *law) {
    char also[160];
    join(json_object_get(law, "aliases"), "", "", also, sizeof also);
    printf(also[0] != '\0' ? "%s (also %s)\n" : "%s\n", cli_json_text_at(law, "name"), also);
    cli_paragraph("", 2, cli_json_text_at(law, "summary"));
    putchar('\n');
}

// What normal-force laws have besides.
static void print_needs(const json_t *law) {
    char needs[240];
    bool is_linear = json_is_true(json_object_get(law, "linear_spring"));
    bool is_fixed = strcmp(cli_json_text_at(law, "delivery"), "always") == 0;
    join(json_object_get(law, "needs"), "stiffness",
         is_linear ? "stiffness [N/m]" : "stiffness (or modulus and radius)", needs, sizeof needs);
    print_entry("needs", needs);
    print_entry("restitution", is_fixed ? "the same for every mass, stiffness and speed"
                                        : "depends on the pair or on the speed");
    print_entry("tuned by", cli_json_text_at(law, "tune"));
}

static void print_memory(const json_t *law) {
    const json_t *memory = json_object_get(law, "memory"), *batch;
    for (size_t i = 0; i < json_array_size(memory); i++) {
        const json_t *field = json_array_get(memory, i);
        char text[240];
        snprintf(text, sizeof text, "%s [%s]: %s", cli_json_text_at(field, "name"),
                 cli_json_text_at(field, "unit"), cli_json_text_at(field, "doc"));
        print_entry(i == 0 ? "memory" : "", text);
    }
    batch = json_object_get(law, "vectorised");
    if (json_is_boolean(batch))
        print_entry("batch", json_is_true(batch) ? "vectorised" : "contact by contact");
}

// Table of the parameters: name, unit, default, range, meaning.
static void print_params(const dp_param *params) {
    if (params->name == NULL) return;
    char text[DP_PARAM_TEXT_MAX];
    int name = 9, unit = 4, initial = 7;
    for (const dp_param *p = params; p->name != NULL; p++) {
        name = longer(name, p->name);
        unit = longer(unit, p->unit);
        initial = longer(initial, dp_param_default(p, text));
    }

    printf("\n  %-*s  %-*s  %-*s  %s\n", name, "parameter", unit, "unit", initial, "default",
           "meaning (range)");
    for (const dp_param *p = params; p->name != NULL; p++) {
        char label[160], meaning[400], range[DP_PARAM_TEXT_MAX];
        snprintf(label, sizeof label, "  %-*s  %-*s  %-*s", name, p->name, unit, p->unit, initial,
                 dp_param_default(p, text));
        snprintf(meaning, sizeof meaning, "%s (%s)", p->doc, dp_param_range(p, range));
        cli_paragraph(label, name + unit + initial + 8, meaning);
    }
}

// The page of a law from its document, which is given back.
static void print_page(char *document, const dp_param *params) {
    json_t *law = cli_json_read(document);
    const json_t *bounds = json_object_get(law, "bounds");
    print_title(law);
    print_key(law, "formula");
    if (bounds != NULL) print_key(law, "family");
    print_key(law, "validity");
    print_list("bounds", json_object_get(bounds, "sentences"));
    if (bounds != NULL) print_needs(law);
    print_memory(law);
    print_key(law, "source");
    print_key(law, "equation");
    print_key(law, "confidence");
    print_list("errata", json_object_get(law, "errata"));
    print_params(params);
    json_decref(law);
    dp_text_free(document);
}

enum { PIECE_MAX = 100, PIECES = DP_PARAM_MAX + 20 };

// A call that works, made of the values a law cannot do without.
struct call {
    char text[PIECES][PIECE_MAX];
    const char *piece[PIECES + 1];
    int count;
};

static void add(struct call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct call *call, const char *format, ...) {
    if (call->count == PIECES) return;
    va_list args;
    va_start(args, format);
    vsnprintf(call->text[call->count], PIECE_MAX, format, args);
    va_end(args);
    call->piece[call->count] = call->text[call->count];
    call->count++;
}

static void print_example(const dp_law *law) {
    dp_contact_def def;
    dp_error err;
    char number[DP_NUMBER_MAX];
    struct call call = {.count = 0};
    if (dp_sample_contact(law, &def, &err) != DP_OK) return;

    add(&call, "dashpot force");
    add(&call, "--law %s", law->name);
    for (int i = 0; law->params[i].name != NULL; i++) {
        const dp_param *param = &law->params[i];
        double value = def.law.value[i];
        // a value that is the default need not be typed
        if (isnan(value) || value == param->initial) continue;
        add(&call, "--set %s=%s", param->name,
            param->choices != NULL ? param->choices[(int)value] : cli_number(value, number));
    }
    const dp_pair_field *field;
    for (int i = 0; (field = dp_pair_field_at(i)) != NULL; i++) {
        double value = dp_pair_value(&def.pair, i);
        bool is_spare = strcmp(field->name, "mass") == 0 && !(law->needs & DP_NEEDS_MASS);
        if (!isnan(value) && !is_spare)
            add(&call, "--set %s=%s", field->name, cli_number(value, number));
    }
    const dp_kernel *kernel = dp_law_kernel(law);
    if (kernel != NULL && kernel->begin != NULL) add(&call, "--set approach='1 m/s'");
    add(&call, "--delta '2 um'");
    add(&call, "--rate '0.5 m/s'");
    printf("\n  example\n");
    cli_command_line(4, call.piece);
}

// --- the commands --------------------------------------------------------------------------------

static int run_laws(int argc, char **argv) {
    return cli_run_list(argc, argv, dp_describe_laws, print_laws);
}

static int run_frictions(int argc, char **argv) {
    return cli_run_list(argc, argv, dp_describe_frictions, print_frictions);
}

static int run_one(int argc, char **argv) {
    const char *command = argv[0];
    bool json = false, is_friction = strcmp(command, "friction") == 0;
    cli_words names = {.count = 0};
    const cli_option options[] = {{.name = "--json", .flag = &json}, {0}};
    int status = cli_parse_words(argc, argv, options, &names, 1);
    if (status != DP_RUN_DONE) return status;
    if (names.count == 0)
        return cli_fail(DP_RUN_USAGE, "%s needs the name of a law (dashpot %ss lists them)",
                        command, command);

    const dp_friction_law *friction = NULL;
    const dp_law *law = NULL;
    dp_error err;
    if (is_friction)
        dp_friction_law_lookup(names.item[0], &friction, &err);
    else
        dp_law_lookup(names.item[0], &law, &err);
    if (law == NULL && friction == NULL)
        return cli_fail(DP_RUN_INPUT, "%s (dashpot %ss lists them)", err.text, command);
    char *document = is_friction ? dp_describe_friction(friction) : dp_describe_law(law);
    if (json) return cli_print_text(document);
    print_page(document, is_friction ? friction->params : law->params);
    if (law != NULL) print_example(law);
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
    .run = run_laws,
};

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
    .run = run_one,
};

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
    .run = run_frictions,
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
