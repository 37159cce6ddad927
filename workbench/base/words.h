#ifndef WORKBENCH_BASE_WORDS_H
#define WORKBENCH_BASE_WORDS_H

#include <stddef.h>

// Lists of words as a reader expects them, and the nearest words to a misspelt one. Lists end with
// NULL; texts are appended to and never overflow.

/// Append, as far as there is room.
void text_append(char *text, size_t size, const char *more);

/// Append "a, b or c" (joint: "or", "and").
void text_append_list(char *text, size_t size, const char *const *words, const char *joint);

/// Number of letters to insert, drop, replace or swap with a neighbour to get from one to the
/// other.
int edit_distance(const char *a, const char *b);

/// Append "; did you mean a, b or c?" with the words nearest to `word`; nothing when none is near.
void text_suggest(char *text, size_t size, const char *word, const char *const *known);

/// Append the nearest words, or all that are accepted when none is near.
void text_suggest_or_list(char *text, size_t size, const char *word, const char *const *known);

#endif
