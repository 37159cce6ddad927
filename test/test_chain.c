// Chains as objects: what is refused and why, history, the step limit, what probes see.

#include "chain_tools.h"

#include "chain/testing.h"
#include "kernels/isa.h"

static struct row row;

static void good_row(void) {
    make_row(&row, 6, 1e-3, hertz(1e9), 1e-7);
    row.def.gap = row.gap;
    row.def.law = row.law;
}

// --- what is refused -----------------------------------------------------------------------------

static void expect_refused(dp_status status, const char *text) {
    dp_chain *chain = (dp_chain *)(void *)&row;
    dp_error err = {0};
    size_t bytes, contact;
    double limit;
    assert_int_equal(dp_chain_build(&chain, &row.def, &err), status);
    assert_null(chain);
    assert_int_equal(err.status, status);
    if (strstr(err.text, text) == NULL) fail_msg("\"%s\" does not say \"%s\"", err.text, text);
    assert_int_equal(dp_chain_memory(&row.def, &bytes, NULL), status);
    assert_int_equal(dp_chain_step_limit(&row.def, 1.0, &limit, &contact, NULL), status);
    good_row();
}

static void wrong_bodies_are_refused(void **state) {
    (void)state;
    good_row();
    dp_chain_free(chain_of(&row.def));
    row.def.count = 0;
    expect_refused(DP_ERR_RANGE, "a chain needs 1 to 1073741824 bodies, not 0");
    row.def.count = (size_t)DP_CHAIN_BODIES_MAX + 1;
    expect_refused(DP_ERR_RANGE, "not 1073741825");
    row.def.count = SIZE_MAX;
    expect_refused(DP_ERR_RANGE, "bodies");
    row.def.mass = NULL;
    expect_refused(DP_ERR_MISSING, "masses");
    static const double masses[] = {0.0, -1.0, NAN, INFINITY};
    for (int k = 0; k < 4; k++) {
        row.mass[5] = masses[k];
        expect_refused(DP_ERR_RANGE, "mass of body 6 is");
    }
    row.velocity[0] = INFINITY;
    expect_refused(DP_ERR_RANGE, "velocity of body 1 is not finite");
    row.velocity[3] = NAN;
    expect_refused(DP_ERR_RANGE, "velocity of body 4");
    row.def.pushed = 6;
    expect_refused(DP_ERR_RANGE, "there is no body 7 to push");
    row.def.velocity = NULL;
    dp_chain_free(chain_of(&row.def));
}

static void wrong_numbers_are_refused(void **state) {
    (void)state;
    static const double steps[] = {0.0, -1e-9, NAN, INFINITY};
    good_row();
    for (int k = 0; k < 4; k++) {
        row.def.step = steps[k];
        expect_refused(DP_ERR_RANGE, "step is");
    }
    row.def.gravity = NAN;
    expect_refused(DP_ERR_RANGE, "gravity is nan");
    row.def.gravity = INFINITY;
    expect_refused(DP_ERR_RANGE, "gravity");
    row.def.preload = -1.0;
    expect_refused(DP_ERR_RANGE, "preload not negative");
    row.def.preload = NAN;
    expect_refused(DP_ERR_RANGE, "preload");
    row.def.threads = -1;
    expect_refused(DP_ERR_RANGE, "threads is -1");
    row.def.threads = 257;
    expect_refused(DP_ERR_RANGE, "1..256");
    row.def.cookie = 0;
    expect_refused(DP_ERR_NOT_INITIALIZED, "dp_chain_defaults");
    row.def.record_every = -1;
    expect_refused(DP_ERR_RANGE, "record_every");
    row.def.record_steps = -1;
    expect_refused(DP_ERR_RANGE, "record_steps");
    row.def.method = (dp_chain_method)99;
    expect_refused(DP_ERR_RANGE, "no such method");
    row.def.threads = 256;
    dp_chain_free(chain_of(&row.def));
}

static void refuses_knobs(struct chain_knobs knobs, dp_status status, const char *says) {
    dp_chain *chain;
    dp_error err;
    assert_int_equal(dp_chain_build_with(&chain, &row.def, &knobs, &err), status);
    assert_null(chain);
    assert_non_null(strstr(err.text, says));
}

