#ifndef WORKBENCH_SCENARIO_ROWS_H
#define WORKBENCH_SCENARIO_ROWS_H

#include "result/column.h"
#include "scenario/kind.h"

// Rows of a series as `output` asks for them.

/// Rows on their way into the series: a sample comes in, the columns asked for go out.
struct rows {
    struct table *table;
    const struct output_block *output;
    const struct column *columns;  // all of the kind
    bool is_out_of_memory;
};

/// Most rows a series may have.
#define ROWS_MAX 1e7

/// Complains and returns false when the time would take too many rows.
bool rows_check(struct reader *reader, const struct output_block *output, double count);

/// Where no columns are asked for: the first `count` of the kind, in place of all.
void rows_choose(struct reader *reader, struct output_block *output, int count);

bool rows_start(struct rows *rows, struct reader *reader, const struct output_block *output,
                struct table *table);

/// `sample`: the struct that the kind's columns speak of.
void rows_add(struct rows *rows, const void *sample);

#endif
