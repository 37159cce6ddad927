// Parameters described as data: look up, set, check.

#include "base/params.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "dashpot/words.h"

int dp_params_count(const dp_param *params) {
    int count = 0;
    while (params[count].name != NULL)
        count++;
    return count;
}

int dp_params_index(const dp_param *params, const char *name) {
    for (int i = 0; params != NULL && params[i].name != NULL; i++) {
        if (strcmp(params[i].name, name) == 0) return i;
    }
    return -1;
}

unsigned dp_params_defaults(const dp_param *params, double *value) {
    for (int i = 0; i < DP_PARAM_MAX; i++)
        value[i] = NAN;
    if (params == NULL || dp_params_count(params) > DP_PARAM_MAX) return DP_DEF_UNUSABLE;
    for (int i = 0; params[i].name != NULL; i++)
        value[i] = params[i].initial;
    return DP_DEF_COOKIE;
}

dp_status dp_params_ready(const struct dp_values *values, dp_error *err) {
    if (values->cookie == DP_DEF_COOKIE) return DP_OK;
    dp_fail(err, DP_ERR_NOT_INITIALIZED,
            "this definition has no usable %s; make it with its defaults function from a law that "
            "exists and has at most %d parameters",
            values->kind, DP_PARAM_MAX);
    return dp_blame(err, DP_ERR_NOT_INITIALIZED, DP_SUBJECT_LAW, -1, NULL);
}

static dp_status unknown(const struct dp_values *values, const char *name, dp_error *err) {
    const char *known[DP_PARAM_MAX + 1] = {NULL};
    for (int i = 0; values->params[i].name != NULL; i++)
        known[i] = values->params[i].name;
    return dp_fail_unknown(err, DP_SUBJECT_PARAMETER, name, known, "%s has no parameter '%.60s'",
                           values->owner, name);
}

static dp_status check_number(const dp_param *p, double number, dp_error *err) {
    char must[200];
    double low = p->low, high = p->high;
    if (p->choices != NULL) {
        int count = 0;
        while (p->choices[count] != NULL)
            count++;
        if (number >= 0.0 && number < (double)count && number == floor(number)) return DP_OK;
        low = 0.0, high = count - 1;
        snprintf(must, sizeof must, "be ");
        dp_append_words(must, sizeof must, p->choices, "or");
    } else {
        if (number >= p->low && number <= p->high && isfinite(number)) return DP_OK;
        if (isinf(p->high))
            snprintf(must, sizeof must, "be a finite number of at least %g", p->low);
        else
            snprintf(must, sizeof must, "lie in %g..%g", p->low, p->high);
    }
    return dp_fail_number(err, DP_SUBJECT_PARAMETER, p->name, number, low, high, must);
}

dp_status dp_params_set(const struct dp_values *values, const char *name, double number,
                        dp_error *err) {
    dp_status status = dp_params_ready(values, err);
    if (status != DP_OK) return status;
    int index = dp_params_index(values->params, name);
    if (index < 0) return unknown(values, name, err);
    status = check_number(&values->params[index], number, err);
    if (status == DP_OK) values->value[index] = number;
    return status;
}

dp_status dp_params_choose(const struct dp_values *values, const char *name, const char *word,
                           dp_error *err) {
    dp_status status = dp_params_ready(values, err);
    if (status != DP_OK) return status;
    int index = dp_params_index(values->params, name);
    if (index < 0) return unknown(values, name, err);
    const char *const *choices = values->params[index].choices;
    for (int i = 0; choices != NULL && choices[i] != NULL; i++) {
        if (strcmp(choices[i], word) != 0) continue;
        values->value[index] = i;
        return DP_OK;
    }
    char words[160] = "";
    if (choices == NULL)
        snprintf(words, sizeof words, "a number");
    else
        dp_append_words(words, sizeof words, choices, "or");
    dp_fail(err, DP_ERR_RANGE, "%s is '%.60s'; it must be %s", name, word, words);
    return dp_blame(err, DP_ERR_RANGE, DP_SUBJECT_PARAMETER, -1, name);
}

double dp_params_get(const struct dp_values *values, const char *name) {
    int index = dp_params_index(values->params, name);
    return index < 0 ? NAN : values->value[index];
}

dp_status dp_params_check(const dp_param *params, const char *owner, const double *value,
                          dp_error *err) {
    for (int i = 0; params[i].name != NULL; i++) {
        dp_status status = DP_OK;
        if (!isnan(value[i])) {
            status = check_number(&params[i], value[i], err);
        } else if (params[i].required) {
            status = dp_fail(err, DP_ERR_MISSING, "%s needs %s (%s)", owner, params[i].name,
                             params[i].doc);
            dp_blame(err, status, DP_SUBJECT_PARAMETER, -1, params[i].name);
        }
        if (status != DP_OK) return status;
    }
    return DP_OK;
}

const char *dp_param_range(const dp_param *param, char text[DP_PARAM_TEXT_MAX]) {
    text[0] = '\0';
    if (param->choices != NULL)
        dp_append_words(text, DP_PARAM_TEXT_MAX, param->choices, "or");
    else if (isinf(param->high) && isinf(param->low))
        snprintf(text, DP_PARAM_TEXT_MAX, "any");
    else if (isinf(param->high))
        snprintf(text, DP_PARAM_TEXT_MAX, ">= %g", param->low);
    else
        snprintf(text, DP_PARAM_TEXT_MAX, "%g..%g", param->low, param->high);
    return text;
}

const char *dp_param_default(const dp_param *param, char text[DP_PARAM_TEXT_MAX]) {
    if (isnan(param->initial)) return param->required ? "required" : "-";
    if (param->choices != NULL) return param->choices[(int)param->initial];
    snprintf(text, DP_PARAM_TEXT_MAX, "%g", param->initial);
    return text;
}
