// Bearings from a CSV file: columns by name, units from the header or from the cell, every value
// checked.

#include "study/bearings.h"

#include <math.h>
#include <string.h>

#include "scenario/csv.h"

// clang-format off
#define COLUMN_AT(name, index, ...)                                                                \
    FIELD(name, FIELD_QUANTITY, bearing, value[index], __VA_ARGS__)
const struct field bearing_fields[] = {
    COLUMN_AT("bearing_radius", BEARING_RADIUS, .unit = "m", BETWEEN(1e-6, 1e3),
        .doc = "radius of the hole"),
    COLUMN_AT("clearance", BEARING_CLEARANCE, .unit = "m", BETWEEN(1e-12, 1e3),
        .doc = "radial clearance; or give --clearance"),
    COLUMN_AT("length", BEARING_LENGTH, .unit = "m", BETWEEN(1e-6, 1e3),
        .doc = "axial length of the contact; or give --length"),
    COLUMN_AT("modulus", BEARING_MODULUS, .unit = "Pa", BETWEEN(1.0, 1e15),
        .doc = "contact modulus; or give --modulus"),
    COLUMN_AT("yield", BEARING_YIELD, .unit = "Pa", BETWEEN(1.0, 1e15),
        .doc = "yield stress of the weaker material; or give --yield"),
    COLUMN_AT("fit", BEARING_FIT, .unit = "1", .initial = "0.663", BETWEEN(0.01, 10.0),
        .doc = "k of the Winkler bed"),
    TEXT(bearing, name, REQUIRED, .doc = "what the bearing is called"),
    NOTHING("comment", "for its writer"),
    {0},
};
// clang-format on

static void prepare(struct reader *reader, const double given[BEARING_COLUMNS],
                    struct bearing *bearing) {
    enum { NAME_MAX_BYTES = 60 };
    const struct node *at = bearing->node;
    double *value = bearing->value;
    for (int i = 0; i < BEARING_COLUMNS; i++)
        if (isnan(value[i])) value[i] = given[i];
    size_t length = bearing->name != NULL ? strlen(bearing->name) : 0;
    dp_error err;
    if (length == 0 || length > NAME_MAX_BYTES) {
        report_error(reader, at, "name has %zu bytes; it must be a text of 1 to %d", length,
                     NAME_MAX_BYTES);
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

bool bearings_read(struct reader *reader, const double given[BEARING_COLUMNS],
                   struct bearings *bearings) {
    enum { ENOUGH = 20 };
    struct field columns[sizeof bearing_fields / sizeof *bearing_fields];
    const struct csv_form form = {.fields = columns, .row_size = sizeof(struct bearing)};
    struct list rows;
    memcpy(columns, bearing_fields, sizeof columns);
    for (int i = 0; i < BEARING_COLUMNS; i++) {
        if (!isnan(given[i])) columns[i].initial = NULL;
        columns[i].is_required = isnan(given[i]) && columns[i].initial == NULL;
    }
    if (!csv_read(reader, &form, &rows)) return false;
    *bearings = (struct bearings){.item = rows.items, .count = rows.count};
    for (long i = 0; i < bearings->count && reader->count < ENOUGH; i++)
        prepare(reader, given, &bearings->item[i]);
    return reader->count == 0;
}
