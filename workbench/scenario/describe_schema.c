// A JSON Schema (draft 7) of scenario files, from the tables that read them.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "scenario/scenario.h"
#include "scenario/schema.h"

json_t *schema_of_type(const char *type) {
    return json_pack("{s:s}", "type", type);
}

json_t *schema_ref(const char *name) {
    return json_pack("{s:o}", "$ref", json_sprintf("#/definitions/%s", name));
}

json_t *schema_any_of(json_t *either) {
    return json_pack("{s:o}", "anyOf", either);
}

json_t *schema_names(json_t *names, json_t *docs) {
    return json_pack("{s:o, s:o}", "enum", names, "enumDescriptions", docs);
}

static json_t *kinds_schema(const struct kind *const *kinds) {
    json_t *names = json_array(), *docs = json_array();
    for (int i = 0; kinds[i] != NULL; i++) {
        json_push(names, json_string(kinds[i]->name));
        json_push(docs, json_string(kinds[i]->doc));
    }
    return schema_names(names, docs);
}

static json_t *columns_schema(const struct kind *kind) {
    json_t *names = json_array(), *docs = json_array();
    for (const struct column *column = kind->columns; column->name != NULL; column++) {
        json_push(names, json_string(column->name));
        json_push(docs, json_string(column->doc));
    }
    return json_pack("{s:s, s:o, s:i, s:b}", "type", "array", "items", schema_names(names, docs),
                     "minItems", 1, "uniqueItems", 1);
}

// A contact, and no friction in it unless it slides: allOf, since a reference hides what stands
// beside it.
static json_t *contact_schema(const struct field *field) {
    if (field->slides) return schema_ref("contact");
    return json_pack("{s:[{s:s}, {s:{s:b}}]}", "allOf", "$ref", "#/definitions/contact",
                     "properties", "friction", 0);
}

static json_t *text_schema(void) {
    // 304 is a good name for a steel
    return json_pack("{s:[sss]}", "type", "string", "number", "boolean");
}

static void put_rule(json_t *schema, const char *text) {
    json_t *rule = text != NULL ? json_loads(text, 0, NULL) : NULL;
    json_object_update(schema, rule);
    json_decref(rule);
}

static json_t *bare_schema(const struct field *field, const struct kind *kind) {
    json_t *schema;
    switch (field->type) {
    case FIELD_QUANTITY:
    case FIELD_INTEGER:
        return schema_quantity(field);
    case FIELD_PAIR:
        return schema_pair(field);
    case FIELD_WORD:
        return json_pack("{s:o}", "enum", json_texts(field->choices));
    case FIELD_FLAG:
        return schema_of_type("boolean");
    case FIELD_KIND:
        return json_object();
    case FIELD_LIST:
        return schema_list_of(schema_field(field->item, kind), field->least, field->most);
    case FIELD_COLUMNS:
        return columns_schema(kind);
    case FIELD_MAP:
        schema = schema_fields(field->fields, kind);
        put_rule(schema, field->rule);
        if (field->shorthand == NULL) return schema;
        return json_pack("{s:[oo]}", "anyOf", text_schema(), schema);
    case FIELD_FRICTION:
        return json_pack("{s:[o]}", "allOf", schema_ref("friction"));
    case FIELD_CONTACT:
        return contact_schema(field);
    case FIELD_VALUE:
        // what has no form is marked; tools/check_schema.sh asks for it
        return field->form != NULL ? field->form() : json_pack("{s:s}", "$comment", "unknown form");
    default:
        return text_schema();
    }
}

// A default as it would stand in the file: true, 30, or a text.
static json_t *default_value(const struct field *field) {
    const char *text = field->initial;
    char *end;
    double number = strtod(text, &end);
    if (field->type == FIELD_FLAG) return json_boolean(strcmp(text, "true") == 0);
    if (*end != '\0') return json_string(text);
    bool is_whole = number == (double)(json_int_t)number && strpbrk(text, ".e") == NULL;
    return is_whole ? json_integer((json_int_t)number) : json_finite(number);
}

// Links lead to pages of docs/ that an editor does not have: the text alone remains.
static void put_description(json_t *schema, const struct field *field) {
    char text[800];
    size_t length = 0;
    bool has_unit = (field->type == FIELD_QUANTITY || field->type == FIELD_PAIR) &&
                    strcmp(field->unit, "1") != 0;
    for (const char *c = field->doc; *c != '\0' && length < sizeof text - 60; c++) {
        const char *end = *c == ']' && c[1] == '(' ? strchr(c, ')') : NULL;
        // the bracket of a link has no other bracket before its end
        if (*c == '[' && strncmp(c + 1 + strcspn(c + 1, "[]"), "](", 2) == 0) continue;
        if (end != NULL)
            c = end;
        else
            text[length++] = *c;
    }
    snprintf(text + length, sizeof text - length, "%s%s%s", has_unit ? " [" : "",
             has_unit ? field->unit : "", has_unit ? "]" : "");
    json_put(schema, "description", json_string(text));
}

json_t *schema_field(const struct field *field, const struct kind *kind) {
    json_t *schema = bare_schema(field, kind);
    if (field->doc == NULL) return schema;
    if (json_object_get(schema, "$ref") != NULL) schema = json_pack("{s:[o]}", "allOf", schema);
    put_description(schema, field);
    if (field->initial != NULL) json_put(schema, "default", default_value(field));
    return schema;
}

void schema_put_fields(json_t *properties, json_t *required, const struct field *fields,
                       const struct kind *kind) {
    for (; fields->key != NULL; fields++) {
        if (fields->type == FIELD_NOTHING) continue;
        json_put(properties, fields->key, schema_field(fields, kind));
        if (fields->is_required) json_push(required, json_string(fields->key));
    }
}

json_t *schema_fields(const struct field *fields, const struct kind *kind) {
    json_t *properties = json_object(), *required = json_array();
    schema_put_fields(properties, required, fields, kind);
    return json_pack("{s:s, s:o, s:o, s:b}", "type", "object", "properties", properties, "required",
                     required, "additionalProperties", 0);
}

// {"if": {kind is this one}, "then": its keys and the common ones, no others}
static json_t *kind_rule(const struct kind *kind) {
    json_t *properties = json_object(), *required = json_array();
    for (const struct field *field = common_fields; field->key != NULL; field++)
        json_put(properties, field->key, json_true());
    schema_put_fields(properties, required, kind->schema, kind);
    return json_pack("{s:{s:{s:{s:s}}, s:[s]}, s:{s:s, s:o, s:o, s:b}}", "if", "properties", "kind",
                     "const", kind->name, "required", "kind", "then", "title", kind->name,
                     "properties", properties, "required", required, "additionalProperties", 0);
}

json_t *describe_schema(const struct kind *const *kinds) {
    json_t *rules = json_array(), *definitions = json_object();
    json_t *properties = json_object(), *required = json_array();
    schema_put_fields(properties, required, common_fields, NULL);
    // a field does not know which kinds there are
    json_t *kind = kinds_schema(kinds);
    json_object_update_missing(kind, json_object_get(properties, "kind"));
    json_put(properties, "kind", kind);
    for (int i = 0; kinds[i] != NULL; i++)
        json_push(rules, kind_rule(kinds[i]));
    schema_put_quantities(definitions);
    schema_put_contact(definitions);
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "$schema",
                     "http://json-schema.org/draft-07/schema#", "title", "Dashpot scenario",
                     "description", "Printed by dashpot check --json-schema; do not edit", "type",
                     "object", "properties", properties, "required", required, "allOf", rules,
                     "definitions", definitions);
}
