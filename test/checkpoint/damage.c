// Checkpoints broken in every way: what is loaded is a state that was saved, or nothing.

#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crc.h"
#include "driver.h"

// --- the checksum --------------------------------------------------------------------------------

// Bit by bit, as the definition has it.
static uint64_t slow_crc(const uint8_t *bytes, size_t count) {
    uint64_t value = UINT64_MAX;
    for (size_t i = 0; i < count; i++) {
        value ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            value = value & 1 ? (value >> 1) ^ UINT64_C(0xC96C5795D7870F42) : value >> 1;
    }
    return ~value;
}

static uint64_t crc_of(const void *bytes, size_t count, size_t cut) {
    struct crc64 crc;
    crc64_init(&crc);
    crc64_add(&crc, bytes, cut);
    crc64_add(&crc, (const uint8_t *)bytes + cut, count - cut);
    return crc64_sum(&crc);
}

int test_crc(void) {
    // check values of CRC-64/XZ: the first is in every catalogue of checksums, the second is what
    // xz --list prints for a file of that text
    int failed = crc_of("123456789", 9, 0) != UINT64_C(0x995DC9BBDF1939FA);
    failed += crc_of("The quick brown fox jumps over the lazy dog", 43, 7) !=
              UINT64_C(0x5B5EB8C2E54AA1C4);
    failed += crc_of("", 0, 0) != 0;
    uint8_t bytes[200];
    uint64_t random = 5;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)next_random(&random);
    for (size_t count = 0; count <= sizeof bytes; count++) {
        for (size_t cut = 0; cut <= count; cut += 7)
            failed += crc_of(bytes, count, cut) != slow_crc(bytes, count);
    }
    printf("checksum: %d failed\n", failed);
    return failed > 0;
}

// --- a folder with two states --------------------------------------------------------------------

enum { STATE_BYTES = 1000, FILE_MAX = 4096, REFUSED = -1, MESSAGES_MAX = 4096 };
enum { FIRST_STEP = 10, SECOND_STEP = 20 };

struct state {
    uint64_t count;
    uint8_t none;
    uint8_t bytes[STATE_BYTES];
};

struct bench {
    const char *dir;
    char path[4][512];  // of the slots, scenario.yaml, run.json
    uint8_t file[4][FILE_MAX];
    size_t size[4];
    int messages;  // what is said on standard error
    int tried, failed;
};

static struct state make_state(uint64_t seed) {
    struct state state = {.count = seed};
    for (size_t i = 0; i < STATE_BYTES; i++)
        state.bytes[i] = (uint8_t)next_random(&seed);
    return state;
}

enum { PIECES = 3 };

static void list_pieces(struct state *state, struct checkpoint_piece pieces[PIECES]) {
    pieces[0] = (struct checkpoint_piece){&state->count, sizeof state->count};
    pieces[1] = (struct checkpoint_piece){&state->none, 0};
    pieces[2] = (struct checkpoint_piece){state->bytes, sizeof state->bytes};
}

static char *copy(const char *text) {
    char *to = malloc(strlen(text) + 1);
    if (to == NULL) fail("out of memory");
    return strcpy(to, text);
}

static void make_states(const char *dir) {
    dp_diagnostic diagnostic;
    struct checkpoint_origin origin = {
        .kind = "driver", .text = copy("driver\n"), .record = copy("{}\n")};
    struct checkpoint_store *store = checkpoint_begin(dir, 0, &origin, &driver_call, &diagnostic);
    if (store == NULL) fail("cannot begin");
    for (int step = FIRST_STEP; step <= SECOND_STEP; step += FIRST_STEP) {
        struct checkpoint_piece pieces[PIECES];
        struct state state = make_state((uint64_t)step);
        list_pieces(&state, pieces);
        if (checkpoint_save(store, (uint64_t)step, pieces, PIECES, &diagnostic) != 0)
            fail(diagnostic.text);
    }
    checkpoint_end(store);
}

static void write_file(const char *path, const void *bytes, size_t count) {
    unlink(path);
    FILE *stream = fopen(path, "wb");
    bool is_done = stream != NULL && fwrite(bytes, 1, count, stream) == count;
    if (!is_done || fclose(stream) != 0) fail("cannot write a broken file");
}

