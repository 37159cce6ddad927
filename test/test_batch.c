// Many contacts at once: the same bits as one by one, on every instruction set, for every law and
// with constants of each lane; touches; a law from outside; the arrays of a batch and where their
// history comes from.

#include "law_cases.h"

#include "contact/batch.h"

enum { LARGE = 1001, SMALL = 40, ARRAYS = 10, GUARD = 8 };
enum { DELTA, RATE, FORCE, DDELTA, DRATE, STORED, MEMORY };

static const double poison = -7.25e77;

// Ten arrays side by side; array j starts j doubles off any alignment and ends before a guard.
struct arrays {
    double room[ARRAYS][LARGE + 2 * GUARD];
    dp_contact_arrays lanes;
};
static struct arrays before, work;
static double expected[ARRAYS][LARGE];

static double *array(struct arrays *a, int j) {
    return a->room[j] + 1 + j % 7;
}

static void connect(struct arrays *a, size_t count, const dp_kernel *kernel) {
    a->lanes = (dp_contact_arrays){.count = count,
                                   .delta = array(a, DELTA),
                                   .rate = array(a, RATE),
                                   .force = array(a, FORCE),
                                   .dforce_ddelta = array(a, DDELTA),
                                   .dforce_drate = array(a, DRATE),
                                   .stored = array(a, STORED)};
    for (int j = 0; j < kernel->history_count; j++)
        a->lanes.history[j] = array(a, MEMORY + j);
}

// A state that a simulation may meet, or send by mistake.
static double some_delta(const law_case *c, uint64_t *seed) {
    static const double odd[] = {0.0, -0.0, -1e-300, -1e-4, NAN, INFINITY, 5e-324};
    double u = law_random(seed), scale = fmin(1e-3, 1.2 * c->contact.limit);
    if (u < 0.15) return odd[(int)(u / 0.15 * 7.0)];
    return scale * pow(10.0, -9.0 * law_random(seed));
}

static double some_rate(uint64_t *seed) {
    double u = law_random(seed);
    return u < 0.05 ? NAN : u < 0.1 ? 0.0 : 20.0 * (u - 0.55);
}

// Histories from a few touches and commits, states on top of them.
static void fill(const law_case *c, uint64_t seed) {
    double depths[LAW_DEPTH_MAX], m[DP_HISTORY_MAX];
    int depth_count = law_case_depths(c, depths);
    for (int j = 0; j < ARRAYS; j++) {
        for (int i = 0; i < LARGE + 2 * GUARD; i++)
            before.room[j][i] = poison;
    }
    for (size_t i = 0; i < LARGE; i++) {
        dp_contact_reset(m);
        for (int touch = (int)(4.0 * law_random(&seed)); touch > 0; touch--) {
            double depth = depths[(int)(depth_count * law_random(&seed))];
            dp_contact_begin(&c->contact, m, 3.0 * law_random(&seed));
            dp_contact_commit(&c->contact, m, depth * law_random(&seed), law_random(&seed) - 0.5);
        }
        array(&before, DELTA)[i] = some_delta(c, &seed);
        array(&before, RATE)[i] = some_rate(&seed);
        for (int j = 0; j < DP_HISTORY_MAX; j++)
            array(&before, MEMORY + j)[i] = m[j];
    }
}

// Equal bits; of a NaN, IEEE 754 leaves sign and payload to the operand the compiler puts first.
static int same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

// What the scalar calls say about every lane; lane i is contacts[i * step].
static void expect_of(const dp_contact *contacts, size_t step) {
    for (size_t i = 0; i < LARGE; i++) {
        const dp_contact *contact = contacts + i * step;
        double m[DP_HISTORY_MAX], delta = array(&before, DELTA)[i], rate = array(&before, RATE)[i];
        for (int j = 0; j < DP_HISTORY_MAX; j++)
            m[j] = array(&before, MEMORY + j)[i];
        dp_response r = dp_contact_respond(contact, m, delta, rate);
        double force = dp_contact_force(contact, m, delta, rate);
        assert_true(same(force, r.force));
        expected[FORCE][i] = r.force;
        expected[DDELTA][i] = r.dforce_ddelta;
        expected[DRATE][i] = r.dforce_drate;
        expected[STORED][i] = r.stored;
        dp_contact_commit(contact, m, delta, rate);
        for (int j = 0; j < DP_HISTORY_MAX; j++)
            expected[MEMORY + j][i] = m[j];
    }
}

