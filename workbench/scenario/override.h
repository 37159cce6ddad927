#ifndef WORKBENCH_SCENARIO_OVERRIDE_H
#define WORKBENCH_SCENARIO_OVERRIDE_H

#include "scenario/diagnostic.h"

enum { PATH_PART_MAX = 64 };

/// The first part of a dotted path, without its dot; false when it is empty or too long.
bool path_part(const char *path, char part[PATH_PART_MAX]);

/// Is the part a number, that of an item? Then this is it.
bool path_index(const char *part, long *index);

/// Is it keys and numbers joined by dots?
bool path_is_good(const char *path);

/// Put a node where a dotted path leads, in place of what is there; maps that are missing on the
/// way are made. Complains about `here` and returns false when it leads nowhere.
bool path_put(struct reader *reader, const char *path, struct node *node, const struct node *here);

/// Apply every --set of the reader to its tree; complains about those that lead nowhere.
void overrides_apply(struct reader *reader);

#endif
