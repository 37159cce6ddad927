#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <jansson.h>

// JSON for programs, built with jansson and printed as the workbench writes it.

/// A number; null when it is not finite.
json_t *cli_json_number(double value);

/// Put a new value into an object, which owns it then. Out of memory ends the program: half a
/// document must not be printed.
void cli_json_put(json_t *object, const char *key, json_t *value);

/// The same at the end of an array.
void cli_json_push(json_t *array, json_t *value);

/// A document of the workbench as a tree. NULL, out of memory, ends the program.
json_t *cli_json_read(const char *text);

/// A text of an object; empty when there is none.
const char *cli_json_text_at(const json_t *object, const char *key);

/// The document as text, to be given back with dp_text_free; releases the document.
char *cli_json_text(json_t *document);

#endif
