// Journals of a folder: where they are, and what their heads say.

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
#include "files/folder.h"
#include "journal/inner.h"

// --- heads ---------------------------------------------------------------------------------------

static bool read_at(int fd, void *bytes, size_t size, uint64_t at) {
    char *to = (char *)bytes;
    while (size > 0) {
        ssize_t count = pread(fd, to, size, (off_t)at);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        to += count;
        at += (uint64_t)count;
        size -= (size_t)count;
    }
    return true;
}

// False when the head is not whole, as a process that was killed at its begin leaves it.
static bool read_head(const struct journal *journal, int fd, struct journal_file *file) {
    uint8_t fixed[HEAD_FIXED];
    struct stat status;
    if (fstat(fd, &status) != 0 || !read_at(fd, fixed, sizeof fixed, 0)) return false;
    size_t size = head_size(fixed);
    if (size == 0 || (uint64_t)status.st_size < size) return false;
    uint8_t *bytes = malloc(size);
    bool is_good = bytes != NULL && read_at(fd, bytes, size, 0) &&
                   head_unpack(bytes, size, &journal->clean, &file->head);
    size_t length = size - HEAD_FIXED - 8;
    if (is_good) file->origin = malloc(length + 1);
    is_good = is_good && file->origin != NULL;
    if (is_good) {
        memcpy(file->origin, bytes + HEAD_FIXED, length);
        file->origin[length] = '\0';
        file->head.origin = file->origin;
        size_t record = record_size(file->head.width);
        file->begin = size;
        // what comes later, or is not whole, is not there
        file->end = size + ((uint64_t)status.st_size - size) / record * record;
        file->modified = (double)status.st_mtim.tv_sec + 1e-9 * (double)status.st_mtim.tv_nsec;
    }
    free(bytes);
    return is_good;
}

static int by_name(const void *a, const void *b) {
    const struct journal_file *first = a, *second = b;
    return strcmp(first->name, second->name);
}

// 0 or an errno.
static int add_file(struct journal *journal, const char *name) {
    struct journal_file *more =
        realloc(journal->file, ((size_t)journal->count + 1) * sizeof *journal->file);
    if (more == NULL) return ENOMEM;
    journal->file = more;
    struct journal_file *file = &more[journal->count];
    *file = (struct journal_file){.origin = NULL};
    int fd = file_open(journal->folder, name, 0, 0);
    // a process that left no records has removed it since
    if (fd < 0) return errno == ENOENT ? 0 : errno;
    size_t length = strlen(name) - strlen(JOURNALS_POINTS);
    memcpy(file->name, name, length);
    if (read_head(journal, fd, file))
        journal->count++;
    else
        free(file->origin);
    close(fd);
    return 0;
}

static int add_files(struct journal *journal) {
    DIR *list = folder_list(journal->folder);
    if (list == NULL) return errno;
    int error = 0;
    for (const char *name; error == 0 && (name = folder_next(list)) != NULL;)
        if (journals_is_points(name)) error = add_file(journal, name);
    closedir(list);
    if (journal->count > 0)
        qsort(journal->file, (size_t)journal->count, sizeof *journal->file, by_name);
    return error;
}

// --- folders -------------------------------------------------------------------------------------

// Without slashes at its end, which would lead through a symbolic link. NULL: out of memory.
static char *plain_path(const char *dir) {
    char *path = strdup(dir);
    size_t length = path != NULL ? strlen(path) : 0;
    while (length > 1 && path[length - 1] == '/')
        path[--length] = '\0';
    return path;
}

static struct journal *journal_new(const char *dir, dp_diagnostic *diagnostic) {
    struct journal *journal = calloc(1, sizeof *journal);
    diagnostic_clear(diagnostic);
    if (journal != NULL) journal->path = plain_path(dir);
    if (journal == NULL || journal->path == NULL) {
        free(journal);
        report_system_error(diagnostic, "%.700s: out of memory", dir);
        return NULL;
    }
    journal->dir = journal->folder = journal->points = journal->remarks = -1;
    crc64_init(&journal->clean);
    pthread_mutex_init(&journal->lock, NULL);
    return journal;
}

static struct journal *fail(struct journal *journal) {
    journal_end(journal);
    return NULL;
}

static int report_folder(const struct journal *journal, dp_diagnostic *diagnostic) {
    if (errno == EINVAL)
        return report_system_error(diagnostic,
                                   "%.700s/" JOURNALS_FOLDER
                                   " holds something that is not a journal; move it away",
                                   journal->path);
    return report_system_error(diagnostic, "%.700s/" JOURNALS_FOLDER ": %s", journal->path,
                               strerror(errno));
}

static int read_files(struct journal *journal, dp_diagnostic *diagnostic) {
    int error = add_files(journal);
    if (error == 0) return 0;
    return report_system_error(diagnostic, "%.700s/" JOURNALS_FOLDER ": %s", journal->path,
                               strerror(error));
}

