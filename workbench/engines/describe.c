// Programs that parameters can be exported to, and an export, as data.

#include "engines/describe.h"

#include <math.h>

#include "base/json.h"
#include "laws/describe.h"

json_t *engine_json(const dp_engine *engine) {
    json_t *object = json_object();
    json_put(object, "name", json_string(engine->name));
    json_put(object, "summary", json_text(engine->summary));
    json_put(object, "formula", json_text(engine->formula));
    json_put(object, "source", json_text(engine->source));
    json_put(object, "models", json_texts(engine->keys[DP_ENGINE_MODEL_KEY].choices));
    json_put(object, "keys", params_json(engine->keys));
    return object;
}

json_t *export_json(const dp_export_def *def, const dp_export *out) {
    json_t *object = json_object(), *parameters = json_object(), *notes = json_array();
    for (int i = 0; i < out->value_count; i++) {
        json_t *entry = json_object();
        json_put(entry, "value", json_finite(out->value[i].value));
        json_put(entry, "unit", json_string(out->value[i].unit));
        json_put(parameters, out->value[i].name, entry);
    }
    for (int i = 0; i < out->note_count; i++)
        json_push(notes, json_text(out->note[i]));
    const dp_param *model = &def->engine->keys[DP_ENGINE_MODEL_KEY];
    json_put(object, "engine", json_string(def->engine->name));
    json_put(object, "model", json_string(model->choices[(int)def->value[DP_ENGINE_MODEL_KEY]]));
    json_put(object, "law", json_text(out->law));
    json_put(object, "parameters", parameters);
    json_put(object, "block", json_text(out->block));
    json_put(object, "requested", json_finite(out->requested));
    json_put(object, "delivered", json_finite(out->delivered));
    json_put(object, "naive", json_finite(out->naive));
    json_t *range = json_null();
    if (!isnan(out->low)) {
        range = json_array();
        json_push(range, json_finite(out->low));
        json_push(range, json_finite(out->high));
    }
    json_put(object, "range", range);
    json_put(object, "max_step", json_finite(out->max_step));
    json_put(object, "notes", notes);
    return object;
}
