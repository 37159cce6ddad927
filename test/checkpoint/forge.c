// Change one number of a checkpoint and make its checksum right again: what somebody else may do.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc.h"
#include "driver.h"

// where the step and the sizes of the pieces stand; docs/checkpoints.md
enum { STEP_AT = 56, COUNT_AT = 72, SIZES_AT = 80 };

static uint64_t number_at(const uint8_t *at) {
    uint64_t number = 0;
    for (int i = 7; i >= 0; i--)
        number = number << 8 | at[i];
    return number;
}

static void put_number(uint8_t *at, uint64_t number) {
    for (int i = 0; i < 8; i++)
        at[i] = (uint8_t)(number >> (8 * i));
}

// The place of a word: "step", or "PIECE.WORD", a negative piece counting from the last.
static size_t place_of_word(const uint8_t *bytes, const char *word) {
    long piece = 0, at = 0, count = (long)number_at(bytes + COUNT_AT);
    if (strcmp(word, "step") == 0) return STEP_AT;
    if (sscanf(word, "%ld.%ld", &piece, &at) != 2) fail("a word is step or PIECE.WORD");
    if (piece < 0) piece += count;
    if (piece < 0 || piece >= count) fail("there is no such piece");
    size_t place = SIZES_AT + 8 * (size_t)count;
    for (long i = 0; i < piece; i++)
        place += number_at(bytes + SIZES_AT + 8 * i);
    return place + 8 * (size_t)at;
}

int forge_word(const char *file, const char *word, const char *value) {
    enum { MOST = 1 << 22 };
    static uint8_t bytes[MOST];
    FILE *stream = fopen(file, "rb+");
    if (stream == NULL) fail("the file cannot be opened");
    size_t size = fread(bytes, 1, MOST, stream), end = size - 8;
    if (size < SIZES_AT + 8 || size == MOST) fail("the file has another size");
    double number = strtod(value, NULL);
    uint64_t bits = strtoull(value, NULL, 0);
    // words with a point, and those that are none, are doubles
    if (strpbrk(value, ".n") != NULL) memcpy(&bits, &number, sizeof bits);
    size_t place = place_of_word(bytes, word);
    if (place + 8 > end) fail("the word lies beyond the end");
    put_number(bytes + place, bits);
    struct crc64 crc;
    crc64_init(&crc);
    crc64_add(&crc, bytes, end);
    put_number(bytes + end, crc64_sum(&crc));
    rewind(stream);
    return fwrite(bytes, 1, size, stream) != size || fclose(stream) != 0;
}
