// Misprints, gaps, readings and statements as data.

#include "reproduce/errata.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/words.h"
#include "reproduce/check.h"

enum { REASON_MAX = 2048 };

static const char *const erratum_keys[] = {"id",    "where",    "kind",    "short",      "printed",
                                           "right", "evidence", "changes", "confidence", NULL};
static const char *const kind_words[] = {"misprint", "gap", "readings", "statement", NULL};

const char *errata_right_label(const json_t *entry) {
    const char *kind = text_at(entry, "kind");
    if (strcmp(kind, "misprint") == 0) return "Right";
    return strcmp(kind, "statement") == 0 ? "Measured" : "Taken here";
}

const json_t *errata_find(const json_t *errata, const char *id) {
    size_t i;
    json_t *entry;
    json_array_foreach(errata, i, entry) {
        if (strcmp(text_at(entry, "id"), id) == 0) return entry;
    }
    return NULL;
}

static void append_sentence(char *text, const char *label, const char *sentence) {
    size_t length = strlen(sentence);
    text_append(text, REASON_MAX, label);
    text_append(text, REASON_MAX, sentence);
    if (length > 0 && strchr(".!?", sentence[length - 1]) == NULL)
        text_append(text, REASON_MAX, ".");
}

json_t *errata_reason(const json_t *entry) {
    char text[REASON_MAX] = "", label[32];
    append_sentence(text, "Erratum, ", text_at(entry, "where"));
    append_sentence(text, " Printed: ", text_at(entry, "printed"));
    snprintf(label, sizeof label, " %s: ", errata_right_label(entry));
    append_sentence(text, label, text_at(entry, "right"));
    return json_string(text);
}

static bool is_id(const char *text) {
    return text[0] != '\0' && text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

static size_t letters(const char *text) {
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;  // of UTF-8, the first byte of each
    return count;
}

static bool check_kind(const struct paper *paper, const char *where, const json_t *entry) {
    const char *kind = text_at(entry, "kind");
    char text[256] = "kind is ";
    if (check_is_listed(kind, kind_words)) return true;
    dp_append_words(text, sizeof text, kind_words, "or");
    text_append(text, sizeof text, ", not ");
    return check_wrong(paper, where, text, kind);
}

static bool check_entry(const struct paper *paper, const json_t *entry) {
    const char *id = text_at(entry, "id");
    const char *where = id != NULL ? id : "errata";
    if (!check_keys(paper, where, entry, erratum_keys, NULL) ||
        !check_needed(paper, where, entry, erratum_keys))
        return false;
    if (!is_id(id)) return check_wrong(paper, where, "an id is made of a-z, 0-9 and -", "");
    if (errata_find(paper->errata, id) != NULL)
        return check_wrong(paper, where, "two errata have this id", "");
    const char *confidence = text_at(entry, "confidence");
    if (strcmp(confidence, "certain") != 0 && strcmp(confidence, "likely") != 0)
        return check_wrong(paper, where, "confidence is certain or likely, not ", confidence);
    if (!check_kind(paper, where, entry)) return false;
    // it is a line of the summary
    return letters(text_at(entry, "short")) <= ERRATA_SHORT_MAX ||
           check_wrong(paper, where, "short has more than 70 letters", "");
}

bool errata_read(struct paper *paper) {
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(paper->tree, "errata"), i, entry) {
        if (!check_entry(paper, entry)) return false;
        json_t *copy = json_copy(entry);
        json_put(copy, "reason", errata_reason(entry));
        json_push(paper->errata, copy);
    }
    return true;
}

static bool check_names(const struct paper *paper, const json_t *row, const char *key) {
    const json_t *given = json_object_get(row, key), *item;
    size_t i, count = json_array_size(given);
    bool is_good = given == NULL || (count > 0 && count <= ERRATA_OF_ROW_MAX);
    json_array_foreach(given, i, item) is_good = is_good && json_is_string(item);
    if (!is_good)
        return check_wrong(paper, text_at(row, "id"), "not one id or a list of a few: ", key);
    json_array_foreach(given, i, item) {
        char text[128];
        if (errata_find(paper->errata, json_string_value(item)) != NULL) continue;
        snprintf(text, sizeof text, "%s: there is no erratum ", key);
        return check_wrong(paper, text_at(row, "id"), text, json_string_value(item));
    }
    return true;
}

bool errata_check_row(const struct paper *paper, const json_t *row) {
    return check_names(paper, row, "erratum") && check_names(paper, row, "shows");
}
