// --set path=value of the commands that read scenarios.

#include "settings.h"
#include "cli.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