static void wrong_knobs_are_refused(void **state) {
    (void)state;
    make_row(&row, 5, 1e-3, spring_dashpot(1e6, 0.0), 1e-7);
    refuses_knobs((struct chain_knobs){-1, -1, false}, DP_ERR_RANGE, "levels is -1");
    refuses_knobs((struct chain_knobs){-1, 129, false}, DP_ERR_RANGE, "0..128");
    refuses_knobs((struct chain_knobs){DP_ISA_COUNT, 0, false}, DP_ERR_UNSUPPORTED,
                  "instruction set");
    dp_chain *chain;
    const struct chain_knobs most = {-1, 128, false};
    assert_int_equal(dp_chain_build_with(&chain, &row.def, &most, NULL), DP_OK);
    dp_chain_free(chain);
}

static void wrong_contacts_are_refused(void **state) {
    (void)state;
    static const dp_contact none;
    good_row();
    row.def.law_count = 0;
    expect_refused(DP_ERR_MISSING, "a chain needs a contact law");
    row.contact = none;
    expect_refused(DP_ERR_NOT_INITIALIZED, "contact law 0 was not prepared");
    row.law[6] = 1;
    expect_refused(DP_ERR_RANGE, "contact 6 asks for law 1 of 1");
    row.gap[6] = NAN;
    expect_refused(DP_ERR_RANGE, "gap of contact 6 is not finite");
    dp_chain_probe_def probe = {0, 6};
    row.def.probes = &probe;
    row.def.probe_count = 1;
    expect_refused(DP_ERR_RANGE, "there is no body 6 to watch");
    probe = (dp_chain_probe_def){1, 7};
    row.def.probes = &probe;
    row.def.probe_count = 1;
    expect_refused(DP_ERR_RANGE, "there is no contact 7 to watch");
    for (size_t side = 0; side < 2; side++) {
        probe = (dp_chain_probe_def){1, side * 6};
        row.def.probes = &probe;
        row.def.probe_count = 1;
        expect_refused(DP_ERR_RANGE, side == 0 ? "no contact 0 to watch" : "no contact 6 to watch");
        row.def.probes = &probe;
        row.def.probe_count = 1;
        row.def.left.type = row.def.right.type = DP_END_WALL;
        dp_chain_free(chain_of(&row.def));
        good_row();
    }
}

static void wrong_ends_are_refused(void **state) {
    (void)state;
    static const double back[] = {0.0, 2.0, 2.0}, odd[] = {0.0, NAN, 1.0}, fine[] = {0.0, 1.0, 2.0};
    good_row();
    for (int side = 0; side < 2; side++) {
        dp_chain_end *end = side == 0 ? &row.def.left : &row.def.right;
        end->type = DP_END_DRIVEN;
        expect_refused(DP_ERR_MISSING, "end: a driven end needs a velocity");
        *end = (dp_chain_end){.type = DP_END_DRIVEN, .signal = {3, back, fine}};
        expect_refused(DP_ERR_RANGE, "end: point 3 of the history must be finite and later");
        *end = (dp_chain_end){.type = DP_END_DRIVEN, .signal = {3, fine, odd}};
        expect_refused(DP_ERR_RANGE, "end: point 2 of the history");
        *end = (dp_chain_end){.type = DP_END_DRIVEN, .signal = {3, odd, fine}};
        expect_refused(DP_ERR_RANGE, "end: point 2 of the history");
        static const double impedances[] = {0.0, -1.0, NAN, INFINITY};
        for (int k = 0; k < 4; k++) {
            *end = (dp_chain_end){.type = DP_END_BAR, .impedance = impedances[k]};
            expect_refused(DP_ERR_RANGE, "it must be positive and finite");
        }
        *end = (dp_chain_end){.type = DP_END_WALL, .glued = 1};
        expect_refused(DP_ERR_CONFLICT, "only a driven end or a bar can be glued");
        *end = (dp_chain_end){.type = DP_END_FREE, .glued = 1};
        expect_refused(DP_ERR_CONFLICT, side == 0 ? "left end" : "right end");
        *end = (dp_chain_end){.type = (dp_chain_end_type)9};
        expect_refused(DP_ERR_RANGE, "no such type of end");
        *end = (dp_chain_end){.type = DP_END_BAR, .impedance = 1.0, .glued = 1};
        row.def.count = 1;
        expect_refused(DP_ERR_RANGE, "a glued end needs two bodies at least");
    }
    row.def.left = row.def.right =
        (dp_chain_end){.type = DP_END_DRIVEN, .glued = 1, .signal = {3, fine, fine}};
    row.def.count = 2;
    expect_refused(DP_ERR_RANGE, "two glued ends need three bodies at least");
}

