// Chains that are pressed before they move: every law, every integrator, random starts. Each run
// ends, and soon.

#include "law_cases.h"

#include "dashpot/chain.h"

enum { BODIES_MAX = 5, STARTS = 40 };

static const dp_chain_method methods[] = {DP_CHAIN_VERLET, DP_CHAIN_RK4,
                                          DP_CHAIN_PREDICTOR_CORRECTOR, DP_CHAIN_DOP853};

struct start {
    dp_chain_def def;
    double mass[BODIES_MAX], velocity[BODIES_MAX], limit;
    dp_contact law;
    dp_chain_probe_def probe;
    double time[2][2], speed[2][2];  // of ends that move
};

// From -1 to 1.
static double either(uint64_t *seed) {
    return 2.0 * law_random(seed) - 1.0;
}

// A wall, a flat that begins to move gently, or a bar into which a wave comes.
static dp_chain_end end_that_holds(struct start *s, int side, uint64_t *seed) {
    dp_chain_end end = {.type = DP_END_WALL};
    double kind = law_random(seed);
    if (kind < 0.4) return end;
    end.type = kind < 0.7 ? DP_END_DRIVEN : DP_END_BAR;
    if (end.type == DP_END_BAR) end.impedance = pow(10.0, 3.0 * law_random(seed));
    s->time[side][1] = 1e-4;
    s->speed[side][1] = 0.1 * either(seed);
    end.signal = (dp_chain_signal){2, s->time[side], s->speed[side]};
    return end;
}

// A row that an end holds, pressed by gravity or by a preload, or by both. Bodies may move apart at
// once.
static void set_up(struct start *s, const dp_contact *law, uint64_t *seed) {
    dp_error err;
    size_t contact;
    memset(s, 0, sizeof *s);
    s->law = *law;
    s->def = dp_chain_defaults();
    s->def.count = 1 + (size_t)(law_random(seed) * BODIES_MAX);
    s->def.mass = s->mass;
    s->def.velocity = s->velocity;
    s->def.laws = &s->law;
    s->def.law_count = 1;
    s->def.start_in_equilibrium = true;
    s->def.probes = &s->probe;
    s->def.probe_count = 1;
    s->probe.index = s->def.count - 1;
    double light = 0.03, heaviest = 0.0;
    for (size_t i = 0; i < s->def.count; i++) {
        s->mass[i] = light * pow(10.0, either(seed));
        heaviest += s->mass[i];
        if (law_random(seed) < 0.6) s->velocity[i] = either(seed);
    }
    double pull = pow(10.0, 1.0 + 3.0 * law_random(seed));
    bool to_left = law_random(seed) < 0.3;
    if (to_left) {
        s->def.left = end_that_holds(s, 0, seed);
        s->def.gravity = -pull;
    } else {
        s->def.right = end_that_holds(s, 1, seed);
        if (law_random(seed) < 0.4) s->def.left = end_that_holds(s, 0, seed);
        if (law_random(seed) < 0.5) s->def.preload = pull * heaviest;
        if (s->def.preload == 0.0 || law_random(seed) < 0.3) s->def.gravity = pull;
    }
    assert_int_equal(dp_chain_step_limit(&s->def, 2.0, &s->limit, &contact, &err), DP_OK);
}

// NULL: refused before anything moves, as by a law whose force jumps past the static one.
static dp_chain *build(struct start *s, dp_chain_method method) {
    dp_chain *chain;
    dp_error err;
    s->def.method = method;
    s->def.step = 0.2 * s->limit;
    dp_status status = dp_chain_build(&chain, &s->def, &err);
    assert_true(status == DP_OK || status == DP_ERR_NUMERIC || status == DP_ERR_MISSING);
    return chain;
}

static dp_status run(const struct start *s, dp_chain *chain, dp_error *err) {
    enum { STEPS = 400, MOST = 40000 };
    dp_chain_solve_def solve = dp_chain_solve_defaults();
    if (s->def.method != DP_CHAIN_DOP853) return dp_chain_advance(chain, STEPS, err);
    solve.until = STEPS * s->def.step;
    solve.max_steps = MOST;
    return dp_chain_solve(chain, &solve, NULL, err);
}

// The law with the rule that chains take, and the policy that most of them have.
static dp_contact prepared(const law_case *c) {
    dp_contact_def def = c->def;
    dp_contact law;
    dp_error err;
    def.tension = DP_TENSION_CLAMP;
    if (c->contact.kernel->raise != NULL) def.approach_rule = DP_APPROACH_LARGEST;
    if (dp_contact_init(&law, &def, &err) != DP_OK) fail_msg("%s: %s", c->name, err.text);
    return law;
}

static void pressed_starts_of_every_law_end(void **state) {
    (void)state;
    uint64_t seed = 34;
    int moved = 0, stiff = 0;
    for (int i = 0; i < dp_law_count(); i++) {
        const law_case *c = law_case_of(dp_law_at(i)->name);
        const dp_contact law = prepared(c);
        for (int k = 0; k < STARTS; k++) {
            struct start s;
            set_up(&s, &law, &seed);
            for (size_t j = 0; j < sizeof methods / sizeof *methods; j++) {
                dp_chain *chain = build(&s, methods[j]);
                if (chain == NULL) continue;
                dp_error err;
                dp_status status = run(&s, chain, &err);
                // strong dampers at the floor of the speed need more steps than are given here
                bool is_stiff = status == DP_ERR_NUMERIC && strstr(err.text, "brought") != NULL;
                if (status != DP_OK && !is_stiff)
                    fail_msg("%s, start %d: %s", c->name, k, err.text);
                stiff += is_stiff;
                dp_chain_free(chain);
                moved++;
            }
        }
    }
    assert_true(moved > 4 * STARTS * 20);
    assert_true(stiff < moved / 100);
}

