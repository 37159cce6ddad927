// Lists of words, and the nearest words to a misspelt one.

#include "base/words.h"

#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 64, SUGGESTION_MAX = 3, FAR = 1000 };

void text_append(char *text, size_t size, const char *more) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", more);
}

void text_append_list(char *text, size_t size, const char *const *words, const char *joint) {
    for (int i = 0; words[i] != NULL; i++) {
        if (i > 0 && words[i + 1] != NULL) text_append(text, size, ", ");
        if (i > 0 && words[i + 1] == NULL) {
            text_append(text, size, " ");
            text_append(text, size, joint);
            text_append(text, size, " ");
        }
        text_append(text, size, words[i]);
    }
}

static int least(int a, int b) {
    return a < b ? a : b;
}

static int word_length(const char *word) {
    size_t length = strlen(word);
    return length < WORD_MAX ? (int)length : WORD_MAX;
}

// Swaps count once since they are what fast fingers do: restitutoin.
int edit_distance(const char *a, const char *b) {
    int before[WORD_MAX + 1] = {0}, above[WORD_MAX + 1] = {0}, row[WORD_MAX + 1];
    int a_length = word_length(a), b_length = word_length(b);

    for (int j = 0; j <= b_length; j++)
        row[j] = j;
    for (int i = 1; i <= a_length; i++) {
        memcpy(before, above, sizeof before);
        memcpy(above, row, sizeof above);
        row[0] = i;
        for (int j = 1; j <= b_length; j++) {
            int replace = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(replace, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return row[b_length];
}

// A word is near when a third of it is wrong at the most (of two to five letters: one), or when it
// is part of the other.
static int nearness(const char *word, const char *known) {
    if (strlen(word) >= 3 && strstr(known, word) != NULL) return 0;
    int distance = edit_distance(word, known), length = word_length(word);
    int most = length < 2 ? 0 : length < 6 ? 1 : length / 3;
    return distance <= most ? distance : FAR;
}

void text_suggest(char *text, size_t size, const char *word, const char *const *known) {
    const char *best[SUGGESTION_MAX + 1] = {NULL};
    int rank[SUGGESTION_MAX];
    int count = 0;

    // insertion into a short list, nearest first, first-listed first among equals
    for (; *known != NULL; known++) {
        int near = nearness(word, *known);
        int at = count;
        while (at > 0 && rank[at - 1] > near)
            at--;
        if (near == FAR || at == SUGGESTION_MAX) continue;
        if (count < SUGGESTION_MAX) count++;
        for (int i = count - 1; i > at; i--) {
            best[i] = best[i - 1];
            rank[i] = rank[i - 1];
        }
        best[at] = *known;
        rank[at] = near;
    }
    if (count == 0) return;
    text_append(text, size, "; did you mean ");
    text_append_list(text, size, best, "or");
    text_append(text, size, "?");
}

void text_suggest_or_list(char *text, size_t size, const char *word, const char *const *known) {
    size_t used = strlen(text);
    text_suggest(text, size, word, known);
    if (strlen(text) > used) return;
    text_append(text, size, "; it takes ");
    text_append_list(text, size, known, "and");
}
