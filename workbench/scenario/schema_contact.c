// Contacts and friction in the JSON Schema: which keys there are depends on the law.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "scenario/contact.h"
#include "scenario/schema.h"

// --- names
// -----------------------------------------------------------------------------------------

// Name and aliases, each with what the law is.
static void push_law(json_t *names, json_t *docs, const char *name, const char *const *aliases,
                     const char *summary) {
    char text[400];
    json_push(names, json_string(name));
    json_push(docs, json_string(summary));
    for (int i = 0; aliases != NULL && aliases[i] != NULL; i++) {
        snprintf(text, sizeof text, "%s: %s", name, summary);
        json_push(names, json_string(aliases[i]));
        json_push(docs, json_string(text));
    }
}

static json_t *law_names(void) {
    json_t *names = json_array(), *docs = json_array();
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        push_law(names, docs, law->name, law->aliases, law->summary);
    }
    return schema_names(names, docs);
}

static json_t *friction_names(void) {
    json_t *names = json_array(), *docs = json_array();
    for (int i = 0; i < dp_friction_law_count(); i++) {
        const dp_friction_law *law = dp_friction_law_at(i);
        push_law(names, docs, law->name, law->aliases, law->summary);
    }
    return schema_names(names, docs);
}

// {"properties": {"law": one of these}, "required": ["law"]}: without a law no rule applies.
static json_t *if_law(const char *name, const char *const *aliases) {
    json_t *condition = json_object(), *properties = json_object(), *law = json_object();
    json_t *names = json_texts(aliases);
    json_array_insert_new(names, 0, json_string(name));
    json_put(law, "enum", names);
    json_put(properties, "law", law);
    json_put(condition, "properties", properties);
    json_put(condition, "required", json_pack("[s]", "law"));
    return condition;
}

static json_t *rule(json_t *condition, json_t *then) {
    json_t *schema = json_object();
    json_put(schema, "if", condition);
    json_put(schema, "then", then);
    return schema;
}

// --- parameters
// ------------------------------------------------------------------------------------

static json_t *param_schema(const dp_param *param) {
    const struct field field = contact_param_field(param);
    json_t *schema = schema_field(&field, NULL);
    if (isnan(param->initial)) return schema;
    json_put(schema, "default",
             param->choices != NULL ? json_string(param->choices[(int)param->initial])
                                    : json_finite(param->initial));
    return schema;
}

// Adds the parameters of a law to its properties. Those that may be given in another way are not
// required here.
static void put_params(json_t *then, json_t *properties, const dp_param *params,
                       const char *elsewhere) {
    json_t *required = json_array();
    for (const dp_param *p = params; p->name != NULL; p++) {
        json_put(properties, p->name, param_schema(p));
        if (p->required && (elsewhere == NULL || strcmp(p->name, elsewhere) != 0))
            json_push(required, json_string(p->name));
    }
    json_put(then, "properties", properties);
    json_put(then, "required", required);
    json_put(then, "additionalProperties", json_false());
}

// --- friction
// --------------------------------------------------------------------------------------

static json_t *friction_rule(const dp_friction_law *law) {
    json_t *then = json_object(), *properties = json_object();
    json_put(properties, "law", json_true());
    put_params(then, properties, law->params, NULL);
    return rule(if_law(law->name, law->aliases), then);
}

// A number, mu of coulomb, or a law with its parameters.
static json_t *friction_schema(void) {
    json_t *either = json_array(), *map = schema_of_type("object"), *rules = json_array();
    json_t *properties = json_object();
    const dp_friction_law *coulomb = dp_friction_law_find("coulomb");
    const dp_param *mu = &coulomb->params[dp_friction_param_index(coulomb, "mu")];
    for (int i = 0; i < dp_friction_law_count(); i++)
        json_push(rules, friction_rule(dp_friction_law_at(i)));
    json_put(properties, "law", friction_names());
    json_put(map, "properties", properties);
    json_put(map, "required", json_pack("[s]", "law"));
    json_put(map, "allOf", rules);
    json_push(either, param_schema(mu));
    json_push(either, map);
    return schema_any_of(either);
}

// --- contacts
// --------------------------------------------------------------------------------------

// Keys that any contact may have, whatever its law.
static json_t *shared_properties(void) {
    json_t *properties = json_object(), *law = law_names();
    json_put(law, "description", json_string(contact_fields[0].doc));
    json_put(properties, "law", law);
    for (const struct field *field = contact_fields + 1; field->key != NULL; field++) {
        if (field->type != FIELD_NOTHING)
            json_put(properties, field->key, schema_field(field, NULL));
    }
    for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
        const struct field field = contact_pair_field(NULL, dp_pair_field_at(i));
        if (contact_takes(dp_pair_field_at(i)))
            json_put(properties, field.key, schema_field(&field, NULL));
    }
    // allowed in a mechanism only; elsewhere schema_field() forbids it
    json_put(properties, "friction", schema_ref("friction"));
    return properties;
}

static bool has_param(const dp_law *law, const char *name) {
    return dp_law_param_index(law, name) >= 0;
}

// psi and epsilon go with restitution_from: ma-liu in a law that has none of its own.
static void put_loose(json_t *then, json_t *properties, const dp_law *law) {
    const dp_law *source = dp_law_find("ma-liu");
    json_t *with = json_object();
    for (const dp_param *p = source->params; p->name != NULL; p++) {
        bool is_loose = strcmp(p->name, "psi") == 0 || strcmp(p->name, "epsilon") == 0;
        if (!is_loose || has_param(law, p->name)) continue;
        json_put(properties, p->name, param_schema(p));
        json_put(with, p->name,
                 json_pack("{s:{s:{s:s}}, s:[s]}", "properties", "restitution_from", "const",
                           "ma-liu", "required", "restitution_from"));
    }
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
    for (int i = 0; i < 2 + has_param(law, "damping_factor"); i++)
        json_push(either, json_pack("{s:[s]}", "required", ways[i]));
    // nothing at all is fine where the law has a value of its own, or two restitutions
    bool is_needed = law->params[index].required || has_param(law, "damping_factor");
    if (!is_needed || !isnan(law->params[index].initial))
        json_push(either, json_pack("{s:{s:[{s:[s]}, {s:[s]}]}}", "not", "anyOf", "required",
                                    ways[0], "required", ways[1]));
    json_put(then, "oneOf", either);
}

static json_t *contact_rule(const dp_law *law, json_t *shared) {
    json_t *then = json_object(), *properties = json_object();
    for (void *at = json_object_iter(shared); at != NULL; at = json_object_iter_next(shared, at))
        json_put(properties, json_object_iter_key(at), json_true());
    put_restitution(then, properties, law);
    put_params(then, properties, law->params, "restitution");
    return rule(if_law(law->name, law->aliases), then);
}

static json_t *contact_schema(void) {
    json_t *schema = schema_of_type("object"), *rules = json_array();
    json_t *properties = shared_properties();
    for (int i = 0; i < dp_law_count(); i++)
        json_push(rules, contact_rule(dp_law_at(i), properties));
    json_put(schema, "properties", properties);
    json_put(schema, "required", json_pack("[s]", "law"));
    json_put(schema, "allOf", rules);
    return schema;
}

void schema_put_contact(json_t *definitions) {
    json_put(definitions, "contact", contact_schema());
    json_put(definitions, "friction", friction_schema());
}
