// States as bytes: eight for every value.

#include "base/archive.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

enum { BYTES = 8 };

static bool read_bytes(struct dp_archive *a, void *value) {
    if (a->is_bad || a->size < BYTES || a->at > a->size - BYTES) {
        a->is_bad = true;
        return false;
    }
    memcpy(value, a->in + a->at, BYTES);
    a->at += BYTES;
    return true;
}

static void write_bytes(struct dp_archive *a, const void *value) {
    if (a->out != NULL && a->size >= BYTES && a->at <= a->size - BYTES)
        memcpy(a->out + a->at, value, BYTES);
    a->at += BYTES;
}

static void exchange(struct dp_archive *a, double *value, double low, double high, bool or_nan) {
    double read;
    if (a->in == NULL) {
        write_bytes(a, value);
    } else if (read_bytes(a, &read)) {
        if ((read >= low && read <= high) || (or_nan && isnan(read)))
            *value = read;
        else
            a->is_bad = true;
    }
}

void dp_archive_number(struct dp_archive *a, double *value, double low, double high) {
    exchange(a, value, low, high, false);
}

void dp_archive_numbers(struct dp_archive *a, double *values, size_t count, bool or_nan) {
    const double largest = 1.7976931348623157e308;
    for (size_t i = 0; i < count; i++)
        exchange(a, &values[i], -largest, largest, or_nan);
}

void dp_archive_long(struct dp_archive *a, long *value, long low, long high) {
    int64_t number = *value;
    if (a->in == NULL) {
        write_bytes(a, &number);
    } else if (read_bytes(a, &number)) {
        if (number >= low && number <= high)
            *value = (long)number;
        else
            a->is_bad = true;
    }
}

void dp_archive_bool(struct dp_archive *a, bool *value) {
    long number = *value;
    dp_archive_long(a, &number, 0, 1);
    if (a->in != NULL) *value = number == 1;
}

// One word more. For a given digest each word gives another one, so a change of one word is always
// noticed; the shift takes differences of exponents, which are high bits, to the low ones.
uint64_t dp_digest_whole(uint64_t digest, uint64_t value) {
    digest = (digest ^ value ^ 0xcbf29ce484222325u) * 0x9e3779b97f4a7c15u;
    return digest ^ digest >> 32;
}

uint64_t dp_digest_numbers(uint64_t digest, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = UINT64_MAX;
        if (!isnan(values[i])) memcpy(&bits, &values[i], sizeof bits);
        digest = dp_digest_whole(digest, bits);
    }
    return digest;
}

uint64_t dp_digest_text(uint64_t digest, const char *text) {
    size_t length = text == NULL ? 0 : strlen(text);
    for (size_t i = 0; i < length; i++)
        digest = dp_digest_whole(digest, (unsigned char)text[i]);
    return dp_digest_whole(digest, length);
}

static uint64_t checksum(const unsigned char *bytes, size_t size) {
    uint64_t sum = dp_digest_whole(0, size), word;
    size_t at = DP_STATE_HEAD;
    for (; at + BYTES <= size; at += BYTES) {
        memcpy(&word, bytes + at, BYTES);
        sum = dp_digest_whole(sum, word);
    }
    for (; at < size; at++)
        sum = dp_digest_whole(sum, bytes[at]);
    return sum;
}

void dp_state_seal(void *bytes, size_t size, uint64_t definition) {
    unsigned char *head = (unsigned char *)bytes;
    uint64_t sum = checksum(head, size);
    memcpy(head, &definition, BYTES);
    memcpy(head + BYTES, &sum, BYTES);
}

enum dp_state_origin dp_state_origin(const void *bytes, size_t size, uint64_t definition) {
    const unsigned char *head = (const unsigned char *)bytes;
    uint64_t made_with, sum;
    if (bytes == NULL || size < DP_STATE_HEAD) return DP_STATE_DAMAGED;
    memcpy(&made_with, head, BYTES);
    memcpy(&sum, head + BYTES, BYTES);
    if (sum != checksum(head, size)) return DP_STATE_DAMAGED;
    return made_with == definition ? DP_STATE_OURS : DP_STATE_FOREIGN;
}

dp_status dp_state_refuse(enum dp_state_origin origin, const char *owner, dp_status of_foreign,
                          dp_error *err) {
    const char *article = strchr("aeiou", owner[0]) != NULL ? "an" : "a";
    if (origin == DP_STATE_FOREIGN)
        return dp_fail(err, of_foreign,
                       "the state was saved by %s %s with another definition; restore it into one "
                       "with the same inputs",
                       article, owner);
    return dp_fail(err, DP_ERR_RANGE,
                   "these bytes are no saved state of %s %s, were changed since, or come from "
                   "another version of Dashpot",
                   article, owner);
}
