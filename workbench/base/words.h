#ifndef WORKBENCH_BASE_WORDS_H
#define WORKBENCH_BASE_WORDS_H

#include <stddef.h>

#include "dashpot/words.h"

// Texts are appended to and never overflow.

/// Append, as far as there is room.
void text_append(char *text, size_t size, const char *more);

/// Append the nearest words, or all that are accepted when none is near. The list ends with NULL.
void text_suggest_or_list(char *text, size_t size, const char *word, const char *const *known);

#endif
