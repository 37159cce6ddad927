#ifndef DP_BASE_ARCHIVE_H
#define DP_BASE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A state written to bytes and read back. One function lists the values of a state; it serves both
// directions, so that they cannot differ. Bytes that are read may come from anybody: every value is
// checked against its range, and a value that is refused is not stored.

struct dp_archive {
    unsigned char *out;       // NULL: only count the bytes
    const unsigned char *in;  // not NULL: read
    size_t size, at;          // [bytes] of either, and so far
    bool is_bad;              // reading: a value is missing or out of its range
};

/// A number from low to high; infinite bounds allow infinite numbers.
void dp_archive_number(struct dp_archive *a, double *value, double low, double high);

/// Finite numbers; with `or_nan` each may be NaN as well.
void dp_archive_numbers(struct dp_archive *a, double *values, size_t count, bool or_nan);

/// A whole number from low to high, and a truth value.
void dp_archive_long(struct dp_archive *a, long *value, long low, long high);
void dp_archive_bool(struct dp_archive *a, bool *value);

/// A value that must be the same when it is read. Returns whether it is.
bool dp_archive_same(struct dp_archive *a, uint64_t value);

/// Continue a hash (FNV-1a) over more bytes. Start with 0.
uint64_t dp_hash(uint64_t hash, const void *bytes, size_t size);

#endif
