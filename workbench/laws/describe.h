#ifndef WORKBENCH_LAWS_DESCRIBE_H
#define WORKBENCH_LAWS_DESCRIBE_H

#include <jansson.h>

#include "dashpot/dashpot.h"

// What the catalogue says about a law, as data and as text.

enum { LAW_NEEDS_MAX = 12, PARAM_RANGE_MAX = 80, LAWS_MAX = 256 };

/// All laws, families together, otherwise in catalogue order; returns how many.
int laws_by_family(const dp_law *laws[LAWS_MAX]);

/// What a law needs of the pair and of the impact, in words; ends with NULL.
void law_needs(const dp_law *law, const char *words[LAW_NEEDS_MAX]);

/// The kernel behind the law with its default form; NULL if the sample impact cannot be prepared.
const dp_kernel *law_kernel(const dp_law *law);

/// Is there a parameter of that name?
int law_takes(const dp_law *law, const char *param);

/// "0..1", ">= 0", or the words of a choice.
const char *param_range(const dp_param *param, char text[PARAM_RANGE_MAX]);

/// Default as a number or word, "required", or "-".
const char *param_default(const dp_param *param, char text[PARAM_RANGE_MAX]);

/// All fields.
json_t *law_json(const dp_law *law);
json_t *friction_json(const dp_friction_law *law);

#endif
