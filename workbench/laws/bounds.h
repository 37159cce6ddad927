#ifndef WORKBENCH_LAWS_BOUNDS_H
#define WORKBENCH_LAWS_BOUNDS_H

#include <jansson.h>

#include "dashpot/dashpot.h"

// The bounds of a law, as data and in words.

enum { LAW_BOUNDS_MAX = 10, LAW_BOUND_TEXT_MAX = 120 };

typedef struct law_bounds_text {
    char text[LAW_BOUNDS_MAX][LAW_BOUND_TEXT_MAX];
    const char *item[LAW_BOUNDS_MAX + 1];  ///< ends with NULL
    int count;
} law_bounds_text;

/// A few words for each bound that the law has.
void law_bounds_say(const dp_law *law, law_bounds_text *bounds);

/// Stretches of the requests that are delivered within DP_RESTITUTION_WITHIN; the definition has
/// the mass and the approach speed of the impact.
json_t *delivered_ranges_json(const dp_contact_def *def);

/// All of them; null where the law has none.
json_t *law_bounds_json(const dp_law *law);

#endif
