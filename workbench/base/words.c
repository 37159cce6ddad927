// Texts that grow.

#include "base/words.h"

#include <stdio.h>
#include <string.h>

void text_append(char *text, size_t size, const char *more) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", more);
}

void text_suggest_or_list(char *text, size_t size, const char *word, const char *const *known) {
    if (dp_suggest(text, size, word, known) > 0) return;
    text_append(text, size, "; it takes ");
    dp_append_words(text, size, known, "and");
}
