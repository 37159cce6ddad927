// Clearance by class and bore from a CSV file, and the range that a bearing belongs to.

#include "study/classes.h"

#include <string.h>

#include "base/words.h"
#include "scenario/csv.h"

// clang-format off
#define RANGE(member, ...) QUANTITY(clearance_range, member, "m", REQUIRED, __VA_ARGS__)
static const struct field fields[] = {
    FIELD("class", FIELD_TEXT, clearance_range, name, REQUIRED, .doc = "name of the class"),
    RANGE(bore_from, BETWEEN(0.0, 1e3), .doc = "diameter above which the row holds"),
    RANGE(bore_to, BETWEEN(1e-6, 1e3), .doc = "diameter up to which the row holds"),
    RANGE(play_min, BETWEEN(0.0, 1e3), .doc = "least play across the diameter"),
    RANGE(play_max, BETWEEN(1e-12, 1e3), .doc = "largest play across the diameter"),
    NOTHING("comment", "for its writer"),
    {0},
};
// clang-format on

static bool is_word(const char *name) {
    size_t length = name != NULL ? strlen(name) : 0;
    return length > 0 && length <= CLASS_NAME_MAX && strcspn(name, " \t") == length;
}

static void check_range(struct reader *reader, const struct clearance_range *r) {
    if (!is_word(r->name))
        report_error(reader, r->node, "class must be one word of at most %d bytes", CLASS_NAME_MAX);
    else if (!(r->bore_from < r->bore_to))
        report_error(reader, r->node, "bore_from is %g m, no less than bore_to, %g m", r->bore_from,
                     r->bore_to);
    else if (!(r->play_min <= r->play_max))
        report_error(reader, r->node, "play_min is %g m, more than play_max, %g m", r->play_min,
                     r->play_max);
}

// A bore belongs to one range of a class at most.
static void check_apart(struct reader *reader, const struct clearance_range *rows, long i) {
    char word[SHOWN_MAX];
    for (long j = 0; j < i; j++) {
        bool is_same = strcmp(rows[i].name, rows[j].name) == 0;
        if (!is_same || rows[i].bore_from >= rows[j].bore_to ||
            rows[j].bore_from >= rows[i].bore_to)
            continue;
        report_error(reader, rows[i].node, "the bores of class %s overlap with those of line %d",
                     shown(rows[i].name, word), rows[j].node->line);
        return;
    }
}

static void check(struct reader *reader, const struct list *rows) {
    enum { ENOUGH = 20, RANGES_MAX = 2000 };
    const struct clearance_range *item = rows->items;
    if (rows->count > RANGES_MAX)
        report_error(reader, item[RANGES_MAX].node, "more than %d ranges of classes", RANGES_MAX);
    for (long i = 0; i < rows->count && reader->count < ENOUGH; i++)
        check_range(reader, &item[i]);
    for (long i = 1; i < rows->count && reader->count == 0; i++)
        check_apart(reader, item, i);
}

bool classes_read(struct reader *reader, const char *file, struct classes *classes) {
    static const struct csv_form form = {
        .fields = fields, .row_size = sizeof(struct clearance_range), .check = check};
    const char *bearings = reader->file;
    struct list rows;
    reader->file = file;
    bool is_read = csv_read(reader, &form, &rows);
    reader->file = bearings;
    if (is_read) *classes = (struct classes){.file = file, .item = rows.items, .count = rows.count};
    return is_read;
}

static void report_class(struct reader *reader, const struct node *at,
                         const struct classes *classes, const char *name) {
    struct word_list known = {.count = 0};
    char hint[WORDS_HINT_MAX], word[SHOWN_MAX], file[SHOWN_MAX];
    for (long i = 0; i < classes->count; i++) {
        bool is_new = true;
        for (int k = 0; k < known.count && is_new; k++)
            is_new = strcmp(known.item[k], classes->item[i].name) != 0;
        if (is_new) words_add(&known, classes->item[i].name);
    }
    report_error(reader, at, "%s has no class '%s'%s", shown(classes->file, file),
                 shown(name, word), words_hint(&known, name, hint));
}

const struct clearance_range *classes_find(struct reader *reader, const struct node *at,
                                           const struct classes *classes, const char *name,
                                           double bore) {
    // a radius of 12.5 mm read and doubled is a bore of 25 mm but for its last digits
    const double rounding = 1e-12;
    bool is_known = false;
    char word[SHOWN_MAX], file[SHOWN_MAX];
    for (long i = 0; i < classes->count; i++) {
        const struct clearance_range *r = &classes->item[i];
        if (strcmp(r->name, name) != 0) continue;
        is_known = true;
        if (bore > r->bore_from * (1.0 + rounding) && bore <= r->bore_to * (1.0 + rounding))
            return r;
    }
    if (!is_known)
        report_class(reader, at, classes, name);
    else
        report_error(reader, at, "the bore is %g mm; class %s of %s has no clearance for it",
                     1e3 * bore, shown(name, word), shown(classes->file, file));
    return NULL;
}
