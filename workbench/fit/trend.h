#ifndef WORKBENCH_FIT_TREND_H
#define WORKBENCH_FIT_TREND_H

#include "fit/result.h"

/// Say where measured results rise or fall with the first input and the fitted law does not.
void tell_trend(const struct fit *fit, const struct fitted *best, struct outcome *outcome);

#endif
