// Tests for workbench/journal and for what records say beside their numbers (study/record.c):
// what is written is read, what is not whole does not count, and bytes may come from anybody.

#define _XOPEN_SOURCE 700  // mkdtemp, nftw

#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dashpot/workbench.h"
#include "journal/format.h"
#include "journal/journal.h"
#include "study/record.h"

enum { COUNT = 9, WIDTH = 3, SIZE_MOST = 1 << 16 };

static const char origin[] = "{\"program\": \"0\", \"text\": \"a scenario\"}";

// --- a folder ------------------------------------------------------------------------------------

static char folder[64];

static int make_folder(void **state) {
    (void)state;
    strcpy(folder, "journals-XXXXXX");
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *at) {
    (void)status, (void)type, (void)at;
    return remove(path);
}

static int remove_folder(void **state) {
    (void)state;
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static const char *path_of(const char *name) {
    static char path[200];
    snprintf(path, sizeof path, "%s/journals/%s", folder, name);
    return path;
}

struct bytes {
    uint8_t data[SIZE_MOST];
    size_t size;
};

static void load(struct bytes *bytes, const char *name) {
    int fd = open(path_of(name), O_RDONLY);
    assert_true(fd >= 0);
    ssize_t size = read(fd, bytes->data, sizeof bytes->data);
    assert_true(size >= 0 && size < SIZE_MOST);
    bytes->size = (size_t)size;
    close(fd);
}

static void store(const struct bytes *bytes, const char *name) {
    int fd = open(path_of(name), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes->data, bytes->size), (ssize_t)bytes->size);
    close(fd);
}

