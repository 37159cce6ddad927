#ifndef WORKBENCH_BASE_WORDS_H
#define WORKBENCH_BASE_WORDS_H

#include <stddef.h>

#include "dashpot/words.h"

// Texts are appended to and never overflow.

/// Append, as far as there is room.
void text_append(char *text, size_t size, const char *more);

/// The same of a text that is put together.
void text_print(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Append the nearest words, or all that are accepted when none is near, or that there are none.
/// The list ends with NULL.
void text_suggest_or_list(char *text, size_t size, const char *word, const char *const *known);

/// Words that are known, NULL at the end; starts zeroed. What has no room is left out.
enum { WORDS_MAX = 80, WORDS_HINT_MAX = 500 };
struct word_list {
    const char *item[WORDS_MAX + 1];
    int count;
};
void words_add(struct word_list *words, const char *word);

/// The same as a text of its own, to end a sentence about a word that is not known.
const char *words_hint(const struct word_list *known, const char *word, char hint[WORDS_HINT_MAX]);

#endif
