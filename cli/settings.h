#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "cli.h"
#include "dashpot/workbench.h"

/// `--set path=value` as often as it was given.
struct settings {
    dp_setting item[CLI_VALUES_MAX];
    size_t count;
    char *paths;  // owned; the values are borrowed from argv
};

/// Take the words apart for a definition. Says what is wrong and returns an exit status;
/// settings_free in any case.
int settings_read(struct settings *settings, const cli_words *words, dp_scenario_def *def);
void settings_free(struct settings *settings);

/// Print diagnostics to standard error, one to a line. What is wrong with a --set is said of
/// `file`, one of several; NULL: there is one.
void diagnostic_print(const dp_diagnostic *diagnostic, const char *file);

#endif
