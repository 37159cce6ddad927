// States of a run: when they are saved, and which one is loaded.

#define _POSIX_C_SOURCE 200809L  // unlinkat

#include "checkpoint/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "checkpoint/work.h"
#include "dashpot/version.h"
#include "files/unfinished.h"

static const double usual_interval = 60.0;  // [s]

static const char *const slot_name[2] = {UNFINISHED_SLOT_0, UNFINISHED_SLOT_1};

// --- life ----------------------------------------------------------------------------------------

void checkpoint_origin_free(struct checkpoint_origin *origin) {
    free(origin->text);
    free(origin->record);
    *origin = (struct checkpoint_origin){.text = NULL};
}

struct checkpoint_work *work_new(const char *dir, dp_diagnostic *diagnostic) {
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

void checkpoint_set_call(struct checkpoint_store *store, const struct call *call) {
    store->work->call = call;
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
    size_t used = 0;
    for (int i = 0; i < 2; i++) {
        if (reason[i][0] == '\0') continue;
        snprintf(text + used, sizeof text - used, "%s%s: %s", used > 0 ? "; " : "",
                 slot_name[slots[i]], reason[i]);
        used = strlen(text);
    }
    return report_system_error(
        diagnostic,
        "%.700s cannot be resumed, no checkpoint in it is good (%s); start the run "
        "anew with --force",
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
            snprintf(reason[i], SLOT_REASON_MAX, "its numbers do not go together");
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
