// See bytes.h.

#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *more_room(struct bytes_out *out, size_t size) {
    if (size > SIZE_MAX / 4 - out->size) out->is_out_of_memory = true;
    if (out->is_out_of_memory) return NULL;
    if (out->size + size > out->room) {
        size_t room = 2 * (out->size + size);
        uint8_t *larger = realloc(out->data, room);
        out->is_out_of_memory = larger == NULL;
        if (larger == NULL) return NULL;
        out->data = larger;
        out->room = room;
    }
    uint8_t *to = out->data + out->size;
    out->size += size;
    return to;
}

void bytes_put(struct bytes_out *out, const void *bytes, size_t size) {
    uint8_t *to = more_room(out, size);
    if (to != NULL && size > 0) memcpy(to, bytes, size);
}

static void put_bits(struct bytes_out *out, uint64_t bits) {
    uint8_t *to = more_room(out, sizeof bits);
    for (size_t i = 0; i < sizeof bits && to != NULL; i++)
        to[i] = (uint8_t)(bits >> (8 * i));
}

void bytes_put_whole(struct bytes_out *out, int64_t value) {
    put_bits(out, (uint64_t)value);
}

void bytes_put_number(struct bytes_out *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_bits(out, bits);
}

const void *bytes_get(struct bytes_in *in, size_t size) {
    in->is_short = in->is_short || size > in->left;
    if (in->is_short) return NULL;
    const void *bytes = in->at;
    in->at += size;
    in->left -= size;
    return bytes;
}

static uint64_t get_bits(struct bytes_in *in) {
    uint64_t bits = 0;
    const uint8_t *from = bytes_get(in, sizeof bits);
    for (size_t i = 0; i < sizeof bits && from != NULL; i++)
        bits |= (uint64_t)from[i] << (8 * i);
    return bits;
}

int64_t bytes_get_whole(struct bytes_in *in) {
    uint64_t bits = get_bits(in);
    int64_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double bytes_get_number(struct bytes_in *in) {
    uint64_t bits = get_bits(in);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
