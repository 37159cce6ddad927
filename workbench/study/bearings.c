// Bearings from a CSV file: columns by name, units from the header or from the cell, every value
// checked. Clearances stand in the row or come from the classes that it names.

#include "study/bearings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenario/csv.h"

// clang-format off
#define COLUMN_AT(name, index, ...)                                                                \
    FIELD(name, FIELD_QUANTITY, bearing, value[index], __VA_ARGS__)
const struct field bearing_fields[] = {
    COLUMN_AT("bearing_radius", BEARING_RADIUS, .unit = "m", BETWEEN(1e-6, 1e3),
        .doc = "radius of the hole"),
    COLUMN_AT("clearance", BEARING_CLEARANCE, .unit = "m", BETWEEN(1e-12, 1e3),
        .doc = "radial clearance; or give --clearance, or classes and --classes"),
    COLUMN_AT("length", BEARING_LENGTH, .unit = "m", BETWEEN(1e-6, 1e3),
        .doc = "axial length of the contact; or give --length"),
    COLUMN_AT("modulus", BEARING_MODULUS, .unit = "Pa", BETWEEN(1.0, 1e15),
        .doc = "contact modulus; or give --modulus"),
    COLUMN_AT("yield", BEARING_YIELD, .unit = "Pa", BETWEEN(1.0, 1e15),
        .doc = "yield stress of the weaker material; or give --yield"),
    COLUMN_AT("fit", BEARING_FIT, .unit = "1", .initial = "0.663", BETWEEN(0.01, 10.0),
        .doc = "k of the Winkler bed"),
    TEXT(bearing, name, REQUIRED, .doc = "what the bearing is called"),
    TEXT(bearing, classes, .doc = "classes of clearance, parted by blanks; see --classes"),
    TEXT(bearing, source, .doc = "where the values come from; 'example': they are made up"),
    NOTHING("comment", "for its writer"),
    {0},
};
// clang-format on

enum { NAME_MAX_BYTES = 60, ENOUGH = 20 };

static bool has_text(const char *text) {
    return text != NULL && text[strspn(text, " ")] != '\0';
}

// What a row says, before its classes are looked up.
static void check_row(struct reader *reader, bool has_classes, const struct bearing *row) {
    size_t length = row->name != NULL ? strlen(row->name) : 0;
    bool has_clearance = !isnan(row->value[BEARING_CLEARANCE]);
    if (length == 0 || length > NAME_MAX_BYTES)
        report_error(reader, row->node, "name has %zu bytes; it must be a text of 1 to %d", length,
                     NAME_MAX_BYTES);
    else if (has_text(row->classes) && has_clearance)
        report_error(reader, row->node, "clearance and classes are given; leave one of them out");
    else if (has_text(row->classes) && !has_classes)
        report_error(reader, row->node,
                     "classes are given; name the table of their clearances by --classes FILE.csv");
}

// --- classes -------------------------------------------------------------------------------------

// The next word of a list; false at its end.
static bool next_word(struct reader *reader, const char **at, const char **word) {
    *at += strspn(*at, " ");
    size_t length = strcspn(*at, " ");
    if (length == 0) return false;
    *word = tree_copy(&reader->tree, *at, length);
    *at += length;
    if (*word == NULL) report_no_memory(reader);
    return *word != NULL;
}

static void add_end(struct reader *reader, const struct bearing *row,
                    const struct clearance_range *range, const char *end, struct bearings *made) {
    char name[NAME_MAX_BYTES + CLASS_NAME_MAX + 8];
    double play = strcmp(end, "min") == 0 ? range->play_min : range->play_max;
    if (!(play > 0.0)) {
        made->without_play++;
        return;
    }
    struct bearing *bearing = &made->item[made->count++];
    int length = snprintf(name, sizeof name, "%s %s %s", row->name, range->name, end);
    *bearing = *row;
    bearing->class_name = range->name;
    bearing->end = end;
    bearing->value[BEARING_CLEARANCE] = 0.5 * play;
    bearing->name = tree_copy(&reader->tree, name, (size_t)length);
    if (bearing->name == NULL) report_no_memory(reader);
}

static void add_classes(struct reader *reader, const struct classes *classes,
                        const struct bearing *row, struct bearings *made) {
    const char *at = row->classes, *word;
    while (next_word(reader, &at, &word)) {
        const struct clearance_range *range =
            classes_find(reader, row->node, classes, word, 2.0 * row->value[BEARING_RADIUS]);
        if (range == NULL) return;
        add_end(reader, row, range, "min", made);
        add_end(reader, row, range, "max", made);
    }
}

