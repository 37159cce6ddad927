#ifndef WORKBENCH_BASE_CRC_H
#define WORKBENCH_BASE_CRC_H

#include <stddef.h>
#include <stdint.h>

// CRC-64/XZ: reflected polynomial 0x42F0E1EBA9EA3693 of ECMA-182. It sees every error of up to 64
// bits in a row; its value for "123456789" is 0x995DC9BBDF1939FA.

struct crc64 {
    uint64_t value;
    uint64_t table[8][256];  // of one byte with 0..7 bytes behind it
};

void crc64_init(struct crc64 *crc);
void crc64_add(struct crc64 *crc, const void *bytes, size_t count);

/// The checksum of all that was added; more may follow.
uint64_t crc64_sum(const struct crc64 *crc);

/// The checksum of these bytes alone, by the tables of one that was begun.
uint64_t crc64_of(const struct crc64 *crc, const void *bytes, size_t count);

#endif
