// Chains that start in equilibrium: under gravity, a preload, between ends of every kind.

#include "chain_tools.h"

#include "chain/chain.h"
#include "dashpot/chain_pulse.h"

static struct row row;

static const double zero_time = 0.0;

static dp_chain_end quiet_bar(double impedance, int glued) {
    return (dp_chain_end){.type = DP_END_BAR, .impedance = impedance, .glued = glued};
}

static void a_settled_chain_stays_at_rest(void **state) {
    (void)state;
    dp_contact laws[] = {hertz(1e9), tsuji(1e9, 5e-4, 0.8), spring_dashpot(1e6, 3.0),
                         law_case_of("ma-liu")->contact};
    for (int turn = 0; turn < 4 * 3 * 5; turn++) {
        int holds = turn / 4 % 5, method = turn / 20;
        make_row(&row, 20, 1e-3, laws[turn % 4], 1e-7);
        for (int i = 0; i < 20; i++)
            row.mass[i] = 1e-3 * (1.0 + 0.05 * i);
        row.def.method = (dp_chain_method)method;
        row.def.gravity = 9.81;
        row.def.preload = 3.0;
        row.def.start_in_equilibrium = 1;
        row.def.right = holds == 0  ? (dp_chain_end){.type = DP_END_WALL}
                        : holds < 3 ? quiet_bar(50.0, holds == 1)
                                    : (dp_chain_end){.type = DP_END_DRIVEN, .glued = holds == 3};
        static const double none = 0.0;
        if (holds >= 3) row.def.right.signal = (dp_chain_signal){1, &zero_time, &none};
        dp_chain *chain = chain_of(&row.def);
        double weight = 3.0;
        const dp_chain_snapshot *view = dp_chain_state(chain);
        size_t last = holds == 1 || holds == 3 ? 19 : 20;
        for (size_t c = 1; c <= last; c++) {
            weight += row.mass[c - 1] * 9.81;
            CHECK_NEAR(view->force[c], weight, 1e-12);  // the indentation is found to rounding
        }
        view = run_chain(chain, 10000);
        for (int i = 0; i < 20; i++) {
            // forces of some 5 N, off by 1e-15 N, over an impedance sqrt(k m) of 30 N s/m, not
            // growing
            CHECK_WITHIN(view->velocity[i], 0.0, 1e-14);
            CHECK_WITHIN(view->displacement[i], 0.0, 1e-18);
        }
        CHECK_WITHIN(view->end_velocity[1], 0.0, 1e-15);
        dp_chain_free(chain);
    }
}

// Contacts pressed beyond yield start with their dents; what made them is no loss of the run.
static void a_preload_beyond_yield_is_no_loss_of_the_run(void **state) {
    (void)state;
    dp_contact contact = law_case_of("ma-liu")->contact;
    make_row(&row, 5, 0.06, contact, 1e-7);
    row.def.right.type = DP_END_WALL;
    row.def.preload = 5e3;
    row.def.start_in_equilibrium = 1;
    dp_chain *chain = chain_of(&row.def);
    const dp_chain_snapshot *view = run_chain(chain, 1000);
    double history[DP_HISTORY_MAX] = {0.0}, momentum;
    dp_contact_commit(&contact, history, view->indentation[2], 0.0);
    assert_true(dp_contact_residual(&contact, history) > 0.0);
    dp_energy energy;
    dp_chain_balance(chain, &energy, &momentum);
    assert_true(energy.initial > 1e-3 && energy.initial == energy.stored);
    CHECK_WITHIN(view->plastic, 0.0, 1e-12 * energy.initial);
    CHECK_WITHIN(energy.error, 0.0, 1e-12);
    dp_chain_free(chain);
}

static void a_chain_hangs_on_its_left_end(void **state) {
    (void)state;
    for (int holds = 0; holds < 3; holds++) {
        make_row(&row, 10, 2e-3, hertz(1e9), 1e-7);
        row.def.gravity = -9.81;
        row.def.start_in_equilibrium = 1;
        row.def.left.type = DP_END_WALL;
        if (holds > 0) row.def.left = quiet_bar(40.0, holds == 2);
        dp_chain *chain = chain_of(&row.def);
        const dp_chain_snapshot *view = dp_chain_state(chain);
        for (int c = holds == 2; c < 10; c++)
            CHECK_NEAR(view->force[c], (10 - c) * 2e-3 * 9.81, 1e-12);
        assert_true(view->force[10] == 0.0);
        view = run_chain(chain, 10000);
        for (int i = 0; i < 10; i++)
            CHECK_WITHIN(view->velocity[i], 0.0, 1e-15);
        dp_chain_free(chain);
    }
}

