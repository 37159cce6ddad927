// The format of a checkpoint file, written and read. docs/checkpoints.md has the table.

#define _POSIX_C_SOURCE 200809L

#include "checkpoint/slot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crc.h"
#include "files/file.h"

enum {
    FORMAT = 1,
    AT_FORMAT = 8,
    AT_MACHINE = 12,
    AT_PROGRAM = 16,
    AT_KIND = 32,
    AT_SCENARIO = 48,
    AT_STEP = 56,
    AT_SERIAL = 64,
    AT_COUNT = 72,
    HEAD_BYTES = 80,
    BLOCK = 1 << 18,        // stays in the cache between checksum and write
    UNKNOWN_MAX = 1 << 30,  // of a file with another head, more is not read
};

// the first byte is no text, and the line ends suffer when a transfer mends them
static const char magic[] = "\x89"
                            "DPCHK\r\n";

static void put_number(uint8_t *to, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++)
        to[i] = (uint8_t)(number >> (8 * i));
}

static uint64_t get_number(const uint8_t *from, int bytes) {
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)from[i] << (8 * i);
    return number;
}

// Order of bytes (1: little endian, 2: big), sizes of double and long.
static void describe_machine(uint8_t machine[4]) {
    const uint16_t probe = 1;
    uint8_t first;
    memcpy(&first, &probe, 1);
    machine[0] = first == 1 ? 1 : 2;
    machine[1] = sizeof(double);
    machine[2] = sizeof(long);
    machine[3] = 0;
}

static void encode(const struct slot_head *head, int count, uint8_t to[HEAD_BYTES]) {
    memcpy(to, magic, AT_FORMAT);
    put_number(to + AT_FORMAT, FORMAT, 4);
    describe_machine(to + AT_MACHINE);
    memcpy(to + AT_PROGRAM, head->program, SLOT_WORD);
    memcpy(to + AT_KIND, head->kind, SLOT_WORD);
    put_number(to + AT_SCENARIO, head->scenario, 8);
    put_number(to + AT_STEP, head->step, 8);
    put_number(to + AT_SERIAL, head->serial, 8);
    put_number(to + AT_COUNT, (uint64_t)count, 8);
}

// A word that may be shown on a terminal.
static void get_word(const uint8_t *from, char to[SLOT_WORD]) {
    memcpy(to, from, SLOT_WORD);
    to[SLOT_WORD - 1] = '\0';
    for (char *c = to; *c != '\0'; c++)
        *c = *c > ' ' && *c <= '~' ? *c : '?';
}

static void decode(const uint8_t from[HEAD_BYTES], struct slot_head *head) {
    get_word(from + AT_PROGRAM, head->program);
    get_word(from + AT_KIND, head->kind);
    head->scenario = get_number(from + AT_SCENARIO, 8);
    head->step = get_number(from + AT_STEP, 8);
    head->serial = get_number(from + AT_SERIAL, 8);
}

// --- writing -------------------------------------------------------------------------------------

struct writer {
    struct out_file file;
    struct crc64 crc;
};

static void put(struct writer *writer, const void *data, size_t count) {
    const uint8_t *bytes = (const uint8_t *)data;
    for (size_t part; count > 0; bytes += part, count -= part) {
        part = count < BLOCK ? count : BLOCK;
        crc64_add(&writer->crc, bytes, part);
        out_bytes(&writer->file, bytes, part);
    }
}

static void put_all(struct writer *writer, const struct slot_head *head,
                    const struct checkpoint_piece *pieces, int count) {
    uint8_t start[HEAD_BYTES + 8 * SLOT_PIECES_MAX], end[8];
    encode(head, count, start);
    for (int i = 0; i < count; i++)
        put_number(start + HEAD_BYTES + 8 * i, pieces[i].bytes, 8);
    put(writer, start, HEAD_BYTES + 8 * (size_t)count);
    for (int i = 0; i < count; i++)
        put(writer, pieces[i].data, pieces[i].bytes);
    put_number(end, crc64_sum(&writer->crc), 8);
    out_bytes(&writer->file, end, sizeof end);
}

