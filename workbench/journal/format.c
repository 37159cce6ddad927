// See format.h.

#include "journal/format.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MAGIC_SIZE = sizeof JOURNALS_MAGIC - 1 };

static void put(uint8_t *to, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++)
        to[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t get(const uint8_t *from, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)from[i] << (8 * i);
    return value;
}

// --- heads ---------------------------------------------------------------------------------------

uint8_t *head_pack(const struct journal_head *head, const struct crc64 *clean, size_t *size) {
    size_t length = strlen(head->origin);
    uint8_t *bytes = length <= ORIGIN_MAX ? malloc(HEAD_FIXED + length + 8) : NULL;
    if (bytes == NULL) return NULL;
    memcpy(bytes, JOURNALS_MAGIC, MAGIC_SIZE);
    put(bytes + 8, (uint64_t)head->points, 8);
    put(bytes + 16, (uint64_t)head->width, 4);
    put(bytes + 20, (uint64_t)head->part, 4);
    put(bytes + 24, (uint64_t)head->parts, 4);
    put(bytes + 28, length, 4);
    memcpy(bytes + HEAD_FIXED, head->origin, length);
    put(bytes + HEAD_FIXED + length, crc64_of(clean, bytes, HEAD_FIXED + length), 8);
    *size = HEAD_FIXED + length + 8;
    return bytes;
}

size_t head_size(const uint8_t bytes[HEAD_FIXED]) {
    size_t length = (size_t)get(bytes + 28, 4);
    if (memcmp(bytes, JOURNALS_MAGIC, MAGIC_SIZE) != 0 || length > ORIGIN_MAX) return 0;
    return HEAD_FIXED + length + 8;
}

bool head_unpack(const uint8_t *bytes, size_t size, const struct crc64 *clean,
                 struct journal_head *head) {
    uint64_t points = get(bytes + 8, 8), width = get(bytes + 16, 4);
    if (crc64_of(clean, bytes, size - 8) != get(bytes + size - 8, 8)) return false;
    uint64_t part = get(bytes + 20, 4), parts = get(bytes + 24, 4);
    // the sum is no secret: anybody can make one
    if (points < 1 || points > LONG_MAX / 64 || width > WIDTH_MAX || parts > INT_MAX ||
        part > parts)
        return false;
    *head = (struct journal_head){
        .points = (long)points, .width = (int)width, .part = (int)part, .parts = (int)parts};
    return true;
}

// --- records -------------------------------------------------------------------------------------

void record_pack(const struct journal_record *record, int width, const struct remarks_place *place,
                 const struct crc64 *clean, uint8_t *bytes) {
    size_t end = record_size(width) - 8;
    put(bytes, (uint64_t)record->point, 8);
    put(bytes + 8, (uint64_t)record->status, 4);
    put(bytes + 12, place->size, 4);
    put(bytes + 16, place->offset, 8);
    put(bytes + 24, place->checksum, 8);
    for (int i = 0; i < width; i++) {
        uint64_t bits;
        memcpy(&bits, &record->values[i], sizeof bits);
        put(bytes + 32 + 8 * i, bits, 8);
    }
    put(bytes + end, crc64_of(clean, bytes, end), 8);
}

bool record_unpack(const uint8_t *bytes, int width, const struct crc64 *clean,
                   struct journal_record *record, struct remarks_place *place, double *values) {
    size_t end = record_size(width) - 8;
    if (crc64_of(clean, bytes, end) != get(bytes + end, 8)) return false;
    uint64_t point = get(bytes, 8), status = get(bytes + 8, 4);
    if (point > LONG_MAX || status > INT_MAX) return false;
    *place = (struct remarks_place){.offset = get(bytes + 16, 8),
                                    .checksum = get(bytes + 24, 8),
                                    .size = (uint32_t)get(bytes + 12, 4)};
    *record = (struct journal_record){
        .point = (long)point, .status = (int)status, .values = values, .size = place->size};
    for (int i = 0; i < width; i++) {
        uint64_t bits = get(bytes + 32 + 8 * i, 8);
        memcpy(&values[i], &bits, sizeof bits);
    }
    return place->size <= REMARKS_MAX;
}