// Bodies before the pushed one just touch and carry nothing; without gravity they stay.
static void bodies_before_the_pushed_one_carry_nothing(void **state) {
    (void)state;
    make_row(&row, 8, 1e-3, hertz(1e9), 1e-7);
    row.def.right.type = DP_END_WALL;
    row.def.preload = 5.0;
    row.def.pushed = 3;
    row.def.start_in_equilibrium = 1;
    dp_chain *chain = chain_of(&row.def);
    const dp_chain_snapshot *view = run_chain(chain, 3000);
    for (int c = 0; c <= 8; c++)
        CHECK_NEAR(view->force[c], c > 3 ? 5.0 : 0.0, 1e-9);
    assert_true(view->velocity[0] == 0.0 && view->displacement[2] == 0.0);
    // started at rest it would be pushed away at once
    row.def.start_in_equilibrium = 0;
    dp_chain *loose = chain_of(&row.def);
    view = run_chain(loose, 100);
    assert_true(view->velocity[3] > 1e-3);
    CHECK_NEAR(view->input, 5.0 * view->displacement[3], 1e-12);
    dp_chain_free(chain);
    dp_chain_free(loose);
}

static void expect_refused(const dp_chain_def *def, dp_status status, const char *text) {
    dp_chain *chain = (dp_chain *)(void *)&row;
    dp_error err = {0};
    assert_int_equal(dp_chain_build(&chain, def, &err), status);
    assert_null(chain);
    if (strstr(err.text, text) == NULL) fail_msg("\"%s\" does not say \"%s\"", err.text, text);
}

// An end that carries a body would take the push, and the chain none of it.
static void a_preload_on_a_carried_body_is_refused(void **state) {
    (void)state;
    for (int side = 0; side < 2; side++) {
        make_row(&row, 5, 1e-3, hertz(1e9), 1e-7);
        row.def.preload = 1.0;
        row.def.pushed = side == 0 ? 0 : 4;
        *(side == 0 ? &row.def.left : &row.def.right) = end_of(DP_END_DRIVEN, 1, 0.0);
        expect_refused(&row.def, DP_ERR_CONFLICT, "glued to the driven");
        row.def.pushed = 2;
        dp_chain_free(chain_of(&row.def));
        row.def.pushed = side == 0 ? 0 : 4;
        *(side == 0 ? &row.def.left : &row.def.right) = end_of(DP_END_BAR, 1, 10.0);
        dp_chain_free(chain_of(&row.def));
    }
}

// An own integration of a pressed row: Hertz's law, a left end that moves, a wall on the right.
// Classical Runge-Kutta steps; F0 is the force of every contact at the start.
struct pressed {
    const dp_chain_end *end;
    double stiffness, mass, force;
};
enum { PRESSED = 6 };

static double pressed_force(const struct pressed *p, double way) {
    double delta = pow(p->force / p->stiffness, 2.0 / 3.0) + way;
    return delta > 0.0 ? p->stiffness * delta * sqrt(delta) : 0.0;
}

// y: displacements, velocities, displacement of the end.
static void pressed_rates(const struct pressed *p, double t, const double *y, double *rate) {
    const dp_chain_end *end = p->end;
    const double *u = y, *v = y + PRESSED;
    double wave = dp_chain_signal_at(&end->signal, t), force[PRESSED + 1];
    for (int c = 1; c <= PRESSED; c++)
        force[c] = pressed_force(p, u[c - 1] - (c < PRESSED ? u[c] : 0.0));
    force[0] = end->glued ? p->force + end->impedance * (2.0 * wave - v[0])
                          : pressed_force(p, y[2 * PRESSED] - u[0]);
    for (int i = 0; i < PRESSED; i++) {
        rate[i] = v[i];
        rate[PRESSED + i] = (force[i] - force[i + 1]) / p->mass;
    }
    int is_bar = end->type == DP_END_BAR;
    rate[2 * PRESSED] = is_bar ? 2.0 * wave - (force[0] - p->force) / end->impedance : wave;
    if (is_bar || !end->glued) return;
    rate[0] = wave;
    rate[PRESSED] = 0.0;
}

