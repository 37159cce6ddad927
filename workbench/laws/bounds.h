#ifndef WORKBENCH_LAWS_BOUNDS_H
#define WORKBENCH_LAWS_BOUNDS_H

#include <jansson.h>

#include "dashpot/dashpot.h"
#include "dashpot/workbench.h"

// The bounds of a law, as data.

/// Stretches of the requests that are delivered within DP_RESTITUTION_WITHIN; the definition has
/// the mass and the approach speed of the impact.
json_t *delivered_ranges_json(const dp_contact_def *def);

/// All of them; null where the law has none.
json_t *law_bounds_json(const dp_law *law);

#endif
