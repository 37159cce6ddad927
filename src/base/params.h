#ifndef DP_BASE_PARAMS_H
#define DP_BASE_PARAMS_H

#include "dashpot/law.h"

// Parameters described as data, shared by normal and friction laws.

/// DP_DEF_UNUSABLE: of a law that does not exist or has too many parameters. Not 0, since a zeroed
/// friction definition means that there is no friction.
enum { DP_DEF_COOKIE = 0x64617368, DP_DEF_UNUSABLE = 1 };

/// The values of a definition, whatever kind of law they belong to.
struct dp_values {
    const char *kind;        ///< "law", "friction law"
    const char *owner;       ///< name of the law
    const dp_param *params;  ///< of the law; NULL: there is none
    double *value;           ///< [DP_PARAM_MAX]
    unsigned cookie;         ///< of the definition
};

int dp_params_count(const dp_param *params);

/// -1: no such parameter, or no parameters at all.
int dp_params_index(const dp_param *params, const char *name);

/// Returns the cookie of the definition; params NULL: of a law that does not exist.
unsigned dp_params_defaults(const dp_param *params, double *value);

/// DP_ERR_NOT_INITIALIZED unless the definition came from its defaults function.
dp_status dp_params_ready(const struct dp_values *values, dp_error *err);

/// Set by name with the range checked.
dp_status dp_params_set(const struct dp_values *values, const char *name, double number,
                        dp_error *err);
dp_status dp_params_choose(const struct dp_values *values, const char *name, const char *word,
                           dp_error *err);

/// NaN: no such parameter, or not given.
double dp_params_get(const struct dp_values *values, const char *name);

/// Every required parameter given, every given one in its range (a caller may write values
/// directly).
dp_status dp_params_check(const dp_param *params, const char *owner, const double *value,
                          dp_error *err);

#endif
