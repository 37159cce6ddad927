// The program: a table of commands, and the one place where it ends.

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli.h"
#include "dashpot/words.h"

static const cli_command *const commands[] = {
    &cmd_laws,   &cmd_law,       &cmd_frictions,    &cmd_friction, &cmd_force, &cmd_restitution,
    &cmd_export, &cmd_check,     &cmd_run,          &cmd_compare,  &cmd_merge, &cmd_status,
    &cmd_fit,    &cmd_reproduce, &cmd_design_chart, &cmd_units,
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(FILE *stream) {
    fputs("usage: dashpot COMMAND [ARGUMENT]...\n"
          "\n"
          "Contact-force laws: what they say, which force they give, which restitution they "
          "deliver.\n"
          "\n"
          "commands:\n",
          stream);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(stream, "  %-13s %s\n", commands[i]->name, commands[i]->summary);
    fputs(
        "\n"
        "  dashpot help COMMAND      options and an example; COMMAND --help is the same\n"
        "  dashpot --version         version of program and library\n"
        "\n"
        "Values are SI numbers or carry a unit: --set radius='9.5 mm' --set modulus='207 GPa'.\n"
        "With --json a command prints one JSON document; messages go to standard error.\n"
        "Exit status: 0 done, 1 wrong usage, 2 bad input, 3 numerical failure, 4 file or system,\n"
        "5 points of a sweep in parts are missing.\n"
        "\n"
        "example:\n"
        "  dashpot restitution --law hunt-crossley --set restitution=0.7\n",
        stream);
}

static int print_version(void) {
    dp_version_number linked = dp_version();
    printf("dashpot %d.%d.%d\n", linked.major, linked.minor, linked.patch);
    return DP_RUN_DONE;
}

static const cli_command *find_command(const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    }
    return NULL;
}

static int unknown_command(const char *word) {
    const char *known[COMMAND_COUNT + 1] = {NULL};
    char hint[256] = "";
    for (int i = 0; i < COMMAND_COUNT; i++)
        known[i] = commands[i]->name;
    dp_suggest(hint, sizeof hint, word, known);
    return cli_fail(DP_RUN_USAGE, "there is no command '%.60s'%s (see dashpot --help)", word, hint);
}

static bool asks_for_help(int argc, char **argv) {
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    }
    return false;
}

static int run(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return DP_RUN_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) return print_version();
    bool is_help =
        strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
    if (is_help && argc == 2) {
        print_help(stdout);
        return DP_RUN_DONE;
    }

    const cli_command *command = find_command(is_help ? argv[2] : word);
    if (command == NULL) return unknown_command(is_help ? argv[2] : word);
    if (is_help || asks_for_help(argc - 2, argv + 2)) {
        fputs(command->help, stdout);
        return DP_RUN_DONE;
    }
    return command->run(argc - 1, argv + 1);
}

// A file of ours that was opened as descriptor 1 or 2 would receive what we print: where one is
// closed, something stands that cannot be written to.
static void fill_standard_descriptors(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) == -1) open("/dev/null", O_RDONLY);
    }
}

// What was printed counts only when it arrived: a full disk is an error. Returns whether it did;
// errno tells why not, as far as that can be known.
static bool has_arrived(void) {
    bool is_lost = ferror(stdout) != 0;
    errno = 0;
    if (is_lost) {
        // whatever failed first has forgotten its reason; one more try has the same
        clearerr(stdout);
        fputc('\n', stdout);
        fflush(stdout);
    }
    int reason = errno;
    is_lost = fclose(stdout) != 0 || is_lost;
    if (reason != 0) errno = reason;
    return !is_lost;
}

// With 256 kB some runs ended by a signal, and left a hidden folder.
static bool has_stack(void) {
    const rlim_t least = 1 << 20;
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= least) return true;
    cli_fail(DP_RUN_SYSTEM, "the stack is limited to %llu kB (ulimit -s); dashpot needs 1024",
             (unsigned long long)limit.rlim_cur / 1024);
    return false;
}

int main(int argc, char **argv) {
    fill_standard_descriptors();
    if (!has_stack()) return DP_RUN_SYSTEM;
    // a file that may not grow is an error of write, not the end
    signal(SIGXFSZ, SIG_IGN);
    int status = run(argc, argv);
    if (!has_arrived() && status == DP_RUN_DONE)
        status = cli_fail(DP_RUN_SYSTEM, "cannot write to standard output%s%s", errno ? ": " : "",
                          errno ? strerror(errno) : "");
    return status;
}
