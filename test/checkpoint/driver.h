#ifndef TEST_CHECKPOINT_DRIVER_H
#define TEST_CHECKPOINT_DRIVER_H

#include <stdint.h>

#include "checkpoint/store.h"

/// Say what is wrong and end.
void fail(const char *text);

/// Numbers that look random; splitmix64.
uint64_t next_random(uint64_t *state);

/// Warnings go to standard error, signals are held back while a state can be saved.
extern const struct call driver_call;

/// Print what fails; 0 when nothing does.
int test_crc(void);
int test_damage(const char *dir);
int forge_word(const char *file, const char *word, const char *value);

#endif
