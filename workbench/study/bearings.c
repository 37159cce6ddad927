// Bearings from a CSV file: columns by name, units from the header or from the cell, every value
// checked.

#include "study/bearings.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/quantity.h"
#include "base/status.h"
#include "base/words.h"
#include "scenario/csv.h"

enum { NAME_MAX_BYTES = 60, HINT_MAX = 300 };

// clang-format off
const struct bearing_field bearing_fields[BEARING_COLUMNS] = {
    [BEARING_RADIUS] = {"bearing_radius", "m", "radius of the hole", NAN, 1e-6, 1e3},
    [BEARING_CLEARANCE] = {"clearance", "m", "radial clearance", NAN, 1e-12, 1e3},
    [BEARING_LENGTH] = {"length", "m", "axial length of the contact", NAN, 1e-6, 1e3},
    [BEARING_MODULUS] = {"modulus", "Pa", "contact modulus", NAN, 1.0, 1e15},
    [BEARING_YIELD] = {"yield", "Pa", "yield stress of the weaker material", NAN, 1.0, 1e15},
    [BEARING_FIT] = {"fit", "1", "k of the Winkler bed", 0.663, 0.01, 10.0},
};
// clang-format on

// Where the columns stand in the file; -1: nowhere.
struct layout {
    int name, column[BEARING_COLUMNS];
    char unit[BEARING_COLUMNS][CSV_UNIT_MAX];  // of the header; empty: none
};

// --- the header ----------------------------------------------------------------------------------

static void report_column(struct reader *reader, const struct node *at, const char *head) {
    const char *known[BEARING_COLUMNS + 3] = {"name"};
    char hint[HINT_MAX] = "", word[SHOWN_MAX];
    int count = 1;
    for (int i = 0; i < BEARING_COLUMNS; i++)
        known[count++] = bearing_fields[i].name;
    known[count] = "comment";
    text_suggest_or_list(hint, sizeof hint, shown(head, word), known);
    report_error(reader, at, "there is no column '%s'%s", word, hint);
}

static void set_unit(struct reader *reader, const struct node *at, struct layout *layout, int field,
                     const char *unit) {
    const struct bearing_field *f = &bearing_fields[field];
    char one[CSV_UNIT_MAX + 8], word[SHOWN_MAX];
    double value;
    dp_error err;
    bool is_pure = strcmp(unit, "1") == 0 || strcmp(unit, "-") == 0;
    if (unit[0] == '\0' || (is_pure && strcmp(f->unit, "1") == 0)) return;
    snprintf(one, sizeof one, "1 %s", unit);
    if (is_pure || dp_quantity_read(f->name, one, f->unit, &value, &err) != DP_OK)
        report_error(reader, at, "%s is in [%s]; its unit must be %s or of the same kind", f->name,
                     shown(unit, word), f->unit);
    else
        snprintf(layout->unit[field], CSV_UNIT_MAX, "%s", unit);
}

static int find_field(const char *name) {
    for (int i = 0; i < BEARING_COLUMNS; i++) {
        if (strcmp(bearing_fields[i].name, name) == 0) return i;
    }
    return -1;
}

static void take_column(struct reader *reader, const struct csv *csv, int column,
                        struct layout *layout) {
    char name[CSV_UNIT_MAX], unit[CSV_UNIT_MAX];
    const struct node at = csv_place(csv->head_line);
    const char *head = csv->head[column];
    bool is_good = csv_split_head(head, name, unit);
    int field = is_good ? find_field(name) : -1;
    bool is_name = is_good && strcmp(name, "name") == 0 && unit[0] == '\0';
    if (is_good && strcmp(name, "comment") == 0) return;
    if (field < 0 && !is_name) {
        report_column(reader, &at, head);
        return;
    }
    int *to = is_name ? &layout->name : &layout->column[field];
    if (*to >= 0)
        report_error(reader, &at, "there are two columns %s", name);
    else
        *to = column;
    if (!is_name) set_unit(reader, &at, layout, field, unit);
}

static bool read_header(struct reader *reader, const struct csv *csv,
                        const double given[BEARING_COLUMNS], struct layout *layout) {
    const struct node at = csv_place(csv->head_line);
    *layout = (struct layout){.name = -1};
    for (int i = 0; i < BEARING_COLUMNS; i++)
        layout->column[i] = -1;
    for (int i = 0; i < csv->columns; i++)
        take_column(reader, csv, i, layout);
    if (layout->name < 0)
        report_error(reader, &at, "the column name is missing: what the bearing is called");
    for (int i = 0; i < BEARING_COLUMNS; i++) {
        const struct bearing_field *f = &bearing_fields[i];
        if (layout->column[i] < 0 && isnan(given[i]) && isnan(f->initial))
            report_error(reader, &at, "the column %s [%s] is missing: %s%s%s", f->name, f->unit,
                         f->doc, i != BEARING_RADIUS ? "; or give --" : "",
                         i != BEARING_RADIUS ? f->name : "");
    }
    return reader->count == 0;
}

