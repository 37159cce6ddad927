// Tests for src/contact/branch.c: which branch of its law a contact is on.

#include "check.h"

#include "contact/branch.h"

static const struct law_branch all = {-INFINITY, INFINITY};
static const double at[] = {3.0, 1.0, 2.0};

static void expect(struct law_branch branch, double below, double above) {
    assert_true(branch.below == below && branch.above == above);
}

static void neighbours_bound_the_branch(void **state) {
    (void)state;
    expect(dp_branch_find(all, at, 3, 0.5, 1, 0.0), -INFINITY, 1.0);
    expect(dp_branch_find(all, at, 3, 1.5, 0, 0.0), 1.0, 2.0);
    expect(dp_branch_find(all, at, 3, 9.0, 1, 0.0), 3.0, INFINITY);
    expect(dp_branch_find(all, at, 0, 9.0, 1, 0.0), -INFINITY, INFINITY);
}

static void on_a_breakpoint_the_direction_decides(void **state) {
    (void)state;
    expect(dp_branch_find(all, at, 3, 2.0, 1, 0.0), 2.0, 3.0);
    expect(dp_branch_find(all, at, 3, 2.0, 0, 0.0), 1.0, 2.0);
    // nearer than noise on either side is on it
    expect(dp_branch_find(all, at, 3, 1.9, 1, 0.2), 2.0, 3.0);
    expect(dp_branch_find(all, at, 3, 2.1, 0, 0.2), 1.0, 2.0);
}

static void the_widest_branch_is_never_exceeded(void **state) {
    (void)state;
    const struct law_branch widest = {1.2, 2.5};
    expect(dp_branch_find(widest, at, 3, 1.5, 1, 0.0), 1.2, 2.0);
    expect(dp_branch_find(widest, at, 3, 2.2, 1, 0.0), 2.0, 2.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_bound_the_branch),
        cmocka_unit_test(on_a_breakpoint_the_direction_decides),
        cmocka_unit_test(the_widest_branch_is_never_exceeded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