static void solve_pressed(const struct pressed *p, double until, double *y) {
    enum { SIZE = 2 * PRESSED + 1, STEPS = 4000 };
    const double h = until / STEPS;
    double k[4][SIZE], trial[SIZE];
    for (int i = 0; i < STEPS; i++) {
        for (int stage = 0; stage < 4; stage++) {
            double part = stage == 0 ? 0.0 : stage == 3 ? h : 0.5 * h;
            for (int j = 0; j < SIZE; j++)
                trial[j] = y[j] + (stage > 0 ? part * k[stage - 1][j] : 0.0);
            pressed_rates(p, i * h + part, trial, k[stage]);
        }
        for (int j = 0; j < SIZE; j++)
            y[j] += h / 6.0 * (k[0][j] + 2.0 * k[1][j] + 2.0 * k[2][j] + k[3][j]);
    }
}

// A driven end and a bar press with the preload, glued or not, and the wave they send is not
// rectified: before, their contact started without force.
static void an_end_that_moves_presses_with_the_preload(void **state) {
    (void)state;
    for (int turn = 0; turn < 4 * 4; turn++) {
        struct pressed p = {.stiffness = 1e9, .mass = 1e-3, .force = 20.0};
        make_row(&row, PRESSED, p.mass, hertz(p.stiffness), 2e-8);
        row.def.left = end_of(turn % 4 < 2 ? DP_END_DRIVEN : DP_END_BAR, turn % 2, 20.0);
        row.def.right.type = DP_END_WALL;
        row.def.preload = p.force;
        row.def.start_in_equilibrium = 1;
        row.def.method = (dp_chain_method)(turn / 4);
        // the bodies start with the end: what moves is small beside the static indentation
        p.end = &row.def.left;
        int is_carried = p.end->type == DP_END_DRIVEN && p.end->glued;
        dp_chain *chain = chain_of(&row.def);
        const dp_chain_snapshot *view = dp_chain_state(chain);
        for (int c = p.end->glued; c <= PRESSED; c++)
            CHECK_NEAR(dp_chain_static_force(chain, (size_t)c), p.force, 1e-12);
        double y[2 * PRESSED + 1] = {0.0}, until = 2e-4;
        if (is_carried) y[PRESSED] = view->velocity[0];
        solve_pressed(&p, until, y);
        dp_error err = {0};
        dp_chain_solve_def solve = dp_chain_solve_defaults();
        solve.until = until;
        dp_status status = row.def.method == DP_CHAIN_DOP853
                               ? dp_chain_solve(chain, &solve, NULL, &err)
                               : dp_chain_advance(chain, 10000, &err);
        assert_int_equal(status, DP_OK);
        view = dp_chain_state(chain);
        // measured: 2e-10 with dop853, 2e-5 with the predictor-corrector at 20 ns
        double most = row.def.method == DP_CHAIN_DOP853 ? 1e-8 : 1e-4;
        for (int i = is_carried; i < PRESSED; i++) {
            CHECK_WITHIN(view->velocity[i], y[PRESSED + i], most);
            CHECK_WITHIN(view->displacement[i], y[i], 1e-5 * most);
        }
        dp_energy energy;
        double momentum;
        dp_chain_balance(chain, &energy, &momentum);
        CHECK_WITHIN(energy.error, 0.0, 1e-5);
        CHECK_WITHIN(momentum, 0.0, 1e-13);
        dp_chain_free(chain);
    }
}

// A driven end carries the body glued to it: its weight presses nothing, and its mass decides no
// step.
static void the_mass_of_a_carried_body_does_not_count(void **state) {
    (void)state;
    double limit[2];
    size_t contact;
    for (int turn = 0; turn < 2; turn++) {
        make_row(&row, 4, 1e-3, hertz(1e9), 1e-7);
        row.mass[0] = turn == 0 ? 1e-6 : 10.0;
        row.def.left = end_of(DP_END_DRIVEN, 1, 0.0);
        row.def.right.type = DP_END_WALL;
        row.def.gravity = 9.81;
        row.def.start_in_equilibrium = 1;
        double speed = dp_chain_likely_speed(&row.def);
        assert_int_equal(dp_chain_step_limit(&row.def, speed, &limit[turn], &contact, NULL), DP_OK);
        dp_chain *chain = chain_of(&row.def);
        for (size_t c = 1; c <= 4; c++)
            CHECK_NEAR(dp_chain_static_force(chain, c), (double)(c - 1) * 9.81e-3, 1e-12);
        dp_chain_free(chain);
    }
    assert_true(limit[0] == limit[1]);
}

