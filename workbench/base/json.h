#ifndef WORKBENCH_BASE_JSON_H
#define WORKBENCH_BASE_JSON_H

#include <jansson.h>
#include <stdbool.h>

// JSON for programs. Trees are built with jansson and printed here, because jansson writes 0.7 as
// 0.69999999999999996: here a number is the shortest one that reads back as the same double.

/// A number; null when it is not finite.
json_t *json_finite(double value);

/// A text; null when it is NULL.
json_t *json_text(const char *text);

/// An array of texts from a list that ends with NULL, or is NULL.
json_t *json_texts(const char *const *texts);

/// Put a new value into an object or at the end of an array, which own it then. What fails for want
/// of memory is left out and remembered: who finishes the document asks json_lacks_memory, so that
/// those who build it need not ask at every step.
void json_put(json_t *object, const char *key, json_t *value);
void json_push(json_t *array, json_t *value);

/// Has anything been left out in this thread since the last time this was asked?
bool json_lacks_memory(void);

/// Write a document to a sink, with a final newline. 0, or -1: out of memory, now or when it was
/// built, or the sink failed.
int json_write(const json_t *document, json_dump_callback_t sink, void *user);

/// The document as a text, owned by the caller; NULL: out of memory.
char *json_to_text(const json_t *document);

#endif