// The law at the edge of a stretch has the tangent of the stretch beyond: a rate of the force that
// jumps there, and an event that repeated itself.
static void a_pressed_plastic_contact_that_unloads_moves_on(void **state) {
    (void)state;
    dp_error err;
    dp_contact_def hertz = dp_contact_defaults(dp_law_find("hertz"));
    dp_contact_def flat = dp_contact_defaults(dp_law_find("thornton"));
    dp_contact laws[2];
    hertz.pair.modulus = flat.pair.modulus = 39e9;
    hertz.pair.radius = 2.5e-3;
    flat.pair.radius = 5e-3;
    flat.pair.yield = 150e6;
    assert_int_equal(dp_contact_init(&laws[0], &hertz, &err), DP_OK);
    assert_int_equal(dp_contact_init(&laws[1], &flat, &err), DP_OK);
    const double mass[] = {1.4e-3, 1.4e-3}, velocity[] = {0.0, -0.5};
    const unsigned law[] = {0, 0, 1};
    const dp_chain_probe_def probes[] = {{.index = 0}, {.index = 1}};
    dp_chain_def def = dp_chain_defaults();
    def.count = def.law_count = def.probe_count = 2;
    def.mass = mass;
    def.velocity = velocity;
    def.laws = laws;
    def.law = law;
    def.probes = probes;
    def.right.type = DP_END_WALL;
    def.preload = 20.0;
    def.start_in_equilibrium = true;
    def.method = DP_CHAIN_DOP853;
    dp_chain_solve_def solve = dp_chain_solve_defaults();
    solve.until = 20e-6;
    solve.max_steps = 5000;
    dp_chain *chain;
    assert_int_equal(dp_chain_build(&chain, &def, &err), DP_OK);
    if (dp_chain_solve(chain, &solve, NULL, &err) != DP_OK) fail_msg("%s", err.text);
    dp_energy energy;
    double momentum;
    dp_chain_balance(chain, &energy, &momentum);
    assert_true(energy.error < 1e-9 && momentum < 1e-9);
    dp_chain_free(chain);
}

// --- balances
// --------------------------------------------------------------------------------------

static double balance_after(const dp_chain_def *def, double until) {
    dp_chain_solve_def solve = dp_chain_solve_defaults();
    dp_chain *chain;
    dp_energy energy;
    dp_error err;
    double momentum;
    solve.until = until;
    assert_int_equal(dp_chain_build(&chain, def, &err), DP_OK);
    if (dp_chain_solve(chain, &solve, NULL, &err) != DP_OK) fail_msg("%s", err.text);
    dp_chain_balance(chain, &energy, &momentum);
    dp_chain_free(chain);
    return energy.error;
}

// What the spring held is lost before the first step, and was there at the start.
static void a_release_at_the_start_is_in_the_balance(void **state) {
    (void)state;
    dp_error err;
    dp_contact_def def = dp_contact_defaults(dp_law_find("kelvin-voigt"));
    dp_contact law;
    def.pair.stiffness = 1e6;
    def.tension = DP_TENSION_RELEASE;
    assert_int_equal(dp_law_set(&def.law, "damping", 100.0, &err), DP_OK);
    assert_int_equal(dp_contact_init(&law, &def, &err), DP_OK);
    const double mass[] = {0.01, 0.01}, velocity[] = {-0.5, 0.5};
    dp_chain_def chain = dp_chain_defaults();
    chain.count = 2;
    chain.mass = mass;
    chain.velocity = velocity;
    chain.laws = &law;
    chain.law_count = 1;
    chain.right.type = DP_END_WALL;
    chain.preload = 20.0;
    chain.start_in_equilibrium = true;
    chain.method = DP_CHAIN_DOP853;
    // damper and spring: -100 N s/m * 1 m/s + 20 N
    assert_true(balance_after(&chain, 1e-4) < 1e-9);
}

// Nothing moves, and what is left of a law beside the touch is no energy.
static void what_only_touches_has_a_balance(void **state) {
    (void)state;
    dp_error err;
    dp_contact_def def = dp_contact_defaults(dp_law_find("pant-wijeyewickrema"));
    dp_contact law;
    def.pair.stiffness = 1e6;
    assert_int_equal(dp_law_set(&def.law, "restitution", 0.7, &err), DP_OK);
    assert_int_equal(dp_contact_init(&law, &def, &err), DP_OK);
    const double mass = 0.01, gap[] = {0.0, 1e-6};
    dp_chain_def chain = dp_chain_defaults();
    chain.count = chain.law_count = 1;
    chain.mass = &mass;
    chain.gap = gap;
    chain.laws = &law;
    chain.left.type = chain.right.type = DP_END_WALL;
    chain.method = DP_CHAIN_DOP853;
    assert_true(balance_after(&chain, 1e-4) < 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pressed_starts_of_every_law_end),
        cmocka_unit_test(a_pressed_plastic_contact_that_unloads_moves_on),
        cmocka_unit_test(a_release_at_the_start_is_in_the_balance),
        cmocka_unit_test(what_only_touches_has_a_balance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
