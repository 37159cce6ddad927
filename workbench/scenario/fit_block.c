// The table of the `fit:` block.

#include "scenario/fit_block.h"

#include "scenario/schema.h"

static const char *const scales[] = {"linear", "log", NULL};

static const struct field input_fields[] = {
    TEXT(fit_input, column, REQUIRED, .doc = "column of the data"),
    TEXT(fit_input, path, REQUIRED,
         .doc = "the key that has this value in the run of the row, by dotted path as in `--set`"),
    {0},
};

static const struct field input_item = {
    .key = "an input", .type = FIELD_MAP, .fields = input_fields};

#define SIGMA                                                                                      \
    VALUE(fit_target, sigma, .form = schema_any_value,                                             \
          .doc = "standard error of the measured values: a number, or the name of a column; "      \
                 "estimated from the residuals when left out")
#define LIMITS                                                                                     \
    VALUE(fit_target, range, .form = schema_any_value,                                             \
          .doc = "[low, high] of a sensor that clips: values at an end say only that it was "      \
                 "reached")

static const struct field target_fields[] = {
    TEXT(fit_target, column, REQUIRED, .doc = "column of the data; an empty cell is left out"),
    TEXT(fit_target, result, REQUIRED,
         .doc = "the number of the summary it is compared with, by dotted path"),
    SIGMA,
    LIMITS,
    {0},
};

static const struct field target_item = {
    .key = "a target", .type = FIELD_MAP, .fields = target_fields};

static const struct field curve_fields[] = {
    TEXT(fit_target, column, REQUIRED, .doc = "column of the data; an empty cell is left out"),
    FIELD("of", FIELD_TEXT, fit_target, result, REQUIRED,
          .doc = "column of the series it is compared with"),
    SIGMA,
    LIMITS,
    {0},
};

static const struct field curve_item = {
    .key = "a target", .type = FIELD_MAP, .fields = curve_fields};

#define DATA(block)                                                                                \
    TEXT(block, data, .doc = "CSV file with headings `name [unit]`"),                              \
        VALUE(block, columns, .form = schema_any_value,                                            \
              .doc = "headings of a table that stands here, in place of `data`"),                  \
        VALUE(block, rows, .form = schema_any_value, .doc = "its rows, each a list of cells")

static const struct field series_fields[] = {
    DATA(fit_series),
    TEXT(fit_series, x, REQUIRED, .doc = "column of the data and of the series, such as `time`"),
    LIST(fit_series, targets, &curve_item, struct fit_target, 1, FIT_TARGETS_MAX, REQUIRED,
         .doc = "what was measured along it"),
    VALUE(fit_series, shift, .form = schema_any_value,
          .doc = "where the touch lies on the measured axis: a number, or `free`; 0 when left out"),
    {0},
};

static const struct field free_fields[] = {
    TEXT(fit_free, path, REQUIRED, .doc = "the key that is sought, by dotted path"),
    VALUE(fit_free, from, .form = schema_any_value,
          .doc = "least value; the range of the key when left out"),
    VALUE(fit_free, to, .form = schema_any_value, .doc = "largest value"),
    WORD(fit_free, scale, scales,
         .doc = "how it is searched; log when left out and the bounds are positive and a factor 10 "
                "apart"),
    {0},
};

static const struct field free_item = {
    .key = "a free parameter", .type = FIELD_MAP, .fields = free_fields, .shorthand = "path"};

const struct field fit_fields[] = {
    DATA(fit_block),
    LIST(fit_block, inputs, &input_item, struct fit_input, 1, FIT_INPUTS_MAX,
         .doc = "columns that say how each row was measured; taken as exact"),
    LIST(fit_block, targets, &target_item, struct fit_target, 1, FIT_TARGETS_MAX,
         .doc = "columns that were measured"),
    MAP(fit_block, series, series_fields,
        .doc = "a measured curve of one run, in place of inputs and targets"),
    LIST(fit_block, free, &free_item, struct fit_free, 1, FIT_FREE_MAX,
         .doc = "what is sought; with `laws` the parameter that tunes each law when left out"),
    VALUE(fit_block, laws, .form = schema_any_value,
          .doc = "laws that are compared, a list of names or `all`"),
    TEXT(fit_block, at,
         .doc = "the contact that laws are put into; needed where there are several"),
    TEXT(fit_block, by,
         .doc = "a column of the data: rows with the same text in it are fitted apart from the "
                "others"),
    VALUE(fit_block, predict, .form = schema_any_value,
          .doc = "where results are predicted, with intervals: a list of maps of inputs, such as "
                 "`[{speed: 10 m/s}]`"),
    QUANTITY(fit_block, confidence, "1", .initial = "0.95", BETWEEN(0.5, 0.9999),
             .doc = "of the intervals"),
    INTEGER(fit_block, threads, BETWEEN(1, 256),
            .doc = "runs at a time; as many as there are cores when left out"),
    {0},
};