// No more bearings than that come of the rows.
static size_t count_most(const struct bearing *rows, long count) {
    size_t most = 0;
    for (long i = 0; i < count; i++) {
        // a word and the blank after it take two bytes at least, and make two bearings
        most += has_text(rows[i].classes) ? strlen(rows[i].classes) + 1 : 1;
    }
    return most;
}

static void expand(struct reader *reader, const struct classes *classes, const struct bearing *rows,
                   struct bearings *made) {
    enum { BEARINGS_MAX = 1000000 };
    size_t most = count_most(rows, made->rows);
    if (most > BEARINGS_MAX) {
        report_error(reader, NULL, "the classes make more than %d bearings", BEARINGS_MAX);
        return;
    }
    made->item = tree_alloc(&reader->tree, most * sizeof *made->item);
    if (made->item == NULL) {
        report_no_memory(reader);
        return;
    }
    for (long i = 0; i < made->rows && reader->count < ENOUGH; i++) {
        if (has_text(rows[i].classes))
            add_classes(reader, classes, &rows[i], made);
        else
            made->item[made->count++] = rows[i];
    }
}

// --- contacts ------------------------------------------------------------------------------------

static void prepare(struct reader *reader, const double given[BEARING_COLUMNS],
                    struct bearing *bearing) {
    const struct node *at = bearing->node;
    double *value = bearing->value;
    dp_error err;
    for (int i = 0; i < BEARING_COLUMNS; i++)
        if (isnan(value[i])) value[i] = given[i];
    if (isnan(value[BEARING_CLEARANCE])) {
        report_error(reader, at, "clearance is empty, and so is classes; one of them is needed");
        return;
    }
    if (value[BEARING_CLEARANCE] >= value[BEARING_RADIUS]) {
        report_error(reader, at, "clearance is %g m, no less than bearing_radius, %g m",
                     value[BEARING_CLEARANCE], value[BEARING_RADIUS]);
        return;
    }
    dp_contact_def def = dp_contact_defaults(dp_law_find("peng"));
    dp_status status = dp_law_choose(&def.law, "mode", "elastic-plastic", &err);
    for (int i = 0; i < BEARING_COLUMNS && status == DP_OK; i++) {
        const char *name = bearing_fields[i].key;
        status = i == BEARING_FIT ? dp_law_set(&def.law, name, value[i], &err)
                                  : dp_pair_set(&def.pair, name, value[i], &err);
    }
    if (status == DP_OK) status = dp_contact_init(&bearing->contact, &def, &err);
    if (status != DP_OK) report_error(reader, at, "%s", err.text);
}

static bool read_rows(struct reader *reader, const double given[BEARING_COLUMNS], bool has_classes,
                      struct list *rows) {
    struct field columns[sizeof bearing_fields / sizeof *bearing_fields];
    const struct csv_form form = {.fields = columns, .row_size = sizeof(struct bearing)};
    memcpy(columns, bearing_fields, sizeof columns);
    for (int i = 0; i < BEARING_COLUMNS; i++) {
        if (!isnan(given[i])) columns[i].initial = NULL;
        columns[i].is_required = isnan(given[i]) && columns[i].initial == NULL;
    }
    if (has_classes) columns[BEARING_CLEARANCE].is_required = false;
    return csv_read(reader, &form, rows);
}

bool bearings_read(struct reader *reader, const double given[BEARING_COLUMNS], const char *classes,
                   struct bearings *bearings) {
    struct list rows;
    struct classes known = {.count = 0};
    if (!read_rows(reader, given, classes != NULL, &rows)) return false;
    if (classes != NULL && !classes_read(reader, classes, &known)) return false;
    const struct bearing *row = rows.items;
    *bearings = (struct bearings){.rows = rows.count};
    bool is_classed = false;
    for (long i = 0; i < rows.count && reader->count < ENOUGH; i++) {
        check_row(reader, classes != NULL, &row[i]);
        is_classed |= has_text(row[i].classes);
        bearings->examples += row[i].source != NULL && strcmp(row[i].source, "example") == 0;
    }
    if (reader->count == 0 && classes != NULL && !is_classed)
        report_error(reader, NULL, "no bearing has classes; leave out --classes");
    if (reader->count == 0) expand(reader, &known, row, bearings);
    for (long i = 0; i < bearings->count && reader->count < ENOUGH; i++)
        prepare(reader, given, &bearings->item[i]);
    if (reader->count == 0 && bearings->count == 0)
        report_error(reader, NULL, "no class of a bearing has any clearance");
    return reader->count == 0;
}
