// DIR/checkpoint/ comes into being, or is found again.

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crc.h"
#include "checkpoint/work.h"
#include "files/file.h"
#include "files/unfinished.h"

enum { FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, TEXT_MAX = 2 << 20 };

static int busy_complaint(const struct checkpoint_work *work, dp_diagnostic *diagnostic) {
    return report_system_error(diagnostic, "another process is at work on the run in %.700s",
                               work->place.path);
}

uint64_t work_identity(const struct checkpoint_work *work) {
    struct crc64 crc;
    crc64_init(&crc);
    // the end of the first counts too
    crc64_add(&crc, work->origin.text, strlen(work->origin.text) + 1);
    crc64_add(&crc, work->origin.record, strlen(work->origin.record));
    return crc64_sum(&crc);
}

static void close_one(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

void work_close(struct checkpoint_work *work) {
    close_one(&work->lock);
    close_one(&work->state);
    close_one(&work->place.own);
    close_one(&work->place.parent);
}

// --- a run that begins ---------------------------------------------------------------------------

// Not as an out_file does it, which gives up at a signal: that is when a state is to be saved.
static int write_all(int fd, const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        ssize_t sent = write(fd, text, left);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return sent < 0 ? errno : EIO;
        text += sent;
        left -= (size_t)sent;
    }
    return out_sync(fd);
}

static int write_text(int folder, const char *name, const char *text) {
    int fd = file_new(folder, UNFINISHED_NEW);
    if (fd < 0) return errno;
    int error = write_all(fd, text);
    if (close(fd) != 0 && error == 0 && errno != EINTR) error = errno;
    if (error == 0 && renameat(folder, UNFINISHED_NEW, folder, name) != 0) error = errno;
    return error;
}

