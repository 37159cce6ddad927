#ifndef DP_BASE_ARCHIVE_H
#define DP_BASE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dashpot/status.h"

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

// --- which definition a state belongs to ---

// A digest of every input of a run, begun with 0. Numbers count by their bits, so 0.1 and the
// double next to it differ; every NaN is the same.
uint64_t dp_digest_whole(uint64_t digest, uint64_t value);
uint64_t dp_digest_numbers(uint64_t digest, const double *values, size_t count);
/// NULL counts as "".
uint64_t dp_digest_text(uint64_t digest, const char *text);

/// A saved state begins with the digest of its definition and a checksum of all bytes that follow.
enum { DP_STATE_HEAD = 16 };

/// Write the head of a state of `size` bytes, head included.
void dp_state_seal(void *bytes, size_t size, uint64_t definition);

/// Whether the bytes are a state that nobody changed, and one of this definition.
enum dp_state_origin { DP_STATE_OURS, DP_STATE_DAMAGED, DP_STATE_FOREIGN };
enum dp_state_origin dp_state_origin(const void *bytes, size_t size, uint64_t definition);

/// Sentences for the other two; `owner` is "chain".
dp_status dp_state_refuse(enum dp_state_origin origin, const char *owner, dp_status of_foreign,
                          dp_error *err);

#endif
