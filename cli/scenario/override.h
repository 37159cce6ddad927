#ifndef SCENARIO_OVERRIDE_H
#define SCENARIO_OVERRIDE_H

#include "scenario/complain.h"

/// Apply every --set of the reader to its tree; complains about those that lead nowhere.
void overrides_apply(struct reader *reader);

#endif
