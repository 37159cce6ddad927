// Results beside journals, in a folder that stays. They are written into a temporary folder in it;
// when all is there, FOLDER_MARK gets a line for each file, and then each takes its name. Whoever
// is killed in between leaves files that the next process tells from all others by these lines.

#define _GNU_SOURCE  // renameat2: only where nothing has the name

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"
#include "files/files.h"
#include "files/folder.h"

enum { LINE_MAX_BYTES = FILES_NAME_MAX + 100, MARK_MAX = 1 << 20 };

static const char mark_head[] = "dashpot merge\n";
enum { BELOW = 2 };
static const char *const below_names[BELOW] = {"plots", FILES_TABLES};

// A folder and what may lie in it, -1: not there.
struct pair {
    int self, below[BELOW];
};

static struct pair open_pair(int self) {
    struct pair pair = {.self = self};
    for (int i = 0; i < BELOW; i++)
        pair.below[i] = file_open_folder(self, below_names[i]);
    return pair;
}

static void close_pair(struct pair *pair) {
    for (int i = 0; i < BELOW; i++)
        file_close(&pair->below[i]);
}

// The folder and the entry in it that a name of the list means.
static int place_of(const struct pair *pair, const char *name, const char **entry) {
    for (int i = 0; i < BELOW; i++) {
        size_t length = strlen(below_names[i]);
        if (strncmp(name, below_names[i], length) != 0 || name[length] != '/') continue;
        *entry = name + length + 1;
        return pair->below[i];
    }
    *entry = name;
    return pair->self;
}