// --- cells ---------------------------------------------------------------------------------------

// A plain number is in the unit of the header, any other brings its own.
static dp_status read_number(const struct bearing_field *f, const char *unit, const char *cell,
                             double *value, dp_error *err) {
    char text[SHOWN_MAX + CSV_UNIT_MAX];
    bool has_unit = unit[0] != '\0';
    if (has_unit && dp_quantity_read(f->name, cell, "1", value, err) == DP_OK) {
        snprintf(text, sizeof text, "%s %s", cell, unit);
        return dp_quantity_read(f->name, text, f->unit, value, err);
    }
    return dp_quantity_read(f->name, cell, has_unit ? unit : f->unit, value, err);
}

static void report_range(struct reader *reader, const struct node *at,
                         const struct bearing_field *f, double value) {
    bool is_pure = strcmp(f->unit, "1") == 0;
    const char *space = is_pure ? "" : " ", *unit = is_pure ? "" : f->unit;
    report_error(reader, at, "%s is %g%s%s; it must lie in %g..%g%s%s", f->name, value, space, unit,
                 f->low, f->high, space, unit);
}

static void read_cell(struct reader *reader, int line, int field, const char *unit,
                      const char *cell, double *value) {
    const struct bearing_field *f = &bearing_fields[field];
    const struct node at = csv_place(line);
    char word[SHOWN_MAX];
    dp_error err;
    if (cell[0] == '\0' && isnan(*value))
        report_error(reader, &at, "%s is empty; it must be a number in %s", f->name,
                     unit[0] != '\0' ? unit : f->unit);
    if (cell[0] == '\0') return;
    if (strcmp(shown(cell, word), cell) != 0)
        report_error(reader, &at, "%s is '%s'; it must be a number", f->name, word);
    else if (read_number(f, unit, cell, value, &err) != DP_OK)
        report_error(reader, &at, "%s", err.text);
    else if (!(*value >= f->low && *value <= f->high))
        report_range(reader, &at, f, *value);
}

static bool prepare(struct reader *reader, struct bearing *bearing) {
    const struct node at = csv_place(bearing->line);
    const double *value = bearing->value;
    dp_error err;
    if (value[BEARING_CLEARANCE] >= value[BEARING_RADIUS]) {
        report_error(reader, &at, "clearance is %g m, no less than bearing_radius, %g m",
                     value[BEARING_CLEARANCE], value[BEARING_RADIUS]);
        return false;
    }
    dp_contact_def def = dp_contact_defaults(dp_law_find("peng"));
    dp_status status = dp_law_choose(&def.law, "mode", "elastic-plastic", &err);
    for (int i = 0; i < BEARING_COLUMNS && status == DP_OK; i++) {
        const char *name = bearing_fields[i].name;
        status = i == BEARING_FIT ? dp_law_set(&def.law, name, value[i], &err)
                                  : dp_pair_set(&def.pair, name, value[i], &err);
    }
    if (status == DP_OK) status = dp_contact_init(&bearing->contact, &def, &err);
    if (status != DP_OK) report_error(reader, &at, "%s", err.text);
    return status == DP_OK;
}

static void read_row(struct reader *reader, const struct csv *csv, long row,
                     const struct layout *layout, const double given[BEARING_COLUMNS],
                     struct bearing *bearing) {
    const char *const *cell = csv->cell + row * csv->columns;
    int before = reader->count;
    const struct node at = csv_place(csv->line[row]);
    *bearing = (struct bearing){.name = cell[layout->name], .line = csv->line[row]};
    size_t length = strlen(bearing->name);
    if (length == 0 || length > NAME_MAX_BYTES)
        report_error(reader, &at, "name has %zu bytes; it must be a text of 1 to %d", length,
                     NAME_MAX_BYTES);
    for (int i = 0; i < BEARING_COLUMNS; i++) {
        int column = layout->column[i];
        bearing->value[i] = isnan(given[i]) ? bearing_fields[i].initial : given[i];
        if (column >= 0)
            read_cell(reader, bearing->line, i, layout->unit[i], cell[column], &bearing->value[i]);
    }
    if (reader->count == before) prepare(reader, bearing);
}

bool bearings_read(struct reader *reader, const double given[BEARING_COLUMNS],
                   struct bearings *bearings) {
    enum { ENOUGH = 20 };
    struct csv csv;
    struct layout layout;
    if (!csv_read(reader, &csv) || !read_header(reader, &csv, given, &layout)) return false;
    bearings->item = tree_alloc(&reader->tree, (size_t)csv.rows * sizeof *bearings->item);
    bearings->count = csv.rows;
    if (bearings->item == NULL) report_no_memory(reader);
    for (long i = 0; bearings->item != NULL && i < csv.rows && reader->count <= ENOUGH; i++)
        read_row(reader, &csv, i, &layout, given, &bearings->item[i]);
    return reader->count == 0;
}