static void a_march_backwards_is_refused(void **state) {
    (void)state;
    good_row();
    dp_chain *chain = chain_of(&row.def);
    dp_error err = {0};
    assert_int_equal(dp_chain_advance(chain, -1, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "advanced by -1"));
    assert_int_equal(dp_chain_advance(chain, 0, NULL), DP_OK);
    assert_int_equal(dp_chain_step_count(chain), 0);
    dp_chain_free(chain);
    dp_chain_free(NULL);
}

// The first body that is no longer a number is named, with the time.
static void a_motion_that_is_not_finite_is_reported(void **state) {
    (void)state;
    for (int method = 0; method < 3; method++) {
        good_row();
        row.def.step = 1.0;
        row.def.method = (dp_chain_method)method;
        row.velocity[2] = 1e160;
        dp_chain *chain = chain_of(&row.def);
        dp_error err = {0};
        assert_int_equal(dp_chain_advance(chain, 400, &err), DP_ERR_NUMERIC);
        assert_non_null(strstr(err.text, "no longer finite at 400 s"));
        assert_non_null(strstr(err.text, "the step may be too long"));
        dp_chain_free(chain);
    }
}

// --- history
// --------------------------------------------------------------------------------------

struct bank {
    int requests, open, refuses;
    size_t asked;
};

static void *bank_alloc(void *user, size_t size) {
    struct bank *bank = (struct bank *)user;
    assert_true(size > 0 && size % 64 == 0);
    bank->requests++;
    bank->asked += size;
    if (bank->refuses || size > (size_t)1 << 30) return NULL;
    bank->open++;
    void *history = aligned_alloc(64, size);
    memset(history, 0x5a, size);
    return history;
}

static void bank_free(void *user, void *history, size_t size) {
    struct bank *bank = (struct bank *)user;
    bank->open--;
    bank->asked -= size;
    free(history);
}

static void the_memory_is_that_which_was_announced(void **state) {
    (void)state;
    static const size_t counts[] = {1, 7, 1000, 9001};
    static const dp_chain_probe_def probes[] = {{0, 0}, {0, 0}};
    for (int turn = 0; turn < 4 * 3 * 2; turn++) {
        make_row(&row, counts[turn % 4], 1e-3, law_case_of("ma-liu")->contact, 1e-7);
        row.def.method = (dp_chain_method)(turn / 4 % 3);
        row.def.threads = 1 + turn % 3;
        if (turn >= 12) {
            row.def.gap = row.gap;
            row.gap[0] = 1e-6;
            row.def.probes = probes;
            row.def.probe_count = 2;
            row.def.record_every = 7;
            row.def.record_steps = 1000;
        }
        struct bank bank = {0};
        dp_allocator allocator = {bank_alloc, bank_free, &bank};
        size_t bytes = 0;
        row.def.allocator = &allocator;
        assert_int_equal(dp_chain_memory(&row.def, &bytes, NULL), DP_OK);
        assert_int_equal(bank.requests, 0);
        dp_chain *chain = chain_of(&row.def);
        assert_int_equal(bank.requests, 1);
        assert_true(bank.asked == bytes);
        run_chain(chain, 40);
        assert_int_equal(bank.requests, 1);
        dp_chain_free(chain);
        assert_true(bank.open == 0 && bank.asked == 0);
    }
    // a static law without gaps: place, velocity, mass, kick and what a look needs
    make_row(&row, 20000, 1e-3, hertz(1e9), 1e-7);
    size_t bytes;
    assert_int_equal(dp_chain_memory(&row.def, &bytes, NULL), DP_OK);
    assert_true(bytes > 20000 * 7 * 8 && bytes < 20000 * 8 * 8);
}

