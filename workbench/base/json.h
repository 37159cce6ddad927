#ifndef WORKBENCH_BASE_JSON_H
#define WORKBENCH_BASE_JSON_H

#include <jansson.h>

// JSON for programs. Trees are built with jansson and printed here, because jansson writes 0.7 as
// 0.69999999999999996: here a number is the shortest one that reads back as the same double.

/// A number; null when it is not finite.
json_t *json_finite(double value);

/// A text; null when it is NULL.
json_t *json_text(const char *text);

/// An array of texts from a list that ends with NULL, or is NULL.
json_t *json_texts(const char *const *texts);

/// Put a new value into an object or at the end of an array, which own it then. Out of memory ends
/// the program: half a document must not be printed.
void json_put(json_t *object, const char *key, json_t *value);
void json_push(json_t *array, json_t *value);

/// Print the document with a final newline and release it.
void json_print(json_t *document);

#endif
