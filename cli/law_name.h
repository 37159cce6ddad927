#ifndef CLI_LAW_NAME_H
#define CLI_LAW_NAME_H

#include "cli.h"

/// Read `NAME [--json]` of the command "law" or "friction". Says what is wrong and returns an exit
/// status, DP_RUN_DONE when all is well.
int cli_read_law_name(int argc, char **argv, const char *command, const char **name, bool *json);

#endif