static void expect(const dp_contact *contact) {
    expect_of(contact, 0);
}

static void expect_bits(const law_case *c, int j, size_t count, dp_isa isa) {
    const double *got = array(&work, j);
    for (size_t i = 0; i < count; i++) {
        if (same(got[i], expected[j][i])) continue;
        fprintf(stderr, "%s: %s, %zu lanes, lane %zu, array %d: %a, expected %a\n", c->name,
                dp_isa_name(isa), count, i, j, got[i], expected[j][i]);
        _fail(__FILE__, __LINE__);
    }
}

static void expect_untouched(const law_case *c, int j, size_t from) {
    size_t size = sizeof work.room[j] - (from + 1 + (size_t)j % 7) * sizeof(double);
    CASE_TRUE(c, memcmp(array(&work, j) + from, array(&before, j) + from, size) == 0);
    CASE_TRUE(c, memcmp(work.room[j], before.room[j], (1 + (size_t)j % 7) * sizeof(double)) == 0);
}

static void expect_history(const law_case *c, size_t count, dp_isa isa) {
    for (int j = MEMORY; j < ARRAYS; j++) {
        int used = j - MEMORY < c->contact.kernel->history_count;
        if (used) expect_bits(c, j, count, isa);
        expect_untouched(c, j, used ? count : 0);
    }
}

static const double *const *constants;  // of each lane, or NULL

// Forces, responses, commits and advance of `count` lanes on one instruction set.
static void compare(const law_case *c, const dp_contact *contact, size_t count, dp_isa isa) {
    work = before;
    connect(&work, count, contact->kernel);
    work.lanes.constants = constants;
    assert_int_equal(dp_contact_advance_on(contact, &work.lanes, isa), DP_OK);
    expect_bits(c, FORCE, count, isa);
    expect_untouched(c, FORCE, count);
    for (int j = DDELTA; j <= STORED; j++)
        expect_untouched(c, j, 0);
    expect_history(c, count, isa);

    work = before;
    connect(&work, count, contact->kernel);
    work.lanes.constants = constants;
    assert_int_equal(dp_contact_forces_on(contact, &work.lanes, isa), DP_OK);
    expect_bits(c, FORCE, count, isa);
    expect_untouched(c, FORCE, count);
    for (int j = DDELTA; j < ARRAYS; j++)
        expect_untouched(c, j, 0);
    for (size_t i = 0; i < count; i++)
        array(&work, FORCE)[i] = poison;
    assert_int_equal(dp_contact_responses_on(contact, &work.lanes, isa), DP_OK);
    for (int j = FORCE; j <= STORED; j++) {
        expect_bits(c, j, count, isa);
        expect_untouched(c, j, count);
    }
    for (int j = MEMORY; j < ARRAYS; j++)
        expect_untouched(c, j, 0);
    assert_int_equal(dp_contact_commits_on(contact, &work.lanes, isa), DP_OK);
    expect_history(c, count, isa);
    expect_untouched(c, DELTA, 0);
    expect_untouched(c, RATE, 0);
}

// Every lane another contact of the same kernel: parameters and bodies of the other cases.
static dp_contact each[LARGE];
static dp_batch holder;

static int is_alike(const dp_contact *a, const dp_contact *b) {
    return a->kernel == b->kernel && a->approach_floor == b->approach_floor &&
           same(a->approach, b->approach);
}

