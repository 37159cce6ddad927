// Where the records of points are.

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/status.h"
#include "journal/inner.h"

struct mapping {
    struct journal_map *map;
    const struct journal *journal;
    journal_judge *is_good;
    void *user;
    long torn;
    long unequal;  // a point that two journals have differently; -1: none
    int file;      // the second of them
    bool is_out_of_memory;
};

// Of all that a record says.
static uint64_t sum_of(struct mapping *mapping, int file, const struct journal_record *record) {
    struct bytes_out bytes = {.data = NULL};
    bytes_put_whole(&bytes, record->status);
    bytes_put_whole(&bytes, (int64_t)record->size);
    bytes_put_whole(&bytes, (int64_t)record->checksum);
    for (int i = 0; i < mapping->journal->file[file].head.width; i++)
        bytes_put_number(&bytes, record->values[i]);
    mapping->is_out_of_memory = mapping->is_out_of_memory || bytes.is_out_of_memory;
    uint64_t sum = crc64_of(&mapping->journal->clean, bytes.data, bytes.size);
    free(bytes.data);
    return sum;
}

static bool take_record(void *user, int file, const struct journal_record *record) {
    struct mapping *mapping = user;
    bool is_bad = record->point >= mapping->map->points ||
                  (mapping->is_good != NULL && !mapping->is_good(mapping->user, record));
    if (is_bad) {
        mapping->torn++;
        return true;
    }
    struct journal_spot *spot = &mapping->map->spot[record->point];
    uint64_t sum = sum_of(mapping, file, record);
    if (spot->file < 0) {
        *spot = (struct journal_spot){
            .file = file, .status = record->status, .at = record->at, .sum = sum};
    } else if (spot->sum != sum) {
        mapping->unequal = record->point;
        mapping->file = file;
    }
    return mapping->unequal < 0 && !mapping->is_out_of_memory;
}

static bool clear(struct journal_map *map, long points) {
    if (map->points != points) journal_map_free(map);
    if (map->spot == NULL) map->spot = calloc((size_t)points + 1, sizeof *map->spot);
    if (map->spot == NULL) return false;
    map->points = points;
    for (long i = 0; i < points; i++)
        map->spot[i] = (struct journal_spot){.file = -1};
    return true;
}

static void tell_torn(struct journal_map *map, long torn, const struct call *call) {
    if (torn > 0 && map->torn == 0)
        call_message(call, "%ld record%s of the journals %s torn and %s not count", torn,
                     torn == 1 ? "" : "s", torn == 1 ? "is" : "are", torn == 1 ? "does" : "do");
    map->torn = torn;
}

int journal_map_fill(struct journal_map *map, const struct journal_use *use, long points,
                     journal_judge *is_good, void *user, const struct call *call,
                     dp_diagnostic *diagnostic) {
    struct mapping mapping = {
        .map = map, .journal = use->journal, .is_good = is_good, .user = user, .unequal = -1};
    if (!clear(map, points)) return report_system_error(diagnostic, "out of memory");
    long torn = journal_read(use->journal, take_record, &mapping);
    if (torn < 0)
        return report_system_error(diagnostic, "the journals cannot be read: %s", strerror(errno));
    if (mapping.is_out_of_memory) return report_system_error(diagnostic, "out of memory");
    if (mapping.unequal >= 0)
        return report_system_error(diagnostic,
                                   "journals disagree about point %ld: %s has other results than "
                                   "one before it; remove the one that is wrong",
                                   mapping.unequal, use->journal->file[mapping.file].name);
    tell_torn(map, torn + mapping.torn, call);
    return DP_RUN_DONE;
}

void journal_map_free(struct journal_map *map) {
    free(map->spot);
    *map = (struct journal_map){.points = 0};
}
