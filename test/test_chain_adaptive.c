// Adaptive steps on chains: landing times, events, and going on from a saved state.

#include "law_cases.h"

#include "chain/chain.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { BODIES = 12 };

static void okay(dp_status status, const dp_error *err) {
    if (status != DP_OK) fail_msg("%s", err->text);
}

static dp_contact contact_of(const char *law, const char *form, dp_tension tension) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    dp_body bead = {.young = 193e9,
                    .poisson = 0.3,
                    .density = NAN,
                    .yield = 940e6,
                    .radius = 2.38e-3,
                    .mass = 0.45e-3};
    dp_contact contact;
    dp_error err;
    okay(dp_pair_from_bodies(&bead, &bead, DP_CONVEX, &def.pair, &err), &err);
    if (strcmp(law, "hertz") != 0 && dp_law_param_index(def.law.law, "restitution") >= 0)
        okay(dp_law_set(&def.law, "restitution", 0.8, &err), &err);
    if (form != NULL) okay(dp_law_choose(&def.law, "form", form, &err), &err);
    def.tension = tension;
    okay(dp_contact_init(&contact, &def, &err), &err);
    return contact;
}

static dp_contact linear(double stiffness, double damping) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("kelvin-voigt"));
    dp_contact contact;
    dp_error err;
    def.pair.stiffness = stiffness;
    def.tension = DP_TENSION_ALLOW;
    okay(dp_law_set(&def.law, "damping", damping, &err), &err);
    okay(dp_contact_init(&contact, &def, &err), &err);
    return contact;
}

struct rig {
    dp_chain_def def;
    double mass[BODIES], velocity[BODIES], gap[BODIES + 1];
    dp_contact contact;
};

static void set_up(struct rig *rig, size_t count, dp_contact contact) {
    memset(rig, 0, sizeof *rig);
    rig->def = dp_chain_defaults();
    rig->def.count = count;
    rig->def.mass = rig->mass;
    rig->def.velocity = rig->velocity;
    rig->def.gap = rig->gap;
    rig->def.laws = &rig->contact;
    rig->def.law_count = 1;
    rig->def.method = DP_CHAIN_DOP853;
    rig->contact = contact;
    for (size_t i = 0; i < count; i++)
        rig->mass[i] = 0.45e-3;
}

static dp_chain *built(const struct rig *rig) {
    dp_chain *chain;
    dp_error err;
    okay(dp_chain_build(&chain, &rig->def, &err), &err);
    return chain;
}

static dp_solve_stats go(dp_chain *chain, const dp_chain_solve_def *def) {
    dp_solve_stats stats;
    dp_error err;
    okay(dp_chain_solve(chain, def, &stats, &err), &err);
    return stats;
}

static dp_energy books(dp_chain *chain, double *momentum) {
    dp_energy energy;
    dp_chain_balance(chain, &energy, momentum);
    return energy;
}

// --- going on ------------------------------------------------------------------------------------

// Copies the state at the k-th observation, and stops at another.
struct keeper {
    int calls, save_at, stop_at;
    double time;
    char *bytes;
    size_t size;
};

static size_t copy_pieces(dp_chain *chain, char *bytes, int writes) {
    dp_chain_piece piece[DP_CHAIN_PIECES_MAX];
    size_t size = 0;
    int count = dp_chain_pieces(chain, piece);
    for (int i = 0; i < count; i++) {
        if (bytes != NULL && !writes) memcpy(bytes + size, piece[i].data, piece[i].bytes);
        if (bytes != NULL && writes) memcpy(piece[i].data, bytes + size, piece[i].bytes);
        size += piece[i].bytes;
    }
    return size;
}

static int keep(void *user, dp_chain *chain) {
    struct keeper *k = (struct keeper *)user;
    k->calls++;
    k->time = dp_chain_time(chain);
    // looking changes nothing
    assert_true(dp_chain_state(chain)->time == k->time);
    if (k->calls == k->save_at) {
        k->size = copy_pieces(chain, NULL, 0);
        k->bytes = (char *)test_malloc(k->size);
        copy_pieces(chain, k->bytes, 0);
    }
    return k->calls == k->stop_at;
}

