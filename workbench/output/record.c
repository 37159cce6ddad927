// Numbers as text: summary.json, series.csv and further tables.

#include "output/record.h"

#include <errno.h>
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

// A column of words has no unit.
static void put_heading(struct out_file *file, const struct table *series, int column) {
    char field[96];
    const char *unit = series->unit[column][0] != '\0' ? series->unit[column] : "1";
    if (series->words[column].count > 0)
        snprintf(field, sizeof field, "%s", series->name[column]);
    else
        snprintf(field, sizeof field, "%s [%s]", series->name[column], unit);
    out_field(file, field, 0);
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
                out_field(&file, word, 0);
            else
                out_cell(&file, *value);
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
