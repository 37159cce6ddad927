// States as bytes: eight for every value.

#include "base/archive.h"

#include <math.h>
#include <string.h>

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

bool dp_archive_same(struct dp_archive *a, uint64_t value) {
    uint64_t read = value;
    if (a->in == NULL)
        write_bytes(a, &value);
    else if (read_bytes(a, &read) && read != value)
        a->is_bad = true;
    return !a->is_bad;
}

uint64_t dp_hash(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *byte = (const unsigned char *)bytes;
    if (hash == 0) hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * 1099511628211u;
    return hash;
}
