// Journals of a study with one record that has a good checksum and makes no sense.
// usage: split_forge FROM TO POINT HOW

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "journal/format.h"

struct forgery {
    struct journal *to;
    const struct journal *from;
    long point;
    const char *how;
    int done;  // records that were changed
    int error;
};

// --- bytes ---------------------------------------------------------------------------------------

static void put_word(uint8_t *bytes, size_t word, uint64_t value) {
    for (size_t i = 0; i < 8; i++)
        bytes[8 * word + i] = (uint8_t)(value >> (8 * i));
}

// A copy that failed: status, time, body, pair, sentence.
static void put_failure(struct journal_record *record, uint8_t *bytes, uint64_t body,
                        const char *text) {
    size_t length = strlen(text);
    put_word(bytes, 0, 7);
    put_word(bytes, 1, 0);
    put_word(bytes, 2, body);
    put_word(bytes, 3, 0);
    memcpy(bytes + 32, text, length);
    record->status = 3;
    record->size = 32 + length;
}

// `bytes`: a copy of the remarks with room for more.
static int forge_remarks(struct journal_record *record, uint8_t *bytes, const char *how) {
    static const char *const words[] = {"channels", "pairs", "columns", "rows"};
    for (size_t i = 0; i < 4; i++) {
        if (strcmp(how, words[i]) == 0) {
            put_word(bytes, i, bytes[8 * i] + 1u);
            return 1;
        }
    }
    if (strcmp(how, "cut") == 0)
        record->size--;
    else if (strcmp(how, "longer") == 0)
        record->size += 8;
    else if (strcmp(how, "many") == 0)
        // times the columns it is as many as before, but for what does not fit into 64 bits
        put_word(bytes, 3, UINT64_C(1) << 61);
    else if (strcmp(how, "other") == 0)
        bytes[8 * 6]++;
    else if (strcmp(how, "empty") == 0)
        record->size = 0;
    else if (strcmp(how, "status") == 0)
        record->status = 3;
    else if (strcmp(how, "text") == 0)
        put_failure(record, bytes, 0, "a \033[2J sentence");
    else if (strcmp(how, "body") == 0)
        put_failure(record, bytes, 1000, "a sentence");
    else
        return 0;
    return 1;
}

// --- numbers -------------------------------------------------------------------------------------

enum { CHI2, EVALUATIONS, START, CONVERGED, PLACE = 7 };

static int forge_values(struct journal_record *record, double *values, const char *how) {
    if (strcmp(how, "nan") == 0)
        values[CHI2] = NAN;
    else if (strcmp(how, "other") == 0)
        values[CHI2] += 1.0;
    else if (strcmp(how, "negative") == 0)
        values[CHI2] = -1.0;
    else if (strcmp(how, "outside") == 0)
        values[PLACE] = 1e6;
    else if (strcmp(how, "part") == 0)
        values[EVALUATIONS] += 0.5;
    else if (strcmp(how, "start") == 0)
        values[START] += 1.0;
    else if (strcmp(how, "flag") == 0)
        values[CONVERGED] = 2.0;
    else if (strcmp(how, "status") == 0)
        record->status = 3;
    else
        return 0;
    return 1;
}

// --- files ---------------------------------------------------------------------------------------

static bool take(void *user, int file, const struct journal_record *from) {
    struct forgery *f = user;
    int width = journal_file(f->from, file)->head.width;
    double values[WIDTH_MAX];
    struct journal_record record = *from;
    uint8_t *bytes = calloc(from->size + 100, 1);
    if (bytes == NULL) exit(1);
    if (from->size > 0) memcpy(bytes, from->remarks, from->size);
    for (int i = 0; i < width; i++)
        values[i] = from->values[i];
    record.values = values;
    record.remarks = bytes;
    if (record.point == f->point)
        f->done += width > 0 ? forge_values(&record, values, f->how)
                             : forge_remarks(&record, bytes, f->how);
    f->error = journal_put(f->to, &record);
    free(bytes);
    return f->error == 0;
}

int main(int argc, char **argv) {
    dp_diagnostic diagnostic;
    bool is_none;
    if (argc != 5) {
        fputs("usage: split_forge FROM TO POINT HOW\n", stderr);
        return 1;
    }
    struct journal *from = journal_open(argv[1], &is_none, &diagnostic);
    struct journal *to = from != NULL ? journal_begin(argv[2], &diagnostic) : NULL;
    if (to == NULL) {
        fprintf(stderr, "split_forge: %s\n", diagnostic.text);
        return 1;
    }
    struct forgery forgery = {
        .to = to, .from = from, .point = strtol(argv[3], NULL, 10), .how = argv[4]};
    journal_own(to, &journal_file(from, 0)->head);
    journal_read(from, take, &forgery);
    int error = journal_end(to);
    journal_end(from);
    bool is_good = error == 0 && forgery.error == 0 && forgery.done > 0;
    if (!is_good) fprintf(stderr, "split_forge: nothing was changed\n");
    return is_good ? 0 : 1;
}
