#ifndef CLI_MAN_H
#define CLI_MAN_H

#include "cli.h"

/// Print docs/dashpot.1, the manual page in roff, from the help texts of the commands.
void cli_man_print(const cli_command *const *commands, int count);

#endif