static const struct {
    const char *law, *form;
    dp_tension tension;
} laws[] = {
    {"hertz", NULL, DP_TENSION_CLAMP},
    {"tsuji", NULL, DP_TENSION_CLAMP},
    {"tsuji", NULL, DP_TENSION_RELEASE},
    {"wang-kelvin-voigt", "printed", DP_TENSION_CLAMP},
    {"ma-liu", "passive", DP_TENSION_CLAMP},
    {"thornton", NULL, DP_TENSION_CLAMP},
    {"lankarani-nikravesh", NULL, DP_TENSION_CLAMP},
};

static void striking(struct rig *rig, size_t law) {
    static const dp_chain_probe_def probes[] = {{0, 3}, {1, 5}};
    set_up(rig, 10, contact_of(laws[law].law, laws[law].form, laws[law].tension));
    rig->velocity[0] = 1.77;
    rig->gap[3] = 2e-6;
    rig->gap[7] = 5e-7;
    rig->def.right.type = DP_END_WALL;
    rig->def.probes = probes;
    rig->def.probe_count = 2;
    rig->def.step = 1e-6;
    rig->def.record_every = 1;
    rig->def.record_steps = 150;
}

static void restored_chain_goes_on_with_the_same_bits(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(laws); i++) {
        struct rig rig;
        striking(&rig, i);
        struct keeper k = {.save_at = 7};
        dp_chain_solve_def def = dp_chain_solve_defaults();
        def.until = 150e-6;
        def.rtol = 1e-9;
        def.every = 10e-6;
        def.observe = keep;
        def.user = &k;
        dp_chain *whole = built(&rig), *other = built(&rig);
        go(whole, &def);
        assert_int_equal(k.calls, 15);
        assert_int_equal(copy_pieces(other, NULL, 0), k.size);
        copy_pieces(other, k.bytes, 1);
        assert_true(dp_chain_time(other) == 7.0 * 10e-6);
        struct keeper rest = {0};
        def.user = &rest;
        go(other, &def);
        assert_int_equal(rest.calls, 8);
        char *a = (char *)test_malloc(k.size), *b = (char *)test_malloc(k.size);
        copy_pieces(whole, a, 0);
        copy_pieces(other, b, 0);
        assert_memory_equal(a, b, k.size);
        test_free(a);
        test_free(b);
        test_free(k.bytes);
        dp_chain_free(whole);
        dp_chain_free(other);
    }
}

static void stopping_at_an_observation_and_going_on_changes_no_bit(void **state) {
    (void)state;
    struct rig rig;
    striking(&rig, 4);
    struct keeper k = {.stop_at = 4}, unstopped = {0};
    dp_chain_solve_def def = dp_chain_solve_defaults();
    def.until = 150e-6;
    def.rtol = 1e-9;
    def.every = 10e-6;
    def.observe = keep;
    def.user = &k;
    dp_chain *stopped = built(&rig), *whole = built(&rig);
    go(stopped, &def);
    assert_true(dp_chain_time(stopped) == 4.0 * 10e-6);
    go(stopped, &def);
    def.user = &unstopped;
    go(whole, &def);
    const dp_chain_snapshot *a = dp_chain_state(stopped), *b = dp_chain_state(whole);
    assert_memory_equal(a->velocity, b->velocity, 10 * sizeof(double));
    assert_memory_equal(a->displacement, b->displacement, 10 * sizeof(double));
    assert_true(a->viscous == b->viscous && a->plastic == b->plastic);
    // a chain that is there already does not move
    go(whole, &def);
    assert_int_equal(unstopped.calls, 15);
    dp_chain_free(stopped);
    dp_chain_free(whole);
}

