#ifndef DP_WORDS_H
#define DP_WORDS_H

#include <stddef.h>

#include "dashpot/export.h"

// Lists of words in a sentence, and the nearest words to a misspelt one. Lists end with NULL; texts
// are appended to and never overflow.

DP_BEGIN_DECLS

/// Append "a, b or c" (joint: "or", "and").
DP_API void dp_append_words(char *text, size_t size, const char *const *words, const char *joint);

/// Append "; did you mean a, b or c?" with the known words that mean the same as `word` (until for
/// duration), then those nearest to it, whatever their case; nothing when there are none. Returns
/// how many there are.
DP_API int dp_suggest(char *text, size_t size, const char *word, const char *const *known);

/// Number of letters to insert, drop, replace or swap with a neighbour to get from one word to the
/// other; of the first 64 letters.
DP_API int dp_edit_distance(const char *a, const char *b);

DP_END_DECLS

#endif
