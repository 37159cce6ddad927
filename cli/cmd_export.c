// dashpot export: parameters for another program that deliver a restitution there.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "terminal.h"

struct options {
    const char *law, *at;
    bool json, list;
    cli_words settings, words;
};

// --- what is asked -------------------------------------------------------------------------------

static int find_engine(const char *name, const dp_engine **engine) {
    dp_error err;
    if (dp_engine_lookup(name, engine, &err) == DP_OK) return DP_RUN_DONE;
    return cli_fail(DP_RUN_USAGE, "%s (dashpot export --list has them)", err.text);
}

static int check_settings(const cli_words *settings) {
    for (int i = 0; i < settings->count; i++) {
        const char *setting = settings->item[i];
        if (setting[0] == '=' || strchr(setting, '=') == NULL)
            return cli_fail(DP_RUN_USAGE, "--set takes key=value, not '%.60s'", setting);
    }
    return DP_RUN_DONE;
}

static int ask_law(const struct options *options, dp_export_def *def) {
    dp_error err;
    const cli_words *settings = &options->settings;
    if (options->at != NULL) return cli_fail(DP_RUN_USAGE, "--at is for a scenario file");
    if (dp_export_request_read(def, options->law, settings->item, settings->count, &err) == DP_OK)
        return DP_RUN_DONE;
    if (err.subject == DP_SUBJECT_LAW)
        return cli_fail(DP_RUN_INPUT, "%s (dashpot laws lists them)", err.text);
    return cli_compute_failure(&err);
}

// Settings that begin with export. go to the engine, the others to the scenario.
static int split_settings(const cli_words *all, dp_export_def *def, cli_words *others) {
    static const char prefix[] = "export.";
    for (int i = 0; i < all->count; i++) {
        const char *setting = all->item[i], *rest = setting + sizeof prefix - 1;
        if (strncmp(setting, prefix, sizeof prefix - 1) != 0) {
            others->item[others->count++] = setting;
            continue;
        }
        char key[64];
        dp_error err;
        size_t length = strcspn(rest, "=");
        snprintf(key, sizeof key, "%.*s", (int)(length < 60 ? length : 60), rest);
        if (dp_export_read(def, key, rest + length + 1, &err) != DP_OK)
            return cli_input_failure(&err);
    }
    return DP_RUN_DONE;
}

static int ask_file(const struct options *options, dp_export_def *def) {
    cli_words others = {.count = 0};
    struct settings settings = {.count = 0};
    dp_scenario_def scenario_def = dp_scenario_defaults();
    dp_diagnostic diagnostic;
    dp_scenario *scenario = NULL;
    int poisson = dp_engine_key_index(def->engine, "poisson");
    // the materials know it, unless it is set
    if (poisson >= 0) def->value[poisson] = NAN;
    int status = split_settings(&options->settings, def, &others);
    if (status == DP_RUN_DONE) status = settings_read(&settings, &others, &scenario_def);
    scenario_def.file = options->words.item[1];
    if (status == DP_RUN_DONE &&
        dp_scenario_load(&scenario, &scenario_def, &diagnostic) != DP_RUN_DONE) {
        diagnostic_print(&diagnostic, NULL);
        status = diagnostic.status;
    }
    if (status == DP_RUN_DONE &&
        dp_scenario_export(scenario, options->at, def, &diagnostic) != DP_RUN_DONE) {
        diagnostic_print(&diagnostic, NULL);
        status = diagnostic.status;
    }
    dp_scenario_free(scenario);
    settings_free(&settings);
    return status;
}

// --- what is printed -----------------------------------------------------------------------------

static void print_list(const json_t *engines) {
    size_t i, k;
    json_t *engine, *model, *key;
    json_array_foreach(engines, i, engine) {
        printf("%s%s: %s\n", i > 0 ? "\n" : "", cli_json_text_at(engine, "name"),
               cli_json_text_at(engine, "summary"));
        cli_paragraph("  law", 11, cli_json_text_at(engine, "formula"));
        char models[300] = "";
        json_array_foreach(json_object_get(engine, "models"), k, model) {
            size_t used = strlen(models);
            snprintf(models + used, sizeof models - used, "%s%s", k > 0 ? ", " : "",
                     json_string_value(model));
        }
        cli_paragraph("  model", 11, models);
        json_array_foreach(json_object_get(engine, "keys"), k, key) {
            char label[80], text[300];
            const char *unit = cli_json_text_at(key, "unit");
            bool is_pure = strcmp(unit, "1") == 0;
            if (k == DP_ENGINE_MODEL_KEY) continue;
            snprintf(label, sizeof label, "  %s", cli_json_text_at(key, "name"));
            snprintf(text, sizeof text, "%s%s%s%s%s", is_pure ? "" : "[", is_pure ? "" : unit,
                     is_pure ? "" : "] ", cli_json_text_at(key, "doc"),
                     json_is_true(json_object_get(key, "required")) ? "; required" : "");
            cli_paragraph(label, 15, text);
        }
    }
    puts("\nThe first model is the default. Keys are set with --set key=value.");
}

