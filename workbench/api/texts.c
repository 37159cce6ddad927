// dashpot/workbench.h: texts.

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/prefix.h"
#include "base/utf8.h"
#include "dashpot/workbench.h"

void dp_text_free(char *text) {
    free(text);
}

char *dp_json_format(const char *json) {
    json_t *document = json_loads(json, JSON_DECODE_ANY, NULL);
    char *text = document != NULL ? json_to_text(document) : NULL;
    json_decref(document);
    return text;
}

double dp_unit_prefixed(double value, const char *unit, char text[32]) {
    return prefix_for(value, unit, text, 32);
}

void dp_text_printable(const char *text, char *copy, size_t size) {
    unsigned code;
    char *end = copy + size;
    for (size_t bytes; (bytes = utf8_next(text, &code)) > 0; text += bytes) {
        // a byte that is not UTF-8 could be a control character of another code
        bool is_plain = utf8_is_plain(code) && !(bytes == 1 && code == UTF8_REPLACEMENT);
        bool is_kept = is_plain || code == '\n';
        size_t length = is_kept ? bytes : 1;
        if (copy + length >= end) break;
        memcpy(copy, is_kept ? text : "?", length);
        copy += length;
    }
    *copy = '\0';
}
