// Options of a command, and the one place where diagnostics are printed.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "dashpot/words.h"
#include "json.h"
#include "terminal.h"

enum { OPTION_MAX = 16 };

int cli_fail(int exit_status, const char *format, ...) {
    char text[8192];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cli_say(stderr, "dashpot: %s\n", text);
    return exit_status;
}

int cli_input_failure(const dp_error *err) {
    int system = err->status == DP_ERR_MEMORY || err->status == DP_ERR_UNSUPPORTED;
    int numeric = err->status == DP_ERR_NUMERIC;
    return cli_fail(system    ? DP_RUN_SYSTEM
                    : numeric ? DP_RUN_NUMERIC
                              : DP_RUN_INPUT,
                    "%s", err->text);
}

int cli_compute_failure(const dp_error *err) {
    int beyond = err->status == DP_ERR_VALIDITY;
    return beyond ? cli_fail(DP_RUN_NUMERIC, "%s", err->text) : cli_input_failure(err);
}

void diagnostic_print(const dp_diagnostic *diagnostic, const char *file) {
    // a diagnostic about a scenario begins with its place there, for editors; one about the machine
    // is the program's own
    const char *whose = diagnostic->status == DP_RUN_SYSTEM ? "dashpot: " : "";
    for (const char *line = diagnostic->text; line != NULL;) {
        const char *end = strchr(line, '\n');
        int length = end != NULL ? (int)(end - line) : (int)strlen(line);
        bool names_file = file != NULL && strncmp(line, "--set ", 6) == 0;
        cli_say(stderr, "%s%s%s%.*s\n", whose, names_file ? file : "", names_file ? ": " : "",
                length, line);
        line = end != NULL ? end + 1 : NULL;
    }
}

static int unknown_option(const char *command, const char *word, size_t length,
                          const cli_option *options) {
    char name[64], hint[256] = "";
    snprintf(name, sizeof name, "%.*s", (int)(length < 60 ? length : 60), word);

    const char *known[OPTION_MAX + 2] = {"--help"};
    for (int i = 0; i < OPTION_MAX && options[i].name != NULL; i++)
        known[i + 1] = options[i].name;
    dp_suggest(hint, sizeof hint, name, known);
    return cli_fail(DP_RUN_USAGE, "%s has no option %s%s (see dashpot %s --help)", command, name,
                    hint, command);
}

static const cli_option *find_option(const cli_option *options, const char *word, size_t length) {
    for (; options->name != NULL; options++) {
        if (strlen(options->name) == length && strncmp(options->name, word, length) == 0)
            return options;
    }
    return NULL;
}

static int push(cli_words *words, int most, const char *word) {
    if (words->count == most)
        return cli_fail(DP_RUN_USAGE, "more than %d of a kind; the first too many is '%.60s'", most,
                        word);
    words->item[words->count++] = word;
    return DP_RUN_DONE;
}

// Store the value of an option that takes one.
static int store(const cli_option *option, const char *value) {
    if (option->words != NULL) return push(option->words, CLI_VALUES_MAX, value);
    if (*option->value != NULL)
        return cli_fail(DP_RUN_USAGE, "%s is given twice: '%.60s' and '%.60s'", option->name,
                        *option->value, value);
    *option->value = value;
    return DP_RUN_DONE;
}

int cli_parse(int argc, char **argv, const cli_option *options, cli_words *rest) {
    bool options_end = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (!options_end && strcmp(word, "--") == 0) {
            options_end = true;
            continue;
        }
        int status = DP_RUN_DONE;
        if (options_end || word[0] != '-' || word[1] == '\0') {
            status = push(rest, CLI_WORDS_MAX, word);
            if (status != DP_RUN_DONE) return status;
            continue;
        }

        size_t length = strcspn(word, "=");
        const char *attached = word[length] == '=' ? word + length + 1 : NULL;
        const cli_option *option = find_option(options, word, length);
        if (option == NULL) return unknown_option(argv[0], word, length, options);
        if (option->flag != NULL) {
            if (attached != NULL) return cli_fail(DP_RUN_USAGE, "%s takes no value", option->name);
            *option->flag = true;
            continue;
        }
        // a value may begin with a dash: --rate -0.1
        const char *value = attached != NULL ? attached : i + 1 < argc ? argv[++i] : NULL;
        if (value == NULL)
            return cli_fail(DP_RUN_USAGE, "%s needs a value (see dashpot %s --help)", option->name,
                            argv[0]);
        status = store(option, value);
        if (status != DP_RUN_DONE) return status;
    }
    return DP_RUN_DONE;
}

int cli_parse_words(int argc, char **argv, const cli_option *options, cli_words *rest, int most) {
    int status = cli_parse(argc, argv, options, rest);
    if (status != DP_RUN_DONE || rest->count <= most) return status;
    return cli_fail(DP_RUN_USAGE,
                    "%s does not know what to do with '%.60s' (see dashpot %s --help)", argv[0],
                    rest->item[most], argv[0]);
}