static void rows_stand_at_their_times_and_agree_with_observations(void **state) {
    (void)state;
    struct rig rig;
    striking(&rig, 1);
    dp_chain_solve_def def = dp_chain_solve_defaults();
    def.until = 70e-6;
    def.rtol = 1e-11;
    dp_chain *chain = built(&rig);
    go(chain, &def);
    const dp_chain_snapshot *view = dp_chain_state(chain);
    dp_chain_probe body = dp_chain_probe_at(chain, 0), contact = dp_chain_probe_at(chain, 1);
    assert_int_equal(body.row_count, 71);
    assert_true(body.rows[0][1] == 0.0 && contact.rows[0][0] == 0.0);
    // the row and the view at `until` are two roads to the same numbers
    CHECK_NEAR(body.rows[70][0], 0.5 * (view->force[3] + view->force[4]), 1e-12);
    CHECK_NEAR(body.rows[70][1], view->velocity[3], 1e-14);
    CHECK_NEAR(body.rows[70][2], view->displacement[3], 1e-13);
    CHECK_NEAR(contact.rows[70][0], view->force[5], 1e-12);
    CHECK_NEAR(contact.rows[70][1], view->indentation[5], 1e-11);  // a difference of displacements
    CHECK_WITHIN(contact.rows[70][2], view->velocity[4] - view->velocity[5], 1e-14);
    // a largest value is no less than any row, and some row comes near it
    double top = 0.0;
    for (size_t k = 0; k < body.row_count; k++)
        top = fmax(top, body.rows[k][0]);
    assert_true(body.peak_force >= top);
    CHECK_NEAR(top, body.peak_force, 0.05);  // rows are 1 us apart, the pulse 15 us long
    dp_chain_free(chain);
}

// --- physics ---------------------------------------------------------------------------------

static void books_close_for_every_law_and_end(void **state) {
    (void)state;
    static const dp_chain_end_type ends[] = {DP_END_FREE, DP_END_WALL, DP_END_DRIVEN, DP_END_BAR};
    static const double time[] = {0.0, 20e-6, 40e-6}, wave[] = {0.0, -0.5, 0.2};
    for (size_t i = 0; i < COUNT(laws); i++) {
        for (size_t e = 0; e < 2 * COUNT(ends); e++) {
            struct rig rig;
            dp_chain_end_type type = ends[e / 2];
            striking(&rig, i);
            rig.def.right = (dp_chain_end){.type = type,
                                           .impedance = 300.0,
                                           .glued = (e & 1) && type >= DP_END_DRIVEN,
                                           .signal = {3, time, wave}};
            rig.def.left = (dp_chain_end){.type = DP_END_WALL};
            rig.gap[0] = 3e-6;
            rig.def.gravity = e & 1 ? 9.81 : 0.0;
            dp_chain *chain = built(&rig);
            dp_chain_solve_def def = dp_chain_solve_defaults();
            def.until = 150e-6;
            def.rtol = 1e-11;
            go(chain, &def);
            double momentum;
            // energies are integrals of their own, each as good as the run
            CHECK_WITHIN(books(chain, &momentum).error, 0.0, 1e-10);
            CHECK_WITHIN(momentum, 0.0, 1e-12);
            dp_chain_free(chain);
        }
    }
}