static void a_refused_request_is_said_with_its_size(void **state) {
    (void)state;
    struct bank bank = {.refuses = 1};
    dp_allocator allocator = {bank_alloc, bank_free, &bank};
    good_row();
    row.def.allocator = &allocator;
    dp_chain *chain = (dp_chain *)(void *)&row;
    dp_error err = {0};
    size_t bytes;
    char expected[80];
    assert_int_equal(dp_chain_memory(&row.def, &bytes, NULL), DP_OK);
    assert_int_equal(dp_chain_build(&chain, &row.def, &err), DP_ERR_MEMORY);
    assert_null(chain);
    snprintf(expected, sizeof expected, "no memory for a chain of 6 bodies (%zu bytes)", bytes);
    assert_string_equal(err.text, expected);
    assert_true(bank.open == 0 && bank.requests == 1);
    // a start that is refused after the history was there gives it back
    bank = (struct bank){0};
    row.def.start_in_equilibrium = 1;
    row.def.preload = 1.0;
    assert_int_equal(dp_chain_build(&chain, &row.def, NULL), DP_ERR_CONFLICT);
    assert_true(chain == NULL && bank.open == 0 && bank.requests == 1 && bank.asked == 0);
}

static void rows_beyond_all_memory_are_refused(void **state) {
    (void)state;
    static const dp_chain_probe_def probes[] = {{0, 0}, {0, 1}, {0, 2}};
    good_row();
    row.def.probes = probes;
    row.def.probe_count = 3;
    row.def.record_every = 1;
    row.def.record_steps = INT64_MAX / 2;
    expect_refused(DP_ERR_RANGE, "6 bodies need more memory than can be counted");
    // what can be counted but not had
    struct bank bank = {0};
    dp_allocator allocator = {bank_alloc, bank_free, &bank};
    row.def.probes = probes;
    row.def.probe_count = 3;
    row.def.record_every = 1;
    row.def.record_steps = (long)1 << 40;
    row.def.allocator = &allocator;
    dp_chain *chain;
    dp_error err = {0};
    assert_int_equal(dp_chain_build(&chain, &row.def, &err), DP_ERR_MEMORY);
    assert_non_null(strstr(err.text, "bytes"));
}

// A definition may be thrown away once the chain is built.
static void a_chain_keeps_nothing_of_its_definition(void **state) {
    (void)state;
    double time[] = {0.0, 1e-4}, velocity[] = {0.1, 0.2};
    dp_chain_probe_def probe = {0, 2};
    good_row();
    row.velocity[1] = 0.3;
    row.def.left = (dp_chain_end){.type = DP_END_DRIVEN, .signal = {2, time, velocity}};
    row.def.probes = &probe;
    row.def.probe_count = 1;
    dp_chain *kept = chain_of(&row.def), *other = chain_of(&row.def);
    const dp_chain_snapshot *a = run_chain(kept, 500);
    double v[6];
    memcpy(v, a->velocity, sizeof v);
    time[1] = velocity[0] = NAN;
    probe.index = 99;
    memset(&row, 0xff, sizeof row);
    const dp_chain_snapshot *b = run_chain(other, 500);
    assert_memory_equal(v, b->velocity, sizeof v);
    assert_int_equal(dp_chain_probe_at(other, 0).def.index, 2);
    dp_chain_free(kept);
    dp_chain_free(other);
}

// --- step limit ----------------------------------------------------------------------------------

// Pressed springs of one stiffness: the highest frequency of a long chain is 2 sqrt(k/m), and the
// leapfrog is stable up to 2 over it.
static void the_step_limit_is_that_of_a_linear_chain(void **state) {
    (void)state;
    const double k = 1e6, m = 1e-3;
    for (int turn = 0; turn < 2; turn++) {
        make_row(&row, 40, m, spring_dashpot(k, 0.0), 1e-7);
        row.def.left.type = row.def.right.type = DP_END_WALL;
        for (int i = 0; i <= 40; i++)
            row.gap[i] = -1e-3;
        row.def.gap = row.gap;
        double limit;
        size_t contact;
        assert_int_equal(dp_chain_step_limit(&row.def, 1.0, &limit, &contact, NULL), DP_OK);
        CHECK_NEAR(limit, sqrt(m / k), 1e-12);
        row.def.step = limit * (turn == 0 ? 0.99 : 1.1);
        row.velocity[0] = 1e-3;
        dp_chain *chain = chain_of(&row.def);
        double energy = dp_chain_state(chain)->kinetic, worst = 0.0;
        for (int n = 0; n < 20; n++)
            worst = fmax(worst, run_chain(chain, 20)->kinetic);
        // below, the energy of the fastest mode may swing by 1/(1 - 0.99^2) = 50; above it grows
        // e-fold every few steps until contacts open
        if (turn == 0) assert_true(worst < 60.0 * energy);
        if (turn == 1) assert_true(worst > 1e4 * energy);
        dp_chain_free(chain);
    }
}

