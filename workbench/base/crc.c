// CRC-64, eight bytes at a time.

#include "base/crc.h"

static const uint64_t polynomial = UINT64_C(0xC96C5795D7870F42);  // reflected

void crc64_init(struct crc64 *crc) {
    crc->value = UINT64_MAX;
    for (unsigned byte = 0; byte < 256; byte++) {
        uint64_t rest = byte;
        for (int bit = 0; bit < 8; bit++)
            rest = (rest >> 1) ^ (rest & 1 ? polynomial : 0);
        crc->table[0][byte] = rest;
    }
    for (int behind = 1; behind < 8; behind++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            uint64_t rest = crc->table[behind - 1][byte];
            crc->table[behind][byte] = (rest >> 8) ^ crc->table[0][rest & 0xff];
        }
    }
}

static uint64_t eight(const uint8_t *b) {
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)b[i] << (8 * i);
    return word;
}

static uint64_t add(const struct crc64 *crc, uint64_t value, const void *bytes, size_t count) {
    const uint8_t *b = (const uint8_t *)bytes;
    for (; count >= 8; count -= 8, b += 8) {
        uint64_t word = value ^ eight(b);
        value = 0;
        for (int i = 0; i < 8; i++)
            value ^= crc->table[7 - i][(word >> (8 * i)) & 0xff];
    }
    for (; count > 0; count--, b++)
        value = (value >> 8) ^ crc->table[0][(value ^ *b) & 0xff];
    return value;
}

void crc64_add(struct crc64 *crc, const void *bytes, size_t count) {
    crc->value = add(crc, crc->value, bytes, count);
}

uint64_t crc64_of(const struct crc64 *crc, const void *bytes, size_t count) {
    return ~add(crc, UINT64_MAX, bytes, count);
}

uint64_t crc64_sum(const struct crc64 *crc) {
    return ~crc->value;
}
