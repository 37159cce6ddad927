#ifndef WORKBENCH_SCENARIO_SCHEMA_H
#define WORKBENCH_SCENARIO_SCHEMA_H

#include <jansson.h>

#include "scenario/kind.h"

// Parts of the JSON Schema (draft 7, the one editors know). Every function returns a new value.

/// {"type": type}
json_t *schema_of_type(const char *type);

/// {"$ref": "#/definitions/name"}
json_t *schema_ref(const char *name);

/// {"anyOf": either}
json_t *schema_any_of(json_t *either);

/// {"enum": names, "enumDescriptions": docs}; editors show a description beside each name.
json_t *schema_names(json_t *names, json_t *docs);

/// One value of the file, with description and default. `kind` NULL: outside of any kind.
json_t *schema_field(const struct field *field, const struct kind *kind);

/// Add a table to the properties and required keys of an object.
void schema_put_fields(json_t *properties, json_t *required, const struct field *fields,
                       const struct kind *kind);

/// The map that a table describes, and nothing else in it.
json_t *schema_fields(const struct field *fields, const struct kind *kind);

/// A number in SI, or a text with a unit; its description names the unit.
json_t *schema_quantity(const struct field *field);

/// Values whose form the table leaves open (FIELD_VALUE).
json_t *schema_open(const struct field *field);

/// Which keys of a map exclude or need each other, as far as that can be said.
void schema_put_rules(json_t *schema, const char *map);

/// Definitions that others refer to: texts with a unit, contacts, friction.
void schema_put_quantities(json_t *definitions);
void schema_put_contact(json_t *definitions);

#endif
