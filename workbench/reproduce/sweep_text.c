// A curve of many runs as one scenario with a sweep.

#include "reproduce/sweep_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "reproduce/data.h"
#include "reproduce/expression.h"

enum { RESULTS_MAX = 16, NAME_MAX_LENGTH = 96, BLOCK_MAX = 4096 };

// Names in x and y that are numbers of a run.
struct names {
    char name[RESULTS_MAX][NAME_MAX_LENGTH + 1];
    int count;
    bool fits;  // all of them can be results of a sweep
};

static bool note_name(void *user, const char *name, double *value) {
    struct names *names = user;
    *value = 1.0;
    if (strcmp(name, "input") == 0) return true;
    for (int i = 0; i < names->count; i++) {
        if (strcmp(names->name[i], name) == 0) return true;
    }
    if (runs_is_quantity(name) || names->count == RESULTS_MAX || strlen(name) > NAME_MAX_LENGTH)
        names->fits = false;
    else
        strcpy(names->name[names->count++], name);
    return true;
}

static void find_names(const json_t *curve, struct names *names) {
    static const char *const keys[] = {"x", "y", "only", NULL};
    *names = (struct names){.fits = true};
    for (int i = 0; keys[i] != NULL; i++) {
        char diagnostic[256];
        double value;
        const char *text = data_text(curve, keys[i]);
        if (text != NULL &&
            !expression_value(text, note_name, names, &value, diagnostic, sizeof diagnostic))
            names->fits = false;
    }
}

bool sweep_fits(const json_t *curve) {
    struct names names;
    if (json_object_get(curve, "over") == NULL) return false;
    find_names(curve, &names);
    return names.fits && names.count > 0;
}

static void write_block(const json_t *curve, char block[BLOCK_MAX]) {
    const json_t *over = json_object_get(curve, "over");
    struct names names;
    find_names(curve, &names);
    snprintf(block, BLOCK_MAX,
             "sweep:\n"
             "  parameters:\n"
             "    - {path: %s, from: %s, to: %s, count: %s}\n"
             "  results: [",
             data_text(over, "path"), data_text(over, "from"), data_text(over, "to"),
             data_text(over, "points"));
    for (int i = 0; i < names.count; i++) {
        if (i > 0) text_append(block, BLOCK_MAX, ", ");
        text_append(block, BLOCK_MAX, names.name[i]);
    }
    text_append(block, BLOCK_MAX, "]\n");
}

char *sweep_text(const json_t *curve, const char *scenario) {
    char block[BLOCK_MAX];
    write_block(curve, block);
    size_t length = strlen(scenario), size = length + strlen(block) + 2;
    bool is_open = length > 0 && scenario[length - 1] != '\n';
    char *text = malloc(size);
    if (text != NULL) snprintf(text, size, "%s%s%s", scenario, is_open ? "\n" : "", block);
    return text;
}
