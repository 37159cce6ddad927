#ifndef CLI_H
#define CLI_H

#include <jansson.h>
#include <stdbool.h>

#include "dashpot/dashpot.h"
#include "dashpot/workbench.h"

// What the commands share: exit status, the table entry of a command, its options, diagnostics.

/// Most words of a command line, such as files, and most values of an option.
enum { CLI_WORDS_MAX = 4096, CLI_VALUES_MAX = 64 };

/// A command: one file, one constant table.
typedef struct cli_command {
    const char *name;
    const char *summary;  ///< one line for `dashpot --help`
    const char *help;     ///< usage, options, an example that works

    /// argv[0] is the name of the command. Returns an exit status.
    int (*run)(int argc, char **argv);
} cli_command;

/// Words in the order they were given; borrowed from argv.
typedef struct cli_words {
    const char *item[CLI_WORDS_MAX];
    int count;
} cli_words;

/// An option of a command. One of the three targets is set: a flag takes no value, a value may be
/// given once, words as often as one likes. A table of options ends with a name that is NULL.
typedef struct cli_option {
    const char *name;  ///< with its dashes
    bool *flag;
    const char **value;
    cli_words *words;
} cli_option;

/// Read the options of a command; what is no option goes to `rest`. Says what is wrong and returns
/// DP_RUN_USAGE, else DP_RUN_DONE. Both `--name value` and `--name=value` are understood.
int cli_parse(int argc, char **argv, const cli_option *options, cli_words *rest);

/// As above for a command that takes at most `most` words.
int cli_parse_words(int argc, char **argv, const cli_option *options, cli_words *rest, int most);

/// Run a command whose one option is --json: it prints a document of the workbench for programs or,
/// by `print`, for people.
int cli_run_list(int argc, char **argv, char *(*describe)(void), void (*print)(const json_t *));

/// Read a law (NULL: none) and its `--set key=value`. Says what is wrong and returns an exit
/// status.
int cli_read_contact(dp_contact_request *request, const char *law, const cli_words *settings);

/// Names of laws, and the text that they lie in.
typedef struct cli_names {
    char *text;
    const char *item[DP_LAWS_MAX];
    int count;
} cli_names;

/// Take the values of --law and --laws apart at their commas. Says what is wrong and returns an
/// exit status; cli_names_free in any case.
int cli_read_names(cli_names *names, const cli_words *lists);
void cli_names_free(cli_names *names);

/// Read `--threads`; NULL: none was given, 0. Says what is wrong and returns an exit status.
int cli_read_threads(const char *text, int *threads);

/// Read --max-memory, --max-output and --max-time; NULL: not given. Says what is wrong and returns
/// an exit status.
int cli_read_limits(const char *const limit[3], dp_run_limits *limits);

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

/// Print "dashpot: ..." to standard error and hand the exit status back.
int cli_fail(int exit_status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Print diagnostics to standard error, one to a line. What is wrong with a --set is said of
/// `file`, one of several; NULL: there is one.
void diagnostic_print(const dp_diagnostic *diagnostic, const char *file);

/// Exit status of an error in what the user gave, or in what was computed from it.
int cli_input_failure(const dp_error *err);
int cli_compute_failure(const dp_error *err);

// Every command, one constant table each; main.c lists them in the order of the help.

extern const cli_command cmd_laws;
extern const cli_command cmd_law;
extern const cli_command cmd_frictions;
extern const cli_command cmd_friction;
extern const cli_command cmd_force;
extern const cli_command cmd_restitution;
extern const cli_command cmd_export;
extern const cli_command cmd_check;
extern const cli_command cmd_run;
extern const cli_command cmd_compare;
extern const cli_command cmd_merge;
extern const cli_command cmd_status;
extern const cli_command cmd_fit;
extern const cli_command cmd_reproduce;
extern const cli_command cmd_design_chart;
extern const cli_command cmd_units;

#endif