static void books_close_for_the_whole_catalogue(void **state) {
    (void)state;
    for (int i = 0; i < dp_law_count(); i++) {
        for (int tension = DP_TENSION_CLAMP; tension <= DP_TENSION_RELEASE; tension++) {
            const law_case *c = law_case_of(dp_law_at(i)->name);
            dp_contact_def def = c->def;
            dp_contact contact;
            dp_error err;
            def.tension = (dp_tension)tension;
            okay(dp_contact_init(&contact, &def, &err), &err);
            struct rig rig;
            set_up(&rig, 5, contact);
            double unit = isnan(def.pair.mass) ? 1e-3 : def.pair.mass;
            for (size_t k = 0; k < 5; k++)
                rig.mass[k] = unit * (2.0 + 0.2 * (double)k);
            rig.velocity[0] = 1.0;
            rig.velocity[4] = -0.3;
            rig.def.right.type = DP_END_WALL;
            dp_chain *chain = built(&rig);
            double depth = chain->scale_delta;  // of an impact at 1 m/s
            dp_chain_free(chain);
            rig.gap[2] = 0.3 * depth;
            rig.gap[5] = 2.0 * depth;
            chain = built(&rig);
            dp_chain_solve_def solve = dp_chain_solve_defaults();
            solve.until = 40.0 * depth;
            solve.rtol = 1e-9;
            solve.max_steps = 20000;
            go(chain, &solve);
            double momentum;
            // a hundred times the tolerance, for laws that chatter where their force jumps
            CASE_NEAR(c, books(chain, &momentum).error, 0.0, 1e-7);
            CASE_NEAR(c, momentum, 0.0, 1e-12);
            dp_chain_free(chain);
        }
    }
}

static void symmetric_chain_stays_symmetric(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(laws); i++) {
        struct rig rig;
        set_up(&rig, 10, contact_of(laws[i].law, laws[i].form, laws[i].tension));
        rig.velocity[0] = 1.77;
        rig.velocity[9] = -1.77;
        dp_chain *chain = built(&rig);
        // every event happens twice at once
        dp_chain_solve_def def = dp_chain_solve_defaults();
        def.until = 150e-6;
        def.rtol = 1e-11;
        def.max_steps = 20000;
        go(chain, &def);
        const double *v = dp_chain_state(chain)->velocity;
        for (size_t k = 0; k < 5; k++)
            CHECK_WITHIN(v[k] + v[9 - k], 0.0, 1e-10);  // rounding, grown by the collisions
        dp_chain_free(chain);
    }
}

static void falling_bead_touches_when_it_must_and_rises_as_high(void **state) {
    (void)state;
    struct rig rig;
    set_up(&rig, 1, contact_of("hertz", NULL, DP_TENSION_CLAMP));
    rig.gap[1] = 1e-3;
    rig.def.gravity = 9.81;
    rig.def.right.type = DP_END_WALL;
    static const dp_chain_probe_def probe[] = {{1, 1}, {0, 0}};
    rig.def.probes = probe;
    rig.def.probe_count = 2;
    dp_chain *chain = built(&rig);
    double fall = sqrt(2.0 * 1e-3 / 9.81);
    dp_chain_solve_def def = dp_chain_solve_defaults();
    def.until = 1.9 * fall;
    def.rtol = 1e-11;
    go(chain, &def);
    // gravity goes on until the spring holds the weight: the largest speed is sqrt(2 g h) but for
    // the work over that little way, a share of 1e-5
    CHECK_NEAR(dp_chain_probe_at(chain, 1).peak_velocity, sqrt(2.0 * 9.81 * 1e-3), 1e-5);
    const dp_chain_snapshot *view = dp_chain_state(chain);
    // back on the way up: energy is that of the start
    CHECK_NEAR(view->kinetic - rig.mass[0] * 9.81 * view->displacement[0], 0.0, 1e-15);
    assert_true(view->velocity[0] < 0.0);
    double depth = dp_chain_probe_at(chain, 0).peak_velocity;
    double stored = 0.4 * rig.contact.k[0] * depth * depth * sqrt(depth);
    CHECK_NEAR(stored, rig.mass[0] * 9.81 * (1e-3 + depth), 1e-11);
    dp_chain_free(chain);
}

