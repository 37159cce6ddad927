// Misprints, gaps, readings and statements as data.

#include "reproduce/errata.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "base/words.h"
#include "reproduce/check.h"
#include "reproduce/data.h"

enum { REASON_MAX = 2048 };

static const char *const erratum_keys[] = {"id",    "where",    "kind",    "short",      "printed",
                                           "right", "evidence", "changes", "confidence", NULL};
static const char *const kind_words[] = {"misprint", "gap", "readings", "statement", NULL};

const char *errata_kind_word(enum erratum_kind kind) {
    return kind_words[kind];
}

const char *errata_right_label(enum erratum_kind kind) {
    static const char *const labels[ERRATUM_KINDS] = {"Right", "Taken here", "Taken here",
                                                      "Measured"};
    return labels[kind];
}

enum erratum_kind errata_kind(const json_t *entry) {
    int kind = 0;
    while (kind < ERRATUM_KINDS - 1 && strcmp(kind_words[kind], data_text(entry, "kind")) != 0)
        kind++;
    return (enum erratum_kind)kind;
}

const json_t *errata_find(const struct paper *paper, const char *id) {
    size_t i;
    json_t *entry;
    json_array_foreach(paper->errata, i, entry) {
        if (strcmp(data_text(entry, "id"), id) == 0) return entry;
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

static json_t *reason_of(const json_t *entry) {
    char text[REASON_MAX] = "", label[32];
    append_sentence(text, "Erratum, ", data_text(entry, "where"));
    append_sentence(text, " Printed: ", data_text(entry, "printed"));
    snprintf(label, sizeof label, " %s: ", errata_right_label(errata_kind(entry)));
    append_sentence(text, label, data_text(entry, "right"));
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

// What the entry is, and the line of it in the summary.
static int check_kind(const struct paper *paper, const char *where, const json_t *entry) {
    const char *kind = data_text(entry, "kind");
    if (!check_is_listed(kind, kind_words)) {
        char text[256] = "kind is ";
        dp_append_words(text, sizeof text, kind_words, "or");
        text_append(text, sizeof text, ", not ");
        return check_wrong(paper, where, text, kind);
    }
    if (letters(data_text(entry, "short")) > ERRATA_SHORT_MAX)
        return check_wrong(paper, where, "short has more than 70 letters", "");
    return DP_RUN_DONE;
}

static int check_entry(const struct paper *paper, const json_t *entry) {
    const char *id = data_text(entry, "id");
    const char *where = id != NULL ? id : "errata";
    int status = check_keys(paper, where, entry, erratum_keys, NULL);
    if (status == DP_RUN_DONE) status = check_needed(paper, where, entry, erratum_keys);
    if (status != DP_RUN_DONE) return status;
    if (!is_id(id)) return check_wrong(paper, where, "an id is made of a-z, 0-9 and -", "");
    if (errata_find(paper, id) != NULL)
        return check_wrong(paper, where, "two errata have this id", "");
    const char *confidence = data_text(entry, "confidence");
    if (strcmp(confidence, "certain") != 0 && strcmp(confidence, "likely") != 0)
        return check_wrong(paper, where, "confidence is certain or likely, not ", confidence);
    return check_kind(paper, where, entry);
}

int errata_read(struct paper *paper) {
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(paper->tree, "errata"), i, entry) {
        int status = check_entry(paper, entry);
        if (status != DP_RUN_DONE) return status;
        json_t *copy = json_copy(entry);
        json_put(copy, "reason", reason_of(entry));
        json_push(paper->errata, copy);
    }
    return DP_RUN_DONE;
}

int errata_of(const json_t *row, const char *key, const char *id[ERRATA_OF_ROW_MAX]) {
    const json_t *given = json_object_get(row, key), *item;
    int count = 0;
    size_t i;
    if (json_is_string(given)) id[count++] = json_string_value(given);
    json_array_foreach(given, i, item) {
        if (json_is_string(item) && count < ERRATA_OF_ROW_MAX)
            id[count++] = json_string_value(item);
    }
    return count;
}

bool errata_names(const json_t *row, const char *key, const char *id) {
    const char *named[ERRATA_OF_ROW_MAX];
    int count = errata_of(row, key, named);
    for (int i = 0; i < count; i++) {
        if (strcmp(named[i], id) == 0) return true;
    }
    return false;
}

bool errata_concerns(const json_t *row, const char *id) {
    return errata_names(row, "erratum", id) || errata_names(row, "shows", id);
}

static int check_names(const struct paper *paper, const json_t *row, const char *key) {
    const char *id[ERRATA_OF_ROW_MAX];
    const json_t *given = json_object_get(row, key);
    int count = errata_of(row, key, id);
    if (given != NULL &&
        (count == 0 || (json_is_array(given) && json_array_size(given) != (size_t)count)))
        return check_wrong(paper, data_text(row, "id"), "not one id or a list of a few: ", key);
    for (int i = 0; i < count; i++) {
        char text[128];
        if (errata_find(paper, id[i]) != NULL) continue;
        snprintf(text, sizeof text, "%s: there is no erratum ", key);
        return check_wrong(paper, data_text(row, "id"), text, id[i]);
    }
    return DP_RUN_DONE;
}

int errata_check_row(const struct paper *paper, const json_t *row) {
    int status = check_names(paper, row, "erratum");
    return status == DP_RUN_DONE ? check_names(paper, row, "shows") : status;
}
