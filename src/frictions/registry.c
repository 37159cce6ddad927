// The friction catalogue: frictions.def turned into a table, names looked up, laws prepared and
// asked.

#include <math.h>

#include "base/error.h"
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

enum { LAW_COUNT = sizeof laws / sizeof *laws, NAME_MAX_COUNT = 3 * LAW_COUNT };

int dp_friction_law_count(void) {
    return LAW_COUNT;
}

const dp_friction_law *dp_friction_law_at(int index) {
    return index >= 0 && index < LAW_COUNT ? laws[index] : NULL;
}

const dp_friction_law *dp_friction_law_find(const char *name) {
    for (int i = 0; i < LAW_COUNT; i++) {
        if (dp_name_matches(name, laws[i]->name, laws[i]->aliases)) return laws[i];
    }
    return NULL;
}

dp_status dp_friction_law_lookup(const char *name, const dp_friction_law **law, dp_error *err) {
    *law = dp_friction_law_find(name);
    if (*law != NULL) return DP_OK;

    const char *known[NAME_MAX_COUNT + 1];
    int count = 0;
    for (int i = 0; i < LAW_COUNT; i++) {
        known[count++] = laws[i]->name;
        const char *const *alias = laws[i]->aliases;
        // a place is kept for the name of every law still to come
        int room = NAME_MAX_COUNT - (LAW_COUNT - 1 - i);
        while (alias != NULL && *alias != NULL && count < room)
            known[count++] = *alias++;
    }
    known[count] = NULL;
    dp_fail(err, DP_ERR_UNKNOWN_NAME, "there is no friction law '%.60s'", name);
    dp_suggest(err, name, known);
    return DP_ERR_UNKNOWN_NAME;
}

// Of a law that does not exist: not 0, since a zeroed definition means that there is no friction.
enum { UNKNOWN_LAW_COOKIE = 1 };

dp_friction_def dp_friction_defaults(const dp_friction_law *law) {
    if (law == NULL) return (dp_friction_def){.cookie = UNKNOWN_LAW_COOKIE};
    dp_friction_def def = {.law = law, .cookie = DP_DEF_COOKIE};
    dp_params_defaults(law->params, def.value);
    return def;
}

int dp_friction_param_index(const dp_friction_law *law, const char *name) {
    return dp_params_index(law->params, name);
}

static dp_status check_cookie(const dp_friction_def *def, dp_error *err) {
    if (def->cookie == DP_DEF_COOKIE) return DP_OK;
    return dp_fail(err, DP_ERR_NOT_INITIALIZED,
                   "this definition has no usable friction law; make it with dp_friction_defaults "
                   "from a law that exists");
}

dp_status dp_friction_set(dp_friction_def *def, const char *name, double value, dp_error *err) {
    dp_status status = check_cookie(def, err);
    if (status != DP_OK) return status;
    return dp_params_set(def->law->params, def->law->name, def->value, name, value, err);
}

dp_status dp_friction_init(dp_friction *friction, const dp_friction_def *def, dp_error *err) {
    dp_status status = check_cookie(def, err);
    if (status != DP_OK) return status;

    // a caller may write NaN for "not given": the default must reach prepare all the same
    const dp_friction_law *law = def->law;
    dp_friction_def full = *def;
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
    if (isnan(normal) || isnan(v) || (law->has_history && isnan(z)))
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