static void bar_damps_a_linear_spring_as_its_equation_says(void **state) {
    (void)state;
    // delta'' + (k/Z) delta' + (k/m) delta = 0 until the force is zero again
    const double k = 1e6, Z = 60.0, m = 0.45e-3, v = 1.77;
    struct rig rig;
    set_up(&rig, 1, linear(k, 0.0));
    rig.velocity[0] = v;
    rig.def.right = (dp_chain_end){.type = DP_END_BAR, .impedance = Z};
    dp_chain *chain = built(&rig);
    const double decay = 0.5 * k / Z, frequency = sqrt(k / m - decay * decay);
    for (double t = 5e-6; t < 3.0 / frequency; t += 5e-6) {
        dp_chain_solve_def def = dp_chain_solve_defaults();
        def.until = t;
        def.rtol = 1e-12;
        go(chain, &def);
        double delta = v / frequency * exp(-decay * t) * sin(frequency * t);
        const dp_chain_snapshot *view = dp_chain_state(chain);
        CHECK_NEAR(view->force[1], k * delta, 1e-12);
        CHECK_NEAR(view->end_velocity[1], k * delta / Z, 1e-12);
    }
    dp_chain_free(chain);
}

static void body_fastened_to_a_bar_slows_down_exponentially(void **state) {
    (void)state;
    struct rig rig;
    set_up(&rig, 2, contact_of("hertz", NULL, DP_TENSION_CLAMP));
    rig.velocity[0] = -1.77;  // away from the other body
    rig.def.left = (dp_chain_end){.type = DP_END_BAR, .impedance = 60.0, .glued = 1};
    dp_chain *chain = built(&rig);
    dp_chain_solve_def def = dp_chain_solve_defaults();
    def.until = 20e-6;
    def.rtol = 1e-12;
    go(chain, &def);
    double slow = exp(-60.0 * 20e-6 / 0.45e-3);
    CHECK_NEAR(dp_chain_state(chain)->velocity[0], -1.77 * slow, 1e-11);
    dp_chain_free(chain);
}

static void driven_end_carries_a_dashpot_as_its_equation_says(void **state) {
    (void)state;
    // a pure dashpot, nearly: stiffness of no account; v' = (c/m)(w - v), w = a t
    const double c = 20.0, m = 0.45e-3, a = 1e5;
    static const double time[] = {0.0, 1.0}, wave[] = {0.0, 1e5};
    struct rig rig;
    set_up(&rig, 1, linear(1e-6, c));
    rig.def.left = (dp_chain_end){.type = DP_END_DRIVEN, .signal = {2, time, wave}};
    dp_chain *chain = built(&rig);
    dp_chain_solve_def def = dp_chain_solve_defaults();
    def.until = 30e-6;
    def.rtol = 1e-12;
    go(chain, &def);
    double t = 30e-6, tau = m / c;
    CHECK_NEAR(dp_chain_state(chain)->velocity[0], a * (t - tau * (1.0 - exp(-t / tau))), 1e-11);
    dp_chain_free(chain);
}

static void laws_that_look_at_the_touch_are_told_its_speed(void **state) {
    (void)state;
    // apart at first, and slowed down by a first impact: e of both as if they were alone
    struct rig rig;
    set_up(&rig, 3, contact_of("exact-restitution", NULL, DP_TENSION_CLAMP));
    rig.velocity[0] = 1.77;
    rig.gap[1] = 1e-6;
    rig.gap[2] = 1e-4;
    dp_chain *chain = built(&rig);
    dp_chain_solve_def def = dp_chain_solve_defaults();
    def.until = 500e-6;
    def.rtol = 1e-12;
    go(chain, &def);
    const double *v = dp_chain_state(chain)->velocity, e = 0.8, V = 1.77;
    double v1 = 0.5 * (1.0 + e) * V;
    // the rest of a few times the tolerance
    CHECK_NEAR(v[0], 0.5 * (1.0 - e) * V, 1e-11);
    CHECK_NEAR(v[1], 0.5 * (1.0 - e) * v1, 1e-11);
    CHECK_NEAR(v[2], 0.5 * (1.0 + e) * v1, 1e-11);
    dp_chain_free(chain);
}

