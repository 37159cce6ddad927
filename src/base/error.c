// Error texts: formatting, and suggestions for a misspelt word.

#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "dashpot/version.h"

enum { WORD_MAX = 64, SUGGESTION_MAX = 3 };

const char *dp_status_text(dp_status status) {
    static const char *const texts[] = {
#define TEXT(name, text) text,
        DP_STATUS_LIST(TEXT)
#undef TEXT
    };
    int index = (int)status;
    int count = (int)(sizeof texts / sizeof *texts);
    return index >= 0 && index < count ? texts[index] : "unknown status";
}

dp_version_number dp_version(void) {
    return (dp_version_number){DP_VERSION_MAJOR, DP_VERSION_MINOR, DP_VERSION_PATCH};
}

dp_status dp_fail(dp_error *err, dp_status status, const char *format, ...) {
    if (err == NULL) return status;
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    err->status = status;
    return status;
}

static int word_length(const char *word) {
    int length = 0;
    while (length < WORD_MAX && word[length] != '\0')
        length++;
    return length;
}

// The same letter, whatever its case.
static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// Number of single-letter edits between two words, both cut at WORD_MAX.
static int edit_distance(const char *a, const char *b) {
    int row[WORD_MAX + 1];
    int a_length = word_length(a), b_length = word_length(b);

    for (int j = 0; j <= b_length; j++)
        row[j] = j;
    for (int i = 1; i <= a_length; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= b_length; j++) {
            int change = diagonal + (lower(a[i - 1]) != lower(b[j - 1]));
            int step = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < step ? change : step;
        }
    }
    return row[b_length];
}

// A word is near when a third of it is wrong at the most, or when one contains the other.
static int nearness(const char *word, const char *known) {
    if (strlen(word) >= 3 && strstr(known, word) != NULL) return 0;
    int distance = edit_distance(word, known);
    int allowed = word_length(word) / 3 + 1;
    return distance <= allowed ? distance : -1;
}

void dp_suggest(dp_error *err, const char *word, const char *const *known) {
    if (err == NULL) return;
    const char *best[SUGGESTION_MAX] = {NULL};
    int rank[SUGGESTION_MAX];
    int count = 0;

    // insertion into a short list, nearest first, first-listed first among equals
    for (; *known != NULL; known++) {
        int near = nearness(word, *known);
        if (near < 0) continue;
        int at = count;
        while (at > 0 && rank[at - 1] > near)
            at--;
        if (at == SUGGESTION_MAX) continue;
        if (count < SUGGESTION_MAX) count++;
        for (int i = count - 1; i > at; i--) {
            best[i] = best[i - 1];
            rank[i] = rank[i - 1];
        }
        best[at] = *known;
        rank[at] = near;
    }

    for (int i = 0; i < count; i++) {
        size_t used = strlen(err->text);
        const char *joint = i == 0 ? "; did you mean " : i == count - 1 ? " or " : ", ";
        snprintf(err->text + used, sizeof err->text - used, "%s%s%s", joint, best[i],
                 i == count - 1 ? "?" : "");
    }
}
