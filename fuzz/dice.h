#ifndef FUZZ_DICE_H
#define FUZZ_DICE_H

#include <stddef.h>
#include <stdint.h>

// Choices made from bytes: a mutated byte changes one choice, so that a fuzzer can steer what is
// built. When the bytes are used up, everything is 0.

struct dice {
    const uint8_t *data;
    size_t left;
};

/// 0 .. count-1
int dice_pick(struct dice *dice, int count);

/// A number of [low, high], either end quite often; by decades where both are positive.
double dice_number(struct dice *dice, double low, double high);

/// Text that grows; what does not fit is cut.
struct text {
    char *start;
    size_t size, length;
};
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// A scenario of any kind with any law, every value within its range; it need not be sensible.
void dice_scenario(struct dice *dice, struct text *text);

#endif
