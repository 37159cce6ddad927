#ifndef CLI_BOUNDS_H
#define CLI_BOUNDS_H

#include <jansson.h>

#include "dashpot/dashpot.h"

// The bounds of a law, as data and in words.

enum { CLI_BOUNDS_MAX = 10, CLI_BOUND_TEXT_MAX = 120 };

typedef struct cli_bounds {
    char text[CLI_BOUNDS_MAX][CLI_BOUND_TEXT_MAX];
    const char *item[CLI_BOUNDS_MAX + 1];  ///< ends with NULL
    int count;
} cli_bounds;

/// A few words for each bound that the law has.
void cli_bounds_say(const dp_law *law, cli_bounds *bounds);

/// All of them; null where the law has none.
json_t *cli_bounds_json(const dp_law *law);

#endif
