#ifndef WORKBENCH_REPRODUCE_SWEEP_TEXT_H
#define WORKBENCH_REPRODUCE_SWEEP_TEXT_H

#include "reproduce/runs.h"

// A curve with `over` as a scenario that makes all of its points.

/// Can a sweep give what its x and y need? Not when they need nothing of the run, or `pair.` and
/// `law.`, which are no results.
bool sweep_fits(const json_t *curve);

/// The text of one of its runs with a `sweep:` behind it; malloc, NULL without memory.
char *sweep_text(const json_t *curve, const char *scenario);

#endif
