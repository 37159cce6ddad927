// Tests for workbench/result/column.c: one declaration, and what is made of it.

#include "check.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/measure.h"
#include "result/result.h"

struct sample {
    double mass, asked;
    long count, never;
    bool is_wet;
    int is_open;
    const char *name;
    json_t *list, *map;
};

static const struct column columns[] = {
    COLUMN(struct sample, mass, "kg", "of all"),
    OPTIONAL(struct sample, asked, "1", "absent when it is NaN"),
    COLUMN(struct sample, count, "1", "how many"),
    COLUMN(struct sample, never, "1", "null when it is negative"),
    COLUMN_OF("wet", COLUMN_FLAG, struct sample, is_wet, "", "under another name"),
    COLUMN(struct sample, is_open, "", "an int"),
    COLUMN(struct sample, name, "", "a word"),
    COLUMN(struct sample, list, "m", "numbers with a unit"),
    COLUMN(struct sample, map, "J", "whose entries have units of their own"),
    COLUMN_DOC("later", "s", "filled in elsewhere"),
    {0},
};

static struct sample make_sample(double asked) {
    return (struct sample){.mass = 2.5,
                           .asked = asked,
                           .count = 7,
                           .never = -1,
                           .is_wet = true,
                           .name = "pin",
                           .list = json_pack("[f, f]", 1.0, 2.0),
                           .map = json_pack("{s:f}", "a", 3.0)};
}

static void every_type_reaches_a_summary_with_its_unit(void **state) {
    (void)state;
    struct sample sample = make_sample(NAN);
    json_t *map = results_json(columns, &sample), *units = measures_take(map);
    json_t *want = json_pack("{s:f, s:i, s:n, s:b, s:b, s:s, s:[f, f], s:{s:f}}", "mass", 2.5,
                             "count", 7, "never", "wet", 1, "is_open", 0, "name", "pin", "list",
                             1.0, 2.0, "map", "a", 3.0);
    assert_true(json_equal(map, want));
    assert_string_equal(measure_unit(units, "mass"), "kg");
    assert_string_equal(measure_unit(units, "list"), "m");
    assert_null(measure_unit(units, "map"));
    assert_null(measure_unit(units, "asked"));
    json_decref(map);
    json_decref(units);
    json_decref(want);
}

static void an_optional_number_that_is_known_is_there(void **state) {
    (void)state;
    struct sample sample = make_sample(0.5);
    json_t *map = results_json(columns, &sample);
    assert_true(json_real_value(json_object_get(map, "asked")) == 0.5);
    json_decref(map);
}

static void a_row_has_the_numbers_in_the_order_of_the_columns(void **state) {
    (void)state;
    struct sample sample = make_sample(0.25);
    struct outcome outcome = {.plot_count = 0};
    struct table *table = add_table_of(&outcome, "all", columns);
    assert_non_null(table);
    assert_int_equal(table->columns, columns_count(columns));
    assert_true(table_add_sample(table, columns, &sample));
    const double want[] = {2.5, 0.25, 7.0, -1.0, 1.0, 0.0};
    assert_memory_equal(table->value, want, sizeof want);
    assert_true(isnan(table->value[6]));
    assert_string_equal(table->name[4], "wet");
    assert_string_equal(table->unit[0], "kg");
    json_decref(sample.list);
    json_decref(sample.map);
    outcome_free(&outcome);
}

static void a_table_of_a_list_has_the_columns_that_are_chosen(void **state) {
    (void)state;
    json_t *list = json_pack("[{s:f, s:f}, {s:f}]", "mass", 2.0, "asked", 0.5, "mass", 3.0);
    struct outcome outcome = {.plot_count = 0};
    struct list_table of = {.name = "two",
                            .list = list,
                            .count_name = "number",
                            .columns = columns,
                            .chosen = CURVES("asked", "mass")};
    assert_true(add_table_of_list(&outcome, &of));
    of.leaves_optional = true;
    assert_true(add_table_of_list(&outcome, &of));
    const struct table *both = &outcome.extra[0].table, *one = &outcome.extra[1].table;
    const double rows_of_one[] = {1.0, 2.0, 2.0, 3.0};
    assert_int_equal(both->columns, 3);
    assert_true(both->value[1] == 0.5 && isnan(both->value[4]));
    assert_string_equal(both->unit[2], "kg");
    assert_int_equal(one->columns, 2);
    assert_string_equal(one->name[0], "number");
    assert_memory_equal(one->value, rows_of_one, sizeof rows_of_one);
    json_decref(list);
    outcome_free(&outcome);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_reaches_a_summary_with_its_unit),
        cmocka_unit_test(an_optional_number_that_is_known_is_there),
        cmocka_unit_test(a_row_has_the_numbers_in_the_order_of_the_columns),
        cmocka_unit_test(a_table_of_a_list_has_the_columns_that_are_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
