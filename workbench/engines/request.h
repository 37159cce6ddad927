#ifndef WORKBENCH_ENGINES_REQUEST_H
#define WORKBENCH_ENGINES_REQUEST_H

#include "dashpot/engine.h"
#include "scenario/loaded.h"

// A contact out of a scenario, to be exported. Keys as text are read by functions of
// dashpot/workbench.h.

/// Take the contact out of a scenario: that at a path, NULL: the one it has. A fit is run, and its
/// best contact is taken. Entries of the pair and a Poisson's ratio that `def` has already win.
/// Returns an exit status.
int export_take(const struct scenario *s, const char *at, dp_export_def *def,
                dp_diagnostic *diagnostic);

#endif
