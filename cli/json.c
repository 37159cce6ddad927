// JSON for programs.

#include "json.h"

#include <math.h>
#include <stdlib.h>

#include "cli.h"
#include "dashpot/workbench.h"

static void end_without_memory(void) {
    exit(cli_fail(DP_RUN_SYSTEM, "out of memory"));
}

json_t *cli_json_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

void cli_json_put(json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, value) != 0) end_without_memory();
}

void cli_json_push(json_t *array, json_t *value) {
    if (json_array_append_new(array, value) != 0) end_without_memory();
}

json_t *cli_json_read(const char *text) {
    json_t *document = text != NULL ? json_loads(text, 0, NULL) : NULL;
    if (document == NULL) end_without_memory();
    return document;
}

const char *cli_json_text_at(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

char *cli_json_text(json_t *document) {
    // digits enough for every double; the workbench shortens them
    char *compact = document != NULL ? json_dumps(document, JSON_REAL_PRECISION(17)) : NULL;
    char *text = compact != NULL ? dp_json_format(compact) : NULL;
    free(compact);
    json_decref(document);
    if (text == NULL) end_without_memory();
    return text;
}
