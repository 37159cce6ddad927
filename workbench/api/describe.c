// dashpot/workbench.h: descriptions and texts.

#define _POSIX_C_SOURCE 200809L  // open_memstream

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/prefix.h"
#include "base/unit.h"
#include "base/utf8.h"
#include "dashpot/workbench.h"
#include "engines/describe.h"
#include "laws/describe.h"
#include "run/kinds.h"

static char *text_of(json_t *document) {
    char *text = json_to_text(document);
    json_decref(document);
    return text;
}

char *dp_describe_schema(void) {
    return text_of(describe_schema(all_kinds));
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

char *dp_describe_laws(void) {
    json_t *laws = json_array();
    for (int i = 0; i < dp_law_count(); i++)
        json_push(laws, law_json(dp_law_at(i)));
    return text_of(laws);
}

char *dp_describe_law(const dp_law *law) {
    return text_of(law_json(law));
}

char *dp_describe_frictions(void) {
    json_t *laws = json_array();
    for (int i = 0; i < dp_friction_law_count(); i++)
        json_push(laws, friction_json(dp_friction_law_at(i)));
    return text_of(laws);
}

char *dp_describe_friction(const dp_friction_law *law) {
    return text_of(friction_json(law));
}

char *dp_describe_engines(void) {
    json_t *engines = json_array();
    for (int i = 0; i < dp_engine_count(); i++)
        json_push(engines, engine_json(dp_engine_at(i)));
    return text_of(engines);
}

char *dp_describe_export(const dp_export_def *def, const dp_export *out) {
    return text_of(export_json(def, out));
}

char *dp_describe_delivered(const dp_contact_def *def) {
    return text_of(delivered_ranges_json(def));
}

// What one of it is in SI, rounded once as every quantity is.
static double value_of(const unit_symbol *symbol) {
    char text[32];
    double value = 0.0;
    dp_error err;
    snprintf(text, sizeof text, "1 %s", symbol->name);
    dp_quantity_read(symbol->name, text, symbol->si, &value, &err);
    return value;
}

char *dp_describe_units(void) {
    json_t *units = json_array(), *prefixes = json_array();
    const unit_symbol *symbol;
    const unit_prefix *prefix;
    for (int i = 0; (symbol = unit_symbol_at(i)) != NULL; i++) {
        json_push(units, json_pack("{s:s, s:s, s:f, s:s, s:b}", "symbol", symbol->name, "name",
                                   symbol->meaning, "value", value_of(symbol), "unit", symbol->si,
                                   "takes_prefix", symbol->takes_prefix));
    }
    for (int i = 0; (prefix = unit_prefix_at(i)) != NULL; i++)
        json_push(prefixes,
                  json_pack("{s:s, s:i}", "symbol", prefix->name, "power_of_ten", prefix->ten));
    return text_of(json_pack("{s:o, s:o}", "units", units, "prefixes", prefixes));
}

// --- texts ---------------------------------------------------------------------------------------

void dp_text_free(char *text) {
    free(text);
}

char *dp_json_format(const char *json) {
    return text_of(json_loads(json, JSON_DECODE_ANY, NULL));
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
