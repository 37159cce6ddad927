#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <stdbool.h>

#include "dashpot/workbench.h"

// While a folder is written, a signal that asks the program to end only raises a flag. Writing then
// stops, what was begun is removed, and the signal has its usual effect. The same holds for a run
// that can save its state first, but there a second signal ends the program at once.

/// Callbacks of the workbench; `user` is not used. Guards may be nested; with the end of the
/// outermost the signal has its effect.
void signals_guard(void *user, dp_guard guard);

/// Has a signal come since the outermost guard began?
bool signals_stop(void *user);

#endif
