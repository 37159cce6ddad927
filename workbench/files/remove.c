// How folders go: all of what is temporary, nothing but our own files of what was a result, and
// what a killed process left half written, beside the name it was to take.

#define _DEFAULT_SOURCE  // kill

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"
#include "files/files.h"
#include "files/folder.h"
#include "files/journals.h"
#include "files/unfinished.h"

enum { DEEPEST = 8 };

// --- everything ----------------------------------------------------------------------------------

static void remove_entries(int fd, int depth);

static int remove_all(int parent, const char *name, int depth) {
    int fd = file_open_folder(parent, name);
    // no folder, or a link to one
    if (fd < 0) return unlinkat(parent, name, 0);
    remove_entries(fd, depth);
    close(fd);
    return unlinkat(parent, name, AT_REMOVEDIR);
}

static void remove_entries(int fd, int depth) {
    DIR *list = depth < DEEPEST ? folder_list(fd) : NULL;
    // the mark stays, so that a later run tries again
    if (list == NULL) return;
    int failed = 0;
    for (const char *entry; (entry = folder_next(list)) != NULL;) {
        if (strcmp(entry, FOLDER_MARK) != 0) failed |= remove_all(fd, entry, depth + 1) != 0;
    }
    closedir(list);
    if (!failed) unlinkat(fd, FOLDER_MARK, 0);
}

int folder_remove(int parent, const char *name) {
    return remove_all(parent, name, 0);
}

int folder_remove_open(int fd, int parent, const char *name) {
    remove_entries(fd, 0);
    return unlinkat(parent, name, AT_REMOVEDIR);
}

// --- our own -------------------------------------------------------------------------------------

static void remove_known(const struct files *files, int folder, files_test *is_known) {
    DIR *list = folder_list(folder);
    if (list == NULL) return;
    for (const char *name; (name = folder_next(list)) != NULL;)
        if (is_known(files, folder, name)) unlinkat(folder, name, 0);
    closedir(list);
}

// Does the list have a file in this folder?
static int has_below(const struct files *files, const char *folder) {
    char name[FILES_NAME_MAX];
    size_t length = strlen(folder);
    for (const char *at = NULL; files_next(files, &at, name);)
        if (strncmp(name, folder, length) == 0 && name[length] == '/') return 1;
    return 0;
}

static void remove_below(const struct files *files, int folder, const char *name,
                         files_test *is_known) {
    int below = file_open_folder(folder, name);
    if (below < 0) return;
    remove_known(files, below, is_known);
    close(below);
    // every result has plots/, also without pictures; an empty tables/ may be somebody else's
    if (is_known == files_has_plot || has_below(files, name)) unlinkat(folder, name, AT_REMOVEDIR);
}

static void remove_listed(const struct files *files, int folder) {
    remove_known(files, folder, files_has);
    remove_below(files, folder, "plots", files_has_plot);
    remove_below(files, folder, FILES_TABLES, files_has_table);
}

static void remove_state(int folder) {
    int state = unfinished_open(folder);
    if (state < 0) return;
    folder_remove_open(state, folder, UNFINISHED_FOLDER);
    close(state);
}

static void remove_journals(int folder) {
    int journals = journals_open_ours(folder);
    if (journals < 0) return;
    folder_remove_open(journals, folder, JOURNALS_FOLDER);
    close(journals);
}

void folder_remove_results(int fd) {
    struct files files;
    files_read(&files, fd);
    remove_listed(&files, fd);
    if (files.state == FILES_LISTED) unlinkat(fd, FILES_LIST, 0);
    files_end(&files);
}

static int is_list_or_mark(int folder, const char *name) {
    (void)folder;
    return strcmp(name, FILES_LIST) == 0 || strcmp(name, FOLDER_MARK) == 0;
}

int folder_remove_ours(int fd, int parent, const char *name) {
    struct files files;
    files_read(&files, fd);
    remove_listed(&files, fd);
    remove_state(fd);
    remove_journals(fd);
    int bare = files.state != FILES_BROKEN && folder_all(fd, is_list_or_mark);
    // a marked folder without a list is one to be thrown away with everything in it: while
    // something of somebody else is left, never let that come about
    if (bare) unlinkat(fd, FILES_LIST, 0);
    if (bare || files.state == FILES_NONE) unlinkat(fd, FOLDER_MARK, 0);
    files_end(&files);
    return unlinkat(parent, name, AT_REMOVEDIR);
}

// --- left by a killed process --------------------------------------------------------------------

int folder_mark(int fd) {
    int mark = file_open(fd, FOLDER_MARK, O_RDWR | O_CREAT, 0600);
    if (mark >= 0 && file_lock(mark) == 0) return mark;
    int error = errno;
    if (mark >= 0) close(mark);
    errno = error;
    return -1;
}

// --- names of temporary folders ------------------------------------------------------------------

// ".dashpot-PID-" and eight letters or digits: the process that made it; 0 for another name.
static pid_t maker(const char *name) {
    static const char start[] = ".dashpot-";
    if (strncmp(name, start, sizeof start - 1) != 0) return 0;
    const char *digits = name + sizeof start - 1, *c = digits;
    while (isdigit((unsigned char)*c))
        c++;
    if (c == digits || c - digits > 9 || *c++ != '-') return 0;
    size_t length = strspn(c, "abcdefghijklmnopqrstuvwxyz0123456789");
    return length == 8 && c[length] == '\0' ? (pid_t)strtol(digits, NULL, 10) : 0;
}

// A result that was being replaced has a list, and somebody may have put something into it; what
// was never finished goes as it is.
static void remove_stale(int fd, int parent, const char *name) {
    struct files files;
    files_read(&files, fd);
    if (files.state == FILES_NONE)
        folder_remove_open(fd, parent, name);
    else
        folder_remove_ours(fd, parent, name);
    files_end(&files);
}

// Made by this user, by a process that is no more, and marked as something to be thrown away.
static void remove_if_stale(int parent, const char *name) {
    struct stat status;
    pid_t pid = maker(name);
    if (pid <= 0 || kill(pid, 0) == 0 || errno != ESRCH) return;
    int fd = file_open_folder(parent, name);
    if (fd < 0) return;
    int mark = -1;
    if (fstat(fd, &status) == 0 && status.st_uid == geteuid())
        mark = file_open(fd, FOLDER_MARK, O_RDONLY, 0);
    // the lock says more than the number, which another machine may use too
    if (mark >= 0 && fstat(mark, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_uid == geteuid() && file_lock(mark) == 0)
        remove_stale(fd, parent, name);
    close(fd);
    if (mark >= 0) close(mark);
    // killed before there was a mark: goes only when it is empty
    if (mark < 0) unlinkat(parent, name, AT_REMOVEDIR);
}

void folder_sweep(int parent) {
    DIR *list = folder_list(parent);
    if (list == NULL) return;
    for (const char *name; (name = folder_next(list)) != NULL;)
        remove_if_stale(parent, name);
    closedir(list);
}
