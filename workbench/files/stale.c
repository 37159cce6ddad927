// Folders that a killed process left half written, beside the names they were to take.

#define _DEFAULT_SOURCE  // flock, kill

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
#include "files/unfinished.h"

int folder_mark(int fd) {
    int mark = file_open(fd, FOLDER_MARK, O_WRONLY | O_CREAT, 0600);
    if (mark >= 0 && file_lock(mark) == 0) return mark;
    int error = errno;
    if (mark >= 0) close(mark);
    errno = error;
    return -1;
}

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
