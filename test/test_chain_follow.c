// Chains whose restitution follows the speed of every touch (restitution_from).

#include "chain_tools.h"

#include "chain/chain.h"
#include "relations.h"

static struct row row;

static dp_contact follower(const char *law, dp_approach_rule rule) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    def.pair.modulus = 207e9 / (2.0 * (1.0 - 0.3 * 0.3));
    def.pair.radius = 5e-3;
    def.pair.yield = 1.03e9;
    def.approach_rule = rule;
    def.restitution_from.kind = DP_RESTITUTION_MA_LIU;
    return contact_of(&def);
}

static const dp_chain_snapshot *run_until(dp_chain *chain, double until) {
    if (row.def.method != DP_CHAIN_DOP853)
        return run_chain(chain, (long)(until / row.def.step + 0.5) - dp_chain_step_count(chain));
    dp_chain_solve_def solve = dp_chain_solve_defaults();
    solve.until = until;
    solve.rtol = 1e-11;
    dp_error err = {0};
    if (dp_chain_solve(chain, &solve, NULL, &err) != DP_OK) fail_msg("%s", err.text);
    return dp_chain_state(chain);
}

// Balls apart: one impact after the other, each with the restitution of its own speed.
static void every_touch_has_the_restitution_of_its_speed(void **state) {
    (void)state;
    static const char *const laws[] = {"exact-restitution", "hertz"};
    const double mass = 0.03, v = 4.0;
    for (int turn = 0; turn < 2 * 4 * 2; turn++) {
        dp_approach_rule rule = turn % 2 == 0 ? DP_APPROACH_DEFAULT : DP_APPROACH_EACH;
        dp_contact contact = follower(laws[turn / 8], rule);
        make_row(&row, 3, mass, contact, 2e-8);
        row.def.method = (dp_chain_method)(turn / 2 % 4);
        row.velocity[0] = v;
        row.gap[1] = row.gap[2] = 1e-4;
        row.def.gap = row.gap;
        const dp_pair *pair = &contact.recipe.pair;
        double e1 = eq38(pair, 3.0, 13.0, 0.5 * mass, v), v1 = 0.5 * (1.0 + e1) * v;
        double e2 = eq38(pair, 3.0, 13.0, 0.5 * mass, v1);
        assert_true(e2 - e1 > 0.005);
        dp_chain *chain = chain_of(&row.def);
        const dp_chain_snapshot *view = run_until(chain, 2e-4);
        // a step of 2e-8 s in a touch of 5e-5 s is good for 1e-6; one restitution for both touches
        // would be off by 0.01
        CHECK_WITHIN(view->velocity[0], 0.5 * (1.0 - e1) * v, 1e-5);
        CHECK_WITHIN(view->velocity[1], 0.5 * (1.0 - e2) * v1, 1e-5);
        CHECK_WITHIN(view->velocity[2], 0.5 * (1.0 + e2) * v1, 1e-5);
        dp_chain_free(chain);
    }
}

static void make_cradle(dp_chain_method method) {
    make_row(&row, 5, 0.03, follower("exact-restitution", DP_APPROACH_DEFAULT), 2e-8);
    row.velocity[0] = 4.0;
    row.def.method = method;
}

// Balls in touch: the restitution falls as the largest closing speed grows.
static void a_touch_that_speeds_up_takes_its_restitution_along(void **state) {
    (void)state;
    double exact[5];
    make_cradle(DP_CHAIN_DOP853);
    for (int method = DP_CHAIN_DOP853; method >= 0; method--) {
        row.def.method = (dp_chain_method)method;
        dp_chain *chain = chain_of(&row.def);
        const dp_chain_snapshot *view = run_until(chain, 4e-4);
        if (method == DP_CHAIN_DOP853) memcpy(exact, view->velocity, sizeof exact);
        for (int i = 0; i < 5; i++)
            CHECK_WITHIN(view->velocity[i], exact[i], 1e-5);
        for (size_t c = 1; c <= 4; c++) {
            const dp_contact *law = dp_chain_run_of(chain, c)->contact;
            double e = eq38(&law->recipe.pair, 3.0, 13.0, 0.015, chain->kept[c]);
            CHECK_NEAR(law->restitution, e, 1e-9);
            assert_true(chain->kept[c] > 0.5 && chain->kept[c] <= 4.0);
        }
        dp_energy energy;
        double off;
        dp_chain_balance(chain, &energy, &off);
        assert_true(energy.error < 1e-6 && off < 1e-12);
        dp_chain_free(chain);
    }
}

// A saved state brings its restitutions back.
static void a_restored_chain_goes_on_with_the_same_bits(void **state) {
    (void)state;
    static unsigned char room[1 << 16];
    for (int method = 0; method < 4; method++) {
        make_cradle((dp_chain_method)method);
        dp_chain *whole = chain_of(&row.def), *other = chain_of(&row.def);
        run_until(whole, 4e-5);
        dp_chain_piece from[DP_CHAIN_PIECES_MAX], to[DP_CHAIN_PIECES_MAX];
        int count = dp_chain_pieces(whole, from);
        size_t used = 0;
        for (int i = 0; i < count; used += from[i++].bytes)
            memcpy(room + used, from[i].data, from[i].bytes);
        assert_int_equal(dp_chain_pieces(other, to), count);
        used = 0;
        for (int i = 0; i < count; used += to[i++].bytes)
            memcpy(to[i].data, room + used, to[i].bytes);
        assert_int_equal(dp_chain_check_state(other, NULL), DP_OK);
        const dp_chain_snapshot *a = run_until(whole, 2e-4), *b = run_until(other, 2e-4);
        for (int i = 0; i < 5; i++)
            assert_true(a->velocity[i] == b->velocity[i]);
        dp_chain_free(whole);
        dp_chain_free(other);
    }
}

// The restitution that comes out may be none that the law takes.
static void a_speed_without_an_answer_is_told(void **state) {
    (void)state;
    for (int method = 0; method < 4; method++) {
        dp_contact_def def = dp_contact_defaults(dp_law_find("hunt-crossley"));
        def.pair.stiffness = 1e9;
        def.restitution_from =
            (dp_restitution_from){DP_RESTITUTION_WAVES, 1e9, 0.3, 7800.0, NAN, NAN, NAN};
        make_row(&row, 2, 1e-3, contact_of(&def), 1e-9);
        row.velocity[0] = 1e300;
        row.gap[1] = 1e280;
        row.def.gap = row.gap;
        row.def.method = (dp_chain_method)method;
        dp_chain *chain = NULL;
        dp_error err = {0};
        dp_status status = dp_chain_build(&chain, &row.def, &err);
        dp_chain_solve_def solve = dp_chain_solve_defaults();
        solve.until = 1e-6;
        if (status == DP_OK && method == DP_CHAIN_DOP853)
            status = dp_chain_solve(chain, &solve, NULL, &err);
        else if (status == DP_OK)
            status = dp_chain_advance(chain, 3, &err);
        assert_int_not_equal(status, DP_OK);
        dp_chain_free(chain);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_touch_has_the_restitution_of_its_speed),
        cmocka_unit_test(a_touch_that_speeds_up_takes_its_restitution_along),
        cmocka_unit_test(a_restored_chain_goes_on_with_the_same_bits),
        cmocka_unit_test(a_speed_without_an_answer_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
