// The journal of this process.

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"
#include "journal/inner.h"

// Every second, unless the disk is slow: to wait for it takes at most a fiftieth of the time.
static const double sync_interval = 1.0;  // [s]
static const double sync_share = 0.02;

enum { TRIES_MAX = 100000 };

void journal_own(struct journal *journal, const struct journal_head *head) {
    journal->own = *head;
    free(journal->origin);
    journal->origin = strdup(head->origin);
    journal->own.origin = journal->origin;
}

const struct journal_head *journal_own_head(const struct journal *journal) {
    return &journal->own;
}

const char *journal_path(const struct journal *journal) {
    return journal->path;
}

// 0 or an errno.
static int write_all(int fd, const void *bytes, size_t size) {
    const char *from = (const char *)bytes;
    while (size > 0) {
        ssize_t count = write(fd, from, size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        from += count;
        size -= (size_t)count;
    }
    return 0;
}

static void name_stem(const struct journal *journal, int again, char stem[JOURNALS_NAME_MAX]) {
    if (journal->own.parts > 0)
        snprintf(stem, JOURNALS_NAME_MAX, "part-%05d-of-%05d-%d", journal->own.part,
                 journal->own.parts, again);
    else
        snprintf(stem, JOURNALS_NAME_MAX, "rest-%d", again);
}

// Two files that nobody else has: to make one exclusively is safe also on a file system that many
// machines share.
static int make_files(struct journal *journal) {
    char *stem = journal->stem;
    char points[JOURNALS_NAME_MAX + 16], remarks[JOURNALS_NAME_MAX + 16];
    int error = EEXIST;
    for (int again = 1; again < TRIES_MAX && error == EEXIST; again++) {
        name_stem(journal, again, stem);
        snprintf(points, sizeof points, "%s" JOURNALS_POINTS, stem);
        snprintf(remarks, sizeof remarks, "%s" JOURNALS_REMARKS, stem);
        journal->points = file_new(journal->folder, points);
        error = journal->points < 0 ? errno : 0;
        if (error != 0) continue;
        journal->remarks = file_new(journal->folder, remarks);
        if (journal->remarks >= 0) continue;
        // somebody removed the points of an earlier one and left its remarks
        error = errno;
        unlinkat(journal->folder, points, 0);
        file_close(&journal->points);
    }
    return error;
}

// Without a single point they would only be in the way of another study.
static void remove_files(const struct journal *journal) {
    char name[JOURNALS_NAME_MAX + 16];
    snprintf(name, sizeof name, "%s" JOURNALS_POINTS, journal->stem);
    unlinkat(journal->folder, name, 0);
    snprintf(name, sizeof name, "%s" JOURNALS_REMARKS, journal->stem);
    unlinkat(journal->folder, name, 0);
}

static int begin(struct journal *journal) {
    size_t size;
    int error = make_files(journal);
    if (error != 0) return error;
    uint8_t *head =
        journal->own.origin != NULL ? head_pack(&journal->own, &journal->clean, &size) : NULL;
    journal->bytes = malloc(record_size(journal->own.width));
    if (head == NULL || journal->bytes == NULL) error = ENOMEM;
    if (error == 0) error = write_all(journal->points, head, size);
    if (error == 0) error = out_sync(journal->points);
    if (error == 0) error = out_sync(journal->folder);
    journal->synced = clock_seconds();
    journal->interval = sync_interval;
    free(head);
    return error;
}

int journal_start(struct journal *journal) {
    const struct journal_head *own = &journal->own;
    for (int i = 0; i < journal->count; i++) {
        const struct journal_head *other = &journal->file[i].head;
        if (other->part == own->part && other->parts == own->parts) return 0;
    }
    journal->error = begin(journal);
    return journal->error;
}

// Where the remarks of a record are. Those that are the same as of the one before are there.
static int put_remarks(struct journal *journal, const struct journal_record *record,
                       struct remarks_place *place) {
    *place = (struct remarks_place){.size = 0};
    if (record->size == 0) return 0;
    if (record->size > REMARKS_MAX) return EFBIG;
    bool is_same = journal->last.size == record->size &&
                   memcmp(journal->last_remarks, record->remarks, record->size) == 0;
    if (!is_same) {
        uint8_t *copy = realloc(journal->last_remarks, record->size);
        if (copy == NULL) return ENOMEM;
        journal->last_remarks = copy;
        memcpy(copy, record->remarks, record->size);
        int error = write_all(journal->remarks, record->remarks, record->size);
        if (error != 0) return error;
        journal->last = (struct remarks_place){
            .offset = journal->remarks_size,
            .checksum = crc64_of(&journal->clean, record->remarks, record->size),
            .size = (uint32_t)record->size};
        journal->remarks_size += record->size;
    }
    *place = journal->last;
    return 0;
}

static int put(struct journal *journal, const struct journal_record *record) {
    struct remarks_place place;
    int error = journal->error;
    if (error == 0 && journal->bytes == NULL) error = begin(journal);
    // before the record that refers to them
    if (error == 0) error = put_remarks(journal, record, &place);
    if (error == 0) {
        record_pack(record, journal->own.width, &place, &journal->clean, journal->bytes);
        error = write_all(journal->points, journal->bytes, record_size(journal->own.width));
        journal->has_records = true;
    }
    journal->is_dirty = true;
    journal->error = error;
    return error;
}

static int sync_files(struct journal *journal) {
    int error = out_sync(journal->remarks);
    return error != 0 ? error : out_sync(journal->points);
}

int journal_put(struct journal *journal, const struct journal_record *record) {
    pthread_mutex_lock(&journal->lock);
    int error = put(journal, record);
    double now = clock_seconds();
    bool syncs = error == 0 && !journal->is_syncing && now - journal->synced >= journal->interval;
    if (syncs) {
        journal->is_syncing = true;
        journal->is_dirty = false;
    }
    pthread_mutex_unlock(&journal->lock);
    if (!syncs) return error;
    // the others go on meanwhile
    error = sync_files(journal);
    pthread_mutex_lock(&journal->lock);
    journal->is_syncing = false;
    journal->synced = clock_seconds();
    journal->interval = fmax(sync_interval, (journal->synced - now) / sync_share);
    if (journal->error == 0) journal->error = error;
    pthread_mutex_unlock(&journal->lock);
    return error;
}

int journal_end(struct journal *journal) {
    if (journal == NULL) return 0;
    struct stat status;
    int error = journal->error;
    if (error == 0 && journal->is_dirty) error = sync_files(journal);
    if (journal->points >= 0 && !journal->has_records) remove_files(journal);
    // whoever removed the file took every point of it along
    if (error == 0 && journal->has_records && fstat(journal->points, &status) == 0 &&
        status.st_nlink == 0)
        error = ENOENT;
    file_close(&journal->points);
    file_close(&journal->remarks);
    file_close(&journal->folder);
    file_close(&journal->dir);
    for (int i = 0; i < journal->count; i++)
        free(journal->file[i].origin);
    pthread_mutex_destroy(&journal->lock);
    free(journal->file);
    free(journal->path);
    free(journal->origin);
    free(journal->bytes);
    free(journal->last_remarks);
    free(journal);
    return error;
}
