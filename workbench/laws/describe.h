#ifndef WORKBENCH_LAWS_DESCRIBE_H
#define WORKBENCH_LAWS_DESCRIBE_H

#include <jansson.h>

#include "dashpot/dashpot.h"
#include "dashpot/workbench.h"

// What the catalogue says about a law, as data.

/// All fields.
json_t *law_json(const dp_law *law);
json_t *friction_json(const dp_friction_law *law);

#endif
