#ifndef WORKBENCH_FIT_PICTURES_H
#define WORKBENCH_FIT_PICTURES_H

#include "fit/result.h"

/// Tables and pictures of a fit: the points as the series, curves of the laws, profiles. False for
/// want of memory.
bool fit_draw(const struct scenario *s, struct fitted *fitted, const dp_fit_ranking *ranking,
              struct outcome *outcome);

#endif
