#ifndef WORKBENCH_FIT_PICTURES_H
#define WORKBENCH_FIT_PICTURES_H

#include "fit/result.h"

/// Tables and pictures of a fit: the points as the series; with rows wanted also curves of the laws
/// and profiles. False for want of memory.
bool fit_draw(const struct scenario *s, const struct fitted *fitted, const dp_fit_ranking *ranking,
              int rows, struct outcome *outcome);

/// The profile of each parameter of a fit, as a table and pictures. False for want of memory.
bool fit_draw_profiles(const struct scenario *s, const struct fitted *best,
                       struct outcome *outcome);

/// What can be pasted: the contact as YAML, and the same in C and Python. False for want of memory.
bool fit_draw_snippets(const struct scenario *s, const struct fitted *best,
                       struct outcome *outcome);

#endif
