// Chains at the edge of what they can do: the longest step where a bar, not a contact, sets it.

#include "chain_tools.h"

static struct row row;

static double limit_of(dp_chain_end left, dp_chain_end right) {
    double limit;
    size_t contact;
    dp_error err = {0};
    row.def.left = left;
    row.def.right = right;
    if (dp_chain_step_limit(&row.def, 1.0, &limit, &contact, &err) != DP_OK)
        fail_msg("%s", err.text);
    return limit;
}

// A body of mass m glued to a bar of impedance Z is braked with a time of m/Z, and half of that is
// the longest step; through a spring k the bar follows with Z/k. One rounding each.
static void a_bar_shortens_the_step_to_half_its_time(void **state) {
    (void)state;
    const double mass = 1e-3, spring = 1e6, impedance = 1e4, weak = 1e-2;
    dp_chain_end none = {.type = DP_END_FREE};
    dp_chain_end glued = {.type = DP_END_BAR, .impedance = impedance, .glued = 1};
    dp_chain_end loose = {.type = DP_END_BAR, .impedance = weak};
    make_row(&row, 3, mass, spring_dashpot(spring, 0.0), 1e-9);
    CHECK_NEAR(limit_of(glued, none), 0.5 * mass / impedance, 1e-15);
    CHECK_NEAR(limit_of(none, glued), 0.5 * mass / impedance, 1e-15);
    CHECK_NEAR(limit_of(loose, none), 0.5 * weak / spring, 1e-15);
    CHECK_NEAR(limit_of(none, loose), 0.5 * weak / spring, 1e-15);
    // bars that are too soft or too slow to matter leave the step of two masses on a spring, where
    // each is pressed from both sides: sqrt(2/(k (1/m + 1/m)))
    glued.impedance = weak;
    loose.impedance = impedance;
    double free_step = sqrt(2.0 / (spring * 2.0 / mass));
    CHECK_NEAR(limit_of(none, none), free_step, 1e-15);
    CHECK_NEAR(limit_of(glued, loose), free_step, 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bar_shortens_the_step_to_half_its_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
