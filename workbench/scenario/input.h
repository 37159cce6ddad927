#ifndef WORKBENCH_SCENARIO_INPUT_H
#define WORKBENCH_SCENARIO_INPUT_H

#include <stdint.h>

#include "scenario/diagnostic.h"

// Files a scenario refers to. A run that is resumed needs the same ones again.

struct input_file {
    const char *path;  // as it was opened
    uint64_t bytes, checksum;
    struct input_file *next;
};

/// A path of the scenario as it is to be opened: a relative one counts from the folder of the
/// scenario. Owned by the tree; NULL after a diagnostic.
const char *input_path(struct reader *reader, const char *path);

/// This file was read. A resumed run refuses to go on when it has changed since.
void input_note(struct reader *reader, const char *path);

/// Size and checksum of a file; false and an errno when it cannot be read.
bool input_measure(const char *path, uint64_t *bytes, uint64_t *checksum);

#endif
