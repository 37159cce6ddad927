#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli.h"

// Every command, one constant table each; main.c lists them in the order of the help.

extern const cli_command cmd_laws;
extern const cli_command cmd_law;
extern const cli_command cmd_frictions;
extern const cli_command cmd_friction;
extern const cli_command cmd_force;
extern const cli_command cmd_restitution;
extern const cli_command cmd_check;
extern const cli_command cmd_run;
extern const cli_command cmd_reproduce;
extern const cli_command cmd_design_chart;
extern const cli_command cmd_units;

#endif
