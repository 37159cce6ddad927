// Any bytes as a journal: head, records and remarks. The first byte says which checksums are made
// right, so that what lies behind them is reached as well; the next two how many bytes are the file
// of points, and the rest are its remarks. Nothing may be read beyond either file, and what counts
// as a record is one.

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dashpot/workbench.h"
#include "journal/format.h"
#include "scratch.h"
#include "study/record.h"

enum { SIZE_MAX_TRIED = 4096, MEND_HEAD = 1, MEND_RECORDS = 2, MEND_REMARKS = 4 };

struct sums {
    struct crc64 clean;
    uint8_t *points;
    size_t size;
    const uint8_t *remarks;
    size_t remarks_size;
};

static uint64_t get(const uint8_t *from, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)from[i] << (8 * i);
    return value;
}

static void put_sum(const struct sums *sums, uint8_t *to, const uint8_t *bytes, size_t size) {
    uint64_t sum = crc64_of(&sums->clean, bytes, size);
    for (int i = 0; i < 8; i++)
        to[i] = (uint8_t)(sum >> (8 * i));
}

static void mend_record(const struct sums *sums, uint8_t *record, size_t size, int what) {
    uint64_t length = get(record + 12, 4), offset = get(record + 16, 8);
    bool is_there = length <= sums->remarks_size && offset <= sums->remarks_size - length;
    if ((what & MEND_REMARKS) != 0 && is_there)
        put_sum(sums, record + 24, sums->remarks + offset, (size_t)length);
    put_sum(sums, record + size - 8, record, size - 8);
}

static void mend(const struct sums *sums, int what) {
    size_t head = sums->size >= HEAD_FIXED ? head_size(sums->points) : 0;
    if (head == 0 || head > sums->size) return;
    if ((what & MEND_HEAD) != 0)
        put_sum(sums, sums->points + head - 8, sums->points, head - 8);
    uint64_t width = get(sums->points + 16, 4);
    if (width > WIDTH_MAX || (what & MEND_RECORDS) == 0) return;
    size_t size = record_size((int)width);
    for (size_t at = head; at + size <= sums->size; at += size)
        mend_record(sums, sums->points + at, size, what);
}

struct seen {
    const struct journal *journal;
    struct point_record *record;
};

static bool take(void *user, int file, const struct journal_record *record) {
    struct seen *seen = user;
    must(file >= 0 && file < journal_count(seen->journal), "the file is one of them");
    const struct journal_head *head = &journal_file(seen->journal, file)->head;
    must(record->point >= 0 && record->point < head->points, "the point is one of the study");
    must((record->remarks != NULL) == (record->size > 0), "remarks are there");
    if (head->width > SWEEP_RESULTS_ALL) return true;
    struct point_record *read = seen->record;
    if (!record_read(read, head->width, "some/ball.yaml", record)) return true;
    must(read->status >= DP_RUN_DONE && read->status < DP_RUN_SYSTEM, "it ended");
    must(read->note_count >= 0 && read->note_count <= OUTCOME_NOTES_MAX, "notes have room");
    for (int i = 0; i < read->note_count; i++)
        must(strlen(read->note[i]) < sizeof(record_note), "a note ends");
    must(strlen(read->failure) < sizeof read->failure, "a message ends");
    return true;
}

static void try_folder(const char *folder) {
    dp_diagnostic diagnostic;
    bool is_none;
    struct journal *journal = journal_open(folder, &is_none, &diagnostic);
    must(journal != NULL, "the folder is one of journals");
    struct seen seen = {journal, calloc(1, sizeof *seen.record)};
    must(seen.record != NULL, "memory");
    must(journal_read(journal, take, &seen) >= 0, "files can be read");
    free(seen.record);
    journal_end(journal);
    char *document;
    int status = dp_study_status(folder, &document, &diagnostic);
    must((status == DP_RUN_DONE) == (document != NULL), "it says how far it is, or why not");
    must(status == DP_RUN_DONE || diagnostic.text[0] != '\0', "it says why not");
    dp_text_free(document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t bytes[SIZE_MAX_TRIED];
    static struct sums sums;
    char folder[128];
    if (size < 3 || size > SIZE_MAX_TRIED) return 0;
    size_t left = size - 3, points = (size_t)get(data + 1, 2) % (left + 1);
    memcpy(bytes, data + 3, left);
    crc64_init(&sums.clean);
    sums.points = bytes;
    sums.size = points;
    sums.remarks = bytes + points;
    sums.remarks_size = left - points;
    mend(&sums, data[0]);
    snprintf(folder, sizeof folder, "%s/journals", scratch_folder());
    mkdir(folder, 0700);
    scratch_file("journals/a.points", bytes, points);
    scratch_file("journals/a.remarks", bytes + points, left - points);
    try_folder(scratch_folder());
    return 0;
}