// Returns how many different ones there are.
static size_t fill_each(const law_case *cases, int count, const dp_contact *like) {
    size_t lanes = 0, found = 0;
    while (lanes < LARGE) {
        for (int i = 0; i < count && lanes < LARGE; i++) {
            if (!is_alike(&cases[i].contact, like)) continue;
            each[lanes] = cases[i].contact;
            each[lanes].tension = like->tension;
            each[lanes++].floor = like->floor;
        }
        if (found == 0) found = lanes;
    }
    return found;
}

static void every_law_gives_the_scalar_bits_on(dp_isa isa) {
    if (!dp_isa_available(isa)) {
        dp_contact_arrays none = {0};
        const law_case *c = law_case_of("hertz");
        assert_int_equal(dp_contact_forces_on(&c->contact, &none, isa), DP_ERR_UNSUPPORTED);
        assert_int_equal(dp_contact_responses_on(&c->contact, &none, isa), DP_ERR_UNSUPPORTED);
        assert_int_equal(dp_contact_commits_on(&c->contact, &none, isa), DP_ERR_UNSUPPORTED);
        assert_int_equal(dp_contact_advance_on(&c->contact, &none, isa), DP_ERR_UNSUPPORTED);
        printf("skipped: %s\n", dp_isa_name(isa));
        skip();
    }
    int count, differ = 0;
    const law_case *cases = law_cases(&count);
    assert_int_equal(dp_batch_build(&holder, LARGE, NULL, NULL), DP_OK);
    for (int i = 0; i < count; i++) {
        dp_contact contact = cases[i].contact;
        // every policy in turn; release holds the force as clamp does
        contact.tension = (dp_tension)(i % 3);
        contact.floor = contact.tension == DP_TENSION_ALLOW ? -INFINITY : 0.0;
        fill(&cases[i], 0x853c49e6748fea9bu + (uint64_t)i);
        expect(&contact);
        for (size_t n = 1; n <= SMALL; n++)
            compare(&cases[i], &contact, n, isa);
        compare(&cases[i], &contact, LARGE, isa);

        differ += fill_each(cases, count, &contact) > 1;
        expect_of(each, 1);
        assert_int_equal(dp_batch_set_contacts(&holder, each, NULL), DP_OK);
        constants = holder.lanes.constants;
        compare(&cases[i], &contact, 13, isa);
        compare(&cases[i], &contact, LARGE, isa);
        constants = NULL;
    }
    assert_true(differ > count / 2);
    dp_batch_free(&holder);
}

static void the_baseline_loops_give_the_bits_of_the_scalar_calls(void **state) {
    (void)state;
    every_law_gives_the_scalar_bits_on(DP_ISA_BASELINE);
}

static void the_avx2_loops_give_the_bits_of_the_scalar_calls(void **state) {
    (void)state;
    every_law_gives_the_scalar_bits_on(DP_ISA_AVX2);
}

static void the_avx512_loops_give_the_bits_of_the_scalar_calls(void **state) {
    (void)state;
    every_law_gives_the_scalar_bits_on(DP_ISA_AVX512);
}

static void what_is_missing_is_not_written(void **state) {
    (void)state;
    const law_case *c = law_case_of("peng");
    fill(c, 42);
    expect(&c->contact);
    for (int missing = FORCE; missing <= STORED; missing++) {
        work = before;
        connect(&work, LARGE, c->contact.kernel);
        double **outputs[] = {&work.lanes.force, &work.lanes.dforce_ddelta,
                              &work.lanes.dforce_drate, &work.lanes.stored};
        *outputs[missing - FORCE] = NULL;
        assert_int_equal(dp_contact_responses(&c->contact, &work.lanes), DP_OK);
        for (int j = FORCE; j <= STORED; j++) {
            if (j == missing) expect_untouched(c, j, 0);
            if (j != missing) expect_bits(c, j, LARGE, dp_isa_best());
        }
    }
}

