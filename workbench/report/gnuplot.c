// gnuplot as a child: no shell, an environment of our own, an end to its time.

#define _GNU_SOURCE  // close_range

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/call.h"
#include "report/plot.h"

enum { SECONDS_MAX = 30, LOOK_MILLISECONDS = 100 };

int gnuplot_find(char *path, size_t size) {
    const char *list = getenv("PATH");
    if (list == NULL) list = "/usr/local/bin:/usr/bin:/bin";
    while (*list != '\0') {
        size_t length = strcspn(list, ":");
        // a relative entry would look into the folder of whoever calls
        if (*list == '/' && length + sizeof "/gnuplot" <= size) {
            struct stat status;
            snprintf(path, size, "%.*s/gnuplot", (int)length, list);
            if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0)
                return 1;
        }
        list += length;
        list += *list == ':';
    }
    return 0;
}

// Never returns.
static void become_gnuplot(const char *program, int folder, const char *script, int messages) {
    static char *const environment[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8",
                                        "HOME=/nonexistent", NULL};
    char name[] = "gnuplot", option[] = "--default-settings", file[64];
    char *const arguments[] = {name, option, file, NULL};
    // should we be killed, it ends by itself
    struct rlimit time_limit = {SECONDS_MAX, SECONDS_MAX}, no_core = {0, 0};
    snprintf(file, sizeof file, "%s", script);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0 || fchdir(folder) != 0 || dup2(nothing, STDIN_FILENO) < 0 ||
        dup2(nothing, STDOUT_FILENO) < 0 || dup2(messages, STDERR_FILENO) < 0)
        _exit(127);
        // whatever the caller of this program left open is none of its business
#ifdef __linux__
    close_range(STDERR_FILENO + 1, ~0U, 0);
#endif
    setrlimit(RLIMIT_CPU, &time_limit);
    setrlimit(RLIMIT_CORE, &no_core);
    execve(program, arguments, environment);
    _exit(127);
}

// Collect what it says until it ends; 0 when time is up or the caller asked to stop.
static int collect(const struct call *call, int messages, char *said, size_t size) {
    double end = clock_seconds() + SECONDS_MAX;
    size_t used = 0;
    said[0] = '\0';
    for (;;) {
        struct pollfd wait = {.fd = messages, .events = POLLIN};
        double left = end - clock_seconds();
        if (left <= 0.0 || call_stops(call)) return 0;
        if (poll(&wait, 1, LOOK_MILLISECONDS) <= 0) continue;
        char piece[256];
        ssize_t count = read(messages, piece, sizeof piece);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return 1;
        size_t room = size - 1 - used;
        size_t taken = (size_t)count < room ? (size_t)count : room;
        memcpy(said + used, piece, taken);
        used += taken;
        said[used] = '\0';
    }
}

// The one line that matters of "\n  \n\"x.gp\" line 3: what is wrong\n".
static void first_line(const char *said, char *reason, size_t size) {
    const char *line = strstr(said, "line ");
    if (line == NULL) line = said + strspn(said, " \t\r\n");
    snprintf(reason, size, "gnuplot says: %.*s", (int)strcspn(line, "\r\n"), line);
}

static int explain(int status, int in_time, const char *said, char *reason, size_t size) {
    if (in_time && WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;
    if (!in_time)
        snprintf(reason, size, "gnuplot did not finish within %d seconds", SECONDS_MAX);
    else if (said[strspn(said, " \t\r\n")] != '\0')
        first_line(said, reason, size);
    else
        snprintf(reason, size, "gnuplot failed");
    return -1;
}

int gnuplot_run(const struct call *call, const char *program, int folder, const char *script,
                char *reason, size_t size) {
    int messages[2];
    char said[512];
    snprintf(reason, size, "gnuplot could not be started");
    if (pipe(messages) != 0) return -1;
    fcntl(messages[0], F_SETFD, FD_CLOEXEC);
    fcntl(messages[1], F_SETFD, FD_CLOEXEC);

    pid_t child = fork();
    if (child == 0) become_gnuplot(program, folder, script, messages[1]);
    close(messages[1]);
    int in_time = 0, status = -1;
    if (child > 0) {
        in_time = collect(call, messages[0], said, sizeof said);
        if (!in_time) kill(child, SIGKILL);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
    }
    close(messages[0]);
    return child > 0 ? explain(status, in_time, said, reason, size) : -1;
}
