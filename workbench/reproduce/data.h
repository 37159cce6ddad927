#ifndef WORKBENCH_REPRODUCE_DATA_H
#define WORKBENCH_REPRODUCE_DATA_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// A YAML file as a tree of objects, arrays and texts. Every scalar stays the text that was written,
// because the digits of a printed number count.

/// NULL and a diagnostic when the file cannot be read: "file:line: sentence" and errno 0 when its
/// text is wrong, "file: why" and an errno when the system failed.
json_t *data_read(const char *path, char *diagnostic, size_t size);

/// Text of an entry; NULL when there is none.
const char *data_text(const json_t *object, const char *key);

/// Is the entry the text `true`?
bool data_is_true(const json_t *object, const char *key);

#endif
