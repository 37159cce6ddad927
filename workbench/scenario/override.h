#ifndef WORKBENCH_SCENARIO_OVERRIDE_H
#define WORKBENCH_SCENARIO_OVERRIDE_H

#include "scenario/diagnostic.h"

/// Is it keys and numbers joined by dots?
bool path_is_good(const char *path);

/// Put a node where a dotted path leads, in place of what is there; maps that are missing on the
/// way are made. Complains about `here` and returns false when it leads nowhere.
bool path_put(struct reader *reader, const char *path, struct node *node, const struct node *here);

/// Apply every --set of the reader to its tree; complains about those that lead nowhere.
void overrides_apply(struct reader *reader);

#endif
