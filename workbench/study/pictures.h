#ifndef WORKBENCH_STUDY_PICTURES_H
#define WORKBENCH_STUDY_PICTURES_H

#include "study/plan.h"

/// Pictures of a sweep: every result against the parameter; of two parameters a curve for each
/// value of the one that has few, or else a map.
void sweep_draw(const struct sweep *sweep, struct outcome *outcome);

/// A path as one says it: "collisions.0.max_force" is "max force (collisions 0)". The first `skip`
/// parts are left out.
void say_path(const char *path, int skip, char *text, size_t size);

/// A result as one says it: by its name if it has one, else by its path.
void say_result(const struct sweep_result *result, char *text, size_t size);

#endif
