#ifndef WORKBENCH_STUDY_PICTURES_H
#define WORKBENCH_STUDY_PICTURES_H

#include "study/plan.h"

enum { PICTURES_MAX = 6 };  ///< of a sweep

/// Least and largest value of a column, of those that are finite; low > high: there is none.
struct span {
    double low, high;
    bool is_positive;  ///< all of them
};
struct span column_span(const struct table *table, int column);

/// Pictures of a sweep: every result against the parameter; of two parameters a curve for each
/// value of the one that has few, or else a map; of more, or of points that make no grid, as
/// sweep_draw_pairs says.
void sweep_draw(const struct sweep *sweep, struct outcome *outcome);

/// Points of a result over a parameter.
void sweep_draw_pair(const struct sweep *sweep, int axis, int result, struct outcome *outcome);

/// The most telling of these pictures: of each result over the parameter that explains most of it,
/// then over the next one, as many as a sweep may have.
void sweep_draw_pairs(const struct sweep *sweep, struct outcome *outcome);

/// A path as one says it: "collisions.0.max_force" is "max force (collisions 0)". The first `skip`
/// parts are left out.
void say_path(const char *path, int skip, char *text, size_t size);

/// A parameter as one says it: by its name if it has one, else by its path.
void say_axis(const struct sweep_axis *axis, char *text, size_t size);

/// A result as one says it: by its name if it has one, else by its path.
void say_result(const struct sweep_result *result, char *text, size_t size);

#endif
