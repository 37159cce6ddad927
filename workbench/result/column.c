// Columns of tables and keys of summaries, from one declaration.

#include "result/column.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/measure.h"
#include "result/result.h"

enum { COLUMNS_MAX = 32 };

int columns_count(const struct column *columns) {
    int count = 0;
    while (columns[count].name != NULL)
        count++;
    return count;
}

const struct column *columns_find(const struct column *columns, const char *name) {
    for (; columns->name != NULL; columns++) {
        if (strcmp(columns->name, name) == 0) return columns;
    }
    return NULL;
}

double column_value(const struct column *column, const void *sample) {
    const void *at = (const char *)sample + column->offset;
    switch (column->type) {
    case COLUMN_NUMBER:
    case COLUMN_OPTIONAL:
        return *(const double *)at;
    case COLUMN_COUNT:
        return (double)*(const long *)at;
    case COLUMN_FLAG:
        return *(const bool *)at;
    case COLUMN_SWITCH:
        return *(const int *)at;
    default:
        return NAN;
    }
}

static void put_result(json_t *map, const struct column *column, const void *sample) {
    const void *at = (const char *)sample + column->offset;
    double number = column_value(column, sample);
    switch (column->type) {
    case COLUMN_OPTIONAL:
        if (isnan(number)) break;
        // fall through
    case COLUMN_NUMBER:
        put_measure(map, column->name, number, column->unit);
        break;
    case COLUMN_COUNT:
        json_put(map, column->name, number < 0.0 ? json_null() : json_integer(*(const long *)at));
        break;
    case COLUMN_FLAG:
    case COLUMN_SWITCH:
        json_put(map, column->name, json_boolean(number != 0.0));
        break;
    case COLUMN_TEXT:
        json_put(map, column->name, json_string(*(const char *const *)at));
        break;
    case COLUMN_JSON:
        if (json_is_array(*(json_t *const *)at) && column->unit[0] != '\0')
            put_measures(map, column->name, *(json_t *const *)at, column->unit);
        else
            json_put(map, column->name, *(json_t *const *)at);
        break;
    default:
        break;
    }
}

void put_results(json_t *map, const struct column *columns, const void *sample) {
    for (; columns->name != NULL; columns++)
        put_result(map, columns, sample);
}

void put_results_but(json_t *map, const struct column *columns, const void *sample,
                     const char *const *left_out) {
    for (; columns->name != NULL; columns++) {
        int i = 0;
        while (left_out[i] != NULL && strcmp(left_out[i], columns->name) != 0)
            i++;
        if (left_out[i] == NULL) put_result(map, columns, sample);
    }
}

json_t *results_json(const struct column *columns, const void *sample) {
    json_t *map = json_object();
    put_results(map, columns, sample);
    return map;
}

struct table *add_table_of(struct outcome *outcome, const char *name,
                           const struct column *columns) {
    const char *names[COLUMNS_MAX], *units[COLUMNS_MAX];
    int count = columns_count(columns);
    if (count > COLUMNS_MAX) return NULL;
    for (int i = 0; i < count; i++) {
        names[i] = columns[i].name;
        units[i] = columns[i].unit;
    }
    return add_table(outcome, name, count, names, units);
}

int table_add_sample(struct table *table, const struct column *columns, const void *sample) {
    double row[COLUMNS_MAX];
    for (int i = 0; i < table->columns; i++)
        row[i] = column_value(&columns[i], sample);
    return table_add(table, row);
}

static int choose(const struct list_table *of, const char **names, const char **units) {
    int count = 0;
    names[count] = of->count_name;
    units[count++] = "1";
    for (int i = 0; of->chosen != NULL ? of->chosen[i] != NULL : of->columns[i].name != NULL; i++) {
        const struct column *column =
            of->chosen != NULL ? columns_find(of->columns, of->chosen[i]) : &of->columns[i];
        if (of->leaves_optional && column->type == COLUMN_OPTIONAL) continue;
        names[count] = column->name;
        units[count++] = column->unit;
    }
    return count;
}

bool add_table_of_list(struct outcome *outcome, const struct list_table *of) {
    const char *names[COLUMNS_MAX], *units[COLUMNS_MAX];
    int count = choose(of, names, units);
    struct table *table = add_table(outcome, of->name, count, names, units);
    if (table == NULL) return false;
    for (size_t row = 0; row < json_array_size(of->list); row++) {
        double value[COLUMNS_MAX] = {(double)row + 1.0};
        for (int i = 1; i < count; i++) {
            const json_t *entry = json_object_get(json_array_get(of->list, row), names[i]);
            value[i] = json_is_number(entry) ? json_number_value(entry) : NAN;
        }
        if (!table_add(table, value)) return false;
    }
    return true;
}
