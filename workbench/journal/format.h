#ifndef WORKBENCH_JOURNAL_FORMAT_H
#define WORKBENCH_JOURNAL_FORMAT_H

#include "base/crc.h"
#include "journal/journal.h"

// Heads and records as bytes. Numbers are little endian.

enum {
    HEAD_FIXED = 32,        // bytes before the origin
    RECORD_FIXED = 40,      // bytes of a record beside its numbers
    ORIGIN_MAX = 16 << 20,  // bytes of an origin
    WIDTH_MAX = 64,         // numbers of a record
    REMARKS_MAX = 1 << 30,  // bytes of the remarks of one record
};

/// Where the remarks of a record lie.
struct remarks_place {
    uint64_t offset, checksum;
    uint32_t size;
};

static inline size_t record_size(int width) {
    return RECORD_FIXED + sizeof(double) * (size_t)width;
}

/// The head as bytes from malloc; NULL: out of memory.
uint8_t *head_pack(const struct journal_head *head, const struct crc64 *clean, size_t *size);

/// What the fixed bytes of a head say of its size; 0: it is none.
size_t head_size(const uint8_t bytes[HEAD_FIXED]);

/// Read a whole head; the origin is left out. False when its checksum is wrong.
bool head_unpack(const uint8_t *bytes, size_t size, const struct crc64 *clean,
                 struct journal_head *head);

void record_pack(const struct journal_record *record, int width, const struct remarks_place *place,
                 const struct crc64 *clean, uint8_t *bytes);

/// False when it is torn. `values` has room for all numbers.
bool record_unpack(const uint8_t *bytes, int width, const struct crc64 *clean,
                   struct journal_record *record, struct remarks_place *place, double *values);

#endif
