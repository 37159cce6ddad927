// The table of the `sweep:` block.

#include "scenario/sweep_block.h"

#include "scenario/schema.h"

static const char *const scales[] = {"linear", "log", NULL};

static const struct field value_item = {
    .key = "a value", .type = FIELD_VALUE, .form = schema_any_value};

static const struct field result_fields[] = {
    TEXT(sweep_result, path, REQUIRED,
         .doc =
             "a number of the summary, by dotted path; items of lists by number from 0, or `last`; "
             "`count` is the length of a list"),
    TEXT(sweep_result, name, .doc = "its column in the results; the path when left out"),
    {0},
};

static const struct field result_item = {
    .key = "a result", .type = FIELD_MAP, .fields = result_fields, .shorthand = "path"};

static const struct field parameter_fields[] = {
    TEXT(sweep_parameter, path, REQUIRED,
         .doc = "the key that changes, by dotted path as in `--set`: items of lists by number from "
                "0, or "
                "by their `name`"),
    LIST(sweep_parameter, values, &value_item, const struct node *, 1, SWEEP_VALUES_MAX,
         .doc = "its values: numbers, words, or whole maps; in place of a range"),
    VALUE(sweep_parameter, from, .form = schema_any_value, .doc = "first value of a range"),
    VALUE(sweep_parameter, to, .form = schema_any_value, .doc = "last value of a range"),
    INTEGER(sweep_parameter, count, BETWEEN(2, SWEEP_VALUES_MAX),
            .doc = "values of a range, both ends among them"),
    WORD(sweep_parameter, scale, scales, .initial = "linear",
         .doc = "steps of a range: equal differences or equal ratios"),
    TEXT(sweep_parameter, name, .doc = "its column in the results; the path when left out"),
    {0},
};

static const struct field parameter_item = {.key = "a parameter",
                                            .type = FIELD_MAP,
                                            .fields = parameter_fields,
                                            .rule =
                                                "{\"oneOf\": [{\"required\": [\"values\"]}, "
                                                "{\"required\": [\"from\", \"to\", \"count\"]}]}"};

const struct field sweep_fields[] = {
    LIST(sweep_block, parameters, &parameter_item, struct sweep_parameter, 1, SWEEP_AXES_MAX,
         REQUIRED,
         .doc = "what changes; of two, every value of one meets every value of the other"),
    LIST(
        sweep_block, results, &result_item, struct sweep_result, 1, SWEEP_RESULTS_MAX, REQUIRED,
        .doc =
            "what is kept: numbers of the summary, each by its path alone or as a map with a name"),
    INTEGER(sweep_block, threads, BETWEEN(1, 256),
            .doc = "runs at a time; as many as there are cores when left out"),
    {0},
};