static void the_plain_calls_take_the_best_instruction_set(void **state) {
    (void)state;
    const law_case *c = law_case_of("peng");
    fill(c, 43);
    expect(&c->contact);
    work = before;
    connect(&work, LARGE, c->contact.kernel);
    assert_true(dp_isa_available(dp_isa_best()) && dp_isa_available(DP_ISA_BASELINE));
    for (int isa = (int)dp_isa_best() + 1; isa < DP_ISA_COUNT; isa++)
        assert_false(dp_isa_available((dp_isa)isa));
    assert_false(dp_isa_available((dp_isa)DP_ISA_COUNT));
    dp_isa none = (dp_isa)DP_ISA_COUNT;
    assert_int_equal(dp_contact_forces_on(&c->contact, &work.lanes, none), DP_ERR_UNSUPPORTED);
    assert_int_equal(dp_contact_responses_on(&c->contact, &work.lanes, none), DP_ERR_UNSUPPORTED);
    assert_int_equal(dp_contact_commits_on(&c->contact, &work.lanes, none), DP_ERR_UNSUPPORTED);
    assert_int_equal(dp_contact_forces(&c->contact, &work.lanes), DP_OK);
    expect_bits(c, FORCE, LARGE, dp_isa_best());
    assert_int_equal(dp_contact_responses(&c->contact, &work.lanes), DP_OK);
    assert_int_equal(dp_contact_commits(&c->contact, &work.lanes), DP_OK);
    for (int j = FORCE; j < ARRAYS; j++)
        expect_bits(c, j, LARGE, dp_isa_best());
    work = before;
    connect(&work, LARGE, c->contact.kernel);
    assert_int_equal(dp_contact_advance(&c->contact, &work.lanes), DP_OK);
    expect_bits(c, FORCE, LARGE, dp_isa_best());
    expect_history(c, LARGE, dp_isa_best());
    assert_string_equal(dp_isa_name(DP_ISA_BASELINE), "baseline");
    assert_string_equal(dp_isa_name(DP_ISA_AVX2), "avx2");
    assert_string_equal(dp_isa_name(DP_ISA_AVX512), "avx512");
    assert_string_equal(dp_isa_name((dp_isa)DP_ISA_COUNT), "unknown");
}

// --- touches
// ---------------------------------------------------------------------------------------

static void begin_expected(const dp_contact *contacts, size_t i, double speed) {
    double m[DP_HISTORY_MAX];
    for (int j = 0; j < DP_HISTORY_MAX; j++)
        m[j] = array(&before, MEMORY + j)[i];
    assert_int_equal(dp_contact_begin(&contacts[i], m, speed), DP_OK);
    for (int j = 0; j < DP_HISTORY_MAX; j++)
        expected[MEMORY + j][i] = m[j];
}

static void touches_begin_in_all_lanes_or_in_those_listed(void **state) {
    (void)state;
    double speed[LARGE];
    size_t which[LARGE / 3];
    int count;
    const law_case *cases = law_cases(&count);
    for (size_t i = 0; i < LARGE; i++)
        speed[i] = i % 5 == 0 ? 0.0 : 0.01 * (double)i;
    for (size_t n = 0; n < LARGE / 3; n++)
        which[n] = LARGE - 1 - 3 * n;
    assert_int_equal(dp_batch_build(&holder, LARGE, NULL, NULL), DP_OK);
    for (int k = 0; k < 2 * count; k++) {
        const law_case *c = &cases[k / 2];
        const size_t *list = k % 2 == 0 ? NULL : which;
        fill(c, 45 + (uint64_t)k);
        fill_each(cases, count, &c->contact);
        for (int j = MEMORY; j < ARRAYS; j++)
            memcpy(expected[j], array(&before, j), sizeof expected[j]);
        for (size_t n = 0; n < (list == NULL ? LARGE : LARGE / 3); n++) {
            size_t i = list == NULL ? n : list[n];
            begin_expected(each, i, speed[i]);
        }
        assert_int_equal(dp_batch_set_contacts(&holder, each, NULL), DP_OK);
        work = before;
        connect(&work, LARGE, c->contact.kernel);
        work.lanes.constants = holder.lanes.constants;
        assert_int_equal(dp_contact_begins(each, &work.lanes, speed, list, LARGE / 3), DP_OK);
        expect_history(c, LARGE, dp_isa_best());
    }
    dp_batch_free(&holder);
}

