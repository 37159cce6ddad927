// All records of the files in journals/, in large pieces.

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"
#include "journal/inner.h"

enum { PIECE = 1 << 20 };

// Bytes of a file that were read last.
struct window {
    int fd;
    uint64_t end;  // bytes of the file
    uint8_t *bytes;
    size_t room, size;
    uint64_t at;
};

// 0 or an errno.
static int window_open(struct window *window, int folder, const char *name) {
    struct stat status;
    window->size = 0;
    window->end = 0;
    window->fd = file_open(folder, name, 0, 0);
    if (window->fd < 0 || fstat(window->fd, &status) != 0) return errno;
    if (S_ISREG(status.st_mode) && status.st_size > 0) window->end = (uint64_t)status.st_size;
    return 0;
}

// `size` bytes at `at`; NULL when the file has no such bytes, or for want of memory. Both numbers
// may come from anybody: sums of them could overflow, and room is only made for bytes that are
// there.
static const uint8_t *window_get(struct window *window, uint64_t at, size_t size) {
    if (size > window->end || at > window->end - size) return NULL;
    if (at >= window->at && size <= window->size && at - window->at <= window->size - size)
        return window->bytes + (at - window->at);
    size_t wanted = size > PIECE ? size : PIECE;
    if (wanted > window->room) {
        uint8_t *more = realloc(window->bytes, wanted);
        if (more == NULL) return NULL;
        window->bytes = more;
        window->room = wanted;
    }
    window->at = at;
    window->size = 0;
    while (window->size < wanted) {
        ssize_t count = pread(window->fd, window->bytes + window->size, wanted - window->size,
                              (off_t)(at + window->size));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        window->size += (size_t)count;
    }
    return window->size >= size ? window->bytes : NULL;
}

struct scan {
    const struct journal *journal;
    int index;
    struct window points, remarks;
    journal_take *take;
    void *user;
    long torn;
    bool has_ended;
};

static bool scan_record(struct scan *scan, uint64_t at) {
    const struct journal_file *file = &scan->journal->file[scan->index];
    int width = file->head.width;
    double values[WIDTH_MAX];
    struct journal_record record;
    struct remarks_place place;
    const uint8_t *bytes = window_get(&scan->points, at, record_size(width));
    if (bytes == NULL ||
        !record_unpack(bytes, width, &scan->journal->clean, &record, &place, values) ||
        record.point >= file->head.points)
        return false;
    if (place.size > 0) {
        const uint8_t *remarks = window_get(&scan->remarks, place.offset, place.size);
        if (remarks == NULL ||
            crc64_of(&scan->journal->clean, remarks, place.size) != place.checksum)
            return false;
        record.remarks = remarks;
    }
    record.at = at;
    record.checksum = place.checksum;
    scan->has_ended = !scan->take(scan->user, scan->index, &record);
    return true;
}

// 0 or an errno.
static int scan_open(struct scan *scan) {
    const struct journal_file *file = &scan->journal->file[scan->index];
    char name[JOURNALS_NAME_MAX + 16];
    snprintf(name, sizeof name, "%s" JOURNALS_POINTS, file->name);
    int error = window_open(&scan->points, scan->journal->folder, name);
    snprintf(name, sizeof name, "%s" JOURNALS_REMARKS, file->name);
    // without it, records that refer to it are torn
    window_open(&scan->remarks, scan->journal->folder, name);
    return error;
}

static void scan_close(struct scan *scan) {
    file_close(&scan->points.fd);
    file_close(&scan->remarks.fd);
}

// 0 or an errno.
static int scan_file(struct scan *scan) {
    const struct journal_file *file = &scan->journal->file[scan->index];
    // a process that leaves no records removes its files
    if (file->begin == file->end) return 0;
    int error = scan_open(scan);
    size_t size = record_size(file->head.width);
    for (uint64_t at = file->begin; error == 0 && at < file->end && !scan->has_ended; at += size) {
        if (!scan_record(scan, at)) scan->torn++;
    }
    scan_close(scan);
    return error;
}

bool journal_read_one(const struct journal *journal, int file, uint64_t at, journal_take *take,
                      void *user) {
    struct scan scan = {.journal = journal, .index = file, .take = take, .user = user};
    bool is_whole = scan_open(&scan) == 0 && scan_record(&scan, at);
    scan_close(&scan);
    free(scan.points.bytes);
    free(scan.remarks.bytes);
    return is_whole;
}

long journal_read(const struct journal *journal, journal_take *take, void *user) {
    struct scan scan = {.journal = journal, .take = take, .user = user};
    int error = 0;
    for (; scan.index < journal->count && error == 0 && !scan.has_ended; scan.index++)
        error = scan_file(&scan);
    free(scan.points.bytes);
    free(scan.remarks.bytes);
    errno = error;
    return error == 0 ? scan.torn : -1;
}
