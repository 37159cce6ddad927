#ifndef WORKBENCH_STUDY_INDICES_H
#define WORKBENCH_STUDY_INDICES_H

#include "study/plan.h"

/// Of a design that sensitivities are reckoned from: `sensitivity` in the summary, a table of that
/// name, headlines, notes and a picture for each result. Of a list: what its file leaves open.
void sweep_sensitivity(const struct sweep *sweep, struct outcome *outcome);

#endif