static int is_there(int folder, const char *name) {
    struct stat status;
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

// Old files go first: states must never lie beside a scenario, nor a scenario beside a record, that
// is not theirs. The scenario comes last: where it is, a kill has left nothing out.
static int fill(struct checkpoint_work *work) {
    static const char *const old[] = {UNFINISHED_SCENARIO, UNFINISHED_RECORD, UNFINISHED_SLOT_0,
                                      UNFINISHED_SLOT_1, UNFINISHED_NEW};
    for (size_t i = 0; i < sizeof old / sizeof *old; i++) {
        if (unlinkat(work->state, old[i], 0) != 0 && errno != ENOENT) return errno;
    }
    int error = write_text(work->state, UNFINISHED_RECORD, work->origin.record);
    if (error == 0) error = write_text(work->state, UNFINISHED_SCENARIO, work->origin.text);
    if (error == 0) error = out_sync(work->state);
    if (error == 0) error = out_sync(work->place.own);
    if (error == 0) error = out_sync(work->place.parent);
    return error;
}

static int make(int parent, const char *name, int *made) {
    *made = mkdirat(parent, name, 0777) == 0;
    return *made || errno == EEXIST ? openat(parent, name, FOLDER) : -1;
}

// 0, -1 and an errno, or a diagnostic.
static int open_new(struct checkpoint_work *work, int *made, dp_diagnostic *diagnostic) {
    struct out_folder *place = &work->place;
    if (folder_open_parent(place) != 0) return -1;
    int status = folder_examine(place, place->parent, work->force, diagnostic);
    if (status != 0) return status;
    place->own = make(place->parent, place->final, &work->made);
    if (place->own < 0) return -1;
    work->state = make(place->own, UNFINISHED_FOLDER, made);
    if (work->state < 0) return -1;
    work->lock = unfinished_lock(work->state);
    if (work->lock < 0)
        return errno == EWOULDBLOCK || errno == ESTALE ? busy_complaint(work, diagnostic) : -1;
    // somebody may have come and gone since the look
    if (!work->force &&
        (is_there(work->state, UNFINISHED_SLOT_0) || is_there(work->state, UNFINISHED_SLOT_1)))
        return busy_complaint(work, diagnostic);
    return 0;
}

// What was begun goes again: it would stand in the way of the results. Nobody else's: either the
// lock is ours, or the folders are empty.
static void undo(struct checkpoint_work *work, int made) {
    struct out_folder *place = &work->place;
    if (work->lock >= 0)
        folder_remove(place->own, UNFINISHED_FOLDER);
    else if (made)
        unlinkat(place->own, UNFINISHED_FOLDER, AT_REMOVEDIR);
    if (work->made) unlinkat(place->parent, place->final, AT_REMOVEDIR);
    work->made = 0;
}

int work_prepare(struct checkpoint_work *work, dp_diagnostic *diagnostic) {
    int made = 0, status = open_new(work, &made, diagnostic);
    int error = status < 0 ? errno : 0;
    if (status == 0) error = fill(work);
    if (status == 0 && error == 0) return 0;
    if (status <= 0) undo(work, made);
    work_close(work);
    errno = error;
    return status > 0 ? status : -1;
}

// --- a run that goes on --------------------------------------------------------------------------

// A text file that is not empty; NULL and an errno, EINVAL when it is no such text.
static char *read_text(int folder, const char *name) {
    char *text = file_text(folder, name, TEXT_MAX);
    if (text == NULL && errno == EFBIG) errno = EINVAL;
    if (text == NULL || text[0] != '\0') return text;
    free(text);
    errno = EINVAL;
    return NULL;
}

// Open DIR and say what it is if it is no unfinished run.
static int open_old(struct checkpoint_work *work, dp_diagnostic *diagnostic) {
    struct out_folder *place = &work->place;
    const char *path = place->path;
    struct stat status;
    if (lstat(path, &status) != 0)
        return report_system_error(diagnostic, "%.700s: %s", path, strerror(errno));
    if (!S_ISDIR(status.st_mode))
        return report_system_error(diagnostic,
                                   "%.700s is %s; --resume takes the output folder of a run", path,
                                   S_ISLNK(status.st_mode) ? "a symbolic link" : "not a folder");
    if (folder_open_parent(place) == 0) place->own = openat(place->parent, place->final, FOLDER);
    if (place->own < 0) return report_system_error(diagnostic, "%.700s: %s", path, strerror(errno));
    work->state = unfinished_open(place->own);
    if (work->state >= 0) return 0;
    if (errno != ENOENT)
        return report_system_error(diagnostic,
                                   "%.700s/" UNFINISHED_FOLDER
                                   " holds something that is no checkpoint; move it away",
                                   path);
    if (folder_has_results(place->own))
        return report_system_error(
            diagnostic, "the run in %.700s is finished; there is nothing to resume", path);
    return report_system_error(diagnostic, "%.700s holds no checkpoint", path);
}

static int read_origin(struct checkpoint_work *work, dp_diagnostic *diagnostic) {
    const char *name = UNFINISHED_SCENARIO;
    work->origin.text = read_text(work->state, name);
    if (work->origin.text != NULL)
        work->origin.record = read_text(work->state, name = UNFINISHED_RECORD);
    if (work->origin.record != NULL) return 0;
    const char *why = errno == ENOENT   ? "is missing"
                      : errno == EINVAL ? "is damaged"
                                        : strerror(errno);
    return report_system_error(diagnostic,
                               "%.700s cannot be resumed: " UNFINISHED_FOLDER
                               "/%s %s; start the run anew with --force",
                               work->place.path, name, why);
}

// States that are there and are all of another scenario, or of this one after it was changed.
static int check_identity(const struct checkpoint_work *work, dp_diagnostic *diagnostic) {
    static const char *const names[] = {UNFINISHED_SLOT_0, UNFINISHED_SLOT_1};
    uint64_t identity = work_identity(work);
    int others = 0;
    for (size_t i = 0; i < 2; i++) {
        struct slot_head head;
        enum slot_state state = slot_peek(work->state, names[i], &head);
        if (state == SLOT_GOOD && head.scenario == identity) return 0;
        others += state == SLOT_GOOD;
    }
    if (others == 0) return 0;
    return report_system_error(diagnostic,
                               "%.700s cannot be resumed: its checkpoints do not belong to "
                               "the " UNFINISHED_SCENARIO " and " UNFINISHED_RECORD
                               " beside them; start the run anew with --force",
                               work->place.path);
}

struct checkpoint_store *checkpoint_resume(const char *dir, struct checkpoint_origin *origin,
                                           dp_diagnostic *diagnostic) {
    struct checkpoint_work *work = work_new(dir, diagnostic);
    if (work == NULL) return NULL;
    work->store.resumes = 1;
    int status = open_old(work, diagnostic);
    if (status == 0) {
        work->lock = unfinished_lock(work->state);
        if (work->lock < 0)
            status = errno == EWOULDBLOCK || errno == ESTALE
                         ? busy_complaint(work, diagnostic)
                         : report_system_error(diagnostic, "%.700s/" UNFINISHED_FOLDER ": %s",
                                               work->place.path, strerror(errno));
    }
    if (status == 0) status = folder_check(dir, 0, work->place.own, diagnostic);
    if (status == 0) status = read_origin(work, diagnostic);
    if (status == 0) status = check_identity(work, diagnostic);
    if (status == 0) {
        *origin = work->origin;
        return &work->store;
    }
    checkpoint_end(&work->store);
    return NULL;
}
