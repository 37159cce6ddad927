// Values in the JSON Schema: quantities, and those whose form a table of fields leaves open.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/quantity.h"
#include "base/words.h"
#include "scenario/schema.h"

// --- quantities ----------------------------------------------------------------------------------

// The grammar of cli/quantity.c as patterns. A length, a mass, a time and a pure number are also
// told apart; of other units the dimension is for the program.
#define NUMBER "[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?"
#define POWER "(\xc2\xb2|\xc2\xb3|\\^(" NUMBER "|\\(" NUMBER "(/" NUMBER ")?\\)))?"

static const struct {
    const char *unit, *name, *doc;
} quantities[] = {
    {"m", "length", "It must be a length with its unit: 9.5 mm"},
    {"kg", "mass", "It must be a mass with its unit: 0.45 g"},
    {"s", "time", "It must be a time with its unit: 10 us"},
    {"1", "ratio", "It must be a pure number or a percentage: 20 %"},
    {"", "quantity", "It must be a number with its unit: 207 GPa, 200 rpm"},
};

enum { PATTERN_MAX = 4000 };

// Symbols of a kind, or all, with the prefixes they take.
static void append_symbols(char *text, size_t size, const char *kind) {
    si_unit wanted, unit;
    bool is_any = kind[0] == '\0' || !unit_read(kind, &wanted);
    text_append(text, size, "(");
    for (int takes = 1; takes >= 0; takes--) {
        const char *joint = "";
        text_append(text, size, takes ? "(" : ")|");
        for (int i = 0; takes && unit_prefix_at(i) != NULL; i++)
            text_print(text, size, "%s%s", i > 0 ? "|" : "", unit_prefix_at(i)->name);
        text_append(text, size, takes ? ")?(" : "");
        for (int i = 0; unit_symbol_at(i) != NULL; i++) {
            const unit_symbol *symbol = unit_symbol_at(i);
            bool is_it = unit_find(symbol->name, strlen(symbol->name), &unit) &&
                         (is_any || unit_same_kind(&unit, &wanted));
            if (!is_it || symbol->takes_prefix != (takes != 0)) continue;
            text_print(text, size, "%s%s", joint, symbol->name);
            joint = "|";
        }
    }
    text_append(text, size, is_any ? "|1)" : ")");
}

// "^number( *unit)?$"; a ratio of any two units is a pure number, too.
static void write_pattern(char *text, size_t size, const char *unit) {
    char factor[PATTERN_MAX / 4] = "\\(*";
    bool is_any = unit[0] == '\0';
    append_symbols(factor, sizeof factor, "");
    text_append(factor, sizeof factor, POWER "(\\)" POWER ")*");
    if (is_any) {
        snprintf(text, size, "^" NUMBER "( *%s([ */\xc2\xb7]+%s)*)?$", factor, factor);
        return;
    }
    snprintf(text, size, "^" NUMBER "( *(");
    append_symbols(text, size, unit);
    if (strcmp(unit, "1") == 0) text_print(text, size, "|%s */ *%s", factor, factor);
    text_append(text, size, "))?$");
}

enum { QUANTITY_COUNT = sizeof quantities / sizeof *quantities };

static const char *quantity_name(const char *unit) {
    int i = 0;
    while (i < QUANTITY_COUNT - 1 && strcmp(quantities[i].unit, unit) != 0)
        i++;
    return quantities[i].name;
}

void schema_put_quantities(json_t *definitions) {
    for (int i = 0; i < QUANTITY_COUNT; i++) {
        json_t *text = schema_of_type("string");
        char pattern[PATTERN_MAX];
        write_pattern(pattern, sizeof pattern, quantities[i].unit);
        json_put(text, "pattern", json_string(pattern));
        json_put(text, "patternErrorMessage", json_string(quantities[i].doc));
        json_put(definitions, quantities[i].name, text);
    }
}

static void put_range(json_t *schema, const struct field *field) {
    if (field->range == RANGE_POSITIVE) json_put(schema, "exclusiveMinimum", json_integer(0));
    if (field->range == RANGE_NOT_NEGATIVE) json_put(schema, "minimum", json_integer(0));
    if (field->range != RANGE_BETWEEN) return;
    if (isfinite(field->low)) json_put(schema, "minimum", json_finite(field->low));
    if (isfinite(field->high)) json_put(schema, "maximum", json_finite(field->high));
}

static json_t *number_schema(const struct field *field) {
    json_t *number = schema_of_type(field->type == FIELD_INTEGER ? "integer" : "number");
    put_range(number, field);
    return number;
}

// A text has no range, but a sign.
static json_t *text_schema(const struct field *field) {
    json_t *text = schema_ref(quantity_name(field->unit));
    bool may_be_negative =
        field->range == RANGE_ANY || (field->range == RANGE_BETWEEN && field->low < 0.0);
    if (may_be_negative) return text;
    return json_pack("{s:[o, {s:s, s:s}]}", "allOf", text, "pattern", "^[^-]",
                     "patternErrorMessage", "It must not be negative");
}

json_t *schema_quantity(const struct field *field) {
    if (field->type == FIELD_INTEGER) return number_schema(field);
    json_t *either = json_array();
    // the text first: of alternatives that all fail, editors report the first
    json_push(either, text_schema(field));
    json_push(either, number_schema(field));
    if (field->choices != NULL)
        json_push(either, json_pack("{s:o}", "enum", json_texts(field->choices)));
    return schema_any_of(either);
}

json_t *schema_pair(const struct field *field) {
    struct field first = *field, second = *field;
    first.type = second.type = FIELD_QUANTITY;
    second.range = RANGE_ANY;
    json_t *pair =
        json_pack("{s:s, s:[oo], s:i, s:i}", "type", "array", "items", schema_quantity(&first),
                  schema_quantity(&second), "minItems", 2, "maxItems", 2);
    return json_pack("{s:[oo]}", "anyOf", schema_quantity(&first), pair);
}

// --- open values ---------------------------------------------------------------------------------

json_t *schema_quantity_of(const char *unit) {
    const struct field field = {.type = FIELD_QUANTITY, .unit = unit};
    return schema_quantity(&field);
}

json_t *schema_list_of(json_t *items, int least, int most) {
    json_t *list = schema_of_type("array");
    json_put(list, "items", items);
    if (least > 0) json_put(list, "minItems", json_integer(least));
    if (most > 0) json_put(list, "maxItems", json_integer(most));
    return list;
}

json_t *schema_time_pairs(int least) {
    return schema_list_of(schema_list_of(schema_quantity_of(""), 2, 2), least, 0);
}

json_t *schema_any_value(void) {
    return json_object();
}

json_t *schema_any_quantity(void) {
    return schema_quantity_of("");
}

json_t *schema_any_contact(void) {
    return schema_ref("contact");
}
