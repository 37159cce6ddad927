#ifndef DP_BASE_PARAMS_H
#define DP_BASE_PARAMS_H

#include <stdbool.h>

#include "dashpot/law.h"

// Parameters described as data, shared by normal and friction laws.

enum { DP_DEF_COOKIE = 0x64617368 };

/// Is this the name or one of the aliases (NULL-terminated list, or NULL)?
bool dp_name_matches(const char *word, const char *name, const char *const *aliases);

int dp_params_count(const dp_param *params);
int dp_params_index(const dp_param *params, const char *name);
void dp_params_defaults(const dp_param *params, double *value);

/// Set by name with the range checked; `owner` is named in complaints.
dp_status dp_params_set(const dp_param *params, const char *owner, double *value, const char *name,
                        double number, dp_error *err);
dp_status dp_params_choose(const dp_param *params, const char *owner, double *value,
                           const char *name, const char *word, dp_error *err);

/// Every required parameter given, every given one in its range (a caller may write values
/// directly).
dp_status dp_params_check(const dp_param *params, const char *owner, const double *value,
                          dp_error *err);

#endif
