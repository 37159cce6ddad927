// Any bytes as a scenario file with any --set: it is read, or refused with a diagnostic. The input
// is the text of the file, then path=value for each --set, separated by zero bytes.

#include <stdlib.h>
#include <string.h>

#include "scenario/scenario.h"
#include "scratch.h"

enum { SET_MAX = 8 };

static size_t split_sets(char *text, size_t size, dp_setting set[SET_MAX]) {
    size_t count = 0;
    for (char *at = text; at < text + size && count < SET_MAX; at += strlen(at) + 1) {
        char *equal = strchr(at, '=');
        if (equal == NULL) continue;
        size_t length = strlen(at);
        *equal = '\0';
        set[count++] = (dp_setting){at, equal + 1};
        at += length - strlen(at);
    }
    return count;
}

static void try_load(const char *path, const dp_setting *set, size_t count) {
    static dp_diagnostic diagnostic;
    dp_scenario_def def = {.file = path, .settings = set, .setting_count = count};
    struct scenario *scenario = scenario_load(&def, NULL, &diagnostic);
    if (scenario == NULL) {
        must(diagnostic.text[0] != '\0', "a refusal says why");
        must(diagnostic.status == 2 || diagnostic.status == 4, "bad input, or the system failed");
        return;
    }
    char *text = scenario_text(scenario);
    must(text != NULL && text[0] != '\0', "a scenario has a text");
    // what was accepted is accepted again: the copy beside the results must run
    def = (dp_scenario_def){.file = path, .text = text};
    struct scenario *again = scenario_load(&def, NULL, &diagnostic);
    must(again != NULL, "the text of a good scenario is a good scenario");
    scenario_check_need(scenario, ROWS_WANTED, &diagnostic);
    scenario_free(again);
    scenario_free(scenario);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *end = memchr(data, 0, size);
    size_t length = end != NULL ? (size_t)(end - data) : size;
    size_t rest = length < size ? size - length - 1 : 0;
    char *sets = malloc(rest + 1);
    must(sets != NULL, "memory");
    if (rest > 0) memcpy(sets, data + length + 1, rest);
    sets[rest] = '\0';
    dp_setting set[SET_MAX];
    size_t count = split_sets(sets, rest, set);
    try_load(scratch_file("scenario.yaml", data, length), set, count);
    free(sets);
    return 0;
}
