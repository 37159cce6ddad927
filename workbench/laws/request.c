// --set key=value into a dp_contact_def. A law parameter wins over a pair entry of the same name:
// kelvin-voigt has a stiffness of its own.

#include "dashpot/workbench.h"

#include <stdio.h>
#include <string.h>

#include "base/quantity.h"
#include "base/words.h"

enum { KEY_MAX = 40 };

static dp_status set_param(dp_contact_request *request, int index, const char *text,
                           dp_error *err) {
    dp_law_def *def = &request->def.law;
    const dp_param *param = &def->law->params[index];
    request->is_given[index] = true;
    if (param->choices != NULL) return dp_law_choose(def, param->name, text, err);

    double value;
    dp_status status = dp_quantity_read(param->name, text, param->unit, &value, err);
    return status == DP_OK ? dp_law_set(def, param->name, value, err) : status;
}

static dp_status set_speed(double *speed, const char *name, const char *text, dp_error *err) {
    dp_status status = dp_quantity_read(name, text, "m/s", speed, err);
    if (status != DP_OK || *speed > 0.0) return status;
    return dp_fail(err, DP_ERR_RANGE, "%s is %g; it must be positive", name, *speed);
}

static dp_status set_tension(dp_tension *tension, const char *text, dp_error *err) {
    const char *name;
    for (int i = 0; (name = dp_tension_name((dp_tension)i)) != NULL; i++) {
        if (strcmp(name, text) != 0) continue;
        *tension = (dp_tension)i;
        return DP_OK;
    }
    return dp_fail(err, DP_ERR_RANGE, "tension is '%.60s'; it must be clamp, allow or release",
                   text);
}

static dp_status unknown_key(const dp_law *law, const char *key, dp_error *err) {
    struct word_list known = {.count = 0};
    for (const dp_param *p = law == NULL ? NULL : law->params; p != NULL && p->name != NULL; p++)
        words_add(&known, p->name);
    for (int i = 0; dp_pair_field_at(i) != NULL; i++)
        words_add(&known, dp_pair_field_at(i)->name);
    words_add(&known, "approach");
    words_add(&known, "approach_floor");
    words_add(&known, "tension");

    dp_fail(err, DP_ERR_UNKNOWN_NAME, "%s has no '%s'", law == NULL ? "a pair" : law->name, key);
    text_suggest_or_list(err->text, sizeof err->text, key, known.item);
    return dp_blame(err, DP_ERR_UNKNOWN_NAME, DP_SUBJECT_PARAMETER, -1, key);
}

static dp_status set_key(dp_contact_request *request, const dp_law *law, const char *key,
                         const char *text, dp_error *err) {
    dp_contact_def *def = &request->def;
    int index = law == NULL ? -1 : dp_law_param_index(law, key);
    if (index >= 0) return set_param(request, index, text, err);

    const dp_pair_field *field = dp_pair_field_at(dp_pair_index(key));
    if (field != NULL && law == NULL && strcmp(key, "stiffness") == 0)
        return dp_fail(err, DP_ERR_CONFLICT,
                       "stiffness has another unit for linear springs, so it cannot be given for "
                       "all laws; give modulus and radius");
    if (field != NULL) {
        double value;
        dp_status status = dp_quantity_read(key, text, dp_pair_unit(law, field), &value, err);
        return status == DP_OK ? dp_pair_set(&def->pair, key, value, err) : status;
    }
    if (strcmp(key, "approach") == 0) return set_speed(&def->approach, key, text, err);
    if (strcmp(key, "approach_floor") == 0) return set_speed(&def->approach_floor, key, text, err);
    if (strcmp(key, "tension") == 0) return set_tension(&def->tension, text, err);
    return unknown_key(law, key, err);
}

dp_status dp_contact_request_read(dp_contact_request *request, const char *law,
                                  const char *const *settings, int count, dp_error *err) {
    const dp_law *found = NULL;
    memset(request, 0, sizeof *request);
    dp_status status = law == NULL ? DP_OK : dp_law_lookup(law, &found, err);
    request->def = dp_contact_defaults(found != NULL ? found : dp_law_at(0));
    for (int i = 0; i < count && status == DP_OK; i++) {
        size_t length = strcspn(settings[i], "=");
        const char *text = settings[i] + length + (settings[i][length] == '=');
        char key[KEY_MAX + 1];
        snprintf(key, sizeof key, "%.*s", (int)(length < KEY_MAX ? length : KEY_MAX), settings[i]);
        status = set_key(request, found, key, text, err);
    }
    return status;
}
