#ifndef CLI_LAW_NAME_H
#define CLI_LAW_NAME_H

#include "cli.h"
#include "dashpot/workbench.h"

/// Read `NAME [--json]` of the command "law" or "friction". Says what is wrong and returns an exit
/// status, DP_RUN_DONE when all is well.
int cli_read_law_name(int argc, char **argv, const char *command, const char **name, bool *json);

/// Read a law (NULL: none) and its `--set key=value`. Says what is wrong and returns an exit
/// status.
int cli_read_contact(dp_contact_request *request, const char *law, const cli_words *settings);

#endif
