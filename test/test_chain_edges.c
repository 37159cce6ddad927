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

// --- drift of a light body -----------------------------------------------------------------------

static dp_chain *heavy_and_light(dp_chain_method method, double light, double step) {
    static dp_contact law;
    static double mass[2], velocity[2];
    dp_contact_def contact = dp_contact_defaults(dp_law_find("hertz"));
    dp_chain_def def = dp_chain_defaults();
    dp_chain *chain;
    dp_error err;
    contact.pair.stiffness = 1e9;
    assert_int_equal(dp_contact_init(&law, &contact, &err), DP_OK);
    mass[0] = 1.0;
    mass[1] = light;
    velocity[1] = 0.01;
    def.count = 2;
    def.mass = mass;
    def.velocity = velocity;
    def.laws = &law;
    def.law_count = 1;
    def.right.type = DP_END_WALL;
    def.preload = 100.0;
    def.start_in_equilibrium = true;
    def.step = step;
    def.method = method;
    assert_int_equal(dp_chain_build(&chain, &def, &err), DP_OK);
    return chain;
}

static void a_light_body_drifts_as_far_as_foretold(void **state) {
    (void)state;
    static const dp_chain_method methods[] = {DP_CHAIN_VERLET, DP_CHAIN_PREDICTOR_CORRECTOR,
                                              DP_CHAIN_RK4};
    const double step = 2e-6, until = 2e-3;
    dp_chain_solve_def solve = dp_chain_solve_defaults();
    dp_error err;
    size_t body = 9;
    solve.until = until;
    dp_chain *exact = heavy_and_light(DP_CHAIN_DOP853, 1e-3, step);
    assert_true(dp_chain_drift(exact, until, &body) == 0.0);
    assert_int_equal(dp_chain_solve(exact, &solve, NULL, &err), DP_OK);
    double right = dp_chain_state(exact)->velocity[1];
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        dp_chain *chain = heavy_and_light(methods[i], 1e-3, step);
        double drift = dp_chain_drift(chain, until, &body);
        assert_int_equal(dp_chain_advance(chain, (long)(until / step + 0.5), &err), DP_OK);
        double off = fabs(dp_chain_state(chain)->velocity[1] - right) / 0.01;
        assert_int_equal(body, 1);
        assert_true(off < drift && off > 0.02 * drift);
        dp_chain_free(chain);
    }
    dp_chain_free(exact);
}

// `count` bodies of 1 kg that a wall holds under 100 N; the last one moves.
static dp_chain *alike(dp_chain_method method, size_t count, double step) {
    enum { MOST = 20 };
    static dp_contact law;
    static double mass[MOST], velocity[MOST];
    dp_contact_def contact = dp_contact_defaults(dp_law_find("hertz"));
    dp_chain_def def = dp_chain_defaults();
    dp_chain *chain;
    dp_error err;
    contact.pair.stiffness = 1e9;
    assert_int_equal(dp_contact_init(&law, &contact, &err), DP_OK);
    for (size_t i = 0; i < count; i++)
        mass[i] = 1.0;
    memset(velocity, 0, sizeof velocity);
    velocity[count - 1] = 0.01;
    def.count = count;
    def.mass = mass;
    def.velocity = velocity;
    def.laws = &law;
    def.law_count = 1;
    def.right.type = DP_END_WALL;
    def.preload = 100.0;
    def.start_in_equilibrium = true;
    def.step = step;
    def.method = method;
    assert_int_equal(dp_chain_build(&chain, &def, &err), DP_OK);
    return chain;
}

// A body alone, or a few that are alike, swing as a light one does; in a long row a wave moves.
static void a_few_bodies_drift_though_they_are_alike(void **state) {
    (void)state;
    const double step = 5e-5, until = 0.1;
    dp_chain_solve_def solve = dp_chain_solve_defaults();
    dp_error err;
    size_t body = 9;
    solve.until = until;
    for (size_t count = 1; count <= 4; count++) {
        dp_chain *exact = alike(DP_CHAIN_DOP853, count, step);
        dp_chain *chain = alike(DP_CHAIN_PREDICTOR_CORRECTOR, count, step);
        double drift = dp_chain_drift(chain, until, &body), off = 0.0;
        assert_int_equal(dp_chain_solve(exact, &solve, NULL, &err), DP_OK);
        assert_int_equal(dp_chain_advance(chain, (long)(until / step + 0.5), &err), DP_OK);
        for (size_t i = 0; i < count; i++)
            off = fmax(
                off, fabs(dp_chain_state(chain)->velocity[i] - dp_chain_state(exact)->velocity[i]));
        assert_true(off / 0.01 < drift && off / 0.01 > 0.005 * drift);
        dp_chain_free(chain);
        dp_chain_free(exact);
    }
    dp_chain *wave = alike(DP_CHAIN_VERLET, 20, step);
    assert_true(dp_chain_drift(wave, until, &body) == 0.0);
    dp_chain_free(wave);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bar_shortens_the_step_to_half_its_time),
        cmocka_unit_test(a_light_body_drifts_as_far_as_foretold),
        cmocka_unit_test(a_few_bodies_drift_though_they_are_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