int slot_write(int folder, const char *temporary, const char *name, const struct slot_head *head,
               const struct checkpoint_piece *pieces, int count) {
    if (count < 0 || count > SLOT_PIECES_MAX) return E2BIG;
    struct writer writer;
    crc64_init(&writer.crc);
    // what a killed process left; the lock says that nobody else writes here
    unlinkat(folder, temporary, 0);
    out_open(&writer.file, folder, temporary);
    put_all(&writer, head, pieces, count);
    int error = out_close(&writer.file);
    if (error == 0 && renameat(folder, temporary, folder, name) != 0) error = errno;
    if (error != 0) unlinkat(folder, temporary, 0);
    return error != 0 ? error : out_sync(folder);
}

// --- reading -------------------------------------------------------------------------------------

struct stream {
    int fd;
    int error;  // errno of the first failure; -1 where the file ends
    struct crc64 crc;
};

static enum slot_state bad(char *reason, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static enum slot_state bad(char *reason, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(reason, SLOT_REASON_MAX, format, args);
    va_end(args);
    return SLOT_BAD;
}

static enum slot_state open_slot(int folder, const char *name, struct stream *s, uint64_t *size,
                                 char *reason) {
    struct stat status;
    // a pipe would make us wait, a link could lead anywhere
    s->fd = file_open(folder, name, O_RDONLY, 0);
    if (s->fd < 0 && errno == ENOENT) return SLOT_ABSENT;
    if (s->fd < 0 && errno == ELOOP) return bad(reason, "it is a symbolic link");
    if (s->fd < 0 || fstat(s->fd, &status) != 0) return bad(reason, "%s", strerror(errno));
    if (!S_ISREG(status.st_mode)) return bad(reason, "it is not a file");
    *size = (uint64_t)status.st_size;
    s->error = 0;
    crc64_init(&s->crc);
    return SLOT_GOOD;
}

// Exactly this many bytes, and their part of the checksum.
static void take(struct stream *s, void *data, size_t count) {
    uint8_t *bytes = (uint8_t *)data;
    while (count > 0 && s->error == 0) {
        ssize_t got = read(s->fd, bytes, count < BLOCK ? count : BLOCK);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) s->error = got < 0 ? errno : -1;
        if (got <= 0) return;
        crc64_add(&s->crc, bytes, (size_t)got);
        bytes += got;
        count -= (size_t)got;
    }
}

static enum slot_state read_failure(const struct stream *s, char *reason) {
    return bad(reason, "%s", s->error > 0 ? strerror(s->error) : "it ends too early");
}

// The last eight bytes against all that came before.
static enum slot_state check_sum(struct stream *s, char *reason) {
    uint64_t sum = crc64_sum(&s->crc);
    uint8_t end[8];
    take(s, end, sizeof end);
    if (s->error != 0) return read_failure(s, reason);
    if (get_number(end, 8) != sum) return bad(reason, "its checksum is wrong");
    return SLOT_GOOD;
}

// Read on to the end without keeping anything: is it another file, or a broken one? What is too
// large to be read for a message is taken for whole.
static enum slot_state check_rest(struct stream *s, uint64_t left, char *reason) {
    uint8_t buffer[4096];
    if (left < 8) return bad(reason, "it ends too early");
    if (left > UNKNOWN_MAX) return SLOT_GOOD;
    for (left -= 8; left > 0 && s->error == 0;) {
        size_t part = left < sizeof buffer ? (size_t)left : sizeof buffer;
        take(s, buffer, part);
        left -= part;
    }
    return s->error != 0 ? read_failure(s, reason) : check_sum(s, reason);
}

static const char *order_name(int order) {
    return order == 1 ? "little" : "big";
}

// What a whole file is not, seen from this run.
static enum slot_state tell_difference(const uint8_t start[HEAD_BYTES],
                                       const struct slot_head *want, int count, char *reason) {
    uint8_t machine[4];
    struct slot_head found;
    const uint8_t *theirs = start + AT_MACHINE;
    uint64_t format = get_number(start + AT_FORMAT, 4), pieces = get_number(start + AT_COUNT, 8);
    describe_machine(machine);
    decode(start, &found);
    if (format != FORMAT)
        return bad(reason, "it has format %u; this program reads format %d", (unsigned)format,
                   FORMAT);
    if (memcmp(theirs, machine, sizeof machine) != 0)
        return bad(reason,
                   "it is from a machine with %s-endian numbers, doubles of %d and longs of %d "
                   "bytes; it needs such a machine again",
                   order_name(theirs[0]), theirs[1], theirs[2]);
    if (memcmp(found.program, want->program, SLOT_WORD) != 0)
        return bad(reason, "it was saved by dashpot %.15s and needs that version; this is %.15s",
                   found.program, want->program);
    if (memcmp(found.kind, want->kind, SLOT_WORD) != 0)
        return bad(reason, "it is of a %.15s, not of a %.15s", found.kind, want->kind);
    if (found.scenario != want->scenario)
        return bad(reason, "it belongs to another scenario than the one beside it");
    if (pieces != (uint64_t)count)
        return bad(reason, "its state has %llu parts; that of this run has %d",
                   (unsigned long long)pieces, count);
    return bad(reason, "the parts of its state have other sizes than those of this run");
}

