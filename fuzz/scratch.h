#ifndef FUZZ_SCRATCH_H
#define FUZZ_SCRATCH_H

#include <stddef.h>
#include <stdint.h>

// What the targets share. A target is LLVMFuzzerTestOneInput of libFuzzer; replay.c calls it too.

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// A folder of this process in memory or /tmp, removed when the process ends.
const char *scratch_folder(void);

/// Write a file there and return its path, which the next call may overwrite.
const char *scratch_file(const char *name, const uint8_t *data, size_t size);

/// End the process with a message: what must never happen did.
void must(int holds, const char *what);

#endif
