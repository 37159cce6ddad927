// Rows of a series.

#include "scenario/rows.h"

#include <math.h>

enum { COLUMNS_MAX = 32 };

bool rows_check(struct reader *reader, const struct output_block *output, double count) {
    int columns =
        output->series.items != NULL ? output->series.count : columns_count(reader->kind->columns);
    if (count <= ROWS_MAX) {
        const struct need need = {.memory = limits_memory_of(count * columns),
                                  .output = limits_output_of(count * columns),
                                  .seconds = NAN};
        return !reader->keeps_partial || limits_allow(reader, output->node, &need);
    }
    if (!isfinite(count)) {
        report_error(
            reader, output->node,
            "the rows cannot be counted: a time leaves the range of a double; check the units "
            "(all are SI)");
        return false;
    }
    report_error(reader, place_of(output->node, "every"),
                 "every is %g s, which makes %.4g rows; it must be so long that there are at most "
                 "10 million",
                 output->every, count);
    return false;
}

void rows_choose(struct reader *reader, struct output_block *output, int count) {
    if (output->series.items != NULL) return;
    int *items = tree_alloc(&reader->tree, (size_t)count * sizeof *items);
    if (items == NULL) {
        report_no_memory(reader);
        return;
    }
    for (int i = 0; i < count; i++)
        items[i] = i;
    output->series = (struct list){.items = items, .count = count};
}

// The column of the kind that is number `index` of the series.
static const struct column *column_at(const struct rows *rows, int index) {
    const int *chosen = rows->output->series.items;
    return &rows->columns[chosen == NULL ? index : chosen[index]];
}

bool rows_start(struct rows *rows, struct reader *reader, const struct output_block *output,
                struct table *table) {
    const char *names[COLUMNS_MAX], *units[COLUMNS_MAX];
    *rows = (struct rows){.table = table, .output = output, .columns = reader->kind->columns};
    int count = output->series.items != NULL ? output->series.count : columns_count(rows->columns);
    for (int i = 0; i < count; i++) {
        names[i] = column_at(rows, i)->name;
        units[i] = column_at(rows, i)->unit;
    }
    if (table_init(table, count, names, units)) return true;
    report_no_memory(reader);
    return false;
}

void rows_add(struct rows *rows, const void *sample) {
    double row[COLUMNS_MAX];
    for (int i = 0; i < rows->table->columns; i++)
        row[i] = column_value(column_at(rows, i), sample);
    if (!rows->is_out_of_memory) rows->is_out_of_memory = !table_add(rows->table, row);
}
