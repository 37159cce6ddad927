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

/// Take the words apart. Says what is wrong and returns an exit status; settings_free in any case.
int settings_read(struct settings *settings, const cli_words *words);
void settings_free(struct settings *settings);

/// Print diagnostics to standard error, one to a line.
void diagnostic_print(const dp_diagnostic *diagnostic);

/// The same for one of several files: what is wrong with a --set is said of this file.
void diagnostic_print_of(const dp_diagnostic *diagnostic, const char *file);

#endif
