// What stands where a folder is to be put: may it be replaced?

#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"
#include "files/files.h"
#include "files/folder.h"
#include "files/journals.h"
#include "files/unfinished.h"

enum { FOREIGN_MAX = 280 };

const char *folder_next(DIR *list) {
    const struct dirent *entry;
    do {
        entry = readdir(list);
    } while (entry != NULL &&
             (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
    return entry != NULL ? entry->d_name : NULL;
}

DIR *folder_list(int fd) {
    int own = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = own >= 0 ? fdopendir(own) : NULL;
    if (list == NULL && own >= 0) close(own);
    return list;
}

int folder_all(int fd, folder_test *test) {
    DIR *list = folder_list(fd);
    if (list == NULL) return 0;
    int all = 1;
    for (const char *name; all && (name = folder_next(list)) != NULL;)
        all = test(fd, name);
    closedir(list);
    return all;
}

static int is_nothing(int folder, const char *name) {
    (void)folder, (void)name;
    return 0;
}

static int is_unfinished(int fd) {
    int state = unfinished_open(fd);
    if (state >= 0) close(state);
    return state >= 0;
}

static int has_journals(int fd) {
    int journals = journals_open(fd);
    if (journals >= 0) close(journals);
    return journals >= 0;
}

// And nothing of somebody else among them.
static int has_journals_alone(int fd) {
    int journals = journals_open_ours(fd);
    if (journals >= 0) close(journals);
    return journals >= 0;
}

static int is_study_busy(int fd) {
    int held = journals_seize(fd);
    int busy = held < 0 && errno == EWOULDBLOCK;
    if (held >= 0) close(held);
    return busy;
}

// What may lie in a folder of results, but for the entries of plots/.
static int is_known(const struct files *files, int fd, const char *name) {
    if (strcmp(name, FILES_LIST) == 0) return files->state == FILES_LISTED;
    if (strcmp(name, UNFINISHED_FOLDER) == 0) return is_unfinished(fd);
    if (strcmp(name, JOURNALS_FOLDER) == 0) return has_journals_alone(fd);
    // looked at by itself
    if (strcmp(name, "plots") == 0 || strcmp(name, FILES_TABLES) == 0) return 1;
    return files_has(files, fd, name);
}

// The first entry that `is_one` does not know goes to `foreign`, empty when there is none.
static void find_foreign(const struct files *files, int fd, files_test *is_one, char *foreign,
                         size_t size) {
    DIR *list = folder_list(fd);
    foreign[0] = '\0';
    if (list == NULL) snprintf(foreign, size, "a folder that cannot be read");
    for (const char *name;
         list != NULL && foreign[0] == '\0' && (name = folder_next(list)) != NULL;)
        if (!is_one(files, fd, name)) snprintf(foreign, size, "%s", name);
    if (list != NULL) closedir(list);
}

static void find_foreign_in(const struct files *files, int fd, const char *folder,
                            files_test *is_one, char foreign[FOREIGN_MAX]) {
    char name[FOREIGN_MAX - 16];
    int below = file_open_folder(fd, folder);
    if (below < 0) {
        // a link, or a file
        if (errno != ENOENT) snprintf(foreign, FOREIGN_MAX, "%s", folder);
        return;
    }
    find_foreign(files, below, is_one, name, sizeof name);
    close(below);
    if (name[0] != '\0') snprintf(foreign, FOREIGN_MAX, "%s/%s", folder, name);
}

static void find_foreign_below(int fd, char foreign[FOREIGN_MAX]) {
    struct files files;
    files_read(&files, fd);
    // without its list nothing in it is known to be ours
    if (files.state == FILES_BROKEN)
        snprintf(foreign, FOREIGN_MAX, "%s", FILES_LIST);
    else
        find_foreign(&files, fd, is_known, foreign, FOREIGN_MAX);
    if (foreign[0] == '\0') find_foreign_in(&files, fd, "plots", files_has_plot, foreign);
    if (foreign[0] == '\0') find_foreign_in(&files, fd, FILES_TABLES, files_has_table, foreign);
    files_end(&files);
}

// A run that has no results yet has nothing but its state.
static int is_state(int folder, const char *name) {
    if (strcmp(name, JOURNALS_FOLDER) == 0) return has_journals_alone(folder);
    return strcmp(name, UNFINISHED_FOLDER) == 0 && is_unfinished(folder);
}

int folder_has_results(int fd) {
    return is_file(fd, "summary.json") && is_file(fd, "scenario.yaml");
}

int folder_is_ours(int fd) {
    char foreign[FOREIGN_MAX];
    int is_reproduced = is_file(fd, "summary.json") && is_file(fd, "rows.csv");
    find_foreign_below(fd, foreign);
    return folder_all(fd, is_state) ||
           ((folder_has_results(fd) || is_reproduced) && foreign[0] == '\0');
}

static int is_same(int a, int b) {
    struct stat first, second;
    return a >= 0 && b >= 0 && fstat(a, &first) == 0 && fstat(b, &second) == 0 &&
           first.st_ino == second.st_ino && first.st_dev == second.st_dev;
}

static int examine_unfinished(const char *path, int fd, int force, dp_diagnostic *diagnostic) {
    int state = unfinished_open(fd);
    if (state < 0) return 0;
    int busy = unfinished_is_busy(state);
    close(state);
    if (busy)
        return report_system_error(diagnostic, "another process is at work on the run in %.700s",
                                   path);
    if (force) return 0;
    return report_system_error(
        diagnostic,
        "%.700s holds an unfinished run; go on with it by dashpot run --resume "
        "%.700s, or start over with --force",
        path, path);
}

int folder_report_busy(const char *path, dp_diagnostic *diagnostic) {
    return report_system_error(diagnostic, "another process is at work on the study in %.700s",
                               path);
}

// What is in an open folder that is to be replaced.
static int examine_entries(const struct out_folder *folder, int fd, int force,
                           dp_diagnostic *diagnostic) {
    const char *path = folder->path;
    int ours = folder_is_ours(fd);
    if (folder_all(fd, is_nothing)) return 0;
    if (is_same(folder->own, fd)) {
        if (ours) return 0;
        return report_system_error(
            diagnostic,
            "%.700s holds more than the checkpoint of this run; move that away and "
            "finish with dashpot run --resume %.700s",
            path, path);
    }
    int status = examine_unfinished(path, fd, force, diagnostic);
    if (status != 0) return status;
    if (!force && has_journals(fd))
        return report_system_error(diagnostic,
                                   "%.700s holds a study in parts; see dashpot status %.700s, or "
                                   "start over with --force, which removes its finished points",
                                   path, path);
    if (has_journals(fd) && is_study_busy(fd)) return folder_report_busy(path, diagnostic);
    if (!force)
        return report_system_error(diagnostic,
                                   "%.700s is there and is not empty; choose another folder%s",
                                   path, ours ? ", or replace it with --force" : "");
    if (ours) return 0;
    if (has_journals(fd) && is_file(fd, FOLDER_MARK))
        return report_system_error(
            diagnostic,
            "a merge is at work in %.700s, or was interrupted there; finish it with dashpot merge "
            "%.700s",
            path, path);
    char foreign[FOREIGN_MAX];
    find_foreign_below(fd, foreign);
    return report_system_error(
        diagnostic,
        "%.700s holds %.280s, and no run of dashpot left that there, so --force "
        "does not replace it; choose another folder",
        path, foreign[0] != '\0' ? foreign : "part of a result");
}

int folder_examine(const struct out_folder *folder, int parent, int force,
                   dp_diagnostic *diagnostic) {
    const char *path = folder->path;
    struct stat status;
    if (fstatat(parent, folder->final, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENOENT) return 0;
        return report_system_error(diagnostic, "%.700s: %s", path, strerror(errno));
    }
    if (S_ISLNK(status.st_mode))
        return report_system_error(diagnostic, "%.700s is a symbolic link; name the folder itself",
                                   path);
    if (!S_ISDIR(status.st_mode))
        return report_system_error(diagnostic, "%.700s is there and is not a folder", path);

    int fd = file_open_folder(parent, folder->final);
    if (fd < 0) return report_system_error(diagnostic, "%.700s: %s", path, strerror(errno));
    int result = examine_entries(folder, fd, force, diagnostic);
    close(fd);
    return result;
}

// Cut the last part off a path, which is not empty; "." when nothing is left of it.
static void cut(char *place) {
    size_t length = strlen(place);
    while (length > 0 && place[length - 1] != '/')
        length--;
    while (length > 1 && place[length - 1] == '/')
        length--;
    place[length] = '\0';
    if (length == 0) strcpy(place, ".");
}

// The nearest folder above the path that is there must let us write.
static int check_place(const struct out_folder *folder, char *place, int force,
                       dp_diagnostic *diagnostic) {
    struct stat status;
    int is_direct = 1;
    for (cut(place); stat(place, &status) != 0; cut(place)) {
        if (errno != ENOENT || strcmp(place, ".") == 0)
            return report_system_error(diagnostic, "%.700s: %s", place, strerror(errno));
        is_direct = 0;
    }
    if (!S_ISDIR(status.st_mode))
        return report_system_error(diagnostic, "%.700s is not a folder", place);
    if (faccessat(AT_FDCWD, place, W_OK | X_OK, AT_EACCESS) != 0)
        return report_system_error(diagnostic, "cannot write in %.700s: %s", place,
                                   strerror(errno));
    if (!is_direct) return 0;

    int parent = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (parent < 0) return report_system_error(diagnostic, "%.700s: %s", place, strerror(errno));
    int result = folder_examine(folder, parent, force, diagnostic);
    close(parent);
    return result;
}

int folder_check(const char *dir, int force, int own, dp_diagnostic *diagnostic) {
    struct out_folder folder;
    int status = folder_init(&folder, dir, diagnostic);
    folder.own = own;
    char *place = status == 0 ? strdup(folder.path) : NULL;
    if (place != NULL)
        status = check_place(&folder, place, force, diagnostic);
    else if (status == 0)
        status = report_system_error(diagnostic, "%.700s: out of memory", dir);
    free(place);
    folder_end(&folder);
    return status;
}
