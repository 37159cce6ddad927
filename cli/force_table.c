// Ranges and tables of `dashpot force`.

#include "force_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "dashpot/workbench.h"
#include "json.h"

// --- ranges --------------------------------------------------------------------------------------

enum { END_MAX = 80 };

// The first end of a range, with the unit of the second one when it has none.
static void write_first(const char *text, size_t length, const char *second, char first[END_MAX]) {
    char *end;
    snprintf(first, END_MAX, "%.*s", (int)length, text);
    strtod(first, &end);
    bool has_unit = end[strspn(end, " \t")] != '\0';
    if (has_unit || end == first) return;
    strtod(second, &end);
    size_t used = strlen(first);
    snprintf(first + used, END_MAX - used, " %s", end + strspn(end, " \t"));
}

int force_range_read(const char *name, const char *text, const char *unit, long count,
                     struct force_range *range) {
    const char *dots = strstr(text, "..");
    dp_error err;
    *range = (struct force_range){.count = 1};
    if (dots == NULL) {
        if (dp_quantity_read(name, text, unit, &range->from, &err) != DP_OK)
            return cli_input_failure(&err);
        range->to = range->from;
        return DP_RUN_DONE;
    }
    char first[END_MAX];
    if (strlen(text) >= END_MAX / 2)
        return cli_fail(DP_RUN_INPUT, "%s is '%.60s'; it must be a range like 0..10 um", name,
                        text);
    write_first(text, (size_t)(dots - text), dots + 2, first);
    if (dp_quantity_read(name, first, unit, &range->from, &err) != DP_OK ||
        dp_quantity_read(name, dots + 2, unit, &range->to, &err) != DP_OK)
        return cli_input_failure(&err);
    if (range->from == range->to)
        return cli_fail(DP_RUN_INPUT, "%s is '%s'; the ends of a range must differ", name, text);
    range->count = count;
    return DP_RUN_DONE;
}

double force_range_at(const struct force_range *range, long i) {
    return range->count == 1 ? range->from
                             : dp_value_between(range->from, range->to, i, range->count);
}

int force_count_read(const char *text, long usual, long *count) {
    double value;
    dp_error err;
    *count = usual;
    if (text == NULL) return DP_RUN_DONE;
    if (dp_quantity_read("--count", text, "1", &value, &err) != DP_OK)
        return cli_input_failure(&err);
    if (value != floor(value) || value < 2.0 || value > FORCE_COUNT_MAX)
        return cli_fail(DP_RUN_INPUT, "--count is %.60s; it must be a whole number in 2..%d", text,
                        FORCE_COUNT_MAX);
    *count = (long)value;
    return DP_RUN_DONE;
}

// --- tables --------------------------------------------------------------------------------------

bool force_table_add(struct force_table *table, const double *row) {
    size_t width = (size_t)table->columns * sizeof *row;
    if (table->rows == table->room) {
        size_t room = table->room > 0 ? 2 * table->room : 256;
        double *value = realloc(table->value, room * width);
        if (value == NULL) return false;
        table->value = value;
        table->room = room;
    }
    memcpy(table->value + table->rows++ * (size_t)table->columns, row, width);
    return true;
}

static double cell(const struct force_table *table, size_t row, int column) {
    return table->value[row * (size_t)table->columns + (size_t)column];
}

json_t *force_table_json(const struct force_table *table) {
    json_t *object = json_object(), *columns = json_array(), *rows = json_array();
    for (int c = 0; c < table->columns; c++) {
        json_t *column = json_object();
        cli_json_put(column, "name", json_string(table->name[c]));
        cli_json_put(column, "unit", json_string(table->unit[c]));
        cli_json_push(columns, column);
    }
    for (size_t row = 0; row < table->rows; row++) {
        json_t *values = json_array();
        for (int c = 0; c < table->columns; c++)
            cli_json_push(values, cli_json_number(cell(table, row, c)));
        cli_json_push(rows, values);
    }
    cli_json_put(object, "columns", columns);
    cli_json_put(object, "rows", rows);
    return object;
}

void force_table_print(const struct force_table *table) {
    enum { WIDTH = 13 };
    for (int c = 0; c < table->columns; c++)
        printf("%*s%s", WIDTH, table->name[c], c + 1 < table->columns ? " " : "\n");
    for (int c = 0; c < table->columns; c++) {
        char unit[32];
        snprintf(unit, sizeof unit, "[%s]", table->unit[c]);
        printf("%*s%s", WIDTH, unit, c + 1 < table->columns ? " " : "\n");
    }
    for (size_t row = 0; row < table->rows; row++) {
        for (int c = 0; c < table->columns; c++)
            printf("%*.6g%s", WIDTH, cell(table, row, c), c + 1 < table->columns ? " " : "\n");
    }
}

void force_table_csv(const struct force_table *table) {
    char number[DP_NUMBER_MAX];
    for (int c = 0; c < table->columns; c++)
        printf("%s%s [%s]", c > 0 ? "," : "", table->name[c], table->unit[c]);
    putchar('\n');
    for (size_t row = 0; row < table->rows; row++) {
        for (int c = 0; c < table->columns; c++) {
            double value = cell(table, row, c);
            printf("%s%s", c > 0 ? "," : "", isfinite(value) ? dp_number_text(value, number) : "");
        }
        putchar('\n');
    }
}
