// A folder written under another name that takes its own in one step.

#define _GNU_SOURCE  // renameat2: two folders change places at once

#include "files/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"
#include "files/files.h"
#include "files/journals.h"

enum { FOLDER = O_RDONLY | O_DIRECTORY | O_CLOEXEC };

static int system_diagnostic(const struct out_folder *folder, dp_diagnostic *diagnostic) {
    return report_system_error(diagnostic, "%.700s: %s", folder->path, strerror(errno));
}

void folder_clear(struct out_folder *folder) {
    *folder = (struct out_folder){.parent = -1,
                                  .self = -1,
                                  .plots = -1,
                                  .mark = -1,
                                  .beside = -1,
                                  .spare = {-1, -1, -1},
                                  .own = -1};
}

int folder_init(struct out_folder *folder, const char *dir, dp_diagnostic *diagnostic) {
    folder_clear(folder);
    folder->path = malloc(strlen(dir) + 1);
    if (folder->path == NULL) return report_system_error(diagnostic, "%.700s: out of memory", dir);
    strcpy(folder->path, dir);
    size_t length = strlen(dir);
    while (length > 0 && folder->path[length - 1] == '/')
        folder->path[--length] = '\0';

    char *slash = strrchr(folder->path, '/');
    folder->final = slash != NULL ? slash + 1 : folder->path;
    // a folder cannot be replaced while one stands in it
    if (length == 0 || strcmp(folder->final, ".") == 0 || strcmp(folder->final, "..") == 0)
        return report_system_error(
            diagnostic, "'%.700s' cannot be an output folder; give a folder a name of its own",
            dir);
    return 0;
}

// Make the folders above that are missing and remember the first.
static int make_parents(struct out_folder *folder) {
    for (char *slash = folder->path; slash < folder->final; slash++) {
        struct stat status;
        if (*slash != '/' || slash == folder->path) continue;
        *slash = '\0';
        int known = stat(folder->path, &status) == 0;
        int made = !known && mkdir(folder->path, 0777) == 0;
        int failed = !known && !made && errno != EEXIST;
        *slash = '/';
        if (failed) return -1;
        if (made && folder->made == 0) folder->made = (size_t)(slash - folder->path);
    }
    return 0;
}

int folder_open_parent(struct out_folder *folder) {
    if (make_parents(folder) != 0) return -1;
    if (folder->final == folder->path) {
        folder->parent = open(".", FOLDER);
    } else {
        char *slash = folder->final - 1;
        *slash = '\0';
        folder->parent = open(slash == folder->path ? "/" : folder->path, FOLDER);
        *slash = '/';
    }
    return folder->parent < 0 ? -1 : 0;
}

// A name in the parent that nothing had before.
static void invent_name(char name[32]) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    unsigned char random[8];
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random) memset(random, 0, 8);
    size_t length = (size_t)snprintf(name, 32, ".dashpot-%ld-", (long)getpid());
    for (size_t i = 0; i < sizeof random; i++)
        name[length++] = letters[random[i] % (sizeof letters - 1)];
    name[length] = '\0';
}

static int make_temporary(struct out_folder *folder) {
    for (int attempt = 0; attempt < 100; attempt++) {
        invent_name(folder->name);
        if (mkdirat(folder->parent, folder->name, 0700) == 0) return 0;
        if (errno != EEXIST) break;
    }
    folder->name[0] = '\0';
    return -1;
}

// As many as it takes to remove a folder with plots/ in it: its list, plots/, and the list of that.
static int keep_spares(struct out_folder *folder) {
    for (size_t i = 0; i < sizeof folder->spare / sizeof *folder->spare; i++) {
        folder->spare[i] = fcntl(folder->parent, F_DUPFD_CLOEXEC, 0);
        if (folder->spare[i] < 0) return -1;
    }
    return 0;
}

static void close_spares(struct out_folder *folder) {
    for (size_t i = 0; i < sizeof folder->spare / sizeof *folder->spare; i++)
        file_close(&folder->spare[i]);
}

int folder_begin_in(struct out_folder *folder, dp_diagnostic *diagnostic) {
    folder_sweep(folder->parent);
    if (keep_spares(folder) != 0 || make_temporary(folder) != 0)
        return system_diagnostic(folder, diagnostic);
    folder->self = file_open_folder(folder->parent, folder->name);
    if (folder->self >= 0) folder->mark = folder_mark(folder->self);
    if (folder->mark < 0 || mkdirat(folder->self, "plots", 0777) != 0)
        return system_diagnostic(folder, diagnostic);
    folder->plots = file_open_folder(folder->self, "plots");
    if (folder->plots < 0) return system_diagnostic(folder, diagnostic);
    return 0;
}

int folder_begin(struct out_folder *folder, dp_diagnostic *diagnostic) {
    if (folder_open_parent(folder) != 0) return system_diagnostic(folder, diagnostic);
    return folder_begin_in(folder, diagnostic);
}

