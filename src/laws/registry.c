// The catalogue: laws.def turned into a table, names looked up, parameters set by name.

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/params.h"
#include "dashpot/law.h"

#define DP_LAW(x) extern const dp_law dp_law_##x;
#include "laws/laws.def"
#undef DP_LAW

static const dp_law *const laws[] = {
#define DP_LAW(x) &dp_law_##x,
#include "laws/laws.def"
#undef DP_LAW
};

enum { LAW_COUNT = sizeof laws / sizeof *laws, NAME_MAX_COUNT = 3 * LAW_COUNT };

int dp_law_count(void) {
    return LAW_COUNT;
}

const dp_law *dp_law_at(int index) {
    return index >= 0 && index < LAW_COUNT ? laws[index] : NULL;
}

const dp_law *dp_law_find(const char *name) {
    for (int i = 0; i < LAW_COUNT; i++) {
        if (dp_name_matches(name, laws[i]->name, laws[i]->aliases)) return laws[i];
    }
    return NULL;
}

dp_status dp_law_lookup(const char *name, const dp_law **law, dp_error *err) {
    *law = dp_law_find(name);
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
    dp_fail(err, DP_ERR_UNKNOWN_NAME, "there is no law '%.60s'", name);
    dp_suggest(err, name, known);
    return DP_ERR_UNKNOWN_NAME;
}

dp_law_def dp_law_defaults(const dp_law *law) {
    dp_law_def def = {.law = law};
    // an unknown law, or one with too many parameters, is refused when the contact is prepared
    if (law == NULL || dp_params_count(law->params) > DP_PARAM_MAX) return def;
    def.cookie = DP_DEF_COOKIE;
    dp_params_defaults(law->params, def.value);
    return def;
}

int dp_law_param_count(const dp_law *law) {
    return dp_params_count(law->params);
}

int dp_law_param_index(const dp_law *law, const char *name) {
    return dp_params_index(law->params, name);
}

dp_status dp_law_set(dp_law_def *def, const char *name, double value, dp_error *err) {
    if (def->cookie != DP_DEF_COOKIE)
        return dp_fail(err, DP_ERR_NOT_INITIALIZED, "use dp_law_defaults to make a definition");
    return dp_params_set(def->law->params, def->law->name, def->value, name, value, err);
}

dp_status dp_law_choose(dp_law_def *def, const char *name, const char *word, dp_error *err) {
    if (def->cookie != DP_DEF_COOKIE)
        return dp_fail(err, DP_ERR_NOT_INITIALIZED, "use dp_law_defaults to make a definition");
    return dp_params_choose(def->law->params, def->law->name, def->value, name, word, err);
}

double dp_law_get(const dp_law_def *def, const char *name) {
    int index = dp_params_index(def->law->params, name);
    return index < 0 ? NAN : def->value[index];
}
