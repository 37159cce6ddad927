// States of a run: where they are kept, when they are saved, and which one is loaded.

#define _POSIX_C_SOURCE 200809L

#include "checkpoint/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crc.h"
#include "base/words.h"
#include "checkpoint/slot.h"
#include "dashpot/version.h"
#include "files/file.h"
#include "files/folder.h"
#include "files/unfinished.h"

enum { FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, TEXT_MAX = 2 << 20 };

static const double usual_interval = 60.0;  // [s]

static const char *const slot_name[2] = {UNFINISHED_SLOT_0, UNFINISHED_SLOT_1};

// What is behind a store.
struct checkpoint_work {
    struct checkpoint_store store;
    struct checkpoint_origin origin;
    struct out_folder place;  // DIR; place.parent is open while place.own is
    int force;
    int state;           // DIR/checkpoint, open; -1: not there yet
    int lock;            // held while it is open
    int made;            // DIR was made here
    int slot;            // to be written next
    uint64_t serial;     // of the last save
    uint64_t last_step;  // saved or loaded; UINT64_MAX: none
    double interval, last_time;
    int is_guarded, has_warned;
    const struct call *call;  // borrowed; may be NULL
};

static int busy_complaint(const struct checkpoint_work *work, dp_diagnostic *diagnostic) {
    return report_system_error(diagnostic, "another process is at work on the run in %.700s",
                               work->place.path);
}

// Checksum of what is run.
static uint64_t work_identity(const struct checkpoint_work *work) {
    struct crc64 crc;
    crc64_init(&crc);
    // the end of the first counts too
    crc64_add(&crc, work->origin.text, strlen(work->origin.text) + 1);
    crc64_add(&crc, work->origin.record, strlen(work->origin.record));
    return crc64_sum(&crc);
}

static void work_close(struct checkpoint_work *work) {
    file_close(&work->lock);
    file_close(&work->state);
    file_close(&work->place.own);
    file_close(&work->place.parent);
}

// --- life ----------------------------------------------------------------------------------------

void checkpoint_origin_free(struct checkpoint_origin *origin) {
    free(origin->text);
    free(origin->record);
    *origin = (struct checkpoint_origin){.text = NULL};
}

static struct checkpoint_work *work_new(const char *dir, dp_diagnostic *diagnostic) {
    struct checkpoint_work *work = calloc(1, sizeof *work);
    if (work == NULL) {
        report_system_error(diagnostic, "%.700s: out of memory", dir);
        return NULL;
    }
    work->store.work = work;
    work->state = work->lock = -1;
    work->last_step = UINT64_MAX;
    work->interval = usual_interval;
    work->last_time = clock_seconds();
    if (folder_init(&work->place, dir, diagnostic) == 0) return work;
    checkpoint_end(&work->store);
    return NULL;
}

struct checkpoint_store *checkpoint_begin(const char *dir, int force,
                                          struct checkpoint_origin *origin, const struct call *call,
                                          dp_diagnostic *diagnostic) {
    struct checkpoint_work *work = work_new(dir, diagnostic);
    if (work == NULL) {
        checkpoint_origin_free(origin);
        return NULL;
    }
    work->force = force;
    work->call = call;
    work->origin = *origin;
    *origin = (struct checkpoint_origin){.text = NULL};
    return &work->store;
}

void checkpoint_set_kind(struct checkpoint_store *store, const char *kind) {
    char *to = store->work->origin.kind;
    snprintf(to, sizeof store->work->origin.kind, "%s", kind);
}

int checkpoint_folder(const struct checkpoint_store *store) {
    return store != NULL && store->work->lock >= 0 ? store->work->place.own : -1;
}

uint64_t checkpoint_last_step(const struct checkpoint_store *store) {
    return store != NULL ? store->work->last_step : UINT64_MAX;
}

void checkpoint_discard(struct checkpoint_store *store) {
    if (store == NULL || store->work->lock < 0) return;
    struct checkpoint_work *work = store->work;
    folder_remove(work->place.own, UNFINISHED_FOLDER);
    // goes only when it is empty
    if (work->made) unlinkat(work->place.parent, work->place.final, AT_REMOVEDIR);
    work_close(work);
}

void checkpoint_end(struct checkpoint_store *store) {
    if (store == NULL) return;
    struct checkpoint_work *work = store->work;
    int is_guarded = work->is_guarded;
    const struct call *call = work->call;
    work_close(work);
    folder_end(&work->place);
    checkpoint_origin_free(&work->origin);
    free(work);
    if (is_guarded) call_guard(call, DP_GUARD_END);
}

// --- a run that begins ---------------------------------------------------------------------------

// It takes its name when it is complete.
static int write_text(int folder, const char *name, const char *text) {
    struct out_file file;
    out_open(&file, folder, UNFINISHED_NEW);
    out_text(&file, text);
    int error = out_close(&file);
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

// Make DIR/checkpoint for a run that begins and take the lock. 0; -1 and an errno when it cannot be
// written now; a diagnostic (4) when it may not.
static int work_prepare(struct checkpoint_work *work, dp_diagnostic *diagnostic) {
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
                                   " holds something that is not a checkpoint; move it away",
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
                               "/%s %s; start the run again with --force",
                               work->place.path, name, why);
}