static void released_contact_keeps_quiet_until_it_is_apart(void **state) {
    (void)state;
    struct rig rig;
    set_up(&rig, 2, contact_of("tsuji", NULL, DP_TENSION_RELEASE));
    rig.velocity[0] = 1.77;
    dp_chain *chain = built(&rig);
    dp_chain_solve_def def = dp_chain_solve_defaults();
    def.until = 100e-6;
    def.rtol = 1e-12;
    go(chain, &def);
    double momentum;
    dp_energy energy = books(chain, &momentum);
    assert_true(energy.released > 0.0);
    CHECK_WITHIN(energy.error, 0.0, 1e-11);
    double e = dp_contact_restitution(&rig.contact, 0.5 * 0.45e-3, 1.77);
    const double *v = dp_chain_state(chain)->velocity;
    CHECK_NEAR((v[1] - v[0]) / 1.77, e, 1e-12);
    dp_chain_free(chain);
}

static void dents_are_written_at_turning_points_only(void **state) {
    (void)state;
    // a Ma-Liu pair struck twice: the second, weaker blow runs on the unloading curve
    struct rig rig;
    set_up(&rig, 3, contact_of("ma-liu", "printed", DP_TENSION_CLAMP));
    rig.velocity[0] = 1.77;
    rig.velocity[2] = -0.2;
    rig.gap[2] = 1e-5;
    dp_chain *chain = built(&rig);
    dp_chain_solve_def def = dp_chain_solve_defaults();
    def.until = 400e-6;
    def.rtol = 1e-11;
    go(chain, &def);
    double momentum, plastic = 0.0;
    dp_energy energy = books(chain, &momentum);
    plastic = energy.plastic;
    assert_true(plastic > 0.0);
    // plastic loss comes from history alone, kinetic energy from the motion: they must agree
    CHECK_WITHIN(energy.initial - energy.final - plastic, 0.0, 1e-11 * energy.initial);
    dp_chain_free(chain);
}

// --- refusals ------------------------------------------------------------------------------------

static void wrong_use_is_refused(void **state) {
    (void)state;
    struct rig rig;
    dp_error err;
    set_up(&rig, 2, contact_of("hertz", NULL, DP_TENSION_CLAMP));
    rig.velocity[0] = 1.0;
    dp_chain *adaptive = built(&rig);
    rig.def.method = DP_CHAIN_VERLET;
    dp_chain *fixed = built(&rig);
    dp_chain_solve_def def = dp_chain_solve_defaults();
    def.until = 1e-6;
    assert_int_equal(dp_chain_advance(adaptive, 1, &err), DP_ERR_UNSUPPORTED);
    assert_int_equal(dp_chain_solve(fixed, &def, NULL, &err), DP_ERR_UNSUPPORTED);
    def.until = NAN;
    assert_int_equal(dp_chain_solve(adaptive, &def, NULL, &err), DP_ERR_RANGE);
    def = dp_chain_solve_defaults();
    def.until = 1e-6;
    def.rtol = 1.0;
    assert_int_equal(dp_chain_solve(adaptive, &def, NULL, &err), DP_ERR_RANGE);
    def = dp_chain_solve_defaults();
    def.until = 1e-6;
    def.every = -1.0;
    assert_int_equal(dp_chain_solve(adaptive, &def, NULL, &err), DP_ERR_RANGE);
    def = dp_chain_solve_defaults();
    def.until = 1e-3;
    def.max_steps = 3;
    assert_int_equal(dp_chain_solve(adaptive, &def, NULL, &err), DP_ERR_NUMERIC);
    rig.def.method = DP_CHAIN_DOP853;
    rig.def.count = DP_CHAIN_ADAPTIVE_MAX + 1;
    dp_chain *none;
    double *mass = (double *)test_malloc(rig.def.count * sizeof *mass);
    for (size_t i = 0; i < rig.def.count; i++)
        mass[i] = 1.0;
    rig.def.mass = mass;
    rig.def.velocity = rig.def.gap = NULL;
    assert_int_equal(dp_chain_build(&none, &rig.def, &err), DP_ERR_RANGE);
    test_free(mass);
    dp_chain_free(adaptive);
    dp_chain_free(fixed);
}

