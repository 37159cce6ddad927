// A JSON Schema (2020-12) of scenario files, from the tables that read them.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "scenario.h"
#include "scenario/contact.h"
#include "scenario/kind.h"

static json_t *of_type(const char *type) {
    json_t *schema = json_object();
    cli_put(schema, "type", json_string(type));
    return schema;
}

static void put_range(json_t *schema, const struct field *field) {
    if (field->range == RANGE_POSITIVE) cli_put(schema, "exclusiveMinimum", json_integer(0));
    if (field->range == RANGE_NOT_NEGATIVE) cli_put(schema, "minimum", json_integer(0));
    if (field->range != RANGE_BETWEEN) return;
    if (isfinite(field->low)) cli_put(schema, "minimum", cli_json_number(field->low));
    if (isfinite(field->high)) cli_put(schema, "maximum", cli_json_number(field->high));
}

// A number in SI, or a text: a number with its unit. What follows the number is for the program.
static json_t *quantity_schema(const struct field *field) {
    json_t *schema = json_object(), *either = json_array(), *number = of_type("number");
    json_t *text = of_type("string");
    put_range(number, field);
    cli_push(either, number);
    cli_put(text, "pattern", json_string("^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?"));
    cli_push(either, text);
    for (int i = 0; field->choices != NULL && field->choices[i] != NULL; i++) {
        json_t *word = json_object();
        cli_put(word, "const", json_string(field->choices[i]));
        cli_push(either, word);
    }
    cli_put(schema, "anyOf", either);
    return schema;
}

// `kind` NULL: outside of any kind
static json_t *fields_schema(const struct field *fields, const struct kind *kind);
static json_t *field_schema(const struct field *field, const struct kind *kind);

static json_t *list_schema(const struct field *field, const struct kind *kind) {
    json_t *schema = of_type("array");
    cli_put(schema, "items", field_schema(field->item, kind));
    if (field->least > 0) cli_put(schema, "minItems", json_integer(field->least));
    if (field->most > 0) cli_put(schema, "maxItems", json_integer(field->most));
    return schema;
}

static json_t *kinds_schema(void) {
    json_t *schema = json_object(), *names = json_array();
    for (int i = 0; kind_at(i) != NULL; i++)
        cli_push(names, json_string(kind_at(i)->name));
    cli_put(schema, "enum", names);
    return schema;
}

// A number, or a law with its parameters; which ones, the program checks.
static json_t *friction_schema(void) {
    json_t *schema = json_object(), *either = json_array(), *law = json_object();
    json_t *names = json_array(), *map = of_type("object"), *properties = json_object();
    for (int i = 0; i < dp_friction_law_count(); i++)
        cli_push(names, json_string(dp_friction_law_at(i)->name));
    cli_put(law, "enum", names);
    cli_put(properties, "law", law);
    cli_put(map, "properties", properties);
    cli_put(map, "required", json_pack("[s]", "law"));
    cli_push(either, of_type("number"));
    cli_push(either, map);
    cli_put(schema, "anyOf", either);
    return schema;
}

static json_t *bare_schema(const struct field *field, const struct kind *kind) {
    json_t *schema;
    char place[64];
    switch (field->type) {
    case FIELD_QUANTITY:
        return quantity_schema(field);
    case FIELD_INTEGER:
        schema = of_type("integer");
        put_range(schema, field);
        return schema;
    case FIELD_WORD:
        schema = json_object();
        cli_put(schema, "enum", cli_json_texts(field->choices));
        return schema;
    case FIELD_FLAG:
        return of_type("boolean");
    case FIELD_KIND:
        return kinds_schema();
    case FIELD_LIST:
        return list_schema(field, kind);
    case FIELD_COLUMNS:
        schema = json_object();
        snprintf(place, sizeof place, "#/$defs/%s_columns", kind != NULL ? kind->name : "");
        cli_put(schema, "$ref", json_string(place));
        return schema;
    case FIELD_MAP:
        return fields_schema(field->fields, kind);
    case FIELD_FRICTION:
        return friction_schema();
    case FIELD_CONTACT:
        schema = json_object();
        cli_put(schema, "$ref", json_string("#/$defs/contact"));
        return schema;
    case FIELD_VALUE:
        return json_object();
    default:
        return of_type("string");
    }
}

static json_t *field_schema(const struct field *field, const struct kind *kind) {
    json_t *schema = bare_schema(field, kind);
    if (field->doc == NULL) return schema;
    char text[600];
    bool has_unit = field->type == FIELD_QUANTITY && strcmp(field->unit, "1") != 0;
    snprintf(text, sizeof text, "%s%s%s%s", field->doc, has_unit ? " [" : "",
             has_unit ? field->unit : "", has_unit ? "]" : "");
    cli_put(schema, "description", json_string(text));
    if (field->initial != NULL) cli_put(schema, "default", json_string(field->initial));
    return schema;
}

// Adds to the properties and required keys of an object.
static void put_fields(json_t *properties, json_t *required, const struct field *fields,
                       const struct kind *kind) {
    for (; fields->key != NULL; fields++) {
        if (fields->type == FIELD_NOTHING) continue;
        cli_put(properties, fields->key, field_schema(fields, kind));
        if (fields->is_required) cli_push(required, json_string(fields->key));
    }
}