// States that are there and are all of another scenario, or of this one after it was changed.
static int check_identity(const struct checkpoint_work *work, dp_diagnostic *diagnostic) {
    uint64_t identity = work_identity(work);
    int others = 0;
    for (size_t i = 0; i < 2; i++) {
        struct slot_head head;
        enum slot_state state = slot_peek(work->state, slot_name[i], &head);
        if (state == SLOT_GOOD && head.scenario == identity) return 0;
        others += state == SLOT_GOOD;
    }
    if (others == 0) return 0;
    return report_system_error(diagnostic,
                               "%.700s cannot be resumed: its checkpoints do not belong to "
                               "the " UNFINISHED_SCENARIO " and " UNFINISHED_RECORD
                               " beside them; start the run again with --force",
                               work->place.path);
}

struct checkpoint_store *checkpoint_resume(const char *dir, struct checkpoint_origin *origin,
                                           const struct call *call, dp_diagnostic *diagnostic) {
    struct checkpoint_work *work = work_new(dir, diagnostic);
    if (work == NULL) return NULL;
    work->call = call;
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

// --- when ----------------------------------------------------------------------------------------

// Only a kind that saves may hold signals back.
static void guard(struct checkpoint_work *work) {
    if (!work->is_guarded) call_guard(work->call, DP_GUARD_RUN);
    work->is_guarded = 1;
}

void checkpoint_interval(struct checkpoint_store *store, double seconds) {
    if (store == NULL) return;
    guard(store->work);
    store->work->interval = seconds;
    store->work->last_time = clock_seconds();
}

int checkpoint_wanted(struct checkpoint_store *store) {
    if (store == NULL) return 0;
    guard(store->work);
    return clock_seconds() - store->work->last_time >= store->work->interval;
}

// --- save ----------------------------------------------------------------------------------------

static struct slot_head head_of(const struct checkpoint_work *work) {
    struct slot_head head = {.scenario = work_identity(work)};
    snprintf(head.program, sizeof head.program, "%s", DP_VERSION_STRING);
    snprintf(head.kind, sizeof head.kind, "%s", work->origin.kind);
    return head;
}

static void warn(struct checkpoint_work *work, int error) {
    if (!work->has_warned)
        call_message(work->call, "cannot save a checkpoint in %s: %s; the run goes on",
                     work->place.path, strerror(error));
    work->has_warned = 1;
}

int checkpoint_save(struct checkpoint_store *store, uint64_t step,
                    const struct checkpoint_piece *pieces, int count, dp_diagnostic *diagnostic) {
    if (store == NULL) return 0;
    struct checkpoint_work *work = store->work;
    int status = work->lock < 0 ? work_prepare(work, diagnostic) : 0;
    if (status > 0) return status;
    int error = status < 0 ? errno : 0;
    if (error == 0) {
        struct slot_head head = head_of(work);
        head.step = step;
        head.serial = work->serial + 1;
        error =
            slot_write(work->state, UNFINISHED_NEW, slot_name[work->slot], &head, pieces, count);
    }
    if (error == 0) {
        work->serial++;
        work->slot = 1 - work->slot;
        work->last_step = step;
    } else {
        warn(work, error);
    }
    work->last_time = clock_seconds();
    return 0;
}

// --- load ----------------------------------------------------------------------------------------

// The slots, the newest first; one whose head cannot be read comes before, so that it is reported.
static void order(const struct checkpoint_work *work, int slots[2]) {
    struct slot_head head[2];
    enum slot_state state[2];
    for (int i = 0; i < 2; i++)
        state[i] = slot_peek(work->state, slot_name[i], &head[i]);
    bool is_second_first =
        state[0] != SLOT_BAD && (state[1] == SLOT_BAD || head[1].serial > head[0].serial);
    slots[0] = is_second_first;
    slots[1] = !is_second_first;
}

static int refuse(const struct checkpoint_work *work, const int slots[2],
                  char reason[2][SLOT_REASON_MAX], dp_diagnostic *diagnostic) {
    const char *path = work->place.path;
    char text[2 * SLOT_REASON_MAX + 64] = "";
    for (int i = 0; i < 2; i++) {
        if (reason[i][0] != '\0')
            text_print(text, sizeof text, "%s%s: %s", text[0] != '\0' ? "; " : "",
                       slot_name[slots[i]], reason[i]);
    }
    return report_system_error(
        diagnostic,
        "%.700s cannot be resumed, no checkpoint in it is good (%s); start the run "
        "again with --force",
        path, text);
}

int checkpoint_load(struct checkpoint_store *store, uint64_t *step,
                    const struct checkpoint_piece *pieces, int count, dp_diagnostic *diagnostic) {
    *step = UINT64_MAX;
    if (store == NULL || !store->resumes) return 0;
    struct checkpoint_work *work = store->work;
    char reason[2][SLOT_REASON_MAX] = {"", ""};
    int slots[2], absent = 0;
    order(work, slots);
    for (int i = 0; i < 2; i++) {
        struct slot_head head = head_of(work);
        const char *name = slot_name[slots[i]];
        enum slot_state state = slot_read(work->state, name, &head, pieces, count, reason[i]);
        absent += state == SLOT_ABSENT;
        if (state == SLOT_GOOD && store->fits != NULL && !store->fits(store->user, head.step)) {
            snprintf(reason[i], SLOT_REASON_MAX, "its numbers contradict each other");
            state = SLOT_BAD;
        }
        if (state != SLOT_GOOD) continue;
        if (reason[0][0] != '\0')
            call_message(work->call,
                         "%s/" UNFINISHED_FOLDER "/%s is of no use, %s; the run goes on from %s, "
                         "step %llu",
                         work->place.path, slot_name[slots[0]], reason[0], name,
                         (unsigned long long)head.step);
        *step = work->last_step = head.step;
        work->serial = head.serial;
        work->slot = 1 - slots[i];
        return 0;
    }
    return absent == 2 ? 0 : refuse(work, slots, reason, diagnostic);
}