static void a_touch_in_no_lane_is_refused(void **state) {
    (void)state;
    const law_case *c = law_case_of("hunt-crossley");
    const double speed[3] = {1.0, 1.0, 1.0};
    const size_t which[] = {0, 3};
    fill(c, 46);
    work = before;
    connect(&work, 3, c->contact.kernel);
    assert_int_equal(dp_contact_begins(&c->contact, &work.lanes, speed, which, 2), DP_ERR_RANGE);
    expect_untouched(c, MEMORY, 0);
    assert_int_equal(dp_contact_begins(&c->contact, &work.lanes, NULL, which, 1), DP_ERR_MISSING);
    assert_int_equal(dp_contact_begins(&c->contact, &work.lanes, NULL, which, 0), DP_OK);
    work.lanes.history[0] = NULL;
    assert_int_equal(dp_contact_begins(&c->contact, &work.lanes, speed, NULL, 0), DP_ERR_MISSING);
    assert_int_equal(dp_contact_forces(&c->contact, &work.lanes), DP_ERR_MISSING);
    assert_int_equal(dp_contact_advance(&c->contact, &work.lanes), DP_ERR_MISSING);
}

static void contacts_of_a_batch_share_kernel_and_policy(void **state) {
    (void)state;
    dp_contact pair[2] = {law_case_of("hunt-crossley")->contact,
                          law_case_of("hunt-crossley")->contact};
    const dp_contact good = pair[1];
    dp_batch batch;
    dp_error err = {0};
    assert_int_equal(dp_batch_build(&batch, 2, NULL, NULL), DP_OK);
    assert_int_equal(dp_batch_set_contacts(&batch, pair, &err), DP_OK);
    pair[1] = law_case_of("hertz")->contact;
    pair[1].kernel = law_case_of("ma-liu")->contact.kernel;
    assert_int_equal(dp_batch_set_contacts(&batch, pair, &err), DP_ERR_CONFLICT);
    assert_non_null(strstr(err.text, "contact 1 has the kernel ma-liu"));
    for (int i = 0; i < 3; i++) {
        pair[1] = good;
        if (i == 0) pair[1].tension = DP_TENSION_CLAMP;
        if (i == 1) pair[1].approach = 1.0;
        if (i == 2) pair[1].approach_floor = 1.0;
        assert_int_equal(dp_batch_set_contacts(&batch, pair, &err), DP_ERR_CONFLICT);
        assert_non_null(strstr(err.text, "contact 1 differs"));
    }
    memset(&pair[1], 0, sizeof pair[1]);
    assert_int_equal(dp_batch_set_contacts(&batch, pair, &err), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_batch_set_contacts(&batch, NULL, &err), DP_ERR_MISSING);
    dp_batch_free(&batch);
    assert_int_equal(dp_batch_set_contacts(&batch, pair, &err), DP_ERR_MISSING);
}

// --- a law from outside -------------------------------------------------------------------------

// F = K x with the largest indentation in memory and a dashpot that pulls: only what a user must
// write.
static dp_response own_respond(const double *k, const double *m, double delta, double rate) {
    double x = delta <= 0.0 ? 0.0 : delta;
    return (dp_response){.spring = k[0] * x + m[1],
                         .damper = x * rate,
                         .dforce_ddelta = k[0] + rate,
                         .dforce_drate = x,
                         .stored = 0.5 * k[0] * x * x};
}

static void own_update(const double *k, double *m, double delta, double rate) {
    m[0] = delta > m[0] ? delta : m[0];
    m[1] = k[0] * rate;
}

static const dp_history_field own_memory[] = {{"max_indentation", "m", "deepest"},
                                              {"last", "N", "what the last commit left"}};
static dp_kernel own_kernel = {
    .name = "own", .history_count = 2, .history = own_memory, .respond = own_respond};