static void start_bench(struct bench *b, const char *dir) {
    static const char *const names[] = {"0.chk", "1.chk", "scenario.yaml", "run.json"};
    *b = (struct bench){.dir = dir};
    make_states(dir);
    for (int i = 0; i < 4; i++) {
        snprintf(b->path[i], sizeof b->path[i], "%.400s/checkpoint/%s", dir, names[i]);
        FILE *stream = fopen(b->path[i], "rb");
        if (stream == NULL) fail("a file is missing");
        b->size[i] = fread(b->file[i], 1, FILE_MAX, stream);
        fclose(stream);
    }
    FILE *messages = tmpfile();
    if (messages == NULL) fail("no temporary file");
    b->messages = fileno(messages);
}

static void mend(const struct bench *b) {
    for (int i = 0; i < 4; i++)
        write_file(b->path[i], b->file[i], b->size[i]);
}

// --- trials --------------------------------------------------------------------------------------

struct trial {
    int step;  // REFUSED: nothing was loaded
    char text[MESSAGES_MAX];
};

static int load(const char *dir, size_t last_bytes, dp_diagnostic *diagnostic) {
    struct checkpoint_origin origin;
    struct checkpoint_piece pieces[PIECES];
    struct state state = make_state(0), want;
    uint64_t step = UINT64_MAX;
    list_pieces(&state, pieces);
    pieces[PIECES - 1].bytes = last_bytes;
    struct checkpoint_store *store = checkpoint_resume(dir, &origin, &driver_call, diagnostic);
    if (store == NULL) return REFUSED;
    checkpoint_set_kind(store, "driver");
    int status = checkpoint_load(store, &step, pieces, PIECES, diagnostic);
    checkpoint_end(store);
    if (status != 0) return REFUSED;
    if (step == UINT64_MAX) return 0;
    want = make_state(step);
    bool is_same = state.count == want.count && memcmp(state.bytes, want.bytes, STATE_BYTES) == 0;
    return is_same ? (int)step : -2;
}

// Load, with everything that is said in `text`.
static void try(struct bench *b, size_t last_bytes, struct trial *trial) {
    dp_diagnostic diagnostic = {.text = ""};
    int before = dup(STDERR_FILENO);
    if (ftruncate(b->messages, 0) != 0 || lseek(b->messages, 0, SEEK_SET) != 0) fail("lseek");
    dup2(b->messages, STDERR_FILENO);
    trial->step = load(b->dir, last_bytes, &diagnostic);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    ssize_t size = pread(b->messages, trial->text, MESSAGES_MAX / 2, 0);
    trial->text[size > 0 ? size : 0] = '\0';
    size_t used = strlen(trial->text);
    if (trial->step == REFUSED)
        snprintf(trial->text + used, sizeof trial->text - used, "%s", diagnostic.text);
}

static void report_error(struct bench *b, const struct trial *trial, int want, const char *format,
                         va_list args) {
    printf("FAIL ");
    vprintf(format, args);
    printf(": step %d, not %d, and says '%s'\n", trial->step, want, trial->text);
    b->failed++;
}

