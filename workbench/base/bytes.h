#ifndef WORKBENCH_BASE_BYTES_H
#define WORKBENCH_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Numbers as bytes that any machine reads alike: little endian, doubles bit for bit.

/// Bytes that grow. Zeroed: none.
struct bytes_out {
    uint8_t *data;  // from malloc; the caller frees it
    size_t size, room;
    bool is_out_of_memory;
};

void bytes_put(struct bytes_out *out, const void *bytes, size_t size);
void bytes_put_whole(struct bytes_out *out, int64_t value);
void bytes_put_number(struct bytes_out *out, double value);

/// Bytes that are read. Nothing is read beyond their end: what is missing is 0, and `is_short`.
struct bytes_in {
    const uint8_t *at;
    size_t left;
    bool is_short;
};

/// NULL: there are not so many.
const void *bytes_get(struct bytes_in *in, size_t size);
int64_t bytes_get_whole(struct bytes_in *in);
double bytes_get_number(struct bytes_in *in);

#endif
