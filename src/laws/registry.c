// The catalogue: laws.def turned into a table, names looked up, parameters set by name.

#include <string.h>

#include "base/catalogue.h"
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

enum { LAW_COUNT = sizeof laws / sizeof *laws };

static struct dp_names names(int index) {
    return (struct dp_names){laws[index]->name, laws[index]->aliases};
}

static const struct dp_catalogue catalogue = {"law", LAW_COUNT, names};

int dp_law_count(void) {
    return LAW_COUNT;
}

const dp_law *dp_law_at(int index) {
    return index >= 0 && index < LAW_COUNT ? laws[index] : NULL;
}

const dp_law *dp_law_find(const char *name) {
    return dp_law_at(dp_catalogue_find(&catalogue, name));
}

dp_status dp_law_lookup(const char *name, const dp_law **law, dp_error *err) {
    int index;
    dp_status status = dp_catalogue_lookup(&catalogue, name, &index, err);
    *law = dp_law_at(index);
    return status;
}

dp_law_def dp_law_defaults(const dp_law *law) {
    dp_law_def def = {.law = law};
    def.cookie = dp_params_defaults(law == NULL ? NULL : law->params, def.value);
    return def;
}

int dp_law_param_count(const dp_law *law) {
    return dp_params_count(law->params);
}

int dp_law_param_index(const dp_law *law, const char *name) {
    return dp_params_index(law->params, name);
}

int dp_law_takes(const dp_law *law, const char *param) {
    return dp_law_param_index(law, param) >= 0;
}

static bool is_first_of_family(int index) {
    for (int i = 0; i < index; i++) {
        if (strcmp(dp_law_at(i)->family, dp_law_at(index)->family) == 0) return false;
    }
    return true;
}

int dp_laws_by_family(const dp_law *sorted[DP_LAWS_MAX]) {
    int count = 0, all = dp_law_count();
    for (int i = 0; i < all; i++) {
        if (!is_first_of_family(i)) continue;
        for (int j = i; j < all && count < DP_LAWS_MAX; j++) {
            bool is_kin = strcmp(dp_law_at(j)->family, dp_law_at(i)->family) == 0;
            if (is_kin) sorted[count++] = dp_law_at(j);
        }
    }
    return count;
}

const char *dp_pair_unit(const dp_law *law, const dp_pair_field *field) {
    if (law == NULL || strcmp(field->name, "stiffness") != 0) return field->unit;
    // without a unit of its own: a power that the user chooses
    if (dp_law_takes(law, "exponent")) return "N/m^exponent";
    bool is_linear = (law->needs & DP_NEEDS_LINEAR) != 0 || dp_law_takes(law, "loading_stiffness");
    return is_linear ? "N/m" : field->unit;
}

static struct dp_values values_of(dp_law_def *def) {
    const dp_law *law = def->law;
    return (struct dp_values){"law", law == NULL ? NULL : law->name,
                              law == NULL ? NULL : law->params, def->value, def->cookie};
}

dp_status dp_law_set(dp_law_def *def, const char *name, double value, dp_error *err) {
    const struct dp_values values = values_of(def);
    return dp_params_set(&values, name, value, err);
}

dp_status dp_law_choose(dp_law_def *def, const char *name, const char *word, dp_error *err) {
    const struct dp_values values = values_of(def);
    return dp_params_choose(&values, name, word, err);
}

double dp_law_get(const dp_law_def *def, const char *name) {
    dp_law_def copy = *def;
    const struct dp_values values = values_of(&copy);
    return dp_params_get(&values, name);
}
