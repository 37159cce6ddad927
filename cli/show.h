#ifndef CLI_SHOW_H
#define CLI_SHOW_H

#include "dashpot/workbench.h"

/// The results of a run for people. `folder`: where they were written; NULL: nowhere.
void result_print(const dp_scenario *scenario, const char *folder, const dp_result *result);

#endif
