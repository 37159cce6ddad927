// The table of the `sweep:` block.

#include "scenario/sweep_block.h"

#include "scenario/schema.h"

static const char *const scales[] = {"linear", "log", NULL};

const char *const sweep_designs[] = {"grid",   "list", "latin-hypercube", "sobol", "saltelli",
                                     "morris", NULL};

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
            .doc = "values of a range of a grid, both ends among them"),
    WORD(sweep_parameter, scale, scales, .initial = "linear",
         .doc = "steps of a range: equal differences or equal ratios; of a sampled design: uniform "
                "in the value or in its logarithm"),
    TEXT(sweep_parameter, column, .doc = "of a list of points: its column of `data`"),
    TEXT(sweep_parameter, name, .doc = "its column in the results; the path when left out"),
    {0},
};

static const struct field parameter_item = {.key = "a parameter",
                                            .type = FIELD_MAP,
                                            .fields = parameter_fields,
                                            .rule = "{\"oneOf\": [{\"required\": [\"values\"]}, "
                                                    "{\"required\": [\"from\", \"to\"]}, "
                                                    "{\"required\": [\"column\"]}]}"};

#define SAMPLED "\"latin-hypercube\", \"sobol\", \"saltelli\", \"morris\""
#define ITEMS(rule) "\"parameters\": {\"items\": {" rule "}}"

const char sweep_rule[] =
    "{\"allOf\": ["
    // a sample
    "{\"if\": {\"properties\": {\"design\": {\"enum\": [" SAMPLED
    "]}}, \"required\": [\"design\"]}, "
    "\"then\": {\"required\": [\"count\"], \"properties\": {\"data\": "
    "false, " ITEMS("\"required\": [\"from\", \"to\"], \"properties\": {\"count\": "
                    "false}") "}}, "
                              "\"else\": {\"properties\": {\"count\": false, \"seed\": "
                              "false}}}, "
                              "{\"if\": {\"required\": [\"levels\"]}, \"then\": "
                              "{\"properties\": {\"design\": {\"const\": "
                              "\"morris\"}}, \"required\": [\"design\"]}}, "
                              // a list
                              "{\"if\": {\"properties\": {\"design\": {\"const\": "
                              "\"list\"}}, \"required\": [\"design\"]}, "
                              "\"then\": {\"required\": [\"data\"]}}, "
                              "{\"if\": {\"required\": [\"data\"]}, \"then\": "
                              "{\"properties\": {\"design\": {\"const\": "
                              "\"list\"}, " ITEMS("\"required\": [\"column\"], \"properties\": "
                                                  "{\"scale\": false}") "}}, "
                                                                        // a grid
                                                                        "\"else\": {\"if\": "
                                                                        "{\"properties\": "
                                                                        "{\"design\": "
                                                                        "{\"const\": "
                                                                        "\"grid\"}}}, \"then\": "
                                                                        "{\"properties\": "
                                                                        "{\"parameters\": "
                                                                        "{\"maxItems\": 6, "
                                                                        "\"items\": {\"oneOf\": "
                                                                        "[{\"required\": "
                                                                        "[\"values\"]}, "
                                                                        "{\"required\": "
                                                                        "[\"from\", \"to\", "
                                                                        "\"count\"]}]}}}}}}"
                                                                        "]}";

const struct field sweep_fields[] = {
    WORD(sweep_block, design, sweep_designs, .initial = "grid",
         .doc =
             "which points are run: every value of one parameter with every value of the others; "
             "the rows of `data`; a sample; or a sample that sensitivities are reckoned from"),
    INTEGER(sweep_block, count, BETWEEN(2, SWEEP_POINTS_MAX),
            .doc = "of a sample: its points; of `saltelli` the base points, of `morris` the "
                   "trajectories"),
    INTEGER(sweep_block, seed, NOT_NEGATIVE, .initial = "1",
            .doc = "of a sample: another one makes another sample; 0 leaves points of Sobol' "
                   "unscrambled"),
    INTEGER(sweep_block, levels, BETWEEN(2, SWEEP_LEVELS_MAX), .initial = "4",
            .doc = "of `morris`: levels of each parameter, an even number"),
    TEXT(sweep_block, data,
         .doc =
             "CSV file with headings `name [unit]` whose rows are the points; `design` is `list`"),
    LIST(sweep_block, parameters, &parameter_item, struct sweep_parameter, 1, SWEEP_AXES_MAX,
         REQUIRED, .doc = "what changes; a grid has at most six"),
    LIST(
        sweep_block, results, &result_item, struct sweep_result, 1, SWEEP_RESULTS_MAX, REQUIRED,
        .doc =
            "what is kept: numbers of the summary, each by its path alone or as a map with a name"),
    INTEGER(sweep_block, threads, BETWEEN(1, 256),
            .doc = "runs at a time; as many as there are cores when left out"),
    {0},
};
