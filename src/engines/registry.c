// The engine catalogue: engines.def turned into a table, names looked up, keys set.

#include <math.h>

#include "base/catalogue.h"
#include "base/params.h"
#include "dashpot/engine.h"

#define DP_ENGINE(x) extern const dp_engine dp_engine_##x;
#include "engines/engines.def"
#undef DP_ENGINE

static const dp_engine *const engines[] = {
#define DP_ENGINE(x) &dp_engine_##x,
#include "engines/engines.def"
#undef DP_ENGINE
};

enum { ENGINE_COUNT = sizeof engines / sizeof *engines };

static struct dp_names names(int index) {
    return (struct dp_names){engines[index]->name, NULL};
}

static const struct dp_catalogue catalogue = {"engine", ENGINE_COUNT, names};

int dp_engine_count(void) {
    return ENGINE_COUNT;
}

const dp_engine *dp_engine_at(int index) {
    return index >= 0 && index < ENGINE_COUNT ? engines[index] : NULL;
}

const dp_engine *dp_engine_find(const char *name) {
    return dp_engine_at(dp_catalogue_find(&catalogue, name));
}

dp_status dp_engine_lookup(const char *name, const dp_engine **engine, dp_error *err) {
    int index;
    dp_status status = dp_catalogue_lookup(&catalogue, name, &index, err);
    *engine = dp_engine_at(index);
    return status;
}

int dp_engine_key_index(const dp_engine *engine, const char *name) {
    return dp_params_index(engine->keys, name);
}

dp_export_def dp_export_defaults(const dp_engine *engine) {
    dp_export_def def = {.engine = engine,
                         .stiffness = NAN,
                         .spring = NAN,
                         .modulus = NAN,
                         .radius = NAN,
                         .mass = NAN,
                         .approach = NAN,
                         .restitution = NAN,
                         .law_delivers = NAN};
    def.cookie = dp_params_defaults(engine == NULL ? NULL : engine->keys, def.value);
    return def;
}

static struct dp_values values_of(dp_export_def *def) {
    const dp_engine *engine = def->engine;
    return (struct dp_values){"engine", engine == NULL ? NULL : engine->name,
                              engine == NULL ? NULL : engine->keys, def->value, def->cookie};
}

dp_status dp_export_set(dp_export_def *def, const char *name, double value, dp_error *err) {
    const struct dp_values values = values_of(def);
    return dp_params_set(&values, name, value, err);
}

dp_status dp_export_choose(dp_export_def *def, const char *name, const char *word, dp_error *err) {
    const struct dp_values values = values_of(def);
    return dp_params_choose(&values, name, word, err);
}
