#ifndef WORKBENCH_SCENARIO_INPUT_H
#define WORKBENCH_SCENARIO_INPUT_H

#include <stdint.h>

#include "scenario/diagnostic.h"

// Files a scenario refers to. A run that is resumed needs the same ones again.

struct input_file {
    const char *path;  // as it was opened
    uint64_t bytes, checksum;
    const struct node *at;  // where the scenario names it; NULL: nowhere in one word
    struct input_file *next;
};

/// A path of the scenario as it is to be opened: a relative one counts from the folder of the
/// scenario. Owned by the tree; NULL after a diagnostic.
const char *input_path(struct reader *reader, const char *path);

/// This file was read, which the scenario calls `written` at `at`. A resumed run refuses to go on
/// when it has changed since.
void input_note(struct reader *reader, const char *path, const struct node *at,
                const char *written);

enum { INPUT_NAME_MAX = 24 };

/// Its name in a folder of results: input-1.txt, in the order of reading. The same file has one
/// name. False: the scenario cannot be made to name it.
bool input_name(const struct reader *reader, const struct input_file *file,
                char name[INPUT_NAME_MAX]);

/// Size and checksum of a file; false and an errno when it cannot be read.
bool input_measure(const char *path, uint64_t *bytes, uint64_t *checksum);

#endif