static void what_has_no_equilibrium_is_refused(void **state) {
    (void)state;
    make_row(&row, 5, 1e-3, hertz(1e9), 1e-7);
    row.def.start_in_equilibrium = 1;
    row.def.gravity = 9.81;
    dp_chain *falling = chain_of(&row.def);  // no ends: all fall together
    assert_true(run_chain(falling, 10)->force[2] == 0.0);
    dp_chain_free(falling);
    row.def.left.type = DP_END_WALL;
    expect_refused(&row.def, DP_ERR_CONFLICT, "no end holds the chain");
    row.def.gravity = -9.81;
    row.def.left.type = DP_END_FREE;
    row.def.right.type = DP_END_WALL;
    expect_refused(&row.def, DP_ERR_CONFLICT, "no end holds the chain");
    row.def.right.type = DP_END_FREE;
    row.def.gravity = 0.0;
    row.def.preload = 1.0;
    expect_refused(&row.def, DP_ERR_CONFLICT, "make the end they push towards a wall");
    row.def.right.type = DP_END_WALL;
    row.def.gravity = -9.81;
    row.def.preload = 1e-3;  // too little to hold five beads up
    expect_refused(&row.def, DP_ERR_CONFLICT, "no end holds the chain");
}

// A force that jumps past what must be carried, and a law that asks for a speed there is none of.
static void laws_that_cannot_stand_still_are_refused(void **state) {
    (void)state;
    const law_case *base = law_case_of("wang-dashpot");
    dp_contact_def def = base->def;
    assert_int_equal(dp_law_choose(&def.law, "form", "printed", NULL), DP_OK);
    def.approach = 1.0;
    dp_contact jumps = contact_of(&def);
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    double history[DP_HISTORY_MAX] = {0.0};
    assert_true(dp_contact_breakpoints(&jumps, history, marks) > 0);
    dp_contact_begin(&jumps, history, 1.0);
    double below = dp_contact_force(&jumps, history, marks[0].delta * (1.0 - 1e-9), 0.0);
    double above = dp_contact_force(&jumps, history, marks[0].delta * (1.0 + 1e-9), 0.0);
    assert_true(above > 1.1 * below);
    make_row(&row, 3, 1e-3, jumps, 1e-7);
    row.def.right.type = DP_END_WALL;
    row.def.start_in_equilibrium = 1;
    row.def.preload = 0.5 * (below + above);
    expect_refused(&row.def, DP_ERR_NUMERIC, "wang-dashpot jumps past it");
    row.def.preload = 0.9 * below;
    dp_chain_free(chain_of(&row.def));

    dp_contact_def speed = contact_def("hunt-crossley", 1e9, NAN, "restitution", 0.6);
    speed.approach_rule = DP_APPROACH_EACH;
    make_row(&row, 3, 1e-3, contact_of(&speed), 1e-7);
    row.def.right.type = DP_END_WALL;
    row.def.start_in_equilibrium = 1;
    row.def.preload = 2.0;
    expect_refused(&row.def, DP_ERR_MISSING, "take `approach: largest` or a fixed `approach`");
    row.def.start_in_equilibrium = 0;
    row.def.preload = 0.0;
    row.gap[2] = -1e-6;
    row.def.gap = row.gap;
    expect_refused(&row.def, DP_ERR_MISSING, "contact 2 touches at the start");
    speed.approach_rule = DP_APPROACH_DEFAULT, speed.approach = 0.5;
    row.contact = contact_of(&speed);
    dp_chain_free(chain_of(&row.def));
    row.def.start_in_equilibrium = 1;
    row.def.preload = 2.0;
    dp_chain *chain = chain_of(&row.def);
    CHECK_NEAR(run_chain(chain, 1000)->force[2], 2.0, 1e-6);
    dp_chain_free(chain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_preload_on_a_carried_body_is_refused),
        cmocka_unit_test(a_settled_chain_stays_at_rest),
        cmocka_unit_test(a_preload_beyond_yield_is_no_loss_of_the_run),
        cmocka_unit_test(a_chain_hangs_on_its_left_end),
        cmocka_unit_test(bodies_before_the_pushed_one_carry_nothing),
        cmocka_unit_test(an_end_that_moves_presses_with_the_preload),
        cmocka_unit_test(the_mass_of_a_carried_body_does_not_count),
        cmocka_unit_test(what_has_no_equilibrium_is_refused),
        cmocka_unit_test(laws_that_cannot_stand_still_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
