// dashpot/workbench.h: descriptions.

#define _POSIX_C_SOURCE 200809L  // open_memstream

#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/unit.h"
#include "dashpot/workbench.h"
#include "laws/bounds.h"
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
    json_t *document = json_object(), *units = json_array(), *prefixes = json_array();
    const unit_symbol *symbol;
    const unit_prefix *prefix;
    for (int i = 0; (symbol = unit_symbol_at(i)) != NULL; i++) {
        json_t *object = json_object();
        json_put(object, "symbol", json_string(symbol->name));
        json_put(object, "name", json_string(symbol->meaning));
        json_put(object, "value", json_finite(value_of(symbol)));
        json_put(object, "unit", json_string(symbol->si));
        json_put(object, "takes_prefix", json_boolean(symbol->takes_prefix));
        json_push(units, object);
    }
    for (int i = 0; (prefix = unit_prefix_at(i)) != NULL; i++) {
        json_t *object = json_object();
        json_put(object, "symbol", json_string(prefix->name));
        json_put(object, "power_of_ten", json_integer(prefix->ten));
        json_push(prefixes, object);
    }
    json_put(document, "units", units);
    json_put(document, "prefixes", prefixes);
    return text_of(document);
}