// Try, mend, and see that the right step was loaded; `says` is in the message, if it is not NULL.
static void expect(struct bench *b, int want, const char *says, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void expect(struct bench *b, int want, const char *says, const char *format, ...) {
    struct trial trial;
    va_list args;
    try(b, STATE_BYTES, &trial);
    mend(b);
    b->tried++;
    bool is_right = trial.step == want && (says == NULL || strstr(trial.text, says) != NULL);
    va_start(args, format);
    if (!is_right) report_error(b, &trial, want, format, args);
    va_end(args);
}

static void cut(const struct bench *b, int slot, size_t at) {
    write_file(b->path[slot], b->file[slot], at);
}

static void flip(const struct bench *b, int slot, size_t at) {
    uint8_t bytes[FILE_MAX];
    memcpy(bytes, b->file[slot], b->size[slot]);
    bytes[at / 8] ^= (uint8_t)(1u << at % 8);
    write_file(b->path[slot], bytes, b->size[slot]);
}

static void extend(const struct bench *b, int slot, size_t by) {
    uint8_t bytes[2 * FILE_MAX] = {0};
    memcpy(bytes, b->file[slot], b->size[slot]);
    write_file(b->path[slot], bytes, b->size[slot] + by);
}

static void grow(const struct bench *b, int slot, size_t shift) {
    cut(b, slot, b->size[slot]);
    if (truncate(b->path[slot], (off_t)1 << shift) != 0) fail("truncate");
}

static void link_away(const struct bench *b, int slot, size_t at) {
    char aside[600];
    (void)at;
    snprintf(aside, sizeof aside, "%s/../%d.aside", b->dir, slot);
    unlink(aside);
    if (rename(b->path[slot], aside) != 0) fail("rename");
    char target[32];
    snprintf(target, sizeof target, "../../%d.aside", slot);
    if (symlink(target, b->path[slot]) != 0) fail("symlink");
}

static void put_pipe(const struct bench *b, int slot, size_t at) {
    (void)at;
    unlink(b->path[slot]);
    if (mkfifo(b->path[slot], 0600) != 0) fail("mkfifo");
}

static void put_zeros(const struct bench *b, int slot, size_t at) {
    (void)at;
    static const uint8_t zeros[FILE_MAX];
    write_file(b->path[slot], zeros, b->size[slot]);
}

// The newest is broken, then the older one, then both in the same way.
typedef void breaker(const struct bench *b, int slot, size_t at);

static void break_each(struct bench *b, breaker *broken, size_t at, const char *what) {
    // states that are both of another scenario are refused before they are read
    bool is_identity = broken == flip && at >= 8 * 48 && at < 8 * 56;
    const char *says = is_identity ? "do not belong" : "no checkpoint in it is good";
    // with another serial number it is no longer the newest, so nothing need be said
    bool is_serial = broken == flip && at >= 8 * 64 && at < 8 * 72;
    broken(b, 1, at);
    expect(b, FIRST_STEP, is_serial ? NULL : "1.chk is of no use", "%s %zu of the newest", what,
           at);
    broken(b, 0, at);
    expect(b, SECOND_STEP, NULL, "%s %zu of the older", what, at);
    broken(b, 0, at);
    broken(b, 1, at);
    expect(b, REFUSED, says, "%s %zu of both", what, at);
}

static void test_broken(struct bench *b) {
    for (size_t at = 0; at < b->size[1]; at++)
        break_each(b, cut, at, "length");
    // every bit of the head, and 300 places behind it
    for (size_t at = 0; at < 8 * b->size[1]; at += at < 8 * 104 ? 1 : 27)
        break_each(b, flip, at, "bit");
    for (size_t by = 1; by <= 1000; by *= 10)
        break_each(b, extend, by, "more bytes");
    break_each(b, grow, 40, "size 2 to the");
    break_each(b, link_away, 0, "a link");
    break_each(b, put_pipe, 0, "a pipe");
    break_each(b, put_zeros, 0, "zeros");
}

// --- whole files with another meaning ------------------------------------------------------------

// Change some bytes and make the checksum right again.
static void forge(const struct bench *b, size_t at, const void *with, size_t count) {
    for (int slot = 0; slot < 2; slot++) {
        uint8_t bytes[FILE_MAX];
        size_t end = b->size[slot] - 8;
        memcpy(bytes, b->file[slot], b->size[slot]);
        memcpy(bytes + at, with, count);
        uint64_t sum = crc_of(bytes, end, 0);
        for (int i = 0; i < 8; i++)
            bytes[end + (size_t)i] = (uint8_t)(sum >> (8 * i));
        write_file(b->path[slot], bytes, b->size[slot]);
    }
}

static const struct {
    size_t at;
    const char *with;
    size_t count;
    const char *says, *what;
} forgeries[] = {
    {8, "\2", 1, "it has format 2; this program reads format 1", "format"},
    {12, "\2\4\4", 3, "big-endian numbers, doubles of 4 and longs of 4 bytes", "machine"},
    {16, "9.8.7\0\0\0", 8, "saved by dashpot 9.8.7 and needs that version", "version"},
    {16, "\33[31m\n\0\0", 8, "saved by dashpot ?[31m? and", "version that is no text"},
    {32, "journal", 8, "it is of a journal, not of a driver", "kind"},
    {48, "12345678", 8, "do not belong", "scenario"},
    {72, "\2\0\0", 3, "has 2 parts; that of this run has 3", "fewer parts"},
    {72, "\xff\xff\xff\xff\xff\xff\xff\xff", 8, "parts; that of this run has 3",
     "parts without number"},
    {80, "\xff\xff\xff\xff\xff\xff\xff\xff", 8, "other sizes", "a part without end"},
    {80, "\x10", 1, "other sizes", "a longer part"},
};

static void test_forged(struct bench *b) {
    forge(b, 0, "", 0);
    expect(b, SECOND_STEP, NULL, "nothing forged");
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        forge(b, forgeries[i].at, forgeries[i].with, forgeries[i].count);
        expect(b, REFUSED, forgeries[i].says, "%s", forgeries[i].what);
    }
}