static double limit_of(double speed, size_t *contact) {
    double limit;
    assert_int_equal(dp_chain_step_limit(&row.def, speed, &limit, contact, NULL), DP_OK);
    return limit;
}

static void *no_memory(void *user, size_t size) {
    (void)user;
    (void)size;
    return NULL;
}

static void keep_memory(void *user, void *memory, size_t size) {
    (void)user;
    (void)memory;
    (void)size;
}

static void equal_laws_are_kept_once(void **state) {
    (void)state;
    enum { DIFFERENT = 100 };  // so many that the table grows
    dp_chain_laws laws = {0};
    unsigned index;
    for (int pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < DIFFERENT; i++) {
            dp_contact contact = hertz(1e9 + i);
            assert_int_equal(dp_chain_laws_add(&laws, &contact, &index, NULL), DP_OK);
            assert_int_equal(index, i);
        }
    }
    assert_int_equal(laws.count, DIFFERENT);
    assert_true(laws.items[7].k[0] == hertz(1e9 + 7).k[0]);
    // what is done with the constants counts as well
    dp_contact contact = hertz(1e9);
    contact.tension = DP_TENSION_RELEASE;
    assert_int_equal(dp_chain_laws_add(&laws, &contact, &index, NULL), DP_OK);
    assert_int_equal(index, DIFFERENT);
    dp_chain_laws_free(&laws);
    assert_true(laws.items == NULL && laws.count == 0);

    const dp_allocator none = {.alloc = no_memory, .free = keep_memory};
    dp_error err = {0};
    laws.allocator = &none;
    assert_int_equal(dp_chain_laws_add(&laws, &contact, &index, &err), DP_ERR_MEMORY);
    assert_true(laws.count == 0);
    dp_chain_laws_free(&laws);
}

static void speeds_follow_from_what_is_stated(void **state) {
    (void)state;
    static const double time[] = {0.0, 1.0}, velocity[] = {0.5, -1.5};
    make_row(&row, 4, 1e-3, spring_dashpot(1e6, 0.0), 1e-7);
    assert_true(dp_chain_stated_speed(&row.def) == 0.0);
    assert_true(dp_chain_likely_speed(&row.def) == 0.0);
    row.velocity[0] = 3.0;
    row.velocity[3] = -1.0;
    assert_true(dp_chain_stated_speed(&row.def) == 4.0);
    assert_true(dp_chain_likely_speed(&row.def) == 4.0);
    // the energy of one that moves in one of a quarter of its mass
    row.mass[2] = 0.25e-3;
    assert_true(dp_chain_likely_speed(&row.def) == 8.0);
    row.mass[2] = 1e-3;
    row.mass[1] = 4e-3;  // it is at rest
    assert_true(dp_chain_likely_speed(&row.def) == 4.0);
    // a flat throws at twice its speed, a bar moves with twice that of its wave
    row.def.velocity = NULL;
    row.def.right = (dp_chain_end){.type = DP_END_DRIVEN, .signal = {2, time, velocity}};
    assert_true(dp_chain_stated_speed(&row.def) == 2.0);
    assert_true(dp_chain_likely_speed(&row.def) == 4.0);
    row.def.right.type = DP_END_BAR;
    assert_true(dp_chain_likely_speed(&row.def) == 8.0);
}

static void speeds_count_static_forces(void **state) {
    (void)state;
    const double force = 7.0 + 4 * 1e-3 * 9.81;
    make_row(&row, 4, 1e-3, spring_dashpot(1e6, 0.0), 1e-7);
    row.def.gravity = -9.81;
    row.def.preload = 7.0;
    assert_true(dp_chain_likely_speed(&row.def) == 0.0);
    row.def.start_in_equilibrium = true;
    // the depth is found to half as much again
    double least = force * sqrt(2.0 / (1e6 * 1e-3)), speed = dp_chain_likely_speed(&row.def);
    assert_true(speed >= least && speed <= 1.2248 * least);
    row.def.law_count = 0;
    assert_true(dp_chain_likely_speed(&row.def) == 0.0);
}

