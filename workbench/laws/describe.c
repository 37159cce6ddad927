// What the catalogue says about a law, as data.

#include "laws/describe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/words.h"
#include "dashpot/workbench.h"
#include "laws/bounds.h"

const dp_kernel *dp_law_kernel(const dp_law *law) {
    dp_contact_def def;
    dp_contact contact;
    dp_error err;
    if (dp_sample_contact(law, &def, &err) != DP_OK) return NULL;
    return dp_contact_init(&contact, &def, &err) == DP_OK ? contact.kernel : NULL;
}

static json_t *default_json(const dp_param *param) {
    if (isnan(param->initial)) return json_null();
    if (param->choices != NULL) return json_string(param->choices[(int)param->initial]);
    return json_finite(param->initial);
}

static json_t *params_json(const dp_param *params) {
    json_t *array = json_array();
    for (const dp_param *p = params; p->name != NULL; p++) {
        bool is_word = p->choices != NULL;
        json_t *entry = json_object();
        json_put(entry, "name", json_string(p->name));
        json_put(entry, "unit", json_string(p->unit));
        json_put(entry, "default", default_json(p));
        json_put(entry, "low", json_finite(is_word ? NAN : p->low));
        json_put(entry, "high", json_finite(is_word ? NAN : p->high));
        json_put(entry, "required", json_boolean(p->required));
        json_put(entry, "choices", is_word ? json_texts(p->choices) : json_null());
        json_put(entry, "doc", json_string(p->doc));
        json_push(array, entry);
    }
    return array;
}

static json_t *memory_entry(const dp_history_field *field) {
    return json_pack("{s:s, s:s, s:s}", "name", field->name, "unit", field->unit, "doc",
                     field->doc);
}

static json_t *memory_json(const dp_kernel *kernel) {
    if (kernel == NULL) return json_null();
    json_t *array = json_array();
    for (int i = 0; i < kernel->history_count; i++)
        json_push(array, memory_entry(&kernel->history[i]));
    return array;
}

json_t *law_json(const dp_law *law) {
    const dp_kernel *kernel = dp_law_kernel(law);
    const char *needs[DP_NEEDS_MAX];
    dp_law_needs_words(law, needs);

    json_t *object = json_object();
    json_put(object, "name", json_string(law->name));
    json_put(object, "aliases", json_texts(law->aliases));
    json_put(object, "family", json_text(law->family));
    json_put(object, "summary", json_text(law->summary));
    json_put(object, "formula", json_text(law->formula));
    json_put(object, "source", json_text(law->source));
    json_put(object, "equation", json_text(law->equation));
    json_put(object, "validity", json_text(law->validity));
    json_put(object, "bounds", law_bounds_json(law));
    json_put(object, "confidence", json_text(law->confidence));
    json_put(object, "errata", json_texts(law->errata));
    json_put(object, "parameters", params_json(law->params));
    json_put(object, "needs", json_texts(needs));
    json_put(object, "needs_more", json_text(law->needs_more));
    json_put(object, "linear_spring", json_boolean((law->needs & DP_NEEDS_LINEAR) != 0));
    json_put(object, "memory", memory_json(kernel));
    json_put(object, "vectorised",
             kernel == NULL ? json_null() : json_boolean(kernel->vectorised != 0));
    json_put(object, "pulls", kernel == NULL ? json_null() : json_boolean(kernel->pulls != 0));
    json_put(object, "tune", json_text(law->tune));
    json_put(object, "delivery",
             json_string(law->delivery == DP_DELIVERS_ALWAYS ? "always" : "by-case"));
    return object;
}

// Friction of steady sliding over the normal force at some speeds, with usual coefficients; a
// parameter that is not among them keeps its default.
static json_t *steady_json(const dp_friction_law *law) {
    static const struct {
        const char *name;
        double value;
    } usual[] = {{"mu", 0.1}, {"mu_s", 0.15}, {"mu_d", 0.1}, {"sigma_0", 1e5}};
    static const double speeds[] = {0.0, 1e-5, 5e-5, 1e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 0.1};
    dp_friction_def def = dp_friction_defaults(law);
    dp_friction friction;
    dp_error err;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        int index = dp_friction_param_index(law, usual[i].name);
        if (index >= 0) def.value[index] = usual[i].value;
    }
    if (dp_friction_init(&friction, &def, &err) != DP_OK) return json_null();

    json_t *array = json_array();
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        double z = dp_friction_steady_z(&friction, speeds[i]);
        double force = dp_friction_respond(&friction, 1.0, speeds[i], z).force;
        json_push(array, json_pack("{s:f, s:o}", "speed", speeds[i], "coefficient",
                                   json_finite(force == 0.0 ? 0.0 : -force)));
    }
    return array;
}

json_t *friction_json(const dp_friction_law *law) {
    static const dp_history_field bristle = {"z", "m", "bristle deflection"};
    json_t *memory = json_array();
    if (law->has_history) json_push(memory, memory_entry(&bristle));

    json_t *object = json_object();
    json_put(object, "name", json_string(law->name));
    json_put(object, "aliases", json_texts(law->aliases));
    json_put(object, "family", json_string("friction"));
    json_put(object, "summary", json_text(law->summary));
    json_put(object, "formula", json_text(law->formula));
    json_put(object, "source", json_text(law->source));
    json_put(object, "equation", json_text(law->equation));
    json_put(object, "validity", json_text(law->validity));
    json_put(object, "confidence", json_text(law->confidence));
    json_put(object, "errata", json_texts(law->errata));
    json_put(object, "parameters", params_json(law->params));
    json_put(object, "memory", memory);
    json_put(object, "steady_sliding", steady_json(law));
    return object;
}