static bool fits(const uint8_t *start, const struct checkpoint_piece *pieces, int count) {
    for (int i = 0; i < count; i++) {
        if (get_number(start + HEAD_BYTES + 8 * i, 8) != pieces[i].bytes) return false;
    }
    return true;
}

static enum slot_state read_open(struct stream *s, uint64_t size, struct slot_head *head,
                                 const struct checkpoint_piece *pieces, int count, char *reason) {
    uint8_t start[HEAD_BYTES + 8 * SLOT_PIECES_MAX], wanted[HEAD_BYTES];
    size_t used = HEAD_BYTES;
    if (size < HEAD_BYTES + 8) return bad(reason, "it has only %u bytes", (unsigned)size);
    take(s, start, HEAD_BYTES);
    if (s->error != 0) return read_failure(s, reason);
    if (memcmp(start, magic, AT_FORMAT) != 0) return bad(reason, "it is not a checkpoint");

    struct slot_head found = *head;
    found.step = get_number(start + AT_STEP, 8);
    found.serial = get_number(start + AT_SERIAL, 8);
    encode(&found, count, wanted);
    uint64_t expected = HEAD_BYTES + 8 * (uint64_t)count + 8;
    for (int i = 0; i < count; i++)
        expected += pieces[i].bytes;
    bool is_it = memcmp(start, wanted, HEAD_BYTES) == 0 && size >= HEAD_BYTES + 8 * (size_t)count;
    if (is_it) take(s, start + used, 8 * (size_t)count);
    if (is_it) used += 8 * (size_t)count;
    if (s->error != 0) return read_failure(s, reason);
    if (!is_it || !fits(start, pieces, count)) {
        enum slot_state state = check_rest(s, size - used, reason);
        return state != SLOT_GOOD ? state : tell_difference(start, head, count, reason);
    }
    if (size != expected)
        return bad(reason, "it has %llu bytes, not %llu", (unsigned long long)size,
                   (unsigned long long)expected);

    for (int i = 0; i < count; i++)
        take(s, pieces[i].data, pieces[i].bytes);
    if (s->error != 0) return read_failure(s, reason);
    enum slot_state state = check_sum(s, reason);
    if (state == SLOT_GOOD) *head = found;
    return state;
}

enum slot_state slot_read(int folder, const char *name, struct slot_head *head,
                          const struct checkpoint_piece *pieces, int count,
                          char reason[SLOT_REASON_MAX]) {
    uint64_t size = 0;
    if (count < 0 || count > SLOT_PIECES_MAX) return bad(reason, "too many parts");
    struct stream s;
    enum slot_state state = open_slot(folder, name, &s, &size, reason);
    if (state == SLOT_GOOD) state = read_open(&s, size, head, pieces, count, reason);
    if (s.fd >= 0) close(s.fd);
    return state;
}

enum slot_state slot_peek(int folder, const char *name, struct slot_head *head) {
    char reason[SLOT_REASON_MAX];
    uint8_t start[HEAD_BYTES];
    uint64_t size;
    *head = (struct slot_head){.serial = 0};
    struct stream s;
    enum slot_state state = open_slot(folder, name, &s, &size, reason);
    if (state == SLOT_GOOD) take(&s, start, HEAD_BYTES);
    if (state == SLOT_GOOD && (s.error != 0 || memcmp(start, magic, AT_FORMAT) != 0))
        state = SLOT_BAD;
    if (state == SLOT_GOOD) decode(start, head);
    if (s.fd >= 0) close(s.fd);
    return state;
}
