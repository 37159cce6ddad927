// Complaints, as they will be printed.

#include "scenario/diagnostic.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "base/words.h"

enum { COMPLAINTS_MAX = 20, SENTENCE_MAX = 900, CUT = 60 };

const char *shown(const char *text, char buffer[SHOWN_MAX]) {
    size_t used = 0;
    unsigned code;
    for (size_t length; used < CUT && (length = utf8_next(text, &code)) > 0; text += length) {
        bool is_plain = utf8_is_plain(code) && !(length == 1 && code == UTF8_REPLACEMENT);
        memcpy(buffer + used, is_plain ? text : "?", is_plain ? length : 1);
        used += is_plain ? length : 1;
    }
    snprintf(buffer + used, SHOWN_MAX - used, "%s", *text != '\0' ? "..." : "");
    return buffer;
}

const struct node *place_of(const struct node *map, const char *key) {
    const struct node *at = node_find(map, key);
    return at != NULL ? at : map;
}

static int line_of(const struct node *at) {
    return at->key != NULL && at->key_line > 0 ? at->key_line : at->line;
}

// "file:line", or the --set a value came from.
static void locate(const struct reader *reader, const struct node *at, char *text, size_t size) {
    int line = at == NULL ? 0 : line_of(at);
    if (at != NULL && at->set >= 0)
        snprintf(text, size, "--set %.200s", reader->set[at->set].path);
    else if (line > 0)
        snprintf(text, size, "%.400s:%d", reader->file, line);
    else
        snprintf(text, size, "%.400s", reader->file);
}

const char *where(const struct reader *reader, const struct node *at, char buffer[WHERE_MAX]) {
    if (at->set >= 0)
        snprintf(buffer, WHERE_MAX, "--set %.200s", reader->set[at->set].path);
    else
        snprintf(buffer, WHERE_MAX, "line %d", line_of(at));
    return buffer;
}

// The key a problem is about: that of its place, or the one that is missing there.
static void find_key(const struct node *at, const char *sentence, char *key, size_t size) {
    size_t word = strcspn(sentence, " ");
    if (strncmp(sentence + word, " is missing", 11) == 0)
        snprintf(key, size, "%.*s", (int)word, sentence);
    else
        snprintf(key, size, "%s", at != NULL && at->key != NULL ? at->key : "");
}

void report_status(struct reader *reader, int status, const struct node *at, const char *format,
                   ...) {
    dp_diagnostic *c = reader->diagnostic;
    char place[512], sentence[SENTENCE_MAX];
    va_list args;
    locate(reader, at, place, sizeof place);
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    if (reader->count == 0) {
        c->text[0] = '\0';
        c->status = status;
        reader->has_more = false;
        snprintf(c->file, sizeof c->file, "%s", reader->file);
        c->line = at == NULL || at->set >= 0 ? 0 : line_of(at);
        find_key(at, sentence, c->key, sizeof c->key);
    }
    bool fits = strlen(c->text) + strlen(place) + strlen(sentence) + 32 < sizeof c->text;
    if (fits && reader->count < COMPLAINTS_MAX)
        text_print(c->text, sizeof c->text, "%s%s: %s", reader->count > 0 ? "\n" : "", place,
                   sentence);
    else if (!reader->has_more)
        text_append(c->text, sizeof c->text, "\n... and more");
    reader->has_more = reader->has_more || !fits || reader->count >= COMPLAINTS_MAX;
    reader->count++;
}

void report_library_at(struct reader *reader, const struct node *at, const dp_error *err) {
    int status = DP_RUN_INPUT;
    if (err->status == DP_ERR_MEMORY) status = DP_RUN_SYSTEM;
    if (err->status == DP_ERR_NUMERIC || err->status == DP_ERR_VALIDITY) status = DP_RUN_NUMERIC;
    report_status(reader, status, at, "%s", err->text);
}

void report_library_error(struct reader *reader, const struct node *map, const dp_error *err) {
    dp_subject about = err->subject;
    bool names_key = about == DP_SUBJECT_PARAMETER || about == DP_SUBJECT_PAIR_ENTRY ||
                     about == DP_SUBJECT_FIELD || about == DP_SUBJECT_END;
    report_library_at(reader, names_key ? place_of(map, err->name) : map, err);
}

void report_no_memory(struct reader *reader) {
    report_status(reader, DP_RUN_SYSTEM, NULL, "out of memory");
}
