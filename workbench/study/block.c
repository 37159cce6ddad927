// The table of the `sweep:` block.

#include "study/block.h"

static const char *const scales[] = {"linear", "log", NULL};

static const struct field value_item = {.key = "a value", .type = FIELD_VALUE};

static const struct field result_fields[] = {
    {.key = "path",
     .type = FIELD_TEXT,
     .is_required = true,
     .offset = offsetof(struct sweep_result, path),
     .doc = "a number of the summary, by dotted path; items of lists by number from 0, or `last`; "
            "`count` is the length of a list"},
    {.key = "name",
     .type = FIELD_TEXT,
     .offset = offsetof(struct sweep_result, name),
     .doc = "its column in the results; the path when left out"},
    {0},
};

static const struct field result_item = {
    .key = "a result", .type = FIELD_MAP, .fields = result_fields, .shorthand = "path"};

static const struct field parameter_fields[] = {
    {.key = "path",
     .type = FIELD_TEXT,
     .is_required = true,
     .offset = offsetof(struct sweep_parameter, path),
     .doc =
         "the key that changes, by dotted path as in `--set`: items of lists by number from 0, or "
         "by their `name`"},
    {.key = "values",
     .type = FIELD_LIST,
     .offset = offsetof(struct sweep_parameter, values),
     .item = &value_item,
     .item_size = sizeof(const struct node *),
     .least = 1,
     .most = SWEEP_VALUES_MAX,
     .doc = "its values: numbers, words, or whole maps; in place of a range"},
    {.key = "from",
     .type = FIELD_VALUE,
     .offset = offsetof(struct sweep_parameter, from),
     .doc = "first value of a range"},
    {.key = "to",
     .type = FIELD_VALUE,
     .offset = offsetof(struct sweep_parameter, to),
     .doc = "last value of a range"},
    {.key = "count",
     .type = FIELD_INTEGER,
     .offset = offsetof(struct sweep_parameter, count),
     .range = RANGE_BETWEEN,
     .low = 2,
     .high = SWEEP_VALUES_MAX,
     .doc = "values of a range, both ends among them"},
    {.key = "scale",
     .type = FIELD_WORD,
     .offset = offsetof(struct sweep_parameter, scale),
     .initial = "linear",
     .choices = scales,
     .doc = "steps of a range: equal differences or equal ratios"},
    {.key = "name",
     .type = FIELD_TEXT,
     .offset = offsetof(struct sweep_parameter, name),
     .doc = "its column in the results; the path when left out"},
    {0},
};

static const struct field parameter_item = {
    .key = "a parameter", .type = FIELD_MAP, .fields = parameter_fields};

const struct field sweep_fields[] = {
    {.key = "parameters",
     .type = FIELD_LIST,
     .is_required = true,
     .offset = offsetof(struct sweep_block, parameters),
     .item = &parameter_item,
     .item_size = sizeof(struct sweep_parameter),
     .least = 1,
     .most = SWEEP_AXES_MAX,
     .doc = "what changes; of two, every value of one meets every value of the other"},
    {.key = "results",
     .type = FIELD_LIST,
     .is_required = true,
     .offset = offsetof(struct sweep_block, results),
     .item = &result_item,
     .item_size = sizeof(struct sweep_result),
     .least = 1,
     .most = SWEEP_RESULTS_MAX,
     .doc = "what is kept: numbers of the summary, each by its path alone or as a map with a name"},
    {.key = "threads",
     .type = FIELD_INTEGER,
     .offset = offsetof(struct sweep_block, threads),
     .range = RANGE_BETWEEN,
     .low = 1,
     .high = 256,
     .doc = "runs at a time; as many as there are cores when left out"},
    {0},
};