static void put_number(uint8_t *to, uint64_t value, int count) {
    for (int i = 0; i < count; i++)
        to[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t sum_of(const uint8_t *bytes, size_t size) {
    static struct crc64 crc;
    crc64_init(&crc);
    return crc64_of(&crc, bytes, size);
}

// --- writing -------------------------------------------------------------------------------------

static struct journal_head head_of(int part, int parts, int width) {
    return (struct journal_head){
        .origin = origin, .points = COUNT, .width = width, .part = part, .parts = parts};
}

static struct journal *begin(const struct journal_head *head) {
    dp_diagnostic diagnostic;
    struct journal *journal = journal_begin(folder, &diagnostic);
    assert_non_null(journal);
    journal_own(journal, head);
    return journal;
}

static double value_of(long point, int i) {
    static const double odd[] = {-0.0, INFINITY, NAN, 5e-324, 1.7976931348623157e308};
    return point < 5 && i == 0 ? odd[point] : (double)point + 0.1 * i;
}

static void remarks_of(long point, char text[64]) {
    // some have none, some say the same as the one before
    snprintf(text, 64, "%s", "");
    if (point % 3 != 0) snprintf(text, 64, "remark %ld", point / 3);
}

static int put(struct journal *journal, long point, int width) {
    double values[WIDTH_MAX];
    char text[64];
    remarks_of(point, text);
    for (int i = 0; i < width; i++)
        values[i] = value_of(point, i);
    const struct journal_record record = {.point = point,
                                          .status = point == 4 ? 3 : 0,
                                          .values = values,
                                          .remarks = text,
                                          .size = strlen(text)};
    return journal_put(journal, &record);
}

// A journal of all points; the last one first, as threads may have it.
static void write_all(int part, int parts, int width) {
    const struct journal_head head = head_of(part, parts, width);
    struct journal *journal = begin(&head);
    for (long point = COUNT - 1; point >= 0; point--)
        assert_int_equal(put(journal, point, width), 0);
    assert_int_equal(journal_end(journal), 0);
}

// --- reading -------------------------------------------------------------------------------------

struct seen {
    int count, by_point[COUNT];
    int width;
    int most;  // records until it is ended; 0: all
};

// A record that is read is the one that was written: whatever is done to a file, none is made up.
static bool take(void *user, int file, const struct journal_record *record) {
    struct seen *seen = user;
    char text[64];
    (void)file;
    assert_in_range(record->point, 0, COUNT - 1);
    remarks_of(record->point, text);
    for (int i = 0; i < seen->width; i++) {
        double want = value_of(record->point, i);
        assert_memory_equal(&record->values[i], &want, sizeof want);
    }
    assert_int_equal(record->status, record->point == 4 ? 3 : 0);
    assert_int_equal(record->size, strlen(text));
    if (record->size > 0) assert_memory_equal(record->remarks, text, record->size);
    seen->count++;
    seen->by_point[record->point]++;
    return seen->most == 0 || seen->count < seen->most;
}

// Records that count; `torn` and `files` may be NULL.
static int read_all(int width, long *torn, int *files) {
    dp_diagnostic diagnostic;
    bool is_none;
    struct seen seen = {.width = width};
    struct journal *journal = journal_open(folder, &is_none, &diagnostic);
    assert_non_null(journal);
    long lost = journal_read(journal, take, &seen);
    assert_true(lost >= 0);
    if (torn != NULL) *torn = lost;
    if (files != NULL) *files = journal_count(journal);
    assert_int_equal(journal_end(journal), 0);
    return seen.count;
}

static void what_is_written_is_read(void **state) {
    (void)state;
    const int widths[] = {0, 1, WIDTH, WIDTH_MAX};
    for (int i = 0; i < 4; i++) {
        long torn;
        int files;
        dp_diagnostic diagnostic;
        bool is_none;
        make_folder(NULL);
        write_all(2, 3, widths[i]);
        assert_int_equal(read_all(widths[i], &torn, &files), COUNT);
        assert_int_equal(torn, 0);
        assert_int_equal(files, 1);
        struct journal *journal = journal_open(folder, &is_none, &diagnostic);
        const struct journal_file *file = journal_file(journal, 0);
        assert_string_equal(file->name, "part-00002-of-00003-1");
        assert_string_equal(file->head.origin, origin);
        assert_int_equal(file->head.points, COUNT);
        assert_int_equal(file->head.width, widths[i]);
        assert_int_equal(file->head.part, 2);
        assert_int_equal(file->head.parts, 3);
        assert_int_equal((file->end - file->begin) / record_size(widths[i]), COUNT);
        struct seen seen = {.width = widths[i], .most = 2};
        assert_int_equal(journal_read(journal, take, &seen), 0);
        assert_int_equal(seen.count, 2);
        journal_end(journal);
        remove_folder(NULL);
    }
}

static void every_process_has_files_of_its_own(void **state) {
    (void)state;
    const struct journal_head part = head_of(1, 2, WIDTH), rest = head_of(0, 0, WIDTH);
    struct journal *journals[4] = {begin(&part), begin(&part), begin(&rest), begin(&rest)};
    for (int i = 0; i < 4; i++)
        assert_int_equal(put(journals[i], i, WIDTH), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(journal_end(journals[i]), 0);
    int files;
    assert_int_equal(read_all(WIDTH, NULL, &files), 4);
    assert_int_equal(files, 4);
    static const char *const names[] = {"part-00001-of-00002-1", "part-00001-of-00002-2", "rest-1",
                                        "rest-2"};
    dp_diagnostic diagnostic;
    bool is_none;
    struct journal *journal = journal_open(folder, &is_none, &diagnostic);
    for (int i = 0; i < 4; i++)
        assert_string_equal(journal_file(journal, i)->name, names[i]);
    journal_end(journal);
}

static void a_process_without_points_leaves_no_file(void **state) {
    (void)state;
    const struct journal_head head = head_of(1, 2, WIDTH);
    assert_int_equal(journal_end(begin(&head)), 0);
    int files;
    assert_int_equal(read_all(WIDTH, NULL, &files), 0);
    assert_int_equal(files, 0);
}

// --- torn files ----------------------------------------------------------------------------------

static const char points_name[] = "part-00001-of-00001-1.points";
static const char remarks_name[] = "part-00001-of-00001-1.remarks";
static const size_t head_bytes = HEAD_FIXED + sizeof origin - 1 + 8;

static void a_file_may_be_cut_at_every_byte(void **state) {
    (void)state;
    static struct bytes bytes;
    write_all(1, 1, WIDTH);
    load(&bytes, points_name);
    size_t whole = bytes.size, record = record_size(WIDTH);
    assert_int_equal(whole, head_bytes + COUNT * record);
    for (size_t size = 0; size <= whole; size++) {
        long torn;
        int files;
        bytes.size = size;
        store(&bytes, points_name);
        int want = size < head_bytes ? 0 : (int)((size - head_bytes) / record);
        assert_int_equal(read_all(WIDTH, &torn, &files), want);
        assert_int_equal(torn, 0);
        assert_int_equal(files, size >= head_bytes);
    }
}

static void every_byte_is_guarded(void **state) {
    (void)state;
    static struct bytes bytes;
    write_all(1, 1, WIDTH);
    load(&bytes, points_name);
    for (size_t at = 0; at < bytes.size; at++) {
        long torn;
        int files;
        bytes.data[at] ^= (uint8_t)(1 << at % 8);
        store(&bytes, points_name);
        bool is_head = at < head_bytes;
        assert_int_equal(read_all(WIDTH, &torn, &files), is_head ? 0 : COUNT - 1);
        assert_int_equal(torn, !is_head);
        assert_int_equal(files, !is_head);
        bytes.data[at] ^= (uint8_t)(1 << at % 8);
    }
    store(&bytes, points_name);
    // two records share the remarks of most bytes
    load(&bytes, remarks_name);
    for (size_t at = 0; at < bytes.size; at++) {
        bytes.data[at] ^= 4;
        store(&bytes, remarks_name);
        assert_in_range(read_all(WIDTH, NULL, NULL), COUNT - 2, COUNT - 1);
        bytes.data[at] ^= 4;
    }
}

static void remarks_may_be_gone(void **state) {
    (void)state;
    long torn;
    write_all(1, 1, WIDTH);
    assert_int_equal(unlink(path_of(remarks_name)), 0);
    // those without remarks: 0, 3, 6
    assert_int_equal(read_all(WIDTH, &torn, NULL), 3);
    assert_int_equal(torn, COUNT - 3);
}

static void remarks_without_points_are_in_nobodys_way(void **state) {
    (void)state;
    int files;
    write_all(1, 1, WIDTH);
    assert_int_equal(unlink(path_of(points_name)), 0);
    write_all(1, 1, WIDTH);
    assert_int_equal(read_all(WIDTH, NULL, &files), COUNT);
    assert_int_equal(files, 1);
}

static void nothing_is_written_after_a_failure(void **state) {
    (void)state;
    struct rlimit old, few;
    const struct journal_head head = head_of(1, 1, WIDTH);
    const size_t record = record_size(WIDTH);
    getrlimit(RLIMIT_FSIZE, &old);
    few = old;
    few.rlim_cur = head_bytes + 2 * record + record / 2;
    signal(SIGXFSZ, SIG_IGN);
    struct journal *journal = begin(&head);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    assert_int_equal(put(journal, 0, WIDTH), 0);
    assert_int_equal(put(journal, 1, WIDTH), 0);
    assert_int_equal(put(journal, 2, WIDTH), EFBIG);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    // there is room again, but a record now would lie at the wrong place
    assert_int_equal(put(journal, 3, WIDTH), EFBIG);
    assert_int_equal(journal_end(journal), EFBIG);
    long torn;
    assert_int_equal(read_all(WIDTH, &torn, NULL), 2);
    assert_int_equal(torn, 0);
}

static void points_that_were_removed_are_told(void **state) {
    (void)state;
    const struct journal_head head = head_of(1, 1, WIDTH);
    struct journal *journal = begin(&head);
    assert_int_equal(put(journal, 0, WIDTH), 0);
    assert_int_equal(unlink(path_of(points_name)), 0);
    assert_int_equal(put(journal, 1, WIDTH), 0);
    assert_int_equal(journal_end(journal), ENOENT);
}

// --- an enemy, who knows how sums are made -------------------------------------------------------

struct forgery {
    size_t at;
    int bytes;
    uint64_t value;
};

static void forge_record(struct bytes *bytes, int index, const struct forgery *list, int count) {
    size_t record = record_size(WIDTH);
    uint8_t *start = bytes->data + head_bytes + (size_t)index * record;
    for (int i = 0; i < count; i++)
        put_number(start + list[i].at, list[i].value, list[i].bytes);
    put_number(start + record - 8, sum_of(start, record - 8), 8);
}

static void records_may_say_anything(void **state) {
    (void)state;
    // the sum of 2^30 and the last one is 0
    static const uint64_t numbers[] = {COUNT,
                                       61,
                                       1u << 20,
                                       1u << 30,
                                       0xffffff00,
                                       UINT32_MAX,
                                       1ull << 62,
                                       INT64_MAX,
                                       1ull << 63,
                                       UINT64_MAX - (1 << 20),
                                       UINT64_MAX,
                                       UINT64_MAX - 60,
                                       UINT64_MAX - (1u << 30) + 1};
    static struct bytes good, bytes;
    const int many = sizeof numbers / sizeof *numbers;
    write_all(1, 1, WIDTH);
    load(&good, points_name);
    for (int i = 0; i < many; i++) {
        long torn;
        const struct forgery point = {0, 8, numbers[i]};
        bytes = good;
        forge_record(&bytes, 2, &point, 1);
        store(&bytes, points_name);
        assert_int_equal(read_all(WIDTH, &torn, NULL), COUNT - 1);
        assert_int_equal(torn, 1);
        // where the remarks are, beside good ones that were read before
        for (int j = 0; j < many; j++) {
            const struct forgery place[] = {{12, 4, numbers[i]}, {16, 8, numbers[j]}};
            bytes = good;
            forge_record(&bytes, 2, place, 2);
            store(&bytes, points_name);
            int lost = (uint32_t)numbers[i] != 0;
            // nothing at all: a record without remarks
            if (!lost) continue;
            assert_int_equal(read_all(WIDTH, &torn, NULL), COUNT - 1);
            assert_int_equal(torn, 1);
        }
    }
}

static void heads_may_say_anything(void **state) {
    (void)state;
    // points, width, part, parts, length of the origin
    static const struct forgery list[] = {{8, 8, 0},           {8, 8, UINT64_MAX},
                                          {8, 8, INT64_MAX},   {16, 4, WIDTH_MAX + 1},
                                          {16, 4, UINT32_MAX}, {16, 4, 1u << 31},
                                          {20, 4, 2},          {20, 4, UINT32_MAX},
                                          {24, 4, 1u << 31},   {24, 4, 0},
                                          {28, 4, UINT32_MAX}, {28, 4, ORIGIN_MAX + 1},
                                          {28, 4, ORIGIN_MAX}, {28, 4, sizeof origin},
                                          {28, 4, 0},          {0, 4, 0}};
    static struct bytes good, bytes;
    write_all(1, 1, WIDTH);
    load(&good, points_name);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        int files;
        bytes = good;
        put_number(bytes.data + list[i].at, list[i].value, list[i].bytes);
        put_number(bytes.data + head_bytes - 8, sum_of(bytes.data, head_bytes - 8), 8);
        store(&bytes, points_name);
        assert_int_equal(read_all(WIDTH, NULL, &files), 0);
        assert_int_equal(files, 0);
    }
    // another width: the rest is read in other pieces, and no piece has the right sum
    bytes = good;
    put_number(bytes.data + 16, WIDTH - 1, 4);
    put_number(bytes.data + head_bytes - 8, sum_of(bytes.data, head_bytes - 8), 8);
    store(&bytes, points_name);
    assert_int_equal(read_all(WIDTH - 1, NULL, NULL), 0);
}

// --- remarks -------------------------------------------------------------------------------------

enum { RESULTS = 2 };

// Bytes that end where their memory does, so that a step beyond is seen.
static bool try_remarks(const void *bytes, size_t size, int status, struct point_record *record) {
    double values[RESULTS] = {1.0, 2.0};
    uint8_t *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    const struct journal_record from = {
        .point = 7, .status = status, .values = values, .remarks = copy, .size = size};
    bool is_good = record_read(record, RESULTS, "ball.yaml", &from);
    free(copy);
    return is_good;
}

static size_t item(uint8_t *to, char letter, int index, size_t length, double number, char fill,
                   size_t filled) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    to[0] = (uint8_t)letter;
    to[1] = (uint8_t)index;
    put_number(to + 2, length, 2);
    put_number(to + 4, bits, 8);
    memset(to + 12, fill, filled);
    return 12 + filled;
}

static struct point_record *record_new(void) {
    struct point_record *record = calloc(1, sizeof *record);
    assert_non_null(record);
    return record;
}

static void remarks_are_read_as_they_were_written(void **state) {
    (void)state;
    struct point_record *from = record_new(), *to = record_new();
    struct record_filter filter = {.failed_count = 0};
    struct bytes_out bytes = {.size = 0};
    from->point = 7;
    strcpy(from->unit[1], "m/s");
    from->has_horizon = true;
    from->horizon = 0.25;
    from->is_broken[1] = true;
    from->excess[1] = 3.5;
    strcpy(from->bound[1], "too fast");
    from->note_count = 2;
    strcpy(from->note[0], "a note");
    memset(from->note[1], 'x', sizeof(record_note) - 1);
    record_pack_remarks(from, RESULTS, "ball.yaml", &filter, &bytes);
    assert_true(try_remarks(bytes.data, bytes.size, DP_RUN_DONE, to));
    assert_string_equal(to->unit[0], "");
    assert_string_equal(to->unit[1], "m/s");
    assert_true(to->has_horizon && to->horizon == 0.25);
    assert_true(to->is_broken[1] && to->excess[1] == 3.5 && !to->is_broken[0]);
    assert_string_equal(to->bound[1], "too fast");
    assert_int_equal(to->note_count, 2);
    assert_string_equal(to->note[0], "a note");
    assert_string_equal(to->note[1], from->note[1]);
    // a bound that is not broken as much is counted without its words and without how far
    from->point = 8;
    from->excess[1] = 3.0;
    record_pack_remarks(from, RESULTS, "ball.yaml", &filter, &bytes);
    assert_true(try_remarks(bytes.data, bytes.size, DP_RUN_DONE, to));
    assert_true(to->is_broken[1] && to->excess[1] == -INFINITY);
    assert_string_equal(to->bound[1], "");
    // each prefix is refused, but for those that end with an item
    int good = 0;
    for (size_t size = 0; size < bytes.size; size++)
        good += try_remarks(bytes.data, size, DP_RUN_DONE, to);
    assert_int_equal(good, 5);
    free(bytes.data);
    free(from);
    free(to);
}

static void messages_have_the_name_of_the_call(void **state) {
    (void)state;
    struct point_record *from = record_new(), *to = record_new();
    struct record_filter filter = {.failed_count = 0};
    struct bytes_out bytes = {.size = 0};
    from->status = DP_RUN_NUMERIC;
    strcpy(from->failure, "/far/away/ball.yaml:3: no");
    record_pack_remarks(from, RESULTS, "/far/away/ball.yaml", &filter, &bytes);
    assert_true(try_remarks(bytes.data, bytes.size, DP_RUN_NUMERIC, to));
    assert_string_equal(to->failure, "ball.yaml:3: no");
    record_rename(from, "/far/away/ball.yaml", "a.yaml");
    assert_string_equal(from->failure, "a.yaml:3: no");
    record_rename(from, "other.yaml", "b.yaml");
    assert_string_equal(from->failure, "a.yaml:3: no");
    // a longer name takes the room of the message, never more
    static char longer[2 * RECORD_FAILURE_MAX];
    memset(longer, 'n', RECORD_FAILURE_MAX - 4);
    record_rename(from, "a.yaml", longer);
    assert_int_equal(strlen(from->failure), RECORD_FAILURE_MAX - 1);
    assert_string_equal(from->failure + RECORD_FAILURE_MAX - 4, ":3:");
    memset(longer, 'n', sizeof longer - 1);
    record_rename(from, "nnn", longer);
    assert_int_equal(strlen(from->failure), RECORD_FAILURE_MAX - 1);
    // only the first failures are told, so that no others are kept
    for (int i = 0; i < 2 * FAILURES_MAX; i++) {
        from->point = i + 1;
        record_pack_remarks(from, RESULTS, "", &filter, &bytes);
        assert_int_equal(bytes.size > 0, i + 1 < FAILURES_MAX);
    }
    free(bytes.data);
    free(from);
    free(to);
}

static void remarks_may_say_anything(void **state) {
    (void)state;
    static uint8_t bytes[1 << 16];
    struct point_record *record = record_new();
    const size_t unit = RECORD_UNIT_MAX, note = sizeof(record_note), most = RECORD_FAILURE_MAX;
    const struct {
        char letter;
        int index;
        size_t length, filled;
        int status;
        bool is_good;
    } list[] = {
        {'U', 0, unit - 1, unit - 1, 0, true},
        {'U', 0, unit, unit, 0, false},
        {'U', RESULTS, 1, 1, 0, false},
        {'U', 255, 1, 1, 0, false},
        {'H', 255, 0, 0, 0, true},
        {'B', DP_BOUND_COUNT - 1, note - 1, note - 1, 0, true},
        {'B', DP_BOUND_COUNT, 1, 1, 0, false},
        {'B', 0, note, note, 0, false},
        {'N', 0, note - 1, note - 1, 0, true},
        {'N', 0, note, note, 0, false},
        {'N', 0, 5, 4, 0, false},
        {'N', 0, 65535, 4, 0, false},
        {'N', 0, 65535, 40000, 0, false},
        {'N', 0, most, most, 0, false},
        {'F', 0, most - 1, most - 1, 3, true},
        {'F', 0, most, most, 3, false},
        {'F', 1, most - 1, most - 1, 3, false},
        {'F', 1, most - 1 - strlen("ball.yaml"), most - 1 - strlen("ball.yaml"), 3, true},
        {'F', 1, most - strlen("ball.yaml"), most - strlen("ball.yaml"), 3, false},
        {'F', 0, 1, 1, 0, false},
        {'N', 0, 1, 1, 3, false},
        {'Z', 0, 0, 0, 0, false},
        {'\0', 0, 0, 0, 0, false},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        size_t size =
            item(bytes, list[i].letter, list[i].index, list[i].length, NAN, 'a', list[i].filled);
        assert_int_equal(try_remarks(bytes, size, list[i].status, record), list[i].is_good);
    }
    // more notes than there is room for
    for (int count = OUTCOME_NOTES_MAX; count <= OUTCOME_NOTES_MAX + 1; count++) {
        size_t size = 0;
        for (int i = 0; i < count; i++)
            size += item(bytes + size, 'N', 0, 1, 0.0, 'a', 1);
        assert_int_equal(try_remarks(bytes, size, 0, record), count == OUTCOME_NOTES_MAX);
    }
    // a zero in a text ends it, and does no harm
    size_t size = item(bytes, 'N', 0, 4, 0.0, '\0', 4);
    assert_true(try_remarks(bytes, size, 0, record));
    // what had no memory, or was stopped, is never in a journal
    for (int status = 0; status < 8; status++)
        assert_int_equal(try_remarks(bytes, 0, status, record), status < DP_RUN_SYSTEM);
    free(record);
}

int main(void) {
#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        IN_A_FOLDER(every_process_has_files_of_its_own),
        IN_A_FOLDER(a_process_without_points_leaves_no_file),
        IN_A_FOLDER(a_file_may_be_cut_at_every_byte),
        IN_A_FOLDER(every_byte_is_guarded),
        IN_A_FOLDER(remarks_may_be_gone),
        IN_A_FOLDER(remarks_without_points_are_in_nobodys_way),
        IN_A_FOLDER(nothing_is_written_after_a_failure),
        IN_A_FOLDER(points_that_were_removed_are_told),
        IN_A_FOLDER(records_may_say_anything),
        IN_A_FOLDER(heads_may_say_anything),
        cmocka_unit_test(remarks_are_read_as_they_were_written),
        cmocka_unit_test(messages_have_the_name_of_the_call),
        cmocka_unit_test(remarks_may_say_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