int cli_run_list(int argc, char **argv, char *(*describe)(void), void (*print)(const json_t *)) {
    bool json = false;
    cli_words rest = {.count = 0};
    const cli_option options[] = {{.name = "--json", .flag = &json}, {0}};
    int status = cli_parse_words(argc, argv, options, &rest, 0);
    if (status != DP_RUN_DONE) return status;
    char *text = describe();
    if (json) return cli_print_text(text);
    json_t *document = cli_json_read(text);
    print(document);
    json_decref(document);
    dp_text_free(text);
    return DP_RUN_DONE;
}

int cli_read_contact(dp_contact_request *request, const char *law, const cli_words *settings) {
    dp_error err;
    for (int i = 0; i < settings->count; i++) {
        const char *setting = settings->item[i];
        if (setting[0] == '=' || strchr(setting, '=') == NULL)
            return cli_fail(DP_RUN_USAGE, "--set takes key=value, not '%.60s'", setting);
    }
    if (dp_contact_request_read(request, law, settings->item, settings->count, &err) == DP_OK)
        return DP_RUN_DONE;
    if (err.subject == DP_SUBJECT_LAW)
        return cli_fail(DP_RUN_INPUT, "%s (dashpot laws lists them)", err.text);
    return cli_input_failure(&err);
}

int cli_read_threads(const char *text, int *threads) {
    char *end;
    long count = text != NULL ? strtol(text, &end, 10) : 0;
    *threads = (int)count;
    if (text == NULL || (*end == '\0' && end != text && count >= 1 && count <= 256))
        return DP_RUN_DONE;
    return cli_fail(DP_RUN_USAGE, "--threads is '%.20s'; it must be a whole number from 1 to 256",
                    text);
}

int cli_read_limits(const char *const limit[3], dp_run_limits *limits) {
    static const char *const name[3] = {"memory", "output", "time"};
    dp_error err;
    for (int i = 0; i < 3; i++) {
        if (limit[i] != NULL && dp_run_limits_set(limits, name[i], limit[i], &err) != DP_OK)
            return cli_fail(DP_RUN_USAGE, "--max-%s", err.text);
    }
    return DP_RUN_DONE;
}

int settings_read(struct settings *settings, const cli_words *words, dp_scenario_def *def) {
    size_t size = 1;
    *settings = (struct settings){.count = 0};
    for (int i = 0; i < words->count; i++)
        size += strlen(words->item[i]) + 1;
    char *to = settings->paths = malloc(size);
    if (to == NULL) return cli_fail(DP_RUN_SYSTEM, "out of memory");

    for (int i = 0; i < words->count; i++) {
        const char *word = words->item[i];
        size_t length = strcspn(word, "=");
        if (length == 0 || word[length] == '\0')
            return cli_fail(DP_RUN_USAGE, "--set takes path=value, not '%.60s'", word);
        memcpy(to, word, length);
        to[length] = '\0';
        settings->item[settings->count++] = (dp_setting){to, word + length + 1};
        to += length + 1;
    }
    def->settings = settings->item;
    def->setting_count = settings->count;
    return DP_RUN_DONE;
}

void settings_free(struct settings *settings) {
    free(settings->paths);
    settings->paths = NULL;
}
// --- names of laws -------------------------------------------------------------------------------

static bool add_names(cli_names *names, char *list) {
    while (list != NULL) {
        char *end = strchr(list, ',');
        if (end != NULL) *end = '\0';
        while (*list == ' ')
            list++;
        for (size_t length = strlen(list); length > 0 && list[length - 1] == ' '; length--)
            list[length - 1] = '\0';
        if (*list == '\0' || names->count == DP_LAWS_MAX) return false;
        names->item[names->count++] = list;
        list = end != NULL ? end + 1 : NULL;
    }
    return true;
}

int cli_read_names(cli_names *names, const cli_words *lists) {
    size_t size = 1;
    for (int i = 0; i < lists->count; i++)
        size += strlen(lists->item[i]) + 1;
    char *to = names->text = malloc(size);
    if (to == NULL) return cli_fail(DP_RUN_SYSTEM, "out of memory");
    for (int i = 0; i < lists->count; i++) {
        strcpy(to, lists->item[i]);
        if (!add_names(names, to))
            return cli_fail(DP_RUN_USAGE,
                            "--laws takes names joined by commas, or all, not '%.60s' (dashpot "
                            "laws lists them)",
                            lists->item[i]);
        to += strlen(lists->item[i]) + 1;
    }
    return DP_RUN_DONE;
}

void cli_names_free(cli_names *names) {
    free(names->text);
}
