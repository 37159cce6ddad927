#ifndef WORKBENCH_LAWS_DESCRIBE_H
#define WORKBENCH_LAWS_DESCRIBE_H

#include <jansson.h>

#include "dashpot/dashpot.h"
#include "dashpot/workbench.h"

// What the catalogue says about a law, as data.

/// All fields.
json_t *law_json(const dp_law *law);
json_t *friction_json(const dp_friction_law *law);

/// Parameters of a law, or keys of a program.
json_t *params_json(const dp_param *params);

/// Stretches of the requests that are delivered within DP_RESTITUTION_WITHIN; the definition has
/// the mass and the approach speed of the impact.
json_t *delivered_ranges_json(const dp_contact_def *def);

#endif
