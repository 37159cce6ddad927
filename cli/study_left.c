// What is missing of a study in parts.

#include "study_left.h"

#include <string.h>

#include "cli.h"
#include "json.h"
#include "terminal.h"

enum { COMMANDS_MAX = 8, RANGES_SHOWN = 12 };

long left_number(const json_t *status, const char *key) {
    return (long)json_integer_value(json_object_get(status, key));
}

// A word as a shell takes it.
static json_t *quoted(const char *word) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+=:,@%";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') return json_string(word);
    json_t *text = json_string("'");
    while (*word != '\0' && text != NULL) {
        size_t length = strcspn(word, "'");
        bool has_quote = word[length] == '\'';
        json_t *more = json_sprintf("%s%.*s%s", json_string_value(text), (int)length, word,
                                    has_quote ? "'\\''" : "");
        json_decref(text);
        text = more;
        word += length + has_quote;
    }
    json_t *whole = text != NULL ? json_sprintf("%s'", json_string_value(text)) : NULL;
    json_decref(text);
    return whole;
}

// What the study was begun with: --set as often as it was given, and --allow-unphysical.
static json_t *options(const json_t *status) {
    const json_t *list = json_object_get(status, "settings"), *pair;
    json_t *text = json_string("");
    size_t i;
    json_array_foreach(list, i, pair) {
        const char *path = json_string_value(json_array_get(pair, 0));
        const char *value = json_string_value(json_array_get(pair, 1));
        json_t *word = json_sprintf("%s=%s", path != NULL ? path : "", value != NULL ? value : "");
        json_t *safe = word != NULL ? quoted(json_string_value(word)) : NULL;
        json_t *more = json_sprintf("%s --set %s", json_string_value(text),
                                    safe != NULL ? json_string_value(safe) : "");
        json_decref(word);
        json_decref(safe);
        json_decref(text);
        text = more;
    }
    if (!json_is_true(json_object_get(status, "allow_unphysical"))) return text;
    json_t *more = json_sprintf("%s --allow-unphysical", json_string_value(text));
    json_decref(text);
    return more;
}

// One for each part with points left, where these are few, and one for all.
json_t *left_commands(const json_t *status, const char *folder) {
    json_t *list = json_array(), *dir = quoted(folder);
    json_t *file = quoted(cli_json_text_at(status, "file")), *more = options(status);
    const json_t *left = json_object_get(status, "parts_left");
    long parts = left_number(status, "parts");
    size_t count = json_array_size(left);
    for (size_t i = 0; i < count && count <= COMMANDS_MAX; i++)
        cli_json_push(list, json_sprintf("dashpot run %s --part %ld/%ld --out %s%s",
                                         json_string_value(file),
                                         (long)json_integer_value(json_array_get(left, i)), parts,
                                         json_string_value(dir), json_string_value(more)));
    cli_json_push(list, json_sprintf("dashpot run --resume %s", json_string_value(dir)));
    json_decref(dir);
    json_decref(file);
    json_decref(more);
    return list;
}

static void print_parts(FILE *stream, const json_t *status) {
    const json_t *left = json_object_get(status, "parts_left");
    size_t count = json_array_size(left);
    if (count == 0) return;
    fprintf(stream, "  of %ld parts these have points left:", left_number(status, "parts"));
    for (size_t i = 0; i < count && i < RANGES_SHOWN; i++)
        fprintf(stream, "%s %ld", i > 0 ? "," : "",
                (long)json_integer_value(json_array_get(left, i)));
    fprintf(stream, "%s\n", count > RANGES_SHOWN ? ", ..." : "");
}

void left_print(FILE *stream, const json_t *status, const char *folder) {
    const json_t *ranges = json_object_get(status, "missing_points");
    size_t count = json_array_size(ranges);
    if (count == 0) return;
    fputs("  missing points:", stream);
    for (size_t i = 0; i < count && i < RANGES_SHOWN; i++) {
        const json_t *range = json_array_get(ranges, i);
        long first = (long)json_integer_value(json_array_get(range, 0));
        long last = (long)json_integer_value(json_array_get(range, 1));
        fprintf(stream, first == last ? "%s %ld" : "%s %ld to %ld", i > 0 ? "," : "", first, last);
    }
    fprintf(stream, "%s\n", count > RANGES_SHOWN ? ", ..." : "");
    print_parts(stream, status);
    json_t *commands = left_commands(status, folder);
    size_t last = json_array_size(commands) - 1;
    for (size_t i = 0; i <= last; i++)
        cli_say(stream, "  %s %s\n",
                i == 0      ? "do them with:"
                : i == last ? "or all here: "
                            : "         and:",
                json_string_value(json_array_get(commands, i)));
    json_decref(commands);
}
