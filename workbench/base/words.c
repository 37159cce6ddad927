// Texts that grow.

#include "base/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void text_append(char *text, size_t size, const char *more) {
    text_print(text, size, "%s", more);
}

void text_print(char *text, size_t size, const char *format, ...) {
    size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, size - used, format, args);
    va_end(args);
}

void text_suggest_or_list(char *text, size_t size, const char *word, const char *const *known) {
    if (dp_suggest(text, size, word, known) > 0) return;
    if (known[0] == NULL) {
        text_append(text, size, "; there are none");
        return;
    }
    text_append(text, size, "; it takes ");
    dp_append_words(text, size, known, "and");
}

void words_add(struct word_list *words, const char *word) {
    if (words->count < WORDS_MAX) words->item[words->count++] = word;
}

const char *words_hint(const struct word_list *known, const char *word, char hint[WORDS_HINT_MAX]) {
    hint[0] = '\0';
    text_suggest_or_list(hint, WORDS_HINT_MAX, word, known->item);
    return hint;
}
