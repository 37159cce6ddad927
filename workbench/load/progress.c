// How far a study in parts is.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "load/parts.h"
#include "study/record.h"

enum { RANGES_MAX = 100, PARTS_MAX = 1000 };

struct tally {
    long points, done, failed;
    uint8_t *bits;
    long *by_file;  // records of each
    long damaged;
    int width;
    struct point_record *record;  // NULL: records are not those of a sweep
};

// What a sweep has no use for must not count here.
static bool is_good(const struct tally *tally, const struct journal_record *record) {
    return tally->record == NULL || record_read(tally->record, tally->width, "", record);
}

static bool count_record(void *user, int file, const struct journal_record *record) {
    struct tally *tally = user;
    uint8_t *byte = &tally->bits[record->point / 8];
    int bit = 1 << record->point % 8;
    if (!is_good(tally, record)) {
        tally->damaged++;
        return true;
    }
    tally->by_file[file]++;
    if ((*byte & bit) != 0) return true;
    *byte = (uint8_t)(*byte | bit);
    tally->done++;
    tally->failed += record->status != DP_RUN_DONE;
    return true;
}

static bool is_missing(const struct tally *tally, long point) {
    return (tally->bits[point / 8] >> point % 8 & 1) == 0;
}

// Stretches of missing points as [first, last], not more of them than people read.
static json_t *missing_json(const struct tally *tally) {
    json_t *list = json_array();
    for (long at = 0; at < tally->points && json_array_size(list) < RANGES_MAX; at++) {
        if (!is_missing(tally, at)) continue;
        long first = at;
        while (at + 1 < tally->points && is_missing(tally, at + 1))
            at++;
        json_push(list, json_pack("[I, I]", (json_int_t)first, (json_int_t)at));
    }
    return list;
}

// N of the file that was written last among those of parts; 0: none.
static int parts_of(const struct journal *journal) {
    const struct journal_file *last = NULL;
    for (int i = 0; i < journal_count(journal); i++) {
        const struct journal_file *file = journal_file(journal, i);
        if (file->head.parts > 0 && (last == NULL || file->modified > last->modified)) last = file;
    }
    return last != NULL ? last->head.parts : 0;
}

// [s] since 1970 when a part wrote last; 0: never.
static double last_of(const struct journal *journal, int part, int parts) {
    double last = 0.0;
    for (int i = 0; i < journal_count(journal); i++) {
        const struct journal_file *file = journal_file(journal, i);
        bool is_it = file->head.part == part && file->head.parts == parts;
        if (is_it && file->modified > last) last = file->modified;
    }
    return last;
}

// Each part of N: its points, and how many of them are done, by whomever.
static json_t *parts_json(const struct journal *journal, const struct tally *tally, int parts,
                          json_t *left) {
    json_t *list = json_array();
    for (int part = 1; part <= parts && part <= PARTS_MAX; part++) {
        long points = 0, done = 0;
        for (long at = part - 1; at < tally->points; at += parts, points++)
            done += !is_missing(tally, at);
        double last = last_of(journal, part, parts);
        if (done < points) json_push(left, json_integer(part));
        json_push(list, json_pack("{s:i, s:I, s:I, s:o}", "part", part, "points",
                                  (json_int_t)points, "done", (json_int_t)done, "modified",
                                  last > 0.0 ? json_real(last) : json_null()));
    }
    return list;
}

static json_t *files_json(const struct journal *journal, const struct tally *tally) {
    json_t *list = json_array();
    for (int i = 0; i < journal_count(journal); i++) {
        const struct journal_file *file = journal_file(journal, i);
        json_push(list, json_pack("{s:s, s:i, s:i, s:I, s:f}", "name", file->name, "part",
                                  file->head.part, "parts", file->head.parts, "points",
                                  (json_int_t)tally->by_file[i], "modified", file->modified));
    }
    return list;
}

static json_t *status_json(const struct journal *journal, const struct tally *tally, long torn) {
    json_t *origin = json_loads(journal_study(journal)->origin, 0, NULL);
    const char *called = json_string_value(json_object_get(origin, "called"));
    const char *program = json_string_value(json_object_get(origin, "program"));
    int parts = parts_of(journal);
    json_t *status = json_pack(
        "{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:i}", "file", called != NULL ? called : "", "program",
        program != NULL ? program : "", "points", (json_int_t)tally->points, "done",
        (json_int_t)tally->done, "failed", (json_int_t)tally->failed, "missing",
        (json_int_t)(tally->points - tally->done), "torn", (json_int_t)torn, "parts", parts);
    json_t *left = json_array();
    // whoever does what is missing must say the same
    const json_t *settings = json_object_get(origin, "settings");
    json_put(status, "settings", json_is_array(settings) ? json_deep_copy(settings) : json_array());
    json_put(status, "allow_unphysical",
             json_boolean(json_is_true(json_object_get(origin, "allow_unphysical"))));
    json_put(status, "by_part", parts_json(journal, tally, parts, left));
    json_put(status, "parts_left", left);
    json_put(status, "missing_points", missing_json(tally));
    json_put(status, "journals", files_json(journal, tally));
    json_decref(origin);
    return status;
}

json_t *parts_status(const struct journal *journal, const char *dir, dp_diagnostic *diagnostic) {
    diagnostic_clear(diagnostic);
    if (journal_count(journal) == 0) {
        parts_report_empty(dir, diagnostic);
        return NULL;
    }
    const struct journal_head *head = journal_study(journal);
    if (!parts_agree(journal, dir, head->origin, head->points, head->width, diagnostic))
        return NULL;
    struct tally tally = {.points = head->points, .width = head->width};
    tally.bits = calloc((size_t)tally.points / 8 + 1, 1);
    tally.by_file = calloc((size_t)journal_count(journal), sizeof *tally.by_file);
    bool judges = head->width <= SWEEP_RESULTS_ALL && parts_is_sweep(head->origin);
    if (judges) tally.record = calloc(1, sizeof *tally.record);
    bool has_room =
        tally.bits != NULL && tally.by_file != NULL && (tally.record != NULL || !judges);
    json_t *status = NULL;
    long torn = has_room ? journal_read(journal, count_record, &tally) : 0;
    if (torn < 0)
        report_system_error(diagnostic, "%.700s/" JOURNALS_FOLDER ": %s", dir, strerror(errno));
    else if (has_room)
        status = status_json(journal, &tally, torn + tally.damaged);
    if (status == NULL && torn >= 0) report_system_error(diagnostic, "out of memory");
    free(tally.bits);
    free(tally.by_file);
    free(tally.record);
    return status;
}