static void contact_beyond_its_law_is_an_error_with_its_name(void **state) {
    (void)state;
    dp_contact_def def = dp_contact_defaults(dp_law_find("johnson-cylinder"));
    def.pair.modulus = 1e11;
    def.pair.bearing_radius = 10e-3;
    def.pair.clearance = 10e-6;
    def.pair.length = 10e-3;
    struct rig rig;
    dp_contact contact;
    dp_error err;
    okay(dp_contact_init(&contact, &def, &err), &err);
    set_up(&rig, 2, contact);
    rig.mass[0] = rig.mass[1] = 10.0;
    rig.velocity[0] = 50.0;
    dp_chain *chain = built(&rig);
    dp_chain_solve_def solve = dp_chain_solve_defaults();
    solve.until = 1.0;
    solve.rtol = 1e-8;
    solve.max_steps = 10000;
    assert_int_equal(dp_chain_solve(chain, &solve, NULL, &err), DP_ERR_VALIDITY);
    assert_non_null(strstr(err.text, "contact 1"));
    dp_chain_free(chain);
}

static bool count_steps(void *user) {
    return ++*(int *)user == 50;
}

// Whoever ends a call between two steps has a chain that goes on, to a motion within the tolerance.
static void a_call_that_was_stopped_goes_on(void **state) {
    (void)state;
    struct rig rig;
    for (size_t law = 0; law < COUNT(laws); law++) {
        striking(&rig, law);
        dp_chain_solve_def solve = dp_chain_solve_defaults();
        solve.until = 1.5e-4;
        dp_chain *whole = built(&rig), *pieces = built(&rig);
        go(whole, &solve);
        int steps = 0;
        solve.stop = count_steps;
        solve.user = &steps;
        go(pieces, &solve);
        assert_int_equal(steps, 50);
        assert_true(dp_chain_time(pieces) > 0.0 && dp_chain_time(pieces) < solve.until);
        assert_true(dp_chain_state(pieces)->time == dp_chain_time(pieces));
        go(pieces, &solve);
        assert_true(dp_chain_time(pieces) == dp_chain_time(whole));
        // each step is good to 1e-10 of the motion
        const double *v = dp_chain_state(whole)->velocity, *w = dp_chain_state(pieces)->velocity;
        for (size_t i = 0; i < 10; i++)
            assert_true(fabs(v[i] - w[i]) < 1e-6);
        dp_chain_free(whole);
        dp_chain_free(pieces);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restored_chain_goes_on_with_the_same_bits),
        cmocka_unit_test(stopping_at_an_observation_and_going_on_changes_no_bit),
        cmocka_unit_test(rows_stand_at_their_times_and_agree_with_observations),
        cmocka_unit_test(books_close_for_every_law_and_end),
        cmocka_unit_test(books_close_for_the_whole_catalogue),
        cmocka_unit_test(symmetric_chain_stays_symmetric),
        cmocka_unit_test(falling_bead_touches_when_it_must_and_rises_as_high),
        cmocka_unit_test(bar_damps_a_linear_spring_as_its_equation_says),
        cmocka_unit_test(body_fastened_to_a_bar_slows_down_exponentially),
        cmocka_unit_test(driven_end_carries_a_dashpot_as_its_equation_says),
        cmocka_unit_test(laws_that_look_at_the_touch_are_told_its_speed),
        cmocka_unit_test(released_contact_keeps_quiet_until_it_is_apart),
        cmocka_unit_test(dents_are_written_at_turning_points_only),
        cmocka_unit_test(a_call_that_was_stopped_goes_on),
        cmocka_unit_test(wrong_use_is_refused),
        cmocka_unit_test(contact_beyond_its_law_is_an_error_with_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
