// Lists of words, and the nearest words to a misspelt one.

#include "dashpot/words.h"

#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 64, SUGGESTION_MAX = 3, FAR = 1000 };

void dp_append_words(char *text, size_t size, const char *const *words, const char *joint) {
    size_t used = strlen(text);
    for (int i = 0; words[i] != NULL && used + 1 < size; i++) {
        if (i > 0 && words[i + 1] == NULL)
            snprintf(text + used, size - used, " %s %s", joint, words[i]);
        else
            snprintf(text + used, size - used, "%s%s", i == 0 ? "" : ", ", words[i]);
        used += strlen(text + used);
    }
}

static int least(int a, int b) {
    return a < b ? a : b;
}

static int word_length(const char *word) {
    int length = 0;
    while (length < WORD_MAX && word[length] != '\0')
        length++;
    return length;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int exact(char a, char b) {
    return a == b;
}

static int whatever_case(char a, char b) {
    return lower(a) == lower(b);
}

// Swaps count once since they are what fast fingers do: restitutoin.
static int count_edits(const char *a, const char *b, int (*are_same)(char a, char b)) {
    int before[WORD_MAX + 1] = {0}, above[WORD_MAX + 1] = {0}, row[WORD_MAX + 1];
    int a_length = word_length(a), b_length = word_length(b);

    for (int j = 0; j <= b_length; j++)
        row[j] = j;
    for (int i = 1; i <= a_length; i++) {
        memcpy(before, above, sizeof before);
        memcpy(above, row, sizeof above);
        row[0] = i;
        for (int j = 1; j <= b_length; j++) {
            int replace = above[j - 1] + !are_same(a[i - 1], b[j - 1]);
            row[j] = least(replace, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && are_same(a[i - 1], b[j - 2]) && are_same(a[i - 2], b[j - 1]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return row[b_length];
}

int dp_edit_distance(const char *a, const char *b) {
    return count_edits(a, b, exact);
}

// A word is near when a third of it is wrong at the most (of two to five letters: one), or when it
// is part of the other.
static int nearness(const char *word, const char *known) {
    int length = word_length(word);
    if (length >= 3 && strstr(known, word) != NULL) return 0;
    int distance = count_edits(word, known, whatever_case);
    int most = length < 2 ? 0 : length < 6 ? 1 : length / 3;
    return distance <= most ? distance : FAR;
}

int dp_suggest(char *text, size_t size, const char *word, const char *const *known) {
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
    if (count == 0) return 0;
    size_t used = strlen(text);
    snprintf(text + used, size - used, "; did you mean ");
    dp_append_words(text, size, best, "or");
    used = strlen(text);
    snprintf(text + used, size - used, "?");
    return count;
}