static dp_status own_prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                             dp_error *err) {
    (void)err;
    contact->kernel = &own_kernel;
    contact->k[0] = pair->stiffness * dp_law_get(def, "factor");
    return DP_OK;
}

static const dp_param own_params[] = {
    {.name = "factor", .unit = "1", .doc = "multiplies", .initial = 2.0, .low = 0.0, .high = 9.0},
    {0}};
static const dp_law own_law = {
    .name = "own", .params = own_params, .needs = DP_NEEDS_LINEAR, .prepare = own_prepare};

static void a_law_from_outside_needs_nothing_but_respond(void **state) {
    (void)state;
    law_case own = {.name = "own", .def = dp_contact_defaults(&own_law)};
    own.def.pair.stiffness = 3.0;
    for (int updates = 0; updates < 2; updates++) {
        own_kernel.update = updates ? own_update : NULL;
        assert_int_equal(dp_contact_init(&own.contact, &own.def, NULL), DP_OK);
        double m[DP_HISTORY_MAX] = {0.0, 0.25};
        assert_true(dp_contact_force(&own.contact, m, 0.5, 1.0) == 3.75);
        assert_true(dp_contact_force(&own.contact, m, 0.5, -9.0) == 0.0);
        assert_true(dp_contact_respond(&own.contact, m, 0.5, -9.0).dforce_ddelta == 0.0);
        assert_true(dp_contact_residual(&own.contact, m) == 0.0);
        assert_int_equal(dp_contact_breakpoints(&own.contact, m, NULL), 0);
        assert_true(isnan(dp_contact_restitution(&own.contact, 1.0, 1.0)));
        dp_contact_begin(&own.contact, m, 1.0);
        assert_true(m[0] == 0.0 && m[1] == 0.25);
        fill(&own, 44);
        expect(&own.contact);
        for (int isa = 0; isa < DP_ISA_COUNT; isa++) {
            if (dp_isa_available((dp_isa)isa)) compare(&own, &own.contact, LARGE, (dp_isa)isa);
        }
    }
}

// --- arrays and their history --------------------------------------------------------------------

// An allocator that counts, refuses one request, and refuses what no machine has.
struct bank {
    int requests, refuse, open;
    size_t open_bytes;
};

static void *bank_alloc(void *user, size_t size) {
    struct bank *bank = (struct bank *)user;
    assert_true(size > 0 && size % 64 == 0);
    if (++bank->requests == bank->refuse || size > 1u << 30) return NULL;
    bank->open++;
    bank->open_bytes += size;
    void *history = aligned_alloc(64, size);
    memset(history, 0x5a, size);
    return history;
}

static void bank_free(void *user, void *history, size_t size) {
    struct bank *bank = (struct bank *)user;
    assert_non_null(history);
    bank->open--;
    bank->open_bytes -= size;
    free(history);
}

static void a_batch_is_zeroed_aligned_and_apart(void **state) {
    (void)state;
    static const size_t counts[] = {1, 7, 8, 9, 1000};
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
        struct bank bank = {0};
        dp_allocator allocator = {bank_alloc, bank_free, &bank};
        dp_batch batch;
        assert_int_equal(dp_batch_build(&batch, counts[n], &allocator, NULL), DP_OK);
        assert_true(batch.lanes.count == counts[n] && bank.open == 1);
        assert_ptr_equal(batch.delta, batch.lanes.delta);
        assert_ptr_equal(batch.rate, batch.lanes.rate);
        double *arrays[ARRAYS] = {batch.delta,
                                  batch.rate,
                                  batch.lanes.force,
                                  batch.lanes.dforce_ddelta,
                                  batch.lanes.dforce_drate,
                                  batch.lanes.stored,
                                  batch.lanes.history[0],
                                  batch.lanes.history[1],
                                  batch.lanes.history[2],
                                  batch.lanes.history[3]};
        for (int j = 0; j < ARRAYS; j++) {
            assert_true((uintptr_t)arrays[j] % 64 == 0);
            assert_true((char *)(arrays[j] + counts[n]) <= (char *)batch.block + batch.size);
            for (size_t i = 0; i < counts[n]; i++) {
                assert_true(arrays[j][i] == 0.0);
                arrays[j][i] = j + 1.0;
            }
        }
        for (int j = 0; j < ARRAYS; j++)
            assert_true(arrays[j][0] == j + 1.0 && arrays[j][counts[n] - 1] == j + 1.0);
        dp_batch_free(&batch);
        assert_true(bank.open == 0 && bank.open_bytes == 0 && batch.block == NULL);
        dp_batch_free(&batch);
        dp_batch_free(NULL);
    }
}