static void the_step_limit_finds_the_stiffest_contact(void **state) {
    (void)state;
    size_t contact;
    dp_contact laws[] = {spring_dashpot(1e6, 0.0), spring_dashpot(9e6, 0.0),
                         spring_dashpot(1e6, 50.0), spring_dashpot(1e9, 0.0)};
    make_row(&row, 9, 1e-3, laws[0], 1e-7);
    row.def.laws = laws;
    row.def.law_count = 4;
    row.def.law = row.law;
    row.law[4] = 1;
    row.law[0] = row.law[9] = 3;  // there are no such contacts, the ends are free
    CHECK_NEAR(limit_of(1.0, &contact), sqrt(1e-3 / 9e6), 1e-12);
    assert_int_equal(contact, 4);
    // light bodies count, and walls: 1/m alone
    row.law[4] = row.law[0] = row.law[9] = 0;
    row.mass[7] = 1e-4;
    CHECK_NEAR(limit_of(1.0, &contact), sqrt(2.0 / (1e6 * (1e3 + 1e4))), 1e-12);
    assert_int_equal(contact, 7);
    row.mass[7] = 1e-3;
    row.law[9] = 1;
    row.def.right.type = DP_END_WALL;
    CHECK_NEAR(limit_of(1.0, &contact), sqrt(2.0 / (9e6 * 1e3)), 1e-12);
    assert_int_equal(contact, 9);
    row.def.right.type = DP_END_FREE;
    row.law[3] = 2;  // a dashpot: half of 1/(c (1/m + 1/m))
    CHECK_NEAR(limit_of(1.0, &contact), 0.5 / (50.0 * 2e3), 1e-12);
    assert_int_equal(contact, 3);
    assert_true(isinf(limit_of(0.0, &contact)));
    // Hertz: the tangent 1.5 K sqrt(d) at the depth 2/5 K d^2.5 = m v^2/4 of a head-on impact
    make_row(&row, 9, 1e-3, hertz(1e9), 1e-7);
    for (double speed = 0.01; speed < 20.0; speed *= 10.0) {
        double depth = pow(1.25 * 0.5e-3 * speed * speed / 1e9, 0.4);
        CHECK_NEAR(limit_of(speed, &contact), sqrt(1e-3 / (1.5e9 * sqrt(depth))), 1e-9);
        assert_int_equal(contact, 1);
    }
}

// --- probes --------------------------------------------------------------------------------------

// Two bodies and a spring: force and indentation are half a sine.
static void a_probe_finds_the_peak_between_the_steps(void **state) {
    (void)state;
    const double k = 1e6, m = 1e-3, v0 = 0.3, w = sqrt(2.0 * k / m), pi = 3.14159265358979324;
    dp_chain_probe_def probes[] = {{1, 1}, {0, 1}, {0, 0}};
    for (int method = 0; method < 3; method++) {
        make_row(&row, 2, m, spring_dashpot(k, 0.0), 0.02 / w);
        row.velocity[0] = v0;
        row.def.method = (dp_chain_method)method;
        row.def.probes = probes;
        row.def.probe_count = 3;
        row.def.record_every = 5;
        row.def.record_steps = 99;
        dp_chain *chain = chain_of(&row.def);
        run_chain(chain, 200);
        dp_chain_probe contact = dp_chain_probe_at(chain, 0), body = dp_chain_probe_at(chain, 1);
        // 157 steps to the half sine; the leapfrog is off by 0.02^2/8, the parabola by less
        CHECK_NEAR(contact.peak_force, k * v0 / w, 1e-4);
        CHECK_NEAR(contact.peak_force_time, 0.5 * pi / w, 1e-4);
        CHECK_NEAR(contact.peak_velocity, v0 / w, 1e-4);
        CHECK_NEAR(contact.peak_velocity_time, 0.5 * pi / w, 1e-4);
        // at the nearest step alone the time could be off by half of one, 0.6 %
        assert_true(fmod(contact.peak_force_time, row.def.step) > 1e-3 * row.def.step);
        // mean of the two forces on a body at the end of the chain: half
        CHECK_NEAR(body.peak_force, 0.5 * k * v0 / w, 1e-4);
        CHECK_NEAR(body.peak_velocity, v0, 1e-4);
        // room for steps 0..99: rows of steps 0, 5, ..., 95
        assert_int_equal(contact.row_count, 20);
        for (size_t n = 0; n < contact.row_count; n++) {
            double t = (double)n * 5.0 * row.def.step, x = v0 / w * sin(w * t);
            CHECK_WITHIN(contact.rows[n][0], k * x, 2e-4 * k * v0 / w);
            CHECK_WITHIN(contact.rows[n][1], x, 2e-4 * v0 / w);
            CHECK_WITHIN(contact.rows[n][2], v0 * cos(w * t), 2e-4 * v0);
            CHECK_WITHIN(body.rows[n][0], 0.5 * k * x, 2e-4 * k * v0 / w);
            CHECK_WITHIN(body.rows[n][1], 0.5 * v0 * (1.0 - cos(w * t)), 2e-4 * v0);
            CHECK_WITHIN(body.rows[n][2], 0.5 * (v0 * t - x), 2e-4 * v0 / w);
        }
        assert_true(contact.def.is_contact && contact.def.index == 1);
        assert_true(!body.def.is_contact && body.def.index == 1);
        dp_chain_free(chain);
    }
}