// Put the new folder in place of the old one at once; where the system cannot do that, the old one
// steps aside first. Between the two steps nothing has the name; a kill there leaves both folders
// under hidden names and without a mark, so that no later run throws either away. Afterwards the
// old one has the temporary name. 0, or -1 and the old one has its own name again.
static int change_places(struct out_folder *folder) {
    int parent = folder->parent;
#ifdef RENAME_EXCHANGE
    if (renameat2(parent, folder->name, parent, folder->final, RENAME_EXCHANGE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return -1;
#endif

    char aside[32];
    invent_name(aside);
    if (renameat(parent, folder->final, parent, aside) != 0) return -1;
    if (renameat(parent, folder->name, parent, folder->final) == 0) {
        memcpy(folder->name, aside, sizeof aside);
        return 0;
    }
    int error = errno;
    if (renameat(parent, aside, parent, folder->final) != 0) error = errno;
    errno = error;
    return -1;
}

// The old folder has a temporary name now: if we are killed, the next run removes it.
static int discard(struct out_folder *folder, const struct stat *looked_at) {
    struct stat found;
    int fd = file_open_folder(folder->parent, folder->name);
    if (fd < 0) return -1;
    // what came into it since the look stays
    int is_it = fstat(fd, &found) == 0 && found.st_ino == looked_at->st_ino &&
                found.st_dev == looked_at->st_dev && folder_is_ours(fd);
    int mark = is_it ? folder_mark(fd) : -1;
    int result = is_it ? folder_remove_ours(fd, folder->parent, folder->name) : -1;
    close(fd);
    if (mark >= 0) close(mark);
    return result;
}

// From here on it is something to keep. Without mark and name nobody would ever remove it, so the
// call that gives it its name comes next. 0 or -1 and an errno.
static int unmark(const struct out_folder *folder) {
    return unlinkat(folder->self, FOLDER_MARK, 0) == 0 || errno == ENOENT ? 0 : -1;
}

// What is removed in the end is the very folder that was looked at.
static int swap(struct out_folder *folder, dp_diagnostic *diagnostic) {
    struct stat looked_at;
    if (fstatat(folder->parent, folder->final, &looked_at, AT_SYMLINK_NOFOLLOW) != 0 ||
        unmark(folder) != 0 || change_places(folder) != 0)
        return system_diagnostic(folder, diagnostic);

    out_sync(folder->self);
    out_sync(folder->parent);
    if (discard(folder, &looked_at) != 0)
        add_remark(diagnostic, "the former %.700s is now %s beside it and could not be removed",
                   folder->path, folder->name);
    folder->name[0] = '\0';
    return 0;
}

// Replace an old folder of ours. Nobody begins to work on a study in it meanwhile.
static int replace(struct out_folder *folder, dp_diagnostic *diagnostic) {
    int status = folder_examine(folder, folder->parent, 1, diagnostic);
    if (status != 0) return status;
    int old = file_open_folder(folder->parent, folder->final);
    int study = old >= 0 ? journals_seize(old) : -1;
    int is_busy = old >= 0 && study < 0 && errno == EWOULDBLOCK;
    file_close(&old);
    status = is_busy ? folder_report_busy(folder->path, diagnostic) : swap(folder, diagnostic);
    file_close(&study);
    return status;
}

static int is_nothing(int folder, const char *name) {
    (void)folder, (void)name;
    return 0;
}

// Does a folder with anything in it have the name?
static int is_taken(const struct out_folder *folder) {
    int fd = file_open_folder(folder->parent, folder->final);
    int is_empty = fd < 0 || folder_all(fd, is_nothing);
    file_close(&fd);
    return !is_empty;
}

static int place(struct out_folder *folder, int force, dp_diagnostic *diagnostic) {
    // takes the place of nothing or of an empty folder; a link or a file is refused by the system
    int is_free = !is_taken(folder);
    if (!is_free) errno = ENOTEMPTY;
    if (is_free && unmark(folder) == 0 &&
        renameat(folder->parent, folder->name, folder->parent, folder->final) == 0) {
        folder->name[0] = '\0';
        out_sync(folder->self);
        out_sync(folder->parent);
        return 0;
    }
    if (errno != ENOTEMPTY && errno != EEXIST) return system_diagnostic(folder, diagnostic);
    if (!force && folder->own < 0) {
        // it came while the run went on
        int status = folder_examine(folder, folder->parent, 0, diagnostic);
        return status != 0 ? status : system_diagnostic(folder, diagnostic);
    }
    return replace(folder, diagnostic);
}

int folder_finish(struct out_folder *folder, int force, dp_diagnostic *diagnostic) {
    struct stat status;
    close_spares(folder);
    int error = files_write(folder->self, folder->plots);
    if (error == 0) error = out_sync(folder->plots);
    if (error == 0 && fstat(folder->plots, &status) != 0) error = errno;
    // until now closed to others; plots/ shows what the user grants
    if (error == 0 && fchmod(folder->self, status.st_mode & 0777) != 0) error = errno;
    if (error == 0) error = out_sync(folder->self);
    file_close(&folder->plots);
    if (error != 0) {
        errno = error;
        return system_diagnostic(folder, diagnostic);
    }
    return place(folder, force, diagnostic);
}

// Folders above that were made here; one that somebody else uses by now is not empty and stays.
static void remove_parents(struct out_folder *folder) {
    for (char *slash = folder->final; slash-- > folder->path + folder->made;) {
        if (*slash != '/') continue;
        *slash = '\0';
        // one below it may not have been made yet
        if (rmdir(folder->path) != 0 && errno != ENOENT) return;
    }
    folder->path[folder->made] = '\0';
    rmdir(folder->path);
}

void folder_end(struct out_folder *folder) {
    int is_placed = folder->self >= 0 && folder->name[0] == '\0';
    close_spares(folder);
    file_close(&folder->plots);
    if (folder->name[0] != '\0' && folder->self >= 0)
        folder_remove_open(folder->self, folder->parent, folder->name);
    else if (folder->name[0] != '\0')
        unlinkat(folder->parent, folder->name, AT_REMOVEDIR);
    file_close(&folder->self);
    file_close(&folder->mark);
    if (folder->beside >= 0) unlinkat(folder->parent, FOLDER_MARK, 0);
    file_close(&folder->beside);
    file_close(&folder->parent);
    if (!is_placed && folder->made > 0) remove_parents(folder);
    free(folder->path);
    folder->path = NULL;
}