static json_t *fields_schema(const struct field *fields, const struct kind *kind) {
    json_t *schema = of_type("object"), *properties = json_object(), *required = json_array();
    put_fields(properties, required, fields, kind);
    cli_put(schema, "properties", properties);
    cli_put(schema, "required", required);
    cli_put(schema, "additionalProperties", json_false());
    return schema;
}

static json_t *law_names(const dp_law *law) {
    json_t *names = cli_json_texts(law->aliases);
    json_array_insert_new(names, 0, json_string(law->name));
    return names;
}

// Keys that any contact may have, whatever its law.
static void put_shared(json_t *properties) {
    json_t *required = json_array();
    put_fields(properties, required, contact_fields, NULL);
    json_decref(required);
    for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
        const struct field field = contact_pair_field(NULL, dp_pair_field_at(i));
        if (contact_takes(dp_pair_field_at(i)))
            cli_put(properties, field.key, field_schema(&field, NULL));
    }
    // psi and epsilon beside restitution_from: ma-liu
    for (const dp_param *p = dp_law_find("ma-liu")->params; p->name != NULL; p++) {
        const struct field field = contact_param_field(p);
        if (p->choices == NULL) cli_put(properties, field.key, field_schema(&field, NULL));
    }
}

// {"if": {law is this one}, "then": its own keys and no others}
static json_t *law_schema(const dp_law *law, json_t *shared) {
    json_t *condition = json_object(), *properties = json_object(), *name = json_object();
    cli_put(name, "enum", law_names(law));
    cli_put(properties, "law", name);
    cli_put(condition, "properties", properties);

    json_t *then = json_object(), *own = json_object(), *keys = json_array();
    for (void *at = json_object_iter(shared); at != NULL; at = json_object_iter_next(shared, at))
        cli_push(keys, json_string(json_object_iter_key(at)));
    for (const dp_param *p = law->params; p->name != NULL; p++) {
        const struct field field = contact_param_field(p);
        cli_put(own, field.key, field_schema(&field, NULL));
        cli_push(keys, json_string(field.key));
    }
    json_t *allowed = json_object(), *schema = json_object();
    cli_put(allowed, "enum", keys);
    cli_put(then, "properties", own);
    cli_put(then, "propertyNames", allowed);
    cli_put(schema, "if", condition);
    cli_put(schema, "then", then);
    return schema;
}

static json_t *contact_schema(void) {
    json_t *schema = of_type("object"), *all = json_array(), *law = json_object();
    json_t *names = json_array(), *properties = json_object(), *required = json_array();
    put_shared(properties);
    for (int i = 0; i < dp_law_count(); i++) {
        json_t *own = law_names(dp_law_at(i));
        json_array_extend(names, own);
        json_decref(own);
        cli_push(all, law_schema(dp_law_at(i), properties));
    }
    cli_put(law, "enum", names);
    cli_put(properties, "law", law);
    cli_push(required, json_string("law"));
    cli_put(schema, "properties", properties);
    cli_put(schema, "required", required);
    cli_put(schema, "allOf", all);
    return schema;
}

// Columns differ from kind to kind, so each has its own list.
static json_t *columns_schema(const struct kind *kind) {
    json_t *schema = of_type("array"), *item = json_object(), *names = json_array();
    for (const struct column *column = kind->columns; column->name != NULL; column++)
        cli_push(names, json_string(column->name));
    cli_put(item, "enum", names);
    cli_put(schema, "items", item);
    cli_put(schema, "minItems", json_integer(1));
    cli_put(schema, "uniqueItems", json_true());
    return schema;
}

static json_t *kind_schema(const struct kind *kind) {
    json_t *schema = of_type("object"), *properties = json_object(), *required = json_array();
    json_t *name = json_object();
    put_fields(properties, required, common_fields, kind);
    put_fields(properties, required, kind->schema, kind);
    cli_put(name, "const", json_string(kind->name));
    cli_put(properties, "kind", name);
    cli_put(schema, "title", json_string(kind->name));
    cli_put(schema, "description", json_string(kind->doc));
    cli_put(schema, "properties", properties);
    cli_put(schema, "required", required);
    cli_put(schema, "additionalProperties", json_false());
    return schema;
}

void scenario_print_schema(void) {
    json_t *schema = json_object(), *kinds = json_array(), *definitions = json_object();
    for (int i = 0; kind_at(i) != NULL; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s_columns", kind_at(i)->name);
        cli_push(kinds, kind_schema(kind_at(i)));
        cli_put(definitions, name, columns_schema(kind_at(i)));
    }
    cli_put(definitions, "contact", contact_schema());
    cli_put(schema, "$schema", json_string("https://json-schema.org/draft/2020-12/schema"));
    cli_put(schema, "title", json_string("Dashpot scenario"));
    cli_put(schema, "oneOf", kinds);
    cli_put(schema, "$defs", definitions);
    cli_json_print(schema);
}
