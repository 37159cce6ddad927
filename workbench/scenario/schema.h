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

/// A quantity, or a list of two.
json_t *schema_pair(const struct field *field);

/// For values whose form the table leaves open (FIELD_VALUE): parts of it, and the usual ones.
json_t *schema_quantity_of(const char *unit);
json_t *schema_list_of(json_t *items, int least, int most);
json_t *schema_time_pairs(int least);  ///< [[time, value], ...]
json_t *schema_any_value(void);
json_t *schema_any_quantity(void);
json_t *schema_any_contact(void);

/// Definitions that others refer to: texts with a unit, contacts, friction.
void schema_put_quantities(json_t *definitions);
void schema_put_contact(json_t *definitions);

#endif
