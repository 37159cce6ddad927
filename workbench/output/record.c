// Numbers as text: summary.json, series.csv and further tables.

#include "output/record.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "files/file.h"

int record_text(int folder, const char *name, const char *text) {
    struct out_file file;
    out_open(&file, folder, name);
    out_text(&file, text);
    return out_close(&file);
}

static void put_value(struct out_file *file, json_t *value, int depth);

static void new_line(struct out_file *file, int depth) {
    out_print(file, "\n%*s", 2 * depth, "");
}

// jansson knows how to escape
static void put_simple(struct out_file *file, const json_t *value) {
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    if (text == NULL && file->error == 0) file->error = ENOMEM;
    if (text != NULL) out_text(file, text);
    free(text);
}

// "1.0", not "1": readers that tell integers from reals see a real
static void put_real(struct out_file *file, double value) {
    char number[NUMBER_MAX];
    if (!isfinite(value)) {
        out_text(file, "null");
        return;
    }
    out_text(file, number_exact(value, number));
    if (strpbrk(number, ".e") == NULL) out_text(file, ".0");
}

static void put_array(struct out_file *file, json_t *array, int depth) {
    size_t count = json_array_size(array);
    out_text(file, "[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0) out_text(file, ",");
        new_line(file, depth + 1);
        put_value(file, json_array_get(array, i), depth + 1);
    }
    if (count > 0) new_line(file, depth);
    out_text(file, "]");
}

static void put_object(struct out_file *file, json_t *object, int depth) {
    const char *separator = "";
    out_text(file, "{");
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
        json_t *key = json_string(json_object_iter_key(at));
        out_text(file, separator);
        new_line(file, depth + 1);
        put_simple(file, key);
        json_decref(key);
        out_text(file, ": ");
        put_value(file, json_object_iter_value(at), depth + 1);
        separator = ",";
    }
    if (json_object_size(object) > 0) new_line(file, depth);
    out_text(file, "}");
}

static void put_value(struct out_file *file, json_t *value, int depth) {
    if (json_is_object(value))
        put_object(file, value, depth);
    else if (json_is_array(value))
        put_array(file, value, depth);
    else if (json_is_real(value))
        put_real(file, json_real_value(value));
    else
        put_simple(file, value);
}

int record_summary(int folder, const char *name, json_t *summary) {
    struct out_file file;
    out_open(&file, folder, name);
    if (summary != NULL)
        put_value(&file, summary, 0);
    else
        out_text(&file, "{}");
    out_text(&file, "\n");
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