static int run_list(const struct options *options) {
    if (options->words.count > 0 || options->law != NULL || options->settings.count > 0)
        return cli_fail(DP_RUN_USAGE, "--list prints all engines; leave out the rest");
    char *text = dp_describe_engines();
    if (options->json) return cli_print_text(text);
    json_t *document = cli_json_read(text);
    print_list(document);
    json_decref(document);
    dp_text_free(text);
    return DP_RUN_DONE;
}

static void print_export(const dp_export_def *def, const dp_export *out) {
    char number[DP_NUMBER_MAX];
    int width = 9;
    for (int i = 0; i < out->value_count; i++) {
        int length = (int)strlen(out->value[i].name);
        if (length > width) width = length;
    }
    printf("%s: %s\n\n", def->engine->name, out->law);
    for (int i = 0; i < out->value_count; i++) {
        bool is_pure = strcmp(out->value[i].unit, "1") == 0;
        printf("%-*s  %s%s%s\n", width, out->value[i].name,
               dp_number_text(out->value[i].value, number), is_pure ? "" : " ",
               is_pure ? "" : out->value[i].unit);
    }
    printf("\n%-*s  %s\n", width, "requested", cli_number(out->requested, number));
    printf("%-*s  %s", width, "delivered", cli_number(out->delivered, number));
    if (!isnan(out->low)) printf(" (%.4g to %.4g)", out->low, out->high);
    printf("\n%-*s  %s\n", width, "naive",
           isnan(out->naive) ? "-" : cli_number(out->naive, number));
    if (!isnan(out->max_step))
        printf("%-*s  %s s\n", width, "max_step", cli_number(out->max_step, number));
    printf("\n%s", out->block);
    // the block is to be pasted: what follows goes elsewhere, and comes after it on a terminal
    fflush(stdout);
    for (int i = 0; i < out->note_count; i++)
        cli_say(stderr, "note: %s\n", out->note[i]);
}

// --- the command ---------------------------------------------------------------------------------

static int run_export(const struct options *options) {
    const dp_engine *engine;
    dp_export out;
    dp_error err;
    if (options->words.count == 0)
        return cli_fail(DP_RUN_USAGE, "export needs the name of an engine (dashpot export --list)");
    int status = find_engine(options->words.item[0], &engine);
    if (status == DP_RUN_DONE) status = check_settings(&options->settings);
    if (status != DP_RUN_DONE) return status;
    if ((options->law != NULL) == (options->words.count == 2))
        return cli_fail(DP_RUN_USAGE, "export needs --law NAME or a scenario file%s",
                        options->law != NULL ? ", not both" : "");
    dp_export_def def = dp_export_defaults(engine);
    status = options->law != NULL ? ask_law(options, &def) : ask_file(options, &def);
    if (status != DP_RUN_DONE) return status;
    if (dp_export_run(&def, &out, &err) != DP_OK) return cli_compute_failure(&err);
    if (options->json) return cli_print_text(dp_describe_export(&def, &out));
    print_export(&def, &out);
    return DP_RUN_DONE;
}

static int run(int argc, char **argv) {
    struct options given = {0};
    const cli_option options[] = {
        {.name = "--law", .value = &given.law},      {.name = "--at", .value = &given.at},
        {.name = "--set", .words = &given.settings}, {.name = "--list", .flag = &given.list},
        {.name = "--json", .flag = &given.json},     {0}};
    int status = cli_parse_words(argc, argv, options, &given.words, 2);
    if (status != DP_RUN_DONE) return status;
    return given.list ? run_list(&given) : run_export(&given);
}

const cli_command cmd_export = {
    .name = "export",
    .summary = "parameters for another program that deliver the restitution there",
    .help =
        "usage: dashpot export ENGINE --law NAME [--set key=value]... [--json]\n"
        "       dashpot export ENGINE FILE [--at PATH] [--set path=value]... [--json]\n"
        "       dashpot export --list [--json]\n"
        "\n"
        "Parameters for the contact law of another program, what they deliver there, what the\n"
        "documented reading of the same restitution would deliver, and a block to paste. The\n"
        "request is the restitution that the law is asked for; of a law that takes none it is\n"
        "what the law delivers.\n"
        "\n"
        "  --law NAME         name or alias, see dashpot laws\n"
        "  --set key=value    as in dashpot restitution: modulus and radius (or stiffness), mass,\n"
        "                     approach, parameters of the law; and keys of the engine: model,\n"
        "                     step, poisson ... With a FILE: a change to the scenario, or a key\n"
        "                     of the engine or of the pair behind export., such as export.step\n"
        "  --at PATH          the contact of the scenario, such as impact.contact\n"
        "  --list             engines, their models (the default first) and keys\n"
        "  --json             engine, law, parameters, block, requested, delivered, naive, range,\n"
        "                     max_step, notes\n"
        "\n"
        "A FILE with a fit is run, and its best contact is exported. What cannot be reached ends\n"
        "with status 2 and the reachable range, or the longest step.\n"
        "\n"
        "examples:\n"
        "  dashpot export lammps --law exact-restitution --set restitution=0.7 "
        "--set modulus='114 GPa'\n"
        "  dashpot export --list\n",
    .run = run,
};
