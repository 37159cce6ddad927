// dashpot/workbench.h: descriptions.

#define _POSIX_C_SOURCE 200809L  // open_memstream

#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "dashpot/workbench.h"
#include "run/kinds.h"

char *dp_describe_schema(void) {
    json_t *schema = describe_schema(all_kinds);
    char *text = json_to_text(schema);
    json_decref(schema);
    return text;
}

char *dp_describe_scenarios(void) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return NULL;
    describe_markdown(out, all_kinds);
    bool is_whole = ferror(out) == 0;
    if (fclose(out) == 0 && is_whole) return text;
    free(text);
    return NULL;
}
