// Parameters described as data: look up, set, check.

#include "base/params.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

bool dp_name_matches(const char *word, const char *name, const char *const *aliases) {
    if (strcmp(word, name) == 0) return true;
    for (; aliases != NULL && *aliases != NULL; aliases++) {
        if (strcmp(word, *aliases) == 0) return true;
    }
    return false;
}

int dp_params_count(const dp_param *params) {
    int count = 0;
    while (params[count].name != NULL)
        count++;
    return count;
}

int dp_params_index(const dp_param *params, const char *name) {
    for (int i = 0; params[i].name != NULL; i++) {
        if (strcmp(params[i].name, name) == 0) return i;
    }
    return -1;
}

void dp_params_defaults(const dp_param *params, double *value) {
    for (int i = 0; i < DP_PARAM_MAX; i++)
        value[i] = NAN;
    for (int i = 0; params[i].name != NULL; i++)
        value[i] = params[i].initial;
}

static dp_status unknown(const dp_param *params, const char *owner, const char *name,
                         dp_error *err) {
    const char *known[DP_PARAM_MAX + 1] = {NULL};
    for (int i = 0; params[i].name != NULL; i++)
        known[i] = params[i].name;
    dp_fail(err, DP_ERR_UNKNOWN_NAME, "%s has no parameter '%.60s'", owner, name);
    dp_suggest(err, name, known);
    return DP_ERR_UNKNOWN_NAME;
}

// "printed, continuous or chord"
static void list_words(const char *const *words, char *text, size_t size) {
    text[0] = '\0';
    for (int i = 0; words[i] != NULL; i++) {
        size_t used = strlen(text);
        const char *joint = i == 0 ? "" : words[i + 1] == NULL ? " or " : ", ";
        snprintf(text + used, size - used, "%s%s", joint, words[i]);
    }
}

static dp_status check_number(const dp_param *p, double number, dp_error *err) {
    if (p->choices != NULL) {
        char words[160];
        list_words(p->choices, words, sizeof words);
        int count = 0;
        while (p->choices[count] != NULL)
            count++;
        if (number >= 0.0 && number < (double)count && number == floor(number)) return DP_OK;
        return dp_fail(err, DP_ERR_RANGE, "%s is %g; it must be %s", p->name, number, words);
    }
    if (number >= p->low && number <= p->high && isfinite(number)) return DP_OK;
    if (isinf(p->high))
        return dp_fail(err, DP_ERR_RANGE, "%s is %g; it must be a finite number of at least %g",
                       p->name, number, p->low);
    return dp_fail(err, DP_ERR_RANGE, "%s is %g; it must lie in %g..%g", p->name, number, p->low,
                   p->high);
}

dp_status dp_params_set(const dp_param *params, const char *owner, double *value, const char *name,
                        double number, dp_error *err) {
    int index = dp_params_index(params, name);
    if (index < 0) return unknown(params, owner, name, err);
    dp_status status = check_number(&params[index], number, err);
    if (status == DP_OK) value[index] = number;
    return status;
}

dp_status dp_params_choose(const dp_param *params, const char *owner, double *value,
                           const char *name, const char *word, dp_error *err) {
    int index = dp_params_index(params, name);
    if (index < 0) return unknown(params, owner, name, err);
    const char *const *choices = params[index].choices;
    if (choices == NULL)
        return dp_fail(err, DP_ERR_RANGE, "%s is '%.60s'; it must be a number", name, word);

    for (int i = 0; choices[i] != NULL; i++) {
        if (strcmp(choices[i], word) != 0) continue;
        value[index] = i;
        return DP_OK;
    }
    char words[160];
    list_words(choices, words, sizeof words);
    return dp_fail(err, DP_ERR_RANGE, "%s is '%.60s'; it must be %s", name, word, words);
}

dp_status dp_params_check(const dp_param *params, const char *owner, const double *value,
                          dp_error *err) {
    for (int i = 0; params[i].name != NULL; i++) {
        if (isnan(value[i]) && params[i].required)
            return dp_fail(err, DP_ERR_MISSING, "%s needs %s (%s)", owner, params[i].name,
                           params[i].doc);
        if (isnan(value[i])) continue;
        dp_status status = check_number(&params[i], value[i], err);
        if (status != DP_OK) return status;
    }
    return DP_OK;
}