static int open_dir(struct journal *journal, dp_diagnostic *diagnostic) {
    struct stat status;
    if (lstat(journal->path, &status) != 0)
        return report_system_error(diagnostic, "%.700s: %s", journal->path, strerror(errno));
    if (!S_ISDIR(status.st_mode))
        return report_system_error(diagnostic, "%.700s is %s, not the folder of a study",
                                   journal->path,
                                   S_ISLNK(status.st_mode) ? "a symbolic link" : "a file");
    journal->dir = file_open_folder(AT_FDCWD, journal->path);
    if (journal->dir < 0)
        return report_system_error(diagnostic, "%.700s: %s", journal->path, strerror(errno));
    return 0;
}

struct journal *journal_open(const char *dir, bool *is_none, dp_diagnostic *diagnostic) {
    struct journal *journal = journal_new(dir, diagnostic);
    *is_none = false;
    if (journal == NULL) return NULL;
    if (open_dir(journal, diagnostic) != 0) {
        *is_none = true;
        return fail(journal);
    }
    journal->folder = journals_open(journal->dir);
    if (journal->folder < 0 && errno == ENOENT) {
        *is_none = true;
        report_system_error(diagnostic, "%.700s holds no journals of a study in parts", dir);
        return fail(journal);
    }
    if (journal->folder < 0) report_folder(journal, diagnostic);
    if (journal->folder >= 0) read_files(journal, diagnostic);
    return diagnostic->status == DP_RUN_DONE ? journal : fail(journal);
}

// May journals be put there? Others may be at it, too: an empty folder is fine.
static int check_dir(const struct journal *journal, dp_diagnostic *diagnostic) {
    struct stat status;
    if (fstatat(journal->dir, JOURNALS_FOLDER, &status, AT_SYMLINK_NOFOLLOW) == 0) return 0;
    DIR *list = folder_list(journal->dir);
    if (list == NULL)
        return report_system_error(diagnostic, "%.700s: %s", journal->path, strerror(errno));
    const char *name = folder_next(list);
    // the folder may have come since
    bool is_foreign = name != NULL && strcmp(name, JOURNALS_FOLDER) != 0;
    if (is_foreign)
        report_system_error(diagnostic,
                            "%.700s is there and holds %.280s, but no journals; choose another "
                            "folder for the parts",
                            journal->path, name);
    closedir(list);
    return diagnostic->status;
}

// DIR and folders above it, as mkdir -p does; several processes may be at it.
static int make_dir(const char *path) {
    char *copy = strdup(path);
    if (copy == NULL) return ENOMEM;
    int error = 0;
    for (char *at = copy + 1; error == 0; at++) {
        char here = *at;
        if (here != '/' && here != '\0') continue;
        *at = '\0';
        if (mkdir(copy, 0777) != 0 && errno != EEXIST) error = errno;
        if (here == '\0') break;
        *at = here;
    }
    free(copy);
    return error;
}

struct journal *journal_begin(const char *dir, dp_diagnostic *diagnostic) {
    struct journal *journal = journal_new(dir, diagnostic);
    if (journal == NULL) return NULL;
    int error = dir[0] == '\0' ? ENOENT : make_dir(dir);
    if (error != 0) report_system_error(diagnostic, "%.700s: %s", dir, strerror(error));
    if (error != 0 || open_dir(journal, diagnostic) != 0 || check_dir(journal, diagnostic) != 0)
        return fail(journal);
    if (mkdirat(journal->dir, JOURNALS_FOLDER, 0777) == 0) out_sync(journal->dir);
    journal->folder = journals_open(journal->dir);
    if (journal->folder < 0)
        report_folder(journal, diagnostic);
    else if (journal_hold(journal, diagnostic) == 0)
        read_files(journal, diagnostic);
    return diagnostic->status == DP_RUN_DONE ? journal : fail(journal);
}

int journal_hold(const struct journal *journal, dp_diagnostic *diagnostic) {
    int error = journals_hold(journal->dir, journal->folder);
    if (error == 0) return 0;
    return report_system_error(
        diagnostic, "another process replaces the study in %.700s; run this again", journal->path);
}

int journal_look(struct journal *journal) {
    for (int i = 0; i < journal->count; i++)
        free(journal->file[i].origin);
    journal->count = 0;
    return add_files(journal);
}

int journal_count(const struct journal *journal) {
    return journal->count;
}

const struct journal_file *journal_file(const struct journal *journal, int index) {
    return &journal->file[index];
}

const struct journal_head *journal_study(const struct journal *journal) {
    int index = 0;
    while (index < journal->count && journal->file[index].begin == journal->file[index].end)
        index++;
    return &journal->file[index < journal->count ? index : 0].head;
}

int journal_folder(const struct journal *journal) {
    return journal->dir;
}

bool journal_is_mine(const struct journal_use *use, long point) {
    return use == NULL || use->parts == 0 || point % use->parts == use->part - 1;
}