static void test_others(struct bench *b) {
    struct trial trial;
    write_file(b->path[0], b->file[1], b->size[1]);
    write_file(b->path[1], b->file[0], b->size[0]);
    expect(b, SECOND_STEP, NULL, "slots that changed places");
    write_file(b->path[1], b->file[0], b->size[0]);
    expect(b, FIRST_STEP, NULL, "the same state twice");
    unlink(b->path[1]);
    expect(b, FIRST_STEP, NULL, "one state");
    unlink(b->path[0]);
    unlink(b->path[1]);
    expect(b, 0, NULL, "no state");
    unlink(b->path[0]);
    put_zeros(b, 1, 0);
    expect(b, REFUSED, "1.chk: it is not a checkpoint", "one broken state");
    unlink(b->path[0]);
    if (mkdir(b->path[0], 0700) != 0) fail("mkdir");
    try(b, STATE_BYTES, &trial);
    rmdir(b->path[0]);
    mend(b);
    b->failed += trial.step != REFUSED || strstr(trial.text, "not a checkpoint") == NULL;
    try(b, STATE_BYTES - 1, &trial);
    b->failed += trial.step != REFUSED || strstr(trial.text, "other sizes") == NULL;

    for (int i = 2; i < 4; i++) {
        write_file(b->path[i], "other\n", 6);
        expect(b, REFUSED, "do not belong", "another text in %s", b->path[i]);
        write_file(b->path[i], "dri\0er\n", 7);
        expect(b, REFUSED, "is damaged", "NUL in %s", b->path[i]);
        write_file(b->path[i], "", 0);
        expect(b, REFUSED, "is damaged", "nothing in %s", b->path[i]);
        unlink(b->path[i]);
        expect(b, REFUSED, "is missing", "no %s", b->path[i]);
        put_pipe(b, i, 0);
        expect(b, REFUSED, "is damaged", "a pipe as %s", b->path[i]);
        link_away(b, i, 0);
        expect(b, REFUSED, "cannot be resumed", "a link as %s", b->path[i]);
    }
}

// After a resume the state that was loaded is the one that stays.
static void test_turn(struct bench *b) {
    dp_diagnostic diagnostic;
    struct checkpoint_origin origin;
    struct checkpoint_piece pieces[PIECES];
    struct state state;
    uint64_t step;
    const uint64_t third = 30;
    list_pieces(&state, pieces);
    struct checkpoint_store *store = checkpoint_resume(b->dir, &origin, &driver_call, &diagnostic);
    if (store == NULL) fail(diagnostic.text);
    checkpoint_set_kind(store, "driver");
    if (checkpoint_load(store, &step, pieces, PIECES, &diagnostic) != 0) fail(diagnostic.text);
    state = make_state(third);
    if (checkpoint_save(store, third, pieces, PIECES, &diagnostic) != 0) fail(diagnostic.text);
    checkpoint_end(store);
    struct trial trial;
    try(b, STATE_BYTES, &trial);
    b->failed += trial.step != (int)third;
    put_zeros(b, 0, 0);
    expect(b, SECOND_STEP, "0.chk is of no use", "the state before the third");
}

int test_damage(const char *dir) {
    static struct bench b;
    start_bench(&b, dir);
    expect(&b, SECOND_STEP, NULL, "nothing broken");
    test_broken(&b);
    test_forged(&b);
    test_others(&b);
    test_turn(&b);
    printf("damage: %d tried, %d failed\n", b.tried, b.failed);
    return b.failed > 0;
}
