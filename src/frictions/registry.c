// The friction catalogue: frictions.def turned into a table, names looked up, laws prepared and
// asked.

#include <math.h>

#include "base/catalogue.h"
#include "base/params.h"
#include "dashpot/friction.h"

#define DP_FRICTION(x) extern const dp_friction_law dp_friction_law_##x;
#include "frictions/frictions.def"
#undef DP_FRICTION

static const dp_friction_law *const laws[] = {
#define DP_FRICTION(x) &dp_friction_law_##x,
#include "frictions/frictions.def"
#undef DP_FRICTION
};

enum { LAW_COUNT = sizeof laws / sizeof *laws };

static struct dp_names names(int index) {
    return (struct dp_names){laws[index]->name, laws[index]->aliases};
}

static const struct dp_catalogue catalogue = {"friction law", LAW_COUNT, names};

int dp_friction_law_count(void) {
    return LAW_COUNT;
}

const dp_friction_law *dp_friction_law_at(int index) {
    return index >= 0 && index < LAW_COUNT ? laws[index] : NULL;
}

const dp_friction_law *dp_friction_law_find(const char *name) {
    return dp_friction_law_at(dp_catalogue_find(&catalogue, name));
}

dp_status dp_friction_law_lookup(const char *name, const dp_friction_law **law, dp_error *err) {
    int index;
    dp_status status = dp_catalogue_lookup(&catalogue, name, &index, err);
    *law = dp_friction_law_at(index);
    return status;
}

dp_friction_def dp_friction_defaults(const dp_friction_law *law) {
    dp_friction_def def = {.law = law};
    def.cookie = dp_params_defaults(law == NULL ? NULL : law->params, def.value);
    return def;
}

int dp_friction_param_count(const dp_friction_law *law) {
    return dp_params_count(law->params);
}

int dp_friction_param_index(const dp_friction_law *law, const char *name) {
    return dp_params_index(law->params, name);
}

static struct dp_values values_of(dp_friction_def *def) {
    const dp_friction_law *law = def->law;
    return (struct dp_values){"friction law", law == NULL ? NULL : law->name,
                              law == NULL ? NULL : law->params, def->value, def->cookie};
}

dp_status dp_friction_set(dp_friction_def *def, const char *name, double value, dp_error *err) {
    const struct dp_values values = values_of(def);
    return dp_params_set(&values, name, value, err);
}

dp_status dp_friction_choose(dp_friction_def *def, const char *name, const char *word,
                             dp_error *err) {
    const struct dp_values values = values_of(def);
    return dp_params_choose(&values, name, word, err);
}

double dp_friction_get(const dp_friction_def *def, const char *name) {
    dp_friction_def copy = *def;
    const struct dp_values values = values_of(&copy);
    return dp_params_get(&values, name);
}

dp_status dp_friction_init(dp_friction *friction, const dp_friction_def *def, dp_error *err) {
    dp_friction_def full = *def;
    const struct dp_values values = values_of(&full);
    dp_status status = dp_params_ready(&values, err);
    if (status != DP_OK) return status;

    // a caller may write NaN for "not given": the default must reach prepare all the same
    const dp_friction_law *law = def->law;
    for (int i = 0; law->params[i].name != NULL; i++) {
        if (isnan(full.value[i])) full.value[i] = law->params[i].initial;
    }
    dp_friction prepared = {.law = law};
    status = dp_params_check(law->params, law->name, full.value, err);
    if (status == DP_OK) status = law->prepare(&full, &prepared, err);
    if (status == DP_OK) *friction = prepared;
    return status;
}

dp_friction_response dp_friction_respond(const dp_friction *friction, double normal, double v,
                                         double z) {
    const dp_friction_law *law = friction->law;
    // comparisons in a law would take a NaN speed for sliding and hide it
    if (law->respond == NULL || isnan(normal) || isnan(v) || (law->has_history && isnan(z)))
        return (dp_friction_response){NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    if (normal >= 0.0) return law->respond(friction->k, normal, v, z);

    // bodies apart: no force, and none from a slightly smaller normal force either
    dp_friction_response apart = law->respond(friction->k, 0.0, v, z);
    apart.dforce_dnormal = 0.0;
    return apart;
}

double dp_friction_steady_z(const dp_friction *friction, double v) {
    if (isnan(v)) return NAN;
    return friction->law->steady_z == NULL ? 0.0 : friction->law->steady_z(friction->k, v);
}
