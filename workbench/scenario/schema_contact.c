// Contacts and friction in the JSON Schema: which keys there are depends on the law.

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "scenario/contact.h"
#include "scenario/schema.h"

// --- laws of either kind -------------------------------------------------------------------------

// What the schema has of a law, normal or of friction; name NULL: there is none.
struct entry {
    const char *name;
    const char *const *aliases;
    const char *summary;
    const dp_param *params;
};

static struct entry normal_law(int index) {
    const dp_law *law = dp_law_at(index);
    if (law == NULL) return (struct entry){.name = NULL};
    return (struct entry){law->name, law->aliases, law->summary, law->params};
}

static struct entry friction_law(int index) {
    const dp_friction_law *law = dp_friction_law_at(index);
    if (law == NULL) return (struct entry){.name = NULL};
    return (struct entry){law->name, law->aliases, law->summary, law->params};
}

// Names and aliases, each with what the law is.
static json_t *law_names(struct entry (*law_at)(int index)) {
    json_t *names = json_array(), *docs = json_array();
    struct entry law;
    for (int i = 0; (law = law_at(i)).name != NULL; i++) {
        json_push(names, json_string(law.name));
        json_push(docs, json_string(law.summary));
        for (const char *const *alias = law.aliases; alias != NULL && *alias != NULL; alias++) {
            json_push(names, json_string(*alias));
            json_push(docs, json_sprintf("%s: %s", law.name, law.summary));
        }
    }
    return schema_names(names, docs);
}

static json_t *param_schema(const dp_param *param) {
    const struct field field = contact_param_field(param);
    json_t *schema = schema_field(&field, NULL);
    if (isnan(param->initial)) return schema;
    json_put(schema, "default",
             param->choices != NULL ? json_string(param->choices[(int)param->initial])
                                    : json_finite(param->initial));
    return schema;
}

// {"if": {the law is this one}, "then": its parameters beside the properties, no others}. Without a
// law no rule applies. A parameter that may be given in another way, `elsewhere`, is not required.
static json_t *law_rule(const struct entry *law, json_t *then, json_t *properties,
                        const char *elsewhere) {
    json_t *required = json_array(), *names = json_texts(law->aliases);
    for (const dp_param *p = law->params; p->name != NULL; p++) {
        json_put(properties, p->name, param_schema(p));
        if (p->required && (elsewhere == NULL || strcmp(p->name, elsewhere) != 0))
            json_push(required, json_string(p->name));
    }
    json_put(then, "properties", properties);
    json_put(then, "required", required);
    json_put(then, "additionalProperties", json_false());
    json_array_insert_new(names, 0, json_string(law->name));
    return json_pack("{s:{s:{s:{s:o}}, s:[s]}, s:o}", "if", "properties", "law", "enum", names,
                     "required", "law", "then", then);
}

static json_t *map_with_law(json_t *properties, json_t *rules) {
    return json_pack("{s:s, s:o, s:[s], s:o}", "type", "object", "properties", properties,
                     "required", "law", "allOf", rules);
}

// --- friction ------------------------------------------------------------------------------------

// A number, mu of coulomb, or a law with its parameters.
static json_t *friction_schema(void) {
    json_t *rules = json_array();
    const dp_friction_law *coulomb = dp_friction_law_find("coulomb");
    const dp_param *mu = &coulomb->params[dp_friction_param_index(coulomb, "mu")];
    struct entry law;
    for (int i = 0; (law = friction_law(i)).name != NULL; i++)
        json_push(rules, law_rule(&law, json_object(), json_pack("{s:b}", "law", 1), NULL));
    json_t *properties = json_pack("{s:o}", "law", law_names(friction_law));
    return json_pack("{s:[oo]}", "anyOf", param_schema(mu), map_with_law(properties, rules));
}

// --- contacts ------------------------------------------------------------------------------------

// Keys that any contact may have, whatever its law.
static json_t *shared_properties(void) {
    json_t *properties = json_object(), *law = law_names(normal_law);
    json_put(law, "description", json_string(contact_fields[0].doc));
    json_put(properties, "law", law);
    for (const struct field *field = contact_fields + 1; field->key != NULL; field++) {
        json_put(properties, field->key, schema_field(field, NULL));
    }
    for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
        const struct field field = contact_pair_field(NULL, dp_pair_field_at(i));
        if (contact_takes(dp_pair_field_at(i)))
            json_put(properties, field.key, schema_field(&field, NULL));
    }
    return properties;
}

// psi and epsilon go with restitution_from: ma-liu in a law that has none of its own.
static void put_loose(json_t *then, json_t *properties, const dp_law *law) {
    const dp_law *source = dp_law_find("ma-liu");
    json_t *with = json_object();
    for (const dp_param *p = source->params; p->name != NULL; p++) {
        bool is_loose = strcmp(p->name, "psi") == 0 || strcmp(p->name, "epsilon") == 0;
        if (!is_loose || dp_law_takes(law, p->name)) continue;
        json_put(properties, p->name, param_schema(p));
        json_put(with, p->name,
                 json_pack("{s:{s:{s:s}}, s:[s]}", "properties", "restitution_from", "const",
                           "ma-liu", "required", "restitution_from"));
    }
    const char *key = contact_dynamic_pressure.key;
    json_put(properties, key, schema_field(&contact_dynamic_pressure, NULL));
    json_put(with, key,
             json_pack("{s:{s:{s:s}}, s:[s]}", "properties", "restitution_from", "const", "johnson",
                       "required", "restitution_from"));
    json_put(then, "dependencies", with);
}

// A restitution is given, computed, or follows from a damping factor: one of them.
static void put_restitution(json_t *then, json_t *properties, const dp_law *law) {
    static const char *const ways[] = {"restitution", "restitution_from", "damping_factor"};
    int index = dp_law_param_index(law, "restitution");
    if (index < 0) {
        json_put(properties, "restitution_from", json_false());
        return;
    }
    put_loose(then, properties, law);
    json_t *either = json_array();
    for (int i = 0; i < 2 + dp_law_takes(law, "damping_factor"); i++)
        json_push(either, json_pack("{s:[s]}", "required", ways[i]));
    // nothing at all is fine where the law has a value of its own, or two restitutions
    bool is_needed = law->params[index].required || dp_law_takes(law, "damping_factor");
    if (!is_needed || !isnan(law->params[index].initial))
        json_push(either, json_pack("{s:{s:[{s:[s]}, {s:[s]}]}}", "not", "anyOf", "required",
                                    ways[0], "required", ways[1]));
    json_put(then, "oneOf", either);
}

static json_t *contact_rule(int index, json_t *shared) {
    const struct entry law = normal_law(index);
    json_t *then = json_object(), *properties = json_object();
    for (void *at = json_object_iter(shared); at != NULL; at = json_object_iter_next(shared, at))
        json_put(properties, json_object_iter_key(at), json_true());
    put_restitution(then, properties, dp_law_at(index));
    return law_rule(&law, then, properties, "restitution");
}

static json_t *contact_schema(void) {
    json_t *rules = json_array(), *properties = shared_properties();
    for (int i = 0; i < dp_law_count(); i++)
        json_push(rules, contact_rule(i, properties));
    return map_with_law(properties, rules);
}

void schema_put_contact(json_t *definitions) {
    json_put(definitions, "contact", contact_schema());
    json_put(definitions, "friction", friction_schema());
}