static void impossible_counts_are_refused(void **state) {
    (void)state;
    struct bank bank = {0};
    dp_allocator allocator = {bank_alloc, bank_free, &bank};
    static const size_t wrong[] = {0, SIZE_MAX, SIZE_MAX - 6, SIZE_MAX / 8, SIZE_MAX / 80};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dp_batch batch;
        dp_error err = {0};
        assert_int_equal(dp_batch_build(&batch, wrong[i], &allocator, &err), DP_ERR_RANGE);
        assert_non_null(strstr(err.text, "cannot be made"));
        assert_true(bank.requests == 0 && batch.block == NULL);
    }
    dp_batch batch;
    assert_int_equal(dp_batch_build(&batch, SIZE_MAX / 200, &allocator, NULL), DP_ERR_MEMORY);
    assert_true(bank.requests == 1 && bank.open == 0);
}

static void a_refused_request_leaks_nothing(void **state) {
    (void)state;
    dp_status status = DP_ERR_MEMORY;
    for (int i = 0; i < 100; i++)
        each[i] = law_case_of("hertz")->contact;
    for (int n = 1; status != DP_OK; n++) {
        assert_true(n < 10);
        struct bank bank = {.refuse = n};
        dp_allocator allocator = {bank_alloc, bank_free, &bank};
        dp_batch batch;
        dp_error err = {0};
        status = dp_batch_build(&batch, 100, &allocator, &err);
        if (status == DP_OK) status = dp_batch_set_contacts(&batch, each, &err);
        if (status != DP_OK) {
            assert_int_equal(status, DP_ERR_MEMORY);
            assert_int_equal(err.status, DP_ERR_MEMORY);
            assert_non_null(strstr(err.text, "100 contacts"));
        }
        dp_batch_free(&batch);
        assert_true(bank.open == 0 && bank.open_bytes == 0);
    }
}

static void without_an_allocator_malloc_is_used(void **state) {
    (void)state;
    dp_allocator zeroed = {0};
    const dp_allocator *none[] = {NULL, &zeroed};
    for (int i = 0; i < 2; i++) {
        dp_batch batch;
        assert_int_equal(dp_batch_build(&batch, 33, none[i], NULL), DP_OK);
        assert_true((uintptr_t)batch.block % 64 == 0);
        dp_batch_free(&batch);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_baseline_loops_give_the_bits_of_the_scalar_calls),
        cmocka_unit_test(the_avx2_loops_give_the_bits_of_the_scalar_calls),
        cmocka_unit_test(the_avx512_loops_give_the_bits_of_the_scalar_calls),
        cmocka_unit_test(what_is_missing_is_not_written),
        cmocka_unit_test(the_plain_calls_take_the_best_instruction_set),
        cmocka_unit_test(touches_begin_in_all_lanes_or_in_those_listed),
        cmocka_unit_test(a_touch_in_no_lane_is_refused),
        cmocka_unit_test(contacts_of_a_batch_share_kernel_and_policy),
        cmocka_unit_test(a_law_from_outside_needs_nothing_but_respond),
        cmocka_unit_test(a_batch_is_zeroed_aligned_and_apart),
        cmocka_unit_test(impossible_counts_are_refused),
        cmocka_unit_test(a_refused_request_leaks_nothing),
        cmocka_unit_test(without_an_allocator_malloc_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