static const double end_time[] = {0.0, 2e-4}, end_velocity[] = {0.5, -0.2};
static const double end_impedance = 12.0;

enum { ROW_FREE, ROW_WALL, ROW_DRIVEN, ROW_CARRIED, ROW_BAR, ROW_GLUED, ROW_ENDS };

// Six bodies between two ends of a kind, everything watched, in falling order first.
static size_t watched_row(int kind, dp_chain_method method, dp_chain_probe_def *probes) {
    static const dp_chain_end_type types[] = {DP_END_FREE,   DP_END_WALL, DP_END_DRIVEN,
                                              DP_END_DRIVEN, DP_END_BAR,  DP_END_BAR};
    dp_chain_end end = {.type = types[kind], .impedance = end_impedance};
    end.signal = (dp_chain_signal){2, end_time, end_velocity};
    end.glued = kind == ROW_CARRIED || kind == ROW_GLUED;
    make_row(&row, 6, 1e-3, spring_dashpot(1e6, 2.0), 1e-7);
    row.def.left = row.def.right = end;
    row.def.method = method;
    row.velocity[2] = 1.0;
    row.velocity[5] = -1.0;
    size_t count = 0, absent = kind == ROW_FREE || end.glued;
    for (size_t c = absent; c + absent <= 6; c++)
        probes[count++] = (dp_chain_probe_def){1, 6 - c};
    for (size_t i = 0; i < 6; i++)
        probes[count++] = (dp_chain_probe_def){0, i};
    row.def.probes = probes;
    row.def.probe_count = count;
    row.def.record_every = 1;
    row.def.record_steps = 400;
    return count;
}

// The row of the step at which `view` looks.
static void check_row(const dp_chain_probe *probe, const dp_chain_snapshot *view, int kind) {
    size_t i = probe->def.index;
    const double *r = probe->rows[view->step], *v = view->velocity;
    // the leapfrog foretells rates: second order in a step of 1/300 radian
    double off = 2e-3;
    if (probe->def.is_contact) {
        assert_true(r[0] == view->force[i] && r[1] == view->indentation[i]);
        double left = i == 0 ? view->end_velocity[0] : v[i - 1];
        CHECK_WITHIN(r[2], left - (i == 6 ? view->end_velocity[1] : v[i]), off);
        return;
    }
    double mean = 0.5 * (view->force[i] + view->force[i + 1]), within = 1e-12;
    if (kind == ROW_GLUED && (i == 0 || i == 5)) {  // the bar pushes, with no contact
        double share = view->time / end_time[1];
        double sent = end_velocity[0] + share * (end_velocity[1] - end_velocity[0]);
        mean += (i == 0 ? 0.5 : -0.5) * end_impedance * (2.0 * sent - v[i]);
        within = 0.5 * end_impedance * off;
    }
    CHECK_WITHIN(r[0], mean, within);
    CHECK_WITHIN(r[1], v[i], 1e-14);
    assert_true(r[2] == view->displacement[i]);
}