static int has_entry(const struct pair *pair, const char *name) {
    struct stat status;
    const char *entry;
    int folder = place_of(pair, name, &entry);
    return folder >= 0 && fstatat(folder, entry, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

// Which file has the name: another one that takes it, or one that is changed, gives another line. 0
// or an errno.
static int describe(const struct pair *pair, const char *name, char line[LINE_MAX_BYTES]) {
    struct stat status;
    const char *entry;
    int folder = place_of(pair, name, &entry);
    if (fstatat(folder, entry, &status, AT_SYMLINK_NOFOLLOW) != 0) return errno;
    if (!S_ISREG(status.st_mode)) return EINVAL;
    snprintf(line, LINE_MAX_BYTES, "%ju %jd %jd %ld %s\n", (uintmax_t)status.st_ino,
             (intmax_t)status.st_size, (intmax_t)status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
             name);
    return 0;
}

// --- what a killed process left ------------------------------------------------------------------

// The name at the end of a line; NULL when it is no name of ours.
static const char *name_in(const char *line) {
    for (int i = 0; i < 4 && line != NULL; i++) {
        line = strchr(line, ' ');
        if (line != NULL) line++;
    }
    if (line == NULL) return NULL;
    return files_is_name(line) || strcmp(line, FILES_LIST) == 0 ? line : NULL;
}

static void remove_described(const struct pair *pair, const char *text) {
    char line[LINE_MAX_BYTES], found[LINE_MAX_BYTES];
    for (size_t length; (length = strcspn(text, "\n")) > 0 && text[length] == '\n';
         text += length + 1) {
        if (length >= sizeof line) return;
        memcpy(line, text, length);
        line[length] = '\0';
        const char *name = name_in(line), *entry;
        // a torn line describes no file
        if (name == NULL || describe(pair, name, found) != 0 ||
            strncmp(found, text, length + 1) != 0)
            continue;
        int folder = place_of(pair, name, &entry);
        unlinkat(folder, entry, 0);
    }
}

// What the mark describes goes. 0 or an errno; EEXIST: the mark is a file of somebody else.
static int undo(int dir) {
    struct pair pair = open_pair(dir);
    char *text = file_text(dir, FOLDER_MARK, MARK_MAX);
    size_t skip = sizeof mark_head - 1;
    int error = text == NULL && errno != EINVAL ? errno : 0;
    if (text == NULL && error == 0) error = EEXIST;
    if (text != NULL && text[0] != '\0' && strncmp(text, mark_head, skip) != 0) error = EEXIST;
    if (error == 0 && text[0] != '\0') remove_described(&pair, text + skip);
    close_pair(&pair);
    // where they hold nothing else
    for (int i = 0; error == 0 && text[0] != '\0' && i < BELOW; i++)
        unlinkat(dir, below_names[i], AT_REMOVEDIR);
    free(text);
    return error;
}

// --- begin ---------------------------------------------------------------------------------------

// Is it the mark that has the name? Whoever had it may have finished and removed it.
static int has_name(int fd, int mark) {
    struct stat mine, named;
    return fstat(mark, &mine) == 0 && fstatat(fd, FOLDER_MARK, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           mine.st_ino == named.st_ino && mine.st_dev == named.st_dev;
}

static int report(const struct out_folder *folder, const char *name, int error,
                  dp_diagnostic *diagnostic) {
    if (error == EEXIST)
        return report_system_error(diagnostic,
                                   "cannot write %.700s/%s: %s, and no merge is known to have "
                                   "written it; move it away",
                                   folder->path, name, strerror(error));
    return report_system_error(diagnostic, "cannot write %.700s/%s: %s", folder->path, name,
                               strerror(error));
}

// Hold the mark, and remove what a process that was killed here had written.
static int begin(struct out_folder *folder, dp_diagnostic *diagnostic) {
    int mark = folder_mark(folder->parent);
    while (mark >= 0 && !has_name(folder->parent, mark)) {
        close(mark);
        mark = folder_mark(folder->parent);
    }
    if (mark < 0 && errno == EWOULDBLOCK)
        return report_system_error(diagnostic, "another process is writing into %.700s",
                                   folder->path);
    if (mark < 0)
        return report_system_error(diagnostic, "%.700s: %s", folder->path, strerror(errno));
    int error = undo(folder->parent);
    if (error != 0) {
        close(mark);
        return report(folder, FOLDER_MARK, error, diagnostic);
    }
    folder->beside = mark;
    return folder_begin_in(folder, diagnostic);
}

int folder_begin_beside(struct out_folder *folder, const char *dir, int fd,
                        dp_diagnostic *diagnostic) {
    folder_clear(folder);
    folder->path = strdup(dir);
    if (folder->path == NULL) return report_system_error(diagnostic, "%.700s: out of memory", dir);
    folder->final = folder->path;
    folder->parent = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (folder->parent < 0)
        return report_system_error(diagnostic, "%.700s: %s", dir, strerror(errno));
    return begin(folder, diagnostic);
}

// --- end -----------------------------------------------------------------------------------------

// Is there something in the place of a new file that is no old result? Its name, else "".
static void find_foreign(const struct pair *to, const struct files *fresh, char *name) {
    struct files old;
    files_read(&old, to->self);
    for (const char *at = NULL; files_next(fresh, &at, name);) {
        const char *entry;
        int folder = place_of(to, name, &entry);
        files_test *has = entry == name            ? files_has
                          : folder == to->below[0] ? files_has_plot
                                                   : files_has_table;
        int is_old = folder >= 0 && has(&old, folder, entry);
        if (has_entry(to, name) && !is_old) break;
        name[0] = '\0';
    }
    if (name[0] == '\0' && old.state == FILES_BROKEN) strcpy(name, FILES_LIST);
    files_end(&old);
}

// A line for each file into the mark, before any has its name. 0 or an errno.
static int write_mark(int mark, const struct pair *from, const struct files *fresh) {
    char name[FILES_NAME_MAX], line[LINE_MAX_BYTES];
    struct out_file file = {.fd = fcntl(mark, F_DUPFD_CLOEXEC, 0)};
    if (file.fd < 0) return errno;
    out_text(&file, mark_head);
    int error = ftruncate(mark, 0) != 0 ? errno : 0;
    for (const char *at = NULL; error == 0 && files_next(fresh, &at, name);) {
        error = describe(from, name, line);
        if (error == 0) out_text(&file, line);
    }
    if (error == 0) error = describe(from, FILES_LIST, line);
    if (error == 0) out_text(&file, line);
    int closed = out_close(&file);
    return error != 0 ? error : closed;
}

// Give a file its name where nothing has that. 0 or an errno.
static int move(const struct pair *from, const struct pair *to, const char *name) {
    const char *entry;
    int source = place_of(from, name, &entry), target = place_of(to, name, &entry);
#ifdef RENAME_NOREPLACE
    if (renameat2(source, entry, target, entry, RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return errno;
#endif
    if (linkat(source, entry, target, entry, 0) == 0) return 0;
    if (errno == EEXIST) return errno;
    // a file system without links
    int fd = file_new(target, entry);
    if (fd < 0) return errno;
    close(fd);
    return renameat(source, entry, target, entry) == 0 ? 0 : errno;
}

static int move_all(const struct pair *from, const struct pair *to, const struct files *fresh,
                    char *name) {
    int error = 0;
    for (const char *at = NULL; error == 0 && files_next(fresh, &at, name);)
        error = move(from, to, name);
    for (int i = 0; error == 0 && i < BELOW; i++)
        if (to->below[i] >= 0) error = out_sync(to->below[i]);
    if (error != 0) return error;
    strcpy(name, FILES_LIST);
    return move(from, to, name);
}

static int put_in_place(struct out_folder *folder, const struct files *fresh, char *name) {
    struct pair to = {.self = folder->parent};
    int error = 0;
    name[0] = '\0';
    for (int i = 0; i < BELOW; i++) {
        to.below[i] = file_open_folder(to.self, below_names[i]);
        if (to.below[i] >= 0 || errno == ENOENT || error != 0) continue;
        error = errno == ENOTDIR ? EEXIST : errno;
        strcpy(name, below_names[i]);
    }
    if (error == 0) find_foreign(&to, fresh, name);
    close_pair(&to);
    if (error == 0 && name[0] != '\0') error = EEXIST;
    if (error != 0) return error;

    struct pair from = open_pair(folder->self);
    strcpy(name, FOLDER_MARK);
    error = write_mark(folder->beside, &from, fresh);
    if (error == 0) folder_remove_results(to.self);
    for (int i = 0; error == 0 && i < BELOW; i++) {
        strcpy(name, below_names[i]);
        to.below[i] = -1;
        if (from.below[i] < 0) continue;
        if (mkdirat(to.self, below_names[i], 0777) != 0 && errno != EEXIST) error = errno;
        if (error == 0) to.below[i] = file_open_folder(to.self, below_names[i]);
        if (error == 0 && to.below[i] < 0) error = errno;
    }
    if (error == 0) error = move_all(&from, &to, fresh, name);
    close_pair(&to);
    close_pair(&from);
    return error;
}

int folder_finish_beside(struct out_folder *folder, dp_diagnostic *diagnostic) {
    struct files fresh;
    char name[FILES_NAME_MAX] = FILES_LIST;
    int error = files_write(folder->self, folder->plots);
    files_read(&fresh, folder->self);
    if (error == 0 && fresh.state != FILES_LISTED) error = errno;
    if (error == 0) error = put_in_place(folder, &fresh, name);
    files_end(&fresh);
    if (error == 0) {
        folder_remove_open(folder->self, folder->parent, folder->name);
        folder->name[0] = '\0';
        strcpy(name, FOLDER_MARK);
        if (unlinkat(folder->parent, FOLDER_MARK, 0) != 0) error = errno;
    }
    if (error == 0) error = out_sync(folder->parent);
    if (error != 0) {
        // half of them could be taken for results; a mark that is left tells them to the next merge
        if (undo(folder->parent) != 0) file_close(&folder->beside);
        return report(folder, name, error, diagnostic);
    }
    file_close(&folder->beside);
    return 0;
}
