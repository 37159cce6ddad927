// Numbers as text: summary.json, series.csv and further tables.

#include "output/record.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "files/file.h"

int record_text(int folder, const char *name, const char *text) {
    struct out_file file;
    out_open(&file, folder, name);
    out_text(&file, text);
    return out_close(&file);
}

static int put_json(const char *text, size_t size, void *file) {
    out_bytes(file, text, size);
    return ((struct out_file *)file)->error;
}

int record_summary(int folder, const char *name, const json_t *summary) {
    struct out_file file;
    out_open(&file, folder, name);
    if (json_write(summary, put_json, &file) != 0 && file.error == 0) file.error = ENOMEM;
    return out_close(&file);
}

// RFC 4180: a field with a comma, a quote or a line break stands in quotes, quotes in it are
// doubled
static void put_field(struct out_file *file, const char *field) {
    int is_plain = strpbrk(field, ",\"\r\n") == NULL;
    if (!is_plain) out_text(file, "\"");
    // a spreadsheet would take it for a formula, and run it
    if (field[0] != '\0' && strchr("=+-@", field[0]) != NULL) out_text(file, "'");
    for (const char *c = field; *c != '\0'; c++) {
        if (*c == '"') out_text(file, "\"");
        out_bytes(file, c, 1);
    }
    if (!is_plain) out_text(file, "\"");
}

// A column of words has no unit.
static void put_heading(struct out_file *file, const struct table *series, int column) {
    char field[96];
    const char *unit = series->unit[column][0] != '\0' ? series->unit[column] : "1";
    if (series->words[column].count > 0)
        snprintf(field, sizeof field, "%s", series->name[column]);
    else
        snprintf(field, sizeof field, "%s [%s]", series->name[column], unit);
    put_field(file, field);
}

int record_csv(int folder, const char *name, const struct table *series) {
    struct out_file file;
    out_open(&file, folder, name);
    for (int c = 0; c < series->columns; c++) {
        if (c > 0) out_text(&file, ",");
        put_heading(&file, series, c);
    }
    out_text(&file, "\n");

    const double *value = series->value;
    for (size_t row = 0; row < series->rows && file.error == 0; row++) {
        for (int c = 0; c < series->columns; c++, value++) {
            if (c > 0) out_text(&file, ",");
            const char *word = table_word(series, c, *value);
            if (word != NULL)
                put_field(&file, word);
            else if (isfinite(*value))
                out_number(&file, *value);
        }
        out_text(&file, "\n");
    }
    return out_close(&file);
}

static int is_plain_name(const char *name) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    return name[0] != '\0' && name[0] != '-' && name[strspn(name, plain)] == '\0';
}

int record_further(int folder, const struct outcome *outcome, char failed[32]) {
    int error = 0;
    for (int i = 0; i < outcome->extra_count && error == 0; i++) {
        const struct extra_table *further = &outcome->extra[i];
        snprintf(failed, 32, "%s.csv", further->name);
        error = is_plain_name(further->name) ? record_csv(folder, failed, &further->table) : EINVAL;
    }
    return error;
}

#ifndef DP_HDF5_SONAME  // built without HDF5
int record_hdf5(int folder, const char *name, const struct outcome *outcome, char lack[LACK_MAX]) {
    (void)folder, (void)outcome;
    snprintf(lack, LACK_MAX,
             "%s was not written, as this program was built without HDF5 (-DDP_HDF5=OFF); all "
             "tables are in the CSV files.",
             name);
    return 0;
}
#endif