// Rows of every probe of every method, ends included, are what a look at that step shows.
static void rows_are_what_a_look_shows(void **state) {
    (void)state;
    dp_chain_probe_def probes[14];
    for (int turn = 0; turn < 3 * ROW_ENDS; turn++) {
        size_t count = watched_row(turn / 3, (dp_chain_method)(turn % 3), probes);
        dp_chain *chain = chain_of(&row.def), *ahead = chain_of(&row.def);
        run_chain(ahead, 300);
        for (long n = 0; n < 300; n += 37) {
            const dp_chain_snapshot *view = run_chain(chain, n == 0 ? 0 : 37);
            assert_int_equal(view->step, n);
            for (size_t p = 0; p < count; p++) {
                dp_chain_probe probe = dp_chain_probe_at(ahead, p);
                assert_int_equal(probe.row_count, 300);
                assert_true(probe.def.index == probes[p].index);
                check_row(&probe, view, turn / 3);
            }
        }
        dp_chain_free(chain);
        dp_chain_free(ahead);
    }
}

// The largest force of all contacts, where and when.
static void the_top_is_the_largest_of_all(void **state) {
    (void)state;
    for (int method = 0; method < 3; method++) {
        make_row(&row, 12, 1e-3, hertz(1e9), 1e-7);
        row.def.method = (dp_chain_method)method;
        row.velocity[4] = 1.0;
        row.velocity[9] = -0.2;
        dp_chain *chain = chain_of(&row.def);
        double force = 0.0, deepest = 0.0, when = 0.0;
        size_t where = 0;
        const dp_chain_snapshot *view = dp_chain_state(chain);
        for (int n = 0; n < 1500; n++, view = run_chain(chain, 1)) {
            for (size_t c = 0; c <= 12; c++) {
                deepest = fmax(deepest, view->indentation[c]);
                if (!(view->force[c] > force)) continue;
                force = view->force[c];
                where = c;
                when = view->time;
            }
        }
        dp_chain_largest top = dp_chain_maxima(chain);
        assert_true(top.force == force && top.indentation == deepest && top.contact == where);
        assert_true(top.time == when && when > 0.0 && where > 0);
        dp_chain_free(chain);
    }
}

// Of equal forces the first in time counts, and among those the one furthest left. Springs of a
// power of two carry a preload of a power of two without any rounding, for ever.
static void of_equal_forces_the_first_counts(void **state) {
    (void)state;
    static const size_t counts[] = {9, 3000, 9000};
    for (int turn = 0; turn < 9; turn++) {
        size_t n = counts[turn / 3];
        make_row(&row, n, 1e-3, spring_dashpot(1048576.0, 0.0), 1e-7);
        row.def.right.type = DP_END_WALL;
        row.def.preload = 4.0;
        row.def.pushed = 2;
        row.def.start_in_equilibrium = 1;
        row.def.threads = turn % 3 + 1;
        const struct chain_knobs knobs = {-1, turn % 3 == 2 ? 17 : 0, turn % 3 == 0};
        dp_chain *chain;
        assert_int_equal(dp_chain_build_with(&chain, &row.def, &knobs, NULL), DP_OK);
        const dp_chain_snapshot *view = run_chain(chain, 50);
        for (size_t c = 3; c <= n; c++)
            assert_true(view->force[c] == 4.0);
        dp_chain_largest top = dp_chain_maxima(chain);
        assert_true(top.force == 4.0 && top.contact == 3 && top.time == 0.0);
        dp_chain_free(chain);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_bodies_are_refused),
        cmocka_unit_test(wrong_numbers_are_refused),
        cmocka_unit_test(wrong_contacts_are_refused),
        cmocka_unit_test(wrong_knobs_are_refused),
        cmocka_unit_test(wrong_ends_are_refused),
        cmocka_unit_test(a_march_backwards_is_refused),
        cmocka_unit_test(a_motion_that_is_not_finite_is_reported),
        cmocka_unit_test(the_memory_is_that_which_was_announced),
        cmocka_unit_test(a_refused_request_is_said_with_its_size),
        cmocka_unit_test(rows_beyond_all_memory_are_refused),
        cmocka_unit_test(a_chain_keeps_nothing_of_its_definition),
        cmocka_unit_test(the_step_limit_is_that_of_a_linear_chain),
        cmocka_unit_test(equal_laws_are_kept_once),
        cmocka_unit_test(speeds_follow_from_what_is_stated),
        cmocka_unit_test(speeds_count_static_forces),
        cmocka_unit_test(the_step_limit_finds_the_stiffest_contact),
        cmocka_unit_test(a_probe_finds_the_peak_between_the_steps),
        cmocka_unit_test(rows_are_what_a_look_shows),
        cmocka_unit_test(the_top_is_the_largest_of_all),
        cmocka_unit_test(of_equal_forces_the_first_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
