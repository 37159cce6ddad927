// --set path=value of the commands that read scenarios.

#include "scenario/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

int settings_read(struct settings *settings, const cli_words *words) {
    size_t size = 1;
    *settings = (struct settings){.count = 0};
    for (int i = 0; i < words->count; i++)
        size += strlen(words->item[i]) + 1;
    char *to = settings->paths = malloc(size);
    if (to == NULL) return cli_fail(CLI_SYSTEM, "out of memory");

    for (int i = 0; i < words->count; i++) {
        const char *word = words->item[i];
        size_t length = strcspn(word, "=");
        if (length == 0 || word[length] == '\0')
            return cli_fail(CLI_USAGE, "--set takes path=value, not '%.60s'", word);
        memcpy(to, word, length);
        to[length] = '\0';
        settings->item[settings->count++] = (struct override){to, word + length + 1};
        to += length + 1;
    }
    return CLI_DONE;
}

void settings_free(struct settings *settings) {
    free(settings->paths);
    settings->paths = NULL;
}

const char *file_stem(const char *file, size_t *length) {
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    const char *dot = strrchr(name, '.');
    *length = dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name);
    return name;
}

// A complaint about a scenario begins with its place there, for editors; one about the machine is
// the program's own.
static void print_lines(const struct complaint *complaint, const char *file) {
    const char *whose = complaint->status == CLI_SYSTEM ? "dashpot: " : "";
    for (const char *line = complaint->text; line != NULL;) {
        const char *end = strchr(line, '\n');
        int length = end != NULL ? (int)(end - line) : (int)strlen(line);
        const char *of = strncmp(line, "--set ", 6) == 0 ? file : "";
        cli_say(stderr, "%s%s%s%.*s\n", whose, of, of[0] != '\0' ? ": " : "", length, line);
        line = end != NULL ? end + 1 : NULL;
    }
}

void complaint_print(const struct complaint *complaint) {
    print_lines(complaint, "");
}

void complaint_print_of(const struct complaint *complaint, const char *file) {
    print_lines(complaint, file);
}
